//! Rules of the standard library's functions, written with `rrule!` alone.
//!
//! Emitted code reaches them through the facade crate `pullback`; nothing here is called by users.

pub mod elementary;
