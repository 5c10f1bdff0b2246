//! Slices that are matched to be changed.
//!
//! Receives a function whose patterns are in `match` only; promises that where a slice is borrowed uniquely and an arm names
//! several parts of it, or its middle, lengths are compared instead, and the arm splits the slice: halves have shadows that
//! are halves, while what a pattern binds would all be borrowed from the whole.
//!
//! ```text
//! match &mut v[..] {                                 if v[..].len() >= 1 {
//!     [first, rest @ ..] => { *first += rest[0]; }       let (head, rest) = v[..].split_at_mut(1);
//!     [] => {}                                           let first = &mut head[0];
//! }                                                      *first += rest[0];
//!                                                    } else {}
//! ```

use super::build;
use super::rename::Names;
use crate::ir::starts_upper;
use proc_macro2::Ident;
use quote::format_ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Expr, FnArg, Pat, PatSlice, Stmt, Type, parse_quote};

pub(super) fn of_unique_slices(function: &mut syn::ItemFn, names: &mut Names) {
    let inputs = function.sig.inputs.iter();
    let mut lent = Lent(inputs.filter_map(lent_slice).collect());
    lent.visit_block(&function.block);
    Splitter {
        lent: lent.0,
        names,
    }
    .visit_block_mut(&mut function.block);
}

/// The names of unique slices: of parameters, of parts of a list, `let pair = &mut v[i..i + 2]`, and of those that a loop
/// or a closure is given one after the other, `for pair in v.chunks_mut(2)`.
struct Lent(Vec<Ident>);

impl<'ast> Visit<'ast> for Lent {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
            && is_unique_range(&init.expr)
        {
            self.0.push(name.ident.clone());
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_for_loop(&mut self, l: &'ast syn::ExprForLoop) {
        self.0.extend(chunk(&l.pat, &l.expr).cloned());
        visit::visit_expr_for_loop(self, l);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if call.method == "for_each"
            && let Some(Expr::Closure(f)) = call.args.first().map(build::peeled)
        {
            let item = f.inputs.first();
            self.0
                .extend(item.and_then(|pat| chunk(pat, &call.receiver)).cloned());
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// `&mut v[a..b]`
fn is_unique_range(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::Reference(r) if r.mutability.is_some()
        && matches!(&*r.expr, Expr::Index(part) if matches!(&*part.index, Expr::Range(_))))
}

/// What a pattern calls the chunk that an iterator over unique chunks gives, alone or with its number.
fn chunk<'p>(pat: &'p Pat, items: &Expr) -> Option<&'p Ident> {
    let Expr::MethodCall(call) = build::peeled(items) else {
        return None;
    };
    match (call.method.to_string().as_str(), pat) {
        (
            "chunks_mut" | "chunks_exact_mut" | "rchunks_mut" | "rchunks_exact_mut",
            Pat::Ident(p),
        ) => Some(&p.ident),
        ("enumerate", Pat::Tuple(pair)) => chunk(pair.elems.last()?, &call.receiver),
        ("rev" | "skip" | "take" | "step_by", _) => chunk(pat, &call.receiver),
        _ => None,
    }
}

/// The name of a parameter `&mut [T]`.
fn lent_slice(input: &FnArg) -> Option<Ident> {
    match input {
        FnArg::Typed(typed) => match (&*typed.pat, &*typed.ty) {
            (Pat::Ident(name), Type::Reference(r)) if r.mutability.is_some() => {
                let slice = matches!(*r.elem, Type::Slice(_) | Type::Array(_));
                slice.then(|| name.ident.clone())
            }
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }
}

struct Splitter<'a> {
    lent: Vec<Ident>,
    names: &'a mut Names,
}

impl VisitMut for Splitter<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Match(e) = expr
            && e.arms.iter().any(names_several)
            && e.arms.iter().all(is_told_by_length)
        {
            if let Some(slice) = self.unique_slice(&e.expr) {
                *expr = self.by_length(&e.arms, &slice);
            } else if is_unique_range(&e.expr) {
                // Its bounds are computed once.
                let (slice, part) = (self.fresh("slice"), &e.expr);
                let matched = self.by_length(&e.arms, &build::name(slice.clone()));
                *expr = parse_quote!({ let #slice = #part; #matched });
            }
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Splitter<'_> {
    /// The slice that is matched, if it is borrowed uniquely.
    fn unique_slice(&self, matched: &Expr) -> Option<Expr> {
        match matched {
            Expr::Paren(e) => self.unique_slice(&e.expr),
            Expr::Reference(e) if e.mutability.is_some() && is_place(&e.expr) => {
                Some((*e.expr).clone())
            }
            Expr::MethodCall(call) if call.method == "as_mut_slice" && is_place(&call.receiver) => {
                Some((*call.receiver).clone())
            }
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                self.lent.contains(name).then(|| matched.clone())
            }
            _ => None,
        }
    }

    /// The first arm if the length is one of its pattern's, else the others; the last arm is taken without asking.
    fn by_length(&mut self, arms: &[Arm], slice: &Expr) -> Expr {
        let Some((arm, others)) = arms.split_first() else {
            return parse_quote!({});
        };
        let body = match &arm.pat {
            Pat::Slice(pattern) => self.split(pattern, &arm.body, slice),
            _ => (*arm.body).clone(),
        };
        match (&arm.pat, others) {
            (Pat::Slice(pattern), [_, ..]) => {
                let (least, is_least) = lengths(pattern);
                let test: Expr = match is_least {
                    true => parse_quote!(#slice.len() >= #least),
                    false => parse_quote!(#slice.len() == #least),
                };
                let otherwise = self.by_length(others, slice);
                let [body, otherwise] = [body, otherwise].map(as_block);
                parse_quote!(if #test #body else #otherwise)
            }
            _ => body,
        }
    }

    /// An arm's body after what splits off each part that has a name: from the front, then from the back.
    fn split(&mut self, pattern: &PatSlice, body: &Expr, slice: &Expr) -> Expr {
        let elements: Vec<&Pat> = pattern.elems.iter().collect();
        let rest = elements.iter().position(|pat| is_rest(pat));
        let (before, after) = elements.split_at(rest.unwrap_or(elements.len()));
        let mut stmts: Vec<Stmt> = Vec::new();
        let mut left = slice.clone();
        for element in before {
            let [part, others] = ["part", "others"].map(|name| self.fresh(name));
            stmts.push(parse_quote!(let (#part, #others) = #left.split_at_mut(1);));
            stmts.extend(bound(element, &part));
            left = build::name(others);
        }
        for element in after.iter().skip(1).rev() {
            let [part, others] = ["part", "others"].map(|name| self.fresh(name));
            stmts.push(parse_quote!(let (#others, #part) = #left.split_at_mut(#left.len() - 1);));
            stmts.extend(bound(element, &part));
            left = build::name(others);
        }
        if let Some(Pat::Ident(middle)) = after.first() {
            let name = &middle.ident;
            stmts.push(parse_quote!(let #name = &mut #left[..];));
        }
        stmts.push(Stmt::Expr(body.clone(), None));
        build::block_expression(stmts)
    }

    fn fresh(&mut self, name: &str) -> Ident {
        self.names.fresh(&format_ident!("{name}"))
    }
}

fn as_block(expr: Expr) -> syn::Block {
    match expr {
        Expr::Block(e) if e.label.is_none() => e.block,
        other => build::block(vec![Stmt::Expr(other, None)]),
    }
}

/// `let first = &mut part[0];`, if the element has a name.
fn bound(element: &Pat, part: &Ident) -> Option<Stmt> {
    match element {
        Pat::Ident(name) => Some(parse_quote!(let #name = &mut #part[0];)),
        _ => None,
    }
}

/// The least length that a pattern matches, and whether it matches longer slices.
fn lengths(pattern: &PatSlice) -> (usize, bool) {
    let rests = pattern.elems.iter().filter(|pat| is_rest(pat)).count();
    (pattern.elems.len() - rests, rests > 0)
}

/// Whether an arm names the middle of a slice, or several elements.
fn names_several(arm: &Arm) -> bool {
    let Pat::Slice(pattern) = &arm.pat else {
        return false;
    };
    let named = |pat: &&Pat| matches!(pat, Pat::Ident(_));
    let mut middles = pattern.elems.iter().filter(named);
    middles.clone().count() > 1 || middles.any(is_rest)
}

/// Whether the length alone says if an arm is taken.
fn is_told_by_length(arm: &Arm) -> bool {
    let plain = |pat: &Pat| match pat {
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Ident(p) => {
            let whole = p.subpat.is_none() || is_rest(pat);
            whole && p.by_ref.is_none() && p.mutability.is_none() && !starts_upper(&p.ident)
        }
        _ => false,
    };
    arm.guard.is_none()
        && match &arm.pat {
            Pat::Wild(_) => true,
            Pat::Slice(pattern) => pattern.elems.iter().all(plain),
            _ => false,
        }
}

/// `..`, `rest @ ..`
pub(super) fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Rest(_) => true,
        Pat::Ident(p) => matches!(&p.subpat, Some((_, rest)) if matches!(**rest, Pat::Rest(_))),
        _ => false,
    }
}

/// A variable, a field or a part of one: naming it twice is naming the same.
pub(super) fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(e) => is_place(&e.expr),
        Expr::Field(e) => is_place(&e.base),
        Expr::Unary(e) => matches!(e.op, syn::UnOp::Deref(_)) && is_place(&e.expr),
        Expr::Index(e) => is_place(&e.expr) && is_fixed(&e.index),
        Expr::Path(_) => true,
        _ => false,
    }
}

/// A range or a position made of numbers and variables.
fn is_fixed(index: &Expr) -> bool {
    match index {
        Expr::Range(r) => {
            let ends = r.start.iter().chain(&r.end);
            ends.into_iter().all(|end| is_fixed(end))
        }
        Expr::Lit(_) | Expr::Path(_) => true,
        _ => false,
    }
}
