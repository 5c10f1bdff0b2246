//! Lists whose elements are made of those before them.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn smoothed(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = vec![0.0; n];
    y[0] = x[0];
    for i in 1..n {
        y[i] = a * x[i] + (1.0 - a) * y[i - 1];
    }
    let mut e = 0.0;
    for i in 0..n {
        let d = y[i] - x[i];
        e += d * d;
    }
    e
}

#[differentiable]
fn of_second_order(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    for i in 2..n {
        y[i] = a * x[i] * y[i - 2] + y[i - 1] * y[i - 1].sin();
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiable]
fn downwards(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = vec![1.0; n + 1];
    for i in (0..n).rev() {
        y[i] = a * x[i] * y[i + 1] + y[i + 1] * y[i + 1];
    }
    y[0] * y[1]
}

#[differentiable]
fn ahead(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    for i in 0..n - 1 {
        y[i] = a * y[i + 1] * y[i + 1];
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiable]
fn of_itself_too(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    for i in 1..n {
        y[i] = a * y[i] * y[i - 1] * y[i - 1];
        y[i] = y[i] * y[i];
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiable]
fn behind_and_back(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    for i in 1..n {
        let p = y[i - 1];
        y[i] = a * p * p;
        y[i - 1] = p * 2.0;
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiable]
fn two_rounds(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    for _ in 0..2 {
        for i in 1..n {
            y[i] = a * y[i] + y[i - 1] * y[i - 1];
        }
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiable]
fn scaled_later(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    for i in 1..n {
        y[i] = a * y[i - 1] * y[i - 1];
    }
    let e: f64 = y.iter().map(|v| v.sin()).sum();
    for i in 0..n {
        y[i] = y[i] * e;
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiable]
fn trajectory(x: &[f64], k: f64) -> f64 {
    let n = 5;
    let mut q = vec![0.0; n + 1];
    let mut v = vec![0.0; n + 1];
    q[0] = x[0];
    v[0] = x[1];
    for t in 0..n {
        v[t + 1] = v[t] - 0.1 * k * q[t].sin() - x[2] * v[t] * v[t];
        q[t + 1] = q[t] + 0.1 * v[t + 1];
    }
    let mut e = 0.0;
    for t in 0..=n {
        e += q[t] * q[t] * x[3];
    }
    e
}

#[differentiable]
fn table(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut d = vec![vec![0.0; n]; n];
    for i in 0..n {
        d[i][0] = x[i];
        d[0][i] = x[i] * a;
    }
    for i in 1..n {
        for j in 1..n {
            d[i][j] = d[i - 1][j] * d[i][j - 1] + a * d[i - 1][j - 1] * x[j];
        }
    }
    d[n - 1][n - 1] + d[1][2]
}

#[differentiable]
fn table_against_its_order(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut d = vec![vec![0.5; n]; n];
    for i in 0..n {
        d[i][0] = x[i];
        d[0][i] = x[i] * a;
    }
    for i in 1..n - 1 {
        for j in 1..n - 1 {
            d[i][j] = d[i - 1][j + 1] * d[i - 1][j] + a * d[i + 1][j - 1] * d[i][j + 1];
        }
    }
    d[n - 2][n - 2] + d[1][2]
}

#[differentiable]
fn swapped(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    let mut z = vec![1.0; n];
    for i in 1..n {
        y[i] = a * y[i - 1] * y[i - 1] + z[i];
        std::mem::swap(&mut y, &mut z);
    }
    y.iter().zip(&z).map(|(v, w)| v * v + w).sum()
}

#[differentiable]
fn in_place(y: &mut Vec<f64>, a: f64) -> f64 {
    let n = y.len();
    for i in 1..n {
        y[i] = a * y[i - 1] * y[i - 1] + y[i];
    }
    let mut s = 0.0;
    for v in y.iter() {
        s += v * v;
    }
    s
}

#[differentiable]
fn through_a_call(x: &[f64], a: f64) -> f64 {
    let mut y = x.to_vec();
    let s = in_place(&mut y, a);
    s * y[1]
}

#[differentiable]
fn prefix_sums(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut c = vec![0.0; n + 1];
    for i in 0..n {
        c[i + 1] = c[i] + x[i];
    }
    let mut e = 0.0;
    for i in 0..n {
        for j in i + 1..=n {
            let m = (c[j] - c[i]) / (j - i) as f64;
            e += (m - a) * (m - a);
        }
    }
    e
}

#[differentiable]
fn left_early(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    for i in 1..n {
        if x[i] > 1.5 {
            break;
        }
        if x[i] < 0.35 {
            continue;
        }
        y[i] = a * y[i - 1] * y[i - 1];
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiable]
fn tridiagonal(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut c = vec![0.0; n];
    let mut d = vec![0.0; n];
    c[0] = a / 3.0;
    d[0] = x[0] / 3.0;
    for i in 1..n {
        let m = 1.0 / (3.0 - a * c[i - 1]);
        c[i] = a * m;
        d[i] = (x[i] - a * d[i - 1]) * m;
    }
    let mut y = vec![0.0; n];
    y[n - 1] = d[n - 1];
    for i in (0..n - 1).rev() {
        y[i] = d[i] - c[i] * y[i + 1];
    }
    y.iter().map(|v| v * v * v).sum()
}

const POINTS: [&[f64]; 3] = [
    &[0.3, 0.7, 1.1, 0.9, 0.23, 1.6],
    &[1.2, 0.41, 0.6, 0.25, 1.9, 0.83],
    &[0.55, 0.9, 0.31, 0.75, 0.44, 0.38],
];

/// Checks both rules of functions, the one that goes along and the one of `vjp`.
macro_rules! check_both {
    ($($function:ident)+) => {$(
        let f = |x: &[f64]| $function(&x[1..], x[0]);
        let all = |(dx, da): (Vec<f64>, f64)| [vec![da], dx].concat();
        check(f, |x| all($function::gradient(&x[1..], x[0])), &POINTS);
        let by_pullback = |x: &[f64]| {
            let (_, pullback) = $function::vjp(&x[1..], x[0]);
            let first: (Vec<f64>, f64) = pullback.call(1.0);
            assert_eq!(first, pullback.call(1.0));
            all(first)
        };
        check(f, by_pullback, &POINTS);
    )+};
}

#[test]
fn elements_stay_or_come_back() {
    check_both!(smoothed of_second_order downwards ahead of_itself_too behind_and_back two_rounds scaled_later trajectory table table_against_its_order swapped through_a_call prefix_sums left_early tridiagonal);
}
