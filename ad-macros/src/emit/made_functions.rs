//! Calls that nothing with a derivative goes into, whose results others are lent that have rules.
//!
//! ```text
//! f = call make(3.0)
//! t = call integrate(&f, a, b)
//!
//! let f = {
//!     let made = Makes::of((), |()| make(3.0), |()| rule::rrule(Discard, (3.0,)));
//!     (&&&&made.kind()).__made(made)
//! };
//! ```
//!
//! If the result is a function, it is the rule that makes one with a rule; its type decides
//! (`ad-core/src/emitted/made_functions.rs`).

use super::lent_functions::may_be_functions;
use super::rule_call::import_or;
use super::{Emitter, inert_results, missing, names, paths};
use crate::analysis::needs::call_is_varied;
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// The functions whose calls may choose.
pub(super) fn makers(f: &Function) -> HashSet<String> {
    let (lent, mut found) = (may_be_functions(f), HashSet::default());
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            dst,
            op: Op::Call(call),
        } = &stmt.kind
            && lent.contains(dst)
            && let Some(path) = maker(call)
        {
            found.insert(inert_results::name_of(path));
        }
    });
    found
}

/// What the call of such a function resolves to that has no rule, in the module of what its other calls resolve to.
pub(super) fn stand_in(path: &syn::Path, core: &TokenStream) -> TokenStream {
    let name = &path.segments.last().expect("a path has a name").ident;
    let (module, rule) = (
        names::plain(MADE),
        inert_results::gives_none(quote!(super::named::#name), core),
    );
    quote!(pub mod #module { #rule })
}

const MADE: &str = "made";

/// The function of a call that changes nothing and is given no functions.
fn maker(call: &Call) -> Option<&syn::ExprPath> {
    match &call.callee {
        Callee::Path(path)
            if call.functions.is_empty()
                && call.changing.is_empty()
                && call.iterated.is_empty()
                && !call.by_rule
                && !call.stops()
                && !call.changes_arguments() =>
        {
            missing::of_mem(&path.path, call).is_none().then_some(path)
        }
        _ => None,
    }
}

impl Emitter<'_> {
    /// The value of such a call, if another one is given it by a rule.
    pub(super) fn made_function(&self, dst: Local, call: &Call) -> Option<TokenStream> {
        let path = maker(call).filter(|_| self.is_lent_to_rules(dst))?;
        let span = path.span();
        let core = paths::at(&self.core, span);
        let moved: Vec<&Ident> = call.args.iter().filter_map(|a| self.moved(a)).collect();
        let ruled = call
            .args
            .iter()
            .enumerate()
            .map(|(i, _)| self.lent_in(call, i, self.rule_argument(call, i, false), false));
        let (missing, made) = (missing::module_of(&path.path), names::plain(MADE));
        let (found, generics) = import_or(path, 1, quote!(#missing::#made));
        let rule = names::rule_at(0, span);
        let plain = self.plain_call(call);
        let made = names::plain("made");
        Some(quote_spanned! {span=> {
            #found
            let #made = #core::Makes::of(
                (#(#moved,)*),
                |(#(#moved,)*)| #plain,
                |(#(#moved,)*)| rule::#rule #generics (#core::Discard, (#(#ruled,)*)),
            );
            (&&&&#made.kind()).__made(#made)
        }})
    }

    /// Whether what a call returned is a function to those that are lent it, if it is one.
    pub(super) fn is_ruled(&self, dst: Local, call: &Call) -> bool {
        call_is_varied(call, &self.a.activity, &self.a.flow) || self.is_lent_to_rules(dst)
    }

    fn is_lent_to_rules(&self, dst: Local) -> bool {
        if !self.lent_by_calls().contains(&dst) {
            return false;
        }
        let mut found = false;
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                dst: result,
                op: Op::Call(call),
            } = &stmt.kind
            {
                let is_given = call.args.iter().any(|arg| match arg {
                    Arg::Ref { place, .. } => place.root == dst,
                    Arg::Value(value) => value.local() == Some(dst),
                });
                found |= is_given
                    && call_is_varied(call, &self.a.activity, &self.a.flow)
                    && !self.only_asks(*result, call);
            }
        });
        found
    }

    /// What is moved into a call.
    fn moved(&self, arg: &Arg) -> Option<&Ident> {
        match arg {
            Arg::Value(Operand::Local(l)) if !self.f.ty(*l).is_copy() => Some(self.name(*l)),
            _ => None,
        }
    }
}
