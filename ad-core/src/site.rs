//! Residual rows: what the pullback must remember of the forward sweep, one row per execution.

use crate::block::Block;
use crate::identity::RowsOf;
use std::mem::MaybeUninit;
use std::{fmt, slice};

/// The first block of a site that does not know how many rows will come, in bytes and in rows at least.
const FIRST_BYTES: usize = 256;
const FIRST_ROWS: usize = 4;

/// How many rows there is room for at first.
const fn first_rows<R>() -> usize {
    let size = size_of::<R>();
    if size == 0 || FIRST_BYTES / size < FIRST_ROWS {
        FIRST_ROWS
    } else {
        FIRST_BYTES / size
    }
}

/// One program point's stack of residual rows, over all its executions in one call.
///
/// The forward sweep pushes, the reverse sweep reads from the end with [`rows`](Site::rows), as often
/// as it is run. The site belongs to the pullback; its memory comes from the thread when the first row does: a
/// small block for few rows, one from the pool for more. It returns to the thread the pullback is dropped on. Sites of nested,
/// recursive and re-entrant calls have each their own.
pub struct Site<R, const NEAR: usize = 0> {
    /// The rows, while there are no more than these: a loop that is unrolled has them in registers then.
    near: [MaybeUninit<R>; NEAR],
    block: Block<R, true>,
    len: usize,
}

impl<R> Site<R> {
    /// An empty site. `K`, the type of a closure of the rule, tells rules and their instantiations from
    /// each other, and `index` the sites of one.
    #[inline(always)]
    pub fn new<K>(key: &K, index: u32) -> Self {
        Site::near(key, index)
    }
}

impl<R, const NEAR: usize> Site<R, NEAR> {
    /// The same, with room for a few rows in the site itself.
    #[inline(always)]
    pub fn near<K>(_key: &K, index: u32) -> Self {
        Site {
            near: [const { MaybeUninit::uninit() }; NEAR],
            block: Block::new(RowsOf::<R, K>::SPEC, index),
            len: 0,
        }
    }

    /// Whether the rows are in the site itself.
    #[inline(always)]
    fn is_near(&self) -> bool {
        NEAR != 0 && self.block.capacity() == 0
    }

    /// How many rows there is room for.
    #[inline(always)]
    fn capacity(&self) -> usize {
        if self.is_near() {
            NEAR
        } else {
            self.block.capacity()
        }
    }

    /// Where the rows are, to be read.
    #[inline(always)]
    fn start(&self) -> *const R {
        if self.is_near() {
            self.near.as_ptr().cast()
        } else {
            self.block.start().as_ptr()
        }
    }

    /// Where the rows are, as long as the site is not moved.
    #[inline(always)]
    fn start_mut(&mut self) -> *mut R {
        if self.is_near() {
            self.near.as_mut_ptr().cast()
        } else {
            self.block.start().as_ptr()
        }
    }

    /// The number of rows.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Room for `n` more rows.
    #[inline(always)]
    pub fn writer(&mut self, n: usize) -> Writer<'_, R> {
        if self.capacity() - self.len < n {
            self.grow(n);
        }
        // SAFETY: there is room for `len` rows and more.
        let start = unsafe { self.start_mut().add(self.len) };
        Writer {
            start,
            written: 0,
            reserved: n,
            len: &mut self.len,
        }
    }

    /// Appends a row.
    #[inline(always)]
    pub fn push(&mut self, row: R) {
        if self.len == self.capacity() {
            self.grow_by_one();
        }
        // SAFETY: there is room for a row more than `len`.
        unsafe { self.start_mut().add(self.len).write(row) };
        self.len += 1;
    }

    /// Drops the rows, and keeps their memory.
    #[inline(always)]
    pub fn clear(&mut self) {
        let rows = std::ptr::slice_from_raw_parts_mut(self.start_mut(), self.len);
        self.len = 0;
        // SAFETY: the first `len` rows were initialised, and nobody drops them again.
        unsafe { rows.drop_in_place() };
    }

    /// The rows, to be read from the end.
    #[inline(always)]
    pub fn rows(&self) -> Rows<'_, R> {
        // SAFETY: the first `len` rows are initialised, and stay so while the site is borrowed.
        Rows(unsafe { slice::from_raw_parts(self.start(), self.len) })
    }

    /// Appends a copy of every element.
    #[inline]
    pub fn extend_from_slice(&mut self, rows: &[R])
    where
        R: Clone,
    {
        let mut writer = self.writer(rows.len());
        for row in rows {
            writer.push(row.clone());
        }
    }

    /// Room for `n` rows more than there are.
    #[inline(always)]
    fn grow(&mut self, n: usize) {
        let rows = self.len.checked_add(n).unwrap_or_else(|| uncountable());
        // SAFETY: `len` rows are in the block or, if it has no memory, near; nobody has borrowed them. These are
        // moved to the block then, which has room for more.
        unsafe {
            if self.is_near() {
                self.block.enlarge(0, rows);
                let near = self.near.as_ptr().cast::<R>();
                near.copy_to_nonoverlapping(self.block.start().as_ptr(), self.len);
            } else {
                self.block.enlarge(self.len, rows);
            }
        }
    }

    /// Room for one row more than is known of.
    #[inline(always)]
    fn grow_by_one(&mut self) {
        self.grow(const { first_rows::<R>() });
    }
}

impl<R, const NEAR: usize> Drop for Site<R, NEAR> {
    #[inline(always)]
    fn drop(&mut self) {
        // Should one of the rows panic, the block is given back all the same.
        if std::mem::needs_drop::<R>() {
            self.clear();
        }
    }
}

impl<R, const NEAR: usize> fmt::Debug for Site<R, NEAR> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site")
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

/// Appends to a site the rows it has reserved room for.
///
/// All that changes is a counter from zero, so that in a loop over the reserved number the compiler can
/// drop the check and vectorise the store. The rows are the site's when the writer is dropped, also by a
/// panic.
pub struct Writer<'a, R> {
    start: *mut R,
    written: usize,
    reserved: usize,
    len: &'a mut usize,
}

impl<R> Writer<'_, R> {
    /// Appends a row.
    #[inline(always)]
    pub fn push(&mut self, row: R) {
        if self.written >= self.reserved {
            overflow();
        }
        // SAFETY: the site has room for `reserved` rows from `start`.
        unsafe { self.start.add(self.written).write(row) };
        self.written += 1;
    }
}

impl<R> Drop for Writer<'_, R> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.len += self.written;
    }
}

#[cold]
#[inline(never)]
fn uncountable() -> ! {
    panic!("more rows than can be counted")
}

#[cold]
#[inline(never)]
fn overflow() -> ! {
    panic!("more residual rows than were reserved")
}

/// The rows of a site that were not yet read, the last one next.
#[derive(Clone, Debug)]
pub struct Rows<'a, R>(&'a [R]);

impl<'a, R> Rows<'a, R> {
    /// No rows.
    #[inline(always)]
    pub fn none() -> Self {
        Rows(&[])
    }

    /// The last `n` of them, in the order they were written.
    #[inline(always)]
    pub fn take(&mut self, n: usize) -> &'a [R] {
        let Some(at) = self.0.len().checked_sub(n) else {
            underflow()
        };
        let (rest, last) = self.0.split_at(at);
        self.0 = rest;
        last
    }

    /// The last one.
    #[inline(always)]
    pub fn pop(&mut self) -> &'a R {
        let Some((last, rest)) = self.0.split_last() else {
            underflow()
        };
        self.0 = rest;
        last
    }
}

#[cold]
#[inline(never)]
fn underflow() -> ! {
    panic!("fewer residual rows than are read")
}
