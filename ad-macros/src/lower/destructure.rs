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
//! Of `(a, b) = (b, a)`, vectors are exchanged.

use super::Lowerer;
use crate::ir::*;
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

impl Lowerer<'_> {
    pub(super) fn assign_parts(&mut self, target: &Expr, value: &Expr) {
        if let Some([a, b]) = self.crossed(target, value) {
            return self.exchange(a, b, value.span());
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

    /// The two vectors of `(a, b) = (b, a)`: they are exchanged, where a `let` would move both.
    fn crossed(&mut self, target: &Expr, value: &Expr) -> Option<[Place; 2]> {
        let (Expr::Tuple(to), Expr::Tuple(from)) = (target, value) else {
            return None;
        };
        let same =
            |a: &Expr, b: &Expr| a.to_token_stream().to_string() == b.to_token_stream().to_string();
        if to.elems.len() != 2 || from.elems.len() != 2 {
            return None;
        }
        let paths = to.elems.iter().all(|e| matches!(e, Expr::Path(_)));
        let crossed = same(&to.elems[0], &from.elems[1]) && same(&to.elems[1], &from.elems[0]);
        if !(paths && crossed && !same(&to.elems[0], &to.elems[1])) {
            return None;
        }
        let vectors = to.elems.iter().all(|e| matches!(self.infer(e), Ty::Vec(_)));
        let [a, b] = [&to.elems[0], &to.elems[1]].map(|e| vectors.then(|| self.place(e)).flatten());
        Some([a?, b?])
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
