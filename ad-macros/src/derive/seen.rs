//! Fields and arguments whose types are a name and no more.
//!
//! Receives such a type, or one that holds several of it; promises one that the companions write in its
//! place: what the name stands for if that is differentiable, and `()` if not, which is refused where there
//! is room for a float in it. rustc decides when it knows the type.
//!
//! ```text
//! kind: Kind           kind: <Seen<Kind, { Asked::<Kind>::HAS_SHADOW }> as SeenAs>::Type
//! kinds: Vec<Kind>     kinds: <SeenIn<Vec<Kind>, { Asked::<Kind>::HAS_SHADOW }> as SeenAs>::Type
//! ```

use super::plain;
use crate::emit::{answer, asked, paths, seen_as};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{GenericArgument, PathArguments, Type, TypePath};

/// A field's type that rustc decides on.
pub(crate) struct Seen {
    written: Type,
    /// What it holds several of.
    item: Option<Type>,
    core: TokenStream,
    /// Where the field's type is written.
    span: Span,
}

impl Seen {
    /// Reads a type; `None` if its syntax says enough, or says too much.
    pub(crate) fn read(core: &TokenStream, ty: &Type, span: Span) -> Option<Self> {
        let item = match ty {
            Type::Path(path) if is_name(path) => None,
            _ => Some(held(ty)?.clone()),
        };
        (plain::tangent(core, ty, span).is_none()).then(|| Seen {
            written: ty.clone(),
            item,
            core: paths::at(core, span),
            span,
        })
    }

    /// What the companions write.
    pub(crate) fn ty(&self) -> Type {
        self.stands_for(&self.asked())
    }

    /// What they write for the type of the items of a list.
    pub(crate) fn item(&self) -> Option<Type> {
        let item = self.item.as_ref()?;
        Some(self.stands_for(&self.ask("Seen", item, item, "HAS_SHADOW")))
    }

    /// The tangent of an array, where rustc has to know that of one item before it can ask for more.
    pub(crate) fn array(&self) -> Option<TokenStream> {
        let (Type::Array(array), Some(item)) = (&self.written, self.item()) else {
            return None;
        };
        let (core, len) = (&self.core, &array.len);
        Some(quote_spanned!(self.span=> [<#item as #core::Differentiable>::Tangent; #len]))
    }

    /// The field's value as that.
    pub(crate) fn value(&self, value: &impl ToTokens) -> TokenStream {
        let (asked, core) = (self.asked(), &self.core);
        quote_spanned! {self.span=>
            ::core::borrow::Borrow::borrow(&<#asked as #core::SeenAs>::seen(#value))
        }
    }

    /// Whether the type, or that of its items, has a shadow: a constant that rustc knows.
    pub(crate) fn question(&self) -> TokenStream {
        let name = self.item.as_ref().unwrap_or(&self.written);
        answer(name, "HAS_SHADOW", self.span, &self.core)
    }

    /// Compiles only if the type is differentiable, or need not be.
    pub(crate) fn assertion(&self) -> TokenStream {
        let (core, item) = (&self.core, self.item.as_ref().unwrap_or(&self.written));
        let asserted = self.stands_for(&self.ask("Seen", item, item, "NEEDS_SHADOW"));
        quote_spanned!(self.span=> let _ = <#asserted as #core::Differentiable>::zero_tangent;)
    }

    fn asked(&self) -> Type {
        match &self.item {
            None => self.ask("Seen", &self.written, &self.written, "HAS_SHADOW"),
            Some(item) => self.ask("SeenIn", &self.written, item, "HAS_SHADOW"),
        }
    }

    /// A type, with what is asked of a name in it.
    fn ask(&self, kind: &str, ty: &Type, name: &Type, question: &str) -> Type {
        asked(kind, ty, name, question, self.span, &self.core)
    }

    fn stands_for(&self, asked: &Type) -> Type {
        seen_as(asked, self.span, &self.core)
    }
}

/// Whether a type is a path without arguments.
fn is_name(path: &TypePath) -> bool {
    path.qself.is_none() && path.path.segments.iter().all(|s| s.arguments.is_none())
}

/// The name of the type that a type holds several of.
fn held(ty: &Type) -> Option<&Type> {
    let item = match ty {
        Type::Array(array) => &*array.elem,
        Type::Slice(slice) => &*slice.elem,
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let PathArguments::AngleBracketed(given) = &last.arguments else {
                return None;
            };
            let known = last.ident == "Vec" || last.ident == "Option";
            match given.args.first()? {
                GenericArgument::Type(item) if known && given.args.len() == 1 => item,
                _ => return None,
            }
        }
        _ => return None,
    };
    matches!(item, Type::Path(path) if is_name(path)).then_some(item)
}
