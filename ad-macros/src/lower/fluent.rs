//! Statements that call one method of a value after the other.
//!
//! Receives a statement of calls that chain; promises the calls one by one, where a receiver that may
//! change is all that they can be of, and something that may carry a derivative goes into them.
//!
//! ```text
//! s.add(a).add(b);             s.add(a);
//!                              s.derivative_chain_of_add();
//!                              s.add(b);
//! ```

use super::{Lowerer, is_structural};
use crate::desugar::{fluent, unique};
use crate::ir::*;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// Makes the calls of a chain one by one; whether it is one.
    pub(super) fn fluent(&mut self, call: &ExprMethodCall) -> bool {
        let Some(mut calls) = self.chained(call) else {
            return false;
        };
        let last = calls.pop();
        for call in &calls {
            self.plain_method_statement(call);
            self.chain_marker(&fluent::asked(call));
        }
        last.iter()
            .for_each(|call| self.plain_method_statement(call));
        true
    }

    fn chained(&self, call: &ExprMethodCall) -> Option<Vec<ExprMethodCall>> {
        let calls = fluent::calls(call).filter(|calls| calls.len() > 1)?;
        let receiver = &calls[0].receiver;
        let may_change = names_the_same(receiver)
            && self
                .root_of(receiver)
                .is_some_and(|root| self.is_storage(root) && !self.is_inert(root));
        let unsaid = matches!(self.infer(receiver).peeled(), Ty::Unknown);
        let plain = |c: &ExprMethodCall| {
            let name = c.method.to_string();
            !is_structural(&name)
                && !unique::is_unique(c)
                && !c.args.iter().any(is_unique_borrow)
                && !c.args.iter().any(|a| self.assigns_outer(a))
        };
        let given = calls.iter().flat_map(|c| &c.args);
        let given = given.filter(|a| self.may_carry(a)).count();
        let chain = may_change && unsaid && given > 0 && calls.iter().all(plain);
        chain.then_some(calls)
    }

    fn may_carry(&self, arg: &Expr) -> bool {
        !matches!(arg, Expr::Lit(_)) && self.raw(arg).is_none()
    }

    /// Asks whether the methods of a chain give back their receiver.
    pub(super) fn chain_marker(&mut self, call: &ExprMethodCall) {
        let raw = Raw {
            tokens: call.to_token_stream(),
            reads: self.root_of(&call.receiver).into_iter().collect(),
            volatile: true,
            cheap: false,
        };
        self.emit(StmtKind::Effect { raw }, call.span());
    }
}

/// Whether an expression names the same place again after a call that changes it.
pub(super) fn names_the_same(place: &Expr) -> bool {
    match place {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(p) => names_the_same(&p.expr),
        Expr::Field(f) => names_the_same(&f.base),
        Expr::Unary(u) => names_the_same(&u.expr),
        Expr::Index(i) => {
            let index = matches!(&*i.index, Expr::Path(_) | Expr::Lit(_));
            index && names_the_same(&i.expr)
        }
        _ => false,
    }
}

pub(super) fn is_unique_borrow(arg: &Expr) -> bool {
    matches!(arg, Expr::Reference(r) if r.mutability.is_some())
}
