use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, mode: &str, flag: char) -> f64 {
    let base = match mode {
        "double" => 2.0 * x,
        "square" => x * x,
        other if other.starts_with("neg") => -x,
        _ => x,
    };
    let boosted = if matches!(flag, 'a'..='m' | 'z') {
        base.exp()
    } else {
        base
    };
    if matches!(boosted, v if v > 1.0) {
        boosted.ln()
    } else {
        boosted + 1.0
    }
}

#[test]
fn gradient_is_right() {
    for mode in ["double", "square", "negate", "?"] {
        for flag in ['b', 'q', 'z'] {
            assert_grad(
                |x| f(x[0], mode, flag),
                &[0.8],
                &[f::gradient(0.8, mode, flag)],
            );
        }
    }
}
