use crate::check;
use pullback::differentiable;

#[differentiable]
fn with<R>(list: Vec<f64>, then: impl FnOnce(Vec<f64>) -> R) -> R {
    then(list)
}

#[differentiable]
fn with_array<R>(array: [f64; 3], then: impl Fn([f64; 3]) -> R) -> R {
    then(array)
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let scale = x[0];
    let pushed = with(x.to_vec(), |mut v| {
        v.push(scale);
        v.iter().map(|t| t * t).sum::<f64>()
    });
    let scaled = with(x.to_vec(), |mut v| {
        for t in v.iter_mut() {
            *t *= scale;
        }
        v
    });
    let sorted = with(x.to_vec(), |mut v| {
        for t in &mut v {
            *t += scale;
        }
        v.sort_by(f64::total_cmp);
        v
    });
    let array = with_array([x[0], x[1], 2.0], |mut v| {
        v[0] *= scale;
        v[1] += v[0];
        v.iter().map(|t| t * t).sum::<f64>()
    });
    pushed * scaled[2] + sorted[1] * array + with(vec![x[1]], |v| v)[0]
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.7, 1.3, -0.4], &[-0.2, 0.5, 0.9]],
    );
}
