use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct Table<T> {
    rows: Vec<T>,
}
#[differentiable]
impl<T: Clone + Differentiable> Table<T> {
    fn apply<U: Clone + Differentiable>(&self, f: impl Fn(&T) -> U) -> Table<U> {
        Table {
            rows: self.rows.iter().map(|r| f(r)).collect(),
        }
    }
    fn total(&self, f: &dyn Fn(&T) -> f64) -> f64 {
        self.rows.iter().map(|r| f(r)).sum()
    }
    fn pick<P>(&self, p: P) -> f64
    where
        P: Fn(&T) -> bool,
    {
        self.rows.iter().filter(|r| p(r)).count() as f64
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let t = Table { rows: x.to_vec() };
    let a = t.apply(|v| v.sin());
    let b = a.apply(|v| (v.exp(), v.abs() + x[0]));
    let c = b.apply(|p| p.0 * p.1);
    let d = t
        .apply(|v| vec![v.sqrt(), v.powi(2)])
        .apply(|r| r.len() as f64 * r[0] * r[1]);
    a.total(&|v| v.tanh())
        + c.total(&|v| v.powi(2)) * d.total(&|v| v.ln())
        + t.pick(|v| v.abs() > 0.5)
}

#[test]
fn gradients_are_right() {
    let points = [&[0.45, 0.7, 1.2][..], &[1.1, 0.3, 0.6]];
    check(f, |v| f::gradient(v), &points);
}
