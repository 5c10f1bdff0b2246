use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
trait Model {
    const PARAMS: usize;
    type Output;
    fn predict(p: &[f64], x: f64) -> Self::Output;
}

struct Line;
struct Parabola;

#[differentiable]
impl Model for Line {
    const PARAMS: usize = 2;
    type Output = f64;
    fn predict(p: &[f64], x: f64) -> f64 {
        p[0] + p[1] * x
    }
}

#[differentiable]
impl Model for Parabola {
    const PARAMS: usize = 3;
    type Output = f64;
    fn predict(p: &[f64], x: f64) -> f64 {
        p[0] + x * (p[1] + x * p[2])
    }
}

#[differentiable]
fn sse<M: Model<Output = f64>>(p: &[f64], xs: &[f64], ys: &[f64]) -> f64 {
    assert_eq!(p.len(), M::PARAMS);
    xs.iter()
        .zip(ys)
        .map(|(&x, y)| (M::predict(p, x) - y).powi(2))
        .sum()
}

#[differentiable]
fn f(p: &[f64], xs: &[f64], ys: &[f64]) -> f64 {
    sse::<Line>(&p[..2], xs, ys) - 0.5 * sse::<Parabola>(&p[2..], xs, ys)
}

#[test]
fn gradient_is_right() {
    let p = [0.3, 1.2, 0.1, -0.4, 0.8];
    let (x, y) = ([0.5, -0.7, 1.2], [1.0, 0.2, 2.0]);
    let (dp, dx, dy) = f::gradient(&p, &x, &y);
    assert_grad(|p| f(p, &x, &y), &p, &dp);
    assert_grad(|x| f(&p, x, &y), &x, &dx);
    assert_grad(|y| f(&p, &x, y), &y, &dy);
}
