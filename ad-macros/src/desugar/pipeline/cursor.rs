//! Iterators that are consumed step by step.
//!
//! Receives a variable that holds `xs.iter()` and is asked for `next` here and there; promises a position
//! in its stead, and what is left of the slice where the iterator as a whole is consumed.
//!
//! ```text
//! let mut it = xs.iter();                  let mut next = 0usize;
//! let first = it.next().unwrap();          let at = next; next += 1; let first = &xs[at];
//! for x in it { … }                        for x in xs[next..].iter() { … }
//! ```

use super::read;
use super::spliced;
use super::stored::mentions;
use crate::desugar::build;
use crate::desugar::rename::Names;
use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMatch, ExprMethodCall, Stmt, parse_quote};

/// The position's declaration, and `rest` in terms of it.
pub(super) fn stepped(
    name: &Ident,
    iterator: &Expr,
    rest: &[Stmt],
    names: &mut Names,
) -> Option<(Stmt, Vec<Stmt>)> {
    let (place, copied) = elements(iterator)?;
    let mut cursor = Cursor {
        next: names.fresh(&Ident::new("next", name.span())),
        name,
        names,
        place,
        copied,
    };
    let mut block = build::block(rest.to_vec());
    cursor.visit_block_mut(&mut block);
    let next = &cursor.next;
    let left = block.stmts.iter().any(|s| mentions(s, name) > 0);
    (!left).then(|| (parse_quote!(let mut #next = 0usize;), block.stmts))
}

/// The place an iterator runs over, and whether it hands out copies.
fn elements(iterator: &Expr) -> Option<(&Expr, bool)> {
    let Expr::MethodCall(call) = build::peeled(iterator) else {
        return None;
    };
    match call.method.to_string().as_str() {
        "iter" if read::is_place(&call.receiver) => Some((&call.receiver, false)),
        "copied" | "cloned" => elements(&call.receiver).map(|(place, _)| (place, true)),
        _ => None,
    }
}

struct Cursor<'a> {
    name: &'a Ident,
    next: Ident,
    names: &'a mut Names,
    place: &'a Expr,
    copied: bool,
}

impl Cursor<'_> {
    fn is_next(&self, expr: &Expr) -> bool {
        matches!(build::peeled(expr), Expr::MethodCall(call)
            if call.method == "next" && build::as_name(&call.receiver) == Some(self.name))
    }

    /// Steps on, and yields the element that was stepped over.
    fn step(&mut self, by_value: bool) -> (Vec<Stmt>, Expr) {
        let (place, next) = (self.place, self.next.clone());
        let at = self.names.fresh(&Ident::new("at", next.span()));
        let stmts = vec![parse_quote!(let #at = #next;), parse_quote!(#next += 1;)];
        let element = if by_value || self.copied {
            parse_quote!(#place[#at])
        } else {
            parse_quote!(&#place[#at])
        };
        (stmts, element)
    }

    fn stepped_over(&mut self, by_value: bool) -> Expr {
        let (mut stmts, element) = self.step(by_value);
        stmts.push(Stmt::Expr(element, None));
        build::block_expression(stmts)
    }

    /// `match it.next() { Some(pat) => a, None => b }`
    fn matched(&mut self, e: &ExprMatch) -> Option<Expr> {
        if !self.is_next(&e.expr) {
            return None;
        }
        let (pat, some, none) = super::selection::some_or_none(e)?;
        let (mut stmts, element) = self.step(false);
        super::apply::bind(pat.clone(), element, &mut stmts);
        stmts.extend(build::into_stmts(some.clone()));
        let (then, otherwise) = (build::block(stmts), build::into_block(none.clone()));
        let more = self.has_more();
        Some(parse_quote!(if #more #then else #otherwise))
    }

    fn has_more(&self) -> Expr {
        let (next, place) = (&self.next, self.place);
        parse_quote!(#next < #place.len())
    }

    /// What a method of the iterator, or of an item asked for, is in terms of the position.
    fn method(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        if matches!(name.as_str(), "unwrap" | "expect") && self.is_next(&call.receiver) {
            return Some(self.stepped_over(false));
        }
        if build::as_name(&call.receiver) != Some(self.name) {
            return None;
        }
        let (next, place) = (&self.next, self.place);
        match name.as_str() {
            "next" => {
                let element = self.stepped_over(false);
                let more = self.has_more();
                Some(parse_quote!(if #more {
                    ::core::option::Option::Some(#element)
                } else {
                    ::core::option::Option::None
                }))
            }
            "len" => Some(parse_quote!((#place.len() - #next))),
            "clone" => Some(self.left()),
            "by_ref" | "nth" => None,
            _ => {
                let mut call = call.clone();
                *call.receiver = self.left();
                Some(Expr::MethodCall(call))
            }
        }
    }

    /// The iterator over what is left.
    fn left(&self) -> Expr {
        let (next, place) = (&self.next, self.place);
        if self.copied {
            parse_quote!(#place[#next..].iter().copied())
        } else {
            parse_quote!(#place[#next..].iter())
        }
    }
}

impl VisitMut for Cursor<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            let before = mentions(&stmt, self.name);
            self.visit_stmt_mut(&mut stmt);
            if before > 0 {
                block.stmts.extend(spliced(stmt));
            } else {
                block.stmts.push(stmt);
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let new = match expr {
            Expr::Match(e) => self.matched(e),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) && !self.copied => {
                match build::peeled(&u.expr) {
                    Expr::MethodCall(call)
                        if matches!(call.method.to_string().as_str(), "unwrap" | "expect")
                            && self.is_next(&call.receiver) =>
                    {
                        Some(self.stepped_over(true))
                    }
                    _ => None,
                }
            }
            Expr::MethodCall(call) => self.method(call),
            Expr::ForLoop(e) if build::as_name(&e.expr) == Some(self.name) => {
                *e.expr = self.left();
                None
            }
            _ => None,
        };
        if let Some(new) = new {
            *expr = new;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
