//! Methods that change what is behind an object: `filter.step(x)` of a `Box<dyn Filter>`.
//!
//! Receives, of an annotated trait, the rules of its methods that take `&mut self`; promises rules of the same
//! methods called on boxes. They differ from those that only look in what the pullback is given: the object, to be
//! put back to what it was before the call, and its shadow, to be taken back as well.
//!
//! ```text
//! for filter in filters.iter_mut() { filter.step(x); }
//!
//! filters[i].derivative_rule_of_step(keep, (x,))       by the vtable: Decay's, or Delay's
//! pullback((), (&mut filters[i], x), (Some(&mut d_filters[i]), Some(&d_x)))
//! ```

use super::{FindsChangingMethod, no_object};
use crate::Differentiable;
use crate::differentiable::AnyShadow;
use crate::function::{Arguments, Given};
use std::any::Any;

/// The arguments of a method that changes its receiver: a tuple of [`Given`].
pub trait ChangingArguments: Arguments {
    /// What a pullback gets again: the receiver, to be put back, and the arguments.
    type AgainUnique<'a, E: ?Sized + 'static>;
    /// Where the derivatives go.
    type ShadowsUnique<'a, S: 'static>;

    /// The arguments again, with what the receiver is or points to.
    fn again_of_unique<'a, E: ?Sized + 'static, F: ?Sized + 'static>(
        part: impl FnOnce(&'a mut F) -> &'a mut E,
        again: Self::AgainUnique<'a, F>,
    ) -> Self::AgainUnique<'a, E>;

    /// Where the derivatives go, that of the receiver to what its shadow is or points to.
    fn shadows_of_unique<'a, S: 'static, T: 'static>(
        part: impl FnOnce(&'a mut T) -> &'a mut S,
        shadows: Self::ShadowsUnique<'a, T>,
    ) -> Self::ShadowsUnique<'a, S>;
}

macro_rules! changing_arguments {
    ($($($A:ident)*;)*) => {$(
        impl<$($A: Given),*> ChangingArguments for ($($A,)*) {
            type AgainUnique<'a, Part: ?Sized + 'static> = (&'a mut Part, $($A::Again<'a>,)*);
            type ShadowsUnique<'a, S: 'static> = (Option<&'a mut S>, $($A::Sink<'a>,)*);

            #[allow(non_snake_case)]
            #[inline]
            fn again_of_unique<'a, Part: ?Sized + 'static, Whole: ?Sized + 'static>(
                part: impl FnOnce(&'a mut Whole) -> &'a mut Part,
                (receiver, $($A,)*): Self::AgainUnique<'a, Whole>,
            ) -> Self::AgainUnique<'a, Part> {
                (part(receiver), $($A,)*)
            }

            #[allow(non_snake_case)]
            #[inline]
            fn shadows_of_unique<'a, S: 'static, T: 'static>(
                part: impl FnOnce(&'a mut T) -> &'a mut S,
                (shadow, $($A,)*): Self::ShadowsUnique<'a, T>,
            ) -> Self::ShadowsUnique<'a, S> {
                (shadow.map(part), $($A,)*)
            }
        }
    )*};
}

for_arguments!(changing_arguments);

/// The pullback of a method that changes an object.
pub type ChangingPullback<A, O> = Box<
    dyn for<'a, 'b> Fn(
        <O as Differentiable>::Shadow,
        <A as ChangingArguments>::AgainUnique<'a, dyn Any>,
        <A as ChangingArguments>::ShadowsUnique<'b, AnyShadow>,
    ),
>;

/// A method that changes a type known to the caller, as that of an object.
#[inline]
pub fn changing_rule<T, A, O, P, V>((value, pullback): (V, P)) -> (V, ChangingPullback<A, O>)
where
    T: Differentiable<Shadow: Sized + 'static> + 'static,
    A: ChangingArguments,
    O: Differentiable<Shadow: Sized>,
    P: Fn(O::Shadow, A::AgainUnique<'_, T>, A::ShadowsUnique<'_, T::Shadow>) + 'static,
{
    let erased = move |ct: O::Shadow,
                       again: A::AgainUnique<'_, dyn Any>,
                       shadows: A::ShadowsUnique<'_, AnyShadow>| {
        let again = A::again_of_unique(known_mut::<T>, again);
        pullback(ct, again, A::shadows_of_unique(AnyShadow::get_mut, shadows));
    };
    (value, Box::new(erased))
}

/// A pullback goes with its own object.
pub fn known_mut<T: 'static>(object: &mut dyn Any) -> &mut T {
    let object = object.downcast_mut();
    object.unwrap_or_else(|| panic!("a derivative of another object"))
}

/// The rule of a method for one type behind objects.
pub type ChangingRule<A, O, V> = for<'a, 'b> fn(
    &'a mut dyn Any,
    bool,
    <A as Arguments>::Given<'b>,
) -> (V, ChangingPullback<A, O>);

/// The rule of a method that an implementation left to its trait.
pub fn default_changing_rule<A, O, V>(found: Box<dyn Any>) -> ChangingRule<A, O, V>
where
    A: ChangingArguments + 'static,
    O: Differentiable<Shadow: Sized> + 'static,
    V: 'static,
{
    *found.downcast().unwrap_or_else(|_| no_object())
}

/// A method that changes objects, told by a number that its name is.
pub trait ChangingMethod<const NAME: u64> {
    /// What it is called with.
    type Arguments: ChangingArguments;
    /// What it returns.
    type Output;
    /// What stands for that where it is not differentiable.
    type Carrier: Differentiable<Shadow: Sized>;

    /// Calls it and gives the pullback.
    fn __rule(
        &mut self,
        keep: bool,
        arguments: <Self::Arguments as Arguments>::Given<'_>,
    ) -> (
        Self::Output,
        ChangingPullback<Self::Arguments, Self::Carrier>,
    );

    /// The object itself, for the pullback.
    fn __any(&mut self) -> &mut dyn Any;
}

/// A method that changes objects and has no rule, told by a number that its name is: it gives references, or takes
/// what is not seen.
pub trait ChangesObject<const NAME: u64> {}

/// The rule of a method that changes a boxed object.
#[inline]
#[allow(clippy::type_complexity, reason = "it is the form of all rules")]
pub fn rule_of_changed<const NAME: u64, T, W>(
    object: &mut Box<T>,
    keep: bool,
    arguments: <T::Arguments as Arguments>::Given<'_>,
) -> (
    T::Output,
    impl Fn(
        <T::Carrier as Differentiable>::Shadow,
        <T::Arguments as ChangingArguments>::AgainUnique<'_, Box<T>>,
        <T::Arguments as ChangingArguments>::ShadowsUnique<'_, Box<AnyShadow>>,
    ) + use<NAME, T, W>,
)
where
    T: FindsChangingMethod<NAME, W> + ?Sized + 'static,
{
    let (value, pullback) = (**object).__found_rule(keep, arguments);
    let of_boxed = move |ct: <T::Carrier as Differentiable>::Shadow,
                         again: <T::Arguments as ChangingArguments>::AgainUnique<'_, Box<T>>,
                         shadows: <T::Arguments as ChangingArguments>::ShadowsUnique<
        '_,
        Box<AnyShadow>,
    >| {
        let again =
            T::Arguments::again_of_unique(|object: &mut Box<T>| (**object).__found_any(), again);
        let shadows =
            T::Arguments::shadows_of_unique(|shadow: &mut Box<AnyShadow>| &mut **shadow, shadows);
        pullback(ct, again, shadows);
    };
    (value, of_boxed)
}
