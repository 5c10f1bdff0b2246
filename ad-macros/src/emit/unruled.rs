//! Calls of methods on what may change, whose type may carry no derivative and have no rules: the phase of a machine that a
//! method of `&mut self` moves on, the settings that it asks.
//!
//! ```text
//! t = call .gain(&mut this.mode, k)
//!
//! let arguments = (k,);
//! let of = OfUnique::of(&this.mode, &arguments);
//! let (value, pullback) = (*(&&&ProbeUnique::of(&mut this.mode, &arguments)).__ruled_unique())
//!     .derivative_rule_of_gain(keep, arguments);
//! let (value, pullback) = of.given(value, pullback).__or_given(|receiver, (a,)| receiver.gain(a), …, |gain| …);
//! (value, pullback.__pullback())
//! ```
//!
//! The types decide whether a rule is called (`ad-core/src/emitted/unruled.rs`). They are asked where what is given is known
//! to borrow nothing: it takes the place of the receiver, is a condition or a whole number, or is calculated with, compared or
//! assigned.

use super::{Emitter, names, paths};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::lower::elementary;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// What a call without a rule may give.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Gives {
    /// What takes the place of its receiver: `self.phase = self.phase.next(t)`.
    Another,
    /// A condition or a whole number.
    Answer,
    /// What is calculated with.
    Number,
}

/// Whether the types have to decide if a method of what may change has a rule.
pub(super) fn may_be_unruled(f: &Function, call: &Call) -> Option<Gives> {
    let Some(Arg::Ref {
        place,
        mutable: true,
    }) = call.args.first()
    else {
        return None;
    };
    let Callee::Method(method) = &call.callee else {
        return None;
    };
    let by_itself = call.functions.is_empty()
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
    if !by_itself || !given_values || call.args.len() > 5 || !is_unseen(f, place) {
        return None;
    }
    gives(f, call, place)
}

/// Whether a place is a variable or a field of one, of a type that does not show.
fn is_unseen(f: &Function, place: &Place) -> bool {
    let of_fields = |step: &Step| matches!(step, Step::Deref | Step::Field(_));
    place.path.iter().all(of_fields) && matches!(place_ty(f, place).peeled(), Ty::Unknown)
}

fn gives(f: &Function, call: &Call, receiver: &Place) -> Option<Gives> {
    let given = given(f, call)?;
    let is_lent = matches!(f.ty(receiver.root), Ty::Ref(true, _));
    let of_reference = is_lent && matches!(receiver.path.last(), Some(Step::Field(_)));
    if is_put_into(f, given, receiver) && (is_lent || f.info(receiver.root).mutable) {
        return Some(Gives::Another);
    }
    match f.ty(given) {
        Ty::Int | Ty::Bool if of_reference => Some(Gives::Answer),
        Ty::Float(_) | Ty::Unknown if of_reference && is_calculated_with(f, given) => {
            Some(Gives::Number)
        }
        _ => None,
    }
}

/// What a call gives.
fn given(f: &Function, call: &Call) -> Option<Local> {
    let mut found = None;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            dst,
            op: Op::Call(c),
        } = &stmt.kind
            && c.pullback == call.pullback
        {
            found = Some(*dst);
        }
    });
    found
}

/// Whether a value is assigned to a place.
fn is_put_into(f: &Function, given: Local, receiver: &Place) -> bool {
    let mut found = false;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Assign { place, value, .. } = &stmt.kind {
            found |= value.local() == Some(given) && is_same(place, receiver);
        }
    });
    found
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

/// Whether a value is but calculated with, compared or assigned.
fn is_calculated_with(f: &Function, value: Local) -> bool {
    let (mut used, mut otherwise) = (false, false);
    f.body.walk(&mut |stmt| {
        let made = matches!(&stmt.kind, StmtKind::Let { dst, .. } if *dst == value);
        if !made && mentioned(stmt).contains(&value) {
            let calculates = calculates(&stmt.kind);
            used |= calculates;
            otherwise |= !calculates;
        }
    });
    used && !otherwise
}

fn calculates(stmt: &StmtKind) -> bool {
    match stmt {
        StmtKind::Assign { .. } => true,
        StmtKind::Let { op, .. } => match op {
            Op::Binary(..) | Op::Neg(_) | Op::Cast(..) | Op::Elementary { .. } => true,
            Op::Scalar(_) | Op::Selector(_) => true,
            Op::Call(call) => matches!(call.callee, Callee::Operator(_)),
            Op::Raw(raw) => raw.cheap && !raw.is_reference(),
            _ => false,
        },
        _ => false,
    }
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
    /// The same in this function, if it asks types.
    pub(super) fn may_be_unruled(&self, call: &Call) -> Option<Gives> {
        may_be_unruled(self.f, call).filter(|_| !self.generic)
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
        let Callee::Method(method) = &call.callee else {
            unreachable!("only methods are asked for")
        };
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
            Gives::Answer | Gives::Number => quote!(#this),
        };
        let plain = quote_spanned!(span=> #called.#method(#(#parts),*));
        let kept = quote_spanned!(span=> #this.#method(#(#parts),*));
        let kept = (gives != Gives::Another).then(|| quote!(let _ = #kept;));
        let (or, shape) = (
            self.or_unruled(gives, span),
            self.shape_of_unruled(stmt, &given),
        );
        let probe = match gives {
            Gives::Number => quote_spanned!(span=> of(&mut #receiver, &#arguments)),
            Gives::Another | Gives::Answer => quote_spanned!(span=> of_any(&mut #receiver)),
        };
        quote_spanned! {span=> {
            let #arguments = (#(#args,)*);
            let #of = #core::OfUnique::of(&#receiver, &#arguments);
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

    fn or_unruled(&self, gives: Gives, span: Span) -> Ident {
        let name = match gives {
            Gives::Another => "__or_another",
            Gives::Answer => "__or_asked",
            Gives::Number => "__or_given",
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
