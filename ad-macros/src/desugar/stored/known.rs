//! Which names stand for function values.
//!
//! Receives the types of variables that are written; promises those of their elements, of what loops and
//! closures call these, and of copies. A function value that is passed on by a reference is passed as a
//! copy, as what takes a function takes the value.
//!
//! ```text
//! let fs: Vec<Box<dyn Fn(f64) -> f64>> = …;
//! for f in &fs { s += integrate(f, 0.0, 1.0); }        integrate(f.clone(), 0.0, 1.0)
//! ```

use super::types::{self, argument};
use super::{Storing, build};
use crate::desugar::functions::COPIED;
use syn::{Expr, ExprMethodCall, Pat, Type, UnOp};

impl Storing<'_> {
    /// The type of a variable or of a part of it, where it is written, with or without `&`.
    pub(super) fn type_of(&self, place: &Expr) -> Option<&Type> {
        match build::peeled(place) {
            Expr::Index(i) => element_type(self.type_of(&i.expr)?),
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => {
                Some(match self.type_of(&u.expr)? {
                    Type::Reference(r) => &r.elem,
                    other => other,
                })
            }
            Expr::Reference(r) => self.type_of(&r.expr),
            Expr::MethodCall(call) if call.method == "clone" || call.method == COPIED => {
                self.type_of(&call.receiver)
            }
            other => self.types.get(&build::as_name(other)?.to_string()),
        }
    }

    /// The type of the items of an iterator, with or without `&`.
    pub(super) fn item_type(&self, iterator: &Expr) -> Option<Type> {
        let Expr::MethodCall(call) = build::peeled(iterator) else {
            return element_type(self.type_of(iterator)?).cloned();
        };
        match call.method.to_string().as_str() {
            "iter" | "iter_mut" | "into_iter" => {
                element_type(self.type_of(&call.receiver)?).cloned()
            }
            "rev" | "skip" | "take" | "copied" | "cloned" | "step_by" | "filter" => {
                self.item_type(&call.receiver)
            }
            "enumerate" => {
                let item = self.item_type(&call.receiver)?;
                Some(syn::parse_quote!((usize, #item)))
            }
            "zip" => {
                let unsaid = || syn::parse_quote!(_);
                let first = self.item_type(&call.receiver).unwrap_or_else(unsaid);
                let second = self.item_type(call.args.first()?).unwrap_or_else(unsaid);
                Some(syn::parse_quote!((#first, #second)))
            }
            _ => None,
        }
    }

    /// What the closures call the items that an iterator's method gives them.
    pub(super) fn learn_parameters(&mut self, call: &ExprMethodCall) {
        let Some(item) = self.item_type(&call.receiver) else {
            return;
        };
        for arg in &call.args {
            if let Expr::Closure(closure) = build::peeled(arg)
                && let Some(last) = closure.inputs.last()
            {
                self.learn(last, &item);
            }
        }
    }

    /// Learns what a pattern's names are from the type of what it is bound to.
    pub(super) fn learn(&mut self, pat: &Pat, ty: &Type) {
        match (pat, ty) {
            (_, Type::Reference(r)) => self.learn(pat, &r.elem),
            (Pat::Reference(p), _) => self.learn(&p.pat, ty),
            (Pat::Ident(p), _) => {
                self.types.insert(p.ident.to_string(), ty.clone());
            }
            (Pat::Tuple(pats), Type::Tuple(types)) => {
                let pairs = pats.elems.iter().zip(&types.elems);
                pairs.for_each(|(pat, ty)| self.learn(pat, ty));
            }
            _ => {}
        }
    }

    /// A copy in place of the name of a function value or of a reference to one, which costs no more.
    pub(super) fn pass_on(&self, arg: &mut Expr) -> bool {
        let place = pointee(arg);
        let called = build::as_name(place).is_some_and(|name| {
            let text = name.to_string();
            self.names.is_local(name)
                && self.called.contains(&text)
                && !self.callable.contains(&text)
        });
        let is_function = self.type_of(place).map_or(called, types::is_value);
        if is_function {
            *arg = syn::parse_quote!(#place.clone());
        }
        is_function
    }
}

/// `f` of `&f`, `*f`, `&*f`
fn pointee(place: &Expr) -> &Expr {
    match build::peeled(place) {
        Expr::Reference(r) if r.mutability.is_none() => pointee(&r.expr),
        Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => pointee(&u.expr),
        other => other,
    }
}

/// `T` of `[T; N]`, `&[T]`, `Vec<T>`, `Option<T>`, `Box<T>`.
pub(super) fn element_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(r) => element_type(&r.elem),
        Type::Paren(p) => element_type(&p.elem),
        Type::Group(g) => element_type(&g.elem),
        Type::Array(a) => Some(&a.elem),
        Type::Slice(s) => Some(&s.elem),
        Type::Path(p) if !types::is_value(ty) => argument(p.path.segments.last()?),
        _ => None,
    }
}
