//! Calls forwards: of rules, and of what nothing with a derivative goes into.

use super::{Emitter, names};
use crate::analysis::needs::{call_is_active, call_is_varied};
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

impl Emitter<'_> {
    /// `let (value, pullback) = callee::rrule(keep, (args,));`, or the call itself where nothing that
    /// carries a derivative goes in.
    pub(super) fn forward_call(&self, stmt: &Stmt, dst: Local, call: &Call) -> TokenStream {
        let (core, name) = (&self.core, self.name(dst));
        let mutability = self.f.info(dst).mutable.then(|| quote!(mut));
        if !call_is_varied(call, &self.a.activity, &self.a.flow) || self.only_asks(dst, call) {
            let made = self.made_function(dst, call);
            let made = made.or_else(|| self.given_holder(stmt, call));
            let value = made.unwrap_or_else(|| self.with_positions(dst, self.plain_call(call)));
            let value = match call.given_back {
                true => quote!(#core::GivenBack(#value).__own()),
                false => value,
            };
            let ended = self.end_of_loans(stmt, call);
            let (mark, split) = (self.link_mark(call), self.split_link(dst, call));
            return quote!(#mark let #mutability #name = #value; #split #ended);
        }
        if self.sweep.in_place.contains(&stmt.id) {
            return self.called_in_place(stmt, dst, call);
        }
        let pullback = self.name(call.pullback);
        let (ask, held) = (self.ask(stmt, call), self.hold_pullback(stmt, dst, call));
        let args = self.rule_arguments(call);
        let rule = self.rule_of_call(stmt, call, &args, Self::rule_receiver);
        let held = held.or_else(|| self.detach(stmt, call, pullback));
        let annotation = match self.f.ty(dst) {
            Ty::Float(float @ (Float::F64 | Float::F32 | Float::Param(_))) => {
                let name = name.clone();
                let primitive = !matches!(float, Float::Param(_));
                if primitive && self.may_give_part(call) {
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
        let (seen, hint) = (self.see_given(stmt, call), self.hint_of_operands(call));
        let same = self.same_as_of_mem(call);
        let made = self.see_made(stmt, dst, call);
        let own = call
            .given_back
            .then(|| quote!(let #mutability #name = #core::GivenBack(#name).__own();));
        let (mark, split) = (self.link_mark(call), self.split_link(dst, call));
        quote!(#seen #same #ask #mark #hint let (#mutability #name, #pullback) = #rule; #split #own #annotation #floats #made #held)
    }

    /// Whether a call may give a reference to a float where a float is meant: one to a part of what it was lent.
    fn may_give_part(&self, call: &Call) -> bool {
        let is_lent = |arg: &Arg| match arg {
            Arg::Ref { .. } => true,
            Arg::Value(value) => value.local().is_some_and(|l| self.f.ty(l).is_ref()),
        };
        match call.callee {
            Callee::Method(_) => true,
            Callee::Path(_) | Callee::Associated(_) => call.args.iter().any(is_lent),
            _ => false,
        }
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
        // A link is one of the variable that the chain is of.
        let named = match call.chain {
            Chain {
                links: 0,
                goes_on: false,
            } => usize::from(call.given_back),
            _ => call.skipped(),
        };
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
                let args = args.skip(call.skipped());
                let (receiver, generics) = (self.receiver(call), &call.generics);
                quote!(#receiver.#method #generics (#(#args),*))
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
        if let Some(receiver) = self.linked_receiver(call) {
            return receiver;
        }
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
    pub(super) fn may_change(&self, place: &Place) -> bool {
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
            Arg::Value(v) => self.taken_apart(v).unwrap_or_else(|| self.given(v)),
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

    /// A tuple with references in it, put together once more where it is asked for: so `(&v, n)` of a vector is
    /// `(&[f64], usize)`, as in the user's call.
    fn taken_apart(&self, value: &Operand) -> Option<TokenStream> {
        let Ty::Tuple(types) = self.f.ty(value.local()?) else {
            return None;
        };
        let shared = |ty: &Ty| matches!(ty, Ty::Ref(false, _));
        types.iter().any(shared).then(|| {
            let parts = (0..types.len()).map(|i| names::numbered("part", i));
            let (parts, whole): (Vec<Ident>, _) = (parts.collect(), self.bare(value));
            quote!({ let (#(#parts,)*) = #whole; (#(#parts,)*) })
        })
    }
}

/// Whether a place is what a variable refers to, or a variable that is known to be a reference.
pub(super) fn is_reference(f: &Function, place: &Place) -> bool {
    match place.path.as_slice() {
        [] | [Step::Deref] => f.ty(place.root).is_ref(),
        _ => false,
    }
}
