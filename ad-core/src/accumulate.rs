//! Arithmetic on shadows.
//!
//! Receives shadows of one shape; promises that one grows by another, is cleared, and is normalised on its way out, leaf
//! by leaf, whatever holds the leaves.

use crate::Real;
use crate::variants::another_variant;
use std::cell::Cell;
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;

/// What a shadow can do: it is added to through a shared reference, because several views of one primal
/// (`dot(x, x)`, overlapping windows) have views of one shadow.
///
/// Cleared floats hold −0.0, the neutral element of addition: LLVM drops `-0.0 + x`, but has to keep
/// `0.0 + x`. On the way out [`normalise`](Accumulate::normalise) makes it +0.0.
pub trait Accumulate {
    /// Whether no shadow of this type holds a float. Then its shape does not matter, and is not always
    /// known: tangents leave inactive fields out.
    const EMPTY: bool = false;

    /// Adds all of `from` to this shadow.
    ///
    /// # Panics
    ///
    /// If the two have different shapes.
    fn accumulate(&self, from: &Self);

    /// Makes all floats −0.0.
    fn clear(&self);

    /// Makes floats that are −0.0 +0.0, and leaves all others as they are.
    fn normalise(&self);
}

impl<T: Real> Accumulate for Cell<T> {
    #[inline(always)]
    fn accumulate(&self, from: &Self) {
        self.set(self.get() + from.get());
    }

    #[inline(always)]
    fn clear(&self) {
        self.set(T::NEG_ZERO);
    }

    #[inline(always)]
    fn normalise(&self) {
        self.set(self.get() + T::ZERO);
    }
}

macro_rules! sequences {
    ($($sequence:ty)*) => {$(
        impl<S: Accumulate> Accumulate for $sequence {
            const EMPTY: bool = S::EMPTY;

            #[inline]
            fn accumulate(&self, from: &Self) {
                assert!(
                    S::EMPTY || self.len() == from.len(),
                    "shadows of different lengths"
                );
                self.iter()
                    .zip(from)
                    .for_each(|(to, from)| to.accumulate(from));
            }

            #[inline]
            fn clear(&self) {
                self.iter().for_each(S::clear);
            }

            #[inline]
            fn normalise(&self) {
                self.iter().for_each(S::normalise);
            }
        }
    )*};
}

sequences!([S] VecDeque<S>);

/// Shadows that do all by way of another: arrays and vectors by way of slices, boxes of their content.
macro_rules! delegate {
    ($([$($generics:tt)*] $shadow:ty => $to:ty;)*) => {$(
        impl<$($generics)*> Accumulate for $shadow {
            const EMPTY: bool = <$to>::EMPTY;

            #[inline]
            fn accumulate(&self, from: &Self) {
                <$to>::accumulate(self, from);
            }

            #[inline]
            fn clear(&self) {
                <$to>::clear(self);
            }

            #[inline]
            fn normalise(&self) {
                <$to>::normalise(self);
            }
        }
    )*};
}

delegate! {
    [S: Accumulate, const N: usize] [S; N] => [S];
    [S: Accumulate] Vec<S> => [S];
    [S: Accumulate + ?Sized] Box<S> => S;
}

impl<S: Accumulate> Accumulate for Option<S> {
    const EMPTY: bool = S::EMPTY;

    #[inline]
    fn accumulate(&self, from: &Self) {
        match (self, from) {
            (Some(to), Some(from)) => to.accumulate(from),
            (None, Some(_)) if !S::EMPTY => panic!("cotangent for a `None`"),
            _ => {}
        }
    }

    #[inline]
    fn clear(&self) {
        self.iter().for_each(S::clear);
    }

    #[inline]
    fn normalise(&self) {
        self.iter().for_each(S::normalise);
    }
}

impl<S: Accumulate> Accumulate for Range<S> {
    const EMPTY: bool = S::EMPTY;

    #[inline(always)]
    fn accumulate(&self, from: &Self) {
        self.start.accumulate(&from.start);
        self.end.accumulate(&from.end);
    }

    #[inline(always)]
    fn clear(&self) {
        self.start.clear();
        self.end.clear();
    }

    #[inline(always)]
    fn normalise(&self) {
        self.start.normalise();
        self.end.normalise();
    }
}

/// One of two variants, each of which holds something.
macro_rules! either {
    ($($shadow:ident<$S:ident, $E:ident> { $One:ident $Other:ident })*) => {$(
        impl<$S: Accumulate, $E: Accumulate> Accumulate for $shadow<$S, $E> {
            const EMPTY: bool = $S::EMPTY && $E::EMPTY;

            #[inline]
            fn accumulate(&self, from: &Self) {
                match (self, from) {
                    ($One(to), $One(from)) => to.accumulate(from),
                    ($Other(to), $Other(from)) => to.accumulate(from),
                    (_, $One(_)) if $S::EMPTY => {}
                    (_, $Other(_)) if $E::EMPTY => {}
                    _ => another_variant(),
                }
            }

            #[inline]
            fn clear(&self) {
                match self {
                    $One(shadow) => shadow.clear(),
                    $Other(shadow) => shadow.clear(),
                }
            }

            #[inline]
            fn normalise(&self) {
                match self {
                    $One(shadow) => shadow.normalise(),
                    $Other(shadow) => shadow.normalise(),
                }
            }
        }
    )*};
}

either! {
    Result<S, E> { Ok Err }
    ControlFlow<B, C> { Break Continue }
}

macro_rules! tuples {
    ($($($S:ident $i:tt)*;)*) => {$(
        impl<$($S: Accumulate),*> Accumulate for ($($S,)*) {
            const EMPTY: bool = true $(&& $S::EMPTY)*;

            #[inline(always)]
            fn accumulate(&self, _from: &Self) {
                $(self.$i.accumulate(&_from.$i);)*
            }

            #[inline(always)]
            fn clear(&self) {
                $(self.$i.clear();)*
            }

            #[inline(always)]
            fn normalise(&self) {
                $(self.$i.normalise();)*
            }
        }
    )*};
}

tuples! { ; }
for_tuples!(tuples);
