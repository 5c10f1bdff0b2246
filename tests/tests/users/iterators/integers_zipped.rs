use crate::check;
use pullback::differentiable;

/// Σ xₙⁿ, the exponents from a range that only `powi` gives a type.
#[differentiable]
fn powers(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (v, n) in x.iter().zip(1..) {
        s += v.powi(n);
    }
    s
}

#[differentiable]
fn descending(x: &[f64]) -> f64 {
    x.iter().zip((0..5).rev()).map(|(v, k)| v.powi(k)).sum()
}

#[differentiable]
fn collected(x: &[f64]) -> f64 {
    let terms: Vec<(f64, u32)> = x.iter().copied().zip(1..).collect();
    terms.iter().map(|&(v, n)| v * f64::from(n)).sum()
}

#[differentiable]
fn harmonic(x: &[f64]) -> f64 {
    (1..).zip(x).fold(0.0, |s, (n, v)| s + v * v / f64::from(n))
}

#[differentiable]
fn chosen(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (n, v) in (0..).zip(x) {
        s += v * x[n] * n as f64;
    }
    s
}

#[test]
fn integers_of_zipped_ranges_are_of_the_type_that_they_are_used_as() {
    let points: &[&[f64]] = &[&[0.3, -1.2, 0.7], &[1.4, 0.2], &[]];
    check(powers, powers::gradient, points);
    check(descending, descending::gradient, points);
    check(collected, collected::gradient, points);
    check(harmonic, harmonic::gradient, points);
    check(chosen, chosen::gradient, points);
}
