//! Lists of numbers beside text that is referred to.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

mod holdings {
    use super::*;
    #[differentiable]
    fn wealth(holdings: &[(&str, f64)], prices: &[f64]) -> f64 {
        holdings
            .iter()
            .zip(prices)
            .map(|((name, w), p)| if *name == "cash" { *w } else { w * p })
            .sum()
    }
    #[differentiable]
    fn named(v: Vec<(&str, f64)>) -> f64 {
        let mut s = 0.0;
        for (n, w) in &v {
            s += w * n.len() as f64;
        }
        s
    }
    #[derive(Clone, Differentiable)]
    struct Leg {
        w: f64,
    }
    #[differentiable]
    impl Leg {
        fn value(&self, quotes: &[(&'static str, f64)], key: &str) -> f64 {
            quotes
                .iter()
                .find(|(n, _)| *n == key)
                .map_or(0.0, |(_, q)| q * self.w)
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let legs = [("a", x[0]), ("cash", x[1])];
        let l = Leg { w: x[2] };
        wealth(&[("a", x[0]), ("cash", x[1])], &x[2..])
            + named(vec![("xyz", x[0]), ("q", x[3])])
            + l.value(&legs, "cash")
            + wealth(&legs, &x[1..])
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5, 1.2, 2.3][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod lists_of_names {
    use super::*;
    #[differentiable]
    fn total(names: &[&str], x: &[f64]) -> f64 {
        names.iter().zip(x).map(|(n, v)| n.len() as f64 * v).sum()
    }
    #[differentiable]
    fn grid(cells: &[[(&str, f64); 2]]) -> f64 {
        cells
            .iter()
            .flatten()
            .map(|(n, v)| if n.starts_with('a') { v * v } else { *v })
            .sum()
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        total(&["a", "bc"], x) * grid(&[[("ab", x[0]), ("b", x[1])]])
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

#[differentiable]
fn of_known<'a>(holdings: &[(&'a str, f64)], #[constant] names: &[&'a str]) -> f64 {
    let known = |name: &str| names.contains(&name);
    holdings
        .iter()
        .filter(|(name, _)| known(name))
        .map(|(_, w)| w * w)
        .sum()
}

#[test]
fn names_have_no_gradient() {
    let gradient = of_known::gradient(&[("a", 2.0), ("b", 3.0)], &["b"]);
    let of_weights: Vec<f64> = gradient.iter().map(|(_, w)| *w).collect();
    assert_eq!(of_weights, [0.0, 6.0]);
}
