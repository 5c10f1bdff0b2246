//! Functions that a call returned and others are lent.
//!
//! ```text
//! f = call make(k)
//! t = call integrate(&f, a, b)
//!
//! let (t, pullback) = rule::rrule(keep, (MayBeFunction(&f).__given(), a, b));
//! ```
//!
//! That `f` is a function is not seen where it is not called; its type decides (`ad-core/src/emitted/lent_functions.rs`).
//! What is anything but lent, indexed or looped over, is none.

use super::Emitter;
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// A reference that a rule is given, or its pullback `again`: to data, or a copy of the function that it refers to.
    pub(super) fn lent(&self, arg: &Arg, reference: TokenStream, again: bool) -> TokenStream {
        let core = &self.core;
        match self.may_be_function(arg) {
            Some((local, [Step::Deref])) => {
                let name = self.name(local);
                let whole = match again && self.is_behind_reference(local) {
                    true => quote!(&*#name),
                    false => quote!(&#name),
                };
                quote!(#core::MayBeFunction(#whole).__given_behind())
            }
            Some(_) => quote!(#core::MayBeFunction(#reference).__given()),
            None => reference,
        }
    }

    /// The shadow of what is in a box that may be a function.
    pub(super) fn shadow_of_lent(&self, arg: &Arg) -> Option<TokenStream> {
        let (core, (local, path)) = (&self.core, self.may_be_function(arg)?);
        let d = self.shadow(local);
        let behind =
            quote!(::core::option::Option::Some(#core::MayBeFunction(&#d).__given_behind()));
        matches!(path, [Step::Deref]).then_some(behind)
    }

    fn may_be_function<'a>(&self, arg: &'a Arg) -> Option<(Local, &'a [Step])> {
        let lent = self.answers.lent.get_or_init(|| may_be_functions(self.f));
        let (local, path) = whole(arg)?;
        lent.contains(&local).then_some((local, path))
    }
}

/// The results of calls that nothing is done with but to lend them to calls.
fn may_be_functions(f: &Function) -> HashSet<Local> {
    let (mut made, mut others) = (HashSet::default(), HashSet::default());
    f.body.walk(&mut |stmt| {
        let call = match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Call(call),
            } if !matches!(call.callee, Callee::Operator(_)) => {
                if matches!(f.ty(*dst), Ty::Unknown) && !f.info(*dst).mutable {
                    made.insert(*dst);
                }
                Some(call)
            }
            _ => None,
        };
        let receives = usize::from(call.is_some_and(|c| !matches!(c.callee, Callee::Path(_))));
        let args = call.map_or(&[][..], |c| &c.args);
        let lent = args.iter().skip(receives).filter_map(whole);
        let lent: Vec<Local> = lent.map(|(local, _)| local).collect();
        others.extend(
            mentioned(stmt)
                .into_iter()
                .chain(given(stmt))
                .filter(|l| !lent.contains(l)),
        );
    });
    others.extend(f.body.tail.as_ref().and_then(Operand::local));
    made.retain(|local| !others.contains(local));
    made
}

/// The variable that is lent as a whole, or as the box that it is.
fn whole(arg: &Arg) -> Option<(Local, &[Step])> {
    match arg {
        Arg::Ref {
            place,
            mutable: false,
        } if matches!(place.path[..], [] | [Step::Deref]) => Some((place.root, &place.path)),
        _ => None,
    }
}
