use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Spline {
    x: Vec<f64>,
    y: Vec<f64>,
    m: Vec<f64>,
}

/// Thomas algorithm, overwriting its arguments.
#[differentiable]
fn tridiagonal(a: &[f64], b: &mut [f64], c: &[f64], d: &mut [f64]) {
    let n = d.len();
    for i in 1..n {
        let w = a[i] / b[i - 1];
        b[i] -= w * c[i - 1];
        d[i] -= w * d[i - 1];
    }
    d[n - 1] /= b[n - 1];
    for i in (0..n - 1).rev() {
        d[i] = (d[i] - c[i] * d[i + 1]) / b[i];
    }
}

#[differentiable]
impl Spline {
    fn natural(x: &[f64], y: &[f64]) -> Spline {
        let n = x.len();
        let (mut a, mut b, mut c, mut d) = (vec![0.0; n], vec![1.0; n], vec![0.0; n], vec![0.0; n]);
        for i in 1..n - 1 {
            let (h0, h1) = (x[i] - x[i - 1], x[i + 1] - x[i]);
            a[i] = h0;
            b[i] = 2.0 * (h0 + h1);
            c[i] = h1;
            d[i] = 6.0 * ((y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0);
        }
        tridiagonal(&a, &mut b, &c, &mut d);
        Spline {
            x: x.to_vec(),
            y: y.to_vec(),
            m: d,
        }
    }

    fn eval(&self, t: f64) -> f64 {
        let mut i = 0;
        while i + 2 < self.x.len() && t > self.x[i + 1] {
            i += 1;
        }
        let h = self.x[i + 1] - self.x[i];
        let (p, q) = ((self.x[i + 1] - t) / h, (t - self.x[i]) / h);
        p * self.y[i]
            + q * self.y[i + 1]
            + h * h / 6.0 * ((p.powi(3) - p) * self.m[i] + (q.powi(3) - q) * self.m[i + 1])
    }
}

#[differentiable]
fn f(x: &[f64], y: &[f64], t: f64) -> f64 {
    let s = Spline::natural(x, y);
    s.eval(t) + 0.5 * s.eval(t * 0.3)
}

#[test]
fn gradient_is_right() {
    let (x, y) = ([0.0, 1.0, 1.8, 3.0], [0.5, 1.2, -0.3, 0.8]);
    let (dx, dy, dt) = f::gradient(&x, &y, 2.2);
    assert_grad(|v| f(v, &y, 2.2), &x, &dx);
    assert_grad(|v| f(&x, v, 2.2), &y, &dy);
    assert_grad(|t| f(&x, &y, t[0]), &[2.2], &[dt]);
}
