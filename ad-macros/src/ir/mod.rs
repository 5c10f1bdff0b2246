//! The structured intermediate representation.
//!
//! Receives nothing; promises a vocabulary. A function is a tree of [`Region`]s of [`Stmt`]s over
//! numbered [`Local`]s. Immutable locals are assigned once and are values; mutable ones are storage.
//! Every operand is a local or a constant, so each statement performs one operation:
//!
//! ```text
//! s += x[i] * x[i];            t1 = load x[i]
//!                              t2 = t1 * t1
//!                              s += t2
//! ```
//!
//! Control flow is structured. A statement that may leave its region early (`break`, `continue`,
//! `return` somewhere inside) is followed by at most one statement, [`StmtKind::Rest`], which holds
//! everything that runs only when it did not leave. Exits are therefore always the last thing their
//! region does, and a region's residual has one shape whichever way it was left.

mod call;
mod function;
mod mentioned;
mod op;
mod place;
pub(crate) mod print;
mod statement;
pub(crate) mod ty;
pub(crate) mod verify;

pub(crate) use call::{Arg, Call, Callee, Chain, FunctionArg, FunctionValue, Operator};
pub(crate) use function::{
    Function, Label, Local, LocalInfo, OwnTrait, Param, Passing, is_optional_reference,
};
pub(crate) use mentioned::{
    given, is_in_guards, mentioned, names_in, places, places_mut, raw_mut, raws,
};
pub(crate) use op::{BinOp, Construct, Op, starts_upper, variant};
pub(crate) use place::{NUMBER, NUMBERS, Operand, Place, Raw, Step, VECTORS};
pub(crate) use statement::{
    Adaptor, Arm, Assign, Branch, Exit, Head, Loop, LoopKind, Open, Range, Region, Stmt, StmtKind,
    closures_of, counted,
};
pub(crate) use ty::{Float, Ty};
