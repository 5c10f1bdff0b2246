//! `match` on elements that may not be there, without an option of a reference.
//!
//! Receives a `match` on `v.get(i)`, `v.first()` and the like, on several of them, or on what `ok_or`
//! makes of one; promises an `if` in which the pattern is bound to the element. What `ok_or` makes of any other option is
//! matched as that option: the error is only made where it is asked for, and needs no copies. `as_ref` and `as_mut` of
//! what is matched become the reference that they are, and so do `as_deref` and `as_deref_mut` where methods and
//! fields are all that is asked of what is bound: these are found through a pointer as well.
//!
//! ```text
//! match v.last() { Some(x) => a, None => b }
//!                              if v.len() > 0 { let x = &v[v.len() - 1]; a } else { b }
//! match (v.get(i), v.get(j)) { (Some(x), Some(y)) => a, _ => b }
//!                              if i < v.len() && j < v.len() { let x = &v[i]; let y = &v[j]; a } else { b }
//! match rates.get(name).ok_or(E) { Ok(x) => a, Err(e) => b }
//!                              match rates.get(name) { Some(x) => a, None => { let e = E; b } }
//! ```

use super::build;
use super::optional::{called, element, is_place, is_pop};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Arm, Expr, ExprMatch, ExprMethodCall, Pat, Stmt, parse_quote};

/// The expression that a `match` stands for; `is_sequence` says whether a call's receiver may be a slice, an
/// array or a vector.
pub(crate) fn rewritten(
    e: &ExprMatch,
    is_sequence: &dyn Fn(&ExprMethodCall) -> bool,
) -> Option<Expr> {
    if let Some(value) = reference(&e.expr, &e.arms).or_else(|| pointed_to(e)) {
        let arms = &e.arms;
        return Some(parse_quote!(match #value { #(#arms)* }));
    }
    let [first, second] = e.arms.as_slice() else {
        return None;
    };
    of_elements(&e.expr, first, second, is_sequence)
        .or_else(|| of_elements(&e.expr, second, first, is_sequence))
        .or_else(|| of_option(&e.expr, first, second))
        .or_else(|| of_option(&e.expr, second, first))
}

/// The `match` on the option that `ok_or` is asked of.
fn of_option(value: &Expr, taken: &Arm, left: &Arm) -> Option<Expr> {
    let missing = Missing::of(value)?;
    missing.error.as_ref()?;
    if taken.guard.is_some() {
        return None;
    }
    let (option, pat) = (missing.value, payload(&taken.pat, missing.held)?);
    let (some, none, error) = (&taken.body, &left.body, missing.bound(left)?);
    Some(parse_quote!(match #option {
        ::core::option::Option::Some(#pat) => #some,
        ::core::option::Option::None => { #error #none }
    }))
}

/// The `if`, where one arm takes all elements and the other what is left.
fn of_elements(
    value: &Expr,
    taken: &Arm,
    left: &Arm,
    is_sequence: &dyn Fn(&ExprMethodCall) -> bool,
) -> Option<Expr> {
    let missing = Missing::of(value)?;
    let values: Vec<&Expr> = match build::peeled(missing.value) {
        Expr::Tuple(tuple) => tuple.elems.iter().collect(),
        value => vec![value],
    };
    let pats: Vec<&Pat> = match (&taken.pat, values.len()) {
        (Pat::Tuple(tuple), n) if tuple.elems.len() == n => tuple.elems.iter().collect(),
        (pat, 1) => vec![pat],
        _ => return None,
    };
    // What is taken from one sequence is taken even where the other has nothing.
    if values.len() > 1 && values.iter().any(|v| is_pop(v)) {
        return None;
    }
    let mut conditions = Vec::new();
    let mut bindings: Vec<Stmt> = Vec::new();
    for (value, pat) in values.into_iter().zip(pats) {
        let found = element(value, is_sequence)?;
        let (pat, reference) = (payload(pat, missing.held)?, found.reference);
        conditions.push(found.there);
        bindings.push(parse_quote!(let #pat = #reference;));
    }
    let error = missing.bound(left)?;
    let condition = conditions
        .into_iter()
        .reduce(|all, next| parse_quote!(#all && #next))?;
    let (some, none) = (&taken.body, &left.body);
    let otherwise: Expr = parse_quote!({ #error #none });
    Some(match &taken.guard {
        None => parse_quote!(if #condition { #(#bindings)* #some } else #otherwise),
        // What the guard leaves goes where what is not there goes.
        Some((_, guard)) => {
            let last = left.guard.is_none() && build::size(quote::quote!(#none)) < 12;
            last.then(|| {
                parse_quote!(if #condition {
                    #(#bindings)*
                    if #guard { #some } else #otherwise
                } else #otherwise)
            })?
        }
    })
}

/// What becomes of elements that are not there.
struct Missing<'e> {
    /// The elements.
    value: &'e Expr,
    /// The variant that holds one.
    held: &'static str,
    error: Option<Expr>,
}

impl<'e> Missing<'e> {
    fn of(value: &'e Expr) -> Option<Self> {
        let Expr::MethodCall(call) = build::peeled(value) else {
            return Some(Missing {
                value,
                held: "Some",
                error: None,
            });
        };
        let error = match (call.method.to_string().as_str(), call.args.first()) {
            ("ok_or", Some(error)) => error.clone(),
            ("ok_or_else", Some(f)) => called(f)?,
            _ => {
                return Some(Missing {
                    value,
                    held: "Some",
                    error: None,
                });
            }
        };
        Some(Missing {
            value: &call.receiver,
            held: "Ok",
            error: Some(error),
        })
    }

    /// The binding of the error in the arm for what is left, if that arm takes all of it.
    fn bound(&self, left: &Arm) -> Option<Option<Stmt>> {
        if left.guard.is_some() {
            return None;
        }
        match (&left.pat, &self.error) {
            (Pat::Wild(_), _) => Some(None),
            (Pat::TupleStruct(t), Some(error)) if is_variant(&t.path, "Err") => {
                let pat = t
                    .elems
                    .first()
                    .filter(|p| t.elems.len() == 1 && is_binding(p))?;
                Some(Some(parse_quote!(let #pat = #error;)))
            }
            (Pat::Path(p), None) if is_variant(&p.path, "None") => Some(None),
            (Pat::Ident(p), None) if p.ident == "None" => Some(None),
            _ => None,
        }
    }
}

fn is_variant(path: &syn::Path, name: &str) -> bool {
    path.segments.last().is_some_and(|s| s.ident == name)
}

/// The pattern in `Some(pattern)`, if it only binds.
fn payload<'p>(pat: &'p Pat, held: &str) -> Option<&'p Pat> {
    match pat {
        Pat::TupleStruct(t) if t.elems.len() == 1 && is_variant(&t.path, held) => {
            Some(&t.elems[0]).filter(|p| is_binding(p))
        }
        _ => None,
    }
}

fn is_binding(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(p) => p.subpat.is_none(),
        Pat::Wild(_) => true,
        Pat::Reference(r) => is_binding(&r.pat),
        Pat::Tuple(t) => t.elems.iter().all(is_binding),
        Pat::Struct(s) => s.fields.iter().all(|f| is_binding(&f.pat)),
        _ => false,
    }
}

/// `&x` of `x.as_ref()`, where a pattern opens it; the same of each part of `(x.as_ref(), y.as_mut())`.
fn reference(value: &Expr, arms: &[Arm]) -> Option<Expr> {
    let Expr::Tuple(tuple) = build::peeled(value) else {
        return borrowed(value, arms.iter().map(|arm| &arm.pat));
    };
    let mut tuple = tuple.clone();
    let mut any = false;
    for (at, part) in tuple.elems.iter_mut().enumerate() {
        let pats = arms.iter().filter_map(|arm| match &arm.pat {
            Pat::Tuple(pats) => pats.elems.get(at),
            _ => None,
        });
        if let Some(reference) = borrowed(part, pats) {
            *part = reference;
            any = true;
        }
    }
    any.then_some(Expr::Tuple(tuple))
}

fn borrowed<'p>(value: &Expr, pats: impl Iterator<Item = &'p Pat>) -> Option<Expr> {
    let Expr::MethodCall(call) = build::peeled(value) else {
        return None;
    };
    let place = &call.receiver;
    let opens = |pat: &Pat| {
        let variants = ["Some", "Ok", "Err"];
        matches!(pat, Pat::TupleStruct(t) if variants.iter().any(|v| is_variant(&t.path, v)))
    };
    // `Some(&v)` takes a reference out of an option, where a reference to one has none in it.
    let takes = |pat: &Pat| {
        matches!(pat, Pat::TupleStruct(t)
            if opens(pat) && t.elems.iter().any(|p| matches!(p, Pat::Reference(_))))
    };
    let pats: Vec<&Pat> = pats.collect();
    let opened = pats.iter().any(|pat| opens(pat)) && !pats.iter().any(|pat| takes(pat));
    if !opened || !call.args.is_empty() || !is_place(place) {
        return None;
    }
    match call.method.to_string().as_str() {
        "as_ref" => Some(parse_quote!(&#place)),
        "as_mut" => Some(parse_quote!(&mut #place)),
        _ => None,
    }
}

/// `&x` of `x.as_deref()`, where a method or a field is all that is asked of what is bound.
fn pointed_to(e: &ExprMatch) -> Option<Expr> {
    let Expr::MethodCall(call) = build::peeled(&e.expr) else {
        return None;
    };
    let place = &call.receiver;
    let value = match call.method.to_string().as_str() {
        "as_deref" => parse_quote!(&#place),
        "as_deref_mut" => parse_quote!(&mut #place),
        _ => return None,
    };
    let asked = |arm: &Arm| match payload(&arm.pat, "Some") {
        Some(Pat::Ident(name)) => {
            let guard = arm.guard.as_ref().map(|(_, guard)| guard);
            let code = arm.body.to_token_stream().into_iter();
            only_asked(code.chain(guard.to_token_stream()).collect(), &name.ident)
        }
        Some(_) => false,
        None => !matches!(&arm.pat, Pat::TupleStruct(_)),
    };
    (is_place(place) && e.arms.iter().all(asked)).then_some(value)
}

/// Whether a name stands for nothing but what a method is called of or a field is read of. A copy is one of the
/// pointer as well.
fn only_asked(code: TokenStream, name: &Ident) -> bool {
    let trees: Vec<TokenTree> = code.into_iter().collect();
    let is_dot =
        |tree: Option<&TokenTree>| matches!(tree, Some(TokenTree::Punct(p)) if p.as_char() == '.');
    let copies = |tree: Option<&TokenTree>| {
        let names = [
            "clone",
            "to_owned",
            "into",
            "borrow",
            "borrow_mut",
            "as_ref",
            "as_mut",
        ];
        matches!(tree, Some(TokenTree::Ident(m)) if names.iter().any(|n| m == n))
    };
    trees.iter().enumerate().all(|(i, tree)| match tree {
        TokenTree::Ident(ident) if ident == name => {
            let is_member = i > 0 && is_dot(trees.get(i - 1));
            !is_member && is_dot(trees.get(i + 1)) && !copies(trees.get(i + 2))
        }
        TokenTree::Group(group) => only_asked(group.stream(), name),
        _ => true,
    })
}
