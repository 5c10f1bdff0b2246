//! Implementations of traits that may or may not be annotated, which a macro cannot see.
//!
//! Receives the implementation of a trait and the rules of its methods; promises the rules inside of it where its
//! trait asks for them. An annotated trait brings a macro of its own name that lets the rules through. Where there
//! is none, the macro of the same name further out is found: the rules stand beside the methods, as those of an
//! inherent `impl` do, for calls on values whose type is known.
//!
//! ```text
//! impl Model for Line {               const _: () = { use unannotated as __rules;
//!     fn at(&self, x: f64) -> f64 {   const _: () = { use Model as __rules;
//!         self.k * x                  const _: () = {
//!     }                                   impl Model for Line {
//! }                                           fn at(&self, x: f64) -> f64 { self.k * x }
//!                                             __rules! { { fn derivative_rule_of_at(…) … } {} }
//!                                         }
//!                                         __rules! { {} { #[rules_beside] impl Model for Line { … } } }
//!                                     }; }; };
//! ```

use crate::attr::Options;
use crate::diagnostics::catalog;
use crate::emit::{self, names};
use crate::ir::{Ty, ty};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};

/// The macro by which an annotated trait is known. A trait's name is free in the namespace of macros.
pub(super) fn mark(item: &syn::ItemTrait, has_objects: bool, core: &TokenStream) -> TokenStream {
    let (vis, name) = (&item.vis, &item.ident);
    let brought = match has_objects {
        true => quote!(__with_objects),
        false => quote!(__annotated),
    };
    let cfgs = item.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(unused_imports)]
        #vis use #core::#brought as #name;
    }
}

/// What the macro of the implemented trait is called in the implementation.
pub(super) fn choice() -> Ident {
    names::plain("rules")
}

/// The implementation with its rules, wherever these belong; `plain` is the user's own. What a block expands to
/// may define any macro there, so each import stands in a block that expands nothing.
pub(super) fn implementation(
    options: &Options,
    plain: &syn::ItemImpl,
    mut with_rules: syn::ItemImpl,
    rules: &TokenStream,
    errors: &TokenStream,
) -> TokenStream {
    let Some((_, path, _)) = &plain.trait_ else {
        return quote!(#with_rules #errors);
    };
    let core = emit::paths::runtime(options.facade.as_ref());
    let mut annotated = path.clone();
    for segment in &mut annotated.segments {
        segment.arguments = syn::PathArguments::None;
    }
    let choose = choice();
    let inside = quote!(#choose! { { #rules } {} });
    with_rules.items.push(syn::ImplItem::Verbatim(inside));
    let otherwise = otherwise(options, plain, &annotated, &core);
    let cfgs = plain.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    quote! {
        #(#cfgs)*
        const _: () = {
            #[allow(unused_imports)]
            use #core::__unannotated as #choose;
            const _: () = {
                #[allow(unused_imports)]
                use #annotated as #choose;
                const _: () = {
                    #with_rules
                    #choose! { { #errors } { #otherwise } }
                };
            };
        };
    }
}

/// What stands beside the implementation of a trait that is not annotated.
fn otherwise(
    options: &Options,
    item: &syn::ItemImpl,
    path: &syn::Path,
    core: &TokenStream,
) -> TokenStream {
    if !can_have_methods(item) {
        let name = path.to_token_stream().to_string().replace(' ', "");
        let message = catalog::unannotated(&name);
        return quote_spanned!(path.span()=> ::core::compile_error! { #message });
    }
    let facade = options.facade.as_ref().map(|path| quote!(crate = #path));
    quote!(#[#core::rules_beside(#facade)] #item)
}

/// Whether the type of an implementation may have methods of its own, as far as is seen.
fn can_have_methods(item: &syn::ItemImpl) -> bool {
    let syn::Type::Path(path) = &*item.self_ty else {
        return false;
    };
    let is_parameter = |p: &syn::TypeParam| path.path.is_ident(&p.ident);
    path.qself.is_none()
        && !item.generics.type_params().any(is_parameter)
        && matches!(ty::read(&item.self_ty, &|_| false), Ty::Unknown)
}

/// The implementation of a trait that has no rules, as one without a trait.
pub(super) fn without_trait(mut item: syn::ItemImpl) -> syn::ItemImpl {
    let types = item.items.iter().filter_map(|member| match member {
        syn::ImplItem::Type(t) => Some((t.ident.clone(), t.ty.clone())),
        _ => None,
    });
    let mut types = AssociatedTypes(types.collect());
    item.trait_ = None;
    item.items
        .retain(|member| matches!(member, syn::ImplItem::Fn(_)));
    for member in &mut item.items {
        types.visit_impl_item_mut(member);
        if let syn::ImplItem::Fn(method) = member {
            method.vis = syn::Visibility::Public(syn::token::Pub(Span::call_site()));
        }
    }
    item
}

/// `Self::Output` becomes what the implementation says it is.
struct AssociatedTypes(Vec<(syn::Ident, syn::Type)>);

impl VisitMut for AssociatedTypes {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let syn::Type::Path(path) = ty
            && path.qself.is_none()
            && let [owner, name] = &*path.path.segments.iter().collect::<Vec<_>>()
            && owner.ident == "Self"
            && let Some((_, given)) = self.0.iter().find(|(n, _)| *n == name.ident)
        {
            *ty = given.clone();
        }
        visit_mut::visit_type_mut(self, ty);
    }
}
