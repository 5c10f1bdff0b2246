//! Whether callees keep what they overwrite, and what a companion says of its pullback's reads.
//!
//! ```text
//! pub const __READS: Reads = Reads::of(0b1101).by(1, 2, true);          // beside `advance`'s rule
//!
//! rule::rrule(Decided::<{ advance::__READS.reads(0b1101, 2) }>, (…))    // a call that overwrites `k`
//! ```

use super::signature::Signature;
use super::{Emitter, names, paths, rule_call};
use crate::analysis::reads::{Asked, Read, Reads};
use crate::analysis::receiver::{self, Readers};
use crate::analysis::saves::Save;
use crate::ir::*;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

impl Emitter<'_> {
    /// Whether what a statement overwrites must be kept, as the first argument of a callee's rule.
    pub(super) fn keep(&self, stmt: &Stmt) -> TokenStream {
        let core = &self.core;
        match self.plan.saves.get(&stmt.id) {
            Some(Save::Always) => quote!(#core::Decided::<true>),
            Some(Save::IfKept | Save::IfKeptHere) => self.keep_of_callee(stmt),
            Some(Save::IfKeptOrReadByItself) => {
                let keep = self.keep_of_callee(stmt);
                quote!(#core::Keep::or_if_read(#keep))
            }
            Some(Save::IfRead) => {
                let read = self.is_read(stmt);
                quote!(#core::Decided::<{ #read }>)
            }
            Some(Save::IfReadByItself) => quote!(#core::IfRead),
            None => quote!(#core::Discard),
        }
    }

    /// What the rule's own caller asks, for a callee.
    fn keep_of_callee(&self, stmt: &Stmt) -> TokenStream {
        let (core, keep) = (&self.core, names::plain("keep"));
        match self.readers() {
            Readers::Calls(calls) if calls.contains(&stmt.id) => {
                quote!(#core::Keep::of_readers(#keep))
            }
            _ => quote!(#core::Keep::of_callees(#keep)),
        }
    }

    /// What a method answers that is asked whether its pullback reads what its receiver held. One that does keeps it
    /// without being told.
    pub(super) fn answered(&self, signature: &Signature) -> Option<TokenStream> {
        let nobody = signature.member().is_some() && matches!(self.readers(), Readers::Nobody);
        let (core, keep) = (&self.core, names::plain("keep"));
        nobody.then(|| quote!(let #keep = #core::Keep::if_read(#keep, #core::Decided::<false>);))
    }

    /// Who reads what the receiver held, if there is one that changes.
    fn readers(&self) -> &Readers {
        self.answers
            .readers
            .get_or_init(|| match self.f.params.first() {
                Some(first) if first.passing == Passing::RefMut => {
                    receiver::readers(self.a, self.plan)
                }
                _ => Readers::Itself,
            })
    }

    /// Whether what an assignment overwrites must be kept: for the rule's own caller, or for a pullback.
    pub(super) fn keep_here(&self, stmt: &Stmt) -> TokenStream {
        match self.plan.saves.get(&stmt.id) {
            Some(Save::IfKeptHere) => names::plain("keep").to_token_stream(),
            _ => self.keep(stmt),
        }
    }

    /// Whether some pullback reads what a statement overwrites. Where the length may change as well, it is
    /// kept in any case.
    fn is_read(&self, stmt: &Stmt) -> TokenStream {
        let mut questions: Vec<&Asked> = Vec::new();
        for asked in self.plan.asked.get(&stmt.id).into_iter().flatten() {
            if !questions.iter().any(|known| is_same(known, asked)) {
                questions.push(asked);
            }
        }
        let questions = questions.into_iter().map(|asked| self.question(asked));
        let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        else {
            return either(questions);
        };
        let Callee::Path(path) = &call.callee else {
            return quote!(true);
        };
        let reads = self.reads_of(path);
        let written = call.args.iter().enumerate().filter_map(|(i, arg)| {
            let mutable = arg.is_unique();
            mutable.then(|| Literal::usize_unsuffixed(i))
        });
        let may_grow = written.map(|argument| quote!(!#reads.is_slice(#argument)));
        either(questions.chain(may_grow))
    }

    fn question(&self, asked: &Asked) -> TokenStream {
        let reads = self.reads_of(&asked.callee);
        let active = Literal::u32_unsuffixed(asked.active);
        let argument = Literal::usize_unsuffixed(asked.argument);
        quote!(#reads.reads(#active, #argument))
    }

    fn reads_of(&self, callee: &syn::ExprPath) -> TokenStream {
        let (found, _) = rule_call::import(callee);
        let core = &self.core;
        quote!({ #found #[allow(unused_imports)] use #core::UnknownReads as _; rule::__READS })
    }

    /// What a companion says of its pullback's reads, in whichever form it has; nothing, if nothing is known.
    pub(super) fn reads(&self, signature: &Signature) -> TokenStream {
        let forms = std::iter::once(self).chain(self.known.map(|known| known.e));
        let reads = forms.map(|e| Reads::of(e.a, e.plan));
        let Some(reads) = reads.reduce(|a, b| Some(a?.and(b?))).flatten() else {
            return TokenStream::new();
        };
        // Functions inside the function are not in scope beside it.
        let asks = reads.reads.iter().any(|r| r.asked.is_some());
        if asks && !self.f.items.is_empty() || signature.member().is_some() {
            return TokenStream::new();
        }
        let core = &self.core;
        let slices = Literal::u32_unsuffixed(reads.slices);
        let each = once_each(&reads.reads)
            .into_iter()
            .map(|r| self.one_read(r));
        let prelude = asks.then(|| paths::traits(core));
        quote! {
            #[doc(hidden)]
            pub const __READS: #core::Reads = { #prelude #core::Reads::of(#slices) #(#each)* };
        }
    }

    fn one_read(&self, read: &Read) -> TokenStream {
        let so = match &read.asked {
            Some(asked) => self.question(asked),
            None => quote!(true),
        };
        let parameter = Literal::usize_unsuffixed(read.parameter);
        match read.by.map(Literal::usize_unsuffixed) {
            Some(by) => quote!(.by(#by, #parameter, #so)),
            None => quote!(.always(#parameter, #so)),
        }
    }
}

/// The reads without those that were said before.
fn once_each(reads: &[Read]) -> Vec<&Read> {
    let mut each: Vec<&Read> = Vec::new();
    for read in reads {
        let known = |r: &&Read| {
            (r.parameter, r.by) == (read.parameter, read.by)
                && match (&r.asked, &read.asked) {
                    (None, _) => true,
                    (Some(known), Some(asked)) => is_same(known, asked),
                    (Some(_), None) => false,
                }
        };
        if !each.iter().any(known) {
            each.push(read);
        }
    }
    each
}

fn is_same(a: &Asked, b: &Asked) -> bool {
    let of = |asked: &Asked| (asked.active, asked.argument);
    let callee = |asked: &Asked| asked.callee.to_token_stream().to_string();
    of(a) == of(b) && callee(a) == callee(b)
}

/// Whether one of some conditions holds.
fn either(conditions: impl Iterator<Item = TokenStream>) -> TokenStream {
    conditions
        .reduce(|a, b| quote!(#a || #b))
        .unwrap_or_else(|| quote!(false))
}
