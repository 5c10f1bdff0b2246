//! Which item is asked for, and what is asked of it.
//!
//! Receives a method call or a `match`; promises the [`Selection`] it makes among the items of a
//! pipeline, if it makes one.
//!
//! ```text
//! xs.iter().max_by(order).copied().unwrap_or(0.0)
//!     // Max(By) by `order` among xs.iter(), of which copied() and unwrap_or(0.0) are asked
//! ```

use super::read::{self, Pipeline, Shape};
use super::stored::payload_pattern;
use super::types;
use crate::desugar::build;
use crate::iterators;
use proc_macro2::Ident;
use syn::{Expr, ExprMethodCall, Pat, Type, parse_quote};

/// Which item is chosen.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Choice {
    Last,
    Reduce,
    Max(Order),
    Min(Order),
    Next,
    Find,
    FindMap,
    Position,
}

/// What items are compared by.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Order {
    /// Themselves.
    Items,
    /// A function of two.
    By,
    /// A function of one.
    Keys,
}

/// A choice among the items of a pipeline, and what is asked of it.
pub(super) struct Selection<'e> {
    pub(super) choice: Choice,
    pub(super) pipeline: Pipeline,
    pub(super) f: Option<&'e Expr>,
    /// The methods of `Option` that follow, in order.
    pub(super) tail: Vec<&'e ExprMethodCall>,
}

/// A selection that ends in `call`.
pub(super) fn read_selection(call: &ExprMethodCall) -> Option<Selection<'_>> {
    let mut tail = Vec::new();
    let mut call = call;
    loop {
        if let Some(choice) = choice(call) {
            tail.reverse();
            let pipeline = match passed_over(call) {
                Some(rest) => read::read(&rest).or_else(|| {
                    of_call(call, &tail)?;
                    read::from_call(&rest)
                })?,
                None => read::receiver(call).or_else(|| of_call(call, &tail))?,
            };
            return Some(Selection {
                choice,
                pipeline,
                f: call.args.first(),
                tail,
            });
        }
        let asks = matches!(
            (call.method.to_string().as_str(), call.args.len()),
            ("copied" | "cloned" | "unwrap" | "unwrap_or_default", 0)
                | ("map" | "expect" | "unwrap_or" | "unwrap_or_else", 1)
                | ("map_or", 2)
        );
        let Expr::MethodCall(inner) = build::peeled(&call.receiver) else {
            return None;
        };
        if !asks {
            return None;
        }
        tail.push(call);
        call = inner;
    }
}

/// The items of which the first is asked for: `items.skip(n)` of `items.nth(n)`, `items.rev()` of `items.next_back()`.
fn passed_over(call: &ExprMethodCall) -> Option<Expr> {
    let items = &call.receiver;
    Some(
        match (call.method.to_string().as_str(), call.args.first()) {
            ("nth", Some(n)) => parse_quote!(#items.skip(#n)),
            ("nth_back", Some(n)) => parse_quote!(#items.rev().skip(#n)),
            ("next_back", None) => parse_quote!(#items.rev()),
            _ => return None,
        },
    )
}

/// What a function of the user's returned, if only iterators are asked that way.
fn of_call(call: &ExprMethodCall, tail: &[&ExprMethodCall]) -> Option<Pipeline> {
    let number = || tail.first().is_some_and(|asked| gives_number(asked));
    // The last of a list would be a reference: what is known to be an iterator is none.
    let asks = match call.method.to_string().as_str() {
        "find" | "find_map" | "position" => matches!(call.args.first(), Some(Expr::Closure(_))),
        "reduce" | "max_by" | "min_by" | "max_by_key" | "min_by_key" | "nth" => true,
        "last" => number() || iterators::makes_one(build::peeled(&call.receiver)),
        _ => false,
    };
    let pipeline = asks.then(|| read::from_call(&call.receiver)).flatten()?;
    // What a method gives may have an `nth` of its own.
    let of_function = call.method != "nth" || pipeline.is_of_function();
    (of_function || number()).then_some(pipeline)
}

/// `unwrap_or(0.0)`, `unwrap_or_default()`: the last of a list would be a reference.
fn gives_number(asked: &ExprMethodCall) -> bool {
    match asked.args.first().map(build::peeled) {
        Some(Expr::Lit(_)) => asked.method == "unwrap_or",
        None => asked.method == "unwrap_or_default",
        _ => false,
    }
}

fn choice(call: &ExprMethodCall) -> Option<Choice> {
    Some(match (call.method.to_string().as_str(), call.args.len()) {
        ("last", 0) => Choice::Last,
        ("reduce", 1) => Choice::Reduce,
        // What comes after those left out.
        ("next" | "next_back", 0) | ("nth" | "nth_back", 1) => Choice::Next,
        ("max", 0) => Choice::Max(Order::Items),
        ("min", 0) => Choice::Min(Order::Items),
        ("max_by", 1) => Choice::Max(Order::By),
        ("min_by", 1) => Choice::Min(Order::By),
        ("max_by_key", 1) => Choice::Max(Order::Keys),
        ("min_by_key", 1) => Choice::Min(Order::Keys),
        ("find", 1) => Choice::Find,
        ("find_map", 1) => Choice::FindMap,
        ("position", 1) => Choice::Position,
        _ => return None,
    })
}

/// `Some(pat) => a` and `None => b`, where these are the arms.
pub(super) fn some_or_none(e: &syn::ExprMatch) -> Option<(&Pat, &Expr, &Expr)> {
    let [first, second] = e.arms.as_slice() else {
        return None;
    };
    if first.guard.is_some() || second.guard.is_some() {
        return None;
    }
    let (some, none) = match payload_pattern(&first.pat) {
        Some(_) => (first, second),
        None => (second, first),
    };
    let pat = payload_pattern(&some.pat)?;
    let missing = match &none.pat {
        // Behind another arm, a wildcard is what is left.
        Pat::Wild(_) => std::ptr::eq(none, second),
        Pat::Ident(p) => p.ident == "None",
        Pat::Path(p) => p.path.segments.last()?.ident == "None",
        _ => false,
    };
    missing.then_some((pat, &*some.body, &*none.body))
}

impl Selection<'_> {
    /// Whether items are known to be floats: a comparison or function of floats says so, or a float
    /// is expected of an `Option` that is unwrapped.
    pub(super) fn yields_float(&self, expected: Option<&Type>, shape: &Shape) -> bool {
        let pairs = matches!(shape, Shape::Pair(..));
        let unwrapped = self.tail.last().is_some_and(|c| {
            matches!(
                c.method.to_string().as_str(),
                "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default"
            )
        });
        let unwrapped = unwrapped && self.tail.iter().all(|c| c.method != "map");
        let stated = |ty: &Type| !matches!(ty, Type::Infer(_)) && types::is_float(ty);
        unwrapped && expected.is_some_and(stated)
            || self.f.is_some_and(|f| compares_floats(f, pairs))
    }
}

/// `f64::max`, `|a, b| a.total_cmp(b)`, and comparisons of floats within pairs.
fn compares_floats(f: &Expr, pairs: bool) -> bool {
    match build::peeled(f) {
        Expr::Path(p) => {
            let first = p.path.segments.first();
            p.path.segments.len() == 2
                && first.is_some_and(|s| s.ident == "f64" || s.ident == "f32")
        }
        Expr::Closure(c) => comparison(&c.body).is_some_and(|call| {
            pairs || build::as_name(&call.receiver).is_some_and(|name| is_item(c, name))
        }),
        _ => false,
    }
}

/// Whether a name is that of a whole item, `|a, b|` or `|&a, &b|`, and not of a part of one, `|(_, a), (_, b)|`.
fn is_item(closure: &syn::ExprClosure, name: &Ident) -> bool {
    fn names(pat: &Pat, name: &Ident) -> bool {
        match pat {
            Pat::Ident(p) => p.ident == *name,
            Pat::Reference(r) => names(&r.pat, name),
            Pat::Type(typed) => names(&typed.pat, name),
            _ => false,
        }
    }
    closure.inputs.iter().any(|input| names(input, name))
}

/// `a.total_cmp(b)`, `a.partial_cmp(b).unwrap()`
fn comparison(order: &Expr) -> Option<&ExprMethodCall> {
    match build::peeled(order) {
        Expr::MethodCall(call) if call.method == "total_cmp" || call.method == "partial_cmp" => {
            Some(call)
        }
        Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
            comparison(&call.receiver)
        }
        _ => None,
    }
}
