//! Arguments of closures that are used as slices, and may be vectors that are handed over.
//!
//! A closure whose parameter has no type and is indexed is given a slice as a rule, which its pullback gets again. A vector
//! is handed over, and the pullback gets nothing: then the rule keeps a copy. The type decides, by method resolution.
//!
//! ```text
//! let view = &v[..];
//! let held = (&&Guessed(&v)).__handed();    // forward
//! let v = held.__again(v);                  // reverse: the slice, or what was kept
//! ```

/// What is asked for its type.
pub struct Guessed<'a, X>(pub &'a X);

/// The items of a vector that was handed over.
pub struct Handed<T>(Vec<T>);

impl<T> Handed<T> {
    /// The items.
    #[inline(always)]
    pub fn __again(&self, (): ()) -> &[T] {
        &self.0
    }
}

/// Of what the pullback gets again, nothing is kept.
pub struct Given;

impl Given {
    /// What the pullback gets.
    #[inline(always)]
    pub fn __again<A>(&self, again: A) -> A {
        again
    }
}

/// Found for vectors.
pub trait HandedOver {
    /// The type of the items.
    type Item;

    /// A copy.
    fn __handed(&self) -> Handed<Self::Item>;
}

impl<T: Clone> HandedOver for &Guessed<'_, Vec<T>> {
    type Item = T;

    #[inline]
    fn __handed(&self) -> Handed<T> {
        Handed(self.0.clone())
    }
}

/// Found for everything else.
pub trait GivenAgain {
    /// Nothing.
    #[inline(always)]
    fn __handed(&self) -> Given {
        Given
    }
}

impl<X> GivenAgain for Guessed<'_, X> {}
