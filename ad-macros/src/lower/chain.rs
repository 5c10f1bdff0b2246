//! Iterator chains that end in a value.
//!
//! Receives `sequence.sum()`, `.product()`, `.fold(init, f)` and the like; promises the loop a person
//! would have written instead.
//!
//! ```text
//! xs.iter().map(|x| x * x).sum::<f64>()        total = 0
//!                                              for k in 0..xs.len() { x = &xs[k]; total += *x * *x }
//! ```

use super::Lowerer;
use super::collections::is_named;
use super::sequence::ElementOf;
use crate::diagnostics::catalog;
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    /// `Some` if `call` ends a chain this pass understands: its value, unless it was refused.
    pub(crate) fn chain(
        &mut self,
        call: &syn::ExprMethodCall,
        hint: Option<&Ty>,
    ) -> Option<Option<Operand>> {
        let name = call.method.to_string();
        if !matches!(name.as_str(), "sum" | "product" | "fold") {
            return None;
        }
        // No sequence has these methods itself, but a type of the user's may, and so may what its `map` gives.
        if is_named(&call.receiver) || turbofish(call).is_none() && self.is_mapped(&call.receiver) {
            return None;
        }
        let sequence = match self.sequence(&call.receiver) {
            Some(sequence) => sequence,
            None => match self.total_of_items(call) {
                Some(total) => return Some(self.value(&total, hint)),
                None => self.sequence_beside(&call.receiver)?,
            },
        };
        let declared = turbofish(call).map(|t| self.read_type(t)).or(hint.cloned());
        let source = self.prepare(&sequence)?;
        let (held, outside) = (self.held_in(&call.receiver), self.held.len());
        self.held.extend(held);
        let total = match name.as_str() {
            "sum" => self.accumulate(source, call, declared, "0.0", |this, acc, value, span| {
                this.store(acc, value, Assign::Add, span);
            }),
            "product" => {
                self.accumulate(source, call, declared, "1.0", |this, acc, value, span| {
                    let old = this.load(acc.clone(), span);
                    let ty = this.operand_ty(&value);
                    let new = this.bind(Op::Binary(BinOp::Mul, old, value), ty, span);
                    this.store(acc, new, Assign::Set, span);
                })
            }
            _ => self.fold(source, call, hint),
        };
        self.held.truncate(outside);
        Some(total)
    }

    /// `m.map(f)`, `m.take(3)`: on what has a name these are methods of a type of the user's, if the name is not that
    /// of an iterator.
    fn is_mapped(&self, expr: &Expr) -> bool {
        let adaptors = ["map", "rev", "skip", "take"];
        match expr {
            Expr::MethodCall(call) if adaptors.iter().any(|name| call.method == name) => {
                let receiver = &call.receiver;
                is_named(receiver) && !self.constructed.may_be_iterator(receiver)
                    || self.is_mapped(receiver)
            }
            _ => false,
        }
    }

    fn accumulate(
        &mut self,
        source: super::sequence::Source,
        call: &syn::ExprMethodCall,
        declared: Option<Ty>,
        start: &str,
        step: impl FnOnce(&mut Self, Place, Operand, Span),
    ) -> Option<Operand> {
        let ty = declared
            .filter(Ty::is_float)
            .unwrap_or(Ty::Float(Float::Infer));
        let start: TokenStream = start.parse().expect("a literal");
        let acc = self.accumulator(Operand::Const(start, ty.clone()), ty, call.span());
        let place = Place::of(acc);
        let code = call.receiver.to_token_stream();
        let target = place.clone();
        self.each(
            source,
            &code,
            None,
            call.span(),
            |this, element: ElementOf, span| {
                let value = this.element_operand(element, span);
                let value = this.as_scalar(value, span);
                step(this, target, value, span);
            },
        );
        Some(self.load(place, call.span()))
    }

    fn accumulator(&mut self, start: Operand, ty: Ty, span: Span) -> Local {
        let name = Ident::new(
            &format!("__acc{}", self.locals.len()),
            span.resolved_at(Span::mixed_site()),
        );
        let acc = self.new_local(name, ty, true);
        self.emit(
            StmtKind::Let {
                dst: acc,
                op: Op::Use(start),
            },
            span,
        );
        acc
    }

    /// `fold(init, |acc, x| body)`, the accumulator a scalar.
    fn fold(
        &mut self,
        source: super::sequence::Source,
        call: &syn::ExprMethodCall,
        hint: Option<&Ty>,
    ) -> Option<Operand> {
        let init = self.value(&call.args[0], hint)?;
        let init = self.as_scalar(init, call.span());
        let syn::Expr::Closure(closure) = &call.args[1] else {
            return self.fold_by_path(source, call, init);
        };
        if closure.inputs.len() != 2 {
            self.sink.refuse_at(closure, catalog::CLOSURE);
            return None;
        }
        let ty = self.operand_ty(&init);
        let acc = self.accumulator(init, ty, call.span());
        let place = Place::of(acc);
        let code = call.to_token_stream();
        self.each(source, &code, None, call.span(), |this, element, span| {
            let old = this.load(place.clone(), span);
            this.bind_pattern(&closure.inputs[0], old);
            this.bind_element(&closure.inputs[1], element, span);
            if let Some(new) = this.value(&closure.body, None) {
                this.store(place.clone(), new, Assign::Set, span);
            }
        });
        Some(self.load(place, call.span()))
    }

    /// `fold(init, f64::max)`.
    fn fold_by_path(
        &mut self,
        source: super::sequence::Source,
        call: &syn::ExprMethodCall,
        init: Operand,
    ) -> Option<Operand> {
        let syn::Expr::Path(path) = &call.args[1] else {
            self.sink.refuse_at(&call.args[1], catalog::CLOSURE);
            return None;
        };
        let name = path.path.segments.last()?.ident.clone();
        let ty = self.infer_constant(&path.path);
        let entry =
            super::elementary::find(&name.to_string()).filter(|e| e.extra == 1 && ty.is_float());
        let Some(entry) = entry else {
            self.sink.refuse_at(path, catalog::LOCAL_CALLED);
            return None;
        };
        let acc = self.accumulator(init, ty, call.span());
        let place = Place::of(acc);
        let code = call.to_token_stream();
        self.each(source, &code, None, call.span(), |this, element, span| {
            let old = this.load(place.clone(), span);
            let value = this.element_operand(element, span);
            if let Some(new) = this.elementary(&name, &entry, vec![old, value]) {
                this.store(place.clone(), new, Assign::Set, span);
            }
        });
        Some(self.load(place, call.span()))
    }
}

pub(super) fn turbofish(call: &syn::ExprMethodCall) -> Option<&syn::Type> {
    call.turbofish.as_ref()?.args.iter().find_map(|a| match a {
        syn::GenericArgument::Type(t) => Some(t),
        _ => None,
    })
}
