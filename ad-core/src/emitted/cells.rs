//! `Cell` of the standard library, where one is made in a body.
//!
//! Receives the call of its constructor with what may carry a derivative; promises an error that says why there is no
//! rule. A type of the user's may have the name as well: its own rule comes first. `RefCell` and its like are refused
//! by their names.

use std::cell::Cell;

/// What such a call asks for, in vain.
#[diagnostic::on_unimplemented(
    message = "a derivative cannot follow what is changed behind a shared reference; hold the value in a `let mut` variable, or pass `&mut`",
    label = "this call cannot be differentiated"
)]
pub trait HasCellRule<C> {}

/// The constructor.
pub trait MadeCell: Sized {
    /// Never called.
    fn associated_rule_of_new<A, B, R>(_: A, _: B) -> R
    where
        (): HasCellRule<Self>,
    {
        unreachable!("rustc refuses this call")
    }
}

impl<T> MadeCell for Cell<T> {}
