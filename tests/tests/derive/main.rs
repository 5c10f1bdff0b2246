//! Types with `#[derive(Differentiable)]`: their shadows, tangents and buffers.

#![forbid(unsafe_code)]
#![deny(warnings)]

mod enums;
mod generic;
mod hygiene;
mod sizes;
mod structs;

use pullback::__private::{Accumulate, shape_of, zeros};
use pullback::Differentiable;
use std::borrow::Borrow;
use std::fmt::Debug;

/// A tangent goes through a shadow unchanged, alone, doubled and cleared, and by way of a buffer.
fn round_trip<P>(primal: &P, tangent: P::Tangent, double: P::Tangent)
where
    P: Differentiable<Shadow: Sized, Tangent: Clone + PartialEq + Debug>,
{
    let shadow = P::shadow(tangent.clone());
    assert_eq!(P::tangent(&shadow), tangent);
    let sum = zeros(&shape_of(primal));
    assert_eq!(P::tangent(&sum), primal.zero_tangent());
    sum.accumulate(&shadow);
    sum.accumulate(&shadow);
    assert_eq!(P::tangent(&sum), double);
    sum.clear();
    sum.normalise();
    assert_eq!(P::tangent(&sum), primal.zero_tangent());
    assert_eq!(
        P::tangent(P::owned_zeros(&primal.primal_shape()).borrow()),
        primal.zero_tangent()
    );
    assert_eq!(
        P::tangent(P::owned_shadow(tangent.clone()).borrow()),
        tangent
    );

    let mut gradient = double;
    primal.check_tangent(&gradient, "x");
    primal.check_buffer(P::buffer(&mut gradient), "x");
    let lent = primal.lend(P::buffer(&mut gradient));
    lent.accumulate(&P::shadow(tangent.clone()));
    P::finish(lent);
    assert_eq!(gradient, tangent);
}
