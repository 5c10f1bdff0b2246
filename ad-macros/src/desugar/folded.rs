//! Collections that a fold fills.
//!
//! Receives a function whose local names are unique; promises that a map, set or heap which is handed from one call of a
//! fold's closure to the next is a variable that a loop fills.
//!
//! ```text
//! let sums = xs.iter().fold(HashMap::new(), |mut m, x| { *m.entry(key(x)).or_insert(0.0) += x; m });
//!
//! let mut m = HashMap::new();
//! for x in xs.iter() { *m.entry(key(x)).or_insert(0.0) += x; }
//! let sums = m;
//! ```

use super::rename::Names;
use super::{apart, build, optional};
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Stmt, parse_quote};

pub(super) fn to_loops(function: &mut syn::ItemFn, names: &mut Names) {
    Folds(names).visit_block_mut(&mut function.block);
}

struct Folds<'a>(&'a mut Names);

impl VisitMut for Folds<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            let value = match &mut stmt {
                Stmt::Local(local) => local.init.as_mut().map(|init| &mut *init.expr),
                Stmt::Expr(value, _) => Some(value),
                _ => None,
            };
            let filled = value.and_then(|value| self.filled(value));
            if let Some([made, filled]) = filled {
                block.stmts.extend([typed(made, &stmt), filled]);
            }
            block.stmts.push(stmt);
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        if let Some(filled) = self.filled(&mut closure.body) {
            let mut stmts = filled.to_vec();
            stmts.push(Stmt::Expr((*closure.body).clone(), None));
            *closure.body = build::block_expression(stmts);
        }
        visit_mut::visit_expr_closure_mut(self, closure);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Folds<'_> {
    /// What makes and fills the collection that a value begins with; in the value stands its name then.
    fn filled(&mut self, value: &mut Expr) -> Option<[Stmt; 2]> {
        let fold = begin(value)?;
        let Expr::MethodCall(call) = &*fold else {
            return None;
        };
        let (made, Expr::Closure(step)) = (&call.args[0], build::peeled(&call.args[1])) else {
            return None;
        };
        let collection = variable(&step.inputs[0])?.clone();
        let items = &call.receiver;
        let mut stmts = build::into_stmts((*step.body).clone());
        let last = stmts.pop()?;
        if !matches!(&last, Stmt::Expr(e, None) if build::as_name(e) == Some(&collection)) {
            return None;
        }
        let item = match &step.inputs[1] {
            Pat::Type(_) => {
                let (item, pat) = (self.0.fresh(&name("item")), &step.inputs[1]);
                stmts.insert(0, parse_quote!(let #pat = #item;));
                build::name_pattern(item, false)
            }
            pat => pat.clone(),
        };
        let pattern = &step.inputs[0];
        let stmts = [
            parse_quote!(let #pattern = #made;),
            parse_quote!(for #item in #items { #(#stmts)* }),
        ];
        *fold = build::name(collection);
        Some(stmts)
    }
}

fn name(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The fold into a collection that is the first thing to be done for a value.
fn begin(value: &mut Expr) -> Option<&mut Expr> {
    if folds(value) {
        return Some(value);
    }
    match value {
        Expr::MethodCall(call) => begin(&mut call.receiver),
        Expr::Reference(r) => begin(&mut r.expr),
        Expr::Paren(p) => begin(&mut p.expr),
        Expr::Index(part) => begin(&mut part.expr),
        Expr::Try(question) => begin(&mut question.expr),
        Expr::Binary(b) => begin(&mut b.left),
        Expr::ForLoop(l) => begin(&mut l.expr),
        Expr::Match(m) => begin(&mut m.expr),
        _ => None,
    }
}

fn folds(value: &Expr) -> bool {
    let Expr::MethodCall(call) = value else {
        return false;
    };
    if call.method != "fold" || call.args.len() != 2 || !apart::makes_collection(&call.args[0]) {
        return false;
    }
    matches!(build::peeled(&call.args[1]), Expr::Closure(step)
        if step.inputs.len() == 2 && variable(&step.inputs[0]).is_some() && !optional::returns(&step.body))
}

/// `mut m`, with its type or without.
fn variable(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) => (p.by_ref.is_none() && p.mutability.is_some()).then_some(&p.ident),
        Pat::Type(typed) => variable(&typed.pat),
        _ => None,
    }
}

/// A collection's declaration with the type that is written for what becomes of it.
fn typed(mut made: Stmt, becomes: &Stmt) -> Stmt {
    if let (Stmt::Local(made), Stmt::Local(local)) = (&mut made, becomes)
        && let (Pat::Ident(name), Pat::Type(typed)) = (&made.pat, &local.pat)
        && let Some(init) = &local.init
        && build::as_name(&init.expr) == Some(&name.ident)
    {
        made.pat = build::ascribed(made.pat.clone(), (*typed.ty).clone());
    }
    made
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn what_a_fold_fills_is_a_variable() {
        assert_simplified(
            "fn f(xs: &[usize]) -> usize {
                let seen: HashSet<usize> = xs.iter().fold(HashSet::new(), |mut s, x| { s.insert(*x); s });
                seen.len()
            }",
            "fn f(xs: &[usize]) -> usize {
                let mut s: HashSet<usize> = HashSet::new();
                for x in xs.iter() { s.insert(*x); }
                let seen: HashSet<usize> = s;
                seen.len()
            }",
        );
    }
}
