//! Asks of types whether a statement may keep what carries a derivative.
//!
//! ```text
//! t = call .set(&total, x)
//!
//! if false { (&&&&&&&&&&Keeping(&total)).__unkept(); }
//! total.set(x)
//! ```
//!
//! In functions with type parameters only the types of the standard library are refused (`ad-core/src/emitted/interior.rs`).

use super::{Emitter, inert_results, paths};
use crate::analysis::interior::{Asked, Interior, may_ask};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

impl Emitter<'_> {
    /// What asks, before a statement, for what it may keep something in.
    pub(super) fn unkept(&self, stmt: &Stmt) -> TokenStream {
        if !may_ask(self.a, stmt) {
            return TokenStream::new();
        }
        let interior = self.answers.interior.get_or_init(|| Interior::of(self.a));
        let asked = interior.asked(self.a, stmt);
        let ruled = !asked.is_empty() && self.surely_has_rule(stmt);
        if asked.is_empty() || self.generic && ruled {
            return TokenStream::new();
        }
        let span = callee_span(stmt).unwrap_or(stmt.span);
        let core = paths::at(&self.core, span);
        let asks = match (self.generic, ruled) {
            (true, _) => "__unkept_if_known",
            (false, true) => "__unkept_by_rule",
            (false, false) => "__unkept",
        };
        let asks = Ident::new(asks, span);
        let values = asked.into_iter().map(|asked| match asked {
            // Of what may be a function, the whole: a function with a rule is in no box.
            Asked::Place(place) if self.is_behind_returned(place) => {
                self.name(place.root).to_token_stream()
            }
            Asked::Place(place) => self.place(place),
            Asked::Local(local) => self.name(local).to_token_stream(),
        });
        let each =
            values.map(|value| quote_spanned!(span=> (&&&&&&&&&&#core::Keeping(&#value)).#asks();));
        quote_spanned!(span=> if false { #(#each)* })
    }

    /// Whether a statement calls what is not called without a rule.
    fn surely_has_rule(&self, stmt: &Stmt) -> bool {
        let StmtKind::Let {
            dst,
            op: Op::Call(call),
        } = &stmt.kind
        else {
            return false;
        };
        let asked = || {
            self.answers
                .asked
                .get_or_init(|| inert_results::functions(self.f))
        };
        !self.only_asks(*dst, call)
            && !matches!(&call.callee, Callee::Path(path) if asked().contains(&inert_results::name_of(path)))
    }
}

/// Where the function or method that is called is named.
fn callee_span(stmt: &Stmt) -> Option<Span> {
    let StmtKind::Let {
        op: Op::Call(call), ..
    } = &stmt.kind
    else {
        return None;
    };
    match &call.callee {
        Callee::Path(path) | Callee::Associated(path) => Some(path.span()),
        Callee::Method(method) => Some(method.span()),
        Callee::Operator(_) | Callee::Value => None,
    }
}
