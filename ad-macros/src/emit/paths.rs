//! Every absolute path the emitted code uses.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// The facade's private module; `facade` is what the user calls the crate.
pub(crate) fn runtime(facade: Option<&syn::Path>) -> TokenStream {
    match facade {
        Some(path) => quote!(#path::__private),
        None => quote!(::pullback::__private),
    }
}

/// A function or type of the runtime, reported at `span` where its bounds fail.
pub(crate) fn item(core: &TokenStream, name: &str, span: Span) -> TokenStream {
    let name = Ident::new(name, span);
    quote_spanned!(span=> #core::#name)
}

/// Traits whose methods emitted code calls by method syntax, for modules without a prelude.
pub(crate) fn prelude() -> TokenStream {
    quote! {
        #[allow(unused_imports)]
        use ::core::{
            clone::Clone as _, iter::DoubleEndedIterator as _, iter::ExactSizeIterator as _, iter::IntoIterator as _,
            iter::Iterator as _,
        };
    }
}
