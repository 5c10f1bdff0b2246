//! How a residual holds a struct of references: as a copy of what they refer to.
//!
//! Receives a struct with lifetimes, whose fields are shared references, plain data, options, vectors and pairs of such, or
//! structs like it, or other types without lifetimes; promises a struct of copies, and that each
//! makes the other. Of other types nothing is said here, and rustc says of their values that they must not be kept.
//!
//! ```text
//! struct View<'a> { data: &'a [f64], cols: usize }
//!
//! struct __ViewHeld { data: HeldMany<f64>, cols: Owned<usize> }
//! impl<'a> Borrowing for View<'a> { type Held = __ViewHeld; … }
//! impl Lend for __ViewHeld { type Lent<'r> = View<'r>; … }
//!
//! struct Window<'a> { view: View<'a>, at: usize }
//!
//! struct __WindowHeld<H> { view: H, at: Owned<usize> }
//! ```

use super::activity::{INERT, is_phantom};
use super::model::{Field, Model};
use crate::emit::{everlasting, mentions, paths};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{GenericArgument, PathArguments, Type, parse_quote};

pub(super) fn all(model: &Model) -> Option<TokenStream> {
    let lifetimes = model.generics.lifetimes().count();
    if model.is_enum || lifetimes == 0 {
        return None;
    }
    let fields: Vec<&Field> = model.fields().collect();
    let held: Vec<Held> = fields
        .iter()
        .enumerate()
        .map(|(i, field)| Held::of_field(model, &everlasting(&field.ty), i))
        .collect::<Option<_>>()?;
    // What is held of no field could not be a parameter of the copy.
    let is_held = |t: &syn::TypeParam| held.iter().any(|h| mentions(h.ty.clone(), &[&t.ident]));
    let copy = Copy {
        model,
        fields: fields.into_iter().zip(&held).collect(),
        name: format_ident!("__{}Held", model.name, span = Span::mixed_site()),
    };
    let (declared, borrowing, lending) = (copy.declared(), copy.borrowing(), copy.lending());
    let all = model.generics.type_params().all(is_held);
    all.then(|| quote!(#declared #borrowing #lending))
}

/// The struct of copies of what a struct refers to.
struct Copy<'a> {
    model: &'a Model,
    fields: Vec<(&'a Field, &'a Held)>,
    name: Ident,
}

impl Copy<'_> {
    /// `part0`
    fn parts(&self) -> Vec<Ident> {
        let numbers = 0..self.fields.len();
        numbers.map(|i| format_ident!("part{i}")).collect()
    }

    /// The struct's own type parameters, and one for the copy of each struct of references in it, whose type is its
    /// own affair.
    fn generics(&self) -> syn::Generics {
        let mut generics = syn::Generics::default();
        let own = self.model.generics.params.iter().cloned();
        generics.params.extend(own.filter_map(|param| match param {
            syn::GenericParam::Lifetime(_) => None,
            syn::GenericParam::Const(mut number) => {
                number.default = None;
                Some(syn::GenericParam::Const(number))
            }
            syn::GenericParam::Type(mut t) => {
                t.default = None;
                t.bounds = t
                    .bounds
                    .into_iter()
                    .filter(|b| !matches!(b, syn::TypeParamBound::Lifetime(_)))
                    .collect();
                Some(syn::GenericParam::Type(t))
            }
        }));
        let nested = self.nested();
        generics.params.extend(
            nested
                .iter()
                .map(|(_, ty)| -> syn::GenericParam { parse_quote!(#ty) }),
        );
        generics
    }

    /// The struct's own parameters but lifetimes, as arguments.
    fn own(&self) -> impl Iterator<Item = TokenStream> {
        let params = self.model.generics.params.iter();
        params.filter_map(|param| match param {
            syn::GenericParam::Lifetime(_) => None,
            syn::GenericParam::Const(number) => Some(number.ident.to_token_stream()),
            syn::GenericParam::Type(ty) => Some(ty.ident.to_token_stream()),
        })
    }

    /// The fields that are structs of references, and the parameters for their copies.
    fn nested(&self) -> Vec<(&Type, &TokenStream)> {
        let nested = self
            .fields
            .iter()
            .filter(|(_, held)| held.kind == Kind::Nested);
        nested.map(|(field, held)| (&field.ty, &held.ty)).collect()
    }

    fn declared(&self) -> TokenStream {
        let (name, vis, parts) = (&self.name, &self.model.vis, self.parts());
        let types = self.fields.iter().map(|(_, held)| &held.ty);
        let generics = self.generics();
        let (params, ..) = generics.split_for_impl();
        quote! {
            #[doc(hidden)]
            #[allow(dead_code, missing_docs, missing_debug_implementations, private_interfaces, unreachable_pub)]
            #vis struct #name #params { #(#parts: #types,)* }
        }
    }

    /// That what refers to something can be held as what is behind it. Said of a type with a lifetime, it need not hold.
    /// Of types that differ in lifetimes alone it is said once, of any: rustc does not tell them apart here.
    fn copied(&self) -> Vec<TokenStream> {
        let core = &self.model.core;
        let behind = self.fields.iter();
        let behind = behind.filter(|(_, held)| held.kind == Kind::Behind);
        let mut said: Vec<(Type, Vec<&Type>, &TokenStream)> = Vec::new();
        for (field, held) in behind {
            let any = with_lifetime(&field.ty, "'__any");
            match said.iter_mut().find(|(known, ..)| *known == any) {
                Some((_, alike, _)) if alike.contains(&&field.ty) => {}
                Some((_, alike, _)) => alike.push(&field.ty),
                None => said.push((any, vec![&field.ty], &held.ty)),
            }
        }
        let each = said.iter().map(|(any, alike, copy)| match alike[..] {
            [ty] => quote!(#ty: #core::HoldBehind<Copy = #copy>),
            _ => quote!(for<'__any> #any: #core::HoldBehind<Copy = #copy>),
        });
        each.collect()
    }

    /// That what stands for the type parameters in fields of other types than references can be copied part by part, and
    /// borrows nothing. Of those that only mark there is nothing to copy.
    fn copied_parameters(&self) -> Vec<syn::WherePredicate> {
        let core = &self.model.core;
        let own = self
            .fields
            .iter()
            .filter(|(_, held)| held.kind == Kind::Own);
        let (marks, own): (Vec<&Type>, Vec<&Type>) = own
            .map(|(field, _)| &field.ty)
            .partition(|ty| is_phantom(ty));
        let named = |types: &[&Type], t: &Ident| {
            let mut types = types.iter();
            types.any(|ty| mentions(ty.to_token_stream(), &[t]))
        };
        let parameters = self.model.generics.type_params().map(|t| &t.ident);
        parameters
            .filter_map(|t| match named(&own, t) {
                true => Some(parse_quote!(#t: #core::Differentiable<Shadow: ::core::marker::Sized> + 'static)),
                false => named(&marks, t).then(|| parse_quote!(#t: 'static)),
            })
            .collect()
    }

    /// How the struct becomes a copy.
    fn borrowing(&self) -> TokenStream {
        let (core, copy, parts) = (&self.model.core, &self.name, self.parts());
        let (name, generics) = (&self.model.name, &self.model.generics);
        let (params, arguments, clause) = generics.split_for_impl();
        let copied = self.copied();
        let nested = self.nested();
        let within = nested.iter().map(|(ty, _)| {
            let lent = with_lifetime(ty, "'__r");
            quote! {
                #ty: #core::Borrowing,
                <#ty as #core::Borrowing>::Held: for<'__r> #core::Lend<Lent<'__r> = #lent> + 'static
            }
        });
        let predicates: Vec<_> = clause
            .iter()
            .flat_map(|clause| &clause.predicates)
            .collect();
        let parameters = self.copied_parameters();
        let said = quote!(#(#predicates,)* #(#parameters,)* #(#copied,)* #(#within,)*);
        let own = self.own();
        let held = nested
            .iter()
            .map(|(ty, _)| quote!(<#ty as #core::Borrowing>::Held));
        let of_copy: Vec<_> = own.chain(held).collect();
        let traits = paths::traits(core);
        let made = self.fields.iter().map(|(field, held)| {
            let member = &field.member;
            held.kind.made(core, &quote!(&self.#member))
        });
        quote! {
            #[automatically_derived]
            impl #params #core::Borrowing for #name #arguments where #said {
                type Held = #copy<#(#of_copy),*>;

                #[inline]
                fn held<__Asked: #core::Uncopied>(&self) -> Self::Held {
                    #traits
                    #copy { #(#parts: #made,)* }
                }
            }

            #[automatically_derived]
            impl #params #core::HasReferences for #name #arguments where Self: #core::Borrowing {}
        }
    }

    /// How the copy lends such a struct.
    fn lending(&self) -> TokenStream {
        let (core, copy, parts) = (&self.model.core, &self.name, self.parts());
        let name = &self.model.name;
        let members = self.fields.iter().map(|(field, _)| &field.member);
        let lifetimes = self.model.generics.lifetimes().map(|_| quote!('__r));
        let lent: Vec<_> = lifetimes.chain(self.own()).collect();
        let mut generics = self.generics();
        let traits = paths::traits(core);
        let again = self
            .fields
            .iter()
            .zip(&parts)
            .map(|((_, held), part)| held.kind.lent(core, &quote!(&self.#part)));
        let (nested, parameters) = (self.nested(), self.copied_parameters());
        if !nested.is_empty() || !parameters.is_empty() {
            let clause = generics.make_where_clause();
            clause.predicates.extend(parameters);
            clause
                .predicates
                .extend(nested.iter().map(|(ty, copy)| -> syn::WherePredicate {
                    let lent = with_lifetime(ty, "'__l");
                    parse_quote!(#copy: for<'__l> #core::Lend<Lent<'__l> = #lent> + 'static)
                }));
        }
        let (params, arguments, clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #params #core::Lend for #copy #arguments #clause {
                type Lent<'__r> = #name<#(#lent),*> where Self: '__r;

                #[inline]
                fn lend(&self) -> Self::Lent<'_> {
                    #traits
                    #name { #(#members: #again,)* }
                }
            }

            #[automatically_derived]
            impl #params #core::LendWhole for #copy #arguments #clause {}

            #[automatically_derived]
            impl #params #core::Recall for #copy #arguments #clause {
                type Recalled<'__r> = #name<#(#lent),*> where Self: '__r;

                #[inline]
                fn recalled(&self) -> Self::Recalled<'_> {
                    #core::Lend::lend(self)
                }
            }
        }
    }
}

/// What is held of a field.
struct Held {
    ty: TokenStream,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// What can be cloned, as its name tells.
    Plain,
    /// What may have no `Clone`.
    Own,
    /// A reference to such a value.
    One,
    /// A reference to a slice of such values.
    Many,
    /// What holds a reference, as only its type tells.
    Behind,
    /// A struct of references; the type is a parameter then.
    Nested,
}

impl Kind {
    /// What is held of a field.
    fn made(self, core: &TokenStream, field: &TokenStream) -> TokenStream {
        let copied = |of: TokenStream| quote!((&&&#core::CopyingField(#of)).__copied::<__Asked>());
        match self {
            Kind::Plain => quote!(#core::Owned::of(#field)),
            Kind::Own => {
                let copy = copied(quote!(#field));
                quote!(#core::Owned::made(#copy))
            }
            Kind::One => {
                let copy = copied(quote!(*#field));
                quote!(#core::HeldOne::made(#copy))
            }
            Kind::Many => {
                let copy = copied(quote!(__item));
                quote!(#core::HeldMany::made((*#field).iter().map(|__item| #copy).collect()))
            }
            Kind::Behind => quote!(#core::HoldBehind::copy(#field)),
            Kind::Nested => quote!(#core::Borrowing::held::<__Asked>(#field)),
        }
    }

    /// The field again. There is a copy of what was copied before.
    fn lent(self, core: &TokenStream, part: &TokenStream) -> TokenStream {
        match self {
            Kind::Own => {
                quote!((&&&#core::CopyingField(#core::Owned::get(#part))).__copied::<#core::OfItem>())
            }
            _ => quote!(#core::Lend::lend(#part)),
        }
    }
}

impl Held {
    fn of_field(model: &Model, ty: &Type, number: usize) -> Option<Self> {
        let core = &model.core;
        let nested = || Held {
            ty: format_ident!("__H{number}").to_token_stream(),
            kind: Kind::Nested,
        };
        let own = || Held {
            kind: Kind::Own,
            ..Held::owned(core, ty)
        };
        let held = Held::of(core, ty)
            .or_else(|| has_only_lifetimes(ty).then(nested))
            .or_else(|| is_own(ty).then(own))?;
        Some(match ty {
            Type::Reference(r) if !is_of_parameter(model, &r.elem) => match &*r.elem {
                Type::Slice(slice) if !is_plain(&slice.elem) => Held {
                    kind: Kind::Many,
                    ..held
                },
                Type::Slice(_) => held,
                one if is_plain(one) || one == &parse_quote!(str) => held,
                _ => Held {
                    kind: Kind::One,
                    ..held
                },
            },
            _ => held,
        })
    }

    fn owned(core: &TokenStream, ty: &Type) -> Self {
        Held {
            ty: quote!(#core::Owned<#ty>),
            kind: Kind::Plain,
        }
    }

    fn of(core: &TokenStream, ty: &Type) -> Option<Self> {
        let behind = |ty: TokenStream| Held {
            ty,
            kind: Kind::Behind,
        };
        match ty {
            Type::Reference(r) if r.mutability.is_some() || borrows(&r.elem) => None,
            Type::Reference(r) => Some(match &*r.elem {
                Type::Slice(slice) => {
                    let element = &slice.elem;
                    behind(quote!(#core::HeldMany<#element>))
                }
                Type::Path(p) if p.path.is_ident("str") => behind(quote!(#core::HeldText)),
                one => behind(quote!(#core::HeldOne<#one>)),
            }),
            plain if is_plain(plain) => Some(Held::owned(core, plain)),
            Type::Tuple(tuple) if tuple.elems.len() == 2 || tuple.elems.len() == 3 => {
                let parts = tuple.elems.iter().map(|part| Held::of(core, part));
                let parts: Vec<_> = parts
                    .map(|part| part.map(|part| part.ty))
                    .collect::<Option<_>>()?;
                Some(behind(quote!(#core::HeldEach<(#(#parts,)*)>)))
            }
            Type::Path(path) if path.qself.is_none() => {
                let last = path.path.segments.last()?;
                let PathArguments::AngleBracketed(given) = &last.arguments else {
                    return None;
                };
                let container = match last.ident.to_string().as_str() {
                    "Option" => quote!(::core::option::Option),
                    "Vec" => quote!(#core::Vec),
                    _ => return None,
                };
                let GenericArgument::Type(item) = given.args.first()? else {
                    return None;
                };
                let item = Held::of(core, item)?.ty;
                Some(behind(quote!(#core::HeldEach<#container<#item>>)))
            }
            _ => None,
        }
    }
}

/// Whether a type that is behind a reference may borrow itself, or has no size as far as its name tells.
fn borrows(ty: &Type) -> bool {
    let lifetime = super::generics::names(ty)
        .iter()
        .any(|name| name.starts_with('\''));
    lifetime || matches!(ty, Type::TraitObject(_)) || matches!(ty, Type::Reference(_))
}

/// `Pose`, `Vec<Joint>`, `[Pose; 2]`, `K`: what borrows nothing, as far as its name tells. A type parameter may stand for what
/// does, and is asked not to.
fn is_own(ty: &Type) -> bool {
    let named = match ty {
        Type::Array(array) => &*array.elem,
        other => other,
    };
    matches!(named, Type::Path(path) if path.qself.is_none()) && !borrows(named)
}

/// Whether a type parameter is in a type.
fn is_of_parameter(model: &Model, ty: &Type) -> bool {
    let mut params = model.generics.type_params();
    params.any(|t| mentions(ty.to_token_stream(), &[&t.ident]))
}

/// `Image<'a>`: what may be a struct of references, with no parameters but their lifetimes.
fn has_only_lifetimes(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let plain = path.qself.is_none();
    plain
        && path
            .path
            .segments
            .last()
            .is_some_and(|last| match &last.arguments {
                PathArguments::AngleBracketed(given) => {
                    let mut given = given.args.iter();
                    given.all(|given| matches!(given, GenericArgument::Lifetime(_)))
                }
                _ => false,
            })
}

/// A type with one lifetime in place of all of its own.
fn with_lifetime(ty: &Type, name: &str) -> Type {
    struct Named<'n>(&'n str);
    impl VisitMut for Named<'_> {
        fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
            *lifetime = syn::Lifetime::new(self.0, lifetime.span());
        }
    }
    let mut ty = ty.clone();
    Named(name).visit_type_mut(&mut ty);
    ty
}

/// Whether a type can be cloned, as far as its name tells.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        Type::Array(array) => is_plain(&array.elem),
        Type::Paren(inner) => is_plain(&inner.elem),
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else {
                return false;
            };
            let name = last.ident.to_string();
            let holds = ["Vec", "Option", "Box"].contains(&name.as_str());
            match &last.arguments {
                PathArguments::None => {
                    ["f64", "f32"].contains(&name.as_str()) || INERT.contains(&name.as_str())
                }
                PathArguments::AngleBracketed(given) if holds => given
                    .args
                    .iter()
                    .all(|given| matches!(given, GenericArgument::Type(ty) if is_plain(ty))),
                _ => false,
            }
        }
        _ => false,
    }
}
