//! `count`, `any` and `all` of what a method of the user's gave.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug, Differentiable)]
struct Arm {
    joints: Vec<f64>,
    stiffness: f64,
}

#[differentiable]
impl Arm {
    fn ends(&self) -> Vec<f64> {
        self.joints.iter().map(|j| j * 2.0).collect()
    }

    fn row(&self) -> &[f64] {
        &self.joints
    }

    fn part(&self, n: usize) -> &[f64] {
        &self.joints[..n]
    }

    fn first_below(&self, limit: f64) -> f64 {
        let n = self.ends().iter().filter(|p| **p < limit).count();
        let mut s = 0.0;
        for i in 0..n {
            s += self.joints[i] * self.stiffness;
        }
        s
    }

    fn below(&self, limit: f64) -> f64 {
        if self.ends().iter().any(|p| *p < limit) {
            self.stiffness * limit
        } else {
            limit * limit
        }
    }

    fn stretched(&mut self, limit: f64) -> f64 {
        let mut n = 0;
        while self.row().iter().all(|p| *p < limit) && n < 5 {
            for j in &mut self.joints {
                *j *= 1.5;
            }
            n += 1;
        }
        self.joints.iter().sum::<f64>() * self.stiffness
    }

    fn is_bent(&self) -> bool {
        self.ends().iter().any(|v| v.abs() > self.stiffness)
    }
}

#[differentiable]
fn given_away(arm: &Arm, k: f64) -> f64 {
    let n = arm.ends().into_iter().filter(|p| *p < k).count();
    if arm.ends().into_iter().any(|p| p < k) {
        n as f64 * k * arm.stiffness
    } else {
        k * k
    }
}

#[differentiable]
fn of_one(x: &[f64]) -> f64 {
    let mut arm = Arm {
        joints: x[1..].to_vec(),
        stiffness: x[0],
    };
    let before = arm.first_below(1.0) + arm.below(0.5) + arm.below(5.0);
    before * arm.stretched(2.0) + given_away(&arm, x[0]) * given_away(&arm, x[2])
}
check!(where_all_are_small, of_one(&[0.3, 0.45, 0.7]));
check!(where_one_is_large, of_one(&[1.3, 0.2, 2.1, 0.4]));
check!(where_none_is_small, of_one(&[0.6, 3.5, 2.3]));

#[differentiable]
fn of_several(x: &[f64]) -> f64 {
    let all = vec![
        Arm {
            joints: x[1..].to_vec(),
            stiffness: x[0],
        },
        Arm {
            joints: vec![x[0]],
            stiffness: 0.1,
        },
    ];
    let mut t: f64 = all
        .iter()
        .filter(|a| a.is_bent())
        .map(|a| a.stiffness * a.row()[0])
        .sum();
    t += all
        .iter()
        .map(|a| a.ends().iter().filter(|v| **v > 0.5).count() as f64 * a.stiffness)
        .sum::<f64>();
    let odd = all
        .iter()
        .filter(|a| a.row().iter().any(|v| *v < 0.4))
        .count();
    for a in &all {
        if a.part(1).iter().all(|v| *v > 0.35) {
            t += a.stiffness;
        }
    }
    if all[0].row().windows(2).all(|w| w[0] < w[1]) {
        t += x[1];
    }
    if all[0].row().chunks(2).any(|c| c[0] > 2.0) {
        t += x[1] * x[0];
    }
    t * (odd as f64 + 1.0)
}
check!(of_items_that_rise, of_several(&[0.3, 0.5, 0.7]));
check!(of_items_that_fall, of_several(&[1.3, 2.2, 0.1, 0.3]));
check!(of_small_items, of_several(&[0.24, 0.1, 0.15, 0.05]));
