//! A closure applied to arguments.
//!
//! Receives a closure with names of its own, and arguments; promises the block that a call of it
//! evaluates: the arguments once and in order, then the body.
//!
//! ```text
//! (|x: f64| { if x < 0.0 { return 0.0; } x.sqrt() })(a * b)
//!     { let x: f64 = a * b; 'exit: { if x < 0.0 { break 'exit 0.0; } x.sqrt() } }
//! ```

use super::Inliner;
use crate::desugar::build;
use proc_macro2::{Ident, Literal};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ExprClosure, Lifetime, Lit, Pat, ReturnType, Stmt, Type};

impl Inliner<'_> {
    /// `None` where the arguments do not fit, or where `async` makes it another thing than a block.
    pub(super) fn applied(&mut self, closure: ExprClosure, args: Vec<Expr>) -> Option<Expr> {
        if closure.inputs.len() != args.len() || closure.asyncness.is_some() {
            return None;
        }
        let mut body = *closure.body;
        let mut stmts = Vec::new();
        for (input, arg) in closure.inputs.into_iter().zip(args) {
            match self.index_argument(&input, &arg, &body) {
                Some((name, value)) => Substitute { name, value }.visit_expr_mut(&mut body),
                None => {
                    let span = input.span();
                    stmts.push(build::let_(input, arg, span));
                }
            }
        }
        let body = self.left_by_break(body);
        let body = self.of_stated_type(body, closure.output);
        if stmts.is_empty() {
            return Some(if is_straight(&body) {
                build::paren(body)
            } else {
                build::block_expression(build::into_stmts(body))
            });
        }
        stmts.extend(build::into_stmts(body));
        Some(build::block_expression(stmts))
    }

    /// `-> T { body }` as `{ let result: T = { body }; result }`
    fn of_stated_type(&mut self, body: Expr, output: ReturnType) -> Expr {
        let ReturnType::Type(_, ty) = output else {
            return body;
        };
        let nameless = match &*ty {
            Type::Tuple(t) => t.elems.is_empty(),
            Type::Never(_) | Type::Infer(_) => true,
            _ => false,
        };
        if nameless {
            return body;
        }
        let span = body.span();
        let name = self.names.fresh(&Ident::new("result", span));
        let pattern = build::ascribed(build::name_pattern(name.clone(), false), *ty);
        build::block_expression(vec![
            build::let_(pattern, body, span),
            Stmt::Expr(build::name(name), None),
        ])
    }

    /// `return` in the body leaves the closure, not the function: a labelled block.
    fn left_by_break(&mut self, mut body: Expr) -> Expr {
        let label = self.names.label(body.span());
        let mut returns = Returns {
            label: label.clone(),
            found: false,
        };
        returns.visit_expr_mut(&mut body);
        if returns.found {
            build::labelled_block(label, build::into_stmts(body))
        } else {
            body
        }
    }

    /// An argument that may stand where its parameter stands: index arithmetic on what never changes,
    /// in a body without branches. Indices stay readable, and stay recomputed instead of stored.
    fn index_argument(&self, input: &Pat, arg: &Expr, body: &Expr) -> Option<(Ident, Expr)> {
        let (name, ty) = super::definition::named(input)?;
        let plain = match input {
            Pat::Type(t) => &*t.pat,
            other => other,
        };
        let mutable = matches!(plain, Pat::Ident(p) if p.mutability.is_some());
        let integer = ty.is_some_and(is_integer);
        if mutable || !(ty.is_none() || integer) || !is_straight(body) {
            return None;
        }
        if !build::mentions(body, name) || !self.is_fixed(arg) {
            return None;
        }
        let value = match (build::peeled(arg), ty) {
            (Expr::Path(_), _) => arg.clone(),
            (Expr::Lit(lit), Some(ty)) => Expr::Lit(suffixed(lit, ty)?),
            (Expr::Lit(_), None) => return None,
            _ => build::paren(build::peeled(arg).clone()),
        };
        Some((name.clone(), value))
    }

    /// Whether `arg` is index arithmetic on locals that never change.
    fn is_fixed(&self, arg: &Expr) -> bool {
        match build::peeled(arg) {
            Expr::Path(_) => build::as_name(arg)
                .is_some_and(|n| self.names.is_local(n) && !self.mutable.contains(&n.to_string())),
            Expr::Lit(lit) => matches!(lit.lit, Lit::Int(_)),
            Expr::Binary(b) => {
                let arithmetic = matches!(
                    b.op,
                    BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
                );
                arithmetic && self.is_fixed(&b.left) && self.is_fixed(&b.right)
            }
            _ => false,
        }
    }
}

fn is_integer(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    path.path
        .get_ident()
        .is_some_and(|name| crate::ir::ty::is_integer(&name.to_string()))
}

/// A literal with the type its parameter says.
fn suffixed(lit: &syn::ExprLit, ty: &Type) -> Option<syn::ExprLit> {
    let Lit::Int(int) = &lit.lit else {
        return None;
    };
    if !int.suffix().is_empty() {
        return Some(lit.clone());
    }
    let text = format!("{}{}", int.base10_digits(), ty.to_token_stream());
    let mut literal: Literal = text.parse().ok()?;
    literal.set_span(int.span());
    Some(syn::ExprLit {
        attrs: Vec::new(),
        lit: Lit::Int(literal.into()),
    })
}

/// Whether all of `body` is evaluated, once, whatever happens: arithmetic, elements, calls.
fn is_straight(body: &Expr) -> bool {
    match body {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(e) => is_straight(&e.expr),
        Expr::Unary(e) => is_straight(&e.expr),
        Expr::Cast(e) => is_straight(&e.expr),
        Expr::Field(e) => is_straight(&e.base),
        Expr::Reference(e) => e.mutability.is_none() && is_straight(&e.expr),
        Expr::Index(e) => is_straight(&e.expr) && is_straight(&e.index),
        Expr::Binary(e) => {
            !is_lazy_or_assigns(&e.op) && is_straight(&e.left) && is_straight(&e.right)
        }
        Expr::MethodCall(e) => is_straight(&e.receiver) && e.args.iter().all(is_straight),
        Expr::Call(e) => is_straight(&e.func) && e.args.iter().all(is_straight),
        Expr::Tuple(e) => e.elems.iter().all(is_straight),
        Expr::Range(e) => e.start.iter().chain(&e.end).all(|bound| is_straight(bound)),
        _ => false,
    }
}

fn is_lazy_or_assigns(op: &BinOp) -> bool {
    use BinOp::*;
    !matches!(
        op,
        Add(_)
            | Sub(_)
            | Mul(_)
            | Div(_)
            | Rem(_)
            | BitXor(_)
            | BitAnd(_)
            | BitOr(_)
            | Shl(_)
            | Shr(_)
            | Eq(_)
            | Lt(_)
            | Le(_)
            | Ne(_)
            | Ge(_)
            | Gt(_)
    )
}

struct Substitute {
    name: Ident,
    value: Expr,
}

impl VisitMut for Substitute {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if build::as_name(expr) == Some(&self.name) {
            *expr = self.value.clone();
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
}

/// Makes `return value` a `break 'label value`.
struct Returns {
    label: Lifetime,
    found: bool,
}

impl VisitMut for Returns {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            // Their returns are their own.
            Expr::Closure(_) | Expr::Async(_) => return,
            _ => visit_mut::visit_expr_mut(self, expr),
        }
        if let Expr::Return(ret) = expr {
            self.found = true;
            let span = ret.return_token.span;
            *expr = build::break_(Some(self.label.clone()), ret.expr.take(), span);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
