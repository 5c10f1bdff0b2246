//! Fields whose types derive nothing, because there is nothing to differentiate in them.
//!
//! A derive sees the name of a field's type and no more. What is not [`Differentiable`] has no shadow; but only
//! where there is less room in it than a float or a pointer to one takes is that right, as it is for an enum
//! of bare variants. Other types have to be differentiable: somebody may have forgotten to derive it.
//!
//! ```text
//! struct Layer { weight: f64, kind: Kind }             // the user's: `Kind` derives nothing
//!
//! struct LayerShadow { weight: <f64 as Differentiable>::Shadow,
//!                      kind: <<Seen<Kind, { Asked::<Kind>::HAS_SHADOW }> as SeenAs>::Type as Differentiable>::Shadow }
//! let _ = <<Seen<Kind, { Asked::<Kind>::NEEDS_SHADOW }> as SeenAs>::Type as Differentiable>::zero_tangent;
//! ```

use crate::Differentiable;
use std::borrow::Borrow;
use std::marker::PhantomData;

/// A type that is asked what is in it.
#[derive(Debug)]
pub struct Asked<T>(PhantomData<T>);

/// What is differentiable says so itself: what belongs to the type goes before a trait's.
impl<T: Differentiable> Asked<T> {
    /// Whether it is differentiable.
    pub const HAS_SHADOW: bool = true;
    /// Whether it has to be.
    pub const NEEDS_SHADOW: bool = true;
}

/// Found where the type is not differentiable.
pub trait AskedForSize {
    /// Whether it is differentiable.
    const HAS_SHADOW: bool;
    /// Whether a float or a pointer finds room in it.
    const NEEDS_SHADOW: bool;
}

impl<T> AskedForSize for Asked<T> {
    const HAS_SHADOW: bool = false;
    const NEEDS_SHADOW: bool =
        size_of::<T>() >= size_of::<f32>() || size_of::<T>() >= size_of::<usize>();
}

/// A field's type, and whether it has a shadow.
#[derive(Debug)]
pub struct Seen<T, const HAS_SHADOW: bool>(PhantomData<T>);

/// What a field is taken for.
pub trait SeenAs {
    /// The type that the user wrote.
    type Written: ?Sized;
    /// Itself, or `()`.
    type Type: ?Sized;

    /// The field's value.
    fn seen(value: &Self::Written) -> impl Borrow<Self::Type>;
}

impl<T> SeenAs for Seen<T, true> {
    type Written = T;
    type Type = T;

    #[inline(always)]
    fn seen(value: &T) -> impl Borrow<T> {
        value
    }
}

impl<T> SeenAs for Seen<T, false> {
    type Written = T;
    type Type = ();

    #[inline(always)]
    fn seen(_: &T) -> impl Borrow<()> {}
}

/// The type of a field that holds several of another type, and whether that has a shadow.
#[derive(Debug)]
pub struct SeenIn<T: ?Sized, const HAS_SHADOW: bool>(PhantomData<T>);

impl<T: ?Sized> SeenAs for SeenIn<T, true> {
    type Written = T;
    type Type = T;

    #[inline(always)]
    fn seen(value: &T) -> impl Borrow<T> {
        value
    }
}

impl<T> SeenAs for SeenIn<Vec<T>, false> {
    type Written = Vec<T>;
    type Type = Vec<()>;

    #[inline]
    fn seen(value: &Vec<T>) -> impl Borrow<Vec<()>> {
        vec![(); value.len()]
    }
}

impl<T> SeenAs for SeenIn<[T], false> {
    type Written = [T];
    type Type = [()];

    #[inline]
    fn seen(value: &[T]) -> impl Borrow<[()]> {
        vec![(); value.len()]
    }
}

impl<T> SeenAs for SeenIn<Option<T>, false> {
    type Written = Option<T>;
    type Type = Option<()>;

    #[inline]
    fn seen(value: &Option<T>) -> impl Borrow<Option<()>> {
        value.as_ref().map(|_| ())
    }
}

impl<T, const N: usize> SeenAs for SeenIn<[T; N], false> {
    type Written = [T; N];
    type Type = [(); N];

    #[inline]
    fn seen(_: &[T; N]) -> impl Borrow<[(); N]> {
        [(); N]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(dead_code)]
    enum Bare {
        A,
        B,
    }

    #[allow(dead_code)]
    struct Forgotten(f32);

    #[test]
    fn what_has_room_for_a_float_needs_a_shadow() {
        const { assert!(!Asked::<Bare>::NEEDS_SHADOW) };
        const { assert!(!Asked::<Option<Bare>>::NEEDS_SHADOW) };
        const { assert!(Asked::<Forgotten>::NEEDS_SHADOW) };
        const { assert!(Asked::<&'static Forgotten>::NEEDS_SHADOW) };
        const { assert!(Asked::<Option<Box<Forgotten>>>::NEEDS_SHADOW) };
    }

    #[test]
    fn what_is_differentiable_has_a_shadow() {
        const { assert!(Asked::<u8>::HAS_SHADOW) };
        const { assert!(Asked::<Vec<f64>>::HAS_SHADOW) };
        const { assert!(!Asked::<Bare>::HAS_SHADOW) };
    }
}
