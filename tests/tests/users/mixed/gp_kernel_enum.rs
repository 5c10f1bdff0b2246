use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Kernel {
    Rbf { length: f64 },
    Periodic { length: f64, period: f64 },
    Linear(f64),
}

#[differentiable]
impl Kernel {
    fn eval(&self, a: f64, b: f64) -> f64 {
        match *self {
            Kernel::Rbf { length } => (-0.5 * ((a - b) / length).powi(2)).exp(),
            Kernel::Periodic { length, period } => {
                let s = (std::f64::consts::PI * (a - b) / period).sin();
                (-2.0 * s * s / (length * length)).exp()
            }
            Kernel::Linear(slope) => slope * a * b,
        }
    }
}

/// log-marginal likelihood of two points, 2x2 covariance done by hand
#[differentiable]
fn log_marginal(kernel: Kernel, noise: f64, x: &[f64; 2], y: &[f64; 2]) -> f64 {
    let k = |i: usize, j: usize| kernel.eval(x[i], x[j]) + if i == j { noise } else { 0.0 };
    let (a, b, d) = (k(0, 0), k(0, 1), k(1, 1));
    let det = a * d - b * b;
    let quad = (d * y[0] * y[0] - 2.0 * b * y[0] * y[1] + a * y[1] * y[1]) / det;
    -0.5 * (quad + det.ln())
}

#[differentiable]
fn mixture(params: &[f64], x: &[f64; 2], y: &[f64; 2]) -> f64 {
    let kernels = [
        Kernel::Rbf { length: params[0] },
        Kernel::Periodic {
            length: params[1],
            period: params[2],
        },
        Kernel::Linear(params[3]),
    ];
    let mut total = 0.0;
    for k in kernels {
        total += log_marginal(k, params[4], x, y);
    }
    total
}

#[test]
fn gradient_is_right() {
    let p = [0.7, 1.1, 2.3, 0.6, 0.3];
    let (x, y) = ([0.4, 1.3], [0.5, -0.2]);
    let (dp, dx, dy) = mixture::gradient(&p, &x, &y);
    assert_grad(|p| mixture(p, &x, &y), &p, &dp);
    assert_grad(|v| mixture(&p, &[v[0], v[1]], &y), &x, &dx);
    assert_grad(|v| mixture(&p, &x, &[v[0], v[1]]), &y, &dy);
}
