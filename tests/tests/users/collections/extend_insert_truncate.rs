use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(a: &[f64], b: &[f64]) -> f64 {
    let mut v = a.to_vec();
    v.extend(b.iter().map(|x| x * x));
    v.extend_from_slice(&a[..1]);
    v.insert(1, a[0] * b[0]);
    let removed = v.remove(2);
    v.truncate(4);
    let swapped = v.swap_remove(0);
    let mut s = removed * swapped;
    for (i, x) in v.iter().enumerate() {
        s += (i + 1) as f64 * x;
    }
    v.clear();
    v.push(s);
    v.resize(3, s * 0.5);
    v.iter().product()
}

#[test]
fn gradient_is_right() {
    let (a, b) = ([0.3, 1.0, -0.7], [0.8, 0.5]);
    let (da, db) = f::gradient(&a, &b);
    assert_grad(|v| f(v, &b), &a, &da);
    assert_grad(|v| f(&a, v), &b, &db);
}
