//! What slices are made into: the items of what has elements behind it.

use super::Shadow;
use ad_core::__private::{Accumulate, Differentiable, Keep};

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
