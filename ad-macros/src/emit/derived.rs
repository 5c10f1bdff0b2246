//! The shadows of arguments, whose types may lack the derive.
//!
//! Receives a function; promises that the shadow of an argument whose type is but a name is one only where the type
//! derives `Differentiable`, so that a type without it is one error, and not one at every field.
//!
//! ```text
//! let d_point = <Point as Derived>::fields(d_point);
//! ```

use super::rule::{MemberKind, Signature};
use super::{Emitter, paths, pointee};
use crate::ir::ty::{self, Ty};
use crate::ir::{Function, Local, Param, Passing};
use crate::tables::HashMap;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

impl Signature<'_> {
    /// The arguments whose types have to have the derive, and these types.
    pub(crate) fn derived(&self, f: &Function) -> HashMap<Local, TokenStream> {
        let kind = self.member().map(|m| m.kind);
        let inherent = kind == Some(MemberKind::Inherent) && self.has_receiver();
        let params = f.params.iter().enumerate();
        let asked = params.filter(|(_, p)| !p.constant && !p.unsure);
        let asked = asked.filter_map(|(i, param)| {
            let ty = pointee(&param.ty);
            let (plain, span) = (is_plain(ty), ty.span());
            let of_receiver = i == 0 && self.has_receiver();
            let asked = match of_receiver {
                true if plain && inherent => quote_spanned!(span=> Self),
                false if plain && self.names_type(ty) => ty.to_token_stream(),
                _ => return None,
            };
            Some((param.local, asked))
        });
        asked.collect()
    }

    /// Whether a name is that of a type which is known whatever the type parameters stand for.
    fn names_type(&self, ty: &syn::Type) -> bool {
        let syn::Type::Path(path) = ty else {
            return false;
        };
        let first = &path.path.segments[0].ident;
        let generics = self.captures();
        let known = match first == "Self" {
            true => generics.is_empty() && path.path.segments.len() == 1,
            false => !generics.contains(&first),
        };
        let declared = self.member().map(|m| m.kind) == Some(MemberKind::Declared);
        known && !declared && matches!(ty::read(ty, &|_| false), Ty::Unknown)
    }
}

/// `Point`, `model::Point`
fn is_plain(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    path.qself.is_none() && path.path.segments.iter().all(|s| s.arguments.is_none())
}

impl Emitter<'_> {
    /// Asks for the derive of an argument's type, whose shadow is `d`.
    pub(super) fn asked_for_derive(&self, param: &Param, d: &Ident) -> Option<TokenStream> {
        let ty = self.derived.get(&param.local)?;
        let span = ty.span();
        let core = paths::at(&self.core, span);
        let fields = match param.passing {
            Passing::RefMut => quote_spanned!(span=> fields_mut),
            _ => quote_spanned!(span=> fields),
        };
        Some(quote_spanned!(span=> let #d = <#ty as #core::Derived>::#fields(#d);))
    }
}
