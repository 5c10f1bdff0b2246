//! Methods of values that carry no derivative, which need no rules.
//!
//! What is in a field marked `#[constant]` need not be differentiable, and neither need its methods be. Which types
//! are, the compiler of derivatives does not see; so what it calls a rule on is the value where its type is
//! differentiable, and otherwise, or if it is a map of names to numbers, say, a [`Bare`], which has no rules but what stands in for them.
//!
//! ```text
//! self.config.rate(3)                       // the user's
//!
//! let (value, pullback) = (&&&Probe(&self.config)).__ruled().derivative_rule_of_rate(keep, (3,));
//! let (value, pullback) = Ruled(value, pullback).__or(|| self.config.rate(3), |rate| …);
//! let pullback = pullback.__pullback();
//! ```
//!
//! A derivative cannot get lost: there is none in such a value, and arguments that may carry one are not among
//! those that are asked for here. Methods of what may change are in [`super::unruled`].

use super::{Probe, Typed, Unsaid, Witness, Zeros};
use crate::Differentiable;
use crate::inactive::Inactive;
use std::marker::PhantomData;

/// Stands for a `T` that is not differentiable, or that never carries a derivative, of a shadow `S`.
pub struct Bare<T: ?Sized, S: ?Sized = ()>(PhantomData<fn(&T, &S)>);

/// What a rule is called on: found where the type is differentiable.
pub trait RuledReceiver<'x, T: ?Sized> {
    /// The value.
    fn __ruled(&self) -> &'x T;
}

impl<'x, T: Differentiable + ?Sized> RuledReceiver<'x, T> for &Probe<'x, T> {
    #[inline(always)]
    fn __ruled(&self) -> &'x T {
        self.0
    }
}

/// Found where it is one of the standard library's that never carry a derivative: these have no rules, either.
pub trait InertReceiver<'x, T: Differentiable + ?Sized> {
    /// What stands for the value.
    fn __ruled(&self) -> &'x Bare<T, T::Shadow>;
}

impl<'x, T: Inactive + Differentiable + ?Sized> InertReceiver<'x, T> for &&Probe<'x, T> {
    #[inline(always)]
    fn __ruled(&self) -> &'x Bare<T, T::Shadow> {
        &Bare(PhantomData)
    }
}

/// Found where it is not differentiable.
pub trait BareReceiver<'x, T: ?Sized> {
    /// What stands for the value.
    fn __ruled(&self) -> &'x Bare<T>;
}

impl<'x, T: ?Sized> BareReceiver<'x, T> for Probe<'x, T> {
    #[inline(always)]
    fn __ruled(&self) -> &'x Bare<T> {
        &Bare(PhantomData)
    }
}

/// The same where only the types of the arguments, of a tuple `A`, say that none of them is a float: with one that is, a
/// rule is needed, which may be there though the type is not differentiable.
pub struct ProbeGiven<'x, T: ?Sized, A>(&'x T, PhantomData<fn(A)>);

impl<'x, T: ?Sized, A> ProbeGiven<'x, T, A> {
    /// Of a value, with arguments of these types.
    #[inline(always)]
    pub fn of(value: &'x T, _: &A) -> Self {
        ProbeGiven(value, PhantomData)
    }
}

/// Found where nothing carries a derivative.
pub trait InertGiven<'x, T: Differentiable + ?Sized> {
    /// What stands for the value.
    fn __ruled(&self) -> &'x Bare<T, T::Shadow>;
}

impl<'x, T: Inactive + Differentiable + ?Sized, A: WholeArguments> InertGiven<'x, T>
    for &&&ProbeGiven<'x, T, A>
{
    #[inline(always)]
    fn __ruled(&self) -> &'x Bare<T, T::Shadow> {
        &Bare(PhantomData)
    }
}

/// Found where the type is differentiable.
pub trait RuledGiven<'x, T: ?Sized> {
    /// The value.
    fn __ruled(&self) -> &'x T;
}

impl<'x, T: Differentiable + ?Sized, A> RuledGiven<'x, T> for &&ProbeGiven<'x, T, A> {
    #[inline(always)]
    fn __ruled(&self) -> &'x T {
        self.0
    }
}

/// Found where it is not, and no argument is a float.
pub trait BareGiven<'x, T: ?Sized> {
    /// What stands for the value.
    fn __ruled(&self) -> &'x Bare<T>;
}

impl<'x, T: ?Sized, A: WholeArguments> BareGiven<'x, T> for &ProbeGiven<'x, T, A> {
    #[inline(always)]
    fn __ruled(&self) -> &'x Bare<T> {
        &Bare(PhantomData)
    }
}

/// Found where one is.
pub trait OtherGiven<'x, T: ?Sized> {
    /// The value.
    fn __ruled(&self) -> &'x T;
}

impl<'x, T: ?Sized, A> OtherGiven<'x, T> for ProbeGiven<'x, T, A> {
    #[inline(always)]
    fn __ruled(&self) -> &'x T {
        self.0
    }
}

/// What a call on a [`Bare`] gives, which has neither value nor rule.
pub struct Unruled<T: ?Sized, S: ?Sized, A>(PhantomData<fn(&T, &S) -> A>);

/// What stands in for every rule of it.
#[inline(always)]
pub fn unruled<T: ?Sized, S: ?Sized, K, A>(
    _: &Bare<T, S>,
    _: K,
    _: A,
) -> (Unruled<T, S, A>, Unruled<T, S, A>) {
    (Unruled(PhantomData), Unruled(PhantomData))
}

/// What a call of a rule has given.
pub struct Ruled<V, P>(pub V, pub P);

impl<T: ?Sized, S: ?Sized, A> Ruled<Unruled<T, S, A>, Unruled<T, S, A>> {
    /// The method's value, whose shape says what its pullback is given.
    #[inline(always)]
    pub fn __or<R, Z>(
        self,
        plain: impl FnOnce() -> R,
        _: impl FnOnce(&R) -> Z,
    ) -> (R, Nothing<T, S, A::Lasting, Z>)
    where
        A: PlainArguments,
    {
        (plain(), Nothing(PhantomData))
    }
}

/// What any other rule gives.
pub trait IsRuled<V, P> {
    /// As it is.
    fn __or<R, Z>(self, plain: impl FnOnce() -> R, shape: impl FnOnce(&R) -> Z) -> (V, P);
}

impl<V, P> IsRuled<V, P> for Ruled<V, P> {
    #[inline(always)]
    fn __or<R, Z>(self, _: impl FnOnce() -> R, _: impl FnOnce(&R) -> Z) -> (V, P) {
        (self.0, self.1)
    }
}

/// The pullback of a method's value of a shape `Z`: it has nothing to give.
pub struct Nothing<T: ?Sized, S: ?Sized, A, Z>(PhantomData<fn(&T, &S, Z) -> A>);

impl<T: ?Sized, S: ?Sized, A, Z> Nothing<T, S, A, Z> {
    pub(super) fn new() -> Self {
        Nothing(PhantomData)
    }
}

impl<T: ?Sized, S: ?Sized, A: PlainArguments, Z: Zeros> Nothing<T, S, A, Z> {
    /// As a function.
    #[inline(always)]
    pub fn __pullback(
        self,
    ) -> impl for<'a> Fn(Z::Shadow, A::Again<'a, T>, A::Shadows<'a, S>) + use<T, S, A, Z> {
        |_, _, _| {}
    }
}

/// Any other pullback.
pub trait IsPullback: Sized {
    /// As it is; that of [`Nothing`] takes precedence.
    #[inline(always)]
    fn __pullback(self) -> Self {
        self
    }
}

impl<P> IsPullback for P {}

/// Arguments of which nothing comes back, as a pullback is given them again.
pub trait PlainArgument {
    /// The same for as long as the pullback looks at them.
    type Again<'a>;
    /// The shadow of a number, and what stands for those that others do not have.
    type Shadow<'a>;
    /// The argument's type without what the call lends.
    type Lasting: PlainArgument;
}

impl<T: ?Sized + 'static> PlainArgument for &T {
    type Again<'a> = &'a T;
    type Shadow<'a> = Option<&'a ()>;
    type Lasting = &'static T;
}

macro_rules! given_again {
    ($($ty:ty)*) => {$(
        impl PlainArgument for $ty {
            type Again<'a> = $ty;
            type Shadow<'a> = Option<&'a <$ty as Differentiable>::Shadow>;
            type Lasting = $ty;
        }
    )*};
}

given_again!(bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);

/// All of them, behind a receiver.
pub trait PlainArguments {
    /// What a pullback is given again.
    type Again<'a, T: ?Sized + 'a>;
    /// The shadows that it is given.
    type Shadows<'a, S: ?Sized + 'a>;
    /// Their types without what the call lends: a pullback may outlive it.
    type Lasting: PlainArguments;
}

/// An argument that is no float.
pub trait WholeArgument {}

macro_rules! whole {
    ($($ty:ty)*) => {$(
        impl WholeArgument for $ty {}
    )*};
}

whole!(bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl<T: ?Sized> WholeArgument for &T {}

impl<A: WholeArgument> WholeArgument for Witness<Typed<A>> {}

/// An argument that is asked whether it is whole, for calls that are written for their types. What is told names no
/// lifetime.
pub struct KindOf<'a, A: ?Sized>(pub &'a A);

/// Found for references.
pub trait ReferenceKind {
    /// As one that lasts.
    #[inline(always)]
    fn __kind(&self) -> Typed<&'static ()> {
        Typed::of(&&())
    }
}

impl<T: ?Sized> ReferenceKind for &&KindOf<'_, &T> {}

/// Found for whole numbers.
pub trait WholeKind<A> {
    /// As it is.
    fn __kind(&self) -> Typed<A>;
}

impl<A: WholeArgument> WholeKind<A> for &KindOf<'_, A> {
    #[inline(always)]
    fn __kind(&self) -> Typed<A> {
        Typed::of(self.0)
    }
}

/// Found for others.
pub trait OtherKind {
    /// That it is none of these.
    #[inline(always)]
    fn __kind(&self) -> Unsaid {
        Unsaid
    }
}

impl<A: ?Sized> OtherKind for KindOf<'_, A> {}

/// Arguments none of which is a float.
pub trait WholeArguments {}

/// An argument that is a number.
pub trait NumberArgument {}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl NumberArgument for $ty {}
    )*};
}

numbers!(bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);

/// Arguments all of which are numbers.
pub trait NumberArguments {}

macro_rules! all_given_again {
    ($($($A:ident)*;)*) => {$(
        impl<$($A: PlainArgument),*> PlainArguments for ($($A,)*) {
            type Again<'a, T: ?Sized + 'a> = (&'a T, $($A::Again<'a>,)*);
            type Shadows<'a, S: ?Sized + 'a> = (Option<&'a S>, $($A::Shadow<'a>,)*);
            type Lasting = ($($A::Lasting,)*);
        }

        impl<$($A: WholeArgument),*> WholeArguments for ($($A,)*) {}

        impl<$($A: NumberArgument),*> NumberArguments for ($($A,)*) {}
    )*};
}

all_given_again! {
    ;
    A;
    A B;
    A B C;
    A B C D;
}
