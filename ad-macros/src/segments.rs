//! What the segments of paths are called, and given.

/// The names of all of them.
pub(crate) fn names(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|s| s.ident.to_string()).collect()
}

/// The name of the last one.
pub(crate) fn last(path: &syn::Path) -> String {
    let last = path.segments.last();
    last.map(|s| s.ident.to_string()).unwrap_or_default()
}

/// The first type that is given to one: `T` of `Vec<T>`.
pub(crate) fn type_argument(segment: &syn::PathSegment) -> Option<&syn::Type> {
    let syn::PathArguments::AngleBracketed(given) = &segment.arguments else {
        return None;
    };
    given.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}
