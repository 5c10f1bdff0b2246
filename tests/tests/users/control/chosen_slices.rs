use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Rows {
    a: Vec<f64>,
    b: Vec<f64>,
    c: [f64; 2],
}

#[differentiable]
fn longest<'a>(x: &'a [f64], y: &'a [f64]) -> f64 {
    let longest: &'a [f64] = if x.len() >= y.len() { x } else { y };
    longest.iter().map(|v| v.ln()).sum()
}

#[differentiable]
fn scaled(a: &[f64], k: f64, by_list: bool) -> f64 {
    let list: Vec<f64> = a.iter().map(|x| x * k).collect();
    let pair = [k, k * k];
    let chosen: &[f64] = if by_list { &list } else { &pair };
    let first: &f64 = if by_list { &list[1] } else { &k };
    chosen.iter().map(|v| v * v).sum::<f64>() * first
}

#[differentiable]
fn row(rows: &Rows, n: usize, k: f64) -> f64 {
    let row: &[f64] = match n {
        0 => &rows.a,
        1 if k > 0.0 => &rows.a[1..],
        1 => return k * k,
        _ => {
            if k > 0.0 {
                &rows.b
            } else {
                &rows.c
            }
        }
    };
    let whole: &Vec<f64> = if n == 0 { &rows.a } else { &rows.b };
    row[0] * row.len() as f64 + row.iter().sum::<f64>() * k + whole[0] * whole[1]
}

#[test]
fn gradient_is_right() {
    let v = [0.5, 1.2, 0.9];
    let (by_x, by_y) = longest::gradient(&v, &v[1..]);
    assert_grad(|x| longest(x, &v[1..]), &v, &by_x);
    assert_eq!(by_y, [0.0; 2]);
    let (_, by_y) = longest::gradient(&v[1..], &v);
    assert_grad(|y| longest(&v[1..], y), &v, &by_y);
    for by_list in [true, false] {
        for _ in 0..2 {
            let (by_a, by_k) = scaled::gradient(&v, 0.7, by_list);
            assert_grad(|a| scaled(a, 0.7, by_list), &v, &by_a);
            assert_grad(|k| scaled(&v, k[0], by_list), &[0.7], &[by_k]);
        }
    }
}

#[test]
fn fields_are_chosen() {
    let of = |v: &[f64]| Rows {
        a: v[..3].to_vec(),
        b: v[3..5].to_vec(),
        c: [v[5], v[6]],
    };
    let flat = [0.5, 0.7, 0.9, 0.2, 0.1, 1.5, 0.4];
    for n in 0..3 {
        for k in [0.6, -0.6] {
            for _ in 0..2 {
                let (by_rows, by_k) = row::gradient(&of(&flat), n, k);
                let by_rows = [&by_rows.a[..], &by_rows.b, &by_rows.c].concat();
                assert_grad(|v| row(&of(v), n, k), &flat, &by_rows);
                assert_grad(|k| row(&of(&flat), n, k[0]), &[k], &[by_k]);
            }
        }
    }
}
