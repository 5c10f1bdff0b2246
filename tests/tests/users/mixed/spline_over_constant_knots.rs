use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Spline {
    #[constant]
    xs: Vec<f64>,
    ys: Vec<f64>,
    second: Vec<f64>,
}
#[differentiable]
impl Spline {
    fn natural(#[constant] xs: &[f64], ys: &[f64]) -> Self {
        let n = xs.len();
        let mut second = vec![0.0; n];
        let mut u = vec![0.0; n - 1];
        for i in 1..n - 1 {
            let sig = (xs[i] - xs[i - 1]) / (xs[i + 1] - xs[i - 1]);
            let p = sig * second[i - 1] + 2.0;
            second[i] = (sig - 1.0) / p;
            let slope = (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i])
                - (ys[i] - ys[i - 1]) / (xs[i] - xs[i - 1]);
            u[i] = (6.0 * slope / (xs[i + 1] - xs[i - 1]) - sig * u[i - 1]) / p;
        }
        for k in (0..n - 1).rev() {
            second[k] = second[k] * second[k + 1] + u[k];
        }
        Spline {
            xs: xs.to_vec(),
            ys: ys.to_vec(),
            second,
        }
    }
    fn eval(&self, x: f64) -> f64 {
        let hi = self
            .xs
            .partition_point(|&k| k < x)
            .clamp(1, self.xs.len() - 1);
        let lo = hi - 1;
        let h = self.xs[hi] - self.xs[lo];
        let (a, b) = ((self.xs[hi] - x) / h, (x - self.xs[lo]) / h);
        a * self.ys[lo]
            + b * self.ys[hi]
            + ((a.powi(3) - a) * self.second[lo] + (b.powi(3) - b) * self.second[hi]) * h * h / 6.0
    }
}
#[differentiable]
fn at(ys: &[f64], x: f64) -> f64 {
    Spline::natural(&[0.0, 1.0, 2.5, 3.0], ys).eval(x)
}
#[test]
fn gradient_is_right() {
    let ys = [0.3, 1.2, -0.4, 0.8];
    for x in [0.4, 2.1, 2.9] {
        let (dy, dx) = at::gradient(&ys, x);
        assert_grad(|y| at(y, x), &ys, &dy);
        assert_grad(|x| at(&ys, x[0]), &[x], &[dx]);
    }
}
