//! Whether a rule must be able to restore its `&mut` arguments.
//!
//! The answer is a value where it is known at run time (`bool`), and a type where it is not needed at
//! all ([`Discard`]): then what would be remembered for it has no size.

use crate::site::{Rows, Site};
use std::marker::PhantomData;

/// The first argument of a rule.
pub trait Keep: Copy {
    /// Room for an `X` that exists only where something may be kept.
    type Room<X>: Room<X>;

    /// Whether the pullback must restore what `&mut` arguments held before the call.
    fn wanted(self) -> bool;
}

impl Keep for bool {
    type Room<X> = X;

    #[inline(always)]
    fn wanted(self) -> bool {
        self
    }
}

/// Nobody asks for the former content of `&mut` arguments.
#[derive(Clone, Copy, Debug)]
pub struct Discard;

impl Keep for Discard {
    type Room<X> = NoRoom<X>;

    #[inline(always)]
    fn wanted(self) -> bool {
        false
    }
}

/// A value, or none and no size.
pub trait Room<X> {
    /// Makes the value, if there is room for it.
    fn make(value: impl FnOnce() -> X) -> Self;
    /// The value, if there is one.
    fn get(&self) -> Option<&X>;
    /// The value, if there is one.
    fn get_mut(&mut self) -> Option<&mut X>;
}

impl<X> Room<X> for X {
    #[inline(always)]
    fn make(value: impl FnOnce() -> X) -> X {
        value()
    }

    #[inline(always)]
    fn get(&self) -> Option<&X> {
        Some(self)
    }

    #[inline(always)]
    fn get_mut(&mut self) -> Option<&mut X> {
        Some(self)
    }
}

/// No room.
#[derive(Debug)]
pub struct NoRoom<X>(PhantomData<fn() -> X>);

impl<X> Room<X> for NoRoom<X> {
    #[inline(always)]
    fn make(_: impl FnOnce() -> X) -> Self {
        NoRoom(PhantomData)
    }

    #[inline(always)]
    fn get(&self) -> Option<&X> {
        None
    }

    #[inline(always)]
    fn get_mut(&mut self) -> Option<&mut X> {
        None
    }
}

/// What a statement overwrites, for a caller that may want it back.
pub struct Kept<K: Keep, T>(K::Room<Site<T>>);

impl<K: Keep, T> Kept<K, T> {
    /// Nothing yet; see [`Site::new`].
    #[inline(always)]
    pub fn new<S>(_: K, signature: &S, index: u32) -> Self {
        Kept(Room::make(|| Site::new(signature, index)))
    }

    /// Remembers one value.
    #[inline(always)]
    pub fn push(&mut self, old: T) {
        if let Some(site) = self.0.get_mut() {
            site.push(old);
        }
    }

    /// Remembers a slice.
    #[inline(always)]
    pub fn extend_from_slice(&mut self, old: &[T])
    where
        T: Clone,
    {
        if let Some(site) = self.0.get_mut() {
            site.extend_from_slice(old);
        }
    }

    /// A cursor behind the last value.
    #[inline(always)]
    pub fn rows(&self) -> Rows<'_, T> {
        self.0.get().map_or_else(Rows::none, Site::rows)
    }
}
