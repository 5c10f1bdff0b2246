//! Types of functions in arrays whose type is not written.
//!
//! Receives the elements of an array; promises the type that they have together, if they are functions
//! or have functions among their parts.
//!
//! ```text
//! [f64::sin, f64::cos]                    [FunctionPointer<(ValueOf<f64>,), f64>]
//! [square, cube]                          [FunctionPointer<_, _>]
//! [("x", f as fn(f64) -> f64), ("y", g)]  [(_, FunctionPointer<(ValueOf<f64>,), f64>)]
//! [&|v: f64| k * v, &f64::sin]            [AnyFunction<(ValueOf<f64>,), _>]
//! ```

use super::types::{any, pointer, retype};
use super::{Storing, build, function_in, referred};
use crate::ir::ty;
use crate::lower::elementary;
use syn::parse::Parser;
use syn::{Expr, Type};

impl Storing<'_> {
    /// The type of an array or a `vec!`, if there are functions in it.
    pub(super) fn inferred(&self, expr: &Expr) -> Option<Type> {
        type List = syn::punctuated::Punctuated<Expr, syn::Token![,]>;
        let element = match expr {
            Expr::Array(a) => self.of_elements(&a.elems.iter().collect::<Vec<_>>()),
            Expr::Macro(m) if m.mac.path.is_ident("vec") => {
                let list = List::parse_terminated.parse2(m.mac.tokens.clone()).ok()?;
                self.of_elements(&list.iter().collect::<Vec<_>>())
            }
            _ => None,
        }?;
        Some(syn::parse_quote!([#element]))
    }

    fn of_elements(&self, elements: &[&Expr]) -> Option<Type> {
        let elements: Vec<&Expr> = elements.iter().map(|e| build::peeled(e)).collect();
        if let Some(ty) = elements.iter().find_map(|e| self.of_cast(e)) {
            return Some(ty);
        }
        let first = elements.first()?;
        if let Expr::Reference(_) = first {
            return self.of_references(&elements);
        }
        if let Expr::Tuple(tuple) = first {
            return self.of_columns(&elements, tuple.elems.len());
        }
        if let Some(ty) = elements.iter().find_map(|e| self.of_float(e)) {
            let same = |e: &&Expr| self.of_float(e).as_ref() == Some(&ty) || self.is_name(e);
            return elements.iter().all(same).then_some(ty);
        }
        if let Some(ty) = elements.iter().find_map(|e| self.of_closure(e)) {
            let function = |e: &&Expr| matches!(e, Expr::Closure(_)) || self.is_name(e);
            return elements.iter().all(function).then_some(ty);
        }
        let unsaid = pointer(None, &syn::parse_quote!(_), self.core);
        elements.iter().all(|e| self.is_name(e)).then_some(unsaid)
    }

    /// The type that a function is cast to.
    fn of_cast(&self, element: &Expr) -> Option<Type> {
        let Expr::Cast(cast) = element else {
            return None;
        };
        if let Some(shared) = referred::shared(&cast.ty, self.core) {
            return Some(shared);
        }
        let mut ty = (*cast.ty).clone();
        if retype(&mut ty, self.core) {
            return Some(ty);
        }
        // `f as Control`
        (self.is_name(&cast.expr) && !is_primitive(&cast.ty))
            .then(|| pointer(None, &syn::parse_quote!(_), self.core))
    }

    /// Tuples: each part by itself, `_` where it is no function.
    fn of_columns(&self, tuples: &[&Expr], count: usize) -> Option<Type> {
        let columns: Option<Vec<Option<Type>>> = (0..count)
            .map(|i| {
                let parts: Option<Vec<&Expr>> = tuples
                    .iter()
                    .map(|tuple| match tuple {
                        Expr::Tuple(t) => t.elems.get(i),
                        _ => None,
                    })
                    .collect();
                Some(self.of_elements(&parts?))
            })
            .collect();
        let columns = columns?;
        columns.iter().any(Option::is_some).then(|| {
            let parts = columns
                .into_iter()
                .map(|c| c.unwrap_or_else(|| syn::parse_quote!(_)));
            syn::parse_quote!((#(#parts,)*))
        })
    }

    /// References to functions, of which one says what it is called with.
    fn of_references(&self, elements: &[&Expr]) -> Option<Type> {
        let functions: Vec<&Expr> = elements.iter().map(|e| function_in(e)).collect();
        let named = |e: &Expr| build::as_name(e).map(ToString::to_string);
        let is_function = |e: &&Expr| {
            let local = || named(e).is_some_and(|name| self.callable.contains(&name));
            matches!(e, Expr::Closure(_)) || self.is_name(e) || local()
        };
        let all = elements.iter().all(|e| matches!(e, Expr::Reference(_)));
        if !all || !functions.iter().all(is_function) {
            return None;
        }
        let types = functions.iter().find_map(|e| match e {
            Expr::Closure(closure) => parameters(closure),
            e => self.parameters.get(&named(e)?).cloned(),
        })?;
        Some(any(&types, self.core))
    }

    /// `f64::sin`
    fn of_float(&self, element: &Expr) -> Option<Type> {
        let Expr::Path(path) = element else {
            return None;
        };
        let segments = &path.path.segments;
        let float = &segments.first()?.ident;
        if segments.len() != 2 || !(float == "f64" || float == "f32") {
            return None;
        }
        let found = elementary::find(&segments.last()?.ident.to_string())?;
        let ty: Type = syn::parse_quote!(#float);
        let given = found.floats.iter().map(|is_float| match is_float {
            true => ty.clone(),
            false => syn::parse_quote!(i32),
        });
        Some(pointer(Some(&given.collect::<Vec<_>>()), &ty, self.core))
    }

    /// `|x: f64| …`
    fn of_closure(&self, element: &Expr) -> Option<Type> {
        let Expr::Closure(closure) = element else {
            return None;
        };
        let types = parameters(closure)?;
        let output = match &closure.output {
            syn::ReturnType::Type(_, ty) => (**ty).clone(),
            syn::ReturnType::Default => syn::parse_quote!(_),
        };
        Some(pointer(Some(&types), &output, self.core))
    }

    fn is_name(&self, element: &Expr) -> bool {
        let element = match element {
            Expr::Cast(cast) => build::peeled(&cast.expr),
            other => other,
        };
        let Expr::Path(path) = element else {
            return false;
        };
        let local = path.path.get_ident();
        !local.is_some_and(|name| self.names.is_local(name)) && is_function_name(path)
    }
}

/// The types of a closure's parameters, if all of them are written.
pub(super) fn parameters(closure: &syn::ExprClosure) -> Option<Vec<Type>> {
    let typed = closure.inputs.iter().map(|input| match input {
        syn::Pat::Type(t) => Some((*t.ty).clone()),
        _ => None,
    });
    typed.collect()
}

fn is_primitive(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(|i| ty::is_primitive(&i.to_string())))
}

/// Functions are written in lowercase, constants and variants are not.
pub(super) fn is_function_name(path: &syn::ExprPath) -> bool {
    let last = path.path.segments.last().map(|s| s.ident.to_string());
    last.is_some_and(|name| !name.chars().any(char::is_uppercase))
}
