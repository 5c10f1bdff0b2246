//! Pipelines in the head of a `for` loop.
//!
//! Receives a loop over a pipeline that cannot be indexed; promises loops over what can, with the
//! body where an item has come through. Its exits leave, or go on with, all of these loops.
//!
//! ```text
//! for x in xs.iter().filter(p) { s += x; }     for item in xs.iter() { if p(&item) { let x = item; s += x; } }
//! ```

use super::Pipelines;
use super::apply;
use super::read;
use crate::desugar::{build, checkpoint};
use crate::diagnostics::catalog;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprForLoop, Lifetime, parse_quote};

impl Pipelines<'_> {
    pub(super) fn loop_over(&mut self, e: &ExprForLoop) -> Option<Expr> {
        let is_part = read::is_view_of_value(&e.expr) || read::is_field_of_value(&e.expr);
        if is_part || read::is_borrowed_value(&e.expr) {
            return Some(self.loop_over_view(e));
        }
        // A loop runs over few things that have adaptors but are no iterators.
        let own = || read::from_call(&e.expr).filter(|p| !p.stages.is_empty());
        let pipeline = read::read(&e.expr)
            .or_else(|| read::looped(&e.expr))
            .or_else(|| read::maybe(&e.expr))
            .or_else(own)?;
        if pipeline.is_left_as_head() {
            let given = read::given_away(&e.expr)?.clone();
            let mut over = e.clone();
            *over.expr = given;
            return Some(Expr::ForLoop(over));
        }
        if e.attrs.iter().any(checkpoint::is_mark) {
            self.sink.refuse_at(&e.expr, catalog::CHECKPOINT_HEAD);
            return None;
        }
        let span = e.for_token.span;
        let mut exits = Exits {
            own: e.label.as_ref().map(|l| l.name.clone()),
            depth: 0,
            left: self.names.label(span),
            next: self.names.label(span),
            leaves: false,
            goes_on: false,
        };
        let mut body = e.body.clone();
        exits.visit_block_mut(&mut body);
        let pat = &e.pat;
        let as_closure: syn::ExprClosure = parse_quote!(|#pat| #body);
        let stmts = self.run(&pipeline, &mut |this, item| {
            let mut stmts = Vec::new();
            let mut copy = this.own_copy(&as_closure);
            let pat = copy.inputs.pop()?.into_value();
            apply::bind(pat, item, &mut stmts);
            let body = build::into_stmts(*copy.body);
            stmts.extend(if exits.goes_on {
                vec![build::semi(build::labelled_block(exits.next.clone(), body))]
            } else {
                body
            });
            Some(stmts)
        })?;
        Some(if exits.leaves {
            build::labelled_block(exits.left, stmts)
        } else {
            build::block_expression(stmts)
        })
    }

    /// `for x in &m.row(i)[1..]`, `for ring in &rings.clone()`: what is looked at gets a name first.
    fn loop_over_view(&mut self, e: &ExprForLoop) -> Expr {
        let (mut stmts, mut over_name) = (Vec::new(), e.clone());
        self.hold_viewed(&mut over_name.expr, &mut stmts);
        stmts.push(build::semi(Expr::ForLoop(over_name)));
        build::block_expression(stmts)
    }
}

/// Turns the exits of a loop into exits of labelled blocks.
struct Exits {
    own: Option<Lifetime>,
    /// Loops around, within the body.
    depth: usize,
    left: Lifetime,
    next: Lifetime,
    leaves: bool,
    goes_on: bool,
}

impl Exits {
    fn is_own(&self, label: Option<&Lifetime>) -> bool {
        match label {
            None => self.depth == 0,
            Some(label) => self.own.as_ref() == Some(label),
        }
    }
}

impl VisitMut for Exits {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Closure(_) | Expr::Async(_) => {}
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
                self.depth += 1;
                visit_mut::visit_expr_mut(self, expr);
                self.depth -= 1;
            }
            Expr::Break(b) if b.expr.is_none() && self.is_own(b.label.as_ref()) => {
                self.leaves = true;
                b.label = Some(self.left.clone());
            }
            Expr::Continue(c) if self.is_own(c.label.as_ref()) => {
                self.goes_on = true;
                *expr = build::break_(Some(self.next.clone()), None, c.continue_token.span);
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
