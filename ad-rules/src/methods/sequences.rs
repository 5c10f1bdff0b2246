//! The methods that change how many items a vector or a deque holds.
//!
//! What goes in takes its cotangent out of the shadow, what came out puts its cotangent back in, and
//! the items themselves are remembered only for a caller that wants them back.
//!
//! ```text
//! v.insert(1, x);         // dx += dv.remove(1)
//! let y = v.remove(1);    // dv.insert(1, dy)
//! ```

use super::{Shadow, extension, give};
use ad_core::__private::{Accumulate, Differentiable, Keep, OfItem, Room};
use std::collections::VecDeque;
use std::ops::{Bound, RangeBounds};

/// What vectors, deques and their shadows have in common.
trait Items: Sized {
    type Item;

    /// Takes out the items from a position on.
    fn tail(&mut self, at: usize) -> Self;

    /// Takes out one item.
    fn take_at(&mut self, at: usize) -> Self::Item;

    /// Puts one item in at a position, at an end of a deque without moving the others.
    fn put_one(&mut self, at: usize, item: Self::Item);

    /// Puts items in at a position.
    fn put_at(&mut self, at: usize, items: impl IntoIterator<Item = Self::Item>);

    fn exchange(&mut self, i: usize, j: usize);

    fn count(&self) -> usize;
}

impl<T> Items for Vec<T> {
    type Item = T;

    #[inline]
    fn tail(&mut self, at: usize) -> Self {
        self.split_off(at)
    }

    #[inline]
    fn take_at(&mut self, at: usize) -> T {
        self.remove(at)
    }

    #[inline]
    fn put_one(&mut self, at: usize, item: T) {
        self.insert(at, item);
    }

    #[inline]
    fn put_at(&mut self, at: usize, items: impl IntoIterator<Item = T>) {
        self.splice(at..at, items);
    }

    #[inline]
    fn exchange(&mut self, i: usize, j: usize) {
        self.swap(i, j);
    }

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }
}

impl<T> Items for VecDeque<T> {
    type Item = T;

    #[inline]
    fn tail(&mut self, at: usize) -> Self {
        self.split_off(at)
    }

    #[inline]
    fn take_at(&mut self, at: usize) -> T {
        self.remove(at).expect("an item that was put in")
    }

    #[inline]
    fn put_one(&mut self, at: usize, item: T) {
        self.insert(at, item);
    }

    #[inline]
    fn put_at(&mut self, at: usize, items: impl IntoIterator<Item = T>) {
        let mut behind = self.split_off(at);
        self.extend(items);
        self.append(&mut behind);
    }

    #[inline]
    fn exchange(&mut self, i: usize, j: usize) {
        self.swap(i, j);
    }

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }
}

/// A position in a shadow. Where the items carry no derivative, it need not have their number, but what reads one of
/// them finds its shadow there.
#[inline(always)]
fn position_in<D: Items<Item: Accumulate>>(shadow: &D, at: usize) -> usize {
    match <D::Item>::EMPTY {
        true => at.min(shadow.count()),
        false => at,
    }
}

/// Whether a shadow has what is at a position.
#[inline(always)]
fn has<D: Items<Item: Accumulate>>(shadow: &D, at: usize) -> bool {
    !<D::Item>::EMPTY || at < shadow.count()
}

/// One item went in at a position.
#[inline(always)]
fn undo_insertion<K: Keep, V: Items, D: Items<Item: Accumulate>>(
    keep: K,
    (items, at): (&mut V, usize),
    d_items: Option<&mut D>,
    d_item: Option<&D::Item>,
) {
    if keep.wanted() {
        drop(items.take_at(at));
    }
    if let Some(d_items) = d_items.filter(|d| has(*d, at)) {
        give(d_item, &d_items.take_at(at));
    }
}

/// The item that came out at a position, if there was one.
struct RemovedOne<K: Keep, T: Differentiable> {
    at: usize,
    shape: Option<T::Shape>,
    item: K::Room<Option<T>>,
}

impl<K: Keep, T: Differentiable<Shadow: Sized>> RemovedOne<K, T> {
    #[inline]
    fn new(keep: K, at: usize, item: Option<&T>) -> Self {
        RemovedOne {
            at,
            shape: item.map(T::primal_shape),
            item: Room::make(|| {
                item.filter(|_| keep.wanted())
                    .map(T::primal_copied::<OfItem>)
            }),
        }
    }

    /// Puts the item back, and a shadow for it: zero, or the cotangent of what it became.
    #[inline]
    fn undo<V: Items<Item = T>, D: Items<Item = T::Shadow>>(
        &self,
        (keep, items): (K, &mut V),
        d_items: Option<&mut D>,
        became: Option<&T::Shadow>,
    ) {
        let Some(shape) = &self.shape else { return };
        if let Some(Some(old)) = Room::<Option<T>>::get(&self.item).filter(|_| keep.wanted()) {
            items.put_one(self.at, old.primal_copied::<OfItem>());
        }
        if let Some(d_items) = d_items {
            let at = position_in(d_items, self.at);
            d_items.put_one(at, back_to::<T>(shape, became));
        }
    }
}

/// The shadow of an item that is put back.
#[inline(always)]
fn back_to<T: Differentiable<Shadow: Sized>>(
    shape: &T::Shape,
    became: Option<&T::Shadow>,
) -> T::Shadow {
    let shadow = T::zero_shadow(shape);
    if let Some(dy) = became {
        shadow.accumulate(dy);
    }
    shadow
}

/// What came out from a position on.
struct Removed<K: Keep, T: Differentiable> {
    at: usize,
    shapes: Vec<T::Shape>,
    items: K::Room<Vec<T>>,
}

impl<K: Keep, T: Differentiable<Shadow: Sized>> Removed<K, T> {
    #[inline]
    fn new<'t>(keep: K, at: usize, items: impl Iterator<Item = &'t T> + Clone) -> Self
    where
        T: 't,
    {
        Removed {
            at,
            shapes: items.clone().map(T::primal_shape).collect(),
            items: Room::make(|| match keep.wanted() {
                true => items.map(T::primal_copied::<OfItem>).collect(),
                false => Vec::new(),
            }),
        }
    }

    /// Puts the items back, and shadows for them: zero, or the cotangents of what they became.
    #[inline]
    fn undo<'d, V: Items<Item = T>, D: Items<Item = T::Shadow>>(
        &self,
        (keep, items): (K, &mut V),
        d_items: Option<&mut D>,
        mut became: impl Iterator<Item = &'d T::Shadow>,
    ) where
        T::Shadow: 'd,
    {
        if let Some(old) = Room::<Vec<T>>::get(&self.items).filter(|_| keep.wanted()) {
            items.put_at(self.at, old.iter().map(T::primal_copied::<OfItem>));
        }
        if let Some(d_items) = d_items {
            let shadows = self
                .shapes
                .iter()
                .map(|shape| back_to::<T>(shape, became.next()));
            d_items.put_at(position_in(d_items, self.at), shadows);
        }
    }
}

/// Where a range of a sequence's positions starts and ends.
fn bounds(range: &impl RangeBounds<usize>, length: usize) -> (usize, usize) {
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&start) => start + 1,
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&end) => end + 1,
        Bound::Excluded(&end) => end,
        Bound::Unbounded => length,
    };
    (start.min(length), end.min(length))
}

/// The rules that are the same for vectors and deques.
macro_rules! common {
    ($(#[$doc:meta])* $Trait:ident for $Target:ident; $($more:tt)*) => {
        extension! {
            $(#[$doc])*
            impl [T] $Trait<T> for $Target<T> where { T: Differentiable<Shadow: Sized> }

            #[track_caller]
            fn derivative_rule_of_insert(&[mut] self, keep, at: usize, item: T) -> () {
                self.insert(at, item);
                ((), move |(), (items, at, _), (d_items, _, d_item)| {
                    undo_insertion(keep, (items, at), d_items, d_item);
                })
            }

            fn derivative_rule_of_truncate(&[mut] self, keep, length: usize) -> () {
                let at = length.min(self.len());
                let removed = Removed::new(keep, at, self.iter().skip(at));
                self.truncate(length);
                ((), move |(), (items, _), (d_items, _)| {
                    removed.undo((keep, items), d_items, std::iter::empty());
                })
            }

            fn derivative_rule_of_clear(&[mut] self, keep) -> () {
                let removed = Removed::new(keep, 0, self.iter());
                self.clear();
                ((), move |(), (items,), (d_items,)| {
                    removed.undo((keep, items), d_items, std::iter::empty());
                })
            }

            fn derivative_rule_of_resize(&[mut] self, keep, length: usize, value: T) -> ()
            where [T: Clone]
            {
                let old = self.len();
                let at = length.min(old);
                let removed = Removed::new(keep, at, self.iter().skip(at));
                self.resize(length, value);
                ((), move |(), (items, length, _), (d_items, _, d_value)| {
                    if length <= old {
                        return removed.undo((keep, items), d_items, std::iter::empty());
                    }
                    if keep.wanted() {
                        items.truncate(old);
                    }
                    if let Some(d_items) = d_items {
                        let old = position_in(d_items, old);
                        d_items.tail(old).iter().for_each(|d| give(d_value, d));
                    }
                })
            }

            #[track_caller]
            fn derivative_rule_of_split_off(&[mut] self, keep, at: usize) -> $Target<T> {
                let removed = Removed::new(keep, at, self.iter().skip(at));
                (self.split_off(at), move |dy, (items, _), (d_items, _)| {
                    removed.undo((keep, items), d_items, dy.iter());
                })
            }

            #[track_caller]
            fn derivative_rule_of_drain<R>(&[mut] self, keep, range: R) -> Vec<T>
            where [R: RangeBounds<usize> + Differentiable<Shadow: Sized>]
            {
                let (start, end) = bounds(&range, self.len());
                let items = self.iter().skip(start).take(end.saturating_sub(start));
                let removed = Removed::new(keep, start, items);
                (self.drain(range).collect(), move |dy, (items, _), (d_items, _)| {
                    removed.undo((keep, items), d_items, dy.iter());
                })
            }

            $($more)*
        }
    };
}

common! {
    /// The rules of the methods of `Vec` that change its length.
    VecMethods for Vec;

    fn derivative_rule_of_push(&[mut] self, keep, item: T) -> () {
        let at = self.len();
        self.push(item);
        ((), move |(), (items, _), (d_items, d_item)| {
            undo_insertion(keep, (items, at), d_items, d_item);
        })
    }

    fn derivative_rule_of_pop(&[mut] self, keep) -> Option<T> {
        let at = self.len().saturating_sub(1);
        let removed = RemovedOne::new(keep, at, self.last());
        (self.pop(), move |dy, (items,), (d_items,)| {
            removed.undo((keep, items), d_items, dy.as_ref());
        })
    }

    #[track_caller]
    fn derivative_rule_of_remove(&[mut] self, keep, at: usize) -> T {
        let removed = RemovedOne::new(keep, at, self.as_slice().get(at));
        (self.remove(at), move |dy, (items, _), (d_items, _)| {
            removed.undo((keep, items), d_items, Some(&dy));
        })
    }

    fn derivative_rule_of_into_boxed_slice(&[] self, keep) -> Box<[T]>
    where [T: Clone]
    {
        let _ = keep;
        (self.as_slice().into(), |dy, (_,), (d_items,)| {
            let d_items = d_items.into_iter().flatten();
            d_items.zip(dy.iter()).for_each(|(d_item, d)| d_item.accumulate(d));
        })
    }

    #[track_caller]
    fn derivative_rule_of_swap_remove(&[mut] self, keep, at: usize) -> T {
        let last = self.len().saturating_sub(1);
        let removed = RemovedOne::new(keep, last, self.as_slice().get(at));
        (self.swap_remove(at), move |dy, (items, at), (mut d_items, _)| {
            removed.undo((keep, &mut *items), d_items.as_deref_mut(), Some(&dy));
            if keep.wanted() {
                items.exchange(at, last);
            }
            if let Some(d_items) = d_items.filter(|d| has(*d, at) && has(*d, last)) {
                d_items.exchange(at, last);
            }
        })
    }
}

/// The rules of taking an item off a deque, which may have none.
macro_rules! taken_off {
    ($name:ident, $self:ident, $keep:ident, $item:expr, $at:expr) => {{
        let (at, item) = ($at, $item);
        let removed = RemovedOne::new($keep, at, item);
        ($self.$name(), move |dy, (items,), (d_items,)| {
            removed.undo(($keep, items), d_items, dy.as_ref());
        })
    }};
}

common! {
    /// The rules of the methods of `VecDeque` that change its length.
    DequeMethods for VecDeque;

    /// What `extend` does with an item.
    fn derivative_rule_of_push(&[mut] self, keep, item: T) -> () {
        self.push_back(item);
        let at = self.len() - 1;
        ((), move |(), (items, _), (d_items, d_item)| {
            undo_insertion(keep, (items, at), d_items, d_item);
        })
    }

    fn derivative_rule_of_push_back(&[mut] self, keep, item: T) -> () {
        self.push_back(item);
        let at = self.len() - 1;
        ((), move |(), (items, _), (d_items, d_item)| {
            undo_insertion(keep, (items, at), d_items, d_item);
        })
    }

    fn derivative_rule_of_push_front(&[mut] self, keep, item: T) -> () {
        self.push_front(item);
        ((), move |(), (items, _), (d_items, d_item)| {
            undo_insertion(keep, (items, 0), d_items, d_item);
        })
    }

    #[track_caller]
    fn derivative_rule_of_swap(&[mut] self, keep, i: usize, j: usize) -> () {
        self.swap(i, j);
        ((), move |(), (items, i, j), (d_items, _, _)| {
            if keep.wanted() {
                items.exchange(i, j);
            }
            if let Some(d_items) = d_items.filter(|d| has(*d, i) && has(*d, j)) {
                d_items.exchange(i, j);
            }
        })
    }

    fn derivative_rule_of_pop_back(&[mut] self, keep) -> Option<T> {
        taken_off!(pop_back, self, keep, self.back(), self.len().saturating_sub(1))
    }

    fn derivative_rule_of_pop_front(&[mut] self, keep) -> Option<T> {
        taken_off!(pop_front, self, keep, self.front(), 0)
    }

    fn derivative_rule_of_remove(&[mut] self, keep, at: usize) -> Option<T> {
        let removed = RemovedOne::new(keep, at, VecDeque::get(self, at));
        (self.remove(at), move |dy, (items, _), (d_items, _)| {
            removed.undo((keep, items), d_items, dy.as_ref());
        })
    }
}
