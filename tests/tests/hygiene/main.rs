//! Emitted code in hostile surroundings.

#![forbid(unsafe_code)]
// The functions under test are written as users and their macros write them.
#![allow(
    clippy::let_and_return,
    clippy::needless_range_loop,
    clippy::never_loop,
    clippy::ptr_arg
)]

mod names;
mod origins;
mod shadowing;
mod surroundings;
