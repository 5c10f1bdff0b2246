//! What is made of a value that may not be there, and what stands for it where it is not, in one call.
//!
//! Receives a function whose local names are unique; promises that where the value that `map` makes is asked for at once,
//! the question is the first value's own. Between the two there would be an option or a result of another value, and of a
//! result it would hold the error, which only a copy could leave for the reverse sweep.
//!
//! ```text
//! mean(xs).map(|m| m * m).unwrap_or(0.0)      mean(xs).map_or(0.0, |m| m * m)
//! mean(xs).map(|m| m * m).unwrap()            { let m = mean(xs).unwrap(); m * m }
//! ```

use super::rename::Names;
use super::{build, held, optional};
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprClosure, ExprMethodCall, parse_quote_spanned};

pub(super) fn at_once(function: &mut syn::ItemFn, names: &mut Names) {
    AtOnce(names).visit_block_mut(&mut function.block);
}

struct AtOnce<'a>(&'a mut Names);

impl AtOnce<'_> {
    /// The question that a question about what `map` makes stands for.
    fn asked(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let args: Vec<&Expr> = call.args.iter().collect();
        let (receiver, f) = mapped(&call.receiver)?;
        let (name, span) = (&call.method, call.method.span());
        match (name.to_string().as_str(), args.as_slice()) {
            ("unwrap_or", [default]) if waits(default, f) => {
                Some(parse_quote_spanned!(span=> #receiver.map_or(#default, #f)))
            }
            ("map_or", [default, then]) => {
                let f = self.one_after_the_other(f, then)?;
                Some(parse_quote_spanned!(span=> #receiver.map_or(#default, #f)))
            }
            ("unwrap", []) | ("expect", [_]) => {
                let held = self.0.fresh(&Ident::new("held", Span::mixed_site()));
                let (pat, body) = optional::applied(f, &held)?;
                let asked = &call.args;
                Some(parse_quote_spanned!(span=> { let #pat = #receiver.#name(#asked); #body }))
            }
            _ => None,
        }
    }

    /// The closure that does what two functions do one after the other.
    fn one_after_the_other(&mut self, first: &Expr, second: &Expr) -> Option<ExprClosure> {
        let names = ["first", "second"].map(|n| self.0.fresh(&Ident::new(n, Span::mixed_site())));
        let (given, made) = optional::applied(first, &names[0])?;
        let (then, value) = optional::applied(second, &names[1])?;
        Some(syn::parse_quote!(|#given| { let #then = #made; #value }))
    }
}

/// `o` and `f` of `o.map(f)`, where `o` is no element of a list or the like, whose methods are read elsewhere.
fn mapped(value: &Expr) -> Option<(&Expr, &Expr)> {
    match build::peeled(value) {
        Expr::MethodCall(call) if call.method == "map" && call.args.len() == 1 => {
            let open = match build::peeled(&call.receiver) {
                Expr::Call(_) | Expr::Path(_) => true,
                Expr::MethodCall(inner) => !held::OF_STD.iter().any(|name| inner.method == name),
                _ => false,
            };
            open.then(|| (&*call.receiver, &call.args[0]))
        }
        _ => None,
    }
}

/// Whether a value is the same before a function is called as behind that: it calls nothing, and the function names nothing
/// that it is made of.
fn waits(value: &Expr, f: &Expr) -> bool {
    fn calls_nothing(value: &Expr) -> bool {
        match build::peeled(value) {
            Expr::Lit(_) | Expr::Path(_) => true,
            Expr::Field(e) => calls_nothing(&e.base),
            Expr::Unary(e) => calls_nothing(&e.expr),
            Expr::Index(e) => calls_nothing(&e.expr) && calls_nothing(&e.index),
            Expr::Binary(e) => calls_nothing(&e.left) && calls_nothing(&e.right),
            _ => false,
        }
    }
    let named = build::names_in(value);
    calls_nothing(value) && !named.iter().any(|name| build::mentions(f, name))
}

impl VisitMut for AtOnce<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        while let Expr::MethodCall(call) = &*expr
            && let Some(asked) = self.asked(call)
        {
            *expr = asked;
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
