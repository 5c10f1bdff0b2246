//! What leaves a function before it has begun.
//!
//! Receives a function; promises it without the guard clauses at its beginning, and the clauses: the rule whose last
//! loops go along asks them first. Where one of them leaves, it runs both sweeps of what the function is there, or calls
//! the other rule if that is more than arithmetic.
//!
//! ```text
//! fn mean(x: &[f64]) -> f64 {                 if x.is_empty() { blank d_x; return 0.0; }
//!     if x.is_empty() { return 0.0; }
//!     let mut s = 0.0;                        let mut s = 0.0;
//!     for v in x { s += v; }                  for v in x { s += v; }
//!     s / x.len() as f64                      s / x.len() as f64
//! }
//! ```

use crate::ir::*;
use crate::lower::number;
use crate::tables::HashSet;

/// A function without its guard clauses.
pub(crate) struct Guarded {
    pub(crate) f: Function,
    pub(crate) clauses: Vec<Clause>,
}

/// A condition under which a function is left, and the values that it takes.
pub(crate) struct Clause {
    pub(crate) values: Vec<(Local, Op)>,
    pub(crate) condition: Local,
    /// What the function is where the clause leaves it, if that is a few values.
    pub(crate) left: Option<Function>,
}

/// None if there are no clauses.
pub(crate) fn apart(f: &Function) -> Option<Guarded> {
    let mut clauses = Vec::new();
    let mut body = f.body.clone();
    while let Some(clause) = first(f, &mut body) {
        clauses.push(clause);
    }
    if clauses.is_empty() {
        return None;
    }
    number(&mut body, &mut 0);
    let mut f = f.clone();
    f.body = body;
    verify::check(&f);
    Some(Guarded { f, clauses })
}

/// Takes the first clause out of a body, if only values are made before it.
fn first(f: &Function, body: &mut Region) -> Option<Clause> {
    let branches = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Branch(_));
    let at = body.stmts.iter().position(branches)?;
    let (before, from) = body.stmts.split_at(at);
    let [branch, rest] = from else { return None };
    let (StmtKind::Branch(branch), StmtKind::Rest(rest)) = (&branch.kind, &rest.kind) else {
        return None;
    };
    let condition = leaving(branch)?;
    let values = values(f, before, condition)?;
    let left = left(f, before, &branch.arms[0].body);
    let rest = rest.clone();
    body.stmts.truncate(at);
    body.stmts.extend(rest.stmts);
    body.tail = rest.tail;
    body.diverges = rest.diverges;
    Some(Clause {
        values,
        condition,
        left,
    })
}

/// The function that ends with a clause.
fn left(f: &Function, before: &[Stmt], clause: &Region) -> Option<Function> {
    let (exit, stmts) = clause.stmts.split_last()?;
    let StmtKind::Exit { value, .. } = &exit.kind else {
        return None;
    };
    let is_value = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Let { op, .. } => !matches!(op, Op::Call(_)),
        _ => false,
    };
    if !stmts.iter().all(is_value) {
        return None;
    }
    let mut left = f.clone();
    left.body = Region {
        stmts: before.iter().chain(stmts).cloned().collect(),
        tail: value.clone(),
        diverges: false,
    };
    number(&mut left.body, &mut 0);
    verify::check(&left);
    Some(left)
}

/// The condition of `if condition { …; return value }`.
fn leaving(branch: &Branch) -> Option<Local> {
    let (Head::If(condition), [then, otherwise]) = (&branch.head, branch.arms.as_slice()) else {
        return None;
    };
    let returns = |stmt: &Stmt| {
        let to = match &stmt.kind {
            StmtKind::Exit { to, .. } => to,
            _ => return false,
        };
        *to == Exit::Return
    };
    let leaves = then.body.stmts.last().is_some_and(returns);
    let stays = otherwise.body.stmts.is_empty() && !otherwise.body.diverges;
    condition
        .local()
        .filter(|_| leaves && stays && branch.dst.is_none())
}

/// What a condition is computed from, in order, if nothing before it changes anything.
fn values(f: &Function, before: &[Stmt], condition: Local) -> Option<Vec<(Local, Op)>> {
    let mut needed = HashSet::from_iter([condition]);
    let mut values = Vec::new();
    for stmt in before.iter().rev() {
        match &stmt.kind {
            StmtKind::Let {
                op: Op::Call(_), ..
            } => return None,
            StmtKind::Let { dst, op } if needed.contains(dst) => {
                let again = !f.info(*dst).mutable && is_arithmetic(op);
                again.then_some(())?;
                needed.extend(mentioned(stmt));
                values.push((*dst, op.clone()));
            }
            StmtKind::Let { op, .. } if op.places().iter().any(|(_, unique)| *unique) => {
                return None;
            }
            StmtKind::Let { .. } | StmtKind::Declare { .. } => {}
            _ => return None,
        }
    }
    values.reverse();
    let defined: HashSet<Local> = values.iter().map(|(local, _)| *local).collect();
    let params: HashSet<Local> = f.params.iter().map(|p| p.local).collect();
    let known = |local: &Local| defined.contains(local) || params.contains(local);
    needed.iter().all(known).then_some(values)
}

/// Whether a value may be computed twice.
fn is_arithmetic(op: &Op) -> bool {
    match op {
        Op::Use(_) | Op::Neg(_) | Op::Binary(..) | Op::Cast(..) | Op::Integer(..) => true,
        Op::Load(_) | Op::Len(..) => true,
        Op::Raw(raw) => raw.cheap,
        _ => false,
    }
}
