//! The compile-time half of `pullback`: a small compiler from functions to their reverse rules.
//!
//! Users reach these macros through the facade crate. The pipeline is in `driver.rs`; each folder is
//! one of its stages, and each file opens with what it receives and what it promises.

#![deny(unsafe_code)]
// Folded into a guard, the other case would go on to a later arm.
#![allow(clippy::collapsible_match)]

mod adjoint;
mod analysis;
mod attr;
mod borrowers;
mod collectors;
mod configured;
mod contraction;
mod copies;
mod derive;
mod desugar;
mod diagnostics;
mod driver;
mod dump;
mod emit;
mod facade;
mod half_open;
mod ir;
mod iterators;
mod lent_items;
mod lower;
mod nests;
mod passes;
mod projection;
mod rewriting;
mod rrule;
mod segments;
mod tables;
mod tangent;
#[cfg(test)]
mod tests;
mod tokens;
mod uncopied;
mod winners;

use proc_macro::TokenStream;

/// Derives the reverse rule of a function.
///
/// The function stays as it is. Beside it, under the same name, stand its derivatives: for a function
/// `f` that returns one float, `f::gradient(…)`, `f::value_and_gradient(…)` and
/// `f::value_and_gradient_into(…)`; for every function, `f::vjp(…)`.
///
/// # Options
///
/// * `name = other`: call the companion `other`, where a module has the function's name already.
/// * `crate = path`: where the facade is, if not where the manifest of the crate says.
///
/// `#[constant]` on a parameter takes no derivative by it.
///
/// # Long loops
///
/// `#[checkpoint]` on a loop of the body makes it remember about √n of its n states, and compute the others
/// again in the reverse sweep: for a pendulum of a million steps 0.16 MiB instead of 80, at 1.8 times the
/// time. It goes on `for`, `while` and `loop`, where these are statements. The loop is left by its end or a `break` of its own, what it changes can be cloned, and a step does the same whenever it is
/// run from the same state.
#[proc_macro_attribute]
pub fn differentiable(options: TokenStream, item: TokenStream) -> TokenStream {
    driver::differentiable(options.into(), item.into()).into()
}

/// What `#[differentiable]` makes of the implementation of a trait that is not annotated.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn rules_beside(options: TokenStream, item: TokenStream) -> TokenStream {
    driver::rules_beside(options.into(), item.into()).into()
}

/// Makes a struct or an enum a type whose values carry derivatives.
///
/// For a type `P` it writes a type `PTangent` beside it, of the same visibility: the derivatives by
/// those of its fields that can have one, under the same names. That is what the gradient by an
/// argument of type `P` is. It has [`Clone`], [`Debug`], [`PartialEq`], and [`Copy`] and (for structs)
/// [`Default`] where its fields have them. An enum whose variants are bare names carries no
/// derivative; its tangent is `()`.
///
/// Integers, `bool`, `char`, strings, `PhantomData` and collections of those are left out by
/// themselves. `#[constant]` on a field leaves it out whatever its type, and then that type need not be
/// differentiable.
///
/// The positions of a tuple struct stay what they are: one that is left out before another is `()`.
///
/// `#[pullback(crate = path)]` on the type says where the facade is, if not where the manifest of the crate says.
#[proc_macro_derive(Differentiable, attributes(constant, pullback))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    derive::expand(item.into()).into()
}

/// Gives a function its derivative by hand.
///
/// See the crate documentation of `pullback` for the grammar and examples of each form.
#[proc_macro]
pub fn rrule(input: TokenStream) -> TokenStream {
    rrule::expand(input.into()).into()
}
