//! `for` loops: over ranges as they stand, over elements by their positions, over what carries no derivative as the
//! user wrote it.
//!
//! ```text
//! for i in (0..n).rev() { … }        for i in (0..n).rev() { … }
//! for x in xs { … }                  for k in 0..xs.len() { x = &xs[k]; … }
//! for (a, b) in &edges { … }         for (a, b) in &edges { … }               // whole numbers
//! ```

use super::Lowerer;
use super::sequence::Source;
use crate::desugar::build;
use crate::desugar::sequence::Sequence;
use crate::diagnostics::catalog;
use crate::ir::*;
use quote::ToTokens;
use syn::Expr;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

impl Lowerer<'_> {
    pub(crate) fn for_loop(&mut self, e: &syn::ExprForLoop) {
        if self.checkpointed(e) {
            return;
        }
        if let Some(head) = self.indexed_head(&e.expr) {
            let mut e = e.clone();
            *e.expr = head;
            return self.for_loop(&e);
        }
        if let Some(range) = self.plain_range(&e.expr) {
            return self.range_loop(e, range);
        }
        if let Some(named) = self.over_inert_call(e) {
            return self.for_loop(&named);
        }
        if let Some(items) = self.items_of_map_field(&e.expr) {
            return self.items_loop(e, items);
        }
        let sequence = self.sequence(&e.expr);
        if sequence.is_some() || self.is_of_user(&e.expr) {
            return self.element_loop(e, sequence.as_ref());
        }
        if let Some(e) = self.loop_over_items(e) {
            return self.for_loop(&e);
        }
        match self.raw(&e.expr).filter(|raw| {
            let inert = raw.reads.iter().all(|&l| self.ty(l).is_inert());
            inert || self.constructed.is_map(&e.expr)
        }) {
            Some(head) => {
                self.looks_at_no_derivative(&e.expr);
                self.items_loop(e, head);
            }
            None => match self.sequence_beside(&e.expr) {
                Some(sequence) => self.element_loop(e, Some(&sequence)),
                None => self.sink.refuse_at(&e.expr, catalog::ITERATOR),
            },
        }
    }

    /// A loop over elements by their positions: those of a sequence, or of what a function of the user's gives.
    fn element_loop(&mut self, e: &syn::ExprForLoop, sequence: Option<&Sequence>) {
        let source = match sequence {
            Some(sequence) => {
                let body = as_expression(&e.body);
                let sequence = self.with_references(sequence, &e.pat, &body);
                self.prepare(&sequence)
            }
            None => self.elements_of_value(e),
        };
        let Some(source) = source else {
            return;
        };
        let (held, outside) = (self.held_by(e), self.held.len());
        self.held.extend(held);
        self.each(
            source,
            &e.body.to_token_stream(),
            e.label.as_ref(),
            e.span(),
            |this, element, span| {
                this.bind_element(&e.pat, element, span);
                this.block(&e.body, Some(&Ty::Unit));
            },
        );
        self.held.truncate(outside);
    }

    /// A sequence with references for items where the loop reads them through such, and the type of a list says nothing
    /// of it: a field may be an array or a reference.
    pub(super) fn with_references(
        &self,
        sequence: &Sequence,
        pat: &syn::Pat,
        body: &Expr,
    ) -> Sequence {
        let parts = || match pat {
            syn::Pat::Tuple(parts) if parts.elems.len() == 2 => {
                Some([&parts.elems[0], &parts.elems[1]])
            }
            _ => None,
        };
        match (sequence, parts()) {
            (Sequence::Copied(elements), _)
                if self.is_of_unsaid_list(elements) && is_dereferenced(pat, body) =>
            {
                (**elements).clone()
            }
            (Sequence::Zip(a, b), Some([first, second])) => {
                let a = self.with_references(a, first, body);
                let b = self.with_references(b, second, body);
                Sequence::Zip(Box::new(a), Box::new(b))
            }
            (Sequence::Enumerate(inner), Some([_, item])) => {
                Sequence::Enumerate(Box::new(self.with_references(inner, item, body)))
            }
            _ => sequence.clone(),
        }
    }

    /// Whether nothing tells of which type a list is whose elements are gone over.
    fn is_of_unsaid_list(&self, elements: &Sequence) -> bool {
        matches!(elements, Sequence::Elements { place, mutable: false }
            if matches!(self.infer(place), Ty::Unknown))
    }

    /// `for j in neighbours(i, x.len())`: what is given to a function has names where it carries no derivative,
    /// so that the loop can stay as it is.
    fn over_inert_call(&mut self, e: &syn::ExprForLoop) -> Option<syn::ExprForLoop> {
        let mut named = e.clone();
        let Expr::Call(call) = &mut *named.expr else {
            return None;
        };
        let reads_others = |this: &Self, arg: &Expr| {
            let raw = this.raw(arg);
            raw.is_none_or(|raw| raw.reads.iter().any(|l| !this.ty(*l).is_inert()))
        };
        let inert = call.args.iter().all(|arg| self.infer(arg).is_inert());
        if !inert || !call.args.iter().any(|arg| reads_others(self, arg)) {
            return None;
        }
        for arg in &mut call.args {
            if reads_others(self, arg) {
                let [name, ..] = self.fresh_names(arg.span());
                let value = self.value(arg, None)?;
                self.bind_name(&name, false, value);
                *arg = build::name(name);
            }
        }
        Some(named)
    }

    /// Whether a value that may carry a derivative comes from a function or method of the user's.
    fn is_of_user(&self, expr: &Expr) -> bool {
        let method = match build::peeled(expr) {
            Expr::MethodCall(call) => self.is_place_of_local(&call.receiver).then_some(call),
            _ => None,
        };
        let own = method.is_some_and(|call| {
            let name = call.method.to_string();
            let unsaid = matches!(self.infer(&call.receiver).peeled(), Ty::Unknown);
            unsaid && !super::is_structural(&name) && !self.is_inert_call(call)
        });
        let function =
            matches!(build::peeled(expr), Expr::Call(call) if matches!(&*call.func, Expr::Path(_)));
        (own || function) && self.raw(expr).is_none()
    }

    /// `for x in m.row(i)`: what is returned is looked at element by element.
    fn elements_of_value(&mut self, e: &syn::ExprForLoop) -> Option<Source> {
        let place = Place::of(self.value(&e.expr, None)?.local()?);
        let elements = Source::Elements {
            place,
            mutable: false,
        };
        Some(match is_dereferenced(&e.pat, &as_expression(&e.body)) {
            true => elements,
            false => Source::Copied(Box::new(elements)),
        })
    }

    /// A range with only `rev` and `step_by` on it runs as it is.
    fn plain_range(&mut self, expr: &Expr) -> Option<Range> {
        match expr {
            Expr::Paren(p) => self.plain_range(&p.expr),
            Expr::Range(r) => {
                let lo = self.counted(r.start.as_deref()?)?;
                let hi = self.counted(r.end.as_deref()?)?;
                let inclusive = matches!(r.limits, syn::RangeLimits::Closed(_));
                Some(Range {
                    lo,
                    hi,
                    inclusive,
                    adaptors: Vec::new(),
                })
            }
            Expr::MethodCall(c)
                if c.method == "rev" && c.args.is_empty() && is_plain_range(&c.receiver) =>
            {
                let mut range = self.plain_range(&c.receiver)?;
                range.adaptors.push(Adaptor::Rev);
                Some(range)
            }
            Expr::MethodCall(c)
                if c.method == "step_by" && c.args.len() == 1 && is_plain_range(&c.receiver) =>
            {
                let mut range = self.plain_range(&c.receiver)?;
                let step = self.value(&c.args[0], Some(&Ty::Int))?;
                range.adaptors.push(Adaptor::StepBy(step));
                Some(range)
            }
            _ => None,
        }
    }

    fn range_loop(&mut self, e: &syn::ExprForLoop, head: Range) {
        let name = match &*e.pat {
            syn::Pat::Ident(p) if p.mutability.is_none() && p.subpat.is_none() => p.ident.clone(),
            syn::Pat::Wild(_) => self.counter(e.pat.span()),
            other => return self.sink.refuse_at(other, catalog::PATTERN),
        };
        self.before_loop(&[&e.body]);
        let var = self.named(&name, Ty::Int, false);
        self.loop_statement(
            LoopKind::Range { var, head },
            e.label.as_ref(),
            None,
            e.span(),
            |this| {
                this.block(&e.body, Some(&Ty::Unit));
            },
        );
    }

    fn items_loop(&mut self, e: &syn::ExprForLoop, head: Raw) {
        self.before_loop(&[&e.body]);
        let item = self.item_ty(&e.expr);
        let mut binds = Vec::new();
        self.inert_bindings(&e.pat, &item, &mut binds);
        let kind = LoopKind::Items {
            pattern: (*e.pat).clone(),
            binds,
            head,
        };
        self.loop_statement(kind, e.label.as_ref(), None, e.span(), |this| {
            this.block(&e.body, Some(&Ty::Unit));
        });
    }

    /// The type of an inert iterator's items, where the syntax shows it.
    fn item_ty(&self, head: &Expr) -> Ty {
        match (self.infer(head), head) {
            (Ty::Ref(_, sequence), _) => Ty::Ref(false, Box::new(sequence.element())),
            (sequence @ (Ty::Array(_) | Ty::Vec(_)), _) => sequence.element(),
            (_, Expr::Range(_)) => Ty::Int,
            _ => Ty::Inert,
        }
    }
}

fn is_plain_range(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(p) => is_plain_range(&p.expr),
        Expr::Range(r) => r.start.is_some() && r.end.is_some(),
        Expr::MethodCall(c) => {
            matches!(c.method.to_string().as_str(), "rev" | "step_by")
                && is_plain_range(&c.receiver)
        }
        _ => false,
    }
}

fn as_expression(body: &syn::Block) -> Expr {
    Expr::Block(syn::ExprBlock {
        attrs: Vec::new(),
        label: None,
        block: body.clone(),
    })
}

/// Whether a loop reads its item through a reference: `for &x in`, or `*x` in its body. Of a sequence of unknown type
/// that says whether the items are references.
fn is_dereferenced(pat: &syn::Pat, body: &Expr) -> bool {
    struct Search<'a>(&'a syn::Ident, bool);
    impl<'ast> Visit<'ast> for Search<'_> {
        fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
            let of_item = build::as_name(&unary.expr).is_some_and(|name| name == self.0);
            self.1 |= of_item && matches!(unary.op, syn::UnOp::Deref(_));
            visit::visit_expr_unary(self, unary);
        }
    }
    let syn::Pat::Ident(item) = pat else {
        return matches!(pat, syn::Pat::Reference(_));
    };
    let mut search = Search(&item.ident, false);
    search.visit_expr(body);
    search.1
}
