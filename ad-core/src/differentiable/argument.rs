//! What a panic calls the part of an argument whose buffer has the wrong size.

use super::Differentiable;
use std::fmt;

/// A field of an argument: `model.weights`. Written only where there is a panic to write it.
#[derive(Clone, Copy)]
pub struct Field<'a>(pub &'a dyn fmt::Display, pub &'static str);

impl fmt::Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// Panics unless the tangent has the size of this field.
#[inline]
pub fn check_field<T: Differentiable + ?Sized>(
    value: &T,
    tangent: &T::Tangent,
    argument: Field<'_>,
) {
    value.check_tangent(tangent, argument);
}
