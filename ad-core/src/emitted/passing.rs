//! Passing on what a callee may want shared or unique, where only the callee's signature says which.
//!
//! ```text
//! scale(v, 2.0);           // the user's: `scale` takes `&v` or `&mut v`
//!
//! pullback((), (place(v), 2.0), (dv.__lent(), None));
//! ```

use super::{Ignored, absent, absent_like};
use crate::{Differentiable, Real};
use std::collections::VecDeque;

/// What an operator takes, whether a variable holds it or refers to it.
pub trait Operand {
    /// A reference to it: method resolution reads through one reference, and borrows a value.
    fn __operand(&self) -> &Self;
}

impl<T: ?Sized> Operand for T {
    #[inline(always)]
    fn __operand(&self) -> &Self {
        self
    }
}

/// The shadow of an argument as a pullback takes it.
pub trait FromLent<'a, S: ?Sized> {
    /// Shares it or hands it over.
    fn from_lent(shadow: &'a mut S) -> Self;
}

impl<'a, S: ?Sized> FromLent<'a, S> for Option<&'a S> {
    #[inline(always)]
    fn from_lent(shadow: &'a mut S) -> Self {
        Some(shadow)
    }
}

impl<'a, S: ?Sized> FromLent<'a, S> for Option<&'a mut S> {
    #[inline(always)]
    fn from_lent(shadow: &'a mut S) -> Self {
        Some(shadow)
    }
}

/// No shadow, where the callee's parameter is constant.
impl<'a> FromLent<'a, ()> for Option<&'a dyn Ignored> {
    #[inline(always)]
    fn from_lent((): &'a mut ()) -> Self {
        None
    }
}

/// Nothing, where the callee's parameter is a list or an option of what derives nothing.
macro_rules! lent_as_nothing {
    ($([$($generics:tt)*] $from:ty;)*) => {$(
        impl<'a, $($generics)*> FromLent<'a, $from> for Option<&'a ()> {
            #[inline(always)]
            fn from_lent(_: &'a mut $from) -> Self {
                None
            }
        }
    )*};
}

lent_as_nothing! {
    [] Vec<()>;
    [] VecDeque<()>;
    [const N: usize] [(); N];
}

/// What is in a box, where the callee takes that.
impl<'a, S: ?Sized> FromLent<'a, Box<S>> for Option<&'a S> {
    #[inline(always)]
    fn from_lent(shadow: &'a mut Box<S>) -> Self {
        Some(shadow)
    }
}

impl<'a, S: ?Sized> FromLent<'a, Box<S>> for Option<&'a mut S> {
    #[inline(always)]
    fn from_lent(shadow: &'a mut Box<S>) -> Self {
        Some(shadow)
    }
}

/// The elements of what holds some, where the callee takes a slice: the methods of slices.
macro_rules! lent_as_slices {
    ($([$($generics:tt)*] $from:ty;)*) => {$(
        impl<'a, S, $($generics)*> FromLent<'a, $from> for Option<&'a [S]> {
            #[inline(always)]
            fn from_lent(shadow: &'a mut $from) -> Self {
                Some(shadow)
            }
        }

        impl<'a, S, $($generics)*> FromLent<'a, $from> for Option<&'a mut [S]> {
            #[inline(always)]
            fn from_lent(shadow: &'a mut $from) -> Self {
                Some(shadow)
            }
        }

        impl<'a, S, $($generics)*> FromPlace<'a, $from> for &'a [S] {
            #[inline(always)]
            fn from_place(place: &'a mut $from) -> Self {
                place
            }
        }

        impl<'a, S, $($generics)*> FromPlace<'a, $from> for &'a mut [S] {
            #[inline(always)]
            fn from_place(place: &'a mut $from) -> Self {
                place
            }
        }
    )*};
}

lent_as_slices! {
    [] Vec<S>;
    [const N: usize] [S; N];
}

/// A shadow for a pullback that takes it shared or unique.
pub trait Lent {
    /// Lends it; a constant field's own method takes precedence.
    #[inline(always)]
    fn __lent<'a, R: FromLent<'a, Self>>(&'a mut self) -> R {
        R::from_lent(self)
    }
}

impl<S: ?Sized> Lent for S {}

/// A number that is a method's receiver, as its rule takes it again.
pub trait FromReceiver<'a, T> {
    /// Copies or borrows it.
    fn from_receiver(receiver: &'a T) -> Self;
}

impl<'a, T> FromReceiver<'a, T> for &'a T {
    #[inline(always)]
    fn from_receiver(receiver: &'a T) -> Self {
        receiver
    }
}

impl<'a, T: Copy> FromReceiver<'a, T> for T {
    #[inline(always)]
    fn from_receiver(receiver: &'a T) -> Self {
        *receiver
    }
}

/// A receiver for a rule that takes it by value or by reference.
#[inline(always)]
pub fn receiver<'a, T, R: FromReceiver<'a, T>>(receiver: &'a T) -> R {
    R::from_receiver(receiver)
}

/// What a pullback gets again of an argument that is constant whatever its type: nothing.
pub struct NoAgain;

/// A by-value argument as a pullback takes it again.
pub trait FromAgain<T> {
    /// Passes it on, or drops it.
    fn from_again(again: T) -> Self;
}

impl<T: Clone> FromAgain<T> for T {
    #[inline(always)]
    fn from_again(again: T) -> T {
        again
    }
}

impl<T> FromAgain<T> for NoAgain {
    #[inline(always)]
    fn from_again(_: T) -> NoAgain {
        NoAgain
    }
}

/// `None` written as an argument: of what there is none, only the callee says.
pub struct GivenNone;

impl<T> FromAgain<GivenNone> for Option<T> {
    #[inline(always)]
    fn from_again(_: GivenNone) -> Self {
        None
    }
}

/// Of a text there is nothing to be given again: one that is made for the call is made once more, and dropped.
impl FromAgain<String> for () {
    #[inline(always)]
    fn from_again(_: String) {}
}

/// References coerce where a callee wants less than there is.
macro_rules! coerced {
    ($([$($generics:tt)*] $from:ty => $to:ty;)*) => {$(
        impl<'a, $($generics)*> FromAgain<&'a $from> for &'a $to {
            #[inline(always)]
            fn from_again(again: &'a $from) -> Self {
                again
            }
        }
    )*};
}

coerced! {
    [T] Vec<T> => [T];
    [T, const N: usize] [T; N] => [T];
    [T: ?Sized] Box<T> => T;
    [] String => str;
    ['b, T: ?Sized] &'b T => T;
}

/// A by-value argument for a pullback that takes it again or not.
#[inline(always)]
pub fn passed<T, R: FromAgain<T>>(again: T) -> R {
    R::from_again(again)
}

/// What a pattern has bound once more, as a pullback is given it again. Whether that is a reference or a copy of
/// a part is seen in its type alone:
///
/// ```text
/// if let Some(p) = model.origin { x += weight(p, x); }     // the user's: `p` is a `Point`
/// if let Some(p) = &model.origin { x += norm(p); }         // here it is a `&Point`
///
/// (&&&Bound(&p)).__again()                                 // what the pullback of the call gets again
/// ```
pub struct Bound<'x, X>(pub &'x X);

/// Found for references.
pub trait BoundReference<'r> {
    /// What is referred to.
    type Referent: ?Sized;

    /// The reference.
    fn __again(&self) -> &'r Self::Referent;
}

impl<'r, T: ?Sized> BoundReference<'r> for &&Bound<'_, &'r T> {
    type Referent = T;

    #[inline(always)]
    fn __again(&self) -> &'r T {
        self.0
    }
}

/// Found for differentiable values.
pub trait BoundDifferentiable {
    /// What a pullback gets again.
    type Again;

    /// What a pullback gets again of it.
    fn __again(&self) -> Self::Again;
}

impl<X: Differentiable> BoundDifferentiable for &Bound<'_, X> {
    type Again = X::Again;

    #[inline(always)]
    fn __again(&self) -> X::Again {
        self.0.primal_again()
    }
}

/// Found for other values.
pub trait BoundInert {
    /// Nothing.
    fn __again(&self);
}

impl<X> BoundInert for Bound<'_, X> {
    #[inline(always)]
    fn __again(&self) {}
}

/// What a pullback gets again, asked for the type of the argument. A scalar tells it, which a callee generic
/// over scalars needs:
///
/// ```text
/// (&&Told(again)).__absent()       // a `T` where `again` is a scalar `T`, of any type where not
/// ```
pub struct Told<'a, A>(pub &'a A);

/// Found where what a pullback gets again is a scalar.
pub trait ToldScalar {
    /// The scalar's type.
    type Argument;

    /// An argument for a call that is never made.
    fn __absent(&self) -> Self::Argument;
}

/// What is again what it was: a float, a whole number, a flag.
pub trait Scalar {}

impl<T: Real> Scalar for T {}

macro_rules! scalars {
    ($($ty:ty)*) => {$(impl Scalar for $ty {})*};
}

scalars! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char }

impl<A: Scalar> ToldScalar for &Told<'_, A> {
    type Argument = A;

    fn __absent(&self) -> A {
        absent_like(self.0)
    }
}

/// Found where it is something else.
pub trait ToldOther {
    /// An argument for a call that is never made.
    fn __absent<R>(&self) -> R;
}

impl<A> ToldOther for Told<'_, A> {
    fn __absent<R>(&self) -> R {
        absent()
    }
}

/// An argument as a function takes it.
pub trait FromPlace<'a, T: ?Sized> {
    /// Shares it or hands it over.
    fn from_place(place: &'a mut T) -> Self;
}

impl<'a, T: ?Sized> FromPlace<'a, T> for &'a T {
    #[inline(always)]
    fn from_place(place: &'a mut T) -> Self {
        place
    }
}

impl<'a, T: ?Sized> FromPlace<'a, T> for &'a mut T {
    #[inline(always)]
    fn from_place(place: &'a mut T) -> Self {
        place
    }
}

/// A variable that holds a reference passes the reference on.
impl<'a, 'b: 'a, T: ?Sized> FromPlace<'a, &'b T> for &'a T {
    #[inline(always)]
    fn from_place(place: &'a mut &'b T) -> Self {
        place
    }
}

/// A box passes on what is in it where that is asked for.
impl<'a, T: ?Sized> FromPlace<'a, Box<T>> for &'a T {
    #[inline(always)]
    fn from_place(place: &'a mut Box<T>) -> Self {
        place
    }
}

impl<'a, T: ?Sized> FromPlace<'a, Box<T>> for &'a mut T {
    #[inline(always)]
    fn from_place(place: &'a mut Box<T>) -> Self {
        place
    }
}

/// An argument for a function that takes it shared or unique.
#[inline(always)]
pub fn place<'a, T: ?Sized, R: FromPlace<'a, T>>(place: &'a mut T) -> R {
    R::from_place(place)
}

/// What a closure's parameter holds, where no type is written for it.
#[diagnostic::on_unimplemented(
    message = "this closure is given a `{Self}`, which its derivative has to know",
    label = "write the type of this parameter: `: {Self}`"
)]
pub trait Unwritten {}

impl<T: crate::Differentiable + ?Sized> Unwritten for T {}

/// Asserts that a closure's parameter without a written type is no unique reference, through which the closure
/// might change what nobody sees it change.
#[inline(always)]
pub fn unwritten<T: Unwritten>(_: &T) {}

/// Says that two values are of one type, before anything is asked of it.
#[inline(always)]
pub fn alike<T>(_: &T, _: &T) {}

/// Stands for a value where code is only checked and never runs.
#[inline(always)]
pub fn value_of<T>(_: &T) -> T {
    unreachable!("this is never called")
}

/// Says what an option holds, before anything is asked of it.
#[inline(always)]
pub fn option_of<T>(_: &Option<T>, _: &T) {}
