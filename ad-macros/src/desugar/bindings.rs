//! What patterns bind, and the values that they take apart.
//!
//! Receives code; promises to tell of each pattern in it with the value that is matched, also where a loop or a method of a
//! pipeline gives the items of one, and of what is called. Items in the code are functions of their own.
//!
//! ```text
//! let f = self.f;                                                f, self.f
//! for (i, act) in self.acts.iter().enumerate() { x = act(x) }    (i, act), self.acts.iter().enumerate(); act is called
//! fs.iter().map(|f| f(x))                                        f, fs.iter(); f is called
//! ```

use super::build;
use syn::visit::{self, Visit};
use syn::{Expr, Pat};

/// Methods that give the items of their receiver, or go over them.
pub(super) const GIVING: &[&str] = &[
    "as_ref",
    "as_slice",
    "cloned",
    "copied",
    "enumerate",
    "first",
    "get",
    "into_iter",
    "iter",
    "last",
    "rev",
    "skip",
    "take",
    "zip",
];

/// Who is told.
pub(super) trait Bindings {
    /// Patterns bind a value, or parts or items of it.
    fn bind<'p>(&mut self, pats: impl Iterator<Item = &'p Pat>, source: &Expr);

    /// Something is called.
    fn call(&mut self, function: &Expr);
}

/// The visitor that tells.
pub(super) struct Telling<'b, B>(pub(super) &'b mut B);

impl<'ast, B: Bindings> Visit<'ast> for Telling<'_, B> {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.0.call(&call.func);
        visit::visit_expr_call(self, call);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        if let Some(init) = &local.init {
            self.0.bind(std::iter::once(&local.pat), &init.expr);
        }
    }

    fn visit_expr_for_loop(&mut self, e: &'ast syn::ExprForLoop) {
        self.0.bind(std::iter::once(&*e.pat), &e.expr);
        visit::visit_expr_for_loop(self, e);
    }

    fn visit_expr_let(&mut self, e: &'ast syn::ExprLet) {
        self.0.bind(std::iter::once(&*e.pat), &e.expr);
        visit::visit_expr_let(self, e);
    }

    fn visit_expr_match(&mut self, e: &'ast syn::ExprMatch) {
        self.0.bind(e.arms.iter().map(|arm| &arm.pat), &e.expr);
        visit::visit_expr_match(self, e);
    }

    /// What the closures of a pipeline are given.
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        for arg in &call.args {
            if let Expr::Closure(closure) = build::peeled(arg) {
                self.0.bind(closure.inputs.iter(), &call.receiver);
            }
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}
