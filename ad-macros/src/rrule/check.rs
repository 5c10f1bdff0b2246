//! A test for each rule, at the points that stand beside it.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Expr, Generics, Ident, Type};

use super::Context;
use super::emit::{conditions, shadow_name};
use super::signature::{Param, Passing, Signature, is_scalar, tuple};
use super::syntax::{Derivative, Methods, Rule};

/// How the function under test and its rule are called.
struct Calls {
    primal: TokenStream,
    rrule: TokenStream,
}

pub(super) fn function(context: &Context, rule: &Rule, signature: &Signature) -> TokenStream {
    let name = &signature.name;
    let check_one = |point, scalar: Option<&str>| {
        let turbofish = turbofish(&signature.generics, scalar);
        if context.partials {
            return partials(context, signature, point, &turbofish);
        }
        let arguments = signature.params.iter().map(passed);
        let primal = quote!(#name #turbofish (#(#arguments),*));
        let arguments = tuple(signature.params.iter().map(passed));
        let keep = keep();
        let turbofish = with_keep(turbofish);
        let rrule = quote!(#name::rrule #turbofish (#keep, #arguments));
        rule_form(context, signature, point, &Calls { primal, rrule })
    };
    let scalars: &[_] = match has_scalar(&signature.generics) {
        true => &[Some("f64"), Some("f32")],
        false => &[None],
    };
    let checks = points(rule)
        .iter()
        .flat_map(|point| scalars.iter().map(move |s| (point, *s)));
    test(
        &format_ident!("rule_of_{}", name),
        &rule.attrs,
        checks.map(|(point, scalar)| check_one(point, scalar)),
    )
}

pub(super) fn method(
    context: &Context,
    methods: &Methods,
    rule: &Rule,
    signature: &Signature,
) -> TokenStream {
    let name = &signature.name;
    let rule_name = format_ident!("derivative_rule_of_{}", name);
    let (this, rest) = (&signature.params[0].name, &signature.params[1..]);
    let receiver = match signature.params[0].passing {
        Passing::Owned => quote!(::core::clone::Clone::clone(&*#this)),
        _ => quote!((*#this)),
    };
    let arguments = rest.iter().map(passed);
    let primal = quote!(#receiver.#name(#(#arguments),*));
    let arguments = tuple(rest.iter().map(passed));
    let keep = keep();
    let rrule = quote!(#receiver.#rule_name(#keep, #arguments));
    let calls = Calls { primal, rrule };
    let checks = points(rule)
        .iter()
        .map(|point| rule_form(context, signature, point, &calls));
    test(
        &format_ident!("rule_of_{}_in_{}", name, methods.name),
        &methods.attrs,
        checks,
    )
}

fn points(rule: &Rule) -> &[Expr] {
    match &rule.derivative {
        Derivative::Partials { points, .. } | Derivative::Sweeps { points, .. } => points,
        Derivative::None { .. } => &[],
    }
}

fn test(
    name: &Ident,
    attrs: &[Attribute],
    checks: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    let mut checks = checks.peekable();
    if checks.peek().is_none() {
        return TokenStream::new();
    }
    let conditions = conditions(attrs);
    quote! {
        #conditions
        #[cfg(test)]
        #[::core::prelude::v1::test]
        #[allow(non_snake_case, clippy::all)]
        fn #name() { #({ #checks })* }
    }
}

/// The check of a rule in the form callers use.
fn rule_form(context: &Context, signature: &Signature, point: &Expr, calls: &Calls) -> TokenStream {
    let krate = &context.krate;
    let name = signature.name.to_string();
    let Calls { primal, rrule } = calls;
    let (constants, varied) = bindings(signature, point);
    let names = tuple(signature.active().map(|param| &param.name));
    let again = tuple(
        signature
            .params
            .iter()
            .map(|param| passed_again(context, param)),
    );
    let shadows = tuple(signature.active().map(shadow_name));
    let wanted = Ident::new("wanted", Span::mixed_site());
    let given = tuple(signature.params.iter().map(|param| match param.active {
        true => {
            let shadow = shadow_name(param);
            quote!(if #wanted { ::core::option::Option::Some(#shadow) } else { ::core::option::Option::None })
        }
        false => quote!(::core::option::Option::None),
    }));
    let keep = keep();
    quote_spanned! {signature.here()=>
        #constants
        #krate::check::Check::new(#name).rule(
            #varied,
            |#names| #primal,
            |#keep, #names| {
                let (value, pullback) = #rrule;
                (value, move |cotangent, #names, #shadows, #wanted| pullback(cotangent, #again, #given))
            },
        );
    }
}

/// The check of a function that returns value and partials; one for each of several results.
fn partials(
    context: &Context,
    signature: &Signature,
    point: &Expr,
    turbofish: &TokenStream,
) -> TokenStream {
    let krate = &context.krate;
    let name = &signature.name;
    let (constants, varied) = bindings(signature, point);
    let names = tuple(signature.active().map(|param| &param.name));
    let arguments = signature.params.iter().map(passed);
    let call = quote!(#name #turbofish (#(#arguments),*));
    let check = |result: TokenStream| {
        let name = name.to_string();
        quote_spanned! {signature.here()=>
            #krate::check::Check::new(#name).gradient(
                #varied,
                |#names| #call.0 #result,
                |#names| {
                    let (value, partials) = #call;
                    (value #result, partials #result)
                },
            );
        }
    };
    let checks: TokenStream = match &signature.output {
        Type::Tuple(results) => (0..results.elems.len())
            .map(|index| check(format!(".{index}").parse().unwrap_or_default()))
            .collect(),
        _ => check(TokenStream::new()),
    };
    quote!(#constants #checks)
}

/// The inactive arguments of a point as bindings, and the active ones as one tuple.
fn bindings(signature: &Signature, point: &Expr) -> (TokenStream, TokenStream) {
    let values: Vec<&Expr> = match point {
        Expr::Tuple(tuple) if tuple.elems.len() == signature.params.len() => {
            tuple.elems.iter().collect()
        }
        one => vec![one],
    };
    let pairs = || {
        signature
            .params
            .iter()
            .zip(&values)
            .map(|(param, value)| (param, owned(param, value)))
    };
    let constants = pairs()
        .filter(|(param, _)| !param.active)
        .map(|(param, value)| {
            let name = &param.name;
            quote!(let #name = &(#value);)
        });
    let varied = pairs()
        .filter(|(param, _)| param.active)
        .map(|(_, value)| value);
    (constants.collect(), tuple(varied))
}

/// Points own what the function borrows; a user may write the `&` all the same.
fn owned<'a>(param: &Param, value: &'a Expr) -> &'a Expr {
    match value {
        Expr::Reference(reference) if param.passing != Passing::Owned => &reference.expr,
        _ => value,
    }
}

/// An argument passed on by a closure that holds its place in the point as `&mut`.
fn passed(param: &Param) -> TokenStream {
    let name = &param.name;
    match (param.active, param.passing) {
        (_, Passing::Owned) => quote!(::core::clone::Clone::clone(&*#name)),
        (_, Passing::Shared) => quote!(&*#name),
        (true, Passing::Unique) => quote!(&mut *#name),
        (false, Passing::Unique) => quote!(&mut ::core::clone::Clone::clone(#name)),
    }
}

/// The same argument as the pullback gets it.
fn passed_again(context: &Context, param: &Param) -> TokenStream {
    let (krate, name) = (&context.krate, &param.name);
    match (param.active, param.passing) {
        (true, Passing::Owned) => quote!(#krate::again(&*#name)),
        _ => passed(param),
    }
}

fn keep() -> Ident {
    Ident::new("keep", Span::mixed_site())
}

/// Scalar parameters given, other types left to inference; nothing where a const parameter (which
/// cannot be left out on every supported compiler) forbids it.
fn turbofish(generics: &Generics, scalar: Option<&str>) -> TokenStream {
    let Some(scalar) = scalar.map(|scalar| Ident::new(scalar, Span::call_site())) else {
        return TokenStream::new();
    };
    if generics.const_params().next().is_some() {
        return TokenStream::new();
    }
    let arguments = generics
        .type_params()
        .map(|param| match is_scalar(generics, &param.ident) {
            true => quote!(::core::primitive::#scalar),
            false => quote!(_),
        });
    quote!(::<#(#arguments),*>)
}

/// The same for the rule, which has one parameter more.
fn with_keep(turbofish: TokenStream) -> TokenStream {
    let mut trees: Vec<_> = turbofish.into_iter().collect();
    if let Some(end) = trees.pop() {
        trees.extend(quote!(, _));
        trees.push(end);
    }
    trees.into_iter().collect()
}

fn has_scalar(generics: &Generics) -> bool {
    generics
        .type_params()
        .any(|param| is_scalar(generics, &param.ident))
}
