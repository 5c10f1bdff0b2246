use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul};
#[derive(Clone, Copy, Debug, Differentiable)]
struct P {
    s: f64,
    i: f64,
}
#[differentiable]
impl Add for P {
    type Output = P;
    fn add(self, o: P) -> P {
        P {
            s: self.s + o.s,
            i: self.i + o.i,
        }
    }
}
#[differentiable]
impl Mul<f64> for P {
    type Output = P;
    fn mul(self, k: f64) -> P {
        P {
            s: self.s * k,
            i: self.i * k,
        }
    }
}
#[differentiable]
trait Dynamics {
    type State: Copy + Add<Output = Self::State> + Mul<f64, Output = Self::State>;
    fn rate(&self, s: &Self::State) -> Self::State;
    fn start(&self) -> Self::State;
    fn heun(&self, s: Self::State, dt: f64) -> Self::State {
        let a = self.rate(&s);
        let b = self.rate(&(s + a * dt));
        s + (a + b) * (0.5 * dt)
    }
}
#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}
#[differentiable]
impl Dynamics for Spring {
    type State = P;
    fn rate(&self, s: &P) -> P {
        P {
            s: s.i,
            i: -self.k * s.s,
        }
    }
    fn start(&self) -> P {
        P { s: self.k, i: 0.5 }
    }
}
#[derive(Clone, Differentiable)]
struct Decay(f64);
#[differentiable]
impl Dynamics for Decay {
    type State = f64;
    fn rate(&self, s: &f64) -> f64 {
        -self.0 * s
    }
    fn start(&self) -> f64 {
        2.0
    }
}

#[derive(Clone, Differentiable)]
struct Sim<D: Dynamics> {
    system: D,
    state: D::State,
    trace: Vec<D::State>,
}
#[differentiable]
impl<D: Dynamics> Sim<D> {
    fn new(system: D) -> Self {
        let state = system.start();
        Sim {
            system,
            state,
            trace: vec![state],
        }
    }
    fn step(&mut self, dt: f64) {
        self.state = self.state + self.system.rate(&self.state) * dt;
        self.trace.push(self.state);
    }
    fn last(&self) -> Option<D::State> {
        self.trace.last().copied()
    }
    fn pair(&self, i: usize) -> (D::State, D::State) {
        (self.trace[i], self.trace[i + 1])
    }
}
#[differentiable]
fn trajectory<D: Dynamics>(d: &D, n: usize) -> Vec<D::State> {
    let mut all = Vec::with_capacity(n);
    let mut s = d.start();
    for _ in 0..n {
        s = d.heun(s, 0.1);
        all.push(s);
    }
    all
}
/// A trait that says nothing of its type: those who use it do.
#[differentiable]
trait Plain {
    type State: Clone;
    fn slope(&self, s: &Self::State) -> Self::State;
    fn start_at(&self) -> Self::State;
}
#[differentiable]
impl Plain for Spring {
    type State = P;
    fn slope(&self, s: &P) -> P {
        P {
            s: s.i,
            i: -self.k * s.s,
        }
    }
    fn start_at(&self) -> P {
        P { s: self.k, i: 0.5 }
    }
}
#[differentiable]
fn euler<D>(d: &D, steps: usize) -> D::State
where
    D: Plain,
    D::State: Copy + Add<Output = D::State> + Mul<f64, Output = D::State>,
{
    let mut s = d.start_at();
    for _ in 0..steps {
        s = s + d.slope(&s) * 0.1;
    }
    s
}
#[differentiable]
fn h(x: &[f64]) -> f64 {
    let e = euler(&Spring { k: x[0] }, 5);
    e.s * x[1] + e.i
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut sim = Sim::new(Spring { k: x[0] });
    for _ in 0..4 {
        sim.step(x[1]);
    }
    let e = sim.last().unwrap();
    let (p, q) = sim.pair(1);
    e.s * x[1] + e.i + p.s * q.i
}
#[differentiable]
fn g(x: &[f64]) -> f64 {
    let a = trajectory(&Decay(x[0]), 4);
    let b = trajectory(&Spring { k: x[1] }, 3);
    a[3] * b[2].s + a[0] * b[1].i
}

#[test]
fn gradients_are_right() {
    let x = [0.4, 0.7];
    assert_grad(f, &x, &f::gradient(&x));
    assert_grad(g, &x, &g::gradient(&x));
    assert_grad(h, &x, &h::gradient(&x));
}
