//! A place as its user wrote it, with its indices as they were.
//!
//! Receives the expression of a place and the place; promises the expression, which means the same
//! wherever it is evaluated again: an index that the user's code changes later is the one that was read.
//!
//! ```text
//! while k < items.len() {            t4 = load k
//!     match items[k] { … }           open items[t4]
//!     k += 1;
//! }
//! ```

use super::Lowerer;
use crate::ir::*;
use quote::ToTokens;
use syn::Expr;

impl Lowerer<'_> {
    pub(super) fn selected(&self, expr: &Expr, place: &Place) -> Raw {
        let mut expr = expr.clone();
        let selectors = place.selectors();
        let mut values = selectors.iter().map(|s| match s {
            Operand::Local(l) => {
                let name = &self.locals[l.0].name;
                syn::parse_quote!(#name)
            }
            Operand::Const(tokens, _) => Expr::Verbatim(tokens.clone()),
        });
        replace(&mut expr, &mut values);
        let locals = selectors.iter().filter_map(|s| s.local());
        Raw {
            tokens: expr.to_token_stream(),
            reads: std::iter::once(place.root).chain(locals).collect(),
            volatile: true,
            cheap: false,
        }
    }
}

/// Puts values for what selects, in the order in which a place's steps have it.
fn replace(expr: &mut Expr, values: &mut dyn Iterator<Item = Expr>) {
    match expr {
        Expr::Paren(p) => replace(&mut p.expr, values),
        Expr::Group(g) => replace(&mut g.expr, values),
        Expr::Unary(u) => replace(&mut u.expr, values),
        Expr::Field(f) => replace(&mut f.base, values),
        Expr::MethodCall(call) => {
            replace(&mut call.receiver, values);
            call.args.iter_mut().for_each(|arg| put(arg, values));
        }
        Expr::Index(index) => {
            replace(&mut index.expr, values);
            match &mut *index.index {
                Expr::Range(range) => {
                    let bounds = [&mut range.start, &mut range.end];
                    for bound in bounds.into_iter().flatten() {
                        put(bound, values);
                    }
                }
                single => put(single, values),
            }
        }
        _ => {}
    }
}

fn put(expr: &mut Expr, values: &mut dyn Iterator<Item = Expr>) {
    if let Some(value) = values.next() {
        *expr = value;
    }
}
