//! What generic functions and conversions are given, in calls that are written for their types alone.
//!
//! Receives the calls whose pullbacks are erased, and callees; promises for each argument that is given away, and whose
//! type the syntax does not show, a variable of no size that says the type, if the callee asks for it. A conversion is
//! chosen by that type, and a generic function is one of many, which nothing else says in a call that is never made.
//! A function of a generic type is asked what it makes instead, `Scaled::new(disc)`, and so is `into`. Others say
//! themselves what they are given: the type of a witness would be part of the pullback's, with the lifetimes in it.
//!
//! ```text
//! fn g<T: Shape>(shape: T) -> f64           impl g { fn __given_0<A>(_: &A) -> Typed<A> { … } }
//!
//! if c { g(disc) } else { x }               let given5_0 = Witness::new();
//!                                           … given5_0.see(g::__given_0(&disc)); let (value, pullback) = g::rrule(…); …
//!                                           pullback.__like(|| g::rrule(keep, (given5_0.absent(|| …),)))
//! ```

use super::rule_call::import;
use super::{Emitter, MemberKind, Signature, names};
use crate::analysis::needs::call_is_varied;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl Emitter<'_> {
    /// The variables of a body, declared around its forward and its reverse sweep.
    pub(super) fn witnesses(&self) -> TokenStream {
        let (core, mut declared) = (&self.core, TokenStream::new());
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                op: Op::Call(call), ..
            } = &stmt.kind
            {
                for witness in self.witnesses_of(stmt, call) {
                    declared.extend(quote!(let #witness = #core::Witness::new();));
                }
            }
        });
        declared
    }

    fn witnesses_of(&self, stmt: &Stmt, call: &Call) -> impl Iterator<Item = Ident> {
        let given = (0..call.args.len()).filter_map(move |index| self.witness(stmt, call, index));
        let kinds =
            (0..call.args.len()).filter_map(move |index| self.kind_of_argument(stmt, call, index));
        given.chain(kinds).chain(self.witness_of_result(stmt, call))
    }

    /// The variable that says what a function of a type makes, or `into`, where that is needed.
    pub(super) fn witness_of_result(&self, stmt: &Stmt, call: &Call) -> Option<Ident> {
        let unsaid = |index| self.is_unsaid_argument(call, index);
        let asks = call.is_into() || owner(call).is_some() && (0..call.args.len()).any(unsaid);
        (asks && self.is_erased(stmt) && self.goes_by_rule(stmt, call))
            .then(|| names::numbered("made", stmt.id))
    }

    /// Whether a call is one of a rule, and not made as it is.
    fn goes_by_rule(&self, stmt: &Stmt, call: &Call) -> bool {
        let only_asks = match stmt.kind {
            StmtKind::Let { dst, .. } => self.only_asks(dst, call),
            _ => false,
        };
        call_is_varied(call, &self.a.activity, &self.a.flow) && !only_asks
    }

    /// Says the type of what has been made.
    pub(super) fn see_made(&self, stmt: &Stmt, dst: Local, call: &Call) -> Option<TokenStream> {
        let (witness, made) = (self.witness_of_result(stmt, call)?, self.name(dst));
        if call.is_into() {
            let core = &self.core;
            return Some(quote!(#witness.see(#core::Typed::of(&#made));));
        }
        let asked = asked_by_path(owner(call)?);
        Some(quote!(#witness.see(#asked(&#made));))
    }

    /// The variable that says what a callee is given, where one is needed.
    pub(super) fn witness(&self, stmt: &Stmt, call: &Call, index: usize) -> Option<Ident> {
        let asks = self.is_unsaid_argument(call, index) && asks(call);
        (asks && self.is_erased(stmt) && self.goes_by_rule(stmt, call))
            .then(|| names::numbered(&format!("given{}_", stmt.id), index))
    }

    /// Whether an argument is given away whose type the syntax does not show.
    fn is_unsaid_argument(&self, call: &Call, index: usize) -> bool {
        matches!(call.args[index], Arg::Value(Operand::Local(local))
            if self.is_unsaid(local) && call.again[index].is_some())
    }

    /// Whether the syntax does not show the type of a value that is no list made for the call.
    fn is_unsaid(&self, local: Local) -> bool {
        let unsaid = match self.f.ty(local) {
            Ty::Unknown => true,
            Ty::Vec(element) => matches!(**element, Ty::Unknown),
            _ => false,
        };
        unsaid && !self.is_items(local)
    }

    /// Says the types before the values are given away.
    pub(super) fn see_given(&self, stmt: &Stmt, call: &Call) -> TokenStream {
        let core = &self.core;
        let kinds = (0..call.args.len()).filter_map(|index| {
            let kind = self.kind_of_argument(stmt, call, index)?;
            let given = self.rule_argument(call, index, false);
            Some(quote!(#kind.see((&&&#core::KindOf(&#given)).__kind());))
        });
        let each = (0..call.args.len()).filter_map(|index| {
            let witness = self.witness(stmt, call, index)?;
            let given = self.rule_argument(call, index, false);
            if converts(call) {
                return Some(quote!(#witness.see(#core::Typed::of(&#given));));
            }
            let Callee::Path(path) = &call.callee else {
                return None;
            };
            let ((found, _), asked) = (import(path), asked(position(call, index)));
            Some(quote!({ #found #witness.see(rule::#asked(&#given)); }))
        });
        kinds.chain(each).collect()
    }
}

/// Whether the callee is one that may ask what it is given.
fn asks(call: &Call) -> bool {
    match &call.callee {
        Callee::Path(_) => call.changing.is_empty(),
        _ => converts(call),
    }
}

/// The path of a function of a type that may be generic. A trait's has no place beside its rule.
fn owner(call: &Call) -> Option<&syn::ExprPath> {
    match &call.callee {
        Callee::Associated(path) if call.changing.is_empty() && !converts(call) => {
            let of_trait = path.qself.as_ref().is_some_and(|q| q.position > 0);
            (!of_trait).then_some(path)
        }
        _ => None,
    }
}

/// `from` and `try_from` are chosen by what they are given, whether that is generic or not.
fn converts(call: &Call) -> bool {
    match &call.callee {
        Callee::Associated(path) => {
            let function = path.path.segments.last();
            function.is_some_and(|s| names::is_conversion(&s.ident))
        }
        _ => false,
    }
}

/// The position of an argument among those that the callee has: what a closure captures is given as one.
fn position(call: &Call, index: usize) -> usize {
    let before = call.functions.iter().filter(|f| f.at < index);
    before.fold(index, |position, f| position + 1 - f.captures)
}

/// Beside a function's rule, what says that a parameter's type is that of its argument.
fn asked(position: usize) -> Ident {
    names::numbered("given_", position)
}

/// Beside the rule of a type's function, what says of what type its result is.
fn asked_of_result(function: &Ident) -> Ident {
    let name = function.to_string();
    names::plain(&format!("made_by_{}", name.trim_start_matches("r#")))
}

fn asked_by_path(path: &syn::ExprPath) -> TokenStream {
    let mut path = path.clone();
    if let Some(last) = path.path.segments.last_mut() {
        last.ident = asked_of_result(&last.ident);
        last.arguments = syn::PathArguments::None;
    }
    path.to_token_stream()
}

/// What is asked of callees, as those answer that say themselves what they are given.
pub(super) fn unsaid(f: &Function, core: &TokenStream) -> Option<TokenStream> {
    let mut questions = Vec::<Ident>::new();
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        {
            let given = (0..call.args.len()).filter(|i| call.again[*i].is_some());
            let given = given.filter(|_| asks(call) && !converts(call));
            let made = owner(call).and_then(|path| path.path.segments.last());
            let asked = given.map(|i| asked(position(call, i)));
            for question in asked.chain(made.map(|last| asked_of_result(&last.ident))) {
                if !questions.contains(&question) {
                    questions.push(question);
                }
            }
        }
    });
    let name = names::plain("Given");
    (!questions.is_empty()).then(|| {
        quote! {
            trait #name {
                #(fn #questions<A>(_: &A) -> #core::Unsaid { #core::Unsaid })*
            }
            impl<T: ?::core::marker::Sized> #name for T {}
        }
    })
}

/// The answers of a function: its generic parameters are what they are given.
pub(super) fn answers(signature: &Signature, core: &TokenStream) -> TokenStream {
    let params = signature.captures();
    let of_generic = signature.own().of_generic;
    if params.is_empty() && !of_generic || !signature.changing.is_empty() {
        return TokenStream::new();
    }
    if let Some(member) = signature.member() {
        return match member.kind {
            MemberKind::Inherent => answer_of_result(signature, core).unwrap_or_default(),
            _ => TokenStream::new(),
        };
    }
    let lenient = super::lenient();
    let generic = |(position, input): (usize, &syn::FnArg)| {
        let syn::FnArg::Typed(typed) = input else {
            return None;
        };
        let by_value = !matches!(*typed.ty, syn::Type::Reference(_));
        let generic = params
            .iter()
            .any(|p| crate::lower::names(typed.ty.to_token_stream(), p));
        (by_value && generic).then(|| {
            let name = asked(position);
            quote! {
                #[doc(hidden)]
                #lenient
                pub fn #name<A>(given: &A) -> #core::Typed<A> { #core::Typed::of(given) }
            }
        })
    };
    let inputs = signature.item.sig.inputs.iter().enumerate();
    inputs.filter_map(generic).collect()
}

/// Whether a type can be written anywhere: it borrows nothing, and has a name.
fn is_named(ty: &syn::Type) -> bool {
    let tokens = ty.to_token_stream().to_string();
    !tokens.contains('\'') && !tokens.split_whitespace().any(|token| token == "impl")
}

/// The answer of a function of a generic type, which is what it makes.
fn answer_of_result(signature: &Signature, core: &TokenStream) -> Option<TokenStream> {
    let (output, own) = (signature.output(), signature.own_captures());
    let lifetimes = signature.item.sig.generics.lifetimes().next().is_some();
    let mentioned = |name: &Ident| crate::lower::names(output.to_token_stream(), name);
    let of_block = |p: &&&Ident| !own.contains(*p);
    let params = signature.captures();
    let this = Ident::new("Self", proc_macro2::Span::mixed_site());
    let mut block = params.iter().filter(of_block).peekable();
    let of_params = block.peek().is_some() && (mentioned(&this) || block.any(|p| mentioned(p)));
    // What is asked of `Transform` alone leaves open of which, where only `Transform<2>` has the function.
    let generic = of_params || params.is_empty() && signature.own().of_generic && is_named(&output);
    if lifetimes || !generic || own.iter().any(|p| mentioned(p)) || signature.gives_references() {
        return None;
    }
    let name = asked_of_result(&signature.item.sig.ident);
    let (vis, lenient) = (signature.visibility(), signature.lenient());
    Some(quote! {
        #[doc(hidden)]
        #lenient
        #vis fn #name(made: &#output) -> #core::Typed<#output> { #core::Typed::of(made) }
    })
}
