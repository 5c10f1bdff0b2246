//! Vectors on pooled memory.

use super::Differentiable;
use crate::Real;
use crate::block::Block;
use crate::emitted::Zeros;
use crate::functions::ShapeOf;
use crate::identity::RowsOf;
use std::borrow::{Borrow, BorrowMut};
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};

/// A vector whose memory comes from the thread's pool, and returns there unless the vector has
/// outgrown it.
pub struct PooledVec<S> {
    items: ManuallyDrop<Vec<S>>,
    /// The memory of `items`, which is its owner unless that was reallocated.
    block: Block<S>,
}

/// The key type of what stands in for the shadows that callers do not give.
struct VecShadow;

/// Makes the shadow of a variable: found for vectors.
pub trait PooledZeros {
    /// The shadow of an element.
    type Element;

    /// A zero shadow, on memory that is kept for the place that `K` is the type of a closure of.
    fn __pooled<K>(&self, place: K) -> PooledVec<Self::Element>;
}

impl<T: Differentiable<Shadow: Sized>> PooledZeros for ShapeOf<Vec<T>> {
    type Element = T::Shadow;

    #[inline]
    fn __pooled<K>(&self, _: K) -> PooledVec<T::Shadow> {
        let shape = self.shape();
        let mut shadow = PooledVec::at::<K>(shape.len());
        shadow.extend(shape.iter().map(T::zeros));
        shadow
    }
}

/// The same, found for everything else.
pub trait OtherZeros {
    /// The shadow.
    type Shadow;

    /// A zero shadow, with memory of its own.
    fn __pooled<K>(&self, place: K) -> Box<Self::Shadow>;
}

impl<Z: Zeros> OtherZeros for &Z {
    type Shadow = Z::Shadow;

    #[inline]
    fn __pooled<K>(&self, _: K) -> Box<Z::Shadow> {
        Box::new(self.zeros())
    }
}

impl<T: Real> PooledVec<Cell<T>> {
    /// The shadow of so many numbers.
    #[inline]
    pub(crate) fn blank(length: usize) -> Self {
        let mut shadow = Self::with_capacity(length);
        shadow.resize_with(length, || Cell::new(T::NEG_ZERO));
        shadow
    }
}

impl<S> PooledVec<S> {
    #[inline]
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self::at::<VecShadow>(capacity)
    }

    #[inline]
    fn at<K>(capacity: usize) -> Self {
        let mut block = Block::new(RowsOf::<S, K>::SPEC, 0);
        if capacity > block.capacity() {
            block.grow(0, capacity);
        }
        // SAFETY: blocks come from the global allocator with the layout of an array of this capacity.
        let items = unsafe { Vec::from_raw_parts(block.start().as_ptr(), 0, block.capacity()) };
        PooledVec {
            items: ManuallyDrop::new(items),
            block,
        }
    }
}

impl<S> Drop for PooledVec<S> {
    #[inline]
    fn drop(&mut self) {
        if self.items.as_ptr().cast_mut() == self.block.start().as_ptr()
            && self.items.capacity() == self.block.capacity()
        {
            self.items.clear();
        } else {
            self.block.lost();
            // SAFETY: the vector owns memory of its own now, and is not used after this.
            unsafe { ManuallyDrop::drop(&mut self.items) };
        }
    }
}

impl<S> Deref for PooledVec<S> {
    type Target = Vec<S>;

    #[inline(always)]
    fn deref(&self) -> &Vec<S> {
        &self.items
    }
}

impl<S> DerefMut for PooledVec<S> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<S> {
        &mut self.items
    }
}

/// Shadows of slices and of vectors.
macro_rules! borrow {
    ($($as:ty)*) => {$(
        impl<S> Borrow<$as> for PooledVec<S> {
            #[inline(always)]
            fn borrow(&self) -> &$as {
                self
            }
        }

        impl<S> BorrowMut<$as> for PooledVec<S> {
            #[inline(always)]
            fn borrow_mut(&mut self) -> &mut $as {
                self
            }
        }
    )*};
}

borrow!([S] Vec<S>);
