use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Series {
    coeffs: Vec<f64>,
}

#[differentiable]
impl Series {
    fn eval_from(&self, k: usize, x: f64) -> f64 {
        if k + 1 == self.coeffs.len() {
            self.coeffs[k]
        } else {
            self.coeffs[k] + x * self.eval_from(k + 1, x)
        }
    }

    fn chebyshev(n: u32, x: f64) -> f64 {
        match n {
            0 => 1.0,
            1 => x,
            _ => 2.0 * x * Self::chebyshev(n - 1, x) - Self::chebyshev(n - 2, x),
        }
    }
}

#[differentiable]
fn f(c: Vec<f64>, x: f64) -> f64 {
    let s = Series { coeffs: c };
    s.eval_from(0, x) * Series::chebyshev(4, x)
}

#[test]
fn gradient_is_right() {
    let c = vec![0.3, 1.0, -0.5, 0.25];
    let (dc, dx) = f::gradient(c.clone(), 0.6);
    assert_grad(|c| f(c.to_vec(), 0.6), &c, &dc);
    assert_grad(|x| f(c.clone(), x[0]), &[0.6], &[dx]);
}
