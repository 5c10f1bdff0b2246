use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Polynomial {
    coeffs: Vec<f64>,
}

#[differentiable]
impl Polynomial {
    fn new(coeffs: Vec<f64>) -> Self {
        Polynomial { coeffs }
    }

    fn eval(&self, x: f64) -> f64 {
        self.coeffs.iter().rev().fold(0.0, |acc, &c| acc * x + c)
    }

    fn derivative(&self) -> Polynomial {
        Polynomial::new(
            self.coeffs
                .iter()
                .enumerate()
                .skip(1)
                .map(|(i, c)| i as f64 * c)
                .collect(),
        )
    }
}

#[differentiable]
fn newton(coeffs: &[f64], mut x: f64, iterations: u32) -> f64 {
    let p = Polynomial::new(coeffs.to_vec());
    let dp = p.derivative();
    for _ in 0..iterations {
        x -= p.eval(x) / dp.eval(x);
    }
    x
}

#[test]
fn gradient_is_right() {
    let c = [-2.0, 0.3, 1.0, 0.1];
    let (dc, dx) = newton::gradient(&c, 1.2, 3);
    assert_grad(|c| newton(c, 1.2, 3), &c, &dc);
    assert_grad(|x| newton(&c, x[0], 3), &[1.2], &[dx]);
}
