//! Whether an argument is only asked which bare variant it is.
//!
//! Receives a function's body and the name and the type of an argument; promises that the argument is compared
//! with bare variants and matched with them, at least once, and that nothing else is done with it.
//!
//! ```text
//! if kind == Kind::Call { x } else { 0.0 }         yes
//! match (kind, x > 0.0) { (Kind::Call, true) => x, _ => 0.0 }  yes
//! match kind { Kind::Call => x, other => f(other) }  no: `other` is it
//! ```

use super::super::build;
use super::{Names, alternatives, as_tuple};
use crate::ir::ty;
use syn::parse::{ParseStream, Parser};
use syn::visit::{self, Visit};
use syn::{Expr, Pat};

/// Whether all that is done with the variable `name` of type `ty` is to ask for a variant.
pub(super) fn only_asked(names: &Names, name: String, ty: String, body: &syn::Block) -> bool {
    let mut questions = Questions {
        names,
        name,
        ty,
        asked: false,
        used: false,
    };
    questions.visit_block(body);
    questions.asked && !questions.used
}

/// Looks at what is done with a variable.
struct Questions<'a> {
    names: &'a Names<'a>,
    name: String,
    /// The variable's type.
    ty: String,
    /// It is asked for a bare variant.
    asked: bool,
    /// Something else is done with it.
    used: bool,
}

impl Questions<'_> {
    fn is_it(&self, expr: &Expr) -> bool {
        match build::peeled(expr) {
            Expr::Reference(r) => self.is_it(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.is_it(&u.expr),
            Expr::Path(p) => p.path.get_ident().is_some_and(|i| *i == self.name),
            _ => false,
        }
    }

    fn is_variant(&self, path: &syn::ExprPath) -> bool {
        self.names.type_of_variant(path).as_ref() == Some(&self.ty)
    }

    /// The variable is held against a pattern.
    fn held_against<'p>(&mut self, patterns: impl IntoIterator<Item = &'p Pat>) {
        for pat in alternatives(patterns) {
            match pat {
                Pat::Path(path) if self.is_variant(path) => self.asked = true,
                Pat::Wild(_) => {}
                _ => self.used = true,
            }
        }
    }

    /// A value is held against patterns: the variable, a tuple with it, or anything else.
    fn matched<'p>(&mut self, value: &Expr, patterns: impl IntoIterator<Item = &'p Pat>) {
        match build::peeled(value) {
            value if self.is_it(value) => self.held_against(patterns),
            Expr::Tuple(tuple) => {
                let patterns = alternatives(patterns);
                for (place, value) in tuple.elems.iter().enumerate() {
                    let column = patterns.iter().filter(|p| !matches!(p, Pat::Wild(_)));
                    let column: Option<Vec<&Pat>> = column
                        .map(|p| as_tuple(p).and_then(|p| p.elems.get(place)))
                        .collect();
                    match column {
                        Some(column) => self.matched(value, column),
                        None => self.visit_expr(value),
                    }
                }
            }
            other => self.visit_expr(other),
        }
    }

    /// The variable is compared.
    fn compared(&mut self, with: &Expr) {
        match build::peeled(with) {
            Expr::Path(path) if self.is_variant(path) => self.asked = true,
            other => self.visit_expr(other),
        }
    }
}

impl Visit<'_> for Questions<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            _ if self.is_it(expr) => self.used = true,
            Expr::Match(e) => {
                self.matched(&e.expr, e.arms.iter().map(|arm| &arm.pat));
                e.arms.iter().for_each(|arm| self.visit_arm(arm));
            }
            Expr::Let(e) => self.matched(&e.expr, [&*e.pat]),
            Expr::Binary(e) if is_comparison(&e.op) && self.is_it(&e.left) => {
                self.compared(&e.right);
            }
            Expr::Binary(e) if is_comparison(&e.op) && self.is_it(&e.right) => {
                self.compared(&e.left);
            }
            Expr::Cast(e) if self.is_it(&e.expr) => {
                self.used |= !ty::read(&e.ty, &|_| false).is_inert();
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_local(&mut self, local: &syn::Local) {
        if let Some(init) = &local.init {
            self.matched(&init.expr, [&local.pat]);
            let diverging = init.diverge.iter();
            diverging.for_each(|(_, otherwise)| self.visit_expr(otherwise));
        }
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        let question = (mac.path.is_ident("matches"))
            .then(|| question.parse2(mac.tokens.clone()).ok())
            .flatten();
        match question {
            Some((value, pat, guard)) => {
                self.matched(&value, [&pat]);
                guard.iter().for_each(|guard| self.visit_expr(guard));
            }
            // A text may name it as well.
            _ => self.used |= mac.tokens.to_string().contains(&self.name),
        }
    }
}

pub(super) fn is_comparison(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}

/// The arguments of `matches!`.
fn question(input: ParseStream) -> syn::Result<(Expr, Pat, Option<Expr>)> {
    let value = input.parse()?;
    input.parse::<syn::Token![,]>()?;
    let pat = Pat::parse_multi_with_leading_vert(input)?;
    let guard = match input.parse::<Option<syn::Token![if]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
    input.parse::<Option<syn::Token![,]>>()?;
    Ok((value, pat, guard))
}
