//! Functions, their parameters and their locals.

use super::{Place, Region, Step, Ty};
use proc_macro2::{Ident, Span};

/// A numbered local: parameter, variable, view or temporary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Local(pub(crate) usize);

/// A label that `break`, `continue` and `return` can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Label(pub(crate) usize);

#[derive(Clone, Debug)]
pub(crate) struct LocalInfo {
    /// The name in emitted code, unique in the function.
    pub(crate) name: Ident,
    pub(crate) ty: Ty,
    /// Storage that may change, rather than a value assigned once.
    pub(crate) mutable: bool,
    pub(crate) span: Span,
    /// The part of a matched value that a pattern binds it to: its shadow is that part's.
    pub(crate) part: Option<Place>,
    /// Whether the pattern took it out of a temporary, which it outlives.
    pub(crate) taken: bool,
    /// The type that the user says it has, of which `ty` keeps less than what decides about its value: `250`
    /// is another number where it is a `u8`.
    pub(crate) stated: Option<syn::Type>,
}

impl LocalInfo {
    /// A local of its own, no part of anything.
    pub(crate) fn new(name: Ident, ty: Ty, mutable: bool, span: Span) -> Self {
        LocalInfo {
            name,
            ty,
            mutable,
            span,
            part: None,
            taken: false,
            stated: None,
        }
    }

    /// A temporary that stands behind `locals`.
    pub(crate) fn temporary(locals: &[LocalInfo], ty: Ty, span: Span) -> Self {
        let name = format!("__t{}", locals.len());
        let name = Ident::new(&name, span.resolved_at(Span::mixed_site()));
        LocalInfo::new(name, ty, false, span)
    }

    /// Whether it is the payload of a variant, which no pattern binds whole: its shadow is a struct of
    /// references to the shadows of its fields.
    pub(crate) fn is_payload(&self) -> bool {
        let part = self.part.as_ref();
        part.is_some_and(|p| matches!(p.path.last(), Some(Step::Variant(_))))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) local: Local,
    /// The type as the user wrote it.
    pub(crate) ty: syn::Type,
    pub(crate) passing: Passing,
    /// Marked `#[constant]`, or of a type that carries no derivative.
    pub(crate) constant: bool,
    /// A constant of a type the syntax does not show: it need not be differentiable at all.
    pub(crate) foreign: bool,
    pub(crate) mutable: bool,
    /// Its type is but a name, and nothing shows whether there are floats behind it: rustc says whether it is
    /// active.
    pub(crate) unsure: bool,
    /// Rustc may be asked that, if the reverse sweep asks for nothing in its shadow.
    pub(crate) askable: bool,
    /// The reverse sweep never looks at its shadow, whatever its type is.
    pub(crate) unread: bool,
    /// Its type carries no derivative if the names in it are those of the standard library: `&String`.
    pub(crate) guessed: bool,
}

impl Param {
    /// Whether its type has to be differentiable, whatever becomes of the questions.
    pub(crate) fn is_surely_differentiable(&self) -> bool {
        !self.constant && !self.unsure && !self.askable
    }

    /// Whether a pullback is given the argument itself again: a reference, what is copied freely, and an optional
    /// shared reference.
    pub(crate) fn is_given_again(&self, f: &Function) -> bool {
        self.passing != Passing::Value
            || f.ty(self.local).is_copy()
            || is_optional_reference(&self.ty)
    }
}

/// `Option<&T>`
pub(crate) fn is_optional_reference(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    let is_reference = |argument: Option<&syn::GenericArgument>| match argument {
        Some(syn::GenericArgument::Type(syn::Type::Reference(r))) => r.mutability.is_none(),
        _ => false,
    };
    path.path
        .segments
        .last()
        .is_some_and(|last| match &last.arguments {
            syn::PathArguments::AngleBracketed(given) => {
                last.ident == "Option" && given.args.len() == 1 && is_reference(given.args.first())
            }
            _ => false,
        })
}

/// How a parameter is passed, as far as its type's first token tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    Value,
    Ref,
    RefMut,
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: Ident,
    pub(crate) params: Vec<Param>,
    pub(crate) ret: Ty,
    pub(crate) locals: Vec<LocalInfo>,
    pub(crate) body: Region,
    /// Items and `use` declarations found in the body, needed by the code around them.
    pub(crate) items: Vec<syn::Item>,
    /// For the type parameters, the traits of the user's that they are bound by: one for each.
    pub(crate) traits: Vec<OwnTrait>,
    /// Parameters that the user's function consumes and the rule is lent: their parts are copied, not moved.
    pub(crate) consumed: Vec<Local>,
}

/// A trait of the user's that a type parameter is bound by, `System<N>`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OwnTrait {
    pub(crate) path: syn::Path,
    /// The const parameters among its arguments.
    pub(crate) consts: Vec<syn::ConstParam>,
}

impl Function {
    pub(crate) fn info(&self, local: Local) -> &LocalInfo {
        &self.locals[local.0]
    }
    pub(crate) fn ty(&self, local: Local) -> &Ty {
        &self.locals[local.0].ty
    }

    /// Whether a local is a parameter that is an optional shared reference.
    pub(crate) fn is_optional_reference(&self, local: Local) -> bool {
        let mut params = self.params.iter();
        params.any(|p| p.local == local && is_optional_reference(&p.ty))
    }
}
