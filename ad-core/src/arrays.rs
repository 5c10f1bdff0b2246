//! Arrays that are made item by item, where nothing shows how to begin one.
//!
//! An array of numbers begins with zeros, which the items take the place of. Of another type's items nothing is known
//! but how they are made; so they are gathered in a list, which becomes the array.
//!
//! ```text
//! let cells = std::array::from_fn(|i| Cell::new(x[i]));      // the user's
//!
//! let length = length();
//! let mut items = Vec::new();
//! for i in 0..count(length) { items.push(Cell::new(x[i])); }
//! let cells = items.__array(&length);
//! ```

#![allow(non_snake_case, reason = "the rules of `__array` are named after it")]

use crate::keep::Keep;
use crate::{Accumulate, Differentiable, Real};
use std::marker::PhantomData;

/// The length of an array, which the array's type says later on.
pub type Length<const N: usize> = PhantomData<[(); N]>;

/// That length.
#[inline(always)]
pub const fn length<const N: usize>() -> Length<N> {
    PhantomData
}

/// The number that it is.
#[inline(always)]
pub const fn count<const N: usize>(_: Length<N>) -> usize {
    N
}

/// What an item of a float type is until it is made.
#[inline(always)]
pub fn float_zero<T: Real>() -> T {
    T::from_f64(0.0)
}

/// What can be handed from the list to the array: the list stays, as its shadow may be asked for.
#[diagnostic::on_unimplemented(
    message = "an array of `{Self}` cannot be made item by item without `Clone`: derive it, or write the items in brackets",
    label = "derive `Clone` for `{Self}`, or write the array's items in brackets"
)]
pub trait ArrayItem {
    /// A copy.
    fn copied(&self) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Clone> ArrayItem for T {
    #[inline(always)]
    fn copied(&self) -> T {
        self.clone()
    }
}

/// The pullback: what comes again, and the shadows, of the list and of the length.
type Pullback<T, const N: usize> = fn(
    [<T as Differentiable>::Shadow; N],
    (&[T], &Length<N>),
    (Option<&[<T as Differentiable>::Shadow]>, Option<&()>),
);

/// Lists that become arrays.
pub trait Gathered<T> {
    /// The array.
    ///
    /// # Panics
    ///
    /// If the list is of another length.
    fn __array<const N: usize>(&self, length: &Length<N>) -> [T; N]
    where
        T: ArrayItem;

    /// The rule.
    fn derivative_rule_of___array<K: Keep, const N: usize>(
        &self,
        _: K,
        length: (&Length<N>,),
    ) -> ([T; N], Pullback<T, N>)
    where
        T: ArrayItem + Differentiable<Shadow: Sized>;
}

impl<T> Gathered<T> for [T] {
    #[inline]
    fn __array<const N: usize>(&self, _: &Length<N>) -> [T; N]
    where
        T: ArrayItem,
    {
        assert_eq!(self.len(), N, "as many items as the array has");
        std::array::from_fn(|i| self[i].copied())
    }

    #[inline]
    fn derivative_rule_of___array<K: Keep, const N: usize>(
        &self,
        _: K,
        (length,): (&Length<N>,),
    ) -> ([T; N], Pullback<T, N>)
    where
        T: ArrayItem + Differentiable<Shadow: Sized>,
    {
        (self.__array(length), |dy, _, (d_list, _)| {
            for (shadow, cotangent) in d_list.into_iter().flatten().zip(&dy) {
                shadow.accumulate(cotangent);
            }
        })
    }
}
