//! Operations inside of others.
//!
//! Receives the body of a function; promises the same body for the forward sweep, in which a float that
//! is used once, by what follows it, has no variable of its own.
//!
//! ```text
//! let t3 = a * x;
//! let t4 = dt * t3;
//! let next = x + t4;              let next = x + (dt * (a * x));
//! ```
//!
//! Optimised code is the same. What is saved is the compiler's time, as a variable costs it more than an
//! operation, and that of unoptimised programs, which keep every variable in memory.

use super::{Emitter, names};
use crate::analysis::plan::How;
use crate::ir::*;
use crate::tables::HashSet;

/// How many operations are nested in each other at most.
const DEEPEST: usize = 8;

/// How many statements behind an operation its use is looked for.
const REACH: usize = 32;

/// The body of `e`'s function; `along` says that the reverse sweep looks at variables of it as well.
pub(super) fn body(e: &Emitter, along: bool) -> Region {
    let mut body = e.f.body.clone();
    let mut uses = vec![0; e.f.locals.len()];
    let mut count = |local: Local| uses[local.0] += 1;
    e.f.body.walk(&mut |stmt| {
        mentioned(stmt).into_iter().for_each(&mut count);
        given(stmt).for_each(&mut count);
    });
    let tail = e.f.body.tail.as_ref().and_then(Operand::local);
    tail.into_iter().for_each(count);
    let moves = e.plan.moved_at.values().chain(e.plan.released.values());
    let taken_at = moves.chain(e.plan.given_back.keys()).copied().collect();
    let nester = Nester {
        e,
        along,
        uses,
        taken_at,
    };
    nester.region(&mut body);
    body
}

struct Nester<'a> {
    e: &'a Emitter<'a>,
    along: bool,
    /// How often each local is named.
    uses: Vec<usize>,
    /// The statements before or behind which something is taken for the residual.
    taken_at: HashSet<usize>,
}

/// An operation on its way to where its result is used.
struct Moved {
    dst: Local,
    op: Op,
    /// Whether it reads what may be changed or moved.
    loads: bool,
    depth: usize,
}

impl Nester<'_> {
    fn region(&self, region: &mut Region) {
        let stmts = std::mem::take(&mut region.stmts);
        let mut moved: Vec<Moved> = Vec::new();
        for (at, mut stmt) in stmts.iter().cloned().enumerate() {
            let regions = stmt.regions_mut();
            regions.into_iter().for_each(|region| self.region(region));
            let inside = self.take_in(&mut stmt, &mut moved);
            match self.may_move(&stmt, &stmts[at + 1..], region.tail.as_ref(), inside) {
                Some(operation) => moved.push(operation),
                None => region.stmts.push(stmt),
            }
        }
        let tail = region.tail.as_mut().into_iter();
        tail.for_each(|tail| _ = self.replace(tail, &mut moved));
        debug_assert!(moved.is_empty(), "an operation found no place");
    }

    /// Puts operations where a statement uses them: how deep they are, and whether one loads.
    fn take_in(&self, stmt: &mut Stmt, moved: &mut Vec<Moved>) -> (usize, bool) {
        let mut inside = (0, false);
        for operand in taking(stmt) {
            if let Some(taken) = self.replace(operand, moved) {
                inside = (inside.0.max(taken.depth), inside.1 | taken.loads);
            }
        }
        inside
    }

    fn replace(&self, operand: &mut Operand, moved: &mut Vec<Moved>) -> Option<Moved> {
        let local = operand.local()?;
        let at = moved.iter().position(|m| m.dst == local)?;
        let taken = moved.remove(at);
        *operand = Operand::Const(self.e.op(&taken.op), self.e.f.ty(local).clone());
        Some(taken)
    }

    /// The operation of a statement, if what follows can do it as well.
    fn may_move(
        &self,
        stmt: &Stmt,
        following: &[Stmt],
        tail: Option<&Operand>,
        (depth, loads): (usize, bool),
    ) -> Option<Moved> {
        let StmtKind::Let { dst, op } = &stmt.kind else {
            return None;
        };
        let loads = loads || matches!(op, Op::Load(_));
        let nestable = matches!(op, Op::Load(_) | Op::Neg(_) | Op::Binary(..) | Op::Cast(..));
        let stays = self.taken_at.contains(&stmt.id);
        let fits = nestable && !stays && depth < DEEPEST && self.is_wanted_once(*dst);
        (fits && self.is_taken_in(*dst, following, tail, loads)).then(|| Moved {
            dst: *dst,
            op: op.clone(),
            loads,
            depth: depth + 1,
        })
    }

    /// Whether a local is a float without a name of the user's, used once and not by the reverse sweep.
    fn is_wanted_once(&self, local: Local) -> bool {
        let (info, how) = (self.e.f.info(local), self.e.plan.how[local.0]);
        let float = matches!(info.ty, Ty::Float(Float::F64 | Float::F32));
        let unnamed = names::is_generated(&info.name) && !info.mutable && info.part.is_none();
        let forward_only = how == How::Absent || how == How::Redo && !self.along;
        float && unnamed && forward_only && self.uses[local.0] == 1
    }

    /// Whether what uses a local can have the operation, and what is done before does not change its result.
    fn is_taken_in(
        &self,
        local: Local,
        following: &[Stmt],
        tail: Option<&Operand>,
        loads: bool,
    ) -> bool {
        for stmt in following.iter().take(REACH) {
            if mentioned(stmt).contains(&local) {
                return self.takes(stmt, local);
            }
            if !is_pure(stmt) {
                return false;
            }
        }
        // What the residual keeps may be moved there before the value is computed.
        following.len() <= REACH && !loads && tail.and_then(Operand::local) == Some(local)
    }

    /// Whether a statement that mentions a local can have its operation in the local's place.
    fn takes(&self, stmt: &Stmt, local: Local) -> bool {
        match &stmt.kind {
            StmtKind::Let { op, .. } => takes_operations(op),
            // What is overwritten and saved is borrowed while the value is computed.
            StmtKind::Assign { value, how, .. } => {
                let saved = self.e.plan.saves.contains_key(&stmt.id) && *how == Assign::Set;
                !saved && value.local() == Some(local)
            }
            _ => false,
        }
    }
}

fn takes_operations(op: &Op) -> bool {
    matches!(
        op,
        Op::Use(_) | Op::Neg(_) | Op::Cast(..) | Op::Binary(..) | Op::Elementary { .. }
    )
}

/// The operands of a statement that may be operations.
fn taking(stmt: &mut Stmt) -> Vec<&mut Operand> {
    match &mut stmt.kind {
        StmtKind::Let { op, .. } => match op {
            Op::Use(a) | Op::Neg(a) | Op::Cast(a, _) => vec![a],
            Op::Binary(_, a, b) => vec![a, b],
            Op::Elementary { args, .. } => args.iter_mut().collect(),
            _ => Vec::new(),
        },
        StmtKind::Assign { value, .. } => vec![value],
        _ => Vec::new(),
    }
}

/// Whether nothing that an operation reads changes by a statement, and nothing else is done by it.
fn is_pure(stmt: &Stmt) -> bool {
    let StmtKind::Let { op, .. } = &stmt.kind else {
        return false;
    };
    matches!(
        op,
        Op::Use(_)
            | Op::Load(_)
            | Op::Neg(_)
            | Op::Binary(..)
            | Op::Elementary { .. }
            | Op::Cast(..)
            | Op::Integer(..)
            | Op::Len(..)
    )
}
