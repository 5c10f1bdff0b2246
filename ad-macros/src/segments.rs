//! What the segments of paths are called.

/// The names of all of them.
pub(crate) fn names(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|s| s.ident.to_string()).collect()
}

/// The name of the last one.
pub(crate) fn last(path: &syn::Path) -> String {
    let last = path.segments.last();
    last.map(|s| s.ident.to_string()).unwrap_or_default()
}
