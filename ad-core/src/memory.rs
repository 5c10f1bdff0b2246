//! The functions of `std::mem` by their names alone.
//!
//! Receives a call of `swap`, `replace` or `take` for which there is no companion of that name; promises the rule of
//! the function of `std::mem`, and that rustc refuses it where the call is of another one. A body does not show what
//! is imported around it, `mem::swap` it does.
//!
//! ```text
//! use std::mem::swap;
//! swap(&mut a, &mut b);      { use MemSwap as rule; use swap as rule; rule::__same_swap(&a, rule, ::core::mem::swap); … }
//! ```

#![allow(clippy::type_complexity, reason = "it is the form of all rules")]

use crate::keep::{Keep, give_back, kept};
use crate::{Accumulate, Differentiable};
use std::mem;

/// A companion says that a function is its own.
pub trait OwnFunction {
    /// Asks nothing of a function named `swap`.
    #[inline(always)]
    fn __same_swap<T: ?Sized, F, G: FnOnce(&mut (), &mut ())>(_: &T, _: F, _: G) {}

    /// Asks nothing of a function named `replace`.
    #[inline(always)]
    fn __same_replace<T: ?Sized, F, G: FnOnce(&mut (), ())>(_: &T, _: F, _: G) {}

    /// Asks nothing of a function named `take`.
    #[inline(always)]
    fn __same_take<T: ?Sized, F, G: FnOnce(&mut ())>(_: &T, _: F, _: G) {}
}

impl<C: ?Sized> OwnFunction for C {}

/// A function is that of `std::mem`.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for this function, which is not the one of `std::mem` that has its name",
    label = "no `#[differentiable]` function of this name in scope",
    note = "annotate the function with `#[differentiable]`, or give it a rule with `rrule!`"
)]
pub trait OfMem<G> {}

impl<F> OfMem<F> for F {}

/// A second choice, so that rustc looks at the function before it chooses, and says what is above.
pub struct Other<F>(F);

impl<F> OfMem<Other<F>> for F {}

/// The companion of `std::mem::swap`.
pub struct MemSwap;

impl MemSwap {
    /// Asks for one function, of the type of a place.
    #[inline(always)]
    pub fn __same_swap<T, F: FnOnce(&mut T, &mut T) + OfMem<G>, G: FnOnce(&mut T, &mut T)>(
        _: &T,
        _: F,
        _: G,
    ) {
    }

    /// Exchanges what two places hold, and their shadows.
    #[inline(always)]
    pub fn rrule<T: Differentiable<Shadow: Sized>, K: Keep>(
        keep: K,
        (a, b): (&mut T, &mut T),
    ) -> (
        (),
        impl Fn((), (&mut T, &mut T), (Option<&mut T::Shadow>, Option<&mut T::Shadow>)) + use<T, K>,
    ) {
        let shapes = (a.primal_shape(), b.primal_shape());
        mem::swap(a, b);
        let pullback =
            move |(), (a, b): (&mut T, &mut T), shadows: (Option<&mut _>, Option<&mut _>)| {
                if keep.wanted() {
                    mem::swap(a, b);
                }
                match shadows {
                    (Some(a), Some(b)) => mem::swap(a, b),
                    // What went where nobody asks for it is gone.
                    (Some(a), None) => *a = T::zero_shadow(&shapes.0),
                    (None, Some(b)) => *b = T::zero_shadow(&shapes.1),
                    (None, None) => {}
                }
            };
        ((), pullback)
    }
}

/// The companion of `std::mem::replace`.
pub struct MemReplace;

impl MemReplace {
    /// Asks for one function, of the type of a place.
    #[inline(always)]
    pub fn __same_replace<T, F: FnOnce(&mut T, T) -> T + OfMem<G>, G: FnOnce(&mut T, T) -> T>(
        _: &T,
        _: F,
        _: G,
    ) {
    }

    /// Puts a value into a place, and gives what was there.
    #[inline(always)]
    pub fn rrule<T: Differentiable<Shadow: Sized> + Clone, K: Keep>(
        keep: K,
        (place, value): (&mut T, T),
    ) -> (
        T,
        impl Fn(T::Shadow, (&mut T, T::Again), (Option<&mut T::Shadow>, Option<&T::Shadow>)) + use<T, K>,
    ) {
        let (old, shape) = (kept(keep, place), place.primal_shape());
        let pullback =
            move |dy: T::Shadow,
                  (place, _): (&mut T, T::Again),
                  (shadow, d_value): (Option<&mut T::Shadow>, Option<&T::Shadow>)| {
                give_back::<K, T>(&old, place);
                if let Some(shadow) = shadow {
                    if let Some(d_value) = d_value {
                        d_value.accumulate(shadow);
                    }
                    *shadow = T::zero_shadow(&shape);
                    shadow.accumulate(&dy);
                }
            };
        (mem::replace(place, value), pullback)
    }
}

/// The companion of `std::mem::take`.
pub struct MemTake;

impl MemTake {
    /// Asks for one function, of the type of a place.
    #[inline(always)]
    pub fn __same_take<T, F: FnOnce(&mut T) -> T + OfMem<G>, G: FnOnce(&mut T) -> T>(
        _: &T,
        _: F,
        _: G,
    ) {
    }

    /// Gives what was in a place, and leaves what is there by default.
    #[inline(always)]
    pub fn rrule<T: Differentiable<Shadow: Sized> + Clone + Default, K: Keep>(
        keep: K,
        (place,): (&mut T,),
    ) -> (
        T,
        impl Fn(T::Shadow, (&mut T,), (Option<&mut T::Shadow>,)) + use<T, K>,
    ) {
        let (old, shape) = (kept(keep, place), place.primal_shape());
        let pullback =
            move |dy: T::Shadow, (place,): (&mut T,), (shadow,): (Option<&mut T::Shadow>,)| {
                give_back::<K, T>(&old, place);
                if let Some(shadow) = shadow {
                    *shadow = T::zero_shadow(&shape);
                    shadow.accumulate(&dy);
                }
            };
        (mem::take(place), pullback)
    }
}
