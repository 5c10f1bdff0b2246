//! Functions that a call returned and others are lent.
//!
//! ```text
//! f = call make(k)
//! t = call integrate(&f, a, b)
//!
//! let (t, pullback) = rule::rrule(keep, (MayBeFunction(&f).__given(), a, b));
//! ```
//!
//! That `f` is a function is not seen where it is not called; its type decides (`ad-core/src/emitted/lent_functions.rs`).
//! What anything else is done with than to give it to calls is none.

use super::Emitter;
use crate::ir::*;
use crate::lower::lent;
use crate::tables::HashSet;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// A reference that a rule is given, or its pullback `again`: to data, or a copy of the function that it refers to.
    fn lent(&self, arg: &Arg, reference: TokenStream, again: bool) -> TokenStream {
        let core = &self.core;
        match self.may_be_function(arg) {
            Some((local, [Step::Deref])) if !self.is_captured(local) => {
                let name = self.name(local);
                let whole = match again && self.is_behind_reference(local) {
                    true => quote!(&*#name),
                    false => quote!(&#name),
                };
                quote!(#core::MayBeFunction(#whole).__given_behind())
            }
            Some(_) => quote!(#core::MayBeFunction(#reference).__given()),
            None => reference,
        }
    }

    /// The shadow of what is in a box that may be a function.
    pub(super) fn shadow_of_lent(&self, arg: &Arg) -> Option<TokenStream> {
        let (core, (local, path)) = (&self.core, self.may_be_function(arg)?);
        let d = self.shadow(local);
        let behind =
            quote!(::core::option::Option::Some(#core::MayBeFunction(&#d).__given_behind()));
        (matches!(path, [Step::Deref]) && !self.is_captured(local)).then_some(behind)
    }

    /// What a call without a rule is given: a function with a rule as a closure.
    pub(super) fn lent_plainly(&self, arg: &Arg) -> TokenStream {
        let argument = self
            .plainly_behind(arg)
            .unwrap_or_else(|| self.argument(arg));
        let lent = match arg {
            Arg::Value(Operand::Local(l)) => Some(*l),
            _ => whole(arg).map(|(local, _)| local),
        };
        let captured = lent.filter(|l| self.is_captured(*l) && self.lent_by_calls().contains(l));
        if let Some(name) = captured.map(|l| self.name(l)) {
            return quote!(&*(&*#name).__lent_plain());
        }
        let Some(name) = lent
            .filter(|l| self.is_made_by_rule(*l))
            .map(|l| self.name(l))
        else {
            return argument;
        };
        match arg {
            Arg::Value(_) => quote!(#name.__moved_plain()),
            _ if whole(arg).is_some_and(|(_, path)| path.is_empty()) => {
                quote!(&*(&#name).__lent_plain())
            }
            _ => quote!(&*(&#name).__lent_plain_behind()),
        }
    }

    /// Whether a call's result that may be a function has a rule if it is one.
    fn is_made_by_rule(&self, local: Local) -> bool {
        let mut found = false;
        if self.lent_by_calls().contains(&local) {
            self.f.body.walk(&mut |stmt| {
                if let StmtKind::Let {
                    dst,
                    op: Op::Call(call),
                } = &stmt.kind
                {
                    found |= *dst == local && self.is_ruled(*dst, call);
                }
            });
        }
        found
    }

    /// Whether a place is what is in a box that a call returned, and that may be a function.
    pub(super) fn is_behind_returned(&self, place: &Place) -> bool {
        matches!(place.path[..], [Step::Deref])
            && !self.is_captured(place.root)
            && self.lent_by_calls().contains(&place.root)
    }

    /// Whether a variable is a reference to what a closure captured.
    fn is_captured(&self, local: Local) -> bool {
        captures(self.f).any(|captured| captured == local)
    }

    pub(super) fn lent_by_calls(&self) -> &HashSet<Local> {
        self.answers.lent.get_or_init(|| may_be_functions(self.f))
    }

    /// The same of one of a call's arguments, which a closure may capture as it is.
    pub(super) fn lent_in(
        &self,
        call: &Call,
        index: usize,
        reference: TokenStream,
        again: bool,
    ) -> TokenStream {
        match captured(call, index) {
            Some(_) => reference,
            None => self.lent(&call.args[index], reference, again),
        }
    }

    fn may_be_function<'a>(&self, arg: &'a Arg) -> Option<(Local, &'a [Step])> {
        let (local, path) = whole(arg)?;
        self.lent_by_calls()
            .contains(&local)
            .then_some((local, path))
    }
}

/// The results of calls that nothing is done with but to lend them to calls.
pub(super) fn may_be_functions(f: &Function) -> HashSet<Local> {
    let (mut made, mut others) = (HashSet::from_iter(captures(f)), HashSet::default());
    if made.is_empty() && !calls(f) {
        return made;
    }
    f.body.walk(&mut |stmt| {
        let call = match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Call(call),
            } if !matches!(call.callee, Callee::Operator(_)) => {
                if matches!(f.ty(*dst), Ty::Unknown) && !f.info(*dst).mutable {
                    made.insert(*dst);
                }
                Some(call)
            }
            _ => None,
        };
        let receives = usize::from(call.is_some_and(|c| !matches!(c.callee, Callee::Path(_))));
        let args = call.map_or(&[][..], |c| &c.args);
        let captured = |i: usize| call.is_some_and(|c| captured(c, i).is_some());
        if matches!(
            stmt.kind,
            StmtKind::Let {
                op: Op::Again(_),
                ..
            }
        ) {
            return;
        }
        let passed = args.iter().enumerate().skip(receives);
        let passed = passed.filter(|(i, _)| !captured(*i));
        let lent = passed.filter_map(|(_, arg)| given_whole(arg));
        let inside = call.into_iter().flat_map(lent_inside);
        let lent: Vec<Local> = lent.chain(inside).chain(lent_plainly(f, stmt)).collect();
        others.extend(
            mentioned(stmt)
                .into_iter()
                .chain(given(stmt))
                .filter(|l| !lent.contains(l)),
        );
    });
    others.extend(f.body.tail.as_ref().and_then(Operand::local));
    made.retain(|local| !others.contains(local));
    made
}

/// Whether the function calls others.
fn calls(f: &Function) -> bool {
    let mut calls = false;
    f.body.walk(&mut |stmt| {
        let op = match &stmt.kind {
            StmtKind::Let { op, .. } => Some(op),
            _ => None,
        };
        calls |= matches!(op, Some(Op::Call(_)));
    });
    calls
}

/// The variables that conditions lend to calls, `integrate(&*(&f).__lent_plain(), a, b) > c`, and do nothing else with.
fn lent_plainly(f: &Function, stmt: &Stmt) -> Vec<Local> {
    let raws = raws(stmt);
    let is_lent = |raw: &Raw, l: Local| {
        let (mentions, lent) = lent::counted(raw.tokens.clone(), &f.info(l).name);
        mentions == lent
    };
    let reads = raws
        .iter()
        .flat_map(|raw| raw.reads.iter().map(move |l| (raw, *l)));
    let lent = reads.clone().filter(|(raw, l)| is_lent(raw, *l));
    let others: Vec<Local> = reads
        .filter(|(raw, l)| !is_lent(raw, *l))
        .map(|(_, l)| l)
        .collect();
    lent.map(|(_, l)| l)
        .filter(|l| !others.contains(l))
        .collect()
}

/// The closure that captures an argument.
fn captured(call: &Call, index: usize) -> Option<&FunctionArg> {
    let holds = |f: &&FunctionArg| (f.at..f.at + f.captures).contains(&index);
    call.functions.iter().find(holds)
}

/// What closures capture that only give it to calls.
fn lent_inside(call: &Call) -> Vec<Local> {
    let inside = |(i, arg): (usize, &Arg)| {
        let function = captured(call, i)?;
        let FunctionValue::Closure(closure) = &function.value else {
            return None;
        };
        let param = closure.params.get(i - function.at)?;
        let given = may_be_functions(closure).contains(&param.local);
        let whole = matches!(arg, Arg::Ref { place, .. } if place.path.is_empty());
        given_whole(arg).filter(|_| given && whole)
    };
    call.args.iter().enumerate().filter_map(inside).collect()
}

/// What a closure captures by reference, of a type that does not show.
fn captures(closure: &Function) -> impl Iterator<Item = Local> {
    let unsaid = |p: &&Param| {
        p.passing == Passing::Ref
            && matches!(p.ty, syn::Type::Infer(_))
            && matches!(closure.ty(p.local), Ty::Ref(false, of) if matches!(**of, Ty::Unknown))
    };
    closure.params.iter().filter(unsaid).map(|p| p.local)
}

/// The variable that is given as a whole.
fn given_whole(arg: &Arg) -> Option<Local> {
    match arg {
        Arg::Value(value) => value.local(),
        Arg::Ref { .. } => whole(arg).map(|(local, _)| local),
    }
}

/// The variable that is lent as a whole, or as the box that it is.
fn whole(arg: &Arg) -> Option<(Local, &[Step])> {
    match arg {
        Arg::Ref {
            place,
            mutable: false,
        } if matches!(place.path[..], [] | [Step::Deref]) => Some((place.root, &place.path)),
        _ => None,
    }
}
