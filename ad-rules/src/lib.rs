//! Rules of the standard library's functions and methods.
//!
//! Emitted code reaches them through the facade crate `pullback`; nothing here is called by users.
//! [`elementary`] has values and partial derivatives for operands known to be floats, [`methods`] the
//! rules of methods on receivers of unknown type.

pub mod elementary;
pub mod methods;
