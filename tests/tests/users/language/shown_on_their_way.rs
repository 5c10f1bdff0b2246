//! Values that `dbg!` shows on their way.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn shown(v: &[f64]) -> f64 {
    dbg!(v.len());
    let doubled: Vec<f64> = v.iter().map(|x| dbg!(x * 2.0)).collect();
    let doubled = dbg!(doubled);
    let mut total = 0.0;
    for x in dbg!(&doubled) {
        let (x, so_far) = dbg!(*x, total);
        total = so_far + x * x;
    }
    while dbg!(total) > 100.0 {
        total *= 0.5;
    }
    if dbg!(total > 1.0) {
        dbg!(total * total)
    } else {
        dbg!();
        std::dbg!(total) * dbg!(&doubled)[0]
    }
}

#[test]
fn what_is_shown_keeps_its_derivative() {
    for v in [[1.0, 2.0], [0.1, 0.2], [9.0, 1.0]] {
        assert_grad(shown, &v, &shown::gradient(&v));
    }
}
