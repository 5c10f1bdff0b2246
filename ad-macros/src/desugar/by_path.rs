//! Methods of the standard library that are named by a path.
//!
//! Receives a function whose local names are unique; promises that methods of vectors, slices, arrays,
//! options and results are called as methods, also where they are passed, and that an array is made of a
//! slice element by element. A function passed to `map` is called in a closure, as only a call says what
//! the parameters of a generic one are; operators are closures wherever they are named.
//!
//! ```text
//! <[f64]>::to_vec(x)                    x.to_vec()
//! Rc::clone(&model)                     (&model).clone()
//! rows.iter().map(Vec::len)             rows.iter().map(|item| item.len())
//! rows.map(softmax)                     rows.map(|item| softmax(item))
//! row.map(&f)                           row.map(|item| f(item))
//! <[f64; 3]>::try_from(x).unwrap()      { let from = x; assert!(from.len() == 3, …);
//! let a: [f64; 3] = x.try_into()…         from_fn::<f64, 3, _>(|item| from[item].clone()) }
//! norm(x[1..4].try_into().unwrap())     norm({ let from = &x[1..4]; let made = from_fn(|item| from[item].clone());
//!                                         assert!(from.len() == made.len(), …); made })
//! let [a, b] = x.try_into().unwrap()    let [a, b] = { let from = x; assert!(from.len() == 2, …);
//!                                         [from[0].clone(), from[1].clone()] }
//! xs.fold(0.0, Add::add)                xs.fold(0.0, |left, right| left + right)
//! xs.fold(1.0, f64::mul)                xs.fold(1.0, |left, right| left * right)
//! <f64 as Neg>::neg(x)                  (|left| -left)(x)
//! xs.map(std::convert::identity)        xs.map(|same| same)
//! ```

use super::build;
use super::rename::Names;
use crate::tables::HashSet;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprPath, Pat, Stmt, Type, TypeArray, parse_quote};

pub(crate) fn to_methods(function: &mut syn::ItemFn, names: &mut Names) {
    ByPath {
        names,
        parts: Vec::new(),
        closures: HashSet::default(),
    }
    .visit_block_mut(&mut function.block);
}

struct ByPath<'a> {
    names: &'a mut Names,
    /// Parameters of the closures around that are parts of a sequence.
    parts: Vec<Ident>,
    /// Variables that are closures, which are written where they are called.
    closures: HashSet<Ident>,
}

impl VisitMut for ByPath<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
            && matches!(*init.expr, Expr::Closure(_))
        {
            self.closures.insert(name.ident.clone());
        }
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && let Some((from, otherwise)) = converted_into(&init.expr)
        {
            match &*typed.ty {
                Type::Array(array) => *init.expr = self.elements(array, &from, otherwise),
                Type::Reference(reference) if reference.mutability.is_none() => {
                    if let Type::Array(array) = &*reference.elem {
                        *init.expr = self.reference(array, &from, otherwise);
                    }
                }
                _ => {}
            }
        }
        if let (Some(length), Some(init)) = (elements_named(&local.pat), &mut local.init)
            && let Some((from, Otherwise::Panics)) = converted_into(&init.expr)
        {
            *init.expr = self.elements_one_by_one(length, &from);
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && let Some(operator) = operator(path)
        {
            let [a, b] = ["left", "right"].map(|name| self.fresh(name, path.span()));
            let is_of_std = is_of_std(path);
            *expr = match operator {
                "neg" => parse_quote!(|#a| { #is_of_std -#a }),
                "add" => parse_quote!(|#a, #b| { #is_of_std #a + #b }),
                "sub" => parse_quote!(|#a, #b| { #is_of_std #a - #b }),
                "mul" => parse_quote!(|#a, #b| { #is_of_std #a * #b }),
                _ => parse_quote!(|#a, #b| { #is_of_std #a / #b }),
            };
            return;
        }
        if let Expr::Path(path) = expr
            && is_identity(&path.path)
        {
            let same = self.fresh("same", path.span());
            *expr = parse_quote!(|#same| #same);
            return;
        }
        if let Some((array, by_ref, from, otherwise)) = converted_from(expr) {
            *expr = match by_ref {
                true => self.reference(&array, &from, otherwise),
                false => self.elements(&array, &from, otherwise),
            };
        } else if let Some((from, Otherwise::Panics)) = converted_into(expr)
            && self.is_slice(&from)
        {
            *expr = self.elements_of_unsaid(&from);
        }
        let part = part_of_slice(expr);
        self.parts.extend(part.clone());
        visit_mut::visit_expr_mut(self, expr);
        if part.is_some() {
            self.parts.pop();
        }
        match expr {
            Expr::Call(call) => {
                if let Some(method) = method_of(&call.func)
                    && let Some(receiver) = call.args.first()
                {
                    let args = call.args.iter().skip(1);
                    *expr = parse_quote!((#receiver).#method(#(#args),*));
                }
            }
            Expr::MethodCall(call) if takes_one_argument(&call.method) => {
                for arg in &mut call.args {
                    if let Some(method) = method_of(arg).or_else(|| conversion(arg)) {
                        let item = self.fresh("item", arg.span());
                        *arg = parse_quote!(|#item| #item.#method());
                    } else if call.method == "map" && self.is_function(arg) {
                        let item = self.fresh("item", arg.span());
                        *arg = parse_quote!(|#item| #arg(#item));
                    } else if call.method == "map"
                        && let Some(function) = lent_by_name(arg).cloned()
                        && !self.closures.contains(&function)
                    {
                        let item = self.fresh("item", arg.span());
                        *arg = parse_quote!(|#item| #function(#item));
                    }
                }
            }
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// The name in `&f`.
fn lent_by_name(arg: &Expr) -> Option<&Ident> {
    match build::peeled(arg) {
        Expr::Reference(r) if r.mutability.is_none() => build::as_name(&r.expr),
        _ => None,
    }
}

impl ByPath<'_> {
    fn fresh(&mut self, name: &str, span: Span) -> Ident {
        self.names.fresh(&Ident::new(name, span))
    }

    /// Whether this is the name of a function that stands outside of any type.
    fn is_function(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = build::peeled(expr) else {
            return false;
        };
        let outside = path.path.segments.iter().all(|s| {
            let name = s.ident.to_string();
            name.starts_with(char::is_lowercase) && name != "f64" && name != "f32"
        });
        let local = path
            .path
            .get_ident()
            .is_some_and(|n| self.names.is_local(n));
        path.qself.is_none() && outside && !local
    }

    /// Whether this is surely a slice: a part of a sequence, or what a closure is given by `chunks`. What else is
    /// converted may be a number.
    fn is_slice(&self, expr: &Expr) -> bool {
        match build::peeled(expr) {
            Expr::Reference(r) => self.is_slice(&r.expr),
            Expr::Index(i) => matches!(*i.index, Expr::Range(_)),
            other => build::as_name(other).is_some_and(|name| self.parts.contains(name)),
        }
    }

    /// The same where only its use tells the array's length.
    fn elements_of_unsaid(&mut self, slice: &Expr) -> Expr {
        let [from, item, made] =
            ["from", "item", "made"].map(|name| self.fresh(name, slice.span()));
        parse_quote!({
            let #from = #slice;
            let #made = ::core::array::from_fn(|#item| #from[#item].clone());
            ::core::assert!(#from.len() == #made.len(), "a slice has another length than the array made of it");
            #made
        })
    }

    /// The same where the pattern tells the length.
    fn elements_one_by_one(&mut self, length: usize, slice: &Expr) -> Expr {
        let from = self.fresh("from", slice.span());
        let places = 0..length;
        parse_quote!({
            let #from = #slice;
            ::core::assert!(#from.len() == #length, "a slice has another length than the array made of it");
            [#(#from[#places].clone()),*]
        })
    }

    /// A reference to such an array.
    fn reference(&mut self, array: &TypeArray, slice: &Expr, otherwise: Otherwise) -> Expr {
        let (elements, made) = (
            self.elements(array, slice, otherwise),
            self.fresh("made", array.span()),
        );
        parse_quote!(&{ let #made: #array = #elements; #made })
    }

    /// An array of the elements of a slice that must have as many.
    fn elements(&mut self, array: &TypeArray, slice: &Expr, otherwise: Otherwise) -> Expr {
        let [from, item, made] = ["from", "item", "made"].map(|n| self.fresh(n, slice.span()));
        let (element, length) = (&array.elem, &array.len);
        let checked: Stmt = match otherwise {
            Otherwise::Panics => parse_quote! {
                ::core::assert!(#from.len() == #length, "a slice has another length than the array made of it");
            },
            // A conversion that always fails, with the error of this one.
            Otherwise::Leaves => parse_quote! {
                if #from.len() != #length {
                    <[::core::primitive::u8; 1] as ::core::convert::TryFrom<&[::core::primitive::u8]>>::try_from(&[])?;
                }
            },
        };
        parse_quote!({
            let #from = #slice;
            #checked
            let #made: #array = ::core::array::from_fn::<#element, #length, _>(|#item| #from[#item].clone());
            #made
        })
    }
}

/// Adapters that hand on pairs ask for functions of two arguments.
fn takes_one_argument(adapter: &Ident) -> bool {
    ![
        "fold", "try_fold", "rfold", "reduce", "scan", "max_by", "min_by",
    ]
    .iter()
    .any(|name| adapter == name)
}

/// The method that a path names: of a type of the standard library, and not one that makes such a value.
fn method_of(callee: &Expr) -> Option<Ident> {
    let Expr::Path(path) = build::peeled(callee) else {
        return None;
    };
    let method = &path.path.segments.last()?.ident;
    let name = method.to_string();
    let makes = name.starts_with("from")
        || name.starts_with(char::is_uppercase)
        || matches!(&*name, "new" | "with_capacity" | "default" | "try_from");
    (!makes && owner_is_of_std(path)).then(|| method.clone())
}

/// The method in `Into::into`, which takes what it converts.
fn conversion(function: &Expr) -> Option<Ident> {
    let Expr::Path(path) = build::peeled(function) else {
        return None;
    };
    let mut names = path.path.segments.iter().rev();
    let (method, owner) = (&names.next()?.ident, &names.next()?.ident);
    (path.qself.is_none() && owner == "Into" && method == "into").then(|| method.clone())
}

fn owner_is_of_std(path: &ExprPath) -> bool {
    if let Some(owner) = &path.qself {
        return path.path.segments.len() == 1
            && matches!(*owner.ty, Type::Slice(_) | Type::Array(_));
    }
    let owner = path.path.segments.iter().rev().nth(1);
    let method = path.path.segments.last();
    owner.is_some_and(|owner| {
        let shared = owner.ident == "Rc" || owner.ident == "Arc";
        shared && method.is_some_and(|m| m.ident == "clone")
            || ["Vec", "VecDeque", "Option", "Result"]
                .iter()
                .any(|name| owner.ident == name)
    })
}

/// The traits of operators, and their methods.
const OPERATORS: [(&str, &str); 5] = [
    ("Add", "add"),
    ("Sub", "sub"),
    ("Mul", "mul"),
    ("Div", "div"),
    ("Neg", "neg"),
];

/// The operator that `Add::add` and its like are.
fn operator(path: &ExprPath) -> Option<&'static str> {
    let mut names = path.path.segments.iter().rev().map(|s| s.ident.to_string());
    let (method, owner) = (names.next()?, names.next()?);
    let mut operators = OPERATORS.into_iter();
    let of_float = path.qself.is_none() && is_float(&owner);
    let found = operators.find(|(of, name)| (of_float || owner == *of) && method == *name);
    found.filter(|_| names_floats(path)).map(|(_, name)| name)
}

/// Whether this is the standard library's function that gives what it is given, with that library's name.
fn is_identity(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().map(|s| s.ident.to_string());
    let library = names.next();
    library.is_some_and(|name| name == "std" || name == "core")
        && names.eq(["convert", "identity"].map(String::from))
}

fn is_float(name: &str) -> bool {
    name == "f64" || name == "f32"
}

/// Whether a path names no type but a float: `Mul::mul`, `<f64 as Mul>::mul`.
fn names_floats(path: &ExprPath) -> bool {
    let Some(of) = &path.qself else {
        return true;
    };
    let plain = path.path.segments.iter().all(|s| s.arguments.is_none());
    plain
        && matches!(&*of.ty, Type::Path(t) if t.path.get_ident().is_some_and(|t| is_float(&t.to_string())))
}

/// Has rustc see that the trait is the standard library's: no other one is implemented for a type of that library, and
/// no other method has the type of its own.
fn is_of_std(operator: &ExprPath) -> Stmt {
    let mut owner = operator.path.clone();
    let of = owner.segments.iter().rev().nth(1).map(|s| s.ident.clone());
    if let Some(float) = of.filter(|of| is_float(&of.to_string()))
        && let Some(method) = operator.path.segments.last()
    {
        let mut traits = OPERATORS.iter().filter(|(_, name)| method.ident == name);
        let of_std = traits
            .next()
            .map(|(of_std, _)| Ident::new(of_std, Span::mixed_site()));
        return parse_quote! {
            ::core::assert!(
                ::core::mem::size_of_val(&[&#operator, &<#float as ::core::ops::#of_std>::#method]) != 0
            );
        };
    }
    let method = owner.segments.pop().map(|s| s.into_value());
    owner.segments.pop_punct();
    parse_quote! {
        ::core::assert!(
            ::core::mem::size_of_val(&<::core::num::Wrapping<::core::primitive::u8> as #owner>::#method) == 0
        );
    }
}

/// How many elements a pattern names, if these are all of an array.
fn elements_named(pat: &Pat) -> Option<usize> {
    let Pat::Slice(slice) = pat else {
        return None;
    };
    let names =
        |p: &Pat| matches!(p, Pat::Ident(p) if p.subpat.is_none()) || matches!(p, Pat::Wild(_));
    slice.elems.iter().all(names).then_some(slice.elems.len())
}

/// The parameter in `chunks_exact(3).map(|part| …)`.
fn part_of_slice(expr: &Expr) -> Option<Ident> {
    let Expr::MethodCall(call) = expr else {
        return None;
    };
    let (Expr::MethodCall(parts), Expr::Closure(f)) =
        (build::peeled(&call.receiver), call.args.first()?)
    else {
        return None;
    };
    let name = parts.method.to_string();
    let gives_parts =
        name.starts_with("chunks") || name.starts_with("rchunks") || name == "windows";
    match f.inputs.first()? {
        Pat::Ident(param) if gives_parts && call.method == "map" => Some(param.ident.clone()),
        _ => None,
    }
}

/// What happens where a conversion fails.
#[derive(Clone, Copy)]
enum Otherwise {
    Panics,
    /// The function returns the error.
    Leaves,
}

/// What is unwrapped, or asked by `?`.
fn unwrapped(expr: &Expr) -> Option<(&Expr, Otherwise)> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
            Some((build::peeled(&call.receiver), Otherwise::Panics))
        }
        Expr::Try(question) => Some((build::peeled(&question.expr), Otherwise::Leaves)),
        _ => None,
    }
}

/// The slice in `slice.try_into().unwrap()`; `x[..3]` is borrowed by the method.
fn converted_into(expr: &Expr) -> Option<(Expr, Otherwise)> {
    match unwrapped(expr)? {
        (Expr::MethodCall(call), otherwise)
            if call.method == "try_into" && call.args.is_empty() =>
        {
            let slice = match build::peeled(&call.receiver) {
                part @ Expr::Index(_) => parse_quote!(&#part),
                other => other.clone(),
            };
            Some((slice, otherwise))
        }
        _ => None,
    }
}

/// The array, whether a reference to it is meant, and the slice in `<[T; N]>::try_from(slice).unwrap()`.
fn converted_from(expr: &Expr) -> Option<(TypeArray, bool, Expr, Otherwise)> {
    let (Expr::Call(call), otherwise) = unwrapped(expr)? else {
        return None;
    };
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let owner = path.qself.as_ref().filter(|owner| owner.position == 0)?;
    let (made, by_ref) = match &*owner.ty {
        Type::Reference(r) if r.mutability.is_none() => (&*r.elem, true),
        ty => (ty, false),
    };
    match (made, call.args.first()) {
        (Type::Array(array), Some(slice)) if path.path.segments.last()?.ident == "try_from" => {
            Some((array.clone(), by_ref, slice.clone(), otherwise))
        }
        _ => None,
    }
}
