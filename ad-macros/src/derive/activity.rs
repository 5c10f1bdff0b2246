//! Which fields are active, by the syntax of their types.
//!
//! Receives a field; promises its role, or a refusal where no value of its type could have a shadow. A
//! name such as `String` is a guess: for what is taken to be inert the emitted code asserts `Inactive`,
//! so that a user's type of the same name does not lose its derivative.

use crate::desugar::{functions, stored};
use crate::diagnostics::{Sink, catalog};
use syn::visit::{self, Visit};
use syn::{GenericArgument, PathArguments, Type};

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    Active,
    /// By its type, it has nothing to differentiate.
    Inert,
    /// Marked `#[constant]`, whatever its type.
    Constant,
}

pub(super) fn role(field: &syn::Field, generics: &syn::Generics, sink: &Sink) -> Role {
    let mut markers = field
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident("constant"));
    if let Some(marker) = markers.next() {
        if !matches!(marker.meta, syn::Meta::Path(_)) {
            sink.refuse_at(marker, catalog::CONSTANT_ARGUMENTS);
        }
        return if is_primitive(&field.ty) {
            Role::Inert
        } else {
            Role::Constant
        };
    }
    let mut refusals = Refusals {
        sink,
        generics,
        refused: false,
    };
    refusals.visit_type(&field.ty);
    match () {
        () if refusals.refused => Role::Constant,
        () if is_inert(&field.ty) => Role::Inert,
        () => Role::Active,
    }
}

/// Types without a float inside that no user's type is taken for.
const PRIMITIVE: &[&str] = &[
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "bool",
    "char",
];

/// Types without a float inside, by their names.
pub(super) const INERT: &[&str] = &[
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "bool",
    "char", "str", "String",
];

/// Whether a type is a number, or made of numbers, without a float: the marker says nothing new of it.
fn is_primitive(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            let name = path.path.get_ident();
            name.is_some_and(|name| PRIMITIVE.contains(&name.to_string().as_str()))
        }
        Type::Tuple(tuple) => tuple.elems.iter().all(is_primitive),
        Type::Array(array) => is_primitive(&array.elem),
        _ => false,
    }
}

/// Whether the syntax of a type shows that it has no float inside. A name is a guess: the emitted code
/// asserts `Inactive` for it.
pub(super) fn is_inert(ty: &Type) -> bool {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            path.path.segments.last().is_some_and(is_inert_name)
        }
        Type::Tuple(tuple) => tuple.elems.iter().all(is_inert),
        Type::Array(array) => is_inert(&array.elem),
        Type::Slice(slice) => is_inert(&slice.elem),
        Type::Reference(reference) => is_inert(&reference.elem),
        Type::Paren(inner) => is_inert(&inner.elem),
        Type::Group(inner) => is_inert(&inner.elem),
        _ => false,
    }
}

fn is_inert_name(segment: &syn::PathSegment) -> bool {
    let name = segment.ident.to_string();
    match &segment.arguments {
        _ if name == "PhantomData" => true,
        PathArguments::None => INERT.contains(&name.as_str()),
        PathArguments::AngleBracketed(arguments) => {
            matches!(name.as_str(), "Vec" | "Option" | "Box")
                && arguments.args.iter().all(|argument| match argument {
                    GenericArgument::Type(ty) => is_inert(ty),
                    _ => false,
                })
        }
        PathArguments::Parenthesized(_) => false,
    }
}

/// Refuses types that no field can have unless it is a constant.
struct Refusals<'s> {
    sink: &'s Sink,
    /// Those of the item.
    generics: &'s syn::Generics,
    refused: bool,
}

impl Refusals<'_> {
    fn refuse(&mut self, ty: &Type, message: &str) {
        self.sink.refuse_at(ty, message);
        self.refused = true;
    }
}

impl Visit<'_> for Refusals<'_> {
    fn visit_type(&mut self, ty: &Type) {
        match ty {
            Type::Reference(reference) if reference.mutability.is_some() => {
                self.refuse(ty, catalog::DERIVE_MUT_REFERENCE);
            }
            _ if crate::ir::ty::is_interior(ty) => self.refuse(ty, catalog::DERIVE_INTERIOR),
            Type::Ptr(_) => self.refuse(ty, catalog::DERIVE_POINTER),
            _ if crate::ir::ty::is_map_by_references(ty) => self.refuse(ty, catalog::MAP_KEYS),
            Type::Path(path) if stored::objects::boxed_by(path).is_some() => {}
            Type::BareFn(_) | Type::TraitObject(_) => self.refuse(ty, catalog::DERIVE_FUNCTION),
            Type::Path(_) if functions::is_function(ty, self.generics) => {
                self.refuse(ty, catalog::DERIVE_FUNCTION_BOUND);
            }
            // `PhantomData<*const T>` holds none.
            Type::Path(path)
                if path
                    .path
                    .segments
                    .last()
                    .is_some_and(|last| last.ident == "PhantomData") => {}
            _ => visit::visit_type(self, ty),
        }
    }
}

pub(super) fn is_phantom(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == "PhantomData")
}
