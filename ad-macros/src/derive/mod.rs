//! `#[derive(Differentiable)]`: the companions of a user's type.
//!
//! Receives a struct or an enum. Promises, beside the implementation of the trait, a shadow with all
//! of its fields, so that emitted code reaches the shadow of `p.x` as `d_p.x`, and a tangent with the
//! active ones, which is what users see:
//!
//! ```text
//! struct Spring { pub k: f64, rest: Vec<f64>, id: usize }
//!
//! struct SpringShadow { k: Cell<f64>, rest: Vec<Cell<f64>>, id: () }
//! struct SpringTangent { pub k: f64, rest: Vec<f64> }
//! ```
//!
//! The types of shadows are projections (`<f64 as Differentiable>::Shadow`): the macro sees names, not
//! types. What it guesses to be inactive is checked to be, at compile time.
//!
//! `model` reads the item, with `activity` for its fields and `attributes` for the rest; `generics`
//! says which parameters each companion needs, `plain` writes tangents out where it can, `seen` lets a name's type
//! say whether there is anything in it. `types`
//! writes the companions, `traits` what they and the item implement, `tangent` the standard traits of
//! the tangent, `borrowing` copies of what a struct refers to, `keeping` whether its
//! constants could hold a derivative, `variants` the methods by which emitted code reaches the payloads of an enum's shadow.

mod activity;
mod attributes;
mod borrowing;
mod generics;
mod keeping;
mod model;
mod plain;
mod seen;
mod tangent;
pub(crate) mod traits;
mod types;
mod variants;

pub(crate) use seen::Seen;

use crate::diagnostics::Sink;
use crate::{borrowers, iterators};
use model::Model;
use proc_macro2::TokenStream;
use quote::quote;

/// Expands `#[derive(Differentiable)] item`.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let input = match syn::parse2::<syn::DeriveInput>(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    borrowers::note(&input);
    iterators::note_derived(&input);
    let sink = Sink::new();
    let model = Model::read(&input, &sink);
    let errors = sink.into_errors();
    let companions = model.map(|model| companions(&model));
    quote!(#errors #companions)
}

fn companions(model: &Model) -> TokenStream {
    if model.is_without_payload() {
        return traits::inert(model);
    }
    let types = types::all(model);
    let traits = traits::all(model);
    let tangent = tangent::standard_traits(model);
    let variants = variants::accessors(model);
    let borrowing = borrowing::all(model);
    let keeping = keeping::all(model);
    quote!(#types #traits #tangent #variants #borrowing #keeping)
}
