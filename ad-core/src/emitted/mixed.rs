//! Tuples with a part that derives nothing, and what holds such tuples.
//!
//! `(Kind, f64)` is not differentiable if `Kind` is not, and yet there is a float in it. Where a function makes such a
//! tuple, its syntax shows the parts; of what a call returns, only the type does. A trait cannot ask whether a type is
//! *not* differentiable. But of the implementations below, each of which leaves out one part, just one holds where one
//! part derives nothing, and rustc finds it: it chooses by what else an implementation asks. (Where all parts are
//! differentiable, so is the tuple, and nobody gets here.)
//!
//! ```text
//! let signal = signal(price);                      // the user's: Option<(Kind, f64)>
//!
//! let shape = (&&Probe(&signal)).__shape();        // forward: Option<(NoShape, Detached<…>)>
//! let mut d_signal = zeros_of(&shape);             // reverse: Option<((), Cell<f64>)>
//! ```

use super::borrowed::Passed;
use super::probe::Probe;
use super::shapes::Detached;
use super::{NoShape, Zeros};
use crate::{Accumulate, Differentiable};

/// What has a shadow with a hole; `Way` tells where.
pub trait Mixed<Way> {
    /// What a zero shadow is made from.
    type Shape: Zeros<Shadow: Accumulate>;
    /// What a pullback gets again.
    type Again;

    /// The shape of this value.
    fn mixed_shape(&self) -> Self::Shape;

    /// What the pullback gets again of this value.
    fn mixed_again(&self) -> Self::Again;
}

/// The way of a tuple: the part at `I` derives nothing.
pub struct LeftOut<const I: usize>;

/// The way of what holds others.
pub struct Inside<Way>(Way);

fn shape_of_part<T: Differentiable<Shadow: Sized>>(part: &T) -> Detached<T::Shape, T::Shadow> {
    Detached::of(part)
}

macro_rules! without {
    ([$($B:ident $i:tt)*] $L:ident $l:tt [$($A:ident $j:tt)*]) => {
        impl<$($B: Differentiable<Shadow: Sized>,)* $L, $($A: Differentiable<Shadow: Sized>,)*> Mixed<LeftOut<$l>>
            for ($($B,)* $L, $($A,)*)
        {
            type Shape = (
                $(Detached<$B::Shape, $B::Shadow>,)* NoShape, $(Detached<$A::Shape, $A::Shadow>,)*
            );
            type Again = ($($B::Again,)* (), $($A::Again,)*);

            #[inline]
            fn mixed_shape(&self) -> Self::Shape {
                ($(shape_of_part(&self.$i),)* NoShape, $(shape_of_part(&self.$j),)*)
            }

            #[inline]
            fn mixed_again(&self) -> Self::Again {
                ($(self.$i.primal_again(),)* (), $(self.$j.primal_again(),)*)
            }
        }
    };
}

without!([] A 0 [B 1]);
without!([A 0] B 1 []);
without!([] A 0 [B 1 C 2]);
without!([A 0] B 1 [C 2]);
without!([A 0 B 1] C 2 []);
without!([] A 0 [B 1 C 2 D 3]);
without!([A 0] B 1 [C 2 D 3]);
without!([A 0 B 1] C 2 [D 3]);
without!([A 0 B 1 C 2] D 3 []);
without!([] A 0 [B 1 C 2 D 3 E 4]);
without!([A 0] B 1 [C 2 D 3 E 4]);
without!([A 0 B 1] C 2 [D 3 E 4]);
without!([A 0 B 1 C 2] D 3 [E 4]);
without!([A 0 B 1 C 2 D 3] E 4 []);

impl<Way, T: Mixed<Way>> Mixed<Inside<Way>> for Option<T> {
    type Shape = Option<T::Shape>;
    type Again = Option<T::Again>;

    #[inline]
    fn mixed_shape(&self) -> Self::Shape {
        self.as_ref().map(T::mixed_shape)
    }

    #[inline]
    fn mixed_again(&self) -> Self::Again {
        self.as_ref().map(T::mixed_again)
    }
}

/// An error carries no derivative.
impl<Way, T: Mixed<Way>, E> Mixed<Inside<Way>> for Result<T, E> {
    type Shape = Result<T::Shape, ()>;
    type Again = Result<T::Again, ()>;

    #[inline]
    fn mixed_shape(&self) -> Self::Shape {
        self.as_ref().map(T::mixed_shape).map_err(|_| ())
    }

    #[inline]
    fn mixed_again(&self) -> Self::Again {
        self.as_ref().map(T::mixed_again).map_err(|_| ())
    }
}

impl<Way, T: Mixed<Way>> Mixed<Inside<Way>> for Vec<T> {
    type Shape = Vec<T::Shape>;
    type Again = ();

    #[inline]
    fn mixed_shape(&self) -> Self::Shape {
        self.iter().map(T::mixed_shape).collect()
    }

    #[inline]
    fn mixed_again(&self) {}
}

impl<Way, T: Mixed<Way>, const N: usize> Mixed<Inside<Way>> for [T; N] {
    type Shape = [T::Shape; N];
    type Again = [T::Again; N];

    #[inline]
    fn mixed_shape(&self) -> Self::Shape {
        self.each_ref().map(T::mixed_shape)
    }

    #[inline]
    fn mixed_again(&self) -> Self::Again {
        self.each_ref().map(T::mixed_again)
    }
}

/// Found for what has a shadow with a hole, after what is differentiable and before what is not.
pub trait ProbeMixed<Way> {
    /// What a zero shadow is made from.
    type Shape;
    /// What a pullback gets again.
    type Again;

    /// The value's shape.
    fn __shape(&self) -> Self::Shape;

    /// What a pullback gets again of the value.
    fn __again(&self) -> Self::Again;
}

macro_rules! found {
    ($($Asked:ident)*) => {$(
        impl<Way, T: Mixed<Way>> ProbeMixed<Way> for $Asked<'_, T> {
            type Shape = T::Shape;
            type Again = T::Again;

            #[inline]
            fn __shape(&self) -> T::Shape {
                self.0.mixed_shape()
            }

            #[inline]
            fn __again(&self) -> T::Again {
                self.0.mixed_again()
            }
        }
    )*};
}

found!(Probe Passed);

#[cfg(test)]
// Emitted code borrows as often as there are traits to choose among.
#[allow(clippy::needless_borrow)]
mod tests {
    use super::super::{PassedInert as _, ProbeInert as _, zeros_of};
    use super::*;
    use std::cell::Cell;

    enum Kind {
        Call,
    }

    #[test]
    fn what_derives_nothing_leaves_a_hole() {
        let signal = Some((Kind::Call, 2.0));
        let shadow: Option<((), Cell<f64>)> = zeros_of(&(&&Probe(&signal)).__shape());
        assert!(shadow.is_some());
        let legs = vec![("left", Kind::Call, [1.0, 2.0])];
        let shadow: Vec<((), (), [Cell<f64>; 2])> = zeros_of(&(&&&Passed(&legs)).__shape());
        assert_eq!(shadow.len(), 1);
    }

    #[test]
    fn what_has_no_part_with_a_derivative_is_no_such_thing() {
        let () = zeros_of(&(&&Probe(&Kind::Call)).__shape());
        let () = zeros_of(&(&&&Passed(&(Kind::Call, Kind::Call))).__shape());
    }
}
