//! Lifetimes of signatures that are left out of the names of types.
//!
//! What stands in results and bounds of a derivative has to say which lifetimes there are, and `grid: &Grid` of a
//! `struct Grid<'a>` does not say that there are any. A macro does not see the struct. `derive` does, and stands before the
//! functions of the struct nearly always: it leaves word of the name here, for the macros that the compiler runs after it.
//! Receives an item; promises the same item, with the lifetimes in the names of its signatures that were left word of.
//!
//! ```text
//! #[derive(Differentiable)] struct Grid<'a> { .. }
//! fn trace(grid: &Grid) -> f64                              fn trace(grid: &Grid<'_>) -> f64
//! ```
//!
//! Of a struct in another file, which may be another one of the same name, the word is but a hint that `emit/left_out.rs`
//! takes. A struct behind its functions, or of another crate, has left none; so it is in a compiler that runs the macros in
//! another order. Then rustc says that a lifetime is missing, at the type. Nothing else depends on what is kept here.

use proc_macro2::{Ident, Span};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, Lifetime, PathArguments};

/// A type with lifetimes.
struct Borrower {
    lifetimes: usize,
    file: String,
}

/// The last type of each name, if it has lifetimes.
static BORROWERS: Mutex<BTreeMap<String, Borrower>> = Mutex::new(BTreeMap::new());

fn borrowers() -> MutexGuard<'static, BTreeMap<String, Borrower>> {
    BORROWERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves word of a type.
pub(crate) fn note(item: &syn::DeriveInput) {
    let name = item.ident.to_string();
    let borrower = Borrower {
        lifetimes: item.generics.lifetimes().count(),
        file: file(item.ident.span()),
    };
    match borrower.lifetimes {
        0 => _ = borrowers().remove(&name),
        _ => _ = borrowers().insert(name, borrower),
    }
}

/// Whether the last type of this name has lifetimes, in whatever file.
pub(crate) fn is_noted(name: &Ident) -> bool {
    borrowers().contains_key(&name.to_string())
}

/// Writes the lifetimes of an item's signatures out, of the types that stand in its file.
pub(crate) fn write_out(item: &mut syn::Item) {
    let known = lifetimes_of(&file(Span::call_site()));
    if !known.is_empty() {
        Signatures(known).visit_item_mut(item);
    }
}

/// How many lifetimes the types of a file have that have some.
fn lifetimes_of(file: &str) -> BTreeMap<String, usize> {
    let borrowers = borrowers();
    let here = borrowers.iter().filter(|(_, b)| b.file == file);
    here.map(|(name, b)| (name.clone(), b.lifetimes)).collect()
}

/// The file that a span is in; nothing is known of files outside of a compiler.
pub(crate) fn file(span: Span) -> String {
    match proc_macro::is_available() {
        true => span.unwrap().file(),
        false => String::new(),
    }
}

/// The signatures of an item, but those in bodies: these are items of their own.
struct Signatures(BTreeMap<String, usize>);

impl VisitMut for Signatures {
    /// A type parameter is another type of the name.
    fn visit_generics_mut(&mut self, generics: &mut syn::Generics) {
        let parameters = generics.type_params();
        parameters.for_each(|p| _ = self.0.remove(&p.ident.to_string()));
    }

    fn visit_signature_mut(&mut self, sig: &mut syn::Signature) {
        self.visit_generics_mut(&mut sig.generics);
        let mut names = Names(&self.0);
        for input in &mut sig.inputs {
            if let syn::FnArg::Typed(typed) = input {
                names.visit_type_mut(&mut typed.ty);
            }
        }
        names.visit_return_type_mut(&mut sig.output);
    }

    fn visit_block_mut(&mut self, _: &mut syn::Block) {}
}

struct Names<'a>(&'a BTreeMap<String, usize>);

impl VisitMut for Names<'_> {
    fn visit_type_path_mut(&mut self, path: &mut syn::TypePath) {
        visit_mut::visit_type_path_mut(self, path);
        let Some(last) = path.path.segments.last_mut() else {
            return;
        };
        if let Some(&lifetimes) = self.0.get(&last.ident.to_string()) {
            add(lifetimes, &mut last.arguments, last.ident.span());
        }
    }
}

/// `<'_, f64>` for `<f64>`.
fn add(count: usize, arguments: &mut PathArguments, span: Span) {
    let is_lifetime = |a: &GenericArgument| matches!(a, GenericArgument::Lifetime(_));
    if let PathArguments::None = arguments {
        *arguments = PathArguments::AngleBracketed(syn::parse_quote_spanned!(span=> <>));
    }
    if let PathArguments::AngleBracketed(given) = arguments
        && !given.args.iter().any(is_lifetime)
    {
        for _ in 0..count {
            let lifetime = GenericArgument::Lifetime(Lifetime::new("'_", span));
            given.args.insert(0, lifetime);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::{ToTokens, quote};

    #[track_caller]
    fn assert_becomes(before: &str, after: proc_macro2::TokenStream) {
        let mut item: syn::Item = syn::parse_str(before).expect("an item");
        write_out(&mut item);
        assert_eq!(item.to_token_stream().to_string(), after.to_string());
    }

    #[test]
    fn lifetimes_are_written_out_where_they_are_left_out() {
        note(&syn::parse_quote!(
            struct LeftOut<'a>(&'a [f64]);
        ));
        note(&syn::parse_quote!(
            struct LeftOutTwice<'a, 'b, T>(&'a [T], &'b [T]);
        ));
        assert_becomes(
            "fn f(a: &LeftOut, b: LeftOut<'_>, c: Option<m::LeftOutTwice<f64>>, d: &[f64]) -> LeftOut { let e: LeftOut = a; e }",
            quote! {
                fn f(a: &LeftOut<'_>, b: LeftOut<'_>, c: Option<m::LeftOutTwice<'_, '_, f64> >, d: &[f64]) -> LeftOut<'_> {
                    let e: LeftOut = a;
                    e
                }
            },
        );
        assert_becomes(
            "trait Score { fn score(&self, of: &LeftOut) -> f64; }",
            quote!(
                trait Score {
                    fn score(&self, of: &LeftOut<'_>) -> f64;
                }
            ),
        );
    }

    #[test]
    fn the_last_type_of_a_name_counts() {
        note(&syn::parse_quote!(
            struct TakenBack<'a>(&'a [f64]);
        ));
        note(&syn::parse_quote!(
            struct TakenBack<T>(T);
        ));
        assert_becomes(
            "fn f(a: TakenBack) {}",
            quote!(
                fn f(a: TakenBack) {}
            ),
        );
    }
}
