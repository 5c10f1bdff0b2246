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
//! `while let Some(q) = queues.iter_mut().filter(|q| …).max_by_key(|q| …)` looks each time.
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
        let (place, filter) = searched(call)?;
        let (place, filter) = (place.clone(), filter.cloned());
        if let Some(at) = position_of(call, &place).filter(|_| filter.is_none()) {
            *search = parse_quote!(#place.get_mut(#at));
            return None;
        }
        let at = self.fresh("at", call.span());
        let position = self.position(call, &place, filter.as_ref())?;
        *search = parse_quote!(#place.get_mut(#at));
        Some(parse_quote! {
            let #at: ::core::primitive::usize = #position.unwrap_or(::core::primitive::usize::MAX);
        })
    }

    /// `while let` on what is looked for each time, as `loop`.
    fn found_again(&mut self, expr: &mut Expr) {
        let Expr::While(e) = expr else { return };
        let Expr::Let(condition) = &mut *e.cond else {
            return;
        };
        if let Some(position) = self.found(&mut condition.expr) {
            let (attrs, label, cond, body) = (&e.attrs, &e.label, &e.cond, &e.body);
            *expr =
                parse_quote!(#(#attrs)* #label loop { #position if #cond #body else { break; } });
        }
    }

    fn position(
        &mut self,
        call: &ExprMethodCall,
        place: &Expr,
        filter: Option<&Expr>,
    ) -> Option<Expr> {
        let positions = self.positions(place, filter)?;
        if call.method == "next" {
            return Some(parse_quote!(#positions.next()));
        }
        let Expr::Closure(closure) = build::peeled(call.args.first()?) else {
            return None;
        };
        let ExprClosure { inputs, body, .. } = closure;
        let inputs: Vec<_> = inputs.iter().collect();
        Some(
            match (call.method.to_string().as_str(), inputs[..].as_ref()) {
                ("find", [item]) if filter.is_some() => {
                    let i = self.fresh("i", call.span());
                    parse_quote!(#positions.find(|&#i| { let #item = &&#place[#i]; #body }))
                }
                ("find", [item]) => {
                    let found = self.fresh("item", call.span());
                    parse_quote!(#place.iter().position(|#found| { let #item = &#found; #body }))
                }
                (name @ ("max_by" | "min_by"), [a, b]) => {
                    let name = Ident::new(name, call.method.span());
                    let [i, j] = ["i", "j"].map(|name| self.fresh(name, call.span()));
                    parse_quote!(#positions.#name(|&#i, &#j| {
                        let #a = &&#place[#i];
                        let #b = &&#place[#j];
                        #body
                    }))
                }
                (name @ ("max_by_key" | "min_by_key"), [item]) => {
                    let name = Ident::new(name, call.method.span());
                    let i = self.fresh("i", call.span());
                    parse_quote!(#positions.#name(|&#i| {
                        let #item = &&#place[#i];
                        #body
                    }))
                }
                _ => return None,
            },
        )
    }

    /// All positions of a list, or those of the elements that a filter keeps.
    fn positions(&mut self, place: &Expr, filter: Option<&Expr>) -> Option<Expr> {
        let Some(filter) = filter else {
            return Some(parse_quote!((0..#place.len())));
        };
        let Expr::Closure(ExprClosure { inputs, body, .. }) = build::peeled(filter) else {
            return None;
        };
        let item = inputs.first()?;
        let i = self.fresh("i", filter.span());
        Some(parse_quote!((0..#place.len()).filter(|&#i| { let #item = &&#place[#i]; #body })))
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

/// `place` of `place.iter_mut().find(…)`, and `keeps` of `place.iter_mut().filter(keeps).max_by(…)`.
fn searched(call: &ExprMethodCall) -> Option<(&Expr, Option<&Expr>)> {
    let Expr::MethodCall(items) = build::peeled(&call.receiver) else {
        return None;
    };
    let (mut items, mut filter) = (items, None);
    if items.method == "filter"
        && let Expr::MethodCall(all) = build::peeled(&items.receiver)
    {
        (filter, items) = (items.args.first(), all);
    }
    // Of these, the position is not that of the list.
    if filter.is_some()
        && ["nth", "last", "next_back"]
            .iter()
            .any(|name| call.method == name)
    {
        return None;
    }
    let found = matches!(
        (call.method.to_string().as_str(), call.args.len()),
        (
            "find" | "max_by" | "min_by" | "max_by_key" | "min_by_key" | "nth",
            1
        ) | ("next" | "last" | "next_back", 0)
    );
    let of_place = items.method == "iter_mut" && is_place(&items.receiver);
    (found && of_place).then_some((&items.receiver, filter))
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
        self.found_again(expr);
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
