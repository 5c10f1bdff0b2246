//! That a type derives `Differentiable`, asked once in the rule of a method of it.
//!
//! A rule's own bounds say that the receiver's type is differentiable, also where that is not so, and then its shadow is
//! a type of which nothing is known: every field of it would be an error of its own. Nothing is said of [`Derived`], so
//! that where it is missing, rustc has no type for the shadow, and asks no more of it.

use crate::Differentiable;

/// A type with the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` carries no derivative",
    label = "not differentiable",
    note = "derive `Differentiable` for it"
)]
pub trait Derived: Differentiable<Shadow: Sized> {
    /// Its shadow.
    type Fields;

    /// The shadow, with its fields.
    fn fields(shadow: &Self::Shadow) -> &Self::Fields;

    /// The same for a receiver that changes.
    fn fields_mut(shadow: &mut Self::Shadow) -> &mut Self::Fields;
}
