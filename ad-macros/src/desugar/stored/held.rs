//! Functions put where no type says what they are called with.
//!
//! Receives the closures and functions' names in fields, and in constructors that are passed on; promises
//! function values in their stead. A parameter of a closure for which no type is written is what its uses
//! tell, or a float.
//!
//! ```text
//! Solver { f: |x| 2.0 * x }         Solver { f: Known::<(ValueOf<f64>,), _>::of(|x: f64| 2.0 * x) }
//! maybe(Some(halve), y)             maybe(Some(Known::<_, _>::of(halve)), y)
//! maybe(Some(&|x| k * x), y)        maybe(Some(AnyFunction::<(ValueOf<f64>,), _>::of(|x: f64| k * x)), y)
//! ```

use super::{Storing, by_rule, function_in, infer};
use crate::desugar::{build, functions};
use crate::lower::{counts, type_by_uses};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Pat, Type};

impl Storing<'_> {
    /// The fields of a struct that is made here.
    pub(super) fn hold_fields(&self, made: &mut syn::ExprStruct) {
        for field in &mut made.fields {
            // A path may be meant for a field that takes a plain pointer, and carries no derivative.
            if !matches!(field.expr, Expr::Path(_)) {
                self.hold(&mut field.expr, Place::Field);
            }
        }
    }

    /// The fields of a tuple struct that is made here.
    pub(super) fn hold_items(&self, made: &mut syn::ExprCall) {
        for field in &mut made.args {
            if !matches!(field, Expr::Path(_)) {
                self.hold(field, Place::Field);
            }
        }
    }

    /// The parts of an argument that is made by a constructor.
    pub(super) fn hold_parts(&self, arg: &mut Expr) {
        self.hold_parts_of(arg, Place::Argument);
    }

    fn hold_parts_of(&self, made: &mut Expr, place: Place) {
        match made {
            Expr::Call(call) if is_constructor(&call.func) => {
                call.args.iter_mut().for_each(|part| self.hold(part, place));
            }
            Expr::Paren(p) => self.hold_parts_of(&mut p.expr, place),
            Expr::Reference(r) if r.mutability.is_none() => {
                self.hold_parts_of(&mut r.expr, place);
            }
            _ => {}
        }
    }

    fn hold(&self, expr: &mut Expr, place: Place) {
        let core = self.core;
        let mut made: Expr = match (build::peeled(expr), function_in(expr), place) {
            (Expr::Closure(closure), ..) => self.known(closure.clone()),
            (Expr::Path(path), ..) if self.is_function(path) => {
                syn::parse_quote!(#core::Known::<_, _>::of(#path))
            }
            (_, Expr::Closure(closure), Place::Argument) if is_told(closure) => {
                self.any(closure.clone())
            }
            _ => return self.hold_parts_of(expr, place),
        };
        by_rule(&mut made);
        *expr = made;
    }

    /// A function that a function value is given, which takes such values.
    pub(super) fn give(&self, arg: &mut Expr) {
        let core = self.core;
        let mut made: Expr = match function_in(arg) {
            Expr::Closure(closure) if is_told(closure) => self.any(closure.clone()),
            // No companion says what it is called with.
            Expr::Path(path) if path.path.segments.len() == 2 && is_of_float(path) => {
                let float = &path.path.segments[0];
                self.any(syn::parse_quote!(|operand: #float| #path(operand)))
            }
            Expr::Path(path) if self.is_function(path) => {
                syn::parse_quote!(#core::AnyFunction::<_, _>::of(#path))
            }
            _ => return,
        };
        by_rule(&mut made);
        *arg = made;
    }

    fn known(&self, closure: syn::ExprClosure) -> Expr {
        let (core, (given, closure)) = (self.core, self.given(closure));
        syn::parse_quote!(#core::Known::<#given, _>::of(#closure))
    }

    fn any(&self, closure: syn::ExprClosure) -> Expr {
        let (core, (given, closure)) = (self.core, self.given(closure));
        syn::parse_quote!(#core::AnyFunction::<#given, _>::of(#closure))
    }

    /// The types of a closure's parameters, and the closure with them.
    fn given(&self, mut closure: syn::ExprClosure) -> (TokenStream, syn::ExprClosure) {
        let parameters = closure.inputs.iter();
        let types: Vec<Type> = parameters.map(|p| type_of(p, &closure.body)).collect();
        build::state_parameters(&mut closure, types.clone());
        let given = types.iter().map(|ty| functions::given(ty, self.core));
        (quote!((#(#given,)*)), closure)
    }

    fn is_function(&self, path: &syn::ExprPath) -> bool {
        let local = path
            .path
            .get_ident()
            .is_some_and(|name| self.names.is_local(name));
        path.qself.is_none() && !local && infer::is_function_name(path)
    }
}

pub(super) fn is_constructor(function: &Expr) -> bool {
    match function {
        Expr::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|s| crate::ir::starts_upper(&s.ident)),
        _ => false,
    }
}

/// `f64::sin`
fn is_of_float(path: &syn::ExprPath) -> bool {
    let owner = path.path.segments.first();
    owner.is_some_and(|s| s.ident == "f64" || s.ident == "f32")
}

/// Where a function is put.
#[derive(Clone, Copy)]
enum Place {
    /// What is behind a reference or in a box there is an object, which carries no derivative.
    Field,
    /// What is behind a reference or in a box there stands for an object, `Option<&dyn Fn(A) -> B>`, that carries one.
    Argument,
}

/// Whether a closure's parameters have types, or may be floats.
fn is_told(closure: &syn::ExprClosure) -> bool {
    closure.inputs.iter().all(|parameter| match parameter {
        Pat::Type(_) => true,
        Pat::Ident(name) => !counts(&name.ident, &closure.body),
        _ => false,
    })
}

fn type_of(parameter: &Pat, body: &Expr) -> Type {
    match parameter {
        Pat::Type(typed) => (*typed.ty).clone(),
        Pat::Ident(name) => type_by_uses(&name.ident, body),
        _ => syn::parse_quote!(_),
    }
}
