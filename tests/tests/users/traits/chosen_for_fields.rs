//! Structs that are made with boxes of objects which a condition chooses.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Penalty {
    fn of(&self, w: &[f64]) -> f64;
}

#[derive(Differentiable)]
struct Ridge(f64);

#[derive(Differentiable)]
struct Lasso {
    strength: f64,
}

#[differentiable]
impl Penalty for Ridge {
    fn of(&self, w: &[f64]) -> f64 {
        self.0 * w.iter().map(|v| v * v).sum::<f64>()
    }
}

#[differentiable]
impl Penalty for Lasso {
    fn of(&self, w: &[f64]) -> f64 {
        self.strength * w.iter().map(|v| v.abs()).sum::<f64>()
    }
}

#[derive(Differentiable)]
struct Model {
    w: Vec<f64>,
    bias: f64,
    main: Box<dyn Penalty>,
    extra: Option<Box<dyn Penalty>>,
    scale: f64,
}

#[derive(Clone, Copy)]
enum Kind {
    Ridge,
    Lasso,
}

#[differentiable]
impl Model {
    fn new(w: &[f64], kind: Kind, strength: f64) -> Self {
        Model {
            bias: w[0] * strength,
            scale: 2.0 * strength,
            w: w.to_vec(),
            main: match kind {
                Kind::Ridge => Box::new(Ridge(strength)),
                Kind::Lasso => {
                    let strength = strength * strength;
                    Box::new(Lasso { strength })
                }
            },
            extra: if strength > 1.0 {
                Some(Box::new(Ridge(w[1])))
            } else {
                None
            },
        }
    }
    fn loss(&self) -> f64 {
        let fit: f64 = self.w.iter().map(|w| (w - self.bias).powi(2)).sum();
        let extra = match &self.extra {
            Some(penalty) => penalty.of(&self.w),
            None => 0.0,
        };
        fit * self.scale + self.main.of(&self.w) + extra
    }
}

#[differentiable]
fn loss(x: &[f64]) -> f64 {
    Model::new(&x[..2], Kind::Ridge, x[2]).loss() + Model::new(&x[1..], Kind::Lasso, x[0]).loss()
}

#[test]
fn gradients_are_right() {
    for x in [[0.4, 0.7, 1.5], [1.6, -0.3, 0.5], [2.0, 0.6, 1.2]] {
        assert_grad(loss, &x, &loss::gradient(&x));
        assert_grad(loss, &x, &loss::gradient(&x));
    }
}
