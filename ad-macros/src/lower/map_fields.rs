//! Loops over maps and sets in fields.
//!
//! Receives the head of a loop over what a field is that is taken to be a map; promises that the loop runs over its
//! items as they are, without derivatives. That it is a set or a map of the standard library, and carries none, is asked of
//! rustc: what is known to be a map is gone over by its keys (`desugar/keyed.rs`).
//!
//! ```text
//! for (kind, rate) in &self.rates { … }       for (kind, rate) in self.rates.__map() { … }
//! for rate in self.rates.values() { … }       for rate in self.rates.__map().values() { … }
//! ```

use super::Lowerer;
use crate::desugar::build;
use crate::ir::{Raw, Ty};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, parse_quote};

/// The map, if it is one.
pub(super) const MAP: &str = "__map";

impl Lowerer<'_> {
    /// The items of a map in a field, as they are iterated over.
    pub(super) fn items_of_map_field(&self, head: &Expr) -> Option<Raw> {
        self.payload(&self.over_map_field(head)?)
    }

    fn over_map_field(&self, head: &Expr) -> Option<Expr> {
        match build::peeled(head) {
            Expr::Reference(r) if r.mutability.is_none() => self.asked_map(&r.expr),
            Expr::MethodCall(call) => {
                let receiver = match (call.method.to_string().as_str(), call.args.len()) {
                    ("iter" | "keys" | "values", 0) => self.asked_map(&call.receiver)?,
                    ("enumerate" | "rev" | "copied" | "cloned", 0) => {
                        self.over_map_field(&call.receiver)?
                    }
                    _ => return None,
                };
                let mut call = call.clone();
                *call.receiver = receiver;
                Some(Expr::MethodCall(call))
            }
            _ => None,
        }
    }

    /// `self.rates.__map()`
    fn asked_map(&self, field: &Expr) -> Option<Expr> {
        let unsaid = matches!(self.infer(field), Ty::Unknown);
        let is_map =
            unsaid && self.constructed.is_map_field(field) && self.is_place_of_local(field);
        let asks = Ident::new(MAP, field.span().resolved_at(Span::mixed_site()));
        is_map.then(|| parse_quote!(#field.#asks()))
    }
}
