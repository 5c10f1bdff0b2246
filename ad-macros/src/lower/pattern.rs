//! Patterns, bound to values piece by piece.

use super::Lowerer;
use super::open_parts::is_rest;
use crate::desugar::build;
use crate::diagnostics::catalog;
use crate::ir::*;
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

impl Lowerer<'_> {
    /// Binds the names of an irrefutable pattern to parts of `value`.
    pub(crate) fn bind_pattern(&mut self, pat: &syn::Pat, value: Operand) {
        match pat {
            syn::Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => {
                self.bind_name(&name.ident, name.mutability.is_some(), value);
            }
            syn::Pat::Wild(_) => {}
            syn::Pat::Paren(p) => self.bind_pattern(&p.pat, value),
            syn::Pat::Type(t) => self.bind_pattern(&t.pat, value),
            syn::Pat::Reference(r) => {
                let inner = self.deref_value(value, r.span());
                self.bind_pattern(&r.pat, inner);
            }
            parts if names_parts(parts) && matches!(self.operand_ty(&value), Ty::Inert) => {
                self.bind_inert(parts, value);
            }
            syn::Pat::Tuple(t) if !has_rest(&t.elems) && self.refers(&value).is_none() => {
                for (i, part) in t.elems.iter().enumerate() {
                    if !matches!(part, syn::Pat::Wild(_)) {
                        let field = self.tuple_field(&value, i, part.span());
                        self.bind_pattern(part, field);
                    }
                }
            }
            syn::Pat::Slice(s) if !s.elems.iter().any(is_rest) => {
                for (i, part) in s.elems.iter().enumerate() {
                    let element = self.element(&value, i, part.span());
                    self.bind_pattern(part, element);
                }
            }
            other if super::stmt::takes_apart(other) || matches!(other, syn::Pat::Tuple(_)) => {
                let by_ref = self.refers(&value);
                let root = self.as_local(value, other.span());
                self.bind_place(other, Place::of(root), by_ref);
            }
            other => self.sink.refuse_at(other, catalog::PATTERN),
        }
    }

    /// Whether a value is a reference, and a unique one.
    fn refers(&self, value: &Operand) -> Option<bool> {
        let shared = matches!(value, Operand::Local(l) if self.referring.contains(l));
        reference_kind(&self.operand_ty(value)).or(shared.then_some(false))
    }

    /// Binds the names of a pattern for what carries no derivative as rustc does, by value or by reference:
    /// `let Edge { from, to } = mesh.edge(i)`.
    fn bind_inert(&mut self, pat: &syn::Pat, value: Operand) {
        let names = build::bound_names(pat);
        let root = self.as_local(value, pat.span());
        let whole = &self.locals[root.0].name;
        let raw = Raw {
            tokens: quote!(match #whole { #pat => (#(#names,)*) }),
            reads: vec![root],
            volatile: false,
            cheap: true,
        };
        let parts = self.bind(Op::Raw(raw), Ty::Inert, pat.span());
        for (i, name) in names.iter().enumerate() {
            let part = self.tuple_field(&parts, i, name.span());
            self.bind_name(name, is_mutable(pat, name), part);
        }
    }

    /// Binds the names of an irrefutable pattern to parts of a place: references to them where the
    /// place is behind one, their values otherwise.
    pub(crate) fn bind_place(&mut self, pat: &syn::Pat, place: Place, by_ref: Option<bool>) {
        let part = |step: Vec<Step>| {
            let mut part = place.clone();
            part.path.extend(step);
            part
        };
        match pat {
            syn::Pat::Wild(_) | syn::Pat::Rest(_) => {}
            syn::Pat::Ident(name) => {
                let said = name.by_ref.map(|_| name.mutability.is_some());
                let value = if let Some(mutable) = by_ref.or(said) {
                    self.reference(place.clone(), mutable, name.span())
                } else {
                    self.load(place.clone(), name.span())
                };
                let variable = name.mutability.is_some() && name.by_ref.is_none();
                self.bind_name(&name.ident, variable, value);
                if let Some((_, sub)) = &name.subpat {
                    self.bind_place(sub, place, by_ref);
                }
            }
            syn::Pat::Paren(p) => self.bind_place(&p.pat, place, by_ref),
            syn::Pat::Type(t) => self.bind_place(&t.pat, place, by_ref),
            syn::Pat::Reference(r) => self.bind_place(&r.pat, part(vec![Step::Deref]), None),
            syn::Pat::Struct(s) => {
                for field in &s.fields {
                    let step = vec![Step::Field(field.member.clone())];
                    self.bind_place(&field.pat, part(step), by_ref);
                }
            }
            syn::Pat::TupleStruct(t) => self.place_positions(&t.elems, &place, by_ref),
            syn::Pat::Tuple(t) => self.place_positions(&t.elems, &place, by_ref),
            syn::Pat::Slice(s) if by_ref == Some(true) && !rest_before_end(&s.elems) => {
                let pats: Vec<&syn::Pat> = s.elems.iter().collect();
                self.bind_unique_elements(&pats, place);
            }
            syn::Pat::Slice(s) => self.bind_elements(s, &place, by_ref),
            other => self.sink.refuse_at(other, catalog::PATTERN),
        }
    }

    /// The elements of a place, and what is left of it between the first and the last ones.
    fn bind_elements(&mut self, s: &syn::PatSlice, place: &Place, by_ref: Option<bool>) {
        let rest = s.elems.iter().position(is_rest);
        for (i, pat) in s.elems.iter().enumerate() {
            let from_end = s.elems.len() - i;
            let step = match rest {
                Some(at) if i == at => {
                    let hi = (from_end > 1)
                        .then(|| self.position_from_end(place, from_end - 1, pat.span()));
                    Step::Range(Some(super::sequence::integer(i)), hi, false)
                }
                Some(at) if i > at => {
                    Step::Index(self.position_from_end(place, from_end, pat.span()))
                }
                _ => Step::Index(super::sequence::integer(i)),
            };
            let mut part = place.clone();
            part.path.push(step);
            match pat {
                // What is left of an array by value would be an array of another length: its items are a vector's.
                syn::Pat::Ident(name)
                    if rest == Some(i) && by_ref.is_none() && name.by_ref.is_none() =>
                {
                    let ty = Ty::Vec(Box::new(self.place_ty(place).element()));
                    let copied = Ident::new("to_vec", Span::mixed_site());
                    let left = self.bind(Op::Clone(part, Some(copied)), ty, name.span());
                    self.bind_name(&name.ident, name.mutability.is_some(), left);
                }
                syn::Pat::Ident(name) if rest == Some(i) => {
                    let left = self.reference(part, false, name.span());
                    self.bind_name(&name.ident, false, left);
                }
                _ if rest == Some(i) => {}
                element => self.bind_place(element, part, by_ref),
            }
        }
    }

    fn place_positions(
        &mut self,
        parts: &syn::punctuated::Punctuated<syn::Pat, syn::Token![,]>,
        place: &Place,
        by_ref: Option<bool>,
    ) {
        let rest = parts.iter().position(|p| matches!(p, syn::Pat::Rest(_)));
        let count = match self.place_ty(place).peeled() {
            Ty::Tuple(parts) => Some(parts.len()),
            _ => None,
        };
        for (i, pat) in parts.iter().enumerate() {
            let position = match rest {
                Some(at) if i > at => count.map(|count| count - (parts.len() - i)),
                _ => Some(i),
            };
            let Some(position) = position else {
                self.sink.refuse_at(pat, catalog::PATTERN);
                continue;
            };
            let mut part = place.clone();
            part.path.push(Step::Field(syn::Member::Unnamed(syn::Index {
                index: position as u32,
                span: Span::mixed_site(),
            })));
            self.bind_place(pat, part, by_ref);
        }
    }

    /// `name` is `value` from here on.
    pub(crate) fn bind_name(&mut self, name: &Ident, mutable: bool, value: Operand) {
        let ty = self.operand_ty(&value);
        if !mutable && let Operand::Local(l) = value {
            // A temporary defined for this name, or another name of a value that never changes.
            if !self.locals[l.0].mutable {
                if self.is_last_definition(l) {
                    self.locals[l.0].name = name.clone();
                    self.locals[l.0].span = name.span();
                }
                self.names.insert(name.to_string(), l);
                return self.alias_if_needed(name, l);
            }
        }
        if mutable && let Some(list) = self.list_just_made(&value, &ty) {
            let made = &mut self.locals[list.0];
            (made.name, made.span, made.mutable) = (name.clone(), name.span(), true);
            self.names.insert(name.to_string(), list);
            // What is made of constants may be given what is none.
            self.constants.remove(&list);
            return;
        }
        let wanders = mutable && matches!(ty, Ty::Ref(false, _));
        let ty = if mutable { ty.assignable() } else { ty };
        if mutable && ty.is_ref() {
            self.sink.refuse_at(name, catalog::MUT_REF_VARIABLE);
            let refused = self.named(name, Ty::Unknown, true);
            self.poisoned.insert(refused);
            return;
        }
        let dst = self.named(name, ty, mutable);
        if wanders {
            self.wandering.insert(dst);
        }
        self.emit(
            StmtKind::Let {
                dst,
                op: Op::Use(value),
            },
            name.span(),
        );
    }

    /// Verbatim code names the user's variable, so a second name of one value needs its own `let`.
    fn alias_if_needed(&mut self, name: &Ident, value: Local) {
        if self.locals[value.0].name == *name {
            return;
        }
        let ty = self.ty(value).clone();
        if ty.is_ref() {
            let mutable = matches!(ty, Ty::Ref(true, _));
            let place = Place {
                root: value,
                path: vec![Step::Deref],
            };
            let dst = self.named(name, ty, false);
            return self.emit(
                StmtKind::Let {
                    dst,
                    op: Op::Ref { place, mutable },
                },
                name.span(),
            );
        }
        let dst = self.named(name, ty, false);
        if self.referring.contains(&value) {
            self.referring.insert(dst);
        }
        self.emit(
            StmtKind::Let {
                dst,
                op: Op::Use(Operand::Local(value)),
            },
            name.span(),
        );
    }

    /// The temporary that is a list which the last statement made, and becomes a variable.
    fn list_just_made(&self, value: &Operand, ty: &Ty) -> Option<Local> {
        let local = value.local().filter(|_| matches!(ty, Ty::Vec(_)))?;
        let made = self.stmts.last().map(|s| &s.kind);
        let is_plain = matches!(made, Some(StmtKind::Let { .. }));
        (is_plain && self.is_last_definition(local)).then_some(local)
    }

    /// Whether `local` is an unnamed temporary of this region's last statement.
    fn is_last_definition(&self, local: Local) -> bool {
        let unnamed = !self.names.values().any(|&l| l == local);
        unnamed
            && match self.stmts.last().map(|s| &s.kind) {
                Some(StmtKind::Let { dst, .. }) => *dst == local,
                Some(StmtKind::Branch(b)) => b.dst == Some(local),
                Some(StmtKind::Loop(l)) => l.dst == Some(local),
                _ => false,
            }
    }

    pub(crate) fn tuple_field(&mut self, value: &Operand, index: usize, span: Span) -> Operand {
        let member = syn::Member::Unnamed(syn::Index {
            index: index as u32,
            span: Span::mixed_site(),
        });
        self.part(value, Step::Field(member), span)
    }

    fn element(&mut self, value: &Operand, index: usize, span: Span) -> Operand {
        let literal = proc_macro2::Literal::usize_unsuffixed(index);
        self.part(
            value,
            Step::Index(Operand::Const(quote::quote!(#literal), Ty::Int)),
            span,
        )
    }

    fn deref_value(&mut self, value: Operand, span: Span) -> Operand {
        self.part(&value, Step::Deref, span)
    }

    fn part(&mut self, value: &Operand, step: Step, span: Span) -> Operand {
        let root = self.as_local(value.clone(), span);
        self.load(
            Place {
                root,
                path: vec![step],
            },
            span,
        )
    }

    /// An operand as a local, so that places can start from it.
    pub(crate) fn as_local(&mut self, value: Operand, span: Span) -> Local {
        match value {
            Operand::Local(l) => l,
            Operand::Const(_, ref ty) => {
                let ty = ty.clone();
                match self.bind(Op::Use(value), ty, span) {
                    Operand::Local(l) => l,
                    Operand::Const(..) => unreachable!("bind yields a local"),
                }
            }
        }
    }
}

/// Whether a type is a reference, and a unique one.
pub(crate) fn reference_kind(ty: &Ty) -> Option<bool> {
    match ty {
        Ty::Ref(mutable, _) => Some(*mutable),
        _ => None,
    }
}

/// Whether elements are counted from the end.
fn rest_before_end(pats: &syn::punctuated::Punctuated<syn::Pat, syn::Token![,]>) -> bool {
    pats.iter().rev().skip(1).any(is_rest)
}

fn has_rest(pats: &syn::punctuated::Punctuated<syn::Pat, syn::Token![,]>) -> bool {
    pats.iter().any(|p| matches!(p, syn::Pat::Rest(_)))
}

/// Whether a pattern takes something apart.
fn names_parts(pat: &syn::Pat) -> bool {
    matches!(
        pat,
        syn::Pat::Struct(_) | syn::Pat::TupleStruct(_) | syn::Pat::Slice(_) | syn::Pat::Tuple(_)
    )
}

/// Whether a pattern says `mut` of a name.
fn is_mutable(pat: &syn::Pat, name: &Ident) -> bool {
    struct Search<'a>(&'a Ident, bool);
    impl<'ast> Visit<'ast> for Search<'_> {
        fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
            self.1 |= pat.ident == *self.0 && pat.mutability.is_some() && pat.by_ref.is_none();
            visit::visit_pat_ident(self, pat);
        }
    }
    let mut search = Search(name, false);
    search.visit_pat(pat);
    search.1
}
