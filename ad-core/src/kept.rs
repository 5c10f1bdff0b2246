//! What is kept for callers: rows of their own, and values in rows, that exist only where they may be
//! wanted.
//!
//! ```text
//! y[i] = …;      old = Old::new(keep, y[i]); y[i] = …; row = (old,)          forward
//!                GiveBack::give_back(old, &mut y[i])                         reverse
//! ```

use crate::keep::{Keep, Room};
use crate::site::{Rows, Site, Writer};
use std::slice;

/// What a statement overwrites, for a caller that may want it back.
pub struct Kept<K: Keep, T>(K::Room<Site<T>>);

impl<K: Keep, T> Kept<K, T> {
    /// Nothing yet; see [`Site::new`].
    #[inline(always)]
    pub fn new<S>(_: K, signature: &S, index: u32) -> Self {
        Kept(Room::make(|| Site::new(signature, index)))
    }

    /// Remembers one value.
    #[inline(always)]
    pub fn push(&mut self, old: T) {
        if let Some(site) = self.0.get_mut() {
            site.push(old);
        }
    }

    /// Remembers a slice.
    #[inline(always)]
    pub fn extend_from_slice(&mut self, old: &[T])
    where
        T: Clone,
    {
        if let Some(site) = self.0.get_mut() {
            site.extend_from_slice(old);
        }
    }

    /// Room for `n` more values, if there is any.
    #[inline(always)]
    pub fn writer(&mut self, n: usize) -> KeptWriter<'_, K, T> {
        match self.0.get_mut() {
            Some(site) => KeptWriter(Room::make(|| site.writer(n))),
            None => KeptWriter(Room::make(|| unreachable!("there is no room"))),
        }
    }

    /// Drops what is kept.
    #[inline(always)]
    pub fn clear(&mut self) {
        if let Some(site) = self.0.get_mut() {
            site.clear();
        }
    }

    /// What a loop ran over, in its order or backwards, each with its row if there are rows.
    #[inline(always)]
    pub fn paired<'a, I>(
        &self,
        items: I,
        rows: &mut Rows<'a, T>,
        n: usize,
        upwards: bool,
    ) -> Paired<'a, K, I, T> {
        Paired {
            items,
            upwards,
            rows: Room::make(|| rows.take(n).iter()),
        }
    }

    /// A cursor behind the last value.
    #[inline(always)]
    pub fn rows(&self) -> Rows<'_, T> {
        self.0.get().map_or_else(Rows::none, Site::rows)
    }
}

/// Appends to what is kept, if there is room.
pub struct KeptWriter<'a, K: Keep, T>(K::Room<Writer<'a, T>>);

impl<K: Keep, T> KeptWriter<'_, K, T> {
    /// Appends a row.
    #[inline(always)]
    pub fn push(&mut self, row: T) {
        if let Some(writer) = self.0.get_mut() {
            writer.push(row);
        }
    }
}

/// See [`Kept::paired`].
pub struct Paired<'a, K: Keep, I, T> {
    items: I,
    upwards: bool,
    rows: K::Room<slice::Iter<'a, T>>,
}

impl<'a, K: Keep, I, T> Paired<'a, K, I, T> {
    /// Items and rows in their order.
    #[inline(always)]
    pub(crate) fn upwards(items: I, rows: K::Room<slice::Iter<'a, T>>) -> Self {
        Paired {
            items,
            upwards: true,
            rows,
        }
    }
}

impl<'a, K: Keep, I: Iterator, T> Iterator for Paired<'a, K, I, T> {
    type Item = (I::Item, Option<&'a T>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let item = self.items.next()?;
        Some(match self.rows.get_mut() {
            Some(rows) if self.upwards => (item, Some(rows.next()?)),
            Some(rows) => (item, Some(rows.next_back()?)),
            None => (item, None),
        })
    }
}

/// What an assignment overwrites, if it is kept.
pub struct Old<K: Keep, T>(K::Room<T>);

impl<K: Keep, T> Old<K, T> {
    /// Remembers it.
    #[inline(always)]
    pub fn new(_: K, old: T) -> Self {
        Old(Room::make(|| old))
    }

    #[inline(always)]
    pub(crate) fn get(&self) -> Option<&T> {
        self.0.get()
    }
}

/// What may have been kept of what a place held.
pub trait GiveBack<T> {
    /// Puts it back.
    fn give_back(self, place: &mut T);
}

impl<K: Keep, T: Copy> GiveBack<T> for &Old<K, T> {
    #[inline(always)]
    fn give_back(self, place: &mut T) {
        if let Some(old) = self.0.get() {
            *place = *old;
        }
    }
}

impl<K: Keep, T: Copy> GiveBack<T> for Option<&Old<K, T>> {
    #[inline(always)]
    fn give_back(self, place: &mut T) {
        if let Some(old) = self {
            old.give_back(place);
        }
    }
}
