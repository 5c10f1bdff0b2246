//! A corpus of small numeric programs, as a programmer who does not know the macro writes them.
//!
//! Every program is an ordinary function under `#[differentiable]`, followed by the points at
//! which it is checked, chosen so that every branch runs: its gradient against finite differences
//! of the untouched function, its value, repeated calls, dirty buffers, restored arguments, and
//! pullbacks called several times. The macros that check are those of `pullback_tests`.
//!
//! ```ignore
//! #[differentiable]
//! fn leaky(x: f64, n: usize) -> f64 {
//!     if x > 0.0 { x } else { x / n as f64 }
//! }
//! check!(leaky_checks, leaky(1.0, fixed(3)), leaky(-1.0, fixed(3)));
//! ```
//!
//! `fixed(…)` marks an argument without a gradient: an integer, or a `#[constant]`. Functions that
//! return one float are for `check!`, other results for `check_vjp!`, functions that only change
//! their `&mut` arguments for `check_in_place!`, and those that do both for `check_both!`.
//!
//! To add a program, put it into the family where a reader would look for it. Programs keep
//! clear of kinks and poles by a few per cent, so that finite differences are a reference.

// The variety of styles is the point: these are the ways people write.
#![allow(clippy::all)]

mod arguments;
mod asked_in_conditions;
mod borrowed_results;
mod branches;
mod changing_functions;
mod checkpoints;
mod checkpoints_in_use;
mod closures;
mod closures_at_work;
mod control;
mod dynamics;
mod elementary;
mod flattened;
mod fluent;
mod functions;
mod functions_in_fields;
mod functions_of_any_type;
mod generics;
mod geometry;
mod halves;
mod helpers;
mod in_place;
mod iterator_arguments;
mod iterator_chains;
mod iterators;
mod iterators_step_by_step;
mod learning;
mod linear_algebra;
mod lists_of_references;
mod loops;
mod matches;
mod mutations;
mod nested_loops;
mod numerics;
mod oddities;
mod overwritten;
mod own_iterators;
mod pipelines;
mod pipelines_in_use;
mod projections;
mod reassigned;
mod recursion;
mod recursions_in_loops;
mod references;
mod referring;
mod regressions;
mod results;
mod returns;
mod scalars;
mod several_places;
mod solvers;
mod stateful_closures;
mod stateful_closures_at_work;
mod stateful_closures_in_context;
mod statistics;
mod stored_functions;
mod stored_functions_at_work;
mod stored_iterators;
mod sugar;
mod trait_objects;
mod vectors;
mod views;
mod yielded;
