//! The calls users make: `gradient`, `value_and_gradient`, `value_and_gradient_into`, `vjp`.
//!
//! All of them run the rule; the first three are for functions that return one float.

use super::signature::Signature;
use super::written::{buffer_of, is_float, named_or_everlasting, pointee, tangent_of};
use super::{Emitter, names, paths};
use crate::desugar::stored::types;
use crate::ir::*;
use crate::lower::contains_type;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

pub(super) fn calls(e: &Emitter, signature: &Signature) -> Vec<TokenStream> {
    // Who calls them could not write a value that stands for a function.
    if !signature.functions.is_empty() || types::are_in(&signature.item.sig) {
        return Vec::new();
    }
    // What borrows from an argument cannot outlive the call.
    if signature.gives_references() {
        return Vec::new();
    }
    let public = Public { e, signature };
    // The pullback of `vjp` would have to keep a copy of what nobody says can be copied.
    let exclusive = |p: &Param| p.foreign && p.passing == Passing::RefMut;
    let vjp = (!e.f.params.iter().any(exclusive)).then(|| public.vjp());
    if !public.may_return_float() {
        return vjp.into_iter().chain(public.refused_gradients()).collect();
    }
    let scalar = [
        public.gradient(),
        public.value_and_gradient(),
        public.buffered(),
    ];
    scalar.into_iter().chain(vjp).collect()
}

pub(super) struct Public<'a> {
    pub(super) e: &'a Emitter<'a>,
    pub(super) signature: &'a Signature<'a>,
}

impl Public<'_> {
    /// Floats, and types of the user's that may be another name for one: their calls ask when used.
    fn may_return_float(&self) -> bool {
        self.e.f.ret.is_float()
            || (self.is_renamed_float() || self.is_parameter()) && !self.signature.gives_variants()
    }

    /// A type parameter may stand for a float.
    fn is_parameter(&self) -> bool {
        let output = self.signature.output().to_token_stream().to_string();
        let mut opaque = crate::lower::opaque_parameters(&self.signature.item.sig).into_iter();
        matches!(self.e.f.ret, Ty::Unknown) && opaque.any(|t| t == output)
    }

    fn is_renamed_float(&self) -> bool {
        let path = matches!(&self.signature.item.sig.output, syn::ReturnType::Type(_, ty) if matches!(&**ty, syn::Type::Path(_)));
        let output = self.signature.output();
        let concrete = !super::rule::mentions(output.to_token_stream(), &self.signature.captures());
        path && concrete && matches!(self.e.f.ret, Ty::Unknown)
    }

    /// The calls that start from a cotangent of one, for an error where they are used: a function that
    /// does not return a float has only `vjp`.
    fn refused_gradients(&self) -> Option<TokenStream> {
        let output = self.signature.output();
        let named = !super::rule::mentions(output.to_token_stream(), &self.signature.captures());
        let owned = !contains_type(&output, &|t| {
            !matches!(t, syn::Type::Path(_) | syn::Type::Tuple(_))
        });
        let in_module = self.signature.member().is_none() && !self.signature.gives_variants();
        (in_module && named && owned).then(|| {
            let core = &self.e.core;
            let types: Vec<Ident> = self
                .e
                .f
                .params
                .iter()
                .map(|p| names::numbered("A", p.local.0))
                .collect();
            let (seed, carrier) = (names::plain("Seed"), self.signature.carrier(core));
            ["gradient", "value_and_gradient"]
                .map(|name| {
                    let name = self.signature.call(name);
                    quote! {
                        #[doc(hidden)]
                        pub fn #name<#(#types,)* #seed>(#(_: #types),*) -> !
                        where
                            #carrier: #core::SeedBy<#seed>,
                        {
                            loop {}
                        }
                    }
                })
                .into_iter()
                .collect()
        })
    }

    /// The generics of the calls that start from a cotangent of one. A type of the user's is asked
    /// for it through a parameter of its own, so that the question is put at the call.
    fn seeded_generics(&self) -> (TokenStream, TokenStream) {
        let core = &self.e.core;
        let mut generics = self
            .signature
            .bounded(self.signature.generics().clone(), core);
        if self.is_renamed_float() {
            let (output, seed) = (self.signature.carrier(core), names::plain("Seed"));
            generics.params.push(syn::parse_quote!(#seed));
            generics
                .make_where_clause()
                .predicates
                .push(syn::parse_quote!(for<'__any> #output: #core::SeedBy<#seed>));
        }
        if self.is_parameter() {
            let output = self.signature.output();
            let clause = generics.make_where_clause();
            let bound = syn::parse_quote!(#output: #core::SeedBy<()>);
            clause.predicates.push(bound);
        }
        let (params, _, clause) = generics.split_for_impl();
        (params.to_token_stream(), clause.to_token_stream())
    }

    pub(super) fn active(&self) -> impl Iterator<Item = &Param> {
        self.e.f.params.iter().filter(|p| !p.constant)
    }

    /// The parameters, as the user declared them, but for the receiver.
    fn params(&self) -> Vec<TokenStream> {
        let skipped = usize::from(self.signature.has_receiver());
        let params = self.e.f.params.iter().skip(skipped);
        params
            .map(|p| {
                let (name, ty) = (self.e.name(p.local), &p.ty);
                quote!(#name: #ty)
            })
            .collect()
    }

    fn arguments(&self) -> Vec<TokenStream> {
        self.e
            .f
            .params
            .iter()
            .map(|p| self.e.name(p.local).to_token_stream())
            .collect()
    }

    pub(super) fn tangent_name(&self, p: &Param) -> Ident {
        names::numbered("tangent", p.local.0)
    }

    pub(super) fn trait_of(&self, p: &Param) -> TokenStream {
        let (core, ty) = (&self.e.core, self.e.seen_type(p));
        quote_spanned!(p.ty.span()=> <#ty as #core::Differentiable>)
    }

    /// The type of a parameter's tangent, as signatures name it.
    pub(super) fn tangent_type(&self, p: &Param) -> TokenStream {
        let ty = named_or_everlasting(&self.e.seen_type(p));
        let lasting = syn::parse_quote!('static);
        let ty = self.signature.with_left_out(ty, &lasting, &self.e.core);
        tangent_of(&self.e.derived_by_answer(ty), p.ty.span(), &self.e.core)
    }

    /// A reference to what the parameter holds or refers to.
    pub(super) fn referent(&self, p: &Param) -> TokenStream {
        let name = self.e.name(p.local);
        let referent = match p.passing {
            Passing::Value => quote!(&#name),
            _ => quote!(&*#name),
        };
        self.e.seen_value(p, referent)
    }

    /// One for one active argument, a tuple for several.
    pub(super) fn together(&self, parts: Vec<TokenStream>) -> TokenStream {
        match parts.as_slice() {
            [one] => one.clone(),
            many => quote!((#(#many),*)),
        }
    }

    pub(super) fn tangent_types(&self) -> TokenStream {
        let types = self.active().map(|p| self.tangent_type(p)).collect();
        self.e
            .entries_type(self.active(), types)
            .unwrap_or_else(|types| self.together(types))
    }

    pub(super) fn results(&self) -> TokenStream {
        let name = |p| self.tangent_name(p).to_token_stream();
        let results = self.active().map(name).collect();
        self.e
            .entries(self.active(), results)
            .unwrap_or_else(|results| self.together(results))
    }

    /// Whether a parameter is a number, of which nothing must be asked.
    pub(super) fn is_number(&self, p: &Param) -> bool {
        p.passing == Passing::Value && is_float(&p.ty)
    }

    fn fresh_tangents(&self) -> TokenStream {
        self.active()
            .map(|p| {
                let (name, ty) = (self.tangent_name(p), &p.ty);
                if self.is_number(p) {
                    return quote!(let mut #name: #ty = 0.0;);
                }
                let (trait_of, referent) = (self.trait_of(p), self.referent(p));
                quote!(let mut #name = #trait_of::zero_tangent(#referent);)
            })
            .collect()
    }

    /// Another of the calls with the same arguments, and these behind them.
    fn other(&self, call: &str, more: impl Iterator<Item = TokenStream>) -> TokenStream {
        let seed = self.is_renamed_float().then(|| names::plain("Seed"));
        let captures: Vec<&Ident> = self
            .signature
            .own_captures()
            .into_iter()
            .chain(&seed)
            .collect();
        let turbofish = (!captures.is_empty()).then(|| quote!(::<#(#captures),*>));
        let (call, arguments) = (self.signature.call(call), self.arguments());
        quote!(Self::#call #turbofish (#(#arguments,)* #(#more),*))
    }

    fn gradient(&self) -> TokenStream {
        let (generics, clause) = self.seeded_generics();
        let (params, types) = (self.params(), self.tangent_types());
        let call = self.other("value_and_gradient", std::iter::empty());
        let (vis, name) = (self.signature.visibility(), self.signature.call("gradient"));
        let (receiver, this) = self.signature.receiver(self.e, None);
        quote! {
            /// The gradient by the active arguments, in order.
            #[inline]
            #vis fn #name #generics (#receiver #(#params),*) -> #types #clause {
                #this
                #call.1
            }
        }
    }

    fn value_and_gradient(&self) -> TokenStream {
        let (generics, clause) = self.seeded_generics();
        let (params, tangents) = (self.params(), self.fresh_tangents());
        let buffers = self.active().map(|p| {
            let (name, trait_of) = (self.tangent_name(p), self.trait_of(p));
            match self.is_number(p) {
                true => quote!(&mut #name),
                false => quote!(#trait_of::buffer(&mut #name)),
            }
        });
        let call = self.other("value_and_gradient_into", buffers);
        let results = self.results();
        let (types, output, value) = (
            self.tangent_types(),
            self.signature.output(),
            names::plain("value"),
        );
        let vis = self.signature.visibility();
        let name = self.signature.call("value_and_gradient");
        let (receiver, this) = self.signature.receiver(self.e, None);
        quote! {
            /// The value, and the gradient by the active arguments, in order.
            #[inline]
            #vis fn #name #generics (#receiver #(#params),*) -> (#output, #types) #clause {
                #this
                #tangents
                let #value = #call;
                (#value, #results)
            }
        }
    }

    fn buffered(&self) -> TokenStream {
        let core = &self.e.core;
        let (generics, clause) = self.seeded_generics();
        let (params, output) = (self.params(), self.signature.output());
        let buffers = self.active().map(|p| {
            let buffer = buffer_of(pointee(&p.ty), &self.trait_of(p));
            let name = self.buffer_name(p);
            quote!(#name: &mut #buffer)
        });
        let sized = self.active().filter(|p| !self.is_number(p));
        let checks = sized.map(|p| {
            let (name, trait_of, referent) =
                (self.buffer_name(p), self.trait_of(p), self.referent(p));
            let argument = self.argument_text(p);
            quote!(#trait_of::check_buffer(#referent, #name, #argument);)
        });
        let saves = self
            .active()
            .filter(|p| p.passing == Passing::RefMut)
            .map(|p| {
                let (saved, referent) = (names::numbered("saved", p.local.0), self.referent(p));
                let traits = paths::traits(core);
                quote!(let #saved = { #traits (&&#core::Saving(#referent)).__save() };)
            });
        let restores = self
            .active()
            .filter(|p| p.passing == Passing::RefMut)
            .map(|p| {
                let (saved, name) = (names::numbered("saved", p.local.0), self.e.name(p.local));
                quote!(#core::PutBack::put_back(#saved, #name);)
            });
        let (early, late): (Vec<&Param>, Vec<&Param>) =
            self.active().partition(|p| p.passing != Passing::RefMut);
        let (early, late) = (self.lend(early), self.lend(late));
        let finishes = self.active().filter(|p| !self.is_begun(p)).map(|p| {
            let (lent, trait_of) = (names::numbered("lent", p.local.0), self.trait_of(p));
            match (self.is_number(p), self.buffer_name(p)) {
                (true, buffer) => quote!(*#buffer = #lent.get() + 0.0;),
                (false, _) => quote!(#trait_of::finish(#lent);),
            }
        });
        let run = self.run_both(&late);
        let value = names::plain("value");
        let vis = self.signature.visibility();
        let name = self.signature.call("value_and_gradient_into");
        let (receiver, this) = self.signature.receiver(self.e, None);
        quote! {
            /// The value; the gradient by the active arguments is written to the buffers.
            ///
            /// # Panics
            ///
            /// If a buffer is not of its argument's size.
            #[inline]
            #vis fn #name #generics (#receiver #(#params,)* #(#buffers),*) -> #output #clause {
                #this
                #(#checks)*
                #(#saves)*
                #early
                #run
                #(#finishes)*
                #(#restores)*
                #value
            }
        }
    }

    /// Both sweeps from a cotangent of one; the shadows of what the first changes are made between them.
    fn run_both(&self, late: &TokenStream) -> TokenStream {
        let params = self.e.f.params.iter();
        let shadows: Vec<TokenStream> = params.map(|p| self.lent_shadow(p)).collect();
        if self.e.along.is_some() {
            return self.run_along(shadows);
        }
        let (agains, run) = (self.agains(), self.run(self.keep()));
        let apply = self.apply(self.one(), shadows);
        quote!(#agains #run #late #apply)
    }

    /// `let value = Self::along(keep, (arguments,), one, (shadows,));`
    fn run_along(&self, shadows: Vec<TokenStream>) -> TokenStream {
        let captures = self.signature.own_captures();
        let turbofish = (!captures.is_empty()).then(|| quote!(::<#(#captures,)* _>));
        let mut arguments = self.arguments().into_iter();
        let receiver = self.signature.has_receiver().then(|| arguments.next());
        let receiver = receiver.flatten().map(|r| quote!(#r,));
        let (keep, one, value) = (self.keep(), self.one(), names::plain("value"));
        let name = self.signature.rule_along();
        quote!(let #value = Self::#name #turbofish (#receiver #keep, (#(#arguments,)*), #one, (#(#shadows,)*));)
    }

    fn buffer_name(&self, p: &Param) -> Ident {
        names::numbered("buffer", p.local.0)
    }

    fn argument_text(&self, p: &Param) -> String {
        self.e
            .name(p.local)
            .to_string()
            .trim_start_matches("r#")
            .trim_end_matches("_argument")
            .to_string()
    }

    fn one(&self) -> TokenStream {
        let core = &self.e.core;
        match &self.e.f.ret {
            Ty::Float(Float::Param(p)) => quote!(::core::cell::Cell::new(<#p as #core::Real>::ONE)),
            Ty::Float(_) => quote!(::core::cell::Cell::new(1.0)),
            _ => {
                let output = self.signature.carrier(core);
                let seed = self.is_renamed_float().then(|| names::plain("Seed"));
                let seed = seed.map_or_else(|| quote!(()), |s| quote!(#s));
                quote!(<#output as #core::SeedBy<#seed>>::one())
            }
        }
    }

    /// Shadows in the caller's buffers.
    fn lend(&self, params: Vec<&Param>) -> TokenStream {
        params
            .into_iter()
            .map(|p| {
                let (lent, buffer) = (names::numbered("lent", p.local.0), self.buffer_name(p));
                let (trait_of, referent) = (self.trait_of(p), self.referent(p));
                if self.is_begun(p) {
                    let (core, ty) = (&self.e.core, pointee(&p.ty));
                    return quote!(let #lent = <#ty as #core::Cells>::cells(#buffer););
                }
                if self.is_number(p) {
                    let cell = self.blank_cell(p);
                    return quote!(let #lent = &#cell;);
                }
                quote!(let mut #lent = #trait_of::lend(#referent, #buffer);)
            })
            .collect()
    }

    /// The shadow of a number, to which nothing has come: −0.0, the neutral element of `+`.
    pub(super) fn blank_cell(&self, p: &Param) -> TokenStream {
        let ty = &p.ty;
        quote!(::core::cell::Cell::<#ty>::new(-0.0))
    }

    /// The parameters whose shadows are begun by the rule that the calls run.
    fn begun(&self) -> &[Local] {
        &self.e.along.unwrap_or(self.e).sweep.begun
    }

    /// Whether the rule writes the parameter's shadow before it adds to it.
    fn is_begun(&self, p: &Param) -> bool {
        self.begun().contains(&p.local)
    }

    fn keep(&self) -> TokenStream {
        let core = &self.e.core;
        match self.begun().is_empty() {
            true => quote!(#core::Discard),
            false => quote!(#core::Overwrite),
        }
    }

    fn lent_shadow(&self, p: &Param) -> TokenStream {
        let lent = names::numbered("lent", p.local.0);
        match (p.constant, p.passing) {
            (true, _) => quote!(::core::option::Option::None),
            (_, Passing::RefMut) => quote!(::core::option::Option::Some(&mut *#lent)),
            _ => quote!(::core::option::Option::Some(&*#lent)),
        }
    }

    /// By-value arguments, as the pullback gets them again, before they are moved.
    pub(super) fn agains(&self) -> TokenStream {
        self.e
            .f
            .params
            .iter()
            .filter(|p| self.is_moved(p) && !self.e.is_foreign_constant(p))
            .map(|p| {
                let (again, referent, trait_of) = (
                    names::numbered("again", p.local.0),
                    self.referent(p),
                    self.trait_of(p),
                );
                quote!(let #again = #trait_of::primal_again(#referent);)
            })
            .collect()
    }

    fn is_moved(&self, p: &Param) -> bool {
        !p.is_given_again(self.e.f)
    }

    /// `let (value, pullback) = Self::rrule(keep, (arguments,));`
    pub(super) fn run(&self, keep: TokenStream) -> TokenStream {
        let captures = self.signature.own_captures();
        let turbofish = (!captures.is_empty()).then(|| quote!(::<#(#captures,)* _>));
        let (value, pullback) = (names::plain("value"), names::plain("pullback"));
        let mut arguments = self.e.f.params.iter().map(|p| {
            let name = self.e.name(p.local);
            if p.passing == Passing::RefMut {
                quote!(&mut *#name)
            } else {
                name.to_token_stream()
            }
        });
        let rule = self.signature.rule_name(0);
        let receiver = self.signature.has_receiver().then(|| arguments.next());
        let receiver = receiver.flatten().map(|r| quote!(#r,));
        let arguments = quote!(#receiver #keep, (#(#arguments,)*));
        let call = self.e.own_call(quote!(#rule #turbofish), arguments);
        quote!(let (#value, #pullback) = #call;)
    }

    /// `pullback(ct, (arguments again,), (shadows,));`
    pub(super) fn apply(&self, ct: TokenStream, shadows: Vec<TokenStream>) -> TokenStream {
        let core = &self.e.core;
        let pullback = names::plain("pullback");
        let agains = self.e.f.params.iter().map(|p| {
            let name = self.e.name(p.local);
            match p.passing {
                Passing::RefMut => quote!(&mut *#name),
                Passing::Value if self.e.is_foreign_constant(p) => quote!(#core::NoAgain),
                Passing::Value if self.is_moved(p) => {
                    let again = names::numbered("again", p.local.0);
                    quote!(#core::copy(&#again))
                }
                _ => name.to_token_stream(),
            }
        });
        quote!(#pullback(#ct, (#(#agains,)*), (#(#shadows,)*));)
    }
}
