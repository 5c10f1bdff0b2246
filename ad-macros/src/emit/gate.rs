//! A pullback to which no cotangent comes.
//!
//! What is computed ahead of a branch and used in one of its arms gets no cotangent where the other arm
//! ran. Its partial derivatives may be infinite there, and zero times infinity is not zero: the pullback
//! must not multiply at all.
//!
//! ```text
//! let r = norm(x, y);              move |ct, (x, y), (sink_x, sink_y)| {
//! if r < 1e-9 { return 0.0; }          if !is_any(ct) { return; }
//! x / r                                …
//! ```

use super::Emitter;
use super::names;
use crate::ir::*;
use crate::lower::elementary;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// Leaves the pullback if nothing came, where that leaves nothing undone. `overwrites` says whether
    /// what the pullback does not add to must be written.
    pub(super) fn gate(&self, overwrites: &TokenStream) -> Option<TokenStream> {
        let done = self.f.ret.is_float() && self.f.params.iter().all(|p| self.is_only_read(p));
        (done && self.has_poles()).then(|| {
            let (core, ct) = (&self.core, names::plain("ct"));
            quote!(if !#core::is_any(#ct) && !#overwrites { return; })
        })
    }

    /// Whether a partial derivative of the function may be infinite, that where a guard clause leaves it among them.
    pub(super) fn has_poles(&self) -> bool {
        let mut left = self.clauses.iter().map(|(clause, _)| clause.left.as_ref());
        has_poles(self.f) || left.any(|left| left.is_none_or(has_poles))
    }

    fn is_only_read(&self, param: &Param) -> bool {
        match param.passing {
            Passing::Ref => true,
            Passing::Value => self.f.ty(param.local).is_copy(),
            Passing::RefMut => false,
        }
    }
}

/// Whether a partial derivative may be infinite.
fn has_poles(f: &Function) -> bool {
    let mut found = false;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let { op, .. } = &stmt.kind {
            found |= match op {
                Op::Binary(BinOp::Div, _, divisor) => divisor.local().is_some(),
                Op::Elementary { name, .. } => {
                    elementary::find(&name.to_string()).is_none_or(|e| !e.cheap)
                }
                Op::Call(call) => !call.is_of(f),
                _ => false,
            };
        }
    });
    found
}
