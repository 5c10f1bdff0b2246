//! Boxes that may become objects of traits where they go: `Box::new(dense)` for a parameter or a field that is a
//! `Box<dyn Layer>`, which no syntax shows.
//!
//! Receives locals; promises that what comes to an object is added to the shadow of the box it was made of. The run
//! time's `MayBeObject` finds out by types whether there is one.
//!
//! ```text
//! net.push(Box::new(dense));      let object = MayBeObject::of(&d_box);
//!                                 pullback(ct, (net, again), (d_net, object.sink(|| zeros_of(shape_of_box))));
//!                                 object.give_back();
//! ```
//!
//! A box in an option is put into one of the type that is asked for, which is where rustc makes an object of it:
//!
//! ```text
//! net.head = Some(Box::new(dense));      net.head = match t4 { Some(held) => Some(held), None => None };
//! ```

use super::{Emitter, names};
use crate::ir::{Local, Op, Operand, StmtKind, Ty};
use crate::tables::HashMap;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

/// How a local holds what may become an object.
#[derive(Clone, Copy)]
pub(crate) enum Held {
    /// `Box::new(x)`
    Bare,
    /// `Some(Box::new(x))`
    InOption,
    /// The same of an `x` that carries no derivative.
    Inert,
}

impl Emitter<'_> {
    /// Whether a local is `Box::new(x)` or `Some(Box::new(x))`, and the type of `x` may have a trait. Where there are
    /// type parameters, what stands for them need not live for as long as an object, unless they are bound to.
    pub(super) fn may_become_object(&self, local: Local) -> bool {
        matches!(self.held_in_box(local), Some(Held::Bare | Held::InOption))
    }

    fn held_in_box(&self, local: Local) -> Option<Held> {
        let lasts = (!self.generic || self.lasting) && !self.borrows;
        let boxes = || self.answers.boxes.get_or_init(|| self.made_boxes());
        lasts.then(|| boxes().get(&local).copied()).flatten()
    }

    fn made_boxes(&self) -> HashMap<Local, Held> {
        let mut boxes = HashMap::default();
        self.f.body.walk(&mut |stmt| {
            let StmtKind::Let { dst, op } = &stmt.kind else {
                return;
            };
            let held = match op {
                Op::Construct(made) => match made.boxed() {
                    Some(value) => matches!(self.f.ty(value), Ty::Unknown).then_some(Held::Bare),
                    None => made
                        .held_in_some()
                        .filter(|l| boxes.contains_key(l))
                        .map(|_| Held::InOption),
                },
                Op::Use(Operand::Local(from)) => boxes.get(from).copied(),
                Op::Raw(raw) => is_box_in_some(&raw.tokens).then_some(Held::Inert),
                _ => None,
            };
            if let Some(held) = held {
                boxes.insert(*dst, held);
            }
        });
        boxes
    }

    /// A value where the type that is asked for may make an object of it.
    pub(super) fn given(&self, value: &Operand) -> TokenStream {
        let bare = self.bare(value);
        match value.local().and_then(|l| self.held_in_box(l)) {
            Some(Held::InOption | Held::Inert) => {
                let held = names::plain("held");
                quote! {
                    match #bare {
                        ::core::option::Option::Some(#held) => ::core::option::Option::Some(#held),
                        ::core::option::Option::None => ::core::option::Option::None,
                    }
                }
            }
            _ => bare,
        }
    }

    /// The shadow of a box that is passed on by value.
    pub(super) fn object_argument(
        &self,
        index: usize,
        root: Local,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) -> TokenStream {
        let (core, d, shape) = (&self.core, self.shadow(root), self.shape_name(root));
        let object = names::numbered("object", index);
        before.extend(quote!(let #object = #core::MayBeObject::of(&#d);));
        after.extend(quote!(#object.__give_back();));
        quote!(#object.__sink(|| #core::zeros_of(#shape)))
    }
}

/// `Some(Box::new(Relu))`
fn is_box_in_some(tokens: &TokenStream) -> bool {
    let names = |tokens: TokenStream| tokens.into_iter().take(2).collect::<Vec<_>>();
    match &names(tokens.clone())[..] {
        [TokenTree::Ident(some), TokenTree::Group(held)] if some == "Some" => {
            matches!(names(held.stream()).first(), Some(TokenTree::Ident(name))
                if ["Box", "Rc", "Arc"].iter().any(|pointer| name == pointer))
        }
        _ => false,
    }
}
