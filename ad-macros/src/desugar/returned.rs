//! Results of calls that are given to calls, and that may be functions.
//!
//! Receives a body that is as small as it becomes; promises a mark on each call of a function whose result
//! nothing is done with but to give it to other calls, so that it becomes a call also where nothing with a derivative
//! goes in: if a function comes back, only the callee's rule makes one with a rule (`emit/made_functions.rs`).
//!
//! ```text
//! let f = make(3.0);                 let f = #[__returned] make(3.0);
//! integrate(&f, a, b)                integrate(&f, a, b)
//! ```

use super::build;
use crate::ir::ty;
use crate::tables::HashMap;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprCall, Pat};

const MARK: &str = "__returned";

pub(crate) fn mark(function: &mut syn::ItemFn) {
    let mut uses = Uses::default();
    uses.visit_block(&function.block);
    Marks(uses).visit_block_mut(&mut function.block);
}

/// Whether a call is marked.
pub(crate) fn is_marked(call: &ExprCall) -> bool {
    call.attrs.iter().any(|a| a.path().is_ident(MARK))
}

/// How often each name is mentioned, and how often it is given to a call of a function.
#[derive(Default)]
struct Uses(HashMap<String, (usize, usize)>);

impl Uses {
    fn count_tokens(&mut self, tokens: TokenStream) {
        for tree in tokens {
            match tree {
                TokenTree::Ident(name) => self.0.entry(name.to_string()).or_default().0 += 1,
                TokenTree::Group(group) => self.count_tokens(group.stream()),
                _ => {}
            }
        }
    }

    /// Whether nothing is done with a variable but to give it to calls.
    fn is_given(&self, name: &syn::Ident) -> bool {
        let counts = self.0.get(&name.to_string());
        counts.is_some_and(|(mentions, given)| mentions == given)
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if is_of_function(call) {
            for name in call.args.iter().filter_map(|arg| given(arg)) {
                self.0.entry(name.to_string()).or_default().1 += 1;
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let Some(name) = path.path.get_ident() {
            self.0.entry(name.to_string()).or_default().0 += 1;
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.count_tokens(mac.tokens.clone());
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}

/// `f` of `f`, `&f`, `&*f`
fn given(arg: &Expr) -> Option<&syn::Ident> {
    match build::peeled(arg) {
        Expr::Reference(r) if r.mutability.is_none() => match build::peeled(&r.expr) {
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => build::as_name(&u.expr),
            place => build::as_name(place),
        },
        other => build::as_name(other),
    }
}

/// Whether a function is called by its path: none of the standard library's, and no constructor.
fn is_of_function(call: &ExprCall) -> bool {
    let Expr::Path(path) = build::peeled(&call.func) else {
        return false;
    };
    let mut names = path.path.segments.iter().map(|s| s.ident.to_string());
    let first = names.clone().next().unwrap_or_default();
    path.qself.is_none()
        && !["std", "core", "alloc"].contains(&first.as_str())
        && !ty::is_primitive(&first)
        && !names.any(|name| name.contains(char::is_uppercase) || name == "__private")
}

struct Marks(Uses);

impl VisitMut for Marks {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let (Pat::Ident(bound), Some(init)) = (&local.pat, &mut local.init)
            && self.0.is_given(&bound.ident)
        {
            mark_call(&mut init.expr);
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_call_mut(&mut self, call: &mut ExprCall) {
        if is_of_function(call) {
            for arg in &mut call.args {
                match arg {
                    Expr::Reference(r) if r.mutability.is_none() => mark_call(&mut r.expr),
                    arg => mark_call(arg),
                }
            }
        }
        visit_mut::visit_expr_call_mut(self, call);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Marks a call of a function that is given something, but no closures.
fn mark_call(expr: &mut Expr) {
    if let Expr::Call(call) = expr
        && call.attrs.is_empty()
        && !call.args.is_empty()
        && is_of_function(call)
        && !call.args.iter().any(|arg| matches!(arg, Expr::Closure(_)))
    {
        let mark = syn::Ident::new(MARK, proc_macro2::Span::mixed_site());
        call.attrs.push(syn::parse_quote!(#[#mark]));
    }
}
