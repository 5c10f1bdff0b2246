//! The rules of operators that are called by their methods' names.
//!
//! Receives the names of methods and associated functions that are called; promises that a call of one of
//! `std::ops` is the operator's, unless some call of that name lends it an operand: then there is no rule for
//! any. A method of the user's may have the same name, and then the trait must not offer another rule of it: it
//! does so only where the user has that trait of `std::ops` in scope, which rustc is asked.
//!
//! ```text
//! a.add(b)   const ADD_IN_SCOPE: usize = …;   // which `add` a value has that has no other one
//!            trait RuleOfAdd<B> { fn derivative_rule_of_add(&self, keep, (b,)) … }
//!            impl<A: AddRule<B> + InScope<ADD_IN_SCOPE>, B> RuleOfAdd<B> for A {}
//! ```

use super::names;
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The methods of operators, with the traits of their rules.
const OPERATORS: [(&str, &str); 6] = [
    ("add", "AddRule"),
    ("sub", "SubRule"),
    ("mul", "MulRule"),
    ("div", "DivRule"),
    ("rem", "RemRule"),
    ("neg", "NegRule"),
];

/// Takes note of a method or associated function that is called, if an operator's has its name.
pub(super) fn add(operators: &mut Vec<Ident>, called: &Ident) {
    let known = OPERATORS.iter().any(|(method, _)| called == method);
    if known && !operators.contains(called) {
        operators.push(called.clone());
    }
}

/// Whether a call lends what would be the right operand, which the pullback of such a rule could not keep.
pub(super) fn is_lent_operand(f: &Function, call: &Call) -> bool {
    call.args.iter().skip(1).any(|arg| match arg {
        Arg::Ref { .. } => true,
        Arg::Value(Operand::Local(local)) => f.ty(*local).is_ref(),
        Arg::Value(_) => false,
    })
}

/// What a function declares for those of these rules that it calls.
pub(super) fn rules(operators: &[Ident], lending: &[Ident], core: &TokenStream) -> TokenStream {
    let mixed = |name: &str| Ident::new(name, Span::mixed_site());
    let is_among = |methods: &[Ident], method: &str| methods.iter().any(|m| m == method);
    let found = OPERATORS
        .iter()
        .filter(|(method, _)| is_among(operators, method) && !is_among(lending, method));
    found
        .map(|(method, rule)| match *method {
            "neg" => unary(&mixed(method), &mixed(rule), core),
            _ => binary(&mixed(method), &mixed(rule), core),
        })
        .collect()
}

/// Whether the trait of such a method is in scope.
fn in_scope(method: &Ident, operands: TokenStream, core: &TokenStream) -> (Ident, TokenStream) {
    let name = names::plain(&format!("IN_SCOPE_{method}"));
    let code = quote! {
        const #name: ::core::primitive::usize = {
            use #core::NotInScope as _;
            #core::named(&|| #core::Named.#method(#operands))
        };
    };
    (name, code)
}

fn binary(method: &Ident, rule: &Ident, core: &TokenStream) -> TokenStream {
    let (in_scope, asked) = in_scope(method, quote!(#core::Named), core);
    let name = names::plain(&format!("RuleOfOperator_{method}"));
    let (of_method, of_path) = (names::method_rule(method), names::associated_rule(method));
    let differentiable = quote!(#core::Differentiable);
    let operator = quote!(#core::#rule<B, (#core::ByValue, #core::ByValue)>);
    let output = quote!(<Self as #operator>::Output);
    let pullback = |of: TokenStream| {
        quote! {
            impl ::core::ops::Fn(
                <#output as #differentiable>::Shadow,
                (#of, <B as #differentiable>::Again),
                (
                    ::core::option::Option<&<Self as #differentiable>::Shadow>,
                    ::core::option::Option<&<B as #differentiable>::Shadow>,
                ),
            ) + use<Self, B, K>
        }
    };
    let (of_receiver, of_first) = (
        pullback(quote!(&Self)),
        pullback(quote!(<Self as #differentiable>::Again)),
    );
    quote! {
        #asked
        trait #name<B: #differentiable<Shadow: ::core::marker::Sized>>:
            #operator + #differentiable<Shadow: ::core::marker::Sized> + ::core::marker::Sized
        {
            fn #of_method<K: #core::Keep>(&self, keep: K, (b,): (B,)) -> (#output, #of_receiver) {
                let (value, pullback) = <Self as #operator>::rule(keep, (self, &b));
                (value, move |dy, (a, _), shadows| pullback(dy, (a, &b), shadows))
            }

            fn #of_path<K: #core::Keep>(keep: K, (a, b): (Self, B)) -> (#output, #of_first) {
                let (value, pullback) = <Self as #operator>::rule(keep, (&a, &b));
                (value, move |dy, _, shadows| pullback(dy, (&a, &b), shadows))
            }
        }
        impl<A, B> #name<B> for A
        where
            A: #operator + #differentiable<Shadow: ::core::marker::Sized> + #core::InScope<#in_scope>,
            B: #differentiable<Shadow: ::core::marker::Sized>,
        {
        }
    }
}

fn unary(method: &Ident, rule: &Ident, core: &TokenStream) -> TokenStream {
    let (in_scope, asked) = in_scope(method, quote!(), core);
    let name = names::plain(&format!("RuleOfOperator_{method}"));
    let (of_method, of_path) = (names::method_rule(method), names::associated_rule(method));
    let differentiable = quote!(#core::Differentiable);
    let operator = quote!(#core::#rule<#core::ByValue>);
    let output = quote!(<Self as #operator>::Output);
    let pullback = |of: TokenStream| {
        quote! {
            impl ::core::ops::Fn(
                <#output as #differentiable>::Shadow,
                (#of,),
                (::core::option::Option<&<Self as #differentiable>::Shadow>,),
            ) + use<Self, K>
        }
    };
    let (of_receiver, of_first) = (
        pullback(quote!(&Self)),
        pullback(quote!(<Self as #differentiable>::Again)),
    );
    quote! {
        #asked
        trait #name:
            #operator + #differentiable<Shadow: ::core::marker::Sized> + ::core::marker::Sized
        {
            fn #of_method<K: #core::Keep>(&self, keep: K, (): ()) -> (#output, #of_receiver) {
                <Self as #operator>::rule(keep, (self,))
            }

            fn #of_path<K: #core::Keep>(keep: K, (a,): (Self,)) -> (#output, #of_first) {
                let (value, pullback) = <Self as #operator>::rule(keep, (&a,));
                (value, move |dy, _, shadows| pullback(dy, (&a,), shadows))
            }
        }
        impl<A> #name for A
        where
            A: #operator + #differentiable<Shadow: ::core::marker::Sized> + #core::InScope<#in_scope>,
        {
        }
    }
}
