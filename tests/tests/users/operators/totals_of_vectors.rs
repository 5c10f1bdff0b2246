use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::iter::Sum;
use std::ops::Add;

/// Own totals of vectors whose types are not written.
#[derive(Clone, Default, Differentiable)]
struct Tally {
    work: f64,
    heat: f64,
}

#[differentiable]
impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            work: self.work + other.work,
            heat: self.heat + other.heat,
        }
    }
}

#[differentiable]
impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(iter: I) -> Tally {
        iter.fold(Tally::default(), |a, b| a + b)
    }
}

#[differentiable]
fn collected(x: &[f64]) -> f64 {
    let tallies = x
        .iter()
        .map(|v| Tally {
            work: *v,
            heat: v * v,
        })
        .collect::<Vec<_>>();
    let total: Tally = tallies.into_iter().sum();
    total.work * total.heat
}

#[differentiable]
fn pushed(x: &[f64]) -> f64 {
    let mut result = 0.0;
    for limit in [0.0, 0.35, 9.0] {
        let mut log = Vec::new();
        for v in x {
            if *v > limit {
                log.push(Tally {
                    work: v.sin(),
                    heat: v * v,
                });
            }
        }
        let total = log.into_iter().sum::<Tally>();
        let both: Vec<Tally> = vec![total.clone(), total];
        let total: Tally = both.into_iter().sum();
        result += total.work * total.heat;
    }
    result
}

#[test]
fn gradients_are_right() {
    for x in [[0.5, 1.3, 2.0], [1.5, 0.4, 0.3]] {
        assert_grad(collected, &x, &collected::gradient(&x));
        assert_grad(pushed, &x, &pushed::gradient(&x));
    }
}
