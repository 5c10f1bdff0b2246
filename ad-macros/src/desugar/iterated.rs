//! Parameters that are iterators.
//!
//! Receives a function; promises one in which every such parameter is a list, which the body iterates
//! over. What an iterator yields has no place in a shadow, so that callers hand over the items. The
//! user's own function is not touched.
//!
//! ```text
//! fn mean(it: impl Iterator<Item = f64>) -> f64 { … }
//!
//! fn mean<I: Iterated<Item = f64>>(it: I) -> f64 {
//!     let items_of_it: Vec<f64> = it.__items();
//!     let mut it = items_of_it.iter().cloned();
//!     …
//! }
//!
//! fn norm<'a>(it: impl IntoIterator<Item = &'a f64>) -> f64      fn norm(it: &[f64]) -> f64
//! ```
//!
//! Of tuples with references the list holds what these refer to, and the body iterates over references to that.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{Block, FnArg, Pat, Stmt, Type, TypeParamBound, WherePredicate, parse_quote};

/// What a bound says of an iterator.
struct Iterator {
    /// What its items are, or refer to.
    item: Type,
    by_ref: bool,
    /// What is yielded, as it is made of an item, where that is a tuple with references.
    parts: Option<syn::ExprClosure>,
    /// Whether it is one itself, or only becomes one.
    steps: bool,
}

/// Makes lists of the iterators among the parameters; whether there were any.
pub(crate) fn as_lists(
    signature: &mut syn::Signature,
    body: &mut Block,
    constants: &[bool],
    core: &TokenStream,
) -> bool {
    let mut before: Vec<Stmt> = Vec::new();
    let mut lists: Vec<(Option<Ident>, Option<Type>)> = Vec::new();
    for (i, input) in signature.inputs.iter_mut().enumerate() {
        let FnArg::Typed(typed) = input else {
            continue;
        };
        let Pat::Ident(pat) = &mut *typed.pat else {
            continue;
        };
        if constants.get(i) == Some(&true) {
            continue;
        }
        let Some((name, iterator)) = iterator(&typed.ty, &signature.generics) else {
            continue;
        };
        let item = &iterator.item;
        pat.mutability = None;
        before.extend(unpacked(&pat.ident, &iterator));
        if iterator.by_ref {
            *typed.ty = parse_quote!(&[#item]);
            lists.push((name, None));
        } else {
            let span = typed.ty.span().resolved_at(Span::mixed_site());
            let name = name.unwrap_or_else(|| Ident::new(&format!("__Items{i}"), span));
            *typed.ty = parse_quote!(#name);
            lists.push((Some(name), Some(iterator.item)));
        }
    }
    body.stmts.splice(0..0, before);
    for (name, item) in &lists {
        match (name, item) {
            (Some(name), Some(item)) => bind(&mut signature.generics, name, item, core),
            (Some(name), None) => remove(&mut signature.generics, name),
            (None, _) => {}
        }
    }
    !lists.is_empty()
}

/// The items, and the iterator over them under the parameter's name.
fn unpacked(name: &Ident, iterator: &Iterator) -> Vec<Stmt> {
    if iterator.by_ref {
        let steps: Stmt = parse_quote!(let mut #name = #name.iter(););
        return Vec::from_iter(iterator.steps.then_some(steps));
    }
    let items = Ident::new(&format!("items_of_{name}"), name.span());
    let item = &iterator.item;
    let again: Stmt = match (&iterator.parts, iterator.steps) {
        (Some(parts), _) => parse_quote!(let mut #name = #items.iter().map(#parts);),
        (None, true) => parse_quote!(let mut #name = #items.iter().cloned();),
        (None, false) => parse_quote!(let #name = #items;),
    };
    vec![
        parse_quote!(let #items: ::std::vec::Vec<#item> = #name.__items();),
        again,
    ]
}

/// A type parameter that no parameter is of any more.
fn remove(generics: &mut syn::Generics, name: &Ident) {
    unbind(generics, name);
    let others = generics.params.iter().filter(|p| match p {
        syn::GenericParam::Type(t) => t.ident != *name,
        _ => true,
    });
    generics.params = others.cloned().collect();
}

fn unbind(generics: &mut syn::Generics, name: &Ident) {
    if let Some(clause) = &mut generics.where_clause {
        let others = clause.predicates.iter().filter(|p| !is_about(p, name));
        clause.predicates = others.cloned().collect();
    }
}

/// The type parameter has this bound, and no other.
fn bind(generics: &mut syn::Generics, name: &Ident, item: &Type, core: &TokenStream) {
    let bound: TypeParamBound = parse_quote!(#core::Iterated<Item = #item>);
    unbind(generics, name);
    match generics.type_params_mut().find(|t| t.ident == *name) {
        Some(param) => param.bounds = [bound].into_iter().collect(),
        None => generics.params.push(parse_quote!(#name: #bound)),
    }
}

/// The type parameter of an iterator's type, if it has a name, and what is said of it.
fn iterator(ty: &Type, generics: &syn::Generics) -> Option<(Option<Ident>, Iterator)> {
    match ty {
        Type::Paren(p) => iterator(&p.elem, generics),
        Type::Group(g) => iterator(&g.elem, generics),
        Type::ImplTrait(t) => Some((None, t.bounds.iter().find_map(said)?)),
        Type::Path(p) if p.qself.is_none() => {
            let name = p.path.get_ident()?;
            let param = generics.type_params().find(|t| t.ident == *name)?;
            let clauses = generics.where_clause.iter().flat_map(|w| &w.predicates);
            let of_clauses = clauses.filter_map(|p| match p {
                WherePredicate::Type(t) if is_about(p, name) => Some(&t.bounds),
                _ => None,
            });
            let mut bounds = param.bounds.iter().chain(of_clauses.flatten());
            Some((Some(name.clone()), bounds.find_map(said)?))
        }
        _ => None,
    }
}

/// `Iterator<Item = T>`, `IntoIterator<Item = &T>`
fn said(bound: &TypeParamBound) -> Option<Iterator> {
    let TypeParamBound::Trait(bound) = bound else {
        return None;
    };
    let last = bound.path.segments.last()?;
    let name = last.ident.to_string();
    let syn::PathArguments::AngleBracketed(given) = &last.arguments else {
        return None;
    };
    let item = given.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::AssocType(said) if said.ident == "Item" => Some(&said.ty),
        _ => None,
    })?;
    let (item, by_ref) = match item {
        Type::Reference(r) if r.mutability.is_some() => return None,
        Type::Reference(r) => (&*r.elem, true),
        item => (item, false),
    };
    let (item, parts) = match owned(item).filter(|_| !by_ref) {
        Some(owned) => (owned.ty, Some(owned.lend)),
        None => (item.clone(), None),
    };
    (is_sized(&item) && name.ends_with("Iterator")).then(|| Iterator {
        item,
        by_ref,
        parts,
        steps: name != "IntoIterator",
    })
}

fn is_sized(ty: &Type) -> bool {
    !matches!(ty, Type::Slice(_) | Type::TraitObject(_))
        && !matches!(ty, Type::Path(p) if p.path.is_ident("str"))
}

/// A tuple with references as a list holds it.
pub(super) struct Owned {
    /// With what the references refer to in their place.
    pub(super) ty: Type,
    /// What is made of a reference to it: `|(a, b)| (a.clone(), b)` of a `(usize, &f64)`.
    lend: syn::ExprClosure,
    /// What makes it: `|(a, b)| (a, b.clone())`.
    pub(super) copy: syn::ExprClosure,
}

pub(super) fn owned(item: &Type) -> Option<Owned> {
    let Type::Tuple(_) = item else {
        return None;
    };
    let mut referring = Vec::new();
    let part = part(item, &mut referring)?;
    let (pat, lent, copied) = (&part.pat, &part.lent, &part.copied);
    referring.contains(&true).then(|| Owned {
        lend: parse_quote!(|#pat| #lent),
        copy: parse_quote!(|#pat| #copied),
        ty: part.ty,
    })
}

/// A part of an item as a list holds it, the pattern that binds it, and what is made of its names.
struct Part {
    ty: Type,
    pat: TokenStream,
    lent: TokenStream,
    copied: TokenStream,
}

/// A part of an item, whose names are numbered; which of them are references.
fn part(item: &Type, referring: &mut Vec<bool>) -> Option<Part> {
    if let Type::Tuple(tuple) = item {
        let parts: Option<Vec<_>> = tuple.elems.iter().map(|p| part(p, referring)).collect();
        let parts = parts?;
        let types = parts.iter().map(|p| &p.ty);
        let pats = parts.iter().map(|p| &p.pat);
        let lent = parts.iter().map(|p| &p.lent);
        let copied = parts.iter().map(|p| &p.copied);
        return Some(Part {
            ty: parse_quote!((#(#types,)*)),
            pat: quote!((#(#pats,)*)),
            lent: quote!((#(#lent,)*)),
            copied: quote!((#(#copied,)*)),
        });
    }
    let name = format_ident!("part{}", referring.len());
    let (behind, refers) = match item {
        Type::Reference(r) if r.mutability.is_some() || !is_sized(&r.elem) => return None,
        Type::Reference(r) => (&*r.elem, true),
        value => (value, false),
    };
    referring.push(refers);
    let (name, copied) = (quote!(#name), quote!(#name.clone()));
    let (lent, copied) = match refers {
        true => (name.clone(), copied),
        false => (copied, name.clone()),
    };
    Some(Part {
        ty: behind.clone(),
        pat: name,
        lent,
        copied,
    })
}

fn is_about(predicate: &WherePredicate, name: &Ident) -> bool {
    matches!(predicate, WherePredicate::Type(t) if *name == t.bounded_ty.to_token_stream().to_string())
}
