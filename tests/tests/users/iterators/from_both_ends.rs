use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn inwards(xs: &[f64]) -> f64 {
    let (mut it, mut sum) = (xs.iter(), 0.0);
    while let Some(first) = it.next() {
        sum += first.sin();
        if let Some(last) = it.next_back() {
            sum += first * last;
        }
    }
    sum
}

#[differentiable]
fn but_the_ends(xs: &[f64]) -> f64 {
    let mut it = xs.iter().copied();
    let last = it.next_back().unwrap();
    let first = it.next().unwrap();
    let mut sum = 0.0;
    for (i, x) in it.enumerate() {
        sum += x * x * last / (i as f64 + first);
    }
    sum
}

#[differentiable]
fn backwards(xs: &[f64]) -> f64 {
    let mut it = xs.iter();
    let mut power = 1.0;
    while let Some(x) = it.next_back() {
        power = power * 0.5 + x * x;
        it.next_back();
    }
    power
}

#[differentiable]
fn too_far(xs: &[f64]) -> f64 {
    let mut it = xs.iter();
    let last = it.next_back().unwrap();
    let first = it.next().unwrap();
    first * last + it.next().unwrap()
}

#[differentiable]
fn heads(xs: &[f64], n: usize) -> f64 {
    let mut it = xs.iter();
    let head: f64 = it.by_ref().take(n).map(|x| x * x).sum();
    let mut next = 0.0;
    for x in it.by_ref().take(2) {
        next += x * head;
    }
    let products = it.by_ref().take(1).fold(1.0, |p, x| p * x);
    next * products + it.map(|x| x.sin()).sum::<f64>()
}

/// The first that is too large ends it, and is gone.
#[differentiable]
fn stopped(xs: &[f64]) -> f64 {
    let mut it = xs.iter();
    let mut sum = 0.0;
    for x in it.by_ref() {
        if *x > 1.0 {
            break;
        }
        sum += x;
    }
    sum * it.map(|x| x * x).sum::<f64>()
}

#[differentiable]
fn around(xs: &[f64], n: usize) -> f64 {
    let next = xs.iter().cycle().skip(1);
    let mut area: f64 = xs.iter().zip(next).map(|(a, b)| a * b * b).sum();
    for (a, b) in xs.iter().zip(xs.iter().cycle().skip(n)) {
        area += (a * b).sin();
    }
    area
}

const XS: [f64; 6] = [0.4, -0.8, 0.9, 1.7, 0.3, -1.1];

#[test]
fn gradient_is_right() {
    for n in 0..=XS.len() {
        let x = &XS[..n];
        assert_grad(inwards, x, &inwards::gradient(x));
        assert_grad(backwards, x, &backwards::gradient(x));
        assert_grad(stopped, x, &stopped::gradient(x));
        assert_grad(|x| heads(x, 2), x, &heads::gradient(x, 2));
        assert_grad(|x| heads(x, n), x, &heads::gradient(x, n));
        assert_grad(|x| around(x, 2 * n), x, &around::gradient(x, 2 * n));
    }
    assert_grad(but_the_ends, &XS, &but_the_ends::gradient(&XS));
    assert_grad(too_far, &XS, &too_far::gradient(&XS));
}

#[test]
#[should_panic(expected = "no item is left")]
fn what_is_taken_from_the_end_is_gone() {
    too_far::gradient(&[1.0, 2.0]);
}
