//! Shadows on the memory of what they shadow.
//!
//! An iteration that is taken back as soon as it has run needs of a list that it made, as a rule, no more than how long
//! it was. Then the list itself becomes its shadow.
//!
//! ```text
//! let shape = (&&&Passed(&rest)).__shape();
//! let shape = shape.__spent(rest);
//! let mut d_rest = zeros_of(&shape);
//! ```
//!
//! Method resolution chooses: a shape of something else than floats has no method of its own.

use super::probe::Zeros;
use crate::Real;
use crate::functions::{ShapeOf, zeros};
use std::cell::Cell;

/// The shape of a vector of floats, with its memory.
pub struct Spent<T: Real> {
    shape: ShapeOf<Vec<T>>,
    memory: Cell<Vec<T>>,
}

/// What a vector may be that is needed no more: itself, or a reference to it.
pub trait Memory<T> {
    /// The memory of the vector, if it is there to be had.
    fn memory(self) -> Vec<T>;
}

impl<T> Memory<T> for Vec<T> {
    #[inline(always)]
    fn memory(self) -> Vec<T> {
        self
    }
}

impl<T> Memory<T> for &Vec<T> {
    #[inline(always)]
    fn memory(self) -> Vec<T> {
        Vec::new()
    }
}

impl<T> Memory<T> for &mut Vec<T> {
    #[inline(always)]
    fn memory(self) -> Vec<T> {
        Vec::new()
    }
}

impl<T: Real> ShapeOf<Vec<T>> {
    /// The shape, and the memory for a shadow.
    #[inline(always)]
    pub fn __spent(self, list: impl Memory<T>) -> Spent<T> {
        Spent {
            shape: self,
            memory: Cell::new(list.memory()),
        }
    }
}

impl<T: Real> Zeros for Spent<T> {
    type Shadow = Vec<Cell<T>>;

    /// On the list's memory the first time.
    #[inline]
    fn zeros(&self) -> Vec<Cell<T>> {
        let memory = self.memory.take();
        match memory.len() == self.shape.shape().len() {
            true => (memory.into_iter().map(|_| Cell::new(T::NEG_ZERO))).collect(),
            false => zeros(&self.shape),
        }
    }
}

/// Found for all other shapes.
pub trait SpentOther: Sized {
    /// Itself.
    #[inline(always)]
    fn __spent<V>(self, _: V) -> Self {
        self
    }
}

impl<S> SpentOther for S {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::shape_of;

    #[test]
    fn a_list_becomes_its_shadow_once() {
        let list = vec![1.0, 2.0, 3.0];
        let memory = list.as_ptr().cast::<Cell<f64>>();
        let shape = shape_of(&list).__spent(list);
        let [first, second] = [(); 2].map(|()| shape.zeros());
        let is_zero = |cell: &Cell<f64>| cell.get().to_bits() == (-0.0_f64).to_bits();
        assert_eq!(first.as_ptr(), memory);
        assert_ne!(second.as_ptr(), memory);
        assert!(
            [&first, &second]
                .into_iter()
                .all(|s| s.len() == 3 && s.iter().all(is_zero))
        );
    }

    #[test]
    fn what_is_no_list_of_floats_keeps_its_shape() {
        let lists = vec![vec![1.0], vec![2.0, 3.0]];
        let shape = shape_of(&lists);
        let shadow = crate::emitted::zeros_of(&shape.__spent(lists));
        assert_eq!(shadow[1].len(), 2);
        let list = vec![4.0];
        assert_eq!(shape_of(&list).__spent(&list).zeros().len(), 1);
    }
}
