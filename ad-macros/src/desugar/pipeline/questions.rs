//! Questions in the argument of an adaptor, and in the head of a loop.
//!
//! Receives a function where `?` has become a `match` that leaves; promises the same function where what such a `match`
//! gives to a pipeline has a name before it.
//!
//! ```text
//! x.iter().zip(match x.get(k..) { Some(v) => v, None => return None })
//!     { let question = match x.get(k..) { Some(v) => v, None => return None }; x.iter().zip(question) }
//! ```
//!
//! The function is left before the receiver is made then, which is the same where that only looks at a place.

use super::read;
use crate::desugar::build;
use crate::desugar::rename::Names;
use proc_macro2::Ident;
use syn::Expr;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};

pub(super) fn by_name(function: &mut syn::ItemFn, names: &mut Names) {
    Questions { names }.visit_block_mut(&mut function.block);
}

struct Questions<'a> {
    names: &'a mut Names,
}

/// Adaptors that are given sequences or numbers.
const ADAPTORS: [&str; 6] = ["zip", "chain", "take", "skip", "step_by", "extend"];

impl Questions<'_> {
    /// The name of what the question gives, which stands in its place.
    fn named(&mut self, question: &mut Expr) -> syn::Stmt {
        let span = question.span();
        let name = self.names.fresh(&Ident::new("question", span));
        let asked = std::mem::replace(question, build::name(name.clone()));
        build::let_(build::name_pattern(name, false), asked, span)
    }
}

fn is_question(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::Match(e) if read::is_question(e))
}

/// Whether nothing happens when this is made: a place, or an iterator over one.
fn only_looks(receiver: &Expr) -> bool {
    match build::peeled(receiver) {
        Expr::MethodCall(call) if call.method == "drain" => false,
        Expr::MethodCall(call) => read::read(receiver).is_some() && only_looks(&call.receiver),
        Expr::Range(_) => true,
        place => read::is_place(place),
    }
}

impl VisitMut for Questions<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let before = match expr {
            Expr::ForLoop(e) if is_question(&e.expr) => self.named(&mut e.expr),
            Expr::MethodCall(call)
                if ADAPTORS.iter().any(|name| call.method == name)
                    && call.args.len() == 1
                    && is_question(&call.args[0])
                    && only_looks(&call.receiver) =>
            {
                self.named(&mut call.args[0])
            }
            _ => return,
        };
        *expr = build::with_statements(vec![before], expr.clone());
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
