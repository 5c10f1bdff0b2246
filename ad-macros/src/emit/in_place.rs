//! Calls of the function itself whose partial derivatives stay where they arise.
//!
//! Receives such calls as `adjoint/in_place.rs` names them; promises both sweeps of them in one scope. The room for the
//! partial derivatives stands in the place of the pullback.
//!
//! ```text
//! let p = (zeros_like(&rest),);
//! let t = rrule_along(Discard, (&rest, n), Cell::new(1.0), (Some(&p.0), None));
//! …
//! d_rest.add_times(&p.0, d_t);
//! ```

use super::written::elided;
use super::{Emitter, at_once, names};
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// Whether calls in a loop leave their partial derivatives where they arise.
    pub(super) fn has_calls_in_place(&self, looped: &Loop) -> bool {
        let mut stmts = looped.body.stmts.iter();
        stmts.any(|stmt| self.sweep.in_place.contains(&stmt.id))
    }

    /// Whether there may be partial derivatives by a parameter. What is known of the function is what it does behind its guard
    /// clauses, which may use more of the parameters: only types tell.
    fn takes_partials(&self, param: &Param) -> bool {
        !param.constant && !self.f.ty(param.local).is_inert()
    }

    /// A call, and room for its partial derivatives in the place of its pullback.
    pub(super) fn called_in_place(&self, stmt: &Stmt, dst: Local, call: &Call) -> TokenStream {
        let (core, name, pullback) = (&self.core, self.name(dst), self.name(call.pullback));
        let args = self.rule_arguments(call);
        let rooms = self
            .f
            .params
            .iter()
            .zip(&args)
            .filter(|(p, _)| self.takes_partials(p));
        let rooms = rooms.map(|(p, arg)| {
            let (ty, given) = (elided(&p.ty), names::plain("given"));
            let behind = matches!(p.passing, Passing::Value).then(|| quote!(&));
            quote!({ let #given: #ty = #arg; #core::AtOnce::partials(#behind #given) })
        });
        let rooms = quote!((#(#rooms,)*));
        let rule = self.rule_of_call(stmt, call, &args, Self::rule_receiver);
        let annotation = self.annotation(dst);
        quote!(let #pullback = #rooms; let #name #annotation = #rule;)
    }

    /// What the rule of such a call is given besides: a cotangent of one, and where the partial derivatives go.
    pub(super) fn room_for_partials(&self, stmt: &Stmt, call: &Call) -> Option<TokenStream> {
        if !self.sweep.in_place.contains(&stmt.id) {
            return None;
        }
        let pullback = self.name(call.pullback);
        let mut rooms = (0..).map(syn::Index::from);
        let into = at_once::into(self.f, |p| {
            let room = self.takes_partials(p).then(|| rooms.next())?;
            Some(quote!(#pullback.#room))
        });
        Some(quote!(, ::core::cell::Cell::new(1.0), #into))
    }

    /// The pullback of such a call: the partial derivatives times the cotangent.
    pub(super) fn multiplied_in_place(&self, dst: Local, call: &Call) -> TokenStream {
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        let (pullback, ct) = (self.name(call.pullback), names::plain("ct_of_call"));
        let active = self
            .f
            .params
            .iter()
            .enumerate()
            .filter(|(_, p)| self.takes_partials(p));
        let shadows: Vec<_> = active
            .map(|(i, p)| (p, self.shadow_argument(call, i, &mut before, &mut after)))
            .collect();
        let multiplied = shadows.iter().enumerate().map(|(at, (p, shadow))| {
            let (sink, ty, room) = (
                names::plain("sink"),
                self.shadow_type(p),
                syn::Index::from(at),
            );
            let given = quote!({ let #sink: #ty = #shadow; #sink });
            self.add_times(&sink, &given, &quote!(#pullback.#room), &ct)
        });
        let multiplied = self.where_any(&ct, quote!(#(#multiplied)*));
        let d = self.shadow(dst);
        quote!({ #before let #ct = #d; #multiplied #after })
    }
}
