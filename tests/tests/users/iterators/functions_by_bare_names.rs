use crate::assert_grad;
use pullback::differentiable;
use std::iter::{self, once, repeat, zip};

#[differentiable]
fn chained(x: &[f64]) -> f64 {
    let v: Vec<f64> = once(x[0] * x[1]).chain(x.iter().copied()).collect();
    let w: f64 = zip(x, &v).map(|(a, b)| a * b).sum();
    let r: Vec<f64> = repeat(x[1]).take(3).collect();
    w + r.iter().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn looped(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in once(x[0]).chain(once(x[1])) {
        s += v * v;
    }
    for (a, b) in zip(x.iter(), repeat(2.0)) {
        s += a * b;
    }
    for (i, v) in zip(0..x.len(), x) {
        s += v * i as f64;
    }
    for ((a, b), c) in zip(x, x.iter().rev()).zip(x) {
        s += a * b * c;
    }
    s
}

#[differentiable]
fn changed(x: &[f64]) -> f64 {
    use std::iter::{repeat_n, repeat_with, successors};
    let powers: f64 = successors(Some(x[0]), |v| Some(v * x[1])).take(4).sum();
    let squares: f64 = repeat_with(|| x[2] * x[2]).take(2).sum();
    let mut y = x.to_vec();
    for (a, b) in zip(&mut y, x) {
        *a *= b;
    }
    y.extend(once(x[0]));
    let f = |u: f64| iter::zip(&y, x).map(|(a, b)| a * b * u).sum::<f64>();
    let n: Vec<f64> = repeat_n(x[1] * x[1], 3).collect();
    powers + squares + y.iter().sum::<f64>() + f(x[1]) + n.iter().sum::<f64>()
}

#[differentiable]
fn of_other_meaning(x: &[f64]) -> f64 {
    let once = |v: f64| [v, v * v];
    let mut s = 0.0;
    for v in once(x[0]).iter() {
        s += v;
    }
    once(x[1]).iter().sum::<f64>() + s
}

#[differentiable]
fn arrays(x: &[f64]) -> f64 {
    let a = <&[f64; 2]>::try_from(&x[..2]).unwrap();
    let b: [f64; 2] = x[1..].try_into().expect("two");
    zip(a, b).map(|(a, b)| a * b * b).sum()
}

#[differentiable]
fn counted_down(x: f64) -> f64 {
    use std::iter::from_fn;
    let mut state = x;
    let mut left = 5;
    from_fn(|| {
        if left == 0 {
            return None;
        }
        left -= 1;
        state = if state > 1.0 {
            state / 2.0
        } else {
            3.0 * state + 1.0
        };
        Some(state)
    })
    .sum()
}

#[differentiable]
fn filled(x: &[f64]) -> f64 {
    use std::array::from_fn;
    let a: [f64; 3] = from_fn(|i| x[i] * x[0]);
    let m: [[f64; 2]; 2] = from_fn(|i| from_fn(|j| x[i] * a[j]));
    m[0][1] + a[2] * m[1][1] + counted_down(x[1])
}

#[test]
fn gradients_are_right() {
    for x in [[1.3, 0.7, 2.1], [0.2, -0.5, 1.1]] {
        for _ in 0..2 {
            assert_grad(chained, &x, &chained::gradient(&x));
            assert_grad(looped, &x, &looped::gradient(&x));
            assert_grad(changed, &x, &changed::gradient(&x));
            assert_grad(of_other_meaning, &x, &of_other_meaning::gradient(&x));
            assert_grad(arrays, &x, &arrays::gradient(&x));
        }
    }
    let x = [1.3, -0.6, 0.8];
    assert_grad(filled, &x, &filled::gradient(&x));
}
