//! Assignments, plain and compound, to what carries a derivative and to what does not.
//!
//! ```text
//! x[i] = s.sin();        t1 = sin(s); x[i] = t1
//! x[i] += a;             x[i] += a                     // the old value need not be read for the derivative
//! count += 1;            count = raw (count + 1)
//! ```

use super::{Lowerer, compound, constructed, destructure};
use crate::desugar::build;
use crate::diagnostics::catalog;
use crate::ir::*;
use proc_macro2::Span;
use quote::ToTokens;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    /// `*counts.entry(k).or_insert(0) += 1`, `members.entry(k).or_default().push(i)`: what methods lead to, where nothing
    /// carries a derivative.
    pub(super) fn inert_update(&mut self, expr: &Expr) -> bool {
        let (target, value) = match expr {
            Expr::Assign(a) => (&*a.left, Some(&*a.right)),
            Expr::Binary(b) if compound(&b.op).is_some() => (&*b.left, Some(&*b.right)),
            call if constructed::is_of_entry(call) => (call, None),
            _ => return false,
        };
        let chain = match build::peeled(target) {
            Expr::Unary(target) => &*target.expr,
            call if value.is_none() => call,
            _ => return false,
        };
        let Some(root) = self
            .inert_root(chain)
            .filter(|_| value.is_none_or(|value| self.raw(value).is_some()))
        else {
            return false;
        };
        let raw = self.raw_tokens(expr.to_token_stream());
        self.note_write(root);
        self.emit(StmtKind::Effect { raw }, expr.span());
        if !self.is_inert(root) {
            self.holds_no_derivative(root, expr.span());
        }
        true
    }

    /// The same before a loop over a map as it is.
    pub(super) fn looks_at_no_derivative(&mut self, head: &Expr) {
        let map = self.root_of(head).filter(|_| self.constructed.is_map(head));
        if let Some(root) = map.filter(|&l| !self.is_inert(l)) {
            self.holds_no_derivative(root, head.span());
        }
    }

    /// Has rustc check that what is changed without a derivative has none: behind the change, where its type is known.
    fn holds_no_derivative(&mut self, root: Local, span: Span) {
        let map = self.reference(Place::of(root), false, span);
        self.bind(Op::Selector(map), Ty::Inert, span);
    }

    /// The variable without derivative that methods are called on, one after the other, with what has none. Of a map
    /// with values of a type that is not seen there is nothing to lose, either, or what was put there is refused.
    fn inert_root(&self, expr: &Expr) -> Option<Local> {
        let Expr::MethodCall(call) = build::peeled(expr) else {
            return None;
        };
        let root = match build::as_name(&call.receiver) {
            Some(name) => self
                .lookup(&name.to_string())
                .filter(|&l| self.is_inert(l) || self.constructed.is_map(&call.receiver))?,
            None => self.inert_root(&call.receiver)?,
        };
        let looks = |arg: &Expr| match arg {
            Expr::Closure(_) | Expr::Path(_) if self.is_inert(root) => true,
            Expr::Path(path) if path.path.segments.len() > 1 => true,
            arg => self.raw(arg).is_some(),
        };
        call.args.iter().all(looks).then_some(root)
    }

    /// Refuses what is assigned to: an entry of a map that is no list, as those are that this function makes, or anything else.
    pub(super) fn refuse_target(&self, target: &Expr) {
        fn is_entry(target: &Expr) -> bool {
            match build::peeled(target) {
                Expr::Unary(u) => is_entry(&u.expr),
                Expr::Field(f) => is_entry(&f.base),
                Expr::MethodCall(call) => call.method == "entry" || is_entry(&call.receiver),
                _ => false,
            }
        }
        let message = match is_entry(target) {
            true => catalog::ENTRY,
            false => catalog::ASSIGN_TARGET,
        };
        self.sink.refuse_at(target, message);
    }

    pub(super) fn assign(&mut self, left: &Expr, right: &Expr) {
        match left {
            _ if destructure::takes_apart(left) => self.assign_parts(left, right),
            Expr::Infer(_) => drop(self.value(right, None)),
            _ => {
                // The value comes before the target's own indices, as in Rust.
                let hint = self.infer(left);
                let hint = (!matches!(hint, Ty::Unknown)).then_some(hint);
                let refilled = build::as_name(left).and_then(|name| self.lookup(&name.to_string()));
                let around = std::mem::replace(&mut self.refilling, refilled);
                let value = self.value(right, hint.as_ref());
                self.refilling = around;
                let Some(place) = self.place(left) else {
                    return self.refuse_target(left);
                };
                if let Some(value) = value {
                    self.store(place, value, Assign::Set, left.span());
                }
            }
        }
    }

    pub(crate) fn store(&mut self, place: Place, value: Operand, how: Assign, span: Span) {
        let root = place.root;
        let number = matches!(self.place_ty(&place), Ty::Int | Ty::Bool);
        let value = if number
            && matches!(self.operand_ty(&value), Ty::Unknown)
            && value.local().is_some()
        {
            let ty = self.place_ty(&place);
            self.bind(Op::Inactive(value), ty, span)
        } else {
            value
        };
        if place.path.is_empty() && matches!(self.ty(root), Ty::Unknown | Ty::Float(Float::Infer)) {
            let ty = self.ty(root).clone().join(self.operand_ty(&value));
            self.locals[root.0].ty = ty.assignable();
        }
        if place.path.is_empty() && self.ty(root).is_ref() {
            return self.sink.refuse(span, catalog::MUT_REF_VARIABLE);
        }
        self.emit(StmtKind::Assign { place, value, how }, span);
        self.note_write(root);
    }

    pub(super) fn compound_assign(&mut self, b: &syn::ExprBinary, op: Option<BinOp>) {
        let ty = self.infer(&b.left);
        if ty.peeled().is_inert() {
            return self.inert_compound(b);
        }
        let Some(op) = op else {
            return match ty.peeled() {
                Ty::Unknown => self.inert_compound(b),
                _ => self.sink.refuse_at(b, catalog::SHIFTED_ASSIGN),
            };
        };
        if matches!(ty.peeled(), Ty::Unknown) {
            self.assigning_operator(b, op);
            return;
        }
        // For primitive floats the right side comes first.
        let Some(value) = self.scalar(&b.right, Some(&ty)) else {
            return;
        };
        let value = self.float_beside(value, ty.peeled(), b.right.span());
        let Some(place) = self.place(&b.left) else {
            return self.refuse_target(&b.left);
        };
        match op {
            BinOp::Add => self.store(place, value, Assign::Add, b.span()),
            BinOp::Sub => self.store(place, value, Assign::Sub, b.span()),
            _ => {
                let old = self.load(place.clone(), b.left.span());
                let old = self.as_scalar(old, b.left.span());
                let ty = ty.join(Ty::Float(Float::Infer));
                let new = if op == BinOp::Rem {
                    self.elementary_op("rem", vec![old, value], &[true, true], ty, b.span())
                } else {
                    Some(self.bind(Op::Binary(op, old, value), ty, b.span()))
                };
                if let Some(new) = new {
                    self.store(place, new, Assign::Set, b.span());
                }
            }
        }
    }

    /// `count += 1`, `mask |= bit`: kept as arithmetic of integers. Of a place whose type does not show, that is asked.
    pub(super) fn inert_compound(&mut self, b: &syn::ExprBinary) {
        let Some(value) = self.value(&b.right, None) else {
            return;
        };
        let Some(place) = self.place(&b.left) else {
            return self.refuse_target(&b.left);
        };
        let ty = self.place_ty(&place).peeled().clone();
        let value = self.as_integer(value, b.right.span());
        let old = self.load(place.clone(), b.left.span());
        let old = self.as_integer(old, b.left.span());
        let value = self.as_inactive(value, b.right.span());
        let new = self.bind(
            Op::Integer(integer_operator(&b.op), old, value),
            ty,
            b.span(),
        );
        self.store(place, new, Assign::Set, b.span());
    }

    /// What is added to an integer is one, or refers to one; where that does not show, its type is asked.
    pub(super) fn as_integer(&mut self, value: Operand, span: proc_macro2::Span) -> Operand {
        let ty = self.operand_ty(&value);
        let unsaid = matches!(ty.peeled(), Ty::Unknown);
        let Some(local) = value.local().filter(|_| unsaid) else {
            return value;
        };
        if !ty.is_ref() {
            return self.bind(Op::Inactive(value), Ty::Int, span);
        }
        let behind = Place {
            root: local,
            path: vec![Step::Deref],
        };
        let loaded = self.load(behind, span);
        self.as_integer(loaded, span)
    }
}

/// The operator of a compound assignment, without its `=`.
fn integer_operator(op: &syn::BinOp) -> &'static str {
    use syn::BinOp::*;
    match op {
        AddAssign(_) => "+",
        SubAssign(_) => "-",
        MulAssign(_) => "*",
        DivAssign(_) => "/",
        RemAssign(_) => "%",
        BitXorAssign(_) => "^",
        BitAndAssign(_) => "&",
        BitOrAssign(_) => "|",
        ShlAssign(_) => "<<",
        _ => ">>",
    }
}
