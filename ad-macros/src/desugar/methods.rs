//! Methods as functions.
//!
//! Receives an associated function with the generics around it; promises a function of its own that
//! computes the same, its receiver a parameter like any other. Receivers, and the operands of
//! operators, go in by reference: what the user's method consumes is a copy made in the body.
//!
//! ```text
//! fn scaled(mut self, k: f64) -> Self {        fn scaled(this: &Vec3, k: f64) -> Vec3 {
//!     self.x *= k;                                 let mut this = this.clone();
//!     self                                         this.x *= k;
//! }                                                this
//!                                              }
//! ```

use crate::desugar::functions;
use crate::desugar::own::Own;
use crate::desugar::rename;
use crate::emit::Mistakes;
use crate::tokens;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse_quote;
use syn::visit_mut::{self, VisitMut};

/// What a receiver is called as a parameter.
pub(crate) const RECEIVER: &str = "this";

/// The `impl` or `trait` around a method.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    pub(crate) generics: &'a syn::Generics,
    /// `None` in a trait, where `Self` is all there is to say.
    pub(crate) self_ty: Option<&'a syn::Type>,
    /// What the block says of `Self`.
    pub(crate) own: &'a Own,
    /// What is wrong with the method's body, if it is looked at for that.
    pub(crate) mistakes: Option<&'a Mistakes>,
}

/// Whether what parses as a function can only be part of an `impl` or a `trait`.
pub(crate) fn is_method(function: &syn::ItemFn) -> bool {
    function.sig.receiver().is_some() || mentions_self_type(function.sig.to_token_stream())
}

fn mentions_self_type(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(name) => name == "Self",
        TokenTree::Group(group) => mentions_self_type(group.stream()),
        _ => false,
    })
}

/// The function that a method is, by parameters alone.
pub(crate) fn standalone(around: &Around, method: &syn::ImplItemFn) -> syn::ItemFn {
    let syn::ItemFn { mut sig, block, .. } = with_free_receiver(method);
    let mut block = *block;
    sig.generics = merged(around.generics, &sig.generics);
    if let Some(syn::FnArg::Receiver(receiver)) = sig.inputs.first().cloned() {
        let this = Ident::new(RECEIVER, receiver.self_token.span);
        if receiver.reference.is_none() {
            let mutability = receiver.mutability;
            let copy = functions::copied(&quote!(*#this));
            let own = parse_quote!(let #mutability #this = #copy;);
            block.stmts.insert(0, own);
        }
        let by_mut = receiver.reference.is_some() && receiver.mutability.is_some();
        let mutability = by_mut.then(|| quote!(mut));
        let attrs = &receiver.attrs;
        sig.inputs[0] = parse_quote!(#(#attrs)* #this: & #mutability Self);
    }
    if let Some(self_ty) = around.self_ty {
        SelfType(self_ty).visit_signature_mut(&mut sig);
    }
    ReceiverName.visit_block_mut(&mut block);
    syn::ItemFn {
        attrs: method.attrs.clone(),
        vis: method.vis.clone(),
        sig,
        block: Box::new(block),
    }
}

/// The method with another name for what the user calls as the receiver is going to be called.
fn with_free_receiver(method: &syn::ImplItemFn) -> syn::ItemFn {
    let mut function = syn::ItemFn {
        attrs: Vec::new(),
        vis: syn::Visibility::Inherited,
        sig: method.sig.clone(),
        block: Box::new(method.block.clone()),
    };
    let receiver = Ident::new(RECEIVER, Span::mixed_site());
    if method.sig.receiver().is_some() && crate::lower::names(function.to_token_stream(), &receiver)
    {
        rename::leave_free(&mut function, RECEIVER);
    }
    function
}

/// The operands of an operator by reference, and copied where the user's operator consumes them.
pub(crate) fn operands_by_reference(function: &mut syn::ItemFn) -> Vec<bool> {
    let mut by_ref = Vec::new();
    let mut copies: Vec<syn::Stmt> = Vec::new();
    for (i, input) in function.sig.inputs.iter_mut().enumerate() {
        let syn::FnArg::Typed(typed) = input else {
            continue;
        };
        if matches!(&*typed.ty, syn::Type::Reference(_)) {
            by_ref.push(true);
            continue;
        }
        by_ref.push(false);
        let (pat, ty) = (typed.pat.clone(), typed.ty.clone());
        let name = Ident::new(&format!("operand{i}"), Span::mixed_site());
        let copy = functions::copied(&quote!(*#name));
        copies.push(parse_quote!(let #pat: #ty = #copy;));
        *typed.pat = parse_quote!(#name);
        *typed.ty = parse_quote!(&#ty);
    }
    copies.append(&mut function.block.stmts);
    function.block.stmts = copies;
    by_ref
}

/// The generics of the surroundings, then the method's own; lifetimes come first.
fn merged(outer: &syn::Generics, own: &syn::Generics) -> syn::Generics {
    let mut generics = syn::Generics::default();
    let (lifetimes, others): (Vec<_>, Vec<_>) = outer
        .params
        .iter()
        .chain(&own.params)
        .cloned()
        .partition(|p| matches!(p, syn::GenericParam::Lifetime(_)));
    generics.params.extend(lifetimes.into_iter().chain(others));
    for clause in [&outer.where_clause, &own.where_clause]
        .into_iter()
        .flatten()
    {
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.extend(clause.predicates.iter().cloned());
    }
    generics
}

/// `Self` in a signature's types becomes the type it stands for.
struct SelfType<'a>(&'a syn::Type);

impl VisitMut for SelfType<'_> {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        match ty {
            syn::Type::Path(p) if p.path.is_ident("Self") => *ty = self.0.clone(),
            syn::Type::Path(p)
                if p.qself.is_none()
                    && p.path.segments.first().is_some_and(|s| s.ident == "Self") => {}
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }
}

/// `self` in a body becomes the parameter's name.
struct ReceiverName;

impl VisitMut for ReceiverName {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // An item's methods have a receiver of their own.
    }

    fn visit_expr_path_mut(&mut self, node: &mut syn::ExprPath) {
        if node.path.is_ident("self") {
            let span = node.path.segments[0].ident.span();
            node.path = Ident::new(RECEIVER, span).into();
        }
        visit_mut::visit_expr_path_mut(self, node);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = renamed(std::mem::take(&mut mac.tokens));
    }
}

fn renamed(tokens: TokenStream) -> TokenStream {
    tokens::map(tokens, &mut |trees, at| {
        let path = matches!(trees.get(at + 1), Some(TokenTree::Punct(p)) if p.as_char() == ':');
        match &trees[at] {
            TokenTree::Ident(id) if id == "self" && !path => {
                TokenTree::Ident(Ident::new(RECEIVER, id.span()))
            }
            other => other.clone(),
        }
    })
}

/// A trait's method as an implementation's: one without a body has one that never returns.
pub(crate) fn of_trait(method: &syn::TraitItemFn) -> syn::ImplItemFn {
    let block = method
        .default
        .clone()
        .unwrap_or_else(|| parse_quote!({ ::core::unimplemented!() }));
    syn::ImplItemFn {
        attrs: method.attrs.clone(),
        vis: syn::Visibility::Inherited,
        defaultness: None,
        sig: method.sig.clone(),
        block,
    }
}

/// A type as text, to compare by.
pub(crate) fn name_of_trait(path: &syn::Path) -> String {
    path.segments
        .last()
        .map(|s| s.ident.to_token_stream().to_string())
        .unwrap_or_default()
}
