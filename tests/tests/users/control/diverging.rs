use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn checked_ln(x: f64) -> f64 {
    if x <= 0.0 {
        panic!("ln of {x}");
    }
    x.ln()
}

#[differentiable]
fn f(x: f64, mode: u8) -> f64 {
    let k = match mode {
        0 => 1.0,
        1 => x,
        2 => unreachable!("mode two was removed"),
        3 => todo!(),
        _ => unimplemented!("mode {mode}"),
    };
    debug_assert!(k > 0.0);
    assert!(x.is_finite(), "x = {x}");
    assert_ne!(mode, 9);
    checked_ln(k + x) * k
}

#[test]
fn gradient_is_right() {
    for mode in 0..2 {
        assert_grad(|x| f(x[0], mode), &[0.7], &[f::gradient(0.7, mode)]);
    }
}

#[test]
#[should_panic(expected = "mode two was removed")]
fn panics_as_the_primal_does() {
    f::gradient(0.7, 2);
}
