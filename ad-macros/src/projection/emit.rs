//! What stands beside a projection.

use super::body::{self, Body};
use super::bound;
use super::place::Reader;
use crate::derive::Seen;
use crate::desugar::methods::{Around, standalone};
use crate::desugar::own::Own;
use crate::diagnostics::{Sink, catalog};
use crate::emit::{differentiable, elided, everlasting, lenient, names, paths, pointee};
use crate::ir::ty;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::FnArg;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};

/// A projection as a function by parameters alone, its body read.
struct Projection {
    function: syn::ItemFn,
    body: Body,
    core: TokenStream,
    /// Whether a trait declares the method: what it asks of types is agreed upon there.
    of_trait: bool,
}

impl Projection {
    fn read(function: syn::ItemFn, core: TokenStream, sink: &Sink) -> Self {
        let roots = typed(&function.sig)
            .filter(|t| matches!(&*t.ty, syn::Type::Reference(_)))
            .filter_map(|t| match &*t.pat {
                syn::Pat::Ident(name) => Some(&name.ident),
                _ => None,
            });
        let reader = Reader {
            roots: roots.collect(),
            bound: Vec::new(),
            returned: bound::returned(&function.block),
            unique: !is_shared(&function.sig),
            core: core.clone(),
        };
        let body = body::read(&function.block, reader, sink);
        Projection {
            function,
            body,
            core,
            of_trait: false,
        }
    }

    /// What the result refers to.
    fn referent(&self) -> syn::Type {
        match &self.function.sig.output {
            syn::ReturnType::Type(_, ty) => pointee(ty).clone(),
            syn::ReturnType::Default => unreachable!("a projection returns a reference"),
        }
    }

    fn shadow_of(&self, ty: &syn::Type) -> TokenStream {
        let (core, ty) = (&self.core, elided(ty));
        quote!(<#ty as #core::Differentiable>::Shadow)
    }

    /// What a parameter that only chooses is or refers to: rustc says whether that derives anything, if no type parameter
    /// keeps it from that.
    fn seen(&self, input: &syn::PatType) -> Option<Seen> {
        let mut generics = self.function.sig.generics.params.iter();
        let is_known = generics.all(|p| matches!(p, syn::GenericParam::Lifetime(_)));
        let is_root = self.body.parts.iter().any(|p| is_named(input, &p.root));
        let ty = elided(pointee(&input.ty));
        (is_known && !is_root).then(|| Seen::read(&self.core, &ty, ty.span()))?
    }

    /// Whether every way out leads to a part of the first parameter.
    fn is_of_receiver(&self) -> bool {
        let first = typed(&self.function.sig).next().map(|t| &*t.pat);
        let Some(syn::Pat::Ident(first)) = first else {
            return false;
        };
        self.body.parts.iter().all(|p| p.root == first.ident)
    }

    /// `match by { … }`, each way with its part. What is refused has no ways, and is never run.
    fn by_ways(
        &self,
        by: &TokenStream,
        way: impl Fn(&super::place::Part) -> TokenStream,
    ) -> TokenStream {
        let (parts, inner) = (&self.body.parts, names::plain("by"));
        if parts.is_empty() {
            return quote!(loop {});
        }
        let arms = parts.iter().enumerate().map(|(i, part)| {
            let pattern = body::wrap(&self.core, i, parts.len(), &inner.to_token_stream());
            let found = way(part);
            quote!(#pattern => { let _ = #inner; #found })
        });
        quote!(match #by { #(#arms,)* })
    }

    /// The choice, as an expression: `this` and the parameters are in scope.
    fn choice(&self, self_ty: &TokenStream) -> TokenStream {
        let (core, by) = (&self.core, names::plain("by"));
        let (choosing, shadow) = (&self.body.choosing, names::plain("shadow"));
        let (whole, part) = (
            quote!(<#self_ty as #core::Differentiable>::Shadow),
            self.shadow_of(&self.referent()),
        );
        let find = |unique: bool| {
            let from = shadow.to_token_stream();
            self.by_ways(&by.to_token_stream(), |p| p.of(&from, &by, unique))
        };
        let (shared, unique) = (find(false), find(true));
        quote! {
            let #by = #choosing;
            #core::chosen::<#whole, #part, _, _, _>(#by, |#by, #shadow| #shared, |#by, #shadow| #unique)
        }
    }
}

/// Beside a method: the choice of the part, and the rule where the reference is shared.
pub(crate) fn siblings(
    core: TokenStream,
    around: &Around,
    method: &syn::ImplItemFn,
    of_trait: bool,
    sink: &Sink,
) -> TokenStream {
    let p = Projection {
        of_trait,
        ..Projection::read(standalone(around, method), core, sink)
    };
    let lenient = lenient();
    let cfgs: Vec<_> = method
        .attrs
        .iter()
        .filter(|a| a.path().is_ident("cfg"))
        .collect();
    let choice = method_choice(&p, around, method);
    let rule =
        is_shared(&method.sig).then(|| rule(&p, &method.sig.generics, &method.vis, Some(method)));
    let each = choice.into_iter().chain(rule);
    each.map(|item| quote!(#(#cfgs)* #lenient #item)).collect()
}

/// Whether a method returns a shared reference to a part of its receiver, whose choice stands beside it.
pub(crate) fn is_of_receiver(
    method: &syn::ImplItemFn,
    around: &Around,
    core: &TokenStream,
) -> bool {
    if !super::is_projection(&method.sig) || !is_shared(&method.sig) {
        return false;
    }
    // What is wrong with it is said where its rule is written.
    let sink = Sink::new();
    let read = Projection::read(standalone(around, method), core.clone(), &sink);
    sink.into_errors().is_empty() && read.is_of_receiver()
}

fn method_choice(p: &Projection, around: &Around, method: &syn::ImplItemFn) -> Option<TokenStream> {
    if method.sig.receiver().is_none() || !p.is_of_receiver() {
        return None;
    }
    let (core, vis, name) = (&p.core, &method.vis, super::choice_name(&method.sig.ident));
    let part = p.shadow_of(&p.referent());
    let choice = p.choice(&quote!(Self));
    // The choice may outlive what the receiver borrows.
    let whole = match around.self_ty {
        Some(ty) => everlasting(ty).to_token_stream(),
        None => quote!(Self),
    };
    let own = asking(p, &method.sig.generics);
    let (params, _, clause) = own.split_for_impl();
    let (patterns, types): (Vec<_>, Vec<_>) = typed(&p.function.sig)
        .skip(1)
        .map(|t| (&t.pat, &t.ty))
        .unzip();
    let (captured, prelude) = (captures(&p.function.sig.generics, &[]), paths::traits(core));
    Some(quote! {
        #[doc(hidden)]
        #[inline]
        #vis fn #name #params (&self, (#(#patterns,)*): (#(#types,)*))
            -> impl #core::Choice<<#whole as #core::Differentiable>::Shadow, (), Part = #part> + use<#(#captured,)*>
        #clause
        {
            #prelude
            let this = self;
            #choice
        }
    })
}

/// Beside `impl Index` or `impl IndexMut`: the rule of the index.
pub(crate) fn index(
    core: TokenStream,
    item: &syn::ItemImpl,
    method: &syn::ImplItemFn,
    sink: &Sink,
) -> TokenStream {
    let (mut generics, mut method) = (item.generics.clone(), method.clone());
    name_lifetimes(&mut generics, &mut method.sig);
    let around = Around {
        generics: &generics,
        self_ty: Some(&item.self_ty),
        own: Own::NOTHING,
        mistakes: None,
    };
    let output = item.items.iter().find_map(|i| match i {
        syn::ImplItem::Type(t) if t.ident == "Output" => Some(t.ty.clone()),
        _ => None,
    });
    let by = method.sig.inputs.iter().nth(1).cloned();
    if let (Some(FnArg::Typed(by)), syn::ReturnType::Type(_, ty)) = (by, &mut method.sig.output) {
        let (self_ty, by) = (&item.self_ty, &by.ty);
        **ty = match &output {
            Some(output) => syn::parse_quote!(&#output),
            None => syn::parse_quote!(&mut <#self_ty as ::core::ops::Index<#by>>::Output),
        };
    }
    let p = Projection::read(standalone(&around, &method), core, sink);
    let (core, self_ty, lenient) = (&p.core, &item.self_ty, lenient());
    let own = asking(&p, &generics);
    let (params, _, clause) = own.split_for_impl();
    let Some(by) = typed(&p.function.sig).nth(1) else {
        return TokenStream::new();
    };
    let (pattern, by) = (&by.pat, &by.ty);
    let (part, choice) = (
        p.shadow_of(&p.referent()),
        p.choice(&self_ty.to_token_stream()),
    );
    let captured = captures(&generics, &lifetimes(&generics));
    let prelude = paths::traits(core);
    let (rule, name, part) = match output {
        Some(_) => (
            quote!(IndexRule),
            quote!(derivative_rule_of_index),
            Some(quote!(type Part = #part;)),
        ),
        None => (
            quote!(IndexMutRule),
            quote!(derivative_rule_of_index_mut),
            None,
        ),
    };
    quote! {
        #lenient
        impl #params #core::#rule<#by> for #self_ty #clause {
            #part

            #[inline]
            fn #name(&self, #pattern: #by)
                -> impl #core::Choice<<Self as #core::Differentiable>::Shadow, #by, Part = Self::Part> + use<#(#captured,)*>
            {
                #prelude
                let this = self;
                #choice
            }
        }
    }
}

/// Names the lifetimes that an index is written without, `name: &str`: the type of the choice has to.
fn name_lifetimes(generics: &mut syn::Generics, signature: &mut syn::Signature) {
    struct Named(Option<syn::Lifetime>);
    impl VisitMut for Named {
        fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
            let name = || syn::Lifetime::new("'__by", proc_macro2::Span::mixed_site());
            if reference.lifetime.is_none() {
                reference.lifetime = Some(self.0.get_or_insert_with(name).clone());
            }
            visit_mut::visit_type_reference_mut(self, reference);
        }
    }
    let mut named = Named(None);
    if let Some(FnArg::Typed(by)) = signature.inputs.iter_mut().nth(1) {
        named.visit_type_mut(&mut by.ty);
    }
    if let Some(lifetime) = named.0 {
        generics.params.insert(0, syn::parse_quote!(#lifetime));
    }
}

/// Beside a free function: a companion with the rule.
pub(crate) fn companion(
    core: TokenStream,
    companion: &Ident,
    function: &syn::ItemFn,
    sink: &Sink,
) -> TokenStream {
    let mut p = Projection::read(function.clone(), core, sink);
    if !is_shared(&function.sig) {
        sink.refuse_at(&function.sig.output, catalog::UNIQUE_PROJECTION);
        p.body = Body::refused();
    }
    let lenient = lenient();
    let rule = rule(&p, &function.sig.generics, &syn::parse_quote!(pub), None);
    let (vis, cfgs) = (
        &function.vis,
        function.attrs.iter().filter(|a| a.path().is_ident("cfg")),
    );
    let cfgs: Vec<_> = cfgs.collect();
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, missing_docs, missing_debug_implementations, missing_copy_implementations, dead_code)]
        #vis struct #companion {}
        #(#cfgs)*
        #lenient
        impl #companion { #rule }
    }
}

/// The rule: the part of the shadow receives the cotangent of the result.
fn rule(
    p: &Projection,
    own: &syn::Generics,
    vis: &syn::Visibility,
    method: Option<&syn::ImplItemFn>,
) -> TokenStream {
    let (core, function) = (&p.core, &p.function.sig.ident);
    let (keeping, by, value) = (
        names::plain("Keep"),
        names::plain("by"),
        names::plain("value"),
    );
    let receiver = method.is_some_and(|m| m.sig.receiver().is_some());
    let name = match method {
        Some(_) => names::method_rule(function),
        None => Ident::new("rrule", proc_macro2::Span::mixed_site()),
    };
    let mut generics = asking(p, own);
    generics
        .params
        .push(syn::parse_quote!(#keeping: #core::Keep));
    let (params, _, clause) = generics.split_for_impl();
    let (output, referent) = (output(&p.function.sig), elided(&p.referent()));
    let inputs: Vec<&syn::PatType> = typed(&p.function.sig).collect();
    let skipped = usize::from(receiver);
    let given: Vec<Ident> = (skipped..inputs.len())
        .map(|i| names::numbered("given", i))
        .collect();
    let (patterns, types): (Vec<_>, Vec<_>) =
        inputs[skipped..].iter().map(|t| (&t.pat, &t.ty)).unzip();
    let agains = inputs.iter().map(|t| again(p, t));
    let shadows = inputs.iter().map(|t| shadow(p, t));
    let (agains, shadows) = (quote!((#(#agains,)*)), quote!((#(#shadows,)*)));
    let of_type = method.map(|_| quote!(Self::));
    let lasting = method.and_then(|m| m.sig.receiver()?.lifetime());
    let (self_param, this, passed) = match receiver {
        true => (
            quote!(&#lasting self,),
            quote!(let this = self;),
            quote!(this,),
        ),
        false => Default::default(),
    };
    let call = quote!(#of_type #function(#passed #(#given),*));
    let (choosing, deliver) = (&p.body.choosing, deliver(p, &inputs));
    let again = given.iter().zip(patterns);
    let again = again.filter(|_| !p.body.parts.is_empty());
    let given_again =
        again.map(|(given, pattern)| quote!(let #pattern = ::core::clone::Clone::clone(&#given);));
    let captured = captures(&p.function.sig.generics, &[]);
    let sinks = (0..inputs.len()).map(|i| names::numbered("sink", i));
    let (prelude, ct) = (paths::traits(core), names::plain("ct"));
    let cotangent = quote!(<#referent as #core::Differentiable>::Owned);
    quote! {
        #[doc(hidden)]
        #[inline]
        #vis fn #name #params (#self_param _: #keeping, (#(#given,)*): (#(#types,)*))
            -> (#output, impl ::core::ops::Fn(#cotangent, #agains, #shadows) + use<#(#captured,)* #keeping>)
        #clause
        {
            #prelude
            #this
            let #by = {
                #(#given_again)*
                #choosing
            };
            let #value = #call;
            (#value, move |#ct: #cotangent, _: #agains, (#(#sinks,)*): #shadows| {
                #deliver
            })
        }
    }
}

/// What a function returns.
fn output(signature: &syn::Signature) -> TokenStream {
    match &signature.output {
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
        syn::ReturnType::Default => quote!(()),
    }
}

/// These generics, which ask of type parameters what the shadow of the whole asks of them.
fn asking(p: &Projection, own: &syn::Generics) -> syn::Generics {
    let mut generics = own.clone();
    if !p.of_trait {
        let bounds = crate::lower::opaque_parameters(&p.function.sig);
        let bounds = bounds.iter().map(|t| differentiable(t, &p.core));
        generics.make_where_clause().predicates.extend(bounds);
    }
    generics
}

/// Adds the cotangent to the chosen part.
fn deliver(p: &Projection, inputs: &[&syn::PatType]) -> TokenStream {
    let (core, by) = (&p.core, names::plain("by"));
    let (ct, d, part) = (names::plain("ct"), names::plain("d"), names::plain("part"));
    let shadow = p.shadow_of(&p.referent());
    let ways = p.by_ways(&quote!(&#by), |found| {
        let at = inputs.iter().position(|t| is_named(t, &found.root));
        let sink = names::numbered("sink", at.expect("a part's root is a parameter"));
        let found = found.of(&d.to_token_stream(), &by, false);
        quote! {
            if let ::core::option::Option::Some(#d) = #sink {
                let #part: &#shadow = #found;
                #core::accumulate(#part, #ct);
            }
        }
    });
    quote! {
        let #ct: &#shadow = ::core::borrow::Borrow::borrow(&#ct);
        #ways
    }
}

fn is_named(input: &syn::PatType, name: &Ident) -> bool {
    matches!(&*input.pat, syn::Pat::Ident(p) if p.ident == *name)
}

fn again(p: &Projection, input: &syn::PatType) -> TokenStream {
    let (core, ty) = (&p.core, elided(&input.ty));
    let known = ty::read(&ty, &|_| false);
    if known.is_ref() || known.is_copy() {
        return ty.to_token_stream();
    }
    let ty = p.seen(input).map_or(ty, |seen| seen.ty());
    quote!(<#ty as #core::Differentiable>::Again)
}

fn shadow(p: &Projection, input: &syn::PatType) -> TokenStream {
    let core = &p.core;
    let seen = p.seen(input).map(|seen| seen.ty());
    let referent = seen.unwrap_or_else(|| elided(pointee(&input.ty)));
    let unique = matches!(&*input.ty, syn::Type::Reference(r) if r.mutability.is_some());
    let unique = unique.then(|| quote!(mut));
    quote!(::core::option::Option<&#unique <#referent as #core::Differentiable>::Shadow>)
}

fn typed(signature: &syn::Signature) -> impl Iterator<Item = &syn::PatType> {
    signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    })
}

fn is_shared(signature: &syn::Signature) -> bool {
    matches!(&signature.output, syn::ReturnType::Type(_, ty)
        if matches!(&**ty, syn::Type::Reference(r) if r.mutability.is_none()))
}

fn lifetimes(generics: &syn::Generics) -> Vec<TokenStream> {
    generics
        .lifetimes()
        .map(|l| l.lifetime.to_token_stream())
        .collect()
}

/// What the type of a choice or a pullback captures.
fn captures(generics: &syn::Generics, lifetimes: &[TokenStream]) -> Vec<TokenStream> {
    let params = generics.params.iter().filter_map(|p| match p {
        syn::GenericParam::Type(t) => Some(t.ident.to_token_stream()),
        syn::GenericParam::Const(c) => Some(c.ident.to_token_stream()),
        syn::GenericParam::Lifetime(_) => None,
    });
    lifetimes.iter().cloned().chain(params).collect()
}
