//! Conversions that may fail: the rules of `TryFrom`, and of `TryInto` by them.
//!
//! ```text
//! let p: Positive = x.try_into()?;
//!
//! let (result, pullback) = x.derivative_rule_of_try_into(keep, ());
//! let _: &Result<Positive, _> = &result;
//! ```

use crate::keep::Keep;
use crate::{Accumulate, Differentiable};
use std::array::TryFromSliceError;

/// The shadow of what a conversion may give.
type Shadow<T> = Result<<T as Differentiable>::Shadow, ()>;

/// The rule of `Self::try_from(value)`.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for the conversion from `{T}` to `{Self}`",
    label = "no derivative rule for this conversion",
    note = "annotate `impl TryFrom<{T}> for {Self}` with `#[differentiable]`"
)]
pub trait TryFromRule<T: Differentiable<Shadow: Sized>>:
    Differentiable<Shadow: Sized> + Sized
{
    /// The error of the conversion.
    type Failure;

    /// The value, and what carries its cotangent to what it was made of.
    fn associated_rule_of_try_from<K: Keep>(
        keep: K,
        value: (T,),
    ) -> (
        Result<Self, Self::Failure>,
        impl Fn(Shadow<Self>, (T::Again,), (Option<&T::Shadow>,)) + use<Self, T, K>,
    );
}

/// The rule of `Self::try_from(&value)`, as [`FromRefRule`](super::FromRefRule) is that of `Self::from(&value)`.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for the conversion from `&{T}` to `{Self}`",
    label = "no derivative rule for this conversion",
    note = "annotate `impl TryFrom<&{T}> for {Self}` with `#[differentiable]`"
)]
pub trait TryFromRefRule<T: Differentiable + ?Sized>:
    Differentiable<Shadow: Sized> + Sized
{
    /// The error of the conversion.
    type Failure;

    /// The value, and what carries its cotangent to what it was made of.
    fn associated_rule_of_try_from_ref<K: Keep>(
        keep: K,
        value: (&T,),
    ) -> (
        Result<Self, Self::Failure>,
        impl Fn(Shadow<Self>, (&T,), (Option<&T::Shadow>,)) + use<Self, T, K>,
    );
}

/// The rule of `value.try_into()`.
pub trait TryIntoRule<T: Differentiable<Shadow: Sized>>: Differentiable {
    /// The error of the conversion.
    type Failure;

    /// The value, and what carries its cotangent to what it was made of.
    fn derivative_rule_of_try_into<K: Keep>(
        &self,
        keep: K,
        arguments: (),
    ) -> (
        Result<T, Self::Failure>,
        impl Fn(Shadow<T>, (&Self,), (Option<&Self::Shadow>,)) + use<Self, T, K>,
    );
}

impl<S, T> TryIntoRule<T> for S
where
    S: Differentiable<Shadow: Sized> + Clone,
    T: TryFromRule<S>,
{
    type Failure = T::Failure;

    #[inline]
    fn derivative_rule_of_try_into<K: Keep>(
        &self,
        keep: K,
        (): (),
    ) -> (
        Result<T, T::Failure>,
        impl Fn(Shadow<T>, (&S,), (Option<&S::Shadow>,)) + use<S, T, K>,
    ) {
        let (value, pullback) = T::associated_rule_of_try_from(keep, (self.clone(),));
        (
            value,
            move |dy, (this,): (&S,), shadows: (Option<&S::Shadow>,)| {
                pullback(dy, (this.primal_again(),), shadows)
            },
        )
    }
}

impl<S, T> TryIntoRule<T> for [S]
where
    S: Differentiable<Shadow: Sized>,
    T: TryFromRefRule<[S]>,
{
    type Failure = T::Failure;

    #[inline]
    fn derivative_rule_of_try_into<K: Keep>(
        &self,
        keep: K,
        (): (),
    ) -> (
        Result<T, T::Failure>,
        impl Fn(Shadow<T>, (&[S],), (Option<&[S::Shadow]>,)) + use<S, T, K>,
    ) {
        T::associated_rule_of_try_from_ref(keep, (self,))
    }
}

/// Adds the cotangents of an array's elements to the shadows of those that it was made of.
#[inline(always)]
fn give<S: Accumulate, const N: usize>(shadow: Option<&[S]>, cotangent: &Result<[S; N], ()>) {
    if let (Some(shadow), Ok(cotangent)) = (shadow, cotangent) {
        for (shadow, cotangent) in shadow.iter().zip(cotangent) {
            shadow.accumulate(cotangent);
        }
    }
}

/// Of the elements, only their number decides.
impl<T: Clone + Differentiable<Shadow: Sized>, const N: usize> TryFromRefRule<[T]> for [T; N] {
    type Failure = TryFromSliceError;

    #[inline]
    fn associated_rule_of_try_from_ref<K: Keep>(
        _: K,
        (slice,): (&[T],),
    ) -> (
        Result<[T; N], TryFromSliceError>,
        impl Fn(Shadow<[T; N]>, (&[T],), (Option<&[T::Shadow]>,)) + use<T, K, N>,
    ) {
        (
            <&[T; N]>::try_from(slice).cloned(),
            |dy: Shadow<[T; N]>, _: (&[T],), (shadow,): (Option<&[T::Shadow]>,)| {
                give(shadow, &dy);
            },
        )
    }
}

impl<T: Clone + Differentiable<Shadow: Sized>, const N: usize> TryFromRule<Vec<T>> for [T; N] {
    type Failure = Vec<T>;

    #[inline]
    fn associated_rule_of_try_from<K: Keep>(
        _: K,
        (list,): (Vec<T>,),
    ) -> (
        Result<[T; N], Vec<T>>,
        impl Fn(Shadow<[T; N]>, ((),), (Option<&Vec<T::Shadow>>,)) + use<T, K, N>,
    ) {
        (
            list.try_into(),
            |dy: Shadow<[T; N]>, _: ((),), (shadow,): (Option<&Vec<T::Shadow>>,)| {
                give(shadow.map(Vec::as_slice), &dy);
            },
        )
    }
}
