use crate::check;
use pullback::{Differentiable, differentiable};
use std::iter::successors;

#[derive(Clone, Differentiable)]
struct Leslie {
    fecundity: Vec<f64>,
    survival: Vec<f64>,
}

#[differentiable]
impl Leslie {
    fn advance(&self, n: &[f64]) -> Vec<f64> {
        let births = self.fecundity.iter().zip(n).map(|(f, n)| f * n).sum();
        std::iter::once(births)
            .chain(self.survival.iter().zip(n).map(|(s, n)| s * n))
            .collect()
    }

    fn growth(&self, start: &[f64], years: usize) -> f64 {
        let last = successors(Some(start.to_vec()), |n| Some(self.advance(n)))
            .nth(years)
            .unwrap();
        (last.iter().sum::<f64>() / start.iter().sum::<f64>()).ln()
    }
}

/// One that may end before.
#[differentiable]
fn halved(x: f64, n: usize) -> f64 {
    let next = |v: &f64| if *v > 0.1 { Some(v * v * 0.5) } else { None };
    successors(Some(x), next).nth(n).unwrap_or(3.0 * x)
}

#[test]
fn after_some() {
    let leslie = |x: &[f64]| Leslie {
        fecundity: x[..3].to_vec(),
        survival: x[3..5].to_vec(),
    };
    let gradient = |x: &[f64]| {
        let (model, start) = leslie(x).growth_gradient(&x[5..], 4);
        [model.fecundity, model.survival, start].concat()
    };
    let point = [0.1, 1.2, 1.1, 0.6, 0.5, 10.0, 5.0, 3.0];
    check(|x| leslie(x).growth(&x[5..], 4), gradient, &[&point]);
    for n in [0, 1, 2, 5] {
        check(
            |x| halved(x[0], n),
            |x| vec![halved::gradient(x[0], n)],
            &[&[1.3], &[0.4]],
        );
    }
}
