//! The rule form of a function: primal, companion type, `rrule`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Ident, Type};

use super::signature::{Param, Signature, associated, generic_names, tuple};
use super::syntax::{Derivative, Forward, Head, Pullback, Rule};
use super::{Context, public};

/// The function with its companion.
pub(super) fn function(context: &Context, rule: &Rule, signature: &Signature) -> TokenStream {
    let primal = primal(rule, signature);
    let companion = companion(context, rule, signature);
    quote!(#primal #companion)
}

/// What stands where a rule was refused, so that one error does not become twenty.
pub(super) fn stand_in(context: &Context, rule: &Rule, signature: &Signature) -> TokenStream {
    let body = match rule.head.existing {
        Some(_) => None,
        None => Some(syn::parse_quote!({ ::core::unimplemented!() })),
    };
    let conditions = rule
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident("cfg"))
        .cloned();
    let rule = Rule {
        attrs: conditions
            .chain([syn::parse_quote!(#[allow(unused_variables, missing_docs)])])
            .collect(),
        vis: rule.vis.clone(),
        head: rule.head.clone(),
        derivative: Derivative::None { body },
    };
    function(context, &rule, signature)
}

/// The function itself: defined by its own rule, or brought here from where it exists.
fn primal(rule: &Rule, signature: &Signature) -> TokenStream {
    let (attrs, vis, name) = (&rule.attrs, &rule.vis, &signature.name);
    let here = signature.here();
    if let Some(path) = &rule.head.existing {
        return quote! {
            #(#attrs)*
            #vis use #path as #name;
        };
    }
    let header = header(&rule.head, name, None, signature.output.to_token_stream());
    let arguments = signature.params.iter().map(|param| &param.name);
    let body = match &rule.derivative {
        Derivative::Partials { .. } => {
            quote_spanned!(here=> #name::partials(#(#arguments),*).0)
        }
        Derivative::Sweeps { forward, .. } => {
            let keep = forward.keep.as_ref().map(|_| quote!(false));
            quote_spanned!(here=> #name::forward(#(#arguments,)* #keep).0)
        }
        Derivative::None { body } => {
            let statements = body.iter().flat_map(|body| &body.stmts);
            quote!(#(#statements)*)
        }
    };
    quote! {
        #(#attrs)*
        #[inline]
        #vis #header { #body }
    }
}

/// A function that returns value and partials, without primal and companion.
pub(super) fn partials(rule: &Rule, signature: &Signature) -> TokenStream {
    let (attrs, vis) = (&rule.attrs, &rule.vis);
    let Derivative::Partials { expression, .. } = &rule.derivative else {
        return TokenStream::new();
    };
    let header = header(
        &rule.head,
        &signature.name,
        None,
        value_and_partials(signature),
    );
    quote! {
        #(#attrs)*
        #[inline]
        #vis #header { #expression }
    }
}

/// `(value, partials)`: the type of the one-line form.
pub(super) fn value_and_partials(signature: &Signature) -> TokenStream {
    let output = &signature.output;
    let partials = public::gradient_type(signature, |_| output.to_token_stream());
    quote!((#output, #partials))
}

/// A rule's generics: the function's, and what its caller wants kept.
pub(super) fn keeping(generics: &syn::Generics, context: &Context) -> syn::Generics {
    let krate = &context.krate;
    let mut generics = generics.clone();
    generics.params.push(syn::parse_quote!(Keep: #krate::Keep));
    generics
}

fn captured_with_keep(generics: &syn::Generics) -> TokenStream {
    let names = generic_names(generics);
    quote!(use<#(#names,)* Keep>)
}

/// The companion type and everything on it.
fn companion(context: &Context, rule: &Rule, signature: &Signature) -> TokenStream {
    let (vis, name) = (&rule.vis, &signature.name);
    let documentation = format!("The derivative of [`{name}`](fn@{name}).");
    let sweeps = match &rule.derivative {
        Derivative::Sweeps {
            forward, pullback, ..
        } => {
            let forward =
                forward_function(&rule.head, forward, &Ident::new("forward", call_site()));
            let pullback =
                pullback_function(&rule.head, pullback, &Ident::new("pullback", call_site()));
            quote!(#[inline] #forward #[inline] #pullback)
        }
        Derivative::Partials { expression, .. } => {
            let name = Ident::new("partials", call_site());
            let header = header(&rule.head, &name, None, value_and_partials(signature));
            quote!(#[inline] #header { #expression })
        }
        Derivative::None { .. } => TokenStream::new(),
    };
    let generics = &signature.generics;
    let where_clause = &generics.where_clause;
    let (arguments, types) = (signature.names(), signature.types());
    let kept = keeping(generics, context);
    let returns = rule_returns(context, signature, &captured_with_keep(generics));
    let krate = &context.krate;
    let body = function_body(context, rule, signature);
    let public = public::calls(context, rule, signature);
    let conditions = conditions(&rule.attrs);
    quote_spanned! {signature.here()=>
        #conditions
        #[allow(non_camel_case_types, missing_debug_implementations, missing_copy_implementations, dead_code)]
        #[doc = #documentation]
        #vis struct #name {}

        #conditions
        #[allow(clippy::all, unused_variables, unreachable_code, private_interfaces, dead_code)]
        impl #name {
            #sweeps

            #[doc(hidden)]
            #[inline]
            pub fn rrule #kept (keep: Keep, #arguments: #types) -> #returns #where_clause {
                let keep = #krate::Keep::wanted(keep);
                #body
            }
        }

        #public
    }
}

fn function_body(context: &Context, rule: &Rule, signature: &Signature) -> TokenStream {
    let name = &signature.name;
    let arguments: Vec<_> = signature.params.iter().map(|param| &param.name).collect();
    let generics = generic_names(&signature.generics);
    match &rule.derivative {
        Derivative::Partials { .. } => partials_body(
            context,
            signature,
            quote_spanned!(signature.here()=> Self::partials::<#(#generics),*>(#(#arguments),*)),
        ),
        Derivative::Sweeps {
            forward, pullback, ..
        } => sweeps_body(
            context,
            signature,
            (forward, pullback),
            &forward_call(
                forward,
                quote_spanned!(signature.here()=> Self::forward),
                &arguments,
            ),
            &quote_spanned!(signature.here()=> Self::pullback::<#(#generics),*>),
        ),
        Derivative::None { .. } => no_derivative_body(quote!(#name(#(#arguments),*))),
    }
}

/// The value and the pullback, from an expression that gives value and partials.
pub(super) fn partials_body(
    context: &Context,
    signature: &Signature,
    expression: TokenStream,
) -> TokenStream {
    let krate = &context.krate;
    let types = value_and_partials(signature);
    let partials: Vec<Ident> = signature.active().map(shadow_name).collect();
    let pattern = match &partials[..] {
        [one] => quote!(#one),
        several => quote!((#(#several),*)),
    };
    let shadows = tuple(signature.params.iter().map(|param| match param.active {
        true => param.name.to_token_stream(),
        false => quote!(_),
    }));
    let names = signature.active().map(|param| &param.name);
    quote_spanned! {signature.here()=>
        let (value, #pattern): #types = #expression;
        (value, move |cotangent, _, #shadows| {
            let cotangent = cotangent.get();
            #(if let ::core::option::Option::Some(shadow) = #names {
                #krate::add(shadow, cotangent * #partials);
            })*
        })
    }
}

/// The forward sweep, and a closure over its residual that calls the pullback. What the pullback is
/// given stands at the user's own types, so that a wrong one is reported there.
pub(super) fn sweeps_body(
    context: &Context,
    signature: &Signature,
    (forward, pullback): (&Forward, &Pullback),
    forward_call: &TokenStream,
    pullback_path: &TokenStream,
) -> TokenStream {
    let types: Vec<&Type> = pullback.inputs.iter().filter_map(declared_type).collect();
    let [residual_type, cotangent_type, rest @ ..] = &types[..] else {
        return TokenStream::new();
    };
    let (again_types, shadow_types) = rest.split_at(rest.len().min(signature.params.len()));
    let again: Vec<_> = signature
        .params
        .iter()
        .zip(again_types)
        .map(|(param, ty)| hidden(&format!("again_{}", param.name.unraw()), *ty))
        .collect();
    let wanted: Vec<_> = signature
        .active()
        .zip(shadow_types)
        .map(|(param, ty)| hidden(&shadow_name(param).to_string(), *ty))
        .collect();
    let mut patterns = wanted.iter();
    let shadows = signature.params.iter().map(|param| match param.active {
        true => patterns.next().to_token_stream(),
        false => quote!(_),
    });
    let (value, residual) = (
        hidden("value", &forward.output),
        hidden("residual", *residual_type),
    );
    let cotangent = hidden("cotangent", *cotangent_type);
    let residual_given = lent_or_moved(residual_type, &residual);
    let cotangent_given = shadow_or_tangent(context, signature, cotangent_type, &cotangent);
    quote_spanned! {signature.here()=>
        let (#value, #residual) = #forward_call;
        (#value, move |#cotangent, (#(#again,)*), (#(#shadows,)*)| {
            #pullback_path(#residual_given, #cotangent_given, #(#again,)* #(#wanted),*)
        })
    }
}

/// A residual is given as the pullback declares it: as a reference, or by value if it is `Copy`.
fn lent_or_moved(declared: &Type, residual: &Ident) -> TokenStream {
    match declared {
        Type::Reference(_) => quote_spanned!(residual.span()=> &#residual),
        _ => residual.to_token_stream(),
    }
}

/// A cotangent is given as the pullback declares it: as a reference to the shadow, or as plain data.
fn shadow_or_tangent(
    context: &Context,
    signature: &Signature,
    declared: &Type,
    cotangent: &Ident,
) -> TokenStream {
    let tangent = associated(&signature.output, &context.krate, "tangent");
    match declared {
        Type::Reference(_) => quote_spanned!(cotangent.span()=> &#cotangent),
        _ => quote_spanned!(cotangent.span()=> #tangent(&#cotangent)),
    }
}

pub(super) fn declared_type(input: &FnArg) -> Option<&Type> {
    match input {
        FnArg::Typed(typed) => Some(&typed.ty),
        FnArg::Receiver(_) => None,
    }
}

/// A name of the macro's own that is reported at the user's tokens.
fn hidden(name: &str, at: impl Spanned) -> Ident {
    Ident::new(name, Span::mixed_site().located_at(at.span()))
}

pub(super) fn no_derivative_body(call: TokenStream) -> TokenStream {
    quote!((#call, move |_, _, _| {}))
}

/// `(value, impl Fn(cotangent, arguments again, shadows) + use<…>)`.
pub(super) fn rule_returns(
    context: &Context,
    signature: &Signature,
    captured: &TokenStream,
) -> TokenStream {
    let krate = &context.krate;
    let output = &signature.output;
    let cotangent = signature.cotangent_type(krate);
    let (again, shadows) = (signature.again_types(krate), signature.shadow_types(krate));
    quote_spanned! {signature.here()=>
        (#output, impl ::core::ops::Fn(#cotangent, #again, #shadows) + #captured)
    }
}

pub(super) fn forward_call(
    forward: &Forward,
    path: TokenStream,
    arguments: &[&Ident],
) -> TokenStream {
    let keep = forward
        .keep
        .as_ref()
        .map(|_| Ident::new("keep", Span::mixed_site()));
    quote!(#path(#(#arguments,)* #keep))
}

pub(super) fn forward_function(head: &Head, forward: &Forward, name: &Ident) -> TokenStream {
    let keep = forward
        .keep
        .as_ref()
        .map(|keep| quote!(#keep: ::core::primitive::bool));
    let header = header(head, name, keep, forward.output.to_token_stream());
    let body = &forward.body;
    quote!(#header #body)
}

pub(super) fn pullback_function(head: &Head, pullback: &Pullback, name: &Ident) -> TokenStream {
    let generics = &head.generics;
    let where_clause = &generics.where_clause;
    let (inputs, body) = (&pullback.inputs, &pullback.body);
    quote!(fn #name #generics (#inputs) #where_clause #body)
}

/// `fn name<G>(arguments, more) -> output where …`.
pub(super) fn header(
    head: &Head,
    name: &Ident,
    more: Option<TokenStream>,
    output: TokenStream,
) -> TokenStream {
    let generics = &head.generics;
    let where_clause = &generics.where_clause;
    let inputs = head.inputs.iter().map(without_markers);
    quote!(fn #name #generics (#(#inputs,)* #more) -> #output #where_clause)
}

/// `#[cfg(…)]` on a rule holds for all that is emitted for it.
pub(super) fn conditions(attrs: &[Attribute]) -> TokenStream {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident("cfg"))
        .map(ToTokens::to_token_stream)
        .collect()
}

/// The argument without `#[constant]`, which is addressed to the macro.
pub(super) fn without_markers(input: &FnArg) -> FnArg {
    let mut input = input.clone();
    match &mut input {
        FnArg::Receiver(receiver) => receiver.attrs.clear(),
        FnArg::Typed(typed) => typed.attrs.clear(),
    }
    input
}

/// A name that belongs to the argument and cannot meet a user's.
pub(super) fn shadow_name(param: &Param) -> Ident {
    Ident::new(&format!("d_{}", param.name.unraw()), Span::mixed_site())
}

pub(super) fn call_site() -> Span {
    Span::call_site()
}
