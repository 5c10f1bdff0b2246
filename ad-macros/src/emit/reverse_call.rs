//! Calls backwards: the pullback gets the cotangent, the arguments again, and their shadows.
//!
//! ```text
//! let (y, pb) = rrule(keep, (&x, k,));      (pb)(Cell::new(d_y), (&x, k,), (Some(&d_x), None,));
//! ```

use super::tokens::span_of_field;
use super::{Emitter, hints, names};
use crate::analysis::plan::is_items;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Expr;

impl Emitter<'_> {
    /// The pullback of a call: `(pb)(ct, (args again,), (shadows,));` with scalars' shadows in cells.
    pub(super) fn reverse_call(&self, stmt: &Stmt, dst: Local, call: &Call) -> TokenStream {
        if self.sweep.in_place.contains(&stmt.id) {
            return self.multiplied_in_place(dst, call);
        }
        if self.a.flow.at_once.contains(&stmt.id) {
            return self.multiplied(dst, call);
        }
        let mut before = TokenStream::new();
        let mut after = TokenStream::new();
        before.extend(self.kinds_of_links(call));
        // Links stand in the receiver's place, if anywhere.
        let given = |i: &usize| *i == 0 || *i >= call.skipped();
        let mut again: Vec<TokenStream> = call
            .args
            .iter()
            .enumerate()
            .filter(|(i, _)| given(i))
            .map(|(i, a)| match self.unsaid_receiver(i, call) {
                Some(place) => {
                    let (core, place) = (&self.core, self.linked_place(call, place));
                    quote!(#core::place(&mut #place))
                }
                None => self.again(i, a, call, &mut before),
            })
            .collect();
        let mut shadows: Vec<TokenStream> = call
            .args
            .iter()
            .enumerate()
            .filter(|(i, _)| given(i))
            .map(|(i, _)| match self.unsaid_receiver(i, call) {
                Some(place) if call.chain.links > 0 => {
                    let (span, place) = (span_of_field(place), self.linked_shadow(call, place));
                    quote_spanned!(span=> (#place).__lent())
                }
                Some(place) if self.residuals.storage_active(place.root) => {
                    let (span, place) = (span_of_field(place), self.lent_shadow_place(place));
                    quote_spanned!(span=> (#place).__lent())
                }
                _ => self.shadow_argument(call, i, &mut before, &mut after),
            })
            .collect();
        let mut between = TokenStream::new();
        self.group_captures(call, &mut again, &mut shadows, &mut before, &mut between);
        let d = self.shadow(dst);
        let ct = match self.f.ty(dst) {
            Ty::Float(_) => quote!(::core::cell::Cell::new(#d)),
            Ty::Unit => quote!(()),
            _ => d.to_token_stream(),
        };
        let pullback = self.name(call.pullback);
        let function = if self.is_erased(stmt) {
            let like = self.never_called(stmt, call);
            quote!(#pullback.__like(|| #like))
        } else {
            let again = || self.never_called(stmt, call);
            let attached = self.attached(stmt, call, again);
            attached.unwrap_or_else(|| pullback.to_token_stream())
        };
        let ct_name = names::plain("ct_of_call");
        let given_by_bare = again
            .first()
            .and_then(|receiver| self.given_by_bare(call, receiver, &ct_name));
        quote! {
            {
                #before
                let #ct_name = #ct;
                #given_by_bare
                (#function)(#ct_name, (#(#again,)*), (#(#shadows,)*));
                #between
                #after
            }
        }
    }

    /// `(pb)(ct, (shadows,));`, of a call that left its partial derivatives behind.
    fn multiplied(&self, dst: Local, call: &Call) -> TokenStream {
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        let shadows: Vec<TokenStream> = (0..call.args.len())
            .map(|i| self.shadow_argument(call, i, &mut before, &mut after))
            .collect();
        let (d, pullback) = (self.shadow(dst), self.name(call.pullback));
        quote!({ #before (#pullback)(::core::cell::Cell::new(#d), (#(#shadows,)*)); #after })
    }

    /// The receiver of a method that may or may not change it.
    pub(super) fn unsaid_receiver<'c>(&self, index: usize, call: &'c Call) -> Option<&'c Place> {
        match (&call.callee, call.args.get(index)) {
            (
                Callee::Method(_),
                Some(Arg::Ref {
                    place,
                    mutable: true,
                }),
            ) if index == 0 => Some(place),
            _ => None,
        }
    }

    fn again(&self, index: usize, arg: &Arg, call: &Call, before: &mut TokenStream) -> TokenStream {
        if let (Callee::Method(_), Arg::Value(value), 0, None) =
            (&call.callee, arg, index, call.again[index])
        {
            let (core, value) = (&self.core, self.bare(value));
            return quote!(#core::receiver(&#value));
        }
        if matches!(call.callee, Callee::Value) && index == 0 && !self.is_function_param(arg) {
            let (core, function) = (&self.core, self.receiver(call));
            return quote!(&#core::again(#function.__operand()));
        }
        if let Arg::Value(Operand::Local(l)) = arg
            && self.f.is_optional_reference(*l)
        {
            let (core, name) = (&self.core, self.name(*l));
            return quote!(#core::passed(#name));
        }
        if let Some(local) = call.again[index] {
            let (core, name) = (&self.core, self.name(local));
            let lent = matches!(arg, Arg::Value(Operand::Local(l)) if self.may_borrow(*l));
            return match lent {
                true => quote!(#core::passed((&&#core::Recalling(#name)).__recall())),
                false => quote!(#core::passed(#core::copy(#name))),
            };
        }
        if let Arg::Value(value) = arg
            && self.is_inert(value)
        {
            let (core, none) = (&self.core, is_none(value));
            let (named, value) = (is_named(value), self.bare(value));
            return match named {
                _ if none => quote!(#core::passed(#core::GivenNone)),
                true => quote!(#core::passed((&&#core::Probe(&#value)).__again())),
                false => quote!(#core::passed(#value)),
            };
        }
        if matches!(call.callee, Callee::Operator(_)) {
            return self.operator_operand(arg);
        }
        if let Arg::Value(value) = arg
            && value.local().is_some_and(|l| self.is_bound_part(l))
        {
            let (core, value) = (&self.core, self.bare(value));
            return quote!(#core::passed((&&&#core::Bound(&#value)).__again()));
        }
        if let Some(behind) = self.behind_reference(arg) {
            return self.lent_in(call, index, behind, true);
        }
        if let Some(local) = call.after[index] {
            let (name, held) = (self.name(local), names::numbered("held", index));
            before.extend(quote!(let mut #held = #name;));
            return quote!(&mut #held);
        }
        self.lent_in(call, index, self.rule_argument(call, index, true), true)
    }

    /// Whether a function value is a parameter, of which the pullback gets again what it needs.
    pub(super) fn is_function_param(&self, arg: &Arg) -> bool {
        let is_param = |root: Local| self.f.params.iter().any(|p| p.local == root);
        matches!(arg, Arg::Ref { place, .. } if place.path.is_empty()
            && matches!(self.f.ty(place.root), Ty::Function)
            && is_param(place.root))
    }

    /// Whether a value carries no derivative, by its type or because it is written out.
    pub(super) fn is_inert(&self, value: &Operand) -> bool {
        match value {
            Operand::Local(l) => self.f.ty(*l).is_inert(),
            Operand::Const(_, ty) => !ty.is_float(),
        }
    }

    /// A reference to what the reverse sweep has a reference to already.
    fn behind_reference(&self, arg: &Arg) -> Option<TokenStream> {
        match arg {
            Arg::Ref {
                place,
                mutable: false,
            } if place.path.is_empty() && self.is_behind_reference(place.root) => {
                let name = self.name(place.root);
                Some(quote!(&*#name))
            }
            _ => None,
        }
    }

    /// Whether it is what a pattern binds, a copy or a reference.
    fn is_bound_part(&self, local: Local) -> bool {
        self.f.info(local).part.is_some() && matches!(self.f.ty(local), Ty::Unknown)
    }

    /// The name of what a pattern binds, where it is handed over.
    fn bound_value(&self, arg: &Arg) -> Option<&Ident> {
        match arg {
            Arg::Value(Operand::Local(local)) if self.is_bound_part(*local) => {
                Some(self.name(*local))
            }
            _ => None,
        }
    }

    /// The forward call once more, for its type alone.
    fn never_called(&self, stmt: &Stmt, call: &Call) -> TokenStream {
        let core = &self.core;
        let flat: Vec<TokenStream> = call
            .args
            .iter()
            .zip(call.again.iter().zip(&call.after))
            .enumerate()
            .map(|(index, (arg, kept))| match kept {
                (Some(again), _) => {
                    let absent = self.absent(arg, *again);
                    match self.witness(stmt, call, index) {
                        Some(witness) => quote!(#witness.absent(|| #absent)),
                        None => absent,
                    }
                }
                _ if self.function_type(arg).is_some() => {
                    let ty = self.function_type(arg);
                    quote!(#core::absent::<#ty>())
                }
                _ if matches!(call.callee, Callee::Operator(_)) => self.operator_operand(arg),
                (_, Some(_)) => {
                    let held = names::numbered("held", index);
                    quote!(&mut #held)
                }
                _ => match self.bound_value(arg) {
                    // It may be asked for again beside the call. What it is, not the callee says, which may ask for less.
                    Some(bound) => {
                        let like = names::plain("like");
                        quote!({ let #like = #core::absent_like(&#bound); #like })
                    }
                    None => {
                        let behind = self.behind_reference(arg);
                        let argument = || self.rule_argument(call, index, true);
                        self.lent_in(call, index, behind.unwrap_or_else(argument), true)
                    }
                },
            })
            .collect();
        let rule = self.rule_of_call(stmt, call, &flat, Self::reopened_receiver);
        let rule = self.marked_rule(call, rule);
        match self.witness_of_result(stmt, call) {
            Some(witness) => quote!(#witness.result(#rule)),
            None => rule,
        }
    }

    /// An argument by value in a call that is never made. A generic callee leaves its type to be said.
    fn absent(&self, arg: &Arg, again: Local) -> TokenStream {
        let (core, again) = (&self.core, self.name(again));
        let Arg::Value(Operand::Local(local)) = arg else {
            return quote!(#core::absent());
        };
        if self.is_items(*local) {
            return quote!(#core::Items::of(#core::absent()));
        }
        match self.f.ty(*local) {
            Ty::Array(element) if element.is_float() => quote!(#core::absent_like(&#again)),
            Ty::Vec(element) => match &**element {
                Ty::Float(float @ (Float::F64 | Float::F32 | Float::Param(_))) => {
                    quote!(#core::absent::<#core::Vec<#float>>())
                }
                _ => quote!(#core::absent()),
            },
            _ => quote!((&&#core::Told(#again)).__absent()),
        }
    }

    /// Whether a value is made to be passed as an iterator.
    pub(super) fn is_items(&self, local: Local) -> bool {
        let mut made = false;
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                dst,
                op: Op::Call(call),
            } = &stmt.kind
                && let Callee::Associated(path) = &call.callee
            {
                made |= *dst == local && is_items(path);
            }
        });
        made
    }
}

/// Whether this is `None`, whose type is left to be inferred.
fn is_none(value: &Operand) -> bool {
    match value {
        Operand::Const(tokens, _) => hints::is_open_none(tokens),
        Operand::Local(_) => false,
    }
}

/// Whether this is a variant, a unit struct or a constant, or a part of one, whose type says what a pullback gets again
/// of it.
fn is_named(value: &Operand) -> bool {
    match value {
        Operand::Const(tokens, _) => {
            syn::parse2::<Expr>(tokens.clone()).is_ok_and(|expr| names_constant(&expr))
        }
        Operand::Local(_) => false,
    }
}

fn names_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => {
            let segments = &path.path.segments;
            let named = |s: &syn::PathSegment| starts_upper(&s.ident) || !s.arguments.is_none();
            segments.len() > 1 || segments.iter().any(named)
        }
        Expr::Index(part) => names_constant(&part.expr),
        Expr::Field(part) => names_constant(&part.base),
        _ => false,
    }
}
