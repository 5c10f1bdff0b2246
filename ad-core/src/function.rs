//! Functions as arguments of differentiable functions.
//!
//! A function argument is a value like any other: what a closure captured is what its derivative goes
//! to. Its rule comes with it. The types of a function's arguments are named by the markers [`ValueOf`],
//! [`RefTo`] and [`UniqueTo`], without lifetimes, so that a pullback outlives the borrows of its call.
//!
//! ```text
//! integrate(|x| k * x.sin(), 0.0, 1.0, 10)
//!
//! integrate::rrule(keep, (integrate::argument_0(PhantomData, (Captured(k, ..),), |keep, (k,), (x,)| { … }), 0.0, 1.0, 10))
//! ```

mod captured;

pub use captured::{CaptureCloned, CaptureMissing, CaptureParts, Captured, Capturing};

use crate::{__inert, Differentiable};
use captured::Copies;
use std::fmt::{self, Display};
use std::marker::PhantomData;

/// How one argument of a function value is passed.
pub trait Given: 'static {
    /// The argument.
    type Given<'a>;
    /// What a pullback gets again of it.
    type Again<'a>;
    /// Where its derivative goes, and where that of its final content comes from.
    type Sink<'a>;
}

/// An argument `T`.
pub struct ValueOf<T>(PhantomData<fn() -> T>);

/// An argument `&T`.
pub struct RefTo<T: ?Sized>(PhantomData<fn() -> Box<T>>);

/// An argument `&mut T`.
pub struct UniqueTo<T: ?Sized>(PhantomData<fn() -> Box<T>>);

impl<T: Differentiable<Shadow: Sized + 'static> + 'static> Given for ValueOf<T> {
    type Given<'a> = T;
    type Again<'a> = T::Again;
    type Sink<'a> = Option<&'a T::Shadow>;
}

impl<T: Differentiable<Shadow: 'static> + ?Sized + 'static> Given for RefTo<T> {
    type Given<'a> = &'a T;
    type Again<'a> = &'a T;
    type Sink<'a> = Option<&'a T::Shadow>;
}

impl<T: Differentiable<Shadow: 'static> + ?Sized + 'static> Given for UniqueTo<T> {
    type Given<'a> = &'a mut T;
    type Again<'a> = &'a mut T;
    type Sink<'a> = Option<&'a mut T::Shadow>;
}

/// The arguments of a function value: a tuple of [`Given`].
pub trait Arguments: 'static {
    /// The arguments themselves.
    type Given<'a>;
    /// What a pullback gets again of a function with environment `E` and of the arguments.
    type Again<'a, E: ?Sized + 'static>;
    /// Where the derivatives go.
    type Shadows<'a, S: 'static>;

    /// The arguments again, with a part of the function.
    fn again_of<'a, E: ?Sized + 'static, F: ?Sized + 'static>(
        part: impl FnOnce(&'a F) -> &'a E,
        again: Self::Again<'a, F>,
    ) -> Self::Again<'a, E>;

    /// Where the derivatives go, that of the function to a part of its shadow.
    fn shadows_of<'a, S: 'static, T: 'static>(
        part: impl FnOnce(&'a T) -> &'a S,
        shadows: Self::Shadows<'a, T>,
    ) -> Self::Shadows<'a, S>;
}

macro_rules! arguments {
    ($($($A:ident)*;)*) => {$(
        impl<$($A: Given),*> Arguments for ($($A,)*) {
            type Given<'a> = ($($A::Given<'a>,)*);
            type Again<'a, Part: ?Sized + 'static> = (&'a Part, $($A::Again<'a>,)*);
            type Shadows<'a, S: 'static> = (Option<&'a S>, $($A::Sink<'a>,)*);

            #[allow(non_snake_case)]
            #[inline]
            fn again_of<'a, Part: ?Sized + 'static, Whole: ?Sized + 'static>(
                part: impl FnOnce(&'a Whole) -> &'a Part,
                (function, $($A,)*): Self::Again<'a, Whole>,
            ) -> Self::Again<'a, Part> {
                (part(function), $($A,)*)
            }

            #[allow(non_snake_case)]
            #[inline]
            fn shadows_of<'a, S: 'static, T: 'static>(
                part: impl FnOnce(&'a T) -> &'a S,
                (shadow, $($A,)*): Self::Shadows<'a, T>,
            ) -> Self::Shadows<'a, S> {
                (shadow.map(part), $($A,)*)
            }
        }
    )*};
}

for_arguments!(arguments);

/// A tuple without its first part: what a pullback gets of a function that is no value.
pub trait Tail {
    /// The other parts.
    type Tail;

    /// The other parts.
    fn tail(self) -> Self::Tail;
}

macro_rules! tails {
    ($($($A:ident)*;)*) => {$(
        impl<Head, $($A),*> Tail for (Head, $($A,)*) {
            type Tail = ($($A,)*);

            #[allow(non_snake_case, clippy::unused_unit)]
            #[inline(always)]
            fn tail(self) -> Self::Tail {
                let (_, $($A,)*) = self;
                ($($A,)*)
            }
        }
    )*};
}

for_arguments!(tails);

/// A function as a value, with its rule.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no derivative rule as a function of these arguments",
    label = "passed as a function here",
    note = "pass a closure, or a function annotated with `#[differentiable]`"
)]
pub trait Function<A: Arguments>:
    Differentiable<Shadow: Sized + 'static, Again: Fresh<Shadow = Self::Shadow>>
    + Recalled
    + Clone
    + 'static
{
    /// What the function returns.
    type Output: Differentiable<Shadow: Sized>;

    /// Calls it.
    fn __call(&self, arguments: A::Given<'_>) -> Self::Output;

    /// Calls it and gives the pullback.
    #[allow(clippy::type_complexity, non_snake_case)]
    fn derivative_rule_of___call(
        &self,
        keep: bool,
        arguments: A::Given<'_>,
    ) -> (
        Self::Output,
        impl Fn(
            <Self::Output as Differentiable>::Shadow,
            A::Again<'_, Self::Again>,
            A::Shadows<'_, Self::Shadow>,
        ) + use<Self, A>,
    );
}

/// A closure that is called with `A`: what it captured, and its rule.
pub struct Closure<E, R, A> {
    environment: E,
    rule: R,
    arguments: PhantomData<fn() -> A>,
}

impl<E: Clone, R: Clone, A> Clone for Closure<E, R, A> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Closure {
            environment: self.environment.clone(),
            rule: self.rule.clone(),
            arguments: PhantomData,
        }
    }
}

impl<E: Copy, R: Copy, A> Copy for Closure<E, R, A> {}

impl<E: fmt::Debug, R, A> fmt::Debug for Closure<E, R, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Closure");
        text.field("environment", &self.environment)
            .finish_non_exhaustive()
    }
}

/// The type of a closure's parameter that rustc infers, and which is no float as far as what the closure is given to tells:
/// `Inferred<_>`.
pub type Inferred<T> = T;

/// A closure over `environment`; `A` and `O` say what it is called with and returns.
#[inline(always)]
pub fn closure<A, O, E, R, P>(environment: E, rule: R) -> Closure<E, R, A>
where
    A: Arguments,
    O: Differentiable<Shadow: Sized>,
    E: Environment,
    R: Fn(bool, &E, A::Given<'_>) -> (O, P),
    P: Fn(O::Shadow, A::Again<'_, E::Again>, A::Shadows<'_, E::Shadow>),
{
    Closure {
        environment,
        rule,
        arguments: PhantomData,
    }
}

impl<A, O, E, R, P> Function<A> for Closure<E, R, A>
where
    A: Arguments,
    O: Differentiable<Shadow: Sized>,
    E: Environment,
    R: Fn(bool, &E, A::Given<'_>) -> (O, P) + Clone + 'static,
    P: Fn(O::Shadow, A::Again<'_, E::Again>, A::Shadows<'_, E::Shadow>),
{
    type Output = O;

    #[inline]
    fn __call(&self, arguments: A::Given<'_>) -> O {
        (self.rule)(false, &self.environment, arguments).0
    }

    #[inline]
    fn derivative_rule_of___call(
        &self,
        keep: bool,
        arguments: A::Given<'_>,
    ) -> (
        O,
        impl Fn(O::Shadow, A::Again<'_, E::Again>, A::Shadows<'_, E::Shadow>) + use<A, O, E, R, P>,
    ) {
        (self.rule)(keep, &self.environment, arguments)
    }
}

/// A value of a type that the rest of a call says, where it is never made.
pub fn like<T>(_: PhantomData<T>) -> T {
    unreachable!("a call written for its type was made")
}

/// Says of what type a call's result is, with its pullback.
#[inline(always)]
pub fn returned<T, P>(_: PhantomData<T>, _: &(T, P)) {}

/// One type by two names: where the second is not known, it is found by the first.
pub trait Same<T> {}

impl<T> Same<T> for T {}

/// What a pullback gets again of a function value: a zero shadow can be made from it.
pub trait Fresh: Clone + 'static {
    /// The shadow of the function value.
    type Shadow;

    /// Its floats are −0.0.
    fn fresh(&self) -> Self::Shadow;
}

/// What a closure captured, as a tuple.
pub trait Environment:
    Differentiable<Shadow: Sized + 'static, Again: Fresh<Shadow = Self::Shadow>>
    + Recalled
    + Clone
    + 'static
{
}

impl<E> Environment for E where
    E: Differentiable<Shadow: Sized + 'static, Again: Fresh<Shadow = E::Shadow>>
        + Recalled
        + Clone
        + 'static
{
}

/// A function, or what one captured, that can be called once more in the reverse sweep: a pullback gets
/// most of it again, and keeps the rest.
pub trait Recalled: Differentiable {
    /// What a pullback does not get again.
    type Kept: Clone + 'static;

    /// What is kept of it.
    fn kept(&self) -> Self::Kept;

    /// The whole.
    fn recalled(again: &Self::Again, kept: &Self::Kept) -> Self;
}

macro_rules! recalled {
    ($($($A:ident $i:tt)*;)*) => {$(
        impl<$($A: Recalled<Shadow: Sized>),*> Recalled for ($($A,)*) {
            type Kept = ($($A::Kept,)*);

            fn kept(&self) -> Self::Kept {
                ($(self.$i.kept(),)*)
            }

            fn recalled(again: &Self::Again, kept: &Self::Kept) -> Self {
                ($($A::recalled(&again.$i, &kept.$i),)*)
            }
        }
    )*};
}

for_tuples!(recalled);

/// What pullbacks get again as a whole.
macro_rules! recalled_as_it_is {
    ($([$($generics:tt)*] $ty:ty, $again:pat => $whole:expr;)*) => {$(
        impl<$($generics)*> Recalled for $ty {
            type Kept = ();

            fn kept(&self) {}

            fn recalled($again: &Self::Again, (): &()) -> Self {
                $whole
            }
        }
    )*};
}

recalled_as_it_is! {
    [] (), () => ();
    [T: Differentiable<Shadow: Sized>, C: Copies<T>] Captured<T, C>, again => again.clone();
    [T: Clone + 'static] Constant<T>, again => again.clone();
}

impl<E: Environment, R: Clone + 'static, A> Recalled for Closure<E, R, A> {
    type Kept = (E::Kept, R);

    fn kept(&self) -> Self::Kept {
        (self.environment.kept(), self.rule.clone())
    }

    fn recalled(again: &E::Again, (kept, rule): &Self::Kept) -> Self {
        Closure {
            environment: E::recalled(again, kept),
            rule: rule.clone(),
            arguments: PhantomData,
        }
    }
}

macro_rules! fresh {
    ($($($A:ident $i:tt)*;)*) => {$(
        impl<$($A: Fresh),*> Fresh for ($($A,)*) {
            type Shadow = ($($A::Shadow,)*);

            #[inline]
            fn fresh(&self) -> Self::Shadow {
                ($(self.$i.fresh(),)*)
            }
        }
    )*};
}

for_tuples!(fresh);

impl Fresh for () {
    type Shadow = ();

    #[inline(always)]
    fn fresh(&self) {}
}

impl<T: Differentiable<Shadow: Sized> + 'static, C: Copies<T>> Fresh for Captured<T, C> {
    type Shadow = T::Shadow;

    #[inline]
    fn fresh(&self) -> T::Shadow {
        T::zero_shadow(&self.0.primal_shape())
    }
}

/// A captured value that carries no derivative, whatever its type.
#[derive(Clone, Copy, Debug)]
pub struct Constant<T>(pub T);

impl<T: Clone + 'static> Fresh for Constant<T> {
    type Shadow = ();

    #[inline(always)]
    fn fresh(&self) {}
}

/// What a function that is called with `A` returns, by its companion. One that is generic over floats may be called with several.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be used as a function value",
    note = "write a closure that calls it: `|x| {Self}(x)`"
)]
pub trait ItemType<A: Arguments> {
    /// What the function returns.
    type Output: Differentiable<Shadow: Sized>;
}

/// The function whose companion is `T`, by its rule: a closure that captured nothing.
#[inline(always)]
pub fn item<T, A, R, P>(rule: R) -> Closure<(), R, A>
where
    T: ItemType<A>,
    A: Arguments,
    R: Fn(bool, &(), A::Given<'_>) -> (T::Output, P),
    P: Fn(<T::Output as Differentiable>::Shadow, A::Again<'_, ()>, A::Shadows<'_, ()>),
{
    closure((), rule)
}

__inert! {
    {T: Clone + 'static} Constant<T> => Constant<T>, |value| value.clone();
}

/// Implements `Differentiable` for a type whose derivative is that of what it holds.
macro_rules! transparent {
    ($([$($generics:tt)*] $ty:ty => $inner:ident, $again:ty, |$value:ident| $field:expr, $copy:expr;)*) => {$(
        impl<$($generics)*> Differentiable for $ty {
            type Shadow = $inner::Shadow;
            type Tangent = $inner::Tangent;
            type Buffer = $inner::Buffer;
            type Again = $again;
            type Shape = $inner::Shape;
            type Lent<'b> = $inner::Lent<'b> where Self: 'b;
            type Owned = $inner::Owned;

            #[inline]
            fn primal_shape(&self) -> $inner::Shape {
                let $value = self;
                $field.primal_shape()
            }

            #[inline]
            fn primal_again(&self) -> $again {
                let $value = self;
                $copy
            }

            #[inline]
            fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
                self.clone()
            }

            #[inline]
            fn zero_shadow(shape: &$inner::Shape) -> $inner::Shadow {
                $inner::zero_shadow(shape)
            }

            #[inline]
            fn tangent(shadow: &$inner::Shadow) -> $inner::Tangent {
                $inner::tangent(shadow)
            }

            #[inline]
            fn shadow(tangent: $inner::Tangent) -> $inner::Shadow {
                $inner::shadow(tangent)
            }

            #[inline]
            fn owned_zeros(shape: &$inner::Shape) -> $inner::Owned {
                $inner::owned_zeros(shape)
            }

            #[inline]
            fn owned_shadow(tangent: $inner::Tangent) -> $inner::Owned {
                $inner::owned_shadow(tangent)
            }

            #[inline]
            fn zero_tangent(&self) -> $inner::Tangent {
                let $value = self;
                $field.zero_tangent()
            }

            #[inline]
            fn check_buffer(&self, buffer: &$inner::Buffer, argument: impl Display + Copy) {
                let $value = self;
                $field.check_buffer(buffer, argument);
            }

            #[inline]
            fn check_tangent(&self, tangent: &$inner::Tangent, argument: impl Display + Copy) {
                let $value = self;
                $field.check_tangent(tangent, argument);
            }

            #[inline]
            fn lend<'b>(&self, buffer: &'b mut $inner::Buffer) -> $inner::Lent<'b>
            where
                Self: 'b,
            {
                let $value = self;
                $field.lend(buffer)
            }

            #[inline]
            fn finish<'b>(lent: $inner::Lent<'b>)
            where
                Self: 'b,
            {
                $inner::finish(lent);
            }

            #[inline]
            fn buffer(tangent: &mut $inner::Tangent) -> &mut $inner::Buffer {
                $inner::buffer(tangent)
            }
        }
    )*};
}

transparent! {
    [T: Differentiable<Shadow: Sized>, C: Copies<T>] Captured<T, C> => T, Captured<T, C>, |value| value.0, value.clone();
    [E: Environment, R: Clone, A] Closure<E, R, A> => E, E::Again, |value| value.environment, value.environment.primal_again();
}
