//! What is put into a map, as far as the syntax shows it.
//!
//! Receives the statements that follow the map; promises what its values are. Nothing else says it of a map whose
//! type is not written.
//!
//! ```text
//! *m.entry(k).or_insert(0.0) += x      floats
//! *m.entry(k).or_insert(0) += 1        integers, which stay in the map
//! m.insert(k, x)                       numbers, or what is made of them
//! ```

use super::parts::{entry, named, read_through};
use super::{is_of_floats, without_sign};
use crate::desugar::build;
use crate::desugar::optional::called;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, ExprMethodCall, Pat, Stmt};

/// What is put into a map, as far as the syntax shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Given {
    /// A float for sure.
    Float,
    /// What shows that it is nothing to differentiate.
    Other,
    /// What may be a number, or made of numbers. A list of anything else is as good as the map.
    Number,
}

/// What is put into a map by these statements: what is known for sure of any says it of all.
pub(super) fn given(stmts: &[Stmt], name: &Ident) -> Option<Given> {
    /// The map, what is put into it, and the names of its entries.
    struct Values<'a>(&'a Ident, Vec<Given>, Vec<Ident>);
    impl Values<'_> {
        fn told_apart(&mut self, of: &Expr, pat: &Pat) {
            if entry(of, &named(self.0)).is_some() {
                self.2.extend(build::bound_names(pat));
            }
        }
    }
    impl<'ast> syn::visit::Visit<'ast> for Values<'_> {
        fn visit_expr_match(&mut self, e: &'ast syn::ExprMatch) {
            let arms = e.arms.iter();
            arms.for_each(|arm| self.told_apart(&e.expr, &arm.pat));
            syn::visit::visit_expr_match(self, e);
        }

        fn visit_expr_let(&mut self, e: &'ast syn::ExprLet) {
            self.told_apart(&e.expr, &e.pat);
            syn::visit::visit_expr_let(self, e);
        }

        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            let of_entry = entry(&call.receiver, &named(self.0)).is_some();
            let receiver = build::as_name(&call.receiver);
            let of_map =
                receiver == Some(self.0) || receiver.is_some_and(|name| self.2.contains(name));
            let value = call.args.last();
            let value = match call.method.to_string().as_str() {
                "or_insert" if of_entry => value.map(kind),
                "or_insert_with" if of_entry => value.and_then(called).as_ref().map(kind),
                "insert" if of_map => value.map(kind),
                _ => None,
            };
            self.1.extend(value);
            syn::visit::visit_expr_method_call(self, call);
        }

        fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
            if is_default_added_to(binary, self.0) {
                self.1.push(match kind(&binary.right) {
                    Given::Number if is_integer(&binary.right) => Given::Other,
                    _ => Given::Float,
                });
            }
            syn::visit::visit_expr_binary(self, binary);
        }
    }
    let mut values = Values(name, Vec::new(), Vec::new());
    stmts
        .iter()
        .for_each(|s| syn::visit::Visit::visit_stmt(&mut values, s));
    values.1.into_iter().min()
}

/// `*m.entry(k).or_default() += x`
fn is_default_added_to(binary: &syn::ExprBinary, name: &Ident) -> bool {
    let adds = matches!(
        binary.op,
        syn::BinOp::AddAssign(_) | syn::BinOp::SubAssign(_)
    );
    match read_through(&binary.left) {
        Expr::MethodCall(call) if call.method == "or_default" => {
            adds && entry(&call.receiver, &named(name)).is_some()
        }
        _ => false,
    }
}

fn is_integer(value: &Expr) -> bool {
    matches!(without_sign(value), Expr::Lit(l) if matches!(l.lit, syn::Lit::Int(_)))
}

fn kind(value: &Expr) -> Given {
    match without_sign(value) {
        Expr::Lit(l) => match l.lit {
            syn::Lit::Float(_) => Given::Float,
            syn::Lit::Int(_) => Given::Number,
            _ => Given::Other,
        },
        Expr::Binary(b) if build::is_arithmetic(&b.op) => kind(&b.left).min(kind(&b.right)),
        Expr::Binary(_) => Given::Other,
        Expr::Cast(c) if !is_of_floats(c.ty.to_token_stream()) => Given::Other,
        Expr::Macro(_) | Expr::Array(_) | Expr::Reference(_) => Given::Other,
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            match name.starts_with("to_") || name.starts_with("len") || name == "into" {
                true => Given::Other,
                false => Given::Number,
            }
        }
        _ => Given::Number,
    }
}
