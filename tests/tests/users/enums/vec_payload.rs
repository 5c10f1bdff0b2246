use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Layer {
    Linear { w: Vec<f64>, b: f64 },
    Scale(f64),
    Softmax,
}

#[differentiable]
fn apply(layer: &Layer, x: Vec<f64>) -> Vec<f64> {
    match layer {
        Layer::Linear { w, b } => x.iter().zip(w).map(|(x, w)| x * w + b).collect(),
        Layer::Scale(k) => x.into_iter().map(|v| v * k).collect(),
        Layer::Softmax => {
            let e: Vec<f64> = x.iter().map(|v| v.exp()).collect();
            let s: f64 = e.iter().sum();
            e.iter().map(|v| v / s).collect()
        }
    }
}

#[differentiable]
fn f(x: &[f64], w: &[f64], k: f64) -> f64 {
    let net = vec![
        Layer::Linear {
            w: w.to_vec(),
            b: 0.5 * k,
        },
        Layer::Scale(k),
        Layer::Softmax,
    ];
    let mut h = x.to_vec();
    for layer in &net {
        h = apply(layer, h);
    }
    -h[0].ln()
}

#[test]
fn gradient_is_right() {
    let (x, w) = ([0.4, -0.9, 1.3], [1.0, 0.3, -0.6]);
    let (dx, dw, dk) = f::gradient(&x, &w, 1.2);
    assert_grad(|v| f(v, &w, 1.2), &x, &dx);
    assert_grad(|v| f(&x, v, 1.2), &w, &dw);
    assert_grad(|v| f(&x, &w, v[0]), &[1.2], &[dk]);
}
