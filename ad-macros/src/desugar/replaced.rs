//! `match` on a place behind a unique reference that an arm gives a new value.
//!
//! Receives such a `match`; promises one on a copy, in which what an arm changes in place, up to where it
//! gives the place a new value, is matched again where it is, and what follows sees a copy again. So no
//! pattern binds a part of what is replaced while it is bound.
//!
//! ```text
//! match &mut p {                       match &p {
//!     Cold(t) if *t > c => p = Hot,        Cold(t) if *t > c => p = Hot,
//!     Cold(t) => *t += k,                  Cold(t) => match &mut p { Cold(t) => *t += k, _ => unreachable!() },
//! }                                    }
//! ```

use super::build;
use crate::lower::assigned_names;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprMatch, Pat, PatIdent, Stmt, parse_quote};

/// A `match` whose arms may replace `place`, which is what it matches; `replaces` says which code does.
/// `None` where the same statements do both.
pub(crate) fn rewritten(
    e: &ExprMatch,
    place: &Expr,
    replaces: &dyn Fn(&TokenStream) -> bool,
) -> Option<Expr> {
    let mut outer = e.clone();
    *outer.expr = parse_quote!(&#place);
    for arm in &mut outer.arms {
        let split = Split {
            place,
            pat: &arm.pat,
            names: build::bound_names(&arm.pat),
            replaces,
        };
        *arm.body = split.body(&arm.body)?;
    }
    Some(Expr::Match(outer))
}

/// An arm, outside of whose pattern `place` is free to be changed.
struct Split<'a> {
    place: &'a Expr,
    pat: &'a Pat,
    names: Vec<Ident>,
    replaces: &'a dyn Fn(&TokenStream) -> bool,
}

impl Split<'_> {
    fn replaces(&self, code: &impl ToTokens) -> bool {
        (self.replaces)(&code.to_token_stream())
    }

    /// Code that sees the bindings of a copy, as code that changes them where they are.
    fn body(&self, code: &Expr) -> Option<Expr> {
        if !self.replaces(code) {
            let names = build::names_in(code);
            let bound = names.iter().any(|name| self.names.contains(name));
            return Some(if bound {
                self.in_place(code)
            } else {
                code.clone()
            });
        }
        match code {
            Expr::Block(b) if b.label.is_none() => self.block(&b.block),
            Expr::If(e) => {
                let mut e = e.clone();
                let then = Expr::Block(syn::ExprBlock {
                    attrs: Vec::new(),
                    label: None,
                    block: e.then_branch,
                });
                let then = self.body(&then)?;
                e.then_branch = parse_quote!({ #then });
                if let Some((_, otherwise)) = &mut e.else_branch {
                    let body = self.body(otherwise)?;
                    **otherwise = parse_quote!({ #body });
                }
                Some(Expr::If(e))
            }
            other => self.is_reading(other).then(|| other.clone()),
        }
    }

    /// What comes before the first replacement happens in place, the rest sees a copy of what it left.
    fn block(&self, block: &Block) -> Option<Expr> {
        let at = block.stmts.iter().position(|stmt| self.replaces(stmt))?;
        let (before, after) = block.stmts.split_at(at);
        let (first, rest) = after.split_first()?;
        if !rest.iter().all(|stmt| self.is_reading(stmt)) {
            return None;
        }
        let first = match first {
            Stmt::Expr(e, semi) => Stmt::Expr(self.body(e)?, *semi),
            other => self.is_reading(other).then(|| other.clone())?,
        };
        let after: Expr = parse_quote!({ #first #(#rest)* });
        if before.is_empty() {
            return Some(after);
        }
        let (place, pat) = (self.place, self.pat);
        let handed = handed_on(before, &after);
        let names = handed.iter().map(|name| &name.ident);
        let before = self.in_place(&parse_quote!({ #(#before)* (#(#names,)*) }));
        Some(parse_quote!({
            let (#(#handed,)*) = #before;
            match &#place { #pat => #after, _ => ::core::unreachable!() }
        }))
    }

    fn in_place(&self, code: &Expr) -> Expr {
        let (place, pat) = (self.place, self.pat);
        parse_quote!(match &mut #place { #pat => #code, _ => ::core::unreachable!() })
    }

    /// Whether code leaves what the pattern binds as it is.
    fn is_reading(&self, code: &impl ToTokens) -> bool {
        let changed = assigned_names(code.to_token_stream());
        !self
            .names
            .iter()
            .any(|name| changed.iter().any(|c| name == c))
    }
}

/// The variables of `before` that `after` mentions, as it binds them.
fn handed_on(before: &[Stmt], after: &Expr) -> Vec<PatIdent> {
    struct Bindings(Vec<PatIdent>);
    impl<'ast> Visit<'ast> for Bindings {
        fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
            let plain = PatIdent {
                by_ref: None,
                subpat: None,
                mutability: pat.mutability.filter(|_| pat.by_ref.is_none()),
                ..pat.clone()
            };
            self.0.push(plain);
            visit::visit_pat_ident(self, pat);
        }
    }
    let mut bindings = Bindings(Vec::new());
    for stmt in before {
        if let Stmt::Local(local) = stmt {
            bindings.visit_pat(&local.pat);
        }
    }
    let mentioned = build::names_in(after);
    bindings.0.retain(|pat| mentioned.contains(&pat.ident));
    bindings.0
}
