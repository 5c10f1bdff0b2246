use pullback::differentiable;
use std::cell::Cell;

thread_local! {
    static GAIN: Cell<f64> = const { Cell::new(0.0) };
}

fn put(x: f64) {
    GAIN.set(x);
}

fn get() -> f64 {
    GAIN.get()
}

fn set_gain(x: f64) {
    GAIN.set(x);
}

fn gain() -> f64 {
    GAIN.get()
}

#[differentiable]
fn by_functions(x: f64) -> f64 {
    put(x * x);
    get()
}

#[differentiable]
fn by_its_name(x: f64) -> f64 {
    set_gain(x * x);
    let y = x * gain();
    y
}

#[differentiable]
fn from_the_static(x: f64) -> f64 {
    set_gain(x * x);
    x + GAIN.with(|gain| gain.get())
}

#[differentiable]
fn in_a_loop(xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in xs {
        sum += get();
        put(x * x);
    }
    sum
}

fn main() {}
