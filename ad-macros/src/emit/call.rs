//! Calls of other rules, forwards and backwards.

use super::function::{declared_owner, with_owner};
use super::tokens::span_of_field;
use super::{Emitter, missing, names, paths};
use crate::adjoint::residual::place_ty;
use crate::analysis::needs::{call_is_active, call_is_varied};
use crate::analysis::plan::is_items;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

impl Emitter<'_> {
    /// `let (value, pullback) = callee::rrule(keep, (args,));`, or the call itself where nothing that
    /// carries a derivative goes in.
    pub(super) fn forward_call(&self, stmt: &Stmt, dst: Local, call: &Call) -> TokenStream {
        let (core, name) = (&self.core, self.name(dst));
        let mutability = self.f.info(dst).mutable.then(|| quote!(mut));
        if !call_is_varied(call, &self.a.activity, &self.a.flow) || self.only_asks(dst, call) {
            let made = self.made_function(dst, call);
            let value = made.unwrap_or_else(|| self.with_positions(dst, self.plain_call(call)));
            let value = match call.given_back {
                true => quote!(#core::GivenBack(#value).__own()),
                false => value,
            };
            let ended = self.end_of_loans(stmt, call);
            return quote!(let #mutability #name = #value; #ended);
        }
        let pullback = self.name(call.pullback);
        let args = self.rule_arguments(call);
        let rule = self.rule_of_call(stmt, call, &args, Self::rule_receiver);
        let (ask, held) = (self.ask(stmt, call), self.hold_pullback(stmt, dst, call));
        let held = held.or_else(|| self.detach(stmt, call, pullback));
        let annotation = match self.f.ty(dst) {
            Ty::Float(float @ (Float::F64 | Float::F32 | Float::Param(_))) => {
                let name = name.clone();
                let primitive = !matches!(float, Float::Param(_));
                if primitive && matches!(call.callee, Callee::Method(_)) {
                    Some(quote!(let #name: #float = #core::GivenFloat::given(#name);))
                } else {
                    Some(quote!(let #name: #float = #name;))
                }
            }
            Ty::Float(Float::Infer) if matches!(call.callee, Callee::Method(_)) => {
                Some(quote!(let #name = #core::scalar(#name);))
            }
            _ => None,
        };
        let floats = self.ask_for_floats(stmt, call);
        let seen = self.see_given(stmt, call);
        let same = self.same_as_of_mem(call);
        let made = self.see_made(stmt, dst, call);
        let own = call
            .given_back
            .then(|| quote!(let #mutability #name = #core::GivenBack(#name).__own();));
        quote!(#seen #same #ask let (#mutability #name, #pullback) = #rule; #own #annotation #floats #made #held)
    }

    /// What a call without a rule gives: if its items are asked for by their positions, those of an iterator are
    /// collected, as its rule would do.
    pub(super) fn with_positions(&self, dst: Local, value: TokenStream) -> TokenStream {
        let mut counted = false;
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                op: Op::Len(place, _),
                ..
            } = &stmt.kind
            {
                counted |= place.root == dst;
            }
        });
        let core = &self.core;
        match counted && matches!(self.f.ty(dst), Ty::Unknown) {
            true => quote!(#core::GivenItems(#value).__items()),
            false => value,
        }
    }

    /// Whether a call only looks at what it is given, and no derivative of what it returns is wanted: `mesh.faces()`
    /// as the end of a range, `is_inside(&p)` as a condition. It needs no rule.
    pub(super) fn only_asks(&self, dst: Local, call: &Call) -> bool {
        let is_function = |l: Local| matches!(self.f.ty(l), Ty::Function);
        let looks = |arg: &Arg| match arg {
            Arg::Ref { mutable, place } => !mutable && !is_function(place.root),
            Arg::Value(value) => !value.local().is_some_and(is_function),
        };
        let named = matches!(
            call.callee,
            Callee::Path(_) | Callee::Associated(_) | Callee::Method(_)
        );
        named
            && !call.by_rule
            && !call.stops()
            && call.functions.is_empty()
            && call.changing.is_empty()
            && call.args.iter().all(looks)
            && !call_is_active(call, dst, &self.a.activity, &self.a.flow)
    }

    /// Looks at what a call without a rule was lent, if a unique reference to it must not be left. A link of a chain,
    /// which may be gone, is seen by nobody after its call.
    fn end_of_loans(&self, stmt: &Stmt, call: &Call) -> TokenStream {
        if !self.a.lent.ended.contains(&stmt.id) {
            return TokenStream::new();
        }
        let named = usize::from(call.given_back);
        let lent = call.args[named..].iter().filter_map(|arg| match arg {
            Arg::Ref {
                place,
                mutable: true,
            } => Some(self.place(place)),
            _ => None,
        });
        lent.map(|place| quote_spanned!(stmt.span=> let _ = &#place;))
            .collect()
    }

    fn rule_arguments(&self, call: &Call) -> Vec<TokenStream> {
        let operator = matches!(call.callee, Callee::Operator(_));
        let args = call.args.iter().enumerate();
        args.map(|(i, a)| match operator {
            true => self.operator_operand(a),
            false => self.lent_in(call, i, self.argument(a), false),
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

    /// Whether a function value is a parameter, of which the pullback gets again what it needs.
    fn is_function_param(&self, arg: &Arg) -> bool {
        let is_param = |root: Local| self.f.params.iter().any(|p| p.local == root);
        matches!(arg, Arg::Ref { place, .. } if place.path.is_empty()
            && matches!(self.f.ty(place.root), Ty::Function)
            && is_param(place.root))
    }

    /// Whether a value carries no derivative, by its type or because it is written out.
    fn is_inert(&self, value: &Operand) -> bool {
        match value {
            Operand::Local(l) => self.f.ty(*l).is_inert(),
            Operand::Const(_, ty) => !ty.is_float(),
        }
    }

    /// The call as the user wrote it.
    pub(super) fn plain_call(&self, call: &Call) -> TokenStream {
        let args = call.args.iter().enumerate().map(|(i, arg)| {
            let list = self.lent_plainly(arg);
            match call.iterated.contains(&i) {
                true => quote!((#list).iter()),
                false => list,
            }
        });
        match &call.callee {
            Callee::Path(path) => quote!(#path(#(#args),*)),
            Callee::Associated(path) => quote!(#path(#(#args),*)),
            Callee::Method(method) => {
                let args = args.skip(1);
                let receiver = self.receiver(call);
                quote!(#receiver.#method(#(#args),*))
            }
            Callee::Operator(operator) => self.plain_operator(operator, call),
            Callee::Value => {
                let (args, receiver) = (args.skip(1), self.receiver(call));
                quote!(#receiver.__call((#(#args,)*)))
            }
        }
    }

    /// A method's receiver as the user wrote it: borrowing is the method's own choice, unless it is known to change
    /// nothing.
    pub(super) fn receiver(&self, call: &Call) -> TokenStream {
        match &call.args[0] {
            Arg::Value(value) => self.operand(value),
            Arg::Ref { place, mutable } if !mutable && self.may_change(place) => {
                let whole = place.path.is_empty() && is_reference(self.f, place);
                let behind = whole.then(|| quote!(*));
                let place = self.place(place);
                quote!((& #behind #place))
            }
            Arg::Ref { place, .. } => self.place(place),
        }
    }

    /// Whether a method that asks for it could change what is at a place.
    fn may_change(&self, place: &Place) -> bool {
        self.f.info(place.root).mutable || matches!(self.f.ty(place.root), Ty::Ref(true, _))
    }

    /// An operator on operands that carry no derivative.
    fn plain_operator(&self, operator: &Operator, call: &Call) -> TokenStream {
        let places = call.args.iter().map(|arg| match arg {
            Arg::Ref { place, .. } => self.place(place),
            Arg::Value(value) => self.operand(value),
        });
        let named = operator.by_ref.len() < call.args.len();
        let by_ref =
            std::iter::repeat_n(false, usize::from(named)).chain(operator.by_ref.iter().copied());
        let operands: Vec<TokenStream> = places
            .zip(by_ref)
            .map(|(place, by_ref)| if by_ref { quote!(&#place) } else { place })
            .collect();
        let symbol: TokenStream = operator.symbol().parse().expect("an operator");
        match operands.as_slice() {
            [one] => quote!(#symbol #one),
            [a, b] => quote!(#a #symbol #b),
            _ => unreachable!("an operator has one operand or two"),
        }
    }

    pub(super) fn argument(&self, arg: &Arg) -> TokenStream {
        match arg {
            Arg::Value(v) => self.given(v),
            Arg::Ref { place, mutable } => {
                let place = self.place(place);
                if *mutable {
                    quote!(&mut #place)
                } else {
                    quote!(&#place)
                }
            }
        }
    }

    /// The receiver without a reference that is known to be one: rustc has better words for what a type
    /// lacks than for what a reference to it does.
    fn rule_receiver(&self, call: &Call) -> TokenStream {
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

    /// The receiver in the reverse sweep, which may have it behind a reference where the forward sweep
    /// had it itself.
    fn reopened_receiver(&self, call: &Call) -> TokenStream {
        let receiver = self.rule_receiver(call);
        match &call.args[0] {
            Arg::Ref {
                place,
                mutable: false,
            } if place.path.is_empty() && self.may_borrow(place.root) => {
                quote!((*#receiver.__opened()))
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
    fn rule_of_call(
        &self,
        stmt: &Stmt,
        call: &Call,
        flat: &[TokenStream],
        receiver: impl Fn(&Self, &Call) -> TokenStream,
    ) -> TokenStream {
        let keep = self.keep(stmt);
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
                let args = &args[1..];
                let receiver = receiver(self, call);
                if self.may_be_bare(call) {
                    return self.ruled_or_bare(stmt, call, &rule, keep, &receiver, args);
                }
                quote_spanned!(method.span()=> #receiver.#rule(#keep, (#(#args,)*)))
            }
            Callee::Value => {
                let (receiver, args) = (self.receiver(call), &args[1..]);
                let span = call.span_of_value(self.f);
                let keep = self.keep_of_value(call, keep);
                quote_spanned!(span=> #receiver.derivative_rule_of___call(#keep, (#(#args,)*)))
            }
            Callee::Associated(path) => {
                let mut path = path.clone();
                if let Some(last) = path.path.segments.last_mut() {
                    let rule = associated_rule(self.f, &last.ident, &call.args);
                    last.ident = names::changing(&rule, &call.changing);
                    if let syn::PathArguments::AngleBracketed(given) = &mut last.arguments {
                        let unsaid = (0..=call.changing.len() + self.unnamed(call, given))
                            .map(|_| -> syn::GenericArgument { syn::parse_quote!(_) });
                        given.args.extend(unsaid);
                    }
                }
                let called = quote!(#path(#keep, (#(#args,)*)));
                with_owner(call, called, &self.core)
            }
            Callee::Operator(operator) => {
                let core = paths::at(&self.core, operator.span);
                let rule = operator_rule(operator);
                let form = operator_form(&core, &operator.by_ref);
                let operands = args.iter().map(|_| quote_spanned!(operator.span=> _));
                quote_spanned!(operator.span=> #core::#rule::<#form, #(#operands,)* _>(#keep, (#(#args,)*)))
            }
            Callee::Path(path) => {
                let last = path.path.segments.last().map(|s| &s.arguments);
                let unnamed = match last {
                    Some(syn::PathArguments::AngleBracketed(given)) => self.unnamed(call, given),
                    _ => 0,
                };
                let (found, generics) = import_for(path, 1 + call.changing.len() + unnamed);
                let span = path.span();
                let below = self.plan.recursion.below(self.level, stmt.id);
                let name = match self.a.flow.at_once.contains(&stmt.id) {
                    true => names::rule_at_once(span),
                    false => names::rule_at(below.unwrap_or(0), span),
                };
                let name = names::changing(&name, &call.changing);
                let rule = quote_spanned!(span=> rule::#name #generics (#keep, (#(#args,)*)));
                let core = paths::at(&self.core, span);
                // It was taken to be that function by its name.
                let asserted = call
                    .stops()
                    .then(|| quote_spanned!(span=> #core::stops_gradient::<rule>();));
                let rule = self.ruled_or_plain(stmt, path, call, rule);
                quote!({ #found #asserted #rule })
            }
        }
    }

    /// A function without a companion is taken for that of `std::mem` by its name: it has to be that one.
    fn same_as_of_mem(&self, call: &Call) -> Option<TokenStream> {
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
    fn keep_of_value(&self, call: &Call, keep: &TokenStream) -> TokenStream {
        let core = &self.core;
        match call.changes_arguments() {
            true => quote!(#core::Keep::wanted(#keep)),
            false => quote!(false),
        }
    }

    /// The pullback of a call: `(pb)(ct, (args again,), (shadows,));` with scalars' shadows in cells.
    pub(super) fn reverse_call(&self, stmt: &Stmt, dst: Local, call: &Call) -> TokenStream {
        if self.a.flow.at_once.contains(&stmt.id) {
            return self.multiplied(dst, call);
        }
        let mut before = TokenStream::new();
        let mut after = TokenStream::new();
        let mut again: Vec<TokenStream> = call
            .args
            .iter()
            .enumerate()
            .map(|(i, a)| match self.unsaid_receiver(i, call) {
                Some(place) => {
                    let (core, place) = (&self.core, self.place(place));
                    quote!(#core::place(&mut #place))
                }
                None => self.again(i, a, call, &mut before),
            })
            .collect();
        let mut shadows: Vec<TokenStream> = call
            .args
            .iter()
            .enumerate()
            .map(|(i, _)| match self.unsaid_receiver(i, call) {
                Some(place) if self.residuals.storage_active(place.root) => {
                    let (span, place) = (span_of_field(place), self.lent_shadow_place(place));
                    quote_spanned!(span=> (#place).__lent())
                }
                _ => self.shadow_argument(call, i, &mut before, &mut after),
            })
            .collect();
        let mut between = TokenStream::new();
        self.group_captures(call, &mut again, &mut shadows, &mut before, &mut between);
        let d = self.shadow(dst);
        let ct = match self.f.ty(dst) {
            Ty::Float(_) => quote!(::core::cell::Cell::new(#d)),
            Ty::Unit => quote!(()),
            _ => d.to_token_stream(),
        };
        let pullback = self.name(call.pullback);
        let function = if self.is_erased(stmt) {
            let like = self.never_called(stmt, call);
            quote!(#pullback.__like(|| #like))
        } else {
            let again = || self.never_called(stmt, call);
            let attached = self.attached(stmt, call, again);
            attached.unwrap_or_else(|| pullback.to_token_stream())
        };
        let ct_name = names::plain("ct_of_call");
        quote! {
            {
                #before
                let #ct_name = #ct;
                (#function)(#ct_name, (#(#again,)*), (#(#shadows,)*));
                #between
                #after
            }
        }
    }

    /// `(pb)(ct, (shadows,));`, of a call that left its partial derivatives behind.
    fn multiplied(&self, dst: Local, call: &Call) -> TokenStream {
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        let shadows: Vec<TokenStream> = (0..call.args.len())
            .map(|i| self.shadow_argument(call, i, &mut before, &mut after))
            .collect();
        let (d, pullback) = (self.shadow(dst), self.name(call.pullback));
        quote!({ #before (#pullback)(::core::cell::Cell::new(#d), (#(#shadows,)*)); #after })
    }

    /// The receiver of a method that may or may not change it.
    pub(super) fn unsaid_receiver<'c>(&self, index: usize, call: &'c Call) -> Option<&'c Place> {
        match (&call.callee, call.args.get(index)) {
            (
                Callee::Method(_),
                Some(Arg::Ref {
                    place,
                    mutable: true,
                }),
            ) if index == 0 => Some(place),
            _ => None,
        }
    }

    fn again(&self, index: usize, arg: &Arg, call: &Call, before: &mut TokenStream) -> TokenStream {
        if let (Callee::Method(_), Arg::Value(value), 0, None) =
            (&call.callee, arg, index, call.again[index])
        {
            let (core, value) = (&self.core, self.bare(value));
            return quote!(#core::receiver(&#value));
        }
        if matches!(call.callee, Callee::Value) && index == 0 && !self.is_function_param(arg) {
            let (core, function) = (&self.core, self.receiver(call));
            return quote!(&#core::again(#function.__operand()));
        }
        if let Arg::Value(Operand::Local(l)) = arg
            && self.f.is_optional_reference(*l)
        {
            let (core, name) = (&self.core, self.name(*l));
            return quote!(#core::passed(#name));
        }
        if let Some(local) = call.again[index] {
            let (core, name) = (&self.core, self.name(local));
            let lent = matches!(arg, Arg::Value(Operand::Local(l)) if self.may_borrow(*l));
            return match lent {
                true => quote!(#core::passed((&&#core::Recalling(#name)).__recall())),
                false => quote!(#core::passed(#core::copy(#name))),
            };
        }
        if let Arg::Value(value) = arg
            && self.is_inert(value)
        {
            let (core, none) = (&self.core, is_none(value));
            let (named, value) = (is_named(value), self.bare(value));
            return match named {
                _ if none => quote!(#core::passed(#core::GivenNone)),
                true => quote!(#core::passed((&&#core::Probe(&#value)).__again())),
                false => quote!(#core::passed(#value)),
            };
        }
        if matches!(call.callee, Callee::Operator(_)) {
            return self.operator_operand(arg);
        }
        if let Arg::Value(value) = arg
            && value.local().is_some_and(|l| self.is_bound_part(l))
        {
            let (core, value) = (&self.core, self.bare(value));
            return quote!(#core::passed((&&&#core::Bound(&#value)).__again()));
        }
        if let Some(behind) = self.behind_reference(arg) {
            return self.lent_in(call, index, behind, true);
        }
        if let Some(local) = call.after[index] {
            let (name, held) = (self.name(local), names::numbered("held", index));
            before.extend(quote!(let mut #held = #name;));
            return quote!(&mut #held);
        }
        self.lent_in(call, index, self.argument(arg), true)
    }

    /// A reference to what the reverse sweep has a reference to already.
    fn behind_reference(&self, arg: &Arg) -> Option<TokenStream> {
        match arg {
            Arg::Ref {
                place,
                mutable: false,
            } if place.path.is_empty() && self.is_behind_reference(place.root) => {
                let name = self.name(place.root);
                Some(quote!(&*#name))
            }
            _ => None,
        }
    }

    /// Whether it is what a pattern binds, a copy or a reference.
    fn is_bound_part(&self, local: Local) -> bool {
        self.f.info(local).part.is_some() && matches!(self.f.ty(local), Ty::Unknown)
    }

    fn shadow_argument(
        &self,
        call: &Call,
        index: usize,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) -> TokenStream {
        let arg = &call.args[index];
        let (root, path) = match arg {
            Arg::Value(v) => (v.local(), &[][..]),
            Arg::Ref { place, .. } => (Some(place.root), &place.path[..]),
        };
        let Some(root) = root.filter(|l| self.residuals.storage_active(*l)) else {
            return quote!(::core::option::Option::None);
        };
        let mutable = arg.is_unique();
        if self.is_plain(root) {
            let alone = self.arguments_of(root, call) == 1;
            return self.cell_argument(index, root, mutable, alone, before, after);
        }
        if matches!(arg, Arg::Value(_)) && self.may_become_object(root) {
            return self.object_argument(index, root, before, after);
        }
        if let Some(shadow) = self.shadow_of_lent(arg) {
            return shadow;
        }
        let place = Place {
            root,
            path: path.to_vec(),
        };
        if mutable {
            let constant = self.may_be_constant(&place);
            let (span, place) = (span_of_field(&place), self.unique_shadow_place(&place));
            match constant {
                true => {
                    let (changed, wanted) = (
                        quote_spanned!(span=> (#place).__changed()),
                        names::plain("wanted"),
                    );
                    quote! {
                        match #changed {
                            ::core::option::Option::Some(#wanted) => ::core::option::Option::Some(#wanted),
                            ::core::option::Option::None => ::core::option::Option::None,
                        }
                    }
                }
                false => quote!(::core::option::Option::Some(&mut #place)),
            }
        } else {
            // An operand of a type that does not show may be that of a constant field.
            let ty = place_ty(self.f, &place);
            let shown = !matches!(ty.peeled(), Ty::Unknown);
            // Only a reference to a slice's reference is one to something ignored, where it is.
            let slice = matches!(ty, Ty::Slice(_)) && ty.contains_unknown();
            let operator = matches!(call.callee, Callee::Operator(_));
            let receiver = index == 0 && matches!(call.callee, Callee::Method(_));
            // A reference inside of a type parameter's field owns its shadow.
            let owned = self.generic && !shown && receiver && !place.path.is_empty();
            let sink = self.shadow_place(&place);
            if operator && !shown {
                quote!((#sink).__sink())
            } else if owned {
                quote!(::core::option::Option::Some(::core::borrow::Borrow::borrow(&#sink)))
            } else if !operator && self.may_be_constant(&place) {
                // It is matched for the sake of what a reference to it turns into.
                let wanted = names::plain("wanted");
                let passed = if slice {
                    quote!(&#wanted)
                } else {
                    quote!(#wanted)
                };
                quote! {
                    match (#sink).__sink() {
                        ::core::option::Option::Some(#wanted) => ::core::option::Option::Some(#passed),
                        ::core::option::Option::None => ::core::option::Option::None,
                    }
                }
            } else if slice && !operator {
                quote!(::core::option::Option::Some(&&#sink))
            } else {
                quote!(::core::option::Option::Some(&#sink))
            }
        }
    }

    /// Whether a place may be a constant field or a part of one, or lead to it.
    fn may_be_constant(&self, place: &Place) -> bool {
        let field = |step: &Step| matches!(step, Step::Field(_));
        place.path.iter().any(field)
            || self.a.flow.origin[place.root.0] != place.root
            || self.f.info(place.root).part.is_some()
    }

    /// How many arguments of a call are this variable or lead to it.
    fn arguments_of(&self, root: Local, call: &Call) -> usize {
        let origin = |l: Local| self.a.flow.origin[l.0];
        let roots = call.args.iter().filter_map(|arg| match arg {
            Arg::Value(value) => value.local(),
            Arg::Ref { place, .. } => Some(place.root),
        });
        roots.filter(|l| origin(*l) == origin(root)).count()
    }

    /// A scalar's shadow goes out in a cell and comes back; if no other argument has it, as it is.
    fn cell_argument(
        &self,
        index: usize,
        root: Local,
        mutable: bool,
        alone: bool,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) -> TokenStream {
        let (d, cell) = (self.shadow(root), names::numbered("cell", index));
        let start = if alone {
            d.to_token_stream()
        } else {
            self.zero(root)
        };
        before.extend(quote!(let mut #cell = ::core::cell::Cell::new(#start);));
        after.extend(if alone {
            quote!(#d = #cell.get();)
        } else {
            quote!(#d += #cell.get();)
        });
        let unique = mutable.then(|| quote!(mut));
        quote!(::core::option::Option::Some(&#unique #cell))
    }

    /// The forward call once more, for its type alone.
    fn never_called(&self, stmt: &Stmt, call: &Call) -> TokenStream {
        let core = &self.core;
        let flat: Vec<TokenStream> = call
            .args
            .iter()
            .zip(call.again.iter().zip(&call.after))
            .enumerate()
            .map(|(index, (arg, kept))| match kept {
                (Some(again), _) => {
                    let absent = self.absent(arg, *again);
                    match self.witness(stmt, call, index) {
                        Some(witness) => quote!(#witness.absent(|| #absent)),
                        None => absent,
                    }
                }
                _ if self.function_type(arg).is_some() => {
                    let ty = self.function_type(arg);
                    quote!(#core::absent::<#ty>())
                }
                _ if matches!(call.callee, Callee::Operator(_)) => self.operator_operand(arg),
                (_, Some(_)) => {
                    let held = names::numbered("held", index);
                    quote!(&mut #held)
                }
                _ => {
                    let behind = self.behind_reference(arg);
                    let behind = behind.unwrap_or_else(|| self.argument(arg));
                    self.lent_in(call, index, behind, true)
                }
            })
            .collect();
        let rule = self.rule_of_call(stmt, call, &flat, Self::reopened_receiver);
        match self.witness_of_result(stmt, call) {
            Some(witness) => quote!(#witness.result(#rule)),
            None => rule,
        }
    }

    /// An argument by value in a call that is never made. A generic callee leaves its type to be said.
    fn absent(&self, arg: &Arg, again: Local) -> TokenStream {
        let (core, again) = (&self.core, self.name(again));
        let Arg::Value(Operand::Local(local)) = arg else {
            return quote!(#core::absent());
        };
        if self.is_items(*local) {
            return quote!(#core::Items::of(#core::absent()));
        }
        match self.f.ty(*local) {
            Ty::Array(element) if element.is_float() => quote!(#core::absent_like(&#again)),
            Ty::Vec(element) => match &**element {
                Ty::Float(float @ (Float::F64 | Float::F32 | Float::Param(_))) => {
                    quote!(#core::absent::<#core::Vec<#float>>())
                }
                _ => quote!(#core::absent()),
            },
            _ => quote!((&&#core::Told(#again)).__absent()),
        }
    }

    /// Whether a value is made to be passed as an iterator.
    pub(super) fn is_items(&self, local: Local) -> bool {
        let mut made = false;
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                dst,
                op: Op::Call(call),
            } = &stmt.kind
                && let Callee::Associated(path) = &call.callee
            {
                made |= *dst == local && is_items(path);
            }
        });
        made
    }
}

/// Whether a place is what a variable refers to, or a variable that is known to be a reference.
fn is_reference(f: &Function, place: &Place) -> bool {
    match place.path.as_slice() {
        [] | [Step::Deref] => f.ty(place.root).is_ref(),
        _ => false,
    }
}

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

/// Whether this is `None`, whose type is left to be inferred.
fn is_none(value: &Operand) -> bool {
    match value {
        Operand::Const(tokens, _) => {
            syn::parse2::<syn::ExprPath>(tokens.clone()).is_ok_and(|path| {
                let last = path.path.segments.last();
                last.is_some_and(|s| s.ident == "None" && s.arguments.is_none())
            })
        }
        Operand::Local(_) => false,
    }
}

/// Whether this is a variant or a constant, whose type says what a pullback gets again of it.
fn is_named(value: &Operand) -> bool {
    match value {
        Operand::Const(tokens, _) => {
            syn::parse2::<syn::ExprPath>(tokens.clone()).is_ok_and(|path| {
                let segments = &path.path.segments;
                segments.len() > 1 || segments.iter().any(|s| !s.arguments.is_none())
            })
        }
        Operand::Local(_) => false,
    }
}
