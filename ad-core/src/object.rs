//! Objects of traits whose methods have rules: `Box<dyn Shape>`.
//!
//! Receives, of an annotated trait, what tells the type behind an object and the rules of its methods without
//! naming it; promises objects that are differentiable, with shadows as dynamic as they are, and rules of
//! methods called on what points to them.
//!
//! ```text
//! shapes.iter().map(|s| s.area(k)).sum()
//!
//! shapes[i].derivative_rule_of_area(keep, (k,))        by the vtable: Disc's, or Square's
//! ```

#![allow(clippy::type_complexity, reason = "it is the form of all rules")]
#![allow(
    clippy::borrowed_box,
    reason = "pullbacks are given the box that a method was called on"
)]

mod changed;
mod inherited;
mod pointed;

pub use changed::{
    ChangesObject, ChangingArguments, ChangingMethod, ChangingPullback, ChangingRule,
    changing_rule, default_changing_rule, known_mut, rule_of_changed,
};
pub use inherited::{Above, FindsChangingMethod, FindsMethod, Inherits, Itself};
pub use pointed::{
    Lending, LendsHeld, LendsPointed, LendsReferent, LentBehind, LookedBehind, Pointed, Pointer,
    Relending, ShadowBehind, Upcasts, rule_of_changed_pointed, rule_of_pointed,
};

use crate::Differentiable;
use crate::accumulate::Accumulate;
use crate::differentiable::AnyShadow;
use crate::function::Arguments;
use crate::keep::Keep;
use std::any::Any;
use std::marker::PhantomData;
use std::ops::Deref;
use std::rc::Rc;

/// What is in the place of a reference to an object, with a copy of what that refers to. It is copied as easily.
pub type Referred<T> = Rc<T>;

/// The pullback of a method of an object.
pub type ObjectPullback<A, O> = Box<
    dyn for<'a, 'b> Fn(
        <O as Differentiable>::Shadow,
        <A as Arguments>::Again<'a, dyn Any>,
        <A as Arguments>::Shadows<'b, AnyShadow>,
    ),
>;

/// A method of a type known to the caller, as that of an object. What it returns is of type `V`, which need not be
/// differentiable; `O` stands for it where it is not.
#[inline]
pub fn object_rule<T, A, O, P, V>((value, pullback): (V, P)) -> (V, ObjectPullback<A, O>)
where
    T: Differentiable<Shadow: Sized + 'static> + 'static,
    A: Arguments,
    O: Differentiable<Shadow: Sized>,
    P: Fn(O::Shadow, A::Again<'_, T>, A::Shadows<'_, T::Shadow>) + 'static,
{
    let erased =
        move |ct: O::Shadow, again: A::Again<'_, dyn Any>, shadows: A::Shadows<'_, AnyShadow>| {
            let again = A::again_of(known::<T>, again);
            pullback(ct, again, A::shadows_of(AnyShadow::get, shadows));
        };
    (value, Box::new(erased))
}

/// A pullback goes with its own object.
pub fn known<T: 'static>(object: &dyn Any) -> &T {
    let object = object.downcast_ref();
    object.unwrap_or_else(|| panic!("a derivative of another object"))
}

/// The rule of a method for one type behind objects.
pub type ObjectRule<A, O, V> =
    for<'a, 'b> fn(&'a dyn Any, bool, <A as Arguments>::Given<'b>) -> (V, ObjectPullback<A, O>);

/// The rule of a method that an implementation left to its trait.
pub fn default_rule<A, O, V>(found: Box<dyn Any>) -> ObjectRule<A, O, V>
where
    A: Arguments + 'static,
    O: Differentiable<Shadow: Sized> + 'static,
    V: 'static,
{
    *found.downcast().unwrap_or_else(|_| no_object())
}

/// What is needed to make a zero shadow of an object, after the object itself is gone.
#[derive(Clone)]
pub struct ObjectShape(Rc<dyn Fn() -> AnyShadow>);

impl ObjectShape {
    /// That of an object of a type known to the caller.
    pub fn of<T>(object: &T) -> Self
    where
        T: Differentiable<Shadow: Sized + 'static, Shape: 'static> + 'static,
    {
        let shape = object.primal_shape();
        ObjectShape(Rc::new(move || AnyShadow::of(T::zero_shadow(&shape))))
    }

    /// A zero shadow.
    pub fn zeros(&self) -> AnyShadow {
        (self.0)()
    }

    /// What a shadow holds, −0.0 made +0.0.
    pub fn tangent(shadow: &AnyShadow) -> AnyShadow {
        shadow.normalise();
        shadow.clone()
    }

    /// A shadow that holds this tangent.
    pub fn shadow(tangent: AnyShadow) -> AnyShadow {
        AnyShadow::owned(tangent)
    }
}

/// What is called of an object whose type has no rules.
#[cold]
pub fn no_object() -> ! {
    panic!(
        "the derivative of a trait object whose `impl` is not annotated with `#[differentiable]`"
    )
}

/// A value of type `H`, to be an object `T` that may go to other threads if the value may.
pub struct Marked<H, T: ?Sized>(PhantomData<(fn(H), fn() -> Box<T>)>);

impl<H, T: ?Sized> Marked<H, T> {
    /// There is only one.
    #[allow(clippy::new_without_default, reason = "emitted code alone makes it")]
    pub fn new() -> Self {
        Marked(PhantomData)
    }
}

/// Found where the value may.
pub trait CopiedMarked<H> {
    /// The object, a box in a box.
    fn __boxed_copy(&self, copy: H) -> Box<dyn Any>;
}

impl<H, T: ObjectOf<H> + ?Sized + 'static> CopiedMarked<H> for Marked<H, T> {
    fn __boxed_copy(&self, copy: H) -> Box<dyn Any> {
        Box::new(T::boxed(copy))
    }
}

/// Found elsewhere: there is no such object to be copied, or its type has parameters.
pub trait NotCopiedMarked<H> {
    /// Never returns.
    fn __boxed_copy(&self, copy: H) -> Box<dyn Any>;
}

impl<H, T: ?Sized> NotCopiedMarked<H> for &Marked<H, T> {
    fn __boxed_copy(&self, _copy: H) -> Box<dyn Any> {
        no_copy()
    }
}

/// What is called where an object that may go to other threads is to be copied, but is not known to.
#[cold]
pub fn no_copy() -> ! {
    panic!(
        "a copy of a `Send` trait object whose type or trait says too little of it; an `Arc` or `Rc` of it is copied as it is"
    )
}

/// The object that is behind a box, as it was put there.
pub fn same_object<T: ?Sized + 'static>(found: Box<dyn Any>) -> Box<T> {
    *found.downcast().unwrap_or_else(|_| no_object())
}

/// The object of a trait that a value of type `H` can be made.
#[diagnostic::on_unimplemented(
    message = "`{H}` cannot be differentiated as a `{Self}`",
    label = "made an object here",
    note = "annotate the trait and its `impl` with `#[differentiable]`, and derive `Differentiable` for the type"
)]
pub trait ObjectOf<H> {
    /// The value, behind the trait.
    fn boxed(value: H) -> Box<Self>;
}

/// Makes values objects of a trait, behind a pointer `P`.
#[derive(Debug)]
pub struct Object<P>(PhantomData<fn() -> P>);

impl<P: Pointer + From<Box<P::Target>>> Object<P> {
    /// The value, behind the trait.
    #[inline]
    pub fn of<H>(value: H) -> P
    where
        P::Target: ObjectOf<H>,
    {
        P::from(P::Target::boxed(value))
    }

    /// The rule of [`of`](Self::of).
    #[inline]
    pub fn associated_rule_of_of<K, H>(
        _: K,
        (value,): (H,),
    ) -> (
        P,
        impl Fn(Box<AnyShadow>, (H::Again,), (Option<&H::Shadow>,)) + use<K, H, P>,
    )
    where
        K: Keep,
        H: Differentiable<Shadow: Sized + 'static>,
        P::Target: ObjectOf<H>,
    {
        let pullback = |ct: Box<AnyShadow>, _: (H::Again,), (shadow,): (Option<&H::Shadow>,)| {
            if let Some(shadow) = shadow {
                shadow.accumulate(ct.get());
            }
        };
        (Self::of(value), pullback)
    }
}

/// A method of objects, told by a number that its name is.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for this method of `{Self}`",
    label = "this call cannot be differentiated",
    note = "add `#[differentiable]` to the trait and to its implementations"
)]
pub trait ObjectMethod<const NAME: u64> {
    /// What it is called with.
    type Arguments: Arguments;
    /// What it returns.
    type Output;
    /// What stands for that where it is not differentiable.
    type Carrier: Differentiable<Shadow: Sized>;

    /// Calls it and gives the pullback.
    fn __rule(
        &self,
        keep: bool,
        arguments: <Self::Arguments as Arguments>::Given<'_>,
    ) -> (Self::Output, ObjectPullback<Self::Arguments, Self::Carrier>);

    /// The object itself, for the pullback.
    fn __any(&self) -> &dyn Any;
}

/// The rule of a method of an object, called on what points to it.
#[inline]
pub fn rule_of_boxed<const NAME: u64, P, W>(
    object: &P,
    keep: bool,
    arguments: <ArgumentsOf<NAME, P, W> as Arguments>::Given<'_>,
) -> (
    OutputOf<NAME, P, W>,
    impl Fn(
        <CarrierOf<NAME, P, W> as Differentiable>::Shadow,
        <ArgumentsOf<NAME, P, W> as Arguments>::Again<'_, P>,
        <ArgumentsOf<NAME, P, W> as Arguments>::Shadows<'_, Box<AnyShadow>>,
    ) + use<NAME, P, W>,
)
where
    P: Pointer<Target: FindsMethod<NAME, W> + 'static>,
{
    let (value, pullback) = (**object).__found_rule(keep, arguments);
    let of_boxed = move |ct: <CarrierOf<NAME, P, W> as Differentiable>::Shadow,
                         again: <ArgumentsOf<NAME, P, W> as Arguments>::Again<'_, P>,
                         shadows: <ArgumentsOf<NAME, P, W> as Arguments>::Shadows<
        '_,
        Box<AnyShadow>,
    >| {
        let again =
            ArgumentsOf::<NAME, P, W>::again_of(|object: &P| (**object).__found_any(), again);
        let shadows = ArgumentsOf::<NAME, P, W>::shadows_of(|s: &Box<AnyShadow>| &**s, shadows);
        pullback(ct, again, shadows);
    };
    (value, of_boxed)
}

type ArgumentsOf<const NAME: u64, P, W> = <<P as Deref>::Target as FindsMethod<NAME, W>>::Arguments;
type OutputOf<const NAME: u64, P, W> = <<P as Deref>::Target as FindsMethod<NAME, W>>::Output;
type CarrierOf<const NAME: u64, P, W> = <<P as Deref>::Target as FindsMethod<NAME, W>>::Carrier;
