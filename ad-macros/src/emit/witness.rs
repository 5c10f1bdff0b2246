//! What conversions are given, in calls that are written for their types alone.
//!
//! Receives the calls of `from` whose pullbacks are erased; promises for each a variable of no size that says the type
//! of what is converted. Such a function is chosen by that type, which nothing else says in a call that is never made.
//!
//! ```text
//! if c { f64::from(m) } else { x }
//!
//! let given5 = Witness::new();
//! … given5.see(&m); let (value, pullback) = f64::associated_rule_of_from(keep, (m,)); …
//! Erased::like(&pullback, || f64::associated_rule_of_from(keep, (given5.absent(),)))
//! ```

use super::{Emitter, names};
use crate::analysis::needs::call_is_varied;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Emitter<'_> {
    /// The variables of a body, declared around its forward and its reverse sweep.
    pub(super) fn witnesses(&self) -> TokenStream {
        let (core, mut declared) = (&self.core, TokenStream::new());
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                op: Op::Call(call), ..
            } = &stmt.kind
                && let Some(witness) = self.witness(stmt, call)
            {
                declared.extend(quote!(let #witness = #core::Witness::new();));
            }
        });
        declared
    }

    /// The variable that says what a conversion is given, where one is needed.
    pub(super) fn witness(&self, stmt: &Stmt, call: &Call) -> Option<Ident> {
        let converts = match &call.callee {
            Callee::Associated(path) => path.path.segments.last()?.ident == "from",
            _ => false,
        };
        let unsaid = matches!(call.args[..], [Arg::Value(Operand::Local(local))]
            if matches!(self.f.ty(local), Ty::Unknown));
        let varied = || call_is_varied(call, &self.a.activity, &self.a.flow);
        (converts && unsaid && self.is_erased(stmt) && varied())
            .then(|| names::numbered("given", stmt.id))
    }
}
