//! What the patterns of a `match` bind: which part of the value each binding is.
//!
//! ```text
//! Rect { w, h: Some(h) }        w is (value as Rect).w, h is ((value as Rect).h as Some).0
//! [first, .., last]             first is value[0], last is value[len - 1]
//! ```

use super::Lowerer;
use crate::desugar::build;
use crate::diagnostics::catalog;
use crate::ir::*;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Pat;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    /// Each name of `pat` with the part of `place` it is bound to. A number's is copied out.
    pub(super) fn bind_parts(
        &mut self,
        pat: &Pat,
        part: &Part,
        binds: &mut Vec<Local>,
        numbers: &mut Vec<(syn::Ident, Part)>,
    ) {
        match pat {
            Pat::Ident(p) if p.subpat.is_none() && starts_upper(&p.ident) => {}
            Pat::Ident(p) => {
                self.bind_part(p, part, binds, numbers);
                match p.subpat.as_ref().map(|(_, sub)| &**sub) {
                    Some(Pat::Slice(s)) => {
                        let list = binds.last().copied();
                        self.bind_slice(s, part, list, binds, numbers);
                    }
                    Some(sub) => self.bind_parts(sub, part, binds, numbers),
                    None => {}
                }
            }
            Pat::Paren(p) => self.bind_parts(&p.pat, part, binds, numbers),
            Pat::Reference(r) => {
                let behind = Part {
                    by_ref: None,
                    ..part.clone()
                };
                self.bind_parts(&r.pat, &behind, binds, numbers)
            }
            Pat::Type(t) => self.bind_parts(&t.pat, part, binds, numbers),
            Pat::Or(or) => self.bind_alternatives(or, part, binds, numbers),
            Pat::Tuple(t) => {
                self.bind_positions(t.elems.iter(), t.elems.len(), binds, numbers, &|i| {
                    part.at(vec![position(i)])
                })
            }
            Pat::TupleStruct(t) => {
                let (count, owner) = (t.elems.len(), self.owner(pat, &t.path, part, binds));
                self.bind_positions(t.elems.iter(), count, binds, numbers, &|i| {
                    owner.at(vec![position(i)])
                })
            }
            Pat::Struct(s) => {
                let owner = self.owner(pat, &s.path, part, binds);
                for field in &s.fields {
                    let field_part = owner.at(vec![Step::Field(field.member.clone())]);
                    self.bind_parts(&field.pat, &field_part, binds, numbers);
                }
            }
            Pat::Slice(s) => self.bind_slice(s, part, None, binds, numbers),
            Pat::Wild(_)
            | Pat::Lit(_)
            | Pat::Range(_)
            | Pat::Path(_)
            | Pat::Rest(_)
            | Pat::Const(_) => {}
            other => self.sink.refuse_at(other, catalog::PATTERN),
        }
    }

    /// What has the fields that a pattern of the type or variant `path` binds. The fields of a variant
    /// that may change are borrowed uniquely at once, so their owner has a name of its own.
    pub(super) fn owner(
        &mut self,
        pat: &Pat,
        path: &syn::Path,
        part: &Part,
        binds: &mut Vec<Local>,
    ) -> Part {
        let Some(variant) = variant(path) else {
            return part.clone();
        };
        let owner = part.at(vec![Step::Variant(variant)]);
        if part.by_ref != Some(true) && !binds_uniquely(pat) {
            return owner;
        }
        let payload = self.temp(Ty::Ref(true, Box::new(Ty::Unknown)), pat.span());
        self.locals[payload.0].part = Some(owner.place);
        binds.push(payload);
        Part::of(Place::of(payload), part.by_ref, part.taken)
    }

    pub(super) fn bind_part(
        &mut self,
        p: &syn::PatIdent,
        part: &Part,
        binds: &mut Vec<Local>,
        numbers: &mut Vec<(syn::Ident, Part)>,
    ) {
        let known = self.lookup(&p.ident.to_string());
        if known.is_some_and(|l| binds.contains(&l)) || numbers.iter().any(|(n, _)| *n == p.ident) {
            return;
        }
        let ty = self.place_ty(&part.place);
        let said = p.by_ref.map(|_| p.mutability.is_some());
        let by_ref = said.or(part.by_ref);
        if ty.is_float() {
            let part = Part {
                by_ref,
                ..part.clone()
            };
            return numbers.push((p.ident.clone(), part));
        }
        let ty = match (ty, by_ref) {
            (ty, _) if ty.is_inert() => ty,
            _ if self.is_inert(part.place.root) => Ty::Inert,
            (_, Some(true)) => Ty::Ref(true, Box::new(Ty::Unknown)),
            _ => Ty::Unknown,
        };
        let local = self.named(&p.ident, ty, false);
        self.locals[local.0].part = Some(part.place.clone());
        self.locals[local.0].taken = part.taken && p.by_ref.is_none();
        if by_ref == Some(false) {
            self.lent_parts.insert(local);
        }
        binds.push(local);
    }

    /// Alternatives bind the same names; where those are different parts, no one shadow is right.
    fn bind_alternatives(
        &mut self,
        or: &syn::PatOr,
        part: &Part,
        binds: &mut Vec<Local>,
        numbers: &mut Vec<(syn::Ident, Part)>,
    ) {
        let names = or.cases.first().map(build::bound_names);
        if names.is_some_and(|n| !n.is_empty()) {
            return self.sink.refuse_at(or, catalog::PATTERN_ALTERNATIVES);
        }
        for case in &or.cases {
            self.bind_parts(case, part, binds, numbers);
        }
    }

    /// The parts of a tuple pattern; those after `..` are counted from the end, which a shadow cannot.
    pub(super) fn bind_positions<'p>(
        &mut self,
        parts: impl Iterator<Item = &'p Pat>,
        count: usize,
        binds: &mut Vec<Local>,
        numbers: &mut Vec<(syn::Ident, Part)>,
        at: &dyn Fn(usize) -> Part,
    ) {
        let mut after_rest = false;
        for (i, pat) in parts.enumerate() {
            if matches!(pat, Pat::Rest(_)) {
                after_rest = i + 1 < count;
            } else if after_rest {
                if !build::bound_names(pat).is_empty() {
                    self.sink.refuse_at(pat, catalog::PATTERN);
                }
            } else {
                self.bind_parts(pat, &at(i), binds, numbers);
            }
        }
    }

    /// The elements of a slice, which may have a name, `list`, as a whole.
    fn bind_slice(
        &mut self,
        s: &syn::PatSlice,
        part: &Part,
        list: Option<Local>,
        binds: &mut Vec<Local>,
        numbers: &mut Vec<(syn::Ident, Part)>,
    ) {
        let rest = s.elems.iter().position(is_rest);
        let after = rest.map_or(0, |at| s.elems.len() - at - 1);
        let counted = list.map_or_else(|| part.place.clone(), Place::of);
        for (i, pat) in s.elems.iter().enumerate() {
            let mut part = part.clone();
            let step = match rest {
                Some(at) if i == at => {
                    let lo = Operand::Const(literal(i), Ty::Int);
                    let hi = (after > 0).then(|| from_end(&counted, after, self));
                    let range = Step::Range(Some(lo), hi, false);
                    self.bind_rest(pat, &part.at(vec![range]).place, binds);
                    continue;
                }
                Some(at) if i > at => {
                    let n = s.elems.len() - i;
                    let step = part.place.path.len();
                    part.from_end.push(FromEnd { step, n, list });
                    Step::Index(from_end(&counted, n, self))
                }
                _ => Step::Index(Operand::Const(literal(i), Ty::Int)),
            };
            self.bind_parts(pat, &part.at(vec![step]), binds, numbers);
        }
    }

    /// `tail @ ..` is a view of the middle.
    fn bind_rest(&mut self, pat: &Pat, place: &Place, binds: &mut Vec<Local>) {
        if let Pat::Ident(p) = pat {
            let element = self.place_ty(place).element();
            let ty = Ty::Ref(false, Box::new(Ty::Slice(Box::new(element))));
            let local = self.named(&p.ident, ty, false);
            self.locals[local.0].part = Some(place.clone());
            binds.push(local);
        }
    }
}

/// A part of a matched value, whether patterns bind references to it, and whether they take it away.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) place: Place,
    pub(super) by_ref: Option<bool>,
    pub(super) taken: bool,
    /// Which steps of its place are positions from the end of a slice.
    pub(super) from_end: Vec<FromEnd>,
}

/// The step of a place that is the position `len - n` of the slice before it, which may have a name.
#[derive(Clone)]
pub(super) struct FromEnd {
    step: usize,
    n: usize,
    list: Option<Local>,
}

impl Lowerer<'_> {
    /// The place of a part, whose positions from the end are variables of their own from here on: the reverse sweep
    /// needs them, and not the lists whose lengths they come from.
    pub(super) fn counted_place(&mut self, part: Part, span: Span) -> Place {
        let mut place = part.place;
        for FromEnd { step, n, list } in part.from_end {
            let before = Place {
                path: place.path[..step].to_vec(),
                ..place.clone()
            };
            let slice = list.map_or(before, Place::of);
            place.path[step] = Step::Index(self.position_from_end(&slice, n, span));
        }
        place
    }
}

impl Part {
    pub(super) fn of(place: Place, by_ref: Option<bool>, taken: bool) -> Part {
        Part {
            place,
            by_ref,
            taken,
            from_end: Vec::new(),
        }
    }

    fn at(&self, steps: Vec<Step>) -> Part {
        let mut part = self.clone();
        part.place.path.extend(steps);
        part
    }
}

/// `place.len() - n`, as an operand of the shadow's and the primal's code alike.
pub(super) fn from_end(place: &Place, n: usize, lowerer: &Lowerer<'_>) -> Operand {
    let root = &lowerer.locals[place.root.0].name;
    let n = literal(n);
    let operand = |operand: &Operand| match operand {
        Operand::Local(l) => lowerer.locals[l.0].name.to_token_stream(),
        Operand::Const(tokens, _) => tokens.clone(),
    };
    let bound = |bound: &Option<Operand>| bound.as_ref().map(operand);
    let selected = place
        .path
        .iter()
        .fold(quote!(#root), |base, step| match step {
            Step::Field(member) => quote!(#base.#member),
            Step::Deref => quote!((*#base)),
            Step::Index(index) => {
                let index = operand(index);
                quote!(#base[#index])
            }
            Step::Project { method, args, .. } => {
                let args = args.iter().map(operand);
                quote!((*#base.#method(#(#args),*)))
            }
            Step::Range(lo, hi, closed) => {
                let (lo, hi) = (bound(lo), bound(hi));
                match closed {
                    true => quote!(#base[#lo..=#hi]),
                    false => quote!(#base[#lo..#hi]),
                }
            }
            _ => base,
        });
    Operand::Const(quote!(#selected.len() - #n), Ty::Int)
}

pub(super) fn is_rest(pat: &Pat) -> bool {
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

/// Whether a pattern gives a name to a value, and not to a reference.
pub(super) fn binds_values(pat: &Pat) -> bool {
    struct Values(bool);
    impl<'ast> syn::visit::Visit<'ast> for Values {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0 |= p.by_ref.is_none() && !starts_upper(&p.ident);
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut values = Values(false);
    syn::visit::Visit::visit_pat(&mut values, pat);
    values.0
}

/// Whether a pattern says `ref mut`.
pub(super) fn binds_uniquely(pat: &Pat) -> bool {
    struct Unique(bool);
    impl<'ast> syn::visit::Visit<'ast> for Unique {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0 |= p.by_ref.is_some() && p.mutability.is_some();
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut unique = Unique(false);
    syn::visit::Visit::visit_pat(&mut unique, pat);
    unique.0
}
