//! Iterators that run backwards, and make what they leave out.
//!
//! Receives a function; promises that iterators which run from the back leave nothing out behind a closure that changes
//! what it captured. `take`, `step_by` and the longer of two make the items at the back that they leave out, and only
//! where their number shows.
//!
//! ```text
//! x.iter().map(|v| { s += v; s }).take(2).rev()      refused, at `rev`
//! x.iter().take(2).map(|v| { s += v; s }).rev()
//! x.iter().map(|v| v * k).take(2).rev()
//! ```

use super::changes::may_change_any_of;
use crate::desugar::build;
use crate::diagnostics::{Sink, catalog};
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall};

/// Methods that ask for items from the back.
const FROM_THE_BACK: [&str; 6] = [
    "next_back",
    "nth_back",
    "rev",
    "rfind",
    "rfold",
    "rposition",
];

pub(super) fn check(function: &syn::ItemFn, variables: &HashSet<Ident>, sink: &Sink) {
    let mut backwards = Backwards {
        variables,
        closures: Vec::new(),
        sink,
    };
    backwards.visit_block(&function.block);
}

struct Backwards<'a> {
    /// The variables that may change.
    variables: &'a HashSet<Ident>,
    /// Those that hold closures which may change others.
    closures: Vec<Ident>,
    sink: &'a Sink,
}

impl Backwards<'_> {
    /// Whether items are left out behind what changes something when it makes them.
    fn leaves_out_what_it_makes(&self, iterator: &Expr) -> bool {
        let (mut left_out, mut rest) = (false, build::peeled(iterator));
        while let Expr::MethodCall(call) = rest {
            left_out |= ["take", "step_by", "zip"].iter().any(|m| call.method == m);
            if left_out && call.args.iter().any(|arg| self.may_change(arg)) {
                return true;
            }
            rest = build::peeled(&call.receiver);
        }
        false
    }

    fn may_change(&self, arg: &Expr) -> bool {
        let by_name = build::root(arg).is_some_and(|name| self.closures.contains(name));
        by_name || may_change_any_of(self.variables, arg)
    }
}

impl<'ast> Visit<'ast> for Backwards<'_> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        let init = local.init.as_ref().map(|init| build::peeled(&init.expr));
        if let Some(closure @ Expr::Closure(_)) = init
            && may_change_any_of(self.variables, closure)
        {
            self.closures.extend(build::bound_names(&local.pat));
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let from_the_back = FROM_THE_BACK.iter().any(|method| call.method == method);
        if from_the_back && self.leaves_out_what_it_makes(&call.receiver) {
            self.sink
                .refuse(call.method.span(), catalog::LEFT_OUT_AT_THE_BACK);
        }
        visit::visit_expr_method_call(self, call);
    }
}
