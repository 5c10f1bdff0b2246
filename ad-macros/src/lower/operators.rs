//! Arithmetic: of floats where the syntax shows them, by the operators' rules where it does not.
//!
//! ```text
//! x * y            t = x * y                          two floats
//! self.k * v       t = call mul(&self_k, &v)          the rule is chosen where types are known
//! ```

use super::Lowerer;
use crate::diagnostics::catalog;
use crate::ir::*;
use proc_macro2::Span;
use quote::ToTokens;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    pub(crate) fn arithmetic(
        &mut self,
        op: BinOp,
        b: &syn::ExprBinary,
        hint: Option<&Ty>,
    ) -> Option<Operand> {
        // Sums and differences have the type of their terms; an index is made of integers.
        let inner = hint.filter(|t| match t {
            Ty::Float(_) => matches!(op, BinOp::Add | BinOp::Sub) || self.shows_a_float(b),
            Ty::Int => true,
            _ => false,
        });
        let (left, left_ref) = self.operand_of(&b.left, inner)?;
        let (right, right_ref) = self.operand_of(&b.right, inner)?;
        let (l, r) = (self.operand_ty(&left), self.operand_ty(&right));
        if matches!(l, Ty::Int) && matches!(r, Ty::Int) {
            return Some(self.bind(Op::Integer(op.symbol(), left, right), Ty::Int, b.span()));
        }
        if !known_scalar(&l) || !known_scalar(&r) {
            let name = operator_name(op);
            let by_ref = vec![left_ref, right_ref];
            let hint = hint.filter(|t| t.is_float());
            return self.operator(name, by_ref, vec![left, right], hint, b.span());
        }
        let left = self.float_beside(left, &r, b.left.span());
        let right = self.float_beside(right, &l, b.right.span());
        let ty = l.join(r).join(Ty::Float(Float::Infer));
        if op == BinOp::Rem {
            return self.elementary_op("rem", vec![left, right], &[true, true], ty, b.span());
        }
        Some(self.bind(Op::Binary(op, left, right), ty, b.span()))
    }

    /// An operand of an operation whose other one is a float. Where it is an integer, the user's own function is none,
    /// `x * 2`, and rustc says so of it; of what stands here it would say the same once more.
    pub(crate) fn float_beside(&mut self, value: Operand, other: &Ty, span: Span) -> Operand {
        let float = match other {
            Ty::Float(Float::F64 | Float::Infer) => {
                syn::parse_quote!(::core::primitive::f64)
            }
            Ty::Float(Float::F32) => syn::parse_quote!(::core::primitive::f32),
            _ => return value,
        };
        match self.operand_ty(&value) {
            Ty::Int => self.bind(Op::Cast(value, float), other.clone(), span),
            _ => value,
        }
    }

    /// Whether an operand is a float by its syntax: what gives a float together with one is a float.
    fn shows_a_float(&self, b: &syn::ExprBinary) -> bool {
        self.infer(&b.left).peeled().is_float() || self.infer(&b.right).peeled().is_float()
    }

    /// An operand with references read through, and whether there was one.
    fn operand_of(&mut self, expr: &Expr, hint: Option<&Ty>) -> Option<(Operand, bool)> {
        let value = self.value(expr, hint)?;
        let by_ref = self.operand_ty(&value).is_ref();
        Some((self.pointee(value, expr.span()), by_ref))
    }

    /// The value of `expr`, or what it refers to.
    pub(crate) fn read_through(&mut self, expr: &Expr, hint: Option<&Ty>) -> Option<Operand> {
        self.operand_of(expr, hint).map(|(value, _)| value)
    }

    /// What a reference to a number refers to; a reference to anything else is an operand itself.
    fn pointee(&mut self, value: Operand, span: Span) -> Operand {
        match self.operand_ty(&value) {
            Ty::Ref(_, inner) if known_scalar(inner.peeled()) => self.as_scalar(value, span),
            _ => value,
        }
    }

    /// A call of an operator's rule.
    fn operator(
        &mut self,
        name: &'static str,
        by_ref: Vec<bool>,
        operands: Vec<Operand>,
        hint: Option<&Ty>,
        span: Span,
    ) -> Option<Operand> {
        let args = operands
            .into_iter()
            .map(|o| Arg::Ref {
                place: self.operand_place(o, span),
                mutable: false,
            })
            .collect();
        let callee = Callee::Operator(Operator { name, by_ref, span });
        let ty = hint.cloned().unwrap_or(Ty::Unknown);
        self.rule_call(callee, args, ty, span)
    }

    /// An operand as a place to borrow: the local it is, or what it refers to.
    fn operand_place(&mut self, operand: Operand, span: Span) -> Place {
        let root = self.as_local(operand, span);
        match self.ty(root) {
            Ty::Ref(..) => Place {
                root,
                path: vec![Step::Deref],
            },
            _ => Place::of(root),
        }
    }

    pub(crate) fn negation(&mut self, u: &syn::ExprUnary, hint: Option<&Ty>) -> Option<Operand> {
        let (value, by_ref) = self.operand_of(&u.expr, hint)?;
        match self.operand_ty(&value) {
            ty if matches!(value, Operand::Const(..)) => {
                Some(Operand::Const(u.to_token_stream(), ty))
            }
            ty if known_scalar(&ty) => Some(self.bind(Op::Neg(value), ty, u.span())),
            _ => self.operator("neg", vec![by_ref], vec![value], hint, u.span()),
        }
    }

    /// `a & b`, `a << b` where the syntax does not show two numbers: a type may give them a meaning.
    pub(crate) fn bitwise(&mut self, b: &syn::ExprBinary, hint: Option<&Ty>) -> Option<Operand> {
        let Some(name) = bitwise_name(&b.op) else {
            self.sink.refuse_at(b, catalog::EXPRESSION);
            return None;
        };
        let (left, left_ref) = self.operand_of(&b.left, None)?;
        let (right, right_ref) = self.operand_of(&b.right, None)?;
        let by_ref = vec![left_ref, right_ref];
        self.operator(name, by_ref, vec![left, right], hint, b.span())
    }

    /// `!a` of what may be more than a number.
    pub(crate) fn complement(&mut self, u: &syn::ExprUnary, hint: Option<&Ty>) -> Option<Operand> {
        let (value, by_ref) = self.operand_of(&u.expr, hint)?;
        self.operator("not", vec![by_ref], vec![value], hint, u.span())
    }

    /// `place op= value` on a place of unknown type.
    pub(crate) fn assigning_operator(&mut self, b: &syn::ExprBinary, op: BinOp) -> Option<()> {
        let (value, by_ref) = self.operand_of(&b.right, None)?;
        let Some(place) = self.place(&b.left) else {
            self.refuse_target(&b.left);
            return None;
        };
        let value = self.operand_place(value, b.right.span());
        let args = vec![
            Arg::Ref {
                place,
                mutable: true,
            },
            Arg::Ref {
                place: value,
                mutable: false,
            },
        ];
        let callee = Callee::Operator(Operator {
            name: assigning_name(op),
            by_ref: vec![by_ref],
            span: b.span(),
        });
        self.rule_call(callee, args, Ty::Unit, b.span()).map(drop)
    }
}

/// A number whose operators are the language's own.
fn known_scalar(ty: &Ty) -> bool {
    matches!(ty, Ty::Float(_) | Ty::Int)
}

fn operator_name(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "add",
        BinOp::Sub => "sub",
        BinOp::Mul => "mul",
        BinOp::Div => "div",
        BinOp::Rem => "rem",
    }
}

fn bitwise_name(op: &syn::BinOp) -> Option<&'static str> {
    Some(match op {
        syn::BinOp::BitAnd(_) => "bitand",
        syn::BinOp::BitOr(_) => "bitor",
        syn::BinOp::BitXor(_) => "bitxor",
        syn::BinOp::Shl(_) => "shl",
        syn::BinOp::Shr(_) => "shr",
        _ => return None,
    })
}

fn assigning_name(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "add_assign",
        BinOp::Sub => "sub_assign",
        BinOp::Mul => "mul_assign",
        BinOp::Div => "div_assign",
        BinOp::Rem => "rem_assign",
    }
}
