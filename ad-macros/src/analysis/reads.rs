//! What the pullback reads of the content of slices that it is given again.
//!
//! Receives a function with its plan; promises, for each parameter that is a slice or an array of
//! floats, for the cotangents of which parameters its content is read, and which reads hang on what a
//! callee's pullback reads. A caller that overwrites such a slice saves its old content only if some
//! pullback reads it for a cotangent that the caller wants.
//!
//! ```text
//! fn advance(y: &[f64], h: f64, k: &[f64], stage: &mut [f64]) {
//!     for i in 0..y.len() { stage[i] = y[i] + h * k[i]; }
//! }
//!
//! h: reads k                  ∂/∂h is k[i]
//! y, k, stage: read nothing   ∂/∂k is h, ∂/∂y is 1
//! ```
//!
//! Where `h` is constant at a call, the pullback still multiplies by what it finds in `k`, and the product
//! goes nowhere. What decides where it goes, indices and conditions, is read whatever is asked for.

use super::activity::Activity;
use super::needs::{Needs, storage_is_active};
use super::plan::{Analyses, How, Plan};
use crate::ir::*;
use crate::passes::Pass;
use crate::tables::{HashMap, HashSet};
use proc_macro2::Ident;
use syn::visit::Visit;

/// The most parameters that are told apart.
pub(crate) const ARGUMENTS: usize = 16;

/// What a callee's pullback is asked: whether it reads `argument`, where the cotangents of `active`, bit
/// by bit, are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) callee: syn::ExprPath,
    pub(crate) active: u32,
    pub(crate) argument: usize,
}

/// A parameter's content is read.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub(crate) parameter: usize,
    /// For the cotangent of this parameter; `None`: whatever is asked for.
    pub(crate) by: Option<usize>,
    /// If a callee's pullback reads it; `None`: for certain.
    pub(crate) asked: Option<Asked>,
}

pub(crate) struct Reads {
    /// Bit by bit: the parameters that are slices or arrays of floats.
    pub(crate) slices: u32,
    pub(crate) reads: Vec<Read>,
}

impl Reads {
    /// `None` if nothing can be said.
    pub(crate) fn of(a: &Analyses, plan: &Plan) -> Option<Reads> {
        let params = &a.f.params;
        let told_apart = params.len() <= ARGUMENTS
            && !params
                .iter()
                .any(|p| matches!(a.f.ty(p.local), Ty::Function));
        let slices = (0..params.len().min(ARGUMENTS))
            .filter(|&i| is_slice(a.f.ty(params[i].local)))
            .fold(0, |bits, i| bits | 1 << i);
        if !told_apart || slices == 0 || !a.passes.has(Pass::Reads) {
            return None;
        }
        let mut collector = Collector::new(a, plan);
        collector.function();
        let reads = collector.reads;
        Some(Reads { slices, reads })
    }

    /// Of either of two forms of a function.
    pub(crate) fn and(mut self, other: Reads) -> Reads {
        self.slices &= other.slices;
        self.reads.extend(other.reads);
        self
    }
}

fn is_slice(ty: &Ty) -> bool {
    ty.is_ref() && ty.has_fixed_length() && ty.element().is_float()
}

/// The question whether a call's pullback reads the content of an argument, if it can be put.
pub(crate) fn asked(
    a: &Analyses,
    activity: &Activity,
    call: &Call,
    argument: usize,
) -> Option<Asked> {
    let Callee::Path(callee) = &call.callee else {
        return None;
    };
    let plain =
        call.functions.is_empty() && call.changing.is_empty() && call.args.len() <= ARGUMENTS;
    if !plain || !a.passes.has(Pass::Reads) {
        return None;
    }
    let is_active = |arg: &Arg| match arg {
        Arg::Value(value) => value
            .local()
            .is_some_and(|l| storage_is_active(l, activity, &a.flow)),
        Arg::Ref { place, .. } => storage_is_active(place.root, activity, &a.flow),
    };
    let active = (0..call.args.len())
        .filter(|&i| is_active(&call.args[i]))
        .fold(0, |bits, i| bits | 1 << i);
    Some(Asked {
        callee: callee.clone(),
        active,
        argument,
    })
}

/// Whether the content of the first parameter is read by more than these calls, which have it as their
/// receiver.
pub(crate) fn are_of_receiver(a: &Analyses, plan: &Plan, calls: &HashSet<usize>) -> bool {
    let mut collector = Collector::new(a, plan);
    collector.asked_elsewhere.clone_from(calls);
    collector.function();
    collector.reads.iter().any(|read| read.parameter == 0)
}

struct Collector<'a> {
    a: &'a Analyses<'a>,
    plan: &'a Plan,
    /// Calls that say themselves what they read of their receivers.
    asked_elsewhere: HashSet<usize>,
    ops: HashMap<Local, &'a Op>,
    /// The parameter whose cotangent is looked at; `None`: all of them.
    by: Option<usize>,
    /// What was looked at already for this cotangent, and whether it decides more than a number.
    seen: HashSet<(Local, bool)>,
    reads: Vec<Read>,
}

impl<'a> Collector<'a> {
    fn new(a: &'a Analyses<'a>, plan: &'a Plan) -> Self {
        let mut ops = HashMap::default();
        a.f.body.walk(&mut |stmt| {
            if let StmtKind::Let { dst, op } = &stmt.kind {
                ops.entry(*dst).or_insert(op);
                ops.extend(op.partials(a.passes.has(Pass::Slopes)));
            }
        });
        Collector {
            a,
            plan,
            asked_elsewhere: HashSet::default(),
            ops,
            by: None,
            seen: HashSet::default(),
            reads: Vec::new(),
        }
    }

    fn function(&mut self) {
        let a = self.a;
        a.f.body.walk(&mut |stmt| self.decisions(stmt));
        for (i, param) in a.f.params.iter().enumerate() {
            if param.constant || a.f.ty(param.local).is_inert() {
                continue;
            }
            self.by = Some(i);
            self.seen.clear();
            let activity = Activity::by(a.f, &a.flow, i);
            a.f.body.walk(&mut |stmt| self.numbers(stmt, &activity));
        }
    }

    fn is_live(&self, stmt: &Stmt) -> bool {
        self.plan.live.contains(&stmt.id)
    }

    /// What the statement's reverse needs to find its way: all but floats, and what callees are given.
    fn decisions(&mut self, stmt: &'a Stmt) {
        for place in places_of(stmt) {
            // What a method returns a reference to may hang on what it finds.
            let chooses = |s: &Step| matches!(s, Step::Project { .. }) && !s.is_taken_for_numbers();
            if place.path.iter().any(chooses) {
                self.content(place.root, true);
            }
        }
        if !self.is_live(stmt) {
            return;
        }
        let a = self.a;
        let needs = Needs::of(stmt, &a.activity, &a.flow, &|_| true);
        for local in needs.primal {
            if !a.f.ty(local).is_float() {
                self.look(local, true);
            }
        }
        for local in self.control(stmt) {
            self.look(local, true);
        }
        if let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        {
            call.args.iter().for_each(|arg| match arg {
                Arg::Value(value) => value.local().iter().for_each(|l| self.look(*l, true)),
                Arg::Ref { .. } => {}
            });
            self.callee(stmt, call, None);
        }
    }

    /// Locals that loops, branches and the undoing of writes look at.
    fn control(&mut self, stmt: &'a Stmt) -> Vec<Local> {
        let operands: Vec<&Operand> = match &stmt.kind {
            StmtKind::Loop(Loop {
                kind: LoopKind::Range { head, .. },
                ..
            }) => {
                let steps = head.adaptors.iter().filter_map(|adaptor| match adaptor {
                    Adaptor::StepBy(n) => Some(n),
                    Adaptor::Rev => None,
                });
                [&head.lo, &head.hi].into_iter().chain(steps).collect()
            }
            StmtKind::Branch(Branch {
                head: Head::If(condition),
                ..
            }) => vec![condition],
            StmtKind::Branch(Branch {
                head: Head::Open(open),
                ..
            }) => {
                open.places.iter().for_each(|p| self.content(p.root, true));
                open.raw.reads.iter().for_each(|&l| self.content(l, true));
                return open.raw.reads.clone();
            }
            StmtKind::Let {
                dst,
                op: Op::Pop(_),
            } => return vec![*dst],
            StmtKind::Swap { i, j, .. } => vec![i, j],
            StmtKind::Assign { place, .. }
            | StmtKind::Fill { place, .. }
            | StmtKind::CopyFrom { place, .. } => place.selectors(),
            _ => Vec::new(),
        };
        operands.into_iter().filter_map(Operand::local).collect()
    }

    /// The floats that the adjoint multiplies cotangents by which come from the parameter looked at.
    fn numbers(&mut self, stmt: &'a Stmt, activity: &Activity) {
        if !self.is_live(stmt) {
            return;
        }
        let a = self.a;
        for local in Needs::of(stmt, activity, &a.flow, &|_| false).primal {
            if a.f.ty(local).is_float() {
                self.look(local, false);
            }
        }
        if let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        {
            self.callee(stmt, call, Some(activity));
        }
    }

    /// What a callee's pullback reads of parameters that are passed on.
    fn callee(&mut self, stmt: &Stmt, call: &Call, activity: Option<&Activity>) {
        if self.a.flow.at_once.contains(&stmt.id) {
            return;
        }
        for (i, arg) in call.args.iter().enumerate() {
            let Arg::Ref { place, .. } = arg else {
                continue;
            };
            if i == 0 && self.asked_elsewhere.contains(&stmt.id) {
                continue;
            }
            let nothing = Activity::nothing(self.a.f);
            let question = asked(self.a, activity.unwrap_or(&nothing), call, i);
            // A callee that may call this function in turn cannot be asked.
            let question = question.filter(|_| !self.plan.erased.contains(&stmt.id));
            match question {
                Some(asked) => self.read(place.root, self.by, Some(asked)),
                None => self.read(place.root, None, None),
            }
        }
    }

    /// The value of `local` is needed; `decides` says that more than a number hangs on it.
    fn look(&mut self, local: Local, decides: bool) {
        let decides = decides || !self.a.f.ty(local).is_float() && !self.a.f.ty(local).is_ref();
        if self.plan.how[local.0] != How::Redo || !self.seen.insert((local, decides)) {
            return;
        }
        let Some(&op) = self.ops.get(&local) else {
            return;
        };
        let operands = op.operands().into_iter().filter_map(Operand::local);
        operands.for_each(|l| self.look(l, decides));
        for (place, _) in op.places() {
            let selectors = place.selectors().into_iter().filter_map(Operand::local);
            selectors.for_each(|l| self.look(l, true));
            self.look(place.root, decides);
            if !matches!(op, Op::Ref { .. } | Op::Len(..)) {
                self.content(place.root, decides);
            }
        }
        if let Op::Raw(raw) = op {
            for &read in &raw.reads {
                self.look(read, true);
                if !measures_only(raw, &self.a.f.info(read).name) {
                    self.content(read, true);
                }
            }
        }
    }

    fn content(&mut self, root: Local, decides: bool) {
        let by = self.by.filter(|_| !decides);
        self.read(root, by, None);
    }

    fn read(&mut self, root: Local, by: Option<usize>, asked: Option<Asked>) {
        let storage = self.a.flow.storage(root);
        for (parameter, param) in self.a.f.params.iter().enumerate() {
            if self.a.flow.storage(param.local) == storage {
                self.reads.push(Read {
                    parameter,
                    by,
                    asked: asked.clone(),
                });
            }
        }
    }
}

fn places_of(stmt: &Stmt) -> Vec<&Place> {
    match &stmt.kind {
        StmtKind::Let { op, .. } => op.places().into_iter().map(|(p, _)| p).collect(),
        StmtKind::Assign { place, .. }
        | StmtKind::Push { place, .. }
        | StmtKind::Swap { place, .. }
        | StmtKind::Fill { place, .. } => vec![place],
        StmtKind::CopyFrom { place: a, from: b } | StmtKind::Exchange { a, b } => vec![a, b],
        _ => Vec::new(),
    }
}

/// Whether all that an expression asks a variable for is its length.
fn measures_only(raw: &Raw, variable: &Ident) -> bool {
    const MEASURES: [&str; 2] = ["len", "is_empty"];
    let text = raw.tokens.to_string();
    if !MEASURES.iter().any(|name| text.contains(name)) {
        return false;
    }
    struct Uses<'a> {
        variable: &'a Ident,
        others: bool,
    }
    impl Visit<'_> for Uses<'_> {
        fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
            let measured =
                matches!(&*call.receiver, syn::Expr::Path(p) if p.path.is_ident(self.variable));
            let measures = MEASURES.iter().any(|name| call.method == name);
            if !(measured && measures) {
                syn::visit::visit_expr_method_call(self, call);
            }
        }
        fn visit_ident(&mut self, ident: &Ident) {
            self.others |= ident == self.variable;
        }
        fn visit_macro(&mut self, _: &syn::Macro) {
            self.others = true;
        }
    }
    let mut uses = Uses {
        variable,
        others: false,
    };
    match syn::parse2::<syn::Expr>(raw.tokens.clone()) {
        Ok(expression) => uses.visit_expr(&expression),
        Err(_) => uses.others = true,
    }
    !uses.others
}
