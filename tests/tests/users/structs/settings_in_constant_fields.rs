use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};
use std::collections::HashMap;
use std::rc::Rc;

#[derive(Clone, Debug)]
struct Layer {
    gain: f64,
    taps: Vec<f64>,
}
#[derive(Clone, Debug, PartialEq)]
enum Mode {
    Soft(f64),
    Hard,
}
#[derive(Clone, Debug)]
struct Config {
    alpha: f64,
    layers: Vec<Layer>,
    limit: Option<f64>,
    mode: Mode,
    pair: (f64, usize),
    grid: Box<[f64]>,
    table: HashMap<u32, f64>,
}
#[derive(Clone)]
struct Prec<T> {
    eps: T,
    n: usize,
}

#[derive(Differentiable, Clone)]
struct State {
    x: Vec<f64>,
    v: f64,
}

#[derive(Differentiable, Clone)]
struct Sim {
    state: State,
    k: f64,
    #[constant]
    config: Config,
    #[constant]
    shared: Rc<Config>,
    #[constant]
    boxed: Box<Config>,
    #[constant]
    many: Vec<Layer>,
}

#[differentiable]
impl Sim {
    fn step(&mut self, dt: f64) -> f64 {
        for x in self.state.x.iter_mut() {
            *x += dt * self.config.alpha * self.k;
        }
        let xs = &mut self.state.x;
        for i in 0..xs.len() {
            xs[i] *= self.shared.alpha + self.state.v * dt;
        }
        self.state.v = self.boxed.alpha * self.state.v + self.config.pair.0 * dt;
        let s: f64 = self.state.x.iter().sum();
        s + self.state.v + self.config.pair.1 as f64 * dt
    }
    fn layered(&self, dt: f64) -> f64 {
        let mut s = 0.0;
        for layer in &self.config.layers {
            s += layer.gain * self.k;
            for t in &layer.taps {
                s += t * dt * self.k;
            }
            for t in layer.taps.iter() {
                s += t * dt;
            }
        }
        for (i, layer) in self.config.layers.iter().enumerate() {
            s += layer.taps[i] * self.state.x[i];
        }
        for i in 0..self.config.layers.len() {
            let layer = &self.config.layers[i];
            s += layer.gain * layer.taps[0] * self.state.v;
            s += self.config.layers[i].gain * dt;
        }
        for layer in &self.many {
            s += layer.gain * dt * layer.taps[0];
        }
        for i in 0..self.many.len() {
            s += self.many[i].gain * dt;
            let l = &self.many[i];
            s += l.taps[1] * dt;
        }
        s += self.many.iter().map(|l| l.gain * dt).sum::<f64>();
        s
    }
    fn options(&self, dt: f64) -> f64 {
        let mut y = dt * self.k;
        if let Some(limit) = self.config.limit {
            y = y.min(limit);
        }
        if let Some(limit) = &self.config.limit {
            y += limit * self.k;
        }
        let z = match &self.config.mode {
            Mode::Soft(a) => a * y,
            Mode::Hard => y,
        };
        let w = match self.config.mode {
            Mode::Soft(a) => a * y,
            Mode::Hard => 2.0 * y,
        };
        z + w
            + self.config.grid[1] * self.k
            + self.config.table[&3] * dt
            + self.config.limit.unwrap_or(1.0) * dt
    }
    fn copied(&self, dt: f64) -> f64 {
        let config = &self.config;
        let Config {
            alpha,
            pair: (p, _),
            ..
        } = &self.config;
        let v = config.alpha * dt;
        let r = &self.shared;
        v + alpha * p * self.k + r.alpha * dt
    }
}
#[derive(Differentiable, Clone)]
struct Gen<T: Real> {
    w: T,
    #[constant]
    prec: Prec<T>,
}
#[differentiable]
impl<T: Real + std::ops::AddAssign> Gen<T> {
    fn run(&self, x: T) -> T {
        let mut y = x;
        for _ in 0..self.prec.n {
            y += self.w * self.prec.eps * y;
        }
        y
    }
}
#[derive(Differentiable, Clone)]
struct Borrowed<'a> {
    w: f64,
    #[constant]
    config: &'a Config,
    #[constant]
    xs: &'a [Layer],
}
#[differentiable]
impl<'a> Borrowed<'a> {
    fn run(&self, x: f64) -> f64 {
        self.w * self.config.alpha * x + self.xs[0].gain * x + self.config.layers[1].gain * self.w
    }
}
#[derive(Differentiable, Clone)]
struct Tup(f64, #[constant] Config);
#[differentiable]
fn tup(t: &Tup, x: f64) -> f64 {
    t.0 * t.1.alpha * x + t.1.pair.0 * x
}
#[differentiable]
fn tupd(Tup(a, c): &Tup, x: f64) -> f64 {
    a * c.alpha * x + c.pair.0 * x
}
#[derive(Differentiable, Clone)]
enum E {
    A {
        w: f64,
        #[constant]
        config: Config,
    },
    B(f64),
}
#[differentiable]
fn en(e: &E, x: f64) -> f64 {
    match e {
        E::A { w, config } => w * config.alpha * x + config.layers[0].gain * x,
        E::B(v) => v * x,
    }
}

fn cfg() -> Config {
    Config {
        alpha: 0.7,
        layers: vec![
            Layer {
                gain: 0.3,
                taps: vec![0.1, 0.5],
            },
            Layer {
                gain: -1.3,
                taps: vec![0.7, 0.2],
            },
        ],
        limit: Some(0.8),
        mode: Mode::Soft(0.4),
        pair: (0.25, 3),
        grid: vec![1.5, 2.5].into(),
        table: HashMap::from([(3, 0.6)]),
    }
}
fn mk(p: &[f64]) -> Sim {
    Sim {
        state: State {
            x: vec![p[0], p[1]],
            v: p[2],
        },
        k: p[3],
        config: cfg(),
        shared: Rc::new(cfg()),
        boxed: Box::new(cfg()),
        many: cfg().layers,
    }
}
macro_rules! go {
    ($name:ident, $g:ident) => {{
        let p = [0.4, 1.3, -0.8, 0.9, 1.7];
        #[allow(unused_mut)]
        let mut m = mk(&p);
        let (gm, gx) = m.$g(p[4]);
        let mut g = gm.state.x.clone();
        g.push(gm.state.v);
        g.push(gm.k);
        g.push(gx);
        assert_grad(|q| mk(q).$name(q[4]), &p, &g);
    }};
}
#[test]
fn gradients_are_right() {
    go!(step, step_gradient);
    go!(layered, layered_gradient);
    go!(options, options_gradient);
    go!(copied, copied_gradient);
    let p = [0.4, 1.3];
    let f = |q: &[f64]| {
        Gen {
            w: q[0],
            prec: Prec { eps: 0.1, n: 3 },
        }
        .run(q[1])
    };
    let (a, b) = Gen {
        w: p[0],
        prec: Prec { eps: 0.1, n: 3 },
    }
    .run_gradient(p[1]);
    assert_grad(f, &p, &[a.w, b]);
    let c = cfg();
    let (a, b) = Borrowed {
        w: p[0],
        config: &c,
        xs: &c.layers,
    }
    .run_gradient(p[1]);
    assert_grad(
        |q| {
            Borrowed {
                w: q[0],
                config: &c,
                xs: &c.layers,
            }
            .run(q[1])
        },
        &p,
        &[a.w, b],
    );
    let (a, b) = tup::gradient(&Tup(p[0], cfg()), p[1]);
    assert_grad(|q| tup(&Tup(q[0], cfg()), q[1]), &p, &[a.0, b]);
    let (a, b) = tupd::gradient(&Tup(p[0], cfg()), p[1]);
    assert_grad(|q| tupd(&Tup(q[0], cfg()), q[1]), &p, &[a.0, b]);
    let (a, b) = en::gradient(
        &E::A {
            w: p[0],
            config: cfg(),
        },
        p[1],
    );
    let ETangent::A { w, .. } = a else { panic!() };
    assert_grad(
        |q| {
            en(
                &E::A {
                    w: q[0],
                    config: cfg(),
                },
                q[1],
            )
        },
        &p,
        &[w, b],
    );
    let _ = (E::B(1.0), Mode::Hard);
}
