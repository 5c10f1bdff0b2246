//! Functions that are taken for those of `std::iter` by their names.
//!
//! ```text
//! use std::iter::once;
//! once(a).chain(xs)                 // the user's
//!
//! assert!(is_of_iter(once, ::core::iter::once::<()>));
//! ```

use crate::memory::Other;

/// A function is the one of `std::iter` that has this name.
#[diagnostic::on_unimplemented(
    message = "a function of this name is taken to be the one of `std::iter` here",
    label = "this is another function",
    note = "give the function another name"
)]
pub trait OfIter<G> {}

impl<F> OfIter<F> for F {}

impl<F> OfIter<Other<F>> for F {}

/// Compiles only where it is so.
#[inline(always)]
pub const fn is_of_iter<F: OfIter<G> + Copy, G: Copy>(_: F, _: G) -> bool {
    true
}
