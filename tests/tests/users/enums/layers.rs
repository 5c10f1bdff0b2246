use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Layer {
    Dense { w: Vec<Vec<f64>>, b: Vec<f64> },
    Scale(f64),
    Tanh,
    Residual(Box<Layer>),
}
#[differentiable]
impl Layer {
    fn forward(&self, x: Vec<f64>) -> Vec<f64> {
        match self {
            Layer::Dense { w, b } => w
                .iter()
                .zip(b)
                .map(|(r, b)| b + r.iter().zip(&x).map(|(a, c)| a * c).sum::<f64>())
                .collect(),
            Layer::Scale(s) => x.iter().map(|v| s * v).collect(),
            Layer::Tanh => x.into_iter().map(f64::tanh).collect(),
            Layer::Residual(inner) => {
                let y = inner.forward(x.clone());
                x.iter().zip(y).map(|(a, b)| a + b).collect()
            }
        }
    }
}
#[differentiable]
fn net(p: &[f64], x: &[f64]) -> f64 {
    let layers = vec![
        Layer::Dense {
            w: vec![vec![p[0], p[1]], vec![p[2], p[3]]],
            b: vec![p[4], 0.1],
        },
        Layer::Tanh,
        Layer::Residual(Box::new(Layer::Scale(p[5]))),
    ];
    let mut h = x.to_vec();
    for l in &layers {
        h = l.forward(h);
    }
    h.iter().sum()
}
#[test]
fn gradient_is_right() {
    let (p, x) = ([0.4, -0.7, 0.2, 0.9, 0.1, 1.3], [0.5, -1.0]);
    let (dp, dx) = net::gradient(&p, &x);
    assert_grad(|p| net(p, &x), &p, &dp);
    assert_grad(|x| net(&p, x), &x, &dx);
}
