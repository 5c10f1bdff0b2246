//! Surface Rust to smaller Rust.
//!
//! Receives the user's syntax; promises the same program with every local name unique, and gives
//! iterator expressions a meaning as indexable sequences.

pub(crate) mod groups;
pub(crate) mod rename;
pub(crate) mod sequence;
