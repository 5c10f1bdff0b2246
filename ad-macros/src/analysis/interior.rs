//! Values that a call may keep what it is given in, behind a shared reference.
//!
//! Receives a function with its activity; promises for each statement what a value that carries a derivative may be
//! kept in by it, if something that this is known to be tied to comes back to the result. Whether it can keep anything
//! its type says, which emitted code asks (`emit/interior.rs`).
//!
//! ```text
//! total = Cell::new(0.0)
//! call .set(&total, t)       `total` is asked
//! s = total.get()            as `s` is of use
//! ```
//!
//! The caller may ask what it lent, as well: a call that is there for its effect alone, `log.note(x);`, must not keep
//! anything in an argument.

use super::activity::Activity;
use super::dropped::mentions;
use super::flow::Flow;
use super::needs::call_is_varied;
use super::plan::Analyses;
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};

pub(crate) struct Interior {
    /// For each local, the one that stands for all it is tied to: that may refer to the same, or hold it.
    group: Vec<usize>,
    /// Whether something of a group comes back to the result, or to the function around a closure.
    returns: Vec<bool>,
    /// Whether something of a group is the caller's, who may ask it for what was kept.
    lent: Vec<bool>,
    /// What something is done with.
    mentioned: HashSet<Local>,
}

impl Interior {
    pub(crate) fn of(a: &Analyses) -> Self {
        let (f, flow, activity) = (a.f, &a.flow, &a.activity);
        let locals = f.locals.len();
        let mut interior = Interior {
            group: (0..locals).collect(),
            returns: vec![false; locals],
            lent: vec![false; locals],
            mentioned: f
                .body
                .value()
                .and_then(Operand::local)
                .into_iter()
                .collect(),
        };
        f.body
            .walk(&mut |stmt| interior.mentioned.extend(mentioned(stmt)));
        let mut all = Vec::new();
        f.body
            .walk(&mut |stmt| all.push(tied(flow, activity, stmt)));
        let alone = alone(f);
        let numbers = numbers(f, &alone);
        let refers = |l: &&Local| !is_number(f.ty(**l)) && !numbers.contains(*l);
        for tied in &all {
            interior.tie(&tied.iter().filter(refers).copied().collect::<Vec<_>>());
        }
        // A number is tied to nothing, but it is of use where it comes from.
        let used = used(a);
        let is_used = |l: &Local| used.contains(l) && !matches!(f.ty(*l), Ty::Int | Ty::Bool);
        f.body.walk(&mut |stmt| {
            let tied = tied(flow, activity, stmt);
            if tied.iter().any(is_used) && !reads_number(f, &alone, &numbers, stmt) {
                for local in tied {
                    interior.returns[interior.group[local.0]] = true;
                }
            }
        });
        for param in &f.params {
            interior.lent[interior.group[param.local.0]] = true;
        }
        // A static is there for others, too.
        f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let { dst, op } if refers_to_static(op) => {
                interior.returns[interior.group[dst.0]] = true;
            }
            _ => {}
        });
        interior
    }

    /// The same for a closure: what it captured is there when it has returned.
    pub(crate) fn of_closure(a: &Analyses, captures: usize) -> Self {
        let mut interior = Interior::of(a);
        for param in &a.f.params[..captures] {
            interior.returns[interior.group[param.local.0]] = true;
        }
        interior
    }

    fn tie(&mut self, locals: &[Local]) {
        for pair in locals.windows(2) {
            let (stays, goes) = (self.group[pair[0].0], self.group[pair[1].0]);
            if stays != goes {
                let tied = self.group.iter_mut().filter(|g| **g == goes);
                tied.for_each(|group| *group = stays);
            }
        }
    }

    /// What has to be asked for its type before a statement.
    pub(crate) fn asked<'c>(&self, a: &Analyses, stmt: &'c Stmt) -> Vec<Asked<'c>> {
        match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Call(call),
            } if call_is_varied(call, &a.activity, &a.flow) => {
                let args = call.args.iter();
                let for_effect = self.is_for_effect(*dst, call);
                args.filter_map(|arg| self.asked_of(a, call, arg, for_effect))
                    .collect()
            }
            StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value }
                if value.local().is_some_and(|l| a.activity.is_varied(l)) =>
            {
                behind(a, place).into_iter().collect()
            }
            StmtKind::Effect { raw } => self.asked_of_code(a, raw, true),
            StmtKind::Let {
                op: Op::Raw(raw), ..
            }
            | StmtKind::Branch(Branch {
                head: Head::Match(raw),
                ..
            })
            | StmtKind::Loop(Loop {
                kind: LoopKind::While(raw),
                ..
            }) => self.asked_of_code(a, raw, false),
            _ => Vec::new(),
        }
    }

    /// `log.note(x);`: what is neither of use itself nor changes what it is given does something unseen.
    fn is_for_effect(&self, dst: Local, call: &Call) -> bool {
        !self.mentioned.contains(&dst) && !call.changes_arguments()
    }

    /// Whether what something keeps may be asked for, by the function or, of what is done for its effect, by its caller.
    fn is_asked_for(&self, a: &Analyses, local: Local, for_effect: bool) -> bool {
        let lent = || self.lent[self.group[a.flow.origin[local.0].0]];
        self.returns(a, local) || for_effect && lent()
    }

    fn returns(&self, a: &Analyses, local: Local) -> bool {
        self.returns[self.group[a.flow.origin[local.0].0]]
    }

    fn asked_of<'c>(
        &self,
        a: &Analyses,
        call: &'c Call,
        arg: &'c Arg,
        for_effect: bool,
    ) -> Option<Asked<'c>> {
        let may_keep = match arg {
            Arg::Ref {
                mutable: true,
                place,
            } => return behind(a, place),
            Arg::Ref { place, .. } if is_varied(a, place.root) => {
                let mut others = call.args.iter().filter(|other| !std::ptr::eq(*other, arg));
                let is_given = others.any(|other| root(other).is_some_and(|l| is_varied(a, l)));
                let is_field = matches!(place.path.last(), Some(Step::Field(_)));
                is_given && is_field && matches!(place_ty(a.f, place), Ty::Unknown)
            }
            Arg::Ref { place, .. } => {
                is_unseen(&place_ty(a.f, place)) && self.is_asked_for(a, place.root, for_effect)
            }
            Arg::Value(Operand::Local(l)) => {
                !is_varied(a, *l) && is_unseen(a.f.ty(*l)) && self.is_asked_for(a, *l, for_effect)
            }
            Arg::Value(Operand::Const(..)) => false,
        };
        match arg {
            _ if !may_keep || !is_named(call) => None,
            Arg::Ref { place, .. } => Some(Asked::Place(place)),
            Arg::Value(value) => value.local().map(Asked::Local),
        }
    }

    /// What code that stays as it is gives a value with a derivative to: `if seen.replace(x) > 1.0`.
    fn asked_of_code<'c>(&self, a: &Analyses, raw: &Raw, for_effect: bool) -> Vec<Asked<'c>> {
        let Ok(expr) = syn::parse2::<syn::Expr>(raw.tokens.clone()) else {
            return Vec::new();
        };
        let mut given = Given {
            a,
            reads: &raw.reads,
            to: Vec::new(),
        };
        given.visit_expr(&expr);
        let may_keep = |l: &Local| is_unseen(a.f.ty(*l)) && self.is_asked_for(a, *l, for_effect);
        given
            .to
            .into_iter()
            .filter(may_keep)
            .map(Asked::Local)
            .collect()
    }
}

/// What may keep a value.
pub(crate) enum Asked<'c> {
    Place(&'c Place),
    Local(Local),
}

/// The locals that come back to the result as values: what a rule is given is not read by it in silence.
fn used(a: &Analyses) -> HashSet<Local> {
    let mut used: Vec<Local> =
        a.f.body
            .value()
            .and_then(Operand::local)
            .into_iter()
            .collect();
    a.f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let {
            op: Op::Call(call), ..
        } => {
            let ruled = is_named(call) && call_is_varied(call, &a.activity, &a.flow);
            let lent = |arg: &&Arg| matches!(arg, Arg::Ref { place, .. } if is_unseen(&place_ty(a.f, place)));
            let args = call.args.iter().filter(|arg| !(ruled && lent(arg)));
            used.extend(args.filter_map(root));
        }
        // What is found by an index does not hold the index.
        StmtKind::Let {
            op: Op::Selector(_) | Op::Key(_) | Op::Choose { .. },
            ..
        } => {}
        StmtKind::Let { op, .. } => {
            used.extend(op.operands().into_iter().filter_map(Operand::local));
        }
        StmtKind::Assign { value, .. }
        | StmtKind::Push { value, .. }
        | StmtKind::Fill { value, .. }
        | StmtKind::Exit {
            value: Some(value), ..
        } => used.extend(value.local()),
        StmtKind::Branch(branch) => {
            let values = branch
                .arms
                .iter()
                .filter_map(|arm| arm.body.value()?.local());
            used.extend(values);
        }
        _ => {}
    });
    let origins = used.into_iter().map(|l| a.flow.origin[l.0]);
    origins.filter(|l| a.activity.is_useful(*l)).collect()
}

/// Whether a statement gives a value with a derivative to something else, for which it may have to be asked.
pub(crate) fn may_ask(a: &Analyses, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Let {
            op: Op::Call(call), ..
        } => call.args.len() > 1 && call_is_varied(call, &a.activity, &a.flow),
        StmtKind::Assign { place, .. } | StmtKind::Push { place, .. } => behind(a, place).is_some(),
        StmtKind::Let {
            op: Op::Raw(raw), ..
        }
        | StmtKind::Effect { raw } => is_given(a, raw),
        StmtKind::Branch(branch) => match &branch.head {
            Head::Match(raw) => is_given(a, raw),
            Head::If(_) | Head::Open(_) => false,
        },
        StmtKind::Loop(looped) => match &looped.kind {
            LoopKind::While(raw) => is_given(a, raw),
            _ => false,
        },
        _ => false,
    }
}

fn is_given(a: &Analyses, raw: &Raw) -> bool {
    raw.reads.len() > 1 && raw.reads.iter().any(|l| is_varied(a, *l))
}

/// The locals that calls in an expression are given beside what carries a derivative.
struct Given<'a> {
    a: &'a Analyses<'a>,
    reads: &'a [Local],
    to: Vec<Local>,
}

impl Given<'_> {
    fn call<'e>(&mut self, args: impl Iterator<Item = &'e syn::Expr>) {
        let read: Vec<Vec<Local>> = args.map(|arg| self.named_in(arg)).collect();
        let all = || read.iter().flatten().copied();
        if all().any(|l| is_varied(self.a, l)) {
            self.to.extend(all().filter(|l| !is_varied(self.a, *l)));
        }
    }

    fn named_in(&self, expr: &syn::Expr) -> Vec<Local> {
        let tokens = expr.to_token_stream();
        let is_named = |l: &&Local| mentions(tokens.clone(), &self.a.f.info(**l).name.to_string());
        self.reads.iter().filter(is_named).copied().collect()
    }
}

impl<'ast> Visit<'ast> for Given<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.call(std::iter::once(&*call.receiver).chain(&call.args));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.call(call.args.iter());
        visit::visit_expr_call(self, call);
    }
}

/// What is written to behind a value of a type that does not show: a guard, of a lock, say.
fn behind<'c>(a: &Analyses, place: &Place) -> Option<Asked<'c>> {
    let leads = place.path.iter().any(|step| matches!(step, Step::Deref));
    (leads && matches!(a.f.ty(place.root), Ty::Unknown)).then_some(Asked::Local(place.root))
}

/// Whether a call is of a function or a method by its name.
fn is_named(call: &Call) -> bool {
    matches!(
        call.callee,
        Callee::Path(_) | Callee::Associated(_) | Callee::Method(_)
    )
}

fn root(arg: &Arg) -> Option<Local> {
    match arg {
        Arg::Ref { place, .. } => Some(place.root),
        Arg::Value(value) => value.local(),
    }
}

fn is_varied(a: &Analyses, local: Local) -> bool {
    a.activity.is_varied(local) || a.activity.is_varied(a.flow.origin[local.0])
}

/// Parameters, and what is made of nothing else: no guards of something that is locked.
fn alone(f: &Function) -> HashSet<Local> {
    let mut alone: HashSet<Local> = f.params.iter().map(|param| param.local).collect();
    f.body.walk(&mut |stmt| {
        let StmtKind::Let { dst, op } = &stmt.kind else {
            return;
        };
        let read = matches!(op, Op::Raw(raw) if !raw.reads.is_empty());
        if !read && op.places().is_empty() && op.operands().iter().all(|o| o.local().is_none()) {
            alone.insert(*dst);
        }
    });
    alone
}

/// `limits.low`, `table.rates[i]`, a number that a field holds: neither a cell nor a lock gives one without being asked.
fn reads_number(
    f: &Function,
    alone: &HashSet<Local>,
    numbers: &HashSet<Local>,
    stmt: &Stmt,
) -> bool {
    let StmtKind::Let { dst, op } = &stmt.kind else {
        return false;
    };
    field_read(f, alone, op).is_some() && (is_number(f.ty(*dst)) || numbers.contains(dst))
}

/// What is read of fields and computed of it at once, or is an operand of arithmetic and nothing else: a number, though
/// its type does not show.
fn numbers(f: &Function, alone: &HashSet<Local>) -> HashSet<Local> {
    let (mut numbers, mut elsewhere) = (HashSet::default(), HashSet::default());
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let { dst, op } => {
            if let Some(read) = field_read(f, alone, op) {
                numbers.insert((*dst, read));
            }
            if !is_arithmetic(op) {
                elsewhere.extend(mentioned(stmt));
            }
        }
        StmtKind::Assign { place, how, .. }
            if *how != Assign::Set && f.ty(place.root).is_float() => {}
        _ => elsewhere.extend(mentioned(stmt).into_iter().chain(given(stmt))),
    });
    let is_number = |(local, read): &(Local, FieldRead)| {
        *read == FieldRead::Computed || !elsewhere.contains(local)
    };
    let numbers = numbers.into_iter().filter(is_number);
    numbers.map(|(local, _)| local).collect()
}

fn is_arithmetic(op: &Op) -> bool {
    match op {
        Op::Neg(_) | Op::Binary(..) | Op::Integer(..) | Op::Cast(..) => true,
        Op::Elementary { .. } | Op::Scalar(_) | Op::Selector(_) | Op::Key(_) => true,
        Op::Call(call) => matches!(call.callee, Callee::Operator(_)),
        _ => false,
    }
}

/// How a value is made of fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum FieldRead {
    /// It is one: a number, or a reference to whatever it may be.
    Plain,
    /// `(table.xs[i] - table.xs[0]) * table.xs.len() as f64`
    Computed,
}

fn field_read(f: &Function, alone: &HashSet<Local>, op: &Op) -> Option<FieldRead> {
    match op {
        Op::Raw(raw) => read_in(raw.tokens.clone(), &|name| {
            let mut named = raw.reads.iter().filter(|l| f.info(**l).name == *name);
            named.all(|l| alone.contains(l))
        }),
        Op::Load(place) => {
            use Step::{Chosen, Deref, Field, Index};
            let field = |step: &Step| matches!(step, Deref | Field(_) | Index(_) | Chosen(_));
            let read = alone.contains(&place.root) && place.path.iter().all(field);
            read.then_some(FieldRead::Plain)
        }
        _ => None,
    }
}

/// How an expression is made of fields, if it asks them for nothing but numbers and lengths, and all that has the
/// fields is `alone`. What it indexes by is not looked at.
fn read_in(tokens: TokenStream, alone: &impl Fn(&Ident) -> bool) -> Option<FieldRead> {
    let mut read = FieldRead::Plain;
    let (mut called, mut of_field) = (None, false);
    for (at, token) in tokens.into_iter().enumerate() {
        let (before, is_field) = (called.take(), std::mem::take(&mut of_field));
        match token {
            TokenTree::Punct(p) if p.as_char() == '.' => of_field = true,
            TokenTree::Punct(p) if "+-*/%".contains(p.as_char()) && at > 0 => {
                read = FieldRead::Computed;
            }
            TokenTree::Ident(name) if is_field || alone(&name) => called = Some(name),
            TokenTree::Literal(_) => {}
            TokenTree::Group(group) => match (group.delimiter(), before) {
                (Delimiter::Bracket, _) => {}
                (Delimiter::Parenthesis, Some(name)) if name == "len" || name == "is_empty" => {
                    read = FieldRead::Computed;
                }
                (Delimiter::Parenthesis, None) => {
                    if read_in(group.stream(), alone)? == FieldRead::Computed {
                        read = FieldRead::Computed;
                    }
                }
                _ => return None,
            },
            TokenTree::Punct(_) | TokenTree::Ident(_) => return None,
        }
    }
    Some(read)
}

/// `&COUNT`
fn refers_to_static(op: &Op) -> bool {
    match op {
        Op::Raw(raw) => raw.is_reference() && raw.reads.is_empty(),
        Op::Use(Operand::Const(tokens, _)) => matches!(
            tokens.clone().into_iter().next(),
            Some(TokenTree::Punct(p)) if p.as_char() == '&'
        ),
        _ => false,
    }
}

fn is_unseen(ty: &Ty) -> bool {
    ty.contains_unknown() || matches!(ty.peeled(), Ty::Inert)
}

/// The locals without derivative that a statement may make refer to each other.
fn tied(flow: &Flow, activity: &Activity, stmt: &Stmt) -> Vec<Local> {
    let mut tied = Vec::new();
    match &stmt.kind {
        StmtKind::Let { dst, op } => {
            tied.push(*dst);
            tied.extend(op.operands().iter().filter_map(|o| o.local()));
            tied.extend(op.places().iter().map(|(place, _)| place.root));
            if let Op::Raw(raw) = op {
                tied.extend(&raw.reads);
            }
        }
        StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value } => {
            tied.push(place.root);
            tied.extend(value.local());
        }
        StmtKind::Branch(branch) => {
            tied.extend(branch.dst);
            tied.extend(
                branch
                    .arms
                    .iter()
                    .filter_map(|arm| arm.body.value()?.local()),
            );
            match &branch.head {
                Head::Match(raw) => tied.extend(&raw.reads),
                Head::Open(open) => tied.extend(open.places.iter().map(|place| place.root)),
                Head::If(_) => {}
            }
            tied.extend(branch.arms.iter().flat_map(|arm| &arm.binds));
        }
        StmtKind::Loop(Loop {
            kind: LoopKind::Items { binds, head, .. },
            ..
        }) => {
            tied.extend(binds);
            tied.extend(&head.reads);
        }
        _ => {}
    }
    let origins = tied.into_iter().map(|l| flow.origin[l.0]);
    origins.filter(|l| !activity.is_varied(*l)).collect()
}

/// Whether a local is of a type that refers to nothing.
fn is_number(ty: &Ty) -> bool {
    matches!(ty.peeled(), Ty::Int | Ty::Bool | Ty::Unit | Ty::Float(_))
}
