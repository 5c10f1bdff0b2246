//! How long the arrays at the ends of slices are.
//!
//! Receives a function; promises that `first_chunk` and its like say how many elements they give where a type or a
//! pattern beside them does: the rule of such a method is asked for the shape of what it gives before anything else shows it.
//!
//! ```text
//! if let Some([a, b]) = x.first_chunk() { … }        if let Some([a, b]) = x.first_chunk::<2>() { … }
//! ```

use super::splits::is_rest;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, parse_quote};

pub(crate) fn by_what_is_bound(function: &mut syn::ItemFn) {
    Lengths.visit_block_mut(&mut function.block);
}

struct Lengths;

impl VisitMut for Lengths {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let Some(init) = &mut local.init {
            say(&mut init.expr, [&local.pat]);
        }
    }

    fn visit_expr_let_mut(&mut self, e: &mut syn::ExprLet) {
        visit_mut::visit_expr_let_mut(self, e);
        say(&mut e.expr, [&*e.pat]);
    }

    fn visit_expr_match_mut(&mut self, e: &mut syn::ExprMatch) {
        visit_mut::visit_expr_match_mut(self, e);
        say(&mut e.expr, e.arms.iter().map(|arm| &arm.pat));
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }
}

/// Writes the length that a pattern shows into the call that is bound.
fn say<'p>(bound: &mut Expr, pats: impl IntoIterator<Item = &'p Pat>) {
    if let Some(call) = chunk(bound)
        && let Some(length) = pats.into_iter().find_map(length)
    {
        call.turbofish = Some(parse_quote!(::<#length>));
    }
}

/// The call that gives an array without saying how long it is, and whose value, or what that holds, is bound.
fn chunk(bound: &mut Expr) -> Option<&mut syn::ExprMethodCall> {
    match bound {
        Expr::Paren(e) => chunk(&mut e.expr),
        Expr::Try(e) => chunk(&mut e.expr),
        Expr::Unary(e) => chunk(&mut e.expr),
        Expr::MethodCall(call) => {
            let names = |names: &[&str]| names.iter().any(|name| call.method == name);
            if names(&[
                "first_chunk",
                "last_chunk",
                "split_first_chunk",
                "split_last_chunk",
            ]) {
                return (call.turbofish.is_none() && call.args.is_empty()).then_some(call);
            }
            let holds = names(&[
                "unwrap",
                "expect",
                "ok_or",
                "ok_or_else",
                "copied",
                "cloned",
            ]);
            holds.then_some(())?;
            chunk(&mut call.receiver)
        }
        _ => None,
    }
}

/// The length of the first array in a pattern.
fn length(pat: &Pat) -> Option<Expr> {
    let mut found = Found(None);
    found.visit_pat(pat);
    found.0
}

struct Found(Option<Expr>);

impl Visit<'_> for Found {
    fn visit_pat_slice(&mut self, slice: &syn::PatSlice) {
        let count = slice.elems.len();
        if slice.elems.iter().all(|pat| !is_rest(pat)) {
            self.0.get_or_insert(parse_quote!(#count));
        }
    }

    fn visit_type_array(&mut self, array: &syn::TypeArray) {
        self.0.get_or_insert_with(|| array.len.clone());
    }

    fn visit_type_slice(&mut self, _: &syn::TypeSlice) {}
}
