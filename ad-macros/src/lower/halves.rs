//! Two unique references to parts of one sequence, bound at once.
//!
//! Receives the right-hand side of a `let` of two names; promises what the names are bound to. Both
//! references live at the same time, so one operation makes both, and each name is a view of its half.
//!
//! ```text
//! let (a, b) = v.split_at_mut(k);               both = &mut v.split_at(k)
//!                                               a = &mut (*both.0)
//!                                               b = &mut (*both.1)
//! let (x, rest) = v.split_first_mut().unwrap(); both = &mut v.split_at(1)
//!                                               x = &mut (*both.0)[0]
//!                                               rest = &mut (*both.1)
//! ```

use super::Lowerer;
use crate::desugar::build;
use crate::ir::*;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, parse_quote};

/// Which parts of a sequence a method lends.
#[derive(Clone, Copy)]
enum Parts {
    Halves,
    FirstAndRest,
    LastAndRest,
}

impl Lowerer<'_> {
    /// The references, in the order of the names. The outer `None`: it is something else; the inner
    /// one: it was refused.
    pub(super) fn unique_parts(&mut self, init: &Expr) -> Option<Option<[Operand; 2]>> {
        let (call, parts) = lending(init)?;
        let v = &call.receiver;
        let at: Expr = match parts {
            Parts::Halves => call.args.first()?.clone(),
            Parts::FirstAndRest => parse_quote!(1),
            Parts::LastAndRest => parse_quote!(#v.len() - 1),
        };
        self.may_be_sequence(v)
            .then(|| self.lent_parts(v, &at, parts, call.span()))
    }

    fn lent_parts(
        &mut self,
        v: &Expr,
        at: &Expr,
        parts: Parts,
        span: Span,
    ) -> Option<[Operand; 2]> {
        let mut place = self.place(v)?;
        let at = self.value(at, Some(&Ty::Int))?;
        let at = self.as_index(at, span);
        if matches!(self.place_ty(&place).peeled(), Ty::Unknown) {
            self.select(&mut place, Step::Range(None, None, false), span);
        }
        place.path.push(Step::Split(at));
        self.note_write(place.root);
        let both = self.reference(place, true, span);
        let both = self.as_local(both, span);
        let mut half = |position: usize, end: Option<Operand>| {
            let field = Step::Field(syn::Member::Unnamed(position.into()));
            let mut path = vec![field, Step::Deref];
            path.extend(end.map(Step::Index));
            self.reference(Place { root: both, path }, true, span)
        };
        let end = || Some(Operand::Const(quote::quote!(0), Ty::Int));
        Some(match parts {
            Parts::Halves => [half(0, None), half(1, None)],
            Parts::FirstAndRest => [half(0, end()), half(1, None)],
            Parts::LastAndRest => [half(1, end()), half(0, None)],
        })
    }
}

/// The call that lends two parts, of a sequence that is not empty where an option says so.
fn lending(init: &Expr) -> Option<(&ExprMethodCall, Parts)> {
    let Expr::MethodCall(call) = build::peeled(init) else {
        return None;
    };
    if call.method == "split_at_mut" {
        return Some((call, Parts::Halves));
    }
    let unwraps = call.method == "unwrap" || call.method == "expect";
    match build::peeled(&call.receiver) {
        Expr::MethodCall(inner) if unwraps && inner.method == "split_first_mut" => {
            Some((inner, Parts::FirstAndRest))
        }
        Expr::MethodCall(inner) if unwraps && inner.method == "split_last_mut" => {
            Some((inner, Parts::LastAndRest))
        }
        _ => None,
    }
}
