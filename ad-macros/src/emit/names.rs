//! Every name the emitted code makes up. All are hygienic, so none can meet a user's.

use crate::ir::{Local, LocalInfo};
use proc_macro2::{Ident, Span};
use quote::format_ident;

fn generated(text: &str) -> Ident {
    Ident::new(text, Span::mixed_site())
}

/// The shadow of a local.
pub(crate) fn shadow(locals: &[LocalInfo], local: Local) -> Ident {
    let name = locals[local.0].name.to_string();
    generated(&format!("d_{}_{}", name.trim_start_matches("r#"), local.0))
}

/// A by-value argument's shadow as the caller gave it.
pub(crate) fn sink(locals: &[LocalInfo], local: Local) -> Ident {
    let name = locals[local.0].name.to_string();
    generated(&format!("sink_{}", name.trim_start_matches("r#")))
}

pub(crate) fn numbered(prefix: &str, id: usize) -> Ident {
    generated(&format!("{prefix}{id}"))
}

pub(crate) fn plain(text: &str) -> Ident {
    generated(text)
}

pub(crate) fn lifetime(prefix: &str, id: usize) -> syn::Lifetime {
    syn::Lifetime::new(&format!("'{prefix}{id}"), Span::mixed_site())
}

/// The rule of a method: its name is what rustc prints where it is missing.
pub(crate) fn method_rule(method: &Ident) -> Ident {
    format_ident!("derivative_rule_of_{}", method, span = method.span())
}
