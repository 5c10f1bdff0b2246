//! Values that are noted elsewhere on the way, and what looks as if it gave them back.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::cell::{Cell, RefCell};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

static CALLS: AtomicUsize = AtomicUsize::new(0);

fn log(_x: f64) {
    CALLS.fetch_add(1, Ordering::Relaxed);
}

fn record(_x: f64) {}

fn table() -> f64 {
    2.0
}

fn learning_rate() -> f64 {
    0.1
}

#[differentiable]
fn logged(x: f64) -> f64 {
    log(x);
    let c = table();
    c * x
}

#[differentiable]
fn descent(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..3 {
        record(y);
        y -= learning_rate() * y * y;
    }
    CALLS.fetch_add(1, Ordering::Relaxed);
    y
}

#[derive(Differentiable)]
struct Model {
    w: Vec<f64>,
    #[constant]
    calls: AtomicU64,
    #[constant]
    history: RefCell<Vec<f64>>,
    #[constant]
    count: Cell<usize>,
    #[constant]
    last: Mutex<f64>,
}

impl Model {
    fn new() -> Self {
        Model {
            w: vec![0.4, 0.7],
            calls: AtomicU64::new(0),
            history: RefCell::new(Vec::new()),
            count: Cell::new(0),
            last: Mutex::new(0.0),
        }
    }

    fn note(&self, x: f64) {
        self.history.borrow_mut().push(x);
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.count.set(self.count.get() + 1);
        *self.last.lock().unwrap() = x;
    }
}

#[differentiable]
impl Model {
    fn predict(&self, x: f64) -> f64 {
        let y = self.w[0] + self.w[1] * x;
        self.note(y);
        y * y
    }
}

#[differentiable]
fn predicted(m: &Model, x: f64) -> f64 {
    let y = m.predict(x);
    m.note(y);
    y + m.w[0] * x
}

#[derive(Clone)]
struct Settings {
    tolerance: f64,
    name: String,
}

#[derive(Clone, Differentiable)]
struct Sim {
    rate: f64,
    #[constant]
    settings: Settings,
}

impl Sim {
    fn new() -> Self {
        let settings = Settings {
            tolerance: 1.0,
            name: "decay".into(),
        };
        Sim {
            rate: 0.3,
            settings,
        }
    }

    fn show(&self, x: f64) {
        let _ = (x, &self.settings.name);
    }
}

#[differentiable]
impl Sim {
    fn step(&self, x: f64) -> f64 {
        x - self.rate * x * self.settings.tolerance
    }
}

#[differentiable]
fn decay(x: f64) -> f64 {
    let sim = Sim::new();
    let mut y = x;
    for _ in 0..3 {
        y = sim.step(y);
        sim.show(y);
    }
    y * sim.rate
}

#[test]
fn noted_values_keep_their_derivatives() {
    let points: &[&[f64]] = &[&[1.5], &[-0.3]];
    check(|x| logged(x[0]), |x| vec![logged::gradient(x[0])], points);
    check(|x| descent(x[0]), |x| vec![descent::gradient(x[0])], points);
    let model = Model::new;
    check(
        |x| predicted(&model(), x[0]),
        |x| vec![predicted::gradient(&model(), x[0]).1],
        points,
    );
    check(|x| decay(x[0]), |x| vec![decay::gradient(x[0])], points);
}
