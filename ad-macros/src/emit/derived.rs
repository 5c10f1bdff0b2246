//! Types of the user's, which may lack the derive.
//!
//! Receives a function; promises that the shadow of an argument whose type is but a name, and a value that is made in
//! the function, are there only where the type derives `Differentiable`, so that a type without it is one error, and not
//! one at every field or use.
//!
//! ```text
//! let d_point = <Point as Derived>::fields::<Point>(d_point);
//! let next = made({ Point { x: t1, y: t2 } }).0;
//! ```

use super::signature::{MemberKind, Signature};
use super::written::everlasting;
use super::{Emitter, paths, pointee};
use crate::analysis::flow::Built;
use crate::desugar::stored::objects::is_object;
use crate::ir::ty::{self, Ty};
use crate::ir::{Function, Local, Param, Passing};
use crate::segments;
use crate::tables::{HashMap, HashSet};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

impl Signature<'_> {
    /// The types in the signature that have to have the derive.
    pub(crate) fn derived(&self, f: &Function, core: &TokenStream) -> Derives {
        let arguments = self.derived_arguments(f);
        Derives {
            arguments,
            by_callers: self.asked_by_callers(core),
            answer: self.answer(core),
        }
    }

    /// The arguments whose types have to have the derive, and these types.
    fn derived_arguments(&self, f: &Function) -> HashMap<Local, Asked> {
        let kind = self.member().map(|m| m.kind);
        let inherent = kind == Some(MemberKind::Inherent) && self.has_receiver();
        let params = f.params.iter().enumerate();
        let asked = params.filter(|(_, p)| !p.constant && !p.unsure);
        let asked = asked.filter_map(|(i, param)| {
            let ty = pointee(&param.ty);
            let of_receiver = i == 0 && self.has_receiver();
            let asked = match of_receiver {
                true if is_plain(ty) && inherent => {
                    let itself = quote_spanned!(ty.span()=> Self);
                    Asked::itself(itself, ty.span())
                }
                false if self.names_type(ty) => self.asked_of(ty),
                _ => return None,
            };
            Some((param.local, asked))
        });
        asked.collect()
    }

    /// The types that callers of a path ask for: rustc asks of a method as it looks for it.
    fn asked_by_callers(&self, core: &TokenStream) -> Vec<(TokenStream, Span)> {
        if self.has_receiver() {
            return Vec::new();
        }
        let types = self.passed_types(core).filter(|ty| self.names_type(ty));
        let lasts = |ty: &TokenStream| {
            self.lasting(&syn::parse_quote!(#ty), core)
                .to_token_stream()
        };
        let mut found = HashSet::default();
        let mut asked = Vec::new();
        for Asked { types, .. } in types.map(|ty| self.asked_of(&everlasting(ty))) {
            let new = types
                .into_iter()
                .filter(|(ty, _)| found.insert(ty.to_string()));
            asked.extend(new.map(|(ty, span)| (lasts(&ty), span)));
        }
        asked
    }

    /// The type that says whether these are derived, of a function with a companion.
    pub(super) fn answer(&self, core: &TokenStream) -> Option<TokenStream> {
        let name = &self.companion;
        let names_any = |ty: &syn::Type| {
            let mut named = Vec::new();
            parts(ty, &mut named);
            !named.is_empty()
        };
        let mut types = self.passed_types(core).filter(|ty| self.names_type(ty));
        let has_one = self.member().is_none() && self.changing.is_empty() && types.any(names_any);
        has_one.then(|| quote!(<#name as #core::AsksForDerives>::Answer))
    }

    /// What rustc answers, once for all that is emitted for a function.
    pub(super) fn answers_of_derives(&self, core: &TokenStream) -> Option<TokenStream> {
        self.answer(core)?;
        let name = &self.companion;
        let each = self.asked_by_callers(core).into_iter().map(|(ty, span)| {
            let [core, ty] = [core, &ty].map(|tokens| paths::at(tokens, span));
            quote_spanned!(span=> <#ty as #core::Derived>::DERIVED)
        });
        Some(quote! {
            impl #core::AsksForDerives for #name {
                type Answer = #core::Answer<{ #(#each)&* }>;
            }
        })
    }

    /// The type of the result, if it has to have the derive.
    fn derived_result(&self, core: &TokenStream) -> Option<&syn::Type> {
        let is_sure = !self.gives_variants() && self.unsure_result(core).is_none();
        match &self.item.sig.output {
            syn::ReturnType::Type(_, ty) if is_sure && !self.gives_itself() => {
                self.names_type(ty).then_some(ty)
            }
            _ => None,
        }
    }

    /// A type that is named several times is asked at the first, so that it is one error.
    fn asked_of(&self, ty: &syn::Type) -> Asked {
        let (mut all, mut named) = (Vec::new(), Vec::new());
        for input in &self.item.sig.inputs {
            if let syn::FnArg::Typed(typed) = input {
                parts(&typed.ty, &mut all);
            }
        }
        parts(ty, &mut named);
        let first = |ty: &syn::Type| {
            all.iter()
                .find(|t| **t == ty)
                .map_or(ty.span(), |t| t.span())
        };
        Asked {
            of: ty.to_token_stream(),
            has_objects: named.iter().any(|ty| is_object(ty)),
            types: named
                .iter()
                .map(|ty| (ty.to_token_stream(), first(ty)))
                .collect(),
        }
    }

    /// Whether a type is made of names, and known whatever the type parameters stand for.
    pub(super) fn names_type(&self, ty: &syn::Type) -> bool {
        let generics = self.captures();
        let mut asked = Named {
            generics: &generics,
            known: true,
        };
        asked.visit_type(ty);
        let declared = self.member().map(|m| m.kind) == Some(MemberKind::Declared);
        asked.known && !declared && ty::read(ty, &|_| false).contains_unknown()
    }
}

/// The types in a signature that have to have the derive.
#[derive(Clone, Default)]
pub(crate) struct Derives {
    /// Those of arguments.
    arguments: HashMap<Local, Asked>,
    /// All of them, of functions that are called by their paths.
    by_callers: Vec<(TokenStream, Span)>,
    /// Whether all of these are derived.
    answer: Option<TokenStream>,
}

impl Derives {
    /// Where the type of these segments is named in the signature.
    pub(super) fn named(&self, segments: &[String]) -> Option<Span> {
        let of_arguments = self.arguments.values().flat_map(|asked| &asked.types);
        let of_arguments = of_arguments.map(|(ty, span)| (ty, span));
        let by_callers = self.by_callers.iter().map(|(ty, span)| (ty, span));
        let wanted = segments.join(" :: ");
        let mut all = of_arguments.chain(by_callers);
        all.find(|(ty, _)| ty.to_string() == wanted)
            .map(|(_, span)| *span)
    }
}

/// The types that have to have the derive for the shadow of one that is made of them.
#[derive(Clone)]
pub(crate) struct Asked {
    of: TokenStream,
    types: Vec<(TokenStream, Span)>,
    has_objects: bool,
}

impl Asked {
    fn itself(ty: TokenStream, span: Span) -> Self {
        Asked {
            of: ty.clone(),
            types: vec![(ty, span)],
            has_objects: false,
        }
    }

    /// Asks for nothing but the derive.
    fn check(&self, core: &TokenStream) -> TokenStream {
        let each = self.types.iter().map(|(ty, span)| {
            let [core, ty, of] = [core, ty, &self.of].map(|tokens| paths::at(tokens, *span));
            quote_spanned!(*span=> let _ = <#ty as #core::Derived>::fields::<#of>;)
        });
        each.collect()
    }

    /// Gives `shadow`, which `method` takes, to each of the types.
    fn write(&self, core: &TokenStream, shadow: &Ident, method: &str) -> TokenStream {
        let each = self.types.iter().map(|(ty, span)| {
            let [core, ty, of] = [core, ty, &self.of].map(|tokens| paths::at(tokens, *span));
            let method = Ident::new(method, *span);
            quote_spanned!(*span=> let #shadow = <#ty as #core::Derived>::#method::<#of>(#shadow);)
        });
        each.collect()
    }
}

/// The types of the user's that a type is made of: `Point` in `&[Option<Point>]`.
fn parts<'t>(ty: &'t syn::Type, found: &mut Vec<&'t syn::Type>) {
    match ty {
        syn::Type::Slice(t) => parts(&t.elem, found),
        syn::Type::Array(t) => parts(&t.elem, found),
        syn::Type::Reference(t) => parts(&t.elem, found),
        syn::Type::Group(t) => parts(&t.elem, found),
        syn::Type::Paren(t) => parts(&t.elem, found),
        syn::Type::Tuple(t) => t.elems.iter().for_each(|ty| parts(ty, found)),
        syn::Type::TraitObject(_) if is_object(ty) => found.push(ty),
        syn::Type::Path(path) => {
            let last = path.path.segments.last();
            let given = last.map(|last| (last.ident.to_string(), &last.arguments));
            match given {
                Some((name, syn::PathArguments::AngleBracketed(given)))
                    if HOLDERS.contains(&&*name) =>
                {
                    if let Some(syn::GenericArgument::Type(ty)) = given.args.first() {
                        parts(ty, found);
                    }
                }
                _ if matches!(ty::read(ty, &|_| false), Ty::Unknown) => found.push(ty),
                _ => {}
            }
        }
        _ => {}
    }
}

/// What holds values of its first type argument.
const HOLDERS: [&str; 7] = ["Vec", "VecDeque", "Option", "Result", "Box", "Rc", "Arc"];

/// Looks for what leaves a type open.
struct Named<'a> {
    generics: &'a [&'a Ident],
    known: bool,
}

impl Visit<'_> for Named<'_> {
    fn visit_type(&mut self, ty: &syn::Type) {
        use syn::Type::*;
        self.known &= match ty {
            Array(_) | Group(_) | Paren(_) | Path(_) | Reference(_) | Slice(_) | Tuple(_) => true,
            TraitObject(_) => is_object(ty),
            _ => false,
        };
        visit::visit_type(self, ty);
    }

    fn visit_type_path(&mut self, path: &syn::TypePath) {
        let first = &path.path.segments[0].ident;
        let of_self =
            first == "Self" && !(self.generics.is_empty() && path.path.segments.len() == 1);
        self.known &= path.qself.is_none() && !of_self && !self.generics.contains(&first);
        visit::visit_type_path(self, path);
    }
}

/// `Point`, `model::Point`
fn is_plain(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    path.qself.is_none() && path.path.segments.iter().all(|s| s.arguments.is_none())
}

impl Emitter<'_> {
    /// Asks for the derive of an argument's type, whose shadow is `d`.
    pub(super) fn asked_for_derive(&self, param: &Param, d: &Ident) -> Option<TokenStream> {
        let method = match param.passing {
            Passing::RefMut => "fields_mut",
            _ => "fields",
        };
        self.asked_for_fields(param, d, method)
    }

    /// The same by a method of the run time's.
    pub(super) fn asked_for_fields(
        &self,
        param: &Param,
        d: &Ident,
        method: &str,
    ) -> Option<TokenStream> {
        let asked = self.derived.arguments.get(&param.local)?;
        Some(asked.write(&self.core, d, method))
    }

    /// Arguments with objects in them, of which rustc knows no type where the trait is not annotated: it would not find their
    /// methods' rules either.
    pub(super) fn objects_asked(&self) -> TokenStream {
        let Some(answer) = &self.derived.answer else {
            return TokenStream::new();
        };
        let (core, params) = (&self.core, self.f.params.iter());
        let with_objects = params.filter(|p| {
            let asked = self.derived.arguments.get(&p.local);
            p.passing != Passing::Value && asked.is_some_and(|asked| asked.has_objects)
        });
        let given = with_objects.map(|p| {
            let name = self.name(p.local);
            quote!(let #name = #core::made_by::<#answer, _>(#name).0;)
        });
        given.collect()
    }

    /// The same for arguments that have no shadow, as nothing comes back to them.
    pub(super) fn unread_asked_for_derive(&self) -> TokenStream {
        let params = self.f.params.iter();
        let unread = params.filter(|p| !self.a.activity.is_active(p.local));
        let asked = unread.filter_map(|p| self.derived.arguments.get(&p.local));
        asked.map(|asked| asked.check(&self.core)).collect()
    }

    /// The same for the type of the result, whose cotangent is `ct`.
    pub(super) fn result_asked_for_derive(
        &self,
        signature: &Signature,
        ct: &Ident,
    ) -> Option<TokenStream> {
        let ty = everlasting(signature.derived_result(&self.core)?);
        Some(signature.asked_of(&ty).write(&self.core, ct, "fields_of"))
    }

    /// A value of a type of the user's, made of what carries derivatives, that is asked for the derive where the type is
    /// named first.
    pub(super) fn made(&self, local: Local, value: &impl ToTokens) -> Option<TokenStream> {
        let Built { names, span } = self.a.flow.built.get(&local)?;
        if !self.a.activity.is_active(local) {
            return None;
        }
        let named = self.derived.named(names);
        if let (Some(answer), Some(_)) = (&self.derived.answer, named) {
            let core = &self.core;
            return Some(quote!(#core::made_by::<#answer, _>(#value).0));
        }
        let span = named.unwrap_or(*span);
        let core = paths::at(&self.core, span);
        if self.is_plain_made(local) {
            return Some(quote_spanned!(span=> (&&&#core::MadePlain::of({ #value })).__made().0));
        }
        // In a block, rustc reports the whole and not what it is made of.
        Some(quote_spanned!(span=> #core::made({ #value }).0))
    }

    /// The type that is written for a variable which such values are put into, asked for the derive as they are: rustc
    /// has no type for the variable, either.
    pub(super) fn stated_for_made(&self, local: Local, ty: &syn::Type) -> Option<TokenStream> {
        let Built { names, span } = self.a.flow.built.get(&local)?;
        let mut named = Vec::new();
        parts(ty, &mut named);
        let is_made = |part: &&&syn::Type| match part {
            syn::Type::Path(path) => segments::names(&path.path) == *names,
            _ => false,
        };
        let part = named.iter().find(is_made)?;
        let span = self.derived.named(names).unwrap_or(*span);
        let [core, part, ty] =
            [self.core.clone(), quote!(#part), quote!(#ty)].map(|tokens| paths::at(&tokens, span));
        let active = self.a.activity.is_active(local);
        active.then(|| quote_spanned!(span=> : #core::GivenFor<#part, #ty>))
    }

    /// What a rule gives, the value and the pullback, asked of the types in the signature, so that where one lacks the
    /// derive, rustc does not complain of each use that callers make of it.
    pub(super) fn given_for_derived(
        &self,
        value: TokenStream,
        pullback: TokenStream,
    ) -> TokenStream {
        if let Some(answer) = &self.derived.answer {
            let core = &self.core;
            return quote!(#core::GivenBy<#answer, #value, #pullback>);
        }
        let types = self.derived.by_callers.iter();
        types.fold(quote!((#value, #pullback)), |given, (ty, span)| {
            let [core, ty] = [&self.core, ty].map(|tokens| paths::at(tokens, *span));
            quote_spanned!(*span=> #core::GivenFor<#ty, #given>)
        })
    }

    /// A type of the signature, as what is given to callers names it: they are not told again that it lacks the derive.
    pub(super) fn derived_by_answer(&self, ty: syn::Type) -> syn::Type {
        let (core, answer) = (&self.core, &self.derived.answer);
        // What is written in another's place, `Seen<…>`, may be a list without a size.
        let is_written = match &ty {
            syn::Type::Path(path) => {
                path.qself.is_some() || path.path.segments.iter().any(|s| s.ident == "__private")
            }
            _ => false,
        };
        let of_users = !is_written && ty::read(&ty, &|_| false).contains_unknown();
        match (ty, answer) {
            (syn::Type::Slice(mut slice), Some(_)) => {
                *slice.elem = self.derived_by_answer(*slice.elem);
                slice.into()
            }
            (syn::Type::Array(mut array), Some(_)) => {
                *array.elem = self.derived_by_answer(*array.elem);
                array.into()
            }
            (ty, Some(answer)) if of_users => syn::parse_quote!(#core::GivenIf<#answer, #ty>),
            (ty, _) => ty,
        }
    }

    /// The same for what a rule is given. A lifetime would not be seen to be that of an argument.
    pub(super) fn parameter_by_answer(&self, param: &Param) -> syn::Type {
        let mut ty = param.ty.clone();
        let of = match &mut ty {
            syn::Type::Reference(reference) => &mut *reference.elem,
            other => other,
        };
        if self.derived.arguments.contains_key(&param.local) && *of == everlasting(of) {
            *of = self.derived_by_answer(of.clone());
        }
        ty
    }

    /// A rule's body, at which rustc reports what is wrong with the type that the rule gives.
    pub(super) fn body_for_derived(&self, body: TokenStream) -> Group {
        let mut group = Group::new(Delimiter::Brace, body);
        group.set_span(self.span_for_derived());
        group
    }

    /// A call of a function's own rule by what is emitted beside it, of which rustc has no more to report.
    pub(super) fn own_call(&self, rule: TokenStream, arguments: TokenStream) -> TokenStream {
        let span = self.span_for_derived();
        let mut called = paths::at(&quote!(Self::#rule), span);
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(span);
        arguments.to_tokens(&mut called);
        called
    }

    fn span_for_derived(&self) -> Span {
        let last = self.derived.by_callers.last();
        last.map_or_else(Span::mixed_site, |(.., span)| *span)
    }
}
