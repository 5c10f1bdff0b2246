//! Maps of integers, made here, whose keys are parts of what carries a derivative.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap, HashSet};
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    A,
    B,
}
#[derive(Clone, Differentiable)]
struct Atom {
    kind: Kind,
    q: f64,
    group: u32,
    name: String,
}
#[differentiable]
fn weighted(atoms: &[Atom]) -> f64 {
    let mut counts: HashMap<Kind, usize> = HashMap::new();
    let mut by_group = BTreeMap::new();
    let mut members: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    let mut names = HashSet::new();
    for (i, a) in atoms.iter().enumerate() {
        *counts.entry(a.kind).or_insert(0) += 1;
        *by_group.entry(a.group).or_insert(0usize) += 2;
        members.entry(a.group).or_default().push(i);
        names.insert(a.name.clone());
    }
    let mut s = 0.0;
    for a in atoms {
        s += a.q * a.q * counts[&a.kind] as f64 / by_group[&a.group] as f64;
    }
    for (g, m) in &members {
        s += *g as f64 * m.iter().map(|&i| atoms[i].q).sum::<f64>();
    }
    s * names.len() as f64
}

#[test]
fn gradient_is_right() {
    let atoms = |q: &[f64]| {
        let atom = |kind, q, group, name: &str| Atom {
            kind,
            q,
            group,
            name: name.to_string(),
        };
        [
            atom(Kind::A, q[0], 1, "a"),
            atom(Kind::B, q[1], 2, "b"),
            atom(Kind::A, q[2], 2, "a"),
        ]
    };
    let x = [0.3, 0.8, -0.5];
    for _ in 0..2 {
        let d = weighted::gradient(&atoms(&x));
        assert_grad(
            |x| weighted(&atoms(x)),
            &x,
            &d.iter().map(|d| d.q).collect::<Vec<_>>(),
        );
    }
}
