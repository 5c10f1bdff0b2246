//! What an option or a result holds, where the syntax does not show which of the two it is.
//!
//! ```text
//! f(x).map(|y| y * k)
//!
//! match held.__payload() { Some(y) => held.__with(y * k), None => held.__without() }
//! ```
//!
//! The rules of these methods are with those of the two types.

/// An option or a result.
pub trait Carrier: Sized {
    /// What it holds.
    type Held;
    /// The same type that holds something else.
    type With<U>;

    /// What it holds, if it holds something.
    fn __payload(&self) -> Option<Self::Held>;

    /// The same with another value.
    fn __with<U>(&self, value: U) -> Self::With<U>;

    /// The same, which holds nothing.
    fn __without<U>(&self) -> Self::With<U>;
}

impl<T: Clone> Carrier for Option<T> {
    type Held = T;
    type With<U> = Option<U>;

    #[inline(always)]
    fn __payload(&self) -> Option<T> {
        self.clone()
    }

    #[inline(always)]
    fn __with<U>(&self, value: U) -> Option<U> {
        Some(value)
    }

    #[inline(always)]
    fn __without<U>(&self) -> Option<U> {
        None
    }
}

impl<T: Clone, E: Clone> Carrier for Result<T, E> {
    type Held = T;
    type With<U> = Result<U, E>;

    #[inline(always)]
    fn __payload(&self) -> Option<T> {
        self.as_ref().ok().cloned()
    }

    #[inline(always)]
    fn __with<U>(&self, value: U) -> Result<U, E> {
        Ok(value)
    }

    #[inline(always)]
    fn __without<U>(&self) -> Result<U, E> {
        match self {
            Ok(_) => unreachable!("it holds something"),
            Err(error) => Err(error.clone()),
        }
    }
}
