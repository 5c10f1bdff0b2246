//! Conversions between types: the rules of `From`, and of `Into` by them; those of `TryFrom` and `TryInto` are in
//! [`fallible`].
//!
//! The rule of `impl From<Polar> for Cart` is an implementation of [`FromRule`], so that a type may have
//! several, and `into` finds the one its result asks for.
//!
//! ```text
//! let c: Cart = polar.into();
//!
//! let (c, pullback) = polar.derivative_rule_of_into(keep, ());
//! let _: &Cart = &c;
//! ```

#![allow(clippy::type_complexity, reason = "it is the form of all rules")]

mod fallible;
mod items;

pub use fallible::{TryFromRefRule, TryFromRule, TryIntoRule};

use crate::keep::Keep;
use crate::{Accumulate, Differentiable};
use std::cell::Cell;

/// The rule of `Self::from(value)`.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for the conversion from `{T}` to `{Self}`",
    label = "no derivative rule for this conversion",
    note = "annotate `impl From<{T}> for {Self}` with `#[differentiable]`"
)]
pub trait FromRule<T: Differentiable<Shadow: Sized>>:
    Differentiable<Shadow: Sized> + Sized
{
    /// The value, and what carries its cotangent to what it was made of.
    fn associated_rule_of_from<K: Keep>(
        keep: K,
        value: (T,),
    ) -> (
        Self,
        impl Fn(Self::Shadow, (T::Again,), (Option<&T::Shadow>,)) + use<Self, T, K>,
    );
}

/// The rule of `Self::from(&value)`. It has a name of its own, so that its pullback is a type without the
/// lifetime of the reference.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for the conversion from `&{T}` to `{Self}`",
    label = "no derivative rule for this conversion",
    note = "annotate `impl From<&{T}> for {Self}` with `#[differentiable]`"
)]
pub trait FromRefRule<T: Differentiable + ?Sized>: Differentiable<Shadow: Sized> + Sized {
    /// The value, and what carries its cotangent to what it was made of.
    fn associated_rule_of_from_ref<K: Keep>(
        keep: K,
        value: (&T,),
    ) -> (
        Self,
        impl Fn(Self::Shadow, (&T,), (Option<&T::Shadow>,)) + use<Self, T, K>,
    );
}

/// The rule of `value.into()`.
pub trait IntoRule<T: Differentiable<Shadow: Sized>>: Differentiable {
    /// The value, and what carries its cotangent to what it was made of.
    fn derivative_rule_of_into<K: Keep>(
        &self,
        keep: K,
        arguments: (),
    ) -> (
        T,
        impl Fn(T::Shadow, (&Self,), (Option<&Self::Shadow>,)) + use<Self, T, K>,
    );
}

impl<S, T> IntoRule<T> for S
where
    S: Differentiable<Shadow: Sized> + Clone,
    T: FromRule<S>,
{
    #[inline]
    fn derivative_rule_of_into<K: Keep>(
        &self,
        keep: K,
        (): (),
    ) -> (
        T,
        impl Fn(T::Shadow, (&S,), (Option<&S::Shadow>,)) + use<S, T, K>,
    ) {
        let (value, pullback) = T::associated_rule_of_from(keep, (self.clone(),));
        (
            value,
            move |dy, (this,): (&S,), shadows: (Option<&S::Shadow>,)| {
                pullback(dy, (this.primal_again(),), shadows)
            },
        )
    }
}

/// A value is converted to its own type as it is.
impl<T: Differentiable<Shadow: Sized>> FromRule<T> for T {
    #[inline]
    fn associated_rule_of_from<K: Keep>(
        _: K,
        (value,): (T,),
    ) -> (
        T,
        impl Fn(T::Shadow, (T::Again,), (Option<&T::Shadow>,)) + use<T, K>,
    ) {
        let pullback = |dy: T::Shadow, _: (T::Again,), (dx,): (Option<&T::Shadow>,)| {
            if let Some(dx) = dx {
                dx.accumulate(&dy);
            }
        };
        (value, pullback)
    }
}

/// Texts carry no derivative.
macro_rules! texts {
    ($($({$t:lifetime})? $from:ty;)*) => {$(
        impl$(<$t>)? FromRule<$from> for String {
            #[inline]
            fn associated_rule_of_from<K: Keep>(
                _: K,
                (text,): ($from,),
            ) -> (
                String,
                impl Fn(
                    <String as Differentiable>::Shadow,
                    (<$from as Differentiable>::Again,),
                    (Option<&<$from as Differentiable>::Shadow>,),
                ) + use<$($t,)? K>,
            ) {
                (text.into(), |_, _, _| {})
            }
        }
    )*};
}

texts! {
    {'t} &'t str;
    {'t} &'t String;
    char;
}

impl FromRule<f32> for f64 {
    #[inline(always)]
    fn associated_rule_of_from<K: Keep>(
        _: K,
        (value,): (f32,),
    ) -> (
        f64,
        impl Fn(Cell<f64>, (f32,), (Option<&Cell<f32>>,)) + use<K>,
    ) {
        let pullback = |dy: Cell<f64>, _: (f32,), (dx,): (Option<&Cell<f32>>,)| {
            if let Some(dx) = dx {
                dx.set(dx.get() + dy.get() as f32);
            }
        };
        (value.into(), pullback)
    }
}

macro_rules! integers {
    ($($float:ident: $($int:ident)*;)*) => {$($(
        impl FromRule<$int> for $float {
            #[inline(always)]
            fn associated_rule_of_from<K: Keep>(
                _: K,
                (value,): ($int,),
            ) -> ($float, impl Fn(Cell<$float>, ($int,), (Option<&()>,)) + use<K>) {
                (value.into(), |_: Cell<$float>, _: ($int,), _: (Option<&()>,)| {})
            }
        }
    )*)*};
}

integers! {
    f64: i8 i16 i32 u8 u16 u32;
    f32: i8 i16 u8 u16;
}

/// Between values without a derivative.
macro_rules! inert {
    ($($to:ident: $($from:ident)*;)*) => {$($(
        impl FromRule<$from> for $to {
            #[inline(always)]
            fn associated_rule_of_from<K: Keep>(
                _: K,
                (value,): ($from,),
            ) -> ($to, impl Fn((), ($from,), (Option<&()>,)) + use<K>) {
                (value.into(), |(), _: ($from,), _: (Option<&()>,)| {})
            }
        }
    )*)*};
}

inert! {
    usize: bool u8 u16;
    isize: bool i8 i16 u8;
    u16: bool u8;
    u32: bool char u8 u16;
    u64: bool char u8 u16 u32;
    u128: bool char u8 u16 u32 u64;
    i16: bool i8 u8;
    i32: bool i8 i16 u8 u16;
    i64: bool i8 i16 i32 u8 u16 u32;
    i128: bool i8 i16 i32 i64 u8 u16 u32 u64;
    u8: bool;
    i8: bool;
    char: u8;
}
