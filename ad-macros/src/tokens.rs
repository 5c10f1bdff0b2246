//! Walks over tokens, where there is no syntax to visit: what macros are given, and raw code.

use proc_macro2::{Group, TokenStream, TokenTree};

/// The tokens, each but a group replaced by what `new` makes of the one at a position among its neighbours.
pub(crate) fn map(
    tokens: TokenStream,
    new: &mut impl FnMut(&[TokenTree], usize) -> TokenTree,
) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut tree = |at: usize| match &trees[at] {
        TokenTree::Group(group) => regrouped(group, map(group.stream(), new)),
        _ => new(&trees, at),
    };
    (0..trees.len()).map(&mut tree).collect()
}

/// A group with other tokens in it, at its place.
pub(crate) fn regrouped(group: &Group, inner: TokenStream) -> TokenTree {
    let mut new = Group::new(group.delimiter(), inner);
    new.set_span(group.span());
    TokenTree::Group(new)
}

/// Whether the name at a position is a part of something else: `p.x`, `m::x`, but not `0..x` or `p: x`.
pub(crate) fn is_part(trees: &[TokenTree], at: usize) -> bool {
    let punct = |before: usize| match at.checked_sub(before).map(|at| &trees[at]) {
        Some(TokenTree::Punct(punct)) => punct.as_char(),
        _ => ' ',
    };
    match punct(1) {
        '.' => punct(2) != '.',
        ':' => punct(2) == ':',
        _ => false,
    }
}
