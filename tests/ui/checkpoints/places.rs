//! The mark goes on loops that are statements.

use pullback::{Differentiable, differentiable};

#[differentiable]
fn on_other_statements(x: f64, n: usize) -> f64 {
    #[checkpoint]
    let mut y = x;
    #[checkpoint]
    if n > 2 {
        y *= 2.0;
    }
    #[checkpoint]
    {
        y += 1.0;
    }
    y
}

#[differentiable]
fn with_arguments(x: f64, n: usize) -> f64 {
    let mut y = x;
    #[checkpoint(every = 10)]
    for _ in 0..n {
        y = y.sin();
    }
    y
}

#[derive(Differentiable)]
struct Scale(f64);

#[differentiable]
impl Scale {
    fn in_a_method(&self, x: f64) -> f64 {
        #[checkpoint]
        match x > 0.0 {
            true => x * self.0,
            false => x,
        }
    }
}

fn main() {}
