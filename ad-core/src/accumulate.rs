//! Arithmetic on shadows.

use crate::Real;
use std::cell::Cell;

/// What a shadow can do: it is added to through a shared reference, because several views of one primal
/// (`dot(x, x)`, overlapping windows) have views of one shadow.
///
/// Cleared floats hold −0.0, the neutral element of addition: LLVM drops `-0.0 + x`, but has to keep
/// `0.0 + x`. On the way out [`normalise`](Accumulate::normalise) makes it +0.0.
pub trait Accumulate {
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

impl<S: Accumulate> Accumulate for [S] {
    #[inline]
    fn accumulate(&self, from: &Self) {
        assert_eq!(self.len(), from.len(), "shadows of different lengths");
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

/// Shadows that do all by way of another: arrays and vectors by way of slices, boxes of their content.
macro_rules! delegate {
    ($([$($generics:tt)*] $shadow:ty => $to:ty;)*) => {$(
        impl<$($generics)*> Accumulate for $shadow {
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
    #[inline]
    fn accumulate(&self, from: &Self) {
        match (self, from) {
            (Some(to), Some(from)) => to.accumulate(from),
            (None, Some(_)) => panic!("cotangent for a `None`"),
            (_, None) => {}
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

macro_rules! tuples {
    ($($($S:ident $i:tt)*;)*) => {$(
        impl<$($S: Accumulate),*> Accumulate for ($($S,)*) {
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

tuples! {
    ;
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
}
