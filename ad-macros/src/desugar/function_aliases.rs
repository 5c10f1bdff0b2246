//! Parameters whose type is another name for a type of functions.
//!
//! Receives a parameter whose type says nothing, and the body; promises what it is called with and what
//! it returns, as the run time finds it by the type, if the body calls it.
//!
//! ```text
//! type Control = fn(f64, f64) -> f64;
//! fn step(control: Control, x: f64, v: f64) -> f64 { control(x, v) }
//!
//! control: impl Function<<Control as FunctionType>::Arguments, Output = <Control as FunctionType>::Output>
//!
//! type Constraint = Box<dyn Fn(&[f64]) -> f64>;
//! fn worst(all: &[Constraint], x: &[f64]) -> f64 { all.iter().map(|c| c(x)).fold(0.0, f64::max) }
//!
//! all: &[KeptFunction<Constraint>]
//! ```

use super::bindings::{Bindings, GIVING, Telling};
use super::build;
use super::stored::aliases;
use crate::tables::HashSet;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit::{self, Visit};
use syn::{Block, Expr, FnArg, Pat, PatType, Type};

/// The names that a body calls, and does not give a meaning of its own.
#[derive(Default)]
pub(super) struct Called {
    called: HashSet<String>,
    bound: HashSet<String>,
}

impl Called {
    pub(super) fn of(body: &Block) -> Self {
        let mut called = Called::default();
        called.visit_block(body);
        called
    }

    /// What the parameter is called with, and what it returns.
    pub(super) fn alias(&self, param: &PatType, core: &TokenStream) -> Option<(TokenStream, Type)> {
        let Pat::Ident(name) = &*param.pat else {
            return None;
        };
        let ty = named(&param.ty)?;
        let name = name.ident.to_string();
        let called = self.called.contains(&name) && !self.bound.contains(&name);
        called.then(|| {
            (
                quote!(<#ty as #core::FunctionType>::Arguments),
                syn::parse_quote!(<#ty as #core::FunctionType>::Output),
            )
        })
    }
}

impl<'ast> Visit<'ast> for Called {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.called
            .extend(build::as_name(&call.func).map(ToString::to_string));
        visit::visit_expr_call(self, call);
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.bound.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}

/// A type that is only named, perhaps behind a reference.
fn named(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(r) if r.mutability.is_none() => named(&r.elem),
        Type::Path(p) if p.qself.is_none() => Some(ty),
        _ => None,
    }
}

/// Says that such functions are kept where lists and options are of them whose items the body calls.
pub(super) fn of_items(
    signature: &mut syn::Signature,
    constants: &[bool],
    body: &Block,
    core: &TokenStream,
) {
    let generics = signature.generics.clone();
    let is_parameter = |ty: &Type| matches!(ty, Type::Path(p) if generics.type_params().any(|t| p.path.is_ident(&t.ident)));
    for (i, input) in signature.inputs.iter_mut().enumerate() {
        if let FnArg::Typed(typed) = input
            && let Pat::Ident(param) = &*typed.pat
            && constants.get(i) != Some(&true)
            && let Some(item) = aliases::item_of_name(&typed.ty).filter(|ty| !is_parameter(ty))
            && Items::of(&param.ident, body).called
        {
            aliases::keep(&mut typed.ty, &item, core);
        }
    }
}

/// The items of a list, and whether they are called.
struct Items<'a> {
    list: &'a Ident,
    names: HashSet<String>,
    called: bool,
}

impl<'a> Items<'a> {
    fn of(list: &'a Ident, body: &Block) -> Self {
        let mut items = Items {
            list,
            names: HashSet::default(),
            called: false,
        };
        Telling(&mut items).visit_block(body);
        items
    }

    /// Whether an expression gives the list, items of it or one of them.
    fn is_of_list(&self, expr: &Expr) -> bool {
        match build::peeled(expr) {
            Expr::Reference(r) => self.is_of_list(&r.expr),
            Expr::Unary(u) => self.is_of_list(&u.expr),
            Expr::Index(i) => self.is_of_list(&i.expr),
            Expr::MethodCall(call) => {
                let gives =
                    call.method == "unwrap" || GIVING.iter().any(|name| call.method == name);
                gives && self.is_of_list(&call.receiver)
            }
            other => build::as_name(other)
                .is_some_and(|name| name == self.list || self.names.contains(&name.to_string())),
        }
    }
}

impl Bindings for Items<'_> {
    fn bind<'p>(&mut self, pats: impl Iterator<Item = &'p Pat>, source: &Expr) {
        if self.is_of_list(source) {
            let bound = pats.flat_map(build::bound_names);
            self.names.extend(bound.map(|name| name.to_string()));
        }
    }

    fn call(&mut self, function: &Expr) {
        self.called |= self.is_of_list(function);
    }
}
