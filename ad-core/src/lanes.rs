//! Several iterations of a loop, side by side.
//!
//! The adjoint of a loop adds along arrays, and sums up. A compiler keeps the order of a program's
//! additions, must find out whether arrays overlap, and stops at every index that may be out of bounds:
//! each of them keeps it from vector instructions. Emitted code therefore takes the iterations of such a
//! loop in strips of [`LANES`], each a load, an operation or a store of that many neighbours.

use crate::Real;
use crate::functions::if_any;
use crate::keep::Keep;
use std::cell::Cell;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// How many iterations go side by side.
pub const LANES: usize = 4;

/// A number for each of them.
#[derive(Clone, Copy)]
pub struct Lanes<T>([T; LANES]);

/// A whole number that a loop counts with.
pub trait Counts: Copy {
    /// How many iterations there are from this one on to another.
    fn until(self, end: Self) -> usize;

    /// The iteration so many later, of those that there are.
    fn after(self, iterations: usize) -> Self;
}

macro_rules! counts {
    ($($int:ty)*) => {$(
        impl Counts for $int {
            #[inline(always)]
            fn until(self, end: Self) -> usize {
                Iterator::size_hint(&(self..end)).0
            }

            #[inline(always)]
            fn after(self, iterations: usize) -> Self {
                self.wrapping_add(iterations as $int)
            }
        }
    )*};
}

counts! { usize isize u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 }

/// How many full strips the iterations from `first` to `end` make.
#[inline(always)]
pub fn strips<N: Counts>(first: N, end: N) -> usize {
    first.until(end) / LANES
}

/// The first elements of a slice, in strips: as many as asked for.
///
/// # Panics
///
/// If there are fewer.
#[inline(always)]
pub fn in_strips<T>(elements: &[T], strips: usize) -> &[[T; LANES]] {
    &elements.as_chunks().0[..strips]
}

/// The same, of a slice that is written.
///
/// # Panics
///
/// If there are fewer.
#[inline(always)]
pub fn in_strips_mut<T>(elements: &mut [T], strips: usize) -> &mut [[T; LANES]] {
    &mut elements.as_chunks_mut().0[..strips]
}

/// The elements of a slice from `first` on, in strips: none where there are too few.
#[inline(always)]
pub fn in_reach<T>(elements: &[T], first: usize) -> &[[T; LANES]] {
    elements.get(first..).unwrap_or_default().as_chunks().0
}

impl<T: Real> Lanes<T> {
    /// The neutral element of addition.
    pub const NOTHING: Self = Lanes([T::NEG_ZERO; LANES]);

    /// One each.
    #[inline(always)]
    pub(crate) fn of(numbers: [T; LANES]) -> Self {
        Lanes(numbers)
    }

    /// A function of each number.
    #[inline(always)]
    pub fn map(self, f: impl Fn(T) -> T) -> Self {
        Lanes(self.0.map(f))
    }

    /// The same number for each.
    #[inline(always)]
    pub fn all(x: T) -> Self {
        Lanes([x; LANES])
    }

    /// The first numbers of a slice.
    ///
    /// # Panics
    ///
    /// If there are fewer than [`LANES`].
    #[inline(always)]
    pub fn load(from: &[T]) -> Self {
        let from = &from[..LANES];
        Lanes([from[0], from[1], from[2], from[3]])
    }

    /// What the first cells of a slice hold.
    ///
    /// # Panics
    ///
    /// If there are fewer than [`LANES`].
    #[inline(always)]
    pub fn get(from: &[Cell<T>]) -> Self {
        let from = &from[..LANES];
        Lanes([from[0].get(), from[1].get(), from[2].get(), from[3].get()])
    }

    /// The same; the cells are cleared.
    #[inline(always)]
    pub fn take(from: &[Cell<T>]) -> Self {
        let taken = Self::get(from);
        Self::NOTHING.store(from);
        taken
    }

    /// Adds to the first cells of a slice.
    #[inline(always)]
    pub fn add_to(self, to: &[Cell<T>]) {
        (Self::get(to) + self).store(to);
    }

    /// The only contributions that these cells have got yet: see `begin`.
    #[inline(always)]
    pub fn begin<K: Keep>(self, _: K, to: &[Cell<T>]) {
        if K::OVERWRITES {
            (self + Self::all(T::ZERO)).store(to);
        } else {
            self.add_to(to);
        }
    }

    /// What the first cells of a window have got when a strip of iterations is over, which have given `given`
    /// to each of its slots. The slots go on with the cells behind.
    ///
    /// ```text
    /// slots   s0 s1  .            the two first cells, from before
    ///       + a0 a1 a2 a3         of the first slot
    ///       +    b0 b1 b2 b3
    ///       +       c0 c1 c2 c3
    ///         ^^ ^^ ^^ ^^         comes back
    ///                     ^^ ^^   stays in the slots
    /// ```
    #[inline(always)]
    pub fn pass<const SLOTS: usize>(given: [Self; SLOTS], slots: [&mut T; SLOTS]) -> Self {
        const { assert!(SLOTS <= LANES, "cells further on than the next strip") };
        let mut cells = [T::NEG_ZERO; 2 * LANES];
        for (cell, slot) in cells.iter_mut().zip(&slots) {
            *cell = **slot;
        }
        for (offset, lanes) in given.into_iter().enumerate() {
            for (cell, x) in cells[offset..].iter_mut().zip(lanes.0) {
                *cell += x;
            }
        }
        let [a, b, c, d, behind @ ..] = cells;
        for (slot, cell) in slots.into_iter().zip(behind) {
            *slot = cell;
        }
        Lanes([a, b, c, d])
    }

    #[inline(always)]
    fn store(self, to: &[Cell<T>]) {
        let (to, [a, b, c, d]) = (&to[..LANES], self.0);
        to[0].set(a);
        to[1].set(b);
        to[2].set(c);
        to[3].set(d);
    }

    /// The sum over all of them.
    #[inline(always)]
    pub fn sum(self) -> T {
        let [a, b, c, d] = self.0;
        (a + c) + (b + d)
    }

    /// `total` with each of them added to it, one after the other.
    #[inline(always)]
    pub fn onto(self, total: T) -> T {
        let [a, b, c, d] = self.0;
        total + a + b + c + d
    }

    /// What divides by this, as a factor.
    #[inline(always)]
    pub fn reciprocal(self) -> Self {
        Self::all(T::ONE) / self
    }

    /// `contribution` where this is something.
    #[inline(always)]
    pub fn if_any(self, contribution: Self) -> Self {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, contribution.0);
        Lanes([if_any(a, p), if_any(b, q), if_any(c, r), if_any(d, s)])
    }
}

macro_rules! lane_by_lane {
    ($($Trait:ident $method:ident;)*) => {$(
        impl<T: Real> $Trait for Lanes<T> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
                Lanes([a.$method(p), b.$method(q), c.$method(r), d.$method(s)])
            }
        }
    )*};
}

lane_by_lane! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
}

impl<T: Real> Neg for Lanes<T> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        let [a, b, c, d] = self.0;
        Lanes([-a, -b, -c, -d])
    }
}

impl<T: Real> AddAssign for Lanes<T> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keep::{Discard, Overwrite};

    fn cells(values: &[f64]) -> Vec<Cell<f64>> {
        values.iter().copied().map(Cell::new).collect()
    }

    fn values(cells: &[Cell<f64>]) -> Vec<f64> {
        cells.iter().map(Cell::get).collect()
    }

    #[test]
    fn arithmetic_is_lane_by_lane() {
        let x = Lanes::load(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        let y = Lanes::load(&[4.0, 3.0, 2.0, 1.0]);
        assert_eq!((x * y + x - y).0, [1.0, 5.0, 7.0, 7.0]);
        assert_eq!((-x / Lanes::all(2.0)).0, [-0.5, -1.0, -1.5, -2.0]);
        assert_eq!((x.sum(), x.reciprocal().0[3]), (10.0, 0.25));
        let uneven = Lanes([1e16, 1.0, -1e16, 1.0]);
        assert_eq!(uneven.onto(1.0), 1.0 + 1e16 + 1.0 - 1e16 + 1.0);
    }

    #[test]
    fn cells_are_read_added_to_and_taken() {
        let x = cells(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        Lanes::all(1.0).add_to(&x[1..]);
        assert_eq!(values(&x), [1.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(Lanes::take(&x[1..]).0, [3.0, 4.0, 5.0, 6.0]);
        assert!(
            x[1..]
                .iter()
                .all(|cell| cell.get().to_bits() == (-0.0_f64).to_bits())
        );
    }

    #[test]
    fn what_begins_is_written_where_the_caller_says_so() {
        let x = cells(&[f64::NAN; 4]);
        Lanes::all(-0.0).begin(Overwrite, &x);
        assert!(x.iter().all(|cell| cell.get().to_bits() == 0));
        Lanes::all(2.0).begin(Discard, &x);
        assert_eq!(values(&x), [2.0; 4]);
    }

    #[test]
    fn windows_carry_on_what_the_next_strip_adds_to() {
        let (mut first, mut second, mut third) = (100.0, 200.0, -0.0_f64);
        let given = [[1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0], [0.5; 4]].map(Lanes);
        let passed = Lanes::pass(given, [&mut first, &mut second, &mut third]);
        assert_eq!(passed.0, [101.0, 212.0, 23.5, 34.5]);
        assert_eq!([first, second], [40.5, 0.5]);
        assert_eq!(third.to_bits(), (-0.0_f64).to_bits());
    }

    #[test]
    fn nothing_comes_of_nothing() {
        let came = Lanes([0.0, -0.0, 1.0, 2.0]);
        let infinite = came * Lanes::all(f64::INFINITY);
        assert_eq!(
            came.if_any(infinite).0,
            [0.0, 0.0, f64::INFINITY, f64::INFINITY]
        );
    }

    #[test]
    fn strips_are_full() {
        assert_eq!(
            [
                strips(3, 7),
                strips(3, 6),
                strips(3, 11),
                strips(usize::MAX, 2)
            ],
            [1, 0, 2, 0]
        );
        assert_eq!(in_strips_mut(&mut [1, 2, 3, 4], 1), [[1, 2, 3, 4]]);
        assert_eq!(in_strips(&[1, 2, 3, 4, 5, 6, 7, 8, 9], 1), [[1, 2, 3, 4]]);
        assert_eq!(in_reach(&[1, 2, 3, 4, 5, 6, 7, 8, 9], 2), [[3, 4, 5, 6]]);
        assert!(in_reach(&[1, 2, 3, 4], 5).is_empty());
    }

    #[test]
    #[should_panic(expected = "out of range")]
    fn short_slices_are_no_strip() {
        Lanes::load(&[1.0, 2.0, 3.0]);
    }
}
