use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn rows(x: &[f64]) -> Vec<Vec<f64>> {
    x.chunks(2)
        .map(|c| c.iter().map(|v| v * v).collect())
        .collect()
}

#[differentiable]
fn listed(x: &[f64]) -> f64 {
    vec![vec![x[0], x[1]], vec![x[2]]].concat().iter().product()
}

#[differentiable]
fn returned(x: &[f64]) -> f64 {
    rows(x).concat().iter().product()
}

#[differentiable]
fn from_within(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.extend_from_within(1..3);
    v[4] *= v[0];
    v.iter().product()
}

#[differentiable]
fn grown_and_cut(x: &[f64]) -> f64 {
    let mut v = vec![x[0]];
    v.resize_with(4, || x[2] * x[1]);
    v.resize_with(2, || x[3]);
    v[1] *= v[0];
    v.iter().product()
}

#[differentiable]
fn collected(x: &[f64]) -> f64 {
    x.chunks(2).map(|c| c.to_vec()).collect::<Vec<_>>().concat()[3] * x[0]
}

#[differentiable]
fn logged(x: &[f64]) -> f64 {
    let mut log: Vec<Vec<f64>> = Vec::new();
    for i in 0..3 {
        let mut r = Vec::new();
        r.resize_with(i + 1, Default::default);
        r[i] = x[i];
        log.push(r);
    }
    log.concat().iter().map(|v| v * v).sum()
}

#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let mut n = 0;
    let mut v: Vec<f64> = Vec::new();
    v.resize_with(4, || {
        n += 1;
        x[n - 1] * n as f64
    });
    v.iter().product()
}

#[test]
fn gradients_are_right() {
    let x = [0.4, 0.7, 1.3, -0.6];
    assert_grad(listed, &x, &listed::gradient(&x));
    assert_grad(returned, &x, &returned::gradient(&x));
    assert_grad(from_within, &x, &from_within::gradient(&x));
    assert_grad(grown_and_cut, &x, &grown_and_cut::gradient(&x));
    assert_grad(collected, &x, &collected::gradient(&x));
    assert_grad(logged, &x, &logged::gradient(&x));
    assert_grad(counted, &x, &counted::gradient(&x));
}
