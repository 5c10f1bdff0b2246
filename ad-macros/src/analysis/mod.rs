//! Read-only analyses of the IR, with side tables by local and by statement.
//!
//! In the order they run: [`flow`] says where things are, [`activity`] which locals carry a
//! derivative, [`lent`] what may go around it by a reference that a call returns, [`interior`] what may be kept behind one, [`texts`] what hides one, [`statics`] what finds one again, [`mutation`] where storage changes, [`release`] where references are let go, [`plan`] what
//! the reverse sweep needs of the primal and how each such value comes back to it, [`saves`] which
//! overwrites it takes back, and [`reads`] what callers must know of that. [`affine`] reads indices for
//! the passes over the reverse sweep.

pub(crate) mod activity;
pub(crate) mod affine;
pub(crate) mod at_once;
pub(crate) mod dropped;
pub(crate) mod flow;
pub(crate) mod interior;
pub(crate) mod lent;
pub(crate) mod mutation;
pub(crate) mod needs;
pub(crate) mod plan;
pub(crate) mod reads;
pub(crate) mod receiver;
pub(crate) mod release;
pub(crate) mod saves;
pub(crate) mod statics;
pub(crate) mod steps;
pub(crate) mod texts;
