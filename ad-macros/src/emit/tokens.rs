//! Operands, places and cotangents as tokens.

use super::positions::{self, Steps};
use super::{Emitter, grouping, names};
use crate::adjoint::residual::place_ty;
use crate::adjoint::{Ct, Owned, is_plain};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// What a path selects from, and what for.
#[derive(Clone, Copy)]
struct Selection {
    /// Whether it is a shadow.
    shadow: bool,
    /// Whether the part is changed or borrowed uniquely.
    unique: bool,
    /// From which step on a field may be that of a constant.
    surely: usize,
    /// Whether parts of what is found are looked at: it matters which type it has.
    looked_into: bool,
    /// The steps that give an item of what may be an option.
    counted: Steps,
}

impl Selection {
    /// A part of a shadow that may be that of a constant, which is told the part's type.
    fn typed(self, base: &TokenStream, step: &dyn Fn(TokenStream) -> TokenStream) -> TokenStream {
        let part = names::plain("part");
        let of_part = step(quote!((*#part)));
        match self.unique {
            true => quote!((*#base.__field_mut(|#part| &mut #of_part))),
            false => quote!((*#base.__field(|#part| &#of_part))),
        }
    }

    /// Whether something is asked of an element, of which the steps after it are these, that its type answers.
    fn looks_further(self, after: &[Step]) -> bool {
        let is_part = |step: &&Step| matches!(step, Step::Index(_) | Step::Range(..));
        match after.iter().find(|step| !is_part(step)) {
            Some(next) => matches!(next, Step::Field(_)),
            None => self.looked_into,
        }
    }
}

impl Emitter<'_> {
    pub(super) fn name(&self, local: Local) -> &Ident {
        &self.f.info(local).name
    }

    pub(super) fn shadow(&self, local: Local) -> Ident {
        names::shadow(&self.f.locals, local)
    }

    pub(super) fn operand(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Local(l) => self.value_of(*l),
            Operand::Const(tokens, ty) => grouping::operand(self.literal(tokens, ty)),
        }
    }

    /// A place of the primal.
    pub(super) fn place(&self, place: &Place) -> TokenStream {
        self.place_at(place, false)
    }

    /// A reference to a place of the primal.
    pub(super) fn borrow(&self, place: &Place, unique: bool) -> TokenStream {
        let place = self.place_at(place, unique);
        if unique {
            quote!(&mut #place)
        } else {
            quote!(&#place)
        }
    }

    fn place_at(&self, place: &Place, unique: bool) -> TokenStream {
        let root = self.name(place.root).to_token_stream();
        let from = Selection {
            shadow: false,
            unique,
            surely: usize::MAX,
            looked_into: false,
            counted: self.counted_in(place, unique),
        };
        self.select(root, false, &place.path, from)
    }

    /// The same place of the shadow, to read and to add to.
    pub(super) fn shadow_place(&self, place: &Place) -> TokenStream {
        self.shadow_at(place, false, self.surely_shadowed(place), false)
    }

    /// The same place of the shadow, to find parts of it.
    pub(super) fn viewed_shadow_place(&self, place: &Place) -> TokenStream {
        let looked_into = place_ty(self.f, place).peeled().contains_unknown();
        self.shadow_at(place, false, self.surely_shadowed(place), looked_into)
    }

    /// The same place of the shadow, to change its shape or to borrow it uniquely.
    pub(super) fn unique_shadow_place(&self, place: &Place) -> TokenStream {
        self.shadow_at(place, true, usize::MAX, false)
    }

    /// The same while nobody asks for what is beside it.
    pub(super) fn alone_shadow_place(&self, place: &Place) -> TokenStream {
        self.shadow_at(place, true, self.surely_shadowed(place), false)
    }

    /// The same place of the shadow, lent to a method that may change it or only look at it.
    pub(super) fn lent_shadow_place(&self, place: &Place) -> TokenStream {
        self.shadow_at(place, true, self.surely_shadowed(place), true)
    }

    fn shadow_at(
        &self,
        place: &Place,
        unique: bool,
        surely: usize,
        looked_into: bool,
    ) -> TokenStream {
        // A pattern's binding may be the part or a reference to it; its shadow is a reference.
        let derefs = match self.f.info(place.root).part {
            Some(_) => place
                .path
                .iter()
                .take_while(|s| matches!(s, Step::Deref))
                .count(),
            None => 0,
        };
        let (mut root, mut path) = (self.shadow_root(place.root), &place.path[derefs..]);
        if let ([Step::Deref, rest @ ..], true) = (path, self.may_borrow(place.root)) {
            let core = &self.core;
            let behind = match unique {
                true => quote!((*#core::BehindUnique(&mut #root).__behind())),
                false => quote!((*(&#core::Behind(&#root)).__behind())),
            };
            (root, path) = (behind, rest);
        }
        let payload = self.f.info(place.root).is_payload();
        let before = place.path.len() - path.len();
        let from = Selection {
            shadow: true,
            unique,
            surely: surely.saturating_sub(before),
            looked_into,
            counted: self.counted_in(place, unique).after(before),
        };
        self.select(root, payload, path, from)
    }

    /// The shadow a place starts from; that of an owned argument is the caller's, behind a reference.
    fn shadow_root(&self, root: Local) -> TokenStream {
        let d = self.shadow(root);
        let lent =
            |p: &Param| p.local == root && p.passing == Passing::Value && !self.is_plain(root);
        if self.a.flow.is_bound_by_rest(root) && self.residuals.needs_shape(root) {
            let core = &self.core;
            return quote!((*#core::there(&#d)));
        }
        let info = self.f.info(root);
        let is_guard = self.sweep.pooled.contains(&root);
        if is_guard || self.f.params.iter().any(lent) || info.part.is_some() && !info.is_payload() {
            quote!((*#d))
        } else {
            d.to_token_stream()
        }
    }

    /// An element of one list or the other, as `choice` says.
    fn chosen_part(
        &self,
        base: TokenStream,
        choice: Local,
        step: &Step,
        unique: bool,
    ) -> TokenStream {
        let (core, choice, index) = (&self.core, self.name(choice), self.index(step));
        let choice = quote!(#core::PartOf(&#choice, &#base).__choice());
        match unique {
            true => quote!((*#choice.__part_mut(&mut #base, #index))),
            false => quote!((*#choice.__part(&#base, #index))),
        }
    }

    /// `payload` says whether the root is the shadow of a variant's payload.
    fn select(
        &self,
        root: TokenStream,
        mut payload: bool,
        path: &[Step],
        from: Selection,
    ) -> TokenStream {
        let mut choice = None;
        path.iter().enumerate().fold(root, |base, (depth, step)| {
            let of_payload = std::mem::replace(&mut payload, matches!(step, Step::Variant(_)));
            let chosen = std::mem::take(&mut choice);
            match (step, chosen.filter(|_| from.shadow)) {
                // A part that is a reference has a shadow that is none; one that is a box has a box.
                (Step::Deref, _) if depth > 0 && from.shadow && !from.unique => {
                    let core = &self.core;
                    quote!((*(&#core::Behind(&#base)).__behind()))
                }
                (Step::Deref, _) => quote!((*#base)),
                // A payload is a struct of references.
                (Step::Field(member), _) if of_payload => quote!((*#base.#member)),
                (Step::Field(member), _) if depth >= from.surely => {
                    from.typed(&base, &|part| quote!(#part.#member))
                }
                (Step::Field(member), _) => quote!(#base.#member),
                (Step::Variant(name), _) => {
                    let payload = names::variant(name, from.shadow && from.unique);
                    quote!(#base.#payload())
                }
                (Step::Chosen(local), _) => {
                    choice = Some(*local);
                    base
                }
                (Step::Index(_) | Step::Range(..) | Step::Project { .. }, Some(choice)) => {
                    self.chosen_part(base, choice, step, from.unique)
                }
                (Step::Project { method, .. }, None) if step.is_taken_for_numbers() => {
                    let view = self.view_of(&base, from.shadow, from.unique);
                    quote!((*#view.#method()))
                }
                (Step::Project { method, args, .. }, None) => {
                    let args = args.iter().map(|a| self.bare(a));
                    quote!((*#base.#method(#(#args),*)))
                }
                (Step::Index(_) | Step::Range(..), None) => {
                    let (index, further) =
                        (self.index(step), from.looks_further(&path[depth + 1..]));
                    let item = |of: TokenStream| match from.counted.contain(depth) {
                        true => {
                            let items = positions::of(&self.core, &of);
                            quote!(#items[#index])
                        }
                        false => quote!(#of[#index]),
                    };
                    match from.shadow && further && depth >= from.surely {
                        true => from.typed(&base, &item),
                        false => item(base),
                    }
                }
                (Step::Split(at), _) => {
                    let at = self.bare(at);
                    if from.unique {
                        quote!(#base.split_at_mut(#at))
                    } else {
                        quote!(#base.split_at(#at))
                    }
                }
            }
        })
    }

    /// What stands between the brackets.
    pub(super) fn index(&self, step: &Step) -> TokenStream {
        match step {
            Step::Index(index) => self.bare(index),
            Step::Range(lo, hi, closed) => {
                let lo = lo.as_ref().map(|o| self.operand(o));
                let hi = hi.as_ref().map(|o| self.operand(o));
                if *closed {
                    quote!(#lo..=#hi)
                } else {
                    quote!(#lo..#hi)
                }
            }
            // What a projection was given is in its choice.
            _ => quote!(()),
        }
    }

    /// An operand where no parentheses are needed.
    pub(super) fn bare(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Local(l) => self.value_of(*l),
            Operand::Const(tokens, ty) => self.literal(tokens, ty),
        }
    }

    /// A local where it is used by value. A function is copied: it is asked for its shape later.
    fn value_of(&self, local: Local) -> TokenStream {
        let name = self.name(local);
        match self.f.ty(local) {
            Ty::Function => quote!(::core::clone::Clone::clone(&#name)),
            _ => name.to_token_stream(),
        }
    }

    /// A cotangent where it stands alone.
    pub(super) fn bare_ct(&self, ct: &Ct) -> TokenStream {
        grouping::alone(self.ct(ct))
    }

    pub(super) fn ct(&self, ct: &Ct) -> TokenStream {
        match ct {
            Ct::Result if self.f.ret.is_float() => names::plain("ct").to_token_stream(),
            Ct::Result => {
                let ct = names::plain("ct");
                quote!(#ct.get())
            }
            Ct::Taken => names::plain("taken").to_token_stream(),
            Ct::Of(local) => self.shadow(*local).to_token_stream(),
            Ct::At(of) => {
                let place = self.shadow_place(of);
                // A method could not wait for rustc to choose the type of what is made of literals.
                match place_ty(self.f, of) {
                    Ty::Float(Float::Infer) => quote!(::core::cell::Cell::get(&#place)),
                    _ => {
                        let get = Ident::new("get", span_of_field(of));
                        quote!(#place.#get())
                    }
                }
            }
            Ct::Slot {
                looped,
                root,
                offset,
            } => self.slot(*looped, *root, *offset).to_token_stream(),
            Ct::Neg(inner) => {
                let inner = self.ct(inner);
                quote!((-#inner))
            }
            Ct::Times(inner, factor) => self.times(&self.ct(inner), &self.operand(factor)),
            Ct::If(choice, inner) => {
                let (core, choice, inner) = (&self.core, self.operand(choice), self.ct(inner));
                quote!(#core::chosen_by(#choice, #inner))
            }
            Ct::Over(inner, divisor) => {
                let (core, inner, divisor) = (&self.core, self.ct(inner), self.operand(divisor));
                quote!(#core::over(#inner, #divisor))
            }
            Ct::IfAny(came, inner) => {
                let (core, came, inner) = (&self.core, self.ct(came), self.ct(inner));
                quote!(#core::if_any(#came, #inner))
            }
            Ct::One(local) => self.one(*local),
            Ct::Partial { of, by } => names::partial(*of, *by).to_token_stream(),
            Ct::Cast(inner, Ty::Float(float @ (Float::F64 | Float::F32))) => {
                let (core, converts) = (&self.core, self.only_real().is_some());
                let inner = self.ct(inner);
                match converts {
                    true => quote!(#core::convert::<_, #float>(#inner)),
                    false => quote!((#inner as #float)),
                }
            }
            Ct::Cast(inner, Ty::Float(Float::Param(float))) => {
                let (core, inner) = (&self.core, self.ct(inner));
                quote!(#core::convert::<_, #float>(#inner))
            }
            Ct::Cast(inner, _) => {
                let (core, inner) = (&self.core, self.ct(inner));
                quote!(#core::convert(#inner))
            }
        }
    }

    /// A product of floats.
    pub(super) fn times(&self, a: &TokenStream, b: &TokenStream) -> TokenStream {
        let core = &self.core;
        match self.scales {
            true => quote!(#core::times(#a, #b)),
            false => quote!((#a * #b)),
        }
    }

    /// A reference to an owned shadow.
    pub(super) fn owned(&self, owned: &Owned) -> TokenStream {
        match owned {
            Owned::Result => {
                let ct = names::plain("ct");
                quote!(&#ct)
            }
            Owned::Taken => {
                let taken = names::plain("taken");
                quote!(&#taken)
            }
            Owned::Of(local) => {
                let d = self.shadow_root(*local);
                quote!(&#d)
            }
            Owned::At(place) => {
                let (span, place) = (span_of_field(place), self.shadow_place(place));
                quote_spanned!(span=> &#place)
            }
        }
    }

    /// The zero a scalar's shadow starts with: −0.0, the neutral element of `+`.
    pub(super) fn zero(&self, local: Local) -> TokenStream {
        self.zero_of_type(self.f.ty(local))
    }

    pub(super) fn zero_of_type(&self, ty: &Ty) -> TokenStream {
        let numbers = [quote!(-0.0), quote!(-0.0_f64), quote!(-0.0_f32)];
        self.constant(ty, numbers, quote!(NEG_ZERO))
    }

    /// The partial derivative of a scalar's shadow by itself.
    fn one(&self, local: Local) -> TokenStream {
        let numbers = [quote!(1.0), quote!(1.0_f64), quote!(1.0_f32)];
        self.constant(self.f.ty(local), numbers, quote!(ONE))
    }

    /// A number as the type writes it: of no type, `f64`, `f32`, or a type parameter's constant.
    fn constant(&self, ty: &Ty, numbers: [TokenStream; 3], name: TokenStream) -> TokenStream {
        let (core, [number, double, single]) = (&self.core, numbers);
        match ty {
            Ty::Float(Float::F64) => double,
            Ty::Float(Float::F32) => single,
            Ty::Float(Float::Param(p)) => quote!(<#p as #core::Real>::#name),
            _ => match self.only_real() {
                Some(p) => quote!(<#p as #core::Real>::#name),
                None => number,
            },
        }
    }

    /// A number that stands where a type parameter's does is none that the user wrote there.
    fn literal(&self, tokens: &TokenStream, ty: &Ty) -> TokenStream {
        let core = &self.core;
        let Ty::Float(Float::Param(p)) = ty else {
            return tokens.clone();
        };
        match syn::parse2::<syn::LitFloat>(tokens.clone()) {
            Ok(number) => quote!(<#p as #core::Real>::from_f64(#number)),
            Err(_) => tokens.clone(),
        }
    }

    /// In a function generic over one scalar, a float of inferred type is that scalar.
    fn only_real(&self) -> Option<&Ident> {
        self.f.locals.iter().find_map(|l| match l.ty.peeled() {
            Ty::Float(Float::Param(p)) => Some(p),
            Ty::Slice(t) | Ty::Array(t) | Ty::Vec(t) => match &**t {
                Ty::Float(Float::Param(p)) => Some(p),
                _ => None,
            },
            _ => None,
        })
    }

    /// Whether a type is the parameter that stands for a float.
    pub(super) fn stands_for_float(&self, ty: &syn::Type) -> bool {
        let named = |name: &Ident| matches!(ty, syn::Type::Path(t) if t.path.is_ident(name));
        self.only_real().is_some_and(named)
    }

    /// Whether a value is of such a type.
    pub(super) fn is_of_parameter(&self, value: &Operand) -> bool {
        let of = |l: Local| matches!(self.f.ty(l), Ty::Float(Float::Param(_)));
        value.local().is_some_and(of)
    }

    pub(super) fn is_plain(&self, local: Local) -> bool {
        is_plain(self.f, local)
    }

    /// `(lo..hi)` with its adaptors.
    pub(super) fn range(&self, range: &Range) -> TokenStream {
        let (lo, hi) = (self.operand(&range.lo), self.operand(&range.hi));
        let base = if range.inclusive {
            quote!((#lo..=#hi))
        } else {
            quote!((#lo..#hi))
        };
        range
            .adaptors
            .iter()
            .fold(base, |base, adaptor| match adaptor {
                Adaptor::Rev => quote!(::core::iter::Iterator::rev(#base)),
                Adaptor::StepBy(n) => {
                    let n = self.bare(n);
                    quote!(::core::iter::Iterator::step_by(#base, #n))
                }
            })
    }
}

/// Where the last field that leads to a place is named: rustc has something to say about it if it is marked constant.
pub(super) fn span_of_field(place: &Place) -> Span {
    let named = place.path.iter().rev().find_map(|step| match step {
        Step::Field(syn::Member::Named(field)) => Some(field.span()),
        Step::Field(syn::Member::Unnamed(position)) => Some(position.span),
        _ => None,
    });
    named.map_or_else(Span::mixed_site, |span| Span::mixed_site().located_at(span))
}

/// A scalar's type, by a path that no item of the user's can take over.
impl ToTokens for Float {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Float::F64 => tokens.extend(quote!(::core::primitive::f64)),
            Float::F32 => tokens.extend(quote!(::core::primitive::f32)),
            Float::Infer => tokens.extend(quote!(_)),
            Float::Param(p) => p.to_tokens(tokens),
        }
    }
}
