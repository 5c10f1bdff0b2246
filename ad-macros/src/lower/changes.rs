//! What code changes.
//!
//! Receives an expression; promises the places that it assigns to, lends out uniquely or changes by a
//! method that is known to, and the variable that each is a part of.
//!
//! ```text
//! { total += x; seen[i] = true; log.push(x) }        total, seen[i], log
//! ```

use crate::desugar::{build, sorts};
use proc_macro2::Ident;
use syn::Expr;
use syn::visit_mut::{self, VisitMut};

/// A place that is changed.
pub(super) struct Change {
    pub(super) place: Expr,
    pub(super) root: Ident,
    /// Whether the change may be one of length.
    pub(super) grows: bool,
}

/// The places that `code` changes, in order.
pub(super) fn of(code: &Expr) -> Vec<Change> {
    let mut changes = Changes(Vec::new());
    changes.visit_expr_mut(&mut code.clone());
    changes.0
}

/// The variables that `code` may change if they can be changed: those that are passed to functions as they are,
/// and those whose methods are called for nothing else.
pub(super) fn possible(code: &Expr) -> Vec<Ident> {
    let mut possible = Possible(Vec::new());
    possible.called(code);
    possible.visit_expr_mut(&mut code.clone());
    possible.0
}

struct Possible(Vec<Ident>);

impl Possible {
    fn called(&mut self, expr: &Expr) {
        if let Expr::MethodCall(call) = build::peeled(expr) {
            self.0.extend(build::root(&call.receiver).cloned());
        }
    }
}

impl VisitMut for Possible {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let args = match expr {
            Expr::Call(call) => Some(&call.args),
            Expr::MethodCall(call) => Some(&call.args),
            _ => None,
        };
        let names = args.into_iter().flatten().filter_map(build::as_name);
        self.0.extend(names.cloned());
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for stmt in &block.stmts {
            if let syn::Stmt::Expr(expr, _) = stmt {
                self.called(expr);
            }
        }
        visit_mut::visit_block_mut(self, block);
    }
}

struct Changes(Vec<Change>);

impl Changes {
    fn change(&mut self, place: &Expr) {
        self.changed(place, false);
    }

    fn changed(&mut self, place: &Expr, grows: bool) {
        if let Some(root) = build::root(place) {
            self.0.push(Change {
                place: place.clone(),
                root: root.clone(),
                grows,
            });
        }
    }

    /// `(a, b.c) = …`
    fn assigned(&mut self, target: &Expr) {
        match build::peeled(target) {
            Expr::Tuple(t) => t.elems.iter().for_each(|e| self.assigned(e)),
            Expr::Array(a) => a.elems.iter().for_each(|e| self.assigned(e)),
            Expr::Call(c) => c.args.iter().for_each(|e| self.assigned(e)),
            Expr::Struct(s) => s.fields.iter().for_each(|f| self.assigned(&f.expr)),
            place => self.change(place),
        }
    }
}

impl VisitMut for Changes {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Assign(a) => self.assigned(&a.left),
            Expr::Binary(b) if super::compound(&b.op).is_some() => self.change(&b.left),
            Expr::Reference(r) if r.mutability.is_some() => self.change(&r.expr),
            Expr::MethodCall(call) => {
                let method = call.method.to_string();
                let grows = grows(&method);
                if grows || keeps_length(&method) || sorts::sort(&call.method).is_some() {
                    self.changed(&call.receiver, grows);
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// Methods that change what collections and cells hold. What others do, rustc sees: what is captured and
/// not seen to be changed is shared.
fn keeps_length(method: &str) -> bool {
    method.ends_with("_mut")
        || matches!(
            method,
            "swap"
                | "fill"
                | "set"
                | "replace"
                | "copy_from_slice"
                | "clone_from_slice"
                | "rotate_left"
                | "rotate_right"
                | "reverse"
        )
}

/// Methods that change how much collections hold.
pub(crate) fn grows(method: &str) -> bool {
    matches!(
        method,
        "push"
            | "push_back"
            | "push_front"
            | "pop"
            | "pop_back"
            | "pop_front"
            | "insert"
            | "remove"
            | "swap_remove"
            | "clear"
            | "extend"
            | "extend_from_slice"
            | "append"
            | "truncate"
            | "resize"
            | "retain"
            | "drain"
            | "dedup"
            | "split_off"
            | "take"
            | "get_or_insert"
    )
}
