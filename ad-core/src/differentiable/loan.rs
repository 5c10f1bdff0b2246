//! Buffers lent by a caller.
//!
//! Receives an argument and the buffer that its gradient is to be written to; promises a shadow: the buffer itself, where
//! both have one layout, and otherwise one beside it, which ends in the buffer.

use super::Differentiable;
use crate::Accumulate;
use std::borrow::BorrowMut;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};

/// A shadow made from a caller's buffer.
///
/// `S` is the shadow, `O` an owned one, `B` the buffer that one is written to in the end.
pub enum Loan<'b, S: ?Sized, O, B: ?Sized> {
    /// The buffer itself, seen as a shadow.
    InPlace(&'b mut S),
    /// A shadow of its own, on heap memory of the buffer's parts.
    Owned(Owned<'b, O, B>),
}

/// A shadow of its own beside a buffer, which gets what the shadow holds when it is dropped: the buffer has
/// its parts again also where a function panics.
pub struct Owned<'b, O, B: ?Sized> {
    shadow: ManuallyDrop<O>,
    buffer: &'b mut B,
    give_back: fn(O, &mut B),
}

impl<'b, O, B: ?Sized> Owned<'b, O, B> {
    #[inline(always)]
    pub(super) fn new(shadow: O, buffer: &'b mut B, give_back: fn(O, &mut B)) -> Self {
        Owned {
            shadow: ManuallyDrop::new(shadow),
            buffer,
            give_back,
        }
    }

    /// The shadow beside its buffer.
    #[inline(always)]
    pub(super) fn parts(&self) -> (&O, &B) {
        (&self.shadow, self.buffer)
    }
}

impl<O, B: ?Sized> Drop for Owned<'_, O, B> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: this is the only place that takes the shadow, and nothing comes after it.
        let shadow = unsafe { ManuallyDrop::take(&mut self.shadow) };
        (self.give_back)(shadow, self.buffer);
    }
}

impl<S: ?Sized, O: BorrowMut<S>, B: ?Sized> Deref for Loan<'_, S, O, B> {
    type Target = S;

    #[inline(always)]
    fn deref(&self) -> &S {
        match self {
            Loan::InPlace(shadow) => shadow,
            Loan::Owned(owned) => (*owned.shadow).borrow(),
        }
    }
}

impl<S: ?Sized, O: BorrowMut<S>, B: ?Sized> DerefMut for Loan<'_, S, O, B> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut S {
        match self {
            Loan::InPlace(shadow) => shadow,
            Loan::Owned(owned) => (*owned.shadow).borrow_mut(),
        }
    }
}

impl<'b, S: Accumulate, B> Loan<'b, S, S, B> {
    /// The loan of a buffer that is written as a whole.
    #[inline]
    pub fn of<T>(value: &T, buffer: &'b mut B) -> Self
    where
        T: Differentiable<Shadow = S, Tangent = B> + ?Sized,
    {
        let shadow = value.shadow_on(buffer);
        Loan::Owned(Owned::new(shadow, buffer, |shadow, buffer| {
            *buffer = T::into_tangent(shadow);
        }))
    }

    /// Ends it.
    #[inline(always)]
    pub fn end(self) {
        match self {
            Loan::InPlace(shadow) => shadow.normalise(),
            Loan::Owned(owned) => drop(owned),
        }
    }
}
