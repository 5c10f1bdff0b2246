//! Maps that get another name.
//!
//! Receives the statements that follow a map; promises the same without those that only move it to another variable,
//! which is the map itself from there on.
//!
//! ```text
//! let sums = map;  sums[&k]        map[&k]
//! ```

use crate::desugar::build;
use crate::tokens;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Local, Pat, Stmt};

pub(super) fn under_one_name(after: &[Stmt], map: &Ident) -> Vec<Stmt> {
    let mut others: Vec<Ident> = Vec::new();
    let mut rest = TokenStream::new();
    for stmt in after {
        match stmt {
            Stmt::Local(local) if is_move_of(local, map, &others) => {
                others.extend(build::bound_names(&local.pat));
            }
            stmt => stmt.to_tokens(&mut rest),
        }
    }
    if others.is_empty() || is_in_text(rest.clone(), &others) {
        return after.to_vec();
    }
    let renamed = renamed(rest, map, &others);
    let block = syn::parse2::<syn::Block>(quote!({ #renamed }));
    block.map_or_else(|_| after.to_vec(), |block| block.stmts)
}

/// Whether a variable takes over what the map, or another name of it, holds.
fn is_move_of(local: &Local, map: &Ident, others: &[Ident]) -> bool {
    let pat = match &local.pat {
        Pat::Type(typed) => &*typed.pat,
        pat => pat,
    };
    let named = matches!(pat, Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none());
    let moved = local.init.as_ref().filter(|init| init.diverge.is_none());
    let moved = moved.and_then(|init| build::as_name(&init.expr));
    named && moved.is_some_and(|name| name == map || others.contains(name))
}

/// Whether a name may be mentioned in a text, as `println!("{sums:?}")` does.
fn is_in_text(code: TokenStream, names: &[Ident]) -> bool {
    code.into_iter().any(|tree| match tree {
        TokenTree::Literal(text) => {
            let text = text.to_string();
            names.iter().any(|name| text.contains(&name.to_string()))
        }
        TokenTree::Group(group) => is_in_text(group.stream(), names),
        _ => false,
    })
}

fn renamed(code: TokenStream, map: &Ident, others: &[Ident]) -> TokenStream {
    tokens::map(code, &mut |trees, at| match &trees[at] {
        TokenTree::Ident(name) if others.contains(name) && !build::is_field(trees, at) => {
            TokenTree::Ident(map.clone())
        }
        other => other.clone(),
    })
}
