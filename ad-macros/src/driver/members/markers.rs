//! Type parameters that only mark: units, states of protocols.
//!
//! Receives an implementation; promises that its type parameters whose values no method sees are bound by `MarksOnly`,
//! which every type is. Nothing need be differentiable that is in a `PhantomData` alone.
//!
//! ```text
//! impl<U> Length<U> {                                            impl<U: MarksOnly> Length<U> {
//!     fn new(value: f64) -> Self { Length { value, unit: PhantomData } }
//! }
//! ```
//!
//! What the fields of the type are, the implementation does not say. Taken for markers are the parameters of one that
//! writes a `PhantomData`, if no signature passes a value of theirs, and if they have no bounds, are asked for
//! constants and functions of their own, `U::FACTOR`, are alone, or a constructor shows that nothing else is in a value but
//! what it is given. Where no `PhantomData` is written, as constructors make the values,
//! `Self::new(self.value + other.value)`, they are those that have no bounds to be calculated with if nothing but numbers is
//! taken out of values. A parameter that is taken for one wrongly is an error of rustc's, as its values lack a bound.

mod parts;

use super::objects::mentions_any;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Generics, ImplItem, Type};

/// Bounds the markers of an implementation and of its methods.
pub(super) fn bound(item: &mut syn::ItemImpl, core: &TokenStream) {
    let body: TokenStream = item.items.iter().map(ToTokens::to_token_stream).collect();
    if !mentions_any(body.clone(), &["PhantomData"]) {
        return parts::bound(item, core);
    }
    let signatures: Vec<syn::Signature> = item.items.iter().filter_map(signature).collect();
    let shown = item.generics.type_params().count() == 1 || parts::are_shown(item);
    bound_among(&mut item.generics, &signatures, &body, &|_| shown, core);
    let this = item.self_ty.clone();
    for member in &mut item.items {
        if let ImplItem::Fn(method) = member {
            let (signature, body) = (method.sig.clone(), method.block.to_token_stream());
            let of_own = |t: &Ident| shown && is_of_own(&signature, t, &this);
            let signatures = std::slice::from_ref(&signature);
            bound_among(&mut method.sig.generics, signatures, &body, &of_own, core);
        }
    }
}

/// Whether a method's parameter is one of the block's type alone, of which the same parameter marks:
/// `fn convert<D: Currency>(self, rate: f64) -> Money<D>`.
fn is_of_own(signature: &syn::Signature, t: &Ident, this: &Type) -> bool {
    struct Named<'a>(&'a Ident, Option<&'a Ident>, [bool; 2]);
    impl Visit<'_> for Named<'_> {
        fn visit_path(&mut self, path: &syn::Path) {
            if let Some(last) = path.segments.last()
                && mentions_any(last.arguments.to_token_stream(), &[&self.0.to_string()])
            {
                self.2[usize::from(self.1 == Some(&last.ident))] = true;
            }
        }
    }
    let this = match this {
        Type::Path(path) => path.path.segments.last().map(|last| &last.ident),
        _ => None,
    };
    let mut named = Named(t, this, [false; 2]);
    signature
        .inputs
        .iter()
        .for_each(|input| named.visit_fn_arg(input));
    named.visit_return_type(&signature.output);
    named.2 == [false, true]
}

fn signature(member: &ImplItem) -> Option<syn::Signature> {
    match member {
        ImplItem::Fn(method) => Some(method.sig.clone()),
        _ => None,
    }
}

fn bound_among(
    generics: &mut Generics,
    signatures: &[syn::Signature],
    body: &TokenStream,
    shown: &dyn Fn(&Ident) -> bool,
    core: &TokenStream,
) {
    let marks = |t: &Ident| (shown(t) || is_unasked(generics, t, body)) && !passes(signatures, t);
    let params = generics.type_params().map(|p| &p.ident);
    let markers: Vec<Ident> = params.filter(|t| marks(t)).cloned().collect();
    mark(generics, &markers, core);
}

fn mark(generics: &mut Generics, markers: &[Ident], core: &TokenStream) {
    for param in generics.type_params_mut() {
        if markers.contains(&param.ident) {
            param.colon_token.get_or_insert_default();
            param.bounds.push(syn::parse_quote!(#core::MarksOnly));
        }
    }
}

/// Whether nothing is known of a parameter, or only what it has of its own is asked for.
fn is_unasked(generics: &Generics, t: &Ident, body: &TokenStream) -> bool {
    let param = generics.type_params().find(|p| p.ident == *t);
    let inline = param.is_some_and(|p| !p.bounds.is_empty());
    let clause = generics.where_clause.to_token_stream();
    let bound = inline || mentions_any(clause, &[&t.to_string()]);
    !bound || names_parts(body, t)
}

/// Whether a signature passes a value of a parameter.
fn passes(signatures: &[syn::Signature], t: &Ident) -> bool {
    let mut values = Values { t, found: false };
    for signature in signatures {
        values.visit_signature(signature);
    }
    values.found
}

/// Looks for a parameter where its values are: not among what a type is given, unless that is a list's or a choice's.
struct Values<'a> {
    t: &'a Ident,
    found: bool,
}

impl Visit<'_> for Values<'_> {
    fn visit_type(&mut self, ty: &Type) {
        if let Type::Path(path) = ty
            && let Some(last) = path.path.segments.last()
        {
            self.found |= path.path.is_ident(self.t);
            if ["Vec", "Option", "Result", "Box"]
                .iter()
                .all(|holder| last.ident != holder)
            {
                return;
            }
        }
        visit::visit_type(self, ty);
    }
}

/// Whether tokens have `U::` in them.
fn names_parts(tokens: &TokenStream, t: &Ident) -> bool {
    let mut before = false;
    tokens.clone().into_iter().any(|tree| {
        let follows =
            std::mem::replace(&mut before, matches!(&tree, TokenTree::Ident(n) if n == t));
        match tree {
            TokenTree::Group(group) => names_parts(&group.stream(), t),
            TokenTree::Punct(punct) => follows && punct.as_char() == ':',
            _ => false,
        }
    })
}
