use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
struct Score(f64);

#[differentiable]
fn better(a: Score, b: Score) -> Score {
    if a > b { a } else { b }
}

#[differentiable]
fn tournament(xs: &[f64], handicap: f64) -> f64 {
    let mut champion = Score(xs[0]);
    for &x in &xs[1..] {
        let challenger = Score(x * handicap);
        if challenger == champion {
            continue;
        }
        champion = better(champion, challenger);
    }
    champion.0.ln()
}

#[test]
fn gradient_is_right() {
    let x = [1.0, 0.7, 1.9, 1.5];
    let (dx, dh) = tournament::gradient(&x, 0.8);
    assert_grad(|x| tournament(x, 0.8), &x, &dx);
    assert_grad(|h| tournament(&x, h[0]), &[0.8], &[dh]);
}
