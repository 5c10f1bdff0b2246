use crate::assert_grad;
use pullback::differentiable;

const BLANK: usize = 0;

#[differentiable]
fn log_add(a: f64, b: f64) -> f64 {
    if a == f64::NEG_INFINITY {
        b
    } else if b == f64::NEG_INFINITY {
        a
    } else {
        let (hi, lo) = if a > b { (a, b) } else { (b, a) };
        hi + (lo - hi).exp().ln_1p()
    }
}

#[differentiable]
fn ctc_loss(log_probs: &[Vec<f64>], #[constant] label: &[usize]) -> f64 {
    let mut extended = vec![BLANK];
    for &l in label {
        extended.push(l);
        extended.push(BLANK);
    }
    let s = extended.len();
    let mut alpha = vec![f64::NEG_INFINITY; s];
    alpha[0] = log_probs[0][BLANK];
    alpha[1] = log_probs[0][extended[1]];
    for frame in &log_probs[1..] {
        let mut next = vec![f64::NEG_INFINITY; s];
        for i in 0..s {
            let mut acc = alpha[i];
            if i >= 1 {
                acc = log_add(acc, alpha[i - 1]);
            }
            if i >= 2 && extended[i] != BLANK && extended[i] != extended[i - 2] {
                acc = log_add(acc, alpha[i - 2]);
            }
            next[i] = acc + frame[extended[i]];
        }
        alpha = next;
    }
    -log_add(alpha[s - 1], alpha[s - 2])
}

#[test]
fn gradient_is_right() {
    let x = [
        -0.9, -1.2, -1.3, -0.4, -2.0, -1.5, -1.1, -0.7, -1.9, -0.3, -1.6, -2.2,
    ];
    let make = |x: &[f64]| x.chunks(3).map(|c| c.to_vec()).collect::<Vec<_>>();
    let label = [1, 2];
    assert_grad(
        |x| ctc_loss(&make(x), &label),
        &x,
        &ctc_loss::gradient(&make(&x), &label).concat(),
    );
}
