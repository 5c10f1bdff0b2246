//! Loops marked `#[checkpoint]`.
//!
//! Receives a function as the user wrote it; promises that the mark stands on counted loops over ranges
//! alone, none of which is left otherwise than by its end or a `break` of its own. The lowering takes it
//! from there. Loops without a counter get one that never runs out.
//!
//! ```text
//! #[checkpoint]                    #[checkpoint]
//! while r > tol { r = step(r); }   for _ in 0..usize::MAX { if r > tol { r = step(r); } else { break; } }
//! ```

use super::build;
use crate::diagnostics::{Sink, catalog};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
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
            counted(expr, self.0);
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
}

fn loop_attributes(expr: &mut Expr) -> Option<&mut Vec<Attribute>> {
    match expr {
        Expr::ForLoop(e) => Some(&mut e.attrs),
        Expr::While(e) => Some(&mut e.attrs),
        Expr::Loop(e) => Some(&mut e.attrs),
        _ => None,
    }
}

/// A loop as one over a range.
fn counted(expr: &mut Expr, sink: &Sink) {
    let (label, body) = match &*expr {
        Expr::While(e) => {
            let (cond, body) = (&e.cond, &e.body);
            let body: syn::Block = parse_quote!({ if #cond #body else { break; } });
            (&e.label, body)
        }
        Expr::Loop(e) => (&e.label, e.body.clone()),
        Expr::ForLoop(e) => {
            if !is_range(&e.expr) {
                sink.refuse_at(&e.expr, catalog::CHECKPOINT_RANGE);
            }
            return;
        }
        _ => return,
    };
    *expr = parse_quote!(#label for _ in 0usize..::core::primitive::usize::MAX #body);
}

/// `lo..hi`, `lo..=hi`, perhaps backwards.
fn is_range(head: &Expr) -> bool {
    let bounded = |e: &Expr| matches!(build::peeled(e), Expr::Range(r) if r.start.is_some() && r.end.is_some());
    match build::peeled(head) {
        Expr::MethodCall(call) => call.method == "rev" && bounded(&call.receiver),
        head => bounded(head),
    }
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
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), removed(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
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
    let named = |name: &str| {
        let mut path = group.stream().into_iter().filter_map(|tree| match tree {
            TokenTree::Ident(ident) => Some(ident),
            _ => None,
        });
        path.any(|ident| ident == name)
    };
    if named("checkpoint") {
        Some(Known::Checkpoint)
    } else {
        named("differentiable").then_some(Known::Differentiable)
    }
}
