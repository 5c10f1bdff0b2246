//! Iterators over maps and sets.
//!
//! Receives a function whose local names are unique; promises that `iter` of an argument whose type is a map or a set,
//! and of a variable that is stated to be one without floats, is not taken for a list's, whose items have positions.
//!
//! ```text
//! fn f(x: &[f64], ids: &BTreeMap<String, usize>) -> f64 {
//!     ids.iter().map(|(name, i)| …)                           ids.__entries().map(|(name, i)| …)
//! ```

use super::{build, maps};
use crate::ir::ty;
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, Pat, PatType, Type};

pub(crate) fn by_name(function: &mut syn::ItemFn) {
    let mut maps = Maps::default();
    for input in &function.sig.inputs {
        if let FnArg::Typed(typed) = input {
            maps.learn(typed);
        }
    }
    maps.visit_block(&function.block);
    if !maps.0.is_empty() {
        maps.visit_item_fn_mut(function);
    }
}

/// The names of variables that hold maps, or refer to some.
#[derive(Default)]
struct Maps(HashSet<Ident>);

impl Maps {
    fn learn(&mut self, typed: &PatType) {
        if let (Pat::Ident(name), true) = (&*typed.pat, is_map(&typed.ty)) {
            self.0.insert(name.ident.clone());
        }
    }
}

impl<'ast> Visit<'ast> for Maps {
    /// Maps that are made here may hold what carries a derivative, if they hold floats.
    fn visit_pat_type(&mut self, typed: &'ast PatType) {
        if !maps::is_of_floats(typed.ty.to_token_stream()) {
            self.learn(typed);
        }
    }
}

impl VisitMut for Maps {
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        let of_map = build::as_name(&call.receiver).is_some_and(|name| self.0.contains(name));
        if of_map && call.method == "iter" {
            call.method = Ident::new("__entries", call.method.span());
        }
    }
}

fn is_map(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => is_map(&r.elem),
        Type::Paren(t) => is_map(&t.elem),
        Type::Group(t) => is_map(&t.elem),
        Type::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|s| ty::is_map(&s.ident))
        }
        _ => false,
    }
}
