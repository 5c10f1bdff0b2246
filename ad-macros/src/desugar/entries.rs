//! Iterators over maps and sets.
//!
//! Receives a function whose local names are unique; promises that `iter` of an argument whose type is a map or a set,
//! and of a variable that is stated to be one without floats, is not taken for a list's, whose items have positions.
//! What such maps, and those that are made here, are asked for is a key, and no part of what carries a derivative.
//!
//! ```text
//! fn f(x: &[f64], ids: &BTreeMap<String, usize>) -> f64 {
//!     ids.iter().map(|(name, i)| …)                           ids.__entries().map(|(name, i)| …)
//!     ids.get(&item.name)                                     ids.get((&item.name).__key())
//! ```

use super::{build, maps};
use crate::ir::ty;
use crate::tables::HashSet;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, FnArg, Local, Pat, PatType, Type, parse_quote};

pub(crate) fn by_name(function: &mut syn::ItemFn) {
    let mut maps = Maps::default();
    for input in &function.sig.inputs {
        if let FnArg::Typed(typed) = input {
            maps.learn(typed);
        }
    }
    maps.visit_block(&function.block);
    if !(maps.inert.is_empty() && maps.made.is_empty()) {
        maps.visit_item_fn_mut(function);
    }
}

/// The names of variables that hold maps, or refer to some.
#[derive(Default)]
struct Maps {
    /// Those without floats.
    inert: HashSet<Ident>,
    /// Those that are made here, of whatever.
    made: HashSet<Ident>,
}

impl Maps {
    fn learn(&mut self, typed: &PatType) {
        if let (Pat::Ident(name), true) = (&*typed.pat, is_map(&typed.ty)) {
            self.inert.insert(name.ident.clone());
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

    fn visit_local(&mut self, local: &'ast Local) {
        let (pat, stated) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, is_map(&typed.ty)),
            pat => (pat, false),
        };
        if let (Pat::Ident(name), Some(init)) = (pat, &local.init)
            && (stated || crate::lower::makes_map(&init.expr))
        {
            self.made.insert(name.ident.clone());
        }
        visit::visit_local(self, local);
    }
}

impl VisitMut for Maps {
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        let Some(name) = build::as_name(&call.receiver) else {
            return;
        };
        let of_inert = self.inert.contains(name);
        let of_map = of_inert || self.made.contains(name);
        if of_inert && call.method == "iter" {
            call.method = Ident::new("__entries", call.method.span());
        }
        let looks_up = ["get", "contains_key", "contains"];
        if let (true, Some(key)) = (of_map, call.args.first_mut())
            && looks_up.iter().any(|name| call.method == name)
            && is_part(key)
        {
            let asks = Ident::new(maps::KEY, key.span());
            *key = parse_quote!((#key).#asks());
        }
    }
}

/// `&item.name`: what else is in `item` may carry a derivative.
fn is_part(key: &Expr) -> bool {
    match build::peeled(key) {
        Expr::Field(_) => true,
        Expr::Reference(r) => is_part(&r.expr),
        Expr::MethodCall(call) => call.args.is_empty() && is_part(&call.receiver),
        _ => false,
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
