//! The compile-time half of pullback.

mod rrule;

/// Gives a function its derivative by hand.
#[proc_macro]
pub fn rrule(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    rrule::expand(input.into()).into()
}
