//! Slices of nothing.
//!
//! Receives a function; promises that an empty slice that is chosen instead of another one is a value of its own, which
//! refers to no list: nothing has to be kept for it, and nothing is looked for in it.
//!
//! ```text
//! let none: &[f64] = &[];                             let none: &[f64] = <&[_] as Default>::default();
//! if c { &list[..] } else { &[] }                     if c { &list[..] } else { <&[_] as Default>::default() }
//! rows.get(i).map_or(&[][..], Vec::as_slice)          rows.get(i).map_or(<&[_] as Default>::default(), Vec::as_slice)
//! rows.get(i).map(Vec::as_slice).unwrap_or_default()  rows.get(i).map(Vec::as_slice).unwrap_or(<&[_] as Default>::default())
//! ```

use super::build;
use super::stored::tails;
use crate::segments;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Ident, Pat, Type, parse_quote_spanned};

pub(super) fn by_default(function: &mut syn::ItemFn) {
    Empty.visit_block_mut(&mut function.block);
}

struct Empty;

impl VisitMut for Empty {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && is_slice(&typed.ty)
            && is_nothing(&init.expr)
        {
            *init.expr = nothing(init.expr.span());
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::If(_) | Expr::Match(_) => tails(expr, &mut |value| {
                if is_nothing(value) {
                    *value = nothing(value.span());
                }
            }),
            Expr::Reference(_) if is_whole_of_nothing(expr) => *expr = nothing(expr.span()),
            Expr::MethodCall(call)
                if call.method == "unwrap_or_default" && gives_slices(&call.receiver) =>
            {
                let span = call.method.span();
                call.method = Ident::new("unwrap_or", span);
                call.args.push(nothing(span));
            }
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn nothing(span: Span) -> Expr {
    parse_quote_spanned!(span=> <&[_] as ::core::default::Default>::default())
}

/// `&[T]`
fn is_slice(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if matches!(&*r.elem, Type::Slice(_)))
}

/// `&[]`
fn is_nothing(expr: &Expr) -> bool {
    matches!(expr, Expr::Reference(r) if r.mutability.is_none() && is_empty_array(&r.expr))
}

/// `&[][..]`
fn is_whole_of_nothing(expr: &Expr) -> bool {
    let Expr::Reference(r) = expr else {
        return false;
    };
    r.mutability.is_none()
        && matches!(&*r.expr, Expr::Index(part) if is_empty_array(&part.expr)
            && matches!(&*part.index, Expr::Range(r) if r.start.is_none() && r.end.is_none()))
}

fn is_empty_array(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::Array(list) if list.elems.is_empty())
}

/// `o.map(Vec::as_slice)`, `o.map(|v| v.as_slice())`, `o.map(|v| &v[..])`
fn gives_slices(option: &Expr) -> bool {
    let Expr::MethodCall(call) = build::peeled(option) else {
        return false;
    };
    let slices = |f: &Expr| match build::peeled(f) {
        Expr::Path(f) => segments::last(&f.path) == "as_slice",
        Expr::Closure(f) => match build::peeled(&f.body) {
            Expr::MethodCall(call) => call.method == "as_slice",
            Expr::Reference(r) => {
                matches!(&*r.expr, Expr::Index(part) if matches!(&*part.index, Expr::Range(_)))
            }
            _ => false,
        },
        _ => false,
    };
    call.method == "map" && call.args.first().is_some_and(slices)
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn a_chosen_slice_of_nothing_refers_to_no_list() {
        assert_simplified(
            "fn f(x: &[f64], c: bool) -> f64 { g(if c { x } else { &[] }, &[]) }",
            "fn f(x: &[f64], c: bool) -> f64 {
                g(if c { x } else { <&[_] as ::core::default::Default>::default() }, &[])
            }",
        );
        assert_simplified(
            "fn f(c: bool) -> f64 { g(h(c).map(Vec::as_slice).unwrap_or_default(), &[][..]) }",
            "fn f(c: bool) -> f64 {
                g(
                    h(c).map(|item| item.as_slice()).unwrap_or(<&[_] as ::core::default::Default>::default()),
                    <&[_] as ::core::default::Default>::default()
                )
            }",
        );
    }
}
