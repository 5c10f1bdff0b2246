//! Every absolute path the emitted code uses.

use crate::facade;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::quote;

/// The facade's private module; `stated` is where the user says that it is.
pub(crate) fn runtime(stated: Option<&syn::Path>) -> TokenStream {
    match stated {
        Some(path) => quote!(#path::__private),
        None => {
            let name = facade::name();
            quote!(::#name::__private)
        }
    }
}

/// The same path reported at `span`, where what it names asks for something the user's code lacks.
pub(crate) fn at(path: &TokenStream, span: Span) -> TokenStream {
    let spanned = |mut tree: TokenTree| {
        tree.set_span(span);
        tree
    };
    path.clone().into_iter().map(spanned).collect()
}

/// What is emitted, reported at `span`: names in it stay what they are.
pub(crate) fn reported_at(tokens: TokenStream, span: Span) -> TokenStream {
    let reported = |tree: TokenTree| {
        let mut tree = match tree {
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), reported_at(group.stream(), span)).into()
            }
            tree => tree,
        };
        tree.set_span(tree.span().located_at(span));
        tree
    };
    tokens.into_iter().map(reported).collect()
}

/// A copy of a place, whether or not its type has `Clone`. In the scope of the [`traits`].
pub(crate) fn copied(core: &TokenStream, place: &impl quote::ToTokens) -> TokenStream {
    quote!((&&&#core::Copying(&#place)).__copy())
}

/// Traits whose methods emitted code calls by method syntax: the runtime's, and for modules without a prelude
/// the language's.
pub(crate) fn traits(core: &TokenStream) -> TokenStream {
    quote! {
        #[allow(unused_imports)]
        use #core::traits::*;
    }
}
