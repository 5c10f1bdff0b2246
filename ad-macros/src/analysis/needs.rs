//! What the adjoint of one statement needs of the primal.
//!
//! Receives a statement; promises the locals whose primal value, and those whose shadow, its adjoint
//! names.
//!
//! ```text
//! t = a * b       the values of a, where b is active, and of b, where a is
//! t = a + b       nothing
//! v = &x[i]       the shadow of x, and the value of i
//! ```

use super::activity::Activity;
use super::flow::Flow;
use crate::ir::*;

#[derive(Default)]
pub(crate) struct Needs {
    pub(crate) primal: Vec<Local>,
    pub(crate) shadow: Vec<Local>,
}

impl Needs {
    /// The needs of `stmt` itself, without those of statements inside it.
    /// `is_rewound` tells storage that the reverse sweep changes back.
    pub(crate) fn of(
        stmt: &Stmt,
        activity: &Activity,
        flow: &Flow,
        is_rewound: &dyn Fn(Local) -> bool,
    ) -> Self {
        let mut needs = Collector {
            needs: Needs::default(),
            activity,
            flow,
            is_rewound,
        };
        needs.stmt(stmt);
        needs.needs
    }
}

/// The places a call may write to.
pub(crate) fn writes(call: &Call) -> impl Iterator<Item = &Place> {
    call.args.iter().filter_map(|arg| match arg {
        Arg::Ref {
            place,
            mutable: true,
        } => Some(place),
        _ => None,
    })
}

/// Whether a cotangent may reach a call: through its result, or through what it writes to.
pub(crate) fn call_is_active(call: &Call, dst: Local, activity: &Activity, flow: &Flow) -> bool {
    activity.is_active(dst)
        || writes(call).any(|place| storage_is_active(place.root, activity, flow))
}

/// Whether the call needs a rule at all: something with a derivative goes in.
pub(crate) fn call_is_varied(call: &Call, activity: &Activity, flow: &Flow) -> bool {
    call.by_rule
        || !call.functions.is_empty()
        || !call.changing.is_empty()
        || call.args.iter().any(|a| match a {
            Arg::Value(v) => v.local().is_some_and(|l| activity.is_varied(l)),
            Arg::Ref { place, .. } => {
                activity.is_varied(place.root) || activity.is_varied(flow.origin[place.root.0])
            }
        })
}

pub(crate) fn storage_is_active(root: Local, activity: &Activity, flow: &Flow) -> bool {
    activity.is_active(root) || activity.is_active(flow.origin[root.0])
}

struct Collector<'a> {
    needs: Needs,
    activity: &'a Activity,
    flow: &'a Flow,
    is_rewound: &'a dyn Fn(Local) -> bool,
}

impl Collector<'_> {
    fn primal(&mut self, operand: &Operand) {
        self.needs.primal.extend(operand.local());
    }

    fn active(&self, operand: &Operand) -> bool {
        self.activity.operand(operand)
    }

    fn storage_active(&self, place: &Place) -> bool {
        storage_is_active(place.root, self.activity, self.flow)
    }

    /// The shadow at a place: its selectors, and the shadow of its root.
    fn shadow_place(&mut self, place: &Place) {
        if self.storage_active(place) {
            place.selectors().into_iter().for_each(|s| self.primal(s));
            self.needs.primal.extend(place.choices());
            self.needs.shadow.push(place.root);
        }
    }

    /// What is given to a value is taken from its shadow; of a view, from that of what it views.
    fn shadow(&mut self, operand: &Operand) {
        if self.active(operand) {
            self.needs.shadow.extend(operand.local());
        }
    }

    fn primal_place(&mut self, place: &Place) {
        place.selectors().into_iter().for_each(|s| self.primal(s));
        self.needs.primal.push(place.root);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        for region in stmt.regions() {
            region.value().into_iter().for_each(|v| self.shadow(v));
        }
        match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Call(call),
            } => self.call(stmt.id, *dst, call),
            StmtKind::Let {
                op: Op::Pop(place), ..
            } => self.shadow_place(place),
            StmtKind::Let { dst, op } if self.activity.is_active(*dst) => self.op(*dst, op),
            StmtKind::Assign { place, value, .. }
            | StmtKind::Push { place, value }
            | StmtKind::Fill { place, value } => {
                self.shadow_place(place);
                self.shadow(value);
            }
            StmtKind::Branch(branch) => {
                let bound = branch.arms.iter().flat_map(|arm| &arm.binds);
                let active = bound.filter(|l| self.activity.is_active(**l));
                let counted = active.flat_map(|l| &self.flow.counted[l.0]);
                self.needs.primal.extend(counted);
            }
            StmtKind::Exit { value, .. } => value.iter().for_each(|v| self.shadow(v)),
            StmtKind::Swap { place, i, j } => {
                if self.storage_active(place) {
                    self.primal(i);
                    self.primal(j);
                }
                self.shadow_place(place);
            }
            StmtKind::CopyFrom { place, from } => {
                self.shadow_place(place);
                self.shadow_place(from);
            }
            StmtKind::Exchange { a, b } => {
                self.shadow_place(a);
                self.shadow_place(b);
            }
            _ => {}
        }
    }

    fn op(&mut self, dst: Local, op: &Op) {
        match op {
            Op::Binary(BinOp::Mul, a, b) => {
                if self.active(a) {
                    self.primal(b);
                }
                if self.active(b) {
                    self.primal(a);
                }
            }
            Op::Binary(BinOp::Div, a, b) => {
                if !a.is_one() {
                    self.primal(b);
                }
                if self.active(b) {
                    self.needs.primal.push(dst);
                }
            }
            Op::Elementary { args, partials, .. } => {
                for (arg, partial) in args.iter().zip(partials) {
                    if let (true, Some(partial)) = (self.active(arg), partial) {
                        self.needs.primal.push(*partial);
                    }
                }
            }
            Op::Load(place) | Op::Clone(place, _) => self.shadow_place(place),
            _ => op.operands().into_iter().for_each(|v| self.shadow(v)),
        }
    }

    fn call(&mut self, id: usize, dst: Local, call: &Call) {
        let rewinds = writes(call).any(|place| (self.is_rewound)(place.root));
        let live = rewinds || call_is_active(call, dst, self.activity, self.flow);
        if !live || !call_is_varied(call, self.activity, self.flow) {
            return;
        }
        self.needs.primal.push(call.pullback);
        // Partial derivatives are multiplied, whatever they are those of.
        let at_once = self.flow.at_once.contains(&id);
        for ((arg, again), after) in call.args.iter().zip(&call.again).zip(&call.after) {
            match (arg, again, after) {
                _ if at_once => {}
                (_, Some(local), _) | (_, _, Some(local)) => self.needs.primal.push(*local),
                (Arg::Value(v), None, _) => self.primal(v),
                (Arg::Ref { place, .. }, _, None) => self.primal_place(place),
            }
            if let Arg::Ref { place, .. } = arg {
                self.shadow_place(place);
            }
        }
    }
}
