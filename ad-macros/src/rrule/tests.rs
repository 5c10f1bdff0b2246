//! What the macro says, where, and that it always says something.

use proc_macro2::{TokenStream, TokenTree};

use super::expand;

/// One rule of every form.
const RULES: &str = r#"
    #![crate(renamed)]

    /// Documented.
    pub use libm::erf as error_function(x: f64) -> f64 = (libm::erf(x), 2.0 * (-x * x).exp());
    check at [0.3, -2.0];

    pub(crate) fn r#type<T: Real>(r#fn: T, n: i32) -> T = (r#fn.powi(n), r#fn);
    check at [(0.3, 1)];

    fn norm<'a, T>(x: &'a [T], #[constant] y: &mut Vec<f64>) -> T where T: Real;
    forward(keep) -> (T, T) { (x[0], x[0]) }
    pullback(norm: T, dy: T, x: &[T], y: &mut Vec<f64>, dx: Option<&[Cell<T>]>) {}
    check at [([3.0, 4.0], vec![])];

    fn bin(x: f64) -> usize { x as usize }
    no derivative;

    trait Rules<T: Real> for [T] where T: Copy {
        fn rotate_left(&mut self, mid: usize) -> ();
        forward(keep) -> ((), ()) { ((), ()) }
        pullback(_: (), _: (), xs: &mut [T], mid: usize, dxs: Option<&mut [Cell<T>]>) {}
        check at [([1.0, 2.0], 1)];

        fn len(&self) -> usize;
        no derivative;
    }
"#;

/// The messages in the order they are given.
fn messages(source: &str) -> Vec<String> {
    let tokens: TokenStream = source.parse().expect("these are tokens");
    let trees: Vec<TokenTree> = expand(tokens).into_iter().collect();
    let message = |window: &[TokenTree]| match window {
        [
            TokenTree::Ident(name),
            TokenTree::Punct(_),
            TokenTree::Group(group),
        ] if name == "compile_error" => syn::parse2::<syn::LitStr>(group.stream())
            .ok()
            .map(|message| message.value()),
        _ => None,
    };
    trees.windows(3).filter_map(message).collect()
}

#[test]
fn what_is_emitted_parses() {
    let tokens: TokenStream = RULES.parse().expect("these are tokens");
    let emitted = expand(tokens);
    assert_eq!(messages(RULES), [""; 0]);
    let file: syn::File = syn::parse2(emitted).expect("items");
    let tests = file.items.iter().filter(|item| match item {
        syn::Item::Fn(function) => function.attrs.iter().any(|attr| {
            attr.path()
                .segments
                .last()
                .is_some_and(|name| name.ident == "test")
        }),
        _ => false,
    });
    assert_eq!(tests.count(), 4, "one for each rule with a derivative");
}

/// Input with one token left out, or cut off, gives errors or code, never a panic.
#[test]
fn broken_input_is_answered() {
    fn variants(tokens: &TokenStream) -> Vec<TokenStream> {
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut variants = Vec::new();
        for index in 0..trees.len() {
            let without = trees[..index].iter().chain(&trees[index + 1..]).cloned();
            variants.push(without.collect());
            variants.push(trees[..index].iter().cloned().collect());
            let TokenTree::Group(group) = &trees[index] else {
                continue;
            };
            for inner in variants_of_group(group) {
                let changed = trees[..index]
                    .iter()
                    .cloned()
                    .chain([inner])
                    .chain(trees[index + 1..].iter().cloned());
                variants.push(changed.collect());
            }
        }
        variants
    }
    fn variants_of_group(group: &proc_macro2::Group) -> Vec<TokenTree> {
        let inner = variants(&group.stream());
        inner
            .into_iter()
            .map(|stream| proc_macro2::Group::new(group.delimiter(), stream).into())
            .collect()
    }
    let tokens: TokenStream = RULES.parse().expect("these are tokens");
    let variants = variants(&tokens);
    assert!(variants.len() > 500);
    for variant in variants {
        expand(variant);
    }
}

#[test]
fn a_rule_without_check_points_is_refused() {
    for source in [
        "fn f(x: f64) -> f64 = (x, 1.0);",
        "fn f(x: f64) -> f64 = (x, 1.0); check at [];",
        "fn f(x: f64) -> f64; forward -> (f64, ()) { (x, ()) } pullback(_: (), d: f64, x: f64, dx: Option<&Cell<f64>>) {}",
    ] {
        let messages = messages(source);
        assert_eq!(messages.len(), 1, "{source}");
        assert!(
            messages[0].contains("the rule of `f` has no check points"),
            "{}",
            messages[0]
        );
    }
}

#[test]
fn each_refusal_names_its_reason() {
    for (source, reason) in [
        ("fn f(x: f64) -> f64;", "the rule of `f` has no derivative"),
        ("fn f(x: f64) -> f64 { x }", "`#[differentiable]`"),
        (
            "fn f(x: f64) -> f64; forward -> (f64, ()) { (x, ()) }",
            "no `pullback",
        ),
        (
            "fn f(x: f64) -> f64; forward -> (f64, ()) { (x, ()) } pullback(_: ()) {} check at [1.0];",
            "takes 4 parameters (the residual, the cotangent, `x` again, the shadow of `x`), found 1",
        ),
        (
            "fn f(x: &mut f64) -> (); forward -> ((), ()) { ((), ()) } pullback(_: (), _: (), x: &mut f64, dx: D) {} check at [1.0];",
            "write `forward(keep) -> …`",
        ),
        (
            "fn f(x: &mut f64) -> () { } no derivative;",
            "cannot change `x`",
        ),
        (
            "fn f((a, b): (f64, f64)) -> f64 = (a, b); check at [(1.0, 2.0)];",
            "plain name",
        ),
        (
            "fn f(x: impl Real) -> f64 = (x, x); check at [1.0];",
            "in place of `impl",
        ),
        (
            "fn f(x: &f64) -> f64 = (*x, 1.0); check at [1.0];",
            "floats passed by value",
        ),
        (
            "fn f(n: usize) -> f64 = (1.0, ()); check at [1];",
            "no argument carries a derivative",
        ),
        (
            "fn f(x: f64, y: f64) -> f64 = (x, (1.0, 0.0)); check at [1.0];",
            "2 arguments, found 1",
        ),
        (
            "fn f(&self) -> f64 = (1.0, 1.0); check at [1.0];",
            "stand in `trait Name for Type",
        ),
        (
            "trait R for f64 { fn f(x: f64) -> f64 = (x, 1.0); check at [1.0]; }",
            "first argument is `self`",
        ),
        (
            "trait R for f64 { fn f(self) -> f64 { self } no derivative; }",
            "exists already",
        ),
        (
            "fn f(x: &f64) -> &f64 { x } no derivative;",
            "returns an owned value",
        ),
        ("let x = 1;", "expected a rule"),
    ] {
        let messages = messages(source);
        assert!(
            messages.iter().any(|message| message.contains(reason)),
            "{source}: {messages:?}"
        );
    }
}

#[test]
fn every_rule_s_errors_are_reported() {
    let messages = messages(
        "fn f(x: f64) -> f64 = (x, 1.0);
         fn g(x: &f64) -> f64 = (*x, 1.0); check at [(1.0, 2.0)];",
    );
    assert_eq!(messages.len(), 2, "{messages:?}");
}
