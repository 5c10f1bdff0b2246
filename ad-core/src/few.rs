//! Room for a few rows in the pullback itself.
//!
//! Short loops often stand in short functions that are called in loops. Where all a loop remembers has room here,
//! nothing is taken from the pool and given back, and compilers that see the pullback where it is made keep the rows in
//! registers.

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::panic::RefUnwindSafe;
use std::ptr::NonNull;

type Words = [u64; 8];

/// Memory for [`ROWS`](Few::ROWS) rows of type `R`. It does not know which of them are initialised, and moves with its
/// owner.
pub(crate) struct Few<R> {
    /// Rows may hold cells: nobody may take what is behind a shared reference to this for constant.
    words: UnsafeCell<MaybeUninit<Words>>,
    rows: PhantomData<R>,
}

// SAFETY: a shared one gives out nothing but its address, and what is there is of type `R`.
unsafe impl<R: Sync> Sync for Few<R> {}

// What is there is of type `R`, and nothing else can be seen after a panic.
impl<R: RefUnwindSafe> RefUnwindSafe for Few<R> {}

impl<R> Few<R> {
    /// How many there is room for: none that need another alignment, and none without a size, which need no room.
    pub(crate) const ROWS: usize = if size_of::<R>() == 0 || align_of::<R>() > align_of::<Words>() {
        0
    } else {
        size_of::<Words>() / size_of::<R>()
    };

    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Few {
            words: UnsafeCell::new(MaybeUninit::uninit()),
            rows: PhantomData,
        }
    }

    /// The first row, valid until this is moved.
    #[inline(always)]
    pub(crate) fn start(&self) -> NonNull<R> {
        NonNull::from(&self.words).cast()
    }
}
