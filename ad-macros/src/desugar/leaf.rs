//! Functions that call nothing of the user's but operators on parts of what they are given.
//!
//! Receives a function, or the methods of an `impl` block; promises to find those that cannot be on the way of a
//! recursion, by what is written in them: each call is of a function of floats, or of such a method. Operators may be the
//! user's own, so no operand is an argument as a whole, unless that is a number: a type's operators may call its methods,
//! but what it is made of knows nothing of these. Loops are left out, since what they leave is no small value.
//!
//! ```text
//! fn dot(self, o: V3) -> f64 { self.x * o.x + self.y * o.y }       a leaf
//! fn norm(self) -> f64 { self.dot(self).sqrt() }                   another one
//! fn sum(&self) -> f64 { self.left.sum() + self.right.sum() }      none
//! ```

use crate::ir::{starts_upper, ty};
use crate::lower::elementary;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, ImplItemFn, ItemFn, Pat, Signature};

/// Whether a function that belongs to no type is one.
pub(crate) fn is_leaf(function: &ItemFn) -> bool {
    is_plain(&function.sig) && calls_leaves(&function.sig, &function.block, &[], &[])
}

/// The methods and functions of a block that are.
pub(crate) fn of_block<'a>(methods: impl Iterator<Item = &'a ImplItemFn> + Clone) -> Vec<Ident> {
    let own: Vec<Ident> = methods.clone().map(name).collect();
    let mut leaves: Vec<Ident> = Vec::new();
    loop {
        let is_new = |m: &&ImplItemFn| {
            !leaves.contains(&m.sig.ident)
                && is_plain(&m.sig)
                && calls_leaves(&m.sig, &m.block, &own, &leaves)
        };
        let found: Vec<Ident> = methods.clone().filter(is_new).map(name).collect();
        if found.is_empty() {
            return leaves;
        }
        leaves.extend(found);
    }
}

fn name(method: &ImplItemFn) -> Ident {
    method.sig.ident.clone()
}

/// Whether the types of a function's rule name nothing that only a call of it says.
pub(crate) fn is_plain(signature: &Signature) -> bool {
    signature.generics.params.is_empty() && signature.asyncness.is_none()
}

fn calls_leaves(
    signature: &Signature,
    block: &syn::Block,
    own: &[Ident],
    leaves: &[Ident],
) -> bool {
    let mut calls = Calls {
        wholes: wholes(signature),
        own,
        leaves,
        others: false,
    };
    calls.visit_block(block);
    !calls.others
}

/// The arguments that are not known to be numbers.
fn wholes(signature: &Signature) -> Vec<String> {
    let inputs = signature.inputs.iter();
    let whole = |input: &FnArg| match input {
        FnArg::Receiver(_) => Some("self".to_string()),
        FnArg::Typed(typed) if ty::read(&typed.ty, &|_| false).peeled().is_scalar() => None,
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) => Some(name.ident.to_string()),
            _ => None,
        },
    };
    inputs.filter_map(whole).collect()
}

struct Calls<'a> {
    wholes: Vec<String>,
    /// The functions of the block.
    own: &'a [Ident],
    /// Those of them that are known to be leaves.
    leaves: &'a [Ident],
    /// Whether something else was found.
    others: bool,
}

impl Calls<'_> {
    /// Whether an operand is an argument as a whole.
    fn is_whole(&self, operand: &Expr) -> bool {
        match operand {
            Expr::Paren(e) => self.is_whole(&e.expr),
            Expr::Group(e) => self.is_whole(&e.expr),
            Expr::Reference(e) => self.is_whole(&e.expr),
            Expr::Unary(e) => self.is_whole(&e.expr),
            Expr::Path(e) => e.path.get_ident().is_some_and(|i| self.is_named(i)),
            _ => false,
        }
    }

    fn is_named(&self, name: &Ident) -> bool {
        self.wholes.iter().any(|whole| name == whole)
    }

    fn is_known(&self, method: &Ident) -> bool {
        self.leaves.contains(method)
    }

    /// Whether a path is that of a constructor, of a function of floats, or of one of the block's functions.
    fn is_known_path(&self, function: &Expr) -> bool {
        let Expr::Path(path) = function else {
            return false;
        };
        let mut from_last = path.path.segments.iter().rev();
        let (Some(last), owner) = (from_last.next(), from_last.next()) else {
            return false;
        };
        match owner {
            _ if path.qself.is_some() => false,
            _ if starts_upper(&last.ident) => true,
            Some(owner) if owner.ident == "f64" || owner.ident == "f32" => true,
            Some(owner) => owner.ident == "Self" && self.is_known(&last.ident),
            None => false,
        }
    }
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.others |= match expr {
            Expr::Call(call) => !self.is_known_path(&call.func),
            Expr::MethodCall(call) => {
                let of_floats = elementary::find(&call.method.to_string()).is_some()
                    && !self.own.contains(&call.method);
                let whole = self.is_whole(&call.receiver);
                !(self.is_known(&call.method) || of_floats && !whole)
            }
            Expr::Binary(e) => self.is_whole(&e.left) || self.is_whole(&e.right),
            Expr::Unary(e) => self.is_whole(&e.expr),
            Expr::Macro(_)
            | Expr::Closure(_)
            | Expr::ForLoop(_)
            | Expr::While(_)
            | Expr::Loop(_) => true,
            _ => false,
        };
        visit::visit_expr(self, expr);
    }

    fn visit_stmt(&mut self, stmt: &'ast syn::Stmt) {
        self.others |= matches!(stmt, syn::Stmt::Item(_) | syn::Stmt::Macro(_));
        visit::visit_stmt(self, stmt);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(block: &str) -> Vec<String> {
        let block: syn::ItemImpl = syn::parse_str(block).expect("a block");
        let functions = block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(function) => Some(function),
            _ => None,
        });
        let leaves = of_block(functions);
        leaves.iter().map(Ident::to_string).collect()
    }

    #[test]
    fn methods_are_leaves_that_call_leaves_only() {
        let found = leaves(
            "impl V { fn norm(self) -> f64 { self.dot(self).sqrt() }
                fn dot(self, o: V) -> f64 { self.x * o.x }
                fn far(&self) -> bool { self.norm() > 2.0 && other(self.x) }
                fn abs(&self) -> f64 { self.child.abs() }
                fn new(x: f64) -> Self { Self { x } }
                fn twice(&self) -> Self { Self::new(2.0 * self.x) } }",
        );
        assert_eq!(found, ["dot", "new", "norm", "twice"]);
    }

    #[test]
    fn operators_on_whole_arguments_may_be_the_types_own() {
        assert!(leaves("impl V { fn sum(self, o: V) -> V { self + o } }").is_empty());
        assert!(leaves("impl V { fn sum(&self, o: &V) -> V { *self + *o } }").is_empty());
        assert!(leaves("impl V { fn size(self) -> f64 { self.abs() } }").is_empty());
        assert_eq!(
            leaves("impl V { fn times(self, k: f64) -> f64 { k * self.x } }"),
            ["times"]
        );
    }

    #[test]
    fn functions_are_leaves_that_are_no_more_than_arithmetic() {
        let is_leaf = |text: &str| is_leaf(&syn::parse_str(text).expect("a function"));
        assert!(is_leaf(
            "fn f(x: f64) -> f64 { if x > 0.0 { x.sqrt() } else { f64::exp(x) } }"
        ));
        assert!(!is_leaf("fn f(x: f64) -> f64 { g(x) }"));
        assert!(!is_leaf("fn f<T: Shape>(t: T, x: f64) -> f64 { x }"));
        assert!(!is_leaf(
            "fn f(x: &[f64]) -> f64 { let mut s = 0.0; for v in x { s += v; } s }"
        ));
    }
}
