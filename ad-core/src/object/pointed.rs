//! Objects that are lent to functions of `&dyn Trait`: `loss(&*model, xs)` of a `Box<dyn Model>`.
//!
//! Such a function's rule has a type parameter in the place of `dyn Model`, which asks for a type that has a size and the
//! trait's rules. An object has neither; the box has a size. So the box goes in, as a [`Pointed`], for which the
//! trait's annotation implements the trait and its rules by what is behind.
//!
//! ```text
//! loss(&*model, xs)       loss::rrule(keep, (Lending::of(&model).__behind(), xs))       of a `&Pointed<dyn Model, Box<dyn Model>>`
//! twice(&*x)              the same, of a `&f64`
//! ```

use super::{ChangingArguments, ChangingMethod, ObjectMethod};
use crate::Differentiable;
use crate::differentiable::AnyShadow;
use crate::emitted::{ConstantField, Lasting};
use crate::function::Arguments;
use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::Arc;

/// A pointer that owns what it points to, or a share of it.
pub trait Pointer: Deref + 'static {
    /// What it points to, to be changed.
    fn unique(&mut self) -> &mut Self::Target;
}

impl<T: ?Sized + 'static> Pointer for Box<T> {
    #[inline(always)]
    fn unique(&mut self) -> &mut T {
        self
    }
}

macro_rules! shared {
    ($($pointer:ident)*) => {$(
        impl<T: ?Sized + 'static> Pointer for $pointer<T> {
            fn unique(&mut self) -> &mut T {
                $pointer::get_mut(self).expect("what is shared is lent to be read")
            }
        }
    )*};
}

shared!(Rc Arc);

/// Objects that are those of `T`, too.
pub trait Upcasts<T: ?Sized> {
    /// The object as one.
    fn upcast(&self) -> &T;

    /// The same, to be changed.
    fn upcast_mut(&mut self) -> &mut T;
}

impl<T: ?Sized> Upcasts<T> for T {
    #[inline(always)]
    fn upcast(&self) -> &T {
        self
    }

    #[inline(always)]
    fn upcast_mut(&mut self) -> &mut T {
        self
    }
}

/// A pointer `P` to an object `T`, in the object's place.
#[repr(transparent)]
pub struct Pointed<T: ?Sized, P>(P, PhantomData<fn() -> Box<T>>);

impl<T: ?Sized, P: Pointer<Target: Upcasts<T>>> Pointed<T, P> {
    /// What the pointer is behind.
    #[inline(always)]
    pub fn of(pointer: &P) -> &Self {
        // SAFETY: it is a pointer and nothing else, by `repr(transparent)`.
        unsafe { &*std::ptr::from_ref(pointer).cast() }
    }

    /// The same, to be changed.
    #[inline(always)]
    pub fn of_unique(pointer: &mut P) -> &mut Self {
        // SAFETY: as above.
        unsafe { &mut *std::ptr::from_mut(pointer).cast() }
    }

    /// One of a pointer that nothing else owns.
    #[inline(always)]
    pub(crate) fn owned(pointer: P) -> Self {
        Pointed(pointer, PhantomData)
    }

    /// The pointer.
    #[inline(always)]
    pub(crate) fn pointer(&self) -> &P {
        &self.0
    }

    /// The object.
    #[inline(always)]
    pub fn object(&self) -> &T {
        (*self.0).upcast()
    }

    /// The object, to be changed.
    #[inline(always)]
    pub fn object_mut(&mut self) -> &mut T {
        self.0.unique().upcast_mut()
    }
}

impl<T: Debug + ?Sized, P: Pointer<Target: Upcasts<T>>> Debug for Pointed<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.object().fmt(f)
    }
}

impl<T: Display + ?Sized, P: Pointer<Target: Upcasts<T>>> Display for Pointed<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.object().fmt(f)
    }
}

impl<T: ?Sized, P> Lasting for Pointed<T, P> {}

/// What a function is lent of what is behind a pointer `P`: the value, or for an object a [`Pointed`].
pub trait LentBehind<P> {
    /// What is lent.
    type Lent: ?Sized;

    /// It, by the pointer.
    fn lent(pointer: &P) -> &Self::Lent;

    /// The same, to be changed.
    fn lent_unique(pointer: &mut P) -> &mut Self::Lent
    where
        P: DerefMut;
}

impl<T, P: Deref<Target = T>> LentBehind<P> for T {
    type Lent = T;

    #[inline(always)]
    fn lent(pointer: &P) -> &T {
        pointer
    }

    #[inline(always)]
    fn lent_unique(pointer: &mut P) -> &mut T
    where
        P: DerefMut,
    {
        pointer
    }
}

macro_rules! without_size {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<P: Deref<Target = $ty>, $($generics)*> LentBehind<P> for $ty {
            type Lent = $ty;

            #[inline(always)]
            fn lent(pointer: &P) -> &$ty {
                pointer
            }

            #[inline(always)]
            fn lent_unique(pointer: &mut P) -> &mut $ty
            where
                P: DerefMut,
            {
                pointer
            }
        }
    )*};
}

without_size! {
    [T] [T];
    [] str;
}

/// A pointer whose referent is lent, by a reference `X` to it.
pub struct Lending<X>(Option<X>);

impl<X> Lending<X> {
    /// `&*pointer` of `&pointer`.
    #[inline(always)]
    pub fn of(pointer: X) -> Self {
        Lending(Some(pointer))
    }

    fn taken(&mut self) -> X {
        self.0.take().expect("a referent is lent once")
    }
}

/// Found for pointers that own.
pub trait LendsPointed {
    /// A reference to what is lent.
    type Lent;

    /// What is behind.
    fn __behind(self) -> Self::Lent;
}

impl<'x, P: Pointer<Target: LentBehind<P>>> LendsPointed for Lending<&'x P> {
    type Lent = &'x <P::Target as LentBehind<P>>::Lent;

    #[inline(always)]
    fn __behind(mut self) -> Self::Lent {
        P::Target::lent(self.taken())
    }
}

impl<'x, P> LendsPointed for Lending<&'x mut P>
where
    P: Pointer<Target: LentBehind<P>> + DerefMut,
{
    type Lent = &'x mut <P::Target as LentBehind<P>>::Lent;

    #[inline(always)]
    fn __behind(mut self) -> Self::Lent {
        P::Target::lent_unique(self.taken())
    }
}

/// Found for whatever else is looked behind.
pub trait LendsReferent {
    /// A reference to what is lent.
    type Lent;

    /// What is behind.
    fn __behind(&mut self) -> Self::Lent;
}

impl<'x, P: Deref + ?Sized> LendsReferent for Lending<&'x P> {
    type Lent = &'x P::Target;

    #[inline(always)]
    fn __behind(&mut self) -> &'x P::Target {
        self.taken()
    }
}

impl<'x, P: DerefMut + ?Sized> LendsReferent for Lending<&'x mut P> {
    type Lent = &'x mut P::Target;

    #[inline(always)]
    fn __behind(&mut self) -> &'x mut P::Target {
        self.taken()
    }
}

/// What is lent again, of a pointer that the reverse sweep may have a reference to: that reference, and what is lent
/// of any other value.
pub struct Relending<X, Y>(pub X, pub Y);

impl<'x, P: Pointer<Target: LentBehind<P>>, Y> LendsPointed for Relending<&'x P, Y> {
    type Lent = &'x <P::Target as LentBehind<P>>::Lent;

    #[inline(always)]
    fn __behind(self) -> Self::Lent {
        P::Target::lent(self.0)
    }
}

impl<'x, X, Y: ?Sized> LendsReferent for Relending<X, &'x Y> {
    type Lent = &'x Y;

    #[inline(always)]
    fn __behind(&mut self) -> &'x Y {
        self.1
    }
}

impl<'x, T> LendsHeld<'x, T> for Lending<&'x Option<T>> {
    #[inline(always)]
    fn __behind(mut self) -> Option<&'x T> {
        self.taken().as_ref()
    }
}

/// Found for options, which `as_ref` looks into.
pub trait LendsHeld<'x, T> {
    /// What is held.
    fn __behind(self) -> Option<&'x T>;
}

/// What `as_ref` and `as_mut` look behind: method resolution looks through references to it.
pub trait LookedBehind {
    /// It.
    #[inline(always)]
    fn __looked_as_ref(&self) -> &Self {
        self
    }

    /// It, to change what is behind.
    #[inline(always)]
    fn __looked_as_mut(&mut self) -> &mut Self {
        self
    }
}

impl<T: ?Sized> LookedBehind for Box<T> {}
impl<T: ?Sized> LookedBehind for Rc<T> {}
impl<T: ?Sized> LookedBehind for Arc<T> {}
impl<T> LookedBehind for Option<T> {}
impl<T> LookedBehind for Vec<T> {}

/// Where the derivative of what `as_ref` gives goes.
pub trait ShadowBehind {
    /// Its shadow.
    type Referent: ?Sized;

    /// The shadow.
    fn __shadow_behind(&self) -> &Self::Referent;
}

impl<S: ?Sized> ShadowBehind for Box<S> {
    type Referent = S;

    #[inline(always)]
    fn __shadow_behind(&self) -> &S {
        self
    }
}

impl<S> ShadowBehind for Vec<S> {
    type Referent = [S];

    #[inline(always)]
    fn __shadow_behind(&self) -> &[S] {
        self
    }
}

macro_rules! shadowed_by_itself {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> ShadowBehind for $ty {
            type Referent = Self;

            #[inline(always)]
            fn __shadow_behind(&self) -> &Self {
                self
            }
        }
    )*};
}

shadowed_by_itself! {
    [S] Option<S>;
    [C: ?Sized, By] ConstantField<C, By>;
    [] ();
}

/// The rule of a method of an object that is lent.
#[inline]
#[allow(clippy::type_complexity, reason = "it is the form of all rules")]
pub fn rule_of_pointed<const NAME: u64, T, P>(
    object: &Pointed<T, P>,
    keep: bool,
    arguments: <T::Arguments as Arguments>::Given<'_>,
) -> (
    T::Output,
    impl Fn(
        <T::Carrier as Differentiable>::Shadow,
        <T::Arguments as Arguments>::Again<'_, Pointed<T, P>>,
        <T::Arguments as Arguments>::Shadows<'_, AnyShadow>,
    ) + use<NAME, T, P>,
)
where
    T: ObjectMethod<NAME> + ?Sized + 'static,
    P: Pointer<Target: Upcasts<T>>,
{
    let (value, pullback) = object.object().__rule(keep, arguments);
    let of_pointed =
        move |ct: <T::Carrier as Differentiable>::Shadow,
              again: <T::Arguments as Arguments>::Again<'_, Pointed<T, P>>,
              shadows: <T::Arguments as Arguments>::Shadows<'_, AnyShadow>| {
            let again = T::Arguments::again_of(|p: &Pointed<T, P>| p.object().__any(), again);
            pullback(ct, again, shadows);
        };
    (value, of_pointed)
}

/// The rule of a method that changes an object that is lent.
#[inline]
#[allow(clippy::type_complexity, reason = "it is the form of all rules")]
pub fn rule_of_changed_pointed<const NAME: u64, T, P>(
    object: &mut Pointed<T, P>,
    keep: bool,
    arguments: <T::Arguments as Arguments>::Given<'_>,
) -> (
    T::Output,
    impl Fn(
        <T::Carrier as Differentiable>::Shadow,
        <T::Arguments as ChangingArguments>::AgainUnique<'_, Pointed<T, P>>,
        <T::Arguments as ChangingArguments>::ShadowsUnique<'_, AnyShadow>,
    ) + use<NAME, T, P>,
)
where
    T: ChangingMethod<NAME> + ?Sized + 'static,
    P: Pointer<Target: Upcasts<T>>,
{
    let (value, pullback) = object.object_mut().__rule(keep, arguments);
    let of_pointed =
        move |ct: <T::Carrier as Differentiable>::Shadow,
              again: <T::Arguments as ChangingArguments>::AgainUnique<'_, Pointed<T, P>>,
              shadows: <T::Arguments as ChangingArguments>::ShadowsUnique<'_, AnyShadow>| {
            let again = T::Arguments::again_of_unique(
                |p: &mut Pointed<T, P>| p.object_mut().__any(),
                again,
            );
            pullback(ct, again, shadows);
        };
    (value, of_pointed)
}
