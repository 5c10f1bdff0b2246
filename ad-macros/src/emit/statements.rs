//! The simple statements of the pullback.
//!
//! Receives one statement of the reverse sweep; promises its code, which decides nothing: what the shadow
//! of a scalar is, where cells are, what has a shape was settled before.

use super::tokens::span_of_field;
use super::{Emitter, names, paths};
use crate::adjoint::residual::place_ty;
use crate::adjoint::{Leaving, Owned, Rev};
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

impl Emitter<'_> {
    /// Primal values and the shadows of views, made again.
    pub(super) fn made_again(&self, rev: &Rev) -> TokenStream {
        match rev {
            // What nothing works on is only looked at.
            Rev::Redo(dst, Op::Ref { place, .. }) if !self.is_worked_on(place.root) => {
                let (name, root) = (self.name(*dst), self.name(place.root));
                // A reference to what the forward sweep referred to, not to the residual's reference.
                let whole = place.path.is_empty() && self.is_behind_reference(place.root);
                let reference = match whole {
                    true => quote!(&*#root),
                    false => self.borrow(place, false),
                };
                quote!(let #name = #reference;)
            }
            // The forward sweep moved it out of what a pattern bound, of which the reverse sweep has a reference.
            Rev::Redo(dst, Op::Load(place)) if self.is_moved_out_of_a_part(*dst, place) => {
                let name = self.name(*dst);
                let copied = paths::copied(&self.core, &self.place(place));
                quote!(let #name = #copied;)
            }
            Rev::Redo(dst, op) => self.definition(*dst, op),
            Rev::View { view, place, .. } if place.is_of_error(&self.f.locals) => {
                let (core, d) = (&self.core, self.shadow(*view));
                quote!(let #d = #core::ConstantField::<#core::Unseen, #core::ByMark>::PART;)
            }
            Rev::View {
                view,
                place,
                mutable,
                trimmed,
                bound,
            } => {
                let d = self.shadow(*view);
                if self.f.info(*view).is_payload() {
                    let payload = self.unique_shadow_place(place);
                    quote!(let #d = #payload;)
                } else if *mutable {
                    let place = self.unique_shadow_place(place);
                    quote!(let #d = &mut #place;)
                } else if *trimmed {
                    let (place, row) = (self.viewed_shadow_place(place), self.name(*view));
                    quote!(let #d = &#place[..#row.len()];)
                } else if *bound && self.is_of_unseen_payload(*view, place) {
                    let (part, name) = (self.viewed_shadow_place(place), self.name(*view));
                    quote!(let #d = (&#part).__of_part(&#name);)
                } else {
                    let place = self.viewed_shadow_place(place);
                    quote!(let #d = &#place;)
                }
            }
            other => unreachable!("{other:?} is emitted elsewhere"),
        }
    }

    /// Whether a part of a variant that a pattern binds is of a type that does not show.
    fn is_of_unseen_payload(&self, view: Local, place: &Place) -> bool {
        matches!(
            place.path.as_slice(),
            [.., Step::Variant(_), Step::Field(_)]
        ) && matches!(self.f.ty(view).peeled(), Ty::Unknown)
    }

    /// Whether a part of what a pattern bound is loaded, and may be more than a number.
    fn is_moved_out_of_a_part(&self, dst: Local, place: &Place) -> bool {
        let plain = |s: &Step| matches!(s, Step::Field(_));
        matches!(self.f.ty(dst), Ty::Unknown | Ty::Vec(_) | Ty::Tuple(_))
            && self.f.info(place.root).part.is_some()
            && !place.path.is_empty()
            && place.path.iter().all(plain)
    }

    /// What is done to the shadow of a local.
    pub(super) fn variable(&self, rev: &Rev) -> TokenStream {
        let core = &self.core;
        match rev {
            Rev::Fresh(local) if self.is_plain(*local) => {
                let (d, zero) = (self.shadow(*local), self.zero(*local));
                quote!(let mut #d = #zero;)
            }
            Rev::Fresh(local) if self.sweep.pooled.contains(local) => {
                let (d, shape) = (self.shadow(*local), self.shape_name(*local));
                // The type of a closure tells places from each other.
                match self.sweep.uncleared.contains(local) {
                    true => quote!(let mut #d = #shape.__uncleared(|| ());),
                    false => quote!(let mut #d = #shape.__pooled(|| ());),
                }
            }
            Rev::Fresh(local) => {
                let (d, shape) = (self.shadow(*local), self.shape_name(*local));
                let zeros = self.sound_zeros(*local, quote!(#core::zeros_of(#shape)));
                quote!(let mut #d = #zeros;)
            }
            Rev::FreshOfRest(local, rest) => self.fresh_of_rest(*local, *rest),
            Rev::Adopt(local) => {
                let (d, ct) = (self.shadow(*local), names::plain("ct"));
                quote!(let mut #d = #ct;)
            }
            Rev::Start(local, ct) => {
                let (d, ct) = (self.shadow(*local), self.bare_ct(ct));
                quote!(let mut #d = #ct;)
            }
            Rev::Add(local, ct) => {
                let (d, ct) = (self.shadow(*local), self.bare_ct(ct));
                quote!(#d += #ct;)
            }
            Rev::Reset(local) => {
                let (d, zero) = (self.shadow(*local), self.zero(*local));
                quote!(#d = #zero;)
            }
            Rev::Deliver(local) => {
                let (sink, d) = (names::sink(&self.f.locals, *local), self.shadow(*local));
                self.where_wanted(*local, quote!(#core::deliver(#sink, #d);))
            }
            other => unreachable!("{other:?} is emitted elsewhere"),
        }
    }

    /// What is done to cells, and to the scalars that stand for them.
    pub(super) fn cell(&self, rev: &Rev) -> TokenStream {
        let core = &self.core;
        match rev {
            Rev::AddAt(place, ct) => {
                let (at, ct) = (self.shadow_place(place), self.bare_ct(ct));
                self.where_wanted(place.root, quote!(#core::add(&#at, #ct);))
            }
            Rev::BeginAt(place, ct, begins) => {
                let (at, ct) = (self.shadow_place(place), self.bare_ct(ct));
                let begun = match self.overwrites(*begins) {
                    Some(keep) => quote!(#core::begin(#keep, &#at, #ct);),
                    None => quote!(#core::add(&#at, #ct);),
                };
                self.where_wanted(place.root, begun)
            }
            Rev::AddSlot {
                looped,
                root,
                offset,
                ct,
            } => {
                let (slot, ct) = (self.slot(*looped, *root, *offset), self.bare_ct(ct));
                quote!(#slot += #ct;)
            }
            Rev::TakeSlot {
                looped,
                root,
                offset,
            } => {
                let (slot, zero) = (self.slot(*looped, *root, *offset), self.zero_of(*root));
                let taken = names::plain("taken");
                quote!(let #taken = ::core::mem::replace(&mut #slot, #zero);)
            }
            Rev::FreshCell { cell, ty } => {
                let (cell, zero) = (names::numbered("cell", *cell), self.zero_of_type(ty));
                quote!(let mut #cell = #zero;)
            }
            Rev::AddCell { cell, ct } => {
                let (cell, ct) = (names::numbered("cell", *cell), self.bare_ct(ct));
                quote!(#cell += #ct;)
            }
            Rev::StoreCell { cell, place, redos } => {
                let (cell, redos) = (names::numbered("cell", *cell), self.revs(redos));
                let at = self.shadow_place(place);
                let stored = quote!(if #core::is_any(#cell) { #redos #core::add(&#at, #cell); });
                self.where_wanted(place.root, stored)
            }
            Rev::Blank(local) => {
                let (d, keep) = (self.shadow(*local), names::plain("keep"));
                quote!(#core::blank(#keep, &#d[..]);)
            }
            Rev::Deposit(place, ct) => {
                let (place, ct) = (self.shadow_place(place), self.bare_ct(ct));
                quote!(#core::deposit(&#place, #ct);)
            }
            Rev::Clear(place) => {
                let place = self.shadow_place(place);
                quote!(#core::clear(&#place);)
            }
            Rev::Take(place) => {
                let (span, taken) = (span_of_field(place), names::plain("taken"));
                let (core, part) = (paths::at(core, span), Ident::new("__part", span));
                let from = self.shadow_place(place);
                match place.path.iter().any(is_field) {
                    // What rustc has to say of the part, it says where that is named.
                    true => {
                        quote_spanned!(span=> let #part = &#from; let #taken = #core::take(#part);)
                    }
                    false => quote!(let #taken = #core::take(&#from);),
                }
            }
            other => unreachable!("{other:?} is emitted elsewhere"),
        }
    }

    /// What is done to shadows that have a shape.
    pub(super) fn shape(&self, rev: &Rev) -> TokenStream {
        let core = &self.core;
        match rev {
            Rev::Accumulate { into, from, slices } => {
                self.where_wanted(into.root, self.accumulated(into, from, *slices))
            }
            // What a pattern binds keeps its shape.
            Rev::ClearAt { place, .. } if self.is_shared_part(place.root) => {
                let place = self.shadow_place(place);
                quote!(#core::clear(&#place);)
            }
            Rev::ClearAt {
                place,
                shape: Some(id),
            } if place.path.is_empty() && self.sweep.pooled.contains(&place.root) => {
                let (d, shape) = (self.shadow(place.root), names::numbered("old_shape", *id));
                quote!(#shape.__refill(&mut *#d);)
            }
            Rev::ClearAt {
                place,
                shape: Some(id),
            } => {
                let span = span_of_field(place);
                let (place, shape) = (
                    self.alone_shadow_place(place),
                    names::numbered("old_shape", *id),
                );
                let renewed = quote!(#core::renew(&mut #place, #core::zeros_of(#shape)););
                paths::reported_at(renewed, span)
            }
            Rev::ClearAt { place, shape: None } => {
                let place = self.shadow_place(place);
                quote!(#core::clear(&#place);)
            }
            Rev::TakeOver { heir, from, shape } => {
                let [heir_d, from_d] = [heir, from].map(|local| self.shadow(*local));
                let Some(shape) = shape else {
                    return quote!(let mut #heir_d = #from_d;);
                };
                let shape = names::numbered("old_shape", *shape);
                let fresh = match self.sweep.pooled.contains(heir) {
                    true => quote!(#shape.__pooled(|| ())),
                    false => quote!(#core::zeros_of(#shape)),
                };
                quote!(let mut #heir_d = ::core::mem::replace(&mut #from_d, #fresh);)
            }
            Rev::SumInto { of, reset } => {
                let (taken, place) = (names::plain("taken"), self.shadow_place(of));
                if *reset {
                    quote!(let #taken = #core::take_sum(&#place[..]);)
                } else {
                    quote!(let #taken = #core::sum(&#place[..]);)
                }
            }
            Rev::AccumulateEach { into, of } => {
                let (into, of, part) = (
                    self.shadow_place(into),
                    self.shadow_place(of),
                    names::plain("part"),
                );
                quote!(for #part in #of.iter() { #core::accumulate(&#into, #part); })
            }
            other => unreachable!("{other:?} is emitted elsewhere"),
        }
    }

    fn accumulated(&self, into: &Place, from: &Owned, slices: bool) -> TokenStream {
        let core = &self.core;
        let coerced = self.may_be_coerced(into.root, from)
            || self.may_be_unboxed(into)
            || into.path.is_empty() && self.may_become_object(into.root);
        let collected = into.path.is_empty() && self.may_become_collection(into.root);
        let (span, of_field) = (span_of_field(into), into.path.iter().any(is_field));
        let (into, of) = (self.shadow_place(into), self.owned(from));
        match (slices, from) {
            (true, _) => quote!(#core::accumulate(&#into[..], &(#of)[..]);),
            _ if collected => quote!((&&&#core::GivenAsList(&#into, #of)).__accumulate();),
            _ if coerced => quote!((&&&#core::Coerced(&#into, #of)).__accumulate();),
            // What rustc has to say of the field, it says where that is named.
            (_, Owned::At(place)) if place.path.iter().any(is_field) => {
                let span = span_of_field(place);
                let core = paths::at(core, span);
                let [whole, part] = ["__whole", "__part"].map(|n| Ident::new(n, span));
                quote_spanned! {span=>
                    let (#whole, #part) = (&#into, #of);
                    #core::accumulate(#whole, #part);
                }
            }
            _ if of_field => paths::reported_at(quote!(#core::accumulate(&#into, #of);), span),
            _ => quote!(#core::accumulate(&#into, #of);),
        }
    }

    /// Whether a reference to a box may have been assigned to a variable that refers to what is in one, or put into a list
    /// of such references.
    fn may_be_coerced(&self, value: Local, from: &Owned) -> bool {
        let unknown = matches!(self.f.ty(value).peeled(), Ty::Unknown);
        let variable = |place: &Place| place.path.is_empty() && self.f.info(place.root).mutable;
        let refers = self.f.ty(value).is_ref() || self.f.info(value).part.is_some();
        let put = matches!(from, Owned::Taken) && refers;
        unknown && (put || matches!(from, Owned::At(place) if variable(place)))
    }

    /// Whether a place may be what is in a box, whose shadow is in one as well: `*left` of `Expr::Neg(left)`.
    fn may_be_unboxed(&self, place: &Place) -> bool {
        let bound = self.f.info(place.root).part.is_some();
        let behind = matches!(place.path.last(), Some(Step::Deref));
        bound && behind && matches!(place_ty(self.f, place).peeled(), Ty::Unknown)
    }

    /// What moves within and between the shadows of sequences.
    pub(super) fn sequence(&self, rev: &Rev) -> TokenStream {
        let core = &self.core;
        match rev {
            Rev::Pop {
                place,
                wanted: false,
                ..
            } => {
                let place = self.unique_shadow_place(place);
                quote!(#place.__unpushed();)
            }
            Rev::Pop { place, plain, .. } => {
                let (span, taken) = (span_of_field(place), names::plain("taken"));
                let place = self.unique_shadow_place(place);
                let get = plain.then(|| quote!(.get()));
                let popped = quote_spanned!(span=> #place.pop());
                quote!(let #taken = #core::popped(#popped)#get;)
            }
            Rev::PushShadow { place, dst } => {
                let (place, d) = (self.unique_shadow_place(place), self.shadow(*dst));
                if self.is_plain(*dst) {
                    quote!(#place.push(::core::cell::Cell::new(#d));)
                } else {
                    quote!(#place.push(#d);)
                }
            }
            Rev::SwapShadow { place, i, j } => {
                let (place, i, j) = (self.unique_shadow_place(place), self.bare(i), self.bare(j));
                quote!(#place.swap(#i, #j);)
            }
            Rev::CopyShadow { place, from } => {
                let (place, from) = (self.shadow_place(place), self.shadow_place(from));
                quote! {
                    #core::accumulate(&#from[..], &#place[..]);
                    #core::clear(&#place[..]);
                }
            }
            Rev::ExchangeShadow { a, b } if self.is_variable(a) != self.is_variable(b) => {
                let (variable, cell) = if self.is_variable(a) { (a, b) } else { (b, a) };
                let (d, cell) = (self.shadow(variable.root), self.shadow_place(cell));
                quote!(#d = #cell.replace(#d);)
            }
            Rev::ExchangeShadow { a, b } => {
                let (a, b) = (self.unique_shadow_place(a), self.unique_shadow_place(b));
                quote!(::core::mem::swap(&mut #a, &mut #b);)
            }
            other => unreachable!("{other:?} is emitted elsewhere"),
        }
    }

    /// What an iteration hands on.
    pub(super) fn carried(&self, rev: &Rev) -> TokenStream {
        match rev {
            Rev::Enter(local) => {
                let (entered, d) = (names::numbered("entered", local.0), self.shadow(*local));
                quote!(let #entered = #d;)
            }
            Rev::Partial { of, by, ct, first } => {
                let (partial, ct) = (names::partial(*of, *by), self.bare_ct(ct));
                match first {
                    true => quote!(let mut #partial = #ct;),
                    false => quote!(#partial += #ct;),
                }
            }
            Rev::Leave(outs) => self.leave(outs),
            other => unreachable!("{other:?} is emitted elsewhere"),
        }
    }

    /// What is handed on is computed from what came in, all of it before any of it is changed.
    fn leave(&self, outs: &[Leaving]) -> TokenStream {
        let core = &self.core;
        let next = |out: &Leaving| names::numbered("next", out.local.0);
        let sums = outs.iter().map(|out| {
            let products = out.by.iter().map(|&(by, entered)| {
                let partial = names::partial(out.local, by);
                let source = match entered {
                    true => names::numbered("entered", by.0),
                    false => self.shadow(by),
                };
                let product = self.times(&quote!(#partial), &quote!(#source));
                match out.unsure {
                    true => quote!(#core::if_any(#source, #product)),
                    false => product,
                }
            });
            let (next, nothing) = (next(out), out.by.is_empty().then(|| self.zero(out.local)));
            quote!(let #next = #nothing #(#products)+*;)
        });
        let moves = outs.iter().map(|out| {
            let (d, next) = (self.shadow(out.local), next(out));
            quote!(#d = #next;)
        });
        quote!(#(#sums)* #(#moves)*)
    }

    /// Whether a pattern binds it, but not by unique reference.
    fn is_shared_part(&self, local: Local) -> bool {
        self.f.info(local).part.is_some() && !matches!(self.f.ty(local), Ty::Ref(true, _))
    }

    /// Whether the shadow of a place is a plain variable.
    fn is_variable(&self, place: &Place) -> bool {
        place.path.is_empty() && self.is_plain(place.root)
    }
}

pub(super) fn is_field(step: &Step) -> bool {
    matches!(step, Step::Field(_))
}
