//! Which fields are lists of lists, as far as the text of a function tells.
//!
//! Receives a function and what its fields are called (`places.rs`); promises the fields whose items are used as lists
//! are, so that they are asked for as such.
//!
//! ```text
//! this.w[i][j]                                           w
//! for (row, b) in this.w.iter().zip(&this.b) { row[j] }  w, not b
//! ```

use super::places::{Place, Structs};
use crate::desugar::build;
use crate::tables::HashSet;
use syn::visit::{self, Visit};
use syn::{Expr, Pat};

/// What only lists are asked for.
const OF_LISTS: [&str; 8] = [
    "iter",
    "iter_mut",
    "len",
    "is_empty",
    "windows",
    "chunks",
    "chunks_exact",
    "fill",
];

/// The fields of `structs` whose items are lists.
pub(super) fn rows(structs: &Structs, block: &syn::Block) -> Vec<Place> {
    let mut lists = Lists::default();
    lists.visit_block(block);
    let mut rows = Rows {
        structs,
        lists,
        found: Vec::new(),
    };
    rows.visit_block(block);
    rows.found
}

/// What is lent, `x` of `&x`, or the expression itself.
fn lent(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(r) => &r.expr,
        expr => expr,
    }
}

/// The names that are used as lists are.
#[derive(Default)]
struct Lists(HashSet<String>);

impl Lists {
    fn note(&mut self, expr: &Expr) {
        let name = build::as_name(lent(expr));
        self.0.extend(name.map(|name| name.to_string()));
    }
}

impl<'ast> Visit<'ast> for Lists {
    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.note(&index.expr);
        visit::visit_expr_index(self, index);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if OF_LISTS.iter().any(|name| call.method == name) {
            self.note(&call.receiver);
        }
        if call.method == "zip" {
            call.args.iter().for_each(|arg| self.note(arg));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, looped: &'ast syn::ExprForLoop) {
        self.note(&looped.expr);
        visit::visit_expr_for_loop(self, looped);
    }
}

/// What an iterator gives: items of a field, or pairs of what others give.
enum Items {
    Of(Place),
    Pairs(Box<[Items; 2]>),
    Other,
}

struct Rows<'s> {
    structs: &'s Structs,
    lists: Lists,
    found: Vec<Place>,
}

impl Rows<'_> {
    fn items(&self, iterator: &Expr) -> Items {
        let of_field = |list| self.structs.field(list).map_or(Items::Other, Items::Of);
        let call = match build::peeled(iterator) {
            Expr::MethodCall(call) => call,
            Expr::Reference(r) => return of_field(&r.expr),
            _ => return Items::Other,
        };
        let inner = || self.items(&call.receiver);
        match (call.method.to_string().as_str(), call.args.first()) {
            ("iter" | "iter_mut", None) => of_field(&call.receiver),
            ("rev" | "skip" | "take" | "step_by" | "filter", _) => inner(),
            ("enumerate", None) => Items::Pairs(Box::new([Items::Other, inner()])),
            ("zip", Some(other)) => Items::Pairs(Box::new([inner(), self.items(other)])),
            _ => Items::Other,
        }
    }

    /// A pattern that stands for an item of an iterator.
    fn bind(&mut self, pattern: &Pat, items: Items) {
        match (pattern, items) {
            (Pat::Ident(name), Items::Of(place)) if self.is_list(name) => self.found.push(place),
            (Pat::Tuple(parts), Items::Pairs(pairs)) => {
                let parts = parts.elems.iter().zip(*pairs);
                parts.for_each(|(part, items)| self.bind(part, items));
            }
            _ => {}
        }
    }

    fn is_list(&self, name: &syn::PatIdent) -> bool {
        self.lists.0.contains(&name.ident.to_string())
    }

    /// An element of a field that is used as a list.
    fn listed(&mut self, expr: &Expr) {
        self.found.extend(self.structs.element(lent(expr)));
    }
}

impl<'ast> Visit<'ast> for Rows<'_> {
    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.listed(&index.expr);
        visit::visit_expr_index(self, index);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if OF_LISTS.iter().any(|name| call.method == name) {
            self.listed(&call.receiver);
        }
        for arg in &call.args {
            match arg {
                Expr::Closure(closure) => {
                    if let Some(item) = closure.inputs.last() {
                        self.bind(item, self.items(&call.receiver));
                    }
                }
                arg if call.method == "zip" => self.listed(arg),
                _ => {}
            }
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, looped: &'ast syn::ExprForLoop) {
        self.listed(&looped.expr);
        self.bind(&looped.pat, self.items(&looped.expr));
        visit::visit_expr_for_loop(self, looped);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
            && self.is_list(name)
            && matches!(&*init.expr, Expr::Reference(_))
        {
            self.listed(&init.expr);
        }
        visit::visit_local(self, local);
    }
}
