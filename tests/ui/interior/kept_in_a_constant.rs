use pullback::{Differentiable, differentiable};
use std::cell::Cell;
use std::sync::{Arc, Mutex};

#[derive(Differentiable)]
struct Acc {
    scale: f64,
    #[constant]
    total: Arc<Mutex<f64>>,
}

impl Acc {
    fn add(&self, x: f64) {
        *self.total.lock().unwrap() += x;
    }

    fn get(&self) -> f64 {
        *self.total.lock().unwrap() * self.scale
    }
}

struct Stats {
    last: Cell<f64>,
}

#[derive(Differentiable)]
struct Sim {
    #[constant]
    stats: Stats,
}

impl Sim {
    fn note(&self, x: f64) {
        self.stats.last.set(x);
    }

    fn last(&self) -> f64 {
        self.stats.last.get()
    }
}

#[differentiable]
fn in_a_lock(x: f64) -> f64 {
    let acc = Acc { scale: 1.0, total: Arc::new(Mutex::new(0.0)) };
    acc.add(x * x);
    acc.get() * x
}

#[differentiable]
fn in_a_part(x: f64) -> f64 {
    let sim = Sim { stats: Stats { last: Cell::new(0.0) } };
    sim.note(x * x);
    sim.last()
}

fn main() {}
