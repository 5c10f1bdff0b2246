//! The companion: a type of the function's name with its rule and the public calls.
//!
//! ```text
//! pub struct f {}
//! impl f {
//!     pub fn rrule(keep: bool, (x, n): (&[f64], usize)) -> (f64, impl Fn(…) + use<>) {
//!         let (value, residual) = 'body: { … };
//!         (value, move |ct, (x, n), (sink_x, sink_n)| { … })
//!     }
//!     pub fn gradient(x: &[f64], n: usize) -> Vec<f64> { … }
//! }
//! ```

use super::forward::Forward;
use super::signature::{MemberKind, Signature};
use super::written::{elided, is_float, pointee, shadow_of};
use super::{
    Emitter, Known, Mistakes, along, associated, at_once, function, linked, missing, names, paths,
    public, witness,
};
use crate::desugar::stored::types;
use crate::desugar::{anonymous, fluent};
use crate::ir::*;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

pub(crate) fn mentions(tokens: TokenStream, names: &[&Ident]) -> bool {
    let mut trees = tokens.into_iter();
    while let Some(tree) = trees.next() {
        let found = match tree {
            TokenTree::Ident(ident) => names.iter().any(|n| **n == ident),
            TokenTree::Group(group) => mentions(group.stream(), names),
            // A lifetime is a parameter as well, but for `'static`.
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                trees.next().is_none_or(|name| name.to_string() != "static")
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        };
        if found {
            return true;
        }
    }
    false
}

/// Lints that code a person did not write may break.
pub(crate) fn lenient() -> TokenStream {
    quote! {
        #[allow(
            warnings, unused, nonstandard_style, private_interfaces, private_bounds, future_incompatible, let_underscore,
            trivial_bounds, rust_2018_idioms, refining_impl_trait, unused_qualifications, unused_lifetimes, single_use_lifetimes,
            unused_results, trivial_casts, trivial_numeric_casts, variant_size_differences, missing_docs,
            elided_lifetimes_in_paths, explicit_outlives_requirements, unreachable_pub, let_underscore_drop,
            missing_debug_implementations, missing_copy_implementations,
            clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction
        )]
    }
}

/// The companion type and everything on it.
pub(crate) fn companion(e: &Emitter, signature: &Signature) -> TokenStream {
    let (name, vis) = (&signature.companion, &signature.item.vis);
    let (reads, rule) = (e.reads(signature), rule(e, signature));
    let below = (1..=e.plan.recursion.levels).map(|level| self::rule(&e.at(level), signature));
    let along = along_of(e, signature);
    let at_once = at_once::rule(e, signature);
    let public = public::calls(e, signature);
    let helpers = function::helpers(&e.core, signature);
    let answers = witness::answers(signature, &e.core);
    let (kept, held) = (signature.kept(&e.core), signature.held(e));
    let mistakes = signature.mistakes.map(Mistakes::constant);
    // Once for all the rules, so that rustc has the same to say of each, and says it once.
    let fallbacks = missing::fallbacks(e.f, &e.core);
    let numbers = signature.number_assertions(&e.core);
    let derives = signature.answers_of_derives(&e.core);
    // What the rule is given is not what the function is.
    let item = (!signature.lists).then(|| function::as_value(e, signature));
    let (lenient, attributes) = (lenient(), signature.attributes());
    let doc = format!(
        "The derivatives of [`{}`](fn@{}).",
        signature.item.sig.ident, signature.item.sig.ident
    );
    quote! {
        #attributes
        #[doc = #doc]
        #[allow(non_camel_case_types, missing_docs, missing_debug_implementations, missing_copy_implementations, dead_code)]
        #vis struct #name {}
        #attributes
        #lenient
        const _: () = {
            #fallbacks
            #numbers
            #derives
            impl #name { #mistakes #reads #rule #(#below)* #along #at_once #kept #held }
            #item
        };
        // Outside, where rustc's messages call what is in it by the user's name alone.
        #attributes
        #lenient
        impl #name { #(#public)* #helpers #answers }
    }
}

/// What calls in the rules of others find on a companion.
pub(crate) fn for_rules(e: &Emitter, signature: &Signature) -> TokenStream {
    let (reads, rule) = (e.reads(signature), rule(e, signature));
    let answers = witness::answers(signature, &e.core);
    let (kept, held) = (signature.kept(&e.core), signature.held(e));
    quote!(#reads #rule #kept #held #answers)
}

/// The rule for functions that change what they captured, beside the others on the companion.
pub(crate) fn changing(e: &Emitter, signature: &Signature) -> TokenStream {
    let (name, rule) = (&signature.companion, rule(e, signature));
    let helpers = function::helpers(&e.core, signature);
    let (lenient, attributes) = (lenient(), signature.attributes());
    let fallbacks = missing::fallbacks(e.f, &e.core);
    quote! {
        #attributes
        #lenient
        const _: () = {
            #fallbacks
            impl #name { #rule #helpers }
        };
    }
}

/// What calls find where a function does more with such functions than call them and pass them on.
pub(crate) fn no_changing(signature: &Signature, core: &TokenStream) -> TokenStream {
    let (name, rule) = (&signature.companion, signature.rule_name(0));
    let (helpers, lenient) = (function::helpers(core, signature), lenient());
    quote! {
        #lenient
        impl #name {
            #[doc(hidden)]
            pub fn #rule<K, A, R, P>(_: K, _: A) -> (R, P)
            where
                #core::Call<A>: #core::HasChangingRule,
            {
                loop {}
            }
            #helpers
        }
    }
}

/// The rule and the calls of an associated function, to stand beside it; no calls where `rule_only`.
pub(crate) fn members(e: &Emitter, signature: &Signature, rule_only: bool) -> TokenStream {
    let (lenient, attributes) = (signature.lenient(), signature.attributes());
    let rule = rule(e, signature);
    let by_path = associated::rule(e, signature).map(|a| quote!(#attributes #lenient #a));
    let calls = (!rule_only).then(|| public::calls(e, signature));
    let each = calls.map(|calls| {
        let calls = calls.into_iter();
        calls
            .map(|call| quote!(#attributes #lenient #call))
            .collect::<TokenStream>()
    });
    let along = (!rule_only).then(|| along_of(e, signature)).flatten();
    let along = along.map(|rule| quote!(#attributes #lenient #rule));
    let helpers = function::helpers(&e.core, signature);
    let answers = witness::answers(signature, &e.core);
    let mistakes = signature.mistakes.map(Mistakes::constant);
    let mistakes = mistakes.map(|mistakes| quote!(#attributes #lenient #mistakes));
    let marker = signature.gives_itself().then(|| {
        let (vis, marker) = (
            signature.visibility(),
            fluent::marker(&signature.item.sig.ident),
        );
        let links = linked::beside(signature, &e.core);
        quote! {
            #attributes #[doc(hidden)] #lenient #vis fn #marker(&self) {}
            #links
        }
    });
    let numbers = signature.number_assertions(&e.core);
    let numbers = numbers.map(|numbers| quote!(#attributes #lenient #numbers));
    let kept = signature.kept(&e.core);
    let kept = kept.map(|kept| quote!(#attributes #lenient #kept));
    let held = signature.held(e);
    let held = held.map(|held| quote!(#attributes #lenient #held));
    let promises = signature.promises(e);
    let promises = promises.map(|promises| quote!(#attributes #lenient #promises));
    quote!(#mistakes #attributes #lenient #rule #by_path #along #each #helpers #answers #marker #numbers #kept #held #promises)
}

/// The declaration of a trait's method's rule, and the calls that every implementation has.
pub(crate) fn declared(e: &Emitter, signature: &Signature) -> TokenStream {
    let (lenient, attributes) = (lenient(), signature.attributes());
    let header = header(e, signature, Header::Bodiless);
    let calls = public::calls(e, signature);
    let helpers = function::helpers(&e.core, signature);
    let by_path = associated::rule(e, signature).map(|a| quote!(#attributes #lenient #a));
    quote!(#attributes #lenient #header; #by_path #(#attributes #lenient #calls)* #helpers)
}

/// The rule whose last loops are taken back as they run, if there is one.
fn along_of(e: &Emitter, signature: &Signature) -> Option<TokenStream> {
    let known = e.known.and_then(Known::along);
    e.along.map(|along| along::rule(along, known, signature))
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Header {
    Rule,
    /// Declared by a trait, without a body.
    Bodiless,
    /// Of a method called as `Type::method(receiver, …)`.
    Associated,
}

/// The rule's signature.
pub(super) fn header(e: &Emitter, signature: &Signature, shape: Header) -> TokenStream {
    let core = &e.core;
    let operator = signature
        .member()
        .is_some_and(|m| m.kind == MemberKind::Operator);
    let bounded = match operator {
        true => signature.generics().clone(),
        false => signature.bounded(signature.generics().clone(), core),
    };
    let (keeping, mut generics) = (names::plain("Keep"), keeping(bounded, core));
    let asked = signature.gives_itself().then(|| names::plain("Asked"));
    if let Some(asked) = &asked {
        let asks = syn::parse_quote!(#asked: #core::Asks<Keep = #keeping>);
        generics.params.push(asks);
    }
    let first = asked.as_ref().unwrap_or(&keeping);
    let asked = asked.as_ref().map(|asked| quote!(#asked,));
    let (generics, _, clause) = generics.split_for_impl();
    let by_path = shape == Header::Associated;
    let skipped = usize::from(signature.has_receiver() && !by_path);
    let in_tuple = || e.f.params.iter().skip(skipped);
    let patterns = in_tuple().map(|p| e.name(p.local));
    let whole = by_path && signature.is_given_whole();
    let types = in_tuple().enumerate().map(|(i, p)| match i {
        0 if whole => pointee(&p.ty).clone(),
        _ => e.parameter_by_answer(p),
    });
    let again = |p| match by_path {
        true => associated::again(e, signature, p),
        false => declared_again(signature, p, core).unwrap_or_else(|| e.again_type(p)),
    };
    let agains: Vec<TokenStream> = e.f.params.iter().map(again).collect();
    let shadow = |p| declared_shadow(signature, p, core).unwrap_or_else(|| e.shadow_type(p));
    let shadows: Vec<TokenStream> = e.f.params.iter().map(shadow).collect();
    let output = signature.given(core);
    let cotangent = hidden_part(signature, &signature.output(), "Shadow", core)
        .unwrap_or_else(|| signature.cotangent(e));
    let receiver = (!by_path).then(|| signature.receiver(e, None).0);
    let (captured, keep) = (signature.captured(), names::plain("keep"));
    let (vis, name) = (signature.visibility(), signature.rule_name(e.level));
    let name = if by_path {
        let rule = names::associated_rule(&signature.item.sig.ident);
        names::changing(&rule, signature.changing)
    } else {
        name
    };
    let arguments = if shape == Header::Bodiless {
        names::plain("arguments").to_token_stream()
    } else {
        quote!((#(#patterns,)*))
    };
    let pullback = quote! {
        impl ::core::ops::Fn(#cotangent, (#(#agains,)*), (#(#shadows,)*)) + use<#(#captured,)* #asked #keeping>
    };
    let given = e.given_for_derived(output, pullback);
    quote! {
        #[doc(hidden)]
        #[inline]
        #vis fn #name #generics (#receiver #keep: #first, #arguments: (#(#types,)*)) -> #given
        #clause
    }
}

/// The shadow of a parameter as the trait of an implementation declares it, whose bounds on `Self` and on its type
/// parameters hide from rustc what the shadow of an array in their place is: `<[f64; N] as Differentiable>::Shadow`.
fn declared_shadow(
    signature: &Signature,
    param: &Param,
    core: &TokenStream,
) -> Option<TokenStream> {
    let shadow = hidden_part(signature, pointee(&param.ty), "Shadow", core)?;
    Some(match param.passing {
        Passing::RefMut => quote!(::core::option::Option<&mut #shadow>),
        _ => quote!(::core::option::Option<&#shadow>),
    })
}

/// The same of what a pullback is given again of an array that is passed by value.
fn declared_again(signature: &Signature, param: &Param, core: &TokenStream) -> Option<TokenStream> {
    let by_value = param.passing == Passing::Value;
    by_value.then(|| hidden_part(signature, &param.ty, "Again", core))?
}

fn hidden_part(
    signature: &Signature,
    ty: &syn::Type,
    part: &str,
    core: &TokenStream,
) -> Option<TokenStream> {
    let implemented = signature.member()?.kind == MemberKind::Implemented;
    let is_array = matches!(ty, syn::Type::Array(_));
    let hidden = mentions(ty.to_token_stream(), &signature.captures());
    let part = Ident::new(part, proc_macro2::Span::mixed_site());
    (implemented && is_array && hidden).then(|| quote!(<#ty as #core::Differentiable>::#part))
}

/// The generics, and the parameter that says what the rule keeps.
pub(super) fn keeping(mut generics: syn::Generics, core: &TokenStream) -> syn::Generics {
    let keeping = names::plain("Keep");
    generics
        .params
        .push(syn::parse_quote!(#keeping: #core::Keep));
    generics
}

fn rule(e: &Emitter, signature: &Signature) -> TokenStream {
    let core = &e.core;
    let header = header(e, signature, Header::Rule);
    let (_, this) = signature.receiver(e, None);
    let (prelude, fallbacks) = (paths::traits(core), signature.fallbacks(e));
    let items = &e.f.items;
    let sweeps = match &e.known {
        Some(known) => {
            let given = [known.e, e].map(|e| e.arguments());
            e.of_two(
                known.fields,
                given,
                [known.e, e].map(|e| sweeps(e, signature)),
            )
        }
        None => sweeps(e, signature),
    };
    let (used, seen) = (signature.used(e), e.seen_assertions(signature));
    let guessed = e.guessed_assertions(&signature.item.sig.output);
    let answered = e.answered(signature);
    let derived = e.unread_asked_for_derive();
    let asked = signature.gives_itself().then(|| {
        let keep = names::plain("keep");
        quote!(let #keep = #core::Asks::keep(#keep);)
    });
    let sound = e.sound_arguments();
    let body = quote! {
        #asked
        #derived
        #answered
        #used
        #seen
        #guessed
        #prelude
        #this
        #sound
        #(#items)*
        #fallbacks
        #sweeps
    };
    let body = e.body_for_derived(body);
    quote!(#header #body)
}

/// The forward sweep, and the value with the pullback.
fn sweeps(e: &Emitter, signature: &Signature) -> TokenStream {
    let patterns: Vec<&Ident> = e.f.params.iter().map(|p| e.name(p.local)).collect();
    let agains = e.f.params.iter().map(|p| e.again_type(p));
    let shadows = e.f.params.iter().map(|p| e.shadow_type(p));
    let sinks: Vec<Ident> = e.f.params.iter().map(|p| e.sink_pattern(p)).collect();
    let forward = Forward::body(e);
    let reverse = e.reverse();
    let payloads = missing::payloads(e.f, &reverse, &e.core);
    let (ct, value) = (names::plain("ct"), names::plain("value"));
    let cotangent = signature.cotangent(e);
    let (value, of_itself) = match signature.gives_itself() {
        true => e.itself(signature, &patterns, &sinks),
        false => (value.to_token_stream(), TokenStream::new()),
    };
    let (partials, pulled) = match e.leaves_partials(signature) {
        true => e.partials(&reverse),
        false => (
            TokenStream::new(),
            pulled(e, signature, &of_itself, &reverse),
        ),
    };
    quote! {
        #payloads
        #forward
        #partials
        (#value, move |#ct: #cotangent, (#(#patterns,)*): (#(#agains,)*), (#(#sinks,)*): (#(#shadows,)*)| {
            #pulled
        })
    }
}

/// What the pullback does, given the cotangent and the arguments again.
fn pulled(
    e: &Emitter,
    signature: &Signature,
    of_itself: &TokenStream,
    reverse: &TokenStream,
) -> TokenStream {
    let (core, residual, ct) = (&e.core, names::plain("residual"), names::plain("ct"));
    let scalar_ct = match e.f.ret.is_float() {
        true => Some(quote!(let #ct = #ct.get();)),
        false => e.result_asked_for_derive(signature, &ct),
    };
    let sound = e.sound_arguments();
    let made = e.result_plain_made(signature);
    let made = made.and_then(|seen| seen.cotangent_of_made(&ct));
    let keeping = names::plain("Keep");
    let gate = e.gate(&quote!(<#keeping as #core::Keep>::OVERWRITES));
    quote! {
        let _ = &#residual;
        #sound
        #of_itself
        #scalar_ct
        #made
        #gate
        #reverse
    }
}

impl Signature<'_> {
    /// What a rule resolves to what has none; those of a companion have it around them.
    pub(super) fn fallbacks(&self, e: &Emitter) -> Option<TokenStream> {
        let alone = self.member().is_some();
        alone.then(|| missing::fallbacks(e.f, &e.core))
    }

    /// The derivatives stand for the function: using one is using it.
    fn used(&self, e: &Emitter) -> TokenStream {
        let captures = self.own_captures();
        let turbofish = (!captures.is_empty()).then(|| quote!(::<#(#captures),*>));
        let name = &e.f.name;
        match self.member().map(|m| m.kind) {
            _ if types::are_in(&self.item.sig) => TokenStream::new(),
            // The user's function does not let it be named.
            _ if anonymous::has_anonymous(self.generics()) => TokenStream::new(),
            _ if self.lists => TokenStream::new(),
            None => quote!(let _ = #name #turbofish;),
            Some(MemberKind::Inherent) => quote!(let _ = Self::#name #turbofish;),
            // Several implementations may have a function of the name.
            Some(_) => TokenStream::new(),
        }
    }
}

impl Emitter<'_> {
    /// A receiver as it is given back, and where the cotangent of what is given back goes.
    fn itself(
        &self,
        signature: &Signature,
        params: &[&Ident],
        sinks: &[Ident],
    ) -> (TokenStream, TokenStream) {
        let (core, ct, d) = (&self.core, names::plain("ct"), names::plain("d"));
        let (asked, own) = (names::plain("Asked"), signature.cotangent_of_itself(self));
        let (this, sink) = (params[0], &sinks[0]);
        let add = quote! {
            if let ::core::option::Option::Some(#d) = &#sink {
                <#asked as #core::Asks>::add::<#own, _>(&#ct, &**#d);
            }
        };
        (quote!(<#asked as #core::Asks>::given(#this)), add)
    }

    /// What the pullback gets again for a parameter.
    pub(super) fn again_type(&self, param: &Param) -> TokenStream {
        let ty = elided(&param.ty);
        if matches!(self.f.ty(param.local), Ty::Function) {
            let core = &self.core;
            return quote!(<#ty as #core::Differentiable>::Again);
        }
        if param.is_given_again(self.f) {
            return ty.to_token_stream();
        }
        let core = &self.core;
        if self.is_foreign_constant(param) {
            return quote!(#core::NoAgain);
        }
        let ty = match param.unsure {
            true => self.seen_type(param),
            false => ty,
        };
        quote_spanned!(param.ty.span()=> <#ty as #core::Differentiable>::Again)
    }

    /// The shadow a caller hands in for a parameter.
    pub(super) fn shadow_type(&self, param: &Param) -> TokenStream {
        let core = &self.core;
        if self.is_foreign_constant(param) {
            let unique = (param.passing == Passing::RefMut).then(|| quote!(mut));
            return quote!(::core::option::Option<&#unique dyn #core::Ignored>);
        }
        let pointee = elided(&self.seen_type(param));
        let shadow = shadow_of(&pointee, param.ty.span(), core);
        match param.passing {
            Passing::RefMut => quote!(::core::option::Option<&mut #shadow>),
            _ => quote!(::core::option::Option<&#shadow>),
        }
    }

    /// A constant of a type that need not be differentiable at all.
    pub(super) fn is_foreign_constant(&self, param: &Param) -> bool {
        param.foreign
    }

    pub(super) fn sink_pattern(&self, param: &Param) -> Ident {
        names::sink(&self.f.locals, param.local)
    }

    /// Shadows of arguments: the caller's, or spare ones where the caller needs none.
    pub(super) fn entry(&self) -> TokenStream {
        let core = &self.core;
        let active = self
            .f
            .params
            .iter()
            .filter(|p| !p.constant && !self.is_scalar_value(p));
        let shadows = active.filter(|p| self.a.activity.is_active(p.local)).map(|p| {
            let (name, sink, d) = (self.name(p.local), names::sink(&self.f.locals, p.local), self.shadow(p.local));
            let (spare, loan) = (names::numbered("spare", p.local.0), names::numbered("loan", p.local.0));
            let slice = matches!(self.f.ty(p.local), Ty::Ref(_, t) if matches!(**t, Ty::Slice(_)));
            let asked = self.asked_for_derive(p, &d);
            let sound = self.sound_shadow(&d, p.passing);
            match p.passing {
                Passing::Ref if is_slice_of_floats(&p.ty) => quote! {
                    let mut #spare = #core::SpareCells::new();
                    let #d = #core::SpareCells::behind(&mut #spare, #sink, #name);
                    #sound
                },
                Passing::Value => {
                    let shape = match is_optional_reference(&p.ty) {
                        true => quote!(&#core::shape_of(&#name)),
                        false => self.shape_name(p.local).to_token_stream(),
                    };
                    quote! {
                        let #spare;
                        let #d = match #sink {
                            ::core::option::Option::Some(#sink) => #sink,
                            ::core::option::Option::None => { #spare = #core::zeros_of(#shape); &#spare }
                        };
                        #asked
                        #sound
                    }
                }
                Passing::Ref => {
                    // One length for both, so that the primal's bounds check is the shadow's too.
                    let trim = slice.then(|| quote!(let #d = &#d[..#name.len()];));
                    let primal = self.seen_value(p, quote!(&*#name));
                    quote! {
                        let mut #spare = #core::Spare::new();
                        let #loan;
                        let #d = match #sink {
                            ::core::option::Option::Some(#sink) => #sink,
                            ::core::option::Option::None => { #loan = #spare.like(#primal); &*#loan }
                        };
                        #asked
                        #sound
                        #trim
                    }
                }
                Passing::RefMut => {
                    let trim = slice.then(|| quote!(let #d = &mut #d[..#name.len()];));
                    quote! {
                        let mut #spare = #core::Spare::new();
                        let mut #loan;
                        let #d = match #sink {
                            ::core::option::Option::Some(#sink) => #sink,
                            ::core::option::Option::None => { #loan = #spare.like(&*#name); &mut *#loan }
                        };
                        #asked
                        #sound
                        #trim
                    }
                }
            }
        });
        quote!(#(#shadows)*)
    }

    pub(super) fn is_scalar_value(&self, param: &Param) -> bool {
        param.passing == Passing::Value && self.is_plain(param.local)
    }
}

fn is_slice_of_floats(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(r) => matches!(&*r.elem, syn::Type::Slice(s) if is_float(&s.elem)),
        _ => false,
    }
}
