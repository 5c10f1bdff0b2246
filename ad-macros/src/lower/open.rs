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
use super::assigned_places;
use super::open_parts::{Part, binds_uniquely, binds_values, is_rest};
use super::pattern::reference_kind;
use crate::desugar::replaced;
use crate::diagnostics::catalog;
use crate::emit::names;
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat};

impl Lowerer<'_> {
    pub(crate) fn open_match(&mut self, e: &syn::ExprMatch, hint: Option<&Ty>) -> Option<Operand> {
        let mut e = e.clone();
        let mut lists = NamedLists {
            depth: 0,
            behind: false,
            named: self.locals.len(),
        };
        e.arms
            .iter_mut()
            .for_each(|arm| lists.visit_pat_mut(&mut arm.pat));
        let e = &e;
        if let Expr::Tuple(elements) = bare(&e.expr)
            && e.arms.iter().all(|arm| is_tuple_pattern(&arm.pat))
        {
            return self.open_tuple(e, elements, hint);
        }
        if let Some(split) = self.replaced(e) {
            return self.value(&split?, hint);
        }
        let led = self.led_on(e);
        let e = led.as_ref().unwrap_or(e);
        let scrutinee = self.scrutinee(e)?;
        let place = scrutinee.open.places[0].clone();
        let whole = Part::of(place, scrutinee.by_ref, scrutinee.taken);
        let mut arms = Vec::new();
        for arm in &e.arms {
            if let Some((_, guard)) = &arm.guard
                && self.assigns_active(guard)
            {
                self.sink.refuse_at(guard, catalog::COMPARISON_IMPURE);
            }
            arms.push(self.open_arm(&whole, arm, hint));
        }
        self.branch(Head::Open(scrutinee.open), arms, hint, e.span())
    }

    /// `match (a, b) { … }`: each element is matched where it is, and no tuple is made of them.
    fn open_tuple(
        &mut self,
        e: &syn::ExprMatch,
        elements: &syn::ExprTuple,
        hint: Option<&Ty>,
    ) -> Option<Operand> {
        let mut parts = Vec::new();
        let mut names = Vec::new();
        for element in &elements.elems {
            let value = self.value(element, None)?;
            let root = self.as_local(value, element.span());
            let by_ref = reference_kind(self.ty(root));
            names.push(self.locals[root.0].name.clone());
            let place = self.without_views(Place::of(root));
            parts.push(Part::of(place, by_ref, false));
        }
        let open = Open {
            raw: Raw {
                tokens: quote!((#(#names,)*)),
                reads: parts.iter().map(|p| p.place.root).collect(),
                volatile: true,
                cheap: false,
            },
            places: parts.iter().map(|p| p.place.clone()).collect(),
            borrow: None,
            moves: true,
        };
        let arms = e.arms.iter().map(|arm| {
            let (mut binds, mut numbers) = (Vec::new(), Vec::new());
            if let Pat::Tuple(t) = &arm.pat {
                let count = t.elems.len();
                let at = |i: usize| parts[i.min(parts.len() - 1)].clone();
                self.bind_positions(t.elems.iter(), count, &mut binds, &mut numbers, &at);
            }
            self.finish_arm(arm, binds, numbers, hint)
        });
        let arms = arms.collect();
        self.branch(Head::Open(open), arms, hint, e.span())
    }

    fn open_arm(&mut self, whole: &Part, arm: &syn::Arm, hint: Option<&Ty>) -> Arm {
        let (mut binds, mut numbers) = (Vec::new(), Vec::new());
        self.bind_parts(&arm.pat, whole, &mut binds, &mut numbers);
        self.finish_arm(arm, binds, numbers, hint)
    }

    fn finish_arm(
        &mut self,
        arm: &syn::Arm,
        binds: Vec<Local>,
        numbers: Vec<(syn::Ident, Part)>,
        hint: Option<&Ty>,
    ) -> Arm {
        let body = self.region(|this| {
            for (name, part) in numbers {
                let span = name.span();
                let by_ref = part.by_ref;
                let place = this.counted_place(part, span);
                let value = match by_ref {
                    Some(mutable) => this.reference(place, mutable, span),
                    None => this.load(place, span),
                };
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

    /// A `match` behind a unique reference, if an arm gives what it matches a new value; the inner
    /// `None` is a refusal.
    fn replaced(&mut self, e: &syn::ExprMatch) -> Option<Option<Expr>> {
        let (borrow, inner) = borrowed(&e.expr);
        let place = self.place(inner)?;
        let behind = self.place_ty(&place).is_ref();
        let by_ref = borrow.or_else(|| reference_kind(&self.place_ty(&place)));
        if by_ref != Some(true) || !self.changes(&place, &bodies(e)) {
            return None;
        }
        let star = behind.then(|| quote!(*));
        let split = replaced::rewritten(e, &syn::parse_quote!(#star #inner), &|code| {
            self.changes(&place, code)
        });
        if split.is_none() {
            self.sink.refuse_at(&e.expr, catalog::MATCH_CHANGED);
        }
        Some(split)
    }

    /// `match &node.next { Some(next) => node = next, … }`: what is matched stays where it is, but the shadow that leads
    /// there is the variable's. So it is reached through a copy of the reference.
    fn led_on(&mut self, e: &syn::ExprMatch) -> Option<syn::ExprMatch> {
        let (_, inner) = borrowed(&e.expr);
        let place = self.place(inner).filter(|p| !p.path.is_empty())?;
        let ty = self.ty(place.root).clone();
        if !self.wandering.contains(&place.root)
            || !self.changes(&Place::of(place.root), &bodies(e))
        {
            return None;
        }
        let span = e.expr.span();
        let copy = self.bind(Op::Clone(Place::of(place.root), None), ty, span);
        let [_, _, name] = self.fresh_names(span);
        self.bind_name(&name, false, copy);
        let mut led = e.clone();
        Led {
            root: &self.locals[place.root.0].name,
            copy: &name,
        }
        .visit_expr_mut(&mut led.expr);
        Some(led)
    }

    /// Whether code may change what is at a place other than through what a pattern binds.
    fn changes(&self, place: &Place, code: &TokenStream) -> bool {
        let selections = place.path.iter().filter(|s| !matches!(s, Step::Deref));
        let fields: Vec<String> = selections
            .map_while(|step| match step {
                Step::Field(member) => Some(member.to_token_stream().to_string()),
                _ => None,
            })
            .collect();
        assigned_places(code.clone()).iter().any(|path| {
            let root = path.first().and_then(|name| self.lookup(name));
            root == Some(place.root) && path[1..].iter().zip(&fields).all(|(a, b)| a == b)
        })
    }

    /// Whether arms take a variable apart whose new value the `match` gives.
    fn is_refilled(&self, place: &Place, e: &syn::ExprMatch) -> bool {
        place.path.is_empty()
            && self.refilling == Some(place.root)
            && !self.place_ty(place).is_copy()
            && e.arms.iter().any(|arm| binds_values(&arm.pat))
    }

    /// A place of the user's is matched where it is, unless an arm changes it or takes apart what is given a new value; any
    /// other value, and the copy of a changed one, is a temporary, which patterns may take apart.
    fn scrutinee(&mut self, e: &syn::ExprMatch) -> Option<Scrutinee> {
        let (borrow, inner) = borrowed(&e.expr);
        if let Some(place) = self.place(inner)
            && !self.changes(&place, &bodies(e))
            && (borrow.is_some() || !self.is_refilled(&place, e))
        {
            let moves = borrow.is_none() && !self.ty(place.root).is_ref();
            let by_ref = borrow
                .or_else(|| view_kind(inner))
                .or_else(|| reference_kind(&self.place_ty(&place)));
            let open = Open {
                raw: self.selected(inner, &place),
                borrow,
                places: vec![self.without_views(place)],
                moves,
            };
            return Some(Scrutinee {
                open,
                by_ref,
                taken: false,
            });
        }
        // A copy would be changed.
        if e.arms.iter().any(|arm| binds_uniquely(&arm.pat)) && self.place(inner).is_some() {
            self.sink.refuse_at(&e.expr, catalog::MATCH_CHANGED);
            return None;
        }
        let root = match borrow {
            Some(true) => self.place_or_variable(inner)?.root,
            _ => self.matched_copy(inner)?,
        };
        let name = &self.locals[root.0].name;
        // The copy of a slice is a vector.
        let (borrow, tokens) = match is_slice(inner) {
            true => (borrow.or_else(|| view_kind(inner)), quote!(#name[..])),
            false => (borrow, quote!(#name)),
        };
        let raw = Raw {
            tokens,
            reads: vec![root],
            volatile: true,
            cheap: false,
        };
        let by_ref = borrow.or_else(|| reference_kind(self.ty(root)));
        let open = Open {
            raw,
            borrow,
            places: vec![self.without_views(Place::of(root))],
            moves: borrow.is_none(),
        };
        Some(Scrutinee {
            open,
            by_ref,
            taken: by_ref.is_none() && !e.arms.iter().any(has_slice_pattern),
        })
    }

    /// The value of `expr` in a temporary; a copy of what a variable holds now.
    fn matched_copy(&mut self, expr: &Expr) -> Option<Local> {
        let span = expr.span();
        if let Some(place) = self.place(expr).filter(|p| self.is_storage(p.root)) {
            let ty = self.place_ty(&place);
            return self.bind(Op::Clone(place, None), ty, span).local();
        }
        let value = self.value(expr, None)?;
        Some(self.as_local(value, span))
    }

    /// The shadow of what a reference refers to is the reference's own.
    fn without_views(&self, mut place: Place) -> Place {
        if place.path.is_empty() && self.ty(place.root).is_ref() {
            place.path.push(Step::Deref);
        }
        place
    }
}

fn bodies(e: &syn::ExprMatch) -> TokenStream {
    e.arms.iter().map(|a| a.body.to_token_stream()).collect()
}

/// Leads an expression on from a copy of the variable that it starts from.
struct Led<'a> {
    root: &'a syn::Ident,
    copy: &'a syn::Ident,
}

impl VisitMut for Led<'_> {
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.path.is_ident(self.root) {
            path.path = self.copy.clone().into();
        }
    }
}

/// What is matched.
struct Scrutinee {
    open: Open,
    /// Whether the patterns bind references, and unique ones.
    by_ref: Option<bool>,
    /// Whether it is a temporary, which patterns may take apart.
    taken: bool,
}

/// Gives names to slices in the variants of enums, to count from their ends: no path leads there.
///
/// ```text
/// Some([first, .., last])      Some(list @ [first, .., last])
/// ```
struct NamedLists {
    /// How many variants are around.
    depth: usize,
    /// Whether the pattern is that of what a reference refers to.
    behind: bool,
    named: usize,
}

impl VisitMut for NamedLists {
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        let variant = matches!(pat, Pat::TupleStruct(_) | Pat::Struct(_));
        let behind = std::mem::replace(&mut self.behind, matches!(pat, Pat::Reference(_)));
        self.depth += usize::from(variant);
        if !matches!(pat, Pat::Ident(p) if matches!(&p.subpat, Some((_, s)) if matches!(**s, Pat::Slice(_))))
        {
            visit_mut::visit_pat_mut(self, pat);
        }
        self.depth -= usize::from(variant);
        if let Pat::Slice(slice) = pat
            && self.depth > 0
            && slice.elems.iter().any(is_rest)
        {
            self.named += 1;
            let name = names::numbered("list", self.named);
            *pat = match behind {
                true => syn::parse_quote!(ref #name @ #slice),
                false => syn::parse_quote!(#name @ #slice),
            };
        }
    }
}

/// Whether an arm's pattern counts from a slice's end, for which the slice must be there.
fn has_slice_pattern(arm: &syn::Arm) -> bool {
    struct Slices(bool);
    impl<'ast> syn::visit::Visit<'ast> for Slices {
        fn visit_pat_slice(&mut self, _: &'ast syn::PatSlice) {
            self.0 = true;
        }
    }
    let mut slices = Slices(false);
    syn::visit::Visit::visit_pat(&mut slices, &arm.pat);
    slices.0
}

fn is_tuple_pattern(pat: &Pat) -> bool {
    let named = |p: &Pat| matches!(p, Pat::Rest(_));
    matches!(pat, Pat::Wild(_)) || matches!(pat, Pat::Tuple(t) if !t.elems.iter().any(named))
}

fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(p) => bare(&p.expr),
        Expr::Group(g) => bare(&g.expr),
        other => other,
    }
}

/// Whether it is borrowed, and uniquely, and what is.
fn borrowed(expr: &Expr) -> (Option<bool>, &Expr) {
    match expr {
        Expr::Reference(r) => (Some(r.mutability.is_some()), &r.expr),
        Expr::Paren(p) => borrowed(&p.expr),
        Expr::Group(g) => borrowed(&g.expr),
        other => (None, other),
    }
}

/// Whether an expression is a slice of a list: `list[1..]`, `list.as_slice()`.
fn is_slice(expr: &Expr) -> bool {
    let by_range = matches!(bare(expr), Expr::Index(i) if matches!(bare(&i.index), Expr::Range(_)));
    by_range || view_kind(expr).is_some()
}

/// Whether an expression is a method that borrows all of a vector, and whether uniquely.
fn view_kind(expr: &Expr) -> Option<bool> {
    match bare(expr) {
        Expr::MethodCall(call) if call.method == "as_slice" => Some(false),
        Expr::MethodCall(call) if call.method == "as_mut_slice" => Some(true),
        _ => None,
    }
}
