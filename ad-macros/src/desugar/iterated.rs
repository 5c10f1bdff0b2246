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

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Block, FnArg, Pat, Stmt, Type, TypeParamBound, WherePredicate, parse_quote};

/// What a bound says of an iterator.
struct Iterator {
    /// What its items are, or refer to.
    item: Type,
    by_ref: bool,
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
    let again: Stmt = match iterator.steps {
        true => parse_quote!(let mut #name = #items.iter().cloned();),
        false => parse_quote!(let #name = #items;),
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
    let sized = !matches!(item, Type::Slice(_) | Type::TraitObject(_))
        && !matches!(item, Type::Path(p) if p.path.is_ident("str"));
    (sized && name.ends_with("Iterator")).then(|| Iterator {
        item: item.clone(),
        by_ref,
        steps: name != "IntoIterator",
    })
}

fn is_about(predicate: &WherePredicate, name: &Ident) -> bool {
    matches!(predicate, WherePredicate::Type(t) if *name == t.bounded_ty.to_token_stream().to_string())
}
