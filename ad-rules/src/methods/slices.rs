//! The methods of slices that move items or put others in their place.
//!
//! Exchanges are taken back one by one, of the items only for a caller that wants them back. What was
//! put in takes its cotangents out of the shadow, which is zero then.
//!
//! ```text
//! v.swap(i, j);           // dv.swap(i, j)
//! v.fill(x);              // dx += Σ dv; dv = 0
//! ```

use super::{Shadow, extension, give};
use ad_core::__private::{Accumulate, Differentiable, Keep, Room};

/// The shadow that takes part: none where the items carry no derivative.
#[inline(always)]
fn active<S: Accumulate>(shadow: Option<&mut [S]>) -> Option<&mut [S]> {
    shadow.filter(|_| !S::EMPTY)
}

/// Does the same to the items that a caller wants back, and to their shadows.
#[inline(always)]
fn both<K: Keep, T, S: Accumulate>(
    keep: K,
    items: &mut [T],
    d_items: Option<&mut [S]>,
    undo: impl Rearrange,
) {
    // Shadows of items without a derivative need not be as many, but may be lists that are asked for by position.
    let as_many = |d: &&mut [S]| !S::EMPTY || d.len() == items.len();
    if let Some(d_items) = d_items.filter(as_many) {
        undo.rearrange(d_items);
    }
    if keep.wanted() {
        undo.rearrange(items);
    }
}

/// A change of the order of a slice's items, whatever they are.
trait Rearrange {
    fn rearrange<T>(&self, items: &mut [T]);
}

/// Two items for each other.
struct Swapped(usize, usize);

/// The last first.
struct Reversed;

/// So many items from the front to the back.
struct Rotated(usize);

/// These exchanges, the last of them first.
struct TakenBack<'e>(&'e [(usize, usize)]);

impl Rearrange for Swapped {
    #[inline(always)]
    fn rearrange<T>(&self, items: &mut [T]) {
        items.swap(self.0, self.1);
    }
}

impl Rearrange for Reversed {
    #[inline(always)]
    fn rearrange<T>(&self, items: &mut [T]) {
        items.reverse();
    }
}

impl Rearrange for Rotated {
    #[inline(always)]
    fn rearrange<T>(&self, items: &mut [T]) {
        items.rotate_left(self.0);
    }
}

impl Rearrange for TakenBack<'_> {
    #[inline]
    fn rearrange<T>(&self, items: &mut [T]) {
        for &(i, j) in self.0.iter().rev() {
            items.swap(i, j);
        }
    }
}

/// Sorts by exchanges, and tells them.
fn sort<T: Ord>(items: &mut [T]) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by(|&i, &j| items[i].cmp(&items[j]));
    // Which item stands where, and where each has gone.
    let mut placed: Vec<usize> = (0..items.len()).collect();
    let mut position = placed.clone();
    let mut exchanges = Vec::new();
    for (to, &item) in order.iter().enumerate() {
        let from = position[item];
        if from != to {
            items.swap(from, to);
            exchanges.push((from, to));
            let moved = placed[to];
            placed.swap(from, to);
            position[moved] = from;
            position[item] = to;
        }
    }
    exchanges
}

/// What stood in a slice before others were put in its items' place.
struct Replaced<K: Keep, T: Differentiable> {
    shapes: Vec<T::Shape>,
    items: K::Room<Vec<T>>,
}

impl<K: Keep, T: Clone + Differentiable<Shadow: Sized>> Replaced<K, T> {
    #[inline]
    fn new(keep: K, items: &[T]) -> Self {
        Replaced {
            shapes: items.iter().map(T::primal_shape).collect(),
            items: Room::make(|| match keep.wanted() {
                true => items.to_vec(),
                false => Vec::new(),
            }),
        }
    }

    /// Puts the items back, and zeros for their shadows, after giving away what those hold.
    #[inline]
    fn undo(
        &self,
        (keep, items): (K, &mut [T]),
        d_items: Option<&mut [T::Shadow]>,
        mut give: impl FnMut(usize, &T::Shadow),
    ) {
        if let Some(old) = Room::<Vec<T>>::get(&self.items).filter(|_| keep.wanted()) {
            items.clone_from_slice(old);
        }
        let cells = active(d_items).into_iter().flatten();
        for (k, (cell, shape)) in cells.zip(&self.shapes).enumerate() {
            give(k, cell);
            *cell = T::zero_shadow(shape);
        }
    }
}

extension! {
    /// The rules of the methods of slices that rearrange or replace their items.
    impl [T] SliceMethods<T> for [T] where { T: Differentiable<Shadow: Sized> }

    #[track_caller]
    fn derivative_rule_of_swap(&[mut] self, keep, i: usize, j: usize) -> () {
        self.swap(i, j);
        ((), move |(), (items, i, j), (d_items, _, _)| {
            both(keep, items, d_items, Swapped(i, j));
        })
    }

    fn derivative_rule_of_reverse(&[mut] self, keep) -> () {
        self.reverse();
        ((), move |(), (items,), (d_items,)| both(keep, items, d_items, Reversed))
    }

    #[track_caller]
    fn derivative_rule_of_rotate_left(&[mut] self, keep, by: usize) -> () {
        let back = self.len() - by;
        self.rotate_left(by);
        ((), move |(), (items, _), (d_items, _)| both(keep, items, d_items, Rotated(back)))
    }

    #[track_caller]
    fn derivative_rule_of_rotate_right(&[mut] self, keep, by: usize) -> () {
        self.rotate_right(by);
        ((), move |(), (items, by), (d_items, _)| both(keep, items, d_items, Rotated(by)))
    }

    fn derivative_rule_of_sort(&[mut] self, keep) -> ()
    where [T: Ord]
    {
        let exchanges = sort(self);
        ((), move |(), (items,), (d_items,)| {
            both(keep, items, d_items, TakenBack(&exchanges));
        })
    }

    fn derivative_rule_of_sort_unstable(&[mut] self, keep) -> ()
    where [T: Ord]
    {
        self.derivative_rule_of_sort(keep, ())
    }

    fn derivative_rule_of_repeat(&[] self, keep, times: usize) -> Vec<T>
    where [T: Copy]
    {
        let _ = keep;
        (self.repeat(times), |d_all, (_, _), (d_items, _)| {
            let d_items = d_items.into_iter().flatten().cycle();
            d_items.zip(&d_all).for_each(|(d_item, d)| d_item.accumulate(d));
        })
    }

    fn derivative_rule_of_fill(&[mut] self, keep, value: T) -> ()
    where [T: Clone]
    {
        let replaced = Replaced::new(keep, self);
        self.fill(value);
        ((), move |(), (items, _), (d_items, d_value)| {
            replaced.undo((keep, items), d_items, |_, d| give(d_value, d));
        })
    }
}

extension! {
    /// The rules of the methods of slices of vectors.
    impl [T] SlicesOfVecMethods<T> for [Vec<T>] where { T: Clone + Differentiable<Shadow: Sized> }

    fn derivative_rule_of_concat(&[] self, keep) -> Vec<T> {
        let _ = keep;
        (self.concat(), |d_all, (_,), (d_rows,)| {
            let d_items = d_rows.into_iter().flatten().flatten();
            d_items.zip(&d_all).for_each(|(d_item, d)| d_item.accumulate(d));
        })
    }
}
