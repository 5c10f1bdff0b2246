//! What the methods of a builder give: the reference that they are given.
//!
//! ```text
//! let (b, pullback) = a.derivative_rule_of_rate(keep, (r,));      // `&Builder`, the receiver
//! let b = GivenBack(b).__own();                                   // a `Builder` as it is now
//! ```
//!
//! Only the value that a chain of calls begins with is given back in this way, which nobody sees after the chain.

/// What a method gives that may be a reference.
pub struct GivenBack<T>(pub T);

impl<T: Clone> GivenBack<&T> {
    /// A copy of what is given back.
    #[inline]
    pub fn __own(self) -> T {
        self.0.clone()
    }
}

impl<T: Clone> GivenBack<&mut T> {
    /// A copy of what is given back.
    #[inline]
    pub fn __own(self) -> T {
        self.0.clone()
    }
}

/// Found where it is a value.
pub trait GivesValue<T> {
    /// As it is.
    fn __own(self) -> T;
}

impl<T> GivesValue<T> for GivenBack<T> {
    #[inline(always)]
    fn __own(self) -> T {
        self.0
    }
}
