//! The shadow of a method's receiver, whose type may lack the derive.
//!
//! Receives a method of a type without parameters; promises that the receiver's shadow is one only where the type
//! derives `Differentiable`, so that a type without it is one error, and not one at every field.
//!
//! ```text
//! let d_this = <Self as Derived>::fields(d_this);
//! ```

use super::rule::{MemberKind, Signature};
use super::{Emitter, paths, pointee};
use crate::ir::{Function, Param, Passing};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;

impl Signature<'_> {
    /// Where the receiver's type is written, if that has to have the derive.
    pub(crate) fn derived_receiver(&self, f: &Function) -> Option<Span> {
        let own = self.member()?.kind == MemberKind::Inherent && self.has_receiver();
        let param = f.params.first().filter(|p| own && !p.constant)?;
        let ty = pointee(&param.ty);
        let plain = |p: &syn::TypePath| {
            p.qself.is_none() && p.path.segments.iter().all(|s| s.arguments.is_none())
        };
        matches!(ty, syn::Type::Path(p) if plain(p)).then(|| ty.span())
    }
}

impl Emitter<'_> {
    /// Asks for the derive of a receiver's type, whose shadow is `d`.
    pub(super) fn asked_for_derive(&self, param: &Param, d: &Ident) -> Option<TokenStream> {
        let first = self
            .f
            .params
            .first()
            .is_some_and(|p| p.local == param.local);
        let span = self.derived.filter(|_| first)?;
        let core = paths::at(&self.core, span);
        let fields = match param.passing {
            Passing::RefMut => quote_spanned!(span=> fields_mut),
            _ => quote_spanned!(span=> fields),
        };
        Some(quote_spanned!(span=> let #d = <Self as #core::Derived>::#fields(#d);))
    }
}
