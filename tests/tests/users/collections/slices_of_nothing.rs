use crate::check;
use pullback::differentiable;
use std::collections::BTreeMap;

#[differentiable]
fn energy(row: &[f64]) -> f64 {
    row.iter().map(|w| w * w).sum()
}

#[differentiable]
fn row_or_nothing(rows: &[Vec<f64>], i: usize) -> f64 {
    let by_condition = if i < rows.len() { &rows[i][..] } else { &[] };
    let stated: &[f64] = if i >= rows.len() { &[] } else { &rows[i] };
    let found = rows.get(i).map_or(&[][..], |row| row.as_slice());
    let matched: &[f64] = match rows.get(i) {
        Some(row) => row,
        None => &[],
    };
    energy(by_condition) + 2.0 * energy(stated) + 3.0 * energy(found) + 4.0 * energy(matched)
}

#[differentiable]
fn default_row(rows: &[Vec<f64>], i: usize) -> f64 {
    let row = rows.get(i).map(Vec::as_slice).unwrap_or_default();
    let mut total = 0.0;
    for w in rows.get(i + 1).map(|v| &v[1..]).unwrap_or_default() {
        total += w.sin() * row.iter().sum::<f64>();
    }
    total
        + energy(if let Some(row) = rows.get(i) {
            row
        } else {
            &[]
        })
        - energy(&[])
}

#[differentiable]
fn neighbours(weights: &[f64], edges: &[(usize, usize)]) -> f64 {
    let mut from: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
    for (&(a, b), &w) in edges.iter().zip(weights) {
        from.entry(a).or_default().push((b, w));
    }
    let mut total = 0.0;
    for node in 0..4 {
        for &(next, w) in from.get(&node).map(|v| v.as_slice()).unwrap_or_default() {
            total += w * w * (next + node) as f64;
        }
    }
    total
}

#[differentiable]
fn parted(x: &[f64], at: usize) -> f64 {
    let none: &[f64] = &[];
    let (head, tail) = if at < x.len() {
        x.split_at(at)
    } else {
        (x, none)
    };
    energy(head) * (1.0 + tail.iter().sum::<f64>()) + energy(none)
}

#[test]
fn gradients_are_right() {
    let rows = |x: &[f64]| vec![x[..2].to_vec(), x[2..].to_vec()];
    let flat = |d: Vec<Vec<f64>>| d.concat();
    let points: [&[f64]; 2] = [&[0.5, 2.0, 1.1, 0.3], &[-0.3, 0.4, 0.2, 0.0]];
    for i in 0..3 {
        check(
            |x| row_or_nothing(&rows(x), i),
            |x| flat(row_or_nothing::gradient(&rows(x), i)),
            &points,
        );
        check(
            |x| default_row(&rows(x), i),
            |x| flat(default_row::gradient(&rows(x), i)),
            &points,
        );
    }
    for at in [1, 9] {
        check(|x| parted(x, at), |x| parted::gradient(x, at), &points);
    }
    let edges = [(0, 1), (0, 2), (2, 3), (1, 0)];
    check(
        |x| neighbours(x, &edges),
        |x| neighbours::gradient(x, &edges),
        &points,
    );
}
