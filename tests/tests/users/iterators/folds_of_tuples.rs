use crate::check;
use pullback::differentiable;

#[differentiable]
fn smoothed(xs: &[f64]) -> f64 {
    let (s, v) = xs
        .iter()
        .skip(1)
        .fold((xs[0], vec![xs[0]]), |(s, mut v), x| {
            let s = 0.3 * x + 0.7 * s;
            v.push(s);
            (s, v)
        });
    v.iter().map(|x| x * x).sum::<f64>() + s
}

#[differentiable]
fn only_the_list(xs: &[f64]) -> f64 {
    let v = xs
        .iter()
        .skip(1)
        .fold((xs[0], vec![xs[0]]), |(s, mut v), x| {
            let s = 0.3 * x + 0.7 * s;
            v.push(s);
            (s, v)
        })
        .1;
    v.iter().map(|x| x * x).sum::<f64>()
}

#[differentiable]
fn after_underscore(xs: &[f64]) -> f64 {
    let (_, v) = xs.iter().fold((1.0, Vec::new()), |(s, mut v), x| {
        v.push(s * x);
        (s + x, v)
    });
    v.iter().map(|x| x * x).sum::<f64>()
}

#[differentiable]
fn at_once(xs: &[f64]) -> f64 {
    xs.iter()
        .fold((1.0, Vec::new()), |(s, mut v), x| {
            v.push(s * x);
            (s + x, v)
        })
        .1
        .iter()
        .map(|x| x * x)
        .sum::<f64>()
}

#[differentiable]
fn split(xs: &[f64]) -> f64 {
    let (lo, hi) = xs.iter().fold((vec![], vec![]), |(mut lo, mut hi), &x| {
        if x < 0.6 {
            lo.push(x)
        } else {
            hi.push(x * x)
        }
        (lo, hi)
    });
    lo.iter().sum::<f64>() + hi.iter().product::<f64>()
}

#[differentiable]
fn runs(xs: &[f64]) -> f64 {
    let (runs, last, n) = xs.iter().fold(
        (Vec::new(), Vec::new(), 0usize),
        |(mut runs, mut cur, n): (Vec<Vec<f64>>, Vec<f64>, usize), &x| {
            if cur.last().is_some_and(|l| x < *l) {
                runs.push(std::mem::take(&mut cur));
                cur.push(x);
                (runs, cur, n + 1)
            } else {
                cur.push(x * x);
                (runs, cur, n)
            }
        },
    );
    runs.iter()
        .map(|r| r.iter().sum::<f64>().powi(2))
        .sum::<f64>()
        + last.iter().sum::<f64>() * n as f64
}

#[differentiable]
fn in_a_closure(xs: &[f64]) -> f64 {
    let ema = |a: f64| {
        xs.iter()
            .skip(1)
            .fold((xs[0], vec![xs[0]]), |(s, mut v), x| {
                let s = a * x + (1.0 - a) * s;
                v.push(s);
                (s, v)
            })
            .1
    };
    let (f, s) = (ema(0.5), ema(0.1));
    f.iter().zip(&s).map(|(a, b)| (a - b) * a).sum()
}

#[differentiable]
fn in_arms(xs: &[f64]) -> f64 {
    let (mut a, b) = xs
        .iter()
        .enumerate()
        .fold(([0.0; 3], 1.0), |(mut a, b), (i, x)| match i % 3 {
            0 => {
                a[0] += x * b;
                (a, b * 1.1)
            }
            k => {
                a[k] -= x;
                (a, b + x)
            }
        });
    a[0] *= b;
    a.iter().sum()
}

#[differentiable]
fn numbers(xs: &[f64]) -> f64 {
    let (a, b, mut c) = xs
        .iter()
        .fold((0.0, 1.0, 0.0), |(s, p, mut m): (f64, f64, f64), x| {
            m = f64::max(m, *x);
            (s + x, p * x + s, m)
        });
    c += a;
    a * b + c
}

#[differentiable]
fn deques(xs: &[f64]) -> f64 {
    xs.chunks(2)
        .fold(
            (0.0, std::collections::VecDeque::from(vec![1.0; 2])),
            |(t, mut q), c| {
                let old = q.pop_front().unwrap();
                q.push_back(c.iter().sum::<f64>() + old * 0.1);
                (t + old * c[0], q)
            },
        )
        .0
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 3] = [
        &[0.5, 1.2, 0.7],
        &[1.15, 0.61, 0.35],
        &[2.1, -0.4, 1.3, 0.2, 0.9],
    ];
    check(smoothed, |x| smoothed::gradient(x), &points);
    check(only_the_list, |x| only_the_list::gradient(x), &points);
    check(after_underscore, |x| after_underscore::gradient(x), &points);
    check(at_once, |x| at_once::gradient(x), &points);
    check(split, |x| split::gradient(x), &points);
    check(runs, |x| runs::gradient(x), &points);
    check(in_a_closure, |x| in_a_closure::gradient(x), &points);
    check(in_arms, |x| in_arms::gradient(x), &points);
    check(numbers, |x| numbers::gradient(x), &points);
    check(deques, |x| deques::gradient(x), &points);
}
