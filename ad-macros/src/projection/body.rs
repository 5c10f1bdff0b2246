//! Which part a projection's body chooses.
//!
//! Receives the body of a function that returns a reference; promises the same body with a choice in
//! place of the reference, and for each way out of it the part of the shadow that the choice stands for.
//!
//! ```text
//! if i < self.n { &self.a[i] } else { &self.b }
//!
//! if i < self.n { Branch::Here((choice of i in self.a,)) } else { Branch::Else(()) }
//! ```

use super::place::{Part, Reader};
use crate::diagnostics::{Sink, catalog};
use crate::emit::names;
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote};

/// What a projection's body says.
pub(super) struct Body {
    /// The body, its value a choice.
    pub(super) choosing: TokenStream,
    /// The part of each way out, in the order of the ways.
    pub(super) parts: Vec<Part>,
}

/// Reads a body; `None` if it does more than choose.
pub(super) fn read(block: &syn::Block, reader: &Reader, sink: &Sink) -> Option<Body> {
    let mut ways = Ways {
        reader,
        sink,
        parts: Vec::new(),
        complete: true,
    };
    let mut block = block.clone();
    ways.block(&mut block);
    let label = names::lifetime("choice", 0);
    let (core, count) = (&reader.core, ways.parts.len());
    let choosing = block_with_ways(&block, &label, core, count);
    (ways.complete && count > 0).then_some(Body {
        choosing,
        parts: ways.parts,
    })
}

/// Ways are numbered as they are found, and only then is it known which one is the last.
fn block_with_ways(
    block: &syn::Block,
    label: &syn::Lifetime,
    core: &TokenStream,
    count: usize,
) -> TokenStream {
    struct Number<'a>(&'a TokenStream, &'a syn::Lifetime, usize);
    impl VisitMut for Number<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            visit_mut::visit_expr_mut(self, expr);
            if let Some((leaves, index, choice)) = way(expr) {
                let wrapped = wrap(self.0, index, self.2, &choice);
                let label = self.1;
                *expr = if leaves {
                    parse_quote!(break #label { #wrapped })
                } else {
                    parse_quote!(#wrapped)
                };
            }
        }
    }
    let mut block = block.clone();
    Number(core, label, count).visit_block_mut(&mut block);
    quote!(#label: #block)
}

/// A placeholder for a way out: `__way!(leaves, index, choice)`.
fn placeholder(leaves: bool, index: usize, choice: &TokenStream) -> Expr {
    parse_quote!(__way!(#leaves, #index, #choice))
}

fn way(expr: &Expr) -> Option<(bool, usize, TokenStream)> {
    let Expr::Macro(mac) = expr else { return None };
    if !mac.mac.path.is_ident("__way") {
        return None;
    }
    mac.mac
        .parse_body_with(|input: syn::parse::ParseStream| {
            let leaves: syn::LitBool = input.parse()?;
            input.parse::<syn::Token![,]>()?;
            let index: syn::LitInt = input.parse()?;
            input.parse::<syn::Token![,]>()?;
            Ok((leaves.value, index.base10_parse()?, input.parse()?))
        })
        .ok()
}

/// The choice of way `index` of `count`: the first is `Here`, the others nest in `Else`.
pub(super) fn wrap(
    core: &TokenStream,
    index: usize,
    count: usize,
    choice: &TokenStream,
) -> TokenStream {
    let last = index + 1 == count;
    let inner = if last {
        choice.clone()
    } else {
        quote!(#core::Branch::Here(#choice))
    };
    (0..index).fold(inner, |inner, _| quote!(#core::Branch::Else(#inner)))
}

struct Ways<'a> {
    reader: &'a Reader<'a>,
    sink: &'a Sink,
    parts: Vec<Part>,
    complete: bool,
}

impl Ways<'_> {
    fn block(&mut self, block: &mut syn::Block) {
        let Some((last, init)) = block.stmts.split_last_mut() else {
            return;
        };
        init.iter_mut().for_each(|stmt| self.visit_stmt_mut(stmt));
        match last {
            syn::Stmt::Expr(expr, None) => self.tail(expr),
            other => self.visit_stmt_mut(other),
        }
    }

    fn tail(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Block(b) if b.label.is_none() => self.block(&mut b.block),
            Expr::Paren(p) => self.tail(&mut p.expr),
            Expr::If(e) => {
                self.visit_expr_mut(&mut e.cond);
                self.block(&mut e.then_branch);
                if let Some((_, otherwise)) = &mut e.else_branch {
                    self.tail(otherwise);
                }
            }
            Expr::Match(e) => {
                self.visit_expr_mut(&mut e.expr);
                e.arms.iter_mut().for_each(|arm| self.tail(&mut arm.body));
            }
            Expr::Macro(m) if super::diverges(&m.mac) => {}
            Expr::Return(_) => self.visit_expr_mut(expr),
            other => self.way(other, false),
        }
    }

    fn way(&mut self, expr: &mut Expr, leaves: bool) {
        let returned = match &*expr {
            Expr::Return(r) => r.expr.as_deref().cloned(),
            other => Some(other.clone()),
        };
        match returned.and_then(|e| self.reader.reference(&e)) {
            Some((part, choice)) => {
                *expr = placeholder(leaves, self.parts.len(), &choice);
                self.parts.push(part);
            }
            None => {
                self.sink.refuse_at(&*expr, catalog::PROJECTION);
                self.complete = false;
            }
        }
    }
}

impl VisitMut for Ways<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Return(_) => self.way(expr, true),
            Expr::Closure(_) => {}
            Expr::Assign(a) if self.reader.is_part(&a.left) => {
                self.sink.refuse_at(&*expr, catalog::PROJECTION_CHANGES);
                self.complete = false;
            }
            Expr::Binary(b)
                if crate::lower::compound(&b.op).is_some() && self.reader.is_part(&b.left) =>
            {
                self.sink.refuse_at(&*expr, catalog::PROJECTION_CHANGES);
                self.complete = false;
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
