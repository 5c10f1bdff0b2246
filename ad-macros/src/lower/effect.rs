//! Calls as statements: what they change, and nothing else.

use super::Lowerer;
use crate::desugar::fluent;
use crate::diagnostics::catalog;
use crate::ir::*;
use crate::projection::{is_unique_by_name, unlike};
use crate::segments;
use proc_macro2::Span;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    pub(crate) fn call_statement(&mut self, call: &syn::ExprCall) {
        if let Expr::Path(path) = &*call.func {
            let names = segments::names(&path.path);
            if names.ends_with(&["mem".into(), "swap".into()]) && call.args.len() == 2 {
                return self.swap(call);
            }
        }
        let value = self.value(&Expr::Call(call.clone()), None);
        drop(value);
    }

    fn swap(&mut self, call: &syn::ExprCall) {
        let (Some(a), Some(b)) = (self.swapped(&call.args[0]), self.swapped(&call.args[1])) else {
            return self.sink.refuse_at(call, catalog::PLACE);
        };
        self.exchange(a, b, call.span());
    }

    /// Two places get each other's contents. What changes places with a number is one, which is asked where its type
    /// does not show.
    pub(super) fn exchange(&mut self, a: Place, b: Place, span: Span) {
        let is_number = |place: &Place| matches!(self.place_ty(place), Ty::Int | Ty::Bool);
        if is_number(&a) != is_number(&b) {
            let [from_a, from_b] = [&a, &b].map(|place| self.load(place.clone(), span));
            self.store(a, from_b, Assign::Set, span);
            return self.store(b, from_a, Assign::Set, span);
        }
        self.note_write(a.root);
        self.note_write(b.root);
        self.emit(StmtKind::Exchange { a, b }, span);
    }

    /// What `mem::swap` swaps: the place behind `&mut place`, or behind a unique reference.
    fn swapped(&mut self, arg: &Expr) -> Option<Place> {
        match arg {
            Expr::Reference(r) if r.mutability.is_some() => self.place(&r.expr),
            other => {
                let mut place = self.place(other)?;
                place.path.push(Step::Deref);
                Some(place)
            }
        }
    }

    pub(crate) fn method_statement(&mut self, call: &syn::ExprMethodCall) {
        if fluent::is_marker(&call.method) {
            return self.chain_marker(call);
        }
        if self.fluent(call) {
            return;
        }
        let name = call.method.to_string();
        let receiver = self.infer(&call.receiver);
        if !receiver.peeled().is_inert() && self.small_statement(call) {
            return;
        }
        let sequence = matches!(
            receiver.peeled(),
            Ty::Vec(_) | Ty::Slice(_) | Ty::Array(_) | Ty::Unknown
        );
        if receiver.peeled().is_inert() || !sequence || !self.may_be_of_sequence(call) {
            return self.plain_method_statement(call);
        }
        let Some(place) = self.place(&call.receiver) else {
            return self.plain_method_statement(call);
        };
        let span = call.span();
        let kind = match (name.as_str(), call.args.len()) {
            ("push", 1) if self.is_of_named_type(&place) => {
                return self.plain_method_statement(call);
            }
            ("push", 1) => self.push(place.clone(), &call.args[0]),
            ("swap", 2) => {
                let mut position = |at: &Expr| {
                    let position = self.value(at, Some(&Ty::Int))?;
                    Some(self.as_index(position, at.span()))
                };
                let i = position(&call.args[0]);
                let j = position(&call.args[1]);
                i.zip(j).map(|(i, j)| StmtKind::Swap {
                    place: place.clone(),
                    i,
                    j,
                })
            }
            ("fill", 1) => {
                let element = self.place_ty(&place).element();
                self.value(&call.args[0], Some(&element))
                    .map(|value| StmtKind::Fill {
                        place: place.clone(),
                        value,
                    })
            }
            ("copy_from_slice" | "clone_from_slice", 1) => {
                let from = match &call.args[0] {
                    Expr::Reference(r) => self.place_or_temp(&r.expr),
                    other => self.place_or_temp(other),
                };
                from.map(|from| StmtKind::CopyFrom {
                    place: place.clone(),
                    from,
                })
            }
            _ => return self.plain_method_statement(call),
        };
        if let Some(kind) = kind {
            self.emit(kind, span);
            self.note_write(place.root);
        }
    }

    fn is_of_named_type(&self, place: &Place) -> bool {
        let whole = place.path.iter().all(|s| matches!(s, Step::Deref));
        let unsaid = matches!(self.place_ty(place).peeled(), Ty::Unknown);
        whole && unsaid && self.named_types.contains(&place.root)
    }

    fn push(&mut self, place: Place, value: &Expr) -> Option<StmtKind> {
        let element = self.place_ty(&place).element();
        let value = self.value(value, Some(&element))?;
        let known = self.operand_ty(&value);
        // A float that carries no derivative says nothing of the others.
        if let (true, Ty::Vec(t)) = (place.path.is_empty(), &mut self.locals[place.root.0].ty)
            && matches!(**t, Ty::Unknown)
            && !known.may_be_of_float()
        {
            **t = known;
        }
        Some(StmtKind::Push { place, value })
    }

    pub(super) fn plain_method_statement(&mut self, call: &syn::ExprMethodCall) {
        // `m.scale_mut(2.0);` changes the whole of `m`, where `*m.at_mut(0) = 2.0` changes a part that it gives.
        let mut call = call.clone();
        if is_unique_by_name(&call.method) {
            call.method = unlike(&call.method);
        }
        let call = &call;
        let expr = Expr::MethodCall(call.clone());
        match self.raw(&expr).or_else(|| self.inert_change(call)) {
            // Inert state changes: a random generator's step, a counter in a map.
            Some(raw) => {
                if let Some(place) = self.place(&call.receiver) {
                    self.note_write(place.root);
                }
                self.emit(
                    StmtKind::Effect {
                        raw: Raw {
                            volatile: true,
                            ..raw
                        },
                    },
                    call.span(),
                );
            }
            None => drop(self.value(&expr, None)),
        }
    }

    /// A change of a value without derivative by what closures look at: `order.sort_by(|&i, &j| …)`.
    fn inert_change(&self, call: &syn::ExprMethodCall) -> Option<Raw> {
        let looks = |arg: &Expr| matches!(arg, Expr::Closure(_)) || self.raw(arg).is_some();
        let inert = self.infer(&call.receiver).peeled().is_inert();
        (inert && call.args.iter().all(looks))
            .then(|| self.payload(&Expr::MethodCall(call.clone())))
            .flatten()
    }
}
