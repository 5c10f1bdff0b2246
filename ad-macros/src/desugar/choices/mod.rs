//! Arguments that only choose: values of enums whose variants hold nothing.
//!
//! Receives functions; promises a `#[constant]` at those of their arguments that cannot carry a derivative
//! into them, although the syntax of their types does not say so. There are three proofs:
//!
//! * A type of the standard library's holds nothing but its parameters, none of which carries a derivative. That it is
//!   the standard library's is asserted.
//! * A `match` whose arms name nothing but bare variants of a type, and which rustc finds complete, lists all
//!   values of that type: there is no float in any of them, wherever they stand.
//! * An argument that is only ever asked which bare variant it is gives nothing to what is computed.
//!
//! ```text
//! fn price(kind: Kind, x: f64) -> f64 {            fn price(#[constant] kind: Kind, x: f64) -> f64 {
//!     match kind {
//!         Kind::Call => x,
//!         Kind::Put => 1.0 - x,
//!     }
//! }
//! fn fee(kind: Kind, x: f64) -> f64 {              fn fee(#[constant] kind: Kind, x: f64) -> f64 {
//!     if kind == Kind::Call { x } else { 0.0 }
//! }
//! ```

mod asked;
mod given;
mod items;
mod unsure;

pub(crate) use given::{gives_variants, is_whole, may_give_variants};
pub(crate) use unsure::{askable, unsure};

use crate::ir::{Ty, starts_upper, ty};
use crate::projection::is_projection;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{FnArg, GenericArgument, ImplItem, Pat, PathArguments, PathSegment, Type, parse_quote};

/// Marks the arguments of a function that only choose.
pub(crate) fn mark(function: &mut syn::ItemFn) {
    let names = Names { owner: None };
    let listed = names.listed([&*function.block]);
    names.mark(&mut function.sig, &function.block, &listed);
}

/// Marks those of the methods of a type: what one of them lists holds for all.
pub(crate) fn mark_methods(block: &mut syn::ItemImpl) {
    let owner = (*block.self_ty).clone();
    let names = Names {
        owner: Some(&owner),
    };
    let bodies = block.items.iter().filter_map(|member| match member {
        ImplItem::Fn(method) => Some(&method.block),
        _ => None,
    });
    let listed = names.listed(bodies);
    for member in &mut block.items {
        if let ImplItem::Fn(method) = member
            && !is_projection(&method.sig)
        {
            names.mark(&mut method.sig, &method.block, &listed);
        }
    }
}

/// Whether a body gives names to types, so that a name in it need not mean what it means in the signature.
fn renames_types(body: &syn::Block) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_item(&mut self, item: &syn::Item) {
            match item {
                syn::Item::Use(import) => self.0 |= imports_types(&import.tree),
                syn::Item::Fn(_) | syn::Item::Const(_) | syn::Item::Static(_) => {
                    visit::visit_item(self, item);
                }
                _ => self.0 = true,
            }
        }
    }
    let mut search = Search(false);
    search.visit_block(body);
    search.0
}

/// Whether names of types may come from an import: those of functions and constants are written otherwise.
fn imports_types(tree: &syn::UseTree) -> bool {
    let is_type =
        |name: &Ident| starts_upper(name) && name.to_string().contains(char::is_lowercase);
    match tree {
        syn::UseTree::Path(path) => match &*path.tree {
            syn::UseTree::Glob(_) => !starts_upper(&path.ident),
            inner => imports_types(inner),
        },
        syn::UseTree::Name(name) => is_type(&name.ident),
        syn::UseTree::Rename(name) => is_type(&name.rename),
        syn::UseTree::Group(group) => group.items.iter().any(imports_types),
        syn::UseTree::Glob(_) => true,
    }
}

/// What names of types mean in a function.
struct Names<'a> {
    /// What `Self` stands for.
    owner: Option<&'a Type>,
}

impl Names<'_> {
    /// The types all of whose values some complete `match` lists.
    fn listed<'b>(&self, bodies: impl IntoIterator<Item = &'b syn::Block>) -> Vec<String> {
        let mut listed = Listed {
            names: self,
            types: Vec::new(),
        };
        let bodies = bodies.into_iter().filter(|body| !renames_types(body));
        bodies.for_each(|body| listed.visit_block(body));
        listed.types
    }

    fn mark(&self, signature: &mut syn::Signature, body: &syn::Block, listed: &[String]) {
        for input in &mut signature.inputs {
            let (ty, _) = declared(input);
            let chooses = ty::holds_none(ty)
                || self.is_made_of(ty, listed) == Some(true)
                || self.is_only_asked(input, body) && !renames_types(body);
            let attrs = match input {
                FnArg::Typed(typed) => &mut typed.attrs,
                FnArg::Receiver(receiver) => &mut receiver.attrs,
            };
            if chooses && !attrs.iter().any(|a| a.path().is_ident("constant")) {
                attrs.push(parse_quote!(#[constant]));
            }
        }
    }

    /// `Kind` of `Kind::Call`.
    fn type_of_variant(&self, path: &syn::ExprPath) -> Option<String> {
        let segments: Vec<&PathSegment> = path.path.segments.iter().collect();
        let (_, before) = segments.split_last()?;
        (path.qself.is_none() && !before.is_empty()).then(|| self.name(before))?
    }

    /// The name of a type without arguments, the same for all ways to write it that are understood.
    fn name(&self, segments: &[&PathSegment]) -> Option<String> {
        if let ([only], Some(Type::Path(owner))) = (segments, self.owner)
            && only.ident == "Self"
        {
            let segments: Vec<&PathSegment> = owner.path.segments.iter().collect();
            return Names { owner: None }.name(&segments);
        }
        let plain = segments.iter().all(|s| s.arguments.is_none());
        let names: Vec<String> = segments.iter().map(|s| s.ident.to_string()).collect();
        plain.then(|| names.join("::"))
    }

    fn type_name(&self, ty: &Type) -> Option<String> {
        match ty {
            Type::Path(path) if path.qself.is_none() => {
                self.name(&path.path.segments.iter().collect::<Vec<_>>())
            }
            _ => None,
        }
    }

    /// Whether a type is made of these types and of what syntax shows to have no derivative; `None` if
    /// there is something else in it, `Some(false)` if none of these is in it.
    fn is_made_of(&self, ty: &Type, types: &[String]) -> Option<bool> {
        let both = |parts: Vec<&Type>| {
            let parts: Option<Vec<bool>> = parts
                .into_iter()
                .map(|t| self.is_made_of(t, types))
                .collect();
            parts.map(|parts| parts.contains(&true))
        };
        match ty {
            Type::Reference(r) => both(vec![&r.elem]),
            Type::Slice(s) => both(vec![&s.elem]),
            Type::Array(a) => both(vec![&a.elem]),
            Type::Paren(p) => both(vec![&p.elem]),
            Type::Group(g) => both(vec![&g.elem]),
            Type::Tuple(t) => both(t.elems.iter().collect()),
            Type::Path(_) if ty::read(ty, &|_| false).is_inert() => Some(false),
            Type::Path(path) => match contents(path) {
                Some(parts) => both(parts),
                None => self
                    .type_name(ty)
                    .filter(|t| types.contains(t))
                    .map(|_| true),
            },
            _ => None,
        }
    }

    /// Whether all that is done with an argument is to ask which bare variant it is.
    fn is_only_asked(&self, input: &FnArg, body: &syn::Block) -> bool {
        let (ty, name) = declared(input);
        let referent = referent(ty);
        if !matches!(ty::read(referent, &|_| false), Ty::Unknown) {
            return false;
        }
        let Some((ty, name)) = self.type_name(referent).zip(name) else {
            return false;
        };
        asked::only_asked(self, name, ty, body)
    }
}

/// The type of an argument, and the name that its pattern is.
fn declared(input: &FnArg) -> (&Type, Option<String>) {
    match input {
        FnArg::Receiver(receiver) => (&receiver.ty, Some("self".to_string())),
        FnArg::Typed(typed) => {
            let name = match &*typed.pat {
                Pat::Ident(p) => Some(p.ident.to_string()),
                _ => None,
            };
            (&typed.ty, name)
        }
    }
}

/// What the standard library's `Vec`, `Option` and `Box` hold.
fn contents(path: &syn::TypePath) -> Option<Vec<&Type>> {
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(given) = &last.arguments else {
        return None;
    };
    let known = ["Vec", "Option", "Box"].iter().any(|k| last.ident == k);
    let types = given.args.iter().map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    known.then(|| types.collect())?
}

fn referent(ty: &Type) -> &Type {
    match ty {
        Type::Reference(r) => referent(&r.elem),
        other => other,
    }
}

/// The alternatives of patterns, without the references around them.
fn alternatives<'p>(patterns: impl IntoIterator<Item = &'p Pat>) -> Vec<&'p Pat> {
    let each = |pat: &'p Pat| match pat {
        Pat::Or(or) => alternatives(&or.cases),
        Pat::Paren(p) => alternatives([&*p.pat]),
        Pat::Reference(r) => alternatives([&*r.pat]),
        other => vec![other],
    };
    patterns.into_iter().flat_map(each).collect()
}

/// Finds the types all of whose values some `match` lists.
struct Listed<'a> {
    names: &'a Names<'a>,
    types: Vec<String>,
}

impl Listed<'_> {
    /// What one place of a complete match is matched with.
    fn column(&mut self, patterns: Vec<&Pat>) {
        let patterns = alternatives(patterns);
        let tuples: Option<Vec<&syn::PatTuple>> = patterns.iter().map(|p| as_tuple(p)).collect();
        if let Some(tuples) = tuples.filter(|t| !t.is_empty()) {
            let width = tuples[0].elems.len();
            if tuples.iter().all(|t| t.elems.len() == width) {
                let column = |i: usize| tuples.iter().map(|t| &t.elems[i]).collect();
                (0..width).for_each(|i| self.column(column(i)));
            }
            return;
        }
        let variant = |pat: &&Pat| match pat {
            Pat::Path(path) => self.names.type_of_variant(path),
            _ => None,
        };
        let types: Option<Vec<String>> = patterns.iter().map(variant).collect();
        if let Some([first, others @ ..]) = types.as_deref()
            && others.iter().all(|t| t == first)
        {
            self.types.push(first.clone());
        }
    }
}

/// A tuple all of whose places are written.
fn as_tuple(pat: &Pat) -> Option<&syn::PatTuple> {
    match pat {
        Pat::Tuple(t) if !t.elems.iter().any(|p| matches!(p, Pat::Rest(_))) => Some(t),
        _ => None,
    }
}

impl Visit<'_> for Listed<'_> {
    fn visit_expr_match(&mut self, e: &syn::ExprMatch) {
        self.column(e.arms.iter().map(|arm| &arm.pat).collect());
        visit::visit_expr_match(self, e);
    }
}
