use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Transform<const N: usize> {
    turn: [[f64; N]; N],
    shift: [f64; N],
}

#[differentiable]
impl<const N: usize> Transform<N> {
    fn identity() -> Self {
        let mut turn = [[0.0; N]; N];
        for (i, row) in turn.iter_mut().enumerate() {
            row[i] = 1.0;
        }
        Transform {
            turn,
            shift: [0.0; N],
        }
    }

    fn apply(&self, p: &[f64; N]) -> [f64; N] {
        let mut out = self.shift;
        for i in 0..N {
            out[i] += (0..N).map(|j| self.turn[i][j] * p[j]).sum::<f64>();
        }
        out
    }

    fn then(self, next: &Transform<N>) -> Transform<N> {
        let mut turn = [[0.0; N]; N];
        for i in 0..N {
            for j in 0..N {
                turn[i][j] = (0..N).map(|k| self.turn[i][k] * next.turn[k][j]).sum();
            }
        }
        Transform {
            turn,
            shift: self.apply(&next.shift),
        }
    }
}

#[differentiable]
impl Transform<2> {
    fn turned(angle: f64) -> Self {
        let (s, c) = angle.sin_cos();
        Self {
            turn: [[c, -s], [s, c]],
            ..Self::identity()
        }
    }

    fn shifted(x: f64, y: f64) -> Self {
        Transform {
            shift: [x, y],
            ..Transform::identity()
        }
    }
}

#[derive(Clone, Copy, Differentiable)]
enum Joint {
    Revolute { length: f64 },
    Prismatic { axis: [f64; 2] },
}

#[differentiable]
impl Joint {
    fn transform(&self, q: f64) -> Transform<2> {
        match self {
            Self::Revolute { length } => {
                Transform::turned(q).then(&Transform::shifted(*length, 0.0))
            }
            Self::Prismatic { axis: [x, y] } => Transform::shifted(q * x, q * y),
        }
    }
}

#[differentiable]
fn reach(x: &[f64]) -> f64 {
    let joints = [
        Joint::Revolute { length: x[3] },
        Joint::Revolute { length: 0.5 },
        Joint::Prismatic { axis: [1.0, x[3]] },
    ];
    let all = joints.iter().zip(x).map(|(joint, &q)| joint.transform(q));
    let [x, y] = all
        .fold(Transform::identity(), |sum, t| sum.then(&t))
        .apply(&[0.0, 0.0]);
    (x - 1.0).hypot(y - 0.2)
}

#[test]
fn a_function_tells_of_which_type_it_is() {
    check(reach, |x| reach::gradient(x), &[&[0.3, 0.4, 0.5, 1.1]]);
}
