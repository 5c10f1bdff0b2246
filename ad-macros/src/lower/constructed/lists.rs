//! Lists of what is of the user's own types, and what are items of them.
//!
//! Receives types, expressions and patterns; promises which of them are such lists, and which variables hold their items.
//!
//! ```text
//! stacks: &mut [Stack]      vec![Stack::new(k)]                 lists of `Stack`s
//! for (i, s) in stacks.iter_mut().enumerate()                   s
//! let s = &mut stacks[i];                                       s
//! ```

use super::{is_constructor, is_users, name_of, root};
use crate::desugar::build;
use crate::ir::ty::is_map;
use syn::{Expr, Pat};

/// Whether items of a list have a type that is named like one of the user's.
pub(super) fn holds_users(list: &syn::Type) -> bool {
    item_of(list).is_some_and(is_named_by_users)
}

/// What a list holds, `&[Stack]`, `Vec<Stack>`, `[Stack; 2]`.
fn item_of(list: &syn::Type) -> Option<&syn::Type> {
    match list {
        syn::Type::Slice(list) => Some(&list.elem),
        syn::Type::Array(list) => Some(&list.elem),
        syn::Type::Path(path) => {
            let last = path.path.segments.last().filter(|s| s.ident == "Vec")?;
            match &last.arguments {
                syn::PathArguments::AngleBracketed(given) => match given.args.first()? {
                    syn::GenericArgument::Type(item) => Some(item),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_named_by_users(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|last| is_users(&last.ident) && !is_map(&last.ident))
        }
        _ => false,
    }
}

/// `vec![Stack::new(k), ..]`, `[Stack::new(k), ..]`.
pub(super) fn makes_list(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Array(list) => list.elems.first().is_some_and(is_constructor),
        Expr::Macro(m) if m.mac.path.is_ident("vec") => {
            matches!(build::Arguments::parse(&m.mac.tokens), Some(build::Arguments::Each(items))
                if items.first().is_some_and(is_constructor))
        }
        _ => false,
    }
}

/// The list that a loop goes over item by item, `&mut stacks`, `stacks.iter_mut().enumerate()`.
pub(super) fn list_of(expr: &Expr) -> Option<String> {
    match build::peeled(expr) {
        Expr::MethodCall(call) => {
            let each = [
                "iter",
                "iter_mut",
                "into_iter",
                "enumerate",
                "rev",
                "skip",
                "take",
            ];
            let known = each.iter().any(|name| call.method == name);
            known.then(|| list_of(&call.receiver)).flatten()
        }
        other => root(other),
    }
}

/// The list of which this is an item, `&mut stacks[k]`.
pub(super) fn part_of(expr: &Expr) -> Option<String> {
    match build::peeled(expr) {
        Expr::Reference(r) => part_of(&r.expr),
        Expr::Index(part) if !matches!(*part.index, Expr::Range(_)) => root(&part.expr),
        _ => None,
    }
}

/// `stack`, `(i, stack)`
pub(super) fn item_bound_by(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Tuple(pair) if pair.elems.len() == 2 => name_of(&pair.elems[1]),
        Pat::Reference(of) => name_of(&of.pat),
        other => name_of(other),
    }
}
