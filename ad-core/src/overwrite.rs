//! Shadows that their rule begins: written before they are added to, where the caller says so.

use crate::keep::Keep;
use crate::{Differentiable, Real};
use std::cell::Cell;
use std::ops::Range;
use std::slice;

/// Sequences of floats whose shadow is the caller's buffer as it is.
pub trait Cells: Differentiable {
    /// The buffer as a shadow that holds what the buffer held.
    fn cells(buffer: &mut Self::Buffer) -> &mut Self::Shadow;
}

impl<T: Real> Cells for [T] {
    #[inline(always)]
    fn cells(buffer: &mut [T]) -> &mut [Cell<T>] {
        in_place::<T>(buffer)
    }
}

impl<T: Real, const N: usize> Cells for [T; N] {
    #[inline(always)]
    fn cells(buffer: &mut [T; N]) -> &mut [Cell<T>; N] {
        &mut in_place::<[T; N]>(slice::from_mut(buffer))[0]
    }
}

#[inline(always)]
fn in_place<P: Differentiable<Shadow: Sized>>(buffer: &mut [P::Tangent]) -> &mut [P::Shadow] {
    match P::in_place(buffer) {
        Ok(shadow) => shadow,
        Err(_) => unreachable!("a float's shadow has the layout of its tangent"),
    }
}

/// The only contribution a cell has got yet.
#[inline(always)]
pub fn begin<K: Keep, T: Real>(_: K, shadow: &Cell<T>, x: T) {
    if K::OVERWRITES {
        shadow.set(x + T::ZERO);
    } else {
        shadow.set(shadow.get() + x);
    }
}

/// Nothing has been added to these cells yet.
#[inline(always)]
pub fn blank<K: Keep, T: Real>(_: K, shadow: &[Cell<T>]) {
    if K::OVERWRITES {
        shadow.iter().for_each(|cell| cell.set(T::ZERO));
    }
}

/// Nothing has been added yet to the cells of a matrix, with rows of `width` cells, that are not in these rows.
#[inline(always)]
pub fn blank_around<K: Keep, T: Real>(
    keep: K,
    shadow: &[Cell<T>],
    rows: Range<usize>,
    width: usize,
) {
    let passed = rows.start.saturating_mul(width)..rows.end.saturating_mul(width);
    blank_outside(keep, shadow, passed, 0, 0);
}

/// Nothing has been added yet to the cells that a window, from `low` to `high` around the variable of a
/// loop over `range`, does not pass. Where the loop passes more cells than there are, it is left to the loop to say so.
#[inline(always)]
pub fn blank_outside<K: Keep, T: Real>(
    keep: K,
    shadow: &[Cell<T>],
    range: Range<usize>,
    low: isize,
    high: isize,
) {
    if K::OVERWRITES {
        let passed = match range.is_empty() {
            true => 0..0,
            false => range.start.wrapping_add_signed(low)..range.end.wrapping_add_signed(high),
        };
        blank(keep, &shadow[..passed.start.min(shadow.len())]);
        blank(keep, shadow.get(passed.end..).unwrap_or_default());
    }
}
