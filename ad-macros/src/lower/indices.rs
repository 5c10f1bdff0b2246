//! Indices that are computed once.
//!
//! Receives the code of an index; promises the value that the same code had before in the region or in one around it, if
//! it is arithmetic of numbers that do not change: `u[i * n + j]` that is written twice is loaded once, and what comes
//! to its shadow is added once.
//!
//! ```text
//! t1 = i * n + j ; t2 = load u[t1]            t1 = i * n + j ; t2 = load u[t1]
//! t3 = i * n + j ; t4 = load u[t3]            … t2 …
//! ```

#[cfg(test)]
mod tests;

use super::Lowerer;
use crate::desugar::build;
use crate::ir::*;
use syn::Expr;

impl Lowerer<'_> {
    /// The index that this is, computed unless it is there.
    pub(super) fn index_once(&mut self, index: &Expr) -> Option<Operand> {
        let Some(text) = self.text_of_index(index) else {
            return self.choosing(index);
        };
        if let Some(held) = self.computed.get(&text) {
            return Some(Operand::Local(*held));
        }
        let value = self.choosing(index)?;
        if let Operand::Local(local) = value
            && matches!(self.ty(local), Ty::Int)
            && !self.locals[local.0].mutable
        {
            self.computed.insert(text, local);
        }
        Some(value)
    }

    /// Arithmetic of numbers that do not change, as text that tells variables of one name apart. Numbers that are all
    /// written out may be of one type here and of another one there.
    fn text_of_index(&self, index: &Expr) -> Option<String> {
        let names_any = !build::names_in(index).is_empty();
        (matches!(index, Expr::Binary(_)) && names_any).then(|| self.term(index))?
    }

    fn term(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Paren(e) => self.term(&e.expr),
            Expr::Group(e) => self.term(&e.expr),
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(number),
                ..
            }) => Some(number.to_string()),
            Expr::Binary(e) => {
                let operator = match e.op {
                    syn::BinOp::Add(_) => '+',
                    syn::BinOp::Sub(_) => '-',
                    syn::BinOp::Mul(_) => '*',
                    _ => return None,
                };
                Some(format!(
                    "({} {operator} {})",
                    self.term(&e.left)?,
                    self.term(&e.right)?
                ))
            }
            Expr::Field(e) => {
                let syn::Member::Named(name) = &e.member else {
                    return None;
                };
                Some(format!("{}.{name}", self.lent(&e.base)?))
            }
            Expr::Path(_) => self.number(expr),
            _ => None,
        }
    }

    /// A number that does not change.
    fn number(&self, expr: &Expr) -> Option<String> {
        let local = self.named_local(expr)?;
        let still = matches!(self.ty(local), Ty::Int) && !self.locals[local.0].mutable;
        still.then(|| text_of(local))
    }

    /// What is behind a shared reference.
    fn lent(&self, expr: &Expr) -> Option<String> {
        let local = self.named_local(expr)?;
        let still = matches!(self.ty(local), Ty::Ref(false, _)) && !self.locals[local.0].mutable;
        still.then(|| text_of(local))
    }

    fn named_local(&self, expr: &Expr) -> Option<Local> {
        let Expr::Path(path) = expr else { return None };
        self.lookup(&path.path.get_ident()?.to_string())
    }
}

/// A variable, as no number that is written out reads.
fn text_of(local: Local) -> String {
    format!("v{}", local.0)
}
