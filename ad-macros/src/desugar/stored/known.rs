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

use super::{Storing, build, types};
use crate::desugar::functions::{self, COPIED};
use crate::segments;
use crate::tables::HashSet;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, FnArg, Pat, Type, UnOp};

/// Copies of what may be the user's `Option<&dyn Fn(A) -> B>`, which is `Copy` as the value in its place is not.
pub(super) fn copy_parameters(function: &mut syn::ItemFn) {
    let optional = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match (&*typed.pat, &*typed.ty) {
            (Pat::Ident(name), Type::Path(ty)) => {
                let last = ty.path.segments.last()?;
                let is_option = last.ident == "Option";
                (is_option && types::is_value(segments::type_argument(last)?))
                    .then(|| name.ident.to_string())
            }
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    let names: HashSet<String> = optional.collect();
    if !names.is_empty() {
        Copies(names).visit_block_mut(&mut function.block);
    }
}

/// Copies the variables of these names where they are used as values.
struct Copies(HashSet<String>);

impl Copies {
    fn is_one(&self, expr: &Expr) -> bool {
        build::as_name(expr).is_some_and(|name| self.0.contains(&name.to_string()))
    }
}

/// Whether a method of an option takes nothing out of it.
fn only_looks(method: &syn::Ident) -> bool {
    let looks = ["is_some", "is_none", "as_ref", "iter", "clone"];
    looks.iter().any(|name| method == name)
}

impl VisitMut for Copies {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Reference(r) if self.is_one(&r.expr) => {}
            Expr::MethodCall(call) if self.is_one(&call.receiver) && only_looks(&call.method) => {
                call.args.iter_mut().for_each(|a| self.visit_expr_mut(a));
            }
            _ if self.is_one(expr) => *expr = functions::copied(expr),
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

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

    /// The type of an element that is looked for, or of its copy: of what `fs.get(i).copied()` holds.
    pub(super) fn type_of_found(&self, option: &Expr) -> Option<&Type> {
        let Expr::MethodCall(call) = build::peeled(option) else {
            return None;
        };
        match call.method.to_string().as_str() {
            "copied" | "cloned" => self.type_of_found(&call.receiver),
            "get" | "first" | "last" => element_type(self.type_of(&call.receiver)?),
            _ => None,
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
pub(super) fn pointee(place: &Expr) -> &Expr {
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
        Type::Path(p) if !types::is_value(ty) => segments::type_argument(p.path.segments.last()?),
        _ => None,
    }
}
