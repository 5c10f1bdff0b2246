//! Pullbacks whose type is not known to their owner.

use crate::block::Block;
use crate::identity::{RowsOf, Spec};
use std::fmt;
use std::ptr::{self, NonNull};

/// A pullback whose type must not appear in its owner's type: that of a recursive call, whose type
/// would contain itself.
///
/// Its memory comes from the thread's pool and returns there; a zero-sized pullback needs none.
pub struct Erased {
    pullback: NonNull<u8>,
    /// The spec of the pullback's type, which is also its identity.
    spec: &'static Spec,
    /// The shelf of the pullback's block.
    shelf: u32,
    drop: unsafe fn(NonNull<u8>, &'static Spec, u32),
}

/// The key type of erased pullbacks.
struct Pullback;

impl Erased {
    /// Erases the type of a pullback. Emitted code keeps it no longer than what the pullback borrows,
    /// which is nothing: pullbacks own their residual.
    #[inline]
    pub fn new<P>(pullback: P) -> Self {
        let spec = RowsOf::<P, Pullback>::SPEC;
        let block = Block::one(spec);
        // SAFETY: the block has room for one.
        unsafe { block.start().write(pullback) };
        let (start, shelf) = block.into_parts();
        Erased {
            pullback: start.cast(),
            spec,
            shelf,
            drop: drop_as::<P>,
        }
    }

    /// The pullback, whose type is that of what `call` would return beside a value. `call` is never
    /// called.
    ///
    /// # Panics
    ///
    /// If the pullback is of another type.
    #[inline]
    pub fn like<V, P>(&self, _call: impl FnOnce() -> (V, P)) -> &P {
        let spec = RowsOf::<P, Pullback>::SPEC;
        if !ptr::eq(self.spec, spec) && (self.spec.types)() != (spec.types)() {
            mismatch((self.spec.residual)(), (spec.residual)());
        }
        // SAFETY: by the check the pullback is a `P`, and it lives as long as this.
        unsafe { self.pullback.cast().as_ref() }
    }
}

/// # Safety
///
/// The arguments are of one `Erased::new::<P>`, and the pullback is not used after this.
unsafe fn drop_as<P>(pullback: NonNull<u8>, spec: &'static Spec, shelf: u32) {
    let pullback = pullback.cast::<P>();
    // SAFETY: as the caller promises. The block is given back also if the pullback's drop panics.
    unsafe {
        let _block = Block::one_from_parts(pullback, spec, shelf);
        pullback.drop_in_place();
    }
}

#[cold]
#[inline(never)]
fn mismatch(found: &str, expected: &str) -> ! {
    panic!("the pullback is a `{found}` where a `{expected}` is called")
}

impl Drop for Erased {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: all of it is of one `Erased::new`, and this is the only drop.
        unsafe { (self.drop)(self.pullback, self.spec, self.shelf) };
    }
}

impl fmt::Debug for Erased {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Erased")
            .field("pullback", &(self.spec.residual)())
            .finish_non_exhaustive()
    }
}
