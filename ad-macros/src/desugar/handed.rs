//! Parameters of closures of which the function that they are given to tells the type, and their uses another one.
//!
//! A closure's parameter needs no type where what it is given to says it, and a macro sees no other function: by its uses `x` of
//! `|x| x.exp()` is a float. Every item leaves word here of what its functions hand to the functions that they take.
//! Receives a function; promises that such a parameter has a type where word was left of another one than its uses show. Types of
//! the user's, which may have no name here, are told from floats alone.
//!
//! ```text
//! fn slope(f: impl Fn(Dual) -> Dual, x: f64) -> f64
//! slope(|x| x.exp(), a)                                   slope(|x: Inferred<_>| x.exp(), a)
//! series.apply(|x| x.exp())                               series.apply(|x: &f64| x.exp())
//! ```
//!
//! Word of functions of one name that hand over different things is no word. A function that stands behind the closure, or in
//! another file, has left none: then the uses tell.

use super::callees::{self, Said};
use super::closures::is_adaptor;
use super::{build, functions};
use crate::ir::Ty;
use crate::lower::type_of_parameter;
use proc_macro2::TokenStream;
use std::collections::BTreeMap;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprClosure, FnArg, Generics, Pat, Signature, Type};

/// What functions of a name in a file hand to each function that they are given.
static HANDED: Said<Handed> = Said::nothing();

/// By the position of the function among the arguments, and that of the parameter among its own.
type Handed = BTreeMap<(usize, usize), Shape>;

/// What is known of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Float,
    /// `&f64`, or `&f32`.
    Behind(Precision),
    /// Numbers in a row, behind a reference or not.
    Row,
    Other,
    OtherBehind,
    /// It may be any of them.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    Single,
    Double,
}

impl Shape {
    /// Of what a function is given, by its signature.
    fn of(ty: &Type, generics: &Generics) -> Self {
        match ty {
            Type::Paren(t) => Shape::of(&t.elem, generics),
            Type::Group(t) => Shape::of(&t.elem, generics),
            Type::Reference(r) if r.mutability.is_none() => match Shape::of(&r.elem, generics) {
                Shape::Float if is_named(&r.elem, "f32") => Shape::Behind(Precision::Single),
                Shape::Float => Shape::Behind(Precision::Double),
                Shape::Other => Shape::OtherBehind,
                // What is behind a reference is no float of which the uses would tell.
                Shape::Unknown if is_parameter(&r.elem, generics) => Shape::OtherBehind,
                Shape::Row => Shape::Row,
                _ => Shape::Unknown,
            },
            Type::Slice(_) => Shape::Row,
            ty if is_named(ty, "f64") || is_named(ty, "f32") => Shape::Float,
            Type::Path(p) if p.qself.is_none() && !is_parameter(ty, generics) => {
                match p.path.segments.last() {
                    Some(last) if KNOWN.iter().any(|name| last.ident == name) => Shape::Unknown,
                    _ => Shape::Other,
                }
            }
            _ => Shape::Unknown,
        }
    }

    /// Of what is used so.
    fn of_uses(ty: &Ty) -> Self {
        match ty {
            Ty::Float(_) => Shape::Float,
            Ty::Ref(_, behind) if matches!(**behind, Ty::Slice(_)) => Shape::Row,
            Ty::Ref(_, behind) if behind.is_float() => Shape::Behind(Precision::Double),
            _ => Shape::Unknown,
        }
    }

    /// The type to be written of what is used so.
    fn written(self, uses: Shape, core: &TokenStream) -> Option<Type> {
        Some(match (self, uses) {
            (_, Shape::Unknown) => return None,
            (Shape::Behind(Precision::Double), Shape::Float) => syn::parse_quote!(&f64),
            (Shape::Behind(Precision::Single), Shape::Float) => syn::parse_quote!(&f32),
            (Shape::OtherBehind, Shape::Float | Shape::Row) => {
                syn::parse_quote!(&#core::Inferred<_>)
            }
            (Shape::Other, _) => syn::parse_quote!(#core::Inferred<_>),
            _ => return None,
        })
    }
}

/// Types of the standard library whose values are used as their uses tell.
const KNOWN: [&str; 6] = ["Vec", "VecDeque", "Box", "Rc", "Arc", "Cow"];

fn is_named(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident(name))
}

fn is_parameter(ty: &Type, generics: &Generics) -> bool {
    generics
        .type_params()
        .any(|t| is_named(ty, &t.ident.to_string()))
}

/// Leaves word of what the functions of an item hand over.
pub(crate) fn note(item: &syn::Item) {
    callees::of_item(item, &mut note_one);
}

fn note_one(name: String, signature: &Signature, around: &Generics) {
    let mut generics = signature.generics.clone();
    generics.params.extend(around.params.iter().cloned());
    if let Some(clause) = &around.where_clause {
        let predicates = clause.predicates.iter().cloned();
        generics.make_where_clause().predicates.extend(predicates);
    }
    let mut found = Handed::new();
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&typed.ty),
        FnArg::Receiver(_) => None,
    });
    for (at, ty) in typed.enumerate() {
        let inputs = functions::callable(ty, &generics).map_or_else(Vec::new, |f| f.inputs);
        let shapes = inputs.iter().map(|ty| Shape::of(ty, &generics));
        found.extend(shapes.enumerate().map(|(i, shape)| ((at, i), shape)));
    }
    HANDED.note(name, Some(found));
}

/// Writes the types.
pub(super) fn by_callee(function: &mut syn::ItemFn, core: &TokenStream) {
    if !HANDED.is_empty() {
        Given(core).visit_block_mut(&mut function.block);
    }
}

struct Given<'a>(&'a TokenStream);

impl Given<'_> {
    fn write<'e>(&self, name: String, args: impl Iterator<Item = &'e mut Expr>) {
        let closures: Vec<(usize, &mut ExprClosure)> = args
            .enumerate()
            .filter_map(|(at, arg)| Some((at, closure(arg)?)))
            .collect();
        if closures.is_empty() {
            return;
        }
        let Some(found) = HANDED.of(name) else {
            return;
        };
        for (at, closure) in closures {
            let body = &closure.body;
            for (i, pat) in closure.inputs.iter_mut().enumerate() {
                let (Some(shape), Pat::Ident(name)) = (found.get(&(at, i)), &*pat) else {
                    continue;
                };
                let uses = Shape::of_uses(&type_of_parameter(name, body));
                if let Some(ty) = shape.written(uses, self.0) {
                    *pat = build::ascribed(pat.clone(), ty);
                }
            }
        }
    }
}

/// `|x| …`, or a reference to it.
fn closure(arg: &mut Expr) -> Option<&mut ExprClosure> {
    match arg {
        Expr::Closure(closure) => Some(closure),
        Expr::Reference(r) => closure(&mut r.expr),
        Expr::Paren(p) => closure(&mut p.expr),
        _ => None,
    }
}

impl VisitMut for Given<'_> {
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        if let Some(name) = callees::of_function(&call.func) {
            self.write(name, call.args.iter_mut());
        }
        visit_mut::visit_expr_call_mut(self, call);
    }

    /// What iterators, options and slices have methods of the name of too tells nothing.
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        if !is_adaptor(&call.method) {
            self.write(callees::of_method(&call.method), call.args.iter_mut());
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
