//! Functions as arguments: what makes them values, and how they are passed.
//!
//! Receives a call's arguments as tokens; promises those of a closure put together as one value, its
//! environment and its rule, and in the reverse sweep the environment again and a shadow for it.
//!
//! ```text
//! integrate(|x| k * x, a)
//!
//! rule::rrule(keep, (rule::argument_0(PhantomData, (Captured(k),), |_, environment, (x,)| { … }), a))
//!
//! let environment0 = (Captured(k),);
//! let shadow0 = Fresh::fresh(&environment0);
//! pullback(ct, (environment0, a), (Some(&shadow0), Some(&d_a)));
//! accumulate(d_k, &shadow0.0);
//! ```

use super::closure::{is_guessed_slice, is_unwritten};
use super::rule_call::import;
use super::signature::{MemberKind, Signature, type_and_const};
use super::written::{elided, everlasting};
use super::{Emitter, names};
use crate::desugar::changing;
use crate::desugar::functions::FunctionParam;
use crate::desugar::stored::types;
use crate::ir::{ty, *};
use crate::lower::is_associated;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Index;

impl Emitter<'_> {
    /// The arguments of a call, those that a function captures put together.
    pub(super) fn with_functions(&self, call: &Call, flat: &[TokenStream]) -> Vec<TokenStream> {
        self.grouped(call, flat, |function| {
            let captured = &flat[function.at..function.at + function.captures];
            match &function.value {
                FunctionValue::Closure(closure) => {
                    let helper = self.helper(call, function);
                    let environment = self.environment(closure, captured);
                    let rule = self.closure(closure, function.captures);
                    // Its state, which says of what type that is.
                    let state = function.state.map(|at| &flat[at]).map(|s| quote!(&*#s,));
                    let (seen, owner) = (seen(call, function), owner(call));
                    quote!(#helper(#seen, #owner #state #environment, #rule))
                }
                FunctionValue::Item(path) if is_associated(path) => {
                    self.associated_as_value(path, call, function)
                }
                FunctionValue::Item(path) => self.item(path),
            }
        })
    }

    /// What stands before a call with closures whose parameters have no types: the same call where it never runs, with
    /// the closures left out. What else it is given says what a generic callee calls them with.
    ///
    /// ```text
    /// rk4(y, |s| s.rates(k))
    ///
    /// let seen1 = PhantomData;
    /// if false { rule::rrule(keep, (y, like(seen1))); unreachable!() }
    /// rule::rrule(keep, (y, rule::argument_1(seen1, (Captured(k),), |_, environment, (s,)| { … })))
    /// ```
    pub(super) fn seen_before(
        &self,
        call: &Call,
        flat: &[TokenStream],
        write: impl Fn(&[TokenStream]) -> TokenStream,
    ) -> Option<TokenStream> {
        if !is_open(call) {
            return None;
        }
        let core = &self.core;
        // A function by its name says itself what it is called with.
        let item = |function: &FunctionArg| match &function.value {
            FunctionValue::Item(path) if !is_associated(path) => Some(self.item(path)),
            _ => None,
        };
        let seen = call.functions.iter().filter(|f| item(f).is_none());
        let seen: Vec<Ident> = seen.map(seen_name).collect();
        let args = self.grouped(call, flat, |function| match item(function) {
            Some(item) => item,
            None => {
                let seen = seen_name(function);
                quote!(#core::like(#seen))
            }
        });
        let never = write(&args);
        Some(quote! {
            #(let #seen = ::core::marker::PhantomData;)*
            if false {
                #never;
                ::core::unreachable!();
            }
        })
    }

    /// A function of a type, as a closure that captures nothing.
    fn associated_as_value(
        &self,
        path: &syn::ExprPath,
        call: &Call,
        function: &FunctionArg,
    ) -> TokenStream {
        let helper = self.helper(call, function);
        let (seen, owner) = (seen(call, function), owner(call));
        let mut rule = path.clone();
        if let Some(last) = rule.path.segments.last_mut() {
            last.ident = names::associated_rule(&last.ident);
        }
        let rule = self.as_closure(&rule.to_token_stream());
        quote!(#helper(#seen, #owner (), #rule))
    }

    /// A function by its name, as a closure that captures nothing.
    fn item(&self, path: &syn::ExprPath) -> TokenStream {
        let (core, (found, generics)) = (&self.core, import(path));
        let rule = self.as_closure(&quote!(rule::rrule #generics));
        quote!({ #found #core::item::<rule, _, _, _>(#rule) })
    }

    /// A function's rule, as that of a closure that captures nothing.
    fn as_closure(&self, rule: &TokenStream) -> TokenStream {
        let core = &self.core;
        let [keep, arguments, value, pullback] =
            ["keep", "arguments", "value", "pullback"].map(names::plain);
        let [ct, again, shadows] = ["ct", "again", "shadows"].map(names::plain);
        quote! {
            |#keep, _: &(), #arguments| {
                let (#value, #pullback) = #rule(#keep, #arguments);
                (#value, move |#ct, #again, #shadows| {
                    #pullback(#ct, #core::Tail::tail(#again), #core::Tail::tail(#shadows))
                })
            }
        }
    }

    fn grouped(
        &self,
        call: &Call,
        flat: &[TokenStream],
        write: impl Fn(&FunctionArg) -> TokenStream,
    ) -> Vec<TokenStream> {
        let mut args = Vec::new();
        let mut next = 0;
        for function in &call.functions {
            args.extend_from_slice(&flat[next..function.at]);
            args.push(write(function));
            next = function.at + function.captures;
        }
        args.extend_from_slice(&flat[next..]);
        args
    }

    /// The function beside the callee's rule that knows what the argument is called with.
    fn helper(&self, call: &Call, function: &FunctionArg) -> TokenStream {
        let named = |method: Option<&Ident>| helper_name(function, method);
        match &call.callee {
            Callee::Method(method) => {
                let (name, receiver) = (named(Some(method)), self.receiver(call));
                let receiver = self.consumed(call, receiver);
                quote!(#receiver.#name)
            }
            Callee::Associated(path) => {
                let mut path = path.clone();
                if let Some(last) = path.path.segments.last_mut() {
                    last.ident = named(Some(&last.ident));
                    last.arguments = syn::PathArguments::None;
                }
                path.to_token_stream()
            }
            _ => {
                let name = named(None);
                quote!(rule::#name)
            }
        }
    }

    /// In the reverse sweep: environments again, with a shadow for each, whose derivatives go to what
    /// was captured when the pullback is done.
    pub(super) fn group_captures(
        &self,
        call: &Call,
        again: &mut Vec<TokenStream>,
        shadows: &mut Vec<TokenStream>,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) {
        let core = &self.core;
        let name = |prefix: &str, f: &FunctionArg| names::numbered(prefix, f.position);
        for function in &call.functions {
            let FunctionValue::Closure(closure) = &function.value else {
                continue;
            };
            let captured = function.at..function.at + function.captures;
            let tuple = self.environment(closure, &again[captured.clone()]);
            let (environment, shadow) = (name("environment", function), name("shadow", function));
            before.extend(quote! {
                let #environment = #tuple;
                let #shadow = #core::Fresh::fresh(&#environment);
            });
            for (i, sink) in shadows[captured].iter().enumerate() {
                let (into, part) = (names::plain("into"), Index::from(i));
                let local = closure.params[i].local;
                let slice =
                    matches!(closure.ty(local), Ty::Ref(_, t) if matches!(**t, Ty::Slice(_)));
                let (from, into_slice) = match slice {
                    true => (quote!(&#shadow.#part[..]), quote!(&#into[..])),
                    false => (quote!(&#shadow.#part), into.to_token_stream()),
                };
                if sink.to_string() != none().to_string() {
                    after.extend(quote! {
                        if let ::core::option::Option::Some(#into) = #sink {
                            #core::accumulate(#into_slice, #from);
                        }
                    });
                }
            }
        }
        let all_again = self.grouped(call, again, |f| match &f.value {
            FunctionValue::Closure(_) => name("environment", f).to_token_stream(),
            FunctionValue::Item(_) => quote!(()),
        });
        let all_shadows = self.grouped(call, shadows, |f| match &f.value {
            FunctionValue::Closure(_) => {
                let shadow = name("shadow", f);
                quote!(::core::option::Option::Some(&#shadow))
            }
            FunctionValue::Item(_) => none(),
        });
        (*again, *shadows) = (all_again, all_shadows);
    }

    /// The type of a function parameter that is passed on.
    pub(super) fn function_type(&self, arg: &Arg) -> Option<&syn::Type> {
        let Arg::Value(Operand::Local(local)) = arg else {
            return None;
        };
        let param = self.f.params.iter().find(|p| p.local == *local)?;
        matches!(self.f.ty(*local), Ty::Function).then_some(&param.ty)
    }
}

fn none() -> TokenStream {
    quote!(::core::option::Option::None)
}

/// What a helper is told of the function value that it makes: nothing, or what the rest of the call says.
fn seen(call: &Call, function: &FunctionArg) -> TokenStream {
    match is_open(call) {
        true => seen_name(function).to_token_stream(),
        false => quote!(::core::marker::PhantomData),
    }
}

fn seen_name(function: &FunctionArg) -> Ident {
    names::numbered("seen", function.position)
}

/// Whether a call's closures have parameters whose types the syntax does not show.
fn is_open(call: &Call) -> bool {
    call.functions.iter().any(|f| {
        let FunctionValue::Closure(closure) = &f.value else {
            return false;
        };
        let mut own = closure.params[f.captures..].iter();
        own.any(|p| is_unwritten(closure, p) || is_guessed_slice(closure, p))
    })
}

/// What a helper of an associated function is told, and the statements around the call that tell it: whose function
/// is called, the call's result says, and the helper stands in the same block.
fn owner(call: &Call) -> Option<TokenStream> {
    let name = names::plain("owner");
    tells_owner(call).then(|| quote!(#name,))
}

fn tells_owner(call: &Call) -> bool {
    matches!(call.callee, Callee::Associated(_)) && !call.functions.is_empty()
}

/// Declares what an associated function's helpers are told.
pub(super) fn declared_owner(call: &Call) -> Option<TokenStream> {
    let owner = names::plain("owner");
    tells_owner(call).then(|| quote!(let #owner = ::core::marker::PhantomData;))
}

/// The call of an associated function, with its helpers told of the same type.
pub(super) fn with_owner(call: &Call, called: TokenStream, core: &TokenStream) -> TokenStream {
    if !tells_owner(call) {
        return called;
    }
    let [owner, result] = ["owner", "called"].map(names::plain);
    quote!({
        let #result = #called;
        #core::returned(#owner, &#result);
        #result
    })
}

/// The name of what makes a function value of an argument.
pub(super) fn helper_name(function: &FunctionArg, method: Option<&Ident>) -> Ident {
    let changing: Vec<usize> = function
        .state
        .map(|_| function.position)
        .into_iter()
        .collect();
    names::changing(&names::argument(function.position, method), &changing)
}

/// For each parameter that is a function, what makes a value of a closure passed to it: its bounds
/// are where rustc learns the types of the closure's parameters.
pub(super) fn helpers(core: &TokenStream, signature: &Signature) -> TokenStream {
    if signature.member().map(|m| m.kind) == Some(MemberKind::Implemented) {
        return TokenStream::new();
    }
    let functions = signature.functions.iter();
    let wanted = |f: &&FunctionParam| match signature.changing {
        [] => true,
        [one] => f.index == *one,
        // Those of the single ones serve.
        _ => false,
    };
    functions
        .filter(wanted)
        .map(|f| helper(core, signature, f))
        .collect()
}

fn helper(core: &TokenStream, signature: &Signature, function: &FunctionParam) -> TokenStream {
    let (arguments, output) = (&function.arguments, &function.output);
    let method = signature.member().map(|_| &signature.item.sig.ident);
    let name = names::changing(&names::argument(function.index, method), signature.changing);
    let receiver = signature.has_receiver().then(|| quote!(&self,));
    let state = signature.changing.first().map(|p| {
        let state = changing::state_type(*p);
        quote!(_: &#state,)
    });
    let mut generics = mentioned_generics(signature, function);
    let [environment, rule, pullback] = ["Environment", "Rule", "Pullback"].map(names::plain);
    for param in [&environment, &rule, &pullback] {
        generics.params.push(syn::parse_quote!(#param));
    }
    let predicates = &mut generics.make_where_clause().predicates;
    let of_arguments = quote!(<#arguments as #core::Arguments>);
    let of_environment = quote!(<#environment as #core::Differentiable>);
    predicates.push(syn::parse_quote!(#environment: #core::Environment));
    predicates.push(syn::parse_quote! {
        #rule: ::core::ops::Fn(bool, &#environment, #of_arguments::Given<'_>) -> (#output, #pullback)
    });
    predicates.push(syn::parse_quote! {
        #pullback: ::core::ops::Fn(
            <#output as #core::Differentiable>::Shadow,
            #of_arguments::Again<'_, #of_environment::Again>,
            #of_arguments::Shadows<'_, #of_environment::Shadow>,
        )
    });
    let made = quote!(#core::Closure<#environment, #rule, #arguments>);
    let mut own = signature.generics().type_params();
    if !own.any(|t| t.ident == function.name) {
        // A parameter of the block's: which type that is, the closure says.
        let name = &function.name;
        predicates.push(syn::parse_quote!(#made: #core::Same<#name>));
    }
    if signature.member().map(|m| m.kind) == Some(MemberKind::Declared) {
        predicates.push(syn::parse_quote!(Self: ::core::marker::Sized));
    }
    let owner = told_owner(signature, &mut generics);
    let (params, _, clause) = generics.split_for_impl();
    let (vis, lenient) = (signature.visibility(), signature.lenient());
    let (env, value) = (names::plain("environment"), names::plain("rule"));
    quote! {
        #[doc(hidden)]
        #[inline(always)]
        #lenient
        #vis fn #name #params(
            #receiver
            _: ::core::marker::PhantomData<#made>,
            #owner #state
            #env: #environment,
            #value: #rule,
        ) -> #made
        #clause
        {
            #core::closure::<#arguments, #output, #environment, #rule, #pullback>(#env, #value)
        }
    }
}

/// The parameter that says whose function a helper is for, by what the function returns: where the function's own
/// parameters are in that, they say it themselves.
fn told_owner(signature: &Signature, generics: &mut syn::Generics) -> Option<TokenStream> {
    signature.member().filter(|_| !signature.has_receiver())?;
    let own = signature.generics();
    let named: Vec<&Ident> = own
        .params
        .iter()
        .filter_map(|p| match p {
            syn::GenericParam::Type(t) => Some(&t.ident),
            syn::GenericParam::Const(c) => Some(&c.ident),
            syn::GenericParam::Lifetime(_) => None,
        })
        .collect();
    let output = match &signature.item.sig.output {
        syn::ReturnType::Type(_, ty) if !is_told_by(ty, &named) => (**ty).clone(),
        _ => {
            let returned = names::plain("Returned");
            generics.params.push(syn::parse_quote!(#returned));
            syn::parse_quote!(#returned)
        }
    };
    Some(quote!(_: ::core::marker::PhantomData<#output>,))
}

/// Whether a type mentions one of these parameters, or something that only a signature can say.
fn is_told_by(ty: &syn::Type, named: &[&Ident]) -> bool {
    let hidden = |t: &syn::Type| matches!(t, syn::Type::ImplTrait(_) | syn::Type::Reference(_));
    super::rule::mentions(ty.to_token_stream(), named) || crate::lower::contains_type(ty, &hidden)
}

/// The function's own generics, those alone that the function parameter's type mentions.
fn mentioned_generics(signature: &Signature, function: &FunctionParam) -> syn::Generics {
    let (arguments, output) = (&function.arguments, &function.output);
    let text = quote!(#arguments #output);
    let own = signature.generics();
    let (kept, dropped): (Vec<_>, Vec<_>) = own.params.iter().cloned().partition(|p| match p {
        syn::GenericParam::Type(t) => super::rule::mentions(text.clone(), &[&t.ident]),
        syn::GenericParam::Const(c) => super::rule::mentions(text.clone(), &[&c.ident]),
        syn::GenericParam::Lifetime(_) => false,
    });
    let mut generics = syn::Generics::default();
    generics.params.extend(kept);
    let dropped: Vec<Ident> = dropped
        .iter()
        .filter_map(|p| match p {
            syn::GenericParam::Type(t) => Some(t.ident.clone()),
            syn::GenericParam::Const(c) => Some(c.ident.clone()),
            syn::GenericParam::Lifetime(_) => None,
        })
        .collect();
    let dropped: Vec<&Ident> = dropped.iter().collect();
    let predicates = own.where_clause.iter().flat_map(|w| &w.predicates);
    let kept = predicates.filter(|p| !super::rule::mentions(p.to_token_stream(), &dropped));
    generics
        .make_where_clause()
        .predicates
        .extend(kept.cloned());
    generics
}

/// The companion as a function value, for functions of values and references of known types.
pub(super) fn as_value(e: &Emitter, signature: &Signature) -> TokenStream {
    let params = &e.f.params;
    let plain = (signature.constants.iter().zip(params)).all(|(c, p)| !c || ty::holds_none(&p.ty))
        && params.len() <= 6
        && params.iter().all(|p| is_known(e.f.ty(p.local)));
    if !plain
        || contains_reference(e)
        || signature.gives_references()
        || signature.gives_variants()
        || borrows(&signature.output())
        || types::are_in(&signature.item.sig)
    {
        return TokenStream::new();
    }
    let (core, name) = (&e.core, &signature.companion);
    let output = signature.output();
    let each = params.iter().map(|p| match &p.ty {
        syn::Type::Reference(r) => {
            let pointee = elided(&r.elem);
            match r.mutability {
                Some(_) => quote!(#core::UniqueTo<#pointee>),
                None => quote!(#core::RefTo<#pointee>),
            }
        }
        other => quote!(#core::ValueOf<#other>),
    });
    let each: Vec<TokenStream> = each.collect();
    let Some(generics) = told_by(signature.generics(), &quote!(#(#each)*)) else {
        return TokenStream::new();
    };
    let mut bounds = signature.bounded(generics, core);
    if let Some(seen) = signature.unsure_result(core) {
        let said = seen.names().iter().map(|ty| signature.said_of(ty, core));
        bounds.make_where_clause().predicates.extend(said);
    }
    let (generics, _, clause) = bounds.split_for_impl();
    quote! {
        impl #generics #core::ItemType<(#(#each,)*)> for #name #clause {
            type Output = #output;
        }
    }
}

/// The parameters of a function, if what it is called with tells them. Without any, lifetimes are those of a call.
fn told_by(generics: &syn::Generics, arguments: &TokenStream) -> Option<syn::Generics> {
    let named = type_and_const(generics);
    if named.is_empty() {
        return Some(syn::Generics::default());
    }
    let is_told = |name: &&Ident| super::rule::mentions(arguments.clone(), &[name]);
    named.iter().all(is_told).then(|| generics.clone())
}

/// Whether a type names a lifetime, which is one of a call's and not of the function's.
fn borrows(ty: &syn::Type) -> bool {
    ty.to_token_stream().to_string() != everlasting(ty).to_token_stream().to_string()
}

fn is_known(ty: &Ty) -> bool {
    match ty {
        Ty::Unknown | Ty::Function => false,
        Ty::Tuple(parts) => parts.iter().all(is_known),
        Ty::Array(t) | Ty::Slice(t) | Ty::Vec(t) | Ty::Ref(_, t) => is_known(t),
        _ => true,
    }
}

fn contains_reference(e: &Emitter) -> bool {
    let reference = |t: &syn::Type| matches!(t, syn::Type::Reference(_));
    e.f.params.iter().any(|p| match &p.ty {
        syn::Type::Reference(r) => crate::lower::contains_type(&r.elem, &reference),
        other => crate::lower::contains_type(other, &reference),
    })
}
