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
//! ```

use super::build;
use crate::tables::HashSet;
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::{self, Visit};
use syn::{Block, Pat, PatType, Type};

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
