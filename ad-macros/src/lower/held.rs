//! Variables that a loop borrows for as long as it runs.
//!
//! Receives the heads of `for` loops that nothing leaves early; promises of a method's receiver in the body whether a
//! part of it is borrowed by such a head: then the method cannot change it, or the program would not compile. Emitted code
//! lends it by a shared reference, so that rustc holds to that.
//!
//! ```text
//! for part in &model.parts { s += model.gain(part.x); }         `gain` takes `&self`
//! ```

use super::Lowerer;
use crate::desugar::build;
use crate::ir::{Local, Place, Step};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

/// A variable and the fields that lead to what is borrowed.
pub(super) type Held = (Local, Vec<syn::Member>);

impl Lowerer<'_> {
    /// What the head of a loop borrows while the loop runs.
    pub(super) fn held_by(&self, e: &syn::ExprForLoop) -> Vec<Held> {
        match leaves(e.body.to_token_stream()) {
            true => Vec::new(),
            false => borrowed(&e.expr)
                .into_iter()
                .filter_map(|place| self.fields(place))
                .collect(),
        }
    }

    /// Whether a part of what is at a place is borrowed by a loop around.
    pub(super) fn is_held(&self, place: &Place) -> bool {
        let steps = place
            .path
            .iter()
            .filter(|step| !matches!(step, Step::Deref));
        let steps: Vec<&Step> = steps.collect();
        self.held.iter().any(|(root, fields)| {
            let leads = |(step, field): (&&Step, &syn::Member)| matches!(step, Step::Field(f) if f == field);
            *root == place.root
                && steps.len() <= fields.len()
                && steps.iter().zip(fields).all(leads)
        })
    }

    /// The fields that lead to a place, or to what it is a part of.
    fn fields(&self, place: &Expr) -> Option<Held> {
        match build::peeled(place) {
            Expr::Field(f) => {
                let (root, mut fields) = self.fields(&f.base)?;
                if !matches!(build::peeled(&f.base), Expr::Index(_)) {
                    fields.push(f.member.clone());
                }
                Some((root, fields))
            }
            Expr::Index(i) => self.fields(&i.expr),
            Expr::Unary(u) => self.fields(&u.expr),
            name => {
                let local = self.lookup(&build::as_name(name)?.to_string())?;
                Some((local, Vec::new()))
            }
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
            "enumerate" | "zip" | "rev" | "skip" | "take" | "step_by" | "copied" | "cloned" => {
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
