//! Emitted code in hostile surroundings.

#![forbid(unsafe_code)]

mod names;
mod origins;
mod shadowing;
mod surroundings;
