use crate::check;
use pullback::{Differentiable, differentiable};

/// What is stepped from state to state; the trait says nothing of the state's type.
#[differentiable]
trait Optimizer {
    type State;
    const EPS: f64;
    fn init(&self, n: usize) -> Self::State;
    fn step(&self, state: &mut Self::State, p: &mut [f64], g: &[f64]);
}

#[derive(Clone, Debug, Differentiable)]
struct Adam {
    lr: f64,
    b1: f64,
    b2: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Moments {
    m: Vec<f64>,
    v: Vec<f64>,
    #[constant]
    t: i32,
}

#[differentiable]
impl Optimizer for Adam {
    type State = Moments;
    const EPS: f64 = 1e-8;
    fn init(&self, n: usize) -> Moments {
        Moments {
            m: vec![0.0; n],
            v: vec![0.0; n],
            t: 0,
        }
    }
    fn step(&self, s: &mut Moments, p: &mut [f64], g: &[f64]) {
        s.t += 1;
        let (c1, c2) = (1.0 - self.b1.powi(s.t), 1.0 - self.b2.powi(s.t));
        for (((p, g), m), v) in p.iter_mut().zip(g).zip(s.m.iter_mut()).zip(&mut s.v) {
            *m = self.b1 * *m + (1.0 - self.b1) * g;
            *v = self.b2 * *v + (1.0 - self.b2) * g * g;
            *p -= self.lr * (*m / c1) / ((*v / c2).sqrt() + Self::EPS);
        }
    }
}

/// Plain gradient descent, which has no state.
#[derive(Clone, Debug, Differentiable)]
struct Descent(f64);

#[differentiable]
impl Optimizer for Descent {
    type State = ();
    const EPS: f64 = 0.0;
    fn init(&self, _: usize) {}
    fn step(&self, _: &mut (), p: &mut [f64], g: &[f64]) {
        for (p, g) in p.iter_mut().zip(g) {
            *p -= self.0 * g;
        }
    }
}

#[differentiable]
fn train<O: Optimizer>(opt: &O, start: &[f64], steps: usize) -> f64 {
    let mut p = start.to_vec();
    let mut state = opt.init(p.len());
    for _ in 0..steps {
        let g: Vec<f64> = p
            .iter()
            .enumerate()
            .map(|(i, v)| 2.0 * (i + 1) as f64 * (v - 0.3))
            .collect();
        opt.step(&mut state, &mut p, &g);
    }
    p.iter().map(|v| (v - 0.3).powi(2)).sum()
}

#[differentiable]
fn adam(x: &[f64]) -> f64 {
    let opt = Adam {
        lr: x[0],
        b1: x[1],
        b2: x[2],
    };
    train(&opt, &x[3..], 4)
}

#[differentiable]
fn descent(x: &[f64]) -> f64 {
    train(&Descent(x[0]), &x[1..], 5)
}

#[test]
fn states_whose_type_the_trait_leaves_open_are_differentiated() {
    check(
        adam,
        adam::gradient,
        &[&[0.1, 0.9, 0.99, 1.0, -2.0], &[0.02, 0.5, 0.8, -1.0, 0.7]],
    );
    check(
        descent,
        descent::gradient,
        &[&[0.1, 1.0, -2.0], &[0.02, -1.0, 0.7]],
    );
}
