//! Functions that take iterators, and what is passed to them.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[differentiable]
fn mean(it: impl Iterator<Item = f64>) -> f64 {
    let mut n = 0;
    let mut s = 0.0;
    for x in it {
        s += x;
        n += 1;
    }
    s / n as f64
}

#[differentiable]
fn soft_min<I: IntoIterator<Item = f64>>(items: I, temp: f64) -> f64 {
    let mut z = 0.0;
    for x in items {
        z += (-x / temp).exp();
    }
    -temp * z.ln()
}

#[differentiable]
fn first_and_rest<I>(mut it: I, k: f64) -> f64
where
    I: Iterator<Item = (usize, f64)>,
{
    let (i, first) = it.next().unwrap();
    let mut s = first * (i + 1) as f64;
    while let Some((j, x)) = it.next() {
        s = s * k + x * j as f64;
    }
    s
}

#[differentiable]
fn products<I, J>(a: I, b: J) -> f64
where
    I: IntoIterator<Item = f64>,
    J: IntoIterator<Item = f64>,
{
    a.into_iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn norm<'a>(it: impl IntoIterator<Item = &'a f64>) -> f64 {
    it.into_iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[differentiable]
fn mean_of_references<'a>(it: impl Iterator<Item = &'a f64>) -> f64 {
    let mut s = 0.0;
    let mut n = 0;
    for x in it {
        s += *x;
        n += 1;
    }
    s / n as f64
}

/// Stops early.
#[differentiable]
fn until_large<'a, I: Iterator<Item = &'a f64>>(it: I, limit: f64) -> f64 {
    let mut s = 1.0;
    for x in it {
        if *x > limit {
            break;
        }
        s *= 1.0 + x * x;
    }
    s
}

fn count(it: impl Iterator<Item = usize>) -> usize {
    it.count()
}

fn largest<'a>(it: impl Iterator<Item = &'a usize>) -> usize {
    it.copied().max().unwrap()
}

#[differentiable]
fn pipelines_are_passed(xs: &[f64], k: f64) -> f64 {
    let m = mean(xs.iter().copied());
    let v = mean(xs.iter().map(|x| (x - m).powi(2)));
    let s = soft_min(xs.iter().map(|x| x.sin()).filter(|x| *x > 0.0), k);
    let e = first_and_rest(xs.iter().cloned().enumerate().skip(1), k);
    v.sqrt() / m + s + e
}
check!(
    pipelines_are_passed_checks,
    pipelines_are_passed(&[0.3, 1.7, 0.8], 0.9)
);

#[differentiable]
fn lists_are_passed(xs: &[f64], k: f64) -> f64 {
    let mut ys = xs.to_vec();
    ys.push(k);
    let p = products(ys.iter().map(|y| y * k), [k, xs[0]]);
    soft_min([xs[0], xs[1] * k], k) + soft_min(xs.to_vec(), 1.0) + p + norm(&ys) + norm(&[k, xs[1]])
}
check!(
    lists_are_passed_checks,
    lists_are_passed(&[0.3, 1.7, 0.8], 0.9)
);

#[differentiable]
fn references_are_passed(xs: &[f64], k: f64) -> f64 {
    let ys = vec![k, xs[0] * k, 1.0];
    let all = mean_of_references(xs.iter()) * mean_of_references([k, 2.0].iter());
    let some = mean_of_references(ys.iter().rev().filter(|y| **y > 0.5));
    all * some * until_large(xs.iter().skip(1), 1.0) + norm(xs)
}
check!(
    references_are_passed_checks,
    references_are_passed(&[0.3, 0.7, 1.8], 0.9)
);

#[differentiable]
fn others_are_called_as_they_are(xs: &[f64], picked: &[usize]) -> f64 {
    let n = count((0..4).filter(|i| i % 2 == 0)) + largest(picked.iter());
    xs[0] * n as f64
}
check!(
    others_are_called_as_they_are_checks,
    others_are_called_as_they_are(&[0.3], fixed(&[1, 5, 2]))
);

#[derive(Clone, Debug, Differentiable)]
struct Scaled {
    by: f64,
}

#[differentiable]
impl Scaled {
    fn total(&self, it: impl Iterator<Item = f64>) -> f64 {
        it.fold(1.0, |a, x| a * x * self.by)
    }

    fn variance(it: impl Iterator<Item = f64>, mean: f64) -> f64 {
        it.map(|x| (x - mean) * (x - mean)).sum()
    }
}

#[differentiable]
fn methods_take_iterators(xs: &[f64], k: f64) -> f64 {
    let scaled = Scaled { by: k };
    let mut s = 0.0;
    for i in 0..xs.len() {
        if xs[i] > 0.5 {
            s += scaled.total(xs[i..].iter().map(|x| x + k));
        } else {
            s += Scaled::variance(xs.iter().map(|x| x * k), xs[i]);
        }
    }
    s
}
check!(
    methods_take_iterators_checks,
    methods_take_iterators(&[0.3, 0.7, 1.8], 0.9)
);

#[differentiable]
fn weighted(it: impl Iterator<Item = (f64, f64)>, p: f64) -> f64 {
    let mut v = vec![];
    let mut t = 1.0;
    for (a, b) in it.filter(|(a, _)| *a > 0.2) {
        t *= 1.0 + a * p;
        v.push(b * t);
    }
    v.iter().map(|x| x.sin()).sum()
}

#[differentiable]
fn under_branches_and_in_loops(xs: &[f64], k: f64, n: usize) -> f64 {
    let mut ys = xs.to_vec();
    let mut s = 0.0;
    for i in 0..n {
        let scaled = |y: f64| y * k;
        s += 0.1 * weighted(ys.iter().zip(xs).map(|(a, b)| (scaled(*a), b * s)), k);
        ys[i] *= s.cos();
        if i % 2 == 0 {
            let numbered = ys.iter().copied().enumerate().map(|(j, y)| (y, j as f64));
            s += weighted(numbered.chain(std::iter::once((s, k))), s);
        } else {
            s *= weighted(ys.windows(2).map(|w| (w[0], w[1])), 0.3);
        }
    }
    s
}
check!(
    under_branches_and_in_loops_checks,
    under_branches_and_in_loops(&[0.4, 0.9, 1.3], 0.7, fixed(2))
);
