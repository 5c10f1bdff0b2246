//! Types of stored functions.
//!
//! Receives types as users write them; promises types of values that carry a rule.
//!
//! ```text
//! Vec<Box<dyn Fn(f64) -> f64>>     Vec<AnyFunction<(ValueOf<f64>,), f64>>
//! [fn(&[f64]) -> f64; 2]           [FunctionPointer<(RefTo<[f64]>,), f64>; 2]
//! ```

use crate::desugar::functions::{self, Written};
use crate::lower::contains_type;
use crate::segments;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, PathArguments, Type, TypeParamBound};

/// What stands for `Box<dyn Fn(…)>` and the like: its captures carry derivatives.
const ANY: &str = "AnyFunction";
/// What stands for `fn(…)`.
const POINTER: &str = "FunctionPointer";

/// Gives the functions in `ty` the types of values; whether there were any.
pub(crate) fn retype(ty: &mut Type, core: &TokenStream) -> bool {
    let before = ty.to_token_stream().to_string();
    Retype(core).visit_type_mut(ty);
    ty.to_token_stream().to_string() != before
}

struct Retype<'a>(&'a TokenStream);

impl VisitMut for Retype<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let Some((kind, written)) = function(ty) else {
            visit_mut::visit_type_mut(self, ty);
            return;
        };
        let mut output = written.output;
        self.visit_type_mut(&mut output);
        let mut inputs = written.inputs;
        inputs.iter_mut().for_each(|i| self.visit_type_mut(i));
        let (core, name) = (self.0, Ident::new(kind, ty.span()));
        let inputs = inputs.iter().map(|i| functions::given(i, core));
        *ty = syn::parse_quote!(#core::#name<(#(#inputs,)*), #output>);
    }
}

/// What a function is called with, if `ty` is the type of one that can be stored.
fn function(ty: &Type) -> Option<(&'static str, Written)> {
    let (kind, written) = match ty {
        Type::Paren(p) => return function(&p.elem),
        Type::Group(g) => return function(&g.elem),
        Type::BareFn(f) => (POINTER, functions::of_pointer(f)?),
        Type::Reference(r) if r.mutability.is_none() => (ANY, of_object(&r.elem)?),
        Type::Path(p) => (ANY, of_object(pointee(p)?)?),
        Type::ImplTrait(_) => (ANY, of_object(ty)?),
        _ => return None,
    };
    let takes_unique = written.inputs.iter().any(functions::is_unique);
    (!takes_unique).then_some((kind, written))
}

/// Whether a type, as the user writes it, is that of a function that can be stored.
pub(crate) fn is_function(ty: &Type) -> bool {
    function(ty).is_some()
}

/// `T` of `Box<T>`, `Rc<T>`, `Arc<T>`
pub(crate) fn pointee(path: &syn::TypePath) -> Option<&Type> {
    let last = path.path.segments.last()?;
    let is_pointer = ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name);
    segments::type_argument(last).filter(|_| is_pointer || super::referred::is_referred(path))
}

/// `Box<dyn Trait>`, of any trait
pub(crate) fn is_object_pointer(path: &syn::TypePath) -> bool {
    matches!(pointee(path), Some(Type::TraitObject(_)))
}

/// `dyn Fn(A) -> B`, `impl Fn(A) -> B`
fn of_object(ty: &Type) -> Option<Written> {
    let bounds = match ty {
        Type::Paren(p) => return of_object(&p.elem),
        Type::TraitObject(t) => &t.bounds,
        Type::ImplTrait(t) => &t.bounds,
        _ => return None,
    };
    bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Trait(t) if t.path.segments.last()?.ident == "Fn" => {
            functions::written(bound, None)
        }
        _ => None,
    })
}

/// Whether something in a signature is a function that is a value.
pub(crate) fn are_in(signature: &syn::Signature) -> bool {
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(&*typed.ty),
        syn::FnArg::Receiver(_) => None,
    });
    let output = match &signature.output {
        syn::ReturnType::Type(_, ty) => Some(&**ty),
        syn::ReturnType::Default => None,
    };
    let generic = !functions::function_types(&signature.generics).is_empty();
    generic || inputs.chain(output).any(|ty| contains_type(ty, &is_value))
}

/// Whether `ty` is the type of a function that is a value.
pub(crate) fn is_value(ty: &Type) -> bool {
    Value::of(ty).is_some()
}

/// The type of a function that is a value, taken apart.
pub(super) struct Value<'a> {
    path: &'a syn::TypePath,
    /// What it is called with, and what it returns; `_` where nobody says.
    parts: Vec<&'a Type>,
}

impl<'a> Value<'a> {
    pub(super) fn of(ty: &'a Type) -> Option<Self> {
        let Type::Path(path) = ty else {
            return None;
        };
        let mut from_last = path.path.segments.iter().rev();
        let last = from_last.next()?;
        // Users may have types of these names.
        let is_ours = from_last.next()?.ident == "__private";
        let PathArguments::AngleBracketed(given) = &last.arguments else {
            return None;
        };
        let parts = given.args.iter().filter_map(|a| match a {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
        let parts = parts.collect();
        (is_ours && (last.ident == ANY || last.ident == POINTER)).then_some(Value { path, parts })
    }

    /// The types of the parameters as users write them: `&[f64]` of `RefTo<[f64]>`.
    pub(super) fn parameters(&self) -> Vec<Type> {
        let Some(Type::Tuple(markers)) = self.parts.first() else {
            return Vec::new();
        };
        let given = markers.elems.iter().filter_map(|marker| {
            let Type::Path(path) = marker else {
                return None;
            };
            let last = path.path.segments.last()?;
            let ty = segments::type_argument(last)?;
            Some(match last.ident == "RefTo" {
                true => syn::parse_quote!(&#ty),
                false => ty.clone(),
            })
        });
        given.collect()
    }

    /// What it returns, where that is written.
    pub(super) fn output(&self) -> Option<&'a Type> {
        self.parts.get(1).copied()
    }

    /// What makes a value of this type.
    pub(super) fn maker(&self, core: &TokenStream) -> syn::ExprPath {
        let last = self.path.path.segments.last().expect("a type has a name");
        let (name, parts) = (&last.ident, &self.parts);
        syn::parse_quote!(#core::#name::<#(#parts),*>::of)
    }
}

/// `fn(A) -> B` with what is `_` where nobody says, as the type of a value.
pub(super) fn pointer(parameters: Option<&[Type]>, output: &Type, core: &TokenStream) -> Type {
    let name = Ident::new(POINTER, output.span());
    let arguments = match parameters {
        Some(types) => {
            let given = types.iter().map(|ty| functions::given(ty, core));
            quote!((#(#given,)*))
        }
        None => quote!(_),
    };
    syn::parse_quote!(#core::#name<#arguments, #output>)
}

/// `&dyn Fn(A) -> _` as the type of a value.
pub(super) fn any(parameters: &[Type], core: &TokenStream) -> Type {
    let name = Ident::new(ANY, proc_macro2::Span::mixed_site());
    let given = parameters.iter().map(|ty| functions::given(ty, core));
    syn::parse_quote!(#core::#name<(#(#given,)*), _>)
}
