//! Every name the emitted code makes up. All are hygienic, so none can meet a user's.

use crate::ir::{Local, LocalInfo};
use proc_macro2::{Ident, Span};

fn generated(text: &str) -> Ident {
    // Hygiene keeps locals apart, but a pattern would still match a constant of that name.
    Ident::new(&format!("__{text}"), Span::mixed_site())
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

/// The payload of an enum's variant in its shadow, as `derive` calls it.
pub(crate) fn variant(name: &Ident) -> Ident {
    Ident::new(&format!("__variant_{name}"), name.span())
}

/// The rule of a function of a type, called by its path.
pub(crate) fn associated_rule(function: &Ident) -> Ident {
    let name = function.to_string();
    Ident::new(
        &format!("associated_rule_of_{}", name.trim_start_matches("r#")),
        function.span(),
    )
}

/// What makes a function value of a closure that is an argument; `method` is what it is passed to.
pub(crate) fn argument(position: usize, method: Option<&Ident>) -> Ident {
    match method {
        None => Ident::new(&format!("argument_{position}"), Span::mixed_site()),
        Some(method) => {
            let name = method.to_string();
            let name = name.trim_start_matches("r#");
            Ident::new(&format!("argument_{position}_of_{name}"), method.span())
        }
    }
}

/// The rule of the function at `path`. What makes a collection of another has a rule of its own name:
/// its source may be a reference.
pub(crate) fn associated_rule_at(path: &syn::Path) -> Ident {
    let names: Vec<&Ident> = path.segments.iter().map(|s| &s.ident).collect();
    match names.as_slice() {
        [.., owner, from] if *from == "from" && (*owner == "Vec" || *owner == "VecDeque") => {
            Ident::new("associated_rule_of_from_items", from.span())
        }
        [.., function] => associated_rule(function),
        [] => unreachable!("a path has a segment"),
    }
}

/// The rule of a method: its name is what rustc prints where it is missing.
pub(crate) fn method_rule(method: &Ident) -> Ident {
    let name = method.to_string();
    Ident::new(
        &format!("derivative_rule_of_{}", name.trim_start_matches("r#")),
        method.span(),
    )
}
