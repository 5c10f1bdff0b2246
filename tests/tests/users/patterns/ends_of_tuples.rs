use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn step((s, i, r): (f64, f64, f64), beta: f64) -> (f64, f64, f64) {
    let new = beta * s * i;
    (s - new, i + 0.7 * new, r + 0.3 * new)
}

#[differentiable]
fn outbreak(x: &[f64]) -> f64 {
    let mut state = (0.9, x[1], 0.0);
    for _ in 0..3 {
        state = step(state, x[0]);
    }
    let (susceptible, .., recovered) = state;
    susceptible * recovered
}

#[differentiable]
fn with_counts(x: &[f64]) -> f64 {
    let mut state = (x[0], x[1], 0.5, 2);
    for _ in 0..3 {
        let (a, .., k) = state;
        state = (a * x[1], a, state.1, k + 1);
    }
    let (.., c, k) = state;
    let lent: &(f64, f64, f64, i32) = &state;
    let (first, .., last) = lent;
    c * k as f64 + first * f64::from(*last)
}

check!(
    ends_of_tuples,
    outbreak(&[0.8, 0.3]),
    with_counts(&[0.3, 0.7]),
);
