//! Lists of blocks that run through the blocks themselves, and so need no memory of their own.

use std::cell::Cell;
use std::ptr::NonNull;

/// The first bytes of a block that waits.
struct Link {
    next: Option<NonNull<Link>>,
}

/// Blocks, each with a link to the next one. They are owned by the list.
pub(crate) struct List {
    first: Cell<Option<NonNull<Link>>>,
}

impl List {
    pub(crate) const fn new() -> Self {
        List {
            first: Cell::new(None),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.first.get().is_none()
    }

    #[inline(always)]
    pub(crate) fn pop(&self) -> Option<NonNull<u8>> {
        let block = self.first.get()?;
        // SAFETY: blocks in the list start with a link, and are owned by it.
        self.first.set(unsafe { block.read() }.next);
        Some(block.cast())
    }

    /// # Safety
    ///
    /// The caller owns `block`, which has room and alignment for a link.
    #[inline(always)]
    pub(crate) unsafe fn push(&self, block: NonNull<u8>) {
        let block = block.cast::<Link>();
        let next = self.first.get();
        // SAFETY: as the caller promises.
        unsafe { block.write(Link { next }) };
        self.first.set(Some(block));
    }
}
