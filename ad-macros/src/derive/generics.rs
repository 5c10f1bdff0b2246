//! Which of an item's generic parameters each companion needs.
//!
//! A companion that names a parameter must use it, so those that its fields do not mention are left
//! out, together with the bounds that mention them. Lifetimes go wherever they can: a shadow and a
//! tangent own what they hold, and must not be tied to what the primal borrowed.

use crate::tables::HashSet;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericParam, Generics, Type};

/// The identifiers in a piece of syntax; lifetimes with their apostrophe.
pub(super) fn names(syntax: impl ToTokens) -> HashSet<String> {
    let mut found = HashSet::default();
    collect(syntax.to_token_stream(), &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut HashSet<String>) {
    let mut apostrophe = false;
    for tree in tokens {
        let after = std::mem::take(&mut apostrophe);
        match tree {
            TokenTree::Ident(name) if after => drop(found.insert(format!("'{name}"))),
            TokenTree::Ident(name) => drop(found.insert(name.to_string())),
            TokenTree::Punct(punct) => apostrophe = punct.as_char() == '\'',
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Literal(_) => {}
        }
    }
}

fn name(param: &GenericParam) -> String {
    match param {
        GenericParam::Lifetime(param) => param.lifetime.to_string(),
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
    }
}

/// Whether a type mentions one of the type parameters.
pub(super) fn is_generic(generics: &Generics, ty: &Type) -> bool {
    let names = names(ty);
    generics
        .type_params()
        .any(|param| names.contains(&param.ident.to_string()))
}

/// The generics of a companion whose fields have these types.
pub(super) fn restrict<'t>(generics: &Generics, types: impl Iterator<Item = &'t Type>) -> Generics {
    let used: HashSet<String> = types.flat_map(names).collect();
    let mut dropped: HashSet<String> = generics.params.iter().map(name).collect();
    dropped.retain(|name| !used.contains(name));
    dropped.insert("Self".to_owned());
    let stays = |syntax: &dyn ToTokens| names(syntax).is_disjoint(&dropped);

    let mut kept = generics.clone();
    kept.params = generics
        .params
        .iter()
        .filter(|param| !dropped.contains(&name(param)))
        .cloned()
        .map(|param| without_dropped(param, &stays))
        .collect();
    if let Some(clause) = &mut kept.where_clause {
        clause.predicates = std::mem::take(&mut clause.predicates)
            .into_iter()
            .filter(|predicate| stays(predicate))
            .collect();
    }
    kept
}

/// The parameter without the bounds and defaults that mention what was dropped.
fn without_dropped(mut param: GenericParam, stays: &dyn Fn(&dyn ToTokens) -> bool) -> GenericParam {
    match &mut param {
        GenericParam::Lifetime(param) => {
            param.bounds = std::mem::take(&mut param.bounds)
                .into_iter()
                .filter(|bound| stays(bound))
                .collect();
        }
        GenericParam::Type(param) => {
            param.bounds = std::mem::take(&mut param.bounds)
                .into_iter()
                .filter(|bound| stays(bound))
                .collect();
            param.default = param.default.take().filter(|default| stays(default));
        }
        GenericParam::Const(_) => {}
    }
    param
}

/// A field's type as the companions write it: `Self` is spelled out, since there it is another type,
/// and lifetimes are `'static` where no type parameter would have to outlive that.
pub(super) fn portable(owner: &syn::Ident, generics: &Generics, ty: &Type) -> Type {
    let (_, arguments, _) = generics.split_for_impl();
    let mut ty = ty.clone();
    SpellOut(syn::parse_quote!(#owner #arguments)).visit_type_mut(&mut ty);
    if !is_generic(generics, &ty) {
        let declared = generics.lifetimes().map(|param| param.lifetime.clone());
        Lifeless(declared.collect()).visit_type_mut(&mut ty);
    }
    ty
}

/// Writes a type in the place of `Self`.
struct SpellOut(Type);

impl VisitMut for SpellOut {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self") => {
                *ty = self.0.clone();
            }
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }
}

/// Makes these lifetimes `'static`.
struct Lifeless(HashSet<syn::Lifetime>);

impl VisitMut for Lifeless {
    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if self.0.contains(lifetime) {
            *lifetime = syn::Lifetime::new("'static", lifetime.span());
        }
    }
}
