//! `from` and `into` of collections that hold the same items, and of floats.
//!
//! An item stays at its position, whatever collection it is in, so its cotangent goes to the same
//! position of what the collection was made from.
//!
//! ```text
//! let v = Vec::from(row);    // drow[k] += dv[k]
//! ```

use super::Shadow;
use ad_core::__private::{Accumulate, Differentiable, Keep};
use std::cell::Cell;
use std::collections::VecDeque;

/// The rule of `Self::from(source)`.
///
/// The pullback is a type without a lifetime, although the source may be a reference.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for making `{Self}` from `{Source}`",
    label = "no derivative rule for this conversion"
)]
pub trait FromRule<Source>: From<Source> + Differentiable<Shadow: Sized> {
    /// Takes the cotangent of the value to the source.
    type Pullback;

    /// Makes the value.
    fn associated_rule_of_from<K: Keep>(keep: K, source: (Source,)) -> (Self, Self::Pullback);
}

/// The rule of `source.into()`.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for making `{Target}` from `{Self}`",
    label = "no derivative rule for this conversion"
)]
pub trait IntoRule<Target: Differentiable<Shadow: Sized>>: Differentiable {
    /// Makes the value.
    #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
    fn derivative_rule_of_into<K: Keep>(
        &self,
        keep: K,
        arguments: (),
    ) -> (
        Target,
        impl Fn(Shadow<Target>, (&Self,), (Option<&Self::Shadow>,)) + use<Self, Target, K>,
    );
}

impl<S, T> IntoRule<T> for S
where
    S: Clone + Differentiable<Shadow: Sized>,
    T: FromRule<S>,
    T::Pullback: Fn(Shadow<T>, (S::Again,), (Option<&S::Shadow>,)),
{
    #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
    fn derivative_rule_of_into<K: Keep>(
        &self,
        keep: K,
        (): (),
    ) -> (
        T,
        impl Fn(Shadow<T>, (&S,), (Option<&S::Shadow>,)) + use<S, T, K>,
    ) {
        let (value, pullback) = T::associated_rule_of_from(keep, (self.clone(),));
        (value, move |dy, (source,), (d_source,)| {
            pullback(dy, (source.again(),), (d_source,));
        })
    }
}

impl<T: Clone + Differentiable<Shadow: Sized>> IntoRule<Vec<T>> for [T] {
    #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
    fn derivative_rule_of_into<K: Keep>(
        &self,
        _: K,
        (): (),
    ) -> (
        Vec<T>,
        impl Fn(Vec<T::Shadow>, (&[T],), (Option<&[T::Shadow]>,)) + use<T, K>,
    ) {
        (self.to_vec(), |dy, _, (d_source,)| {
            give_each(d_source.into_iter().flatten(), &dy);
        })
    }
}

/// Adds the items of a cotangent to those of a shadow.
fn give_each<'s, S: Accumulate + 's>(
    shadows: impl Iterator<Item = &'s S>,
    cotangents: impl IntoIterator<Item = &'s S>,
) {
    for (shadow, cotangent) in shadows.zip(cotangents) {
        shadow.accumulate(cotangent);
    }
}

/// Targets and the sources they are made from: what comes again of a source, and its shadow.
macro_rules! conversions {
    ($($Target:ident from {$($generics:tt)*} $Source:ty => $Again:ty, $Shadow:ty;)*) => {$(
        impl<T: Clone + Differentiable<Shadow: Sized>, $($generics)*> FromRule<$Source> for $Target<T> {
            type Pullback = fn($Target<T::Shadow>, ($Again,), (Option<&$Shadow>,));

            #[inline]
            fn associated_rule_of_from<K: Keep>(
                _: K,
                (source,): ($Source,),
            ) -> (Self, Self::Pullback) {
                ($Target::from(source), |dy, _, (d_source,)| {
                    give_each(d_source.into_iter().flatten(), &dy);
                })
            }
        }
    )*};
}

conversions! {
    Vec from {const N: usize} [T; N] => [T::Again; N], [T::Shadow; N];
    Vec from {const N: usize} &[T; N] => &[T; N], [T::Shadow; N];
    Vec from {} &[T] => &[T], [T::Shadow];
    Vec from {} VecDeque<T> => (), VecDeque<T::Shadow>;
    VecDeque from {const N: usize} [T; N] => [T::Again; N], [T::Shadow; N];
    VecDeque from {} Vec<T> => (), Vec<T::Shadow>;
}

impl FromRule<f32> for f64 {
    type Pullback = fn(Cell<f64>, (f32,), (Option<&Cell<f32>>,));

    #[inline(always)]
    fn associated_rule_of_from<K: Keep>(_: K, (x,): (f32,)) -> (Self, Self::Pullback) {
        (f64::from(x), |dy, _, (dx,)| {
            if let Some(dx) = dx {
                dx.set(dx.get() + dy.get() as f32);
            }
        })
    }
}
