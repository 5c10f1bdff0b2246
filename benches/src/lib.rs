//! Benchmark problems: differentiable programs, and the same gradients written by hand.

pub mod gradbench;
pub mod harness;
pub mod micro;
