use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Poly {
    coefficients: Vec<f64>,
}

#[differentiable]
impl<'a> IntoIterator for &'a Poly {
    type Item = &'a f64;
    type IntoIter = std::iter::Rev<std::slice::Iter<'a, f64>>;

    fn into_iter(self) -> Self::IntoIter {
        self.coefficients.iter().rev()
    }
}

fn main() {
    let poly = Poly { coefficients: vec![1.0] };
    for _ in &poly {}
}
