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
//! net.push((w, Box::new(dense)));        net.push(match t4 { (held, also) => (held, also) });
//! ```

use super::{Emitter, names};
use crate::desugar::stored::is_object_of_any;
use crate::ir::{Callee, Construct, Local, Op, Operand, StmtKind, Ty};
use crate::tables::{HashMap, HashSet};
use proc_macro2::{Ident, TokenStream, TokenTree};
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
    /// `Box::new(x)` of such an `x`
    InertBox,
    /// `(w, Box::new(x))`, of so many parts
    InTuple(usize),
    /// The same where no part carries a derivative.
    InertTuple(usize),
}

impl Emitter<'_> {
    /// Whether a local is `Box::new(x)` or `Some(Box::new(x))`, and the type of `x` may have a trait. Where there are
    /// type parameters, what stands for them need not live for as long as an object, unless they are bound to.
    pub(super) fn may_become_object(&self, local: Local) -> bool {
        matches!(
            self.held_in_box(local),
            Some(Held::Bare | Held::InOption | Held::InTuple(_))
        )
    }

    /// Whether a local is a box, or holds one, that may become an object.
    pub(super) fn is_held_in_box(&self, local: Local) -> bool {
        self.held_in_box(local).is_some()
    }

    fn held_in_box(&self, local: Local) -> Option<Held> {
        let lasts = (!self.generic || self.lasting) && !self.borrows;
        let boxes = || self.answers.boxes.get_or_init(|| self.made_boxes());
        lasts.then(|| boxes().get(&local).copied()).flatten()
    }

    /// Whether a local is a list of objects of a trait that the call alone says which it is given to: what is asked of its
    /// type before that call must not be found by it.
    pub(super) fn lists_objects(&self, local: Local) -> bool {
        let lists = || {
            self.answers
                .object_lists
                .get_or_init(|| self.object_lists())
        };
        matches!(self.f.ty(local), Ty::Array(_) | Ty::Vec(_)) && lists().contains(&local)
    }

    fn object_lists(&self) -> HashSet<Local> {
        let (mut objects, mut lists) = (HashSet::default(), HashSet::default());
        self.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Call(call),
            } if matches!(&call.callee, Callee::Associated(path) if is_object_of_any(path)) => {
                objects.insert(*dst);
            }
            StmtKind::Let {
                dst,
                op: Op::Array(items) | Op::VecOf(items),
            } if items
                .iter()
                .any(|item| item.local().is_some_and(|l| objects.contains(&l))) =>
            {
                lists.insert(*dst);
            }
            _ => {}
        });
        lists
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
                Op::Tuple(parts) => {
                    let is_box =
                        |l: Local| matches!(boxes.get(&l), Some(Held::Bare | Held::InertBox));
                    let held = parts.iter().filter_map(Operand::local).any(is_box);
                    held.then_some(Held::InTuple(parts.len()))
                }
                Op::Raw(raw) => held_in_raw(&raw.tokens),
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
            Some(Held::InTuple(len) | Held::InertTuple(len)) => {
                let held: Vec<Ident> = (0..len).map(|i| names::numbered("held", i)).collect();
                quote!(match #bare { (#(#held,)*) => (#(#held,)*) })
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

/// How `Box::new(Relu)`, `Some(Box::new(Relu))` or `(1.0, Box::new(Relu))` holds a box.
fn held_in_raw(tokens: &TokenStream) -> Option<Held> {
    let first = |tokens: TokenStream| tokens.into_iter().take(2).collect::<Vec<_>>();
    match &first(tokens.clone())[..] {
        [TokenTree::Ident(name), ..] if is_pointer(name) => Some(Held::InertBox),
        [TokenTree::Ident(some), TokenTree::Group(held)] if some == "Some" => {
            let held = first(held.stream());
            matches!(held.first(), Some(TokenTree::Ident(name)) if is_pointer(name))
                .then_some(Held::Inert)
        }
        [TokenTree::Group(_)] => parts_with_box(tokens).map(Held::InertTuple),
        _ => None,
    }
}

fn is_pointer(name: &Ident) -> bool {
    ["Box", "Rc", "Arc"].iter().any(|pointer| name == pointer)
}

/// How many parts `(1.0, Box::new(Relu))` has, if one of them is a box.
fn parts_with_box(tokens: &TokenStream) -> Option<usize> {
    let parts: syn::ExprTuple = syn::parse2(tokens.clone()).ok()?;
    parts.elems.iter().any(is_box).then_some(parts.elems.len())
}

/// `Box::new(x)`
pub(crate) fn is_box(made: &syn::Expr) -> bool {
    matches!(made, syn::Expr::Call(call)
        if matches!(&*call.func, syn::Expr::Path(path) if Construct::is_box(&path.path)))
}
