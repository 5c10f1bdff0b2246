use pullback::differentiable;
use std::cell::Cell;
use std::sync::Mutex;

struct Seen(Cell<f64>);

impl Seen {
    fn note(&self, x: f64) {
        self.0.set(x);
    }
}

struct Shared {
    last: Mutex<f64>,
}

impl Shared {
    fn note(&self, x: f64) {
        *self.last.lock().unwrap() = x;
    }
}

#[differentiable]
fn energy(x: f64, #[constant] seen: &Seen) -> f64 {
    seen.note(x * x);
    x
}

#[differentiable]
fn shared(x: f64, #[constant] log: &Shared) -> f64 {
    log.note(x * x);
    x
}

fn main() {
    let seen = Seen(Cell::new(0.0));
    energy(1.0, &seen);
    println!("{}", seen.0.get());
    let log = Shared {
        last: Mutex::new(0.0),
    };
    shared(1.0, &log);
}
