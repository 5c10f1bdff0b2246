//! Methods that sort, by name.
//!
//! Receives a method's name; promises how it compares what it sorts, and whether it only puts one element into its place.
//!
//! ```text
//! sort_unstable_by_key         by keys
//! select_nth_unstable_by       by a function, partly
//! ```

use syn::Ident;

pub(crate) struct Sort {
    pub(crate) compares: Compares,
    /// Whether it is told the position that has to be right, and leaves the others as they may be.
    pub(crate) partly: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Compares {
    Items,
    ByFunction,
    Keys,
}

/// What a method does, if it sorts.
pub(crate) fn sort(method: &Ident) -> Option<Sort> {
    let compares = match method.to_string().as_str() {
        "sort" | "sort_unstable" | "select_nth_unstable" => Compares::Items,
        "sort_by" | "sort_unstable_by" | "select_nth_unstable_by" => Compares::ByFunction,
        "sort_by_key"
        | "sort_by_cached_key"
        | "sort_unstable_by_key"
        | "select_nth_unstable_by_key" => Compares::Keys,
        _ => return None,
    };
    let partly = method.to_string().starts_with("select_nth");
    Some(Sort { compares, partly })
}

/// Whether it is given a function.
pub(crate) fn calls(method: &Ident) -> bool {
    sort(method).is_some_and(|sort| sort.compares != Compares::Items)
}
