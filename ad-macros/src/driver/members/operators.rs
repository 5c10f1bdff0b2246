//! Operators: the rule of a type's `+` is an implementation of a trait of its own.
//!
//! ```text
//! #[differentiable]                           impl AddRule<Vec3, (ByValue, ByValue)> for Vec3 {
//! impl Add for Vec3 {                             type Output = Vec3;
//!     type Output = Vec3;                         fn rule(keep, (a, b): (&Vec3, &Vec3)) -> … { … }
//!     fn add(self, b: Vec3) -> Vec3 { … }     }
//! }
//! ```

use crate::attr::{self, Options};
use crate::desugar::methods::{Around, operands_by_reference, standalone};
use crate::desugar::numbers;
use crate::desugar::own::Own;
use crate::diagnostics::Sink;
use crate::driver::derive;
use crate::emit::{self, Home, Member, MemberKind, Signature};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ImplItem;

/// `#[differentiable] impl Add for Vec3`: the rule of `+` beside it.
pub(super) fn implementation(
    options: &Options,
    mut item: syn::ItemImpl,
    rule: Ident,
) -> TokenStream {
    let sink = Sink::new();
    let mut items = std::mem::take(&mut item.items);
    let output = items.iter().find_map(|i| match i {
        ImplItem::Type(t) if t.ident == "Output" => Some(t.ty.clone()),
        _ => None,
    });
    let operator = Operator {
        options,
        block: &item,
        output: output.as_ref(),
        rule,
    };
    let methods = items.iter_mut().filter_map(|member| match member {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let derived: TokenStream = methods
        .filter_map(|method| operator.derived(method, &sink))
        .collect();
    item.items = items;
    let errors = sink.into_errors();
    quote!(#item #derived #errors)
}

/// An implementation of an operator, without its items.
struct Operator<'a> {
    options: &'a Options,
    block: &'a syn::ItemImpl,
    output: Option<&'a syn::Type>,
    /// The trait of the operator's rule.
    rule: Ident,
}

impl Operator<'_> {
    /// The rule of one method, there is but one.
    fn derived(&self, method: &mut syn::ImplItemFn, sink: &Sink) -> Option<TokenStream> {
        let constants = attr::take_constants(&mut method.sig, sink);
        let owner = &self.block.self_ty;
        let (self_ty, self_by_ref) = peeled(owner);
        let around = Around {
            generics: &self.block.generics,
            self_ty: Some(&self_ty),
            own: Own::NOTHING,
            mistakes: None,
        };
        let core = emit::paths::runtime(self.options.facade.as_ref());
        let mut function = standalone_operator(&around, method, owner);
        numbers::tell(&mut function, &core);
        elide_borrows(&mut function.sig);
        resolve_output(&mut function, self.output);
        let assigns = method.sig.receiver().is_some_and(|r| r.reference.is_some());
        let by_ref = operands_by_reference(&mut function);
        let by_ref = operator_form(assigns, self_by_ref, &by_ref);
        let form = emit::rule_call::operator_form(&core, &by_ref);
        let own = syn::Generics::default();
        let signature = Signature {
            companion: function.sig.ident.clone(),
            item: &function,
            constants: &constants,
            unsure: &vec![false; constants.len()],
            askable: &vec![false; constants.len()],
            functions: &[],
            changing: &[],
            mistakes: None,
            lists: false,
            home: Home::Type(Member {
                generics: &own,
                receiver: None,
                consumes: false,
                kind: MemberKind::Operator,
                gives_itself: false,
                own: Own::NOTHING,
                owner: None,
            }),
        };
        let (rhs, output) = (rhs(&function.sig), (!assigns).then(|| given(&function.sig)));
        let said = quote!(#self_ty #rhs #output);
        let generics = without_borrows(&self.block.generics, &said);
        let generics = emit::bounded_generics(&signature, &generics, &core);
        let (params, _, clause) = generics.split_for_impl();
        let arguments = rhs.map(|rhs| quote!(#rhs,));
        let (lenient, rule) = (emit::lenient(), &self.rule);
        derive(self.options, &signature, sink, |e, signature| {
            let body = emit::members(e, signature, true);
            quote! {
                #lenient
                impl #params #core::#rule<#arguments #form> for #self_ty #clause { #output #body }
            }
        })
    }
}

/// The type of the second operand, behind references.
fn rhs(signature: &syn::Signature) -> Option<syn::Type> {
    signature.inputs.iter().nth(1).map(|input| match input {
        syn::FnArg::Typed(typed) => peeled(&typed.ty).0,
        syn::FnArg::Receiver(_) => unreachable!("a standalone function has no receiver"),
    })
}

/// The associated type of what an operator gives.
fn given(signature: &syn::Signature) -> TokenStream {
    match &signature.output {
        syn::ReturnType::Type(_, ty) => quote!(type Output = #ty;),
        syn::ReturnType::Default => quote!(
            type Output = ();
        ),
    }
}

/// The operands of an operator's method; a receiver of reference type is a reference already, and so is another
/// operand of type `Self`.
fn standalone_operator(
    around: &Around,
    method: &syn::ImplItemFn,
    owner: &syn::Type,
) -> syn::ItemFn {
    let mut method = method.clone();
    if matches!(owner, syn::Type::Reference(_)) {
        for input in &mut method.sig.inputs {
            match input {
                syn::FnArg::Receiver(receiver) => *receiver = syn::parse_quote!(&self),
                syn::FnArg::Typed(typed) if typed.ty == syn::parse_quote!(Self) => {
                    *typed.ty = owner.clone();
                }
                syn::FnArg::Typed(_) => {}
            }
        }
    }
    standalone(around, &method)
}

/// `Self::Output` is what the implementation says it is.
fn resolve_output(function: &mut syn::ItemFn, output: Option<&syn::Type>) {
    if let (Some(output), syn::ReturnType::Type(_, ty)) = (output, &mut function.sig.output)
        && ty.to_token_stream().to_string().replace(' ', "") == "Self::Output"
    {
        **ty = output.clone();
    }
}

/// Generics without the lifetimes that only said how long operands are borrowed.
pub(super) fn without_borrows(generics: &syn::Generics, said: &TokenStream) -> syn::Generics {
    let clause = &generics.where_clause;
    let others = generics.params.iter().filter_map(|p| match p {
        syn::GenericParam::Lifetime(_) => None,
        other => Some(other),
    });
    let said = quote!(#said #clause #(#others)*).to_string();
    let mut generics = generics.clone();
    let params = std::mem::take(&mut generics.params).into_iter();
    generics.params = params
        .filter(|p| match p {
            syn::GenericParam::Lifetime(l) => said.contains(&l.lifetime.to_string()),
            _ => true,
        })
        .collect();
    generics
}

/// Operands are borrowed for the call alone, for however long the user's operator borrows them.
pub(super) fn elide_borrows(signature: &mut syn::Signature) {
    for input in &mut signature.inputs {
        if let syn::FnArg::Typed(typed) = input
            && let syn::Type::Reference(reference) = &mut *typed.ty
        {
            reference.lifetime = None;
        }
    }
}

fn operator_form(assigns: bool, self_by_ref: bool, by_ref: &[bool]) -> Vec<bool> {
    let rest = by_ref.iter().skip(1).copied();
    if assigns {
        return rest.collect();
    }
    std::iter::once(self_by_ref).chain(rest).collect()
}

/// A type without its reference.
fn peeled(ty: &syn::Type) -> (syn::Type, bool) {
    match ty {
        syn::Type::Reference(r) => ((*r.elem).clone(), true),
        other => (other.clone(), false),
    }
}
