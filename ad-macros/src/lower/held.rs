//! Variables that a loop borrows for as long as it runs.
//!
//! Receives the heads of `for` loops that nothing leaves early, and iterators that end in a total; promises of a method's receiver in the body whether it
//! or a part of it is borrowed by such a head: then the method cannot change it, or the program would not compile. Emitted code
//! lends it by a shared reference, so that rustc holds to that.
//!
//! ```text
//! for part in &model.parts { s += model.gain(part.x); }         `gain` takes `&self`
//! for other in bodies.iter() { s += bodies[i].pull(other); }    `pull` takes `&self`
//! ```

use super::Lowerer;
use crate::desugar::build;
use crate::ir::{Local, Place, Step};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

/// What is borrowed: a variable and the fields that lead there.
pub(super) struct Held {
    root: Local,
    fields: Vec<syn::Member>,
    /// Whether it is all that is there, and no part of an element.
    whole: bool,
}

impl Lowerer<'_> {
    /// What the head of a loop borrows while the loop runs.
    pub(super) fn held_by(&self, e: &syn::ExprForLoop) -> Vec<Held> {
        match leaves(e.body.to_token_stream()) {
            true => Vec::new(),
            false => self.held_in(&e.expr),
        }
    }

    /// What an iterator borrows for as long as it is.
    pub(super) fn held_in(&self, iterator: &Expr) -> Vec<Held> {
        let places = borrowed(iterator).into_iter();
        places.filter_map(|place| self.fields(place)).collect()
    }

    /// Whether what is at a place, or a part of it, is borrowed by a loop around.
    pub(super) fn is_held(&self, place: &Place) -> bool {
        let steps = place
            .path
            .iter()
            .filter(|step| !matches!(step, Step::Deref));
        let steps: Vec<&Step> = steps.collect();
        self.held.iter().any(|held| {
            let leads = |(step, field): (&&Step, &syn::Member)| matches!(step, Step::Field(f) if f == field);
            held.root == place.root
                && (held.whole || steps.len() <= held.fields.len())
                && steps.iter().zip(&held.fields).all(leads)
        })
    }

    /// The fields that lead to a place, or to what it is a part of.
    fn fields(&self, place: &Expr) -> Option<Held> {
        match build::peeled(place) {
            Expr::Field(f) => {
                let mut held = self.fields(&f.base)?;
                if held.whole {
                    held.fields.push(f.member.clone());
                }
                Some(held)
            }
            Expr::Index(i) => {
                let held = self.fields(&i.expr)?;
                Some(Held {
                    whole: false,
                    ..held
                })
            }
            Expr::Unary(u) => self.fields(&u.expr),
            name => Some(Held {
                root: self.lookup(&build::as_name(name)?.to_string())?,
                fields: Vec::new(),
                whole: true,
            }),
        }
    }
}

/// The places that an iterator borrows by shared references.
fn borrowed(head: &Expr) -> Vec<&Expr> {
    match build::peeled(head) {
        Expr::Reference(r) if r.mutability.is_none() => vec![&r.expr],
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "iter" | "windows" | "chunks" | "chunks_exact" | "rchunks" | "rchunks_exact" => {
                vec![&call.receiver]
            }
            "enumerate" | "zip" | "rev" | "skip" | "take" | "step_by" | "copied" | "cloned"
            | "map" => {
                let all = std::iter::once(&*call.receiver).chain(&call.args);
                all.flat_map(borrowed).collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether a loop with this body may be left before it has run through.
fn leaves(body: TokenStream) -> bool {
    body.into_iter().any(|tree| match tree {
        TokenTree::Ident(word) => word == "break" || word == "return",
        TokenTree::Punct(mark) => mark.as_char() == '?',
        TokenTree::Group(group) => leaves(group.stream()),
        TokenTree::Literal(_) => false,
    })
}
