use crate::{assert_grad, check};
use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone)]
struct Net {
    #[constant]
    schedule: fn(usize) -> f64,
    weights: Vec<f64>,
    #[constant]
    windows: Vec<fn(f64) -> f64>,
    #[constant]
    at: (fn(f64) -> f64, f64),
}

#[differentiable]
impl Net {
    fn forward(&self, x: f64) -> f64 {
        let mut s = 0.0;
        for (i, w) in self.weights.iter().enumerate() {
            let rate = (self.schedule)(i);
            let window = (self.windows[i])(0.5);
            if (self.at.0)(0.2) > rate {
                s += rate * w * x * window;
            } else {
                s -= x * w * w;
            }
        }
        s * (self.at.0)(0.4) + (self.schedule)(2).sqrt() * x
    }
}

#[differentiable]
fn value(net: &Net, x: f64) -> f64 {
    let a = (net.schedule)(1) + 1.0;
    let b = x * (net.schedule)(0);
    a * b + net.forward(x)
}

#[derive(Differentiable)]
struct Model {
    gain: f64,
    #[constant]
    schedule: Box<dyn Fn(usize) -> f64>,
}

#[differentiable]
fn response(model: &Model, x: f64) -> f64 {
    let rate = (model.schedule)(3);
    let steps = (0..3).map(|i| (model.schedule)(i) * model.gain * x);
    rate * steps.sum::<f64>()
}

#[differentiable]
fn lanes(#[constant] lanes: &[Box<dyn Fn(f64) -> f64>], #[constant] t: f64, x: &[f64]) -> f64 {
    let terms = x.iter().enumerate();
    terms.map(|(i, v)| v * v * lanes[i](t)).sum()
}

/// What is given to them carries no derivative.
#[test]
fn functions_in_constant_fields_are_called() {
    let net = Net {
        schedule: |i| 1.0 / (1.0 + i as f64),
        weights: vec![0.3, 0.7],
        windows: vec![f64::sin, f64::cos],
        at: (|x| 3.0 * x, 0.4),
    };
    for _ in 0..2 {
        let (by_net, by_x) = value::gradient(&net, 1.2);
        assert_grad(|x| value(&net, x[0]), &[1.2], &[by_x]);
        let with = |w: &[f64]| Net {
            weights: w.to_vec(),
            ..net.clone()
        };
        assert_grad(|w| value(&with(w), 1.2), &net.weights, &by_net.weights);
    }
    let model = |gain| Model {
        gain,
        schedule: Box::new(|i| 1.0 / (1.0 + i as f64)),
    };
    let (by_model, by_x) = response::gradient(&model(2.0), 0.7);
    let f = |v: &[f64]| response(&model(v[0]), v[1]);
    assert_grad(f, &[2.0, 0.7], &[by_model.gain, by_x]);
    let chosen: [Box<dyn Fn(f64) -> f64>; 2] = [Box::new(|x| x + 1.0), Box::new(f64::sin)];
    let f = |x: &[f64]| lanes(&chosen, 0.3, x);
    check(f, |x| lanes::gradient(&chosen, 0.3, x), &[&[1.0, 2.0]]);
}
