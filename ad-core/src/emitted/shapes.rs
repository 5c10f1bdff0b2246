//! Shapes of values, as residuals hold them.
//!
//! A residual outlives what the forward sweep borrows, so it must not name a lifetime. [`ShapeOf`] names the type of
//! the value, which is well where that borrows nothing and costs nothing. Of any other type neither its shape nor its
//! shadow names a lifetime, so these are held, with the function that leads from one to the other.
//!
//! ```text
//! let line = invoice.lines[i];                 // the user's: (&str, f64)
//!
//! let shape = (&&Probe(&line)).__shape();       // forward: Detached<((), ()), ((), Cell<f64>)>
//! let mut d_line = zeros_of(&shape);            // reverse: ((), Cell<f64>)
//! ```
//!
//! Method resolution chooses, by the number of references that each trait is implemented for.

use super::borrowed::{Certain, Passed};
use super::probe::{Built, Probe, Zeros};
use crate::Differentiable;
use crate::differentiable::{AnyFunction, Items};
use crate::function::{Arguments, Captured, Closure};
use crate::function_pointer::FunctionPointer;
use crate::functions::{ShapeOf, shape_of};
use std::any::Any;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::num::{self, Wrapping};
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Types that are known to borrow nothing. To miss one costs a call through a pointer where rustc knows the type when it
/// chooses, and is an error where it finds out later; so all that may stand in what is differentiable has it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` carries no derivative",
    label = "not differentiable",
    note = "derive `Differentiable` for it"
)]
pub trait Lasting {}

macro_rules! lasting {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Lasting for $ty {}
    )*};
    ($($ty:ty)*) => { lasting! { $([] $ty;)* } };
}

lasting!(f64 f32 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char str String);
lasting!(num::NonZeroI8 num::NonZeroI16 num::NonZeroI32 num::NonZeroI64 num::NonZeroI128 num::NonZeroIsize);
lasting!(num::NonZeroU8 num::NonZeroU16 num::NonZeroU32 num::NonZeroU64 num::NonZeroU128 num::NonZeroUsize);
lasting!(Ordering Duration RangeFull num::FpCategory);

lasting! {
    [] ();
    [T: Lasting] [T];
    [T: Lasting, const N: usize] [T; N];
    [T: Lasting] Vec<T>;
    [T: Lasting] VecDeque<T>;
    [T: Lasting] Reverse<T>;
    [T: Lasting] Option<T>;
    // What an error is, is said last.
    [T: Lasting, E] Result<T, E>;
    [T: Lasting + ?Sized] Box<T>;
    [T: Lasting + ?Sized] Rc<T>;
    [T: Lasting + ?Sized] Arc<T>;
    [T: Lasting] Range<T>;
    [T: Lasting] RangeFrom<T>;
    [T: Lasting] RangeInclusive<T>;
    [T: Lasting] RangeTo<T>;
    [T: Lasting] RangeToInclusive<T>;
    [K: Lasting, V: Lasting, S: Any] HashMap<K, V, S>;
    [K: Lasting, V: Lasting] BTreeMap<K, V>;
    [T: Lasting, S: Any] HashSet<T, S>;
    [T: Lasting] BTreeSet<T>;
    [T: Lasting] Wrapping<T>;
    [T: ?Sized] PhantomData<T>;
    [T: Differentiable + Lasting] Items<T>;
    [T: Lasting, C: 'static] Captured<T, C>;
    [E: Lasting, R: 'static, A: 'static] Closure<E, R, A>;
    [A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static] AnyFunction<A, O>;
    [A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static] FunctionPointer<A, O>;
}

macro_rules! tuples {
    ($($($T:ident $i:tt)+;)*) => { lasting! { $([$($T: Lasting),+] ($($T,)+);)* } };
}

for_tuples!(tuples);

/// The shape of a value whose type may name lifetimes, and what makes a zero shadow of it.
pub struct Detached<S, Z> {
    shape: S,
    zeros: fn(&S) -> Z,
}

impl<S, Z> Detached<S, Z> {
    #[inline]
    pub(super) fn of<T: Differentiable<Shape = S, Shadow = Z>>(value: &T) -> Self {
        Detached {
            shape: value.primal_shape(),
            zeros: T::zero_shadow,
        }
    }
}

impl<S, Z> Zeros for Detached<S, Z> {
    type Shadow = Z;

    #[inline]
    fn zeros(&self) -> Z {
        (self.zeros)(&self.shape)
    }
}

/// Found for values that borrow nothing.
pub trait ShapeOfLasting {
    /// The type of the value.
    type Value: Differentiable + ?Sized;

    /// The value's shape.
    fn __shape(&self) -> ShapeOf<Self::Value>;
}

/// Found for other differentiable values.
pub trait ShapeOfOther {
    /// The shape's type.
    type Shape;
    /// The shadow's type.
    type Shadow;

    /// The value's shape.
    fn __shape(&self) -> Detached<Self::Shape, Self::Shadow>;
}

macro_rules! found {
    ($([$($Sized:tt)*] $Lasting:ty, $Other:ty;)*) => {$(
        impl<T: Differentiable + Lasting $($Sized)*> ShapeOfLasting for $Lasting {
            type Value = T;

            #[inline(always)]
            fn __shape(&self) -> ShapeOf<T> {
                shape_of(self.0)
            }
        }

        impl<T: Differentiable<Shadow: Sized> $($Sized)*> ShapeOfOther for $Other {
            type Shape = T::Shape;
            type Shadow = T::Shadow;

            #[inline]
            fn __shape(&self) -> Detached<T::Shape, T::Shadow> {
                Detached { shape: self.0.primal_shape(), zeros: T::zero_shadow }
            }
        }
    )*};
}

found! {
    [+ ?Sized] &Probe<'_, T>, &&Probe<'_, T>;
    [+ ?Sized] &Built<'_, T>, &&Built<'_, T>;
    [] &&Passed<'_, T>, &Passed<'_, T>;
    [] &&Certain<'_, T>, &Certain<'_, T>;
}
