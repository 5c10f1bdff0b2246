//! A second rule, for the case that fields are floats and lists of floats.
//!
//! Receives the sweeps of a function in both forms (`desugar/fields.rs`); promises a rule that has both, of which rustc
//! chooses one where it knows the struct, and compiles that alone.
//!
//! ```text
//! let known = (&&Fields(|| (Number(&this.rate, &d_this.rate), (Numbers(&this.u, &d_this.u), ())))).__known();
//! known.of(
//!     (keep, (this, x)),
//!     |(keep, (this, x))| { let (value, residual) = …; (value, move |ct, …| { … }) },
//!     |(keep, (this, x))| { let (value, residual) = …; (value, move |ct, …| { … }) },
//! )
//! ```

use super::written::pointee;
use super::{Emitter, names};
use crate::adjoint::residual::Residuals;
use crate::desugar::fields::{Field, Taken};
use crate::ir::Param;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The emitter of the form in which fields are taken for numbers, and these fields.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) e: &'a Emitter<'a>,
    pub(crate) fields: &'a [Field],
}

impl<'a> Known<'a> {
    /// The same for the rule whose last loops are taken back as they run.
    pub(super) fn along(self) -> Option<Known<'a>> {
        let e = self.e.along?;
        Some(Known { e, ..self })
    }

    /// Whether the form can stand beside the other one: the public calls leave the shadows unwritten that both begin.
    fn fits(&self, beside: &Emitter) -> bool {
        let begins = |this: &Emitter, other: &Emitter| {
            other
                .sweep
                .begun
                .iter()
                .all(|l| this.sweep.begun.contains(l))
        };
        let along = match (self.e.along, beside.along) {
            (Some(this), Some(other)) => begins(this, other),
            (None, Some(_)) => false,
            (_, None) => true,
        };
        begins(self.e, beside) && along
    }
}

impl Emitter<'_> {
    /// The same with another form beside it, if that can stand there.
    pub(crate) fn beside<'e>(&'e self, known: Known<'e>) -> Emitter<'e> {
        let known = known.fits(self).then_some(known);
        Emitter {
            known,
            residuals: Residuals::new(self.a, self.plan),
            core: self.core.clone(),
            answers: Default::default(),
            derived: self.derived.clone(),
            ..*self
        }
    }

    /// What `given` names in each of two forms goes to the rule of one of them; the form of known fields is the first.
    pub(super) fn of_two(
        &self,
        fields: &[Field],
        [of_known, given]: [TokenStream; 2],
        [known, general]: [TokenStream; 2],
    ) -> TokenStream {
        let are_known = self.are_known(fields);
        quote!(#are_known.of(#given, |#of_known| { #known }, |#given| { #general }))
    }

    /// Asks rustc whether fields are what they are taken for.
    fn are_known(&self, fields: &[Field]) -> TokenStream {
        let core = &self.core;
        let param = |p: &&Param| fields.iter().any(|f| self.is_of(f, p));
        let structs = self.f.params.iter().filter(param).map(|param| {
            let (this, ty, shadow) = (
                self.name(param.local),
                pointee(&param.ty),
                self.shadow(param.local),
            );
            // As elsewhere, so that rustc says it once where the derive is missing.
            let asked = self.asked_for_fields(param, &shadow, "fields");
            let asked = asked.unwrap_or_else(
                || quote!(let #shadow = <#ty as #core::Derived>::fields::<#ty>(#shadow);),
            );
            quote! {
                let (#this, #shadow): (&#ty, &<#ty as #core::Differentiable>::Shadow) = loop {};
                #asked
            }
        });
        let asked = fields.iter().rfold(quote!(()), |others, field| {
            if let Some(constant) = field.constant() {
                return quote!((#core::Number(&#constant, ()), #others));
            }
            let is = match field.taken {
                Taken::Number => quote!(Number),
                Taken::Numbers => quote!(Numbers),
                Taken::Vectors => quote!(Vectors),
            };
            let param = self.f.params.iter().find(|p| self.is_of(field, p));
            let root = param.expect("a field of an argument").local;
            let (this, shadow) = (self.name(root), self.shadow(root));
            let [of, of_shadow] = [this, &shadow].map(|root| field.of(root));
            quote!((#core::#is(&#of, &#of_shadow), #others))
        });
        quote!((&&#core::Fields(|| { #(#structs)* #asked })).__known())
    }

    fn is_of(&self, field: &Field, param: &Param) -> bool {
        field.is_of(&self.f.info(param.local).name)
    }

    /// A field, or its shadow, to lend it as what it is taken for.
    pub(super) fn view_of(&self, field: &TokenStream, shadow: bool, unique: bool) -> TokenStream {
        let core = &self.core;
        match (shadow, unique) {
            (false, false) => quote!(#core::View(&#field)),
            (false, true) => quote!(#core::ViewMut(&mut #field)),
            (true, false) => quote!(#core::ShadowView(&#field)),
            (true, true) => quote!(#core::ShadowViewMut(&mut #field)),
        }
    }

    /// `(keep, (this, x,))`
    pub(super) fn arguments(&self) -> TokenStream {
        let keep = names::plain("keep");
        let params = self.f.params.iter().map(|p| self.name(p.local));
        quote!((#keep, (#(#params,)*)))
    }

    /// The same with the cotangent and the shadows.
    pub(super) fn arguments_along(&self) -> TokenStream {
        let (given, ct) = (self.arguments(), names::plain("ct"));
        let sinks: Vec<Ident> = self.f.params.iter().map(|p| self.sink_pattern(p)).collect();
        quote!((#given, #ct, (#(#sinks,)*)))
    }
}
