use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::HashMap;

#[derive(Clone, Debug)]
struct Inner(f64);

impl Inner {
    fn deep(&self) -> f64 {
        self.0
    }
}

#[derive(Clone, Debug)]
struct Config {
    rates: Vec<f64>,
    alpha: f64,
    name: String,
    fast: bool,
    inner: Inner,
}

impl Config {
    fn rate(&self) -> f64 {
        self.rates[0] * self.alpha
    }
    fn nth(&self, i: usize) -> f64 {
        self.rates[i]
    }
    fn scaled(&self, k: f64) -> f64 {
        self.alpha * k
    }
    fn maybe(&self, i: usize) -> Option<f64> {
        self.rates.get(i).copied()
    }
    fn steps(&self) -> usize {
        self.rates.len()
    }
    fn is_fast(&self) -> bool {
        self.fast
    }
    fn rates(&self) -> &[f64] {
        &self.rates
    }
    fn name(&self) -> &str {
        &self.name
    }
}

#[derive(Clone, PartialEq)]
enum Kind {
    Thin,
    Thick,
}

impl Kind {
    fn factor(&self) -> f64 {
        match self {
            Kind::Thin => 1.5,
            Kind::Thick => 2.5,
        }
    }
    fn is_thin(&self) -> bool {
        *self == Kind::Thin
    }
}

#[derive(Differentiable, Clone)]
struct Model {
    w: [f64; 2],
    #[constant]
    config: Config,
    #[constant]
    table: HashMap<String, f64>,
    kind: Kind,
}

#[differentiable]
impl Model {
    fn run(&self, x: f64) -> f64 {
        let mut y = x;
        for i in 0..self.config.steps() {
            y = y * self.w[i] * self.config.rate();
            if self.config.is_fast() {
                y = y + self.config.nth(i) * x;
            }
        }
        y
    }
    fn borrowed(&self, x: f64) -> f64 {
        let c = &self.config;
        x * c.alpha * self.w[0] * c.rate()
    }
    fn looked_up(&self, x: f64) -> f64 {
        let gain = self.table.get("gain").copied().unwrap_or(1.0);
        match self.table.get("loss") {
            Some(loss) => x * loss * gain * self.w[1],
            None => x * gain * self.table["gain"],
        }
    }
    fn over_slices(&self, x: f64) -> f64 {
        let mut y = x;
        for r in self.config.rates() {
            y += r * self.w[0] * x;
        }
        y + self.config.rates().iter().sum::<f64>() * x
    }
    fn of_branches(&self, x: f64) -> f64 {
        if self.w[0] > 0.5 {
            x * self.config.nth(1) * self.w[1]
        } else {
            self.config.rate()
        }
    }
    fn again(&self, x: f64, n: usize) -> f64 {
        if n == 0 || !self.config.is_fast() {
            return x * self.config.rate();
        }
        self.again(x * self.w[0] + self.config.nth(n % 2), n - 1) * self.config.rate()
    }
    fn recursive(&self, x: f64) -> f64 {
        self.again(x, 3)
    }
    fn in_closures(&self, x: f64) -> f64 {
        let f = |y: f64| y * self.config.rate() + self.w[0];
        (0..self.config.steps())
            .map(|i| f(x) * self.config.nth(i))
            .sum::<f64>()
    }
    fn optional(&self, x: f64) -> f64 {
        let first = match self.config.maybe(1) {
            Some(v) => v * x * self.w[0],
            None => x,
        };
        let Some(v) = self.config.maybe(5) else {
            return first + x * self.config.scaled(0.5) * self.config.inner.deep();
        };
        v * x
    }
    fn named(&self, x: f64) -> f64 {
        let name = self.config.name();
        if name == "a" && self.kind.is_thin() {
            x * self.w[0] * self.kind.factor()
        } else {
            x * self.w[1] * self.kind.factor()
        }
    }
}

#[differentiable]
fn free(m: &Model, x: f64) -> f64 {
    let r = m.config.rate();
    let f: f64 = m.config.nth(1);
    if m.config.is_fast() {
        x * r * m.w[0]
    } else {
        x * f
    }
}

fn model(x: &[f64], fast: bool) -> Model {
    let inner = Inner(0.3);
    let (rates, name) = (vec![0.5, 1.5], "a".to_string());
    let mut table = HashMap::from([("gain".to_string(), 2.5)]);
    table.extend(fast.then(|| ("loss".to_string(), 0.6)));
    Model {
        w: [x[1], x[2]],
        config: Config {
            rates,
            alpha: 0.7,
            name,
            fast,
            inner,
        },
        table,
        kind: if fast { Kind::Thin } else { Kind::Thick },
    }
}

#[test]
fn gradients_are_right() {
    macro_rules! check {
        ($($method:ident $gradient:ident),*) => {$(
            for fast in [true, false] {
                for x in [[1.2, 0.4, 0.9], [0.7, 0.8, -0.3]] {
                    for _ in 0..2 {
                        let (by_model, by_x) = model(&x, fast).$gradient(x[0]);
                        let g = [by_x, by_model.w[0], by_model.w[1]];
                        assert_grad(|x| model(x, fast).$method(x[0]), &x, &g);
                    }
                }
            }
        )*};
    }
    check!(
        run run_gradient, borrowed borrowed_gradient, looked_up looked_up_gradient,
        over_slices over_slices_gradient, of_branches of_branches_gradient,
        recursive recursive_gradient, in_closures in_closures_gradient,
        optional optional_gradient, named named_gradient
    );
    for fast in [true, false] {
        let x = [1.2, 0.4, 0.9];
        let (by_model, by_x) = free::gradient(&model(&x, fast), x[0]);
        let g = [by_x, by_model.w[0], by_model.w[1]];
        assert_grad(|x| free(&model(x, fast), x[0]), &x, &g);
    }
}
