use crate::assert_grad;
use pullback::differentiable;

macro_rules! sq {
    ($e:expr) => {
        $e * $e
    };
}

macro_rules! impl_norms {
    ($($name:ident: $p:literal),* $(,)?) => {
        $(
            #[differentiable]
            pub fn $name(x: &[f64]) -> f64 {
                x.iter().map(|v| v.abs().powi($p)).sum::<f64>().powf(1.0 / $p as f64)
            }
        )*
    };
}

impl_norms! { norm2: 2, norm4: 4 }

fn squared_sum(v: &[f64]) -> f64 {
    sq!(norm2(v)) + norm4(v)
}

#[test]
fn gradients_are_right() {
    let x = [0.3, -1.7, 0.8];
    let (g2, g4) = (norm2::gradient(&x), norm4::gradient(&x));
    assert_grad(norm2, &x, &g2);
    assert_grad(norm4, &x, &g4);
    let n = norm2(&x);
    let total: Vec<f64> = g2.iter().zip(&g4).map(|(a, b)| 2.0 * n * a + b).collect();
    assert_grad(squared_sum, &x, &total);
}
