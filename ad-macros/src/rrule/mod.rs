//! The custom-rule macro.
//!
//! `syntax` reads the input, `signature` and `validate` check it, `emit` writes the rule form beside
//! the function and `methods` that of methods, `public` the calls users make on it, and `check` a test
//! at the rule's check points. `messages` is all that can be said about the input.

mod check;
mod emit;
mod messages;
mod methods;
mod public;
mod signature;
mod syntax;
#[cfg(test)]
mod tests;
mod validate;

use crate::emit::paths;
use proc_macro2::TokenStream;
use quote::quote;

use self::signature::Signature;
use self::syntax::{Input, Item, Methods, Rule};

/// What every part of the emission needs to know.
struct Context {
    /// Absolute path of the run time's private module.
    krate: TokenStream,
    partials: bool,
}

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    match syn::parse2::<Input>(input) {
        Ok(input) => expand_items(&input),
        Err(error) => error.to_compile_error(),
    }
}

fn expand_items(input: &Input) -> TokenStream {
    let context = Context {
        krate: paths::runtime(input.krate.as_ref()),
        partials: input.partials,
    };
    let expand_item = |item: &Item| match item {
        Item::Function(rule) => function(&context, rule),
        Item::Methods(methods) => extension(&context, methods),
    };
    input.items.iter().map(expand_item).collect()
}

fn function(context: &Context, rule: &Rule) -> TokenStream {
    let mut errors = Vec::new();
    let signature = Signature::new(&rule.head, None, &mut errors);
    if !errors.is_empty() {
        return refusals(&errors);
    }
    validate::rule(rule, &signature, context.partials, &mut errors);
    if !errors.is_empty() {
        let (refusals, stand_in) = (refusals(&errors), emit::stand_in(context, rule, &signature));
        return quote!(#refusals #stand_in);
    }
    let check = check::function(context, rule, &signature);
    if context.partials {
        let function = emit::partials(rule, &signature);
        return quote!(#function #check);
    }
    let function = emit::function(context, rule, &signature);
    quote!(#function #check)
}

fn extension(context: &Context, methods: &Methods) -> TokenStream {
    let mut errors = Vec::new();
    let signatures: Vec<Signature> = methods
        .rules
        .iter()
        .map(|rule| {
            let signature = Signature::new(&rule.head, Some(&methods.target), &mut errors);
            validate::method(rule, &signature, context.partials, &mut errors);
            signature
        })
        .collect();
    if !errors.is_empty() {
        return refusals(&errors);
    }
    let extension = methods::extension_trait(context, methods, &signatures);
    let checks = methods
        .rules
        .iter()
        .zip(&signatures)
        .map(|(rule, signature)| check::method(context, methods, rule, signature));
    quote!(#extension #(#checks)*)
}

fn refusals(errors: &[syn::Error]) -> TokenStream {
    errors.iter().map(syn::Error::to_compile_error).collect()
}
