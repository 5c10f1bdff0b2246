//! The derivatives of a dozen functions, as files to be read and reviewed.
//!
//! `functions.rs` has the functions; for each of them, a file of its name has its rule as
//! `PULLBACK_DUMP` prints it. `PULLBACK_GOLDEN=overwrite` writes the files anew: read what changed.

use crate::{driver, dump};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/golden")
}

/// The name and the rule of each function of `functions.rs`.
fn rules() -> Vec<(String, String)> {
    let source = fs::read_to_string(folder().join("functions.rs")).expect("the functions");
    let items = syn::parse_file(&source).expect("the functions parse").items;
    items
        .iter()
        .map(|item| {
            let name = match item {
                syn::Item::Fn(function) => function.sig.ident.to_string(),
                syn::Item::Impl(block) => match &block.items[0] {
                    syn::ImplItem::Fn(method) => method.sig.ident.to_string(),
                    _ => unreachable!("the block has a method"),
                },
                _ => unreachable!("functions and methods"),
            };
            let emitted = driver::differentiable(TokenStream::new(), item.to_token_stream());
            (name, dump::readable::rules(&emitted))
        })
        .collect()
}

#[test]
fn derivatives_are_as_reviewed() {
    let overwrite = std::env::var("PULLBACK_GOLDEN").is_ok_and(|v| v == "overwrite");
    let rules = rules();
    assert!(rules.len() >= 12);
    for (name, rule) in rules {
        assert!(!rule.is_empty(), "{name} was refused");
        let path = folder().join(format!("{name}.golden"));
        if overwrite {
            fs::write(&path, &rule).expect("a writable folder");
        }
        let reviewed = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            rule,
            reviewed,
            "the derivative of {name} changed; PULLBACK_GOLDEN=overwrite writes it to {}",
            path.display()
        );
    }
}
