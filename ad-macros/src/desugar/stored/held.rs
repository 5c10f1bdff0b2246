//! Functions put where no type says what they are called with.
//!
//! Receives the closures and functions' names in fields, and in constructors that are passed on; promises
//! function values in their stead. A parameter of a closure for which no type is written is what its uses
//! tell, or a float.
//!
//! ```text
//! Solver { f: |x| 2.0 * x }         Solver { f: Known::<(ValueOf<f64>,), _>::of(|x: f64| 2.0 * x) }
//! maybe(Some(halve), y)             maybe(Some(Known::<_, _>::of(halve)), y)
//! ```

use super::{Storing, by_rule, infer};
use crate::desugar::{build, functions};
use crate::lower::type_by_uses;
use syn::{Expr, Pat, Type};

impl Storing<'_> {
    /// The fields of a struct that is made here.
    pub(super) fn hold_fields(&self, made: &mut syn::ExprStruct) {
        for field in &mut made.fields {
            // A path may be meant for a field that takes a plain pointer, and carries no derivative.
            if !matches!(field.expr, Expr::Path(_)) {
                self.hold(&mut field.expr);
            }
        }
    }

    /// The fields of a tuple struct that is made here.
    pub(super) fn hold_items(&self, made: &mut syn::ExprCall) {
        for field in &mut made.args {
            if !matches!(field, Expr::Path(_)) {
                self.hold(field);
            }
        }
    }

    /// The parts of an argument that is made by a constructor.
    pub(super) fn hold_parts(&self, arg: &mut Expr) {
        match arg {
            Expr::Call(call) if is_constructor(&call.func) => {
                call.args.iter_mut().for_each(|part| self.hold(part));
            }
            Expr::Paren(p) => self.hold_parts(&mut p.expr),
            _ => {}
        }
    }

    fn hold(&self, expr: &mut Expr) {
        let core = self.core;
        let mut made: Expr = match build::peeled(expr) {
            Expr::Closure(closure) => {
                let mut closure = closure.clone();
                let types: Vec<Type> = closure
                    .inputs
                    .iter()
                    .map(|p| type_of(p, &closure.body))
                    .collect();
                build::state_parameters(&mut closure, types.clone());
                let given = types.iter().map(|ty| functions::given(ty, core));
                syn::parse_quote!(#core::Known::<(#(#given,)*), _>::of(#closure))
            }
            Expr::Path(path) if self.is_function(path) => {
                syn::parse_quote!(#core::Known::<_, _>::of(#path))
            }
            _ => return self.hold_parts(expr),
        };
        by_rule(&mut made);
        *expr = made;
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

fn type_of(parameter: &Pat, body: &Expr) -> Type {
    match parameter {
        Pat::Type(typed) => (*typed.ty).clone(),
        Pat::Ident(name) => type_by_uses(&name.ident, body),
        _ => syn::parse_quote!(_),
    }
}
