//! Parentheses, where they are needed.
//!
//! Receives an expression as tokens; promises it such that it can be an operand, or without the
//! parentheses that it does not need where it stands alone.
//!
//! ```text
//! x * (2.0)                x * 2.0
//! let d = (a * b);         let d = a * b;
//! ```

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

/// An operand.
pub(super) fn operand(tokens: TokenStream) -> TokenStream {
    match is_atom(&tokens) {
        true => tokens,
        false => quote!((#tokens)),
    }
}

/// Whether an expression is a name, a literal, or what is selected from one.
fn is_atom(tokens: &TokenStream) -> bool {
    let mut trees = tokens.clone().into_iter();
    let starts = match trees.next() {
        Some(TokenTree::Ident(_)) => true,
        // A method of a literal needs its type.
        Some(TokenTree::Literal(_)) => trees.clone().next().is_none(),
        _ => false,
    };
    starts
        && trees.all(|tree| match tree {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Bracket,
            TokenTree::Punct(punct) => punct.as_char() == '.',
            TokenTree::Ident(name) => name != "as",
            TokenTree::Literal(_) => true,
        })
}

/// An expression that stands alone.
pub(super) fn alone(tokens: TokenStream) -> TokenStream {
    let mut trees = tokens.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Parenthesis => {
            group.stream()
        }
        _ => tokens,
    }
}
