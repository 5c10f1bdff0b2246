//! What rustc has to say of a function's body, said once.
//!
//! What is wrong with the body is wrong with its rule, of which rustc would say it again, in words about code that
//! nobody wrote. So the body stands in a constant as well. There rustc finds what it found in the function, at the same
//! places and in the same words, and says nothing twice. But the constant has no value then, and what the rule is given
//! has a type that follows from the value: of what has no type rustc says nothing.
//!
//! Receives the function as it is written out; promises nothing for one with type parameters, as types cannot follow
//! from constants that depend on them.
//!
//! ```text
//! fn f(x: f64) -> f64 { x.sine() }
//!
//! const __MISTAKES_in_f: usize = {
//!     let _: fn(f64) -> f64 = |x| { x.sine() };
//!     0
//! };
//! fn rrule(keep: K, (x,): (f64,)) -> … {
//!     let x = sound::<{ Self::__MISTAKES_in_f }, _>((x,)).0;
//!     …
//! ```

mod fit;

use super::{Emitter, names};
use crate::ir::{Call, Callee, Local, Passing, Ty};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

/// The constant of a function.
#[derive(Clone)]
pub(crate) struct Mistakes {
    name: Ident,
    counted: TokenStream,
}

impl Mistakes {
    /// Those of a function, or of a method of `owner`, which has no parameters.
    pub(crate) fn of(
        signature: &syn::Signature,
        block: &syn::Block,
        owner: Option<&syn::Type>,
    ) -> Option<Mistakes> {
        let fits = fit::as_type(signature, owner) && fit::as_body(signature, block);
        fits.then(|| Mistakes {
            name: names::plain(&format!("MISTAKES_in_{}", text_of(&signature.ident))),
            counted: counted(signature, block),
        })
    }

    /// The constant, to stand beside the rule.
    pub(super) fn constant(&self) -> TokenStream {
        let Mistakes { name, counted } = self;
        quote!(#[doc(hidden)] const #name: ::core::primitive::usize = { #counted 0 };)
    }

    /// Gives a variable a type that rustc knows if there are none.
    fn sound(&self, core: &TokenStream, variable: &Ident, kind: Kind) -> TokenStream {
        let sound = self.given(core, variable, kind);
        quote!(let #variable = #sound;)
    }

    /// A value of a type that rustc knows if there are none.
    fn given(&self, core: &TokenStream, value: &impl ToTokens, kind: Kind) -> TokenStream {
        let mistakes = &self.name;
        match kind {
            // A variable would get the type of what it is used for; a field of what has no type gets none.
            Kind::Value => quote!(#core::sound::<{ Self::#mistakes }, _>((#value,)).0),
            Kind::Reference => quote!(#core::sound_ref::<{ Self::#mistakes }, _>(#value)),
            Kind::Unique => quote!(#core::sound_mut::<{ Self::#mistakes }, _>(#value)),
        }
    }
}

enum Kind {
    Value,
    Reference,
    Unique,
}

impl Emitter<'_> {
    /// Gives the arguments types that rustc knows if nothing is wrong with the function's body.
    pub(super) fn sound_arguments(&self) -> TokenStream {
        let objects = self.objects_asked();
        let Some(mistakes) = self.mistakes else {
            return objects;
        };
        let arguments = self.f.params.iter().filter_map(|p| {
            let kind = match p.passing {
                Passing::Ref => Kind::Reference,
                Passing::RefMut => Kind::Unique,
                // What may be large is not copied for this.
                Passing::Value => match self.f.ty(p.local) {
                    Ty::Float(_) | Ty::Int | Ty::Bool | Ty::Unknown => Kind::Value,
                    _ => return None,
                },
            };
            Some(mistakes.sound(&self.core, self.name(p.local), kind))
        });
        arguments.chain([objects]).collect()
    }

    /// The same for the reference to an argument's shadow.
    pub(super) fn sound_shadow(&self, shadow: &Ident, passing: Passing) -> Option<TokenStream> {
        let kind = match passing {
            Passing::RefMut => Kind::Unique,
            Passing::Ref | Passing::Value => Kind::Reference,
        };
        Some(self.mistakes?.sound(&self.core, shadow, kind))
    }

    /// The same for what a call of a function keeps, on which the type of its pullback depends: that of a method
    /// depends on its receiver.
    pub(super) fn sound_keep(&self, call: &Call, keep: TokenStream) -> TokenStream {
        match (self.mistakes, &call.callee) {
            (Some(mistakes), Callee::Path(_) | Callee::Associated(_)) => {
                mistakes.given(&self.core, &keep, Kind::Value)
            }
            _ => keep,
        }
    }

    /// The same for the zeros that a local's shadow begins with, as nobody has named its fields.
    pub(super) fn sound_zeros(&self, local: Local, zeros: TokenStream) -> TokenStream {
        match (self.mistakes, self.f.ty(local)) {
            (Some(mistakes), Ty::Unknown) => mistakes.given(&self.core, &zeros, Kind::Value),
            _ => zeros,
        }
    }
}

fn text_of(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

/// The body as that of a closure.
fn counted(signature: &syn::Signature, block: &syn::Block) -> TokenStream {
    let inputs = signature.inputs.iter().map(|input| match input {
        syn::FnArg::Typed(t) => (t.pat.to_token_stream(), t.ty.to_token_stream()),
        syn::FnArg::Receiver(r) => {
            let (own, this) = (
                r.reference.is_none().then_some(r.mutability),
                this(&r.self_token),
            );
            (quote!(#own #this), r.ty.to_token_stream())
        }
    });
    let (patterns, types): (Vec<_>, Vec<_>) = inputs.unzip();
    let output = &signature.output;
    let body = match signature.receiver() {
        Some(_) => renamed(block.to_token_stream()),
        None => block.to_token_stream(),
    };
    quote!(let _: fn(#(#types),*) #output = |#(#patterns),*| #output #body;)
}

/// The tokens with another name for the receiver.
fn renamed(tokens: TokenStream) -> TokenStream {
    let each = tokens.into_iter().map(|tree| match tree {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), renamed(group.stream()));
            inner.set_span(group.span());
            inner.into()
        }
        TokenTree::Ident(ident) if ident == "self" => this(&ident).into(),
        tree => tree,
    });
    each.collect()
}

/// The receiver by another name, at the same place: rustc's words are those about the receiver.
fn this(receiver: &impl Spanned) -> Ident {
    Ident::new("__this", receiver.span())
}
