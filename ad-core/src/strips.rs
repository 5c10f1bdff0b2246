//! The rows of loops whose iterations go side by side.
//!
//! ```text
//! let mut taken_rows = Rows::in_strips(&mut rows, n);
//! for strip in 0..strips(0, n) {
//!     let rows_of_strip = RowStrips::strip(&mut taken_rows);
//!     let t = RowStrip::values(&rows_of_strip, |row| row.0);
//!     RowStrip::put_back(&rows_of_strip, &mut y[strip * LANES..], |row| row.1);
//!     …
//! }
//! ```

use crate::Real;
use crate::keep::{Decided, Keep, Room};
use crate::kept::{Kept, Old, Paired};
use crate::lanes::{LANES, Lanes};
use crate::site::Rows;
use std::slice;

/// The rows of a loop's iterations that are to come, if there are rows.
pub struct RowStrips<'a, K: Keep, T>(K::Room<slice::Iter<'a, T>>);

/// The rows of a strip.
pub struct RowStrip<'a, K: Keep, T>(K::Room<&'a [T; LANES]>);

impl<'a, T> Rows<'a, T> {
    /// The last `n` of them, for a loop that takes several at once.
    #[inline(always)]
    pub fn in_strips(&mut self, n: usize) -> RowStrips<'a, Decided<true>, T> {
        RowStrips(self.take(n).iter())
    }
}

impl<K: Keep, T> Kept<K, T> {
    /// The same of rows that exist only if they are kept.
    #[inline(always)]
    pub fn in_strips<'a>(&self, rows: &mut Rows<'a, T>, n: usize) -> RowStrips<'a, K, T> {
        RowStrips(Room::make(|| rows.take(n).iter()))
    }
}

impl<'a, K: Keep, T> RowStrips<'a, K, T> {
    /// The rows of the next strip.
    #[inline(always)]
    pub fn strip(&mut self) -> RowStrip<'a, K, T> {
        RowStrip(Room::make(|| match self.0.get_mut() {
            Some(rows) => next_strip(rows),
            None => unreachable!("there is no room"),
        }))
    }

    /// The iterations that are left over, each with its row if there are rows.
    #[inline(always)]
    pub fn rest<I>(self, items: I) -> Paired<'a, K, I, T> {
        Paired::upwards(items, self.0)
    }
}

impl<'a, T> RowStrips<'a, Decided<true>, T> {
    /// The rows that are left over.
    #[inline(always)]
    pub fn rows(self) -> slice::Iter<'a, T> {
        self.0
    }
}

#[inline(always)]
fn next_strip<'a, T>(rows: &mut slice::Iter<'a, T>) -> &'a [T; LANES] {
    let Some((strip, rest)) = rows.as_slice().split_first_chunk() else {
        panic!("fewer residual rows than are read")
    };
    *rows = rest.iter();
    strip
}

impl<T> RowStrip<'_, Decided<true>, T> {
    /// A value of each row.
    #[inline(always)]
    pub fn values<V: Real>(&self, part: impl Fn(&T) -> V) -> Lanes<V> {
        Lanes::of(self.0.each_ref().map(part))
    }

    /// Puts back into the first cells what a part of each row says they held.
    #[inline(always)]
    pub fn put_back<O: Copy>(&self, cells: &mut [O], part: impl Fn(&T) -> O) {
        cells[..LANES].copy_from_slice(&self.0.each_ref().map(part));
    }
}

impl<K: Keep, T> RowStrip<'_, K, T> {
    /// The same, if it was kept.
    #[inline(always)]
    pub fn give_back<H: Keep, O: Copy>(&self, cells: &mut [O], part: impl Fn(&T) -> &Old<H, O>) {
        let Some(rows) = self.0.get() else { return };
        // All are read before any is written: they may go as one.
        let held = rows.each_ref().map(|row| part(row).get());
        if let [Some(a), Some(b), Some(c), Some(d)] = held {
            cells[..LANES].copy_from_slice(&[*a, *b, *c, *d]);
        }
    }
}
