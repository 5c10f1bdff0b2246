//! What the definitions of closures look like.
//!
//! Receives `let` statements; promises a [`Callable`] for each that names a closure, a reference to
//! one, a function, or a choice among such; and, for a `move` closure, copies of what it captured.
//!
//! ```text
//! let mut c = 0.0;
//! let mut next = move || { c += 1.0; c };     let mut c_2 = c;     // what `next` adds to
//! ```

use super::{Callable, Inliner};
use crate::desugar::build::{self, Bound};
use crate::desugar::sorts;
use crate::lower::assigned_names;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::ToTokens;
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprClosure, Pat, Stmt, Type};

pub(super) struct Definition {
    pub(super) closure: ExprClosure,
    /// Tokens of the closure.
    pub(super) size: usize,
    /// Whether its calls change what it captured by value.
    pub(super) stateful: bool,
}

/// The name that `name: Type` or `name` binds, with the type.
pub(in crate::desugar) fn named(pat: &Pat) -> Option<(&Ident, Option<&Type>)> {
    match pat {
        Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => Some((&p.ident, None)),
        Pat::Type(t) => Some((named(&t.pat)?.0, Some(&t.ty))),
        _ => None,
    }
}

/// Takes a definition apart that holds a closure inside:
/// `let (f, g) = (|x| …, |y| …)` is two definitions, and `let f = { let k = 2.0; |x| k * x }` two statements.
pub(super) fn parts(stmt: &mut Stmt) -> Option<Vec<Stmt>> {
    let Stmt::Local(local) = stmt else {
        return None;
    };
    let init = local.init.as_mut().filter(|i| i.diverge.is_none())?;
    match (&mut local.pat, &mut *init.expr) {
        (Pat::Tuple(names), Expr::Tuple(values))
            if names.elems.len() == values.elems.len() && values.elems.iter().any(is_literal) =>
        {
            let pairs = names.elems.iter().zip(&values.elems);
            let span = local.let_token.span;
            Some(
                pairs
                    .map(|(n, v)| build::let_(n.clone(), v.clone(), span))
                    .collect(),
            )
        }
        (_, Expr::Block(b)) if b.label.is_none() && ends_in_callable(&b.block) => {
            let mut stmts = std::mem::take(&mut b.block.stmts);
            if let Some(Stmt::Expr(value, None)) = stmts.pop() {
                *init.expr = value;
                stmts.push(stmt.clone());
            }
            Some(stmts)
        }
        _ => None,
    }
}

/// Whether the value of `block` is a closure that may be named in the scope around.
pub(crate) fn ends_in_closure(block: &syn::Block) -> bool {
    ends_in(block, &is_literal)
}

/// The same, be it in a box or not.
pub(super) fn ends_in_callable(block: &syn::Block) -> bool {
    ends_in(block, &|value| is_literal(unboxed(value)))
}

fn ends_in(block: &syn::Block, is_one: &dyn Fn(&Expr) -> bool) -> bool {
    let items = block.stmts.iter().any(|s| matches!(s, Stmt::Item(_)));
    let closure = |value: &Expr| match build::peeled(value) {
        Expr::Block(inner) => inner.label.is_none() && ends_in(&inner.block, is_one),
        value => is_one(value),
    };
    !items && matches!(block.stmts.last(), Some(Stmt::Expr(value, None)) if closure(value))
}

/// `f` of `Box::new(f)`
pub(super) fn unboxed(expr: &Expr) -> &Expr {
    match build::peeled(expr) {
        Expr::Call(call) if call.args.len() == 1 && is_box_new(&call.func) => {
            unboxed(&call.args[0])
        }
        other => other,
    }
}

fn is_literal(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::Closure(_))
}

/// How many parameters a function of this type has, if it says so.
fn parameters(ty: &Type) -> Option<usize> {
    match ty {
        Type::BareFn(f) => Some(f.inputs.len()),
        Type::Reference(r) => parameters(&r.elem),
        Type::Paren(p) => parameters(&p.elem),
        _ => None,
    }
}

/// Methods of iterators, options and slices that call what they are given.
pub(in crate::desugar) fn is_adaptor(method: &Ident) -> bool {
    matches!(
        method.to_string().as_str(),
        "map"
            | "for_each"
            | "try_for_each"
            | "filter"
            | "filter_map"
            | "flat_map"
            | "fold"
            | "rfold"
            | "reduce"
            | "scan"
            | "take_while"
            | "skip_while"
            | "map_while"
            | "inspect"
            | "all"
            | "any"
            | "find"
            | "find_map"
            | "position"
            | "rposition"
            | "partition"
            | "max_by"
            | "min_by"
            | "max_by_key"
            | "min_by_key"
            | "retain"
            | "resize_with"
            | "fill_with"
            | "binary_search_by"
            | "partition_point"
            | "is_some_and"
            | "and_then"
            | "or_else"
            | "map_or"
            | "map_or_else"
            | "map_err"
            | "unwrap_or_else"
            | "ok_or_else"
            | "then"
    ) || sorts::calls(method)
}

/// Functions of the standard library that call what they are given.
pub(super) fn is_generator(function: &Expr) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let last = path.path.segments.last().map(|s| s.ident.to_string());
    matches!(
        last.as_deref(),
        Some("from_fn" | "repeat_with" | "successors")
    )
}

/// The pattern of the `number`-th of `count` choices; the last takes the rest.
pub(super) fn number_pattern(number: usize, count: usize, span: Span) -> Pat {
    if number + 1 == count {
        return build::wildcard(span);
    }
    Pat::Lit(number_literal(number, span))
}

fn number_literal(number: usize, span: Span) -> syn::ExprLit {
    let mut literal = Literal::usize_suffixed(number);
    literal.set_span(span);
    syn::ExprLit {
        attrs: Vec::new(),
        lit: syn::Lit::Int(literal.into()),
    }
}

impl Inliner<'_> {
    /// Learns what a `let` defines. The statements returned belong before it; `later` is what
    /// follows in its scope.
    pub(super) fn define(&mut self, local: &syn::Local, later: &[Stmt]) -> Vec<Stmt> {
        let Some((name, ty)) = named(&local.pat) else {
            return Vec::new();
        };
        let Some(init) = local.init.as_ref().filter(|i| i.diverge.is_none()) else {
            return Vec::new();
        };
        // What is looked at twice is defined once.
        if self.callables.contains_key(&name.to_string()) {
            return Vec::new();
        }
        let mut before = Vec::new();
        let callable = self
            .callable(&init.expr, ty, later, &mut before)
            .or_else(|| self.choice(name, &init.expr, ty, &mut before));
        let reassigned = |code: &[Stmt]| {
            code.iter()
                .any(|s| is_assigned(name, s.to_token_stream()) && is_set(name, s))
        };
        match callable {
            Some(callable) if !reassigned(later) => {
                self.callables.insert(name.to_string(), callable);
                self.defined.push(name.clone());
                before
            }
            _ => Vec::new(),
        }
    }

    /// What `init` can be called as: a closure, a name of one, or a function's path, perhaps behind a
    /// reference or a box.
    fn callable(
        &mut self,
        init: &Expr,
        ty: Option<&Type>,
        later: &[Stmt],
        before: &mut Vec<Stmt>,
    ) -> Option<Callable> {
        match build::peeled(init) {
            Expr::Reference(r) => match self.callee(&r.expr) {
                Some(known) => Some(known.clone()),
                None => self.callable(&r.expr, ty, later, before),
            },
            Expr::Cast(c) => self.callable(&c.expr, Some(&c.ty), later, before),
            Expr::Call(call) if is_box_new(&call.func) => {
                self.callable(call.args.first()?, ty, later, before)
            }
            Expr::Closure(closure) => {
                let mut closure = closure.clone();
                let (stateful, snapshots) = self.snapshots(&mut closure, later);
                before.extend(snapshots);
                state_parameters(&mut closure, ty);
                let size = build::size(closure.to_token_stream());
                Some(Callable::Closure(Rc::new(Definition {
                    closure,
                    size,
                    stateful,
                })))
            }
            Expr::Path(path) => match build::as_name(init) {
                Some(name) if self.names.is_local(name) => {
                    let known = self.callables.get(&name.to_string())?;
                    (!known.is_stateful()).then(|| known.clone())
                }
                _ => Some(Callable::Path(path.clone(), ty.and_then(parameters))),
            },
            _ => None,
        }
    }

    /// `let f = if c { |x| … } else { |x| … }`: a number says which.
    fn choice(
        &mut self,
        name: &Ident,
        init: &Expr,
        ty: Option<&Type>,
        before: &mut Vec<Stmt>,
    ) -> Option<Callable> {
        if !matches!(init, Expr::If(_) | Expr::Match(_)) {
            return None;
        }
        let mut bound = Bound::default();
        bound.visit_expr(init);
        let mut number = init.clone();
        let mut among = Vec::new();
        self.number_leaves(&mut number, ty, &bound.0, &mut among)?;
        let selector = self.names.fresh(name);
        let pattern = build::name_pattern(selector.clone(), false);
        before.push(build::let_(pattern, number, init.span()));
        Some(Callable::Chosen(selector, Rc::new(among)))
    }

    /// Replaces what is chosen among by numbers.
    fn number_leaves(
        &mut self,
        expr: &mut Expr,
        ty: Option<&Type>,
        bound: &[Ident],
        among: &mut Vec<Callable>,
    ) -> Option<()> {
        match expr {
            Expr::Paren(p) => self.number_leaves(&mut p.expr, ty, bound, among),
            Expr::Block(b) => self.number_block(&mut b.block, ty, bound, among),
            Expr::If(e) => {
                self.number_block(&mut e.then_branch, ty, bound, among)?;
                self.number_leaves(&mut e.else_branch.as_mut()?.1, ty, bound, among)
            }
            Expr::Match(e) => e
                .arms
                .iter_mut()
                .try_for_each(|arm| self.number_leaves(&mut arm.body, ty, bound, among)),
            leaf => {
                if mentions_outer(leaf, bound) {
                    return None;
                }
                let mut before = Vec::new();
                let callable = self.callable(leaf, ty, &[], &mut before)?;
                if !before.is_empty() || callable.is_stateful() {
                    return None;
                }
                *leaf = Expr::Lit(number_literal(among.len(), leaf.span()));
                among.push(callable);
                Some(())
            }
        }
    }

    fn number_block(
        &mut self,
        block: &mut syn::Block,
        ty: Option<&Type>,
        bound: &[Ident],
        among: &mut Vec<Callable>,
    ) -> Option<()> {
        match &mut block.stmts[..] {
            [Stmt::Expr(value, None)] => self.number_leaves(value, ty, bound, among),
            _ => None,
        }
    }

    /// A `move` closure sees its captures as they were at its definition: those that change later are
    /// copied there. Also whether the closure itself changes such a copy.
    pub(super) fn snapshots(
        &mut self,
        closure: &mut ExprClosure,
        later: &[Stmt],
    ) -> (bool, Vec<Stmt>) {
        let mut stmts = Vec::new();
        let mut stateful = false;
        if closure.capture.is_none() {
            return (stateful, stmts);
        }
        let mut captured = build::names_in(&closure.body);
        captured.retain(|name| self.mutable.contains(&name.to_string()) && !binds(closure, name));
        let mut copies = Vec::new();
        for name in captured {
            if copies.iter().any(|(copied, _)| *copied == name) {
                continue;
            }
            let inside = is_assigned(&name, closure.body.to_token_stream());
            let after = |s: &Stmt| is_assigned(&name, s.to_token_stream());
            if inside || later.iter().any(after) {
                let copy = self.names.fresh(&name);
                let pattern = build::name_pattern(copy.clone(), inside);
                stmts.push(build::let_(
                    pattern,
                    build::name(name.clone()),
                    closure.span(),
                ));
                copies.push((name, copy));
                stateful |= inside;
            }
        }
        if !copies.is_empty() {
            self.names.renew(closure, &copies);
        }
        (stateful, stmts)
    }
}

/// The types of unannotated parameters, where the definition's own type says them:
/// `let f: fn(f64) -> f64 = |x| x * x`.
fn state_parameters(closure: &mut ExprClosure, ty: Option<&Type>) {
    let Some(types) = ty.and_then(parameter_types) else {
        return;
    };
    build::state_parameters(closure, types);
}

fn parameter_types(ty: &Type) -> Option<Vec<Type>> {
    match ty {
        Type::Paren(p) => parameter_types(&p.elem),
        Type::Reference(r) => parameter_types(&r.elem),
        Type::BareFn(f) => Some(f.inputs.iter().map(|i| i.ty.clone()).collect()),
        Type::TraitObject(o) => o.bounds.iter().find_map(|bound| match bound {
            syn::TypeParamBound::Trait(t) => parameters_of(t.path.segments.last()?),
            _ => None,
        }),
        Type::Path(p) => match &p.path.segments.last()?.arguments {
            syn::PathArguments::AngleBracketed(args) => args.args.iter().find_map(|a| match a {
                syn::GenericArgument::Type(inner) => parameter_types(inner),
                _ => None,
            }),
            _ => None,
        },
        _ => None,
    }
}

/// `(f64, f64)` of `Fn(f64, f64) -> f64`
fn parameters_of(segment: &syn::PathSegment) -> Option<Vec<Type>> {
    match &segment.arguments {
        syn::PathArguments::Parenthesized(p) => Some(p.inputs.iter().cloned().collect()),
        _ => None,
    }
}

pub(in crate::desugar) fn is_box_new(function: &Expr) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let mut names = path.path.segments.iter().rev().map(|s| s.ident.to_string());
    names.next().as_deref() == Some("new")
        && matches!(names.next().as_deref(), Some("Box" | "Rc" | "Arc"))
}

/// Whether `tokens` assign to `name`, borrow it uniquely, or call a method of it that might.
fn is_assigned(name: &Ident, tokens: TokenStream) -> bool {
    assigned_names(tokens).iter().any(|n| name == n)
}

/// Whether `stmt` gives `name` another value.
fn is_set(name: &Ident, stmt: &Stmt) -> bool {
    struct Set<'a>(&'a Ident, bool);
    impl<'ast> Visit<'ast> for Set<'_> {
        fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
            self.1 |= build::as_name(&assign.left) == Some(self.0);
            visit::visit_expr_assign(self, assign);
        }
    }
    let mut set = Set(name, false);
    set.visit_stmt(stmt);
    set.1
}

/// Whether `leaf` needs what patterns around it bind.
fn mentions_outer(leaf: &Expr, bound: &[Ident]) -> bool {
    let mentioned = build::names_in(leaf);
    let mut own = Bound::default();
    own.visit_expr(leaf);
    let mut outer = bound.iter().filter(|name| !own.0.contains(name));
    outer.any(|name| mentioned.contains(name))
}

fn binds(closure: &ExprClosure, name: &Ident) -> bool {
    let mut bound = Bound::default();
    bound.visit_expr_closure(closure);
    bound.0.contains(name)
}
