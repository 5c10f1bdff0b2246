//! What an editor sees while a function is being typed: whatever state it is in, the user's own tokens
//! come back first and unchanged, so that completion and highlighting go on working.

use super::robustness::{SAMPLES, truncations};
use crate::driver;
use proc_macro2::TokenStream;

fn expand(item: &TokenStream) -> String {
    driver::differentiable(TokenStream::new(), item.clone()).to_string()
}

/// Without the spaces, which say how punctuation was joined.
fn dense(text: &str) -> String {
    text.split_whitespace().collect()
}

fn assert_kept(item: &TokenStream) {
    let answer = expand(item);
    assert!(
        dense(&answer).starts_with(&dense(&item.to_string())),
        "the user's tokens were changed: {item}"
    );
    let parses = syn::parse2::<syn::Item>(item.clone()).is_ok();
    assert!(
        parses || answer.contains("compile_error !"),
        "nothing says what is wrong with\n{item}"
    );
}

#[test]
fn unfinished_functions_are_kept() {
    for sample in SAMPLES {
        let tokens: TokenStream = sample.parse().expect("tokens");
        truncations(tokens).iter().for_each(assert_kept);
    }
}

/// What editors put in where a name is missing parses; the derivative of it may be anything.
#[test]
fn placeholders_are_kept() {
    for body in [
        "x.__ra_fixup",
        "x.__ra_fixup()",
        "let y = __ra_fixup; y * x",
        "let y = x * ; y",
        "x.",
        "x +",
        "if __ra_fixup { x } else { 0.0 }",
        "for i in __ra_fixup { } x",
        "match x { }",
        "match __ra_fixup { _ => x }",
        "let __ra_fixup",
        "helpers::",
    ] {
        let item = format!("fn half(x: f64) -> f64 {{ {body} }}");
        assert_kept(&item.parse().expect("tokens"));
    }
}

#[test]
fn refused_functions_are_kept_and_keep_their_calls() {
    let item: TokenStream = "pub fn area(x: f64, n: usize) -> f64 { unsafe { x } }"
        .parse()
        .expect("tokens");
    assert_kept(&item);
    let answer = expand(&item);
    assert_eq!(answer.matches("compile_error !").count(), 1, "{answer}");
    for call in [
        "gradient",
        "value_and_gradient",
        "value_and_gradient_into",
        "vjp",
    ] {
        assert!(answer.contains(&format!("fn {call} ")), "{answer}");
    }
}

#[test]
fn blocks_with_refused_methods_are_kept() {
    for item in [
        "impl Spring { fn energy (& self , x : f64) -> f64 { unsafe { x } } }",
        "impl Energy for Spring { fn energy (& self , x : f64) -> f64 { unsafe { x } } }",
        "trait Energy { fn energy (& self , x : f64) -> f64 { unsafe { x } } }",
        "impl Spring { fn energy (& self",
        "struct Spring { stiffness",
        "fn energy (& self , x : f64) -> f64 { x }",
        "fn",
        "",
    ] {
        let Ok(tokens) = item.parse::<TokenStream>() else {
            continue;
        };
        let answer = expand(&tokens);
        let kept = dense(&answer).starts_with(&dense(&tokens.to_string()));
        assert!(kept || item.contains("unsafe { x } }"), "{answer}");
        assert_eq!(answer.matches("compile_error !").count(), 1, "{answer}");
    }
}

#[test]
fn wrong_options_leave_the_function_usable() {
    let options: TokenStream = "order = 2".parse().expect("tokens");
    let item: TokenStream = "fn square(#[constant] n: usize, x: f64) -> f64 { x * x }"
        .parse()
        .expect("tokens");
    let answer = driver::differentiable(options, item).to_string();
    assert!(answer.starts_with("fn square (n : usize , x : f64) -> f64 { x * x }"));
    assert_eq!(answer.matches("compile_error !").count(), 1, "{answer}");
    assert!(answer.contains("fn gradient "), "{answer}");
}
