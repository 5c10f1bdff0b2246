//! A sequence in two parts, bound at once.
//!
//! Receives the right-hand side of a `let` of two names; promises the two views that it stands for.
//!
//! ```text
//! let (a, b) = v.split_at(k);               let n = k; let (a, b) = (&v[..n], &v[n..]);
//! let (x, rest) = v.split_first().unwrap(); let (x, rest) = (&v[0], &v[1..]);
//! ```

use super::Lowerer;
use super::collections::is_named;
use crate::desugar::build;
use crate::ir::Ty;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, ExprTuple, parse_quote};

impl Lowerer<'_> {
    /// The views, as a tuple; what they are bounded by is evaluated.
    pub(super) fn two_parts(&mut self, init: &Expr) -> Option<ExprTuple> {
        let Expr::MethodCall(call) = build::peeled(init) else {
            return None;
        };
        if call.method == "unwrap" || call.method == "expect" {
            return match build::peeled(&call.receiver) {
                Expr::MethodCall(inner) if self.may_be_sequence(&inner.receiver) => {
                    end_and_rest(inner)
                }
                _ => None,
            };
        }
        let at = call.args.first().filter(|_| call.method == "split_at")?;
        if !self.may_be_sequence(&call.receiver) {
            return None;
        }
        let [n, ..] = self.fresh_names(call.span());
        let at = self.value(at, Some(&Ty::Int))?;
        self.bind_name(&n, false, at);
        let v = &call.receiver;
        Some(parse_quote!((&#v[..#n], &#v[#n..])))
    }

    /// Whether what `expr` names may be taken apart by position.
    pub(super) fn may_be_sequence(&self, expr: &Expr) -> bool {
        match self.infer(expr).peeled() {
            Ty::Vec(_) | Ty::Slice(_) | Ty::Array(_) => self.is_place_of_local(expr),
            Ty::Unknown => is_named(expr),
            _ => false,
        }
    }
}

/// What `split_first` and `split_last` give of a sequence that is not empty.
fn end_and_rest(call: &ExprMethodCall) -> Option<ExprTuple> {
    let v = &call.receiver;
    if call.method == "split_first" {
        return Some(parse_quote!((&#v[0], &#v[1..])));
    }
    (call.method == "split_last").then(|| parse_quote!((&#v[#v.len() - 1], &#v[..#v.len() - 1])))
}
