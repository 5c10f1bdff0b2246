use crate::assert_grad;
use pullback::{differentiable, stop_gradient};

fn count(x: &[f64]) -> usize {
    x.len()
}

#[differentiable]
fn f(p: &[f64], #[constant] lane: impl Fn(f64) -> f64) -> f64 {
    let mut s = 0.0;
    let w = stop_gradient::<f64>(p[0] * 2.0);
    for i in 0..count(stop_gradient(p)) {
        let t = p[i] * 2.0;
        let k = lane(stop_gradient(t));
        s += t * k * w + stop_gradient((t, t * t)).1 * t;
    }
    s
}

#[test]
fn what_is_stopped_is_held() {
    let p = [0.5, -0.3];
    // What stands in for `f` where the stopped values are those of `p`.
    let held = |x: &[f64]| {
        let terms = x.iter().zip(&p).map(|(x, p)| {
            let (t, q): (f64, f64) = (2.0 * x, 2.0 * p);
            t * q.sin() * (2.0 * 0.5) + q * q * t
        });
        terms.sum()
    };
    assert_grad(held, &p, &f::gradient(&p, f64::sin));
}
