//! The call that gives a pullback.
//!
//! Receives a function and its rule; promises `vjp`, which runs the rule once and hands out a closure that
//! takes cotangents back as often as is wanted: it keeps what the rule's pullback is given again.
//!
//! ```text
//! pub fn vjp<'a>(x: &'a [f64], w: f64) -> (f64, Vjp<impl Fn(f64) -> (Vec<f64>, f64) + use<'a>>) {
//!     let (value, pullback) = Self::rrule(Discard, (x, w));
//!     (value, Vjp::new(move |ct| { …; pullback(Cell::new(ct), (x, w), (Some(&d_x), Some(&d_w))); … }))
//! }
//! ```

use super::public::Public;
use super::signature::Signature;
use super::written::{is_float, pointee, tangent_of};
use super::{names, paths};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};

impl Public<'_> {
    /// The rule with everything the pullback needs again, kept for as many calls as wanted.
    pub(super) fn vjp(&self) -> TokenStream {
        let core = &self.e.core;
        let (mut signature, lifetimes) = named_lifetimes(self.signature, core);
        for (input, param) in signature.inputs.iter_mut().zip(&self.e.f.params) {
            if let syn::FnArg::Typed(typed) = input {
                let name = self.e.name(param.local);
                *typed.pat = syn::parse_quote!(#name);
                typed.attrs.clear();
            }
        }
        signature.generics = self.signature.bounded(signature.generics, core);
        let (receiver, this) = self.receiver_of(&signature);
        let skipped = usize::from(self.signature.has_receiver());
        let inputs = signature.inputs.iter().skip(skipped);
        let captures = self.signature.captured();
        let (vis, name) = (self.signature.visibility(), self.signature.call("vjp"));
        let (generics, _, clause) = signature.generics.split_for_impl();
        let output = self.signature.output();
        let (cotangent, cotangent_types) = self.cotangents();
        let types = self.tangent_types();
        let (agains, run, value) = (
            self.agains(),
            self.run(quote!(#core::Discard)),
            names::plain("value"),
        );
        let shapes = self
            .active()
            .filter(|p| p.passing == Passing::Value && !self.is_number(p))
            .map(|p| {
                let (shape, referent) = (names::numbered("shape", p.local.0), self.referent(p));
                let ty = p.unsure.then(|| self.e.seen_type(p));
                let of = ty.map(|ty| quote!(::<#ty>));
                quote!(let #shape = #core::shape_of #of (#referent);)
            });
        let finals = self
            .e
            .f
            .params
            .iter()
            .filter(|p| p.passing == Passing::RefMut)
            .map(|p| {
                let (last, referent, ty) = (
                    names::numbered("last", p.local.0),
                    self.referent(p),
                    pointee(&p.ty),
                );
                let traits = paths::traits(core);
                quote!(let #last = { #traits (&&&#core::Copying::<#ty>(#referent)).__copy() };)
            });
        let body = self.vjp_body();
        quote! {
            /// The value, and the pullback from cotangents of the results to those of the arguments.
            #[inline]
            #vis fn #name #generics (#receiver #(#inputs),*) -> (#output, #core::Vjp<impl ::core::ops::Fn(#cotangent_types) -> #types + use<#(#lifetimes,)* #(#captures),*>>) #clause {
                #this
                #agains
                #(#shapes)*
                #run
                #(#finals)*
                (#value, #core::Vjp::new(move |#cotangent: #cotangent_types| { #body }))
            }
        }
    }

    /// The receiver of `vjp`, with the lifetime that its pullback captures.
    fn receiver_of(&self, named: &syn::Signature) -> (TokenStream, TokenStream) {
        let lifetime = named.inputs.first().and_then(|input| match input {
            syn::FnArg::Typed(typed) => match &*typed.ty {
                syn::Type::Reference(r) => r.lifetime.clone(),
                _ => None,
            },
            syn::FnArg::Receiver(_) => None,
        });
        self.signature.receiver(self.e, lifetime)
    }

    /// One pullback call: working copies of what it changes, shadows, the tangents read from them.
    fn vjp_body(&self) -> TokenStream {
        let changed = |p: &&Param| p.passing == Passing::RefMut;
        let copies = self.e.f.params.iter().filter(changed);
        let mut code: TokenStream = copies.map(|p| self.working_copy(p)).collect();
        code.extend(self.active().map(|p| self.vjp_lent(p)));
        let shadows = self.e.f.params.iter().map(|p| self.vjp_shadow(p)).collect();
        code.extend(self.apply(self.result_shadow(), shadows));
        for p in self.active() {
            let (tangent, lent) = (self.tangent_name(p), names::numbered("lent", p.local.0));
            let trait_of = self.trait_of(p);
            code.extend(match p.passing {
                Passing::Ref => quote!(#trait_of::finish(#lent);),
                _ if self.is_number(p) => quote!(let #tangent = #lent.get() + 0.0;),
                _ => quote!(let #tangent = #trait_of::tangent(&#lent);),
            });
        }
        let results = self.results();
        quote!(#code #results)
    }

    /// What the call found in a `&mut` argument when it ended, for the pullback to go back from.
    fn working_copy(&self, p: &Param) -> TokenStream {
        let core = &self.e.core;
        let (name, ty) = (self.e.name(p.local), pointee(&p.ty));
        let last = names::numbered("last", p.local.0);
        let (traits, copied) = (paths::traits(core), paths::copied(core, &last));
        quote! {
            let mut #last = { #traits #copied };
            let #name = <_ as ::core::borrow::BorrowMut<#ty>>::borrow_mut(&mut #last);
        }
    }

    /// The shadow of an active argument, before the pullback is called.
    fn vjp_lent(&self, p: &Param) -> TokenStream {
        let core = &self.e.core;
        let (trait_of, lent) = (self.trait_of(p), names::numbered("lent", p.local.0));
        match p.passing {
            Passing::Ref => {
                let (tangent, referent) = (self.tangent_name(p), self.referent(p));
                quote! {
                    let mut #tangent = #trait_of::zero_tangent(#referent);
                    let #lent = #trait_of::lend(#referent, #trait_of::buffer(&mut #tangent));
                }
            }
            Passing::Value if self.is_number(p) => {
                let cell = self.blank_cell(p);
                quote!(let #lent = #cell;)
            }
            Passing::Value => {
                let shape = names::numbered("shape", p.local.0);
                quote!(let #lent = #core::zeros(&#shape);)
            }
            Passing::RefMut => self.vjp_begun(p, &lent),
        }
    }

    /// The shadow of a `&mut` argument, which begins with the cotangent of its last value.
    fn vjp_begun(&self, p: &Param, lent: &Ident) -> TokenStream {
        let (core, trait_of) = (&self.e.core, self.trait_of(p));
        let (owned, ct) = (self.owned_trait(p), names::numbered("ct", p.local.0));
        if !self.e.f.ty(p.local).contains_unknown() {
            return quote!(let mut #lent = #owned::shadow(#ct););
        }
        // Of a struct's counts and flags, whose elements have shadows as well, the cotangent tells nothing.
        let name = self.e.name(p.local);
        let zeros = match pointee(&p.ty) {
            syn::Type::Slice(_) => quote!(owned_zeros),
            _ => quote!(zero_shadow),
        };
        quote! {
            let mut #lent = #trait_of::#zeros(&#trait_of::primal_shape(#name));
            #core::Accumulate::accumulate(&#lent, &#owned::shadow(#ct));
        }
    }

    fn vjp_shadow(&self, p: &Param) -> TokenStream {
        let lent = names::numbered("lent", p.local.0);
        match (p.constant, p.passing) {
            (true, _) => quote!(::core::option::Option::None),
            (_, Passing::RefMut) => quote!(::core::option::Option::Some(&mut #lent)),
            (_, Passing::Value) => quote!(::core::option::Option::Some(&#lent)),
            _ => quote!(::core::option::Option::Some(&*#lent)),
        }
    }

    /// The trait on an owned type with the parameter's shadow: a vector's for a slice.
    fn owned_trait(&self, p: &Param) -> TokenStream {
        let core = &self.e.core;
        let ty = pointee(&p.ty);
        match ty {
            syn::Type::Slice(s) => {
                let element = &s.elem;
                quote!(<#core::Vec<#element> as #core::Differentiable>)
            }
            _ => quote_spanned!(p.ty.span()=> <#ty as #core::Differentiable>),
        }
    }

    fn result_shadow(&self) -> TokenStream {
        let core = &self.e.core;
        let (output, ct) = (self.signature.carrier(core), names::plain("ct"));
        if self.returns_nothing() {
            return match &self.e.f.ret {
                Ty::Unit => quote!(()),
                _ => {
                    let tangent = absent_tangent(&output, core);
                    quote!(<#output as #core::Differentiable>::shadow(#tangent))
                }
            };
        }
        match is_float(&output) {
            true => quote!(::core::cell::Cell::new(#ct)),
            false => quote!(<#output as #core::Differentiable>::shadow(#ct)),
        }
    }

    fn returns_nothing(&self) -> bool {
        self.e.f.ret.is_inert()
    }

    /// The pattern and the type of the pullback's argument: the cotangents of the result and of the
    /// final contents of `&mut` arguments.
    fn cotangents(&self) -> (TokenStream, TokenStream) {
        let core = &self.e.core;
        let output = self.signature.carrier(core);
        let mut names_of = Vec::new();
        let mut types = Vec::new();
        if !self.returns_nothing() {
            names_of.push(names::plain("ct").to_token_stream());
            types.push(tangent_of(&output, Span::mixed_site(), core));
        }
        for p in self.active().filter(|p| p.passing == Passing::RefMut) {
            names_of.push(names::numbered("ct", p.local.0).to_token_stream());
            types.push(self.tangent_type(p));
        }
        (self.together(names_of), self.together(types))
    }
}

/// The tangent of a result that carries no derivative. Not every array has a default.
fn absent_tangent(ty: &syn::Type, core: &TokenStream) -> TokenStream {
    match ty {
        syn::Type::Array(array) => {
            let each = absent_tangent(&array.elem, core);
            quote!(::core::array::from_fn(|_| #each))
        }
        syn::Type::Tuple(tuple) => {
            let each = tuple.elems.iter().map(|ty| absent_tangent(ty, core));
            quote!((#(#each,)*))
        }
        _ => quote!(#core::absent_tangent()),
    }
}

/// The signature with every lifetime of its arguments named, and those that the pullback captures.
fn named_lifetimes(of: &Signature, core: &TokenStream) -> (syn::Signature, Vec<syn::Lifetime>) {
    let mut signature = of.item.sig.clone();
    let mut namer = Namer {
        of,
        core,
        names: Vec::new(),
    };
    for input in &mut signature.inputs {
        namer.visit_fn_arg_mut(input);
    }
    let names = namer.names;
    let lifetimes = signature.generics.lifetimes();
    let mut captured: Vec<_> = lifetimes.map(|l| l.lifetime.clone()).collect();
    // A unique reference is given back when the call is over; the pullback keeps a copy instead.
    let inputs = signature.inputs.iter();
    let given_back: Vec<syn::Lifetime> = inputs.filter_map(unique_lifetime).collect();
    signature.generics = of.generics().clone();
    for (i, lifetime) in names.iter().enumerate() {
        let named = syn::parse_quote!(#lifetime);
        signature.generics.params.insert(i, named);
    }
    captured.extend(names.into_iter().filter(|l| !given_back.contains(l)));
    (signature, captured)
}

/// Names the lifetimes that have no name.
struct Namer<'a> {
    of: &'a Signature<'a>,
    core: &'a TokenStream,
    names: Vec<syn::Lifetime>,
}

impl Namer<'_> {
    fn fresh(&mut self) -> syn::Lifetime {
        let name = format!("'argument{}", self.names.len());
        let lifetime = syn::Lifetime::new(&name, Span::mixed_site());
        self.names.push(lifetime.clone());
        lifetime
    }
}

impl VisitMut for Namer<'_> {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        visit_mut::visit_type_mut(self, ty);
        if matches!(ty, syn::Type::Path(_)) && self.of.may_leave_out(ty) {
            let lifetime = self.fresh();
            *ty = self.of.with_left_out(ty.clone(), &lifetime, self.core);
        }
    }

    fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
        if r.lifetime.is_none() {
            r.lifetime = Some(self.fresh());
        }
        visit_mut::visit_type_reference_mut(self, r);
    }

    fn visit_lifetime_mut(&mut self, l: &mut syn::Lifetime) {
        if l.ident == "_" {
            *l = self.fresh();
        }
    }
}

fn unique_lifetime(input: &syn::FnArg) -> Option<syn::Lifetime> {
    let syn::FnArg::Typed(typed) = input else {
        return None;
    };
    match &*typed.ty {
        syn::Type::Reference(r) if r.mutability.is_some() => r.lifetime.clone(),
        _ => None,
    }
}
