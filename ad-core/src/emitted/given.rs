//! What methods without rules give of values without a shadow.
//!
//! What derives nothing has the shadow `()` outside of fields. A float that is read of it is an error, as `()` has no fields; of
//! what a method without a rule gives of it, nothing tells whether it came from a float but the room that there is for one.
//!
//! ```text
//! let mark = (self.marks[0], x);
//! mark.0.weight()                                        // the user's: `Mark` derives nothing
//!
//! (&&&(d_mark.0).__gave(&ct).by(&mark.0)).__asserted();    // the reverse sweep
//! ```
//!
//! Method resolution chooses, by the number of references that each trait is implemented for.

use super::collected::Nothing;
use super::constant::{ByType, DroppedFor, Unseen};
use crate::Differentiable;
use crate::differentiable::{Asked, AskedForSize};
use std::marker::PhantomData;

/// A receiver's shadow, and the cotangent of what a method gave of it.
pub struct Gave<S: ?Sized, F: ?Sized>(PhantomData<fn(&S, &F)>);

impl<S: ?Sized, F: ?Sized> Gave<S, F> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Gave(PhantomData)
    }

    /// Of a receiver of this type.
    #[inline(always)]
    pub fn by<T: ?Sized>(self, _: &T) -> GaveBy<S, F, T> {
        GaveBy(PhantomData)
    }
}

/// The same with the receiver's type.
pub struct GaveBy<S: ?Sized, F: ?Sized, T: ?Sized>(PhantomData<fn(&S, &F, &T)>);

/// Found where a type says of itself that there is nothing to differentiate in it.
pub trait GaveInert {
    /// There is nothing to assert.
    #[inline(always)]
    fn __asserted(&self) {}
}

impl<F: ?Sized, T: Differentiable + ?Sized> GaveInert for &&&GaveBy<(), F, T> {}

/// Found where what was given has no floats.
pub trait GaveNoFloats {
    /// There is nothing to assert.
    #[inline(always)]
    fn __asserted(&self) {}
}

impl<S: Nothing + ?Sized, F: DroppedFor<Unseen, ByType> + ?Sized, T: ?Sized> GaveNoFloats
    for &&GaveBy<S, F, T>
{
}

/// Found where it has, and the receiver has no shadow.
pub trait GaveFloats<T: ?Sized> {
    /// Asserts that a float finds no room in the receiver.
    #[inline(always)]
    fn __asserted(&self)
    where
        T: Room,
    {
        const {
            assert!(
                !T::FOR_FLOATS,
                "a method without a rule gives what may carry a derivative: derive `Differentiable` for the type that it is called on"
            )
        }
    }
}

impl<S: Nothing + ?Sized, F: ?Sized, T: ?Sized> GaveFloats<T> for &GaveBy<S, F, T> {}

/// Types that are asked for room.
pub trait Room {
    /// Whether a float or a pointer finds room in it.
    const FOR_FLOATS: bool;
}

impl<T> Room for T {
    const FOR_FLOATS: bool = <Asked<T> as AskedForSize>::NEEDS_SHADOW;
}

impl<T> Room for [T] {
    const FOR_FLOATS: bool = <Asked<T> as AskedForSize>::NEEDS_SHADOW;
}

/// Found where it has one, which takes care of itself.
pub trait GaveOther {
    /// There is nothing to assert.
    #[inline(always)]
    fn __asserted(&self) {}
}

impl<S: ?Sized, F: ?Sized, T: ?Sized> GaveOther for GaveBy<S, F, T> {}
