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
//!
//! The box may be a part of a tuple, `(weight, Box::new(dense))`.

use super::Ignored;
use super::coerced::Coerced;
use crate::Real;
use crate::accumulate::Accumulate;
use crate::differentiable::AnyShadow;
use std::any::Any;
use std::cell::{Cell, OnceCell};

/// Found where a box was taken for an object.
pub trait AsObject {
    /// Adds what came to the object to what is in the box.
    fn __accumulate(&self);
}

impl<S: Accumulate + 'static> AsObject for Coerced<'_, Box<S>, Box<AnyShadow>> {
    #[inline]
    fn __accumulate(&self) {
        self.0.take_back(self.1);
    }
}

impl<S: Accumulate + 'static> AsObject for Coerced<'_, Option<Box<S>>, Option<Box<AnyShadow>>> {
    #[inline]
    fn __accumulate(&self) {
        self.0.take_back(self.1);
    }
}

/// What stands beside a box in a tuple.
pub trait Beside: Accumulate + 'static {}

impl<T: Real> Beside for Cell<T> {}
impl Beside for () {}
impl<S: Beside> Beside for Vec<S> {}
impl<S: Beside, const N: usize> Beside for [S; N] {}

/// Tuples with one box, of which rustc may have made an object. Behind the box stand numbers, or nothing with a
/// derivative.
macro_rules! with_a_box {
    ($([$($G:ident: $of:ident)*] ($($B:ty: $before:ident $to_before:ident)*) ($($A:ty: $after:ident $to_after:ident)*);)*) => {$(
        impl<$($G: $of,)* S: Accumulate + 'static> AsObject
            for Coerced<'_, ($($B,)* Box<S>, $($A,)*), ($($B,)* Box<AnyShadow>, $($A,)*)>
        {
            #[inline]
            fn __accumulate(&self) {
                self.0.take_back(self.1);
            }
        }

        impl<$($G: $of,)* S: Accumulate + 'static> BecomesObject for ($($B,)* Box<S>, $($A,)*) {
            type Object = ($($B,)* Box<AnyShadow>, $($A,)*);

            fn object(($($before,)* boxed, $($after,)*): Self) -> Self::Object {
                ($($before,)* BecomesObject::object(boxed), $($after,)*)
            }

            fn take_back(&self, object: &Self::Object) {
                let ($($to_before,)* to_boxed, $($to_after,)*) = self;
                let ($($before,)* boxed, $($after,)*) = object;
                $($to_before.accumulate($before);)*
                to_boxed.take_back(boxed);
                $($to_after.accumulate($after);)*
            }
        }

        impl<'a, $($G: $of,)* S: Accumulate + 'static, T: 'static>
            FromBoxed<'a, ($($B,)* Box<S>, $($A,)*)> for Option<&'a T>
        {
            #[inline]
            fn from_boxed(
                argument: &'a MayBeObject<'a, ($($B,)* Box<S>, $($A,)*)>,
                fresh: impl FnOnce() -> ($($B,)* Box<S>, $($A,)*),
            ) -> Self {
                as_it_is_or_object(argument, fresh)
            }
        }
    )*};
}

with_a_box! {
    [B: Beside] (B: b to_b) ();
    [B: Beside C: Beside] (B: b to_b C: c to_c) ();
    [B: Beside A: Real] (B: b to_b) (Cell<A>: a to_a);
    [B: Beside] (B: b to_b) ((): a to_a);
    [A: Real] () (Cell<A>: a to_a);
    [] () ((): a to_a);
    [A: Real C: Real] () (Cell<A>: a to_a Cell<C>: c to_c);
}

/// The shadow of what is passed to a function, which may take it for an object.
pub struct MayBeObject<'s, S: BecomesObject> {
    shadow: &'s S,
    object: OnceCell<S::Object>,
}

impl<'s, S: BecomesObject> MayBeObject<'s, S> {
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

    /// Adds what came to the object to the shadow of the box.
    #[inline(always)]
    pub fn __give_back(self) {
        if let Some(object) = self.object.get() {
            self.shadow.take_back(object);
        }
    }
}

/// Shadows that may have been replaced by those of objects.
pub trait BecomesObject {
    /// The shadow of the object.
    type Object: 'static;

    /// A shadow of an object that is none yet.
    fn object(fresh: Self) -> Self::Object;

    /// Adds what came to the object.
    fn take_back(&self, object: &Self::Object);
}

impl<S: Accumulate + 'static> BecomesObject for Box<S> {
    type Object = Box<AnyShadow>;

    fn object(fresh: Self) -> Box<AnyShadow> {
        Box::new(AnyShadow::of(*fresh))
    }

    fn take_back(&self, object: &Box<AnyShadow>) {
        S::accumulate(self, object.get());
    }
}

impl<S: Accumulate + 'static> BecomesObject for Option<Box<S>> {
    type Object = Option<Box<AnyShadow>>;

    fn object(fresh: Self) -> Self::Object {
        fresh.map(BecomesObject::object)
    }

    fn take_back(&self, object: &Self::Object) {
        if let (Some(shadow), Some(object)) = (self, object) {
            shadow.take_back(object);
        }
    }
}

impl BecomesObject for () {
    type Object = ();

    fn object((): ()) {}

    fn take_back(&self, (): &()) {}
}

/// The shadow of an argument, as a pullback takes it.
pub trait FromBoxed<'a, S: BecomesObject> {
    /// That of the box, or that of an object in its place.
    fn from_boxed(argument: &'a MayBeObject<'a, S>, fresh: impl FnOnce() -> S) -> Self;
}

fn as_it_is_or_object<'a, S: BecomesObject + 'static, T: 'static>(
    argument: &'a MayBeObject<'a, S>,
    fresh: impl FnOnce() -> S,
) -> Option<&'a T> {
    let as_it_is = (argument.shadow as &dyn Any).downcast_ref();
    as_it_is.or_else(|| {
        let object = || BecomesObject::object(fresh());
        (argument.object.get_or_init(object) as &dyn Any).downcast_ref()
    })
}

macro_rules! from_boxed {
    ($($boxed:ty;)*) => {$(
        impl<'a, S: Accumulate + 'static, T: 'static> FromBoxed<'a, $boxed> for Option<&'a T> {
            #[inline]
            fn from_boxed(
                argument: &'a MayBeObject<'a, $boxed>,
                fresh: impl FnOnce() -> $boxed,
            ) -> Self {
                as_it_is_or_object(argument, fresh)
            }
        }
    )*};
}

from_boxed! {
    Box<S>;
    Option<Box<S>>;
}

impl<'a, S: BecomesObject> FromBoxed<'a, S> for Option<&'a dyn Ignored> {
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
