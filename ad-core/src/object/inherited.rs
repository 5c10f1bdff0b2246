//! Methods that objects have from supertraits: `prior.log_pdf(x)` of a `Box<dyn Prior>`, where `trait Prior: Density`.
//!
//! Receives, of an annotated trait, how its objects are those of its supertraits; promises that the rule of a method
//! is found, whichever of them declares it. Which one that is, a parameter says that rustc infers: it passes over what
//! has no method of the name.
//!
//! ```text
//! dyn Prior: FindsMethod<MEAN, Itself>                     as it has the method
//! dyn Prior: FindsMethod<LOG_PDF, Above<0, Itself>>        as its first supertrait, `dyn Density`, has it
//! ```

use super::{ChangingArguments, ChangingMethod, ChangingPullback, ObjectMethod, ObjectPullback};
use crate::Differentiable;
use crate::function::Arguments;
use std::any::Any;
use std::marker::PhantomData;

/// Objects that are those of a supertrait, too, the trait's `NUMBER`th.
pub trait Inherits<const NUMBER: usize> {
    /// An object of the supertrait.
    type Super: ?Sized + 'static;

    /// The object as one.
    fn inherited(&self) -> &Self::Super;

    /// The same, to be changed.
    fn inherited_mut(&mut self) -> &mut Self::Super;
}

/// Where a method is: with the trait itself.
#[derive(Debug)]
pub struct Itself;

/// Where a method is: with the `NUMBER`th supertrait, or above it.
#[derive(Debug)]
pub struct Above<const NUMBER: usize, W>(PhantomData<W>);

/// Receives how a method takes objects, whether it only looks at them or changes them; promises that it is found.
macro_rules! found {
    ($(
        $(#[$doc:meta])*
        $Finds:ident of $Method:ident, with $Arguments:ident and $Pullback:ident, $inherited:ident by [$($by:tt)+];
    )*) => {$(
        $(#[$doc])*
        pub trait $Finds<const NAME: u64, Where> {
            /// What it is called with.
            type Arguments: $Arguments;
            /// What it returns.
            type Output;
            /// What stands for that where it is not differentiable.
            type Carrier: Differentiable<Shadow: Sized>;

            /// Calls it and gives the pullback.
            fn __found_rule(
                $($by)+ self,
                keep: bool,
                arguments: <Self::Arguments as Arguments>::Given<'_>,
            ) -> (Self::Output, $Pullback<Self::Arguments, Self::Carrier>);

            /// The object itself, for the pullback.
            fn __found_any($($by)+ self) -> $($by)+ dyn Any;
        }

        impl<const NAME: u64, T: $Method<NAME> + ?Sized> $Finds<NAME, Itself> for T {
            type Arguments = T::Arguments;
            type Output = T::Output;
            type Carrier = T::Carrier;

            #[inline]
            fn __found_rule(
                $($by)+ self,
                keep: bool,
                arguments: <T::Arguments as Arguments>::Given<'_>,
            ) -> (T::Output, $Pullback<T::Arguments, T::Carrier>) {
                self.__rule(keep, arguments)
            }

            #[inline]
            fn __found_any($($by)+ self) -> $($by)+ dyn Any {
                self.__any()
            }
        }

        found_above!($Finds $Pullback $inherited [$($by)+] 0 1 2 3);
    )*};
}

/// For each supertrait by itself, as rustc tells implementations apart, but not what stands for their parameters.
macro_rules! found_above {
    ($Finds:ident $Pullback:ident $inherited:ident $by:tt $($number:literal)*) => {$(
        found_above!(@ $Finds $Pullback $inherited $by $number);
    )*};
    (@ $Finds:ident $Pullback:ident $inherited:ident [$($by:tt)+] $number:literal) => {
        impl<const NAME: u64, W, T> $Finds<NAME, Above<$number, W>> for T
        where
            T: Inherits<$number, Super: $Finds<NAME, W>> + ?Sized,
        {
            type Arguments = <T::Super as $Finds<NAME, W>>::Arguments;
            type Output = <T::Super as $Finds<NAME, W>>::Output;
            type Carrier = <T::Super as $Finds<NAME, W>>::Carrier;

            #[inline]
            fn __found_rule(
                $($by)+ self,
                keep: bool,
                arguments: <Self::Arguments as Arguments>::Given<'_>,
            ) -> (Self::Output, $Pullback<Self::Arguments, Self::Carrier>) {
                self.$inherited().__found_rule(keep, arguments)
            }

            #[inline]
            fn __found_any($($by)+ self) -> $($by)+ dyn Any {
                self.$inherited().__found_any()
            }
        }
    };
}

found! {
    /// Objects that have a method, told by a number that its name is, from wherever.
    FindsMethod of ObjectMethod, with Arguments and ObjectPullback, inherited by [&];

    /// Objects that have a method that changes them, from wherever.
    FindsChangingMethod of ChangingMethod, with ChangingArguments and ChangingPullback, inherited_mut by [&mut];
}
