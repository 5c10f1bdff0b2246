//! What a call is lent that another call returned: data, or a function.
//!
//! A function that takes `f: &F` has a rule that takes the function itself, as a copy of one costs nothing. Whether
//! what a call returned is one, its type says.
//!
//! ```text
//! let f = make(k);                        // the user's
//! integrate(&f, a, b)
//!
//! rule::rrule(keep, (MayBeFunction(&f).__given(), a, b))
//! ```
//!
//! `&*f` is what is in a box, which is the function, too.

use crate::Differentiable;
use crate::differentiable::{AnyFunction, AnyShadow};
use crate::function::Arguments;
use crate::function_pointer::FunctionPointer;
use std::ops::Deref;

/// A reference that a call is given.
pub struct MayBeFunction<'x, T: ?Sized>(pub &'x T);

impl<A, O> MayBeFunction<'_, AnyFunction<A, O>>
where
    A: Arguments + 'static,
    O: Differentiable<Shadow: Sized> + 'static,
{
    /// The function.
    #[inline(always)]
    pub fn __given(self) -> AnyFunction<A, O> {
        self.0.clone()
    }

    /// The same.
    #[inline(always)]
    pub fn __given_behind(self) -> AnyFunction<A, O> {
        self.0.clone()
    }
}

impl<'x> MayBeFunction<'x, AnyShadow> {
    /// The shadow of the function.
    #[inline(always)]
    pub fn __given_behind(self) -> &'x AnyShadow {
        self.0
    }
}

impl<A, O> MayBeFunction<'_, FunctionPointer<A, O>>
where
    A: Arguments + 'static,
    O: Differentiable<Shadow: Sized> + 'static,
{
    /// The function.
    #[inline(always)]
    pub fn __given(self) -> FunctionPointer<A, O> {
        *self.0
    }
}

/// Found where it is data.
pub trait NoFunction<'x> {
    /// What is lent, or its shadow.
    type Lent: ?Sized;

    /// The reference.
    fn __given(self) -> &'x Self::Lent;

    /// A reference to what is behind it.
    fn __given_behind(self) -> &'x <Self::Lent as Deref>::Target
    where
        Self::Lent: Deref;
}

impl<'x, T: ?Sized> NoFunction<'x> for MayBeFunction<'x, T> {
    type Lent = T;

    #[inline(always)]
    fn __given(self) -> &'x T {
        self.0
    }

    #[inline(always)]
    fn __given_behind(self) -> &'x T::Target
    where
        T: Deref,
    {
        self.0
    }
}
