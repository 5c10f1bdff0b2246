//! What an expression is, as far as its syntax tells.
//!
//! Receives an expression in a pipeline or at its head; promises whether it is a place, a part of what a call gives, a
//! constant or an option: `xs[i].ys` is a place, `m.row(i)` is none, and `&m.row(i)[1..]` is borrowed from a value.

use super::read;
use crate::desugar::{build, sequence, unique};
use syn::{Expr, ExprMethodCall, Pat};

/// Whether whatever a head borrows from is a place.
pub(super) fn borrows_places(head: &Expr) -> bool {
    match build::peeled(head) {
        Expr::MethodCall(call) if borrows(call) => is_place(&call.receiver),
        Expr::MethodCall(call) => {
            let partner = call.args.first().filter(|_| call.method == "zip");
            // `zip(m.row(i))`: what a call returns is no place.
            let is_call =
                |e: &Expr| matches!(build::peeled(e), Expr::MethodCall(_)) && read(e).is_none();
            borrows_places(&call.receiver)
                && partner.is_none_or(|p| !is_call(p) && borrows_places(p))
        }
        Expr::Call(_) | Expr::Block(_) | Expr::Macro(_) => false,
        Expr::Path(_) => is_place(head),
        _ => !is_view_of_value(head),
    }
}

/// `&m.row(i)[1..]`, `&net.layer(0).weights`: a part of what a call returns.
pub(in crate::desugar) fn is_view_of_value(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::Reference(r) if r.mutability.is_none()
        && (matches!(build::peeled(&r.expr), Expr::Index(_)) && !is_place(&r.expr) || is_field_of_value(&r.expr)))
}

/// `net.layer(0).weights`, a field of what a call returns.
pub(in crate::desugar) fn is_field_of_value(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::Field(f) if is_of_call(&f.base) && !is_place(&f.base))
}

fn is_of_call(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Call(_) | Expr::MethodCall(_) => true,
        Expr::Field(f) => is_of_call(&f.base),
        _ => false,
    }
}

/// `&rings.clone()`, what a call returns.
pub(in crate::desugar) fn is_borrowed_value(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::Reference(r) if r.mutability.is_none()
        && matches!(build::peeled(&r.expr), Expr::MethodCall(_) | Expr::Call(_))
        && !is_place(&r.expr))
}

/// Whether a method borrows its receiver to iterate over it.
pub(in crate::desugar) fn borrows(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let source = matches!(name.as_str(), "iter" | "iter_mut" | "into_iter")
        || name == "windows"
        || sequence::is_chunks(&name);
    let is_list = name != "into_iter" && is_named_like_items(&call.receiver);
    source && (is_drained(&call.receiver) || is_list || read(&call.receiver).is_none())
}

/// `series.values()`: where that is asked for its `iter`, it is no iterator over a map or a text.
fn is_named_like_items(expr: &Expr) -> bool {
    let names = ["keys", "values", "chars", "bytes", "lines"];
    matches!(build::peeled(expr), Expr::MethodCall(call)
        if call.args.is_empty() && names.iter().any(|name| call.method == *name))
}

/// `v.drain(range)`, whose items are there at once, as those of a vector are.
fn is_drained(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::MethodCall(call) if call.method == "drain" && call.args.len() == 1)
}

/// Constants are borrowed from like values.
pub(super) fn is_variable(name: &proc_macro2::Ident) -> bool {
    !name.to_string().starts_with(char::is_uppercase)
}

pub(in crate::desugar) fn is_place(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Path(p) => p.path.get_ident().is_some_and(is_variable),
        Expr::Field(f) => is_place(&f.base),
        Expr::Index(i) => is_place(&i.expr),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && is_place(&u.expr),
        Expr::MethodCall(c) => unique::is_unique(c) && is_place(&c.receiver),
        _ => false,
    }
}

/// `WEIGHTS`, `Channel::ALL`, or a field of one.
pub(in crate::desugar) fn is_constant(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Field(f) => is_constant(&f.base),
        Expr::Path(p) if p.path.segments.len() > 1 => is_written_in_capitals(&p.path),
        expr => build::as_name(expr).is_some_and(|name| !is_variable(name)),
    }
}

/// Neither a variant nor a function is, as constants are.
fn is_written_in_capitals(path: &syn::Path) -> bool {
    let name = path.segments.last().map(|s| s.ident.to_string());
    name.is_some_and(|name| !name.contains(char::is_lowercase))
}

/// `x.get(k..)?`, which has become a `match` that leaves before the first item is asked for.
pub(in crate::desugar) fn is_question(e: &syn::ExprMatch) -> bool {
    let leaves =
        |arm: &syn::Arm| matches!(build::peeled(&arm.body), Expr::Return(_) | Expr::Break(_));
    e.arms.iter().any(leaves)
}

/// Whether an expression is known to be an `Option`: `Some(x)`, an element asked for, and what is made
/// of these.
pub(in crate::desugar) fn is_option(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Call(_) => super::super::run::payload(expr).is_some(),
        Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.len()) {
            ("first" | "last" | "pop", 0) | ("get", 1) => read(&call.receiver).is_none(),
            ("copied" | "cloned", 0) | ("map" | "filter" | "and_then", 1) => {
                is_option(&call.receiver)
            }
            ("then" | "then_some", 1) | ("as_ref" | "as_deref" | "ok", 0) => true,
            _ => false,
        },
        choice @ (Expr::Match(_) | Expr::If(_)) => super::super::options::is_option(choice),
        _ => false,
    }
}

/// Whether all that a head runs over is borrowed, and shared.
pub(super) fn lends_copies(head: &Expr) -> bool {
    let call = match build::peeled(head) {
        Expr::MethodCall(call) => call,
        Expr::Reference(r) => return r.mutability.is_none() && is_place(&r.expr),
        other => return matches!(other, Expr::Range(_)),
    };
    match call.method.to_string().as_str() {
        "iter" | "windows" | "chunks" | "chunks_exact" | "rchunks" | "rchunks_exact" => {
            is_place(&call.receiver)
        }
        "copied" | "rev" | "skip" | "take" | "step_by" | "enumerate" => {
            lends_copies(&call.receiver)
        }
        "zip" => lends_copies(&call.receiver) && call.args.iter().all(lends_copies),
        _ => false,
    }
}

/// Whether a pattern is a plain name or `_`.
pub(in crate::desugar) fn is_name(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(p) => p.by_ref.is_none() && p.mutability.is_none() && p.subpat.is_none(),
        Pat::Wild(_) => true,
        _ => false,
    }
}
