//! Other names for types of functions that are kept.
//!
//! Receives a function's body and the type of its result; promises that a name is spelled out as what it stands for
//! where a closure in a box is of that type, or a function by its name: only the type of a function can be another name
//! for it. What such functions are called with, the run time finds by the name.
//!
//! ```text
//! type Force = Box<dyn Fn(f64) -> f64>;
//! let forces: Vec<Force> = vec![Box::new(move |x| -k * x)];
//!
//! let forces: Vec<AnyFunction<<Force as FunctionType>::Arguments, <Force as FunctionType>::Output>> = …
//!
//! type Loss = fn(f64) -> f64;
//! let loss: Loss = if robust { huber } else { squared };
//!
//! let loss: AnyFunction<<Loss as FunctionType>::Arguments, <Loss as FunctionType>::Output> = …
//! ```

use super::infer::is_function_name;
use super::known::element_type;
use super::{build, function_in, is_box_new, is_wrapping, named, tails, types};
use crate::ir::ty::{self, Ty};
use crate::tables::{HashMap, HashSet};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, ReturnType, Signature, Token, Type};

/// Spells out the names in a body.
pub(crate) fn in_body(function: &mut syn::ItemFn, core: &TokenStream) {
    let names = Names::of(&function.sig, &function.block);
    if !names.found.is_empty() {
        let found = names.found;
        SpelledOut { found, core }.visit_block_mut(&mut function.block);
    }
}

/// Spells out the names in the type of the result.
pub(crate) fn in_output(signature: &mut Signature, body: &Block, core: &TokenStream) {
    let names = Names::of(signature, body);
    if !names.found.is_empty() {
        let found = names.found;
        SpelledOut { found, core }.visit_return_type_mut(&mut signature.output);
    }
}

/// The name that the items of a list or an option are of, alone or beside others of known types.
pub(crate) fn item_of_name(ty: &Type) -> Option<Type> {
    let item = match ty {
        Type::Reference(r) => return item_of_name(&r.elem),
        other => element_type(other)?,
    };
    let parts: Vec<&Type> = match item {
        Type::Tuple(parts) => parts.elems.iter().collect(),
        item => vec![item],
    };
    let mut named = parts.into_iter().filter(|ty| is_name(ty));
    let found = named.next().cloned();
    found.filter(|_| named.next().is_none())
}

const KEPT: &str = "KeptFunction";

/// Says in a type that functions of such a name are kept.
pub(crate) fn keep(ty: &mut Type, name: &Type, core: &TokenStream) {
    struct Kept<'a>(String, &'a TokenStream);
    impl VisitMut for Kept<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if ty.to_token_stream().to_string() == self.0 {
                let (core, kept) = (self.1, Ident::new(KEPT, proc_macro2::Span::mixed_site()));
                *ty = syn::parse_quote!(#core::#kept<#ty>);
                return;
            }
            visit_mut::visit_type_mut(self, ty);
        }
    }
    Kept(name.to_token_stream().to_string(), core).visit_type_mut(ty);
}

/// Whether a type is that of functions that are kept, by the name.
pub(crate) fn is_kept(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|s| s.ident == KEPT))
}

/// The names that are found, as they are written, and the types of variables.
struct Names<'a> {
    signature: &'a Signature,
    body: &'a Block,
    found: HashSet<String>,
    types: HashMap<String, Type>,
}

impl<'a> Names<'a> {
    fn of(signature: &'a Signature, body: &'a Block) -> Self {
        let mut names = Names {
            signature,
            body,
            found: HashSet::default(),
            types: HashMap::default(),
        };
        names.visit_block(body);
        if let ReturnType::Type(_, ty) = &signature.output {
            names.read(ty, &build::block_expression(body.stmts.clone()));
        }
        names
    }

    /// What an expression shows of its type.
    fn read(&mut self, ty: &Type, value: &Expr) {
        if types::is_value(ty) || !contains_name(ty) {
            return;
        }
        tails(&mut value.clone(), &mut |tail| self.read_tail(ty, tail));
    }

    fn read_tail(&mut self, ty: &Type, value: &Expr) {
        if is_name(ty) && (is_boxed_closure(value) || self.is_function(value)) {
            self.found.insert(ty.to_token_stream().to_string());
            return;
        }
        match (value, ty) {
            (Expr::Reference(r), Type::Reference(t)) => self.read(&t.elem, &r.expr),
            (Expr::Tuple(values), Type::Tuple(types)) => {
                let pairs = values.elems.iter().zip(&types.elems);
                pairs.for_each(|(value, ty)| self.read(ty, value));
            }
            (value, ty) => {
                if let Some(element) = element_type(ty) {
                    let parts = parts(value);
                    parts.iter().for_each(|part| self.read(element, part));
                }
            }
        }
    }

    /// `squared`, where that is no variable.
    fn is_function(&self, value: &Expr) -> bool {
        let Expr::Path(path) = value else {
            return false;
        };
        let local = path.path.get_ident();
        is_function_name(path) && !local.is_some_and(|name| name == "self" || self.binds(name))
    }

    /// Whether a pattern binds a name. Few functions ask.
    fn binds(&self, name: &Ident) -> bool {
        let mut binds = Binds { name, found: false };
        binds.visit_signature(self.signature);
        binds.visit_block(self.body);
        binds.found
    }
}

struct Binds<'a> {
    name: &'a Ident,
    found: bool,
}

impl Visit<'_> for Binds<'_> {
    fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
        self.found |= pat.ident == *self.name;
        visit::visit_pat_ident(self, pat);
    }
}

/// The parts of a list or an option that is written out.
fn parts(value: &Expr) -> Vec<Expr> {
    match value {
        Expr::Array(a) => a.elems.iter().cloned().collect(),
        Expr::Call(call) if is_wrapping(&call.func) => call.args.iter().cloned().collect(),
        Expr::Macro(m) if m.mac.path.is_ident("vec") => {
            let items = Punctuated::<Expr, Token![,]>::parse_terminated;
            let items = m.mac.parse_body_with(items);
            items.map_or_else(|_| Vec::new(), |items| items.into_iter().collect())
        }
        _ => Vec::new(),
    }
}

/// `Box::new(|x| …)`
fn is_boxed_closure(value: &Expr) -> bool {
    let boxed = matches!(value, Expr::Call(call) if is_box_new(&call.func));
    boxed && matches!(function_in(value), Expr::Closure(_))
}

/// Whether a type is but a name of which nothing is known.
fn is_name(ty: &Type) -> bool {
    let unknown = matches!(ty::read(ty, &|_| false), Ty::Unknown);
    matches!(ty, Type::Path(path) if path.qself.is_none() && types::pointee(path).is_none())
        && unknown
}

fn contains_name(ty: &Type) -> bool {
    crate::lower::contains_type(ty, &is_name)
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let syn::Pat::Type(typed) = &local.pat {
            if let Some(init) = &local.init {
                self.read(&typed.ty, &init.expr);
            }
            if let Some((name, _)) = named(&typed.pat) {
                self.types.insert(name.to_string(), (*typed.ty).clone());
            }
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let ty = build::as_name(&call.receiver).and_then(|n| self.types.get(&n.to_string()));
        let element = ty.and_then(element_type).cloned();
        if let (Some(element), Some(given)) = (element, call.args.last()) {
            self.read(&element, given);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
        let ty = build::as_name(&assign.left).and_then(|n| self.types.get(&n.to_string()));
        if let Some(ty) = ty.cloned() {
            self.read(&ty, &assign.right);
        }
        visit::visit_expr_assign(self, assign);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}

struct SpelledOut<'a> {
    found: HashSet<String>,
    core: &'a TokenStream,
}

impl VisitMut for SpelledOut<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if self.found.contains(&ty.to_token_stream().to_string()) {
            let core = self.core;
            *ty = syn::parse_quote! {
                #core::AnyFunction<<#ty as #core::FunctionType>::Arguments, <#ty as #core::FunctionType>::Output>
            };
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
