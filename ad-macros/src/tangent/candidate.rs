//! Which loops can take slopes along, and gain by it.
//!
//! Receives a loop with the statements before it; promises the scalars that it carries, the inputs that
//! they may change with, and for each scalar in it those that it does change with.
//!
//! ```text
//! while … { x = 0.5 * (x + a / x); }      carried x; directions x, a; every scalar changes with both
//! for i in 0..n { s += w * c[i]; }        none: in reverse, nothing is remembered of it
//! ```

use super::MOST_DIRECTIONS;
use crate::analysis::plan::Analyses;
use crate::ir::*;
use crate::rewriting::renaming::can_be_renamed;
use crate::tables::{HashMap, HashSet};
use std::collections::BTreeSet;

/// Scalars that a loop may carry.
const MOST_CARRIED: usize = 2;

pub(super) struct Candidate {
    /// Scalars of outside that it changes.
    pub(super) carried: Vec<Local>,
    /// Scalars of outside that it reads only.
    inputs: Vec<Local>,
    /// Those of both from which derivatives come.
    pub(super) directions: Vec<Local>,
    /// Of which of them each scalar is a function.
    depends: HashMap<Local, BTreeSet<Local>>,
    /// The type of all of them.
    pub(super) ty: Ty,
}

impl Candidate {
    pub(super) fn of(a: &Analyses, looped: &Loop, before: &[Stmt]) -> Option<Self> {
        let scan = Scan::of(a, looped)?;
        let (carried, inputs): (Vec<Local>, Vec<Local>) =
            scan.seeds().partition(|seed| scan.assigned.contains(seed));
        let ty = a.f.ty(*carried.first()?).clone();
        let mut active = scan
            .mentioned
            .iter()
            .chain(&scan.own)
            .filter(|l| scan.is_active(**l));
        let alike = active.all(|l| same_float(a.f.ty(*l), &ty));
        if !alike || carried.len() > MOST_CARRIED {
            return None;
        }
        let depends = dependences(a, looped, carried.iter().chain(&inputs));
        let starts = carried.iter().filter(|c| !starts_constant(**c, before));
        let directions: Vec<Local> = starts.chain(&inputs).copied().collect();
        let candidate = Candidate {
            carried,
            inputs,
            directions,
            depends,
            ty,
        };
        let few = (1..=MOST_DIRECTIONS).contains(&candidate.directions.len());
        (few && candidate.remembers(looped)).then_some(candidate)
    }

    /// The scalars of outside.
    pub(super) fn seeds(&self) -> impl Iterator<Item = Local> {
        self.carried.iter().chain(&self.inputs).copied()
    }

    pub(super) fn is_input(&self, local: Local) -> bool {
        self.inputs.contains(&local)
    }

    /// The directions that a scalar changes with.
    pub(super) fn directions_of(&self, local: Local) -> impl Iterator<Item = &Local> {
        let depends = self.depends.get(&local);
        let changes = move |by: &&Local| depends.is_some_and(|of| of.contains(by));
        self.directions.iter().filter(changes)
    }

    /// Whether the partial derivatives of a statement change with what the loop carries: then the reverse
    /// sweep would have to remember them of every iteration.
    fn remembers(&self, looped: &Loop) -> bool {
        let changes = |operand: &Operand| {
            let of = operand.local().and_then(|l| self.depends.get(&l));
            of.is_some_and(|of| self.carried.iter().any(|c| of.contains(c)))
        };
        let depends = |operand: &Operand| {
            operand
                .local()
                .is_some_and(|l| self.depends.contains_key(&l))
        };
        let mut remembers = false;
        looped.body.walk(&mut |stmt| {
            if let StmtKind::Let { op, .. } = &stmt.kind {
                remembers |= match op {
                    Op::Binary(BinOp::Mul, a, b) => {
                        changes(a) && depends(b) || changes(b) && depends(a)
                    }
                    Op::Binary(BinOp::Div, a, b) => changes(b) || changes(a) && depends(b),
                    Op::Elementary { args, .. } => args.iter().any(changes),
                    _ => false,
                };
            }
        });
        remembers
    }
}

/// Whether the first may be the second, which is known.
fn same_float(ty: &Ty, known: &Ty) -> bool {
    use Float::{F32, F64, Infer};
    let (Ty::Float(float), Ty::Float(known)) = (ty, known) else {
        return false;
    };
    matches!((known, float), (F64, F64 | Infer) | (F32, F32 | Infer))
}

/// Whether a variable is a constant where the statements before a loop end.
fn starts_constant(variable: Local, before: &[Stmt]) -> bool {
    let defines = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Let { dst, op: Op::Use(Operand::Const(..)) } if *dst == variable);
    let Some(at) = before.iter().position(defines) else {
        return false;
    };
    let mut changes = false;
    for stmt in &before[at + 1..] {
        let mut look = |stmt: &Stmt| {
            changes |= stmt.changed().iter().any(|p| p.root == variable);
            changes |= matches!(&stmt.kind, StmtKind::Let { op, .. } if op.places().iter().any(|(p, unique)| *unique && p.root == variable));
        };
        look(stmt);
        for region in stmt.regions() {
            region.walk(&mut |stmt| look(stmt));
        }
    }
    !changes
}

/// What a loop does, if all of it is arithmetic of scalars as far as derivatives go.
struct Scan<'a> {
    a: &'a Analyses<'a>,
    mentioned: BTreeSet<Local>,
    assigned: BTreeSet<Local>,
    own: BTreeSet<Local>,
    labels: HashSet<Label>,
}

impl<'a> Scan<'a> {
    fn of(a: &'a Analyses<'a>, looped: &Loop) -> Option<Self> {
        let mut scan = Scan {
            a,
            mentioned: BTreeSet::new(),
            assigned: BTreeSet::new(),
            own: BTreeSet::new(),
            labels: HashSet::default(),
        };
        let mut fits = scan.head(looped);
        looped.body.walk(&mut |stmt| {
            if let StmtKind::Loop(inner) = &stmt.kind {
                fits &= scan.head(inner);
            }
            scan.mentioned.extend(mentioned(stmt));
            scan.mentioned.extend(given(stmt));
            fits &= scan.fits(stmt);
        });
        fits.then_some(scan)
    }

    /// The scalars of outside that carry derivatives.
    fn seeds(&self) -> impl Iterator<Item = Local> {
        let outside = self.mentioned.iter().filter(|l| !self.own.contains(l));
        outside.copied().filter(|l| self.a.activity.is_active(*l))
    }

    fn is_active(&self, local: Local) -> bool {
        self.a.activity.is_active(local)
    }

    fn head(&mut self, looped: &Loop) -> bool {
        self.labels.insert(looped.label);
        match &looped.kind {
            LoopKind::While(raw) => self.reads(raw),
            LoopKind::Items { binds, head, .. } => {
                self.own.extend(binds);
                self.reads(head)
            }
            LoopKind::Range { var, .. } => {
                self.own.insert(*var);
                true
            }
            LoopKind::Forever => true,
        }
    }

    fn reads(&mut self, raw: &Raw) -> bool {
        self.mentioned.extend(&raw.reads);
        can_be_renamed(raw) || !raw.reads.iter().any(|l| self.is_active(*l))
    }

    fn fits(&mut self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Let { dst, op } => self.fits_let(*dst, op, stmt),
            StmtKind::Declare { dst } => {
                self.own.insert(*dst);
                true
            }
            StmtKind::Assign { place, .. } => {
                self.assigned.insert(place.root);
                !self.is_active(place.root) || place.path.is_empty()
            }
            StmtKind::Branch(branch) => {
                self.own.extend(branch.dst);
                branch
                    .arms
                    .iter()
                    .for_each(|arm| self.own.extend(&arm.binds));
                match &branch.head {
                    Head::If(_) => true,
                    Head::Match(raw) => {
                        let guards = branch.arms.iter().flat_map(|arm| &arm.pattern);
                        let guarded = guards.clone().any(|(_, guard)| guard.is_some());
                        !guarded && self.reads(raw)
                    }
                    Head::Open(_) => false,
                }
            }
            StmtKind::Loop(inner) => inner.dst.is_none(),
            StmtKind::Rest(_) => true,
            StmtKind::Exit { to, value } => {
                let stays = match to {
                    Exit::Return => false,
                    Exit::Break(label) | Exit::Continue(label) => self.labels.contains(label),
                };
                stays && value.is_none()
            }
            StmtKind::Effect { raw } | StmtKind::Panic { raw } => self.reads(raw),
            _ => !self.mentions_active(stmt),
        }
    }

    fn mentions_active(&self, stmt: &Stmt) -> bool {
        mentioned(stmt).into_iter().any(|l| self.is_active(l))
    }

    fn fits_let(&mut self, dst: Local, op: &Op, stmt: &Stmt) -> bool {
        self.own.insert(dst);
        match op {
            Op::Elementary { name, partials, .. } => {
                self.own.extend(partials.iter().flatten());
                !self.is_active(dst) || is_smooth(&name.to_string())
            }
            Op::Use(_) | Op::Neg(_) | Op::Integer(..) => true,
            Op::Binary(op, ..) => *op != BinOp::Rem,
            Op::Load(place) => place.path.is_empty() || !self.is_active(place.root),
            Op::Cast(..) => !self.is_active(dst),
            Op::Raw(raw) => self.reads(raw),
            _ => !self.is_active(dst) && !self.mentions_active(stmt),
        }
    }
}

/// Functions that have a finite partial derivative, and all of it, wherever they have a finite value.
fn is_smooth(name: &str) -> bool {
    matches!(
        name,
        "sin"
            | "cos"
            | "tan"
            | "atan"
            | "sinh"
            | "cosh"
            | "tanh"
            | "asinh"
            | "exp"
            | "exp2"
            | "exp_m1"
            | "ln"
            | "ln_1p"
            | "log2"
            | "log10"
            | "recip"
            | "powi"
            | "abs"
            | "to_degrees"
            | "to_radians"
            | "mul_add"
    )
}

/// Of which seeds each scalar in a loop is a function.
fn dependences<'s>(
    a: &Analyses,
    looped: &Loop,
    seeds: impl Iterator<Item = &'s Local>,
) -> HashMap<Local, BTreeSet<Local>> {
    let mut depends: HashMap<Local, BTreeSet<Local>> =
        seeds.map(|seed| (*seed, BTreeSet::from([*seed]))).collect();
    loop {
        let before: usize = depends.values().map(BTreeSet::len).sum();
        looped.body.walk(&mut |stmt| {
            for (to, from) in edges(stmt) {
                if !a.activity.is_active(to) {
                    continue;
                }
                let of = depends.get(&from).cloned().unwrap_or_default();
                if !of.is_empty() {
                    depends.entry(to).or_default().extend(of);
                }
            }
        });
        if before == depends.values().map(BTreeSet::len).sum::<usize>() {
            return depends;
        }
    }
}

/// What a statement makes a function of what.
fn edges(stmt: &Stmt) -> Vec<(Local, Local)> {
    let to = |dst: Local, from: &Operand| from.local().map(|from| (dst, from));
    match &stmt.kind {
        StmtKind::Let {
            op: Op::Raw(_) | Op::Cast(..),
            ..
        } => Vec::new(),
        StmtKind::Let {
            dst,
            op: Op::Load(place),
        } => vec![(*dst, place.root)],
        StmtKind::Let { dst, op } => op
            .operands()
            .into_iter()
            .filter_map(|from| to(*dst, from))
            .collect(),
        StmtKind::Assign { place, value, .. } => to(place.root, value).into_iter().collect(),
        StmtKind::Branch(Branch {
            dst: Some(dst),
            arms,
            ..
        }) => {
            let tails = arms.iter().filter_map(|arm| arm.body.value());
            tails.filter_map(|tail| to(*dst, tail)).collect()
        }
        _ => Vec::new(),
    }
}
