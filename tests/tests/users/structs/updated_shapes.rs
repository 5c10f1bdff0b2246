//! Functional updates whose new parts have another shape than those they take the place of.

use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct Config {
    gain: Option<f64>,
    offset: Option<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Sensor {
    gain: f64,
    offset: f64,
}

#[differentiable]
impl Config {
    fn gain(mut self, gain: f64) -> Self {
        self.gain = Some(gain);
        self
    }

    fn offset(self, offset: f64) -> Self {
        Self {
            offset: Some(offset),
            ..self
        }
    }

    fn build(self) -> Result<Sensor, &'static str> {
        Ok(Sensor {
            gain: self.gain.ok_or("gain")?,
            offset: self.offset.unwrap_or(0.5),
        })
    }
}

#[differentiable]
fn built(x: &[f64]) -> f64 {
    let full = Config::default().gain(x[0]).offset(x[1]).build();
    let half = Config {
        gain: Some(x[2]),
        ..Config::default()
    };
    let (full, half) = (full.expect("complete"), half.build().unwrap());
    full.gain * x[3] + full.offset * half.gain + half.offset * x[1]
}

#[test]
fn builders_fill_what_was_none() {
    let x = [0.3, 0.9, 0.7, 0.6];
    assert_grad(|v| built(v), &x, &built::gradient(&x));
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Inner {
    z: Vec<f64>,
    s: Option<(f64, f64)>,
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Layer {
    w: Vec<f64>,
    bias: f64,
    tag: Option<usize>,
    inner: Inner,
}

#[differentiable]
fn grown(l: &Layer, x: &[f64]) -> Layer {
    let inner = Inner {
        s: Some((x[0], l.bias)),
        ..l.inner.clone()
    };
    Layer {
        w: x.to_vec(),
        inner,
        ..l.clone()
    }
}

#[differentiable]
fn nested(x: &[f64]) -> f64 {
    let mut l = Layer {
        w: vec![x[0] * x[1]],
        bias: x[2],
        ..Default::default()
    };
    for i in 0..3 {
        l = grown(&l, &x[i..]);
        l = Layer {
            bias: l.bias * 2.0,
            inner: Inner {
                z: l.w.clone(),
                ..l.inner.clone()
            },
            ..l
        };
    }
    let (a, b) = l.inner.s.unwrap_or_default();
    l.w.iter().sum::<f64>() * l.bias + l.inner.z.iter().product::<f64>() + a * b
}

#[test]
fn lists_grow_in_nested_updates() {
    let x = [0.3, 0.9, 0.7, 0.6];
    assert_grad(|v| nested(v), &x, &nested::gradient(&x));
}

#[derive(Clone, Debug, Differentiable)]
struct Param<T> {
    value: T,
    history: Vec<T>,
    bound: Option<T>,
}

#[differentiable]
fn bounded<T: Real>(p: Param<T>, k: T) -> Param<T> {
    Param {
        bound: Some(k * p.value),
        ..p
    }
}

#[differentiable]
fn generic(x: &[f64]) -> f64 {
    let p = Param {
        value: x[0],
        history: x.to_vec(),
        bound: None,
    };
    let short = Param {
        history: vec![x[1]; 2],
        ..p.clone()
    };
    let q = bounded(short, x[2]);
    let r = Param {
        value: x[3],
        ..bounded(q, x[1])
    };
    r.value * r.bound.unwrap() + r.history[1] + p.history[3]
}

#[test]
fn types_with_parameters_are_updated() {
    let x = [0.3, 0.9, 0.7, 0.6];
    assert_grad(|v| generic(v), &x, &generic::gradient(&x));
}
