//! Parameters that are functions, as values that carry a derivative.
//!
//! Receives a signature, and later the body; promises a signature in which every such parameter has a
//! type parameter bound by the run time's `Function`, and a body that calls it by that trait's method.
//! The user's own function is not touched.
//!
//! ```text
//! fn twice(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {     fn twice<F0>(f: F0, x: f64) -> f64
//!     f(f(x))                                           where
//! }                                                         F0: Function<(ValueOf<f64>,), Output = f64>,
//!                                                       {
//!                                                           f.__call((f.__call((x,)),))
//!                                                       }
//! ```

use super::stored::types;
use super::{anonymous, build};
use crate::diagnostics::{Sink, catalog};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Type, TypeParamBound, WherePredicate};

/// The method by which a function value is called.
pub(crate) const CALL: &str = "__call";

/// A parameter that is a function.
pub(crate) struct FunctionParam {
    /// Its position among the parameters without the receiver.
    pub(crate) index: usize,
    /// Its type parameter.
    pub(crate) name: Ident,
    /// What it is called with, as the run time's `Arguments`.
    pub(crate) arguments: TokenStream,
    pub(crate) output: Type,
}

/// `Fn(A) -> B` as written.
pub(super) struct Written {
    /// The type parameter that has the bound.
    name: Option<Ident>,
    pub(super) inputs: Vec<Type>,
    pub(super) output: Type,
}

/// Makes the functions among the parameters values.
pub(crate) fn as_values(
    signature: &mut syn::Signature,
    constants: &[bool],
    core: &TokenStream,
    sink: &Sink,
) -> Vec<FunctionParam> {
    let skipped = usize::from(signature.receiver().is_some());
    let mut found = Vec::new();
    let generics = signature.generics.clone();
    for (i, input) in signature.inputs.iter_mut().enumerate() {
        let syn::FnArg::Typed(typed) = input else {
            continue;
        };
        if constants.get(i) == Some(&true) {
            continue;
        }
        let Some(written) = callable(&typed.ty, &generics) else {
            continue;
        };
        if let Some(unique) = written.inputs.iter().find(|t| is_unique(t)) {
            sink.refuse_at(unique, catalog::FUNCTION_CHANGES);
            continue;
        }
        let span = typed.ty.span().resolved_at(Span::mixed_site());
        let fresh = || Ident::new(&format!("__Function{i}"), span);
        let name = written.name.unwrap_or_else(fresh);
        *typed.ty = syn::parse_quote!(#name);
        if let syn::Pat::Ident(pat) = &mut *typed.pat {
            pat.mutability = None;
        }
        let arguments = written.inputs.iter().map(|t| given(t, core));
        found.push(FunctionParam {
            index: i - skipped,
            name,
            arguments: quote!((#(#arguments,)*)),
            output: written.output,
        });
    }
    bind(&mut signature.generics, &found, core);
    store(signature, constants, core);
    anonymous::named(signature);
    found
}

/// Functions inside of parameters' types, and those returned, are values of types that say so.
fn store(signature: &mut syn::Signature, constants: &[bool], core: &TokenStream) {
    for (i, input) in signature.inputs.iter_mut().enumerate() {
        if let syn::FnArg::Typed(typed) = input
            && constants.get(i) != Some(&true)
        {
            types::retype(&mut typed.ty, core);
        }
    }
    if let syn::ReturnType::Type(_, ty) = &mut signature.output {
        types::retype(ty, core);
    }
}

/// Gives each function's type parameter its bound, and no other.
fn bind(generics: &mut syn::Generics, functions: &[FunctionParam], core: &TokenStream) {
    let mut bound = HashSet::new();
    for function in functions {
        let (name, arguments, output) = (&function.name, &function.arguments, &function.output);
        if !bound.insert(name.to_string()) {
            continue;
        }
        if let Some(clause) = &mut generics.where_clause {
            let others = clause.predicates.iter().filter(|p| !is_about(p, name));
            clause.predicates = others.cloned().collect();
        }
        match generics.type_params_mut().find(|t| t.ident == *name) {
            Some(param) => param.bounds.clear(),
            None => generics.params.push(syn::parse_quote!(#name)),
        }
        generics.make_where_clause().predicates.push(
            syn::parse_quote!(#name: #core::Function<#arguments, Output = #output> + 'static),
        );
    }
}

fn is_about(predicate: &WherePredicate, name: &Ident) -> bool {
    matches!(predicate, WherePredicate::Type(t) if *name == t.bounded_ty.to_token_stream().to_string())
}

pub(super) fn is_unique(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_some())
}

/// How an argument is given, as a type without lifetimes.
pub(super) fn given(ty: &Type, core: &TokenStream) -> TokenStream {
    match ty {
        Type::Reference(r) => {
            let pointee = &r.elem;
            quote!(#core::RefTo<#pointee>)
        }
        other => quote!(#core::ValueOf<#other>),
    }
}

/// What a parameter of this type is called with, if it is a function or a reference to one.
fn callable(ty: &Type, generics: &syn::Generics) -> Option<Written> {
    match ty {
        Type::Reference(r) => callable(&r.elem, generics),
        Type::Paren(p) => callable(&p.elem, generics),
        Type::Group(g) => callable(&g.elem, generics),
        Type::ImplTrait(t) => t.bounds.iter().find_map(|b| written(b, None)),
        Type::TraitObject(t) => t.bounds.iter().find_map(|b| written(b, None)),
        Type::BareFn(f) => of_pointer(f),
        Type::Path(p) if types::pointee(p).is_some() => callable(types::pointee(p)?, generics),
        Type::Path(p) if p.qself.is_none() => {
            let name = p.path.get_ident()?;
            let param = generics.type_params().find(|t| t.ident == *name)?;
            let clauses = generics.where_clause.iter().flat_map(|w| &w.predicates);
            let clauses = clauses.filter(|p| is_about(p, name));
            let of_clauses = clauses.filter_map(|p| match p {
                WherePredicate::Type(t) => Some(&t.bounds),
                _ => None,
            });
            let mut bounds = param.bounds.iter().chain(of_clauses.flatten());
            bounds.find_map(|b| written(b, Some(name)))
        }
        _ => None,
    }
}

/// `fn(A) -> B`
pub(super) fn of_pointer(f: &syn::TypeBareFn) -> Option<Written> {
    (f.abi.is_none() && f.unsafety.is_none()).then(|| Written {
        name: None,
        inputs: f.inputs.iter().map(|a| a.ty.clone()).collect(),
        output: output_of(&f.output),
    })
}

pub(super) fn written(bound: &TypeParamBound, name: Option<&Ident>) -> Option<Written> {
    let TypeParamBound::Trait(bound) = bound else {
        return None;
    };
    let last = bound.path.segments.last()?;
    let is_function = ["Fn", "FnMut", "FnOnce"].iter().any(|f| last.ident == f);
    match &last.arguments {
        syn::PathArguments::Parenthesized(given) if is_function => Some(Written {
            name: name.cloned(),
            inputs: given.inputs.iter().cloned().collect(),
            output: output_of(&given.output),
        }),
        _ => None,
    }
}

fn output_of(output: &syn::ReturnType) -> Type {
    match output {
        syn::ReturnType::Default => syn::parse_quote!(()),
        syn::ReturnType::Type(_, ty) => (**ty).clone(),
    }
}

/// The type parameters that stand for function values.
pub(crate) fn function_types(generics: &syn::Generics) -> Vec<Ident> {
    let clauses = generics.where_clause.iter().flat_map(|w| &w.predicates);
    let bound = clauses.filter_map(|p| match p {
        WherePredicate::Type(t) => match (&t.bounded_ty, t.bounds.first()?) {
            (Type::Path(path), TypeParamBound::Trait(bound)) => {
                let is_function = bound.path.segments.last()?.ident == "Function";
                path.path.get_ident().filter(|_| is_function).cloned()
            }
            _ => None,
        },
        _ => None,
    });
    bound.collect()
}

/// Whether a parameter's type is one of `types`.
pub(crate) fn is_one_of(ty: &Type, types: &[Ident]) -> bool {
    matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(|i| types.contains(i)))
}

/// Calls of function values become calls of their method, and references to them the values.
pub(super) fn calls(function: &mut syn::ItemFn) {
    let types = function_types(&function.sig.generics);
    let inputs = function.sig.inputs.iter();
    let params = inputs.filter_map(|input| match input {
        syn::FnArg::Typed(t) if is_one_of(&t.ty, &types) => match &*t.pat {
            syn::Pat::Ident(pat) => Some(pat.ident.to_string()),
            _ => None,
        },
        _ => None,
    });
    let params: HashSet<String> = params.collect();
    let mut locals = Locals(params.clone());
    locals.visit_item_fn(function);
    let locals = locals.0;
    Calls { params, locals }.visit_block_mut(&mut function.block);
}

/// The names that patterns bind.
struct Locals(HashSet<String>);

impl<'ast> Visit<'ast> for Locals {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.0.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}

struct Calls {
    /// Parameters that are functions.
    params: HashSet<String>,
    locals: HashSet<String>,
}

impl Calls {
    /// The parameter that `f`, `&f`, `*f`, `(f)` names.
    fn param(&self, expr: &Expr) -> Option<Ident> {
        match build::peeled(expr) {
            Expr::Reference(r) => self.param(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.param(&u.expr),
            other => {
                let name = build::as_name(other)?;
                self.params
                    .contains(&name.to_string())
                    .then(|| name.clone())
            }
        }
    }

    /// The function value that is called: a local, or a part of something.
    fn called<'e>(&self, callee: &'e Expr) -> Option<&'e Expr> {
        match build::peeled(callee) {
            Expr::Reference(r) => self.called(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.called(&u.expr),
            Expr::Path(_) => build::as_name(callee)
                .filter(|name| self.locals.contains(&name.to_string()))
                .map(|_| callee),
            Expr::Cast(cast) => self.called(&cast.expr),
            Expr::Closure(_) => None,
            other => Some(other),
        }
    }
}

impl VisitMut for Calls {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(name) = self.param(expr) {
            *expr = build::name(name);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        // `(f as fn(f64) -> f64)(x)`
        if let Expr::Call(call) = expr
            && let Expr::Cast(cast) = build::peeled(&call.func)
            && let Expr::Path(_) = build::peeled(&cast.expr)
        {
            *call.func = build::peeled(&cast.expr).clone();
        }
        if let Expr::Call(call) = expr
            && let Some(function) = self.called(&call.func)
        {
            let method = Ident::new(CALL, function.span());
            let function = match function {
                Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => function.clone(),
                other => build::paren(other.clone()),
            };
            let args = &call.args;
            let trailing = (!args.is_empty() && !args.trailing_punct()).then(|| quote!(,));
            *expr = syn::parse_quote!(#function.#method((#args #trailing)));
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
