//! Golden tests of the desugarings: Rust in, Rust out, compared token by token.

use crate::diagnostics::Sink;
use crate::emit::paths;
use quote::ToTokens;

fn parsed(text: &str) -> syn::ItemFn {
    syn::parse_str(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// Asserts that `before` is simplified to `after`, and that nothing is refused.
#[track_caller]
pub(crate) fn assert_simplified(before: &str, after: &str) {
    assert_simplified_with(super::Heaps::Stay, before, after);
}

/// The same, told what becomes of heaps.
#[track_caller]
pub(crate) fn assert_simplified_with(heaps: super::Heaps, before: &str, after: &str) {
    let sink = Sink::new();
    let mut function = parsed(before);
    super::simplify(&mut function, heaps, &paths::runtime(None), &sink);
    let errors = sink.into_errors();
    assert!(errors.is_empty(), "refused: {errors}");
    let actual = function.to_token_stream().to_string();
    let expected = parsed(after).to_token_stream().to_string();
    assert!(actual == expected, "\n{actual}\ninstead of\n{expected}\n");
    parsed(&actual);
}

/// Asserts that simplifying `before` is refused with exactly `message`.
#[track_caller]
pub(crate) fn assert_refused(before: &str, message: &str) {
    let sink = Sink::new();
    super::simplify(
        &mut parsed(before),
        super::Heaps::Stay,
        &paths::runtime(None),
        &sink,
    );
    let errors = sink.into_errors().to_string();
    let expected = syn::Error::new(proc_macro2::Span::call_site(), message);
    assert_eq!(errors, expected.to_compile_error().to_string());
}
