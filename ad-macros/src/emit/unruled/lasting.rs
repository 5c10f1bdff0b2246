//! Whether anything is read of a receiver for as long as what its method gives may refer to it.
//!
//! Where the types are asked, the receiver is lent uniquely for that long, though its rule may share it alone.
//!
//! ```text
//! a = call .at(&mut this.m, 1)
//! b = call .at(&mut this.m, 2)      reads `this.m`: `a` may be a reference
//! c = call mul(&a, &b)
//! ```

use crate::ir::*;
use crate::tables::{HashMap, HashSet};

/// A function's statements in the order of the program, and which of them name its locals.
pub(super) struct Order<'f> {
    f: &'f Function,
    stmts: Vec<&'f Stmt>,
    naming: HashMap<Local, Vec<usize>>,
    /// What patterns bind of a local.
    parts: HashMap<Local, Vec<Local>>,
}

impl<'f> Order<'f> {
    pub(super) fn of(f: &'f Function) -> Self {
        let mut stmts = Vec::new();
        f.body.walk(&mut |stmt| stmts.push(stmt));
        let mut naming: HashMap<Local, Vec<usize>> = HashMap::default();
        for (i, stmt) in stmts.iter().enumerate() {
            for local in mentioned(stmt).into_iter().chain(given(stmt)) {
                naming.entry(local).or_default().push(i);
            }
        }
        let mut parts: HashMap<Local, Vec<Local>> = HashMap::default();
        for local in (0..f.locals.len()).map(Local) {
            if let Some(place) = &f.info(local).part {
                parts.entry(place.root).or_default().push(local);
            }
        }
        Order {
            f,
            stmts,
            naming,
            parts,
        }
    }

    /// Whether nothing is read of a method's receiver while what it gives is there and used, and nothing is there that was
    /// read of it before.
    pub(super) fn is_let_alone(&self, given: Local, receiver: &Place) -> bool {
        let makes = |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Let { dst, .. } if *dst == given);
        let made = self.stmts.iter().position(makes);
        let (Some(made), Some(last)) = (made, self.last_use(given)) else {
            return false;
        };
        let before = self.stmts[..made].iter();
        let mut before = before.filter(|stmt| reads(stmt, receiver));
        let after = self.stmts.get(made + 1..=last).unwrap_or_default();
        self.naming.contains_key(&given)
            && before.all(|stmt| self.is_over(stmt, made))
            && !after.iter().any(|stmt| reads(stmt, receiver))
    }

    /// Whether nothing refers to what a statement read once another one runs.
    fn is_over(&self, stmt: &Stmt, at: usize) -> bool {
        match &stmt.kind {
            StmtKind::Let { dst, op } if may_refer(self.f, *dst, op) => {
                self.last_use(*dst).is_some_and(|last| last <= at)
            }
            StmtKind::Let { .. } | StmtKind::Effect { .. } => true,
            StmtKind::Branch(branch) => branch.arms.iter().all(|arm| arm.binds.is_empty()),
            _ => false,
        }
    }

    /// The last statement that names a value, or what may hold it; `None` if more than locals may.
    fn last_use(&self, value: Local) -> Option<usize> {
        let (mut holders, mut open) = (HashSet::from_iter([value]), vec![value]);
        let mut last = 0;
        while let Some(holder) = open.pop() {
            let mut found = self.parts.get(&holder).cloned().unwrap_or_default();
            for &i in self.naming.get(&holder).into_iter().flatten() {
                last = last.max(i + inside(self.stmts[i]));
                found.extend(self.holder(self.stmts[i], holder)?);
            }
            open.extend(found.into_iter().filter(|local| holders.insert(*local)));
        }
        Some(last)
    }

    /// What holds a value after a statement that names it; `None` if that is no local of the function.
    fn holder(&self, stmt: &Stmt, value: Local) -> Option<Option<Local>> {
        let f = self.f;
        match &stmt.kind {
            StmtKind::Let { dst, op } => Some(may_refer(f, *dst, op).then_some(*dst)),
            StmtKind::Assign {
                place, value: v, ..
            }
            | StmtKind::Push { place, value: v }
                if v.local() == Some(value) =>
            {
                let of_argument = matches!(f.ty(place.root), Ty::Ref(true, _));
                (of_argument || f.ty(place.root).is_scalar()).then_some(None)
            }
            StmtKind::Fill { value: v, .. } if v.local() == Some(value) => None,
            StmtKind::Branch(branch) => {
                let gives = given(stmt).any(|local| local == value);
                Some(branch.dst.filter(|_| gives))
            }
            StmtKind::Loop(looped) => Some(looped.dst),
            StmtKind::Exit { to, .. } => matches!(to, Exit::Return).then_some(None),
            _ => Some(None),
        }
    }
}

/// How many statements there are in the regions of a statement.
fn inside(stmt: &Stmt) -> usize {
    let mut count = 0;
    for region in stmt.regions() {
        region.walk(&mut |_| count += 1);
    }
    count
}

/// Whether what an operation gives may refer to its operands.
fn may_refer(f: &Function, dst: Local, op: &Op) -> bool {
    let computes = match op {
        Op::Binary(..) | Op::Neg(_) | Op::Cast(..) | Op::Elementary { .. } | Op::Len(..) => true,
        Op::Integer(..) | Op::Slope { .. } | Op::Scalar(_) | Op::Selector(_) | Op::Key(_) => true,
        Op::Call(call) => matches!(call.callee, Callee::Operator(_)),
        _ => false,
    };
    !computes && !f.ty(dst).is_scalar() && !f.ty(dst).is_inert()
}

/// Whether a statement reads a part of a place, or what it is a part of.
fn reads(stmt: &Stmt, receiver: &Place) -> bool {
    let written = match &stmt.kind {
        StmtKind::Assign { place, .. } => Some(std::ptr::from_ref(place)),
        _ => None,
    };
    let mut read = places(stmt)
        .into_iter()
        .filter(|place| written != Some(std::ptr::from_ref(*place)));
    read.any(|place| overlap(place, receiver)) || raws(stmt).iter().any(|raw| names(raw, receiver))
}

fn overlap(a: &Place, b: &Place) -> bool {
    let apart = |pair: (&Step, &Step)| matches!(pair, (Step::Field(a), Step::Field(b)) if a != b);
    a.root == b.root && !a.path.iter().zip(&b.path).any(apart)
}

/// Whether code that is kept as it is written may read a field.
fn names(raw: &Raw, receiver: &Place) -> bool {
    let mut found = Vec::new();
    names_in(raw.tokens.clone(), &mut found);
    let field = receiver.path.iter().rev().find_map(|step| match step {
        Step::Field(syn::Member::Named(name)) => Some(name),
        _ => None,
    });
    raw.reads.contains(&receiver.root) && field.is_none_or(|name| found.contains(name))
}
