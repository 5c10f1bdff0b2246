//! What closures change of what they captured.
//!
//! Receives a closure, or an expression with closures in it; promises the names of the variables from outside that are
//! assigned to or lent uniquely there, and whether more may be changed than these.
//!
//! ```text
//! |x| { total += x; total }                    total
//! |x| { let total = total + x; total }
//! |x| filter.next_sample(x)                    filter, perhaps: the method may take `&mut self`
//! ```

use crate::desugar::build;
use crate::lower;
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, ExprClosure};

/// The variables from outside that a closure changes.
pub(in crate::desugar) fn changed_captures(closure: &ExprClosure) -> Vec<Ident> {
    let mut changes = Changes::default();
    changes.visit_expr_closure(closure);
    changes.changed
}

/// The variables from outside that closures anywhere in `code` change.
pub(super) fn changed_by_closures(code: &Expr) -> Vec<Ident> {
    by_closures(code).changed
}

/// Whether closures anywhere in `code` change what they captured, or hand it to what may.
pub(super) fn may_change_captures(code: &Expr) -> bool {
    let changes = by_closures(code);
    !changes.changed.is_empty() || !changes.handed_over.is_empty()
}

/// The same where it is known which variables may change.
pub(super) fn may_change_any_of(variables: &HashSet<Ident>, code: &Expr) -> bool {
    let changes = by_closures(code);
    let mut handed_over = changes.handed_over.iter();
    !changes.changed.is_empty() || handed_over.any(|name| variables.contains(name))
}

fn by_closures(code: &Expr) -> Changes {
    struct All(Changes);
    impl<'ast> Visit<'ast> for All {
        fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
            self.0.visit_expr_closure(closure);
        }
    }
    let mut all = All(Changes::default());
    all.visit_expr(code);
    all.0
}

/// Names are bound from their patterns on to the end of the block, arm, loop or closure.
#[derive(Default)]
struct Changes {
    bound: Vec<Ident>,
    changed: Vec<Ident>,
    handed_over: Vec<Ident>,
}

impl Changes {
    fn change(&mut self, place: &Expr) {
        match place {
            Expr::Index(e) => self.change(&e.expr),
            Expr::Field(e) => self.change(&e.base),
            Expr::Unary(e) => self.change(&e.expr),
            Expr::Paren(e) => self.change(&e.expr),
            Expr::Tuple(e) => e.elems.iter().for_each(|part| self.change(part)),
            other => {
                let name = build::as_name(other).filter(|name| self.is_captured(name));
                if let Some(name) = name.filter(|name| !self.changed.contains(name)) {
                    self.changed.push(name.clone());
                }
            }
        }
    }

    fn is_captured(&self, name: &Ident) -> bool {
        !self.bound.contains(name)
    }

    /// What is called by a name may be a closure that changes something, and a variable may be a unique reference.
    fn hand_over<'e>(&mut self, callee: &'e Expr, args: impl Iterator<Item = &'e Expr>) {
        let lent = args.filter(|arg| build::as_name(arg).is_some());
        let names = [callee].into_iter().chain(lent).filter_map(build::root);
        let captured = names.filter(|name| !self.bound.contains(name));
        self.handed_over.extend(captured.cloned());
    }

    fn scoped(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = self.bound.len();
        visit(self);
        self.bound.truncate(outside);
    }
}

impl<'ast> Visit<'ast> for Changes {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.bound.push(pat.ident.clone());
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.scoped(|this| visit::visit_block(this, block));
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.scoped(|this| visit::visit_arm(this, arm));
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.scoped(|this| visit::visit_expr_closure(this, closure));
    }

    fn visit_expr_if(&mut self, e: &'ast syn::ExprIf) {
        self.scoped(|this| {
            this.visit_expr(&e.cond);
            this.visit_block(&e.then_branch);
        });
        if let Some((_, otherwise)) = &e.else_branch {
            self.visit_expr(otherwise);
        }
    }

    fn visit_expr_while(&mut self, e: &'ast syn::ExprWhile) {
        self.scoped(|this| visit::visit_expr_while(this, e));
    }

    fn visit_expr_for_loop(&mut self, e: &'ast syn::ExprForLoop) {
        self.visit_expr(&e.expr);
        self.scoped(|this| {
            this.visit_pat(&e.pat);
            this.visit_block(&e.body);
        });
    }

    /// What is bound may be called like what it is made of.
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.visit_local_init(init);
        }
        self.visit_pat(&local.pat);
    }

    fn visit_expr_let(&mut self, e: &'ast syn::ExprLet) {
        self.visit_expr(&e.expr);
        self.visit_pat(&e.pat);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if !makes_value(&call.func) {
            self.hand_over(&call.func, call.args.iter());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if call.method == "next" {
            self.change(&call.receiver);
        } else if !lower::looks_only(&call.method.to_string()) {
            self.hand_over(&call.receiver, call.args.iter());
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Reference(e) if e.mutability.is_some() => self.change(&e.expr),
            _ => build::assigned(expr)
                .into_iter()
                .for_each(|place| self.change(place)),
        }
        visit::visit_expr(self, expr);
    }
}

/// `Some`, `Point`: what is called like a type or a variant is neither function nor variable.
fn makes_value(function: &Expr) -> bool {
    matches!(function, Expr::Path(path)
        if path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase)))
}
