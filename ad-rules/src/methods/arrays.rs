//! What slices are made into: arrays, which have a length of their own, and the items of what has elements behind it.

use super::Shadow;
use ad_core::__private::{Accumulate, Differentiable, Keep};
use std::array::TryFromSliceError;

type Converted<T, const N: usize> = Result<[T; N], TryFromSliceError>;

/// Adds the cotangents of an array's elements to the shadows of a slice's.
#[inline(always)]
fn give<T: Differentiable<Shadow: Sized>, const N: usize>(
    shadow: Option<&[Shadow<T>]>,
    cotangent: &Shadow<Converted<T, N>>,
) {
    if let (Some(shadow), Ok(cotangent)) = (shadow, cotangent) {
        for (shadow, cotangent) in shadow.iter().zip(cotangent) {
            shadow.accumulate(cotangent);
        }
    }
}

/// The rule of `slice.try_into()`.
#[allow(
    missing_docs,
    clippy::type_complexity,
    reason = "each method is the rule of the method it is named after"
)]
pub trait SliceConversion<T: Clone + Differentiable<Shadow: Sized>> {
    fn derivative_rule_of_try_into<K: Keep, const N: usize>(
        &self,
        _: K,
        _: (),
    ) -> (
        Converted<T, N>,
        impl Fn(Shadow<Converted<T, N>>, (&[T],), (Option<&[Shadow<T>]>,)) + use<Self, T, K, N>,
    );
}

#[allow(clippy::type_complexity, reason = "it is the form of all rules")]
impl<T: Clone + Differentiable<Shadow: Sized>> SliceConversion<T> for [T] {
    #[inline]
    fn derivative_rule_of_try_into<K: Keep, const N: usize>(
        &self,
        keep: K,
        (): (),
    ) -> (
        Converted<T, N>,
        impl Fn(Shadow<Converted<T, N>>, (&[T],), (Option<&[Shadow<T>]>,)) + use<T, K, N>,
    ) {
        <[T; N]>::associated_rule_of_try_from(keep, (self,))
    }
}

/// The rule of `<[T; N]>::try_from(slice)`.
#[allow(
    missing_docs,
    clippy::type_complexity,
    reason = "each function is the rule of the function it is named after"
)]
pub trait ArrayConversion<T: Clone + Differentiable<Shadow: Sized>, const N: usize> {
    fn associated_rule_of_try_from<K: Keep>(
        _: K,
        slice: (&[T],),
    ) -> (
        Converted<T, N>,
        impl Fn(Shadow<Converted<T, N>>, (&[T],), (Option<&[Shadow<T>]>,)) + use<Self, T, K, N>,
    );
}

#[allow(clippy::type_complexity, reason = "it is the form of all rules")]
impl<T: Clone + Differentiable<Shadow: Sized>, const N: usize> ArrayConversion<T, N> for [T; N] {
    #[inline]
    fn associated_rule_of_try_from<K: Keep>(
        _: K,
        (slice,): (&[T],),
    ) -> (
        Converted<T, N>,
        impl Fn(Shadow<Converted<T, N>>, (&[T],), (Option<&[Shadow<T>]>,)) + use<T, K, N>,
    ) {
        // Of the elements, only their number decides.
        let converted = <&[T; N]>::try_from(slice).cloned();
        (
            converted,
            |dy: Shadow<Converted<T, N>>, _: (&[T],), (shadow,): (Option<&[Shadow<T>]>,)| {
                give::<T, N>(shadow, &dy);
            },
        )
    }
}

/// The rule of `iter` of what leads to a slice, which gives the items: what is known to be a slice is indexed.
#[allow(
    missing_docs,
    clippy::type_complexity,
    reason = "each method is the rule of the method it is named after"
)]
pub trait SliceItems<T: Clone + Differentiable<Shadow: Sized>> {
    fn derivative_rule_of_iter<K: Keep>(
        &self,
        _: K,
        _: (),
    ) -> (
        Vec<T>,
        impl Fn(Vec<Shadow<T>>, (&[T],), (Option<&[Shadow<T>]>,)) + use<Self, T, K>,
    );
}

#[allow(clippy::type_complexity, reason = "it is the form of all rules")]
impl<T: Clone + Differentiable<Shadow: Sized>> SliceItems<T> for [T] {
    #[inline]
    fn derivative_rule_of_iter<K: Keep>(
        &self,
        _: K,
        (): (),
    ) -> (
        Vec<T>,
        impl Fn(Vec<Shadow<T>>, (&[T],), (Option<&[Shadow<T>]>,)) + use<T, K>,
    ) {
        let pullback = |dy: Vec<Shadow<T>>, _: (&[T],), (shadow,): (Option<&[Shadow<T>]>,)| {
            for (shadow, dy) in shadow.into_iter().flatten().zip(&dy) {
                shadow.accumulate(dy);
            }
        };
        (self.to_vec(), pullback)
    }
}
