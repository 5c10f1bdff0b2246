//! Loops marked `#[checkpoint]`.
//!
//! Receives a function as the user wrote it; promises that the mark stands on `for` loops alone, none of
//! which is left otherwise than by its end or a `break` of its own. The lowering takes it from there. Loops
//! without a counter get one that never runs out.
//!
//! ```text
//! #[checkpoint]                    #[checkpoint]
//! while r > tol { r = step(r); }   for _ in 0..usize::MAX { if r > tol { r = step(r); } else { break; } }
//! ```

use super::build;
use crate::diagnostics::{Sink, catalog};
use crate::tokens::regrouped;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Lifetime, Stmt, parse_quote};

/// Whether an attribute is the mark.
pub(crate) fn is_mark(attr: &Attribute) -> bool {
    attr.path().is_ident("checkpoint")
}

/// Brings all marked loops into one form, and refuses marks on anything else.
pub(super) fn count(function: &mut syn::ItemFn, sink: &Sink) {
    Counting(sink).visit_block_mut(&mut function.block);
}

struct Counting<'a>(&'a Sink);

impl VisitMut for Counting<'_> {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Expr(expr, _) = stmt
            && let Some(attrs) = loop_attributes(expr)
            && let Some(at) = attrs.iter().position(is_mark)
        {
            let mark = attrs.remove(at);
            if !matches!(mark.meta, syn::Meta::Path(_)) {
                self.0.refuse_at(&mark, catalog::CHECKPOINT_ARGUMENTS);
            }
            Leaving::refuse(expr, self.0);
            counted(expr);
            visit_mut::visit_stmt_mut(self, stmt);
            if let Stmt::Expr(Expr::ForLoop(e), _) = stmt {
                e.attrs = vec![mark];
            }
            return;
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    /// Marks on loops have been taken away where this comes to them.
    fn visit_attribute_mut(&mut self, attr: &mut Attribute) {
        if is_mark(attr) {
            self.0.refuse_at(attr, catalog::CHECKPOINT_PLACE);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

fn loop_attributes(expr: &mut Expr) -> Option<&mut Vec<Attribute>> {
    match expr {
        Expr::ForLoop(e) => Some(&mut e.attrs),
        Expr::While(e) => Some(&mut e.attrs),
        Expr::Loop(e) => Some(&mut e.attrs),
        _ => None,
    }
}

/// `while` and `loop` as loops over a range.
fn counted(expr: &mut Expr) {
    let (label, body) = match &*expr {
        Expr::While(e) => {
            let (cond, body) = (&e.cond, &e.body);
            let body: syn::Block = parse_quote!({ if #cond #body else { break; } });
            (&e.label, body)
        }
        Expr::Loop(e) => (&e.label, e.body.clone()),
        _ => return,
    };
    *expr = parse_quote!(#label for _ in 0usize..::core::primitive::usize::MAX #body);
}

/// Refuses what leaves a loop for anywhere but its end.
struct Leaving<'a> {
    sink: &'a Sink,
    /// The labels of the loop and of what is in it.
    inside: Vec<Lifetime>,
    /// Loops around, within the loop.
    depth: usize,
}

impl Leaving<'_> {
    fn refuse(expr: &mut Expr, sink: &Sink) {
        let mut leaving = Leaving {
            sink,
            inside: Vec::new(),
            depth: 0,
        };
        leaving.visit_expr_mut(expr);
    }

    fn within(&mut self, label: Option<&syn::Label>, depth: usize, expr: &mut Expr) {
        let known = self.inside.len();
        self.inside.extend(label.map(|l| l.name.clone()));
        self.depth += depth;
        visit_mut::visit_expr_mut(self, expr);
        self.depth -= depth;
        self.inside.truncate(known);
    }

    fn exit(&self, label: Option<&Lifetime>, value: Option<&Expr>, at: &dyn ToTokens) {
        let outside = label.is_some_and(|l| !self.inside.contains(l));
        let of_loop = match label {
            Some(label) => self.inside.first() == Some(label),
            None => self.depth == 1,
        };
        if outside || of_loop && value.is_some() {
            self.sink.refuse_at(at, catalog::CHECKPOINT_EXIT);
        }
    }
}

impl VisitMut for Leaving<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::ForLoop(e) => self.within(e.label.clone().as_ref(), 1, expr),
            Expr::While(e) => self.within(e.label.clone().as_ref(), 1, expr),
            Expr::Loop(e) => self.within(e.label.clone().as_ref(), 1, expr),
            Expr::Block(e) if e.label.is_some() => self.within(e.label.clone().as_ref(), 0, expr),
            Expr::Closure(_) | Expr::Async(_) => {}
            Expr::Return(_) | Expr::Try(_) => {
                self.sink.refuse_at(&*expr, catalog::CHECKPOINT_EXIT);
            }
            Expr::Break(e) => {
                self.exit(e.label.as_ref(), e.expr.as_deref(), e);
                visit_mut::visit_expr_mut(self, expr);
            }
            Expr::Continue(e) => self.exit(e.label.as_ref(), None, e),
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// Whether the mark stands anywhere in `tokens`.
pub(crate) fn is_in(tokens: &TokenStream) -> bool {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let here = (0..trees.len()).any(|at| attribute(&trees[at..]) == Some(Known::Checkpoint));
    here || trees.iter().any(|tree| match tree {
        TokenTree::Group(group) => is_in(&group.stream()),
        _ => false,
    })
}

/// What is emitted, without the mark, which rustc does not know. Functions with an attribute of their own
/// keep theirs.
pub(crate) fn removed(tokens: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut kept, mut at, mut of_other) = (Vec::new(), 0, false);
    while at < trees.len() {
        match attribute(&trees[at..]) {
            Some(Known::Checkpoint) => at += 1,
            Some(Known::Differentiable) => {
                of_other = true;
                kept.extend_from_slice(&trees[at..at + 2]);
                at += 1;
            }
            None => kept.push(match &trees[at] {
                TokenTree::Group(group) if of_other && group.delimiter() == Delimiter::Brace => {
                    of_other = false;
                    trees[at].clone()
                }
                TokenTree::Group(group) => regrouped(group, removed(group.stream())),
                tree => tree.clone(),
            }),
        }
        at += 1;
    }
    kept.into_iter().collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Checkpoint,
    Differentiable,
}

/// The attribute that tokens begin with, if it is one of ours.
fn attribute(trees: &[TokenTree]) -> Option<Known> {
    let [TokenTree::Punct(hash), TokenTree::Group(group), ..] = trees else {
        return None;
    };
    if hash.as_char() != '#' || group.delimiter() != Delimiter::Bracket {
        return None;
    }
    let path = path_of(group.stream());
    if path.len() == 1 && path[0] == "checkpoint" {
        return Some(Known::Checkpoint);
    }
    let differentiable = path.last().is_some_and(|last| last == "differentiable");
    differentiable.then_some(Known::Differentiable)
}

/// The path that an attribute begins with; a macro may have put invisible parentheses around it.
fn path_of(attribute: TokenStream) -> Vec<Ident> {
    let mut path = Vec::new();
    for tree in attribute {
        match tree {
            TokenTree::Ident(ident) => path.push(ident),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                path.extend(path_of(group.stream()));
            }
            _ => break,
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::{is_in, removed};
    use quote::quote;

    #[test]
    fn functions_with_an_attribute_of_their_own_keep_the_mark() {
        let code = quote! {
            fn f() {
                #[checkpoint]
                for i in 0..n {}
                fn inner() { #[checkpoint] loop {} }
                #[pullback::differentiable(name = other)]
                pub fn own(x: [f64; 2]) { #[checkpoint] loop {} }
                #[inline]
                fn later() { #[checkpoint] while c {} }
            }
        };
        let without = quote! {
            fn f() {
                for i in 0..n {}
                fn inner() { loop {} }
                #[pullback::differentiable(name = other)]
                pub fn own(x: [f64; 2]) { #[checkpoint] loop {} }
                #[inline]
                fn later() { while c {} }
            }
        };
        assert!(is_in(&code));
        assert_eq!(removed(code).to_string(), without.to_string());
    }

    #[test]
    fn other_attributes_of_that_name_are_no_marks() {
        let code = quote!(
            #[cfg(checkpoint)]
            fn f() {
                #[other::checkpoint]
                loop {}
            }
        );
        assert!(!is_in(&code));
        assert_eq!(removed(code.clone()).to_string(), code.to_string());
    }
}
