use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn last_two(xs: &[f64]) -> Option<(f64, f64)> {
    let [.., a, b] = xs else { return None };
    Some((*a, *b))
}

#[differentiable]
fn extrapolate(xs: &[f64], t: f64) -> f64 {
    let Some((a, b)) = last_two(xs) else {
        return xs.iter().sum::<f64>() * t;
    };
    b + (b - a) * t
}

#[test]
fn gradient_is_right() {
    for x in [&[0.4, 1.2, 2.5][..], &[0.7]] {
        let (dx, dt) = extrapolate::gradient(x, 0.6);
        assert_grad(|x| extrapolate(x, 0.6), x, &dx);
        assert_grad(|t| extrapolate(x, t[0]), &[0.6], &[dt]);
    }
}
