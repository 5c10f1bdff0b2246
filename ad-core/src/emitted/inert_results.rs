//! Functions without a rule whose results carry no derivative, and which need none.
//!
//! What a function returns that is not annotated, the compiler of derivatives does not see. Where the result is used
//! as a whole number is, by `as` or beside integers, the types decide: what stands in for a missing rule gives a
//! [`NoRule`], and then the function's own result has to be one that carries no derivative.
//!
//! ```text
//! let n = argmax(&scores);                  // the user's
//! total / n as f64
//!
//! let (value, pullback) = rule::rrule(keep, (&scores,));
//! let (value, pullback) = IfRuled(value, pullback).__or_plain(|| argmax(&scores), |n| …).__given();
//! let pullback = pullback.__pullback();
//! ```

use super::{Call, HasRule, Zeros};
use crate::Differentiable;
use crate::inactive::Inactive;
use std::marker::PhantomData;

/// What stands in for the rule of a function gives this for value and pullback, of arguments `A`; `Function` is a type
/// of the function's name.
pub struct NoRule<Function, A>(PhantomData<(Function, A)>);

impl<Function, A> NoRule<Function, A> {
    /// Both.
    #[inline(always)]
    pub fn both() -> (Self, Self) {
        (NoRule(PhantomData), NoRule(PhantomData))
    }
}

/// What the call of a rule has given, if there is one.
pub struct IfRuled<V, P>(pub V, pub P);

impl<Function, A> IfRuled<NoRule<Function, A>, NoRule<Function, A>> {
    /// The function's own result, whose shape says what its pullback is given.
    #[inline(always)]
    pub fn __or_plain<R, Z>(
        self,
        plain: impl FnOnce() -> R,
        _: impl FnOnce(&R) -> Z,
    ) -> Unruled<Function, A, R, Z> {
        Unruled(plain(), PhantomData)
    }
}

/// Found where there is a rule.
pub trait HasGiven<V, P> {
    /// What it gave.
    fn __or_plain<R, Z>(
        self,
        plain: impl FnOnce() -> R,
        shape: impl FnOnce(&R) -> Z,
    ) -> ByRule<V, P>;
}

impl<V, P> HasGiven<V, P> for IfRuled<V, P> {
    #[inline(always)]
    fn __or_plain<R, Z>(self, _: impl FnOnce() -> R, _: impl FnOnce(&R) -> Z) -> ByRule<V, P> {
        ByRule(self.0, self.1)
    }
}

/// Value and pullback by a rule.
pub struct ByRule<V, P>(V, P);

impl<V, P> ByRule<V, P> {
    /// Both.
    #[inline(always)]
    pub fn __given(self) -> (V, P) {
        (self.0, self.1)
    }
}

/// The value of a function without a rule.
pub struct Unruled<Function, A, R, Z>(R, PhantomData<(Function, A, Z)>);

impl<Function, A: Looked, R: Inactive, Z: Zeros> Unruled<Function, A, R, Z> {
    /// The value, which carries no derivative, and what stands for its pullback.
    #[inline(always)]
    pub fn __given(self) -> (R, Nothing<A::Lasting, Z>) {
        (self.0, Nothing(PhantomData))
    }
}

/// The pullback of arguments `A` and of a value of a shape `Z`: it has nothing to do.
pub struct Nothing<A, Z>(PhantomData<fn(A, Z)>);

impl<A: Looked, Z: Zeros> Nothing<A, Z> {
    /// As a function.
    #[inline(always)]
    pub fn __pullback(
        self,
    ) -> impl for<'a> Fn(Z::Shadow, A::Again<'a>, A::Shadows<'a>) + use<A, Z> {
        |_, _, _| {}
    }
}

/// Found where the value may carry one.
pub trait LacksRule<Function, A, R> {
    /// There is no rule, and that is said.
    fn __given<P>(self) -> (R, P)
    where
        Call<A>: HasRule<Function>;
}

impl<Function, A, R, Z> LacksRule<Function, A, R> for Unruled<Function, A, R, Z> {
    fn __given<P>(self) -> (R, P)
    where
        Call<A>: HasRule<Function>,
    {
        unreachable!("a bound of this never holds")
    }
}

/// An argument that is but looked at, as a pullback is given it again, and its shadow.
pub trait LookedAt {
    /// The same for as long as the pullback looks at it.
    type Again<'a>;
    /// Its shadow, if there is one.
    type Shadow<'a>;
    /// The same type without the lifetime of the call.
    type Lasting: LookedAt;
}

impl<T: Differentiable + ?Sized + 'static> LookedAt for &T {
    type Again<'a> = &'a T;
    type Shadow<'a> = Option<&'a T::Shadow>;
    type Lasting = &'static T;
}

macro_rules! looked_at {
    ($($ty:ty)*) => {$(
        impl LookedAt for $ty {
            type Again<'a> = $ty;
            type Shadow<'a> = Option<&'a <$ty as Differentiable>::Shadow>;
            type Lasting = Self;
        }
    )*};
}

looked_at!(bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);

/// All of a call's arguments.
pub trait Looked {
    /// What a pullback is given again.
    type Again<'a>;
    /// Their shadows.
    type Shadows<'a>;
    /// The same types without the lifetime of the call.
    type Lasting: Looked;
}

macro_rules! all_looked_at {
    ($($($A:ident)*;)*) => {$(
        impl<$($A: LookedAt),*> Looked for ($($A,)*) {
            type Again<'a> = ($($A::Again<'a>,)*);
            type Shadows<'a> = ($($A::Shadow<'a>,)*);
            type Lasting = ($($A::Lasting,)*);
        }
    )*};
}

all_looked_at! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}
