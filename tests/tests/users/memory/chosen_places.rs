use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Pair {
    left: f64,
    right: Vec<f64>,
}

#[differentiable]
fn larger(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x * x, y.sin());
    let t = if a > b { &mut a } else { &mut b };
    *t += x * y;
    *t *= 2.0;
    a * b
}

#[differentiable]
fn of_three(which: usize, x: f64) -> f64 {
    let mut pair = Pair {
        left: x,
        right: vec![x * x, 3.0 * x],
    };
    for i in 0..which + 3 {
        let part: &mut f64 = match (which + i) % 3 {
            0 => &mut pair.left,
            1 => &mut pair.right[0],
            _ => &mut pair.right[1],
        };
        if i == 4 {
            continue;
        }
        let before = *part;
        *part = before.sin() + x * before;
    }
    pair.left * pair.right[0] + pair.right[1]
}

#[differentiable]
fn nested(xs: &mut [f64], k: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for i in 0..xs.len() {
        let sum = if xs[i] < 0.0 {
            &mut low
        } else if xs[i] > 1.0 {
            &mut high
        } else {
            &mut xs[0]
        };
        *sum += k;
        let other = if i % 2 == 0 { &mut low } else { &mut high };
        *other = *other * k + xs[i];
        xs[i] *= *other;
    }
    low * high + xs.iter().sum::<f64>()
}

fn nested_of(xs: &[f64], k: f64) -> f64 {
    nested(&mut xs.to_vec(), k)
}

/// The last mention is in a text.
#[differentiable]
fn reported(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x * x, y.sin());
    let t = if a > b { &mut a } else { &mut b };
    *t *= x;
    println!("{t}");
    a * b
}

#[test]
fn gradient_is_right() {
    for (x, y) in [(0.3, 1.2), (1.4, -0.6)] {
        let (gx, gy) = larger::gradient(x, y);
        assert_grad(|v| larger(v[0], v[1]), &[x, y], &[gx, gy]);
        let (gx, gy) = reported::gradient(x, y);
        assert_grad(|v| reported(v[0], v[1]), &[x, y], &[gx, gy]);
    }
    for which in 0..4 {
        let g = of_three::gradient(which, 0.7);
        assert_grad(|x| of_three(which, x[0]), &[0.7], &[g]);
    }
    let xs = [0.6, -0.8, 1.7, 0.2, -0.3];
    let (gx, gk) = nested::gradient(&mut xs.to_vec(), 0.9);
    assert_grad(|x| nested_of(x, 0.9), &xs, &gx);
    assert_grad(|k| nested_of(&xs, k[0]), &[0.9], &[gk]);
}
