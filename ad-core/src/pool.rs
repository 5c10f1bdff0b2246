//! Each thread's blocks that are not in use.
//!
//! They are sorted by the place they are for, and by capacity, which is a power of two rows. Whoever
//! knows how much is needed gets the smallest block that suffices, so that a call that does what an
//! earlier one did finds what it needs, in whatever order that one gave its blocks back. The ones given
//! back last wait in the [front](crate::front), and are asked for first.

use crate::identity::{BuildIdentityHasher, Place, Spec};
use crate::list::List;
use crate::{cache, front};
use std::alloc::{self, Layout};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::mem;
use std::ptr::NonNull;

/// Memory for 2^`class` rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw {
    pub(crate) start: NonNull<u8>,
    pub(crate) class: u32,
}

/// The class of the smallest capacity that suffices.
#[inline(always)]
fn class_of(rows: usize) -> u32 {
    rows.next_power_of_two().trailing_zeros()
}

thread_local! {
    static POOL: RefCell<Pool> = const { RefCell::new(Pool::new()) };
}

/// The thread's pool, unless the thread is about to end.
#[inline(always)]
fn with_pool<T>(f: impl FnOnce(&mut Pool) -> T) -> Option<T> {
    POOL.try_with(|pool| pool.try_borrow_mut().ok().map(|mut pool| f(&mut pool)))
        .ok()
        .flatten()
}

/// A block for at least this many rows.
#[inline]
pub(crate) fn take(place: Place, rows: usize) -> Raw {
    let class = class_of(rows);
    front::take(place, class).unwrap_or_else(|| match larger(place, class) {
        Ok(raw) => raw,
        Err(class) => allocate(place, class),
    })
}

/// The smallest block that suffices, where none of its class is in front; or the class of one that should be
/// allocated.
#[inline(never)]
fn larger(place: Place, class: u32) -> Result<Raw, u32> {
    let in_front = front::smallest(place, class);
    let parked = with_pool(|pool| pool.take(place, class, in_front)).unwrap_or(Err(class));
    let in_front = in_front.filter(|_| parked.is_err());
    let waiting = in_front.and_then(|class| front::take(place, class));
    waiting.ok_or(()).or(parked)
}

/// Parks a block where it is found by what it suffices for.
///
/// # Safety
///
/// The caller owns `raw`, which is for this place.
pub(crate) unsafe fn park(place: Place, raw: Raw) {
    // SAFETY: as the caller promises.
    unsafe {
        if with_pool(|pool| pool.shelf(place).give(raw)).is_none() {
            free(place, raw);
        }
    }
}

/// Makes room for blocks of this place to be parked, so that parking them needs no memory.
pub(crate) fn prepare(place: Place, class: u32) {
    with_pool(|pool| pool.shelf(place).prepare(class));
}

/// A larger block for a smaller one, with the same content in the first `len` rows.
///
/// # Safety
///
/// The caller owns `old`, which is for this place and has room for `len` rows.
#[cold]
pub(crate) unsafe fn exchange(place: Place, old: Raw, len: usize, rows: usize) -> Raw {
    let class = class_of(rows);
    let parked = front::take(place, class).or_else(|| larger(place, class).ok());
    let Some(new) = parked else {
        // SAFETY: as the caller promises.
        return unsafe { reallocate(place, old, class) };
    };
    // SAFETY: both blocks have room for `len` rows, and they are two.
    unsafe {
        new.start
            .copy_from_nonoverlapping(old.start, len * place.spec.row.size());
        front::give(place, old);
    }
    new
}

/// Frees what this thread has parked.
pub(crate) fn clear() {
    drop(with_pool(mem::take));
}

/// All blocks a thread has parked.
struct Pool {
    shelves: HashMap<Place, Shelf, BuildIdentityHasher>,
    /// The cache's epoch these blocks belong to.
    epoch: u64,
}

/// The parked blocks of one place.
struct Shelf {
    place: Place,
    /// By class.
    parked: Vec<List>,
    /// Which classes are not empty, one bit each.
    available: u64,
    /// The class of the first block, as the cache has learned it.
    first: u32,
}

impl Default for Pool {
    fn default() -> Self {
        Pool {
            epoch: cache::epoch(),
            ..Pool::new()
        }
    }
}

impl Pool {
    const fn new() -> Self {
        Pool {
            shelves: HashMap::with_hasher(BuildHasherDefault::new()),
            epoch: 0,
        }
    }

    /// The same of what is parked, unless there is a smaller one elsewhere.
    fn take(&mut self, place: Place, class: u32, elsewhere: Option<u32>) -> Result<Raw, u32> {
        if self.epoch != cache::epoch() {
            // The cache was cleared since: so is the pool.
            *self = Pool::default();
        }
        self.shelf(place).take(class, elsewhere)
    }

    fn shelf(&mut self, place: Place) -> &mut Shelf {
        self.shelves.entry(place).or_insert_with(|| Shelf {
            place,
            parked: Vec::new(),
            available: 0,
            first: class_of(cache::learned(place)),
        })
    }
}

impl Shelf {
    fn take(&mut self, class: u32, elsewhere: Option<u32>) -> Result<Raw, u32> {
        let suffices = self.available & (u64::MAX << class);
        let smallest = suffices.trailing_zeros();
        if elsewhere.is_some_and(|other| other <= smallest) {
            return Err(class);
        }
        if let Some(list) = self.parked.get(smallest as usize)
            && let Some(start) = list.pop()
        {
            self.available ^= u64::from(list.is_empty()) << smallest;
            let class = smallest;
            return Ok(Raw { start, class });
        }
        Err(class.max(mem::take(&mut self.first)))
    }

    fn prepare(&mut self, class: u32) {
        let classes = self.parked.len().max(class as usize + 1);
        self.parked.resize_with(classes, List::new);
    }

    /// # Safety
    ///
    /// The caller owns `raw`, which is of this place.
    unsafe fn give(&mut self, raw: Raw) {
        self.prepare(raw.class);
        // SAFETY: as the caller promises; blocks have room for a link.
        unsafe { self.parked[raw.class as usize].push(raw.start) };
        self.available |= 1 << raw.class;
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        for (class, list) in (0..).zip(&self.parked) {
            while let Some(start) = list.pop() {
                // SAFETY: the shelf owns what is parked on it, all of this place.
                unsafe { free(self.place, Raw { start, class }) };
            }
        }
    }
}

/// The layout of a block.
fn layout(spec: &Spec, class: u32) -> Layout {
    let (size, align) = (spec.row.size(), spec.row.align());
    // Blocks that wait are linked.
    let link = Layout::new::<NonNull<u8>>();
    size.checked_mul(1 << class)
        .map(|size| size.max(link.size()))
        .and_then(|size| Layout::from_size_align(size, align.max(link.align())).ok())
        .expect("residual larger than the address space")
}

#[cold]
#[inline(never)]
pub(crate) fn allocate(place: Place, class: u32) -> Raw {
    let layout = layout(place.spec, class);
    // SAFETY: rows here have a size, so the layout has one.
    let start = unsafe {
        match place.spec.zeroed {
            true => alloc::alloc_zeroed(layout),
            false => alloc::alloc(layout),
        }
    };
    let start = NonNull::new(start).unwrap_or_else(|| alloc::handle_alloc_error(layout));
    cache::allocated(place, 1 << class);
    Raw { start, class }
}

/// # Safety
///
/// The caller owns `raw`, which is for this place.
#[cold]
#[inline(never)]
pub(crate) unsafe fn free(place: Place, raw: Raw) {
    // SAFETY: the block was allocated with this layout.
    unsafe { alloc::dealloc(raw.start.as_ptr(), layout(place.spec, raw.class)) };
    cache::freed(place, 1 << raw.class);
}

/// # Safety
///
/// The caller owns `old`, which is for this place.
unsafe fn reallocate(place: Place, old: Raw, class: u32) -> Raw {
    let (before, after) = (layout(place.spec, old.class), layout(place.spec, class));
    // SAFETY: `old` was allocated with its layout, and the new size is valid and not zero.
    let start = unsafe { alloc::realloc(old.start.as_ptr(), before, after.size()) };
    let start = NonNull::new(start).unwrap_or_else(|| alloc::handle_alloc_error(after));
    cache::allocated(place, 1 << class);
    cache::freed(place, 1 << old.class);
    Raw { start, class }
}
