//! Benchmark problems: differentiable programs, and the same gradients written by hand.
//!
//! `cargo bench -p pullback-benches` measures them; [`suite`] says how, [`report`] what is written.

// Loops over indices are how the formulas read, and part of what is measured.
#![allow(clippy::needless_range_loop)]

pub mod checkpointed;
pub mod gradbench;
pub mod memory;
pub mod micro;
pub mod report;
pub mod suite;
pub mod timing;

/// Cuts a slice into pieces of the given sizes.
///
/// ```
/// let [x, y] = pullback_benches::parts(&[1.0, 2.0, 3.0], [2, 1]);
/// assert_eq!((x, y), (&[1.0, 2.0][..], &[3.0][..]));
/// ```
pub fn parts<const N: usize>(mut all: &[f64], sizes: [usize; N]) -> [&[f64]; N] {
    sizes.map(|size| {
        let (part, rest) = all.split_at(size);
        all = rest;
        part
    })
}

/// Cuts a slice that is to be written into pieces of the given sizes.
///
/// ```
/// let mut all = [0.0; 3];
/// let [x, y] = pullback_benches::parts_mut(&mut all, [2, 1]);
/// (x[1], y[0]) = (1.0, 2.0);
/// assert_eq!(all, [0.0, 1.0, 2.0]);
/// ```
pub fn parts_mut<const N: usize>(mut all: &mut [f64], sizes: [usize; N]) -> [&mut [f64]; N] {
    sizes.map(|size| {
        let (part, rest) = std::mem::take(&mut all).split_at_mut(size);
        all = rest;
        part
    })
}
