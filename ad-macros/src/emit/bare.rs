//! Calls of methods on what may be a constant field, or a part of one, whose type is not differentiable and has
//! no rules.
//!
//! ```text
//! t = call .rate(&m.config, 3)
//!
//! let (value, pullback) = (*(&&&Probe(&m.config)).__ruled()).derivative_rule_of_rate(keep, (3,));
//! let (value, pullback) = Ruled(value, pullback).__or(|| m.config.rate(3), |value| …);
//! (value, pullback.__pullback())
//! ```
//!
//! A method of what can be changed is taken to change it. One that gives what takes the place of its receiver may as well
//! be called on a copy:
//!
//! ```text
//! t = call .next(&mut this.phase, x)
//! this.phase = t
//!
//! let (value, pullback) = (*ProbeUnique(&mut this.phase).__ruled_unique()).derivative_rule_of_next(keep, (x,));
//! let (value, pullback) = Ruled(value, pullback).__or_another(|| Copying(&this.phase).__copy().next(x), |value| …);
//! (value, pullback.__pullback())
//! ```
//!
//! The types decide which of the two it is (`ad-core/src/emitted/plain.rs`). Functions with type parameters do not ask:
//! a parameter that says nothing of derivatives may stand for a type that has them.

use super::{Emitter, names, paths};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::lower::elementary;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// Whether a method is called on a part of what stays as it is, of which the syntax shows nothing, with arguments
/// that carry no derivative.
pub(super) fn is_without_derivatives(f: &Function, call: &Call) -> bool {
    let Some(Arg::Ref { place, mutable }) = call.args.first() else {
        return false;
    };
    matches!(call.callee, Callee::Method(_))
        && call.functions.is_empty()
        && call.changing.is_empty()
        && call.iterated.is_empty()
        && call.args.len() <= 5
        && match mutable {
            false => is_kept(f, place) && call.args[1..].iter().all(|arg| is_inert(f, arg)),
            true => {
                may_change(f, place) && (is_replaced(f, call, place) || is_asked(f, call, place))
            }
        }
}

/// Whether a place stays as it is, or what it is a copy of.
fn is_kept(f: &Function, place: &Place) -> bool {
    is_part(f, place) || copied_from(f, place.root).is_some_and(|(from, _)| is_part(f, from))
}

/// Whether a place is a variable or a field of one, of a type that does not show.
fn may_change(f: &Function, place: &Place) -> bool {
    let changes = f.info(place.root).mutable || matches!(f.ty(place.root), Ty::Ref(true, _));
    let of_fields = |step: &Step| matches!(step, Step::Deref | Step::Field(_));
    changes
        && place.path.iter().all(of_fields)
        && matches!(place_ty(f, place).peeled(), Ty::Unknown)
}

/// Whether a method gives what takes the place of its receiver: of a type without a derivative, which then has no room for
/// one.
fn is_replaced(f: &Function, call: &Call, receiver: &Place) -> bool {
    is_given_numbers(f, call) && gives_another(f, call, receiver)
}

/// Whether a field is asked for a condition or a whole number.
fn is_asked(f: &Function, call: &Call, receiver: &Place) -> bool {
    let behind_reference = matches!(f.ty(receiver.root), Ty::Ref(true, _));
    let is_field = matches!(receiver.path.last(), Some(Step::Field(_)));
    let whole = |dst: Local| matches!(f.ty(dst), Ty::Int | Ty::Bool);
    behind_reference && is_field && is_given_numbers(f, call) && given(f, call).is_some_and(whole)
}

/// Whether all arguments are numbers.
fn is_given_numbers(f: &Function, call: &Call) -> bool {
    let of_primitive = match &call.callee {
        Callee::Method(method) => elementary::find(&method.to_string()).is_some(),
        _ => false,
    };
    let is_number = |arg: &Arg| match arg {
        Arg::Value(Operand::Local(l)) if is_float(f, *l) => true,
        Arg::Value(_) => is_inert(f, arg),
        Arg::Ref { .. } => false,
    };
    !of_primitive && call.args[1..].iter().all(is_number)
}

/// What a call gives.
fn given(f: &Function, call: &Call) -> Option<Local> {
    let mut found = None;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            dst,
            op: Op::Call(c),
        } = &stmt.kind
            && c.pullback == call.pullback
        {
            found = Some(*dst);
        }
    });
    found
}

fn is_float(f: &Function, local: Local) -> bool {
    matches!(f.ty(local), Ty::Float(Float::F64 | Float::F32))
}

/// Whether what a call gives takes the place of its receiver: `self.phase = self.phase.next(t)`.
fn gives_another(f: &Function, call: &Call, receiver: &Place) -> bool {
    let given = given(f, call);
    let mut replaced = false;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Assign { place, value, .. } = &stmt.kind {
            replaced |= value.local() == given && is_same(place, receiver);
        }
    });
    given.is_some() && replaced
}

/// The receiver of a method that is taken to change it.
fn changing_receiver(call: &Call) -> Option<&Place> {
    match call.args.first() {
        Some(Arg::Ref {
            place,
            mutable: true,
        }) => Some(place),
        _ => None,
    }
}

/// Whether two places are the same field.
fn is_same(a: &Place, b: &Place) -> bool {
    let same = |pair: (&Step, &Step)| match pair {
        (Step::Deref, Step::Deref) => true,
        (Step::Field(a), Step::Field(b)) => a == b,
        _ => false,
    };
    a.root == b.root && a.path.len() == b.path.len() && a.path.iter().zip(&b.path).all(same)
}

/// Whether a place is a part behind a shared reference or of a value that never changes, or an argument of which rustc says
/// whether it is active, of a type that does not show.
fn is_part(f: &Function, place: &Place) -> bool {
    let param = f.params.iter().find(|p| p.local == place.root);
    let is_sure = param.is_some_and(|p| !p.unsure);
    let behind_reference = matches!(f.ty(place.root), Ty::Ref(false, _));
    let unseen = matches!(place_ty(f, place).peeled(), Ty::Unknown);
    let is_whole = place.path.iter().all(|step| matches!(step, Step::Deref));
    match behind_reference {
        true => unseen && !(is_sure && is_whole),
        false => {
            unseen && !(is_whole && (is_sure || param.is_none())) && !f.info(place.root).mutable
        }
    }
}

/// The place that a local is a copy of, and the copy: `let config = self.config.clone()`.
fn copied_from(f: &Function, local: Local) -> Option<(&Place, &Op)> {
    if f.info(local).mutable {
        return None;
    }
    let mut found = None;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let { dst, op } = &stmt.kind
            && let Op::Clone(place, _) = op
            && *dst == local
        {
            found = Some((place, op));
        }
    });
    found
}

/// Whether an argument carries no derivative, which the types are asked of what may be a whole number, and may be written
/// twice.
fn is_inert(f: &Function, arg: &Arg) -> bool {
    match arg {
        Arg::Value(Operand::Local(l)) => {
            f.ty(*l).is_inert() && f.ty(*l).is_copy() || is_unseen_number(f, *l)
        }
        Arg::Value(Operand::Const(tokens, _)) => syn::parse2::<syn::Lit>(tokens.clone()).is_ok(),
        Arg::Ref { place, mutable } => !mutable && place_ty(f, place).is_inert(),
    }
}

/// Whether a local is a copy of what is somewhere, or calculated with a whole number: `self.n`, `self.n % 2`.
fn is_unseen_number(f: &Function, local: Local) -> bool {
    if !matches!(f.ty(local), Ty::Unknown) || f.info(local).mutable {
        return false;
    }
    let is_whole = |arg: &Arg| match arg {
        Arg::Value(operand) => operand.integer().is_some() || is_int(f, operand),
        Arg::Ref { place, .. } => matches!(place_ty(f, place), Ty::Int),
    };
    let mut found = false;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let { dst, op } = &stmt.kind
            && *dst == local
        {
            found = match op {
                Op::Load(_) => true,
                Op::Call(call) => {
                    matches!(call.callee, Callee::Operator(_)) && call.args.iter().any(is_whole)
                }
                _ => false,
            };
        }
    });
    found
}

fn is_int(f: &Function, operand: &Operand) -> bool {
    operand.local().is_some_and(|l| matches!(f.ty(l), Ty::Int))
}

/// What stands in for the rules of methods.
pub(super) fn rules(names: &[Ident], core: &TokenStream) -> Option<TokenStream> {
    let name = names::plain("RuleOfBare");
    let given = quote!(#core::Unruled<T, S, A>);
    (!names.is_empty()).then(|| {
        quote! {
            trait #name<T: ?::core::marker::Sized, S: ?::core::marker::Sized> {
                #(fn #names<K, A>(&self, keep: K, arguments: A) -> (#given, #given);)*
            }
            impl<T: ?::core::marker::Sized, S: ?::core::marker::Sized> #name<T, S> for #core::Bare<T, S> {
                #(fn #names<K, A>(&self, keep: K, arguments: A) -> (#given, #given) {
                    #core::unruled(self, keep, arguments)
                })*
            }
        }
    })
}

impl Emitter<'_> {
    /// Whether the types have to decide if a method needs a rule.
    pub(super) fn may_be_bare(&self, call: &Call) -> bool {
        !self.generic && is_without_derivatives(self.f, call)
    }

    /// The same of a receiver that stays as it is.
    pub(super) fn is_kept_bare(&self, call: &Call) -> bool {
        changing_receiver(call).is_none() && self.may_be_bare(call)
    }

    /// The value and the pullback of such a call.
    pub(super) fn ruled_or_bare(
        &self,
        stmt: &Stmt,
        call: &Call,
        rule: &Ident,
        keep: &TokenStream,
        receiver: &TokenStream,
        args: &[TokenStream],
    ) -> TokenStream {
        let (core, span) = (&self.core, rule.span());
        let Callee::Method(method) = &call.callee else {
            unreachable!("only methods are asked for")
        };
        let [value, pullback, given] = ["value", "pullback", "given"].map(names::plain);
        let shape = match (&stmt.kind, changing_receiver(call)) {
            // Its pullback is given a cotangent in any case.
            (StmtKind::Let { dst, .. }, Some(_)) if !self.f.ty(*dst).is_inert() => {
                self.shape_by(*dst, quote!((*#given)))
            }
            _ => self.shape_of_given(stmt, &given),
        };
        let ruled = match changing_receiver(call) {
            Some(_) => quote_spanned! {span=>
                (*#core::ProbeUnique(&mut #receiver).__ruled_unique())
            },
            None => quote_spanned!(span=> (*(&&&#core::Probe(&#receiver)).__ruled())),
        };
        let or = self.or_plain(call, method.span());
        let plain = self.plain_of_bare(call, method, receiver, args);
        let plain = match stmt.kind {
            StmtKind::Let { dst, .. } => self.with_positions(dst, plain),
            _ => plain,
        };
        quote_spanned! {span=> {
            let (#value, #pullback) = #ruled.#rule(#keep, (#(#args,)*));
            let (#value, #pullback) = #core::Ruled(#value, #pullback).#or(|| #plain, |#given| #shape);
            (#value, #pullback.__pullback())
        }}
    }

    /// The call without a rule: of another copy where the receiver is one, and else such that it cannot be changed.
    fn plain_of_bare(
        &self,
        call: &Call,
        method: &Ident,
        receiver: &TokenStream,
        args: &[TokenStream],
    ) -> TokenStream {
        let (generics, span) = (&call.generics, method.span());
        let receiver = match changing_receiver(call) {
            Some(place) if gives_another(self.f, call, place) => {
                paths::copied(&self.core, receiver)
            }
            Some(_) => receiver.clone(),
            None => self
                .copied_receiver(call)
                .unwrap_or_else(|| receiver.clone()),
        };
        quote_spanned!(span=> #receiver.#method #generics (#(#args),*))
    }

    /// The shape of what a call has given, which is behind a reference, if it has a shadow.
    pub(super) fn shape_of_given(&self, stmt: &Stmt, given: &Ident) -> TokenStream {
        let core = &self.core;
        match stmt.kind {
            StmtKind::Let { dst, .. } if self.residuals.storage_active(dst) => {
                self.shape_by(dst, quote!((*#given)))
            }
            _ => quote!(#core::NoShape),
        }
    }

    /// What gives the method's own value, by what the types have to say of it.
    fn or_plain(&self, call: &Call, span: Span) -> Ident {
        let unseen = |arg: &Arg| match arg {
            Arg::Value(Operand::Local(l)) => is_unseen_number(self.f, *l),
            _ => false,
        };
        let name = match changing_receiver(call) {
            Some(place) if gives_another(self.f, call, place) => "__or_another",
            Some(_) => "__or_asked",
            None if call.args[1..].iter().any(unseen) => "__or_of_whole",
            None => "__or",
        };
        Ident::new(name, Span::mixed_site().located_at(span))
    }

    /// Another copy of a receiver that is one: the method may consume it.
    fn copied_receiver(&self, call: &Call) -> Option<TokenStream> {
        let Some(Arg::Ref { place, .. }) = call.args.first() else {
            return None;
        };
        let (_, copy) = copied_from(self.f, place.root).filter(|_| place.path.is_empty())?;
        Some(self.op(copy))
    }
}
