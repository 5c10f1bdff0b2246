//! Vectors on pooled memory.
//!
//! Receives what the shadow of a local vector is made from, and the place it is made for; promises one whose memory is
//! there from the second call on, cleared or not. What is no vector gets a shadow as usual.

use super::Differentiable;
use crate::Real;
use crate::block::Block;
use crate::emitted::Zeros;
use crate::functions::ShapeOf;
use crate::identity::{RowsOf, Spec};
use std::any::TypeId;
use std::borrow::{Borrow, BorrowMut};
use std::cell::Cell;
use std::marker::PhantomData;
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

    /// Makes a shadow zero, of this shape, on the memory that it has.
    fn __refill(&self, shadow: &mut Vec<Self::Element>);
}

impl<T: Differentiable<Shadow: Sized>> PooledZeros for ShapeOf<Vec<T>> {
    type Element = T::Shadow;

    #[inline]
    fn __pooled<K>(&self, _: K) -> PooledVec<T::Shadow> {
        let shape = self.shape();
        let mut shadow = PooledVec::at::<K>(shape.len());
        shadow.extend(shape.iter().map(T::zero_shadow));
        shadow
    }

    #[inline]
    fn __refill(&self, shadow: &mut Vec<T::Shadow>) {
        shadow.clear();
        shadow.extend(self.shape().iter().map(T::zero_shadow));
    }
}

/// Makes the shadow of a variable that is written as a whole before it is read: found for vectors of floats.
pub trait PooledCells {
    /// A float.
    type Float;

    /// A shadow that holds anything, on memory that is kept for the place that `K` is the type of a closure of.
    fn __uncleared<K>(&self, place: K) -> PooledVec<Cell<Self::Float>>;
}

impl<T: Real> PooledCells for ShapeOf<Vec<T>> {
    type Float = T;

    #[inline]
    fn __uncleared<K>(&self, _: K) -> PooledVec<Cell<T>> {
        PooledVec::uncleared::<Uncleared<K>>(self.shape().len())
    }
}

/// The key type of shadows that are not cleared, so that their memory is no other's.
struct Uncleared<K>(PhantomData<K>);

/// The same, found for everything else.
pub trait OtherZeros {
    /// The shadow.
    type Shadow;

    /// A zero shadow, with memory of its own.
    fn __pooled<K>(&self, place: K) -> Box<Self::Shadow>;

    /// The same: it is not known how to do with less.
    fn __uncleared<K>(&self, place: K) -> Box<Self::Shadow>;

    /// Puts a zero shadow in the place of another.
    fn __refill(&self, shadow: &mut Self::Shadow);
}

impl<Z: Zeros> OtherZeros for &Z {
    type Shadow = Z::Shadow;

    #[inline]
    fn __pooled<K>(&self, _: K) -> Box<Z::Shadow> {
        Box::new(self.zeros())
    }

    #[inline]
    fn __uncleared<K>(&self, place: K) -> Box<Z::Shadow> {
        self.__pooled(place)
    }

    #[inline]
    fn __refill(&self, shadow: &mut Z::Shadow) {
        *shadow = self.zeros();
    }
}

impl<T: Real> PooledVec<Cell<T>> {
    /// So many numbers, whichever they are.
    #[inline]
    fn uncleared<K>(length: usize) -> Self {
        let mut shadow = Self::on(RowsOf::<Cell<T>, K>::ZEROED, length);
        if is_primitive::<T>() {
            // SAFETY: there is room for them. The memory was zero when it came from the allocator, and what was written
            // to it since is initialised; a primitive float is whatever bits there are.
            unsafe { shadow.set_len(length) };
        } else {
            shadow.resize_with(length, || Cell::new(T::NEG_ZERO));
        }
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
        Self::on(RowsOf::<S, K>::SPEC, capacity)
    }

    #[inline]
    fn on(spec: &'static Spec, capacity: usize) -> Self {
        let mut block = Block::new(spec, 0);
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

fn is_primitive<T: 'static>() -> bool {
    [TypeId::of::<f64>(), TypeId::of::<f32>()].contains(&TypeId::of::<T>())
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
