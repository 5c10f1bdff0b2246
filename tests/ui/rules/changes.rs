use pullback::rrule;
use std::cell::Cell;

rrule! {
    fn double(x: &mut [f64]) -> ();
    forward -> ((), ()) { x.iter_mut().for_each(|x| *x *= 2.0); ((), ()) }
    pullback(_: (), _: (), x: &mut [f64], dx: Option<&mut [Cell<f64>]>) {}
    check at [[1.0]];

    fn clear(x: &mut [f64]) -> () { x.fill(0.0) }
    no derivative;
}

fn main() {}
