//! Benchmark problems: differentiable programs, and the same gradients written by hand.

// Loops over indices are how the formulas read, and part of what is measured.
#![allow(clippy::needless_range_loop)]

pub mod gradbench;
pub mod harness;
pub mod micro;
