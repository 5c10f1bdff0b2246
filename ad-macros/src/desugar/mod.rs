//! Surface Rust to smaller Rust.
//!
//! Receives the user's syntax; promises the same program with every local name unique, without local
//! closures and labelled blocks, and gives iterator expressions a meaning as indexable sequences.

pub(crate) mod build;
mod closures;
pub(crate) mod groups;
mod labels;
pub(crate) mod rename;
pub(crate) mod sequence;
#[cfg(test)]
mod testing;

use crate::diagnostics::Sink;

/// Every pass from syntax to syntax, in order.
pub(crate) fn simplify(function: &mut syn::ItemFn, sink: &Sink) {
    let mut names = rename::unique_names(function);
    closures::inline(function, &mut names, sink);
    labels::remove_labelled_blocks(function, &mut names);
}
