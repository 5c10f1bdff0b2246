use crate::assert_grad;
use pullback::differentiable;
use std::collections::HashSet;

#[differentiable]
fn squares_of(x: &[f64], chosen: &[usize]) -> f64 {
    chosen.iter().map(|&j| x[j] * x[j]).sum()
}

/// What is chosen grows between the calls.
#[differentiable]
fn grown(x: &[f64]) -> f64 {
    let mut chosen: Vec<usize> = Vec::new();
    let none = squares_of(x, &chosen);
    chosen.push(1);
    let one = squares_of(x, &chosen);
    chosen.push(0);
    none + one.sin() * squares_of(x, &chosen)
}

/// Parts of a list that is changed in all ways, under conditions and in a loop.
#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let mut chosen = Vec::new();
    let mut total = 0.0;
    for round in 0..3 {
        if round != 1 {
            chosen.push(round);
        }
        total += squares_of(x, &chosen).sin();
        if x[round] > 0.5 {
            chosen.push(2);
        } else {
            chosen.insert(0, 1);
        }
        total *= squares_of(x, &chosen[1..]) + 1.0;
        if chosen.len() > 4 {
            chosen.clear();
        }
    }
    chosen.sort();
    total + squares_of(x, &chosen)
}

#[differentiable]
fn product_without(x: &[f64], seen: &HashSet<usize>) -> f64 {
    let left = x.iter().enumerate().filter(|(i, _)| !seen.contains(i));
    left.map(|(_, v)| v * v).product()
}

struct Tour;

#[differentiable]
impl Tour {
    fn leg(x: &[f64], seen: &[bool], at: usize) -> f64 {
        let mut best = 10.0;
        for i in 0..x.len() {
            if !seen[i] {
                let d = (x[i] - x[at]).powi(2);
                if d < best {
                    best = d;
                }
            }
        }
        best
    }

    fn length(x: &[f64]) -> f64 {
        let mut seen = vec![false; x.len()];
        let mut set = HashSet::new();
        let (mut at, mut total) = (0, 0.0);
        for _ in 1..x.len() {
            seen[at] = true;
            set.insert(at);
            total += Self::leg(x, &seen, at) * product_without(x, &set).cos();
            at = (at + 2) % x.len();
        }
        total
    }
}

#[differentiable]
fn tour(x: &[f64]) -> f64 {
    Tour::length(x)
}

#[differentiable]
fn left_over(x: &[Vec<f64>], y: &[f64], chosen: &[usize]) -> f64 {
    let mut r = y.to_vec();
    for &j in chosen {
        let along: f64 = x[j].iter().zip(&r).map(|(a, b)| a * b).sum();
        let b = along / x[j].iter().map(|a| a * a).sum::<f64>();
        for (r, x) in r.iter_mut().zip(&x[j]) {
            *r -= b * x;
        }
    }
    r.iter().map(|v| v * v).sum()
}

/// Columns are chosen as long as one makes what is left over smaller.
#[differentiable]
fn selected(x: &[Vec<f64>], y: &[f64], k: usize, penalty: f64) -> (Vec<usize>, f64) {
    let mut chosen: Vec<usize> = Vec::new();
    let mut best = left_over(x, y, &chosen);
    while chosen.len() < k {
        let mut improved = None;
        for j in 0..x.len() {
            if chosen.contains(&j) {
                continue;
            }
            let mut trial = chosen.clone();
            trial.push(j);
            let v = left_over(x, y, &trial) + penalty * trial.len() as f64;
            if improved.map_or(v < best, |(_, u)| v < u) {
                improved = Some((j, v));
            }
        }
        match improved {
            Some((j, v)) => {
                chosen.push(j);
                best = v;
            }
            None => break,
        }
    }
    (chosen, best)
}

#[differentiable]
fn criterion(p: &[f64]) -> f64 {
    let x: Vec<Vec<f64>> = p[1..10].chunks(3).map(|c| c.to_vec()).collect();
    let y = [1.0, 0.5, -0.3];
    let (chosen, v) = selected(&x, &y, 2, p[0]);
    v + 0.1 * chosen.len() as f64 + left_over(&x, &y, &chosen).sqrt()
}

#[test]
fn lists_that_change_after_calls() {
    for x in [[0.3, 0.8, 1.2], [0.7, 0.1, 0.4], [0.9, 0.6, 0.75]] {
        for _ in 0..2 {
            assert_grad(grown, &x, &grown::gradient(&x));
            assert_grad(parts, &x, &parts::gradient(&x));
            assert_grad(tour, &x, &tour::gradient(&x));
        }
    }
    let columns = [1.0, 0.2, 0.1, 0.3, 1.0, -0.5, -0.2, 0.4, 0.9];
    for penalty in [0.01, 0.4, 3.0] {
        let p: Vec<f64> = std::iter::once(penalty).chain(columns).collect();
        assert_grad(criterion, &p, &criterion::gradient(&p));
    }
}
