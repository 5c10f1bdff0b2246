//! Shared helpers of the integration tests: what a derivative must be, found without deriving it.
//!
//! [`Coordinates`] looks at any argument, result or gradient as a list of numbers;
//! [`numeric_jacobian`] differentiates an untouched primal by extrapolated central differences;
//! [`check!`], [`check_vjp!`], [`check_in_place!`] and [`check_both!`] hold a differentiable
//! function against it and against every promise of its public calls.

mod assertions;
mod coordinates;
mod finite_differences;
mod macros;

pub use assertions::{
    Weights, assert_contraction, assert_gradient, assert_same, contract, dirty, outputs,
};
pub use coordinates::{Coordinates, flat};
pub use finite_differences::{Jacobian, numeric_jacobian};
