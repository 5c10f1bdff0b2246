//! States of closures that nobody else sees.
//!
//! Receives a function whose local names are unique; promises that a closure that is given to an adaptor, and changes its
//! own copies of variables, is one that changes the variables themselves, where nothing else asks for these from then on.
//!
//! ```text
//! let mut k = 0;                                          let mut k = 0;
//! xs.iter().map(move |x| { k += 1; x * w[k] }).sum()      xs.iter().map(|x| { k += 1; x * w[k] }).sum()
//! ```

use super::build;
use super::closures::is_adaptor;
use super::listed::is_end;
use super::pipeline::changed_captures;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprClosure, ExprMethodCall, Stmt};

pub(super) fn by_reference(function: &mut syn::ItemFn) {
    let mut states = States(false);
    states.visit_block(&function.block);
    if states.0 {
        in_block(&mut function.block, true);
        Inner.visit_block_mut(&mut function.block);
    }
}

/// Whether there are such closures at all.
struct States(bool);

impl<'ast> Visit<'ast> for States {
    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items see no locals.
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.0 |= is_adaptor(&call.method)
            && call
                .args
                .iter()
                .any(|arg| matches!(arg, Expr::Closure(closure) if has_state(closure)));
        visit::visit_expr_method_call(self, call);
    }
}

fn has_state(closure: &ExprClosure) -> bool {
    closure.capture.is_some() && !changed_captures(closure).is_empty()
}

/// The blocks within a function's.
struct Inner;

impl VisitMut for Inner {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_block_mut(&mut self, block: &mut Block) {
        in_block(block, false);
        visit_mut::visit_block_mut(self, block);
    }
}

/// What a block within another one ends with may be such an iterator, and go on when its variables are gone.
fn in_block(block: &mut Block, is_whole: bool) {
    for at in 0..block.stmts.len() {
        let (before, rest) = block.stmts.split_at_mut(at);
        let Some((stmt, after)) = rest.split_first_mut() else {
            return;
        };
        if !is_whole && matches!(stmt, Stmt::Expr(value, None) if !ends(value)) {
            continue;
        }
        let itself = stmt.to_token_stream();
        let is_unseen = |closure: &ExprClosure, state: &Ident| {
            before.iter().any(|s| declares(s, state))
                && count(itself.clone(), state) == count(closure.to_token_stream(), state)
                && !after
                    .iter()
                    .any(|s| build::mentioned_in(s.to_token_stream(), state))
        };
        Closures(&is_unseen).visit_stmt_mut(stmt);
    }
}

/// The closures that are made once where a statement is run, and whether nothing else asks for a variable.
struct Closures<'a>(&'a dyn Fn(&ExprClosure, &Ident) -> bool);

impl VisitMut for Closures<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_block_mut(&mut self, _: &mut Block) {
        // It may run more than once.
    }

    fn visit_expr_while_mut(&mut self, _: &mut syn::ExprWhile) {}

    fn visit_expr_closure_mut(&mut self, _: &mut ExprClosure) {}

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        if is_adaptor(&call.method) {
            for arg in &mut call.args {
                if let Expr::Closure(closure) = arg
                    && has_state(closure)
                    && changed_captures(closure)
                        .iter()
                        .all(|state| (self.0)(closure, state))
                {
                    closure.capture = None;
                }
            }
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }
}

/// Whether an expression ends with a method that goes over an iterator.
fn ends(value: &Expr) -> bool {
    matches!(value, Expr::MethodCall(call) if is_end(&call.method))
}

fn declares(stmt: &Stmt, name: &Ident) -> bool {
    matches!(stmt, Stmt::Local(local) if build::bound_names(&local.pat).contains(name))
}

/// How often a name stands in code, be it a field's or in a text that is formatted.
fn count(code: TokenStream, name: &Ident) -> usize {
    let of_tree = |tree| match tree {
        TokenTree::Ident(ident) => usize::from(ident == *name),
        TokenTree::Group(group) => count(group.stream(), name),
        TokenTree::Literal(text) => usize::from(build::is_captured(name, &text)),
        TokenTree::Punct(_) => 0,
    };
    code.into_iter().map(of_tree).sum()
}
