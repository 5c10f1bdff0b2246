//! Closures as arguments: their environment as one value, and their rule as a closure of it.
//!
//! ```text
//! |x| k * x          (Captured(k),)
//!                    |keep, environment, (x,)| {
//!                        let (Captured(k),) = environment;
//!                        …
//!                        (value, move |ct, (environment, x), (shadows, sink_x)| { … })
//!                    }
//! ```

use super::forward::Forward;
use super::{Answers, Emitter, missing, names, paths};
use crate::adjoint::residual::Residuals;
use crate::adjoint::sweep;
use crate::analysis::interior::Interior;
use crate::analysis::plan::{Analyses, plan};
use crate::ir::*;
use crate::passes::Pass;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::cell::OnceCell;

impl Emitter<'_> {
    /// What a closure captures, as a tuple of owned values.
    pub(super) fn environment(&self, closure: &Function, captured: &[TokenStream]) -> TokenStream {
        let core = &self.core;
        let each = closure.params.iter().zip(captured).map(|(param, value)| {
            let ty = closure.ty(param.local);
            if matches!(ty, Ty::Function) {
                return value.clone();
            }
            match (param.passing, param.constant) {
                (Passing::Value, true) => quote!(#core::Constant(#value)),
                (Passing::Value, false) => quote!(#core::Captured::moved(#value)),
                (_, true) => quote!(#core::Constant(#core::ToOwned::to_owned(#value))),
                (_, false) => quote!((&&&#core::Capturing(#value)).__captured()),
            }
        });
        quote!((#(#each,)*))
    }

    /// The rule of a closure, as a closure of its environment.
    pub(super) fn closure(&self, closure: &Function, captures: usize) -> TokenStream {
        let passes = self.passes.clone().but(Pass::Recursion);
        let analyses = Analyses::of(closure, &passes);
        let plan = plan(&analyses);
        let passes = passes.but(Pass::FirstTouch);
        let sweep = sweep(&analyses, &plan, &passes);
        let interior = Interior::of_closure(&analyses, captures);
        let e = Emitter {
            clauses: &[],
            f: closure,
            a: &analyses,
            plan: &plan,
            residuals: Residuals::new(&analyses, &plan),
            level: 0,
            along: None,
            known: None,
            sweep: &sweep,
            passes: &passes,
            answers: Answers {
                interior: OnceCell::from(interior),
                around: missing::declared(self.f).within(&self.answers.around),
                ..Answers::default()
            },
            generic: self.generic,
            scales: self.scales,
            lasting: self.lasting,
            borrows: self.borrows,
            may_borrow: self.may_borrow,
            closure: true,
            derived: Default::default(),
            mistakes: None,
            core: self.core.clone(),
        };
        e.closure_rule(captures)
    }

    fn closure_rule(&self, captures: usize) -> TokenStream {
        let (core, items) = (&self.core, &self.f.items);
        let own = &self.f.params[captures..];
        let patterns: Vec<&Ident> = own.iter().map(|p| self.name(p.local)).collect();
        let sinks: Vec<Ident> = own.iter().map(|p| self.sink_pattern(p)).collect();
        let types = own.iter().map(|p| &p.ty);
        let (environment, shadows) = (names::plain("environment"), names::plain("shadows"));
        let (ct, value, residual, keep) = (
            names::plain("ct"),
            names::plain("value"),
            names::plain("residual"),
            names::plain("keep"),
        );
        let opened = self.opened(captures, &environment);
        let opened_shadows = self.opened_shadows(captures, &shadows);
        let (views, shadow_views) = self.views_of(own);
        let (held, views_again) = self.views_again(own);
        let unwritten = own.iter().filter(|p| is_unwritten(self.f, p)).map(|p| {
            let name = self.name(p.local);
            let core = paths::at(core, name.span());
            quote_spanned!(name.span()=> #core::unwritten(&#name);)
        });
        let fallbacks = missing::fallbacks_within(self.f, &self.answers.around, core);
        let forward = Forward::body(self);
        let reverse = self.reverse();
        let gate = self.gate(&quote!(false));
        let scalar_ct = self.f.ret.is_float().then(|| quote!(let #ct = #ct.get();));
        quote! {
            |#keep, #environment, (#(#patterns,)*): (#(#types,)*)| {
                #(#unwritten)*
                #opened
                #held
                #views
                #(#items)*
                #fallbacks
                #forward
                (#value, move |#ct, (#environment, #(#patterns,)*), (#shadows, #(#sinks,)*)| {
                    let _ = &#residual;
                    #opened
                    #views_again
                    #views
                    #opened_shadows
                    #shadow_views
                    #scalar_ct
                    #gate
                    #reverse
                })
            }
        }
    }

    /// Parameters that are used as slices and may be arrays, and their shadows, as slices.
    fn views_of(&self, own: &[Param]) -> (TokenStream, TokenStream) {
        let unique = |p: &Param| (p.passing == Passing::RefMut).then(|| quote!(mut));
        let viewed = own.iter().filter(|p| is_guessed_slice(self.f, p));
        let each = viewed.map(|p| {
            let (name, sink, unique) = (self.name(p.local), self.sink_pattern(p), unique(p));
            (
                quote!(let #name = &#unique #name[..];),
                quote!(let #sink = #sink.map(|#sink| &#unique #sink[..]);),
            )
        });
        each.unzip()
    }

    /// What is kept of those that may be vectors which are handed over, and these in the reverse sweep. Which they are is
    /// known once they were looked at as slices.
    fn views_again(&self, own: &[Param]) -> (TokenStream, TokenStream) {
        let core = &self.core;
        let lent = |p: &&Param| p.passing == Passing::Ref && is_guessed_slice(self.f, p);
        let each = own.iter().filter(lent).map(|p| {
            let (name, held) = (self.name(p.local), names::numbered("handed", p.local.0));
            (
                quote! {
                    let _ = &#name[..];
                    let #held = (&&#core::Guessed(&#name)).__handed();
                },
                quote!(let #name = #held.__again(#name);),
            )
        });
        each.unzip()
    }

    /// The captured variables, out of the environment.
    fn opened(&self, captures: usize, environment: &Ident) -> TokenStream {
        let core = &self.core;
        let captured = &self.f.params[..captures];
        let patterns = captured.iter().map(|p| {
            let name = self.name(p.local);
            match self.f.ty(p.local) {
                Ty::Function => name.to_token_stream(),
                _ if p.constant => quote!(#core::Constant(#name)),
                _ => quote!(#core::Captured(#name, _)),
            }
        });
        let as_seen = captured.iter().map(|p| {
            let name = self.name(p.local);
            match p.passing {
                _ if is_guessed_slice(self.f, p) => quote!(let #name = &#name[..];),
                _ if p.passing == Passing::Value => {
                    quote!(let #name = ::core::clone::Clone::clone(#name);)
                }
                _ => TokenStream::new(),
            }
        });
        quote!(let (#(#patterns,)*) = #environment; #(#as_seen)*)
    }

    /// Where the derivatives of the captured variables go.
    fn opened_shadows(&self, captures: usize, shadows: &Ident) -> TokenStream {
        let captured = &self.f.params[..captures];
        let sinks: Vec<Ident> = captured.iter().map(|p| self.sink_pattern(p)).collect();
        let none = sinks.iter().map(|_| quote!(::core::option::Option::None));
        let guessed = captured
            .iter()
            .zip(&sinks)
            .filter(|(p, _)| is_guessed_slice(self.f, p) && !p.constant);
        let slices = guessed.map(|(_, sink)| quote!(let #sink = #sink.map(|#sink| &#sink[..]);));
        quote! {
            let (#(#sinks,)*) = match #shadows {
                ::core::option::Option::Some((#(#sinks,)*)) => (#(::core::option::Option::Some(#sinks),)*),
                ::core::option::Option::None => (#(#none,)*),
            };
            #(#slices)*
        }
    }
}

/// A parameter without a type.
pub(super) fn is_unwritten(f: &Function, param: &Param) -> bool {
    matches!(param.ty, syn::Type::Infer(_)) && matches!(f.ty(param.local), Ty::Unknown)
}

/// A parameter without a written type whose uses are those of a slice: it may be an array.
pub(super) fn is_guessed_slice(f: &Function, param: &Param) -> bool {
    let slice = matches!(f.ty(param.local), Ty::Ref(_, t) if matches!(**t, Ty::Slice(_)));
    slice && matches!(param.ty, syn::Type::Infer(_))
}
