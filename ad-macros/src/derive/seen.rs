//! Fields, arguments and results whose types are a name and no more, or have such names in them.
//!
//! Receives such a type; promises one that the companions write in its
//! place: what the name stands for if that is differentiable, and `()` if not, which is refused where there
//! is room for a float in it. rustc decides when it knows the type.
//!
//! ```text
//! kind: Kind                 kind: <Seen<Kind, { Asked::<Kind>::HAS_SHADOW }> as SeenAs>::Type
//! pairs: Vec<(Kind, f64)>    pairs: <SeenIn<Vec<(Kind, f64)>, Vec<(Seen<Kind, …>, Seen<f64, true>)>,
//!                                           { Asked::<Kind>::HAS_SHADOW }> as SeenAs>::Type
//! ```

use super::{activity, plain};
use crate::emit::{answer, asked, paths, seen_as};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{GenericArgument, PathArguments, Type, TypePath, parse_quote_spanned};

/// A type that rustc decides on.
pub(crate) struct Seen {
    written: Type,
    /// The names in it.
    names: Vec<Type>,
    /// The type with what is asked of each name in it, if it is more than a name.
    parts: Option<Type>,
    /// Whether there are floats in it, whatever the names stand for.
    holds_floats: bool,
    core: TokenStream,
    /// Where the type is written.
    span: Span,
}

impl Seen {
    /// Reads a type; `None` if its syntax says enough, or says too much.
    pub(crate) fn read(core: &TokenStream, ty: &Type, span: Span) -> Option<Self> {
        let core = &paths::at(core, span);
        let mut parts = Parts {
            core,
            span,
            names: Vec::new(),
            holds_floats: false,
        };
        let asked = parts.asked(ty)?;
        let is_name = matches!(ty, Type::Path(path) if is_name(path));
        (!parts.names.is_empty()).then(|| Seen {
            written: ty.clone(),
            names: parts.names,
            parts: (!is_name).then_some(asked),
            holds_floats: parts.holds_floats,
            core: core.clone(),
            span,
        })
    }

    /// The type of a field or of a result. An option of what has no shadow has none, as what makes such options makes none
    /// for them.
    pub(crate) fn as_a_whole(core: &TokenStream, ty: &Type, span: Span) -> Option<Self> {
        let mut seen = Seen::read(core, ty, span)?;
        let is_option = matches!(ty, Type::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == "Option"));
        if is_option && item(ty) == seen.names.first() {
            seen.parts = None;
        }
        Some(seen)
    }

    /// The names in it.
    pub(crate) fn names(&self) -> &[Type] {
        &self.names
    }

    /// What the companions write.
    pub(crate) fn ty(&self) -> Type {
        seen_as(&self.asked(), self.span, &self.core)
    }

    /// The same for a field, of which the reverse sweep may ask for parts.
    pub(crate) fn field(&self) -> Type {
        seen_as(&self.asked_of_field(), self.span, &self.core)
    }

    /// What they write for the type of the items of a list.
    pub(crate) fn item(&self) -> Option<Type> {
        let item = Seen::read(&self.core, item(&self.written)?, self.span)?;
        Some(item.ty())
    }

    /// The tangent of an array, where rustc has to know that of one item before it can ask for more.
    pub(crate) fn array(&self) -> Option<TokenStream> {
        let (Type::Array(array), Some(item)) = (&self.written, self.item()) else {
            return None;
        };
        let (core, len) = (&self.core, &array.len);
        Some(quote_spanned!(self.span=> [<#item as #core::Differentiable>::Tangent; #len]))
    }

    /// The cotangent of a result that was made of whole numbers, as the shadow of a field.
    pub(crate) fn cotangent_of_made(&self, ct: &impl ToTokens) -> Option<TokenStream> {
        let (core, asked) = (&self.core, self.asked());
        self.is_single().then(|| {
            quote_spanned!(self.span=> let #ct = <#asked as #core::CotangentOfMade>::shadow(#ct);)
        })
    }

    /// The value as that.
    pub(crate) fn value(&self, value: &impl ToTokens) -> TokenStream {
        self.value_as(&self.asked(), value)
    }

    fn value_as(&self, asked: &Type, value: &impl ToTokens) -> TokenStream {
        let core = &self.core;
        quote_spanned! {self.span=>
            ::core::borrow::Borrow::borrow(&<#asked as #core::SeenAs>::seen(#value))
        }
    }

    /// A field's value as that.
    pub(super) fn field_value(&self, value: &impl ToTokens) -> TokenStream {
        self.value_as(&self.asked_of_field(), value)
    }

    /// Whether there is anything in the type that has a shadow: a constant that rustc knows.
    pub(crate) fn question(&self) -> TokenStream {
        match self.holds_floats {
            true => quote!(true),
            false => self.answers("HAS_SHADOW", quote!(|)),
        }
    }

    /// Compiles only if the names are differentiable, or need not be: no float finds room in them.
    pub(crate) fn assertion(&self) -> TokenStream {
        self.asserted(|name, span| answer(name, "NEEDS_SHADOW", span, &self.core))
    }

    /// The same of what is asked for floats where it is read: it may have the `Eq` that no float has.
    pub(crate) fn assertion_by_eq(&self) -> TokenStream {
        if !self.is_single() {
            return self.assertion();
        }
        self.asserted_by_eq(&quote!(false))
    }

    /// The same of a field, and of all names in it where none of them has a shadow.
    pub(super) fn assertion_of_field(&self) -> TokenStream {
        match (self.is_single(), self.holds_floats) {
            (true, _) => self.asserted_by_eq(&quote!(false)),
            (false, true) => self.assertion(),
            (false, false) => self.asserted_by_eq(&self.answers("HAS_SHADOW", quote!(|))),
        }
    }

    /// Whether it is asked as one name.
    fn is_single(&self) -> bool {
        self.parts.is_none()
    }

    fn asserted_by_eq(&self, strictly: &TokenStream) -> TokenStream {
        self.asserted(|name, span| {
            let (core, needs) = (&self.core, answer(name, "NEEDS_SHADOW", span, &self.core));
            quote_spanned! {span=> {
                #[allow(unused_imports)]
                use #core::AskedForEq as _;
                let needs = #needs;
                needs && (#strictly || #core::AskedForFloats::<#name>::MAY_HOLD_FLOATS)
            }}
        })
    }

    fn asserted(&self, needs: impl Fn(&Type, Span) -> TokenStream) -> TokenStream {
        let core = &self.core;
        let each = self.names.iter().map(|name| {
            let span = match self.names.len() {
                1 => self.span,
                _ => Span::mixed_site().located_at(name.span()),
            };
            let needs = needs(name, span);
            let asked = parse_quote_spanned!(span=> #core::Seen<#name, #needs>);
            let asserted = seen_as(&asked, span, core);
            quote_spanned!(span=> let _ = <#asserted as #core::Differentiable>::zero_tangent;)
        });
        each.collect()
    }

    fn asked(&self) -> Type {
        let (core, written, span) = (&self.core, &self.written, self.span);
        match &self.parts {
            None => asked("Seen", written, &self.names[0], "HAS_SHADOW", span, core),
            Some(parts) => {
                let all = self.answers("HAS_SHADOW", quote!(&));
                parse_quote_spanned!(span=> #core::SeenIn<#written, #parts, #all>)
            }
        }
    }

    fn asked_of_field(&self) -> Type {
        let (core, written, span) = (&self.core, &self.written, self.span);
        match &self.parts {
            None => {
                let [has_shadow, has_room] = ["HAS_SHADOW", "NEEDS_SHADOW"]
                    .map(|question| answer(&self.names[0], question, span, core));
                parse_quote_spanned!(span=> #core::SeenField<#written, #has_shadow, #has_room>)
            }
            Some(parts) if !self.holds_floats => {
                let all = self.answers("HAS_SHADOW", quote!(&));
                let [any, has_room] = ["HAS_SHADOW", "NEEDS_SHADOW"]
                    .map(|question| self.answers(question, quote!(|)));
                parse_quote_spanned! {span=>
                    #core::SeenIn<#written, #core::FieldByParts<#parts, { let any = #any; !any & #has_room }>, #all>
                }
            }
            Some(_) => self.asked(),
        }
    }

    /// Whether the answer is yes for each of the names, or for one of them.
    fn answers(&self, question: &str, operator: TokenStream) -> TokenStream {
        let answers = self
            .names
            .iter()
            .map(|name| answer(name, question, self.span, &self.core));
        let answers: Vec<TokenStream> = answers.collect();
        match answers.as_slice() {
            [one] => one.clone(),
            [first, others @ ..] => {
                quote_spanned!(self.span=> { let first = #first; first #(#operator #others)* })
            }
            [] => quote!(true),
        }
    }
}

/// Reads what is in a type.
struct Parts<'a> {
    core: &'a TokenStream,
    span: Span,
    names: Vec<Type>,
    holds_floats: bool,
}

impl Parts<'_> {
    /// The type with what is asked of each of its parts. What borrows is not taken apart.
    fn asked(&mut self, ty: &Type) -> Option<Type> {
        let (core, span) = (self.core, self.span);
        if borrows(ty) {
            return None;
        }
        if plain::tangent(core, ty, span).is_some() {
            self.holds_floats |= !activity::is_inert(ty);
            return Some(parse_quote_spanned!(span=> #core::Seen<#ty, true>));
        }
        match ty {
            Type::Tuple(tuple) => {
                let parts: Vec<Type> =
                    (tuple.elems.iter().map(|ty| self.asked(ty))).collect::<Option<_>>()?;
                Some(parse_quote_spanned!(span=> (#(#parts,)*)))
            }
            Type::Array(array) => {
                let (item, len) = (self.asked(&array.elem)?, &array.len);
                Some(parse_quote_spanned!(span=> [#item; #len]))
            }
            Type::Slice(slice) => {
                let item = self.asked(&slice.elem)?;
                Some(parse_quote_spanned!(span=> [#item]))
            }
            Type::Path(path) if is_name(path) => {
                if !self.names.contains(ty) {
                    self.names.push(ty.clone());
                }
                Some(asked("Seen", ty, ty, "HAS_SHADOW", span, core))
            }
            Type::Path(_) => self.asked_holder(ty),
            _ => None,
        }
    }

    fn asked_holder(&mut self, ty: &Type) -> Option<Type> {
        let mut holder = ty.clone();
        let Type::Path(path) = &mut holder else {
            return None;
        };
        let last = path.path.segments.last_mut()?;
        let PathArguments::AngleBracketed(given) = &mut last.arguments else {
            return None;
        };
        match (last.ident.to_string().as_str(), given.args.len()) {
            ("Vec" | "VecDeque" | "Option", 1) | ("Result", 2) => {}
            _ => return None,
        }
        let Some(GenericArgument::Type(item)) = given.args.first_mut() else {
            return None;
        };
        *item = self.asked(item)?;
        Some(holder)
    }
}

fn borrows(ty: &Type) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_type_reference(&mut self, _: &syn::TypeReference) {
            self.0 = true;
        }
        fn visit_lifetime(&mut self, _: &syn::Lifetime) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

/// Whether a type is a path without arguments.
fn is_name(path: &TypePath) -> bool {
    path.qself.is_none() && path.path.segments.iter().all(|s| s.arguments.is_none())
}

/// The type that a type holds several of.
fn item(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Array(array) => Some(&*array.elem),
        Type::Slice(slice) => Some(&*slice.elem),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let PathArguments::AngleBracketed(given) = &last.arguments else {
                return None;
            };
            match given.args.first()? {
                GenericArgument::Type(item) if given.args.len() == 1 => Some(item),
                _ => None,
            }
        }
        _ => None,
    }
}
