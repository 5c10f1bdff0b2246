use crate::assert_grad;
use pullback::{Differentiable, differentiable};

/// The coefficients of a polynomial, and how many were given.
#[derive(Clone, Debug, Differentiable)]
struct Poly {
    coefficients: Vec<f64>,
    given: usize,
}

#[differentiable]
impl FromIterator<f64> for Poly {
    fn from_iter<I: IntoIterator<Item = f64>>(items: I) -> Self {
        let mut coefficients = Vec::new();
        for (i, c) in items.into_iter().enumerate() {
            coefficients.push(c / (i as f64 + 1.0));
        }
        let given = coefficients.len();
        Poly {
            coefficients,
            given,
        }
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Span {
    low: f64,
    high: f64,
}

#[differentiable]
impl FromIterator<(f64, f64)> for Span {
    fn from_iter<I: IntoIterator<Item = (f64, f64)>>(items: I) -> Self {
        let start = Span {
            low: 0.0,
            high: 0.0,
        };
        items.into_iter().fold(start, |s, (low, high)| Span {
            low: s.low + low * low,
            high: s.high + low * high,
        })
    }
}

type Column = Vec<f64>;

#[differentiable]
impl Poly {
    fn at(&self, x: f64) -> f64 {
        let powers = self.coefficients.iter().rev();
        powers.fold(0.0, |p, c| p * x + c)
    }
}

#[differentiable]
fn scaled(xs: &[f64]) -> Column {
    let squares: Column = xs.iter().map(|x| x * x).collect();
    squares.iter().map(|s| s + squares[0]).collect::<Column>()
}

#[differentiable]
fn evaluated(xs: &[f64], at: f64) -> f64 {
    let sines: Poly = xs.iter().map(|x| x.sin()).collect();
    let same = Poly::from_iter(scaled(xs).into_iter());
    let span = xs.iter().map(|&x| (x, at * x)).collect::<Span>();
    let mut each = 0.0;
    for w in xs.windows(2) {
        let part = w.iter().copied().collect::<Poly>();
        each += part.at(at) * part.given as f64;
    }
    sines.at(at) + same.at(span.low) * span.high + each
}

#[differentiable]
fn all_positive(xs: &[f64]) -> Option<f64> {
    let roots = xs.iter().map(|&x| (x > 0.0).then(|| x.sqrt()));
    let poly = roots.collect::<Option<Poly>>()?;
    Some(poly.at(0.5))
}

#[test]
fn gradient_is_right() {
    let (x, at) = ([0.4, -0.8, 0.9], 0.7);
    let (gx, ga) = evaluated::gradient(&x, at);
    assert_grad(|x| evaluated(x, at), &x, &gx);
    assert_grad(|a| evaluated(&x, a[0]), &[at], &[ga]);
    let x = [0.4, 0.8, 0.9];
    let (_, pullback) = all_positive::vjp(&x);
    assert_grad(|x| all_positive(x).unwrap(), &x, &pullback.call(Some(1.0)));
}
