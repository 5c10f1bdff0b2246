use crate::assert_grad;
use pullback::differentiable;

const fn binomial(n: u64, k: u64) -> u64 {
    let mut r = 1;
    let mut i = 0;
    while i < k {
        r = r * (n - i) / (i + 1);
        i += 1;
    }
    r
}

#[differentiable]
fn bernstein<const N: usize>(c: &[f64; N], t: f64) -> f64 {
    let degree = const { N - 1 };
    let mut s = 0.0;
    for i in 0..=degree {
        s += c[i]
            * binomial(degree as u64, i as u64) as f64
            * t.powi(i as i32)
            * (1.0 - t).powi((degree - i) as i32);
    }
    s
}

#[differentiable]
fn f(c: &[f64; 4], t: f64) -> f64 {
    let scale = const { binomial(5, 2) as f64 };
    bernstein(c, t) * scale
}

#[test]
fn gradient_is_right() {
    let c = [0.3, -1.7, 0.5, 1.0];
    let (dc, dt) = f::gradient(&c, 0.4);
    assert_grad(|v| f(&[v[0], v[1], v[2], v[3]], 0.4), &c, &dc);
    assert_grad(|t| f(&c, t[0]), &[0.4], &[dt]);
}
