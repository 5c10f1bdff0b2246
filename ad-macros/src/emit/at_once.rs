//! The rule of a function where it calls itself and leaves its partial derivatives behind.
//!
//! Receives a function that `analysis/at_once.rs` found such calls in; promises a function beside its rule whose
//! pullback multiplies. It runs both sweeps before it returns. It is not inlined into the rule, but the rule into it:
//! then what returns at each step of the recursion is a value and numbers, in registers if they are two, and not the
//! residual that the rule would return.
//!
//! ```text
//! pub fn rrule_at_once(keep: K, (x, n): (f64, usize)) -> (f64, impl Fn(Cell<f64>, (Option<&Cell<f64>>, Option<&()>))) {
//!     let partials_x = x.partials();
//!     let (value, pullback) = rrule(Discard, (x, n));
//!     pullback(1.0, (x, n), (Some(&partials_x), None));
//!     (value, move |ct, (sink_x, sink_n)| sink_x.add_times(&partials_x, ct))
//! }
//! ```

use super::rule::keeping;
use super::signature::Signature;
use super::{Emitter, names, paths};
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

/// The function, if there are such calls.
pub(super) fn rule(e: &Emitter, signature: &Signature) -> Option<TokenStream> {
    if e.a.flow.at_once.is_empty() {
        return None;
    }
    let core = &e.core;
    let generics = keeping(signature.bounded(signature.generics().clone(), core), core);
    let (generics, _, clause) = generics.split_for_impl();
    let [value, ct, keep, keeping] = ["value", "ct", "keep", "Keep"].map(names::plain);
    let params = || e.f.params.iter();
    let patterns: Vec<_> = params().map(|p| e.name(p.local)).collect();
    let types = params().map(|p| &p.ty);
    let sinks: Vec<_> = params().map(|p| e.sink_pattern(p)).collect();
    let shadows: Vec<_> = params().map(|p| e.shadow_type(p)).collect();
    let (captured, cotangent) = (signature.captured(), signature.cotangent(e));
    let (output, prelude) = (signature.output(), paths::traits(core));
    let active = || params().filter(|p| has_partials(e, p));
    let starts = active().map(|p| {
        let (partials, name) = (partials(p), e.name(p.local));
        let behind = matches!(p.passing, Passing::Value).then(|| quote!(&));
        quote!(let #partials = #core::AtOnce::partials(#behind #name);)
    });
    let multiplied = active().map(|p| {
        let sink = e.sink_pattern(p);
        e.add_times(&sink, &quote!(#sink), &partials(p).to_token_stream(), &ct)
    });
    let run = both_sweeps(e, signature);
    let multiplied = e.where_any(&ct, quote!(#(#multiplied)*));
    Some(quote! {
        #[doc(hidden)]
        #[inline(never)]
        pub fn rrule_at_once #generics (#keep: #keeping, (#(#patterns,)*): (#(#types,)*))
            -> (#output, impl ::core::ops::Fn(#cotangent, (#(#shadows,)*)) + use<#(#captured,)* #keeping>)
        #clause
        {
            #prelude
            #(#starts)*
            #run
            (#value, move |#ct: #cotangent, (#(#sinks,)*): (#(#shadows,)*)| {
                let #ct = #ct.get();
                #multiplied
            })
        }
    })
}

/// Runs them into the partial derivatives, iteration by iteration where that can be.
fn both_sweeps(e: &Emitter, signature: &Signature) -> TokenStream {
    let core = &e.core;
    let [value, pullback] = ["value", "pullback"].map(names::plain);
    let arguments: Vec<_> = e.f.params.iter().map(|p| e.name(p.local)).collect();
    let into = into(e.f, |p| has_partials(e, p).then(|| partials(p)));
    let arguments = quote!((#(#arguments,)*));
    let captures = signature.own_captures();
    let turbofish = (!captures.is_empty()).then(|| quote!(::<#(#captures,)* _>));
    let one = quote!(::core::cell::Cell::new(1.0));
    match e.along {
        Some(_) => {
            let along = signature.rule_along();
            quote!(let #value = Self::#along #turbofish (#core::Discard, #arguments, #one, #into);)
        }
        None => {
            let rule = signature.rule_name(0);
            quote! {
                let (#value, #pullback) = Self::#rule #turbofish (#core::Discard, #arguments);
                #pullback(#one, #arguments, #into);
            }
        }
    }
}

/// Where the partial derivatives by each parameter go, if there are any.
pub(super) fn into(
    f: &Function,
    mut room: impl FnMut(&Param) -> Option<TokenStream>,
) -> TokenStream {
    let into = f.params.iter().map(|param| match room(param) {
        Some(room) => {
            quote!(::core::option::Option::Some(::core::borrow::Borrow::borrow(&#room)))
        }
        None => quote!(::core::option::Option::None),
    });
    quote!((#(#into,)*))
}

impl Emitter<'_> {
    /// Partial derivatives times a cotangent, where a shadow is given.
    pub(super) fn add_times(
        &self,
        sink: &Ident,
        given: &TokenStream,
        partials: &TokenStream,
        ct: &Ident,
    ) -> TokenStream {
        let core = &self.core;
        quote! {
            if let ::core::option::Option::Some(#sink) = #given {
                #core::AddTimes::add_times(#sink, ::core::borrow::Borrow::borrow(&#partials), #ct);
            }
        }
    }

    /// Nothing where no cotangent comes, if a partial derivative may be infinite.
    pub(super) fn where_any(&self, ct: &Ident, multiplied: TokenStream) -> TokenStream {
        let core = &self.core;
        match self.has_poles() {
            true => quote!(if #core::is_any(#ct) { #multiplied }),
            false => multiplied,
        }
    }
}

/// Whether there are partial derivatives by a parameter.
fn has_partials(e: &Emitter, param: &Param) -> bool {
    !param.constant && e.a.activity.is_active(param.local)
}

fn partials(param: &Param) -> TokenStream {
    names::numbered("partials", param.local.0).to_token_stream()
}
