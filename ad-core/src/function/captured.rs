//! What closures captured, by a copy of their own.
//!
//! Nobody derives `Clone` without need: what cannot be cloned is copied part by part. Method resolution chooses, by the
//! number of references that each trait is implemented for, and the type remembers.
//!
//! ```text
//! integrate(|t| gain.at(t), 0.0, b)     ((&&&Capturing(&gain)).__captured(),)     Captured<Gain, ByParts>
//! ```

use crate::Differentiable;
use std::borrow::ToOwned;
use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;

/// A value that a closure captured, and how it is copied. The pullback gets it again as a whole.
pub struct Captured<T, C = Cloned>(pub T, pub PhantomData<C>);

/// How a `T` is copied.
pub trait Copies<T>: 'static {
    /// A copy.
    fn copy(value: &T) -> T;
}

/// By `Clone`.
#[derive(Debug)]
pub enum Cloned {}

/// Part by part.
#[derive(Debug)]
pub enum ByParts {}

impl<T: Clone> Copies<T> for Cloned {
    #[inline(always)]
    fn copy(value: &T) -> T {
        value.clone()
    }
}

impl<T: Differentiable> Copies<T> for ByParts {
    #[inline]
    fn copy(value: &T) -> T {
        value.primal_copied::<()>()
    }
}

impl<T> Captured<T> {
    /// A value that is moved into the closure.
    #[inline(always)]
    pub fn moved(value: T) -> Self {
        Captured(value, PhantomData)
    }
}

impl<T, C: Copies<T>> Clone for Captured<T, C> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Captured(C::copy(&self.0), PhantomData)
    }
}

impl<T: Copy, C: Copies<T>> Copy for Captured<T, C> {}

impl<T: Debug, C> Debug for Captured<T, C> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Captured").field(&self.0).finish()
    }
}

/// What a closure captures.
pub struct Capturing<'x, T: ?Sized>(pub &'x T);

/// Found for what can be cloned.
pub trait CaptureCloned {
    /// What is captured: a vector of a slice.
    type Owned;

    /// A copy in the closure.
    fn __captured(&self) -> Captured<Self::Owned>;
}

impl<T: ToOwned<Owned: Clone> + ?Sized> CaptureCloned for &&Capturing<'_, T> {
    type Owned = T::Owned;

    #[inline(always)]
    fn __captured(&self) -> Captured<T::Owned> {
        Captured(self.0.to_owned(), PhantomData)
    }
}

/// Found for other differentiable values.
pub trait CaptureParts {
    /// What is captured: a vector of a slice.
    type Owned;

    /// A copy in the closure.
    fn __captured(&self) -> Captured<Self::Owned, ByParts>;
}

impl<T: Differentiable> CaptureParts for &Capturing<'_, T> {
    type Owned = T;

    #[inline]
    fn __captured(&self) -> Captured<T, ByParts> {
        Captured(self.0.primal_copied::<()>(), PhantomData)
    }
}

impl<T: Differentiable> CaptureParts for &Capturing<'_, [T]> {
    type Owned = Vec<T>;

    #[inline]
    fn __captured(&self) -> Captured<Vec<T>, ByParts> {
        let copies = self.0.iter().map(T::primal_copied::<()>);
        Captured(copies.collect(), PhantomData)
    }
}

/// Found for what has no copy, for an error that says so.
pub trait CaptureMissing {
    /// The value's type.
    type Owned;

    /// Never called.
    fn __captured(&self) -> Captured<Self::Owned>
    where
        Self::Owned: Clone;
}

impl<T> CaptureMissing for Capturing<'_, T> {
    type Owned = T;

    fn __captured(&self) -> Captured<T>
    where
        T: Clone,
    {
        Captured(self.0.clone(), PhantomData)
    }
}
