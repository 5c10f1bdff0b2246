//! Pullbacks whose type is not known to their owner.
//!
//! Receives the pullback of a call that may be part of a recursion; promises a value of one type in its place, and the
//! pullback back, by a call of the same rule that is never made.
//!
//! ```text
//! let (t, pullback) = power::rrule(keep, (x, n - 1));     its type would contain itself
//! let pullback = Erased::new(pullback);                   in a block of the thread's pool
//! pullback.__like(|| power::rrule(keep, (x, n - 1)))(d_t, …)
//! ```

use crate::block::Block;
use crate::front::Class;
use crate::identity::{RowsOf, Spec};
use std::fmt;
use std::ptr::{self, NonNull};

/// A pullback whose type must not appear in its owner's type: that of a recursive call, whose type
/// would contain itself.
///
/// Its memory comes from the thread's pool and returns there; a zero-sized pullback needs none.
pub struct Erased {
    pullback: NonNull<u8>,
    table: &'static Table,
}

/// What is known of the pullback's type.
struct Table {
    /// The spec of the type, which is also its identity.
    spec: &'static Spec,
    drop: unsafe fn(NonNull<u8>, &'static Table),
}

/// The key type of pullbacks too large for small blocks.
struct Pullback;

/// Memory for a `P`.
struct Room<P> {
    start: NonNull<P>,
    /// The compiler may make several copies of one table, and a block goes back to where it came from.
    table: &'static Table,
}

impl<P> Room<P> {
    const TABLE: &'static Table = &Table {
        spec: RowsOf::<P, Pullback>::SPEC,
        drop: drop_as::<P>,
    };

    #[inline(always)]
    fn take() -> Self {
        let table = Self::TABLE;
        let start = if size_of::<P>() == 0 {
            NonNull::dangling()
        } else if let Some(class) = const { Class::of::<P>() } {
            class.take().cast()
        } else {
            Block::one(table.spec).into_start()
        };
        Room { start, table }
    }
}

impl<P> Drop for Room<P> {
    #[inline(always)]
    fn drop(&mut self) {
        if size_of::<P>() == 0 {
            return;
        }
        // SAFETY: it was taken in the same way, and is given back once.
        unsafe {
            if let Some(class) = const { Class::of::<P>() } {
                class.give(self.start.cast());
            } else {
                drop(Block::one_from_start(self.start, self.table.spec));
            }
        }
    }
}

impl Erased {
    /// Erases the type of a pullback. Emitted code keeps it no longer than what the pullback borrows,
    /// which is nothing: pullbacks own their residual.
    #[inline]
    pub fn new<P>(pullback: P) -> Self {
        let room = std::mem::ManuallyDrop::new(Room::<P>::take());
        // SAFETY: there is room for one.
        unsafe { room.start.write(pullback) };
        Erased {
            pullback: room.start.cast(),
            table: room.table,
        }
    }

    /// The pullback, whose type is that of what `call` would return beside a value. `call` is never
    /// called.
    ///
    /// # Panics
    ///
    /// If the pullback is of another type.
    #[inline]
    pub fn __like<V, P>(&self, _call: impl FnOnce() -> (V, P)) -> &P {
        let (found, expected) = (self.table, Room::<P>::TABLE);
        if !ptr::eq(found, expected) {
            check_types(found, expected);
        }
        // SAFETY: by the check the pullback is a `P`, and it lives as long as this.
        unsafe { self.pullback.cast().as_ref() }
    }
}

/// # Safety
///
/// The arguments are of one `Erased::new::<P>`, and the pullback is not used after this.
unsafe fn drop_as<P>(pullback: NonNull<u8>, table: &'static Table) {
    let start = pullback.cast::<P>();
    let room = Room { start, table };
    // SAFETY: as the caller promises.
    unsafe {
        if const { Class::of::<P>().is_some() } {
            // A chain of pullbacks in each other is dropped without recursion: the room goes first, and
            // what the pullback owns last.
            let pullback = start.read();
            drop(room);
            drop(pullback);
        } else {
            // The room is given back also if the pullback's drop panics.
            start.drop_in_place();
        }
    }
}

/// Several copies of one table are of one type.
#[cold]
#[inline(never)]
fn check_types(found: &Table, expected: &Table) {
    let [found, expected] = [found.spec, expected.spec];
    assert!(
        (found.types)() == (expected.types)(),
        "the pullback is a `{}` where a `{}` is called",
        (found.residual)(),
        (expected.residual)()
    );
}

/// A pullback that is kept as it is.
pub struct Plain<P>(pub P);

impl<P> Plain<P> {
    /// The pullback, as [`Erased::__like`] finds it. `call` is never called.
    #[inline(always)]
    pub fn __like<V, Q>(&self, _call: impl FnOnce() -> (V, Q)) -> &P {
        &self.0
    }

    /// The pullback. `call` is never called.
    #[inline(always)]
    pub fn __pullback<V, Q>(&self, _call: impl FnOnce() -> (V, Q)) -> &P {
        &self.0
    }
}

/// A pullback that is not kept, since its type may name lifetimes: the rule runs again.
pub struct RunAgain;

impl RunAgain {
    /// What `call` gives.
    #[inline]
    pub fn __pullback<V, P>(&self, call: impl FnOnce() -> (V, P)) -> P {
        call().1
    }
}

/// Companions that do not say that their pullbacks' types name the types of arguments.
pub trait KeptAsItIs {
    /// Keeps a pullback.
    #[inline(always)]
    fn __kept<P>(pullback: P) -> Plain<P> {
        Plain(pullback)
    }
}

impl<T: ?Sized> KeptAsItIs for T {}

/// A pullback is held as it is: it is part of no recursion.
#[derive(Clone, Copy, Debug)]
pub struct Shown;

impl Shown {
    /// The pullback.
    #[inline(always)]
    pub fn hold<P>(self, pullback: P) -> Plain<P> {
        Plain(pullback)
    }
}

/// A pullback is held without its type.
#[derive(Clone, Copy, Debug)]
pub struct Hidden;

impl Hidden {
    /// The pullback.
    #[inline(always)]
    pub fn hold<P>(self, pullback: P) -> Erased {
        Erased::new(pullback)
    }
}

/// Companions that do not say how their pullbacks are held.
pub trait HeldHidden {
    /// Without their types.
    #[inline(always)]
    fn __held() -> Hidden {
        Hidden
    }
}

impl<T: ?Sized> HeldHidden for T {}

/// The receiver of a method with the name of a function of floats.
pub struct Leaf<'x, T: ?Sized>(pub &'x T);

/// Found where it is a float: rules of floats call no others.
pub trait LeafOfFloat {
    /// As it is.
    #[inline(always)]
    fn __held(&self) -> Shown {
        Shown
    }
}

impl LeafOfFloat for &Leaf<'_, f64> {}
impl LeafOfFloat for &Leaf<'_, f32> {}

/// Found where it is something else.
pub trait LeafOfOther {
    /// Without its type.
    #[inline(always)]
    fn __held(&self) -> Hidden {
        Hidden
    }
}

impl<T: ?Sized> LeafOfOther for Leaf<'_, T> {}

impl Drop for Erased {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: all of it is of one `Erased::new`, and this is the only drop.
        unsafe { (self.table.drop)(self.pullback, self.table) };
    }
}

impl fmt::Debug for Erased {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Erased")
            .field("pullback", &(self.table.spec.residual)())
            .finish_non_exhaustive()
    }
}
