//! Values that `dbg!` shows on their way.
//!
//! Receives a function; promises that it has no `dbg!`: what is shown has a name, and is printed as
//! `dbg!` prints it.
//!
//! ```text
//! let y = dbg!(x * x);      let y = { let shown = x * x;
//!                               eprintln!("[{}:{}:{}] {} = {:#?}", file!(), line!(), column!(), stringify!(x * x), &shown);
//!                               shown };
//! for x in dbg!(&w) { .. }  { let shown = &w; eprintln!(..); for x in shown { .. } }
//! ```

use crate::segments;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMacro, Macro, Stmt, Token, parse_quote};

pub(super) fn by_name(function: &mut syn::ItemFn) {
    Shown.visit_block_mut(&mut function.block);
}

struct Shown;

impl VisitMut for Shown {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(shows) = stmt
            && let Some(value) = value(&shows.mac)
        {
            *stmt = Stmt::Expr(value, shows.semi_token);
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::ForLoop(over) = expr
            && let Some(shown) = shown_before(over)
        {
            *expr = shown;
        } else if let Expr::Macro(ExprMacro { mac, .. }) = expr
            && let Some(value) = value(mac)
        {
            *expr = value;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Functions in functions have derivatives of their own.
    }
}

/// A loop over what is shown before it begins.
fn shown_before(over: &syn::ExprForLoop) -> Option<Expr> {
    let Expr::Macro(ExprMacro { mac, .. }) = &*over.expr else {
        return None;
    };
    let Expr::Block(mut block) = value(mac)? else {
        return None;
    };
    let Some(Stmt::Expr(items, None)) = block.block.stmts.pop() else {
        return None;
    };
    let mut over = over.clone();
    *over.expr = items;
    block
        .block
        .stmts
        .push(Stmt::Expr(Expr::ForLoop(over), None));
    Some(Expr::Block(block))
}

/// What a `dbg!` gives: its value, or a tuple of its values.
fn value(mac: &Macro) -> Option<Expr> {
    if segments::last(&mac.path) != "dbg" {
        return None;
    }
    let values = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone());
    let place = place(mac);
    let values: Vec<Expr> = values.ok()?.iter().map(|v| one(v, &place)).collect();
    match values.as_slice() {
        [] => Some(parse_quote!(::std::eprintln!("[{}:{}:{}]", #place))),
        [value] => Some(value.clone()),
        values => Some(parse_quote!((#(#values),*))),
    }
}

fn one(value: &Expr, place: &TokenStream) -> Expr {
    let shown = Ident::new("shown", Span::mixed_site());
    parse_quote!({
        let #shown = #value;
        ::std::eprintln!("[{}:{}:{}] {} = {:#?}", #place, ::core::stringify!(#value), &#shown);
        #shown
    })
}

/// Where a macro stands, as the user's own tokens tell.
fn place(mac: &Macro) -> TokenStream {
    let span = mac
        .path
        .segments
        .last()
        .map_or_else(Span::call_site, |s| s.ident.span());
    quote_spanned!(span=> ::core::file!(), ::core::line!(), ::core::column!())
}
