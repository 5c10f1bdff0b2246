use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Copy, Debug, Differentiable)]
struct Pose {
    x: f64,
}
#[derive(Clone, Debug, Differentiable)]
enum J {
    Turn { a: f64 },
    Slide(f64),
}
#[differentiable]
impl From<&J> for Pose {
    fn from(j: &J) -> Pose {
        match j {
            J::Turn { a } => Pose { x: a * a },
            J::Slide(d) => Pose { x: d.sin() },
        }
    }
}
#[differentiable]
impl From<J> for f64 {
    fn from(j: J) -> f64 {
        match j {
            J::Turn { a } => a,
            J::Slide(d) => d * 2.0,
        }
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Arm {
    joints: Vec<J>,
}
#[differentiable]
impl Arm {
    fn first(&self) -> Pose {
        (&self.joints[0]).into()
    }
    fn total(&self) -> f64 {
        let mut s = 0.0;
        for j in &self.joints {
            let p: Pose = j.into();
            s += p.x * p.x;
        }
        s
    }
    fn mapped(&self) -> f64 {
        self.joints
            .iter()
            .map(|j| Pose::from(j))
            .map(|p| p.x)
            .sum::<f64>()
            + self.joints.iter().map(Pose::from).map(|p| p.x).sum::<f64>()
    }
}
#[differentiable]
fn pose(j: &J) -> Pose {
    j.into()
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let arm = Arm {
        joints: vec![J::Turn { a: x[0] }, J::Slide(x[1])],
    };
    let e: Pose = (&arm.joints[1]).into();
    let own: f64 = arm.joints[1].clone().into();
    e.x * own + arm.first().x + pose(&arm.joints[0]).x * arm.total() + arm.mapped()
}

#[test]
fn gradients_are_right() {
    check(f, |x| f::gradient(x), &[&[0.3, 0.7], &[-1.2, 2.0]]);
}
