//! Types that do nothing but tell implementations of a trait apart, and derive nothing.

use crate::assert_grad;
use pullback::differentiable;

// generic Newton over trait Objective with associated type & default method; PhantomData marker
#[differentiable]
trait Link {
    fn inv(eta: f64) -> f64;
    fn name() -> &'static str {
        "link"
    }
}
struct Logit;
struct Log;
#[differentiable]
impl Link for Logit {
    fn inv(eta: f64) -> f64 {
        1.0 / (1.0 + (-eta).exp())
    }
}
#[differentiable]
impl Link for Log {
    fn inv(eta: f64) -> f64 {
        eta.exp()
    }
    fn name() -> &'static str {
        "log"
    }
}
#[differentiable]
fn predict<L: Link>(beta: &[f64], x: &[f64]) -> f64 {
    L::inv(beta.iter().zip(x).map(|(b, x)| b * x).sum())
}
#[differentiable]
fn f(b: &[f64]) -> f64 {
    let rows = [[1.0, 0.5], [1.0, -0.3]];
    rows.iter()
        .map(|r| predict::<Logit>(b, r) * predict::<Log>(b, r))
        .sum::<f64>()
        + Log::name().len() as f64
}

#[test]
fn functions_are_told_apart() {
    for at in [[0.3, -0.8], [-1.2, 0.4]] {
        let gradient = f::gradient(&at);
        assert_grad(f, &at, &gradient);
        assert_eq!(gradient, f::gradient(&at));
    }
}
