//! What derivatives ask of types.
//!
//! Receives a function's signature and generics; promises the generics with the bounds under which its
//! rule can be written. What the user's own bounds say of operators is said of their rules.
//!
//! ```text
//! fn square<T: Copy + Mul<Output = T>>(x: T) -> T
//!
//! fn rrule<T: Copy + Mul<Output = T>, K: Keep>(…) -> …
//! where
//!     T: Differentiable<Shadow: Sized, Again: Clone>,
//!     T: MulRule<T, (ByValue, ByValue), Output = T>,
//! ```

use super::rule::mentions;
use super::signature::{MemberKind, Signature};
use super::written::pointee;
use super::{names, paths, rule_call};
use crate::ir::{Ty, ty};
use crate::lower::ARITHMETIC;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

impl Signature<'_> {
    /// A type parameter bound by `Differentiable` is passed by value: its shadow has a size.
    pub(super) fn bounded(&self, mut generics: syn::Generics, core: &TokenStream) -> syn::Generics {
        let kind = self.member().map(|m| m.kind);
        // An implementation asks for no more than its trait.
        let implemented = kind == Some(MemberKind::Implemented);
        let own = |t: &Ident| generics.type_params().any(|p| p.ident == *t);
        let opaque = crate::lower::opaque_parameters(&self.item.sig).into_iter();
        let opaque: Vec<Ident> = opaque.filter(|t| !implemented || own(t)).collect();
        let clause = generics.make_where_clause();
        for t in opaque {
            clause.predicates.push(differentiable(&t, core));
            clause
                .predicates
                .extend(rules(&self.item.sig.generics, &syn::parse_quote!(#t), core));
        }
        if !implemented {
            clause
                .predicates
                .extend(rules_of_floats(&self.item.sig.generics, core));
        }
        for t in self.supposed_numbers() {
            clause.predicates.push(syn::parse_quote!(#t: #core::Real));
        }
        for of in self.types_of_parameters(core) {
            clause.predicates.push(differentiable(&of, core));
            clause
                .predicates
                .extend(rules(&self.item.sig.generics, &of, core));
        }
        if kind == Some(MemberKind::Declared) {
            let bound = syn::parse_quote!(Self: ::core::marker::Sized);
            clause.predicates.push(bound);
        }
        let named: Vec<&syn::Type> = self.named_types(core).filter(|_| !implemented).collect();
        for ty in named {
            clause.predicates.push(self.said_of(ty, core));
        }
        generics
    }

    /// That a type is differentiable, said of any lifetime where rustc would ask for it on the spot.
    pub(super) fn said_of(&self, ty: &syn::Type, core: &TokenStream) -> syn::WherePredicate {
        let asked = self.names_type(ty);
        let answer = self.answer(core).filter(|_| asked);
        let core = paths::at(core, ty.span());
        let ty = self.lasting(ty, &core);
        let any = asked.then(|| quote!(for<'__any>));
        if let Some(answer) = answer {
            return syn::parse_quote!(#any #ty: #core::DifferentiableBy<#answer>);
        }
        let bounds = quote_spanned! {ty.span()=>
            #any #ty: #core::Differentiable<Shadow: ::core::marker::Sized, Again: ::core::clone::Clone>
        };
        syn::parse_quote!(#bounds)
    }

    /// Type parameters that the user's bounds have to say are floats, which is asked for in one place. What a trait
    /// declares and its implementations have to agree upon is left as it is.
    fn supposed_numbers(&self) -> Vec<&Ident> {
        let numbers = match self.member().map(|m| m.kind) {
            None | Some(MemberKind::Inherent) => crate::lower::supposed_numbers(&self.item.sig),
            _ => Vec::new(),
        };
        numbers.into_iter().map(|t| &t.ident).collect()
    }

    /// `D::State` of a type parameter, wherever it is passed or returned: the trait that names it need not say that it is
    /// differentiable. What a trait declares and its implementations have to agree upon is left as it is.
    fn types_of_parameters(&self, core: &TokenStream) -> Vec<syn::Type> {
        if !matches!(
            self.member().map(|m| m.kind),
            None | Some(MemberKind::Inherent)
        ) {
            return Vec::new();
        }
        let generics = self.generics();
        let mut named = NamedTypes {
            of: generics.type_params().map(|t| &t.ident).collect(),
            found: Vec::new(),
        };
        self.passed_types(core).for_each(|ty| named.visit_type(ty));
        named.found
    }

    /// Fails to compile where a type parameter that is taken for a float need not be one.
    pub(super) fn number_assertions(&self, core: &TokenStream) -> Option<TokenStream> {
        let numbers = self.supposed_numbers();
        let asserted = numbers.iter().map(|t| {
            let core = paths::at(core, t.span());
            quote_spanned!(t.span()=> #core::number::<#t>();)
        });
        let asserted: TokenStream = asserted.collect();
        let function = self.item.sig.ident.to_string();
        let name = names::plain(&format!("numbers_of_{}", function.trim_start_matches("r#")));
        let (params, _, clause) = self.generics().split_for_impl();
        let first = self.changing.is_empty() && !numbers.is_empty();
        first.then(|| quote!(fn #name #params() #clause { #asserted }))
    }

    /// Types of the user's that must be differentiable. Said of any lifetime, a bound is not asked for where it stands:
    /// there `Derived` is (`emit/derived.rs`), so that a missing derive is one error.
    fn named_types(&self, core: &TokenStream) -> impl Iterator<Item = &syn::Type> {
        let generics = self.captures();
        // A bound on a type that mentions a parameter would hide what its implementation says.
        self.passed_types(core).map(element).filter(move |ty| {
            let concrete = |p: &syn::TypePath| !mentions(p.to_token_stream(), &generics);
            matches!(ty, syn::Type::Path(p) if concrete(p))
                && matches!(ty::read(ty, &|_| false), Ty::Unknown)
        })
    }

    /// The types of what may carry a derivative in or out, without their references.
    pub(super) fn passed_types(&self, core: &TokenStream) -> impl Iterator<Item = &syn::Type> {
        let inputs = self
            .item
            .sig
            .inputs
            .iter()
            .zip(self.constants.iter().zip(self.unsure))
            .filter(|(_, (constant, unsure))| !**constant && !**unsure);
        let of_inputs = inputs.filter_map(|(input, _)| match input {
            syn::FnArg::Typed(typed) => Some(pointee(&typed.ty)),
            syn::FnArg::Receiver(_) => None,
        });
        let output = match &self.item.sig.output {
            syn::ReturnType::Type(_, ty) if !self.gives_variants() => Some(&**ty),
            _ => None,
        };
        let output = output.filter(|_| self.unsure_result(core).is_none());
        of_inputs.chain(output)
    }
}

/// Finds the types that are named by type parameters: `D::State`.
struct NamedTypes<'a> {
    of: Vec<&'a Ident>,
    found: Vec<syn::Type>,
}

impl Visit<'_> for NamedTypes<'_> {
    fn visit_type_path(&mut self, path: &syn::TypePath) {
        let segments = &path.path.segments;
        let of_parameter = segments.len() == 2 && self.of.contains(&&segments[0].ident);
        let ty = syn::Type::Path(path.clone());
        if path.qself.is_none() && of_parameter && !self.found.contains(&ty) {
            self.found.push(ty);
        }
        visit::visit_type_path(self, path);
    }
}

/// What a slice, an array or a vector is made of; other types as they are.
fn element(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Slice(t) => element(&t.elem),
        syn::Type::Array(t) => element(&t.elem),
        syn::Type::Path(p) if matches!(ty::read(ty, &|_| false), Ty::Vec(_)) => {
            match p.path.segments.last().map(|s| &s.arguments) {
                Some(syn::PathArguments::AngleBracketed(given)) => match given.args.first() {
                    Some(syn::GenericArgument::Type(t)) => element(t),
                    _ => ty,
                },
                _ => ty,
            }
        }
        other => other,
    }
}

/// The generics of an implementation that has a rule.
pub(crate) fn bounded_generics(
    signature: &Signature,
    generics: &syn::Generics,
    core: &TokenStream,
) -> syn::Generics {
    signature.bounded(generics.clone(), core)
}

/// The bound of a type parameter that stands for anything differentiable.
pub(crate) fn differentiable(t: &impl ToTokens, core: &TokenStream) -> syn::WherePredicate {
    syn::parse_quote!(#t: #core::Differentiable<Shadow: ::core::marker::Sized, Again: ::core::clone::Clone>)
}

/// The rules of what the user's bounds say of the type parameters.
pub(crate) fn rules_of_parameters(
    generics: &syn::Generics,
    core: &TokenStream,
) -> Vec<syn::WherePredicate> {
    let named = generics.type_params().map(|p| &p.ident);
    let rules = named.flat_map(|t| rules(generics, &syn::parse_quote!(#t), core));
    rules.collect()
}

/// The rules of what the user's bounds say of a type parameter, or a type of one, and of references to it.
fn rules(generics: &syn::Generics, of: &syn::Type, core: &TokenStream) -> Vec<syn::WherePredicate> {
    let inline = generics
        .type_params()
        .filter(|p| is_parameter(of, &p.ident));
    let inline = inline.flat_map(|p| p.bounds.iter().map(|b| (false, b)));
    let clauses = generics.where_clause.iter().flat_map(|w| &w.predicates);
    let clauses = clauses.filter_map(|p| match p {
        syn::WherePredicate::Type(p) => Some(p),
        _ => None,
    });
    let clauses = clauses.flat_map(|p| {
        let (bounded, by_ref) = operand(&p.bounded_ty);
        let bounds = (bounded == of).then_some(&p.bounds);
        bounds.into_iter().flatten().map(move |b| (by_ref, b))
    });
    let bounds = inline.chain(clauses);
    bounds
        .filter_map(|(by_ref, bound)| rule(of, by_ref, bound, core))
        .collect()
}

/// The rules of what the user's bounds say of floats and type parameters: `f64: Mul<T, Output = T>`.
fn rules_of_floats(generics: &syn::Generics, core: &TokenStream) -> Vec<syn::WherePredicate> {
    let rules = bounds_of_floats(generics, &ARITHMETIC).filter_map(|(bounded, bound)| {
        let (of, by_ref) = operand(bounded);
        rule(of, by_ref, bound, core)
    });
    rules.collect()
}

/// The bounds of floats, or of references to them, by one of the traits.
pub(super) fn bounds_of_floats<'g>(
    generics: &'g syn::Generics,
    traits: &'g [&str],
) -> impl Iterator<Item = (&'g syn::Type, &'g syn::TypeParamBound)> {
    let clauses = generics.where_clause.iter().flat_map(|w| &w.predicates);
    let bounds = clauses.flat_map(|p| match p {
        syn::WherePredicate::Type(p) => p.bounds.iter().map(|b| (&p.bounded_ty, b)).collect(),
        _ => Vec::new(),
    });
    bounds.filter(|(bounded, bound)| {
        let of_float = ty::read(operand(bounded).0, &|_| false).is_float();
        of_float && crate::lower::is_trait(bound, traits)
    })
}

/// What a trait says of the operators of its types is said of their rules, which who is bound by the trait can count
/// on: `trait State: Add<Output = Self>`.
pub(crate) fn bound_operators(item: &mut syn::ItemTrait, core: &TokenStream) {
    let this: syn::Type = syn::parse_quote!(Self);
    let is_real = |bound: &syn::TypeParamBound| crate::lower::is_trait(bound, &["Real"]);
    if item.supertraits.iter().any(is_real) {
        return;
    }
    let operators = item.supertraits.iter();
    let operators = operators.filter(|bound| crate::lower::is_trait(bound, &ARITHMETIC));
    let rules: Vec<_> = operators
        .filter_map(|bound| rule(&this, false, bound, core))
        .collect();
    if !rules.is_empty() {
        let clause = item.generics.make_where_clause();
        clause.predicates.extend(rules);
    }
}

/// What a trait says of its types, `type State: Differentiable + Add<Output = Self::State>`, is said as of type
/// parameters: who is bound by the trait has no place to say it. What is multiplied by floats is differentiable, and
/// so is what one of its methods is `given`.
pub(crate) fn bound_types(item: &mut syn::ItemTrait, given: &[Ident], core: &TokenStream) {
    for member in &mut item.items {
        let syn::TraitItem::Type(ty) = member else {
            continue;
        };
        let differentiable = given.contains(&ty.ident) && ty.generics.params.is_empty();
        if !differentiable && !ty.bounds.iter().any(says_differentiable) {
            continue;
        }
        let name = &ty.ident;
        let this: syn::Type = syn::parse_quote!(Self::#name);
        let operators = ty.bounds.iter();
        let rules: Vec<_> = operators
            .filter_map(|bound| rule_bound(&this, false, bound, core))
            .collect();
        ty.bounds.push(syn::parse_quote!(
            #core::Differentiable<Shadow: ::core::marker::Sized, Again: ::core::clone::Clone>
        ));
        ty.bounds.extend(rules);
    }
}

/// The types of a trait that its methods are given or give back, `Self::State`, alone or in a list, other than for
/// constants.
pub(crate) fn given_types(item: &syn::ItemTrait) -> Vec<Ident> {
    let constant = |input: &syn::PatType| input.attrs.iter().any(|a| a.path().is_ident("constant"));
    let mut types = Vec::new();
    for member in &item.items {
        let syn::TraitItem::Fn(method) = member else {
            continue;
        };
        let inputs = method.sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(typed) if !constant(typed) => Some(&*typed.ty),
            _ => None,
        });
        let output = match &method.sig.output {
            syn::ReturnType::Type(_, ty) => Some(&**ty),
            syn::ReturnType::Default => None,
        };
        types.extend(inputs.chain(output).filter_map(of_trait));
    }
    types
}

/// `State` of `&[Self::State]`.
fn of_trait(ty: &syn::Type) -> Option<Ident> {
    let syn::Type::Path(path) = element(pointee(ty)) else {
        return None;
    };
    let segments = &path.path.segments;
    let own = path.qself.is_none() && segments.len() == 2 && segments[0].ident == "Self";
    own.then(|| segments[1].ident.clone())
}

/// `Differentiable`, `Mul<f64, …>`
fn says_differentiable(bound: &syn::TypeParamBound) -> bool {
    let syn::TypeParamBound::Trait(of) = bound else {
        return false;
    };
    let given = of.path.segments.last().map(|s| &s.arguments);
    let by_float = matches!(given, Some(syn::PathArguments::AngleBracketed(given))
        if given.args.iter().any(|a| matches!(a, syn::GenericArgument::Type(ty) if ty::read(ty, &|_| false).is_float())));
    let scales = by_float && crate::lower::is_trait(bound, &ARITHMETIC);
    scales || crate::lower::is_trait(bound, &["Differentiable"])
}

/// `T: Mul<&T, Output = T>` as `T: MulRule<T, (ByValue, ByRef), Output = T>`.
fn rule(
    of: &syn::Type,
    by_ref: bool,
    bound: &syn::TypeParamBound,
    core: &TokenStream,
) -> Option<syn::WherePredicate> {
    let rule = rule_bound(of, by_ref, bound, core)?;
    Some(syn::parse_quote!(#of: #rule))
}

/// The same bound without what it bounds.
fn rule_bound(
    of: &syn::Type,
    by_ref: bool,
    bound: &syn::TypeParamBound,
    core: &TokenStream,
) -> Option<syn::TypeParamBound> {
    let syn::TypeParamBound::Trait(bound) = bound else {
        return None;
    };
    let last = bound.path.segments.last()?;
    if let Some(rule) = conversion_rule(&last.ident.to_string()) {
        let given = &last.arguments;
        return Some(syn::parse_quote!(#core::#rule #given));
    }
    let rule = operator_rule(&last.ident.to_string())?;
    let assigns = last.ident.to_string().ends_with("Assign");
    let (mut other, mut output) = (None, None);
    if let syn::PathArguments::AngleBracketed(given) = &last.arguments {
        for argument in &given.args {
            match argument {
                syn::GenericArgument::Type(ty) => other = Some(ty.clone()),
                syn::GenericArgument::AssocType(said) => output = Some(said.ty.clone()),
                _ => {}
            }
        }
    }
    let unary = matches!(&*last.ident.to_string(), "Neg" | "Not");
    let other = other.unwrap_or_else(|| of.clone());
    let (other, other_by_ref) = operand(&other);
    let form = match (unary, assigns) {
        (true, _) => rule_call::operator_form(core, &[by_ref]),
        (_, true) => rule_call::operator_form(core, &[other_by_ref]),
        _ => rule_call::operator_form(core, &[by_ref, other_by_ref]),
    };
    let other = (!unary).then(|| quote!(#other,));
    let output = output.map(|ty| quote!(, Output = #ty));
    Some(syn::parse_quote!(#core::#rule<#other #form #output>))
}

/// An operand's type without its reference.
fn operand(ty: &syn::Type) -> (&syn::Type, bool) {
    (pointee(ty), matches!(ty, syn::Type::Reference(_)))
}

fn is_parameter(ty: &syn::Type, t: &Ident) -> bool {
    matches!(ty, syn::Type::Path(p) if p.path.is_ident(t))
}

/// The rule trait of a conversion's trait.
fn conversion_rule(name: &str) -> Option<Ident> {
    let known = ["From", "Into"].contains(&name);
    known.then(|| Ident::new(&format!("{name}Rule"), Span::mixed_site()))
}

/// The rule trait of an operator's trait.
pub(crate) fn operator_rule(name: &str) -> Option<Ident> {
    let others = [
        "BitAnd",
        "BitOr",
        "BitXor",
        "Shl",
        "Shr",
        "Not",
        "RemAssign",
    ];
    let known = ARITHMETIC.contains(&name) || others.contains(&name);
    known.then(|| Ident::new(&format!("{name}Rule"), Span::mixed_site()))
}
