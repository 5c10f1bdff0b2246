//! Iterators over the parts of a text.
//!
//! Receives an iterator; promises the type of its items, where its method is one of texts. An iterator that is asked for one item
//! after the other becomes a list of them, and nothing else says that these carry no derivative.
//!
//! ```text
//! line.split(',').map(str::trim)     &str
//! text.char_indices().peekable()     (usize, char)
//! ```

use crate::desugar::build;
use crate::ir::{starts_upper, ty};
use proc_macro2::Ident;
use syn::{Expr, FnArg, Pat, Type, parse_quote};

/// The parameters of a function that are texts.
pub(super) fn parameters(signature: &syn::Signature) -> Vec<Ident> {
    let text = |input: &FnArg| match input {
        FnArg::Typed(typed) => match (&*typed.pat, &*typed.ty) {
            (Pat::Ident(name), Type::Reference(r)) if is_text(&r.elem) => Some(name.ident.clone()),
            (Pat::Ident(name), ty) if is_text(ty) => Some(name.ident.clone()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    };
    signature.inputs.iter().filter_map(text).collect()
}

fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident("str") || p.path.is_ident("String"))
        && ty::read(ty, &|_| false).is_inert()
}

/// The type of the items; `texts` are the names that are known to be those of texts.
pub(super) fn item(iterator: &Expr, texts: &[Ident]) -> Option<Type> {
    let Expr::MethodCall(call) = build::peeled(iterator) else {
        return None;
    };
    let of_text = || match build::peeled(&call.receiver) {
        Expr::Path(path) => path
            .path
            .get_ident()
            .is_some_and(|name| texts.contains(name) || starts_upper(name)),
        _ => false,
    };
    match (call.method.to_string().as_str(), call.args.first()) {
        ("split_whitespace" | "split_ascii_whitespace", None) => Some(parse_quote!(&str)),
        ("lines", None) if of_text() => Some(parse_quote!(&str)),
        ("split", Some(at)) if is_part_of_text(at) || of_text() => Some(parse_quote!(&str)),
        ("rsplit" | "split_terminator" | "matches", Some(at)) if is_part_of_text(at) => {
            Some(parse_quote!(&str))
        }
        ("splitn" | "rsplitn", _) if call.args.last().is_some_and(is_part_of_text) => {
            Some(parse_quote!(&str))
        }
        ("chars", None) => Some(parse_quote!(char)),
        ("bytes", None) => Some(parse_quote!(u8)),
        ("char_indices", None) => Some(parse_quote!((usize, char))),
        ("filter" | "skip" | "take" | "rev" | "step_by" | "skip_while" | "take_while", Some(_))
        | ("peekable" | "fuse" | "rev", None) => item(&call.receiver, texts),
        _ => None,
    }
}

/// `','`, `", "`
fn is_part_of_text(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::Lit(l)
        if matches!(l.lit, syn::Lit::Str(_) | syn::Lit::Char(_)))
}
