//! The shadows of payloads that the reverse sweep asks for.
//!
//! Receives a reverse sweep; promises, for each payload in it, what its shadow resolves to where there is none, so that
//! rustc says why, and what is found where the enum is a constant field, or where nothing is asked for.
//!
//! ```text
//! Shape::Disc(r)        trait Payload { fn __variant_Disc<R>(&self) -> R { … } }
//! ```

use super::super::plain_made;
use super::names;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

/// For each payload that the reverse sweep asks a shadow for, an error that says why there is none, and what is
/// found where the enum is a constant field or derives nothing.
pub(in crate::emit) fn payloads(
    f: &Function,
    reverse: &TokenStream,
    core: &TokenStream,
) -> Option<TokenStream> {
    let mut names = Vec::new();
    // A look at the text is much cheaper than one at the tokens.
    let text = reverse.to_string();
    if [PAYLOAD, INDEX].iter().any(|of| text.contains(of)) {
        collect_payloads(reverse.clone(), &mut names);
    }
    let trait_name = names::plain("Payload");
    let constants = payloads_of_constants(f, &names, core);
    let bare = payloads_without_derive(f, &names, core);
    (!names.is_empty()).then(|| {
        quote! {
            trait #trait_name {
                #(fn #names<R>(&self) -> R { loop {} })*
            }
            impl<T: #core::HasPayload + ?::core::marker::Sized> #trait_name for T {}
            #constants
            #bare
        }
    })
}

/// The payloads of a constant's variants, of whatever type: they are constant.
fn payloads_of_constants(f: &Function, accessors: &[Ident], core: &TokenStream) -> TokenStream {
    let of_constant = |part: &Place| !is_of_argument(f, part);
    let by = quote!(By);
    let (payloads, methods) = constant_payloads("Constant", f, accessors, &of_constant, &by, core);
    if methods.is_empty() {
        return TokenStream::new();
    }
    let trait_name = names::plain("ConstantPayload");
    quote! {
        #payloads
        #[allow(nonstandard_style)]
        trait #trait_name<By: 'static> { #methods }
        impl<T: ?::core::marker::Sized, By: 'static> #trait_name<By> for #core::ConstantField<T, By> {}
    }
}

/// The payloads of arguments whose types derive nothing, where no derivative goes to them (`adjoint/unread.rs`): what is
/// bound is asserted to carry none.
fn payloads_without_derive(f: &Function, accessors: &[Ident], core: &TokenStream) -> TokenStream {
    if !f.params.iter().any(|param| param.unread) {
        return TokenStream::new();
    }
    let by = quote!(#core::ByMark);
    let (payloads, methods) = constant_payloads("Bare", f, accessors, &|_| true, &by, core);
    if methods.is_empty() {
        return TokenStream::new();
    }
    let trait_name = names::plain("BarePayload");
    quote! {
        #payloads
        #[allow(nonstandard_style)]
        trait #trait_name { #methods }
        impl #trait_name for () {}
    }
}

/// Payloads all of whose parts are constant, by what a type says, and the methods that give them.
fn constant_payloads(
    prefix: &str,
    f: &Function,
    accessors: &[Ident],
    are: &dyn Fn(&Place) -> bool,
    by: &TokenStream,
    core: &TokenStream,
) -> (TokenStream, TokenStream) {
    let (mut payloads, mut methods) = (TokenStream::new(), TokenStream::new());
    for accessor in accessors.iter().filter(|name| !is_index(name)) {
        let mut members = members(f, accessor, are);
        for member in members_made(f, accessor) {
            if !members.contains(&member) {
                members.push(member);
            }
        }
        if members.is_empty() {
            continue;
        }
        let name = names::plain(&format!("{prefix}{accessor}"));
        let (fields, values) = constant_fields(members, core);
        payloads.extend(
            quote!(#[allow(dead_code, nonstandard_style)] struct #name<By: 'static> #fields),
        );
        methods.extend(quote!(fn #accessor(&self) -> #name<#by> { #name #values }));
    }
    (payloads, methods)
}

/// The fields of such a payload, and what is in them.
fn constant_fields(
    mut members: Vec<syn::Member>,
    core: &TokenStream,
) -> (TokenStream, TokenStream) {
    let part = quote!(#core::ConstantField<#core::Unseen, By>);
    let is_named = |m: &syn::Member| matches!(m, syn::Member::Named(_));
    let named = members.iter().any(is_named);
    // A variant and a struct of its name: one of them has an accessor here.
    members.retain(|m| is_named(m) == named);
    if named {
        return (
            quote!({ #(#members: &'static #part,)* }),
            quote!({ #(#members: #core::ConstantField::PART,)* }),
        );
    }
    let position = |m: &syn::Member| match m {
        syn::Member::Unnamed(index) => index.index + 1,
        syn::Member::Named(_) => 0,
    };
    let count = members.iter().map(position).max().unwrap_or(0) as usize;
    let (types, values) = (
        vec![&part; count],
        vec![quote!(#core::ConstantField::PART); count],
    );
    (quote!((#(&'static #types,)*);), quote!((#(#values,)*)))
}

/// Whether a part, or what it is a part of, is that of a variant of an argument.
fn is_of_argument(f: &Function, part: &Place) -> bool {
    let payload = f.info(part.root).part.as_ref().unwrap_or(part);
    let is_argument = f.params.iter().any(|p| p.local == payload.root);
    is_argument && matches!(payload.path.first(), Some(Step::Variant(_)))
}

/// Whether a payload is that of a variant.
fn is_accessor(accessor: &Ident, variant: &Ident) -> bool {
    let accessors = [false, true].map(|unique| names::variant(variant, unique));
    accessors.contains(accessor)
}

/// The parts of a variant that patterns bind, where they are such.
fn members(f: &Function, accessor: &Ident, are: &dyn Fn(&Place) -> bool) -> Vec<syn::Member> {
    let is_variant =
        |step: &Step| matches!(step, Step::Variant(name) if is_accessor(accessor, name));
    let mut members: Vec<syn::Member> = Vec::new();
    for part in f.locals.iter().filter_map(|l| l.part.as_ref()) {
        if !are(part) {
            continue;
        }
        let payload = f.info(part.root).part.as_ref();
        let before = payload.and_then(|place| place.path.last());
        let path: Vec<&Step> = before.into_iter().chain(&part.path).collect();
        for pair in path.windows(2) {
            if let [variant, Step::Field(member)] = pair
                && is_variant(variant)
                && !members.contains(member)
            {
                members.push(member.clone());
            }
        }
    }
    members
}

/// The parts of what is made by a constructor of such a variant, where these show no float (`emit/plain_made.rs`).
fn members_made(f: &Function, accessor: &Ident) -> Vec<syn::Member> {
    let mut members: Vec<syn::Member> = Vec::new();
    f.body.walk(&mut |stmt| {
        let StmtKind::Let {
            op: Op::Construct(made),
            ..
        } = &stmt.kind
        else {
            return;
        };
        let last = made.path.segments.last();
        let is_this = last.is_some_and(|last| is_accessor(accessor, &last.ident));
        if is_this && plain_made::shows_no_float(f, made) {
            members.extend(made.fields.iter().map(|(member, _)| member.clone()));
        }
    });
    members
}

/// How the names of payloads, and of what an index finds, begin.
const PAYLOAD: &str = "__variant_";
const INDEX: &str = "derivative_rule_of_index";

fn collect_payloads(tokens: TokenStream, found: &mut Vec<Ident>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(name) if is_payload(&name) && !found.contains(&name) => {
                found.push(name)
            }
            TokenTree::Group(group) => collect_payloads(group.stream(), found),
            _ => {}
        }
    }
}

/// The payload of a variant, but for those of options and results, which are always there; and what an
/// index finds.
fn is_payload(name: &Ident) -> bool {
    let text = name.to_string();
    if is_index(name) {
        return true;
    }
    let of = text.strip_prefix(PAYLOAD);
    let of = of.map(|name| name.strip_prefix("mut_").unwrap_or(name));
    of.is_some_and(|name| !matches!(name, "Some" | "Ok" | "Err"))
}

fn is_index(name: &Ident) -> bool {
    name.to_string().starts_with(INDEX)
}
