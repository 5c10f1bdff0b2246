//! Reverse-mode differentiation for ordinary Rust.
