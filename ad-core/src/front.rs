//! The blocks a thread gave back last, in front of its [pool](crate::pool).
//!
//! Taking and giving back are here a pop and a push on a list that runs through the blocks themselves.
//! There is a list for each size of *small* block, which holds one erased pullback or a few rows at a time, and a
//! slot for the blocks of one place and capacity: a recursion may need a larger block at each step. What is in a slot
//! that is wanted for others goes to the pool. There are two slots that a place may use, for two places that are used in
//! turn must not drive each other out: which slots are whose depends on where the program was loaded.
//!
//! ```text
//! take(place, class):  one of its slots holds such blocks?  pop  :  ask the pool
//! give(place, block):  one of its slots holds such blocks?  push :  make it so, then push
//! ```

use crate::cache;
use crate::identity::{Place, RowsOf, Spec};
use crate::list::List;
use crate::pool::{self, Raw};
use std::cell::Cell;
use std::ptr::NonNull;

const SLOT_BITS: u32 = 7;

/// The epoch of a thread that has not given back anything yet.
const NEW: u64 = u64::MAX;
/// The epoch of a thread that is about to end.
const ENDING: u64 = u64::MAX - 1;

thread_local! {
    /// Without a destructor, so that it can be asked without being asked whether it is still there.
    static FRONT: Front = const { Front::new() };
    /// Empties the front when the thread ends.
    static GUARD: Guard = const { Guard };
}

struct Front {
    slots: [Slot; 1 << SLOT_BITS],
    small: [List; Class::COUNT],
    /// The cache's epoch these blocks belong to, or why there is none.
    epoch: Cell<u64>,
}

struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        FRONT.with(|front| {
            front.free_all();
            front.epoch.set(ENDING);
        });
    }
}

/// A block for 2^`class` rows, if one waits in its slot.
#[inline(always)]
pub(crate) fn take(place: Place, class: u32) -> Option<Raw> {
    FRONT.with(|front| {
        let [first, second] = front.slots(place, class);
        let start = first
            .pop(place, class)
            .or_else(|| second.pop(place, class))?;
        Some(Raw { start, class })
    })
}

/// Gives a block back.
///
/// # Safety
///
/// The caller owns `raw`, which is for this place.
#[inline(always)]
pub(crate) unsafe fn give(place: Place, raw: Raw) {
    FRONT.with(|front| {
        let [first, second] = front.slots(place, raw.class);
        // SAFETY: as the caller promises.
        unsafe {
            if front.epoch.get() != cache::epoch() {
                front.give_slowly(place, raw);
            } else if first.holds(place, raw.class) {
                first.list.push(raw.start);
            } else if second.holds(place, raw.class) {
                second.list.push(raw.start);
            } else {
                front.give_slowly(place, raw);
            }
        }
    });
}

/// The class of the smallest block that waits here and is of this class at least.
pub(crate) fn smallest(place: Place, class: u32) -> Option<u32> {
    let waits = |class: &u32| {
        FRONT.with(|front| {
            let mut slots = front.slots(place, *class).into_iter();
            slots.any(|slot| slot.holds(place, *class) && !slot.list.is_empty())
        })
    };
    (class..usize::BITS).find(waits)
}

/// Frees what waits here.
pub(crate) fn clear() {
    FRONT.with(Front::free_all);
}

impl Front {
    const fn new() -> Self {
        Front {
            slots: [const { Slot::new() }; 1 << SLOT_BITS],
            small: [const { List::new() }; Class::COUNT],
            epoch: Cell::new(NEW),
        }
    }

    /// The two slots that may hold blocks of this place and class, the one that should first.
    #[inline(always)]
    fn slots(&self, place: Place, class: u32) -> [&Slot; 2] {
        let hash = place.hash();
        let bits = |nth| (hash >> (u64::BITS - nth * SLOT_BITS)) as u32;
        let first = bits(1).wrapping_add(class);
        // An odd step, as two slots that are one would be room for one place alone.
        let second = first.wrapping_add(bits(2) | 1);
        [first, second].map(|slot| &self.slots[(slot % (1 << SLOT_BITS)) as usize])
    }

    /// # Safety
    ///
    /// The caller owns `raw`, which is for this place.
    #[cold]
    #[inline(never)]
    unsafe fn give_slowly(&self, place: Place, raw: Raw) {
        if !self.is_ready() {
            // SAFETY: as the caller promises.
            return unsafe { pool::free(place, raw) };
        }
        let [first, second] = self.slots(place, raw.class);
        // Where both are others', the second makes room: who comes first to a slot can rely on it.
        let slot = if first.is_free() { first } else { second };
        slot.spill();
        pool::prepare(place, raw.class);
        slot.place.set(Some(place));
        slot.class.set(raw.class);
        // SAFETY: as the caller promises; the slot holds such blocks now.
        unsafe { slot.list.push(raw.start) };
    }

    /// Makes ready for blocks to be given back, if the thread is not about to end.
    fn is_ready(&self) -> bool {
        let ending = self.epoch.get() == ENDING || GUARD.try_with(|_| ()).is_err();
        if !ending && self.epoch.get() != cache::epoch() {
            self.free_all();
            self.epoch.set(cache::epoch());
        }
        !ending
    }

    fn free_all(&self) {
        for slot in &self.slots {
            slot.drain(|place, raw| {
                // SAFETY: what was in the slot is owned by no one else.
                unsafe { pool::free(place, raw) }
            });
        }
        for (class, list) in self.small.iter().enumerate() {
            while let Some(block) = list.pop() {
                // SAFETY: what was in the list is owned by no one else.
                unsafe { Class(class).free(block) };
            }
        }
    }
}

/// Blocks of one place and class.
struct Slot {
    place: Cell<Option<Place>>,
    class: Cell<u32>,
    list: List,
}

impl Slot {
    const fn new() -> Self {
        Slot {
            place: Cell::new(None),
            class: Cell::new(0),
            list: List::new(),
        }
    }

    #[inline(always)]
    fn holds(&self, place: Place, class: u32) -> bool {
        self.place.get() == Some(place) && self.class.get() == class
    }

    fn is_free(&self) -> bool {
        self.place.get().is_none()
    }

    #[inline(always)]
    fn pop(&self, place: Place, class: u32) -> Option<NonNull<u8>> {
        self.holds(place, class).then(|| self.list.pop()).flatten()
    }

    fn drain(&self, mut take: impl FnMut(Place, Raw)) {
        let (place, class) = (self.place.take(), self.class.get());
        while let (Some(place), Some(start)) = (place, self.list.pop()) {
            take(place, Raw { start, class });
        }
    }

    fn spill(&self) {
        self.drain(|place, raw| {
            // SAFETY: what was in the slot is owned by no one else.
            unsafe { pool::park(place, raw) }
        });
    }
}

/// A size of small blocks: a power of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class(usize);

/// The rule that small blocks are for, as the cache names it.
struct Pullback;

static SMALL: [&Spec; Class::COUNT] = [
    RowsOf::<[u128; 2], Pullback>::SPEC,
    RowsOf::<[u128; 4], Pullback>::SPEC,
    RowsOf::<[u128; 8], Pullback>::SPEC,
    RowsOf::<[u128; 16], Pullback>::SPEC,
    RowsOf::<[u128; 32], Pullback>::SPEC,
    RowsOf::<[u128; 64], Pullback>::SPEC,
];

impl Class {
    const COUNT: usize = 6;
    const SMALLEST: usize = size_of::<[u128; 2]>();

    /// The smallest that suffices for a `T`, if one does.
    pub(crate) const fn of<T>() -> Option<Class> {
        let blocks = size_of::<T>().div_ceil(Self::SMALLEST);
        let class = blocks.next_power_of_two().trailing_zeros() as usize;
        let fits = class < Self::COUNT && align_of::<T>() <= align_of::<u128>();
        if fits { Some(Class(class)) } else { None }
    }

    /// A block of this size.
    #[inline(always)]
    pub(crate) fn take(self) -> NonNull<u8> {
        FRONT
            .with(|front| front.small[self.0].pop())
            .unwrap_or_else(|| self.allocate())
    }

    /// Gives a block back.
    ///
    /// # Safety
    ///
    /// The caller owns `block`, which is of this size.
    #[inline(always)]
    pub(crate) unsafe fn give(self, block: NonNull<u8>) {
        FRONT.with(|front| {
            // SAFETY: as the caller promises.
            unsafe {
                if front.epoch.get() == cache::epoch() {
                    front.small[self.0].push(block);
                } else {
                    self.give_slowly(block);
                }
            }
        });
    }

    /// # Safety
    ///
    /// The caller owns `block`, which is of this size.
    #[cold]
    #[inline(never)]
    unsafe fn give_slowly(self, block: NonNull<u8>) {
        FRONT.with(|front| {
            // SAFETY: as the caller promises.
            unsafe {
                if front.is_ready() {
                    front.small[self.0].push(block);
                } else {
                    self.free(block);
                }
            }
        });
    }

    #[cold]
    #[inline(never)]
    fn allocate(self) -> NonNull<u8> {
        pool::allocate(self.place(), 0).start
    }

    /// # Safety
    ///
    /// The caller owns `block`, which is of this size.
    unsafe fn free(self, start: NonNull<u8>) {
        // SAFETY: as the caller promises.
        unsafe { pool::free(self.place(), Raw { start, class: 0 }) };
    }

    fn place(self) -> Place {
        Place {
            spec: SMALL[self.0],
            index: 0,
        }
    }
}

/// A block of one size for a few rows of any loop.
pub(crate) struct SmallBlock;

impl SmallBlock {
    const CLASS: Class = Class(3);
    pub(crate) const BYTES: usize = Class::SMALLEST << Self::CLASS.0;

    /// Whether a `T` may be in it.
    pub(crate) const fn fits<T>() -> bool {
        size_of::<T>() <= Self::BYTES && align_of::<T>() <= align_of::<u128>()
    }

    /// A block.
    #[inline(always)]
    pub(crate) fn take() -> NonNull<u8> {
        Self::CLASS.take()
    }

    /// Gives a block back.
    ///
    /// # Safety
    ///
    /// The caller owns `block`, which came from here.
    #[inline(always)]
    pub(crate) unsafe fn give(block: NonNull<u8>) {
        // SAFETY: as the caller promises.
        unsafe { Self::CLASS.give(block) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;

    #[test]
    fn every_place_has_two_slots() {
        let spec = RowsOf::<f64, Pullback>::SPEC;
        for index in 0..10_000 {
            let [first, second] = FRONT.with(|front| {
                let slots = front.slots(Place { spec, index }, index % 8);
                slots.map(ptr::from_ref)
            });
            assert_ne!(first, second, "place {index}");
        }
    }

    #[test]
    fn places_with_one_slot_do_not_drive_each_other_out() {
        let spec = RowsOf::<f64, Pullback>::SPEC;
        let place = |index| Place { spec, index };
        let slots = |place| FRONT.with(|front| front.slots(place, 0).map(ptr::from_ref));
        let one = place(0);
        let [first, second] = slots(one);
        let collides = |other: &Place| slots(*other)[0] == first && slots(*other)[1] != second;
        let other = (1..).map(place).find(collides).expect("hashes differ");
        for place in [one, other] {
            // SAFETY: nobody else owns the block.
            unsafe { give(place, pool::allocate(place, 0)) };
        }
        for place in [one, other, other, one] {
            let raw = take(place, 0).expect("it waits in one of the slots");
            // SAFETY: nobody else owns the block.
            unsafe { give(place, raw) };
        }
    }
}
