//! What a heap holds of values that carry derivatives.

use std::cmp::Ordering;

/// A copy of what was pushed on a heap, and its position among all that was; in the order of the copies.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<T> {
    /// The copy, without derivative.
    pub item: T,
    /// The position.
    pub at: usize,
}

impl<T: Ord> PartialEq for Ranked<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T: Ord> Eq for Ranked<T> {}

impl<T: Ord> PartialOrd for Ranked<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> Ord for Ranked<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.item.cmp(&other.item)
    }
}
