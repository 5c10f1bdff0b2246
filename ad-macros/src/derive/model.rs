//! What the derive knows of an item: its variants and fields, and which of them are active.
//!
//! A struct is read as an enum's one variant, without a name. All kinds of variants are written
//! `Name { x: …, 0: … }`, as values and as patterns: Rust accepts that of tuple variants too.

use super::activity::{self, Role};
use super::seen::Seen;
use super::{attributes, generics, plain};
use crate::diagnostics::{Sink, catalog};
use crate::emit::{names, paths};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Member, Type};

pub(super) struct Model {
    /// The path of the run time's private module.
    pub(super) core: TokenStream,
    pub(super) name: Ident,
    pub(super) vis: syn::Visibility,
    pub(super) generics: syn::Generics,
    pub(super) is_enum: bool,
    pub(super) variants: Vec<Variant>,
    pub(super) shadow: Ident,
    pub(super) tangent: Ident,
    pub(super) shape: Ident,
    /// Where the implementation as a whole is reported: at the first field that may have no derivative.
    pub(super) span: Span,
}

pub(super) struct Variant {
    /// `None` for a struct.
    pub(super) name: Option<Ident>,
    pub(super) kind: Kind,
    pub(super) fields: Vec<Field>,
    /// A last field `()` of a struct's shadow. Whether a struct has a size, rustc asks its last field;
    /// one whose type leads back to the struct would be asked forever.
    pub(super) pad: Option<Member>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Named,
    Tuple,
    Unit,
}

pub(super) struct Field {
    pub(super) member: Member,
    pub(super) vis: syn::Visibility,
    /// As the user wrote it.
    pub(super) ty: Type,
    /// Where all that is emitted for the field is reported: at its type, and at one place, so that rustc
    /// says once what is wrong with it.
    pub(super) span: Span,
    /// As the companions write it; see [`generics::portable`].
    pub(super) portable: Type,
    /// What stands in its place where its name says too little.
    seen: Option<Seen>,
    pub(super) role: Role,
    pub(super) in_tangent: InTangent,
    /// The last field of a struct's tangent, the one rustc asks whether the tangent has a size; of a
    /// type without parameters.
    is_last: bool,
    /// The implementation needs a bound on this field's type.
    pub(super) bound: bool,
}

/// What the tangent has at a field's place.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum InTangent {
    Tangent,
    /// `()`, so that later positions agree.
    Unit,
    Nothing,
}

impl Model {
    /// Reads an item. A refused field goes on as a constant, so that one error stays one.
    pub(super) fn read(input: &DeriveInput, sink: &Sink) -> Option<Self> {
        let core = paths::runtime(attributes::facade(&input.attrs, sink).as_ref());
        if attributes::refuse_packed(&input.attrs, sink) {
            return None;
        }
        let read =
            |name: Option<&Ident>, fields: &Fields| Variant::read(&core, input, name, fields, sink);
        let (is_enum, variants) = match &input.data {
            Data::Struct(data) => (false, vec![read(None, &data.fields)]),
            Data::Enum(data) => {
                let attrs = data.variants.iter().map(|variant| &variant.attrs);
                attrs.for_each(|attrs| attributes::refuse_constant(attrs, sink));
                let variants = data.variants.iter();
                let read = variants.map(|variant| read(Some(&variant.ident), &variant.fields));
                (true, read.collect())
            }
            Data::Union(data) => {
                sink.refuse_at(data.union_token, catalog::DERIVE_UNION);
                return None;
            }
        };
        attributes::refuse_constant(&input.attrs, sink);
        let mut active = variants.iter().flat_map(|variant| &variant.fields);
        let unknown = active.find(|field| field.is_active() && field.plain(&core).is_none());
        Some(Model {
            span: unknown.map_or_else(Span::mixed_site, |field| field.span),
            core,
            vis: input.vis.clone(),
            generics: input.generics.clone(),
            is_enum,
            variants,
            shadow: format_ident!("{}Shadow", input.ident),
            tangent: format_ident!("{}Tangent", input.ident),
            shape: format_ident!("__{}Shape", input.ident),
            name: input.ident.clone(),
        })
    }

    /// That the tangent has a size, as an assumption: rustc would find out by way of its last field, and
    /// report that anew wherever it asks. Not said of what may be recursive, where it would ask forever.
    pub(super) fn tangent_is_sized(&self, generics: &syn::Generics) -> Option<syn::WherePredicate> {
        let last = self.active().find(|field| field.is_last)?;
        let unknown = last.plain(&self.core).is_none() && plain::is_by_value(&last.portable);
        let (tangent, (_, arguments, _)) = (&self.tangent, generics.split_for_impl());
        unknown.then(|| syn::parse_quote!(for<'__any> #tangent #arguments: ::core::marker::Sized))
    }

    /// What the item is called in its implementation of `Differentiable`, where `Self::Tangent` may be a
    /// variant of the user's or the trait's type.
    pub(super) fn own(&self) -> TokenStream {
        match self.has_types_of_the_trait() {
            true => self.name.to_token_stream(),
            false => quote!(Self),
        }
    }

    /// What the trait's types are written behind there.
    pub(super) fn associated(&self) -> TokenStream {
        let core = &self.core;
        match self.has_types_of_the_trait() {
            true => quote!(<Self as #core::Differentiable>),
            false => quote!(Self),
        }
    }

    /// Whether a variant is called like one of the trait's types.
    fn has_types_of_the_trait(&self) -> bool {
        let names = ["Shadow", "Tangent", "Shape", "Lent"];
        let mut variants = self.variants.iter().flat_map(|variant| &variant.name);
        variants.any(|variant| names.iter().any(|name| variant == name))
    }

    /// An enum all of whose variants are bare names.
    pub(super) fn is_without_payload(&self) -> bool {
        self.is_enum && self.fields().next().is_none()
    }

    pub(super) fn is_inactive(&self) -> bool {
        self.fields().all(|field| field.role != Role::Active)
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.variants.iter().flat_map(|variant| &variant.fields)
    }

    /// The fields that have a shadow of their own.
    pub(super) fn shadowed(&self) -> impl Iterator<Item = &Field> {
        self.fields().filter(|field| field.is_shadowed())
    }

    /// The fields that have a tangent.
    pub(super) fn active(&self) -> impl Iterator<Item = &Field> {
        self.fields().filter(|field| field.is_active())
    }

    /// The generics of shadow and shape.
    pub(super) fn hidden_generics(&self) -> syn::Generics {
        let named = self.fields().filter_map(Field::named_by_companions);
        let restricted = generics::restrict(&self.generics, named);
        self.bounded(restricted, self.shadowed())
    }

    /// The generics of the tangent.
    pub(super) fn tangent_generics(&self) -> syn::Generics {
        let types = self.active().map(|field| referent(&field.portable));
        let restricted = generics::restrict(&self.generics, types);
        self.bounded(restricted, self.active())
    }

    /// These generics with what the fields ask for.
    pub(super) fn bounded<'f>(
        &'f self,
        mut generics: syn::Generics,
        fields: impl Iterator<Item = &'f Field>,
    ) -> syn::Generics {
        let bounds = fields.filter_map(|field| field.bound(&self.core));
        generics.make_where_clause().predicates.extend(bounds);
        generics
    }
}

impl Variant {
    fn read(
        core: &TokenStream,
        input: &DeriveInput,
        name: Option<&Ident>,
        fields: &Fields,
        sink: &Sink,
    ) -> Self {
        let kind = match fields {
            Fields::Named(_) => Kind::Named,
            Fields::Unnamed(_) => Kind::Tuple,
            Fields::Unit => Kind::Unit,
        };
        let mut fields: Vec<Field> = fields
            .members()
            .zip(fields)
            .map(|(member, field)| Field::read(core, input, member, field, sink))
            .collect();
        // The last positions of a tuple struct may go; a pattern of a variant shows all of them.
        let mut later = name.is_some();
        for field in fields.iter_mut().rev() {
            field.in_tangent = match field.role {
                Role::Active => InTangent::Tangent,
                _ if kind == Kind::Tuple && later => InTangent::Unit,
                _ => InTangent::Nothing,
            };
            later |= field.role == Role::Active;
        }
        if let Some(last) = fields.iter_mut().rfind(|field| field.is_active()) {
            last.is_last = name.is_none() && !generics::is_generic(&input.generics, &last.portable);
        }
        Variant {
            name: name.cloned(),
            kind,
            pad: match kind {
                _ if name.is_some() => None,
                Kind::Named => Some(Member::Named(format_ident!("__sized"))),
                Kind::Tuple => Some(Member::Unnamed(fields.len().into())),
                Kind::Unit => None,
            },
            fields,
        }
    }

    /// A shadow or a shape with these fields.
    pub(super) fn hidden(
        &self,
        owner: &Ident,
        content: impl Fn(&Field) -> TokenStream,
    ) -> TokenStream {
        let path = self.path(&owner.to_token_stream());
        let fields = self.fields.iter().map(|field| {
            let (member, content) = (field.reported(), content(field));
            quote_spanned!(field.span=> #member: #content,)
        });
        let pad = self.pad.as_ref().map(|member| quote!(#member: ()));
        quote!(#path { #(#fields)* #pad })
    }

    /// `Shape::Disc`, or `Spring` for a struct.
    pub(super) fn path(&self, owner: &TokenStream) -> TokenStream {
        match &self.name {
            Some(variant) => quote!(#owner::#variant),
            None => owner.clone(),
        }
    }

    /// A pattern that binds these fields to [`Field::at`] this side.
    pub(super) fn pattern(
        &self,
        owner: &TokenStream,
        side: &str,
        binds: impl Fn(&Field) -> bool,
    ) -> TokenStream {
        let path = self.path(owner);
        let bindings = self
            .fields
            .iter()
            .filter(|field| binds(field))
            .map(|field| {
                let (member, binding) = (&field.member, field.at(side));
                quote!(#member: #binding,)
            });
        quote!(#path { #(#bindings)* .. })
    }

    /// A value with these fields.
    pub(super) fn value(
        &self,
        owner: &TokenStream,
        content: impl Fn(&Field) -> Option<TokenStream>,
    ) -> TokenStream {
        let path = self.path(owner);
        let fields = self.fields.iter().filter_map(|field| {
            let (member, content) = (field.reported(), content(field)?);
            Some(quote_spanned!(field.span=> #member: #content,))
        });
        quote!(#path { #(#fields)* })
    }
}

impl Field {
    fn read(
        core: &TokenStream,
        input: &DeriveInput,
        member: Member,
        field: &syn::Field,
        sink: &Sink,
    ) -> Self {
        let role = activity::role(field, &input.generics, sink);
        let portable = match role {
            // Whatever it marks has no place in a companion.
            Role::Inert if activity::is_phantom(&field.ty) => syn::parse_quote!(()),
            _ => generics::portable(&input.ident, &input.generics, &field.ty),
        };
        let generic = generics::is_generic(&input.generics, &portable);
        // A field of the item's own type asks for what the others ask for.
        let recursive = generics::names(&portable).contains(&input.ident.to_string());
        let span = Span::mixed_site().located_at(field.ty.span());
        let seen = (role == Role::Active && !generic && !recursive)
            .then(|| Seen::as_a_whole(core, &portable, span))
            .flatten();
        Field {
            member,
            vis: field.vis.clone(),
            ty: field.ty.clone(),
            span,
            bound: role == Role::Active && generic && !recursive,
            portable,
            seen,
            role,
            in_tangent: InTangent::Nothing,
            is_last: false,
        }
    }

    /// The tangent written out, if the syntax shows all of it.
    pub(super) fn plain(&self, core: &TokenStream) -> Option<TokenStream> {
        plain::tangent(core, referent(&self.portable), self.span)
    }

    pub(super) fn is_shadowed(&self) -> bool {
        self.role != Role::Constant
    }

    pub(super) fn is_active(&self) -> bool {
        self.role == Role::Active
    }

    /// The variable that a pattern binds this field to; two patterns have two sides.
    pub(super) fn at(&self, side: &str) -> Ident {
        let name = match &self.member {
            Member::Named(name) => name.to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        };
        let mut name = names::plain(&format!("{side}_{}", name.trim_start_matches("r#")));
        name.set_span(self.span);
        name
    }

    /// The field's name, reported where its type stands: what is wrong with a field is wrong there, and
    /// rustc says a thing once if it is said of one place.
    fn reported(&self) -> Member {
        let mut member = self.member.clone();
        match &mut member {
            Member::Named(name) => name.set_span(self.span),
            Member::Unnamed(index) => index.span = self.span,
        }
        member
    }

    /// `<F as Differentiable>::Shadow` and the like; for constants, what takes its place.
    ///
    /// What a reference holds is written without the reference, and so without its lifetime.
    pub(super) fn projection(&self, core: &TokenStream, name: &str) -> TokenStream {
        if self.role == Role::Constant {
            return match name {
                "Shadow" | "Shape" => self.constant(core),
                _ => quote!(()),
            };
        }
        let (ty, span) = (self.differentiated(), self.span);
        let plain = || match self.is_last {
            true => plain::tangent(core, &ty, span).or_else(|| self.outline(core)),
            false => plain::tangent(core, &ty, span),
        };
        if let Some(plain) = (name == "Tangent").then(plain).flatten() {
            return plain;
        }
        let name = match name {
            "Shadow" if is_reference(&self.portable) => Ident::new("Owned", span),
            _ => Ident::new(name, span),
        };
        let core = paths::at(core, span);
        quote_spanned!(span=> <#ty as #core::Differentiable>::#name)
    }

    /// What shadow and shape have in a constant's place: they know its type, since emitted code may ask for
    /// fields of it.
    fn constant(&self, core: &TokenStream) -> TokenStream {
        match self.named_by_companions() {
            Some(ty) => quote!(#core::ConstantField<#ty>),
            None => quote!(#core::ConstantField),
        }
    }

    /// The type of this field as shadow and shape name it: not that of a constant that would tie them to what
    /// the primal borrows.
    fn named_by_companions(&self) -> Option<&Type> {
        let borrows = |name: &String| name.starts_with('\'') && name != "'static";
        let named = self.is_shadowed() || !generics::names(&self.portable).iter().any(borrows);
        named.then(|| referent(&self.portable))
    }

    /// The type whose companions stand in this field's place.
    pub(super) fn differentiated(&self) -> Type {
        let seen = self.seen.as_ref().map(Seen::field);
        seen.unwrap_or_else(|| referent(&self.portable).clone())
    }

    /// The tangent of an array whose items only rustc knows.
    pub(super) fn array(&self) -> Option<TokenStream> {
        self.seen.as_ref().and_then(Seen::array)
    }

    /// What says that the field's type must be differentiable, if only rustc can tell.
    pub(super) fn assertion(&self) -> Option<TokenStream> {
        self.seen.as_ref().map(Seen::assertion_of_field)
    }

    fn outline(&self, core: &TokenStream) -> Option<TokenStream> {
        let item = self.seen.as_ref().and_then(Seen::item);
        plain::outline(core, referent(&self.portable), item, self.span)
    }

    /// What the implementation asks of a field whose type is not known.
    fn bound(&self, core: &TokenStream) -> Option<syn::WherePredicate> {
        let ty = referent(&self.portable);
        let sized = match is_reference(&self.portable) {
            true => quote!(),
            false => quote!(<Shadow: ::core::marker::Sized>),
        };
        self.bound
            .then(|| syn::parse_quote!(#ty: #core::Differentiable #sized))
    }

    /// A call of one of the trait's functions for this field's type; `()` for constants.
    pub(super) fn call(
        &self,
        core: &TokenStream,
        function: &str,
        arguments: &TokenStream,
    ) -> TokenStream {
        if self.role == Role::Constant {
            return match function {
                "primal_shape" | "zero_shadow" | "owned_zeros" | "shadow" | "owned_shadow" => {
                    quote!(#core::ConstantField::new())
                }
                _ => quote!(()),
            };
        }
        let span = self.span;
        let seen = self.seen.as_ref().map(Seen::field);
        let ty = seen.as_ref().unwrap_or(&self.ty);
        let (function, core) = (Ident::new(function, span), paths::at(core, span));
        quote_spanned!(span=> <#ty as #core::Differentiable>::#function(#arguments))
    }

    /// The variable of a primal's field, as its companions take it.
    pub(super) fn value(&self, side: &str) -> TokenStream {
        let value = self.at(side);
        match &self.seen {
            Some(seen) => seen.field_value(&value),
            None => value.to_token_stream(),
        }
    }
}

/// What a reference, or a reference to one, refers to; other types themselves.
pub(super) fn referent(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => referent(&reference.elem),
        Type::Paren(inner) => referent(&inner.elem),
        Type::Group(inner) => referent(&inner.elem),
        _ => ty,
    }
}

fn is_reference(ty: &Type) -> bool {
    match ty {
        Type::Reference(_) => true,
        Type::Paren(inner) => is_reference(&inner.elem),
        Type::Group(inner) => is_reference(&inner.elem),
        _ => false,
    }
}
