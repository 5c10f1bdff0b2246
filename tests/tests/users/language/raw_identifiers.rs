use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn r#match(r#type: f64, r#loop: f64) -> f64 {
    let r#fn = r#type * r#loop;
    let r#struct = r#fn.exp();
    r#struct + r#loop
}

#[differentiable]
fn f(r#in: f64) -> f64 {
    r#match(r#in, 2.0 * r#in)
}

#[test]
fn gradient_is_right() {
    assert_grad(|v| f(v[0]), &[0.6], &[f::gradient(0.6)]);
    let (a, b) = r#match::gradient(0.4, 1.2);
    assert_grad(|v| r#match(v[0], v[1]), &[0.4, 1.2], &[a, b]);
}
