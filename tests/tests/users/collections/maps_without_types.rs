use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[differentiable]
fn by_name(x: &[f64]) -> f64 {
    let mut m = HashMap::new();
    m.insert("a", x[0]);
    m.insert("b", x[1]);
    m["a"] * m["b"]
}

#[differentiable]
fn looked_up(x: &[f64]) -> f64 {
    let mut m = HashMap::new();
    for (i, &v) in x.iter().enumerate() {
        m.insert(format!("k{i}"), v * v);
    }
    let mut s = 0.0;
    for i in 0..x.len() {
        if let Some(v) = m.get(&format!("k{i}")) {
            s += v * (i + 1) as f64;
        }
    }
    s
}

#[differentiable]
fn made_of_items(x: &[f64]) -> f64 {
    let m = BTreeMap::from([("a", x[0]), ("b", x[1] * 2.0)]);
    let n: HashMap<&str, f64> = [("a", x[0]), ("b", x[1])].into_iter().collect();
    m.values().map(|v| v * v).sum::<f64>() * n["a"] * n.get("b").copied().unwrap_or(0.0)
}

#[differentiable]
fn collected(x: &[f64]) -> f64 {
    let m = x
        .iter()
        .enumerate()
        .map(|(i, v)| (i, v * v))
        .collect::<BTreeMap<_, _>>();
    let names: HashMap<String, f64> = ["a", "b"]
        .iter()
        .map(|s| s.to_string())
        .zip(x.iter().copied())
        .collect();
    let back: HashMap<usize, usize> = (0..x.len()).map(|i| (i, x.len() - 1 - i)).collect();
    m.iter().map(|(k, v)| *k as f64 * v).sum::<f64>() + m[&0] * names["a"] * x[back[&0]]
}

#[differentiable]
fn structs(x: &[f64]) -> f64 {
    let mut m = BTreeMap::new();
    for (i, &v) in x.iter().enumerate() {
        m.insert(i, Pair { a: v, b: v * v });
    }
    m.values().map(|p| p.a * p.b).sum::<f64>() + m[&0].b
}

#[differentiable]
fn groups(x: &[f64]) -> f64 {
    let mut groups = BTreeMap::new();
    let mut means = HashMap::new();
    for (i, v) in x.iter().enumerate() {
        groups.entry(i % 2).or_insert_with(Vec::new).push(v * v);
        let mean = means.entry(i % 2).or_insert((0.0, 0));
        mean.0 += v * v;
        mean.1 += 1;
    }
    let products = groups.values().map(|g| g.iter().sum::<f64>());
    products.product::<f64>() + means.values().map(|(s, n)| s / *n as f64).sum::<f64>()
}

#[differentiable]
fn ranges(x: &[f64]) -> f64 {
    let mut m: BTreeMap<usize, f64> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        m.insert(i * 2, v * v);
    }
    m.range(1..4).map(|(k, v)| *k as f64 * v).sum()
}

#[differentiable]
fn remembered(x: &[f64]) -> f64 {
    let mut memo = HashMap::new();
    memo.insert(0, x[0]);
    memo.insert(1, x[1]);
    for n in 2..6 {
        let v = memo[&(n - 1)] * 0.5 + memo[&(n - 2)] * memo[&(n - 1)];
        memo.insert(n, v);
        memo.insert(0, v * 0.1);
    }
    memo[&5] * memo[&0]
}

#[differentiable]
fn settings(x: &[f64]) -> f64 {
    let mut m = HashMap::new();
    m.insert("rate", 0.1);
    m.insert("decay", 0.5);
    let mut w = x[0];
    for v in x {
        w -= m["rate"] * v * w;
        *m.get_mut("rate").unwrap() *= m["decay"];
    }
    w
}

#[differentiable]
fn of_other_things(x: &[f64]) -> f64 {
    let mut next = HashMap::new();
    let mut large = HashMap::new();
    let mut counts = HashMap::new();
    for (i, v) in x.iter().enumerate() {
        next.insert(i, (i + 1) % x.len());
        large.insert(i, v > &1.0);
        *counts.entry(*v > 1.0).or_insert(0) += 1;
    }
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += x[next[&i]] * if large[&i] { v * v } else { *v };
    }
    s * counts.len() as f64 * counts.get(&true).copied().unwrap_or(0) as f64
}

#[test]
fn gradients_are_right() {
    for x in [&[1.3, 2.5][..], &[0.3, 2.5], &[1.2, 0.7, 3.1]] {
        for _ in 0..2 {
            assert_grad(by_name, x, &by_name::gradient(x));
            assert_grad(looked_up, x, &looked_up::gradient(x));
            assert_grad(made_of_items, x, &made_of_items::gradient(x));
            assert_grad(collected, x, &collected::gradient(x));
            assert_grad(structs, x, &structs::gradient(x));
            assert_grad(groups, x, &groups::gradient(x));
            assert_grad(ranges, x, &ranges::gradient(x));
            assert_grad(remembered, x, &remembered::gradient(x));
            assert_grad(settings, x, &settings::gradient(x));
            assert_grad(of_other_things, x, &of_other_things::gradient(x));
        }
    }
}
