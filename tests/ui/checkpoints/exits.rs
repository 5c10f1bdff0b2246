//! What is run in parts is left by its end or a `break` of its own.

use pullback::differentiable;

#[differentiable]
fn returns(x: f64, n: usize) -> f64 {
    let mut y = x;
    #[checkpoint]
    for i in 0..n {
        if y > 10.0 {
            return y * i as f64;
        }
        y *= 1.1;
    }
    y
}

#[differentiable]
fn asks(x: &[f64], n: usize) -> Option<f64> {
    let mut y = 1.0;
    #[checkpoint]
    for i in 0..n {
        y *= *x.get(i)?;
    }
    Some(y)
}

#[differentiable]
fn leaves_the_loop_around(x: f64, n: usize) -> f64 {
    let mut y = x;
    'outer: for i in 0..n {
        #[checkpoint]
        loop {
            y *= 1.1;
            if y > 10.0 {
                break 'outer;
            }
            if y > i as f64 {
                continue 'outer;
            }
        }
    }
    y
}

#[differentiable]
fn gives_a_value(x: f64) -> f64 {
    let mut y = x;
    #[checkpoint]
    loop {
        y *= 1.1;
        if y > 10.0 {
            break y;
        }
    }
}

fn main() {}
