//! Boxes of objects in the place of objects, where functions of `&dyn Shape` are lent these.
//!
//! Receives an annotated trait that has objects; promises that a box of one has the trait and its rules. A trait
//! whose objects have no rule of some method leaves its objects to be called alone.
//!
//! ```text
//! trait Shape {                          impl<P: Pointer<Target: Upcasts<dyn Shape>>> Shape for Pointed<dyn Shape, P> {
//!     fn area(&self, k: f64) -> f64;         fn area(&self, given0: f64) -> f64 { <dyn Shape>::area(self.object(), given0) }
//! }                                          fn derivative_rule_of_area(…) { … rule_of_pointed::<0x52…>(self, keep, arguments) … }
//!                                        }
//!                                        impl<P: Pointer<Target = dyn Shape>> LentBehind<P> for dyn Shape { type Lent = Pointed<dyn Shape, P>; … }
//! ```

use super::{Form, object_types, objects, with_form};
use crate::attr::Options;
use crate::desugar::methods::{Around, of_trait as as_implemented};
use crate::desugar::own::Own;
use crate::emit::{self, MemberKind, names};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{FnArg, TraitItem, parse_quote};

/// What an annotated trait has beside it.
pub(super) fn of_trait(
    options: &Options,
    item: &syn::ItemTrait,
    core: &TokenStream,
) -> TokenStream {
    if !objects::has_objects(item) {
        return TokenStream::new();
    }
    let name = &item.ident;
    let (object, pointer) = (names::plain("Object"), names::plain("P"));
    // What the trait asks for of objects, it asks of what stands in their place.
    let asked = item.supertraits.iter().filter(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|s| s.ident == "Send" || s.ident == "Sync")
        }
        _ => false,
    });
    let asked = quote!(#(+ #asked)*);
    let generics: syn::Generics = parse_quote!(<#pointer: #core::Pointer<Target: #core::Upcasts<#object>> + #core::Differentiable #asked>);
    let self_ty: syn::Type = parse_quote!(#core::Pointed<#object, #pointer>);
    let around = Around {
        generics: &generics,
        self_ty: Some(&self_ty),
        own: Own::NOTHING,
        mistakes: None,
    };
    let methods = item.items.iter().filter_map(|member| match member {
        TraitItem::Fn(method) => Some(method),
        _ => None,
    });
    let items = methods.map(|method| of_method(options, &around, name, method, core));
    let Some(items) = items.collect::<Option<TokenStream>>() else {
        return TokenStream::new();
    };
    let lenient = emit::lenient();
    let cfgs = item.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    let marked = object_types::MARKS.iter().map(|marks| marks());
    let lent = std::iter::once(TokenStream::new()).chain(marked).map(|marks| {
        let kind = quote!(dyn #name #marks);
        quote! {
            impl<#pointer: #core::Pointer<Target = #kind> #asked> #core::LentBehind<#pointer> for #kind {
                type Lent = #self_ty;
                fn lent(__pointer: &#pointer) -> &#self_ty { #core::Pointed::of(__pointer) }
                fn lent_unique(__pointer: &mut #pointer) -> &mut #self_ty
                where
                    #pointer: ::core::ops::DerefMut,
                {
                    #core::Pointed::of_unique(__pointer)
                }
            }
        }
    });
    quote! {
        #(#cfgs)*
        #lenient
        const _: () = {
            // By a name, as a trait object is refused where it is seen.
            type #object = dyn #name;
            impl #generics #name for #self_ty { #items }
            #(#lent)*
        };
    }
}

/// A method and its rule; nothing where the box cannot have it.
fn of_method(
    options: &Options,
    around: &Around,
    owner: &Ident,
    declared: &syn::TraitItemFn,
    core: &TokenStream,
) -> Option<TokenStream> {
    if objects::asks_for_size(&declared.sig) {
        // The trait's own does for what is never called.
        return declared.default.as_ref().map(|_| TokenStream::new());
    }
    let method = forwarded(owner, declared, core)?;
    let found = objects::rule_of_pointed(&declared.sig, core);
    let mut ruled = as_implemented(&syn::TraitItemFn {
        default: None,
        ..declared.clone()
    });
    let form = Form {
        kind: MemberKind::Implemented,
        gives_itself: false,
        changing: &[],
    };
    let (rule, _) = with_form(options, around, &mut ruled, form, |e, signature| {
        emit::of_object(e, signature, found.as_ref())
    });
    let has_rule = found.is_some() || rule.is_empty() || objects::gives_nothing(&declared.sig);
    has_rule.then(|| quote!(#method #rule))
}

/// The method, of what the box holds.
fn forwarded(
    owner: &Ident,
    declared: &syn::TraitItemFn,
    core: &TokenStream,
) -> Option<TokenStream> {
    let (mut sig, name) = (declared.sig.clone(), &declared.sig.ident);
    let receiver = sig.receiver().filter(|r| r.colon_token.is_none())?;
    let object = match receiver.mutability {
        Some(_) => quote!(#core::Pointed::object_mut(self)),
        None => quote!(#core::Pointed::object(self)),
    };
    let mut given = Vec::new();
    for (i, input) in sig.inputs.iter_mut().skip(1).enumerate() {
        if let FnArg::Typed(typed) = input {
            let name = names::numbered("given", i);
            typed.attrs.clear();
            *typed.pat = parse_quote!(#name);
            given.push(name);
        }
    }
    let cfgs = declared.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    Some(quote!(#(#cfgs)* #sig { <dyn #owner as #owner>::#name(#object, #(#given),*) }))
}
