//! Tests of the macro as a function from tokens to tokens, outside of any compiler.

mod derive;
mod golden;
mod half_typed;
mod reads;
mod robustness;
