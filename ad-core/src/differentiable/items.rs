//! The items that an iterator was going to yield.
//!
//! Receives them as a vector; promises an iterator, whose derivative is that of the vector: a function
//! that takes any iterator can be given it, whether or not the call is differentiated.

use super::{Differentiable, Loan};
use crate::Accumulate;
use crate::keep::Keep;
use std::fmt::Display;
use std::vec;

/// An iterator over a vector's items.
#[derive(Clone, Debug)]
pub struct Items<T>(vec::IntoIter<T>);

impl<T> Items<T> {
    /// The iterator over `items`.
    #[inline]
    pub fn of(items: Vec<T>) -> Self {
        Items(items.into_iter())
    }

    /// The items that are left.
    #[inline]
    pub(crate) fn left(&self) -> &[T] {
        self.0.as_slice()
    }
}

impl<T: Differentiable<Shadow: Sized>> Items<T> {
    /// The rule of [`of`](Self::of).
    #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
    #[inline]
    pub fn associated_rule_of_of<K: Keep>(
        _: K,
        (items,): (Vec<T>,),
    ) -> (
        Self,
        impl Fn(Vec<T::Shadow>, ((),), (Option<&Vec<T::Shadow>>,)) + use<T, K>,
    ) {
        let pullback = |cts: Vec<T::Shadow>, _: ((),), (shadow,): (Option<&Vec<T::Shadow>>,)| {
            if let Some(shadow) = shadow {
                shadow.accumulate(&cts);
            }
        };
        (Self::of(items), pullback)
    }
}

impl<T> Iterator for Items<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T> DoubleEndedIterator for Items<T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.0.next_back()
    }
}

impl<T> ExactSizeIterator for Items<T> {}

impl<T: Differentiable<Shadow: Sized>> Differentiable for Items<T> {
    type Shadow = Vec<T::Shadow>;
    type Tangent = Vec<T::Tangent>;
    type Again = ();
    type Shape = Vec<T::Shape>;

    whole!();

    #[inline]
    fn primal_shape(&self) -> Self::Shape {
        self.left().iter().map(T::primal_shape).collect()
    }

    #[inline(always)]
    fn primal_again(&self) {}

    #[inline]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
        let copies: Vec<T> = self.left().iter().map(T::primal_copied::<Asked>).collect();
        Items(copies.into_iter())
    }

    #[inline]
    fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
        shape.iter().map(T::zero_shadow).collect()
    }

    #[inline]
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
        shadow.iter().map(T::tangent).collect()
    }

    #[inline]
    fn shadow(tangent: Self::Tangent) -> Self::Shadow {
        tangent.into_iter().map(T::shadow).collect()
    }

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        self.left().iter().map(T::zero_tangent).collect()
    }

    #[inline]
    fn check_buffer(&self, buffer: &Self::Buffer, argument: impl Display + Copy) {
        super::sequences::check_elements(self.left(), buffer, argument);
    }

    #[inline]
    fn check_tangent(&self, tangent: &Self::Tangent, argument: impl Display + Copy) {
        super::sequences::check_elements(self.left(), tangent, argument);
    }
}
