//! Chains of methods of a value that is made on the spot.
//!
//! Receives a function; promises that where methods are called one on what the other gives, and the first of a value that
//! has no name, each of what they give has one and may change: the methods of a builder give back the reference they are
//! given. As nobody else sees the value, a copy of it stands for what such a method gives.
//!
//! ```text
//! Builder::new().rate(r).steps(3).build()      { let mut a = Builder::new();
//!                                                let mut b = #[__given_back] a.rate(r);
//!                                                let mut c = #[__given_back] b.steps(3);
//!                                                c.build() }
//! ```

use super::{build, fluent, optional, pipeline};
use crate::ir::starts_upper;
use crate::lower::{elementary, is_structural};
use proc_macro2::{Ident, Span};
use std::borrow::Cow;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Stmt, UnOp, parse_quote};

/// The mark of a call whose result is not a reference to its receiver, but a copy.
const GIVEN_BACK: &str = "__given_back";

pub(super) fn to_variables(function: &mut syn::ItemFn) {
    Chains { made: 0 }.visit_block_mut(&mut function.block);
}

/// Whether what a call gives is copied if it is its receiver.
pub(crate) fn is_given_back(call: &ExprMethodCall) -> bool {
    call.attrs.iter().any(|a| a.path().is_ident(GIVEN_BACK))
}

/// The expression as code that is left as it is has it: there, what is given back may stay a reference.
pub(crate) fn unmarked(expr: &Expr, marked: bool) -> Cow<'_, Expr> {
    struct Unmarked;
    impl VisitMut for Unmarked {
        fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
            call.attrs.retain(|a| !a.path().is_ident(GIVEN_BACK));
            visit_mut::visit_expr_method_call_mut(self, call);
        }
    }
    let mut expr = Cow::Borrowed(expr);
    if marked {
        Unmarked.visit_expr_mut(expr.to_mut());
    }
    expr
}

struct Chains {
    /// How many names were made.
    made: usize,
}

/// The calls of such a chain, each of the same value.
fn chain(expr: &Expr) -> Option<Vec<ExprMethodCall>> {
    let Expr::MethodCall(call) = expr else {
        return None;
    };
    let mut calls = fluent::calls(call)?;
    let cloned = calls.len() > 1
        && calls[0].method == "clone"
        && build::as_name(&calls[0].receiver).is_some();
    if cloned {
        let made = Expr::MethodCall(calls.remove(0));
        calls.iter_mut().for_each(|c| *c.receiver = made.clone());
    }
    let made = match build::peeled(&calls[0].receiver) {
        Expr::Struct(_) => true,
        Expr::Call(call) => makes(&call.func),
        _ => cloned,
    };
    let iterates = cloned && calls.iter().all(is_of_iterators);
    (made && !iterates && calls.iter().all(is_own)).then_some(calls)
}

/// Whether a method goes on with an iterator, `it.clone().skip(1).rev()`, as far as its name tells.
fn is_of_iterators(call: &ExprMethodCall) -> bool {
    let alone = call.args.is_empty() && (call.method == "rev" || call.method == "peekable");
    alone || pipeline::is_of_iterators(call)
}

/// Whether a method is one of the user's, as far as its name tells.
pub(crate) fn is_own(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let known = is_structural(&name)
        || elementary::find(&name).is_some()
        || elementary::is_inert_query(&name)
        || optional::is_of_options(&call.method);
    let of_parts = name.starts_with("unwrap") || name == "expect" || name.ends_with("_mut");
    !known && !of_parts && call.turbofish.is_none()
}

/// `Builder::new`
fn makes(function: &Expr) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let mut names = path.path.segments.iter().rev().map(|s| &s.ident);
    let function = names.next().is_some_and(|name| !starts_upper(name));
    let of_std = ["Vec", "String", "Box", "Some", "Rc", "Arc", "VecDeque"];
    function
        && names
            .next()
            .is_some_and(|ty| starts_upper(ty) && !of_std.iter().any(|name| ty == name))
}

fn named(name: Ident, value: Expr, span: Span) -> Stmt {
    build::let_(build::name_pattern(name, true), value, span)
}

impl Chains {
    fn fresh(&mut self, span: Span) -> Ident {
        self.made += 1;
        let span = span.resolved_at(Span::mixed_site());
        Ident::new(&format!("__link{}", self.made), span)
    }

    /// What is made of a chain.
    fn unchained(&mut self, mut calls: Vec<ExprMethodCall>, span: Span) -> Expr {
        let mut link = self.fresh(span);
        let made = (*calls[0].receiver).clone();
        let mut stmts = vec![named(link.clone(), made, span)];
        let last = calls.pop();
        for mut call in calls {
            *call.receiver = build::name(link);
            call.attrs.push(parse_quote!(#[__given_back]));
            link = self.fresh(span);
            stmts.push(named(link.clone(), Expr::MethodCall(call), span));
        }
        stmts.extend(last.map(|mut call| {
            *call.receiver = build::name(link);
            Stmt::Expr(Expr::MethodCall(call), None)
        }));
        build::block_expression(stmts)
    }

    /// What is in an expression of which a part is taken, or which is iterated over: it stays one.
    fn within(&mut self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) => {
                self.within(&mut call.receiver);
                call.args
                    .iter_mut()
                    .for_each(|arg| self.visit_expr_mut(arg));
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

impl VisitMut for Chains {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(calls) = chain(expr) {
            *expr = self.unchained(calls, expr.span());
        }
        match expr {
            Expr::Field(f) => self.within(&mut f.base),
            Expr::Reference(r) => self.within(&mut r.expr),
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => self.within(&mut u.expr),
            Expr::Index(i) => {
                self.within(&mut i.expr);
                self.visit_expr_mut(&mut i.index);
            }
            Expr::ForLoop(l) => {
                self.within(&mut l.expr);
                self.visit_block_mut(&mut l.body);
            }
            Expr::MethodCall(call) if elementary::find(&call.method.to_string()).is_none() => {
                self.within(expr);
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Functions in functions have derivatives of their own.
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
