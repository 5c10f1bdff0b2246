use crate::assert_grad;
use pullback::{Differentiable, differentiable};

/// Derives nothing of ours.
#[derive(Clone, Copy, PartialEq)]
enum Act {
    Square,
    Sine,
    Pass,
}

mod settings {
    pub(super) enum Mode {
        Train,
        Run,
    }
}

type Scalar = f64;

#[derive(Clone, Differentiable)]
struct Bias(f64);

#[derive(Clone, Differentiable)]
struct Net {
    weights: Vec<f64>,
    acts: Vec<Act>,
    first: Act,
    ends: [Act; 2],
    last: Option<Act>,
    bias: Bias,
    biases: Vec<Bias>,
    scale: Scalar,
}

#[derive(Differentiable)]
struct Model {
    net: Net,
    mode: settings::Mode,
}

#[derive(Clone, Differentiable)]
enum Layer {
    Dense(Vec<f64>, Act),
    Scaled { by: f64, act: Act },
    Bare(Act),
}

#[differentiable]
fn act(act: Act, x: f64) -> f64 {
    match act {
        Act::Square => x * x,
        Act::Sine => x.sin(),
        Act::Pass => x,
    }
}

#[differentiable]
impl Net {
    fn run(&self, x: f64) -> f64 {
        let mut h = act(self.first, x) * self.scale;
        for (w, a) in self.weights.iter().zip(&self.acts) {
            h = act(*a, h * w + self.bias.0);
        }
        for (end, bias) in self.ends.iter().zip(&self.biases) {
            h += act(*end, h * bias.0);
        }
        if let Some(last) = self.last {
            h = act(last, h);
        }
        match (self.last, self.first) {
            (Some(Act::Sine), Act::Square) => h * h,
            (Some(_), _) => h,
            (None, end) => act(end, h),
        }
    }

    fn of(w: f64, #[constant] last: Option<Act>) -> Net {
        let mut acts = vec![Act::Square, Act::Sine];
        acts.push(last.unwrap_or(Act::Pass));
        Net {
            weights: vec![w; 3],
            acts,
            first: Act::Sine,
            ends: [Act::Sine, Act::Square],
            last,
            bias: Bias(w * w),
            biases: vec![Bias(w), Bias(0.5)],
            scale: w,
        }
    }
}

#[differentiable]
fn loss(model: &Model, x: f64) -> f64 {
    match model.mode {
        settings::Mode::Train => model.net.run(x) - x,
        settings::Mode::Run => model.net.run(x),
    }
}

#[differentiable]
fn through(layers: &[Layer], x: f64) -> f64 {
    let mut h = x;
    for layer in layers {
        h = match layer {
            Layer::Dense(w, a) => w.iter().map(|w| act(*a, w * h)).sum(),
            Layer::Scaled {
                by,
                act: Act::Square,
            } => by * h * h,
            Layer::Scaled { by, act: other } => by * act(*other, h),
            Layer::Bare(a) => act(*a, h),
        };
    }
    h
}

#[differentiable]
fn changed(net: &mut Net, x: f64) -> f64 {
    net.first = if x > 0.0 { Act::Square } else { Act::Pass };
    net.scale *= x;
    net.run(x)
}

#[differentiable]
fn made(w: f64, x: f64) -> f64 {
    let net = Net::of(w, Some(Act::Sine));
    let layers = [
        Layer::Dense(vec![w, x], Act::Square),
        Layer::Scaled {
            by: w,
            act: Act::Square,
        },
        Layer::Scaled {
            by: x,
            act: Act::Sine,
        },
        Layer::Bare(Act::Sine),
    ];
    let mut other = Net {
        scale: x,
        ..net.clone()
    };
    net.run(x) * through(&layers, w) + changed(&mut other, x)
}

#[test]
fn gradient_is_right() {
    let p = [0.7, 0.9];
    let (w, x) = made::gradient(p[0], p[1]);
    assert_grad(|p| made(p[0], p[1]), &p, &[w, x]);
    for mode in [settings::Mode::Train, settings::Mode::Run] {
        let mut model = Model {
            net: Net::of(0.8, Some(Act::Sine)),
            mode,
        };
        let (by_model, by_x) = loss::gradient(&model, 0.6);
        assert_grad(|x| loss(&model, x[0]), &[0.6], &[by_x]);
        let weights = model.net.weights.clone();
        let net = by_model.net;
        assert_eq!(net.bias, BiasTangent(net.bias.0));
        let with = |w: &[f64]| {
            let net = Net {
                weights: w.to_vec(),
                ..Net::of(0.8, Some(Act::Sine))
            };
            net.run(0.6)
        };
        assert_grad(with, &weights, &net.weights);
        model.net.last = None;
        assert_grad(
            |x| loss(&model, x[0]),
            &[0.6],
            &[loss::gradient(&model, 0.6).1],
        );
    }
}
