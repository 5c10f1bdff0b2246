//! Operands, places and cotangents as tokens.

use super::{Emitter, grouping, names, paths};
use crate::adjoint::residual::place_ty;
use crate::adjoint::{Ct, Owned, is_plain};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

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
}

impl Selection {
    /// A part of a shadow that may be that of a constant, which is told the part's type.
    fn typed(self, base: &TokenStream, step: &TokenStream) -> TokenStream {
        let part = names::plain("part");
        match self.unique {
            true => quote!((*#base.__field_mut(|#part| &mut #part #step))),
            false => quote!((*#base.__field(|#part| &#part #step))),
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
        };
        self.select(root, false, &place.path, from)
    }

    /// The same place of the shadow, to read and to add to.
    pub(super) fn shadow_place(&self, place: &Place) -> TokenStream {
        self.shadow_at(place, false, self.surely_shadowed(place), false)
    }

    /// The same place of the shadow, to find parts of it.
    pub(super) fn viewed_shadow_place(&self, place: &Place) -> TokenStream {
        let looked_into = matches!(place_ty(self.f, place).peeled(), Ty::Unknown);
        self.shadow_at(place, false, self.surely_shadowed(place), looked_into)
    }

    /// The same place of the shadow, to change its shape or to borrow it uniquely.
    pub(super) fn unique_shadow_place(&self, place: &Place) -> TokenStream {
        self.shadow_at(place, true, usize::MAX, false)
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
            (root, path) = (quote!((*(&#core::Behind(&#root)).__behind())), rest);
        }
        let payload = self.f.info(place.root).is_payload();
        let from = Selection {
            shadow: true,
            unique,
            surely: surely.saturating_sub(place.path.len() - path.len()),
            looked_into,
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
                    from.typed(&base, &quote!(.#member))
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
                    let (core, choice, index) = (&self.core, self.name(choice), self.index(step));
                    let choice = quote!(#core::PartOf(&#choice, &#base).__choice());
                    if from.unique {
                        quote!((*#choice.__part_mut(&mut #base, #index)))
                    } else {
                        quote!((*#choice.__part(&#base, #index)))
                    }
                }
                (Step::Project { method, args, .. }, None) => {
                    let args = args.iter().map(|a| self.bare(a));
                    quote!((*#base.#method(#(#args),*)))
                }
                (Step::Index(_) | Step::Range(..), None) => {
                    let index = self.index(step);
                    let further = match path.get(depth + 1) {
                        Some(next) => matches!(next, Step::Field(_)),
                        None => from.looked_into,
                    };
                    match from.shadow && further && depth >= from.surely {
                        true => from.typed(&base, &quote!([#index])),
                        false => quote!(#base[#index]),
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
    fn index(&self, step: &Step) -> TokenStream {
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
            Ct::Neg(inner) => {
                let inner = self.ct(inner);
                quote!((-#inner))
            }
            Ct::Times(inner, factor) => {
                let (inner, factor) = (self.ct(inner), self.operand(factor));
                quote!((#inner * #factor))
            }
            Ct::If(choice, inner) => {
                let (core, choice, inner) = (&self.core, self.operand(choice), self.ct(inner));
                quote!(#core::chosen_by(#choice, #inner))
            }
            Ct::Over(inner, divisor) => {
                // The division waits for no cotangent.
                let (core, inner, divisor) = (&self.core, self.ct(inner), self.operand(divisor));
                quote!((#inner * #core::reciprocal(#divisor)))
            }
            Ct::IfAny(came, inner) => {
                let (core, came, inner) = (&self.core, self.ct(came), self.ct(inner));
                quote!(#core::if_any(#came, #inner))
            }
            Ct::One(local) => self.one(*local),
            Ct::Partial { of, by } => names::partial(*of, *by).to_token_stream(),
            Ct::Cast(inner, Ty::Float(float @ (Float::F64 | Float::F32))) => {
                let inner = self.ct(inner);
                quote!((#inner as #float))
            }
            Ct::Cast(inner, _) => {
                let (core, inner) = (&self.core, self.ct(inner));
                quote!(#core::convert(#inner))
            }
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
        match (ty, syn::parse2::<syn::LitFloat>(tokens.clone())) {
            (Ty::Float(Float::Param(p)), Ok(number)) => {
                quote!(<#p as #core::Real>::from_f64(#number))
            }
            _ => tokens.clone(),
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

    /// Whether a part may be one that cannot be moved out of its sequence, or of what is lent.
    fn may_own(&self, place: &Place) -> bool {
        let root = self.f.ty(place.root).clone();
        let element = place.path.iter().any(|s| matches!(s, Step::Index(_)));
        (element || self.f.consumed.contains(&place.root))
            && !place.path.iter().fold(root, Ty::part).is_copy()
    }

    /// An operation on primal values, as the user would write it.
    pub(super) fn op(&self, op: &Op) -> TokenStream {
        match op {
            Op::Use(a) => self.bare(a),
            Op::Load(place) if self.may_own(place) => {
                let place = self.place(place);
                paths::copied(&self.core, &place)
            }
            Op::Load(place) => self.place(place),
            Op::Ref { place, mutable } => self.borrow(place, *mutable),
            Op::Neg(a) => {
                let a = self.operand(a);
                quote!(-#a)
            }
            Op::Binary(op, a, b) => {
                let symbol: TokenStream = op.symbol().parse().expect("an operator");
                let (a, b) = (self.operand(a), self.operand(b));
                quote!(#a #symbol #b)
            }
            Op::Integer(op, a, b) => self.integer(op, a, b),
            Op::Cast(a, ty) => {
                let a = self.operand(a);
                quote!(#a as #ty)
            }
            Op::Scalar(a) => {
                let (core, a) = (&self.core, self.bare(a));
                quote!(#core::scalar(#a))
            }
            // What a type parameter stands for may be differentiable without saying so.
            Op::Selector(a) if !self.generic => {
                let (core, a) = (&self.core, self.bare(a));
                let (selector, span) = (names::plain("selector"), a.span());
                let selects = Ident::new("__selects", span);
                quote!({ let #selector = #a; (&#core::Selector(&#selector)).#selects(); #selector })
            }
            Op::Inactive(a) | Op::Selector(a) => {
                let (core, a) = (&self.core, self.bare(a));
                quote!(#core::inactive(#a))
            }
            Op::Again(again) => {
                let (core, a) = (&self.core, self.bare(again));
                if again.local().is_some_and(|l| self.may_borrow(l)) {
                    let passed = self.passed(&a);
                    quote!((&&&#passed).__again())
                } else if self.generic {
                    quote!(#core::again(&#a))
                } else {
                    quote!((&&#core::Probe(&#a)).__again())
                }
            }
            Op::Choose { base, step, unique } => {
                self.choice(base, step, *unique, Span::mixed_site())
            }
            Op::Len(place, _) => {
                let place = self.place(place);
                quote!(#place.len())
            }
            Op::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.bare(p));
                quote!((#(#parts,)*))
            }
            Op::Construct(c) => self.construct(c),
            Op::Array(parts) => {
                let parts = parts.iter().map(|p| self.bare(p));
                quote!([#(#parts),*])
            }
            Op::Repeat(a, n) => {
                let a = self.bare(a);
                quote!([#a; #n])
            }
            Op::VecOf(parts) => {
                let (core, parts) = (&self.core, parts.iter().map(|p| self.bare(p)));
                quote!(#core::vec![#(#parts),*])
            }
            Op::VecRepeat(a, n) => {
                let (core, a, n) = (&self.core, self.bare(a), self.bare(n));
                quote!(#core::vec![#a; #n])
            }
            Op::Clone(place, method) => {
                let place = self.place(place);
                match method {
                    Some(method) => quote!(#place.#method()),
                    None => paths::copied(&self.core, &place),
                }
            }
            Op::Pop(place) => {
                let place = self.place(place);
                quote!(#place.pop().unwrap())
            }
            Op::Raw(raw) => raw.tokens.clone(),
            Op::Elementary { name, args, .. } => {
                let (core, args) = (&self.core, args.iter().map(|a| self.bare(a)));
                quote!(#core::rules::#name(#(#args),*))
            }
            Op::Slope { name, of } => {
                let (core, of) = (&self.core, self.bare(of));
                quote!(#core::rules::slopes::#name(#of))
            }
            Op::Call(_) => unreachable!("calls are written by `call.rs`"),
        }
    }

    fn construct(&self, c: &Construct) -> TokenStream {
        let path = &c.path;
        let fields = c.fields.chunk_by(|(a, _), (b, _)| a == b);
        let (members, values): (Vec<_>, Vec<_>) = fields
            .map(|items| (&items[0].0, self.field(c, items)))
            .unzip();
        if !c.braces {
            return quote!(#path(#(#values),*));
        }
        let base = c.base.as_ref().map(|b| {
            let base = self.bare(b);
            quote!(..#base)
        });
        quote!(#path { #(#members: #values,)* #base })
    }

    /// What a field is made of: a value, or the items of a list.
    fn field(&self, c: &Construct, items: &[(syn::Member, Operand)]) -> TokenStream {
        let (core, (member, value)) = (&self.core, &items[0]);
        if c.lists.contains(member) {
            let items = items.iter().map(|(_, item)| self.bare(item));
            return quote!(#core::vec![#(#items),*]);
        }
        let made = self.given(value);
        match value.local() {
            Some(list) if c.collected.contains(&list) => quote!(#core::collected(#made)),
            _ => made,
        }
    }

    fn integer(&self, op: &str, a: &Operand, b: &Operand) -> TokenStream {
        let (left, right) = (self.operand(a), self.operand(b));
        if op.starts_with(char::is_alphabetic) {
            let method = Ident::new(op, proc_macro2::Span::mixed_site());
            let b = self.bare(b);
            // A literal receiver, and what is computed of literals alone, has no type of its own yet.
            return match op {
                "min" if a.local().is_some() => quote!(#left.#method(#b)),
                _ => quote!(::core::primitive::usize::#method(#left, #b)),
            };
        }
        let symbol: TokenStream = op.parse().expect("an operator");
        quote!(#left #symbol #right)
    }

    /// The part that an index or a projection chooses.
    fn choice(&self, base: &Place, step: &Step, unique: bool, span: Span) -> TokenStream {
        let base = self.place(base);
        if let Step::Project { method, args, .. } = step {
            let choice = crate::projection::choice_name(method);
            let args = args.iter().map(|a| self.bare(a));
            return quote!(#base.#choice((#(#args,)*)));
        }
        let index = self.index(step);
        let rule = match unique {
            true => "derivative_rule_of_index_mut",
            false => "derivative_rule_of_index",
        };
        let rule = Ident::new(rule, span.resolved_at(Span::mixed_site()));
        quote!(#base.#rule(#index))
    }

    /// `let x = op;`, or `let (y, partials) = op;` for an elementary function.
    pub(super) fn definition(&self, dst: Local, op: &Op) -> TokenStream {
        let name = self.name(dst);
        let value = match op {
            // That a type has no rule for it is reported where it is asked.
            Op::Choose { base, step, unique } => {
                self.choice(base, step, *unique, self.f.info(dst).span)
            }
            op => self.op(op),
        };
        if let Op::Elementary { partials, .. } = op {
            let partials: Vec<&Ident> = partials.iter().flatten().map(|p| self.name(*p)).collect();
            return match partials.as_slice() {
                [p] => quote!(let (#name, #p) = #value;),
                many => quote!(let (#name, (#(#many),*)) = #value;),
            };
        }
        let mutability = self.f.info(dst).mutable.then(|| quote!(mut));
        let ty = self.annotation(dst);
        quote!(let #mutability #name #ty = #value;)
    }

    /// The type of a local, where the syntax shows a scalar's or it decides about the value.
    pub(super) fn annotation(&self, local: Local) -> Option<TokenStream> {
        if let Some(ty) = &self.f.info(local).stated {
            return Some(quote!(: #ty));
        }
        match self.f.ty(local) {
            Ty::Float(Float::Infer) => None,
            Ty::Float(float) => Some(quote!(: #float)),
            _ => None,
        }
    }
}

/// Where the last field that leads to a place is named: rustc has something to say about it if it is marked constant.
pub(super) fn span_of_field(place: &Place) -> Span {
    let named = place.path.iter().rev().find_map(|step| match step {
        Step::Field(syn::Member::Named(field)) => Some(field.span()),
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
