use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn volume([a, b, c]: [f64; 3]) -> f64 {
    a * b * c
}

#[differentiable]
fn f(p: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = p.chunks(2).map(<[f64]>::to_vec).collect();
    let entries: usize = rows.iter().map(Vec::len).sum();
    let firsts: f64 = rows
        .iter()
        .map(|r| r.first().copied())
        .map(Option::unwrap)
        .sum();
    let corner: [f64; 3] = p[1..4].try_into().unwrap();
    let other: [f64; 3] = p[3..].try_into().expect("three");
    let shared: &[f64; 3] = p[..3].try_into().unwrap();
    let whole = Option::unwrap_or(Some(p[0] * p[0]), 1.0);
    let flat = rows.into_iter().flat_map(Vec::into_iter).map(|x| x * x);
    flat.sum::<f64>() * entries as f64
        + firsts * whole
        + volume(corner) * other[0] * other[2]
        + shared[0] * shared[2]
        - volume(<[f64; 3]>::try_from(&p[3..]).unwrap())
}

#[test]
fn gradient_is_right() {
    let p = [0.4, -0.3, 0.9, 1.1, -0.7, 0.6];
    assert_grad(f, &p, &f::gradient(&p));
}
