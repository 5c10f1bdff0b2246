//! Objects of traits with supertraits: `Box<dyn Prior>`, where `trait Prior: Density`.
//!
//! Receives a trait; promises that what belongs to its objects is compiled where its supertraits have objects, which a
//! macro cannot see, and that its objects find the rules of their methods. An annotated trait that has objects says so
//! by the macro that it brings along.
//!
//! ```text
//! trait Prior: Density { … }       const _: () = { use unannotated as supertrait0;
//!                                  const _: () = { use Density as supertrait0;
//!                                  const _: () = {
//!                                      supertrait0! { objects { impl Differentiable for dyn Prior { … }
//!                                                               impl Inherits<0> for dyn Prior { type Super = dyn Density; … } } {} }
//!                                  }; }; };
//! ```

use crate::emit::{lenient, names};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Path, TypeParamBound};

/// How many the run time tells apart.
const MOST: usize = 4;

/// What a trait asks for beside its methods, as far as objects are concerned.
pub(super) struct Supertraits<'t> {
    /// Those that may have methods with rules.
    paths: Vec<&'t Path>,
}

impl<'t> Supertraits<'t> {
    /// Those of a trait; nothing where one of them keeps it from having objects.
    pub(super) fn of(item: &'t syn::ItemTrait) -> Option<Self> {
        let mut paths = Vec::new();
        for bound in &item.supertraits {
            match bound {
                TypeParamBound::Lifetime(_) => {}
                TypeParamBound::Trait(bound) => match kind(&bound.path) {
                    Kind::Harmless => {}
                    Kind::Unknown => paths.push(&bound.path),
                    Kind::WithoutObjects => return None,
                },
                _ => return None,
            }
        }
        (paths.len() <= MOST).then_some(Supertraits { paths })
    }

    /// Whether there are none that decide.
    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Items where all supertraits have objects.
    pub(super) fn items(&self, items: TokenStream, core: &TokenStream) -> TokenStream {
        let block = |inside: TokenStream| quote!(const _: () = { #inside };);
        self.chosen(items, TokenStream::new(), core, block)
    }

    /// A value where all supertraits have objects, and another one elsewhere.
    pub(super) fn value(
        &self,
        value: TokenStream,
        otherwise: TokenStream,
        core: &TokenStream,
    ) -> TokenStream {
        self.chosen(value, otherwise, core, |inside| quote!({ #inside }))
    }

    /// What a block expands to may define any macro there, so each import stands in a block that expands nothing.
    fn chosen(
        &self,
        tokens: TokenStream,
        otherwise: TokenStream,
        core: &TokenStream,
        block: impl Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        if self.is_empty() {
            return tokens;
        }
        let choices = self.choices();
        let choose = |tokens: TokenStream, choice: &Ident| {
            let otherwise = &otherwise;
            quote!(#choice! { objects { #tokens } { #otherwise } })
        };
        let chosen = choices.iter().fold(tokens, choose);
        let imports = self.paths.iter().zip(&choices).map(|(path, choice)| {
            quote! {
                #[allow(unused_imports)]
                use #path as #choice;
            }
        });
        let otherwise = choices.iter().map(|choice| {
            quote! {
                #[allow(unused_imports)]
                use #core::__unannotated as #choice;
            }
        });
        let (imports, otherwise): (TokenStream, TokenStream) =
            (imports.collect(), otherwise.collect());
        let (innermost, inner) = (block(chosen), imports);
        let inner = block(quote!(#inner #innermost));
        block(quote!(#otherwise #inner))
    }

    fn choices(&self) -> Vec<Ident> {
        (0..self.paths.len())
            .map(|i| names::numbered("supertrait", i))
            .collect()
    }

    /// How an object of the trait is one of its supertraits.
    pub(super) fn inherited(&self, name: &Ident, core: &TokenStream) -> TokenStream {
        let lenient = lenient();
        let each = self.paths.iter().enumerate().map(|(i, path)| {
            quote! {
                #lenient
                impl #core::Inherits<#i> for dyn #name {
                    type Super = dyn #path;
                    fn inherited(&self) -> &(dyn #path + 'static) { self }
                    fn inherited_mut(&mut self) -> &mut (dyn #path + 'static) { self }
                }
            }
        });
        each.collect()
    }
}

enum Kind {
    /// One that objects have beside their own, and that declares no methods with rules.
    Harmless,
    /// One of the user's.
    Unknown,
    WithoutObjects,
}

fn kind(path: &Path) -> Kind {
    let Some(last) = path.segments.last() else {
        return Kind::WithoutObjects;
    };
    let is_one_of = |names: &[&str]| names.iter().any(|name| last.ident == name);
    let name = last.to_token_stream().to_string();
    if is_one_of(&["Debug", "Display", "Send", "Sync"]) {
        return Kind::Harmless;
    }
    let without = [
        "Clone",
        "Copy",
        "Default",
        "Differentiable",
        "Eq",
        "Hash",
        "Iterator",
        "Ord",
        "PartialEq",
        "PartialOrd",
        "Real",
        "Sized",
    ];
    // One with parameters is another trait for each of what is given for them.
    match is_one_of(&without) || name.contains('<') {
        true => Kind::WithoutObjects,
        false => Kind::Unknown,
    }
}
