//! Uninitialised memory for rows, taken from the thread's pool and given back there.

use crate::identity::{Place, Spec};
use crate::pool::{self, Raw};
use crate::{cache, front};
use std::marker::PhantomData;
use std::mem::{self, ManuallyDrop};
use std::ptr::NonNull;

/// Memory for `capacity` rows of type `R`. It does not know which of them are initialised.
pub(crate) struct Block<R> {
    start: NonNull<R>,
    /// A power of two, or 0 without memory, or all there is for zero-sized rows.
    capacity: usize,
    spec: &'static Spec,
    index: u32,
    rows: PhantomData<R>,
}

// SAFETY: a block owns its memory, and gives it back to the pool of the thread it is dropped on.
unsafe impl<R: Send> Send for Block<R> {}
// SAFETY: a shared block gives out nothing but its address and capacity.
unsafe impl<R: Sync> Sync for Block<R> {}

impl<R> Block<R> {
    /// A block without memory. Zero-sized rows need none.
    #[inline(always)]
    pub(crate) const fn new(spec: &'static Spec, index: u32) -> Self {
        let capacity = if size_of::<R>() == 0 { usize::MAX } else { 0 };
        Block {
            start: NonNull::dangling(),
            capacity,
            spec,
            index,
            rows: PhantomData,
        }
    }

    /// A block for one row.
    #[inline(always)]
    pub(crate) fn one(spec: &'static Spec) -> Self {
        let mut block = Block::new(spec, 0);
        if size_of::<R>() != 0 {
            block.adopt(pool::take(block.place(), 1));
        }
        block
    }

    /// The memory of a block for one row, to be owned by the caller.
    #[inline(always)]
    pub(crate) fn into_start(self) -> NonNull<R> {
        ManuallyDrop::new(self).start
    }

    /// The block for one row that has this memory.
    ///
    /// # Safety
    ///
    /// It is that of a block from [`one`](Self::one) with this spec, and used once.
    #[inline(always)]
    pub(crate) unsafe fn one_from_start(start: NonNull<R>, spec: &'static Spec) -> Self {
        Block {
            start,
            capacity: 1,
            spec,
            index: 0,
            rows: PhantomData,
        }
    }

    #[inline(always)]
    fn place(&self) -> Place {
        Place {
            spec: self.spec,
            index: self.index,
        }
    }

    #[inline(always)]
    fn raw(&self) -> Raw {
        Raw {
            start: self.start.cast(),
            class: self.capacity.trailing_zeros(),
        }
    }

    #[inline(always)]
    fn adopt(&mut self, raw: Raw) {
        self.start = raw.start.cast();
        self.capacity = 1 << raw.class;
    }

    #[inline(always)]
    pub(crate) fn start(&self) -> NonNull<R> {
        self.start
    }

    #[inline(always)]
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Makes room for at least `rows`, more than there is room for now. The first `len` rows keep their
    /// content.
    #[inline]
    pub(crate) fn grow(&mut self, len: usize, rows: usize) {
        debug_assert!(len <= self.capacity && self.capacity < rows);
        self.adopt(if self.capacity == 0 {
            pool::take(self.place(), rows)
        } else {
            // SAFETY: this block owns its memory, which has room for `len` rows.
            unsafe { pool::exchange(self.place(), self.raw(), len, rows) }
        });
    }

    /// Forgets memory that somebody else has freed.
    pub(crate) fn lost(&mut self) {
        if size_of::<R>() != 0 && self.capacity != 0 {
            cache::freed(self.place(), mem::take(&mut self.capacity));
        }
    }
}

impl<R> Drop for Block<R> {
    #[inline(always)]
    fn drop(&mut self) {
        if size_of::<R>() != 0 && self.capacity != 0 {
            // SAFETY: this block owned its memory, which is for this place.
            unsafe { front::give(self.place(), self.raw()) };
        }
    }
}
