//! The rule form of methods: an extension trait with a `derivative_rule_of_name` for each.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Ident;

use super::Context;
use super::emit::{
    call_site, conditions, declared_type, forward_call, forward_function, header, keeping,
    no_derivative_body, partials_body, pullback_function, rule_returns, sweeps_body,
    without_markers,
};
use super::signature::{Signature, generic_names, tuple};
use super::syntax::{Derivative, Methods, Rule};

/// An extension trait that carries the rules of methods of `methods.target`.
pub(super) fn extension_trait(
    context: &Context,
    methods: &Methods,
    signatures: &[Signature],
) -> TokenStream {
    let Methods {
        attrs,
        vis,
        name,
        generics,
        target,
        rules,
    } = methods;
    let rules = rules.iter().zip(signatures);
    let (declared, defined): (Vec<_>, Vec<_>) = rules
        .map(|(rule, signature)| method(context, methods, rule, signature))
        .unzip();
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let conditions = conditions(attrs);
    quote! {
        #(#attrs)*
        #[allow(clippy::all)]
        #vis trait #name #generics #where_clause { #(#declared)* }

        #conditions
        #[allow(clippy::all, unused_variables, unreachable_code)]
        impl #impl_generics #name #type_generics for #target #where_clause { #(#defined)* }
    }
}

/// A method's rule as the extension trait declares and as its implementation defines it.
fn method(
    context: &Context,
    methods: &Methods,
    rule: &Rule,
    signature: &Signature,
) -> (TokenStream, TokenStream) {
    let name = &signature.name;
    let rule_name = format_ident!("derivative_rule_of_{}", name);
    let rest = &signature.params[1..];
    let (arguments, types) = (
        tuple(rest.iter().map(|param| &param.name)),
        tuple(rest.iter().map(|param| &param.ty)),
    );
    let receiver = rule.head.inputs.first().map(without_markers);
    let keep = Ident::new("keep", Span::mixed_site());
    let declared_header = |pattern: TokenStream, keep: TokenStream, captured: TokenStream| {
        let generics = keeping(&signature.generics, context);
        let where_clause = &signature.generics.where_clause;
        let returns = rule_returns(context, signature, &captured);
        quote!(fn #rule_name #generics (#receiver, #keep: Keep, #pattern: #types) -> #returns #where_clause)
    };
    let of_trait = generic_names(&methods.generics);
    let of_method = generic_names(&signature.generics);
    let in_trait = quote!(use<Self, #(#of_trait,)* #(#of_method,)* Keep>);
    let in_impl = quote!(use<#(#of_trait,)* #(#of_method,)* Keep>);
    let unbound = Ident::new("arguments", Span::mixed_site());
    let declared = declared_header(unbound.to_token_stream(), keep.to_token_stream(), in_trait);
    let defined = declared_header(arguments, keep.to_token_stream(), in_impl);
    let (declared_sweeps, defined_sweeps) = method_sweeps(rule, signature);
    let body = method_body(context, rule, signature);
    let (attrs, krate) = (&rule.attrs, &context.krate);
    (
        quote!(#declared_sweeps #(#attrs)* #declared;),
        quote!(#defined_sweeps #[inline] #defined { let #keep = #krate::Keep::wanted(#keep); #body }),
    )
}

fn method_sweeps(rule: &Rule, signature: &Signature) -> (TokenStream, TokenStream) {
    let Derivative::Sweeps {
        forward, pullback, ..
    } = &rule.derivative
    else {
        return Default::default();
    };
    let name = &signature.name;
    let forward_name = format_ident!("forward_of_{}", name);
    let pullback_name = format_ident!("pullback_of_{}", name);
    let output = &forward.output;
    let keep = forward
        .keep
        .as_ref()
        .map(|keep| quote!(#keep: ::core::primitive::bool));
    let forward_header = header(&rule.head, &forward_name, keep, output.to_token_stream());
    let forward_defined = forward_function(&rule.head, forward, &forward_name);
    let types = pullback.inputs.iter().filter_map(declared_type);
    let generics = &signature.generics;
    let where_clause = &generics.where_clause;
    let pullback_defined = pullback_function(&rule.head, pullback, &pullback_name);
    (
        quote! {
            #[doc(hidden)] #forward_header;
            #[doc(hidden)] fn #pullback_name #generics (#(_: #types),*) #where_clause;
        },
        quote!(#[inline] #forward_defined #[inline] #pullback_defined),
    )
}

fn method_body(context: &Context, rule: &Rule, signature: &Signature) -> TokenStream {
    let name = &signature.name;
    let rest: Vec<_> = signature.params[1..]
        .iter()
        .map(|param| &param.name)
        .collect();
    let receiver = Ident::new("self", call_site());
    let arguments: Vec<&Ident> = std::iter::once(&receiver)
        .chain(rest.iter().copied())
        .collect();
    let generics = generic_names(&signature.generics);
    match &rule.derivative {
        Derivative::Partials { expression, .. } => {
            partials_body(context, signature, expression.to_token_stream())
        }
        Derivative::Sweeps {
            forward, pullback, ..
        } => {
            let (forward_name, pullback_name) = (
                format_ident!("forward_of_{}", name),
                format_ident!("pullback_of_{}", name),
            );
            let forward_call = forward_call(
                forward,
                quote_spanned!(signature.here()=> Self::#forward_name),
                &arguments,
            );
            let path = quote_spanned!(signature.here()=> Self::#pullback_name::<#(#generics),*>);
            sweeps_body(
                context,
                signature,
                (forward, pullback),
                &forward_call,
                &path,
            )
        }
        Derivative::None { .. } => no_derivative_body(quote!(self.#name(#(#rest),*))),
    }
}
