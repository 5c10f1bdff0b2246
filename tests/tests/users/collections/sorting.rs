use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn median(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.total_cmp(b));
    let n = v.len();
    if n % 2 == 1 {
        v[n / 2]
    } else {
        0.5 * (v[n / 2 - 1] + v[n / 2])
    }
}

#[differentiable]
fn descending(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_unstable_by(|a, b| b.partial_cmp(a).unwrap());
    v.iter()
        .enumerate()
        .map(|(i, a)| a * a * (i + 1) as f64)
        .sum()
}

#[differentiable]
fn named(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(f64::total_cmp);
    v[0] * v[1] - v[v.len() - 1]
}

#[differentiable]
fn ranked(x: &[f64], w: &[f64]) -> f64 {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&i, &j| x[i].partial_cmp(&x[j]).unwrap());
    let worst = order.iter().rev().position(|&i| i == 0).unwrap_or(0);
    order.iter().zip(w).map(|(&i, w)| w * x[i]).sum::<f64>() * (worst + 1) as f64
}

#[differentiable]
fn by_cost(x: &[f64]) -> f64 {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_unstable_by(|&a, &b| (x[a] * x[a]).total_cmp(&(x[b] * x[b])).then(a.cmp(&b)));
    order.truncate(3);
    order.reverse();
    let mut s = 1.0;
    for (k, &i) in order.iter().enumerate() {
        s *= x[i] + k as f64;
    }
    s
}

#[differentiable]
fn of_pairs(x: &[f64], keys: &[i32]) -> f64 {
    let mut items: Vec<(i32, f64)> = keys.iter().copied().zip(x.iter().copied()).collect();
    items.sort_by_key(|&(k, _)| k);
    let mut heavy = items.clone();
    heavy.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut s = heavy[0].1 * heavy[1].1;
    for (i, (k, v)) in items.iter().enumerate() {
        s += v * v * (i as f64 + *k as f64);
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Job {
    priority: u32,
    cost: f64,
}

#[differentiable]
fn scheduled(costs: &[f64]) -> f64 {
    let mut jobs: Vec<Job> = costs
        .iter()
        .enumerate()
        .map(|(i, &cost)| Job {
            priority: (i as u32 * 7) % 5,
            cost,
        })
        .collect();
    jobs.sort_by_key(|j| std::cmp::Reverse(j.priority));
    let mut clock = 0.0;
    let mut total = 0.0;
    for job in &jobs {
        clock += job.cost;
        total += clock * job.priority as f64;
    }
    total
}

#[differentiable]
fn in_a_loop(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut s = 0.0;
    for k in 0..3 {
        v.sort_by(|a, b| a.total_cmp(b));
        s += v[k] * v[v.len() - 1];
        v[0] = v[0] * 2.0 + v[1] * v[1];
        v.reverse();
        v.rotate_left(1);
    }
    s + v[0]
}

#[test]
fn gradients_are_right() {
    let (x, w) = ([0.3, 1.0, -0.7, 0.8, 0.45], [0.1, 0.5, 1.0, 2.0, -1.0]);
    for n in 3..=5 {
        assert_grad(median, &x[..n], &median::gradient(&x[..n]));
        assert_grad(descending, &x[..n], &descending::gradient(&x[..n]));
        assert_grad(named, &x[..n], &named::gradient(&x[..n]));
        assert_grad(in_a_loop, &x[..n], &in_a_loop::gradient(&x[..n]));
        let (dx, dw) = ranked::gradient(&x[..n], &w[..n]);
        assert_grad(|v| ranked(v, &w[..n]), &x[..n], &dx);
        assert_grad(|v| ranked(&x[..n], v), &w[..n], &dw);
        assert_grad(by_cost, &x[..n], &by_cost::gradient(&x[..n]));
        assert_grad(scheduled, &x[..n], &scheduled::gradient(&x[..n]));
    }
    let keys = [3, 1, 2, 1, 0];
    assert_grad(|v| of_pairs(v, &keys), &x, &of_pairs::gradient(&x, &keys));
}
