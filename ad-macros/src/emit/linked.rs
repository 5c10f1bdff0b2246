//! Chains of methods of a variable, each of which may give back its receiver (`ad-core/src/emitted/linked.rs`).
//!
//! ```text
//! t1 = call .update(&mut kf, z)          let mark1 = kf.derivative_link_of_update();
//!                                        let (t1, pb1) = kf.derivative_rule_of_update(mark1.__ask(keep), (z,));
//!                                        let (mut t1, mut through1) = mark1.__split(t1);
//! t2 = call .error(&mut kf, &mut t1)     let (t2, pb2) = (*through1.__receiver(&mut t1)).derivative_rule_of_error(…);
//! ```

use super::signature::Signature;
use super::{Emitter, names};
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

impl Emitter<'_> {
    /// What tells, before a call, whether its method gives back its receiver.
    pub(super) fn link_mark(&self, call: &Call) -> Option<TokenStream> {
        let method = link_method(call)?;
        Some(marked(call, method, self.rule_receiver(call)))
    }

    /// A rule that is called in the reverse sweep, after what tells that.
    pub(super) fn marked_rule(&self, call: &Call, rule: TokenStream) -> TokenStream {
        let Some(method) = link_method(call) else {
            return rule;
        };
        let mark = marked(call, method, self.reopened_receiver(call));
        quote!({ #mark #rule })
    }

    /// What the rule of a call is asked.
    pub(super) fn asked_of_link(&self, call: &Call, keep: TokenStream) -> TokenStream {
        if link_method(call).is_none() {
            return keep;
        }
        let mark = mark(call);
        quote!(#mark.__ask(#keep))
    }

    /// What the call gave, as a link.
    pub(super) fn split_link(&self, dst: Local, call: &Call) -> Option<TokenStream> {
        link_method(call)?;
        let (name, mark, through) = (self.name(dst), mark(call), through(dst));
        Some(quote!(let (mut #name, mut #through) = #mark.__split(#name);))
    }

    /// What the method after a link is called on.
    pub(super) fn linked_receiver(&self, call: &Call) -> Option<TokenStream> {
        let link = call.links().last()?;
        let (name, through) = (self.name(link), through(link));
        Some(quote!((*#through.__receiver(&mut #name))))
    }

    /// The same in the reverse sweep, and what says which of its arguments it is.
    pub(super) fn linked_place(&self, call: &Call, place: &Place) -> TokenStream {
        let place = self.place(place);
        let links = call.links().map(|l| (l, self.name(l)));
        links.fold(quote!(#place), |receiver, (link, name)| {
            let kind = kind(link);
            quote!((*#kind.__through(&mut #receiver, &mut #name)))
        })
    }

    /// The shadow of that; of what has none, there is none.
    pub(super) fn linked_shadow(&self, call: &Call, place: &Place) -> TokenStream {
        let shadow = match self.residuals.storage_active(place.root) {
            true => self.lent_shadow_place(place),
            false => quote!(()),
        };
        call.links().fold(shadow, |receiver, link| {
            let kind = kind(link);
            let shadow = match self.residuals.storage_active(link) {
                true => {
                    let place = Place {
                        root: link,
                        path: Vec::new(),
                    };
                    self.lent_shadow_place(&place)
                }
                false => quote!(()),
            };
            quote!((*#kind.__through(&mut #receiver, &mut #shadow)))
        })
    }

    /// What tells of each link of a call what it stands for.
    pub(super) fn kinds_of_links(&self, call: &Call) -> TokenStream {
        let core = &self.core;
        let each = call.links().map(|link| {
            let (kind, name) = (kind(link), self.name(link));
            quote!(let #kind = #core::kind_of(&#name);)
        });
        each.collect()
    }
}

/// The method of a call whose value is a link.
fn link_method(call: &Call) -> Option<&Ident> {
    match &call.callee {
        Callee::Method(method) if call.chain.goes_on => Some(method),
        _ => None,
    }
}

fn marked(call: &Call, method: &Ident, receiver: TokenStream) -> TokenStream {
    let (link, mark) = (names::link(method), mark(call));
    quote_spanned!(link.span()=> let #mark = #receiver.#link();)
}

fn mark(call: &Call) -> Ident {
    names::numbered("mark", call.pullback.0)
}

fn through(link: Local) -> Ident {
    names::numbered("through", link.0)
}

fn kind(link: Local) -> Ident {
    names::numbered("kind", link.0)
}

/// What stands beside a method that gives back its receiver, for chains of which the value is used.
pub(super) fn beside(signature: &Signature, core: &TokenStream) -> TokenStream {
    let (vis, link) = (
        signature.visibility(),
        names::link(&signature.item.sig.ident),
    );
    quote! {
        #[doc(hidden)]
        #[inline(always)]
        #vis fn #link(&self) -> #core::GivesBack { #core::GivesBack }
    }
}

/// What is found of methods that give something else.
pub(super) fn fallback(methods: &[Ident], core: &TokenStream) -> Option<TokenStream> {
    let each = methods.iter().map(|method| {
        let link = names::link(method);
        quote! {
            #[inline(always)]
            fn #link(&self) -> #core::GivesOther { #core::GivesOther }
        }
    });
    let each: TokenStream = each.collect();
    let name = names::plain("Links");
    (!methods.is_empty()).then(|| {
        quote! {
            trait #name { #each }
            impl<T: ?::core::marker::Sized> #name for T {}
        }
    })
}
