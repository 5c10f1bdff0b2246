//! The attributes of an item, other than those of its fields.

use super::generics;
use crate::diagnostics::{Sink, catalog};

/// The path in `#[pullback(crate = path)]`.
pub(super) fn facade(attrs: &[syn::Attribute], sink: &Sink) -> Option<syn::Path> {
    let mut facade = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("pullback")) {
        let parsed = attr.parse_nested_meta(|meta| {
            if !meta.path.is_ident("crate") {
                return Err(meta.error(catalog::DERIVE_OPTION));
            }
            facade = Some(meta.value()?.call(syn::Path::parse_mod_style)?);
            Ok(())
        });
        if let Err(error) = parsed {
            sink.refuse(error.span(), error);
        }
    }
    facade
}

pub(super) fn refuse_constant(attrs: &[syn::Attribute], sink: &Sink) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("constant")) {
        sink.refuse_at(attr, catalog::DERIVE_CONSTANT);
    }
}

/// Nothing can be emitted for one: it would be refused again.
pub(super) fn refuse_packed(attrs: &[syn::Attribute], sink: &Sink) -> bool {
    let is_packed = |attr: &&syn::Attribute| {
        attr.path().is_ident("repr") && generics::names(&attr.meta).contains("packed")
    };
    let packed = attrs.iter().find(is_packed);
    if let Some(attr) = packed {
        sink.refuse_at(attr, catalog::DERIVE_PACKED);
    }
    packed.is_some()
}
