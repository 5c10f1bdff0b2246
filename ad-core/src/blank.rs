//! Shadows of what carries no derivative, where nothing is known of its shape.
//!
//! A tangent leaves inactive fields out, so a shadow made from one has none of their lengths. They are
//! not needed: such a shadow holds no floats.

use std::collections::VecDeque;
use std::ops::Range;

/// The shadow of any inactive value.
pub trait Blank {
    /// It, without elements where their number depends on the value.
    fn blank() -> Self;
}

impl Blank for () {
    #[inline]
    fn blank() {}
}

impl<S> Blank for Vec<S> {
    #[inline]
    fn blank() -> Self {
        Vec::new()
    }
}

impl<S> Blank for VecDeque<S> {
    #[inline]
    fn blank() -> Self {
        VecDeque::new()
    }
}

/// As if it held something: what it holds is asked for where the primal holds something.
impl<S: Blank> Blank for Option<S> {
    #[inline]
    fn blank() -> Self {
        Some(S::blank())
    }
}

impl<S: Blank> Blank for Box<S> {
    #[inline]
    fn blank() -> Self {
        Box::new(S::blank())
    }
}

impl<S: Blank, const N: usize> Blank for [S; N] {
    #[inline]
    fn blank() -> Self {
        std::array::from_fn(|_| S::blank())
    }
}

impl<S: Blank> Blank for Range<S> {
    #[inline]
    fn blank() -> Self {
        S::blank()..S::blank()
    }
}

macro_rules! tuples {
    ($($($S:ident $i:tt)+;)*) => {$(
        impl<$($S: Blank),+> Blank for ($($S,)+) {
            #[inline]
            fn blank() -> Self {
                ($($S::blank(),)+)
            }
        }
    )*};
}

for_tuples!(tuples);
