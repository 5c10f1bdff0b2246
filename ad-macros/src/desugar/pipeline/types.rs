//! The types that the syntax says a pipeline's value has.

use syn::{ExprMethodCall, GenericArgument, PathArguments, Type};

/// `T` of `.sum::<T>()`.
pub(super) fn turbofish(call: &ExprMethodCall) -> Option<&Type> {
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
    named(ty).is_some_and(|s| {
        matches!(
            s.ident.to_string().as_str(),
            "usize"
                | "u8"
                | "u16"
                | "u32"
                | "u64"
                | "u128"
                | "isize"
                | "i8"
                | "i16"
                | "i32"
                | "i64"
                | "i128"
        )
    })
}

pub(super) fn is_option(ty: &Type) -> bool {
    named(ty).is_some_and(|s| s.ident == "Option")
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
    let PathArguments::AngleBracketed(args) = &segment.arguments else {
        return Some(None);
    };
    Some(args.args.iter().find_map(|a| match a {
        GenericArgument::Type(t) => Some(t),
        _ => None,
    }))
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

/// A name that may be an alias of a `Vec`.
pub(super) fn is_alias(ty: &Type) -> bool {
    named(ty).is_some_and(may_be_alias)
}

/// Whether a name without parameters may stand for a `Vec`.
fn may_be_alias(segment: &syn::PathSegment) -> bool {
    let known = segment.ident == "String" || segment.ident == "PathBuf";
    segment.arguments.is_none() && !known
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
