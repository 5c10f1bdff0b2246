//! Rules of methods of the standard library's types, for receivers whose type the compiler of
//! derivatives does not see.
//!
//! Emitted code calls `derivative_rule_of_name` where the user calls `name`, and method resolution
//! finds the rule that goes with the method: here, in another extension trait, or among the user's
//! own. Receivers go in by reference, in the forward and in the reverse sweep:
//!
//! ```text
//! let y = x.max(0.0);      // the user's
//!
//! let (y, pullback) = x.derivative_rule_of_max(keep, (0.0,));
//! pullback(dy, (&x, 0.0), (Some(&dx), None));
//! ```

mod adaptors;
mod arrays;
mod chunks;
mod copies;
mod floats;
mod functions;
mod integers;
mod maps;
mod options;
mod places;
mod references;
mod referring_functions;
mod results;
mod sequences;
mod slices;
mod texts;
mod totals;

pub use adaptors::AdaptorMethods;
pub use arrays::SliceItems;
pub use chunks::{ArrayReferences, ChunkMethods, DequeSlices};
pub use copies::{
    ByParts, Consumed, ConsumedCloned, ConsumedOther, ConsumedParts, ConsumedReference,
};
pub use floats::FloatMethods;
pub use functions::{
    ArrayFunctions, ArrayFunctionsByParts, ListFilters, ListFunctions, OptionFilter,
    OptionFilterByParts, OptionFunctions, OptionFunctionsByParts, ResultFunctions,
    ResultFunctionsByParts,
};
pub use integers::{IntegerMethods, SignedMethods, UnsignedMethods};
pub use maps::{
    BTreeMapChanges, BTreeMapMethods, BTreeSetMethods, HashMapChanges, HashMapMethods,
    HashSetMethods,
};
pub use options::{
    NestedOptionMethods, OptionChanges, OptionCopies, OptionMethods, OptionMethodsByParts,
    OptionOfResultMethods, ResultOfOptionMethods,
};
pub use places::{BTreeMapPlaces, HashMapPlaces};
pub use references::{
    BTreeMapReferences, DequeElementMethods, ElementMethods, HashMapReferences, PointerMethods,
    ReferenceOptionMethods, ReferringOptionMethods,
};
pub use referring_functions::{ReferenceOptionFunctions, Referent};
pub use results::{ControlFlowMethods, ResultCopies, ResultMethods, ResultMethodsByParts};
pub use sequences::{DequeMethods, VecMethods};
pub use slices::{SliceMethods, SlicesOfVecMethods};
pub use texts::TextMethods;
pub use totals::TotalMethods;

use ad_core::__private::{Accumulate, Differentiable, InMaps, Keep, OfItem, Room};

type Shadow<T> = <T as Differentiable>::Shadow;

/// How maps of such values are differentiated.
type Way<V> = <Shadow<V> as InMaps>::Way;

/// Declares an extension trait and implements it, from one list of rules.
///
/// A rule's arguments are written as in a function; what the pullback gets again of them and their
/// shadows follow from their types.
macro_rules! extension {
    (
        $(#[$doc:meta])*
        impl $params:tt $Trait:ident<$($P:ident),*> for ByParts<$Target:ty> where { $($bounds:tt)* }
        $($rules:tt)*
    ) => {
        extension! { @trait [$(#[$doc])*] $params $Trait [] [$($P),*] [ByParts] [$Target] [$($bounds)*] $($rules)* }
    };
    (
        $(#[$doc:meta])*
        impl $params:tt $Trait:ident<$($P:ident),*> for $Target:ty where { $($bounds:tt)* }
        $($rules:tt)*
    ) => {
        extension! {
            @trait [$(#[$doc])*] $params $Trait [: Differentiable] [$($P),*] [] [$Target] [$($bounds)*] $($rules)*
        }
    };
    (
        @trait [$(#[$doc:meta])*] $params:tt $Trait:ident [$($whole:tt)*] [$($P:ident),*] [$($ByParts:ident)?]
        [$Target:ty] [$($bounds:tt)*]
        $(
            $(#[$attr:meta])*
            fn $name:ident$(<$M:ident>)?($($arguments:tt)*) -> $Output:ty
            $(where $condition:tt)?
            $body:block
        )*
    ) => {
        $(#[$doc])*
        #[allow(missing_docs, reason = "each method is the rule of the method it is named after")]
        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        pub trait $Trait<$($P),*> $($whole)*
        where
            $($bounds)*
        {
            $(extension! {
                @declare $params [$Target] [$($M)?] $(#[$attr])*
                fn $name($($arguments)*) -> $Output $(where $condition)?
            })*
        }

        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        #[allow(refining_impl_trait, reason = "a pullback holds nothing of the receiver")]
        impl<$($P),*> $Trait<$($P),*> for extension!(@receiver [$($ByParts)?] $Target)
        where
            $($bounds)*
        {
            $(extension! {
                @define $params [$Target] [$($M)?] $(#[$attr])*
                fn $name($($arguments)*) -> $Output $(where $condition)? $body
            })*
        }
    };
    (@receiver [] $Target:ty) => { $Target };
    (@receiver [ByParts] $Target:ty) => { ByParts<'_, $Target> };
    (
        @declare [$($P:ident),*] [$Target:ty] [$($M:ident)?] $(#[$attr:meta])*
        fn $name:ident(&[$($mutable:tt)?] $self:ident, $keep:tt $(, $arg:ident: $Arg:ty)*)
        -> $Output:ty $(where [$($condition:tt)*])?
    ) => {
        $(#[$attr])*
        fn $name<K: Keep $(, $M)?>(
            &$($mutable)? $self,
            keep: K,
            arguments: ($($Arg,)*),
        ) -> (
            $Output,
            impl Fn(
                Shadow<$Output>,
                (&$($mutable)? $Target, $(<$Arg as Differentiable>::Again,)*),
                (Option<&$($mutable)? Shadow<$Target>>, $(Option<&Shadow<$Arg>>,)*),
            ) + use<Self, $($P,)* K $(, $M)?>,
        )
        $(where $($condition)*)?;
    };
    (
        @define [$($P:ident),*] [$Target:ty] [$($M:ident)?] $(#[$attr:meta])*
        fn $name:ident(&[$($mutable:tt)?] $self:ident, $keep:tt $(, $arg:ident: $Arg:ty)*)
        -> $Output:ty $(where [$($condition:tt)*])? $body:block
    ) => {
        $(#[$attr])*
        #[inline]
        fn $name<K: Keep $(, $M)?>(
            &$($mutable)? $self,
            $keep: K,
            ($($arg,)*): ($($Arg,)*),
        ) -> (
            $Output,
            impl Fn(
                Shadow<$Output>,
                (&$($mutable)? $Target, $(<$Arg as Differentiable>::Again,)*),
                (Option<&$($mutable)? Shadow<$Target>>, $(Option<&Shadow<$Arg>>,)*),
            ) + use<$($P,)* K $(, $M)?>,
        )
        $(where $($condition)*)?
        $body
    };
}

use extension;

/// A copy of what is about to be taken out, for a caller that may want it back. Its type need not have `Clone`.
#[inline(always)]
fn kept_copy<K: Keep, T: Differentiable<Shadow: Sized>>(keep: K, value: &T) -> K::Room<Option<T>> {
    Room::make(|| keep.wanted().then(|| value.primal_copied::<OfItem>()))
}

/// Gives it back.
#[inline(always)]
fn give_copy_back<K: Keep, T: Differentiable<Shadow: Sized>>(
    kept: &K::Room<Option<T>>,
    place: &mut T,
) {
    if let Some(Some(old)) = Room::<Option<T>>::get(kept) {
        *place = old.primal_copied::<OfItem>();
    }
}

/// Adds a cotangent to a shadow that is wanted.
#[inline(always)]
fn give<S: Accumulate>(shadow: Option<&S>, cotangent: &S) {
    if let Some(shadow) = shadow {
        shadow.accumulate(cotangent);
    }
}
