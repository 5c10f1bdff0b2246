//! Values that may change behind a shared reference.
//!
//! What a call is given besides a value with a derivative may keep that value, as a `Cell` does, and give it back later
//! without its derivative. Where what it is comes back to the function's result, its type is asked:
//!
//! ```text
//! total.set(x * x);                     // the user's
//! total.get()
//!
//! (&&&&&&&&&&Keeping(&total)).__unkept();     // an error, as `total` is a `Cell`
//! total.set(x * x);
//! ```
//!
//! Method resolution chooses. A type that derives `Differentiable` keeps nothing, as its derive sees to, but for what it is
//! told to take for constants; of all others
//! `RefUnwindSafe` knows whether there is a cell in them. It does not know of locks and atomic numbers, which can
//! neither be compared nor copied: so types that can, which are most, have none. Of type parameters and trait objects
//! nothing is known.

use crate::Differentiable;
use crate::inactive::Inactive;
use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::panic::RefUnwindSafe;
use std::rc::Rc;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicU64};
use std::sync::mpsc::{Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, RwLock, RwLockWriteGuard};
use std::thread::LocalKey;

/// A value that a call may keep something in.
pub struct Keeping<'x, T: ?Sized>(pub &'x T);

/// What is asked of a value that changes behind a shared reference, in vain.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost in `{Self}`, which may be changed behind a shared reference",
    label = "this call may keep a value that carries a derivative",
    note = "hold the value in a `let mut` variable, or pass it as `stop_gradient(..)` if no derivative of it is wanted",
    note = "a type of your own that holds neither cells, locks nor atomic numbers shows it by `#[derive(PartialEq)]`"
)]
pub trait KeepsNothing {}

/// The types of the standard library that do.
pub trait Interior {}

macro_rules! interior {
    ($($name:ident)*; $($number:ty)*) => {
        $(impl<T> Interior for $name<T> {})*
        $(impl Interior for $number {})*
    };
}

interior! {
    Cell RefCell OnceCell Mutex RwLock OnceLock Sender SyncSender;
    AtomicI32 AtomicI64 AtomicU32 AtomicU64
}

impl<T: ?Sized> Interior for RefMut<'_, T> {}
impl<T: ?Sized> Interior for MutexGuard<'_, T> {}
impl<T: ?Sized> Interior for RwLockWriteGuard<'_, T> {}
impl<T: 'static> Interior for LocalKey<T> {}
impl<T: Interior + ?Sized> Interior for &T {}
impl<T: Interior + ?Sized> Interior for Box<T> {}
impl<T: Interior + ?Sized> Interior for Rc<T> {}
impl<T: Interior + ?Sized> Interior for Arc<T> {}

/// Derived types with a `#[constant]` field that surely changes behind a shared reference: `Mutex<f64>`.
pub trait HoldsCells {}

/// Derived types with a `#[constant]` field that may be of such a type.
pub trait HoldsConstants {}

macro_rules! held {
    ($($held:ident)*) => {$(
        impl<T: $held + ?Sized> $held for &T {}
        impl<T: $held + ?Sized> $held for Box<T> {}
        impl<T: $held + ?Sized> $held for Rc<T> {}
        impl<T: $held + ?Sized> $held for Arc<T> {}
        impl<T: $held> $held for Vec<T> {}
        impl<T: $held> $held for Option<T> {}
        impl<T: $held> $held for [T] {}
        impl<T: $held, const N: usize> $held for [T; N] {}
    )*};
}

held!(HoldsCells HoldsConstants);

/// Found where a derive has seen a cell or a lock in a constant, in vain.
pub trait KeepsInConstant {
    /// The type.
    type Kept: ?Sized;

    /// An error.
    #[inline(always)]
    fn __unkept(&self)
    where
        Self::Kept: KeepsNothing,
    {
    }

    /// An error.
    #[inline(always)]
    fn __unkept_if_known(&self)
    where
        Self::Kept: KeepsNothing,
    {
    }
}

impl<T: HoldsCells + ?Sized> KeepsInConstant for &&&&&&&&&Keeping<'_, T> {
    type Kept = T;
}

/// Found where a derive has not seen all, in vain.
pub trait KeepsInSomeConstant {
    /// The type.
    type Kept: ?Sized;

    /// An error.
    #[inline(always)]
    fn __unkept(&self)
    where
        Self::Kept: KeepsNothing,
    {
    }
}

impl<T: HoldsConstants + ?Sized> KeepsInSomeConstant for &&&&&&&Keeping<'_, T> {
    type Kept = T;
}

/// Found where a derive has seen to it, and where what is inside carries no derivative: a counter.
pub trait KeepsDifferentiable {
    /// Nothing to ask.
    #[inline(always)]
    fn __unkept(&self) {}

    /// Nothing to ask.
    #[inline(always)]
    fn __unkept_if_known(&self) {}

    /// Nothing to ask.
    #[inline(always)]
    fn __unkept_by_rule(&self) {}
}

impl<T: Differentiable + ?Sized> KeepsDifferentiable for &&&&&&Keeping<'_, T> {}

macro_rules! inactive {
    ($($name:ident)*) => {$(
        impl<T: Inactive> KeepsDifferentiable for &&&&&&Keeping<'_, $name<T>> {}
        impl<T: Inactive> KeepsDifferentiable for &&&&&&Keeping<'_, &$name<T>> {}
    )*};
}

inactive!(Cell RefCell OnceCell Mutex RwLock OnceLock Sender SyncSender);

/// Found for the types of the standard library, in vain.
pub trait KeepsInterior {
    /// The type.
    type Kept: ?Sized;

    /// An error.
    #[inline(always)]
    fn __unkept(&self)
    where
        Self::Kept: KeepsNothing,
    {
    }

    /// An error.
    #[inline(always)]
    fn __unkept_if_known(&self)
    where
        Self::Kept: KeepsNothing,
    {
    }

    /// An error.
    #[inline(always)]
    fn __unkept_by_rule(&self)
    where
        Self::Kept: KeepsNothing,
    {
    }
}

impl<T: Interior + ?Sized> KeepsInterior for &&&&&Keeping<'_, T> {
    type Kept = T;
}

/// Found where there is neither a cell nor a lock, as what can be compared has none.
pub trait KeepsComparable {
    /// Nothing to ask.
    #[inline(always)]
    fn __unkept(&self) {}
}

impl<T: RefUnwindSafe + PartialEq + ?Sized> KeepsComparable for &&&&Keeping<'_, T> {}

/// Before what a derive has not seen all of, in vain.
impl<T: HoldsConstants + RefUnwindSafe + PartialEq + ?Sized> KeepsComparable
    for &&&&&&&&Keeping<'_, T>
{
}

/// The same behind a reference, as what can be copied has none.
pub trait KeepsReferred {
    /// Nothing to ask.
    #[inline(always)]
    fn __unkept(&self) {}
}

impl<T: RefUnwindSafe + Copy> KeepsReferred for &&&Keeping<'_, &T> {}

/// Found where there may be one behind a reference, which can itself be copied.
pub trait KeepsReferredOther {
    /// The type.
    type Kept: ?Sized;

    /// An error.
    #[inline(always)]
    fn __unkept(&self)
    where
        Self::Kept: KeepsNothing,
    {
    }
}

impl<T: ?Sized> KeepsReferredOther for &&Keeping<'_, &T> {
    type Kept = T;
}

/// Found where there is neither a cell nor a lock, as what can be copied has none.
pub trait KeepsCopied {
    /// Nothing to ask.
    #[inline(always)]
    fn __unkept(&self) {}
}

impl<T: RefUnwindSafe + Copy> KeepsCopied for &Keeping<'_, T> {}

/// Found where there is no cell. What has a rule may be given a lock: the rule sees to what it keeps.
pub trait KeepsNoCell {
    /// Nothing to ask.
    #[inline(always)]
    fn __unkept_by_rule(&self) {}
}

impl<T: RefUnwindSafe + ?Sized> KeepsNoCell for &Keeping<'_, T> {}

/// Found where there may be one.
pub trait KeepsOther {
    /// The type.
    type Kept: ?Sized;

    /// An error.
    #[inline(always)]
    fn __unkept(&self)
    where
        Self::Kept: KeepsNothing,
    {
    }

    /// Nothing to ask: it may be a type parameter, of which nothing is known.
    #[inline(always)]
    fn __unkept_if_known(&self) {}

    /// An error.
    #[inline(always)]
    fn __unkept_by_rule(&self)
    where
        Self::Kept: KeepsNothing,
    {
    }
}

impl<T: ?Sized> KeepsOther for Keeping<'_, T> {
    type Kept = T;
}
