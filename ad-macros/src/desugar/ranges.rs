//! Ranges in variables, written where they are used.
//!
//! Receives a function whose local names are unique; promises that a range that is bound to a name and
//! never changes stands at its uses, so that later passes see loops over ranges and parts of slices. Its
//! ends are evaluated where the range was.
//!
//! ```text
//! let r = 1..x.len();                    let end = x.len();
//! for i in r.clone() { … }               for i in 1..end { … }
//! s += x[r].iter().sum::<f64>();         s += x[1..end].iter().sum::<f64>();
//! ```
//!
//! The same holds for a parameter that is a `Range` or a `RangeInclusive`, or a reference to one, whose ends are taken where
//! the function begins. A part of a slice by a range that changes, or by a copy of one, is that between the range's ends:
//! `x[best.start..best.end]` for `x[best]`.

use super::build;
use super::optional::is_place;
use super::pipeline::types;
use super::rename::Names;
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::VecDeque;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprRange, Local, Member, Pat, RangeLimits, Stmt, parse_quote};

pub(crate) fn at_their_uses(function: &mut syn::ItemFn, names: &mut Names) {
    let mut ranges = Ranges { names };
    let params = function.sig.inputs.iter().filter_map(given);
    for (name, range) in params.collect::<Vec<_>>() {
        if let Some(stmts) = ranges.replaced(&name, &range, &function.block.stmts) {
            function.block.stmts = stmts;
        }
    }
    ranges.visit_block_mut(&mut function.block);
    Parts::default().visit_block_mut(&mut function.block);
}

/// The name of a parameter `r: Range<usize>` or `r: &RangeInclusive<usize>`, and the range by its ends.
fn given(param: &syn::FnArg) -> Option<(Ident, ExprRange)> {
    let syn::FnArg::Typed(param) = param else {
        return None;
    };
    let name = plain_name(&param.pat)?;
    let ty = match &*param.ty {
        syn::Type::Reference(reference) if reference.mutability.is_none() => &*reference.elem,
        ty => ty,
    };
    let range = match types::range(ty)? {
        RangeLimits::HalfOpen(_) => parse_quote!(#name.start..#name.end),
        RangeLimits::Closed(_) => parse_quote!(*#name.start()..=*#name.end()),
    };
    Some((name.clone(), range))
}

struct Ranges<'a> {
    names: &'a mut Names,
}

impl VisitMut for Ranges<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut rest: VecDeque<Stmt> = std::mem::take(&mut block.stmts).into();
        while let Some(mut stmt) = rest.pop_front() {
            if let Stmt::Local(local) = &stmt
                && let Some((name, range)) = bound(local)
                && let Some(replaced) = self.replaced(name, range, rest.make_contiguous())
            {
                rest = replaced.into();
                continue;
            }
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
    }
}

impl Ranges<'_> {
    /// What follows, with the range at its uses; nothing if one of them is not seen.
    fn replaced(&mut self, name: &Ident, range: &ExprRange, after: &[Stmt]) -> Option<Vec<Stmt>> {
        let mut range = range.clone();
        let mut stmts = Vec::new();
        for end in [&mut range.start, &mut range.end].into_iter().flatten() {
            if !matches!(**end, Expr::Lit(_)) {
                let held = self.names.fresh(name);
                stmts.push(parse_quote!(let #held = #end;));
                **end = parse_quote!(#held);
            }
        }
        let mut uses = Uses {
            name,
            range: &range,
        };
        for stmt in after {
            let mut stmt = stmt.clone();
            uses.visit_stmt_mut(&mut stmt);
            if build::mentioned_in(stmt.to_token_stream(), name) {
                return None;
            }
            stmts.push(stmt);
        }
        Some(stmts)
    }
}

/// The name and the range of `let r = a..b;`.
fn bound(local: &Local) -> Option<(&Ident, &ExprRange)> {
    let name = plain_name(&local.pat)?;
    let init = local.init.as_ref().filter(|i| i.diverge.is_none())?;
    match build::peeled(&init.expr) {
        Expr::Range(range) => Some((name, range)),
        _ => None,
    }
}

/// Parts of slices by ranges that stay in variables.
#[derive(Default)]
struct Parts {
    /// The names of ranges that change.
    changing: Vec<Ident>,
}

impl Parts {
    /// Notes the names of a pattern that are given ranges and may change.
    fn note(&mut self, pat: &Pat, value: &Expr) {
        match (pat, build::peeled(value)) {
            (Pat::Ident(name), Expr::Range(range)) => {
                let changes = name.mutability.is_some();
                if changes && matches!(range.limits, RangeLimits::HalfOpen(_)) {
                    self.changing.push(name.ident.clone());
                }
            }
            (Pat::Tuple(pats), Expr::Tuple(values)) if pats.elems.len() == values.elems.len() => {
                let parts = pats.elems.iter().zip(&values.elems);
                parts.for_each(|(pat, value)| self.note(pat, value));
            }
            _ => {}
        }
    }

    /// The place of the range that a part is taken by.
    fn range<'e>(&self, index: &'e Expr) -> Option<&'e Expr> {
        match build::peeled(index) {
            // Positions need no copy.
            Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => {
                Some(&*call.receiver).filter(|range| is_place(range))
            }
            range => self
                .changing
                .contains(build::as_name(range)?)
                .then_some(range),
        }
    }
}

impl VisitMut for Parts {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
        if let Some(init) = &local.init {
            self.note(&local.pat, &init.expr);
        }
    }

    fn visit_expr_index_mut(&mut self, index: &mut syn::ExprIndex) {
        visit_mut::visit_expr_index_mut(self, index);
        if let Some(range) = self.range(&index.index) {
            *index.index = parse_quote!(#range.start..#range.end);
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// The name that a pattern is, of a variable that never changes.
fn plain_name(pat: &Pat) -> Option<&Ident> {
    let Pat::Ident(pat) = pat else {
        return None;
    };
    let plain = pat.mutability.is_none() && pat.by_ref.is_none() && pat.subpat.is_none();
    plain.then_some(&pat.ident)
}

struct Uses<'a> {
    name: &'a Ident,
    range: &'a ExprRange,
}

impl Uses<'_> {
    fn is_range(&self, expr: &Expr) -> bool {
        build::as_name(build::peeled(expr)).is_some_and(|name| name == self.name)
    }

    /// The end of this name.
    fn end(&self, name: &Ident) -> Option<&Expr> {
        match () {
            () if name == "start" => self.range.start.as_deref(),
            () if name == "end" => self.range.end.as_deref(),
            () => None,
        }
    }

    /// The range, a copy of it, or one of its ends.
    fn instead_of(&self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::MethodCall(call) if call.method == "clone" && self.is_range(&call.receiver) => {
                Some(Expr::Range(self.range.clone()))
            }
            Expr::MethodCall(call) if call.args.is_empty() && self.is_range(&call.receiver) => {
                let closed = matches!(self.range.limits, RangeLimits::Closed(_));
                let end = self.end(&call.method).filter(|_| closed)?;
                Some(parse_quote!(&#end))
            }
            Expr::Field(field) if self.is_range(&field.base) => {
                let half_open = matches!(self.range.limits, RangeLimits::HalfOpen(_));
                let Member::Named(name) = &field.member else {
                    return None;
                };
                self.end(name).filter(|_| half_open).cloned()
            }
            expr if self.is_range(expr) => Some(Expr::Range(self.range.clone())),
            _ => None,
        }
    }
}

impl VisitMut for Uses<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Index(index) => {
                self.visit_expr_mut(&mut index.expr);
                match self.instead_of(&index.index) {
                    Some(range) => *index.index = range,
                    None => self.visit_expr_mut(&mut index.index),
                }
            }
            Expr::ForLoop(l) if self.instead_of(&l.expr).is_some() => {
                *l.expr = self.instead_of(&l.expr).expect("it is a range");
                self.visit_block_mut(&mut l.body);
            }
            other => match self.instead_of(other) {
                Some(range @ Expr::Range(_)) => *other = parse_quote!((#range)),
                Some(end) => *other = end,
                None => visit_mut::visit_expr_mut(self, other),
            },
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
