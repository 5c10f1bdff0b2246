use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64], verbose: bool) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += v.powi(2);
        if verbose {
            println!("step {i}: v = {v:.3}, s = {s:?}");
        }
    }
    let label = format!("sum of {} squares = {s}", x.len());
    if label.is_empty() {
        eprintln!("impossible");
    }
    s.sqrt()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, -1.0, 0.8];
    assert_grad(|x| f(x, false), &x, &f::gradient(&x, true));
}
