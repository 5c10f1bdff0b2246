use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::collections::{BTreeMap, HashMap};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Nest {
    Road,
    Rail,
}

#[derive(Differentiable, Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Id(u32);

#[derive(Differentiable, Clone, Debug)]
struct Alternative {
    nest: Nest,
    id: Id,
    cost: f64,
    available: bool,
}

#[differentiable]
fn utility(a: &Alternative, slope: f64) -> Option<f64> {
    a.available.then(|| slope * a.cost.ln_1p())
}

#[differentiable]
fn log_prob(chosen: usize, alternatives: &[Alternative], slope: f64, scale: f64) -> Option<f64> {
    let mut nests: BTreeMap<Nest, Vec<f64>> = BTreeMap::new();
    let mut by_id: HashMap<Id, f64> = HashMap::new();
    for a in alternatives {
        if let Some(u) = utility(a, slope) {
            nests.entry(a.nest).or_default().push(u / scale);
            if let Some(before) = by_id.insert(a.id, u) {
                by_id.insert(Id(9), before);
            }
        }
    }
    let inclusive: BTreeMap<Nest, f64> = nests
        .iter()
        .map(|(&n, us)| (n, scale * us.iter().map(|u| u.exp()).sum::<f64>().ln()))
        .collect();
    let total: f64 = inclusive.values().map(|iv| iv.exp()).sum();
    let a = alternatives.get(chosen)?;
    let u = utility(a, slope)?;
    let iv = *inclusive.get(&a.nest)?;
    let same = by_id.get(&a.id)?;
    Some((u - iv) / scale + iv - total.ln() + 0.1 * same * by_id.get(&Id(9)).unwrap_or(&0.0))
}

#[differentiable]
fn f(p: &[f64]) -> f64 {
    let alternative = |nest: Nest, id: u32, cost: f64, available: bool| Alternative {
        nest,
        id: Id(id),
        cost,
        available,
    };
    let alternatives = [
        alternative(Nest::Road, 0, p[2], true),
        alternative(Nest::Road, 1, 2.0, true),
        alternative(Nest::Rail, 0, p[3], true),
        alternative(Nest::Rail, 2, 1.0, p[3] > 5.0),
    ];
    (0..5)
        .filter_map(|i| log_prob(i, &alternatives, p[0], p[1]))
        .sum::<f64>()
}

#[test]
fn gradient_is_right() {
    for p in [[-0.4, 0.6, 5.0, 3.0], [-0.9, 1.3, 0.5, 7.0]] {
        for _ in 0..2 {
            assert_grad(f, &p, &f::gradient(&p));
        }
    }
}
