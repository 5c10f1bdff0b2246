use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Costs {
    insert: f64,
    delete: f64,
    substitute: f64,
}

#[differentiable]
fn edit_distance(a: &str, b: &str, costs: &Costs) -> f64 {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut prev: Vec<f64> = (0..=b.len()).map(|j| j as f64 * costs.insert).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut row = vec![(i + 1) as f64 * costs.delete];
        for (j, cb) in b.iter().enumerate() {
            let sub = prev[j] + if ca == cb { 0.0 } else { costs.substitute };
            let ins = row[j] + costs.insert;
            let del = prev[j + 1] + costs.delete;
            row.push(sub.min(ins).min(del));
        }
        prev = row;
    }
    prev[b.len()]
}

#[test]
fn gradient_is_right() {
    let make = |v: &[f64]| Costs {
        insert: v[0],
        delete: v[1],
        substitute: v[2],
    };
    let v = [1.0, 1.1, 1.3];
    for (a, b) in [("kitten", "sitting"), ("", "abc"), ("flaw", "lawn")] {
        let g = edit_distance::gradient(a, b, &make(&v));
        assert_grad(
            |v| edit_distance(a, b, &make(v)),
            &v,
            &[g.insert, g.delete, g.substitute],
        );
    }
}
