//! Read-only analyses of the IR, with side tables by local and by statement.
//!
//! In the order they run: [`flow`] says where things are, [`activity`] which locals carry a derivative,
//! [`at_once`] which calls leave partial derivatives behind, [`mutation`] where storage changes, [`passed`] which
//! loads are of what no write comes to any more, [`steps`] what changes by steps alone, and [`lent`] what may go around the derivative by a reference that a call returns.
//! [`interior`] finds what may be kept behind one, and [`dropped`], gate 2, what a guess would drop, with
//! [`texts`], which hide a derivative, and [`statics`], which find one again. [`plan`] says what the reverse sweep
//! needs of the primal, statement by statement ([`needs`]), and how each such value comes back to it, with
//! [`release`], where references are let go, and [`saves`], which overwrites it takes back. [`reads`] and
//! [`receiver`] are what callers must know of that. [`affine`] reads indices for the passes over the reverse
//! sweep.

pub(crate) mod activity;
pub(crate) mod affine;
pub(crate) mod at_once;
pub(crate) mod closed;
pub(crate) mod dropped;
pub(crate) mod flow;
pub(crate) mod interior;
pub(crate) mod lent;
pub(crate) mod mixed;
pub(crate) mod mutation;
pub(crate) mod needs;
pub(crate) mod passed;
pub(crate) mod plan;
pub(crate) mod promises;
pub(crate) mod reads;
pub(crate) mod receiver;
pub(crate) mod release;
pub(crate) mod saves;
pub(crate) mod statics;
pub(crate) mod steps;
#[cfg(test)]
mod tests;
pub(crate) mod texts;
