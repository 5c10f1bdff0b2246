//! Arrays made element by element.
//!
//! Receives `array.map(f)` on what is known to be an array, and `std::array::from_fn(f)`; promises an
//! array literal where it is short, and a loop that fills an array of floats elsewhere.
//!
//! ```text
//! let y: [f64; 2] = from_fn(|i| x[i] * k);      let y: [f64; 2] = [x[0] * k, x[1] * k];
//! let y: [f64; N] = x.map(f64::sin);            let mut y = [0.0; N];
//!                                               for i in 0..N { y[i] = f64::sin(x[i]); }
//! ```

use super::Pipelines;
use crate::desugar::build;
use crate::desugar::stored::tails;
use crate::tables::HashMap;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, ExprCall, ExprMethodCall, GenericArgument, Lit, Pat, PathArguments, Stmt, Type,
    parse_quote,
};

/// The run time's function.
const FLOAT_ZERO: &str = "float_zero";

/// An array literal may have so many tokens.
const SHORT: usize = 300;

/// The lengths of the locals that are known to be arrays, from outside to inside: 3 and 2 of `[[f64; 2]; 3]`.
#[derive(Default)]
pub(super) struct Lengths(HashMap<String, Vec<Expr>>);

impl Lengths {
    pub(super) fn of(function: &syn::ItemFn) -> Self {
        let mut lengths = Lengths::default();
        lengths.visit_item_fn(function);
        lengths
    }

    fn learn(&mut self, pat: &Pat, lengths: Vec<Expr>) {
        match pat {
            Pat::Ident(name) if !lengths.is_empty() => {
                self.0.insert(name.ident.to_string(), lengths);
            }
            _ => {}
        }
    }

    /// A variable, once what it begins as is written out.
    pub(super) fn declared(&mut self, local: &syn::Local) {
        let init = local.init.as_ref().map(|i| self.lengths(&i.expr));
        self.learn(&local.pat, init.unwrap_or_default());
    }

    /// The length of an expression that is known to be an array.
    fn length(&self, expr: &Expr) -> Option<Expr> {
        self.lengths(expr).into_iter().next()
    }

    /// The lengths of an expression; none of what is not known to be an array.
    fn lengths(&self, expr: &Expr) -> Vec<Expr> {
        match build::peeled(expr) {
            Expr::Array(array) => {
                let n = Literal::usize_unsuffixed(array.elems.len());
                let inner = array.elems.first().map(|first| self.lengths(first));
                nested(parse_quote!(#n), inner.unwrap_or_default())
            }
            Expr::Repeat(repeat) => nested((*repeat.len).clone(), self.lengths(&repeat.expr)),
            // What an item becomes is not looked at.
            Expr::MethodCall(call) if call.method == "map" => {
                self.length(&call.receiver).into_iter().collect()
            }
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.lengths(&u.expr),
            // What a closure gives.
            Expr::Block(block) if block.label.is_none() => match block.block.stmts.last() {
                Some(Stmt::Expr(tail, None)) => self.lengths(tail),
                _ => Vec::new(),
            },
            Expr::Index(e) if !matches!(build::peeled(&e.index), Expr::Range(_)) => {
                self.lengths(&e.expr).into_iter().skip(1).collect()
            }
            other => {
                let known = build::as_name(other).and_then(|name| self.0.get(&name.to_string()));
                known.cloned().unwrap_or_default()
            }
        }
    }
}

impl<'ast> Visit<'ast> for Lengths {
    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        if let Some(array) = array(&item.ty) {
            self.0.insert(item.ident.to_string(), lengths_of(array));
        }
    }

    fn visit_pat_type(&mut self, typed: &'ast syn::PatType) {
        let lengths = array(&typed.ty).map(lengths_of);
        self.learn(&typed.pat, lengths.unwrap_or_default());
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        self.declared(local);
    }

    /// The items of an array of arrays are arrays.
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if call.method == "map"
            && let Some(Expr::Closure(closure)) = call.args.first()
            && let Some(row) = closure.inputs.first()
        {
            let lengths = self.lengths(&call.receiver);
            self.learn(row, lengths.into_iter().skip(1).collect());
        }
        visit::visit_expr_method_call(self, call);
    }
}

fn nested(length: Expr, inner: Vec<Expr>) -> Vec<Expr> {
    std::iter::once(length).chain(inner).collect()
}

fn lengths_of(array: &syn::TypeArray) -> Vec<Expr> {
    let inner = match &*array.elem {
        Type::Array(inner) => lengths_of(inner),
        _ => Vec::new(),
    };
    nested(array.len.clone(), inner)
}

/// The array a type is, or refers to.
fn array(ty: &Type) -> Option<&syn::TypeArray> {
    match ty {
        Type::Array(array) => Some(array),
        Type::Reference(r) => array(&r.elem),
        Type::Paren(p) => array(&p.elem),
        Type::Group(g) => array(&g.elem),
        _ => None,
    }
}

/// The array of references that a type is. What is mapped to one is an array, and what yields references
/// to what it captures cannot be passed to a function.
fn of_references(ty: &Type) -> Option<&syn::TypeArray> {
    match ty {
        Type::Array(array) => Some(array).filter(|a| matches!(*a.elem, Type::Reference(_))),
        Type::Paren(p) => of_references(&p.elem),
        Type::Group(g) => of_references(&g.elem),
        _ => None,
    }
}

impl Pipelines<'_> {
    /// `array.map(f)`
    pub(super) fn mapped(
        &mut self,
        call: &ExprMethodCall,
        expected: Option<&Type>,
    ) -> Option<Expr> {
        if call.method != "map" || call.args.len() != 1 {
            return None;
        }
        let length = self.lengths.length(&call.receiver);
        let length = length.or_else(|| Some(expected.and_then(of_references)?.len.clone()))?;
        let mut stmts = Vec::new();
        let source = match build::as_name(&call.receiver) {
            Some(name) => build::name(name.clone()),
            None => {
                let held = self.fresh("source", call.receiver.span());
                let value = &call.receiver;
                stmts.push(parse_quote!(let #held = #value;));
                build::name(held)
            }
        };
        let at = self.fresh("at", call.method.span());
        let f = &call.args[0];
        let of_rows = self.lengths.lengths(&call.receiver).len() > 1;
        // What a function makes of a row may be a row or a number.
        let unseen: Type = parse_quote!(!);
        let element = match expected.and_then(array) {
            Some(made) => Some(&*made.elem),
            None => (of_rows && ends_in_call(f)).then_some(&unseen),
        };
        stmts.extend(self.filled(
            Some(&length),
            f,
            element,
            &|at| parse_quote!(#source[#at]),
            &at,
        )?);
        Some(as_value(stmts))
    }

    /// `std::array::from_fn(f)`
    pub(super) fn generated(&mut self, call: &ExprCall, expected: Option<&Type>) -> Option<Expr> {
        let f = generator(call).filter(|f| !is_constant(f))?;
        let stated = expected.and_then(array);
        let at = self.fresh("at", call.func.span());
        let (said, counted) = said(call);
        let length = stated.map(|a| a.len.clone()).or(counted);
        let element = stated.map(|a| &*a.elem).or(said);
        let f = &element.map_or_else(|| f.clone(), |ty| saying(f, ty));
        let stmts = self.filled(length.as_ref(), f, element, &|at| at, &at)?;
        Some(as_value(stmts))
    }

    /// The array of `f(argument(i))` for every `i`.
    fn filled(
        &mut self,
        length: Option<&Expr>,
        f: &Expr,
        element: Option<&Type>,
        argument: &dyn Fn(Expr) -> Expr,
        at: &proc_macro2::Ident,
    ) -> Option<Vec<Stmt>> {
        if let Some(n) = length.and_then(literal)
            && n * (4 + build::size(f.to_token_stream())) <= SHORT
        {
            let mut parts = Vec::new();
            for i in 0..n {
                let i = Literal::usize_suffixed(i);
                parts.push(self.applied(f, vec![argument(parse_quote!(#i))]));
                self.copying = true;
            }
            return Some(vec![Stmt::Expr(parse_quote!([#(#parts),*]), None)]);
        }
        let out = self.fresh("array", f.span());
        let zero = match element {
            Some(Type::Reference(_)) => return None,
            Some(ty) => self.zero(ty),
            None if self.of_any_type => None,
            None => self
                .lengths
                .zero_like(f)
                .map(|zero| self.of_any_float(zero)),
        };
        let Some(zero) = zero else {
            return Some(self.gathered(length, f, argument, at));
        };
        let start: Stmt = match length {
            Some(n) => parse_quote!(let mut #out = [#zero; #n];),
            None => parse_quote!(let mut #out = ::core::array::from_fn(|_| #zero);),
        };
        let end: Expr = length.cloned().unwrap_or_else(|| parse_quote!(#out.len()));
        let value = self.applied(f, vec![argument(build::name(at.clone()))]);
        Some(vec![
            start,
            parse_quote!(for #at in 0..#end { #out[#at] = #value; }),
            Stmt::Expr(build::name(out), None),
        ])
    }
}

/// Whether a function is one that is called by its name, or gives what such a one gives.
fn ends_in_call(f: &Expr) -> bool {
    match build::peeled(f) {
        Expr::Path(_) => true,
        Expr::Closure(closure) => gives_call(&closure.body),
        _ => false,
    }
}

fn gives_call(value: &Expr) -> bool {
    match build::peeled(value) {
        Expr::Call(call) => matches!(&*call.func, Expr::Path(_)) && generator(call).is_none(),
        Expr::Block(block) => match block.block.stmts.last() {
            Some(Stmt::Expr(last, None)) => gives_call(last),
            _ => false,
        },
        _ => false,
    }
}

impl Pipelines<'_> {
    /// A value for elements that are yet to be written.
    fn zero(&self, ty: &Type) -> Option<Expr> {
        match ty {
            Type::Array(array) => {
                let (inner, len) = (self.zero(&array.elem)?, &array.len);
                Some(parse_quote!([#inner; #len]))
            }
            Type::Infer(_) => Some(self.of_any_float(parse_quote!(0.0))),
            ty if super::types::is_float(ty) => Some(parse_quote!(0.0)),
            ty if super::types::is_integer(ty) => Some(parse_quote!(0)),
            ty if self.is_real(ty) => {
                let core = self.core;
                Some(parse_quote!(<#ty as #core::Real>::from_f64(0.0)))
            }
            _ => None,
        }
    }

    /// The same value where floats may be of a type that a parameter stands for.
    fn of_any_float(&self, mut zero: Expr) -> Expr {
        if !self.reals.is_empty() {
            OfAnyFloat(self.core).visit_expr_mut(&mut zero);
        }
        zero
    }

    /// The array of items that nothing can be put in the place of: they are gathered in a list.
    fn gathered(
        &mut self,
        length: Option<&Expr>,
        f: &Expr,
        argument: &dyn Fn(Expr) -> Expr,
        at: &proc_macro2::Ident,
    ) -> Vec<Stmt> {
        let core = self.core;
        let [n, items] = ["length", "items"].map(|name| self.fresh(name, f.span()));
        let array = proc_macro2::Ident::new("__array", f.span());
        let known = length.map(|n| quote!(::<{ #n }>));
        let value = self.applied(f, vec![argument(build::name(at.clone()))]);
        vec![
            parse_quote!(let #n = #core::length #known ();),
            parse_quote!(let mut #items = ::std::vec::Vec::new();),
            parse_quote!(for #at in 0..#core::count(#n) { #items.push(#value); }),
            Stmt::Expr(parse_quote!(#items.#array(&#n)), None),
        ]
    }
}

/// Makes `0.0` a zero of the type that is asked for.
struct OfAnyFloat<'a>(&'a TokenStream);

impl VisitMut for OfAnyFloat<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Lit(_) => {
                let (core, zero) = (self.0, Ident::new(FLOAT_ZERO, Span::call_site()));
                *expr = parse_quote!(#core::#zero());
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

/// `|_| 0.0` carries nothing, and may stay as it is.
fn is_constant(f: &Expr) -> bool {
    matches!(build::peeled(f), Expr::Closure(c) if is_zero(&c.body))
}

fn is_zero(value: &Expr) -> bool {
    match build::peeled(value) {
        Expr::Lit(_) => true,
        Expr::Array(array) => array.elems.iter().all(is_zero),
        Expr::Repeat(repeat) => is_zero(&repeat.expr),
        Expr::Call(call) => is_float_zero(call) || generator(call).is_some_and(is_constant),
        _ => false,
    }
}

/// The zero of a float type that a parameter stands for.
fn is_float_zero(call: &ExprCall) -> bool {
    let Expr::Path(path) = &*call.func else {
        return false;
    };
    let last = path.path.segments.last();
    match call.args.first() {
        None => last.is_some_and(|s| s.ident == FLOAT_ZERO),
        Some(value) => last.is_some_and(|s| s.ident == "from_f64") && is_zero(value),
    }
}

/// The `f` of `std::array::from_fn(f)`.
fn generator(call: &ExprCall) -> Option<&Expr> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let mut names = path.path.segments.iter().rev();
    let named = names.next()?.ident == "from_fn" && names.next()?.ident == "array";
    call.args.first().filter(|_| named)
}

/// The same function, which says of the arrays that it makes in the same way what they are: `|i| from_fn(g)` of elements
/// `[f64; 3]` is `|i| from_fn::<f64, 3, _>(g)`.
fn saying(f: &Expr, element: &Type) -> Expr {
    let mut function = f.clone();
    if let (Expr::Closure(closure), Some(array)) = (&mut function, array(element)) {
        tails(&mut closure.body, &mut |made| {
            if let Expr::Call(call) = made
                && generator(call).is_some()
            {
                say(call, array);
            }
        });
    }
    function
}

/// `from_fn::<f64, 3, _>(g)` of `from_fn(g)`, for an array `[f64; 3]`.
fn say(call: &mut ExprCall, array: &syn::TypeArray) {
    if let Expr::Path(path) = &mut *call.func
        && let Some(last) = path.path.segments.last_mut()
        && last.arguments.is_none()
    {
        let (item, length) = (&array.elem, &array.len);
        last.arguments = PathArguments::AngleBracketed(match length {
            Expr::Lit(_) | Expr::Path(_) => parse_quote!(::<#item, #length, _>),
            length => parse_quote!(::<#item, { #length }, _>),
        });
    }
}

/// What `from_fn::<Cell, 3, _>` says of the elements' type and of how many there are.
fn said(call: &ExprCall) -> (Option<&Type>, Option<Expr>) {
    let last = match &*call.func {
        Expr::Path(path) => path.path.segments.last().map(|s| &s.arguments),
        _ => None,
    };
    let Some(PathArguments::AngleBracketed(given)) = last else {
        return (None, None);
    };
    let element = match given.args.first() {
        Some(GenericArgument::Type(ty)) if !matches!(ty, Type::Infer(_)) => Some(ty),
        _ => None,
    };
    let length = match given.args.get(1) {
        Some(GenericArgument::Type(Type::Path(constant))) => Some(parse_quote!(#constant)),
        Some(GenericArgument::Const(length)) => Some(length.clone()),
        _ => None,
    };
    (element, length)
}

impl Lengths {
    /// A value for elements that are yet to be written, of whose type only what makes them tells: an array
    /// where `f` ends with one, none where it ends with what is no number.
    fn zero_like(&self, f: &Expr) -> Option<Expr> {
        match build::peeled(f) {
            Expr::Closure(closure) => self.zero_of(&closure.body),
            Expr::Path(path) => (!is_of_type(&path.path)).then(|| parse_quote!(0.0)),
            _ => Some(parse_quote!(0.0)),
        }
    }

    fn zero_of(&self, value: &Expr) -> Option<Expr> {
        let number = || Some(parse_quote!(0.0));
        match build::peeled(value) {
            Expr::Block(block) => self.zero_of_last(&block.block),
            Expr::If(e) => self.zero_of_last(&e.then_branch),
            Expr::Match(e) => e.arms.first().and_then(|arm| self.zero_of(&arm.body)),
            Expr::Struct(_) | Expr::Tuple(_) | Expr::Macro(_) => None,
            Expr::Call(call) => match (generator(call), &*call.func) {
                (Some(inner), _) => {
                    let inner = self.zero_like(inner)?;
                    Some(parse_quote!(::core::array::from_fn(|_| #inner)))
                }
                (None, Expr::Path(path)) if is_of_type(&path.path) => None,
                _ => number(),
            },
            Expr::MethodCall(call) if call.method == "map" && call.args.len() == 1 => {
                let inner = self.zero_like(&call.args[0]);
                match self.length(&call.receiver) {
                    Some(len) => inner.map(|inner| parse_quote!([#inner; #len])),
                    None => number(),
                }
            }
            Expr::MethodCall(call) if is_of_user(call) || gives_list(call) => None,
            Expr::Array(array) => {
                let inner = array.elems.iter().map(|e| self.zero_of(e));
                let inner: Vec<Expr> = inner.collect::<Option<_>>()?;
                Some(parse_quote!([#(#inner),*]))
            }
            Expr::Repeat(repeat) => {
                let (inner, len) = (self.zero_of(&repeat.expr)?, &repeat.len);
                Some(parse_quote!([#inner; #len]))
            }
            _ => number(),
        }
    }

    fn zero_of_last(&self, block: &syn::Block) -> Option<Expr> {
        match block.stmts.last() {
            Some(Stmt::Expr(tail, None)) => self.zero_of(tail),
            _ => Some(parse_quote!(0.0)),
        }
    }
}

/// `Cell`, `Cell::new`, but not `f64::sin`.
fn is_of_type(path: &syn::Path) -> bool {
    let upper = |s: &syn::PathSegment| s.ident.to_string().starts_with(char::is_uppercase);
    path.segments.iter().rev().take(2).any(upper)
}

/// `self.cell(i)`: neither a float's method nor one that gives an item or a total.
fn is_of_user(call: &ExprMethodCall) -> bool {
    let gives = [
        "abs_sub", "clone", "fold", "into", "product", "sum", "to_owned",
    ];
    let name = call.method.to_string();
    let known = gives.contains(&name.as_str()) || name.starts_with("unwrap");
    !known
        && crate::lower::elementary::find(&name).is_none()
        && is_own(build::peeled(&call.receiver))
}

/// `(0..n).map(f).collect()`, `row.to_vec()`
fn gives_list(call: &ExprMethodCall) -> bool {
    ["collect", "to_vec", "into_vec", "concat"]
        .iter()
        .any(|list| call.method == list)
}

/// `self`, or another name by itself.
fn is_own(receiver: &Expr) -> bool {
    matches!(receiver, Expr::Path(_))
}

/// The value of statements that may be one expression.
fn as_value(mut stmts: Vec<Stmt>) -> Expr {
    match stmts.pop() {
        Some(Stmt::Expr(value, None)) if stmts.is_empty() => value,
        last => {
            stmts.extend(last);
            build::block_expression(stmts)
        }
    }
}

fn literal(length: &Expr) -> Option<usize> {
    match build::peeled(length) {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(n) => n.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
