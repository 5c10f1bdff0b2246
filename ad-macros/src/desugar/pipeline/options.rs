//! Items that may be missing.
//!
//! Receives the `Option` that a closure of `filter_map`, `map_while` or `scan` ends in; promises the
//! statements for the item, written where the item is made, so that no `Option` is.
//!
//! ```text
//! if x > 0.0 { Some(x.ln()) } else { None }         if x > 0.0 { let item = x.ln(); … } else {}
//! ```

use super::Pipelines;
use super::read::Shape;
use super::run::payload;
use super::steps::Exit;
use crate::desugar::build;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, ExprClosure, Pat, Stmt, parse_quote};

/// What follows an item of some shape, and how its loops are left.
pub(super) type On<'k, 'a> =
    &'k mut dyn FnMut(&mut Pipelines<'a>, Expr, Shape, &mut Exit) -> Option<Vec<Stmt>>;

impl<'a> Pipelines<'a> {
    /// What follows an item `value` may hold; without one, nothing, or the end of the loop.
    pub(super) fn if_some(
        &mut self,
        value: Expr,
        exit: &mut Exit,
        ends: bool,
        on: On<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        if let Some(item) = payload(&value) {
            let stmts = on(self, item, Shape::Unknown, exit);
            self.copying = true;
            return stmts;
        }
        if is_none(&value) {
            return Some(missing(exit, ends));
        }
        match value {
            Expr::Paren(p) => self.if_some(*p.expr, exit, ends, on),
            Expr::Block(b) if b.label.is_none() => {
                self.block_if_some(b.block.stmts, exit, ends, on)
            }
            Expr::If(e) if e.else_branch.is_some() => {
                let then = self.block_if_some(e.then_branch.stmts, exit, ends, on)?;
                let (_, otherwise) = e.else_branch?;
                let otherwise = self.if_some(*otherwise, exit, ends, on)?;
                let cond = e.cond;
                Some(vec![if otherwise.is_empty() {
                    parse_quote!(if #cond { #(#then)* })
                } else {
                    parse_quote!(if #cond { #(#then)* } else { #(#otherwise)* })
                }])
            }
            Expr::Match(mut e) => {
                for arm in &mut e.arms {
                    let stmts = self.if_some((*arm.body).clone(), exit, ends, on)?;
                    *arm.body = build::block_expression(stmts);
                    arm.comma = None;
                }
                Some(vec![Stmt::Expr(Expr::Match(e), None)])
            }
            other => self.unpacked(other, exit, ends, on),
        }
    }

    fn block_if_some(
        &mut self,
        mut stmts: Vec<Stmt>,
        exit: &mut Exit,
        ends: bool,
        on: On<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        let Some(Stmt::Expr(value, None)) = stmts.pop() else {
            return None;
        };
        stmts.extend(self.if_some(value, exit, ends, on)?);
        Some(stmts)
    }

    /// `cond.then(|| item)`, or any `Option`.
    fn unpacked(
        &mut self,
        value: Expr,
        exit: &mut Exit,
        ends: bool,
        on: On<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        if let Expr::MethodCall(call) = &value
            && call.args.len() == 1
            && (call.method == "then" || call.method == "then_some")
        {
            let (mut then, item) = if call.method == "then" {
                self.opened(&call.args[0], Vec::new())
            } else {
                (Vec::new(), call.args[0].clone())
            };
            then.extend(on(self, item, Shape::Unknown, exit)?);
            let otherwise = missing(exit, ends);
            let cond = &call.receiver;
            return Some(vec![
                parse_quote!(if #cond { #(#then)* } else { #(#otherwise)* }),
            ]);
        }
        if let Some((option, f)) = mapped(&value) {
            return self.mapped_if_some(option, f, exit, ends, on);
        }
        let item = self.fresh("item", syn::spanned::Spanned::span(&value));
        let mut then = on(self, build::name(item.clone()), Shape::Unknown, exit)?;
        let bound = bound_at_once(&item, &mut then);
        let otherwise = missing(exit, ends);
        Some(vec![parse_quote!(match #value {
            ::core::option::Option::Some(#bound) => { #(#then)* }
            ::core::option::Option::None => { #(#otherwise)* }
        })])
    }

    /// What follows `f` of what `option` holds.
    fn mapped_if_some(
        &mut self,
        option: &Expr,
        f: &ExprClosure,
        exit: &mut Exit,
        ends: bool,
        on: On<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        let held = self.fresh("held", f.or1_token.span);
        let (mut then, item) =
            self.opened(&Expr::Closure(f.clone()), vec![build::name(held.clone())]);
        then.extend(on(self, item, Shape::Unknown, exit)?);
        let bound = bound_at_once(&held, &mut then);
        let otherwise = missing(exit, ends);
        Some(vec![parse_quote!(match #option {
            ::core::option::Option::Some(#bound) => { #(#then)* }
            ::core::option::Option::None => { #(#otherwise)* }
        })])
    }
}

/// `option` and `f` of `option.map(f)`, where the whole is an option: `node.label.map(|label| (label, node))`. Written out,
/// what the closure captured may be lent to the item.
fn mapped(value: &Expr) -> Option<(&Expr, &ExprClosure)> {
    match build::peeled(value) {
        Expr::MethodCall(call) if call.method == "map" && call.args.len() == 1 => {
            match &call.args[0] {
                Expr::Closure(f) if f.inputs.len() == 1 => Some((&call.receiver, f)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The pattern that an item is bound to by the first of these statements, which is taken out: what a pattern binds is a
/// part of the option, and has its shadow there, where a second name would be kept for the reverse sweep.
fn bound_at_once(item: &Ident, stmts: &mut Vec<Stmt>) -> Pat {
    let bound = match stmts.split_first() {
        Some((Stmt::Local(local), rest)) => {
            let init = local.init.as_ref().filter(|init| init.diverge.is_none());
            let whole = init.is_some_and(|init| build::as_name(&init.expr) == Some(item));
            let again = rest
                .iter()
                .any(|stmt| build::mentioned_in(stmt.to_token_stream(), item));
            let varies = matches!(&local.pat, Pat::Ident(name) if name.mutability.is_some());
            let plain = !varies && !matches!(local.pat, Pat::Type(_));
            (whole && plain && !again).then(|| local.pat.clone())
        }
        _ => None,
    };
    match bound {
        Some(pat) => {
            stmts.remove(0);
            pat
        }
        None => parse_quote!(#item),
    }
}

fn missing(exit: &mut Exit, ends: bool) -> Vec<Stmt> {
    if ends { vec![exit.leave()] } else { Vec::new() }
}

fn is_none(value: &Expr) -> bool {
    matches!(build::peeled(value), Expr::Path(p)
        if p.path.segments.last().is_some_and(|s| s.ident == "None"))
}

/// Whether the closure `f` ends in `Some` or `None` somewhere.
pub(super) fn makes_options(f: &Expr) -> bool {
    match build::peeled(f) {
        Expr::Closure(c) => is_option(&c.body),
        _ => false,
    }
}

pub(super) fn is_option(value: &Expr) -> bool {
    let last = |block: &syn::Block| match block.stmts.last() {
        Some(Stmt::Expr(value, None)) => is_option(value),
        _ => false,
    };
    match build::peeled(value) {
        Expr::Block(b) => last(&b.block),
        Expr::If(e) => last(&e.then_branch) || e.else_branch.iter().any(|(_, e)| is_option(e)),
        Expr::Match(e) => e.arms.iter().any(|arm| is_option(&arm.body)),
        Expr::MethodCall(call) => call.method == "then" || call.method == "then_some",
        other => is_none(other) || payload(other).is_some(),
    }
}
