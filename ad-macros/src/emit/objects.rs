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

use super::{Emitter, names};
use crate::ir::{Local, Op, Operand, StmtKind, Ty};
use crate::tables::HashSet;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// Whether a local is `Box::new(x)`, and the type of `x` may have a trait. Where there are type parameters, what
    /// stands for them need not live for as long as an object, unless they are bound to.
    pub(super) fn may_become_object(&self, local: Local) -> bool {
        (!self.generic || self.lasting)
            && !self.borrows
            && self
                .answers
                .boxes
                .get_or_init(|| self.made_boxes())
                .contains(&local)
    }

    fn made_boxes(&self) -> HashSet<Local> {
        let mut boxes = HashSet::default();
        self.f.body.walk(&mut |stmt| {
            let StmtKind::Let { dst, op } = &stmt.kind else {
                return;
            };
            let made = match op {
                Op::Construct(made) => made.boxed(),
                Op::Use(Operand::Local(from)) if boxes.contains(from) => Some(*from),
                _ => None,
            };
            let unknown = |l: Local| matches!(self.f.ty(l), Ty::Unknown);
            if made.is_some_and(unknown) {
                boxes.insert(*dst);
            }
        });
        boxes
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
