//! The arguments of `#[differentiable]`, and the markers on parameters.

use crate::diagnostics::{Sink, catalog};
use crate::passes::Passes;
use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};

#[derive(Default)]
pub(crate) struct Options {
    /// `name = …`: what the companion is called, where the function's own name is taken.
    pub(crate) name: Option<Ident>,
    /// `crate = …`: the path of the facade.
    pub(crate) facade: Option<syn::Path>,
    /// `without = …`: an optimisation less; for the library's own tests.
    pub(crate) passes: Passes,
}

impl Parse for Options {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut options = Options::default();
        while !input.is_empty() {
            let key = input.call(<Ident as syn::ext::IdentExt>::parse_any)?;
            input.parse::<syn::Token![=]>()?;
            match key.to_string().as_str() {
                "name" => options.name = Some(input.parse()?),
                "crate" => options.facade = Some(input.call(syn::Path::parse_mod_style)?),
                "without" => {
                    let pass: Ident = input.parse()?;
                    if !options.passes.switch_off(&pass) {
                        return Err(syn::Error::new(
                            pass.span(),
                            catalog::unknown_option(&pass.to_string()),
                        ));
                    }
                }
                other => return Err(syn::Error::new(key.span(), catalog::unknown_option(other))),
            }
            if !input.is_empty() {
                input.parse::<syn::Token![,]>()?;
            }
        }
        Ok(options)
    }
}

/// Takes the `#[constant]` markers off a function's parameters; one flag for each.
pub(crate) fn take_constants(signature: &mut syn::Signature, sink: &Sink) -> Vec<bool> {
    signature
        .inputs
        .iter_mut()
        .map(|input| {
            let attrs = match input {
                syn::FnArg::Typed(typed) => &mut typed.attrs,
                syn::FnArg::Receiver(receiver) => &mut receiver.attrs,
            };
            let before = attrs.len();
            for attr in attrs.iter().filter(|a| a.path().is_ident("constant")) {
                if !matches!(attr.meta, syn::Meta::Path(_)) {
                    sink.refuse_at(attr, catalog::CONSTANT_ARGUMENTS);
                }
            }
            attrs.retain(|a| !a.path().is_ident("constant"));
            attrs.len() != before
        })
        .collect()
}
