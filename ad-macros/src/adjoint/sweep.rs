//! The walk backwards: regions, branches, loops, and what must be there before each statement.
//!
//! Receives a function with its analyses and plan; promises the statements of its pullback, last first, each behind
//! what it names: primal values that are computed again, shadows of views, and shadows that begin.
//!
//! ```text
//! for i in 0..n {              start d_s = ct
//!     let v = &x[i];           for i in (0..n).rev() {
//!     s += *v * c;                 view d_v = &d_x[i]
//! }                                d_v += d_s * c
//! s                            }
//! ```

mod ahead;

use super::residual::Residuals;
use super::{Ct, Owned, Rev, Schedule, is_plain};
use crate::analysis::plan::{Analyses, Plan};
use crate::ir::*;
use crate::passes::Pass;
use crate::tables::{HashMap, HashSet};

/// The pullback's statements for the whole function.
pub(super) fn sweep<'f>(a: &'f Analyses<'f>, plan: &'f Plan) -> Vec<Rev<'f>> {
    let mut sweeper = Sweeper::new(a, plan);
    sweeper.body()
}

/// The cotangent of what a region yields.
#[derive(Clone, Debug)]
pub(super) enum Value {
    None,
    Plain(Ct),
    Owned(Owned),
}

/// Why nothing may have come to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// It was put where the program may not have looked for it again, or something else was chosen in its place. It is
    /// a number as a rule, and what is multiplied with its cotangent as well, unless that is a derivative at a pole.
    OfCell,
    /// It is there for one way of a branch, and may be anything in the other one; or it is infinite, and what is made
    /// of it stands still there.
    OfBranch,
}

pub(super) struct Sweeper<'f> {
    pub(super) a: &'f Analyses<'f>,
    pub(super) plan: &'f Plan,
    pub(super) f: &'f Function,
    pub(super) residuals: Residuals<'f>,
    ops: HashMap<Local, &'f Op>,
    /// The result that a partial derivative is computed with.
    definer: HashMap<Local, Local>,
    pub(super) out: Vec<Rev<'f>>,
    /// Plain shadows that exist here.
    pub(super) started: HashSet<Local>,
    /// Of these, those that nothing may have come to.
    pub(super) unsure: HashMap<Local, Doubt>,
    /// Primal values and view shadows made again here.
    redone: HashSet<Local>,
    viewed: HashSet<Local>,
    /// Values made again inside a statement, whose sources outside it are there already.
    looked_through: HashSet<(Local, usize)>,
    result: Value,
}

impl<'f> Sweeper<'f> {
    fn new(a: &'f Analyses<'f>, plan: &'f Plan) -> Self {
        let (mut ops, mut definer) = (HashMap::default(), HashMap::default());
        a.f.body.walk(&mut |stmt| {
            if let StmtKind::Let { dst, op } = &stmt.kind {
                ops.entry(*dst).or_insert(op);
                for (partial, again) in op.partials(a.passes.has(Pass::Slopes)) {
                    ops.insert(partial, again);
                    if !matches!(again, Op::Slope { .. }) {
                        definer.insert(partial, *dst);
                    }
                }
            }
        });
        let result = match &a.f.ret {
            ty if ty.is_float() => Value::Plain(Ct::Result),
            ty if ty.is_inert() => Value::None,
            _ => Value::Owned(Owned::Result),
        };
        Sweeper {
            a,
            plan,
            f: a.f,
            residuals: Residuals::new(a, plan),
            ops,
            definer,
            out: Vec::new(),
            started: HashSet::default(),
            unsure: HashMap::default(),
            redone: HashSet::default(),
            viewed: HashSet::default(),
            looked_through: HashSet::default(),
            result,
        }
    }

    fn body(&mut self) -> Vec<Rev<'f>> {
        let result = self.result.clone();
        self.region(&self.f.body, result);
        for param in &self.f.params {
            let scalar = param.passing == Passing::Value && is_plain(self.f, param.local);
            if scalar && self.started.contains(&param.local) {
                self.out.push(Rev::Deliver(param.local));
            }
        }
        std::mem::take(&mut self.out)
    }

    pub(super) fn is_active(&self, local: Local) -> bool {
        self.a.activity.is_active(local)
    }

    pub(super) fn storage_active(&self, root: Local) -> bool {
        self.residuals.storage_active(root)
    }

    /// The reverse of a region whose value has the cotangent `value`.
    fn region(&mut self, region: &'f Region, value: Value) {
        self.owned_shadows(region, &value);
        if let (Some(tail), false) = (&region.tail, region.ends_in_rest()) {
            self.contribute_value(tail, &value);
        }
        for stmt in region.stmts.iter().rev() {
            self.stmt(stmt, &value);
        }
    }

    /// Shadows with a shape exist from the start of the reverse of their region.
    fn owned_shadows(&mut self, region: &'f Region, value: &Value) {
        let adopted = match (value, &region.tail) {
            (Value::Owned(Owned::Result), Some(Operand::Local(l))) => Some(*l),
            _ => None,
        };
        let mut defined = Vec::new();
        for stmt in &region.stmts {
            match &stmt.kind {
                StmtKind::Let { dst, .. } | StmtKind::Declare { dst } => defined.push(*dst),
                StmtKind::Branch(b) => defined.extend(b.dst),
                StmtKind::Loop(l) => defined.extend(l.dst),
                _ => {}
            }
        }
        for local in defined {
            if let Some(rest) = self
                .rest_of(local)
                .filter(|_| self.residuals.needs_shape(local))
            {
                self.out.push(Rev::FreshOfRest(local, rest));
            } else if self.residuals.needs_shape(local) {
                let adopt = adopted == Some(local) && self.a.flow.home[local.0].is_empty();
                self.out.push(if adopt {
                    Rev::Adopt(local)
                } else {
                    Rev::Fresh(local)
                });
                if adopt {
                    self.started.insert(local);
                }
            }
        }
    }

    /// The rest that has the shape of a result which an early exit leaves undefined.
    fn rest_of(&self, local: Local) -> Option<usize> {
        let bound = &self.a.flow.bound_by_rest;
        bound
            .iter()
            .find(|(_, l)| **l == local)
            .map(|(rest, _)| *rest)
    }

    /// A nested region: what it starts ends with it.
    fn nested(&mut self, region: &'f Region, value: Value) -> Vec<Rev<'f>> {
        let outer = std::mem::take(&mut self.out);
        let (started, redone, viewed) = (
            self.started.clone(),
            self.redone.clone(),
            self.viewed.clone(),
        );
        self.region(region, value);
        (self.started, self.redone, self.viewed) = (started, redone, viewed);
        std::mem::replace(&mut self.out, outer)
    }

    fn stmt(&mut self, stmt: &'f Stmt, value: &Value) {
        if !self.plan.live.contains(&stmt.id) {
            return;
        }
        self.prepare(stmt);
        match &stmt.kind {
            StmtKind::Branch(b) => self.branch(stmt, b),
            StmtKind::Loop(l) => self.looped(stmt, l),
            StmtKind::Rest(rest) => {
                let body = self.nested(rest, value.clone());
                self.out.push(Rev::Rest { stmt, body });
            }
            StmtKind::Exit {
                to: Exit::Return,
                value: Some(returned),
            } => {
                let result = self.result.clone();
                self.contribute_value(returned, &result);
            }
            StmtKind::Exit {
                to: Exit::Break(label),
                value: Some(v),
            } => {
                let target = self.loop_result(*label);
                self.contribute_value(v, &target);
            }
            _ => self.simple(stmt),
        }
    }

    fn loop_result(&self, label: Label) -> Value {
        let mut dst = None;
        self.f.body.walk(&mut |s| {
            if let StmtKind::Loop(l) = &s.kind
                && l.label == label
            {
                dst = l.dst;
            }
        });
        dst.map_or(Value::None, |d| self.value_of(d))
    }

    /// The cotangent of a local as the value of a region.
    fn value_of(&self, dst: Local) -> Value {
        if !self.is_active(dst) {
            Value::None
        } else if is_plain(self.f, dst) {
            if self.started.contains(&dst) {
                Value::Plain(Ct::Of(dst))
            } else {
                Value::None
            }
        } else {
            Value::Owned(Owned::Of(dst))
        }
    }

    fn branch(&mut self, stmt: &'f Stmt, b: &'f Branch) {
        let value = b.dst.map_or(Value::None, |d| self.value_of(d));
        let bound = matches!(b.head, Head::Open(_)) && self.plan.reopened.contains(&stmt.id);
        let arms = b
            .arms
            .iter()
            .map(|arm| self.arm(arm, bound, value.clone()))
            .collect();
        self.out.push(Rev::Branch {
            stmt,
            branch: b,
            arms,
        });
    }

    /// The shadows of what its pattern binds, and the reverse of the arm.
    fn arm(&mut self, arm: &'f Arm, bound: bool, value: Value) -> Vec<Rev<'f>> {
        let parts = arm.binds.iter().filter_map(|&view| {
            let place = self.f.info(view).part.as_ref()?;
            let active = self.is_active(view) && !self.f.ty(view).is_inert();
            active.then_some(Rev::View {
                view,
                place,
                mutable: matches!(self.f.ty(view), Ty::Ref(true, _)),
                trimmed: false,
                bound,
            })
        });
        let mut revs: Vec<Rev<'f>> = parts.collect();
        revs.extend(self.nested(&arm.body, value));
        revs
    }

    fn looped(&mut self, stmt: &'f Stmt, l: &'f Loop) {
        let body = self.nested(&l.body, Value::None);
        self.out.push(Rev::Loop {
            stmt,
            looped: l,
            body,
            schedule: Schedule::default(),
        });
    }

    /// A cotangent that comes from the shadow of `dst` by a factor that may be infinite, `at_pole` where `dst` is
    /// finite nevertheless.
    pub(super) fn if_any(&self, dst: Local, at_pole: bool, ct: Ct) -> Ct {
        let doubt = match at_pole {
            true => Doubt::OfCell,
            false => Doubt::OfBranch,
        };
        if self.unsure.get(&dst) >= Some(&doubt) {
            Ct::IfAny(Box::new(Ct::Of(dst)), Box::new(ct))
        } else {
            ct
        }
    }

    /// Nothing may have come to an operand although something came to the result: a derivative is zero where the
    /// operand is infinite, or where another one is chosen.
    pub(super) fn doubt_of(&mut self, operand: &Operand, doubt: Doubt) {
        if let Some(local) = operand.local().filter(|l| self.started.contains(l)) {
            let doubts = self.unsure.entry(local).or_insert(doubt);
            *doubts = doubt.max(*doubts);
        }
    }

    /// Whether a cotangent is that of a value that nothing may have come to.
    fn doubt(&self, ct: &Ct) -> Option<Doubt> {
        match ct {
            Ct::Of(local) => self.unsure.get(local).copied(),
            Ct::IfAny(inner, _)
            | Ct::Neg(inner)
            | Ct::Times(inner, _)
            | Ct::Over(inner, _)
            | Ct::Cast(inner, _) => self.doubt(inner),
            Ct::If(..) | Ct::Taken | Ct::At(_) => Some(Doubt::OfCell),
            Ct::Result | Ct::Slot { .. } | Ct::One(_) | Ct::Partial { .. } => None,
        }
    }

    fn contribute_value(&mut self, operand: &'f Operand, value: &Value) {
        match value {
            Value::None => {}
            Value::Plain(ct) => self.contribute(operand, ct.clone()),
            Value::Owned(owned) => self.contribute_owned(operand, owned.clone()),
        }
    }

    /// Adds `ct` to the shadow of a scalar operand.
    pub(super) fn contribute(&mut self, operand: &Operand, ct: Ct) {
        let Some(local) = operand.local().filter(|l| self.is_active(*l)) else {
            return;
        };
        if !is_plain(self.f, local) {
            return self.out.push(Rev::AddAt(Place::of(local), ct));
        }
        let first = self.started.insert(local);
        if let (true, Some(doubt)) = (first, self.doubt(&ct)) {
            self.unsure.insert(local, doubt);
        }
        self.out.push(if first {
            Rev::Start(local, ct)
        } else {
            Rev::Add(local, ct)
        });
    }

    /// The scalar that a local is, or is a reference to.
    fn scalar_of(&self, local: Local) -> Option<Local> {
        if is_plain(self.f, local) {
            return Some(local);
        }
        let behind = self.resolve(&Place {
            root: local,
            path: vec![Step::Deref],
        });
        (behind.path.is_empty() && is_plain(self.f, behind.root)).then_some(behind.root)
    }

    /// Adds an owned shadow to that of an operand.
    pub(super) fn contribute_owned(&mut self, operand: &Operand, from: Owned) {
        let Some(local) = operand.local().filter(|l| self.is_active(*l)) else {
            return;
        };
        if let Some(scalar) = self.scalar_of(local) {
            let ct = match from {
                Owned::Result => Ct::Result,
                Owned::Of(l) => Ct::At(Place::of(l)),
                Owned::At(place) => Ct::At(place),
                Owned::Taken => Ct::Taken,
            };
            return self.contribute(&Operand::Local(scalar), ct);
        }
        // An adopted shadow is the cotangent of the result already.
        if matches!(from, Owned::Result) && self.started.contains(&local) {
            return;
        }
        self.view(local, None);
        // A reference to an array may stand for one to a slice, whose owned shadow is a vector.
        let ty = self.f.ty(local);
        let slices =
            matches!(from, Owned::At(_)) && ty.is_ref() && matches!(ty.peeled(), Ty::Array(_));
        self.out.push(Rev::Accumulate {
            into: Place {
                root: local,
                path: vec![Step::Deref; self.depth_of_view(local)],
            },
            from,
            slices,
        });
    }
}
