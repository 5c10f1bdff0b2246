//! Calls of methods on what may change, whose type may carry no derivative and have no rules: the phase of a machine that a
//! method of `&mut self` moves on, the settings that it asks.
//!
//! ```text
//! t = call .gain(&mut this.mode, k)
//!
//! let arguments = (k,);
//! let of = (&&OfUnique::of(&this.mode, &arguments)).__of_unique();
//! let (value, pullback) = (*(&&&ProbeUnique::of_whole(&mut this.mode, &arguments)).__ruled_unique())
//!     .derivative_rule_of_gain(keep, arguments);
//! let (value, pullback) = of.given(value, pullback).__or_given(|receiver, (a,)| receiver.gain(a), …, |gain| …);
//! (value, pullback.__pullback())
//! ```
//!
//! The types decide whether a rule is called (`ad-core/src/emitted/unruled.rs`). They are asked where nothing needs the receiver
//! while what is given may refer to it: it takes its place, is a condition or a whole number, or nothing is read of the receiver
//! for as long as it is there ([`lasting`]).

mod lasting;

use super::{Emitter, names, paths};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::lower::elementary;
use crate::tables::HashMap;
use lasting::Order;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use std::cell::OnceCell;

/// What a call without a rule may give.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Gives {
    /// What takes the place of its receiver: `self.phase = self.phase.next(t)`.
    Another,
    /// A condition or a whole number.
    Answer,
    /// Whatever whole numbers choose.
    Value,
}

/// The calls of methods of what may change whose types have to decide if there is a rule, by what their pullbacks are called.
pub(super) fn found(f: &Function) -> HashMap<Local, Gives> {
    let (mut found, order) = (HashMap::default(), OnceCell::new());
    let mut replaced: HashMap<Local, &Place> = HashMap::default();
    f.body.walk(&mut |stmt| {
        if let StmtKind::Assign { place, value, .. } = &stmt.kind {
            replaced.extend(value.local().map(|value| (value, place)));
        }
    });
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            dst,
            op: Op::Call(call),
        } = &stmt.kind
            && let Some(receiver) = receiver(f, call)
        {
            let replaces = replaced
                .get(dst)
                .is_some_and(|place| is_same(place, receiver));
            let order = || order.get_or_init(|| Order::of(f));
            let gives = gives(f, call, *dst, receiver, replaces, order);
            found.extend(gives.map(|gives| (call.pullback, gives)));
        }
    });
    found
}

/// The receiver of such a call.
fn receiver<'c>(f: &Function, call: &'c Call) -> Option<&'c Place> {
    let (
        Some(Arg::Ref {
            place,
            mutable: true,
        }),
        Callee::Method(method),
    ) = (call.args.first(), &call.callee)
    else {
        return None;
    };
    let by_itself = !call.by_rule
        && call.functions.is_empty()
        && call.changing.is_empty()
        && call.iterated.is_empty()
        && call.generics.is_none()
        && !call.given_back
        && call.chain.links == 0
        && !call.chain.goes_on
        && elementary::find(&method.to_string()).is_none();
    let given_values = call.args[1..]
        .iter()
        .all(|arg| matches!(arg, Arg::Value(_)));
    let asked = by_itself && given_values && call.args.len() <= 5 && is_unseen(f, place);
    asked.then_some(place)
}

/// Whether a place is a variable or a field of one, of a type that does not show.
fn is_unseen(f: &Function, place: &Place) -> bool {
    let of_fields = |step: &Step| matches!(step, Step::Deref | Step::Field(_));
    place.path.iter().all(of_fields) && matches!(place_ty(f, place).peeled(), Ty::Unknown)
}

fn gives<'o>(
    f: &Function,
    call: &Call,
    given: Local,
    receiver: &Place,
    replaces: bool,
    order: impl FnOnce() -> &'o Order<'o>,
) -> Option<Gives> {
    let is_lent = matches!(f.ty(receiver.root), Ty::Ref(true, _));
    let of_reference = is_lent && matches!(receiver.path.last(), Some(Step::Field(_)));
    if replaces && (is_lent || f.info(receiver.root).mutable) {
        return Some(Gives::Another);
    }
    match f.ty(given) {
        Ty::Int | Ty::Bool if of_reference => Some(Gives::Answer),
        _ if of_reference && !has_floats(f, call) => {
            let alone = order().is_let_alone(given, receiver);
            alone.then_some(Gives::Value)
        }
        _ => None,
    }
}

/// Whether one of the arguments is sure to be a float.
fn has_floats(f: &Function, call: &Call) -> bool {
    call.args[1..].iter().any(|arg| match arg {
        Arg::Value(Operand::Local(l)) => f.ty(*l).is_float(),
        Arg::Value(Operand::Const(_, ty)) => ty.is_float(),
        Arg::Ref { .. } => false,
    })
}

/// Whether two places are the same variable, or the same field.
fn is_same(a: &Place, b: &Place) -> bool {
    let same = |pair: (&Step, &Step)| match pair {
        (Step::Deref, Step::Deref) => true,
        (Step::Field(a), Step::Field(b)) => a == b,
        _ => false,
    };
    a.root == b.root && a.path.len() == b.path.len() && a.path.iter().zip(&b.path).all(same)
}

/// What stands in for the rules of methods.
pub(super) fn rules(names: &[Ident], core: &TokenStream) -> Option<TokenStream> {
    let name = names::plain("RuleOfUnruled");
    let given = quote!((#core::UnruledUnique<'x, T, A>, ()));
    (!names.is_empty()).then(|| {
        quote! {
            trait #name<'x, T: ?::core::marker::Sized> {
                #(fn #names<K, A>(&self, keep: K, arguments: A) -> #given;)*
            }
            impl<'x, T: ?::core::marker::Sized> #name<'x, T> for #core::BareReceiverUnique<'x, T> {
                #(fn #names<K, A>(&self, _: K, arguments: A) -> #given {
                    #core::BareReceiverUnique::unruled(self, arguments)
                })*
            }
        }
    })
}

impl Emitter<'_> {
    /// What such a call gives, in a function that asks types.
    pub(super) fn may_be_unruled(&self, call: &Call) -> Option<Gives> {
        let found = self.answers.unruled.get_or_init(|| match self.generic {
            true => HashMap::default(),
            false => found(self.f),
        });
        found.get(&call.pullback).copied()
    }

    /// The value and the pullback of such a call.
    pub(super) fn ruled_or_unruled(
        &self,
        stmt: &Stmt,
        call: &Call,
        gives: Gives,
        keep: &TokenStream,
        receiver: &TokenStream,
        args: &[TokenStream],
    ) -> TokenStream {
        let method = call.method();
        let (core, span, rule) = (&self.core, method.span(), names::method_rule(method));
        let [value, pullback, given] = ["value", "pullback", "given"].map(names::plain);
        let [arguments, of, mut this] = ["arguments", "of", "receiver"].map(names::plain);
        this.set_span(this.span().located_at(span));
        let parts: Vec<Ident> = (0..args.len())
            .map(|i| names::numbered("argument", i))
            .collect();
        // Another value is given by a copy, as the method may consume it.
        let called = match gives {
            Gives::Another => paths::copied(core, &quote!(*#this)),
            Gives::Answer | Gives::Value => quote!(#this),
        };
        let plain = quote_spanned!(span=> #called.#method(#(#parts),*));
        let kept = quote_spanned!(span=> #this.#method(#(#parts),*));
        let kept = (gives != Gives::Another).then(|| quote!(let _ = #kept;));
        let (or, shape) = (
            self.or_unruled(gives, span),
            self.shape_of_unruled(stmt, &given),
        );
        let probe = match gives {
            Gives::Value => quote_spanned!(span=> of_whole(&mut #receiver, &#arguments)),
            Gives::Another | Gives::Answer => {
                quote_spanned!(span=> of_numbers(&mut #receiver, &#arguments))
            }
        };
        let unkept = self.unkept_by_answer(call, gives, receiver);
        quote_spanned! {span=> {
            #unkept
            let #arguments = (#(#args,)*);
            let #of = (&&#core::OfUnique::of(&#receiver, &#arguments)).__of_unique();
            let (#value, #pullback) =
                (*(&&&#core::ProbeUnique::#probe).__ruled_unique()).#rule(#keep, #arguments);
            let (#value, #pullback) = #of.given(#value, #pullback).#or(
                |#this, (#(#parts,)*)| #plain,
                |mut #this, (#(#parts,)*)| { #kept },
                |#given| #shape,
            );
            (#value, #pullback.__pullback())
        }}
    }

    /// Asks whether a method that is given a derivative to answer a question may keep it: there is room in its receiver.
    fn unkept_by_answer(
        &self,
        call: &Call,
        gives: Gives,
        receiver: &TokenStream,
    ) -> Option<TokenStream> {
        let may_vary = |arg: &Arg| match arg {
            Arg::Value(Operand::Local(l)) => self.a.activity.is_varied(*l),
            _ => false,
        };
        let asked = gives == Gives::Answer && call.args[1..].iter().any(may_vary);
        let Callee::Method(method) = &call.callee else {
            return None;
        };
        let core = paths::at(&self.core, method.span());
        asked.then(|| {
            quote_spanned!(method.span()=> if false {
                (&&&&&&&&&&#core::Keeping(&#receiver)).__unkept();
            })
        })
    }

    fn or_unruled(&self, gives: Gives, span: Span) -> Ident {
        let name = match gives {
            Gives::Another => "__or_another",
            Gives::Answer => "__or_asked",
            Gives::Value => "__or_given",
        };
        Ident::new(name, Span::mixed_site().located_at(span))
    }

    /// The shape of what is given, whose cotangent the pullback gets in any case.
    fn shape_of_unruled(&self, stmt: &Stmt, given: &Ident) -> TokenStream {
        match stmt.kind {
            StmtKind::Let { dst, .. } if !self.f.ty(dst).is_inert() => {
                self.shape_by(dst, quote!((*#given)))
            }
            _ => self.shape_of_given(stmt, given),
        }
    }
}
