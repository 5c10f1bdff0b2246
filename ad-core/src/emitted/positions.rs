//! The positions of what a loop goes over, where only rustc knows its type.
//!
//! A loop over a field counts positions and indexes it, as it would any list. An option is gone over like a list of one item
//! or none, but has neither a length nor an index:
//!
//! ```text
//! for b in &layer.bias { … }      n = (&layer.bias).__positions().len()
//!                                 for k in 0..n { b = &(&layer.bias).__positions()[k]; … }
//! ```
//!
//! Method resolution finds the trait of options first, as it needs one reference less.

/// What an option holds, as a list.
pub trait OptionPositions<T> {
    /// The list.
    fn __positions(&self) -> &[T];
}

impl<T> OptionPositions<T> for Option<T> {
    #[inline(always)]
    fn __positions(&self) -> &[T] {
        self.as_slice()
    }
}

/// Anything else has positions itself.
pub trait OwnPositions<'p, T: ?Sized> {
    /// The same.
    fn __positions(&self) -> &'p T;
}

impl<'p, T: ?Sized> OwnPositions<'p, T> for &'p T {
    #[inline(always)]
    fn __positions(&self) -> &'p T {
        self
    }
}

#[cfg(test)]
#[allow(clippy::needless_borrow, reason = "it is what emitted code writes")]
mod tests {
    use super::*;

    #[test]
    fn options_are_lists_of_one_item_or_none() {
        let (some, none, list) = (Some(2.0), None::<f64>, vec![1.0, 3.0]);
        assert_eq!((&some).__positions(), [2.0]);
        assert!((&none).__positions().is_empty());
        assert_eq!((&list).__positions()[1], 3.0);
        assert_eq!((&list[1..]).__positions().len(), 1);
    }
}
