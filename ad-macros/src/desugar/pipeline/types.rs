//! The types that the syntax says a pipeline's value has.

use crate::lower::is_users;
use crate::segments;
use syn::{Expr, ExprMethodCall, GenericArgument, PathArguments, Type, parse_quote};

/// `T` of `.sum::<T>()`.
pub(in crate::desugar) fn turbofish(call: &ExprMethodCall) -> Option<&Type> {
    call.turbofish.as_ref()?.args.iter().find_map(|a| match a {
        GenericArgument::Type(t) => Some(t),
        _ => None,
    })
}

fn named(ty: &Type) -> Option<&syn::PathSegment> {
    match ty {
        Type::Path(p) if p.qself.is_none() => p.path.segments.last(),
        Type::Paren(p) => named(&p.elem),
        Type::Group(g) => named(&g.elem),
        _ => None,
    }
}

pub(super) fn is_integer(ty: &Type) -> bool {
    named(ty).is_some_and(|s| crate::ir::ty::is_integer(&s.ident.to_string()))
}

/// How a range of integers ends, of its type; nothing of other types.
pub(in crate::desugar) fn range(ty: &Type) -> Option<syn::RangeLimits> {
    let segment = named(ty)?;
    let limits = match segment.ident.to_string().as_str() {
        "Range" => syn::RangeLimits::HalfOpen(Default::default()),
        "RangeInclusive" => syn::RangeLimits::Closed(Default::default()),
        _ => return None,
    };
    segments::type_argument(segment)
        .is_some_and(is_integer)
        .then_some(limits)
}

/// Whether a type is a `Result` rather than an `Option`, and what it holds; `None` of other types.
pub(super) fn fallible(ty: &Type) -> Option<(bool, Option<&Type>)> {
    let segment = named(ty)?;
    let result = segment.ident == "Result";
    (result || segment.ident == "Option").then(|| (result, segments::type_argument(segment)))
}

/// `value.into()` as `T::from(value)`, where the syntax shows that it becomes a collection or a float.
pub(super) fn made_by_from(call: &ExprMethodCall, expected: Option<&Type>) -> Option<Expr> {
    let ty = expected?;
    let name = named(ty)?.ident.to_string();
    let known = matches!(name.as_str(), "Vec" | "VecDeque" | "f64" | "f32")
        || element_of_boxed_slice(ty).is_some();
    let value: Expr = match &*call.receiver {
        // A method borrows its receiver by itself.
        part @ Expr::Index(i) if matches!(*i.index, Expr::Range(_)) => parse_quote!(&#part),
        value => value.clone(),
    };
    (known && call.method == "into" && call.args.is_empty()).then(|| match ty {
        Type::Path(path) if path.path.get_ident().is_some() => parse_quote!(#path::from(#value)),
        ty => parse_quote!(<#ty>::from(#value)),
    })
}

/// `T` of a `VecDeque<T>`; the outer `None` of other types.
pub(super) fn element_of_deque(ty: &Type) -> Option<Option<&Type>> {
    let segment = named(ty).filter(|s| s.ident == "VecDeque")?;
    Some(segments::type_argument(segment))
}

/// The name of a map or a set of which no more than what it holds is said, and that is no floats.
pub(super) fn map(ty: &Type) -> Option<syn::Path> {
    if crate::ir::ty::is_map_of_floats(ty) {
        return None;
    }
    let segment = named(ty).filter(|s| crate::ir::ty::is_map(&s.ident))?;
    let holds = if segment.ident.to_string().ends_with("Map") {
        2
    } else {
        1
    };
    let PathArguments::AngleBracketed(args) = &segment.arguments else {
        return None;
    };
    let Type::Path(path) = ty else { return None };
    let mut path = path.path.clone();
    path.segments.last_mut()?.arguments = PathArguments::None;
    (args.args.len() <= holds).then_some(path)
}

/// Whether a type is `String`.
pub(super) fn is_text(ty: &Type) -> bool {
    named(ty).is_some_and(|s| s.ident == "String" && s.arguments.is_none())
}

/// `T` of a `Box<[T]>`.
pub(super) fn element_of_boxed_slice(ty: &Type) -> Option<&Type> {
    let segment = named(ty).filter(|s| s.ident == "Box")?;
    match segments::type_argument(segment)? {
        Type::Slice(slice) => Some(&slice.elem),
        _ => None,
    }
}

/// `f64` or `f32`.
pub(super) fn is_number(ty: &Type) -> bool {
    !matches!(ty, Type::Infer(_)) && is_float(ty)
}

/// `f64`, `f32` or `_`.
pub(super) fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Infer(_)) || named(ty).is_some_and(|s| s.ident == "f64" || s.ident == "f32")
}

/// `Some(element)` of a `Vec<element>`, `Some(None)` where only the `Vec` shows; `None` of other types.
pub(super) fn element_of_vec(ty: &Type) -> Option<Option<&Type>> {
    if matches!(ty, Type::Infer(_)) {
        return Some(None);
    }
    let segment = named(ty).filter(|s| s.ident == "Vec" || may_be_alias(s))?;
    if segment.ident != "Vec" {
        return Some(None);
    }
    Some(segments::type_argument(segment))
}

/// `A` and `B` of `(A, B)`.
pub(super) fn pair(ty: Option<&Type>) -> Option<(&Type, &Type)> {
    match ty? {
        Type::Tuple(t) if t.elems.len() == 2 => Some((&t.elems[0], &t.elems[1])),
        Type::Paren(p) => pair(Some(&p.elem)),
        Type::Group(g) => pair(Some(&g.elem)),
        _ => None,
    }
}

/// `T` of `T::method`.
pub(super) fn owner(path: &syn::Path) -> Option<Type> {
    let mut owner = path.clone();
    owner.segments.pop()?;
    owner.segments.pop_punct();
    (!owner.segments.is_empty()).then(|| parse_quote!(#owner))
}

/// A name that may be an alias of a `Vec`.
pub(super) fn is_alias(ty: &Type) -> bool {
    named(ty).is_some_and(may_be_alias)
}

/// Whether a name may stand for a `Vec`, with parameters, `Grid<f64>`, or without.
fn may_be_alias(segment: &syn::PathSegment) -> bool {
    let name = &segment.ident;
    match segment.arguments.is_none() {
        true => name != "String" && name != "PathBuf",
        false => is_users(name),
    }
}

/// Whether no part of a type is left to be inferred.
pub(super) fn is_stated(ty: &Type) -> bool {
    struct Infers(bool);
    impl syn::visit::Visit<'_> for Infers {
        fn visit_type_infer(&mut self, _: &syn::TypeInfer) {
            self.0 = true;
        }
    }
    let mut infers = Infers(false);
    syn::visit::Visit::visit_type(&mut infers, ty);
    !infers.0
}
