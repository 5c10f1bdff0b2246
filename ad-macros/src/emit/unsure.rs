//! Arguments of which rustc says whether they are active.
//!
//! Receives a parameter whose type is but a name; promises what a rule and the public calls write in place of
//! that type and of the argument, and a gradient without an entry for it if the type derives nothing. See
//! `ad-core/src/differentiable/seen.rs` for what is asked, and `desugar/choices/` for whom.
//!
//! ```text
//! fn total(side: Side, x: f64) -> f64
//!
//! fn gradient(side: Side, x: f64)
//!     -> <<Entry<<<Seen<Side, …> as SeenAs>::Type as Differentiable>::Tangent, { Asked::<Side>::HAS_SHADOW }>
//!         as Before<(f64,)>>::All as Entries>::Type
//! ```

use super::Emitter;
use super::signature::Signature;
use super::written::{elided, pointee};
use crate::adjoint::unread;
use crate::derive::Seen;
use crate::ir::{Arm, Local, Param, ty};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

impl Emitter<'_> {
    fn seen(&self, param: &Param) -> Option<Seen> {
        let ty = pointee(&param.ty);
        param
            .unsure
            .then(|| Seen::read(&self.core, ty, ty.span()))?
    }

    /// The type of what a parameter is or refers to, as the companions write it.
    pub(super) fn seen_type(&self, param: &Param) -> syn::Type {
        let seen = self.seen(param).map(|seen| seen.ty());
        seen.unwrap_or_else(|| pointee(&param.ty).clone())
    }

    /// A reference to what a parameter is or refers to, as one to that type.
    pub(super) fn seen_value(&self, param: &Param, reference: TokenStream) -> TokenStream {
        match self.seen(param) {
            Some(seen) => seen.value(&reference),
            None => reference,
        }
    }

    /// That what rustc finds to derive nothing has no room for a float, unless nobody looks at its shadow.
    pub(super) fn seen_assertions(&self, signature: &Signature) -> TokenStream {
        let read = self.f.params.iter().filter(|param| !param.unread);
        let given = read.filter_map(|param| self.seen(param));
        let seen = given.chain(signature.unsure_result(&self.core));
        seen.map(|seen| seen.assertion_by_eq()).collect()
    }

    /// The type of the shadow that an argument would have as a field, which knows what derives nothing.
    pub(super) fn shadow_as_field(&self, local: Local) -> Option<TokenStream> {
        let mut params = self.f.params.iter().filter(|param| param.local == local);
        let (core, ty) = (&self.core, self.seen(params.next()?)?.field());
        Some(quote!(<#ty as #core::Differentiable>::Shadow))
    }

    /// That what a pattern binds of an argument that derives nothing carries no derivative, where something comes back to
    /// it (`adjoint/unread.rs`).
    pub(super) fn unread_payloads(&self, arm: &Arm) -> TokenStream {
        let core = &self.core;
        if !self.f.params.iter().any(|param| param.unread) {
            return TokenStream::new();
        }
        let payloads = self
            .answers
            .payloads
            .get_or_init(|| unread::of(self.a, self.sweep).payloads);
        let checks = arm.binds.iter().filter_map(|bound| {
            let of = payloads.get(bound)?;
            let param = self.f.params.iter().find(|param| param.local == *of)?;
            let types = self.seen(param)?.names().to_vec();
            let name = self.name(*bound);
            let probe = quote_spanned!(name.span()=> &&&&#core::BoundOf);
            Some(quote_spanned!(name.span()=> #((#probe::<#types, _>::new(&#name)).__bound();)*))
        });
        checks.collect()
    }

    /// That what has no derivative by its name is what the name says.
    pub(super) fn guessed_assertions(&self, output: &syn::ReturnType) -> TokenStream {
        let core = &self.core;
        let given = self.f.params.iter().filter(|param| param.guessed);
        let result = match output {
            syn::ReturnType::Type(_, ty) if ty::is_guess(ty) => Some(&**ty),
            _ => None,
        };
        let types = given.map(|param| pointee(&param.ty)).chain(result);
        let asserted = types.map(|ty| {
            let ty = elided(ty);
            quote_spanned!(ty.span()=> let _ = #core::inactive_type::<#ty>;)
        });
        asserted.collect()
    }

    /// The type of a gradient with these entries; they come back if all of them are sure.
    pub(super) fn entries_type<'p>(
        &self,
        params: impl Iterator<Item = &'p Param>,
        types: Vec<TokenStream>,
    ) -> Result<TokenStream, Vec<TokenStream>> {
        let core = &self.core;
        let all = self.one_before_another(
            params,
            types,
            |active, ty, rest| quote!(<#core::Entry<#ty, #active> as #core::Before<#rest>>::All),
        )?;
        Ok(quote!(<#all as #core::Entries>::Type))
    }

    /// The gradient with these entries; they come back if all of them are sure.
    pub(super) fn entries<'p>(
        &self,
        params: impl Iterator<Item = &'p Param>,
        values: Vec<TokenStream>,
    ) -> Result<TokenStream, Vec<TokenStream>> {
        let core = &self.core;
        let all = self.one_before_another(params, values, |active, value, rest| {
            quote!(#core::Before::before(#core::Entry::<_, #active>(#value), #rest))
        })?;
        Ok(quote!(#core::Entries::given(#all)))
    }

    /// Each part `before` the rest of them, told whether it is active; the parts, if all of them are sure.
    fn one_before_another<'p>(
        &self,
        params: impl Iterator<Item = &'p Param>,
        parts: Vec<TokenStream>,
        before: impl Fn(TokenStream, &TokenStream, TokenStream) -> TokenStream,
    ) -> Result<TokenStream, Vec<TokenStream>> {
        let params: Vec<&Param> = params.collect();
        if !params.iter().any(|param| param.unsure) {
            return Err(parts);
        }
        let each = params.iter().zip(&parts);
        Ok(each.rfold(quote!(()), |rest, (param, part)| {
            before(self.is_active_entry(param), part, rest)
        }))
    }

    /// Whether a parameter has an entry.
    fn is_active_entry(&self, param: &Param) -> TokenStream {
        let seen = self.seen(param).map(|seen| seen.question());
        seen.unwrap_or_else(|| quote!(true))
    }
}
