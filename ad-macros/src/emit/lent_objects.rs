//! Objects that are lent: `loss(&*model, xs)` of a `Box<dyn Model>`.
//!
//! Receives arguments that are what something points to, of a type that is not seen; promises a reference to that, or
//! where it turns out to be an object, which has no rules and no size, to its box in the object's place. The run time's
//! `Lending` finds out by types; that the box has the trait and its rules, the trait's annotation says.
//!
//! ```text
//! loss(&*model, xs)              loss::rrule(keep, (Lending::of(&model).__behind(), xs))
//! loss(model.as_ref(), xs)       loss::rrule(keep, (Lending::of(model.__looked_as_ref()).__behind(), xs))
//! ```
//!
//! The same goes for `as_ref` of an option, which gives an option of a reference.

use super::rule::{Header, header};
use super::signature::Signature;
use super::{Emitter, names, paths};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

impl Emitter<'_> {
    /// An argument of a call's rule, in the forward sweep or again. Method resolution looks behind receivers.
    pub(super) fn rule_argument(&self, call: &Call, index: usize, again: bool) -> TokenStream {
        let arg = &call.args[index];
        match (&call.callee, arg) {
            (Callee::Method(_), _) if index == 0 => self.argument(arg),
            (_, Arg::Ref { place, mutable }) => match self.pointer(place) {
                Some((pointer, None)) => {
                    let core = &self.core;
                    if again && !mutable && pointer.path.is_empty() {
                        let (name, plain) = (self.name(pointer.root), self.argument(arg));
                        return quote!(#core::Relending(#name.__opened(), #plain).__behind());
                    }
                    let pointer = self.borrow(&pointer, *mutable);
                    quote!(#core::Lending::of(#pointer).__behind())
                }
                Some((pointer, Some(method))) => {
                    let core = paths::at(&self.core, method.span());
                    let (pointer, looked) = (self.place(&pointer), names::looked_by(method));
                    let behind = quote_spanned!(method.span()=> #core::Lending::of(#pointer.#looked()).__behind());
                    // Of an option of a reference nothing is given again to a callee that takes any type there.
                    match again && !mutable && matches!(call.callee, Callee::Method(_)) {
                        true => quote!(#core::passed(#behind)),
                        false => behind,
                    }
                }
                None => self.argument(arg),
            },
            (_, Arg::Value(_)) => self.argument(arg),
        }
    }

    /// The shadow of what is lent to be read by `pointer.as_ref()`.
    pub(super) fn shadow_behind(&self, place: &Place) -> Option<TokenStream> {
        let (pointer, method) = self.pointer(place)?;
        let shadow = method.map(|_| self.shadow_place(&pointer))?;
        Some(quote!((*#shadow.__shadow_behind())))
    }

    /// The call `pointer.as_ref()` as the user wrote it.
    pub(super) fn plainly_behind(&self, arg: &Arg) -> Option<TokenStream> {
        let Arg::Ref { place, .. } = arg else {
            return None;
        };
        let (pointer, method) = self.pointer(place)?;
        let pointer = self.place(&pointer);
        method.map(|method| quote!(#pointer.#method()))
    }

    /// What points to a place, where that may be a box, and the method that looks behind it.
    fn pointer<'p>(&self, place: &'p Place) -> Option<(Place, Option<&'p Ident>)> {
        let (last, before) = place.path.split_last()?;
        let pointer = Place {
            root: place.root,
            path: before.to_vec(),
        };
        match last {
            Step::Deref if matches!(place_ty(self.f, &pointer), Ty::Unknown) => {
                Some((pointer, None))
            }
            Step::Project { method, .. } if method == "as_ref" || method == "as_mut" => {
                Some((pointer, Some(method)))
            }
            _ => None,
        }
    }
}

/// The rule of a method of an object in whose place its box is: that of the object, which `found` names, or the method
/// itself where it has no derivative.
pub(crate) fn of_object(
    e: &Emitter,
    signature: &Signature,
    found: Option<&TokenStream>,
) -> TokenStream {
    let header = header(e, signature, Header::Bodiless);
    let core = &e.core;
    let agains: Vec<TokenStream> = e.f.params.iter().map(|p| e.again_type(p)).collect();
    let shadows: Vec<TokenStream> = e.f.params.iter().map(|p| e.shadow_type(p)).collect();
    let cotangent = signature.cotangent(e);
    let [keep, arguments, value, pullback] =
        ["keep", "arguments", "value", "pullback"].map(names::plain);
    let [ct, again, sinks] = ["ct", "again", "shadows"].map(names::plain);
    let (called, pulled) = match found {
        Some(found) => (
            quote!(#found(self, #core::Keep::wanted(#keep), #arguments)),
            quote!(#pullback(#ct, #again, #sinks)),
        ),
        None => {
            let name = &signature.item.sig.ident;
            let given: Vec<Ident> = (1..e.f.params.len())
                .map(|i| names::numbered("given", i))
                .collect();
            (
                quote!({ let (#(#given,)*) = #arguments; (Self::#name(self, #(#given),*), ()) }),
                quote!(let () = #pullback;),
            )
        }
    };
    quote! {
        #header {
            let (#value, #pullback) = #called;
            (#value, move |#ct: #cotangent, #again: (#(#agains,)*), #sinks: (#(#shadows,)*)| {
                #pulled
            })
        }
    }
}
