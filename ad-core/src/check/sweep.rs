//! A rule after its forward sweep.

use super::floats::{Floats, filled, flattened};
use crate::Differentiable;

/// What a forward sweep left: the value, the arguments as they are now, and the pullback.
pub(super) struct Sweep<P, V, B> {
    pub(super) value: V,
    pub(super) after: P,
    pub(super) pullback: B,
}

impl<P, V, B> Sweep<P, V, B>
where
    P: Floats + Differentiable + Clone,
    P::Shadow: Sized,
    P::Tangent: Floats,
    V: Floats + Differentiable + Clone,
    V::Shadow: Sized,
    V::Tangent: Floats,
    B: Fn(V::Shadow, &mut P, &mut P::Shadow, bool),
{
    /// All floats that the function leaves behind: its value, and its arguments after the call.
    pub(super) fn outputs(&self) -> Vec<f64> {
        [flattened(self.value.clone()), flattened(self.after.clone())].concat()
    }

    /// The shadows and the arguments that the pullback leaves behind, for a cotangent of all outputs.
    ///
    /// The cotangent of the arguments after the call goes in with their shadows, also of those that do
    /// not change: so a pullback that overwrites where it must add is found out.
    pub(super) fn pull(&self, cotangent: &[f64], wanted: bool) -> (Vec<f64>, Vec<f64>) {
        let value = self.value.zero_tangent();
        let (of_value, of_arguments) = cotangent.split_at(flattened(self.value.clone()).len());
        let mut shadow = P::shadow(filled(self.after.zero_tangent(), of_arguments));
        let mut arguments = self.after.clone();
        (self.pullback)(
            V::shadow(filled(value, of_value)),
            &mut arguments,
            &mut shadow,
            wanted,
        );
        (flattened(P::tangent(&shadow)), flattened(arguments))
    }
}
