//! Parameters that no derivative goes to, whatever their types are.
//!
//! Receives a sweep; promises the parameters of whose shadows it asks for nothing, nor of those of their parts and
//! copies. It may hand them on to rules, which say of the types of their own parameters what these have to be. And it may
//! give back to payloads what came through casts and calls of them: what the pattern binds is asserted to carry no
//! derivative then (`emit/unsure.rs`).
//!
//! ```text
//! for e in edges { total += x[e.from] * x[e.to] }                              edges
//! flow(&edges, x) * x[0]                                                       edges
//! for m in moves { match m { Move::Left(n) => y -= x * *n as f64, … } }        moves
//! ```

use super::residual::place_ty;
use super::{Owned, Rev, Sweep, mentions};
use crate::analysis::plan::Analyses;
use crate::ir::*;
use crate::tables::{HashMap, HashSet};
use std::slice;

/// What a sweep asks for nothing.
pub(crate) struct Unread {
    /// The parameters.
    pub(crate) params: HashSet<Local>,
    /// The payloads that something comes back to, and whose they are.
    pub(crate) payloads: HashMap<Local, Local>,
}

/// What this sweep asks for nothing.
pub(crate) fn of(a: &Analyses, sweep: &Sweep) -> Unread {
    let mut search = Search {
        a,
        of: origins(a),
        asked: vec![0; a.f.locals.len()],
        payloads: HashMap::default(),
    };
    mentions::each(&sweep.revs, &mut |mention| {
        search.asked[search.of[mention.local().0].0] += 1;
    });
    search.excuse(&sweep.revs);
    let params = a.f.params.iter().map(|p| p.local);
    Unread {
        params: params.filter(|l| search.asked[l.0] == 0).collect(),
        payloads: search.payloads,
    }
}

/// What each local leads to, or is a copy of.
fn origins(a: &Analyses) -> Vec<Local> {
    let mut of = a.flow.origin.clone();
    a.f.body.walk(&mut |stmt| {
        if let StmtKind::Let { dst, op } = &stmt.kind
            && let Op::Load(place) | Op::Clone(place, _) = op
            && is_whole(place)
            && a.f.info(place.root).part.is_none()
            && matches!(a.f.ty(*dst), Ty::Unknown)
        {
            of[dst.0] = of[place.root.0];
        }
        if let StmtKind::Branch(branch) = &stmt.kind {
            for bound in branch.arms.iter().flat_map(|arm| &arm.binds) {
                if let Some(part) = &a.f.info(*bound).part {
                    of[bound.0] = of[part.root.0];
                }
            }
        }
    });
    of
}

struct Search<'a, 'f> {
    a: &'a Analyses<'f>,
    of: Vec<Local>,
    /// How often each local is asked for.
    asked: Vec<usize>,
    payloads: HashMap<Local, Local>,
}

impl Search<'_, '_> {
    /// Takes back the mentions of what is asked for nothing.
    fn excuse(&mut self, revs: &[Rev]) {
        for rev in revs {
            if self.asks_for_nothing(rev) {
                mentions::each(slice::from_ref(rev), &mut |mention| {
                    self.asked[self.of[mention.local().0].0] -= 1;
                });
            }
            rev.bodies().iter().for_each(|body| self.excuse(body));
        }
    }

    fn asks_for_nothing(&mut self, rev: &Rev) -> bool {
        match rev {
            Rev::View { place, .. } => is_whole(place) || is_payload(place),
            Rev::Fresh(_) => true,
            Rev::Accumulate { into, from, .. } if self.is_copy(into, from) => true,
            Rev::Deposit(place, _) | Rev::Accumulate { into: place, .. } => self.is_bound(place),
            Rev::Call { call, .. } => {
                let args = call.args.iter().enumerate();
                let taken = args.map(|(i, arg)| match arg {
                    Arg::Value(Operand::Local(l)) => self.is_handed_on(i, call, &Place::of(*l)),
                    Arg::Value(_) => true,
                    Arg::Ref { place, .. } => self.is_handed_on(i, call, place),
                });
                taken.fold(true, |all, taken| all & taken)
            }
            _ => false,
        }
    }

    /// Whether a copy gives back to what it is a copy of.
    fn is_copy(&self, into: &Place, from: &Owned) -> bool {
        let of = |l: Local| self.of[l.0];
        let is_bound = self.a.f.info(into.root).part.is_some();
        is_whole(into) && !is_bound && matches!(from, Owned::Of(copy) if of(*copy) == of(into.root))
    }

    /// Whether a call takes a place, if it is a parameter's, to a rule that says what its type has to be.
    fn is_handed_on(&mut self, index: usize, call: &Call, place: &Place) -> bool {
        let param = self.param(self.of[place.root.0]);
        if param.is_none_or(|p| p.constant || p.is_surely_differentiable()) {
            return true;
        }
        let of_known = match call.args.first() {
            Some(Arg::Ref { place, .. }) if is_whole(place) => {
                let receiver = self.param(place.root);
                receiver.is_some_and(Param::is_surely_differentiable)
            }
            _ => false,
        };
        match &call.callee {
            Callee::Path(_) => is_whole(place),
            Callee::Method(_) if index == 0 => false,
            Callee::Method(_) => of_known && is_whole(place) || self.is_bound(place),
            // Payloads that are converted, `f64::from(n)`, are whole numbers, as a rule.
            Callee::Associated(path) => {
                let function = path.path.segments.last();
                function.is_some_and(|f| f.ident == "from") && self.is_bound(place)
            }
            // What is calculated with a whole number is one.
            Callee::Operator(_) if call.args.iter().any(|arg| self.is_whole_number(arg)) => {
                self.is_bound(place)
            }
            Callee::Operator(_) | Callee::Value => false,
        }
    }

    fn param(&self, local: Local) -> Option<&Param> {
        self.a.f.params.iter().find(|param| param.local == local)
    }

    fn is_whole_number(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Value(Operand::Local(l)) => matches!(self.a.f.ty(*l), Ty::Int),
            Arg::Value(value @ Operand::Const(..)) => value.integer().is_some(),
            Arg::Ref { place, .. } => matches!(place_ty(self.a.f, place), Ty::Int),
        }
    }

    /// Whether a place is a payload that a pattern binds, or an item of it; it is remembered.
    fn is_bound(&mut self, place: &Place) -> bool {
        let part = self.a.f.info(place.root).part.as_ref();
        let bound = is_whole(place) && part.is_some_and(is_payload);
        if bound {
            self.payloads.insert(place.root, self.of[place.root.0]);
        }
        bound
    }
}

/// Whether a place is in the payload of a variant, and in no part of that but such payloads.
fn is_payload(place: &Place) -> bool {
    let mut steps = place.path.iter().skip_while(|step| !is_part(step));
    let mut found = false;
    while let Some(step) = steps.next() {
        found = match step {
            Step::Variant(_) => matches!(steps.next(), Some(Step::Field(_))),
            Step::Deref => found,
            _ => false,
        };
        if !found {
            return false;
        }
    }
    found
}

fn is_whole(place: &Place) -> bool {
    !place.path.iter().any(is_part)
}

fn is_part(step: &Step) -> bool {
    matches!(
        step,
        Step::Variant(_) | Step::Field(_) | Step::Project { .. }
    )
}
