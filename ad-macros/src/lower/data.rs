//! Numbers out of constant lists, in loops.
//!
//! Receives an expression; promises whether it is arithmetic on elements of lists that are constant arguments. It
//! carries no derivative and could stay as it is, but passes over loops look at how its elements follow each other:
//!
//! ```text
//! for i in 0..n { s += w * (data[i] - mean) }      t1 = load data[i] ; t2 = t1 - mean ; t3 = w * t2 ; s += t3
//! ```

use super::Lowerer;
use crate::ir::*;
use syn::{BinOp, Expr, UnOp};

impl Lowerer<'_> {
    /// Whether an expression in a loop carries no derivative, and is a float of a constant list or made of such.
    pub(crate) fn is_of_data(&self, expr: &Expr) -> bool {
        !self.loops.is_empty() && self.has_data(expr)
    }

    fn has_data(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(e) => self.has_data(&e.expr),
            Expr::Group(e) => self.has_data(&e.expr),
            Expr::Index(e) => self.is_datum(e),
            Expr::Unary(e) => matches!(e.op, UnOp::Neg(_)) && self.has_data(&e.expr),
            Expr::Binary(e) => {
                let sides = [&*e.left, &*e.right];
                let arithmetic = matches!(
                    e.op,
                    BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_)
                );
                arithmetic
                    && sides.iter().any(|side| self.has_data(side))
                    && sides.iter().all(|side| self.is_constant_float(side))
            }
            _ => false,
        }
    }

    /// `data[i]`, an element of a list of floats that was given as a constant.
    fn is_datum(&self, index: &syn::ExprIndex) -> bool {
        let Expr::Path(list) = &*index.expr else {
            return false;
        };
        let name = list.path.get_ident().map(ToString::to_string);
        name.and_then(|name| self.lookup(&name)).is_some_and(|l| {
            let list = self.ty(l);
            let known = matches!(list.peeled(), Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_));
            self.constants.contains(&l)
                && matches!(list, Ty::Ref(false, _))
                && known
                && is_known(&list.element())
                && matches!(self.infer(&index.index), Ty::Int)
        })
    }

    fn is_constant_float(&self, expr: &Expr) -> bool {
        let float =
            is_known(&self.infer(expr)) || matches!(self.infer(expr), Ty::Float(Float::Infer));
        float && self.is_without_derivative(expr)
    }
}

fn is_known(ty: &Ty) -> bool {
    matches!(ty, Ty::Float(Float::F64 | Float::F32))
}
