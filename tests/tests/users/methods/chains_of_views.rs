use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct View<'a> {
    xs: &'a [f64],
    k: f64,
}
#[differentiable]
impl<'a> View<'a> {
    fn scale(&mut self, k: f64) -> &mut Self {
        self.k *= k;
        self
    }
    fn sum(&self) -> f64 {
        self.k * self.xs.iter().sum::<f64>()
    }
    fn head(&self, n: usize) -> View<'a> {
        View {
            xs: &self.xs[..n],
            k: self.k,
        }
    }
}
#[differentiable]
fn f(xs: &[f64], k: f64) -> f64 {
    let mut v = View { xs, k: 1.0 };
    let a = v.scale(k).scale(k).sum();
    a * v.scale(a).head(1).sum()
}
#[test]
fn gradient_is_right() {
    check(
        |v| f(&v[1..], v[0]),
        |v| {
            let (a, b) = f::gradient(&v[1..], v[0]);
            [vec![b], a].concat()
        },
        &[&[0.3, 0.5, 0.7]],
    );
}
