//! Every absolute path the emitted code uses.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

/// The facade's private module; `facade` is what the user calls the crate.
pub(crate) fn runtime(facade: Option<&syn::Path>) -> TokenStream {
    match facade {
        Some(path) => quote!(#path::__private),
        None => quote!(::pullback::__private),
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

/// A copy of a place, whether or not its type has `Clone`. In the scope of the [`prelude`].
pub(crate) fn copied(core: &TokenStream, place: &impl quote::ToTokens) -> TokenStream {
    quote!((&&&#core::Copying(&#place)).__copy())
}

/// Traits whose methods emitted code calls by method syntax, for modules without a prelude.
pub(crate) fn prelude(core: &TokenStream) -> TokenStream {
    let traits = traits(core);
    quote! {
        #traits
        #[allow(unused_imports)]
        use ::core::{
            clone::Clone as _, iter::DoubleEndedIterator as _, iter::ExactSizeIterator as _, iter::IntoIterator as _,
            iter::Iterator as _,
        };
    }
}

/// The runtime's traits alone.
pub(crate) fn traits(core: &TokenStream) -> TokenStream {
    quote! {
        #[allow(unused_imports)]
        use #core::traits::*;
    }
}
