//! What an `impl` block says of the type it is for.
//!
//! Receives the block; promises what its methods may know of their receiver although the type is defined elsewhere.
//! An inherent method that the block defines is the one that a call on `self` means, or on a parameter of its type,
//! so its signature tells the type of the call; and where it returns a part of its receiver, the call is a place like a
//! field, whose shadow is a part of the receiver's: no row is copied, and none has a shadow of its own.
//!
//! ```text
//! fn row(&self, i: usize) -> &[f64] { &self.data[i * self.n..(i + 1) * self.n] }
//! fn scale(&self) -> f64 { self.data[0] }
//!
//! self.row(i)[j] * self.scale()      an element of a slice of floats in `self`, times a float
//! ```

use super::functions::function_types;
use super::inlined::{self, Small};
use super::methods::Around;
use super::{leaf, own_maps, own_vectors};
use crate::emit::{MemberKind, pointee};
use crate::ir::{Ty, ty};
use crate::projection;
use proc_macro2::{Ident, TokenStream};
use syn::{
    FnArg, GenericArgument, ImplItem, ImplItemFn, PathArguments, ReturnType, Signature, Type,
};

/// What is known of `Self`.
#[derive(Default)]
pub(crate) struct Own {
    /// The fields that are vectors.
    pub(crate) vectors: Vec<Ident>,
    /// The fields of the receiver that a constructor in the block fills with arrays.
    pub(crate) arrays: Vec<Ident>,
    /// The fields that are maps or sets.
    pub(crate) maps: Vec<Ident>,
    /// The methods that return a shared reference to a part of their receiver.
    pub(crate) views: Vec<Given>,
    /// The methods that return a value whose type says what it is.
    pub(crate) values: Vec<Given>,
    /// The methods and functions that call nothing of the user's but each other.
    pub(crate) leaves: Vec<Ident>,
    /// The methods and functions that are but an expression.
    pub(crate) small: Vec<Small>,
    /// Whether their type is one of many of its name: `Transform<2>`.
    pub(crate) of_generic: bool,
    /// Whether it holds functions, of which only rules know how to call them.
    pub(crate) of_functions: bool,
}

/// A method of `self`, and the type of what it returns, or of what that refers to.
pub(crate) struct Given {
    pub(crate) method: Ident,
    pub(crate) ty: Type,
}

impl Own {
    /// Nothing is known.
    pub(crate) const NOTHING: &'static Own = &Own {
        vectors: Vec::new(),
        arrays: Vec::new(),
        maps: Vec::new(),
        views: Vec::new(),
        values: Vec::new(),
        leaves: Vec::new(),
        small: Vec::new(),
        of_generic: false,
        of_functions: false,
    };

    /// What the members of an inherent `impl` say.
    pub(crate) fn of(
        items: &[ImplItem],
        kind: MemberKind,
        around: &Around,
        core: &TokenStream,
    ) -> Own {
        let Some(self_ty) = around.self_ty else {
            return Own::default();
        };
        // A trait's method gives way to an inherent one of its name.
        let is_meant = kind == MemberKind::Inherent;
        let methods = || items.iter().filter_map(method).filter(|_| is_meant);
        let given = |m: &ImplItemFn| match &m.sig.output {
            ReturnType::Type(_, ty) => Some(Given {
                method: m.sig.ident.clone(),
                ty: pointee(ty).clone(),
            }),
            ReturnType::Default => None,
        };
        let is_view =
            |m: &&ImplItemFn| takes_numbers(&m.sig) && projection::is_of_receiver(m, around, core);
        let is_value = |m: &&ImplItemFn| !projection::is_projection(&m.sig);
        let views = methods().filter(is_view).filter_map(given);
        let values = methods().filter(is_value).filter_map(given);
        Own {
            vectors: own_vectors::fields_of(items, self_ty, &own_vectors::VECTORS),
            arrays: own_vectors::fields_of(items, self_ty, &own_vectors::ARRAYS),
            maps: own_maps::fields_of(items, self_ty),
            views: views.filter(|given| is_of_floats(&given.ty)).collect(),
            values: values.filter(|given| is_number(&given.ty)).collect(),
            leaves: leaves(items, kind, around),
            small: match is_meant {
                true => inlined::small(items, around),
                false => Vec::new(),
            },
            of_generic: has_arguments(self_ty),
            of_functions: !function_types(around.generics).is_empty(),
        }
    }
}

/// Whether a type is given others, or numbers.
fn has_arguments(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last().map(|last| &last.arguments);
    let is_lifetime = |given: &GenericArgument| matches!(given, GenericArgument::Lifetime(_));
    matches!(last, Some(PathArguments::AngleBracketed(given)) if !given.args.iter().all(is_lifetime))
}

/// What a block of one type says of its functions.
fn leaves(items: &[ImplItem], kind: MemberKind, around: &Around) -> Vec<Ident> {
    let is_of_one_type = kind == MemberKind::Inherent && around.generics.params.is_empty();
    let functions = items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    });
    match is_of_one_type {
        true => leaf::of_block(functions),
        false => Vec::new(),
    }
}

fn method(item: &ImplItem) -> Option<&ImplItemFn> {
    match item {
        ImplItem::Fn(method) if method.sig.receiver().is_some() => Some(method),
        _ => None,
    }
}

/// Whether all that a method is given besides its receiver are numbers that choose.
fn takes_numbers(signature: &Signature) -> bool {
    signature.generics.type_params().next().is_none()
        && signature.inputs.iter().all(|input| match input {
            FnArg::Receiver(receiver) => {
                receiver.reference.is_some() && receiver.mutability.is_none()
            }
            FnArg::Typed(typed) => matches!(ty::read(&typed.ty, &|_| false), Ty::Int),
        })
}

/// Whether a type is that of a number, or of a flag.
fn is_number(ty: &Type) -> bool {
    matches!(ty::read(ty, &|_| false), Ty::Float(_) | Ty::Int | Ty::Bool)
}

/// Whether a type is that of a float, or of a sequence of such.
fn is_of_floats(ty: &Type) -> bool {
    let mut ty = ty::read(ty, &|_| false);
    while let Ty::Slice(inner) | Ty::Array(inner) | Ty::Vec(inner) = ty {
        ty = *inner;
    }
    matches!(ty, Ty::Float(_))
}
