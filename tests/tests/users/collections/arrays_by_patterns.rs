use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn option(x: &[f64]) -> f64 {
    let [spot, strike, rate, vol] = x.try_into().unwrap();
    f64::max(spot - strike * (-rate).exp(), 0.0) + vol * vol * spot
}

#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let [a, b] = x[..2].try_into().expect("two numbers");
    let [c, _] = x[2..].try_into().unwrap();
    let [d, e] = [a * b, c].to_vec().try_into().unwrap();
    d * e + a
}

check!(
    arrays_whose_patterns_tell_their_lengths,
    option(&[1.2, 1.0, 0.05, 0.3]),
    parts(&[1.2, 1.1, 0.05, 0.3]),
);
