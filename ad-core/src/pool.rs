//! Each thread's blocks that are not in use.
//!
//! They are sorted by the place they are for, and by capacity, which is a power of two rows. Whoever
//! knows how much is needed gets the smallest block that suffices, so that a call that does what an
//! earlier one did finds what it needs, in whatever order that one gave its blocks back.

use crate::cache;
use crate::identity::{BuildIdentityHasher, Place, Spec};
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
    /// The number of its shelf on the thread it was taken on; on others no more than a guess.
    pub(crate) shelf: u32,
}

/// A block that is not there.
struct Missing {
    class: u32,
    shelf: u32,
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
pub(crate) fn take(place: Place, rows: usize) -> Raw {
    let class = class_of(rows);
    match with_pool(|pool| pool.take(place, class)) {
        Some(Ok(raw)) => raw,
        Some(Err(missing)) => allocate(place, missing),
        None => allocate(place, Missing { class, shelf: 0 }),
    }
}

/// Gives a block back.
///
/// # Safety
///
/// The caller owns `raw`, which is for this place.
pub(crate) unsafe fn give(place: Place, raw: Raw) {
    if with_pool(|pool| pool.give(place, raw)).is_none() {
        // SAFETY: as the caller promises.
        unsafe { free(place, raw) };
    }
}

/// A larger block for a smaller one, with the same content in the first `len` rows.
///
/// # Safety
///
/// The caller owns `old`, which is for this place and has room for `len` rows.
#[cold]
pub(crate) unsafe fn exchange(place: Place, old: Raw, len: usize, rows: usize) -> Raw {
    let class = class_of(rows);
    let Some(Ok(new)) = with_pool(|pool| pool.take(place, class)) else {
        // SAFETY: as the caller promises.
        return unsafe { reallocate(place, old, class) };
    };
    // SAFETY: both blocks have room for `len` rows, and they are two.
    unsafe {
        new.start
            .copy_from_nonoverlapping(old.start, len * place.spec.row.size());
        give(place, old);
    }
    new
}

/// Frees what this thread has parked.
pub(crate) fn clear() {
    drop(with_pool(mem::take));
}

const RECENT_BITS: u32 = 5;

/// All blocks a thread has parked.
struct Pool {
    shelves: Vec<Shelf>,
    /// Which shelf is whose.
    numbers: HashMap<Place, u32, BuildIdentityHasher>,
    /// The shelves last asked for, by the top bits of the place's hash: a look that costs half of one
    /// into the table.
    recent: [u32; 1 << RECENT_BITS],
    /// The cache's epoch these blocks belong to.
    epoch: u64,
}

/// The parked blocks of one place.
struct Shelf {
    place: Place,
    /// By class.
    parked: Vec<Vec<NonNull<u8>>>,
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
        let numbers = HashMap::with_hasher(BuildHasherDefault::new());
        Pool {
            shelves: Vec::new(),
            numbers,
            recent: [0; 1 << RECENT_BITS],
            epoch: 0,
        }
    }

    #[inline(always)]
    fn take(&mut self, place: Place, class: u32) -> Result<Raw, Missing> {
        if self.epoch != cache::epoch() {
            self.start_epoch();
        }
        let shelf = self.number_of(place);
        self.shelves[shelf as usize].take(shelf, class)
    }

    #[inline(always)]
    fn give(&mut self, place: Place, raw: Raw) {
        if let Some(shelf) = self.shelves.get_mut(raw.shelf as usize)
            && shelf.place == place
        {
            shelf.give(raw);
        } else {
            let shelf = self.number_of(place);
            self.shelves[shelf as usize].give(raw);
        }
    }

    #[inline(always)]
    fn number_of(&mut self, place: Place) -> u32 {
        let recent = (place.hash() >> (u64::BITS - RECENT_BITS)) as usize;
        let number = self.recent[recent];
        if self
            .shelves
            .get(number as usize)
            .is_some_and(|shelf| shelf.place == place)
        {
            return number;
        }
        self.recent[recent] = self.look_up(place);
        self.recent[recent]
    }

    #[inline(never)]
    fn look_up(&mut self, place: Place) -> u32 {
        match self.numbers.get(&place) {
            Some(&number) => number,
            None => self.new_shelf(place),
        }
    }

    fn new_shelf(&mut self, place: Place) -> u32 {
        let number = u32::try_from(self.shelves.len()).expect("more places than can be counted");
        let first = class_of(cache::learned(place));
        self.shelves.push(Shelf {
            place,
            parked: Vec::new(),
            available: 0,
            first,
        });
        self.numbers.insert(place, number);
        number
    }

    /// The cache was cleared since: so is the pool.
    #[cold]
    #[inline(never)]
    fn start_epoch(&mut self) {
        *self = Pool::default();
    }
}

impl Shelf {
    #[inline(always)]
    fn take(&mut self, shelf: u32, class: u32) -> Result<Raw, Missing> {
        let suffices = self.available & (u64::MAX << class);
        let smallest = suffices.trailing_zeros();
        if let Some(stack) = self.parked.get_mut(smallest as usize)
            && let Some(start) = stack.pop()
        {
            self.available ^= u64::from(stack.is_empty()) << smallest;
            return Ok(Raw {
                start,
                class: smallest,
                shelf,
            });
        }
        Err(Missing {
            class: class.max(mem::take(&mut self.first)),
            shelf,
        })
    }

    #[inline(always)]
    fn give(&mut self, raw: Raw) {
        let class = raw.class as usize;
        if class >= self.parked.len() {
            self.parked.resize_with(class + 1, Vec::new);
        }
        self.parked[class].push(raw.start);
        self.available |= 1 << class;
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        for (class, stack) in (0..).zip(&self.parked) {
            for &start in stack {
                // SAFETY: the shelf owns what is parked on it, all of this place.
                unsafe {
                    free(
                        self.place,
                        Raw {
                            start,
                            class,
                            shelf: 0,
                        },
                    )
                };
            }
        }
    }
}

/// The layout of a block.
fn layout(spec: &Spec, class: u32) -> Layout {
    let (size, align) = (spec.row.size(), spec.row.align());
    size.checked_mul(1 << class)
        .and_then(|size| Layout::from_size_align(size, align).ok())
        .expect("residual larger than the address space")
}

#[cold]
#[inline(never)]
fn allocate(place: Place, Missing { class, shelf }: Missing) -> Raw {
    let layout = layout(place.spec, class);
    // SAFETY: rows here have a size, so the layout has one.
    let start = unsafe { alloc::alloc(layout) };
    let start = NonNull::new(start).unwrap_or_else(|| alloc::handle_alloc_error(layout));
    cache::allocated(place, 1 << class);
    Raw {
        start,
        class,
        shelf,
    }
}

/// # Safety
///
/// The caller owns `raw`, which is for this place.
#[cold]
#[inline(never)]
unsafe fn free(place: Place, raw: Raw) {
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
    Raw {
        start,
        class,
        shelf: old.shelf,
    }
}
