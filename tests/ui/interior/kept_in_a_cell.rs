use pullback::differentiable;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    static LAST: Cell<f64> = const { Cell::new(0.0) };
}

#[derive(Default)]
struct Total {
    sum: Cell<f64>,
}

impl Total {
    fn add(&self, x: f64) {
        self.sum.set(self.sum.get() + x);
    }
}

#[differentiable]
fn in_a_cell(xs: &[f64]) -> f64 {
    let total = Cell::new(0.0);
    xs.iter().for_each(|x| total.set(total.get() + x * x));
    total.get()
}

#[differentiable]
fn in_a_condition(x: f64) -> f64 {
    let last = Cell::new(0.0);
    if last.replace(x * x) > 1.0 {
        return 0.0;
    }
    last.get()
}

#[differentiable]
fn by_a_method(x: f64) -> f64 {
    let total = Total::default();
    total.add(x);
    total.sum.get()
}

#[differentiable]
fn behind_a_guard(xs: &[f64]) -> f64 {
    let squares: RefCell<Vec<f64>> = Default::default();
    for x in xs {
        squares.borrow_mut().push(x * x);
    }
    let sum = squares.borrow().iter().sum();
    sum
}

#[differentiable]
fn as_bits(x: f64) -> f64 {
    let bits = AtomicU64::new(0);
    bits.store((x * x).to_bits(), Ordering::Relaxed);
    f64::from_bits(bits.load(Ordering::Relaxed))
}

#[differentiable]
fn in_a_static(x: f64) -> f64 {
    LAST.set(x * x);
    LAST.get()
}

#[differentiable]
fn generic<T: pullback::Real>(x: T) -> T {
    let last = Cell::new(T::ZERO);
    last.set(x * x);
    last.get()
}

fn main() {}
