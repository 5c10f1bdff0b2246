use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[differentiable]
fn maybe(p: &[f64]) -> Option<Vec<f64>> {
    if p[0] > 0.0 { Some(p.to_vec()) } else { None }
}
#[differentiable]
fn pair(p: &[f64]) -> Option<[f64; 2]> {
    if p[0] > 0.0 { Some([p[0], p[1]]) } else { None }
}
#[differentiable]
fn apply(p: &[f64], f: impl Fn(&[f64]) -> f64) -> f64 {
    f(p) + f(&p[..2])
}
struct Holder;
#[derive(Clone, Differentiable)]
struct Own {
    v: Vec<f64>,
}
#[differentiable]
impl Own {
    fn map(&self, f: impl Fn(&[f64]) -> f64) -> f64 {
        f(&self.v)
    }
    fn first_two(&self) -> Option<&[f64]> {
        if self.v.len() > 1 {
            Some(&self.v[..2])
        } else {
            None
        }
    }
}
#[differentiable]
fn run(p: &[f64]) -> f64 {
    let o = Own { v: p.to_vec() };
    let k = p[1];
    maybe(p)
        .map(|v| {
            let mut t = 0.0;
            for x in &v {
                t += x * k;
            }
            t + v.len() as f64 * v[1].sin()
        })
        .unwrap_or(p[0])
        + maybe(p).map_or(0.3, |v| v[0] / v[1])
        + maybe(p).map_or_else(|| k * k, |v| v[1] * v[v.len() - 1])
        + maybe(p)
            .and_then(|v| if v[0] > 0.1 { Some(v[0] * k) } else { None })
            .unwrap_or(p[1])
        + pair(p).map(|v| v[0] * v[1] + k).unwrap_or(1.0)
        + apply(p, |v| v[0] * v[1])
        + o.map(|v| v[0] * v[1] * k)
        + if maybe(p).is_some_and(|v| v[0] > 0.1) {
            k
        } else {
            2.0 * k
        }
}

check!(
    lists_that_options_hold,
    run(&[0.2, 0.1, 0.45, 0.1]),
    run(&[-0.2, 0.1]),
    run(&[0.05, 2.0])
);
