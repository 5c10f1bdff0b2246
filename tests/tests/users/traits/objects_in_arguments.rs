use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Layer {
    fn forward(&self, x: f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Dense {
    w: f64,
    b: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Relu;

#[differentiable]
impl Layer for Dense {
    fn forward(&self, x: f64) -> f64 {
        self.w * x + self.b
    }
}

#[differentiable]
impl Layer for Relu {
    fn forward(&self, x: f64) -> f64 {
        x.max(0.0)
    }
}

#[derive(Differentiable)]
struct Net {
    layers: Vec<Box<dyn Layer>>,
}

#[differentiable]
impl Net {
    fn eval(&self, x: f64) -> f64 {
        self.layers.iter().fold(x, |x, layer| layer.forward(x))
    }
}

enum Kind {
    Dense,
    Relu,
}

#[differentiable]
fn make(kind: Kind, w: f64) -> Box<dyn Layer> {
    match kind {
        Kind::Dense => Box::new(Dense { w, b: 0.1 }),
        Kind::Relu => Box::new(Relu),
    }
}

#[differentiable]
fn twice(layer: Box<dyn Layer>, x: f64) -> f64 {
    layer.forward(layer.forward(x))
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let net = Net {
        layers: vec![
            Box::new(Dense { w: x[0], b: x[1] }) as Box<dyn Layer>,
            Box::new(Relu) as Box<dyn Layer>,
            make(Kind::Dense, x[2]),
        ],
    };
    let by_cast = twice(Box::new(Dense { w: x[0], b: x[1] }) as Box<dyn Layer>, x[2]);
    let last: Box<dyn Layer> = Box::new(Dense { w: x[2], b: x[0] });
    net.eval(x[1]) + by_cast * twice(make(Kind::Relu, x[0]), x[1]) + last.forward(x[0])
}

#[test]
fn gradient_is_right() {
    for x in [[0.3, 1.2, 0.7], [-0.8, 0.2, -0.4]] {
        for _ in 0..2 {
            assert_grad(|x| f(x), &x, &f::gradient(&x));
        }
    }
}
