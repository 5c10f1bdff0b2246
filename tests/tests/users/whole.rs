//! Programs as users write them, without regard to how derivatives are made: numbers, options,
//! and programs of three groups of constructs and more.
//! Each is checked against finite differences, at points that go through every branch.
//!
//! A folder is a group of constructs. They are in four crates, which compile side by side.

#![allow(
    clippy::all,
    dead_code,
    for_loops_over_fallibles,
    unused,
    reason = "they are as their writers left them"
)]

mod assertions;
mod mixed;
mod numbers;
mod options;

use assertions::{assert_grad, check};
