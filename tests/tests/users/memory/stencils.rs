use crate::assert_grad;
use pullback::differentiable;

/// Two buffers that are exchanged: of one, neighbours are read, of the other, one element is written.
#[differentiable]
fn diffuse(u0: &[f64], k: f64, steps: usize) -> f64 {
    let mut u = u0.to_vec();
    let mut next = u.clone();
    for _ in 0..steps {
        for i in 1..u.len() - 1 {
            next[i] = u[i] + k * u[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        std::mem::swap(&mut u, &mut next);
    }
    u.iter().map(|v| v * v).sum()
}

/// The neighbours are on one side.
#[differentiable]
fn advect(u0: &[f64], c: f64, steps: usize) -> f64 {
    let n = u0.len();
    let mut old = u0.to_vec();
    let mut new = vec![0.0; n];
    for _ in 0..steps {
        new[0] = old[0];
        for i in 1..n {
            new[i] = old[i] - c * old[i] * (old[i] - old[i - 1]);
        }
        (old, new) = (new, old);
    }
    old.iter()
        .enumerate()
        .map(|(i, v)| (i as f64 + 1.0) * v)
        .sum()
}

/// Four neighbours wide, and what is exchanged is changed as well.
#[differentiable]
fn smooth(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![1.0; x.len()];
    for _ in 0..3 {
        for i in 2..a.len() - 1 {
            b[i] = a[i - 2] * a[i - 1] - a[i].sin() * a[i + 1] + 0.5 * b[i];
        }
        for i in 0..a.len() {
            a[i] += 0.1 * b[i] * b[i];
        }
        std::mem::swap(&mut a, &mut b);
    }
    a.iter().zip(&b).map(|(a, b)| a * b).sum()
}

/// Exchanged inside of the loop that reads and writes them.
#[differentiable]
fn braid(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x.to_vec(), x.iter().map(|v| v + 1.0).collect::<Vec<f64>>());
    for i in 1..x.len() {
        a[i] = b[i] * b[i - 1];
        std::mem::swap(&mut a, &mut b);
        b[i - 1] += a[i] * a[i];
    }
    a.iter().zip(&b).map(|(a, b)| a - b * b).sum()
}

/// No buffer: every element is added to by the iterations around it.
#[differentiable]
fn roughness(x: &[f64], w: &[f64]) -> f64 {
    let mut e = 0.0;
    for i in 1..x.len() - 1 {
        let d = x[i + 1] - 2.0 * x[i] + x[i - 1];
        e += w[i] * d * d + w[i - 1] * x[i];
    }
    e
}

fn points(n: usize) -> Vec<f64> {
    (0..n).map(|i| 0.3 + (i as f64 * 1.7).sin() * 0.4).collect()
}

#[test]
fn gradients_are_right_at_every_length() {
    for n in 2..=14 {
        let x = points(n);
        for steps in 0..4 {
            let (du, dk) = diffuse::gradient(&x, 0.15, steps);
            assert_grad(|x| diffuse(x, 0.15, steps), &x, &du);
            assert_grad(|k| diffuse(&x, k[0], steps), &[0.15], &[dk]);
            let (du, dc) = advect::gradient(&x, 0.3, steps);
            assert_grad(|x| advect(x, 0.3, steps), &x, &du);
            assert_grad(|c| advect(&x, c[0], steps), &[0.3], &[dc]);
        }
        let w = points(n + 1);
        let (dx, dw) = roughness::gradient(&x, &w);
        assert_grad(|x| roughness(x, &w), &x, &dx);
        assert_grad(|w| roughness(&x, w), &w, &dw);
        assert_grad(braid, &x, &braid::gradient(&x));
        if n > 2 {
            assert_grad(smooth, &x, &smooth::gradient(&x));
        }
    }
}

#[test]
fn contributions_add_up() {
    let x = points(11);
    let (mut du, mut dk) = (vec![7.0; 11], 7.0);
    for _ in 0..2 {
        diffuse::value_and_gradient_into(&x, 0.15, 3, &mut du, &mut dk);
    }
    let expected = diffuse::gradient(&x, 0.15, 3);
    assert_eq!((du, dk), expected);
}
