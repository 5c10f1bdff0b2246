//! Buffers lent by a caller.

use crate::Accumulate;
use std::borrow::BorrowMut;
use std::ops::{Deref, DerefMut};

/// A shadow made from a caller's buffer.
///
/// `S` is the shadow, `O` an owned one, `B` the buffer that one is written to in the end.
pub enum Loan<'b, S: ?Sized, O, B: ?Sized> {
    /// The buffer itself, seen as a shadow.
    InPlace(&'b mut S),
    /// A shadow of its own beside the buffer.
    Owned(O, &'b mut B),
}

impl<S: ?Sized, O: BorrowMut<S>, B: ?Sized> Deref for Loan<'_, S, O, B> {
    type Target = S;

    #[inline(always)]
    fn deref(&self) -> &S {
        match self {
            Loan::InPlace(shadow) => shadow,
            Loan::Owned(shadow, _) => shadow.borrow(),
        }
    }
}

impl<S: ?Sized, O: BorrowMut<S>, B: ?Sized> DerefMut for Loan<'_, S, O, B> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut S {
        match self {
            Loan::InPlace(shadow) => shadow,
            Loan::Owned(shadow, _) => shadow.borrow_mut(),
        }
    }
}

impl<S: Accumulate, B> Loan<'_, S, S, B> {
    /// Ends the loan of a buffer that is written as a whole.
    #[inline(always)]
    pub fn write(self, tangent: impl FnOnce(&S) -> B) {
        match self {
            Loan::InPlace(shadow) => shadow.normalise(),
            Loan::Owned(shadow, buffer) => *buffer = tangent(&shadow),
        }
    }
}
