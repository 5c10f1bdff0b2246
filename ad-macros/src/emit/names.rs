//! Every name the emitted code makes up. All are hygienic, so none can meet a user's.

use crate::ir::{Label, Local, LocalInfo};
use proc_macro2::{Ident, Span};

fn generated(text: &str) -> Ident {
    // Hygiene keeps locals apart, but a pattern would still match a constant of that name.
    Ident::new(&format!("__{text}"), Span::mixed_site())
}

/// Whether a name is of those made up here.
pub(crate) fn is_generated(name: &Ident) -> bool {
    name.to_string().starts_with("__")
}

/// The shadow of a local.
pub(crate) fn shadow(locals: &[LocalInfo], local: Local) -> Ident {
    let name = locals[local.0].name.to_string();
    generated(&format!("d_{}_{}", name.trim_start_matches("r#"), local.0))
}

/// The partial derivative of one cotangent by another.
pub(crate) fn partial(of: Local, by: Local) -> Ident {
    generated(&format!("p_{}_{}", of.0, by.0))
}

/// A by-value argument's shadow as the caller gave it.
pub(crate) fn sink(locals: &[LocalInfo], local: Local) -> Ident {
    let name = locals[local.0].name.to_string();
    generated(&format!("sink_{}", name.trim_start_matches("r#")))
}

pub(crate) fn numbered(prefix: &str, id: usize) -> Ident {
    generated(&format!("{prefix}{id}"))
}

pub(crate) fn plain(text: &str) -> Ident {
    generated(text)
}

pub(crate) fn lifetime(prefix: &str, id: usize) -> syn::Lifetime {
    syn::Lifetime::new(&format!("'{prefix}{id}"), Span::mixed_site())
}

/// The block of a loop's iteration.
pub(crate) fn iteration(label: Label) -> syn::Lifetime {
    lifetime("i", label.0)
}

/// The rule on a companion, or one of those that it holds.
pub(crate) fn rule_at(level: usize, span: Span) -> Ident {
    match level {
        0 => Ident::new("rrule", span),
        _ => Ident::new(&format!("rrule_{level}"), span),
    }
}

/// The rule on a companion whose last loops are taken back as they run.
pub(crate) fn rule_of_loops(span: Span) -> Ident {
    Ident::new("rrule_along", span)
}

/// The rule on a companion that leaves partial derivatives behind.
pub(crate) fn rule_at_once(span: Span) -> Ident {
    Ident::new("rrule_at_once", span)
}

/// The payload of an enum's variant in its shadow, as `derive` calls it; `unique` says how it is borrowed.
pub(crate) fn variant(name: &Ident, unique: bool) -> Ident {
    let mutability = if unique { "mut_" } else { "" };
    Ident::new(&format!("__variant_{mutability}{name}"), name.span())
}

/// The rule of an associated function of one parameter, which may be `from` or `try_from`: a type has conversions
/// from values and from references.
pub(crate) fn conversion_rule(function: &Ident, by_ref: bool) -> Ident {
    match by_ref && is_conversion(function) {
        true => Ident::new(
            &format!("associated_rule_of_{function}_ref"),
            function.span(),
        ),
        false => associated_rule(function),
    }
}

/// Whether a function of a type has this name because it is chosen by what it is given.
pub(crate) fn is_conversion(function: &Ident) -> bool {
    function == "from" || function == "try_from"
}

/// The rule of a function of a type, called by its path.
pub(crate) fn associated_rule(function: &Ident) -> Ident {
    let name = function.to_string();
    Ident::new(
        &format!("associated_rule_of_{}", name.trim_start_matches("r#")),
        function.span(),
    )
}

/// The rule of a method whose last loops are taken back as they run.
pub(crate) fn rule_along(method: &Ident) -> Ident {
    let name = method.to_string();
    let name = format!("derivative_along_with_{}", name.trim_start_matches("r#"));
    Ident::new(&name, method.span())
}

/// What makes a function value of a closure that is an argument; `method` is what it is passed to.
pub(crate) fn argument(position: usize, method: Option<&Ident>) -> Ident {
    match method {
        None => Ident::new(&format!("argument_{position}"), Span::mixed_site()),
        Some(method) => {
            let name = method.to_string();
            let name = name.trim_start_matches("r#");
            Ident::new(&format!("argument_{position}_of_{name}"), method.span())
        }
    }
}

/// What tells whether a method gives back its receiver.
pub(crate) fn link(method: &Ident) -> Ident {
    let name = method.to_string();
    let name = name.trim_start_matches("r#");
    Ident::new(&format!("derivative_link_of_{name}"), method.span())
}

/// The rule of a method: its name is what rustc prints where it is missing.
pub(crate) fn method_rule(method: &Ident) -> Ident {
    let name = method.to_string();
    Ident::new(
        &format!("derivative_rule_of_{}", name.trim_start_matches("r#")),
        method.span(),
    )
}

/// What finds what `as_ref` or `as_mut` looks behind.
pub(crate) fn looked_by(method: &Ident) -> Ident {
    Ident::new(&format!("__looked_{method}"), method.span())
}

/// The name of what stands beside a method and answers for it.
fn beside(method: &Ident, answer: &str) -> Ident {
    let name = method.to_string();
    plain(&format!("{answer}_{}", name.trim_start_matches("r#")))
}

/// What says how much of a method's pullback is kept.
pub(crate) fn method_kept(method: &Ident) -> Ident {
    beside(method, "kept_of")
}

/// What says that a method's pullback may be held as it is.
pub(crate) fn held_of(method: &Ident) -> Ident {
    beside(method, "held_of")
}

/// What says that a method's pullback leaves the receiver's shadow as it is.
pub(crate) fn only_adds(method: &Ident) -> Ident {
    beside(method, "only_adds")
}

/// What says that a method gives a part of its receiver.
pub(crate) fn gives_part(method: &Ident) -> Ident {
    beside(method, "gives_part")
}

/// The rule, or what belongs to it, for calls in which the functions at these positions change what they
/// captured.
pub(crate) fn changing(rule: &Ident, positions: &[usize]) -> Ident {
    let suffix: String = positions.iter().map(|p| format!("_{p}")).collect();
    match positions {
        [] => rule.clone(),
        _ => Ident::new(&format!("{rule}_changing{suffix}"), rule.span()),
    }
}

/// A method's name as a number, by which objects of a trait find its rule: FNV-1a.
pub(crate) fn number(method: &Ident) -> u64 {
    let name = method.to_string();
    let bytes = name.trim_start_matches("r#").bytes();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
