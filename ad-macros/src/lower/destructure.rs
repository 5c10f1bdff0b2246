//! Assignments that take what they assign apart.
//!
//! Receives an assignment to several places at once; promises a `let` that takes the value apart, and an
//! assignment of each part, in order.
//!
//! ```text
//! [p.x, (a[i], _)] = f(k);        let [x1, (x2, _)] = f(k);
//!                                 p.x = x1;
//!                                 a[i] = x2;
//! ```
//!
//! Of `(a, b) = (b, a)`, vectors are exchanged, and so are more of them.

use super::Lowerer;
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

/// Whether what is assigned to is written as a pattern.
pub(super) fn takes_apart(target: &Expr) -> bool {
    matches!(
        target,
        Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) | Expr::Call(_)
    )
}

/// Which of `to` are exchanged, one pair after the other, so that each holds what that of `from` held; `None` where
/// `from` are not the same, in another order.
fn exchanges(to: &[String], from: &[String]) -> Option<Vec<[usize; 2]>> {
    let same: HashSet<&String> = to.iter().collect();
    let again: HashSet<&String> = from.iter().collect();
    if to.len() < 2 || from.len() != to.len() || same.len() != to.len() || same != again {
        return None;
    }
    // What each holds by now.
    let mut held: Vec<&String> = to.iter().collect();
    let mut pairs = Vec::new();
    for (i, wanted) in from.iter().enumerate() {
        let at = held.iter().position(|h| *h == wanted)?;
        if at != i {
            held.swap(i, at);
            pairs.push([i, at]);
        }
    }
    Some(pairs)
}

impl Lowerer<'_> {
    pub(super) fn assign_parts(&mut self, target: &Expr, value: &Expr) {
        if let Some(crossed) = self.crossed(target, value) {
            for [a, b] in crossed {
                self.exchange(a, b, value.span());
            }
            return;
        }
        let mut parts = Vec::new();
        let pat = self.pattern_of(target, &mut parts);
        if let Stmt::Local(local) = parse_quote!(let #pat = #value;) {
            self.let_statement(&local);
        }
        for (place, name) in parts {
            self.assign(&place, &parse_quote!(#name));
        }
    }

    /// The vectors of `(a, b, c) = (b, c, a)`, two by two: they are exchanged, where a `let` would move them all.
    fn crossed(&mut self, target: &Expr, value: &Expr) -> Option<Vec<[Place; 2]>> {
        let (Expr::Tuple(to), Expr::Tuple(from)) = (target, value) else {
            return None;
        };
        let text = |e: &Expr| e.to_token_stream().to_string();
        let from: Vec<String> = from.elems.iter().map(text).collect();
        let names: Vec<String> = to.elems.iter().map(text).collect();
        let exchanges = exchanges(&names, &from)?;
        let paths = to.elems.iter().all(|e| matches!(e, Expr::Path(_)));
        let vectors = paths && to.elems.iter().all(|e| matches!(self.infer(e), Ty::Vec(_)));
        if !vectors {
            return None;
        }
        let mut places = exchanges
            .into_iter()
            .map(|pair| pair.map(|i| self.place(&to.elems[i])));
        places.try_fold(Vec::new(), |mut all, [a, b]| {
            all.push([a?, b?]);
            Some(all)
        })
    }

    /// The pattern that a target stands for, and which name in it goes to which place.
    fn pattern_of(&mut self, target: &Expr, parts: &mut Vec<(Expr, Ident)>) -> Pat {
        match target {
            Expr::Infer(_) => parse_quote!(_),
            Expr::Range(r) if r.start.is_none() && r.end.is_none() => parse_quote!(..),
            Expr::Paren(p) => self.pattern_of(&p.expr, parts),
            Expr::Tuple(t) => {
                let pats = t.elems.iter().map(|e| self.pattern_of(e, parts));
                let pats: Vec<Pat> = pats.collect();
                parse_quote_spanned!(t.span()=> (#(#pats,)*))
            }
            Expr::Array(a) => {
                let pats = a.elems.iter().map(|e| self.pattern_of(e, parts));
                let pats: Vec<Pat> = pats.collect();
                parse_quote_spanned!(a.span()=> [#(#pats),*])
            }
            Expr::Call(c) => {
                let pats = c.args.iter().map(|e| self.pattern_of(e, parts));
                let (path, pats) = (&c.func, pats.collect::<Vec<Pat>>());
                parse_quote_spanned!(c.span()=> #path(#(#pats),*))
            }
            Expr::Struct(s) => {
                let fields = s.fields.iter();
                let pats = fields.clone().map(|f| self.pattern_of(&f.expr, parts));
                let (path, pats) = (&s.path, pats.collect::<Vec<Pat>>());
                let members = fields.map(|f| &f.member);
                let rest = &s.dot2_token;
                parse_quote_spanned!(s.span()=> #path { #(#members: #pats,)* #rest })
            }
            place => {
                let [.., name] = self.fresh_names(place.span());
                parts.push((place.clone(), name.clone()));
                parse_quote!(#name)
            }
        }
    }
}
