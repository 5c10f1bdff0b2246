//! The signature of a function that is differentiated, as its derivatives need it: where they stand, what they are
//! called, what they list and capture.

use super::bounds::bounds_of_floats;
use super::rule::{lenient, mentions};
use super::written::{pointee, seen, shadow_of};
use super::{Emitter, Mistakes, names};
use crate::derive::Seen;
use crate::desugar::choices;
use crate::desugar::functions::FunctionParam;
use crate::desugar::own::Own;
use crate::lower::contains_type;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

/// The signature, split the way emitted code needs it.
pub(crate) struct Signature<'a> {
    /// The function by parameters alone, with all generics in scope.
    pub(crate) item: &'a syn::ItemFn,
    pub(crate) companion: Ident,
    pub(crate) constants: &'a [bool],
    /// The parameters whose types rustc asks whether they are active.
    pub(crate) unsure: &'a [bool],
    /// Those of which rustc can be asked.
    pub(crate) askable: &'a [bool],
    /// The parameters that are functions.
    pub(crate) functions: &'a [FunctionParam],
    /// Whether a parameter that is an iterator has become a list.
    pub(crate) lists: bool,
    /// The positions of the functions whose state is an argument of its own.
    pub(crate) changing: &'a [usize],
    /// What is wrong with the function's body.
    pub(crate) mistakes: Option<&'a Mistakes>,
    pub(crate) home: Home<'a>,
}

/// Where a function stands, which decides where its derivatives do.
#[derive(Clone, Copy)]
pub(crate) enum Home<'a> {
    /// In a module: they are on a companion type of its name.
    Module,
    /// In an `impl` or a `trait`: they are siblings with longer names.
    Type(Member<'a>),
}

#[derive(Clone, Copy)]
pub(crate) struct Member<'a> {
    /// The method's own generics.
    pub(crate) generics: &'a syn::Generics,
    /// Whether there is a receiver, and whether it is unique.
    pub(crate) receiver: Option<bool>,
    /// Whether the method consumes its receiver, which its function does not.
    pub(crate) consumes: bool,
    pub(crate) kind: MemberKind,
    /// Whether the method gives back its receiver, which its function does not.
    pub(crate) gives_itself: bool,
    /// What is known of `Self`.
    pub(crate) own: &'a Own,
    /// The type whose block it stands in.
    pub(crate) owner: Option<&'a syn::Type>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemberKind {
    Inherent,
    /// Of an implementation of a trait of the standard library.
    Foreign,
    /// Declared or provided by a trait.
    Declared,
    /// Of a trait's implementation.
    Implemented,
    /// The rule of an operator's implementation.
    Operator,
}

impl<'a> Signature<'a> {
    /// The same signature for another body.
    pub(crate) fn with_body(&self, item: &'a syn::ItemFn) -> Signature<'a> {
        Signature {
            item,
            companion: self.companion.clone(),
            ..*self
        }
    }

    /// The same signature of a function that is not looked at for mistakes.
    pub(crate) fn without_mistakes(self) -> Self {
        Signature {
            mistakes: None,
            ..self
        }
    }

    /// The same signature with other constants.
    pub(crate) fn with_constants(&self, constants: &'a [bool]) -> Signature<'a> {
        Signature {
            constants,
            companion: self.companion.clone(),
            ..*self
        }
    }

    /// The same signature, with other parameters of which rustc is asked.
    pub(crate) fn with_unsure(&self, unsure: &'a [bool]) -> Signature<'a> {
        Signature {
            unsure,
            companion: self.companion.clone(),
            ..*self
        }
    }

    /// What is known of the receiver.
    pub(crate) fn own(&self) -> &Own {
        self.member().map_or(Own::NOTHING, |m| m.own)
    }

    pub(crate) fn member(&self) -> Option<&Member<'_>> {
        match &self.home {
            Home::Module => None,
            Home::Type(member) => Some(member),
        }
    }

    /// The lints that what stands here may break, unless the block around it says so for all.
    pub(crate) fn lenient(&self) -> TokenStream {
        match self.member().map(|member| member.kind) {
            Some(MemberKind::Inherent | MemberKind::Foreign) => TokenStream::new(),
            _ => lenient(),
        }
    }

    /// The generics that the derivatives declare themselves.
    pub(super) fn generics(&self) -> &syn::Generics {
        self.member()
            .map_or(&self.item.sig.generics, |m| m.generics)
    }

    /// Whether a method that is called by its path is given the receiver itself. What it borrows would have to
    /// outlive the call.
    pub(super) fn is_given_whole(&self) -> bool {
        let borrows = self.item.sig.generics.lifetimes().next().is_some();
        self.member().is_some_and(|m| m.consumes) && !borrows
    }

    pub(super) fn has_receiver(&self) -> bool {
        self.member().is_some_and(|m| m.receiver.is_some())
    }

    /// Whether a type in it may be known by its bounds only.
    pub(crate) fn is_generic(&self) -> bool {
        let in_trait = self
            .member()
            .is_some_and(|m| m.kind == MemberKind::Declared);
        in_trait || self.item.sig.generics.type_params().next().is_some()
    }

    /// Whether a bound says what multiplies floats.
    pub(crate) fn scales_types(&self) -> bool {
        bounds_of_floats(&self.item.sig.generics, &["Mul"])
            .next()
            .is_some()
    }

    /// Whether every type parameter is bound by `'static`.
    pub(crate) fn is_lasting(&self) -> bool {
        let in_trait = self
            .member()
            .is_some_and(|m| m.kind == MemberKind::Declared);
        let generics = &self.item.sig.generics;
        let clauses = || generics.where_clause.iter().flat_map(|w| &w.predicates);
        let lasts = |bound: &syn::TypeParamBound| matches!(bound, syn::TypeParamBound::Lifetime(l) if l.ident == "static");
        let stated = |param: &syn::Ident| {
            clauses().any(|clause| match clause {
                syn::WherePredicate::Type(t) => {
                    let of_param =
                        matches!(&t.bounded_ty, syn::Type::Path(p) if p.path.is_ident(param));
                    of_param && t.bounds.iter().any(lasts)
                }
                _ => false,
            })
        };
        let mut params = generics.type_params();
        !in_trait && params.all(|p| p.bounds.iter().any(lasts) || stated(&p.ident))
    }

    /// Whether the calls that are emitted with a rule are calls of that very rule: those of a trait
    /// may be calls of an implementation's.
    pub(crate) fn is_rule_of_own_calls(&self) -> bool {
        self.member().is_none_or(|m| m.kind == MemberKind::Inherent)
    }

    /// What a derivative is called: `gradient` on a companion, `energy_gradient` beside a method.
    pub(super) fn call(&self, name: &str) -> Ident {
        match &self.home {
            Home::Module => Ident::new(name, Span::mixed_site()),
            Home::Type(_) => {
                let method = self.item.sig.ident.to_string();
                let method = method.trim_start_matches("r#");
                Ident::new(&format!("{method}_{name}"), self.item.sig.ident.span())
            }
        }
    }

    /// Whether the one parameter is a reference.
    fn borrows(&self) -> bool {
        let inputs: Vec<&syn::FnArg> = self.item.sig.inputs.iter().collect();
        matches!(inputs[..], [syn::FnArg::Typed(t)] if matches!(*t.ty, syn::Type::Reference(_)))
    }

    pub(super) fn rule_name(&self, level: usize) -> Ident {
        names::changing(&self.plain_rule_name(level), self.changing)
    }

    fn plain_rule_name(&self, level: usize) -> Ident {
        match self.member().map(|m| m.kind) {
            None => names::rule_at(level, Span::mixed_site()),
            Some(MemberKind::Operator) => Ident::new("rule", Span::mixed_site()),
            Some(_) if !self.has_receiver() => {
                names::conversion_rule(&self.item.sig.ident, self.borrows())
            }
            Some(_) => names::method_rule(&self.item.sig.ident),
        }
    }

    /// Whether a second rule can stand beside the first.
    pub(crate) fn has_place_for_another(&self) -> bool {
        let member = |m: &Member| m.kind == MemberKind::Inherent && !m.gives_itself;
        self.functions.is_empty() && self.member().is_none_or(member)
    }

    /// Whether a rule for fields that are numbers can stand in one with its rule.
    pub(crate) fn may_take_fields_for_numbers(&self) -> bool {
        let member = |m: &Member| {
            matches!(m.kind, MemberKind::Inherent | MemberKind::Implemented)
                && m.receiver.is_some()
                && !m.consumes
                && !m.gives_itself
        };
        let plain = self.functions.is_empty() && !self.lists && self.changing.is_empty();
        plain && !self.is_generic() && self.member().is_none_or(member)
    }

    /// Whether nothing was said of an argument that rustc would have to be asked first.
    pub(crate) fn is_open(&self, argument: usize) -> bool {
        let said = |of: &[bool]| of.get(argument).is_some_and(|said| *said);
        !said(self.constants) && !said(self.unsure)
    }

    /// What the rule is called whose last loops are taken back as they run.
    pub(super) fn rule_along(&self) -> Ident {
        match self.member() {
            None => Ident::new("rrule_along", Span::mixed_site()),
            Some(_) => names::rule_along(&self.item.sig.ident),
        }
    }

    /// The receiver as a method declares it, and the parameter of the function it is.
    pub(super) fn receiver(
        &self,
        e: &Emitter,
        lifetime: Option<syn::Lifetime>,
    ) -> (TokenStream, TokenStream) {
        let Some(mutable) = self.member().and_then(|m| m.receiver) else {
            return Default::default();
        };
        let mutability = mutable.then(|| quote!(mut));
        let this = e.name(e.f.params[0].local);
        (
            quote!(& #lifetime #mutability self,),
            quote!(let #this = self;),
        )
    }

    pub(super) fn visibility(&self) -> Option<TokenStream> {
        let hidden = matches!(
            self.member().map(|m| m.kind),
            Some(MemberKind::Declared | MemberKind::Implemented | MemberKind::Operator)
        );
        (!hidden).then(|| match &self.home {
            Home::Module => quote!(pub),
            Home::Type(_) => self.item.vis.to_token_stream(),
        })
    }

    /// Type and const parameters that a derivative's turbofish lists.
    pub(super) fn own_captures(&self) -> Vec<&Ident> {
        type_and_const(self.generics())
    }

    /// What the types of pullbacks capture.
    pub(super) fn captured(&self) -> Vec<TokenStream> {
        let in_trait = self
            .member()
            .is_some_and(|m| m.kind == MemberKind::Declared);
        let this = in_trait.then(|| quote!(Self));
        let params = self.captures().into_iter().map(|p| p.to_token_stream());
        this.into_iter().chain(params).collect()
    }

    /// Type and const parameters in scope.
    pub(super) fn captures(&self) -> Vec<&Ident> {
        type_and_const(&self.item.sig.generics)
    }

    pub(super) fn gives_itself(&self) -> bool {
        self.member().is_some_and(|m| m.gives_itself)
    }

    /// The cotangent of what the rule gives. The shadow of what borrows owns what it shadows, whatever the
    /// lifetimes.
    pub(super) fn cotangent(&self, e: &Emitter) -> TokenStream {
        match self.gives_itself() {
            true => {
                let (core, asked) = (&e.core, names::plain("Asked"));
                let own = self.cotangent_of_itself(e);
                quote!(<#asked as #core::Asks>::Cotangent<#own>)
            }
            false => shadow_of(
                &self.lasting(&self.carrier(&e.core), &e.core),
                e.f.name.span(),
                &e.core,
            ),
        }
    }

    /// The cotangent of a receiver that the rule gives back.
    pub(super) fn cotangent_of_itself(&self, e: &Emitter) -> TokenStream {
        let core = &e.core;
        let receiver = self.lasting(pointee(&e.f.params[0].ty), core);
        quote!(<#receiver as #core::Differentiable>::Owned)
    }

    /// What the rule gives beside the pullback.
    pub(super) fn given(&self, core: &TokenStream) -> TokenStream {
        if self.gives_itself() {
            let asked = names::plain("Asked");
            quote!(<#asked as #core::Asks>::Given<'_, Self>)
        } else {
            self.output().to_token_stream()
        }
    }

    pub(super) fn output(&self) -> syn::Type {
        match &self.item.sig.output {
            syn::ReturnType::Default => syn::parse_quote!(()),
            syn::ReturnType::Type(_, ty) => (**ty).clone(),
        }
    }

    /// The type whose shadow a cotangent of the result is: the result's own, unless nothing in it depends on the
    /// arguments.
    pub(super) fn carrier(&self, core: &TokenStream) -> syn::Type {
        let output = self.output();
        match self.gives_variants() {
            true => seen(&output, output.span(), core),
            false => match self.unsure_result(core) {
                Some(seen) => seen.ty(),
                None => output,
            },
        }
    }

    /// The type of a result of which rustc has to say whether it carries a derivative.
    pub(super) fn unsure_result(&self, core: &TokenStream) -> Option<Seen> {
        let output = self.output();
        let is_unsure = self.has_plain_result()
            && !self.gives_variants()
            && choices::may_give_variants(self.item);
        is_unsure.then(|| Seen::as_a_whole(core, &output, output.span()))?
    }

    /// Whether rustc knows the type of what comes back, whatever type parameters stand for.
    fn has_plain_result(&self) -> bool {
        match self.member().map(|m| m.kind) {
            None | Some(MemberKind::Inherent) => self.captures().is_empty(),
            Some(MemberKind::Declared | MemberKind::Implemented) => {
                let this = Ident::new("Self", Span::call_site());
                let mut parameters = self.captures();
                parameters.push(&this);
                !mentions(self.output().to_token_stream(), &parameters)
            }
            Some(MemberKind::Foreign | MemberKind::Operator) => false,
        }
    }

    /// Whether only bare variants come back. What a trait's methods give, their implementations say.
    pub(super) fn gives_variants(&self) -> bool {
        let own = self.member().is_none_or(|m| m.kind == MemberKind::Inherent);
        own && choices::gives_variants(self.item)
    }

    /// Whether there are references in what comes back.
    pub(super) fn gives_references(&self) -> bool {
        let reference = |t: &syn::Type| matches!(t, syn::Type::Reference(_));
        matches!(&self.item.sig.output, syn::ReturnType::Type(_, ty) if contains_type(ty, &reference))
    }

    pub(super) fn attributes(&self) -> TokenStream {
        let cfgs = self.item.attrs.iter().filter(|a| a.path().is_ident("cfg"));
        quote!(#(#cfgs)*)
    }
}

pub(crate) fn type_and_const(generics: &syn::Generics) -> Vec<&Ident> {
    let params = generics.params.iter();
    params
        .filter_map(|p| match p {
            syn::GenericParam::Type(t) => Some(&t.ident),
            syn::GenericParam::Const(c) => Some(&c.ident),
            syn::GenericParam::Lifetime(_) => None,
        })
        .collect()
}
