use crate::assert_grad;
use pullback::differentiable;

macro_rules! activation {
    ($name:ident, $x:ident => $body:expr) => {
        #[differentiable]
        fn $name($x: f64) -> f64 {
            $body
        }
    };
}

activation!(gelu, x => 0.5 * x * (1.0 + (0.7978845608 * (x + 0.044715 * x.powi(3))).tanh()));
activation!(elu, v => if v > 0.0 { v } else { v.exp() - 1.0 });

#[differentiable]
fn f(xs: &[f64]) -> f64 {
    xs.iter().map(|&x| gelu(x) * elu(x)).sum()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, -1.7, 0.8];
    assert_grad(f, &x, &f::gradient(&x));
    assert_grad(|v| elu(v[0]), &[-0.4], &[elu::gradient(-0.4)]);
}
