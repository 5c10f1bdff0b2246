//! Operations as the expressions that compute them, and the `let` that names their results.
//!
//! ```text
//! t2 = sin(t1)             let t2 = core::rules::sin(t1);
//! t3 = load x[i]           let t3 = x[i];
//! t4 = t2 * t3             let t4 = t2 * t3;
//! ```

use super::{Emitter, names, paths};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

impl Emitter<'_> {
    /// An operation on primal values, as the user would write it.
    pub(super) fn op(&self, op: &Op) -> TokenStream {
        match op {
            Op::Use(a) => self.bare(a),
            Op::Load(place) if self.may_own(place) => paths::copied(&self.core, &self.place(place)),
            Op::Load(place) => self.place(place),
            Op::Ref { place, mutable } => self.borrow(place, *mutable),
            Op::Neg(a) => {
                let a = self.operand(a);
                quote!(-#a)
            }
            Op::Binary(BinOp::Mul, a, b) if self.scales => {
                self.times(&self.operand(a), &self.operand(b))
            }
            Op::Binary(op, a, b) => {
                let symbol: TokenStream = op.symbol().parse().expect("an operator");
                let (a, b) = (self.operand(a), self.operand(b));
                quote!(#a #symbol #b)
            }
            Op::Integer(op, a, b) => self.integer(op, a, b),
            Op::Cast(a, ty) if self.stands_for_float(ty) || self.is_of_parameter(a) => {
                let (core, a) = (&self.core, self.operand(a));
                quote!(#core::convert::<_, #ty>(#a))
            }
            Op::Cast(a, ty) => {
                let a = self.operand(a);
                quote!(#a as #ty)
            }
            Op::Scalar(a) => {
                let (core, a) = (&self.core, self.bare(a));
                quote!(#core::scalar(#a))
            }
            // What a type parameter stands for may be differentiable without saying so.
            Op::Selector(a) if !self.generic => self.selector(a, "__selects"),
            Op::Key(a) if !self.generic => self.selector(a, "__is_key"),
            Op::Inactive(a) | Op::Selector(a) | Op::Key(a) => {
                let (core, a) = (&self.core, self.bare(a));
                quote!(#core::inactive(#a))
            }
            Op::Again(value) => self.kept_again(value),
            Op::Choose { base, step, unique } => {
                self.choice(base, step, *unique, Span::mixed_site())
            }
            Op::Len(place, _) => self.length_of(place),
            Op::Construct(c) => self.construct(c),
            Op::Tuple(_) | Op::Array(_) | Op::Repeat(..) | Op::VecOf(_) | Op::VecRepeat(..) => {
                self.of_parts(op)
            }
            Op::Clone(place, Some(method)) => {
                let place = self.place(place);
                quote!(#place.#method())
            }
            Op::Clone(place, None) => paths::copied(&self.core, &self.place(place)),
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

    /// What is made of parts that have no names.
    fn of_parts(&self, op: &Op) -> TokenStream {
        let core = &self.core;
        let bare = |parts: &[Operand]| parts.iter().map(|p| self.bare(p)).collect::<Vec<_>>();
        match op {
            Op::Tuple(parts) => {
                let parts = bare(parts);
                quote!((#(#parts,)*))
            }
            Op::Array(parts) => {
                let parts = bare(parts);
                quote!([#(#parts),*])
            }
            Op::VecOf(parts) => {
                let parts = bare(parts);
                quote!(#core::vec![#(#parts),*])
            }
            Op::Repeat(a, n) => {
                let a = self.bare(a);
                quote!([#a; #n])
            }
            Op::VecRepeat(a, n) => {
                let (a, n) = (self.bare(a), self.bare(n));
                quote!(#core::vec![#a; #n])
            }
            other => unreachable!("{other:?} is written elsewhere"),
        }
    }

    /// Whether a part may be one that cannot be moved out of its sequence, or of what is lent.
    fn may_own(&self, place: &Place) -> bool {
        let root = self.f.ty(place.root).clone();
        let element = place.path.iter().any(|s| matches!(s, Step::Index(_)));
        (element || self.f.consumed.contains(&place.root))
            && !place.path.iter().fold(root, Ty::part).is_copy()
    }

    /// A value that something is chosen by, whose type is asked whether that carries a derivative.
    fn selector(&self, value: &Operand, asks: &str) -> TokenStream {
        let (core, value) = (&self.core, self.bare(value));
        let (selector, span) = (names::plain("selector"), value.span());
        let selects = Ident::new(asks, span);
        quote!({ let #selector = #value; (&#core::Selector(&#selector)).#selects(); #selector })
    }

    /// A value that is moved into a call, kept for the pullback of that call.
    fn kept_again(&self, value: &Operand) -> TokenStream {
        let (core, a) = (&self.core, self.bare(value));
        if value.local().is_some_and(|l| self.lists_objects(l)) {
            quote!(#core::again(&#a))
        } else if value.local().is_some_and(|l| self.may_borrow(l)) {
            let passed = self.passed(&a);
            quote!((&&&#passed).__again())
        } else if self.generic {
            quote!(#core::again(&#a))
        } else {
            quote!((&&#core::Probe(&#a)).__again())
        }
    }

    /// What rustc says of the whole, it says of the path.
    fn construct(&self, c: &Construct) -> TokenStream {
        let (path, span) = (&c.path, c.path.span());
        let fields = c.fields.chunk_by(|(a, _), (b, _)| a == b);
        let (members, values): (Vec<_>, Vec<_>) = fields
            .map(|items| (&items[0].0, self.field(c, items)))
            .unzip();
        if !c.braces {
            return quote_spanned!(span=> #path(#(#values),*));
        }
        let base = c.base.as_ref().map(|b| {
            let base = self.bare(b);
            quote!(..#base)
        });
        quote_spanned!(span=> #path { #(#members: #values,)* #base })
    }

    /// What a field is made of: a value, or the items of a list.
    fn field(&self, c: &Construct, items: &[(syn::Member, Operand)]) -> TokenStream {
        let (core, (member, value)) = (&self.core, &items[0]);
        if c.lists.contains(member) {
            let items = items.iter().map(|(_, item)| self.given(item));
            return match c.arrays.contains(member) {
                true => quote!([#(#items),*]),
                false => quote!(#core::vec![#(#items),*]),
            };
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
            Op::Construct(c) => {
                let made = self.construct(c);
                self.made(dst, &made).unwrap_or(made)
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
            let asked = self.stated_for_made(local, ty);
            return Some(asked.unwrap_or_else(|| quote!(: #ty)));
        }
        match self.f.ty(local) {
            Ty::Float(Float::Infer) => None,
            Ty::Float(float) => Some(quote!(: #float)),
            _ => None,
        }
    }
}
