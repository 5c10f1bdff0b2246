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
//! `&*f` is what is in a box, which is the function, too. A call without a rule, in a condition, is lent a closure:
//!
//! ```text
//! if integrate(&*(&f).__lent_plain(), 0.0, 1.0) > 0.5 { … }
//! ```

use crate::Differentiable;
use crate::differentiable::{AnyFunction, AnyShadow};
use crate::function::{Arguments, Function, RefTo, ValueOf};
use crate::function_pointer::FunctionPointer;
use std::ops::Deref;

/// A reference that a call is given.
pub struct MayBeFunction<'x, T: ?Sized>(pub &'x T);

/// Functions, of which a call is given a copy.
///
/// Each of the two methods stands in one `impl` for all types, and gives what the type says: where it cannot be told, as
/// the call that would give the value has no rule, rustc has nothing more to say then.
pub trait LentFunction {
    /// What a call is given.
    type Given;

    /// A copy.
    fn copied(&self) -> Self::Given;
}

impl<A, O> LentFunction for AnyFunction<A, O>
where
    A: Arguments + 'static,
    O: Differentiable<Shadow: Sized> + 'static,
{
    type Given = Self;

    #[inline(always)]
    fn copied(&self) -> Self {
        self.clone()
    }
}

impl<A, O> LentFunction for FunctionPointer<A, O>
where
    A: Arguments + 'static,
    O: Differentiable<Shadow: Sized> + 'static,
{
    type Given = Self;

    #[inline(always)]
    fn copied(&self) -> Self {
        *self
    }
}

impl<F: LentFunction> MayBeFunction<'_, F> {
    /// The function.
    #[inline(always)]
    pub fn __given(self) -> F::Given {
        self.0.copied()
    }
}

/// Functions, and shadows of functions, which are what is behind them.
pub trait BehindItself {
    /// What a call is given.
    type Given<'x>
    where
        Self: 'x;

    /// The function itself, or its shadow.
    fn given(&self) -> Self::Given<'_>;
}

impl<A, O> BehindItself for AnyFunction<A, O>
where
    A: Arguments + 'static,
    O: Differentiable<Shadow: Sized> + 'static,
{
    type Given<'x> = Self;

    #[inline(always)]
    fn given(&self) -> Self {
        self.clone()
    }
}

impl BehindItself for AnyShadow {
    type Given<'x> = &'x Self;

    #[inline(always)]
    fn given(&self) -> &Self {
        self
    }
}

impl<'x, T: BehindItself> MayBeFunction<'x, T> {
    /// The function itself, or its shadow.
    #[inline(always)]
    pub fn __given_behind(self) -> T::Given<'x> {
        self.0.given()
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

/// A closure that calls a function with a rule.
pub struct PlainFunction<F>(F);

impl<F> Deref for PlainFunction<F> {
    type Target = F;

    #[inline(always)]
    fn deref(&self) -> &F {
        &self.0
    }
}

macro_rules! as_closures {
    ($([$($generics:tt)*] ($($name:ident: $marker:ty => $ty:ty),*);)*) => {$(
        impl<O: Differentiable<Shadow: Sized> + 'static, $($generics)*>
            AnyFunction<($($marker,)*), O>
        {
            /// As users' functions take it.
            #[inline(always)]
            pub fn __lent_plain(&self) -> PlainFunction<impl Fn($($ty),*) -> O> {
                PlainFunction(move |$($name: $ty),*| self.__call(($($name,)*)))
            }

            /// The same.
            #[inline(always)]
            pub fn __lent_plain_behind(&self) -> PlainFunction<impl Fn($($ty),*) -> O> {
                self.__lent_plain()
            }

            /// The same, moved.
            #[inline(always)]
            pub fn __moved_plain(self) -> impl Fn($($ty),*) -> O {
                move |$($name: $ty),*| self.__call(($($name,)*))
            }
        }
    )*};
}

as_closures! {
    [A: Differentiable<Shadow: Sized + 'static> + 'static]
    (a: ValueOf<A> => A);
    [A: Differentiable<Shadow: 'static> + ?Sized + 'static]
    (a: RefTo<A> => &A);
    [A: Differentiable<Shadow: Sized + 'static> + 'static,
     B: Differentiable<Shadow: Sized + 'static> + 'static]
    (a: ValueOf<A> => A, b: ValueOf<B> => B);
    [A: Differentiable<Shadow: Sized + 'static> + 'static,
     B: Differentiable<Shadow: 'static> + ?Sized + 'static]
    (a: ValueOf<A> => A, b: RefTo<B> => &B);
    [A: Differentiable<Shadow: 'static> + ?Sized + 'static,
     B: Differentiable<Shadow: 'static> + ?Sized + 'static]
    (a: RefTo<A> => &A, b: RefTo<B> => &B);
    [A: Differentiable<Shadow: Sized + 'static> + 'static,
     B: Differentiable<Shadow: Sized + 'static> + 'static,
     C: Differentiable<Shadow: Sized + 'static> + 'static]
    (a: ValueOf<A> => A, b: ValueOf<B> => B, c: ValueOf<C> => C);
}

/// Found where it is data.
pub trait LentPlain {
    /// The reference.
    #[inline(always)]
    fn __lent_plain(&self) -> &Self {
        self
    }

    /// A reference to what is behind it.
    #[inline(always)]
    fn __lent_plain_behind(&self) -> &Self::Target
    where
        Self: Deref,
    {
        self
    }

    /// The value.
    #[inline(always)]
    fn __moved_plain(self) -> Self
    where
        Self: Sized,
    {
        self
    }
}

impl<T: ?Sized> LentPlain for T {}
