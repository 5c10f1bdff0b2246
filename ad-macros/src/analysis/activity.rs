//! Which locals carry a derivative: those that depend on an active argument and reach a result.
//!
//! Receives a function; promises a flag for each local. Whatever is not active has no shadow and no
//! adjoint code at all.
//!
//! ```text
//! fn f(x: f64, #[constant] k: f64) -> f64 {
//!     let a = x * k;                          a: depends on x and reaches the result
//!     let b = k * k;                          b: depends on nothing that is active
//!     println!("{}", x - 1.0);                x - 1.0: reaches no result
//!     a + b
//! }
//! ```

use super::flow::Flow;
use crate::ir::*;

pub(crate) struct Activity {
    varied: Vec<bool>,
    useful: Vec<bool>,
}

impl Activity {
    pub(crate) fn of(f: &Function, flow: &Flow) -> Self {
        Self::from(f, flow, |_| true)
    }

    /// What depends on one parameter.
    pub(crate) fn by(f: &Function, flow: &Flow, parameter: usize) -> Self {
        Self::from(f, flow, |i| i == parameter)
    }

    pub(crate) fn nothing(f: &Function) -> Self {
        Activity {
            varied: vec![false; f.locals.len()],
            useful: vec![false; f.locals.len()],
        }
    }

    /// What depends on the parameters that are not constant and that `varies` chooses.
    fn from(f: &Function, flow: &Flow, varies: impl Fn(usize) -> bool) -> Self {
        let mut activity = Activity::nothing(f);
        for (i, param) in f.params.iter().enumerate() {
            activity.varied[param.local.0] = !param.constant && varies(i);
            activity.useful[param.local.0] = param.passing == Passing::RefMut && !param.constant;
        }
        while activity.spread(f, flow) {}
        activity
    }

    pub(crate) fn is_active(&self, local: Local) -> bool {
        self.varied[local.0] && self.useful[local.0]
    }

    pub(crate) fn is_varied(&self, local: Local) -> bool {
        self.varied[local.0]
    }

    /// Whether it comes back to a result.
    pub(crate) fn is_useful(&self, local: Local) -> bool {
        self.useful[local.0]
    }

    pub(crate) fn operand(&self, operand: &Operand) -> bool {
        operand.local().is_some_and(|l| self.is_active(l))
    }

    /// One step towards the fixed point; whether anything changed.
    fn spread(&mut self, f: &Function, flow: &Flow) -> bool {
        let mut step = Step {
            f,
            flow,
            activity: self,
            changed: false,
        };
        if let Some(tail) = f.body.value() {
            step.use_operand(tail);
        }
        // Dependence spreads forwards and usefulness backwards: both ways, and few rounds are needed.
        let mut stmts = Vec::new();
        f.body.walk(&mut |stmt| stmts.push(stmt));
        stmts.iter().for_each(|stmt| step.stmt(stmt));
        stmts.iter().rev().for_each(|stmt| step.stmt(stmt));
        step.changed
    }
}

struct Step<'a> {
    f: &'a Function,
    flow: &'a Flow,
    activity: &'a mut Activity,
    changed: bool,
}

impl Step<'_> {
    fn varied(&self, operand: &Operand) -> bool {
        operand.local().is_some_and(|l| self.activity.varied[l.0])
    }

    fn vary(&mut self, local: Local) {
        let origin = self.flow.origin[local.0];
        for l in [local, origin] {
            if !self.activity.varied[l.0] && !self.f.ty(l).is_inert() {
                self.activity.varied[l.0] = true;
                self.changed = true;
            }
        }
    }

    fn use_local(&mut self, local: Local) {
        let origin = self.flow.origin[local.0];
        for l in [local, origin] {
            if !self.activity.useful[l.0] {
                self.activity.useful[l.0] = true;
                self.changed = true;
            }
        }
    }

    fn use_operand(&mut self, operand: &Operand) {
        if let Operand::Local(l) = operand {
            self.use_local(*l);
        }
    }

    fn is_useful(&self, local: Local) -> bool {
        self.activity.useful[local.0] || self.activity.useful[self.flow.origin[local.0].0]
    }

    fn place_varied(&self, place: &Place) -> bool {
        self.activity.varied[place.root.0] || self.activity.varied[self.flow.origin[place.root.0].0]
    }

    fn flow_into(&mut self, dst: Local, value: &Operand) {
        if self.varied(value) {
            self.vary(dst);
        }
        if self.is_useful(dst) {
            self.use_operand(value);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { dst, op } => self.op(*dst, op),
            StmtKind::Assign { place, value, .. }
            | StmtKind::Push { place, value }
            | StmtKind::Fill { place, value } => {
                self.flow_into(place.root, value);
            }
            StmtKind::CopyFrom { place, from } => self.flow_between(place.root, from.root),
            StmtKind::Exchange { a, b } => {
                self.flow_between(a.root, b.root);
                self.flow_between(b.root, a.root);
            }
            StmtKind::Branch(b) => {
                for &bound in b.arms.iter().flat_map(|a| &a.binds) {
                    if let Some(part) = &self.f.info(bound).part {
                        if part.is_of_error(&self.f.locals) {
                            self.part_of_error(bound, part);
                        } else {
                            self.view(bound, part);
                        }
                    }
                }
                for (dst, tail) in b.arms.iter().filter_map(|a| b.dst.zip(a.body.value())) {
                    self.flow_into(dst, tail);
                }
            }
            StmtKind::Loop(l) => {
                let mut values = Vec::new();
                l.body.walk(&mut |inner| match &inner.kind {
                    StmtKind::Exit {
                        to: Exit::Break(label),
                        value: Some(v),
                    } if *label == l.label => values.push(v),
                    _ => {}
                });
                for (dst, value) in values.into_iter().filter_map(|v| l.dst.map(|d| (d, v))) {
                    self.flow_into(dst, value);
                }
            }
            StmtKind::Exit {
                to: Exit::Return,
                value: Some(value),
            } => self.use_operand(value),
            _ => {}
        }
    }

    fn flow_between(&mut self, to: Local, from: Local) {
        if self.activity.varied[from.0] || self.activity.varied[self.flow.origin[from.0].0] {
            self.vary(to);
        }
        if self.is_useful(to) {
            self.use_local(from);
        }
    }

    fn op(&mut self, dst: Local, op: &Op) {
        match op {
            Op::Raw(_)
            | Op::Len(..)
            | Op::Integer(..)
            | Op::Again(_)
            | Op::Inactive(_)
            | Op::Selector(_)
            | Op::Key(_)
            | Op::Choose { .. } => {}
            Op::Ref { place, .. } => self.view(dst, place),
            Op::Call(call) => self.call(dst, call),
            _ => {
                for operand in op.operands() {
                    self.flow_into(dst, operand);
                }
                for (place, _) in op.places() {
                    self.flow_between(dst, place.root);
                }
            }
        }
    }

    /// A view is the storage it leads to, whichever is found active first.
    fn view(&mut self, view: Local, place: &Place) {
        if self.place_varied(place) {
            self.vary(view);
        }
        if self.is_useful(view) || self.is_useful(place.root) {
            self.use_local(place.root);
            self.use_local(view);
        }
    }

    /// What an error holds is of use only if it is used: that the result is says nothing of it.
    fn part_of_error(&mut self, part: Local, place: &Place) {
        if self.place_varied(place) {
            self.vary(part);
        }
        // A part of a part is asked for itself.
        if self.activity.useful[part.0] && !place.is_inside_error(&self.f.locals) {
            self.use_local(place.root);
        }
    }

    fn call(&mut self, dst: Local, call: &Call) {
        let varied = call.args.iter().any(|a| match a {
            Arg::Value(v) => self.varied(v),
            Arg::Ref { place, .. } => self.place_varied(place),
        });
        let written = |a: &Arg| match a {
            Arg::Ref {
                place,
                mutable: true,
            } => Some(place.root),
            _ => None,
        };
        let targets: Vec<Local> = call.args.iter().filter_map(written).collect();
        if varied {
            if !call.stops() {
                self.vary(dst);
            }
            targets.iter().for_each(|&t| self.vary(t));
        }
        if self.is_useful(dst) || targets.iter().any(|&t| self.is_useful(t)) {
            for arg in &call.args {
                match arg {
                    Arg::Value(v) => self.use_operand(v),
                    Arg::Ref { place, .. } => self.use_local(place.root),
                }
            }
        }
    }
}
