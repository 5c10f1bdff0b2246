use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let n = x.len();
    let mut best = f64::NEG_INFINITY;
    let mut i = 0;
    while i < n {
        let mut sum = 0.0;
        let mut j = i;
        let found = loop {
            if j == n {
                break false;
            }
            sum += x[j];
            if sum > 2.0 {
                break true;
            }
            j += 1;
        };
        if found && sum > best {
            best = sum;
        }
        i += 1;
    }
    if best.is_finite() { best.powi(2) } else { x[0] }
}

#[test]
fn gradient_is_right() {
    for x in [[0.3, 1.0, 0.9, 1.6], [0.1, 0.2, 0.3, 0.4]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
