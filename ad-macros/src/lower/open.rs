//! `match` on values that may carry a derivative.
//!
//! Receives a `match` whose patterns may take such a value apart; promises a branch whose arms know of
//! each binding which part of the value it is. The reverse sweep matches again, and finds the shadow
//! of a binding at the same part of the value's shadow.
//!
//! ```text
//! match shape {                          open shape {
//!     Shape::Disc(r) => PI * r * r,          `Shape::Disc(r)` =>      r is (shape as Disc).0
//!     Shape::Rect { w, h } => w * h,         `Shape::Rect { w, h }` => w is (shape as Rect).w, …
//! }                                      }
//! ```

use super::Lowerer;
use crate::diagnostics::catalog;
use crate::ir::*;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

impl Lowerer<'_> {
    pub(crate) fn open_match(&mut self, e: &syn::ExprMatch, hint: Option<&Ty>) -> Option<Operand> {
        let scrutinee = self.scrutinee(e)?;
        let mut arms = Vec::new();
        for arm in &e.arms {
            if let Some((_, guard)) = &arm.guard
                && self.assigns_active(guard)
            {
                self.sink.refuse_at(guard, catalog::COMPARISON_IMPURE);
            }
            arms.push(self.open_arm(&scrutinee, arm, hint));
        }
        self.branch(Head::Open(scrutinee), arms, hint, e.span())
    }

    fn open_arm(&mut self, scrutinee: &Open, arm: &syn::Arm, hint: Option<&Ty>) -> Arm {
        let mut binds = Vec::new();
        let mut copies = Vec::new();
        self.bind_parts(&arm.pat, &scrutinee.place, &mut binds, &mut copies);
        let body = self.region(|this| {
            for (name, place) in copies {
                let value = this.load(place, name.span());
                this.bind_name(&name, false, value);
            }
            this.arm_body(&arm.body, hint)
        });
        Arm {
            pattern: Some((arm.pat.clone(), arm.guard.as_ref().map(|(_, g)| g.clone()))),
            binds,
            body,
        }
    }

    /// A place of the user's is matched where it is, unless an arm changes it; any other value, and the
    /// copy of a changed one, is a temporary.
    fn scrutinee(&mut self, e: &syn::ExprMatch) -> Option<Open> {
        let arms: TokenStream = e.arms.iter().map(|a| a.body.to_token_stream()).collect();
        let changed = self.assigned_in(&arms);
        let (borrow, inner) = borrowed(&e.expr);
        if let Some(place) = self.place(inner)
            && !changed.contains(&place.root)
        {
            let moves = borrow.is_empty() && !self.ty(place.root).is_ref();
            return Some(Open {
                raw: self.raw_tokens(e.expr.to_token_stream()),
                place: self.without_views(place),
                moves,
            });
        }
        let value = self.value(inner, None)?;
        let root = self.as_local(value, e.expr.span());
        let root = if self.locals[root.0].mutable {
            let ty = self.ty(root).clone();
            self.bind(Op::Load(Place::of(root)), ty, e.expr.span())
                .local()?
        } else {
            root
        };
        let name = &self.locals[root.0].name;
        let raw = Raw {
            tokens: quote!(#borrow #name),
            reads: vec![root],
            volatile: true,
            cheap: false,
        };
        Some(Open {
            raw,
            place: self.without_views(Place::of(root)),
            moves: borrow.is_empty(),
        })
    }

    /// The shadow of what a reference refers to is the reference's own.
    fn without_views(&self, mut place: Place) -> Place {
        if place.path.is_empty() && self.ty(place.root).is_ref() {
            place.path.push(Step::Deref);
        }
        place
    }

    /// Each name of `pat` with the part of `place` it is bound to. A number's is copied out.
    fn bind_parts(
        &mut self,
        pat: &Pat,
        place: &Place,
        binds: &mut Vec<Local>,
        copies: &mut Vec<(syn::Ident, Place)>,
    ) {
        match pat {
            Pat::Ident(p) if p.subpat.is_none() && starts_upper(&p.ident) => {}
            Pat::Ident(p) => {
                self.bind_part(p, place, binds, copies);
                if let Some((_, sub)) = &p.subpat {
                    self.bind_parts(sub, place, binds, copies);
                }
            }
            Pat::Paren(p) => self.bind_parts(&p.pat, place, binds, copies),
            Pat::Reference(r) => self.bind_parts(&r.pat, place, binds, copies),
            Pat::Type(t) => self.bind_parts(&t.pat, place, binds, copies),
            Pat::Or(or) => self.bind_alternatives(or, place, binds, copies),
            Pat::Tuple(t) => {
                self.bind_positions(t.elems.iter(), t.elems.len(), binds, copies, &|i| {
                    extended(place, vec![position(i)])
                })
            }
            Pat::TupleStruct(t) => {
                let count = t.elems.len();
                self.bind_positions(t.elems.iter(), count, binds, copies, &|i| {
                    let member = syn::Member::Unnamed(syn::Index::from(i));
                    extended(place, Construct::steps(&t.path, &member))
                })
            }
            Pat::Struct(s) => {
                for field in &s.fields {
                    let part = extended(place, Construct::steps(&s.path, &field.member));
                    self.bind_parts(&field.pat, &part, binds, copies);
                }
            }
            Pat::Slice(s) => self.bind_slice(s, place, binds, copies),
            Pat::Wild(_)
            | Pat::Lit(_)
            | Pat::Range(_)
            | Pat::Path(_)
            | Pat::Rest(_)
            | Pat::Const(_) => {}
            other => self.sink.refuse_at(other, catalog::PATTERN),
        }
    }

    fn bind_part(
        &mut self,
        p: &syn::PatIdent,
        place: &Place,
        binds: &mut Vec<Local>,
        copies: &mut Vec<(syn::Ident, Place)>,
    ) {
        let known = self.lookup(&p.ident.to_string());
        if known.is_some_and(|l| binds.contains(&l)) || copies.iter().any(|(n, _)| *n == p.ident) {
            return;
        }
        let ty = self.place_ty(place);
        if ty.is_float() && p.by_ref.is_none() {
            return copies.push((p.ident.clone(), place.clone()));
        }
        let ty = if ty.is_inert() { ty } else { Ty::Unknown };
        let local = self.named(&p.ident, ty, false);
        self.locals[local.0].part = Some(place.clone());
        binds.push(local);
    }

    /// Alternatives bind the same names; where those are different parts, no one shadow is right.
    fn bind_alternatives(
        &mut self,
        or: &syn::PatOr,
        place: &Place,
        binds: &mut Vec<Local>,
        copies: &mut Vec<(syn::Ident, Place)>,
    ) {
        let names = or.cases.first().map(super::control::bound_names);
        if names.is_some_and(|n| !n.is_empty()) {
            return self.sink.refuse_at(or, catalog::PATTERN_ALTERNATIVES);
        }
        for case in &or.cases {
            self.bind_parts(case, place, binds, copies);
        }
    }

    /// The parts of a tuple pattern; those after `..` are counted from the end, which a shadow cannot.
    fn bind_positions<'p>(
        &mut self,
        parts: impl Iterator<Item = &'p Pat>,
        count: usize,
        binds: &mut Vec<Local>,
        copies: &mut Vec<(syn::Ident, Place)>,
        at: &dyn Fn(usize) -> Place,
    ) {
        let mut after_rest = false;
        for (i, part) in parts.enumerate() {
            if matches!(part, Pat::Rest(_)) {
                after_rest = i + 1 < count;
            } else if after_rest {
                if !super::control::bound_names(part).is_empty() {
                    self.sink.refuse_at(part, catalog::PATTERN);
                }
            } else {
                self.bind_parts(part, &at(i), binds, copies);
            }
        }
    }

    fn bind_slice(
        &mut self,
        s: &syn::PatSlice,
        place: &Place,
        binds: &mut Vec<Local>,
        copies: &mut Vec<(syn::Ident, Place)>,
    ) {
        let rest = s.elems.iter().position(is_rest);
        let after = rest.map_or(0, |at| s.elems.len() - at - 1);
        let element = place.clone();
        for (i, part) in s.elems.iter().enumerate() {
            let step = match rest {
                Some(at) if i == at => {
                    if let Pat::Ident(_) = part {
                        let lo = Operand::Const(literal(i), Ty::Int);
                        let hi = from_end(&element, after, self);
                        let range = Step::Range(Some(lo), Some(hi), false);
                        self.bind_rest(part, &extended(&element, vec![range]), binds);
                    }
                    continue;
                }
                Some(at) if i > at => Step::Index(from_end(&element, s.elems.len() - i, self)),
                _ => Step::Index(Operand::Const(literal(i), Ty::Int)),
            };
            self.bind_parts(part, &extended(&element, vec![step]), binds, copies);
        }
    }

    /// `tail @ ..` is a view of the middle.
    fn bind_rest(&mut self, part: &Pat, place: &Place, binds: &mut Vec<Local>) {
        if let Pat::Ident(p) = part {
            let element = self.place_ty(place).element();
            let ty = Ty::Ref(false, Box::new(Ty::Slice(Box::new(element))));
            let local = self.named(&p.ident, ty, false);
            self.locals[local.0].part = Some(place.clone());
            binds.push(local);
        }
    }
}

/// `place.len() - n`, as an operand of the shadow's and the primal's code alike.
fn from_end(place: &Place, n: usize, lowerer: &Lowerer<'_>) -> Operand {
    let root = &lowerer.locals[place.root.0].name;
    let n = literal(n);
    let selected = place
        .path
        .iter()
        .fold(quote!(#root), |base, step| match step {
            Step::Field(member) => quote!(#base.#member),
            Step::Deref => quote!((*#base)),
            _ => base,
        });
    Operand::Const(quote!(#selected.len() - #n), Ty::Int)
}

fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Rest(_) => true,
        Pat::Ident(p) => matches!(&p.subpat, Some((_, sub)) if matches!(&**sub, Pat::Rest(_))),
        _ => false,
    }
}

fn literal(n: usize) -> TokenStream {
    proc_macro2::Literal::usize_unsuffixed(n).to_token_stream()
}

fn position(i: usize) -> Step {
    Step::Field(syn::Member::Unnamed(syn::Index {
        index: i as u32,
        span: Span::mixed_site(),
    }))
}

fn extended(place: &Place, steps: Vec<Step>) -> Place {
    let mut place = place.clone();
    place.path.extend(steps);
    place
}

/// `&` or `&mut`, and what is borrowed.
fn borrowed(expr: &Expr) -> (TokenStream, &Expr) {
    match expr {
        Expr::Reference(r) => {
            let mutability = &r.mutability;
            (quote!(&#mutability), &r.expr)
        }
        Expr::Paren(p) => borrowed(&p.expr),
        Expr::Group(g) => borrowed(&g.expr),
        other => (TokenStream::new(), other),
    }
}
