use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone, Debug)]
struct Poly {
    coefficients: Vec<f64>,
}

#[differentiable]
impl Poly {
    fn at(&self, x: f64) -> f64 {
        self.coefficients.iter().rfold(0.0, |sum, &c| sum * x + c)
    }

    fn at_squares(&self, x: f64) -> f64 {
        let squares = self.coefficients.iter().map(|c| c * c);
        squares.rfold(1.0, |sum, c| sum * x + c)
    }
}

/// The partner of a `zip` may leave the function.
#[differentiable]
fn autocorrelation(x: &[f64], lag: usize) -> Option<f64> {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    let (above, below) = x
        .iter()
        .zip(x.get(lag..)?)
        .fold((0.0, 0.0), |(n, d), (a, b)| {
            (n + (a - mean) * (b - mean), d + (a - mean).powi(2))
        });
    Some(above / below).filter(|r| r.is_finite())
}

#[differentiable]
fn f(p: &[f64]) -> f64 {
    let poly = Poly {
        coefficients: p.to_vec(),
    };
    let correlations: f64 = (1..3).filter_map(|lag| autocorrelation(p, lag)).sum();
    poly.at(0.7) * poly.at_squares(p[0]) + correlations + autocorrelation(p, 99).unwrap_or(p[1])
}

#[test]
fn gradient_is_right() {
    for p in [[0.3, 1.4, -0.6, 0.9], [1.1, -0.2, 0.5, 2.0]] {
        for _ in 0..2 {
            assert_grad(f, &p, &f::gradient(&p));
        }
    }
}
