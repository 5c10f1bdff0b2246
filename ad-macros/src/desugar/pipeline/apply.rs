//! Functions applied to items.
//!
//! Receives the argument of an adaptor and the items it is given; promises the value of the call as
//! a block: the parameters bound, tuples part by part, then the body.
//!
//! ```text
//! |&(i, x)| i as f64 * x     on &(k, item)      { let i = k; let x = item; i as f64 * x }
//! f64::sqrt                  on item            f64::sqrt(item)
//! ```

use super::Pipelines;
use super::changes::changed_captures;
use crate::desugar::{build, of_iter};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, ExprClosure, Pat, Stmt, parse_quote};

impl Pipelines<'_> {
    /// The value of `f(args)`.
    pub(super) fn applied(&mut self, f: &Expr, args: Vec<Expr>) -> Expr {
        let (mut stmts, value) = self.opened(f, args);
        if stmts.is_empty() {
            return value;
        }
        stmts.extend(build::into_stmts(value));
        build::block_expression(stmts)
    }

    /// The statements of `f(args)`, and its value.
    pub(super) fn opened(&mut self, f: &Expr, args: Vec<Expr>) -> (Vec<Stmt>, Expr) {
        let Expr::Closure(closure) = build::peeled(f) else {
            let f = match f {
                Expr::Path(_) => f.clone(),
                other => build::paren(other.clone()),
            };
            return (Vec::new(), parse_quote!(#f(#(#args),*)));
        };
        let mut closure = self.own_copy(closure);
        if closure.inputs.len() != args.len() {
            return (Vec::new(), parse_quote!((#closure)(#(#args),*)));
        }
        let mut stmts = Vec::new();
        let inputs = std::mem::take(&mut closure.inputs);
        for (pat, arg) in inputs.into_iter().zip(args) {
            bind(pat, arg, &mut stmts);
        }
        let body = self.body(closure);
        match body {
            Expr::Block(b) if b.label.is_none() && b.attrs.is_empty() => {
                let mut inner = b.block.stmts;
                match inner.pop() {
                    Some(Stmt::Expr(value, None)) => {
                        stmts.extend(inner);
                        (stmts, value)
                    }
                    last => {
                        stmts.extend(inner);
                        stmts.extend(last);
                        (stmts, parse_quote!(()))
                    }
                }
            }
            value => (stmts, value),
        }
    }

    /// The body of a closure whose parameters are bound: in place, unless it leaves early or states
    /// its type.
    fn body(&mut self, closure: ExprClosure) -> Expr {
        let stated = !matches!(closure.output, syn::ReturnType::Default);
        if stated || returns(&closure.body) {
            parse_quote!((#closure)())
        } else {
            *closure.body
        }
    }

    /// The closure, with names of its own where it is written once more.
    pub(super) fn own_copy(&mut self, closure: &ExprClosure) -> ExprClosure {
        let mut copy = closure.clone();
        if self.copying {
            self.names.renew(&mut copy, &[]);
        }
        copy.capture = None;
        copy
    }
}

/// `let pat = value;`, part by part where both are tuples.
pub(super) fn bind(pat: Pat, value: Expr, stmts: &mut Vec<Stmt>) {
    match (pat, value) {
        (Pat::Paren(p), value) => bind(*p.pat, value, stmts),
        (Pat::Type(p), Expr::Tuple(values)) => match typed_parts(&p, values.elems.len()) {
            Some(pats) => {
                for (pat, value) in pats.into_iter().zip(values.elems) {
                    bind(pat, value, stmts);
                }
            }
            None => stmts.push(parse_quote!(let #p = #values;)),
        },
        (Pat::Wild(_), value) if is_name_or_reference(&value) => {}
        (Pat::Tuple(pats), Expr::Tuple(values)) if fits(&pats, values.elems.len()) => {
            for (pat, value) in pats.elems.into_iter().zip(values.elems) {
                bind(pat, value, stmts);
            }
        }
        (Pat::Tuple(pats), Expr::Reference(r)) if matches!(&*r.expr, Expr::Tuple(t) if fits(&pats, t.elems.len())) =>
        {
            let Expr::Tuple(values) = *r.expr else {
                unreachable!("a tuple")
            };
            for (pat, value) in pats.elems.into_iter().zip(values.elems) {
                bind(pat, parse_quote!(&#value), stmts);
            }
        }
        (Pat::Reference(p), Expr::Reference(r)) if r.mutability.is_none() => {
            bind(*p.pat, *r.expr, stmts);
        }
        (pat, value) => stmts.push(parse_quote!(let #pat = #value;)),
    }
}

/// `(a, b): (A, B)` as `a: A` and `b: B`.
fn typed_parts(typed: &syn::PatType, len: usize) -> Option<Vec<Pat>> {
    let (Pat::Tuple(pats), syn::Type::Tuple(types)) = (&*typed.pat, &*typed.ty) else {
        return None;
    };
    let parts = pats.elems.iter().cloned().zip(types.elems.iter().cloned());
    fits(pats, len).then(|| parts.map(|(pat, ty)| build::ascribed(pat, ty)).collect())
}

fn fits(pats: &syn::PatTuple, len: usize) -> bool {
    pats.elems.len() == len && !pats.elems.iter().any(|p| matches!(p, Pat::Rest(_)))
}

fn is_name_or_reference(value: &Expr) -> bool {
    match value {
        Expr::Reference(r) => is_name_or_reference(&r.expr),
        Expr::Tuple(t) => t.elems.iter().all(is_name_or_reference),
        other => build::as_name(other).is_some(),
    }
}

/// Whether `body` has a `return` or `?` of its own.
pub(super) fn returns(body: &Expr) -> bool {
    let mut search = Returns(false);
    search.visit_expr(body);
    search.0
}

struct Returns(bool);

impl<'ast> Visit<'ast> for Returns {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Closure(_) | Expr::Async(_) => {}
            Expr::Return(_) | Expr::Try(_) => self.0 = true,
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let mut words = mac.tokens.to_token_stream().into_iter();
        self.0 |= words.any(|t| t.to_string() == "return");
    }
}

/// A `move` closure in `code` that changes its own copy of what it captures, which a loop would
/// change for everyone.
pub(super) fn changes_own_copy(code: &Expr) -> Option<ExprClosure> {
    let mut search = OwnCopies(None);
    search.visit_expr(code);
    search.0
}

struct OwnCopies(Option<ExprClosure>);

impl<'ast> Visit<'ast> for OwnCopies {
    /// What such an iterator's closure changes is made its own where the loop begins.
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        match call.args.first() {
            Some(Expr::Closure(next)) if of_iter::is_of_iter(&call.func, "from_fn") => {
                self.visit_expr(&next.body);
            }
            _ => visit::visit_expr_call(self, call),
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        if closure.capture.is_some() && !changed_captures(closure).is_empty() {
            self.0.get_or_insert_with(|| closure.clone());
        }
        visit::visit_expr_closure(self, closure);
    }
}
