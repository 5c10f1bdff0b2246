//! How a rule is called: by which name, with what it is asked to keep.
//!
//! ```text
//! let y = scale(&x, k);         { use scale as rule; rule::rrule(keep, (&x, k,)) }
//! let y = m.apply(&x);          m.derivative_rule_of_apply(keep, (&x,))
//! let y = a * b;                op_mul::<(ByValue, ByValue), _, _, _>(keep, (a, b,))
//! ```

use super::call::is_reference;
use super::function::{declared_owner, with_owner};
use super::unruled::Gives;
use super::{Emitter, missing, names, paths};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

impl Emitter<'_> {
    pub(super) fn rule_arguments(&self, call: &Call) -> Vec<TokenStream> {
        let operator = matches!(call.callee, Callee::Operator(_));
        let args = call.args.iter().enumerate();
        args.map(|(i, a)| match operator {
            true => self.operator_operand(a),
            false => self.lent_in(call, i, self.rule_argument(call, i, false), false),
        })
        .collect()
    }

    /// An operand's reference; that of a variable which may be a reference itself is read through.
    pub(super) fn operator_operand(&self, arg: &Arg) -> TokenStream {
        match arg {
            Arg::Ref {
                place,
                mutable: false,
            } if place.path.is_empty()
                && matches!(self.f.ty(place.root), Ty::Unknown | Ty::Inert) =>
            {
                let name = self.name(place.root);
                quote!(#name.__operand())
            }
            _ => self.argument(arg),
        }
    }

    /// The receiver without a reference that is known to be one: rustc has better words for what a type
    /// lacks than for what a reference to it does.
    pub(super) fn rule_receiver(&self, call: &Call) -> TokenStream {
        if call.chain.links > 0 {
            return self.receiver(call);
        }
        match (&call.args[0], &call.callee) {
            (Arg::Ref { place, mutable }, Callee::Method(method))
                if is_reference(self.f, place) && (*mutable || !self.may_change(place)) =>
            {
                let mut name = self.name(place.root).clone();
                let span = method.span().resolved_at(name.span());
                name.set_span(span);
                quote_spanned!(span=> (*#name))
            }
            _ => self.receiver(call),
        }
    }

    /// The receiver of a method of options, results and arrays that consumes it: by its type, the rule is one that clones
    /// or one that copies part by part.
    pub(super) fn consumed(&self, call: &Call, receiver: TokenStream) -> TokenStream {
        let (Callee::Method(method), Arg::Ref { place, mutable }) = (&call.callee, &call.args[0])
        else {
            return receiver;
        };
        let consumes = CONSUMING.iter().any(|name| method == name);
        if *mutable || call.chain.links > 0 || !consumes {
            return receiver;
        }
        let core = &self.core;
        let lent = match self.may_change(place) {
            true => receiver,
            false => quote!(&#receiver),
        };
        quote_spanned!(method.span()=> (&&&&#core::Consumed(#lent)).__receiver())
    }

    /// The receiver in the reverse sweep, which may have it behind a reference where the forward sweep
    /// had it itself.
    pub(super) fn reopened_receiver(&self, call: &Call) -> TokenStream {
        if let (Some(place), true) = (self.unsaid_receiver(0, call), call.chain.links > 0) {
            return self.linked_place(call, place);
        }
        let receiver = self.rule_receiver(call);
        match &call.args[0] {
            Arg::Ref {
                place,
                mutable: false,
            } if place.path.is_empty() && self.may_borrow(place.root) => {
                quote!((*#receiver.__opened()))
            }
            Arg::Ref {
                place,
                mutable: false,
            } if place.path.is_empty() && self.is_behind_reference(place.root) => {
                let name = self.name(place.root);
                quote_spanned!(name.span()=> (*#name))
            }
            _ => receiver,
        }
    }

    /// Whether the type of a call's pullback is hidden.
    pub(super) fn is_erased(&self, stmt: &Stmt) -> bool {
        let below = self.plan.recursion.below(self.level, stmt.id);
        below.is_none() && self.plan.erased.contains(&stmt.id)
    }

    /// The call of a rule, its functions put together.
    pub(super) fn rule_of_call(
        &self,
        stmt: &Stmt,
        call: &Call,
        flat: &[TokenStream],
        receiver: impl Fn(&Self, &Call) -> TokenStream,
    ) -> TokenStream {
        let keep = self.without_unwanted(call, self.keep(stmt));
        let keep = self.sound_keep(call, self.asked_of_link(call, keep));
        let write = |args: &[TokenStream]| self.rule_call(stmt, call, &keep, args, &receiver);
        let rule = write(&self.with_functions(call, flat));
        match (declared_owner(call), self.seen_before(call, flat, write)) {
            (None, None) => rule,
            (owner, seen) => quote!({ #owner #seen #rule }),
        }
    }

    fn rule_call(
        &self,
        stmt: &Stmt,
        call: &Call,
        keep: &TokenStream,
        args: &[TokenStream],
        receiver: impl Fn(&Self, &Call) -> TokenStream,
    ) -> TokenStream {
        match &call.callee {
            Callee::Method(method) => {
                let rule = names::changing(&names::method_rule(method), &call.changing);
                let args = &args[call.skipped()..];
                let receiver = receiver(self, call);
                if self.may_be_bare(call) {
                    return self.ruled_or_bare(stmt, call, &rule, keep, &receiver, args);
                }
                let unruled = self.may_be_unruled(call);
                if self.may_be_bare_list(call) && unruled != Some(Gives::Another) {
                    return self.ruled_or_listed(call, &rule, keep, &receiver, args);
                }
                if let Some(how) = unruled {
                    return self.ruled_or_unruled(stmt, call, how, keep, &receiver, args);
                }
                let receiver = self.consumed(call, receiver);
                let generics = self.generics_of_rule(call);
                quote_spanned!(method.span()=> #receiver.#rule #generics (#keep, (#(#args,)*)))
            }
            Callee::Value => {
                let (receiver, args) = (self.receiver(call), &args[1..]);
                let span = call.span_of_value(self.f);
                let keep = self.keep_of_value(call, keep);
                quote_spanned!(span=> #receiver.derivative_rule_of___call(#keep, (#(#args,)*)))
            }
            Callee::Associated(path) => self.rule_of_associated(call, path, keep, args),
            Callee::Operator(operator) => {
                let core = paths::at(&self.core, operator.span);
                let rule = operator_rule(operator);
                let form = operator_form(&core, &operator.by_ref);
                let operands = args.iter().map(|_| quote_spanned!(operator.span=> _));
                let keep = self.keep_of_operator(operator, call, keep);
                quote_spanned!(operator.span=> #core::#rule::<#form, #(#operands,)* _>(#keep, (#(#args,)*)))
            }
            Callee::Path(path) => self.rule_of_path(stmt, call, path, keep, args),
        }
    }

    /// The same for an operator: a quotient is remembered if its divisor carries a derivative.
    fn keep_of_operator(
        &self,
        operator: &Operator,
        call: &Call,
        keep: &TokenStream,
    ) -> TokenStream {
        let core = &self.core;
        match (operator.name, call.args.get(1)) {
            ("div", Some(divisor)) if self.has_shadow(divisor) => quote!(#core::Decided::<true>),
            _ => keep.clone(),
        }
    }

    /// `Point::rule_of_new(keep, (x, y,))`.
    fn rule_of_associated(
        &self,
        call: &Call,
        path: &syn::ExprPath,
        keep: &TokenStream,
        args: &[TokenStream],
    ) -> TokenStream {
        let mut path = path.clone();
        if let Some(last) = path.path.segments.last_mut() {
            let rule = associated_rule(self.f, &last.ident, &call.args);
            last.ident = names::changing(&rule, &call.changing);
            if let syn::PathArguments::AngleBracketed(given) = &mut last.arguments {
                self.leave_unsaid(call, given);
            }
        }
        let span = path.path.segments.last().span();
        let called = quote_spanned!(span=> #path(#keep, (#(#args,)*)));
        with_owner(call, called, &self.core)
    }

    /// What the user says of a method's parameters, for its rule.
    fn generics_of_rule(&self, call: &Call) -> Option<syn::AngleBracketedGenericArguments> {
        let mut given = call.generics.clone()?;
        self.leave_unsaid(call, &mut given);
        Some(given)
    }

    /// A rule has parameters behind the user's, which nobody names.
    fn leave_unsaid(&self, call: &Call, given: &mut syn::AngleBracketedGenericArguments) {
        let unsaid = call.changing.len() + self.unnamed(call, given);
        let unsaid = (0..=unsaid).map(|_| -> syn::GenericArgument { syn::parse_quote!(_) });
        given.args.extend(unsaid);
    }

    /// The rule in a function's companion, which is the module of the function's own path.
    fn rule_of_path(
        &self,
        stmt: &Stmt,
        call: &Call,
        path: &syn::ExprPath,
        keep: &TokenStream,
        args: &[TokenStream],
    ) -> TokenStream {
        let last = path.path.segments.last().map(|s| &s.arguments);
        let unnamed = match last {
            Some(syn::PathArguments::AngleBracketed(given)) => self.unnamed(call, given),
            _ => 0,
        };
        let (found, generics) = import_for(path, 1 + call.changing.len() + unnamed);
        let span = path.span();
        let below = self.plan.recursion.below(self.level, stmt.id);
        let name = match self.a.flow.at_once.contains(&stmt.id) {
            _ if self.sweep.in_place.contains(&stmt.id) => names::rule_of_loops(span),
            true => names::rule_at_once(span),
            false => names::rule_at(below.unwrap_or(0), span),
        };
        let name = names::changing(&name, &call.changing);
        let into = self.room_for_partials(stmt, call);
        let rule = quote_spanned!(span=> rule::#name #generics (#keep, (#(#args,)*) #into));
        let core = paths::at(&self.core, span);
        // It was taken to be that function by its name.
        let asserted = call
            .stops()
            .then(|| quote_spanned!(span=> #core::stops_gradient::<rule>();));
        let rule = self.ruled_or_plain(stmt, path, call, rule);
        quote!({ #found #asserted #rule })
    }

    /// A function without a companion is taken for that of `std::mem` by its name: it has to be that one.
    pub(super) fn same_as_of_mem(&self, call: &Call) -> Option<TokenStream> {
        let (Callee::Path(path), Some(Arg::Ref { place, .. })) = (&call.callee, call.args.first())
        else {
            return None;
        };
        missing::of_mem(&path.path, call)?;
        let ((found, _), core, name) = (import(path), &self.core, path.path.get_ident()?);
        let asked = Ident::new(&format!("__same_{name}"), name.span());
        let (place, span) = (self.place(place), path.span());
        let same = quote_spanned!(span=> rule::#asked(&#place, rule, ::core::mem::#name));
        Some(quote!({ #found #[allow(unused_imports)] use #core::OwnFunction as _; #same; }))
    }

    /// How many functions among the arguments have types that the user's arguments of the callee do not list,
    /// `sum_of::<6>(|i| …)` with `fn sum_of<const N: usize>(f: impl Fn(usize) -> f64)`: those of the rule list them
    /// behind the others. Types that a person leaves open are those of functions first.
    fn unnamed(&self, call: &Call, given: &syn::AngleBracketedGenericArguments) -> usize {
        let captured =
            |i: usize| (call.functions.iter()).any(|f| (f.at..f.at + f.captures).contains(&i));
        let passed_on = call.args.iter().enumerate().filter(|(i, arg)| match arg {
            Arg::Value(Operand::Local(l)) => !captured(*i) && matches!(self.f.ty(*l), Ty::Function),
            Arg::Ref { place, .. } => {
                !captured(*i) && matches!(place_ty(self.f, place), Ty::Function)
            }
            Arg::Value(_) => false,
        });
        let open = given
            .args
            .iter()
            .filter(|arg| matches!(arg, syn::GenericArgument::Type(syn::Type::Infer(_))));
        (call.functions.len() + passed_on.count()).saturating_sub(open.count())
    }

    /// The same for a function value, whose rule is not generic over it.
    pub(super) fn keep_of_value(&self, call: &Call, keep: &TokenStream) -> TokenStream {
        let core = &self.core;
        match call.changes_arguments() {
            true => quote!(#core::Keep::wanted(#keep)),
            false => quote!(false),
        }
    }
}

/// The methods of options, results and arrays whose rules copy what these hold.
const CONSUMING: [&str; 14] = [
    "and",
    "and_then",
    "expect",
    "filter",
    "map",
    "map_or",
    "ok",
    "ok_or",
    "or",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "xor",
    "zip",
];

/// The rule of a function of a type; that of a conversion goes by whether its one argument is a reference.
pub(super) fn associated_rule(f: &Function, function: &Ident, args: &[Arg]) -> Ident {
    let by_ref = match args {
        [Arg::Ref { .. }] => true,
        [Arg::Value(Operand::Local(l))] => f.ty(*l).is_ref(),
        _ => false,
    };
    names::conversion_rule(function, by_ref)
}

/// Brings a function's companion into scope as `rule`: the explicit import takes the function's own
/// namespaces, and the glob fills in where there is no companion.
pub(super) fn import(path: &syn::ExprPath) -> (TokenStream, TokenStream) {
    import_for(path, 1)
}

/// The same for a rule with so many type parameters of its own.
fn import_for(path: &syn::ExprPath, own: usize) -> (TokenStream, TokenStream) {
    import_or(path, own, missing::module_of(&path.path).to_token_stream())
}

/// The same, and another module for what stands in for a rule that there is none of.
pub(super) fn import_or(
    path: &syn::ExprPath,
    own: usize,
    missing: TokenStream,
) -> (TokenStream, TokenStream) {
    let mut plain = path.path.clone();
    let generics = match plain.segments.last_mut() {
        Some(last) => std::mem::replace(&mut last.arguments, syn::PathArguments::None),
        None => syn::PathArguments::None,
    };
    let generics = match generics {
        syn::PathArguments::None => TokenStream::new(),
        // The last parameter says what the callee keeps.
        syn::PathArguments::AngleBracketed(mut given) => {
            let unsaid = (0..own).map(|_| -> syn::GenericArgument { syn::parse_quote!(_) });
            given.args.extend(unsaid);
            given.to_token_stream()
        }
        other => other.to_token_stream(),
    };
    if plain.get_ident().is_some_and(|i| {
        matches!(
            i.to_string().as_str(),
            "core" | "std" | "alloc" | "pullback"
        )
    }) {
        // A crate of that name is in scope too.
        plain = syn::parse_quote!(self::#plain);
    }
    let span = path.span();
    (
        quote_spanned!(span=> #[allow(unused_imports)] use #missing::*; #[allow(unused_imports)] use #plain as rule;),
        generics,
    )
}

/// The function that has the rule of an operator.
fn operator_rule(operator: &Operator) -> Ident {
    Ident::new(&format!("op_{}", operator.name), operator.span)
}

/// How the user's operator takes its operands, as a type.
pub(crate) fn operator_form(core: &TokenStream, by_ref: &[bool]) -> TokenStream {
    let forms = by_ref.iter().map(|by_ref| match by_ref {
        true => quote!(#core::ByRef),
        false => quote!(#core::ByValue),
    });
    match by_ref {
        [_] => quote!(#(#forms)*),
        _ => quote!((#(#forms),*)),
    }
}
