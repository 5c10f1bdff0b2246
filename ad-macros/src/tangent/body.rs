//! The slopes of what happens in a loop, statement by statement.
//!
//! Receives the statements of a loop; promises them on values without derivatives, each followed by what it
//! makes of the slopes: how fast a scalar changes with each of the loop's inputs.
//!
//! ```text
//! t = x * y            t = x * y
//!                      t_a = x_a * y + x * y_a
//! q = t / y            q = t / y
//!                      q_a = (t_a - q * y_a) * (1 / y)
//! x = q                x = q
//!                      x_a = q_a
//! ```

use super::candidate::Candidate;
use crate::ir::*;
use crate::rewriting::Writer;
use crate::rewriting::renaming::Renaming;
use crate::tables::HashMap;

/// How fast a scalar changes with another.
#[derive(Default)]
pub(super) struct Slopes(HashMap<(Local, Local), Operand>);

impl Slopes {
    pub(super) fn set(&mut self, of: Local, by: Local, slope: Operand) {
        self.0.insert((of, by), slope);
    }

    /// The slope, or the variable that holds it.
    pub(super) fn get(&self, of: Local, by: Local) -> Option<Operand> {
        self.0.get(&(of, by)).cloned()
    }
}

pub(super) struct Body<'a, 'w> {
    pub(super) candidate: &'a Candidate,
    pub(super) renaming: Renaming,
    pub(super) slopes: Slopes,
    pub(super) writer: &'a mut Writer<'w>,
}

impl Body<'_, '_> {
    /// A statement on values, without what it makes of the slopes; `gives` is what the region around it
    /// gives.
    pub(super) fn stmt(&mut self, stmt: &mut Stmt, gives: Option<Local>) {
        match &mut stmt.kind {
            StmtKind::Branch(branch) => {
                let dst = branch.dst;
                let arms = branch.arms.iter_mut();
                arms.for_each(|arm| self.region(&mut arm.body, dst));
            }
            StmtKind::Loop(looped) => self.region(&mut looped.body, None),
            StmtKind::Rest(rest) => self.region(rest, gives),
            _ => {}
        }
        self.renaming.stmt(stmt);
    }

    fn region(&mut self, region: &mut Region, gives: Option<Local>) {
        let outer = self.writer.take();
        for mut stmt in std::mem::take(&mut region.stmts) {
            self.writer.span = stmt.span;
            let before = stmt.kind.clone();
            // The slopes of what a branch gives are variables, which its arms assign.
            if let StmtKind::Branch(Branch { dst: Some(dst), .. }) = &before {
                self.declare(*dst);
            }
            self.stmt(&mut stmt, gives);
            let values = stmt.kind.clone();
            self.writer.stmts.push(stmt);
            self.slopes_after(&before, &values);
        }
        if let Some(tail) = &mut region.tail {
            if let Some(dst) = gives {
                self.assign(dst, tail, Assign::Set);
            }
            self.renaming.operand(tail);
        }
        region.stmts = std::mem::replace(&mut self.writer.stmts, outer);
    }

    /// Slopes that are assigned later.
    fn declare(&mut self, of: Local) {
        for by in self.candidate.directions_of(of) {
            let ty = self.candidate.ty.clone();
            let zero = self.writer.constant(0, ty.clone());
            let slope = self.writer.variable("slope", ty, Op::Use(zero));
            self.slopes.set(of, *by, Operand::Local(slope));
        }
    }

    /// `before` names the scalars as the analyses know them, `values` as they are calculated with.
    fn slopes_after(&mut self, before: &StmtKind, values: &StmtKind) {
        match (before, values) {
            (StmtKind::Let { dst, op }, StmtKind::Let { op: on, .. }) => {
                let candidate = self.candidate;
                let mut directions = candidate.directions_of(*dst).peekable();
                let changes = directions.peek().is_some();
                let reciprocal = changes.then(|| self.reciprocal(on)).flatten();
                for by in directions {
                    self.slope(*dst, *by, op, on, &reciprocal);
                }
            }
            (StmtKind::Declare { dst }, _) => self.declare(*dst),
            (StmtKind::Assign { place, value, how }, _) => self.assign(place.root, value, *how),
            _ => {}
        }
    }

    fn assign(&mut self, root: Local, value: &Operand, how: Assign) {
        let candidate = self.candidate;
        for &by in candidate.directions_of(root) {
            let Some(Operand::Local(slope)) = self.slopes.get(root, by) else {
                continue;
            };
            match (self.slope_of(value, by), how) {
                (Some(more), how) => self.writer.assign(slope, more, how),
                (None, Assign::Set) => {
                    let zero = self.writer.constant(0, self.candidate.ty.clone());
                    self.writer.assign(slope, zero, Assign::Set);
                }
                (None, _) => {}
            }
        }
    }

    /// How fast an operand changes with `by`, if it does.
    fn slope_of(&mut self, operand: &Operand, by: Local) -> Option<Operand> {
        let local = operand.local()?;
        if local == by && self.candidate.is_input(local) {
            return Some(self.writer.constant(1, self.candidate.ty.clone()));
        }
        let slope = self.slopes.get(local, by)?;
        Some(self.writer.now(slope))
    }

    /// One over the divisor of a quotient.
    fn reciprocal(&mut self, on: &Op) -> Option<Operand> {
        let Op::Binary(BinOp::Div, _, divisor) = on else {
            return None;
        };
        let one = self.writer.constant(1, self.candidate.ty.clone());
        Some(self.calculated(Op::Binary(BinOp::Div, one, divisor.clone())))
    }

    /// The slope of `dst`: `op` names the scalars, `on` their values.
    fn slope(&mut self, dst: Local, by: Local, op: &Op, on: &Op, reciprocal: &Option<Operand>) {
        let slope = match (op, on) {
            (Op::Use(a), _) => self.slope_of(a, by),
            (Op::Load(place), _) => self.slope_of(&Operand::Local(place.root), by),
            (Op::Neg(a), _) => {
                let slope = self.slope_of(a, by);
                slope.map(|slope| self.calculated(Op::Neg(slope)))
            }
            (Op::Binary(op, a, b), Op::Binary(_, on_a, on_b)) => {
                let (left, right) = (self.slope_of(a, by), self.slope_of(b, by));
                let over = |body: &mut Self, right: Option<Operand>| {
                    let right = right.map(|slope| body.product(slope, &Operand::Local(dst)));
                    let change = body.difference(left.clone(), right)?;
                    Some(body.product(change, reciprocal.as_ref()?))
                };
                match op {
                    BinOp::Add => self.sum(left, right),
                    BinOp::Sub => self.difference(left, right),
                    BinOp::Mul => {
                        let left = left.map(|slope| self.product(slope, on_b));
                        let right = right.map(|slope| self.product(slope, on_a));
                        self.sum(left, right)
                    }
                    // (a/b)′ = (a′ − (a/b) b′) / b
                    BinOp::Div | BinOp::Rem => over(self, right),
                }
            }
            (Op::Elementary { args, partials, .. }, _) => self.chained(args, partials, by),
            _ => None,
        };
        if self.writer.locals[dst.0].mutable {
            let zero = self.writer.constant(0, self.candidate.ty.clone());
            let (ty, start) = (self.candidate.ty.clone(), slope.unwrap_or(zero));
            let slope = self.writer.variable("slope", ty, Op::Use(start));
            self.slopes.set(dst, by, Operand::Local(slope));
        } else if let Some(slope) = slope {
            self.slopes.set(dst, by, slope);
        }
    }

    /// f(a, b)′ = ∂f/∂a a′ + ∂f/∂b b′
    fn chained(
        &mut self,
        args: &[Operand],
        partials: &[Option<Local>],
        by: Local,
    ) -> Option<Operand> {
        let mut slope = None;
        for (arg, partial) in args.iter().zip(partials) {
            let part = self.slope_of(arg, by).zip(*partial);
            let part = part.map(|(slope, p)| self.product(slope, &Operand::Local(p)));
            slope = self.sum(slope, part);
        }
        slope
    }

    fn calculated(&mut self, op: Op) -> Operand {
        Operand::Local(self.writer.value("t", self.candidate.ty.clone(), op))
    }

    fn product(&mut self, slope: Operand, factor: &Operand) -> Operand {
        self.calculated(Op::Binary(BinOp::Mul, slope, factor.clone()))
    }

    fn sum(&mut self, a: Option<Operand>, b: Option<Operand>) -> Option<Operand> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.calculated(Op::Binary(BinOp::Add, a, b))),
            (a, b) => a.or(b),
        }
    }

    fn difference(&mut self, a: Option<Operand>, b: Option<Operand>) -> Option<Operand> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.calculated(Op::Binary(BinOp::Sub, a, b))),
            (None, Some(b)) => Some(self.calculated(Op::Neg(b))),
            (a, None) => a,
        }
    }
}
