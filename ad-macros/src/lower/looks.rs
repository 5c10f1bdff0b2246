//! Methods that only look at their receivers, by their names.
//!
//! Receives code that is to stay as the user wrote it; promises that none of the methods that are called in it for
//! their names' sake changes what carries a derivative. A type of the user's may have another method of that name:
//! lent by a shared reference, its receiver cannot be changed.
//!
//! ```text
//! while tank.count() < 3 { … }             while (&tank).count() < 3 { … }
//! ```

use super::Lowerer;
use super::elementary::is_inert_query;
use crate::desugar::build;
use crate::desugar::optional::is_place;
use crate::ir::{Local, Ty};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall};

pub(super) struct LookOnly<'l, 'a>(pub(super) &'l Lowerer<'a>);

impl VisitMut for LookOnly<'_, '_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        let looks = looks(&call.method.to_string()) || gives_parts_of_text(call);
        if looks && is_place(&call.receiver) && self.may_change(call) {
            let receiver = &call.receiver;
            *call.receiver = syn::parse_quote_spanned!(receiver.span()=> (&#receiver));
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

impl LookOnly<'_, '_> {
    /// Whether a receiver may be of a type of the user's that carries a derivative.
    fn may_change(&self, call: &ExprMethodCall) -> bool {
        let unsaid = matches!(self.0.infer(&call.receiver), Ty::Unknown);
        unsaid
            && self
                .root(&call.receiver)
                .is_some_and(|l| !self.0.is_inert(l))
    }

    fn root(&self, place: &Expr) -> Option<Local> {
        match build::peeled(place) {
            Expr::Index(i) => self.root(&i.expr),
            Expr::Field(f) => self.root(&f.base),
            Expr::Unary(u) => self.root(&u.expr),
            other => self.0.lookup(&build::as_name(other)?.to_string()),
        }
    }
}

/// Whether a method is one of texts that gives parts of them, by its name or by where it splits: `log.matches(';')`.
pub(super) fn gives_parts_of_text(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let splits = ["split", "rsplit", "split_terminator", "matches"];
    let at_text = |at: &Expr| {
        matches!(build::peeled(at), Expr::Lit(l)
            if matches!(l.lit, syn::Lit::Str(_) | syn::Lit::Char(_)))
    };
    OF_TEXTS.contains(&name.as_str())
        || splits.contains(&name.as_str()) && call.args.first().is_some_and(at_text)
}

/// Methods of texts that give parts of them.
const OF_TEXTS: [&str; 5] = [
    "bytes",
    "char_indices",
    "chars",
    "lines",
    "split_whitespace",
];

/// Whether the standard library's method of a name takes its receiver by a shared reference. What takes an option
/// itself does not, and what compares need not be asked: references are compared with references.
fn looks(name: &str) -> bool {
    let of_option = name.ends_with("_and") || name.ends_with("_or");
    let compares = [
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "cmp",
        "partial_cmp",
        "total_cmp",
    ];
    let parts = [
        "iter", "first", "last", "windows", "chunks", "as_slice", "keys", "values",
    ];
    let query = is_inert_query(name) && !of_option && !compares.contains(&name);
    query || parts.contains(&name)
}
