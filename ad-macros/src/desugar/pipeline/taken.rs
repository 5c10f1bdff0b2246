//! Items that are taken off an iterator which goes on.
//!
//! Receives a statement that mentions an iterator once; promises to find `it.by_ref().take(n)`, or `it.by_ref()`, in it
//! where what follows comes to all of these items, once, and to write something else in its place.
//!
//! ```text
//! let head: f64 = it.by_ref().take(n).sum();          found
//! v.extend(it.by_ref());                              found
//! for x in it.by_ref().take(2) { s += x; }            found
//! let big = it.by_ref().take(2).any(|x| *x > 1.0);    not: it may stop at the first
//! ```

use super::types;
use crate::desugar::build;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Pat, Stmt, Type};

/// Looks for these items.
pub(super) struct Taken<'a> {
    name: &'a Ident,
    /// Where they are, and how many if not all that are left.
    pub(super) found: Option<(Span, Option<Expr>)>,
    /// What is written in their place.
    pub(super) instead: Option<Expr>,
    /// The type of the variable that is declared.
    expected: Option<Type>,
}

impl<'a> Taken<'a> {
    pub(super) fn of(name: &'a Ident) -> Self {
        Taken {
            name,
            found: None,
            instead: None,
            expected: None,
        }
    }

    /// Makes a block of a closure's or an arm's body, for what is done ahead of it.
    pub(super) fn make_room(name: &'a Ident, body: &mut Expr) {
        if matches!(body, Expr::Block(_)) {
            return;
        }
        let mut taken = Taken::of(name);
        taken.visit_expr_mut(body);
        if taken.found.is_some() {
            *body = build::block_expression(vec![Stmt::Expr(body.clone(), None)]);
        }
    }

    /// `n` of `it.by_ref().take(n)`: a number, or a variable.
    fn count<'e>(&self, call: &'e ExprMethodCall) -> Option<&'e Expr> {
        let taken = call.method == "take" && is_lent(&call.receiver, self.name);
        let n = call.args.first().filter(|_| taken)?;
        (matches!(n, Expr::Lit(_)) || build::as_name(n).is_some()).then_some(n)
    }

    /// Looks at what comes to all items of an iterator.
    fn all_of(&mut self, items: &mut Expr) {
        let count = match build::peeled(items) {
            lent if is_lent(lent, self.name) => Some(None),
            Expr::MethodCall(call) => self.count(call).cloned().map(Some),
            _ => None,
        };
        if let Some(count) = count {
            self.found = Some((items.span(), count));
            if let Some(instead) = self.instead.take() {
                *items = instead;
            }
        } else if let Expr::MethodCall(call) = items
            && passes_all(call)
        {
            self.all_of(&mut call.receiver);
        }
    }
}

/// `it.by_ref()`, or `&mut it`.
pub(super) fn is_lent(items: &Expr, iterator: &Ident) -> bool {
    let lent = match build::peeled(items) {
        Expr::MethodCall(lent) if lent.method == "by_ref" => &lent.receiver,
        Expr::Reference(r) if r.mutability.is_some() => &r.expr,
        _ => return false,
    };
    build::as_name(lent) == Some(iterator)
}

/// Whether an adaptor comes to all items of what it adapts, if it is asked for all of its own.
fn passes_all(call: &ExprMethodCall) -> bool {
    let all = [
        "copied",
        "cloned",
        "enumerate",
        "filter",
        "filter_map",
        "flat_map",
        "inspect",
        "map",
    ];
    all.iter().any(|name| call.method == name)
}

/// Whether a method asks an iterator for all of its items. What makes an option or a result stops where there is
/// none; where no type is written, the iterator's own items are taken to be numbers.
fn takes_all(call: &ExprMethodCall, expected: Option<&Type>) -> bool {
    match call.method.to_string().as_str() {
        "count" | "fold" | "for_each" | "last" | "max_by" | "min_by" | "reduce" => true,
        "collect" | "product" | "sum" => match types::turbofish(call).or(expected) {
            Some(ty) => is_total(ty),
            None => passes_on(&call.receiver),
        },
        _ => false,
    }
}

/// Whether what comes through are the iterator's own items.
fn passes_on(items: &Expr) -> bool {
    match build::peeled(items) {
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "copied" | "cloned" | "filter" | "inspect" => passes_on(&call.receiver),
            name => name == "take",
        },
        _ => false,
    }
}

/// Numbers and vectors.
fn is_total(ty: &Type) -> bool {
    types::is_integer(ty)
        || types::is_number(ty)
        || types::element_of_vec(ty).is_some_and(|e| e.is_some())
}

/// Whether a loop may end before its iterator does.
fn may_leave(body: &syn::Block) -> bool {
    struct Leaves(bool);
    impl Visit<'_> for Leaves {
        fn visit_expr(&mut self, expr: &Expr) {
            let leaves = matches!(expr, Expr::Break(_) | Expr::Return(_) | Expr::Try(_));
            // To the loop around.
            let goes_on = matches!(expr, Expr::Continue(e) if e.label.is_some());
            self.0 |= leaves || goes_on;
            visit::visit_expr(self, expr);
        }
        fn visit_macro(&mut self, mac: &syn::Macro) {
            let text = mac.tokens.to_string();
            self.0 |= ["break", "return", "?", "continue"]
                .iter()
                .any(|exit| text.contains(exit));
        }
    }
    let mut leaves = Leaves(false);
    leaves.visit_block(body);
    leaves.0
}

impl VisitMut for Taken<'_> {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if !matches!(stmt, Stmt::Item(_)) {
            visit_mut::visit_stmt_mut(self, stmt);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            // What may happen more than once, or not at all, is not done ahead.
            Expr::Closure(_) | Expr::Loop(_) | Expr::While(_) | Expr::If(_) | Expr::Match(_) => {}
            Expr::Block(_) | Expr::Macro(_) => {}
            Expr::Binary(e) if is_lazy(&e.op) => self.visit_expr_mut(&mut e.left),
            Expr::ForLoop(e) => {
                if !may_leave(&e.body) {
                    self.all_of(&mut e.expr);
                }
            }
            Expr::MethodCall(call) if call.method == "extend" && call.args.len() == 1 => {
                self.all_of(&mut call.args[0]);
            }
            Expr::MethodCall(call) if takes_all(call, self.expected.take().as_ref()) => {
                self.all_of(&mut call.receiver);
            }
            _ => {
                self.expected = None;
                visit_mut::visit_expr_mut(self, expr);
            }
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && init.diverge.is_none()
        {
            self.expected = Some((*typed.ty).clone());
            self.visit_expr_mut(&mut init.expr);
        } else {
            visit_mut::visit_local_mut(self, local);
        }
    }

    fn visit_macro_mut(&mut self, _: &mut syn::Macro) {}
}

fn is_lazy(op: &syn::BinOp) -> bool {
    matches!(op, syn::BinOp::And(_) | syn::BinOp::Or(_))
}
