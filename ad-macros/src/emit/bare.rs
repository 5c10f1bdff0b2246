//! Calls of methods on what may be a constant field, or a part of one, whose type is not differentiable and has
//! no rules.
//!
//! ```text
//! t = call .rate(&m.config, 3)
//!
//! let arguments = (3,);
//! let (value, pullback) = (*(&&&Probe(&m.config)).__ruled()).derivative_rule_of_rate(keep, arguments);
//! let (value, pullback) = Ruled(value, pullback).__or(|| m.config.rate(3), |value| …);
//! (value, pullback.__pullback())
//! ```
//!
//! The types decide which of the two it is (`ad-core/src/emitted/plain.rs`). Functions with type parameters do not ask:
//! a parameter that says nothing of derivatives may stand for a type that has them.

use super::{Emitter, names, paths};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::iterators;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

/// Whether a method is called on a part of what stays as it is, of which the syntax shows nothing, with arguments
/// that carry no derivative.
pub(super) fn is_without_derivatives(f: &Function, call: &Call) -> bool {
    let Some(Arg::Ref {
        place,
        mutable: false,
    }) = call.args.first()
    else {
        return false;
    };
    let Callee::Method(method) = &call.callee else {
        return false;
    };
    !is_known_to_consume(f, place, method)
        && !call.by_rule
        && call.functions.is_empty()
        && call.changing.is_empty()
        && call.iterated.is_empty()
        && call.args.len() <= 5
        && is_kept(f, place)
        && call.args[1..].iter().all(|arg| is_inert(f, arg))
}

/// Whether a method is known to have a rule and to consume the argument that it is called on.
fn is_known_to_consume(f: &Function, place: &Place, method: &Ident) -> bool {
    let mut params = f.params.iter().filter(|p| p.local == place.root);
    place.path.is_empty() && params.any(|p| iterators::consumes(&p.ty, method))
}

/// Whether a place stays as it is, or what it is a copy of.
fn is_kept(f: &Function, place: &Place) -> bool {
    is_part(f, place) || copied_from(f, place.root).is_some_and(|(from, _)| is_part(f, from))
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

/// The place that a local is a copy of, and the copy: `let config = self.config.clone()`, and `let side = edge.side` behind a
/// shared reference, which nothing is moved from.
fn copied_from(f: &Function, local: Local) -> Option<(&Place, &Op)> {
    if f.info(local).mutable {
        return None;
    }
    let mut found = None;
    f.body.walk(&mut |stmt| {
        let StmtKind::Let { dst, op } = &stmt.kind else {
            return;
        };
        let from = match op {
            Op::Clone(place, _) => Some(place),
            Op::Load(place) if matches!(f.ty(place.root), Ty::Ref(false, _)) => Some(place),
            _ => None,
        };
        if let Some(from) = from.filter(|_| *dst == local) {
            found = Some((from, op));
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

    /// The variable that the receiver of such a call is, or is a copy of, as a whole.
    fn whole_receiver(&self, place: &Place) -> Option<Local> {
        let place = copied_from(self.f, place.root).map_or(place, |(from, _)| from);
        let is_whole = place.path.iter().all(|step| matches!(step, Step::Deref));
        is_whole.then(|| self.a.flow.origin[place.root.0])
    }

    /// Whether a local is a copy that methods are called on which may have no rules.
    pub(super) fn is_bare_copy(&self, local: Local) -> bool {
        let mut found = false;
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                op: Op::Call(call), ..
            } = &stmt.kind
                && let Some(Arg::Ref { place, .. }) = call.args.first()
            {
                found |= place.root == local && self.may_be_bare(call);
            }
        });
        found && copied_from(self.f, local).is_some()
    }

    /// That what such a call gave, of which `ct` is the cotangent, carries no derivative that the receiver would take: its
    /// shadow says so.
    pub(super) fn given_by_bare(
        &self,
        call: &Call,
        receiver: &TokenStream,
        ct: &Ident,
    ) -> Option<TokenStream> {
        let Some(arg @ Arg::Ref { place, .. }) = call.args.first() else {
            return None;
        };
        if !self.may_be_bare(call) {
            return None;
        }
        let (span, whole) = (call.method().span(), self.whole_receiver(place));
        if let Some(shadow) = whole.and_then(|local| self.shadow_as_field(local)) {
            let name = names::plain("shadow");
            let given = quote! {
                let #name: ::core::option::Option<&#shadow> = ::core::option::Option::None;
                if let ::core::option::Option::Some(#name) = #name {
                    let _ = #name.__gave(&#ct);
                }
            };
            return Some(paths::reported_at(given, span));
        }
        let shadow = self.has_shadow(arg).then(|| {
            let behind = self.shadow_behind(place);
            behind.unwrap_or_else(|| self.shadow_place(place))
        })?;
        let given = quote!((&&&&(#shadow).__gave(&#ct).by(#receiver)).__asserted(););
        Some(paths::reported_at(given, span))
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
        let method = call.method();
        let [value, pullback, given] = ["value", "pullback", "given"].map(names::plain);
        let shape = self.shape_of_given(stmt, &given);
        let arguments = names::plain("arguments");
        let probe = match call.args[1..].iter().any(|arg| self.may_be_whole(arg)) {
            true => {
                let asked = args.iter().enumerate().map(|(i, arg)| {
                    let kind = self.kind_of_argument(stmt, call, i + 1);
                    kind.map_or_else(|| arg.clone(), |kind| quote!(#kind))
                });
                quote_spanned!(span=> (&&&&#core::ProbeGiven::of(&#receiver, &(#(#asked,)*))))
            }
            false => quote_spanned!(span=> (&&&#core::Probe(&#receiver))),
        };
        let ruled = quote_spanned!(span=> (*#probe.__ruled()));
        let consumed = self.copied_receiver(call);
        let consumed = consumed.as_ref().unwrap_or(receiver);
        let generics = &call.generics;
        let plain = quote_spanned!(span=> #consumed.#method #generics (#(#args),*));
        let plain = match stmt.kind {
            StmtKind::Let { dst, .. } => self.with_positions(dst, plain),
            _ => plain,
        };
        quote_spanned! {span=> {
            let #arguments = (#(#args,)*);
            let (#value, #pullback) = #ruled.#rule(#keep, #arguments);
            let (#value, #pullback) = #core::Ruled(#value, #pullback).__or(|| #plain, |#given| #shape);
            (#value, #pullback.__pullback())
        }}
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

    /// What says, in a call that is written for its type as well, whether an argument is whole: there nothing but the rule
    /// says of what type it is.
    pub(super) fn kind_of_argument(&self, stmt: &Stmt, call: &Call, index: usize) -> Option<Ident> {
        let asks = self.is_erased(stmt)
            && self.may_be_bare(call)
            && index > 0
            && call.again[index].is_some()
            && self.may_be_whole(&call.args[index]);
        asks.then(|| names::numbered(&format!("kind{}_", stmt.id), index))
    }

    /// Whether only the type of an argument says that it is no float.
    fn may_be_whole(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Value(Operand::Local(l)) => is_unseen_number(self.f, *l),
            _ => false,
        }
    }

    /// Another copy of a receiver that is one: the method may consume it.
    fn copied_receiver(&self, call: &Call) -> Option<TokenStream> {
        let Some(Arg::Ref { place, .. }) = call.args.first() else {
            return None;
        };
        match copied_from(self.f, place.root)? {
            (_, copy @ Op::Clone(..)) if place.path.is_empty() => Some(self.op(copy)),
            _ => None,
        }
    }
}
