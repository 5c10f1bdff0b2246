//! Variables that refutable patterns bind, as what the pattern binds and a variable.
//!
//! Receives a function as it is written; promises that no pattern of a `match`, an `if let`, a `while let`
//! a `let … else` or a `let … = o?` binds a variable: it binds a part of what is matched, which a `let mut` takes away.
//!
//! ```text
//! match path { Open(mut points) => body, … }     match path { Open(points) => { let mut points = points; body } … }
//! let Some(mut v) = o else { return 0.0 };       let Some(v) = o else { return 0.0 }; let mut v = v;
//! ```

use super::build;
use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Stmt};

pub(crate) fn behind_patterns(function: &mut syn::ItemFn) {
    Binder.visit_block_mut(&mut function.block);
}

struct Binder;

impl VisitMut for Binder {
    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        visit_mut::visit_arm_mut(self, arm);
        let mut stmts = taken_from(&mut arm.pat);
        if !stmts.is_empty() {
            stmts.extend(build::into_stmts((*arm.body).clone()));
            *arm.body = build::block_expression(stmts);
        }
    }

    fn visit_expr_if_mut(&mut self, e: &mut syn::ExprIf) {
        visit_mut::visit_expr_if_mut(self, e);
        begin(&mut e.cond, &mut e.then_branch);
    }

    fn visit_expr_while_mut(&mut self, e: &mut syn::ExprWhile) {
        visit_mut::visit_expr_while_mut(self, e);
        begin(&mut e.cond, &mut e.body);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        visit_mut::visit_block_mut(self, block);
        let stmts = std::mem::take(&mut block.stmts);
        block.stmts = stmts.into_iter().flat_map(bound).collect();
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The variables of a condition that is one `let`. What follows it in a chain may change them, too.
fn begin(condition: &mut Expr, block: &mut syn::Block) {
    if let Expr::Let(e) = condition {
        block.stmts.splice(0..0, taken_from(&mut e.pat));
    }
}

/// A statement, and behind it the variables of a `let … else`.
fn bound(mut stmt: Stmt) -> Vec<Stmt> {
    let variables = match &mut stmt {
        Stmt::Local(local) if local.init.as_ref().is_some_and(may_leave) => {
            taken_from(&mut local.pat)
        }
        _ => Vec::new(),
    };
    std::iter::once(stmt).chain(variables).collect()
}

/// Whether what is bound is a part of what is matched: `let … else`, `let v = o?`.
fn may_leave(init: &syn::LocalInit) -> bool {
    init.diverge.is_some() || matches!(build::peeled(&init.expr), Expr::Try(_))
}

/// Takes the `mut` of a pattern's names away; gives the variables in their places.
fn taken_from(pat: &mut Pat) -> Vec<Stmt> {
    struct Names(Vec<Ident>);
    impl VisitMut for Names {
        fn visit_pat_ident_mut(&mut self, p: &mut syn::PatIdent) {
            if p.by_ref.is_none() && p.mutability.take().is_some() && !self.0.contains(&p.ident) {
                self.0.push(p.ident.clone());
            }
            visit_mut::visit_pat_ident_mut(self, p);
        }
        fn visit_expr_mut(&mut self, _: &mut Expr) {}
    }
    let mut names = Names(Vec::new());
    names.visit_pat_mut(pat);
    let variable = |name: Ident| {
        let span = name.span();
        let pat = build::name_pattern(name.clone(), true);
        build::let_(pat, build::name(name), span)
    };
    names.0.into_iter().map(variable).collect()
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn variables_are_bound_behind_the_pattern() {
        assert_simplified(
            "fn f(o: Option<f64>) -> f64 {
                match o { Some(mut x) if x > 1.0 => { x += 1.0; x } _ => 0.0 }
            }",
            "fn f(o: Option<f64>) -> f64 {
                match o { Some(x) if x > 1.0 => { let mut x_2 = x; x_2 += 1.0; x_2 } _ => 0.0 }
            }",
        );
    }
}
