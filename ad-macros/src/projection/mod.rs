//! Projections: functions that return a reference to a part of their arguments.
//!
//! Receives such a function; promises its rule, and for a method the choice of the part, by which its
//! calls are places. What chooses the part carries no derivative, so no value is made and nothing is
//! differentiated: the shadow of the result is a part of the shadow of the argument.
//!
//! ```text
//! fn row(&self, i: usize) -> &[f64] { &self.data[i * self.w..(i + 1) * self.w] }
//!
//! fn derivative_choice_of_row(&self, (i,): (usize,)) -> impl Choice<…> {
//!     let by = …;                                       // what i and self.w say
//!     chosen(by, |by, shadow| &shadow.data[by], |by, shadow| &mut shadow.data[by])
//! }
//! fn derivative_rule_of_row<K: Keep>(&self, keep: K, (i,): (usize,)) -> (&[f64], impl Fn(…)) {
//!     let choice = self.derivative_choice_of_row((i,));
//!     (self.row(i), move |ct, _, (d_self, _)| accumulate(choice.part(d_self), ct))
//! }
//! ```

mod body;
mod bound;
mod deref;
mod emit;
mod place;

pub(crate) use deref::deref;
pub(crate) use emit::{companion, index, is_of_receiver, siblings};

use proc_macro2::Ident;

/// The function that chooses as a projection does.
pub(crate) fn choice_name(method: &Ident) -> Ident {
    let name = method.to_string();
    Ident::new(
        &format!("derivative_choice_of_{}", name.trim_start_matches("r#")),
        method.span(),
    )
}

/// Whether a signature is that of a projection: a reference comes back.
pub(crate) fn is_projection(signature: &syn::Signature) -> bool {
    let borrows = |ty: &syn::Type| matches!(ty, syn::Type::Reference(_));
    let given = match &signature.output {
        syn::ReturnType::Type(_, ty) => borrows(ty),
        syn::ReturnType::Default => false,
    };
    let taken = |input: &syn::FnArg| match input {
        syn::FnArg::Receiver(r) => r.reference.is_some(),
        syn::FnArg::Typed(t) => borrows(&t.ty),
    };
    given && signature.inputs.iter().any(taken)
}

/// Whether a method returns a unique reference to a part of its receiver, going by Rust's naming
/// conventions; what the standard library has of the kind is not meant, nor what is written [`unlike`] one.
pub(crate) fn is_unique_by_name(method: &Ident) -> bool {
    let name = method.to_string();
    name.ends_with("_mut") && !name.starts_with("r#") && !crate::lower::is_structural(&name)
}

/// The name of a method of which nothing is kept, so that it is no part of anything: another spelling than the user's.
pub(crate) fn unlike(method: &Ident) -> Ident {
    let name = method.to_string();
    Ident::new_raw(name.trim_start_matches("r#"), method.span())
}

pub(crate) fn diverges(mac: &syn::Macro) -> bool {
    let name = mac.path.segments.last().map(|s| s.ident.to_string());
    matches!(
        name.as_deref(),
        Some("panic" | "unreachable" | "todo" | "unimplemented")
    )
}
