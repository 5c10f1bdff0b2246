//! A corpus of small numeric programs, as a programmer who does not know the macro writes them.
//!
//! Every program is an ordinary function under `#[differentiable]`, followed by the points at
//! which it is checked, chosen so that every branch runs: its gradient against finite differences
//! of the untouched function, its value, repeated calls, dirty buffers, restored arguments, and
//! pullbacks called several times. The macros that check are those of `pullback_tests`.
//!
//! To add a program, put it into the family where a reader would look for it. Programs keep
//! clear of kinks and poles by a few per cent, so that finite differences are a reference.

// The variety of styles is the point: these are the ways people write.
#![allow(
    clippy::assign_op_pattern,
    clippy::blocks_in_conditions,
    clippy::double_parens,
    clippy::excessive_precision,
    clippy::explicit_auto_deref,
    clippy::explicit_counter_loop,
    clippy::identity_op,
    clippy::let_and_return,
    clippy::manual_memcpy,
    clippy::manual_swap,
    clippy::many_single_char_names,
    clippy::match_like_matches_macro,
    clippy::needless_borrow,
    clippy::needless_late_init,
    clippy::needless_lifetimes,
    clippy::needless_range_loop,
    clippy::needless_return,
    clippy::neg_multiply,
    clippy::never_loop,
    clippy::op_ref,
    clippy::precedence,
    clippy::ptr_arg,
    clippy::redundant_static_lifetimes,
    clippy::same_item_push,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::vec_init_then_push,
    clippy::while_let_loop
)]

mod arguments;
mod branches;
mod control;
mod dynamics;
mod elementary;
mod generics;
mod geometry;
mod helpers;
mod in_place;
mod learning;
mod linear_algebra;
mod loops;
mod matches;
mod nested_loops;
mod numerics;
mod oddities;
mod recursion;
mod returns;
mod scalars;
mod solvers;
mod statistics;
mod vectors;
