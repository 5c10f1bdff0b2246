//! What whole chunks leave over.
//!
//! Receives a variable that holds `xs.chunks_exact(n)`, and the statements after it; promises these with the
//! remainder as the part of the slice that it is, so that the iterator is mentioned where it is consumed only.
//!
//! ```text
//! let mut chunks = xs.chunks_exact(4);       let mut chunks = xs.chunks_exact(4);
//! for c in chunks.by_ref() { … }             for c in chunks { … }
//! for x in chunks.remainder() { … }          for x in &xs[xs.len() - xs.len() % 4..] { … }
//! ```

use super::read;
use super::stored::mentions;
use crate::desugar::build;
use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt, parse_quote};

/// `rest` without remainders of the chunks, if it asks for any.
pub(super) fn taken(name: &Ident, chunks: &Expr, rest: &[Stmt]) -> Option<Vec<Stmt>> {
    let Expr::MethodCall(call) = chunks else {
        return None;
    };
    let size = call.args.first()?;
    if call.method != "chunks_exact" || !read::is_place(&call.receiver) {
        return None;
    }
    let slice = &call.receiver;
    let part = parse_quote!(#slice[#slice.len() - #slice.len() % (#size)..]);
    let mut remainder = Remainder {
        name,
        part,
        found: false,
    };
    let mut rest = rest.to_vec();
    rest.iter_mut().for_each(|s| remainder.visit_stmt_mut(s));
    if !remainder.found {
        return None;
    }
    if rest.iter().map(|s| mentions(s, name)).sum::<usize>() == 1 {
        rest.iter_mut()
            .for_each(|s| Consumed(name).visit_stmt_mut(s));
    }
    Some(rest)
}

struct Remainder<'a> {
    name: &'a Ident,
    part: Expr,
    found: bool,
}

impl VisitMut for Remainder<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let part = &self.part;
        match expr {
            // A method borrows the part itself, and a pipeline begins at a place.
            Expr::MethodCall(call) if is_asked(&call.receiver, self.name, "remainder") => {
                *call.receiver = part.clone();
                self.found = true;
            }
            _ if is_asked(expr, self.name, "remainder") => {
                *expr = parse_quote!(&#part);
                self.found = true;
            }
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// An iterator that nobody asks afterwards may as well be given away as lent, by `by_ref` or `&mut`.
struct Consumed<'a>(&'a Ident);

impl VisitMut for Consumed<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let lent = matches!(&*expr, Expr::Reference(r)
            if r.mutability.is_some() && build::as_name(&r.expr) == Some(self.0));
        if lent || is_asked(expr, self.0, "by_ref") {
            let name = self.0;
            *expr = parse_quote!(#name);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

fn is_asked(expr: &Expr, name: &Ident, method: &str) -> bool {
    matches!(build::peeled(expr), Expr::MethodCall(call)
        if call.method == method && call.args.is_empty() && build::as_name(&call.receiver) == Some(name))
}
