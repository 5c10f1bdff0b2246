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

use crate::Differentiable;
use crate::differentiable::AnyFunction;
use crate::function::Arguments;
use crate::function_pointer::FunctionPointer;

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
pub trait NoFunction {
    /// The reference.
    type Given;

    /// The reference.
    fn __given(self) -> Self::Given;
}

impl<'x, T: ?Sized> NoFunction for MayBeFunction<'x, T> {
    type Given = &'x T;

    #[inline(always)]
    fn __given(self) -> &'x T {
        self.0
    }
}
