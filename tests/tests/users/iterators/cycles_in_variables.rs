use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn unpacked(p: &[f64]) -> f64 {
    let mut it = p.iter().copied().cycle();
    let mut take = |n: usize| -> Vec<f64> { it.by_ref().take(n).collect() };
    let rows: Vec<Vec<f64>> = (0..4).map(|i| take(i + 1)).collect();
    let bias = take(4);
    let sum: f64 = rows
        .iter()
        .flatten()
        .zip(bias.iter().cycle())
        .map(|(a, b)| a * b)
        .sum();
    sum + take(1)[0]
}

#[differentiable]
fn asked(p: &[f64]) -> f64 {
    let mut gains = p.iter().cycle().map(|g| g * g);
    let first = gains.next().unwrap_or(1.0);
    let mut sum = 0.0;
    while let Some(gain) = gains.next() {
        sum += gain;
        if sum > 3.0 {
            break;
        }
    }
    let tail: f64 = gains.zip([1.0, 2.0, 3.0]).map(|(g, w)| g * w).sum();
    sum * first + tail
}

#[differentiable]
fn in_a_closure(p: &[f64]) -> f64 {
    let mut gains = p.iter().cycle();
    let sum: f64 = (0..7).map(|i| gains.next().unwrap() * i as f64).sum();
    sum * gains.nth(1).unwrap()
}

#[differentiable]
fn of_nothing(p: &[f64], x: f64) -> f64 {
    let mut gains = p.iter().cycle();
    x * gains.next().copied().unwrap_or(x)
}

check!(
    cycles_in_variables,
    unpacked(&[0.3, -0.5, 0.2, 0.8, 0.1]),
    asked(&[0.3, -0.5, 0.9]),
    in_a_closure(&[0.3, -0.5, 0.9]),
    of_nothing(&[], 0.3),
);
