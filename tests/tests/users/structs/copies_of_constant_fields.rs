use crate::assert_grad;
use pullback::{Differentiable, differentiable};

/// It derives nothing.
#[derive(Clone, Debug)]
struct Config {
    rate: f64,
    steps: usize,
    inner: Inner,
    table: Vec<f64>,
}

#[derive(Clone, Debug)]
struct Inner {
    offset: f64,
}

#[derive(Differentiable, Clone, Debug)]
struct Model {
    weight: f64,
    #[constant]
    config: Config,
}

#[differentiable]
impl Model {
    fn cloned(&self, x: f64) -> f64 {
        let config = self.config.clone();
        let inner = config.inner.clone();
        x * config.rate * self.weight + inner.offset * x
    }

    fn taken_apart(&self, x: f64) -> f64 {
        let Config { rate, inner, .. } = self.config.clone();
        (x + inner.offset) * rate * self.weight
    }

    fn consumed(self, x: f64) -> f64 {
        let Model { weight, config } = self;
        let mut y = x;
        for k in 0..config.steps {
            y += weight * config.rate * config.table[k % config.table.len()] * y.sin();
        }
        y
    }

    fn moved(self, x: f64) -> f64 {
        let config = self.config;
        let again = config;
        x * x * again.rate * again.inner.offset * self.weight
    }
}

#[differentiable]
fn f(p: &[f64]) -> f64 {
    let config = Config {
        rate: 0.3,
        steps: 3,
        inner: Inner { offset: 0.7 },
        table: vec![0.5, 1.5],
    };
    let model = Model {
        weight: p[0],
        config,
    };
    let chosen = |x: f64| {
        let config = &model.config;
        if x > config.rate {
            model.clone().consumed(x)
        } else {
            model.clone().moved(x)
        }
    };
    model.cloned(p[1]) * model.taken_apart(p[1]) + chosen(p[1])
}

#[test]
fn gradient_is_right() {
    for p in [[0.8, 0.1], [-0.5, 1.2]] {
        for _ in 0..2 {
            assert_grad(f, &p, &f::gradient(&p));
        }
    }
}
