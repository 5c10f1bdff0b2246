//! Indices that are a loop's variable and a constant.
//!
//! Receives an operand and a loop's variable; promises the constant between them, or nothing where
//! that does not show.
//!
//! ```text
//! for i in 0..n { x[i]   x[i + 1]   x[i - 2]   x[2 * i] }
//!                    0         1          -2    nothing
//! ```

use crate::ir::*;
use proc_macro2::TokenStream;
use std::collections::HashMap;

/// What each local that is a value was made by.
pub(crate) struct Definitions<'f> {
    f: &'f Function,
    ops: HashMap<Local, &'f Op>,
}

impl<'f> Definitions<'f> {
    pub(crate) fn of(f: &'f Function) -> Self {
        let mut ops = HashMap::new();
        f.body.walk(&mut |stmt| {
            if let StmtKind::Let { dst, op } = &stmt.kind
                && !f.info(*dst).mutable
            {
                ops.entry(*dst).or_insert(op);
            }
        });
        Definitions { f, ops }
    }

    pub(crate) fn get(&self, local: Local) -> Option<&'f Op> {
        self.ops.get(&local).copied()
    }

    /// `c`, if `index` is `var + c`.
    pub(crate) fn offset(&self, index: &Operand, var: Local) -> Option<i64> {
        let local = index.local()?;
        if local == var {
            return (!self.f.info(var).mutable).then_some(0);
        }
        match self.get(local)? {
            Op::Use(of) => self.offset(of, var),
            Op::Integer("+", a, Operand::Const(c, _))
            | Op::Integer("+", Operand::Const(c, _), a) => Some(self.offset(a, var)? + literal(c)?),
            Op::Integer("-", a, Operand::Const(c, _)) => Some(self.offset(a, var)? - literal(c)?),
            Op::Raw(raw) => {
                let reads = raw.reads.iter();
                let named = |name: &syn::Ident| {
                    let mut reads = reads.clone();
                    reads.find(|l| self.f.info(**l).name == *name).copied()
                };
                self.of_expression(&syn::parse2(raw.tokens.clone()).ok()?, &named, var)
            }
            _ => None,
        }
    }

    fn of_expression(
        &self,
        expr: &syn::Expr,
        named: &impl Fn(&syn::Ident) -> Option<Local>,
        var: Local,
    ) -> Option<i64> {
        let inner = |e: &syn::Expr| self.of_expression(e, named, var);
        match expr {
            syn::Expr::Paren(e) => inner(&e.expr),
            syn::Expr::Group(e) => inner(&e.expr),
            syn::Expr::Path(path) => {
                let local = named(path.path.get_ident()?)?;
                self.offset(&Operand::Local(local), var)
            }
            syn::Expr::Binary(syn::ExprBinary {
                left, op, right, ..
            }) => match op {
                syn::BinOp::Add(_) => match constant(right) {
                    Some(c) => Some(inner(left)? + c),
                    None => Some(inner(right)? + constant(left)?),
                },
                syn::BinOp::Sub(_) => Some(inner(left)? - constant(right)?),
                _ => None,
            },
            _ => None,
        }
    }
}

fn literal(tokens: &TokenStream) -> Option<i64> {
    constant(&syn::parse2(tokens.clone()).ok()?)
}

/// A small integer, written out.
fn constant(expr: &syn::Expr) -> Option<i64> {
    match expr {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(int),
            ..
        }) => int.base10_parse().ok().filter(|c: &i64| *c < 1 << 16),
        syn::Expr::Paren(e) => constant(&e.expr),
        syn::Expr::Group(e) => constant(&e.expr),
        _ => None,
    }
}
