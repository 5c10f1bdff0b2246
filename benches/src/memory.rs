//! How much memory a call holds at once.
//!
//! Receives a closure; promises the number of blocks it allocates, and the most heap bytes that were
//! alive together while it ran, beyond those alive before. For a gradient that is the residual: what
//! the forward sweep leaves for the reverse sweep, with the buffers and shadows of the body.
//!
//! ```
//! use pullback_benches::memory::{Use, measured};
//! let (sum, used) = measured(|| {
//!     drop(vec![0_u8; 100]);
//!     [vec![1_u8; 16], vec![2_u8; 8]].concat().iter().sum::<u8>()
//! });
//! assert_eq!((sum, used), (32, Use { allocations: 4, peak_bytes: 100 }));
//! ```

use pullback::check::CountingAllocator;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[global_allocator]
static ALLOCATOR: Metered = Metered(CountingAllocator);

/// How many calls are being measured. While there are none, as when calls are timed, blocks cost what the system's
/// allocator costs.
static MEASURING: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    // Constant and without destructors, so that metering neither allocates nor fails at thread exit.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// What a call asked the allocator for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Use {
    /// How many blocks were allocated or grown.
    pub allocations: u64,
    /// The most bytes that were alive together.
    pub peak_bytes: usize,
}

/// Runs `call` on this thread, and measures it.
pub fn measured<R>(call: impl FnOnce() -> R) -> (R, Use) {
    let _measuring = Measuring::new();
    let (allocations, live) = (CountingAllocator::allocations(), LIVE.get());
    PEAK.set(live);
    let result = call();
    let used = Use {
        allocations: CountingAllocator::allocations() - allocations,
        peak_bytes: (PEAK.get() - live).unsigned_abs(),
    };
    (result, used)
}

/// Runs `call` on a thread of its own, whose pools are empty, so that no memory is kept from an earlier
/// call.
pub fn measured_afresh<R: Send>(call: impl FnOnce() -> R + Send) -> (R, Use) {
    thread::scope(|scope| {
        let run = scope.spawn(|| measured(call));
        run.join().expect("the call does not panic")
    })
}

/// Keeps the meters on.
struct Measuring;

impl Measuring {
    fn new() -> Self {
        MEASURING.fetch_add(1, Ordering::Relaxed);
        Measuring
    }
}

impl Drop for Measuring {
    fn drop(&mut self) {
        MEASURING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Adds up the bytes alive on each thread while calls are measured. A block freed by another thread than its own, or
/// allocated earlier, is taken from that one's sum, which may then be negative: only differences count.
struct Metered(CountingAllocator);

fn is_measuring() -> bool {
    MEASURING.load(Ordering::Relaxed) > 0
}

fn grow(bytes: isize) {
    let live = LIVE.get() + bytes;
    LIVE.set(live);
    PEAK.set(PEAK.get().max(live));
}

// SAFETY: every call is handed unchanged to the system's allocator, or to the inner one, which does the same.
unsafe impl GlobalAlloc for Metered {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !is_measuring() {
            // SAFETY: the caller's promise; the inner allocator's blocks are the system's.
            return unsafe { System.alloc(layout) };
        }
        grow(layout.size().cast_signed());
        // SAFETY: the caller's promise.
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !is_measuring() {
            // SAFETY: the caller's promise; the inner allocator's blocks are the system's.
            return unsafe { System.alloc_zeroed(layout) };
        }
        grow(layout.size().cast_signed());
        // SAFETY: the caller's promise.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !is_measuring() {
            // SAFETY: the caller's promise; the inner allocator's blocks are the system's.
            return unsafe { System.realloc(block, layout, size) };
        }
        grow(size.cast_signed() - layout.size().cast_signed());
        // SAFETY: the caller's promise.
        unsafe { self.0.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if !is_measuring() {
            // SAFETY: the caller's promise; the inner allocator's blocks are the system's.
            return unsafe { System.dealloc(block, layout) };
        }
        grow(-layout.size().cast_signed());
        // SAFETY: the caller's promise.
        unsafe { self.0.dealloc(block, layout) }
    }
}
