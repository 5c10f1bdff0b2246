//! The positions of what a loop goes over, where only rustc knows its type.
//!
//! A loop over a field, or over what a call gave, counts positions and indexes it, as it would any list. An option is gone
//! over like a list of one item or none, but has neither a length nor an index:
//!
//! ```text
//! for b in &layer.bias { … }      n = (&&GoneOver(&layer.bias)).__positions().len()
//!                                 for k in 0..n { b = &(&&GoneOver(&layer.bias)).__positions()[k]; … }
//! ```
//!
//! Method resolution finds the trait of options first, as it needs one reference less. The reverse sweep may have a
//! reference to what the forward sweep has: an option behind one is an option as well.

/// What a loop goes over.
pub struct GoneOver<'p, P: ?Sized>(pub &'p P);

/// What an option holds, as a list.
pub trait OptionPositions<'p, T> {
    /// The list.
    fn __positions(&self) -> &'p [T];
}

impl<'p, T> OptionPositions<'p, T> for &GoneOver<'p, Option<T>> {
    #[inline(always)]
    fn __positions(&self) -> &'p [T] {
        self.0.as_slice()
    }
}

impl<'p, T> OptionPositions<'p, T> for &GoneOver<'p, &Option<T>> {
    #[inline(always)]
    fn __positions(&self) -> &'p [T] {
        self.0.as_slice()
    }
}

/// Anything else has positions itself.
pub trait OwnPositions<'p, P: ?Sized> {
    /// The same.
    fn __positions(&self) -> &'p P;
}

impl<'p, P: ?Sized> OwnPositions<'p, P> for GoneOver<'p, P> {
    #[inline(always)]
    fn __positions(&self) -> &'p P {
        self.0
    }
}

#[cfg(test)]
#[allow(clippy::needless_borrow, reason = "it is what emitted code writes")]
mod tests {
    use super::*;

    #[test]
    fn options_are_lists_of_one_item_or_none() {
        let (some, none, list) = (Some(2.0), None::<f64>, vec![1.0, 3.0]);
        assert_eq!((&&GoneOver(&some)).__positions(), [2.0]);
        assert!((&&GoneOver(&none)).__positions().is_empty());
        assert_eq!((&&GoneOver(&list)).__positions()[1], 3.0);
        assert_eq!((&&GoneOver(&list[1..])).__positions().len(), 1);
        // Behind a reference.
        let (some, list) = (&some, &list);
        assert_eq!((&&GoneOver(&some)).__positions(), [2.0]);
        assert_eq!((&&GoneOver(&list)).__positions()[1], 3.0);
    }
}
