use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(xs: &[f64]) -> f64 {
    match xs {
        [] => 0.0,
        [a] => a.exp(),
        [a, b] => a * b,
        [first, .., last] if first > last => first - last * last,
        [first, middle @ .., last] => first * last + middle.iter().sum::<f64>().cos(),
    }
}

#[test]
fn gradient_is_right() {
    for x in [
        &[][..],
        &[0.4],
        &[0.4, 1.2],
        &[2.0, 0.3, 0.5],
        &[0.5, 0.3, 0.2, 2.0],
    ] {
        assert_grad(f, x, &f::gradient(x));
    }
}

/// Parts of slices are matched from both of their ends.
#[differentiable]
fn ends_of_parts(x: &[f64], k: usize) -> f64 {
    let v = x.to_vec();
    let early = match &x[..k] {
        [first, .., last] => last * first,
        [only] => only.sin(),
        [] => 1.0,
    };
    let late = match &v[k - 1..] {
        [.., before, last] => before / last,
        [only] => only.exp(),
        [] => 1.0,
    };
    let end = x[k - 1];
    match x[1..k] {
        [a, .., b] => early * late + a * b * end,
        [a] => early + late * a * end,
        [] => early * late * end,
    }
}

#[test]
fn gradient_of_ends_of_parts_is_right() {
    let x = [0.5, 1.2, -0.7, 2.0];
    for k in 1..=4 {
        let g = ends_of_parts::gradient(&x, k);
        assert_grad(|v| ends_of_parts(v, k), &x, &g);
    }
}
