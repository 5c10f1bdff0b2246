//! What loops over values of the user's own types ask for.
//!
//! Receives `impl IntoIterator` for `Series`, `&Series` or `&mut Series`; promises what a method `iter`, or `iter_mut`, of
//! the type would have beside it, where the iterator goes over the items of a field. It is left as it is where the type
//! has such a method: loops ask for that.
//!
//! ```text
//! impl<'a> IntoIterator for &'a Series { type Item = &'a f64; .. fn into_iter(self) -> .. { self.values.iter() } }
//!
//! impl Series { fn __referred(&self) -> &[f64] { &self.values[..] } .. }
//! ```

use super::items_beside;
use crate::attr::Options;
use crate::desugar::build;
use crate::desugar::methods::{Around, name_of_trait};
use crate::desugar::own::Own;
use crate::diagnostics::{Sink, catalog};
use crate::iterators::{self, Role};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ImplItem, ImplItemFn, Stmt, Type, parse_quote};

/// Whether an implementation is of `IntoIterator`.
pub(super) fn is_of_loops(item: &syn::ItemImpl) -> bool {
    let of = item.trait_.as_ref().map(|(_, path, _)| path);
    of.is_some_and(|path| name_of_trait(path) == "IntoIterator")
}

/// The implementation for a reference, with what stands beside it.
pub(super) fn by_reference(options: &Options, item: syn::ItemImpl) -> TokenStream {
    match beside(options, &item) {
        Some(items) => quote!(#item #items),
        None => {
            let sink = Sink::new();
            sink.refuse_at(&item.self_ty, catalog::LOOPED_BY_REFERENCE);
            crate::driver::refused_item(item, sink)
        }
    }
}

/// What stands beside an implementation: nothing, where a method of the type has it already; `None` if the items are not
/// those of a field.
pub(super) fn beside(options: &Options, item: &syn::ItemImpl) -> Option<TokenStream> {
    let (to, mutability) = match &*item.self_ty {
        Type::Reference(to) => (&*to.elem, Some(&to.mutability)),
        own => (own, None),
    };
    let (by_method, by_loop) = match mutability {
        Some(Some(_)) => (Role::LendsUnique, Role::LoopedUnique),
        _ => (Role::Lends, Role::Looped),
    };
    let own = iterators::named(to)?;
    let is_there = || {
        [by_method, by_loop]
            .iter()
            .any(|role| iterators::plays(own, *role))
    };
    if is_by_method(item) {
        return Some(TokenStream::new());
    }
    let items = items_gone_over(item).filter(|items| iterators::note_place(own, items))?;
    if mutability.is_none() {
        iterators::note_role(own, Role::Gives);
    }
    if is_there() {
        return Some(TokenStream::new());
    }
    let (block, method) = block_of(item, to, items)?;
    let around = Around {
        generics: &block.generics,
        self_ty: Some(&block.self_ty),
        own: Own::NOTHING,
        mistakes: None,
    };
    let items = items_beside(options, &around, &method);
    iterators::note_role(own, by_loop);
    let (generics, _, bounds) = block.generics.split_for_impl();
    let self_ty = &block.self_ty;
    Some(quote!(impl #generics #self_ty #bounds { #items }))
}

/// A block of the type whose items are gone over, and the method that would do so.
fn block_of(item: &syn::ItemImpl, own: &Type, items: &Expr) -> Option<(syn::ItemImpl, ImplItemFn)> {
    let given = item.items.iter().find_map(|member| match member {
        ImplItem::Type(ty) if ty.ident == "Item" => Some(&ty.ty),
        _ => None,
    })?;
    let (element, lifetime) = match (given, &*item.self_ty) {
        (Type::Reference(given), Type::Reference(to)) => (&*given.elem, to.lifetime.as_ref()),
        (given, _) => (given, None),
    };
    let method = match &*item.self_ty {
        Type::Reference(to) if to.mutability.is_some() => {
            parse_quote!(fn iter_mut(&mut self) -> ::core::slice::IterMut<'_, #element> { #items.iter_mut() })
        }
        _ => parse_quote!(fn iter(&self) -> ::core::slice::Iter<'_, #element> { #items.iter() }),
    };
    let mut generics = item.generics.clone();
    let is_other = |parameter: &syn::GenericParam| match parameter {
        syn::GenericParam::Lifetime(l) => Some(&l.lifetime) != lifetime,
        _ => true,
    };
    generics.params = generics.params.into_iter().filter(is_other).collect();
    let (parameters, _, bounds) = generics.split_for_impl();
    let mut block: syn::ItemImpl = parse_quote!(impl #parameters #own #bounds {});
    block.generics = generics;
    Some((block, method))
}

/// Whether a method `iter`, or `iter_mut`, of the type is asked: `self.iter()`.
fn is_by_method(item: &syn::ItemImpl) -> bool {
    let iterator = iterator(item);
    iterator.is_some_and(|iterator| {
        let of_self =
            matches!(build::peeled(&iterator.receiver), Expr::Path(p) if p.path.is_ident("self"));
        of_self && (iterator.method == "iter" || iterator.method == "iter_mut")
    })
}

/// The call that the iterator is given by, and nothing else.
fn iterator(item: &syn::ItemImpl) -> Option<&syn::ExprMethodCall> {
    let body = item.items.iter().find_map(|member| match member {
        ImplItem::Fn(method) => Some(&method.block),
        _ => None,
    })?;
    match &body.stmts[..] {
        [Stmt::Expr(Expr::MethodCall(iterator), None)] if iterator.args.is_empty() => {
            Some(iterator)
        }
        _ => None,
    }
}

/// `self.values` in `self.values.iter()`, `(&self.values).into_iter()` and `self.values[..].iter_mut()`.
fn items_gone_over(item: &syn::ItemImpl) -> Option<&Expr> {
    let iterator = iterator(item)?;
    let goes_over = ["iter", "iter_mut", "into_iter"]
        .iter()
        .any(|name| iterator.method == name);
    let items = match build::peeled(&iterator.receiver) {
        Expr::Reference(items) => build::peeled(&items.expr),
        items => items,
    };
    (goes_over && matches!(items, Expr::Field(_) | Expr::Index(_))).then_some(items)
}
