//! Elements that are looked for to be changed.
//!
//! Receives a function whose local names are unique; promises that an element which is found among unique references is
//! looked for among shared ones first, by its position: a search gives no place, and an index does.
//!
//! ```text
//! if let Some(p) = bodies.iter_mut().find(|p| p.id == id) { p.mass += dm; }
//!
//! { let at = bodies.iter().position(|item| { let p = &item; p.id == id }).unwrap_or(usize::MAX);
//!   if let Some(p) = bodies.get_mut(at) { p.mass += dm; } }
//! ```
//!
//! One of which the position is known is asked for by that: `bodies.iter_mut().nth(2)` is `bodies.get_mut(2)`.

use super::build;
use super::rename::Names;
use super::splits::is_place;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprClosure, ExprMethodCall, Stmt, parse_quote};

pub(super) fn by_position(function: &mut syn::ItemFn, names: &mut Names) {
    Found { names }.visit_block_mut(&mut function.block);
}

struct Found<'a> {
    names: &'a mut Names,
}

impl Found<'_> {
    /// The search that an expression begins with, which becomes an element by its index; the position comes before.
    fn found(&mut self, expr: &mut Expr) -> Option<Stmt> {
        let search = beginning(expr)?;
        let Expr::MethodCall(call) = &*search else {
            return None;
        };
        let place = searched(call)?.clone();
        if let Some(at) = position_of(call, &place) {
            *search = parse_quote!(#place.get_mut(#at));
            return None;
        }
        let at = self.fresh("at", call.span());
        let position = self.position(call, &place)?;
        *search = parse_quote!(#place.get_mut(#at));
        Some(parse_quote! {
            let #at: ::core::primitive::usize = #position.unwrap_or(::core::primitive::usize::MAX);
        })
    }

    fn position(&mut self, call: &ExprMethodCall, place: &Expr) -> Option<Expr> {
        let Expr::Closure(closure) = build::peeled(call.args.first()?) else {
            return None;
        };
        let ExprClosure { inputs, body, .. } = closure;
        let inputs: Vec<_> = inputs.iter().collect();
        Some(
            match (call.method.to_string().as_str(), inputs[..].as_ref()) {
                ("find", [item]) => {
                    let found = self.fresh("item", call.span());
                    parse_quote!(#place.iter().position(|#found| { let #item = &#found; #body }))
                }
                (name @ ("max_by" | "min_by"), [a, b]) => {
                    let name = Ident::new(name, call.method.span());
                    let [i, j] = ["i", "j"].map(|name| self.fresh(name, call.span()));
                    parse_quote!((0..#place.len()).#name(|&#i, &#j| {
                        let #a = &&#place[#i];
                        let #b = &&#place[#j];
                        #body
                    }))
                }
                (name @ ("max_by_key" | "min_by_key"), [item]) => {
                    let name = Ident::new(name, call.method.span());
                    let i = self.fresh("i", call.span());
                    parse_quote!((0..#place.len()).#name(|&#i| {
                        let #item = &&#place[#i];
                        #body
                    }))
                }
                _ => return None,
            },
        )
    }

    fn fresh(&mut self, name: &str, span: Span) -> Ident {
        self.names.fresh(&Ident::new(name, span))
    }
}

/// What is evaluated first in an expression: the receiver of its methods, the target of an assignment.
fn beginning(expr: &mut Expr) -> Option<&mut Expr> {
    if matches!(&*expr, Expr::MethodCall(call) if searched(call).is_some()) {
        return Some(expr);
    }
    match expr {
        Expr::MethodCall(e) => beginning(&mut e.receiver),
        Expr::Field(e) => beginning(&mut e.base),
        Expr::Unary(e) => beginning(&mut e.expr),
        Expr::Paren(e) => beginning(&mut e.expr),
        Expr::Try(e) => beginning(&mut e.expr),
        _ => None,
    }
}

/// `place` of `place.iter_mut().find(…)`.
fn searched(call: &ExprMethodCall) -> Option<&Expr> {
    let Expr::MethodCall(items) = build::peeled(&call.receiver) else {
        return None;
    };
    let found = matches!(
        (call.method.to_string().as_str(), call.args.len()),
        (
            "find" | "max_by" | "min_by" | "max_by_key" | "min_by_key" | "nth",
            1
        ) | ("next" | "last" | "next_back", 0)
    );
    (found && items.method == "iter_mut" && is_place(&items.receiver)).then_some(&items.receiver)
}

/// The position of an element that is asked for by it, of any kind of list.
fn position_of(call: &ExprMethodCall, place: &Expr) -> Option<Expr> {
    Some(
        match (call.method.to_string().as_str(), call.args.first()) {
            ("nth", Some(n)) => n.clone(),
            ("next", None) => parse_quote!(0),
            ("last" | "next_back", None) => parse_quote!(#place.len().wrapping_sub(1)),
            _ => return None,
        },
    )
}

impl VisitMut for Found<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            let begun = match &mut stmt {
                Stmt::Local(local) => local.init.as_mut().map(|init| &mut *init.expr),
                Stmt::Expr(Expr::Binary(e), _)
                    if is_assignment(&e.op) && are_apart(&e.left, &e.right) =>
                {
                    Some(&mut *e.left)
                }
                Stmt::Expr(Expr::Assign(e), _) if are_apart(&e.left, &e.right) => {
                    Some(&mut *e.left)
                }
                Stmt::Expr(call @ Expr::MethodCall(_), _) => Some(call),
                _ => None,
            };
            let position = begun.and_then(|expr| self.found(expr));
            block.stmts.extend(position);
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let asked = match expr {
            Expr::If(e) => match &mut *e.cond {
                Expr::Let(condition) => Some(&mut *condition.expr),
                _ => None,
            },
            Expr::Match(e) => Some(&mut *e.expr),
            _ => None,
        };
        let position = asked.and_then(|expr| self.found(expr));
        visit_mut::visit_expr_mut(self, expr);
        if let Some(position) = position {
            *expr = parse_quote!({ #position #expr });
        }
    }
}

fn is_assignment(op: &syn::BinOp) -> bool {
    use syn::BinOp::{AddAssign, DivAssign, MulAssign, SubAssign};
    matches!(
        op,
        AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_)
    )
}

/// Whether what is assigned, which is asked for first, has nothing to do with the place that it is assigned to.
fn are_apart(place: &Expr, value: &Expr) -> bool {
    root(place).is_some_and(|root| !build::mentioned_in(value.to_token_stream(), root))
}

fn root(place: &Expr) -> Option<&Ident> {
    match build::peeled(place) {
        Expr::MethodCall(e) => root(&e.receiver),
        Expr::Field(e) => root(&e.base),
        Expr::Index(e) => root(&e.expr),
        Expr::Unary(e) => root(&e.expr),
        other => build::as_name(other),
    }
}
