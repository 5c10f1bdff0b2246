//! Pages to read: what can be differentiated, and what is refused.

#[doc = include_str!("../docs/what-is-differentiable.md")]
pub mod what_is_differentiable {}

#[doc = include_str!("../docs/refusals.md")]
pub mod refusals {}
