//! The shapes of values, from which the reverse sweep makes zero shadows.
//!
//! Receives a local or a place that the reverse sweep has a shadow for; promises code that asks the types for the
//! shape of what is there. Where the type of the whole says nothing, as that of a tuple with an enum in it, its parts
//! are asked (`analysis/mixed.rs`).
//!
//! ```text
//! line          (&&Probe(&line)).__shape()
//! (side, v)     (&&Probe(&t)).__shape().__or_parts(|| ((&&Probe(&t.0)).__shape(), (&&Probe(&t.1)).__shape()))
//! ```

use super::{Emitter, names, paths};
use crate::analysis::flow::Built;
use crate::analysis::mixed;
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl Emitter<'_> {
    /// The shape of a local whose value goes by a name.
    pub(super) fn shape_by(&self, local: Local, name: TokenStream) -> TokenStream {
        let shape = self.shape_of_any(local, &name);
        let core = &self.core;
        match self.is_of_field(local) {
            true if self.is_bare_copy(local) => {
                quote!(#shape.__of_field(#core::CopyOf(&#name).__asked()))
            }
            true => quote!(#shape.__of_field((&#core::CopyOf(&#name)).__constant())),
            false => shape,
        }
    }

    fn shape_of_any(&self, local: Local, name: &TokenStream) -> TokenStream {
        if self.lists_objects(local) {
            let core = &self.core;
            return quote!(#core::shape_of(&#name));
        }
        if let Some(param) = self.f.params.iter().find(|p| p.local == local && p.unsure) {
            let (core, seen) = (&self.core, self.seen_value(param, quote!(&#name)));
            return quote!(#core::shape_of(#seen));
        }
        // A variable that references were put into holds them as well.
        if self.may_borrow(local) || self.f.info(local).mutable && self.a.flow.lent.contains(&local)
        {
            return self.shape_by_parts(&Place::of(local), name, &|value| self.shape_passed(value));
        }
        if let Some(Built { span, .. }) = self.a.flow.built.get(&local)
            && (!self.generic || self.borrows)
            && !self.is_plain_made(local)
        {
            let core = paths::at(&self.core, *span);
            return quote_spanned!(*span=> (&&#core::Built(&#name)).__shape());
        }
        self.shape_by_parts(&Place::of(local), name, &|value| self.shape_of_value(value))
    }

    /// The shape of what is at a place, part by part if need be, of which `shape` gives each.
    pub(super) fn shape_by_parts(
        &self,
        place: &Place,
        value: &TokenStream,
        shape: &dyn Fn(&TokenStream) -> TokenStream,
    ) -> TokenStream {
        match mixed::part(&self.a.mixed, place).filter(|ty| ty.is_mixed() && !self.generic) {
            Some(ty) => {
                let (whole, parts) = (shape(value), self.shape_of_parts(&ty, value, shape));
                quote!(#whole.__or_parts(|| #parts))
            }
            None => shape(value),
        }
    }

    /// The shape of a tuple, or of a list of tuples, part by part: a part of a type that is not seen may be of one that is not
    /// differentiable, as an enum of bare variants is, and then has no shadow.
    fn shape_of_parts(
        &self,
        ty: &Ty,
        value: &TokenStream,
        shape: &dyn Fn(&TokenStream) -> TokenStream,
    ) -> TokenStream {
        let part = names::plain("part");
        match ty {
            Ty::Tuple(parts) => {
                let shapes = parts.iter().enumerate().map(|(i, ty)| {
                    let i = syn::Index::from(i);
                    self.shape_of_parts(ty, &quote!(#value.#i), shape)
                });
                quote!((#(#shapes,)*))
            }
            Ty::Array(item) if item.is_mixed() => {
                let shape = self.shape_of_parts(item, &quote!((*#part)), shape);
                quote!(#value.each_ref().map(|#part| #shape))
            }
            Ty::Vec(item) if item.is_mixed() => {
                let shape = self.shape_of_parts(item, &quote!((*#part)), shape);
                let core = &self.core;
                quote!(#core::Vec::from_iter(#value.iter().map(|#part| #shape)))
            }
            _ => shape(value),
        }
    }

    /// The shape of what may be a reference.
    pub(super) fn shape_passed(&self, value: &TokenStream) -> TokenStream {
        let passed = self.passed(value);
        quote!((&&&#passed).__shape())
    }

    pub(super) fn shape_of_value(&self, value: &TokenStream) -> TokenStream {
        let core = &self.core;
        if self.generic && self.borrows {
            quote!((&&#core::Built(&#value)).__shape())
        } else if self.generic {
            quote!(#core::shape_of(&#value))
        } else {
            quote!((&&#core::Probe(&#value)).__shape())
        }
    }
}
