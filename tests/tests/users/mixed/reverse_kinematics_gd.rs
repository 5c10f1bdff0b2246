use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Arm {
    lengths: Vec<f64>,
    angles: Vec<f64>,
}

#[differentiable]
impl Arm {
    fn tip(&self) -> (f64, f64) {
        let mut heading = 0.0;
        self.lengths
            .iter()
            .zip(&self.angles)
            .fold((0.0, 0.0), |(x, y), (l, a)| {
                heading += a;
                (x + l * f64::cos(heading), y + l * f64::sin(heading))
            })
    }

    fn cost(&self, target: (f64, f64)) -> f64 {
        let (x, y) = self.tip();
        (x - target.0).powi(2) + (y - target.1).powi(2)
    }

    fn numeric_step(&mut self, target: (f64, f64), rate: f64) {
        let base = self.cost(target);
        let grads: Vec<f64> = (0..self.angles.len())
            .map(|i| {
                let mut moved = self.clone();
                moved.angles[i] += 1e-3;
                (moved.cost(target) - base) / 1e-3
            })
            .collect();
        for (a, g) in self.angles.iter_mut().zip(grads) {
            *a -= rate * g;
        }
    }
}

#[differentiable]
fn remaining(lengths: &[f64], angles: &[f64], rate: f64) -> f64 {
    let mut arm = Arm {
        lengths: lengths.to_vec(),
        angles: angles.to_vec(),
    };
    for _ in 0..3 {
        arm.numeric_step((1.0, 1.2), rate);
    }
    arm.cost((1.0, 1.2))
}

#[test]
fn gradient_is_right() {
    let (l, a) = ([1.0, 0.8], [0.2, 0.5]);
    let (dl, da, dr) = remaining::gradient(&l, &a, 0.1);
    assert_grad(|l| remaining(l, &a, 0.1), &l, &dl);
    assert_grad(|a| remaining(&l, a, 0.1), &a, &da);
    assert_grad(|r| remaining(&l, &a, r[0]), &[0.1], &[dr]);
}
