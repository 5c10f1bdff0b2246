//! Unique references to parts of one sequence, bound at once.
//!
//! Receives the right-hand side of a `let` of two names, or the patterns of an array's elements; promises
//! what the names are bound to. The references live at the same time, so one operation makes two, and
//! each name is a view of its half.
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
use syn::{Expr, ExprMethodCall, Pat, parse_quote};

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
        let place = self.place(v)?;
        let at = self.value(at, Some(&Ty::Int))?;
        let at = self.as_index(at, span);
        let [before, after] = self.split(place, at, span);
        let first = |mut half: Place| {
            half.path.push(Step::Index(number(0)));
            half
        };
        let parts = match parts {
            Parts::Halves => [before, after],
            Parts::FirstAndRest => [first(before), after],
            Parts::LastAndRest => [first(after), before],
        };
        Some(parts.map(|part| self.reference(part, true, span)))
    }

    /// The two parts of a sequence, which can be borrowed uniquely at the same time.
    fn split(&mut self, mut place: Place, at: Operand, span: Span) -> [Place; 2] {
        if matches!(self.place_ty(&place).peeled(), Ty::Unknown) {
            self.select(&mut place, Step::Range(None, None, false), span);
        }
        place.path.push(Step::Split(at));
        self.note_write(place.root);
        let both = self.reference(place, true, span);
        let root = self.as_local(both, span);
        [0, 1].map(|position: usize| {
            let field = Step::Field(syn::Member::Unnamed(position.into()));
            let path = vec![field, Step::Deref];
            Place { root, path }
        })
    }

    /// `let [a, b, rest @ ..] = &mut place`: one element after the other is split off.
    pub(super) fn bind_unique_elements(&mut self, pats: &[&Pat], mut place: Place) {
        let Some((last, before)) = pats.split_last() else {
            return;
        };
        for pat in before {
            let [mut first, rest] = self.split(place, number(1), pat.span());
            first.path.push(Step::Index(number(0)));
            self.bind_place(pat, first, Some(true));
            place = rest;
        }
        match last {
            Pat::Rest(_) => {}
            Pat::Ident(name) if name.subpat.is_some() => {
                let rest = self.reference(place, true, name.span());
                self.bind_name(&name.ident, false, rest);
            }
            last => {
                place.path.push(Step::Index(number(0)));
                self.bind_place(last, place, Some(true));
            }
        }
    }
}

fn number(n: usize) -> Operand {
    let literal = proc_macro2::Literal::usize_unsuffixed(n);
    Operand::Const(quote::quote!(#literal), Ty::Int)
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
