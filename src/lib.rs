//! Reverse-mode differentiation for ordinary Rust.

pub use ad_core::{Differentiable, Real, Vjp, cache, check, stop_gradient};
pub use ad_macros::{differentiable, rrule};

/// What emitted code refers to. No part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use ad_core::__private::*;
    pub use ad_rules::elementary as rules;
}
