//! Shadows of boxes that rustc turned into objects of traits, where an argument or a field asked for one.
//!
//! The shadow of the box is a `Box<DenseShadow>`, that of the object as dynamic as the object. What is added from
//! one to the other, [`Coerced`] finds; a pullback that asks for the shadow of an object is given one of its own.
//!
//! ```text
//! let head = Box::new(dense);                       // forward
//! let (y, pullback) = apply::rrule(keep, (head,));
//!
//! let object = MayBeObject::of(&d_head);            // reverse
//! pullback(ct, (again,), (object.sink(|| zeros_of(shape_of_head)),));
//! object.give_back();
//! ```

use super::Ignored;
use super::coerced::Coerced;
use crate::accumulate::Accumulate;
use crate::differentiable::AnyShadow;
use std::any::Any;
use std::cell::OnceCell;

/// Found where a box was taken for an object.
pub trait AsObject {
    /// Adds what came to the object to what is in the box.
    fn __accumulate(&self);
}

impl<S: Accumulate + 'static> AsObject for Coerced<'_, Box<S>, Box<AnyShadow>> {
    #[inline]
    fn __accumulate(&self) {
        S::accumulate(self.0, self.1.get());
    }
}

/// The shadow of what is passed to a function, which may take it for an object.
pub struct MayBeObject<'s, S> {
    shadow: &'s S,
    object: OnceCell<Box<AnyShadow>>,
}

impl<'s, S> MayBeObject<'s, S> {
    /// Of the shadow of an argument.
    #[inline(always)]
    pub fn of(shadow: &'s S) -> Self {
        let object = OnceCell::new();
        MayBeObject { shadow, object }
    }

    /// The shadow that the pullback asks for.
    #[inline(always)]
    pub fn __sink<'a, R: FromBoxed<'a, S>>(&'a self, fresh: impl FnOnce() -> S) -> R {
        R::from_boxed(self, fresh)
    }
}

impl<S: GiveBack> MayBeObject<'_, S> {
    /// Adds what came to the object to the shadow of the box.
    #[inline(always)]
    pub fn __give_back(self) {
        if let Some(object) = self.object.get() {
            self.shadow.take_back(object);
        }
    }
}

/// Shadows that may have been replaced by those of objects.
pub trait GiveBack {
    /// Adds what came to the object.
    fn take_back(&self, object: &AnyShadow);
}

impl<S: Accumulate + 'static> GiveBack for Box<S> {
    fn take_back(&self, object: &AnyShadow) {
        S::accumulate(self, object.get());
    }
}

impl GiveBack for () {
    fn take_back(&self, _: &AnyShadow) {}
}

/// The shadow of an argument, as a pullback takes it.
pub trait FromBoxed<'a, S> {
    /// That of the box, or that of an object in its place.
    fn from_boxed(argument: &'a MayBeObject<'a, S>, fresh: impl FnOnce() -> S) -> Self;
}

impl<'a, S: 'static, T: 'static> FromBoxed<'a, Box<S>> for Option<&'a T>
where
    S: Accumulate,
{
    #[inline]
    fn from_boxed(argument: &'a MayBeObject<'a, Box<S>>, fresh: impl FnOnce() -> Box<S>) -> Self {
        let as_it_is = (argument.shadow as &dyn Any).downcast_ref();
        as_it_is.or_else(|| {
            let object = || Box::new(AnyShadow::of(*fresh()));
            (argument.object.get_or_init(object) as &dyn Any).downcast_ref()
        })
    }
}

impl<'a, S> FromBoxed<'a, S> for Option<&'a dyn Ignored> {
    #[inline(always)]
    fn from_boxed(_: &'a MayBeObject<'a, S>, _: impl FnOnce() -> S) -> Self {
        None
    }
}

impl<'a, T> FromBoxed<'a, ()> for Option<&'a T> {
    #[inline(always)]
    fn from_boxed(_: &'a MayBeObject<'a, ()>, _: impl FnOnce()) -> Self {
        None
    }
}
