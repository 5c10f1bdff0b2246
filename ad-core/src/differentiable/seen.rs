//! Fields whose types derive nothing, because there is nothing to differentiate in them.
//!
//! A derive sees the name of a field's type and no more. What is not [`Differentiable`] has no shadow; but only
//! where there is less room in it than a float or a pointer to one takes is that right, as it is for an enum
//! of bare variants, or where it has the `Eq` that no float has. Other types have to be differentiable: somebody may have
//! forgotten to derive it. What is read of a field without a shadow is asked for floats again (`emitted/constant.rs`).
//!
//! ```text
//! struct Layer { weight: f64, kind: Kind }             // the user's: `Kind` derives nothing
//!
//! struct LayerShadow { weight: <f64 as Differentiable>::Shadow,
//!                      kind: <<SeenField<Kind, { Asked::<Kind>::HAS_SHADOW }, { Asked::<Kind>::NEEDS_SHADOW }>
//!                              as SeenAs>::Type as Differentiable>::Shadow }
//! let _ = <<Seen<Kind, { Asked::<Kind>::NEEDS_SHADOW }> as SeenAs>::Type as Differentiable>::zero_tangent;
//!
//! kinds: Vec<Kind>                                     // `Vec<()>`, or as `kind` where a float finds room in it
//! <SeenIn<Vec<Kind>, FieldByParts<Vec<Seen<Kind, …>>, …>, { Asked::<Kind>::HAS_SHADOW }> as SeenAs>::Type
//!
//! pairs: Vec<(Kind, f64)>                              // `Vec<((), f64)>`, part by part, unless all have shadows
//! <SeenIn<Vec<(Kind, f64)>, Vec<(Seen<Kind, …>, Seen<f64, true>)>, { Asked::<Kind>::HAS_SHADOW }> as SeenAs>::Type
//! ```

use super::{Differentiable, Loan};
use crate::emitted::{ByType, ConstantField};
use crate::inactive::Inactive;
use std::borrow::Borrow;
use std::collections::VecDeque;
use std::fmt::Display;
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

/// A type that is asked whether floats may be in it.
#[derive(Debug)]
pub struct AskedForFloats<T>(PhantomData<T>);

/// No float has `Eq`, nor has what derives it and has one inside. Who writes it by hand is told where a float is read.
impl<T: Eq> AskedForFloats<T> {
    /// Whether floats may be in it.
    pub const MAY_HOLD_FLOATS: bool = false;
}

/// Found where nothing is known.
pub trait AskedForEq {
    /// Whether floats may be in it.
    const MAY_HOLD_FLOATS: bool = true;
}

impl<T> AskedForEq for AskedForFloats<T> {}

/// What a pattern binds of a `T`.
#[derive(Debug)]
pub struct BoundOf<'x, T, P: ?Sized>(&'x P, PhantomData<T>);

impl<'x, T, P: ?Sized> BoundOf<'x, T, P> {
    /// That it is this.
    #[inline(always)]
    pub fn new(part: &'x P) -> Self {
        BoundOf(part, PhantomData)
    }
}

/// Found where `T` is differentiable: what is in it may be anything.
pub trait BoundOfDifferentiable {
    /// There is nothing to assert.
    #[inline(always)]
    fn __bound(&self) {}
}

impl<T: Differentiable, P: ?Sized> BoundOfDifferentiable for &&&BoundOf<'_, T, P> {}

/// Found where what is bound is.
pub trait BoundToDifferentiable<P: ?Sized> {
    /// Asserts that it carries no derivative.
    #[inline(always)]
    fn __bound(&self)
    where
        P: Harmless,
    {
    }
}

/// Parts without a derivative of what derives nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may carry a derivative, which the type that it is bound from does not",
    label = "a derivative would be lost here",
    note = "add `#[derive(pullback::Differentiable)]` to the type; if no derivative is wanted, mark the argument `#[constant]`"
)]
pub trait Harmless {}

#[diagnostic::do_not_recommend]
impl<P: Inactive + ?Sized> Harmless for P {}

impl<T, P: Differentiable + ?Sized> BoundToDifferentiable<P> for &&BoundOf<'_, T, P> {}

/// Found for a reference to what is not.
pub trait BoundToReference<P> {
    /// Asserts that there is no room for a float in that.
    #[inline(always)]
    fn __bound(&self) {
        const { assert!(!<Asked<P> as AskedForSize>::NEEDS_SHADOW, "{}", MAY_CARRY) }
    }
}

impl<T, P> BoundToReference<P> for &BoundOf<'_, T, &P> {}

/// Found for anything else that is not.
pub trait BoundToOther<P> {
    /// Asserts that there is no room for a float in it.
    #[inline(always)]
    fn __bound(&self) {
        const { assert!(!<Asked<P> as AskedForSize>::NEEDS_SHADOW, "{}", MAY_CARRY) }
    }
}

impl<T, P> BoundToOther<P> for BoundOf<'_, T, P> {}

const MAY_CARRY: &str = "a pattern binds what may carry a derivative: derive `Differentiable` for its type, and for that of what is matched";

/// A field's type, and whether it has a shadow.
#[derive(Debug)]
pub struct Seen<T, const HAS_SHADOW: bool>(PhantomData<T>);

/// What a field is taken for.
pub trait SeenAs {
    /// The type that the user wrote.
    type Written: ?Sized;
    /// Itself, or `()`.
    type Type: ?Sized;
    /// The value as that.
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

/// What a rule makes of the cotangent of its result, which it made of whole numbers: the shadow of a field, of which what it was
/// made of takes its part (`emit/plain_made.rs`).
pub trait CotangentOfMade {
    /// As callers have it.
    type Given;
    /// As it is.
    type Shadow;
    /// The one as the other.
    fn shadow(given: Self::Given) -> Self::Shadow;
}

impl<T: Differentiable<Shadow: Sized>> CotangentOfMade for Seen<T, true> {
    type Given = T::Shadow;
    type Shadow = T::Shadow;

    #[inline(always)]
    fn shadow(given: T::Shadow) -> T::Shadow {
        given
    }
}

impl<T> CotangentOfMade for Seen<T, false> {
    type Given = ();
    type Shadow = ConstantField<T, ByType>;

    #[inline(always)]
    fn shadow((): ()) -> Self::Shadow {
        ConstantField::new()
    }
}

/// A field's type that is but a name, whether it has a shadow, and whether there is room for a float in it.
#[derive(Debug)]
pub struct SeenField<T, const HAS_SHADOW: bool, const HAS_ROOM: bool>(PhantomData<T>);

impl<T, const HAS_ROOM: bool> SeenAs for SeenField<T, true, HAS_ROOM> {
    type Written = T;
    type Type = T;

    #[inline(always)]
    fn seen(value: &T) -> impl Borrow<T> {
        value
    }
}

impl<T> SeenAs for SeenField<T, false, false> {
    type Written = T;
    type Type = ();

    #[inline(always)]
    fn seen(_: &T) -> impl Borrow<()> {}
}

impl<T> SeenAs for SeenField<T, false, true> {
    type Written = T;
    type Type = WithoutDerive<T>;

    #[inline(always)]
    fn seen(_: &T) -> impl Borrow<WithoutDerive<T>> {
        WithoutDerive(PhantomData)
    }
}

/// A field whose type derives nothing: its shadow knows the type, so that what is read of it may be asked for floats. Its
/// tangent is that of `P`, as which it is seen part by part, without any items in lists.
#[derive(Debug)]
pub struct WithoutDerive<T, P = ()>(PhantomData<(T, P)>);

impl<T, P: Differentiable<Tangent: Hollow>> Differentiable for WithoutDerive<T, P> {
    type Shadow = ConstantField<T, ByType>;
    type Tangent = P::Tangent;
    type Again = ();
    type Shape = ();

    whole!();

    #[inline(always)]
    fn primal_shape(&self) {}

    #[inline(always)]
    fn primal_again(&self) {}

    #[inline(always)]
    fn zero_shadow((): &()) -> Self::Shadow {
        ConstantField::new()
    }

    #[inline(always)]
    fn tangent(_: &Self::Shadow) -> P::Tangent {
        P::Tangent::hollow()
    }

    #[inline(always)]
    fn shadow(_: P::Tangent) -> Self::Shadow {
        ConstantField::new()
    }

    #[inline(always)]
    fn zero_tangent(&self) -> P::Tangent {
        P::Tangent::hollow()
    }

    #[inline(always)]
    fn check_buffer(&self, _: &P::Tangent, _: impl Display + Copy) {}
}

/// Tangents of what has no floats.
pub trait Hollow {
    /// One without any items.
    fn hollow() -> Self;
}

impl Hollow for () {
    #[inline(always)]
    fn hollow() {}
}

impl<T> Hollow for Vec<T> {
    #[inline(always)]
    fn hollow() -> Self {
        Vec::new()
    }
}

impl<T> Hollow for Option<T> {
    #[inline(always)]
    fn hollow() -> Self {
        None
    }
}

impl<T: Hollow, E: Hollow> Hollow for Result<T, E> {
    #[inline(always)]
    fn hollow() -> Self {
        Ok(T::hollow())
    }
}

impl<T: Hollow, const N: usize> Hollow for [T; N] {
    #[inline(always)]
    fn hollow() -> Self {
        std::array::from_fn(|_| T::hollow())
    }
}

/// A type with others in it, `[(Kind, f64)]`; the same type with what is asked of each of these, and whether all of them
/// have a shadow.
#[derive(Debug)]
pub struct SeenIn<T: ?Sized, Parts: ?Sized, const ALL: bool>(PhantomData<T>, PhantomData<Parts>);

impl<T: ?Sized, Parts: ?Sized> SeenAs for SeenIn<T, Parts, true> {
    type Written = T;
    type Type = T;

    #[inline(always)]
    fn seen(value: &T) -> impl Borrow<T> {
        value
    }
}

impl<T, Parts: SeenByParts<Written = T>> SeenAs for SeenIn<T, Parts, false> {
    type Written = T;
    type Type = Parts::Type;

    #[inline]
    fn seen(value: &T) -> impl Borrow<Parts::Type> {
        Parts::parts(value)
    }
}

impl<T, Part: SeenByParts<Written = T>> SeenAs for SeenIn<[T], [Part], false> {
    type Written = [T];
    type Type = [Part::Type];

    #[inline]
    fn seen(value: &[T]) -> impl Borrow<[Part::Type]> {
        value.iter().map(Part::parts).collect::<Vec<_>>()
    }
}

/// The parts of a field's type, which has others in it, and whether there is nothing but names that derive nothing in it, in one of
/// which a float finds room.
#[derive(Debug)]
pub struct FieldByParts<Parts, const DERIVES_NOTHING: bool>(PhantomData<Parts>);

impl<Parts: SeenByParts> SeenByParts for FieldByParts<Parts, false> {
    type Written = Parts::Written;
    type Type = Parts::Type;

    #[inline]
    fn parts(value: &Self::Written) -> Self::Type {
        Parts::parts(value)
    }
}

impl<Parts: SeenByParts> SeenByParts for FieldByParts<Parts, true> {
    type Written = Parts::Written;
    type Type = WithoutDerive<Parts::Written, Parts::Type>;

    #[inline(always)]
    fn parts(_: &Self::Written) -> Self::Type {
        WithoutDerive(PhantomData)
    }
}

/// What parts are taken for, where some of them have no shadow: what has one is copied.
pub trait SeenByParts {
    /// The type that the user wrote.
    type Written;
    /// The same with `()` in the place of what has no shadow.
    type Type;

    /// A value of that type.
    fn parts(value: &Self::Written) -> Self::Type;
}

impl<T: Differentiable> SeenByParts for Seen<T, true> {
    type Written = T;
    type Type = T;

    #[inline]
    fn parts(value: &T) -> T {
        value.primal_copied::<()>()
    }
}

impl<T> SeenByParts for Seen<T, false> {
    type Written = T;
    type Type = ();

    #[inline(always)]
    fn parts(_: &T) {}
}

macro_rules! collections {
    ($($Of:ident),*) => {$(
        impl<Part: SeenByParts> SeenByParts for $Of<Part> {
            type Written = $Of<Part::Written>;
            type Type = $Of<Part::Type>;

            #[inline]
            fn parts(value: &Self::Written) -> Self::Type {
                value.iter().map(Part::parts).collect()
            }
        }
    )*};
}

collections!(Vec, VecDeque);

impl<Part: SeenByParts> SeenByParts for Option<Part> {
    type Written = Option<Part::Written>;
    type Type = Option<Part::Type>;

    #[inline]
    fn parts(value: &Self::Written) -> Self::Type {
        value.as_ref().map(Part::parts)
    }
}

/// What an error holds carries no derivative, whatever it is.
impl<Part: SeenByParts, E> SeenByParts for Result<Part, E> {
    type Written = Result<Part::Written, E>;
    type Type = Result<Part::Type, ()>;

    #[inline]
    fn parts(value: &Self::Written) -> Self::Type {
        value.as_ref().map(Part::parts).map_err(|_| ())
    }
}

impl<Part: SeenByParts, const N: usize> SeenByParts for [Part; N] {
    type Written = [Part::Written; N];
    type Type = [Part::Type; N];

    #[inline]
    fn parts(value: &Self::Written) -> Self::Type {
        value.each_ref().map(Part::parts)
    }
}

macro_rules! tuples {
    ($($($P:ident $i:tt)+;)*) => {$(
        impl<$($P: Hollow),+> Hollow for ($($P,)+) {
            #[inline(always)]
            fn hollow() -> Self {
                ($($P::hollow(),)+)
            }
        }

        impl<$($P: SeenByParts),+> SeenByParts for ($($P,)+) {
            type Written = ($($P::Written,)+);
            type Type = ($($P::Type,)+);

            #[inline]
            fn parts(value: &Self::Written) -> Self::Type {
                ($($P::parts(&value.$i),)+)
            }
        }
    )*};
}

for_tuples!(tuples);

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
