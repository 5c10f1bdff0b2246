//! Partial derivatives that a call leaves behind instead of a residual.
//!
//! A function that calls itself takes them with a cotangent of one as soon as the call has run; its pullback is then
//! a multiplication.

use crate::differentiable::{PooledVec, pooled_zeros};
use crate::functions::if_any;
use crate::{Differentiable, Real};
use std::borrow::Borrow;
use std::cell::Cell;

/// A number, or numbers side by side.
pub trait AtOnce: Differentiable {
    /// The partial derivatives by each of them.
    type Partials: Borrow<Self::Shadow>;

    /// Partial derivatives to which nothing has come yet.
    fn partials(&self) -> Self::Partials;
}

/// The shadow of such numbers.
pub trait AddTimes<T> {
    /// `self += ct * partials`, where there is a partial derivative.
    ///
    /// # Panics
    ///
    /// If the two have different lengths.
    fn add_times(&self, partials: &Self, ct: T);
}

macro_rules! numbers {
    ($($float:ty)*) => {$(
        impl AtOnce for $float {
            type Partials = Cell<$float>;

            #[inline(always)]
            fn partials(&self) -> Cell<$float> {
                Cell::new(-0.0)
            }
        }
    )*};
}

numbers!(f64 f32);

/// How many numbers need no memory of their own: most calls of a recursion are at its ends, and are given little.
const FEW: usize = 4;

/// Partial derivatives side by side, on pooled memory if they are more than a few.
pub enum Partials<T> {
    /// So many of them.
    Few([Cell<T>; FEW], usize),
    /// All of them.
    Many(PooledVec<Cell<T>>),
}

impl<T> Borrow<[Cell<T>]> for Partials<T> {
    #[inline(always)]
    fn borrow(&self) -> &[Cell<T>] {
        match self {
            Partials::Few(few, len) => &few[..*len],
            Partials::Many(many) => many,
        }
    }
}

impl<T: Real> AtOnce for [T]
where
    T: Differentiable<Shadow = Cell<T>>,
{
    type Partials = Partials<T>;

    #[inline]
    fn partials(&self) -> Partials<T> {
        match self.len() {
            len @ 0..=FEW => Partials::Few([const { Cell::new(T::NEG_ZERO) }; FEW], len),
            _ => Partials::Many(pooled_zeros(self)),
        }
    }
}

impl<T: Real> AtOnce for Vec<T>
where
    T: Differentiable<Shadow = Cell<T>>,
{
    type Partials = PooledVec<Cell<T>>;

    #[inline]
    fn partials(&self) -> PooledVec<Cell<T>> {
        pooled_zeros(self)
    }
}

impl<T: Real, const N: usize> AtOnce for [T; N]
where
    T: Differentiable<Shadow = Cell<T>>,
{
    type Partials = [Cell<T>; N];

    #[inline]
    fn partials(&self) -> [Cell<T>; N] {
        [const { Cell::new(T::NEG_ZERO) }; N]
    }
}

impl<T: Real> AddTimes<T> for Cell<T> {
    #[inline(always)]
    fn add_times(&self, partials: &Self, ct: T) {
        let partial = partials.get();
        // Chosen, not branched on: recursions come by here at each step on their way back.
        self.set(self.get() + if_any(partial, ct * partial));
    }
}

impl<T: Real> AddTimes<T> for [Cell<T>] {
    #[inline]
    fn add_times(&self, partials: &Self, ct: T) {
        assert_eq!(self.len(), partials.len(), "shadows of different lengths");
        for (to, from) in self.iter().zip(partials) {
            to.add_times(from, ct);
        }
    }
}

impl<T: Real> AddTimes<T> for Vec<Cell<T>> {
    #[inline]
    fn add_times(&self, partials: &Self, ct: T) {
        self[..].add_times(partials, ct);
    }
}

impl<T: Real, const N: usize> AddTimes<T> for [Cell<T>; N] {
    #[inline]
    fn add_times(&self, partials: &Self, ct: T) {
        self[..].add_times(partials, ct);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_partials_start_and_multiply_alike() {
        for len in 0..7 {
            let values = vec![2.0; len];
            let partials = values[..].partials();
            let cells: &[Cell<f64>] = partials.borrow();
            assert_eq!(cells.len(), len);
            assert!(
                cells
                    .iter()
                    .all(|cell| cell.get().to_bits() == (-0.0_f64).to_bits())
            );
            for (i, cell) in cells.iter().enumerate() {
                cell.set(i as f64);
            }
            let shadow = vec![Cell::new(1.0); len];
            shadow[..].add_times(cells, 3.0);
            assert!((0..len).all(|i| shadow[i].get() == 1.0 + 3.0 * i as f64));
        }
    }
}
