//! Counting allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // Constant and without a destructor, so that counting neither allocates nor fails at thread exit.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with the allocations of each thread counted.
///
/// Checks that the second call of a derivative allocates nothing need it in the test's crate; without
/// it they are left out.
///
/// ```
/// use ad_core::check::CountingAllocator; // `pullback::check::…` for users of the facade
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// let before = CountingAllocator::allocations();
/// let list = vec![1.0, 2.0];
/// assert_eq!(CountingAllocator::allocations() - before, 1);
/// # drop(list);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator;

impl CountingAllocator {
    /// How often this thread has allocated or grown a block so far.
    pub fn allocations() -> u64 {
        ALLOCATIONS.get()
    }
}

// SAFETY: every call is handed to `System` unchanged.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Runs `call` and counts its allocations: 0 where no [`CountingAllocator`] is installed.
pub(super) fn counted<R>(call: impl FnOnce() -> R) -> (R, u64) {
    let before = CountingAllocator::allocations();
    let result = call();
    (result, CountingAllocator::allocations() - before)
}
