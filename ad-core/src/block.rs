//! Uninitialised memory for rows, taken from the thread's pool and given back there.
//!
//! Receives the signature of a place; promises room for its rows, as much as such places have needed before, and that
//! it comes back when the block is dropped, also while unwinding and on another thread.

use crate::cache;
use crate::front::{self, SmallBlock};
use crate::identity::{Place, Spec};
use crate::pool::{self, Raw};
use std::marker::PhantomData;
use std::mem::{self, ManuallyDrop};
use std::ptr::NonNull;

/// Rows so large that fewer fit into a small block are never in one.
const FEWEST: usize = 4;

/// Memory for `capacity` rows of type `R`. It does not know which of them are initialised.
///
/// If `SMALL`, few rows are in a small block of the thread's [front](crate::front), which is taken and given back
/// in a few instructions: loops of few iterations in small functions are called often.
pub(crate) struct Block<R, const SMALL: bool = false> {
    start: NonNull<R>,
    /// A power of two, or 0 without memory, or all there is for zero-sized rows. A small block has room for
    /// [`SMALL_ROWS`](Self::SMALL_ROWS), and others have more.
    capacity: usize,
    spec: &'static Spec,
    index: u32,
    rows: PhantomData<R>,
}

// SAFETY: a block owns its memory, and gives it back to the pool of the thread it is dropped on.
unsafe impl<R: Send, const SMALL: bool> Send for Block<R, SMALL> {}
// SAFETY: a shared block gives out nothing but its address and capacity.
unsafe impl<R: Sync, const SMALL: bool> Sync for Block<R, SMALL> {}

impl<R, const SMALL: bool> Block<R, SMALL> {
    /// How many rows a small block has room for, or 0 where there is none.
    const SMALL_ROWS: usize = {
        let few = SmallBlock::BYTES / FEWEST;
        if SMALL && size_of::<R>() != 0 && size_of::<R>() <= few && SmallBlock::fits::<R>() {
            SmallBlock::BYTES / size_of::<R>()
        } else {
            0
        }
    };

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
    ///
    /// # Safety
    ///
    /// The first `len` rows are in the block's memory, and nobody has borrowed them.
    #[inline(always)]
    pub(crate) unsafe fn enlarge(&mut self, len: usize, rows: usize) {
        debug_assert!(len <= self.capacity && self.capacity < rows);
        if self.capacity == 0 && rows <= Self::SMALL_ROWS {
            self.start = SmallBlock::take().cast();
            self.capacity = Self::SMALL_ROWS;
        } else {
            // SAFETY: this block owns its memory, and the rows are there.
            self.adopt(unsafe { larger(self.place(), self.held(), len, rows) });
        }
    }

    #[inline(always)]
    fn held(&self) -> Held {
        match self.capacity {
            0 => Held::Nothing,
            rows if rows == Self::SMALL_ROWS => Held::Small(self.start.cast()),
            _ => Held::Pooled(self.raw()),
        }
    }
}

impl<R> Block<R> {
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

impl<R, const SMALL: bool> Drop for Block<R, SMALL> {
    #[inline(always)]
    fn drop(&mut self) {
        if size_of::<R>() == 0 || self.capacity == 0 {
            return;
        }
        // SAFETY: this block owned its memory, which is small or for this place.
        unsafe {
            if SMALL {
                give(
                    self.place(),
                    self.start.cast(),
                    self.capacity,
                    Self::SMALL_ROWS,
                );
            } else {
                front::give(self.place(), self.raw());
            }
        }
    }
}

/// The memory of a block.
enum Held {
    Nothing,
    Small(NonNull<u8>),
    Pooled(Raw),
}

/// A larger block with the same rows.
///
/// Everything is passed by value here and in [`give`], so that compilers see that nobody else knows where the
/// site is, and keep its parts in registers.
///
/// # Safety
///
/// The caller owns what is held, which is small or for this place, and has `len` rows.
#[cold]
#[inline(never)]
unsafe fn larger(place: Place, held: Held, len: usize, rows: usize) -> Raw {
    match held {
        Held::Nothing => pool::take(place, rows),
        // SAFETY: as the caller promises.
        Held::Pooled(raw) => unsafe { pool::exchange(place, raw, len, rows) },
        Held::Small(start) => {
            let new = pool::take(place, rows);
            let bytes = len * place.spec.row.size();
            // SAFETY: both blocks have room for `len` rows, and they are two.
            unsafe {
                new.start.copy_from_nonoverlapping(start, bytes);
                SmallBlock::give(start);
            }
            new
        }
    }
}

/// Gives the memory of a block back.
///
/// # Safety
///
/// The caller owns the block, which has this capacity and is small or for this place.
#[inline(never)]
unsafe fn give(place: Place, start: NonNull<u8>, capacity: usize, small: usize) {
    // SAFETY: as the caller promises.
    unsafe {
        if capacity == small {
            SmallBlock::give(start);
        } else {
            give_to_pool(place, start, capacity);
        }
    }
}

/// The same for a block from the pool, apart, so that small ones wait for nothing of it.
///
/// # Safety
///
/// The caller owns the block, which has this capacity and is for this place.
#[inline(never)]
unsafe fn give_to_pool(place: Place, start: NonNull<u8>, capacity: usize) {
    let class = capacity.trailing_zeros();
    // SAFETY: as the caller promises.
    unsafe { front::give(place, Raw { start, class }) };
}
