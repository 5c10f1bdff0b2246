//! What a rule's head says about its arguments, and the types of the rule form that follow from it.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    FnArg, GenericParam, Generics, Ident, Lifetime, Pat, Receiver, ReturnType, Type,
    TypeParamBound, WherePredicate,
};

use super::messages;
use super::syntax::Head;

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Passing {
    Owned,
    Shared,
    Unique,
}

pub(super) struct Param {
    /// The argument's name; for a receiver a name that can be bound.
    pub(super) name: Ident,
    /// Its type as written.
    pub(super) ty: Type,
    /// Its type behind the reference, if any.
    pub(super) pointee: Type,
    pub(super) passing: Passing,
    /// Whether it carries a derivative: not `#[constant]`, nor of a type that visibly carries none.
    pub(super) active: bool,
    /// Whether the user says that it carries none.
    pub(super) constant: bool,
    pub(super) receiver: bool,
}

/// A checked head.
pub(super) struct Signature {
    pub(super) name: Ident,
    pub(super) generics: Generics,
    pub(super) params: Vec<Param>,
    pub(super) output: Type,
}

impl Signature {
    /// `target` is the type whose method this is.
    pub(super) fn new(head: &Head, target: Option<&Type>, errors: &mut Vec<syn::Error>) -> Self {
        let params: Vec<Param> = head
            .inputs
            .iter()
            .filter_map(|input| param(input, target, errors))
            .collect();
        if target.is_some() && !params.first().is_some_and(|first| first.receiver) {
            errors.push(syn::Error::new(
                head.name.span(),
                messages::METHOD_WITHOUT_RECEIVER,
            ));
        }
        let output = match &head.output {
            ReturnType::Default => Type::Tuple(syn::parse_quote!(())),
            ReturnType::Type(_, ty) => (**ty).clone(),
        };
        if let Type::Reference(reference) = &output {
            errors.push(syn::Error::new(
                reference.and_token.span,
                messages::RETURNS_REFERENCE,
            ));
        }
        Signature {
            name: head.name.clone(),
            generics: head.generics.clone(),
            params,
            output,
        }
    }

    /// Where what the macro adds is reported: at the rule's name. Locals there are out of users' sight.
    pub(super) fn here(&self) -> Span {
        Span::mixed_site().located_at(self.name.span())
    }

    pub(super) fn active(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|param| param.active)
    }

    /// The arguments' names, as one tuple.
    pub(super) fn names(&self) -> TokenStream {
        tuple(self.params.iter().map(|param| &param.name))
    }

    /// The arguments' types, as one tuple.
    pub(super) fn types(&self) -> TokenStream {
        tuple(self.params.iter().map(|param| &param.ty))
    }

    /// What the pullback is given of the arguments.
    pub(super) fn again_types(&self, krate: &TokenStream) -> TokenStream {
        tuple(self.params.iter().map(|param| param.again_type(krate)))
    }

    /// The shadows, each wanted by the caller or not.
    pub(super) fn shadow_types(&self, krate: &TokenStream) -> TokenStream {
        tuple(self.params.iter().map(|param| param.shadow_type(krate)))
    }

    /// The type and const parameters: all that the pullback's type may depend on.
    pub(super) fn captured(&self) -> TokenStream {
        let names = generic_names(&self.generics);
        quote!(use<#(#names),*>)
    }

    /// The shadow of the result.
    pub(super) fn cotangent_type(&self, krate: &TokenStream) -> TokenStream {
        associated(&anonymous(&self.output), krate, "Shadow")
    }
}

impl Param {
    fn again_type(&self, krate: &TokenStream) -> TokenStream {
        let ty = anonymous(&self.ty);
        match self.passing {
            Passing::Owned if self.active => associated(&ty, krate, "Again"),
            _ => ty.into_token_stream(),
        }
    }

    pub(super) fn shadow_type(&self, krate: &TokenStream) -> TokenStream {
        let shadow = associated(&anonymous(&self.pointee), krate, "Shadow");
        let wanted = match self.passing {
            _ if self.constant => quote!(&()),
            Passing::Unique => quote!(&mut #shadow),
            _ => quote!(&#shadow),
        };
        quote_spanned!(self.pointee.span()=> ::core::option::Option<#wanted>)
    }
}

/// `<T as Differentiable>::Name`, reported at `T`.
pub(super) fn associated(ty: &Type, krate: &TokenStream, name: &str) -> TokenStream {
    let name = Ident::new(name, ty.span());
    quote_spanned!(ty.span()=> <#ty as #krate::Differentiable>::#name)
}

/// `(a, b,)`.
pub(super) fn tuple(items: impl IntoIterator<Item = impl ToTokens>) -> TokenStream {
    let items = items.into_iter();
    quote!((#(#items,)*))
}

/// The names of the type and const parameters.
pub(super) fn generic_names(generics: &Generics) -> Vec<&Ident> {
    let types = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(ty) => Some(&ty.ident),
        GenericParam::Const(constant) => Some(&constant.ident),
        GenericParam::Lifetime(_) => None,
    });
    types.collect()
}

/// Whether a type parameter is bounded by `Real`.
pub(super) fn is_scalar(generics: &Generics, name: &Ident) -> bool {
    let inline = generics
        .type_params()
        .filter(|param| param.ident == *name)
        .flat_map(|param| &param.bounds);
    let clauses = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let bounds = clauses.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) if is_named(&predicate.bounded_ty, name) => {
            Some(&predicate.bounds)
        }
        _ => None,
    });
    inline.chain(bounds.flatten()).any(is_real)
}

fn is_named(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

fn is_real(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => bound
            .path
            .segments
            .last()
            .is_some_and(|segment| segment.ident == "Real"),
        _ => false,
    }
}

fn param(input: &FnArg, target: Option<&Type>, errors: &mut Vec<syn::Error>) -> Option<Param> {
    match input {
        FnArg::Receiver(receiver) => match target {
            Some(target) => Some(receiver_param(receiver, target)),
            None => {
                errors.push(syn::Error::new(
                    receiver.self_token.span,
                    messages::RECEIVER,
                ));
                None
            }
        },
        FnArg::Typed(typed) => {
            let Some(name) = plain_name(&typed.pat) else {
                errors.push(syn::Error::new(typed.pat.span(), messages::PATTERN));
                return None;
            };
            refuse_impl_trait(&typed.ty, errors);
            let (passing, pointee) = pointee(&typed.ty);
            let constant = typed
                .attrs
                .iter()
                .any(|attr| attr.path().is_ident("constant"));
            Some(Param {
                name: name.clone(),
                active: !constant && !is_inactive(&pointee),
                constant,
                ty: (*typed.ty).clone(),
                pointee,
                passing,
                receiver: false,
            })
        }
    }
}

fn plain_name(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(name)
            if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() =>
        {
            Some(&name.ident)
        }
        _ => None,
    }
}

fn receiver_param(receiver: &Receiver, target: &Type) -> Param {
    let passing = match (&receiver.reference, &receiver.mutability) {
        (None, _) => Passing::Owned,
        (Some(_), None) => Passing::Shared,
        (Some(_), Some(_)) => Passing::Unique,
    };
    let constant = receiver
        .attrs
        .iter()
        .any(|attr| attr.path().is_ident("constant"));
    Param {
        name: Ident::new("this", Span::mixed_site()),
        ty: match passing {
            Passing::Owned => target.clone(),
            Passing::Shared => syn::parse_quote!(&#target),
            Passing::Unique => syn::parse_quote!(&mut #target),
        },
        pointee: target.clone(),
        passing,
        active: !constant && !is_inactive(target),
        constant,
        receiver: true,
    }
}

fn pointee(ty: &Type) -> (Passing, Type) {
    match ty {
        Type::Reference(reference) if reference.mutability.is_some() => {
            (Passing::Unique, (*reference.elem).clone())
        }
        Type::Reference(reference) => (Passing::Shared, (*reference.elem).clone()),
        _ => (Passing::Owned, ty.clone()),
    }
}

fn refuse_impl_trait(ty: &Type, errors: &mut Vec<syn::Error>) {
    if let Type::ImplTrait(impl_trait) = pointee(ty).1 {
        errors.push(syn::Error::new(
            impl_trait.impl_token.span,
            messages::IMPL_TRAIT,
        ));
    }
}

/// Types that visibly carry no derivative.
fn is_inactive(ty: &Type) -> bool {
    const INACTIVE: [&str; 16] = [
        "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
        "bool", "char", "str", "String",
    ];
    match ty {
        Type::Path(path) => INACTIVE.iter().any(|name| path.path.is_ident(name)),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_inactive),
        Type::Array(array) => is_inactive(&array.elem),
        Type::Slice(slice) => is_inactive(&slice.elem),
        Type::Reference(reference) => is_inactive(&reference.elem),
        Type::Paren(paren) => is_inactive(&paren.elem),
        Type::Group(group) => is_inactive(&group.elem),
        _ => false,
    }
}

/// The type with its lifetimes left out, for use under the binder of a closure's arguments.
fn anonymous(ty: &Type) -> Type {
    struct Anonymous;
    impl VisitMut for Anonymous {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if lifetime.ident != "static" {
                *lifetime = Lifetime::new("'_", lifetime.span());
            }
        }

        // Lifetimes of a nested signature have their own binder.
        fn visit_type_bare_fn_mut(&mut self, _: &mut syn::TypeBareFn) {}

        fn visit_type_mut(&mut self, ty: &mut Type) {
            visit_mut::visit_type_mut(self, ty);
        }
    }
    let mut ty = ty.clone();
    Anonymous.visit_type_mut(&mut ty);
    ty
}
