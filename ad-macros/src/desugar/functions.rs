//! Parameters that are functions, as values that carry a derivative.
//!
//! Receives a signature; promises one in which every such parameter has a type parameter bound by the
//! run time's `Function`. The user's own function is not touched.
//!
//! ```text
//! fn twice(f: &dyn Fn(f64) -> f64, x: f64) -> f64
//!
//! fn twice<F0>(f: F0, x: f64) -> f64 where F0: Function<(ValueOf<f64>,), Output = f64>
//! ```

use super::anonymous;
use super::function_aliases::{self, Called};
use super::stored::types;
use crate::iterators::bound_says_operators;
use crate::lower::{ARITHMETIC, is_trait};
use crate::tables::HashSet;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Type, TypeParamBound, WherePredicate};

/// The method by which a function value is called.
pub(crate) const CALL: &str = "__call";

/// What is called on an item that is iterated over, which may be a list or an option, until lowering knows
/// more; and the method that makes a list of it.
pub(crate) const LISTED: &str = "__listed";

/// The method of a copy that is made here, which the user's type needs no `Clone` for: another spelling than
/// the user's own calls have.
pub(crate) const COPIED: &str = "r#clone";

/// A call of it.
pub(crate) fn copied(place: &impl quote::ToTokens) -> syn::Expr {
    let method = syn::Ident::new_raw("clone", proc_macro2::Span::mixed_site());
    syn::parse_quote!((#place).#method())
}

/// Whether an expression is one.
pub(crate) fn is_copied(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::MethodCall(call) if call.method == COPIED)
}

/// What is called on a list that is put into a field, which may be another collection: rustc knows.
pub(crate) const COLLECTED: &str = "__collected";

pub(crate) const LIST: &str = "__list";

/// What refers to the items of a list, or of a type whose `iter` gives those of a field; of other types to
/// themselves.
pub(crate) const REFERRED: &str = "__referred";

/// The same to be changed.
pub(crate) const REFERRED_MUT: &str = "__referred_mut";

/// The elements of a list, or of an option, to be changed.
pub(crate) const ELEMENTS_MUT: &str = "__elements_mut";

/// A parameter that is a function.
pub(crate) struct FunctionParam {
    /// Its position among the parameters without the receiver.
    pub(crate) index: usize,
    /// Its type parameter.
    pub(crate) name: Ident,
    /// What it is called with, as the run time's `Arguments`.
    pub(crate) arguments: TokenStream,
    pub(crate) output: Type,
}

/// `Fn(A) -> B` as written.
pub(super) struct Written {
    /// The type parameter that has the bound.
    pub(super) name: Option<Ident>,
    pub(super) inputs: Vec<Type>,
    pub(super) output: Type,
    /// Whether it may change what it captured.
    pub(super) may_change: bool,
}

impl Written {
    /// What it is called with, as the run time's `Arguments`.
    fn arguments(&self, core: &TokenStream) -> TokenStream {
        let each = self.inputs.iter().map(|t| {
            let mut ty = t.clone();
            types::retype(&mut ty, core);
            given(&ty, core)
        });
        quote!((#(#each,)*))
    }
}

/// Makes the functions among the parameters values.
pub(crate) fn as_values(
    signature: &mut syn::Signature,
    body: &syn::Block,
    constants: &[bool],
    core: &TokenStream,
) -> Vec<FunctionParam> {
    let called = Called::of(body);
    let skipped = usize::from(signature.receiver().is_some());
    let mut found = Vec::new();
    let generics = signature.generics.clone();
    for (i, input) in signature.inputs.iter_mut().enumerate() {
        let syn::FnArg::Typed(typed) = input else {
            continue;
        };
        if constants.get(i) == Some(&true) {
            continue;
        }
        let (name, arguments, output) = match callable(&typed.ty, &generics) {
            Some(written) => {
                let arguments = written.arguments(core);
                (written.name, arguments, written.output)
            }
            None => match called.alias(typed, core) {
                Some((arguments, output)) => (None, arguments, output),
                None => continue,
            },
        };
        let span = typed.ty.span().resolved_at(Span::mixed_site());
        let fresh = || Ident::new(&format!("__Function{i}"), span);
        let name = name.unwrap_or_else(fresh);
        *typed.ty = syn::parse_quote!(#name);
        if let syn::Pat::Ident(pat) = &mut *typed.pat {
            pat.mutability = None;
        }
        found.push(FunctionParam {
            index: i - skipped,
            name,
            arguments,
            output,
        });
    }
    let inside = inside_of_others(signature, constants, &found, core);
    bind(&mut signature.generics, found.iter().chain(&inside), core);
    super::stored::aliases::in_output(signature, body, core);
    function_aliases::of_items(signature, constants, body, core);
    store(signature, constants, core);
    anonymous::named(signature, constants);
    found
}

/// Type parameters that are functions, where a parameter holds such a function: `f: Option<F>`, `fs: &[F]`.
fn inside_of_others(
    signature: &syn::Signature,
    constants: &[bool],
    found: &[FunctionParam],
    core: &TokenStream,
) -> Vec<FunctionParam> {
    let inputs = signature.inputs.iter().enumerate();
    let active = inputs.filter(|(i, _)| constants.get(*i) != Some(&true));
    let active: TokenStream = active.map(|(_, input)| quote!(#input,)).collect();
    let mut inside = Vec::new();
    for param in signature.generics.type_params() {
        let name = &param.ident;
        let held = crate::lower::names(active.clone(), name);
        let ty: Type = syn::parse_quote!(#name);
        if held
            && !found.iter().any(|f| f.name == *name)
            && let Some(written) = callable(&ty, &signature.generics)
        {
            inside.push(FunctionParam {
                index: 0,
                name: name.clone(),
                arguments: written.arguments(core),
                output: written.output,
            });
        }
    }
    inside
}

/// The generics of an `impl` block in which the type parameters that are functions are values.
pub(crate) fn of_block(generics: &syn::Generics, core: &TokenStream) -> syn::Generics {
    let mut with_values = generics.clone();
    let functions: Vec<FunctionParam> = generics
        .type_params()
        .filter_map(|param| {
            let name = &param.ident;
            let written = callable(&syn::parse_quote!(#name), generics)?;
            Some(FunctionParam {
                index: 0,
                name: name.clone(),
                arguments: written.arguments(core),
                output: written.output,
            })
        })
        .collect();
    bind(&mut with_values, functions.iter(), core);
    with_values
}

/// Parameters whose type is one of the block's that are functions: `fn new(f: F) -> Self`.
pub(crate) fn of_owner(signature: &syn::Signature, block: &syn::Generics) -> Vec<FunctionParam> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(&*typed.ty),
        syn::FnArg::Receiver(_) => None,
    });
    let predicates = || block.where_clause.iter().flat_map(|w| &w.predicates);
    let function = |(index, ty): (usize, &Type)| {
        let Type::Path(path) = ty else {
            return None;
        };
        let name = path.path.get_ident()?;
        let mut about = predicates().filter(|p| is_about(p, name));
        let (arguments, output) = about.find_map(function_bound)?;
        Some(FunctionParam {
            index,
            name: name.clone(),
            arguments,
            output,
        })
    };
    typed.enumerate().filter_map(function).collect()
}

/// `A` and `O` of `F: Function<A, Output = O>`.
fn function_bound(predicate: &WherePredicate) -> Option<(TokenStream, Type)> {
    let WherePredicate::Type(predicate) = predicate else {
        return None;
    };
    let TypeParamBound::Trait(bound) = predicate.bounds.first()? else {
        return None;
    };
    let last = bound
        .path
        .segments
        .last()
        .filter(|s| s.ident == "Function")?;
    let syn::PathArguments::AngleBracketed(given) = &last.arguments else {
        return None;
    };
    match (given.args.first()?, given.args.last()?) {
        (syn::GenericArgument::Type(arguments), syn::GenericArgument::AssocType(output)) => {
            Some((arguments.to_token_stream(), output.ty.clone()))
        }
        _ => None,
    }
}

/// Functions inside of parameters' types, and those returned, are values of types that say so.
fn store(signature: &mut syn::Signature, constants: &[bool], core: &TokenStream) {
    for (i, input) in signature.inputs.iter_mut().enumerate() {
        if let syn::FnArg::Typed(typed) = input
            && constants.get(i) != Some(&true)
        {
            types::retype(&mut typed.ty, core);
        }
    }
    if let syn::ReturnType::Type(_, ty) = &mut signature.output {
        types::retype(ty, core);
    }
}

/// Gives a type parameter this bound and no other.
pub(super) fn bind_alone(generics: &mut syn::Generics, name: &Ident, bound: &TokenStream) {
    if let Some(clause) = &mut generics.where_clause {
        let others = clause.predicates.iter().filter(|p| !is_about(p, name));
        clause.predicates = others.cloned().collect();
    }
    if let Some(param) = generics.type_params_mut().find(|t| t.ident == *name) {
        param.bounds = syn::parse_quote!(#bound);
    }
}

/// Gives each function's type parameter its bound, and no other.
fn bind<'f>(
    generics: &mut syn::Generics,
    functions: impl Iterator<Item = &'f FunctionParam>,
    core: &TokenStream,
) {
    let mut bound = HashSet::default();
    for function in functions {
        let (name, arguments, output) = (&function.name, &function.arguments, &function.output);
        if !bound.insert(name.to_string()) {
            continue;
        }
        if let Some(clause) = &mut generics.where_clause {
            let others = clause.predicates.iter().filter(|p| !is_about(p, name));
            clause.predicates = others.cloned().collect();
        }
        match generics.type_params_mut().find(|t| t.ident == *name) {
            Some(param) => param.bounds.clear(),
            None => generics.params.push(syn::parse_quote!(#name)),
        }
        bind_mentioned(generics, &quote!(#arguments #output), core);
        generics.make_where_clause().predicates.push(
            syn::parse_quote!(#name: #core::Function<#arguments, Output = #output> + 'static),
        );
    }
}

/// What a function value is given and returns may carry a derivative, also where the user's own function does
/// not ask for it. Type parameters whose bounds may say what their shadow is are left alone, unless they are said to
/// be anything differentiable.
fn bind_mentioned(generics: &mut syn::Generics, mentions: &TokenStream, core: &TokenStream) {
    let clauses = generics.where_clause.clone();
    for param in generics.type_params_mut() {
        if is_silent(param, clauses.as_ref()) && crate::lower::names(mentions.clone(), &param.ident)
        {
            param.bounds.push(
                syn::parse_quote!(#core::Differentiable<Shadow: ::core::marker::Sized + 'static>),
            );
            param.bounds.push(syn::parse_quote!('static));
        }
    }
}

/// The same of a block's type parameters, said of one of its functions.
pub(crate) fn bind_of_block(
    signature: &mut syn::Signature,
    block: &syn::Generics,
    functions: &[FunctionParam],
    core: &TokenStream,
) {
    let types = functions.iter().map(|f| (&f.arguments, &f.output));
    let mentions: TokenStream = types.map(|(a, o)| quote!(#a #o)).collect();
    let mentioned = block.type_params().filter(|param| {
        is_silent(param, block.where_clause.as_ref())
            && crate::lower::names(mentions.clone(), &param.ident)
    });
    let clause = signature.generics.make_where_clause();
    for name in mentioned.map(|param| &param.ident) {
        clause.predicates.push(syn::parse_quote! {
            #name: #core::Differentiable<Shadow: ::core::marker::Sized + 'static> + 'static
        });
    }
}

/// Whether the bounds of a type parameter don't say more of its shadow than `Differentiable` does.
fn is_silent(param: &syn::TypeParam, clause: Option<&syn::WhereClause>) -> bool {
    let clauses = clause.iter().flat_map(|w| &w.predicates);
    let about = clauses.filter(|p| is_about(p, &param.ident));
    let bounds = about.filter_map(|p| match p {
        WherePredicate::Type(about) => Some(&about.bounds),
        _ => None,
    });
    let bounds: Vec<_> = bounds.flatten().chain(&param.bounds).collect();
    let said = bounds.iter().any(|b| is_trait(b, &["Differentiable"]));
    said || !bounds.into_iter().any(may_say_more)
}

/// Whether a bound may imply more than `Differentiable` does: a trait of the user's may have `Real` above it.
fn may_say_more(bound: &TypeParamBound) -> bool {
    let of_values = [
        "Differentiable",
        "Copy",
        "Clone",
        "Debug",
        "Default",
        "PartialEq",
        "PartialOrd",
        "Send",
        "Sync",
    ];
    let of_std = is_trait(bound, &of_values) || is_trait(bound, &ARITHMETIC);
    matches!(bound, TypeParamBound::Trait(_)) && !of_std && !bound_says_operators(bound)
}

fn is_about(predicate: &WherePredicate, name: &Ident) -> bool {
    matches!(predicate, WherePredicate::Type(t) if *name == t.bounded_ty.to_token_stream().to_string())
}

pub(super) fn is_unique(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_some())
}

/// How an argument is given, as a type without lifetimes.
pub(crate) fn given(ty: &Type, core: &TokenStream) -> TokenStream {
    match ty {
        Type::Reference(r) => {
            let pointee = &r.elem;
            match r.mutability {
                Some(_) => quote!(#core::UniqueTo<#pointee>),
                None => quote!(#core::RefTo<#pointee>),
            }
        }
        other => quote!(#core::ValueOf<#other>),
    }
}

/// Whether values of this type are functions of Rust, by the bounds of a type parameter.
pub(crate) fn is_function(ty: &Type, generics: &syn::Generics) -> bool {
    let parameter = matches!(ty, Type::Path(p) if p.path.get_ident().is_some());
    parameter && callable(ty, generics).is_some()
}

/// What a parameter of this type is called with, if it is a function or a reference to one.
pub(super) fn callable(ty: &Type, generics: &syn::Generics) -> Option<Written> {
    match ty {
        Type::Reference(r) => callable(&r.elem, generics),
        Type::Paren(p) => callable(&p.elem, generics),
        Type::Group(g) => callable(&g.elem, generics),
        Type::ImplTrait(t) => t.bounds.iter().find_map(|b| written(b, None)),
        Type::TraitObject(t) => t.bounds.iter().find_map(|b| written(b, None)),
        Type::BareFn(f) => of_pointer(f),
        Type::Path(p) if types::pointee(p).is_some() => callable(types::pointee(p)?, generics),
        Type::Path(p) if p.qself.is_none() => {
            let name = p.path.get_ident()?;
            let param = generics.type_params().find(|t| t.ident == *name)?;
            let clauses = generics.where_clause.iter().flat_map(|w| &w.predicates);
            let clauses = clauses.filter(|p| is_about(p, name));
            let of_clauses = clauses.filter_map(|p| match p {
                WherePredicate::Type(t) => Some(&t.bounds),
                _ => None,
            });
            let mut bounds = param.bounds.iter().chain(of_clauses.flatten());
            bounds.find_map(|b| written(b, Some(name)))
        }
        _ => None,
    }
}

/// `fn(A) -> B`
pub(super) fn of_pointer(f: &syn::TypeBareFn) -> Option<Written> {
    (f.abi.is_none() && f.unsafety.is_none()).then(|| Written {
        name: None,
        inputs: f.inputs.iter().map(|a| a.ty.clone()).collect(),
        output: output_of(&f.output),
        may_change: false,
    })
}

pub(super) fn written(bound: &TypeParamBound, name: Option<&Ident>) -> Option<Written> {
    let TypeParamBound::Trait(bound) = bound else {
        return None;
    };
    let last = bound.path.segments.last()?;
    let is_function = ["Fn", "FnMut", "FnOnce"].iter().any(|f| last.ident == f);
    match &last.arguments {
        syn::PathArguments::Parenthesized(given) if is_function => Some(Written {
            name: name.cloned(),
            inputs: given.inputs.iter().cloned().collect(),
            output: output_of(&given.output),
            may_change: last.ident != "Fn",
        }),
        _ => None,
    }
}

fn output_of(output: &syn::ReturnType) -> Type {
    match output {
        syn::ReturnType::Default => syn::parse_quote!(()),
        syn::ReturnType::Type(_, ty) => (**ty).clone(),
    }
}

/// The type parameters that stand for function values.
pub(crate) fn function_types(generics: &syn::Generics) -> Vec<Ident> {
    let clauses = generics.where_clause.iter().flat_map(|w| &w.predicates);
    let bound = clauses.filter_map(|p| match p {
        WherePredicate::Type(t) => match (&t.bounded_ty, t.bounds.first()?) {
            (Type::Path(path), TypeParamBound::Trait(bound)) => {
                let is_function = bound.path.segments.last()?.ident == "Function";
                path.path.get_ident().filter(|_| is_function).cloned()
            }
            _ => None,
        },
        _ => None,
    });
    bound.collect()
}

/// Whether a parameter's type is one of `types`.
pub(crate) fn is_one_of(ty: &Type, types: &[Ident]) -> bool {
    matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(|i| types.contains(i)))
}
