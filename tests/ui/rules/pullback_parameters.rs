use pullback::rrule;
use std::cell::Cell;

rrule! {
    fn first(x: &[f64], n: usize) -> f64;
    forward -> (f64, ()) { (x[n], ()) }
    pullback(_: (), cotangent: f64, dx: Option<&[Cell<f64>]>) {}
    check at [([1.0], 0)];
}

fn main() {}
