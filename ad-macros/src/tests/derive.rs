//! Whatever item it is given, the derive answers with tokens that parse, and never panics.

use super::robustness::{deletions, truncations};
use crate::derive;
use proc_macro2::TokenStream;

/// Items that together use all that the derive looks at.
const SAMPLES: &[&str] = &[
    "pub struct Named<'a, T: Clone + 'a, const N: usize> where Vec<T>: Clone { pub x: f64, #[constant] f: fn(T) -> T, view: &'a [T; N], names: Vec<String>, marker: PhantomData<T>, next: Option<Box<Self>> }",
    "#[pullback(crate = other::facade)] pub(crate) struct Pair(pub f64, (usize, [bool; 2]), Vec<<T as Trait>::Item>);",
    "enum Figure<T = f64> { Disc(T), Rect { w: T, r#type: &'static str }, Nothing, Empty() }",
    "struct Unit;",
    "enum Bare { One = 1, Two }",
    "union Bits { float: f64, integer: u64 }",
    "#[repr(packed)] struct Packed { data: *const f64, hook: Box<dyn Fn()>, out: &'a mut f64 }",
];

/// The derive's answer, as items.
fn expand(item: TokenStream) -> Vec<syn::Item> {
    let given = item.to_string();
    let answer = derive::expand(item);
    let parsed = syn::parse2::<syn::File>(answer.clone());
    let file = parsed.unwrap_or_else(|error| panic!("{error} in the answer to\n{given}\n{answer}"));
    file.items
}

#[test]
fn samples_are_answered() {
    for sample in SAMPLES {
        let items = expand(sample.parse().expect("tokens"));
        assert!(!items.is_empty(), "nothing was said to\n{sample}");
    }
}

#[test]
fn mutilated_items_are_answered() {
    for sample in SAMPLES {
        let tokens: TokenStream = sample.parse().expect("tokens");
        let mutants = deletions(tokens.clone())
            .into_iter()
            .chain(truncations(tokens));
        for mutant in mutants {
            let given = mutant.to_string();
            assert!(!expand(mutant).is_empty(), "nothing was said to\n{given}");
        }
    }
}
