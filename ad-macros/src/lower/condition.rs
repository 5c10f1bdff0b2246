//! Conditions, and arguments of inactive macros, that call users' methods.
//!
//! Receives what cannot stay as written, because something in it calls what may change a value with a
//! derivative; promises the same in steps, of which each can be.
//!
//! ```text
//! z.norm() < 4.0 && n < 9      if z.norm() < 4.0 { n < 9 } else { false }
//! z.norm() < 4.0               { let left = z.norm(); left < 4.0 }
//! assert!(z.norm() < 4.0)      { let argument = z.norm() < 4.0; assert!(argument, "…") }
//! ```

use super::Lowerer;
use crate::diagnostics::catalog;
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprBinary, Stmt, Token, parse_quote};

impl Lowerer<'_> {
    /// What the condition stands for; none if it has been refused.
    pub(super) fn step_by_step(&mut self, b: &ExprBinary) -> Option<Expr> {
        let (left, op, right) = (&b.left, &b.op, &b.right);
        match op {
            BinOp::And(_) => return Some(parse_quote!(if #left { (#right) } else { false })),
            BinOp::Or(_) => return Some(parse_quote!(if #left { true } else { (#right) })),
            _ => {}
        }
        // Names of their own: the user's variables have any.
        let [first, second, _] = self.fresh_names(b.span());
        match [left, right].map(|side| self.payload(side).is_none()) {
            // Each side can stay: what is left to blame is the comparison as a whole.
            [false, false] => {
                self.sink.refuse_at(b, catalog::COMPARISON_IMPURE);
                None
            }
            [true, false] => Some(parse_quote!({ let #first = #left; #first #op #right })),
            // What the right side calls may change what is read on the left.
            [_, true] => Some(parse_quote!({
                let #first = #left;
                let #second = #right;
                #first #op #second
            })),
        }
    }

    /// A macro that prints or asserts, after those of its arguments that may change something.
    pub(super) fn arguments_first(&mut self, mac: &syn::Macro, name: &str) -> Option<syn::Block> {
        let prints = ["println", "eprintln", "print", "eprint"].contains(&name);
        let asserted = name.strip_prefix("debug_").unwrap_or(name);
        let asserts = ["assert", "assert_eq", "assert_ne"].contains(&asserted);
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let mut arguments = parser.parse2(mac.tokens.clone()).ok()?;
        if !(prints || asserts) || arguments.iter().any(names_something) {
            return None;
        }
        let mut steps: Vec<Stmt> = Vec::new();
        let condition = arguments.first()?.to_token_stream().to_string();
        for argument in arguments.iter_mut() {
            if self.macro_changes(&argument.to_token_stream()) {
                let [name, ..] = self.fresh_names(argument.span());
                steps.push(parse_quote!(let #name = #argument;));
                *argument = parse_quote!(#name);
            }
        }
        if asserted == "assert" && arguments.len() == 1 {
            arguments.push(parse_quote!("assertion failed: {}"));
            arguments.push(parse_quote!(#condition));
        }
        let path = &mac.path;
        steps.push(parse_quote!(#path!(#arguments);));
        Some(match asserted == name {
            true => parse_quote!({ #(#steps)* }),
            false => parse_quote!({ if ::core::cfg!(debug_assertions) { #(#steps)* } }),
        })
    }
}

/// Whether an argument of a macro gives names to values: what names stand for was settled before, outside
/// of macros only. `x = value` names an argument of a format.
fn names_something(argument: &Expr) -> bool {
    struct Names(bool);
    impl Visit<'_> for Names {
        fn visit_expr(&mut self, expr: &Expr) {
            let assigns = matches!(expr, Expr::Assign(_));
            self.0 |= assigns || matches!(expr, Expr::Closure(_) | Expr::Block(_) | Expr::Let(_));
            self.0 |= matches!(expr, Expr::Match(_) | Expr::If(_) | Expr::Macro(_));
            visit::visit_expr(self, expr);
        }
    }
    let mut names = Names(false);
    names.visit_expr(argument);
    names.0
}
