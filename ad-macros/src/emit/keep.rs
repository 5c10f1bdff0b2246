//! Whether callees keep what they overwrite, and what a companion says of its pullback's reads.
//!
//! ```text
//! pub const __READS: Reads = Reads::of(0b1101).by(1, 2, true);          // beside `advance`'s rule
//!
//! rule::rrule(Decided::<{ advance::__READS.reads(0b1101, 2) }>, (…))    // a call that overwrites `k`
//! ```

use super::rule::Signature;
use super::{Emitter, call, names, paths};
use crate::analysis::reads::{Asked, Read, Reads};
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
            Some(Save::IfKept | Save::IfKeptHere) => {
                let keep = names::plain("keep");
                quote!(#core::Keep::of_callees(#keep))
            }
            Some(Save::IfRead) => {
                let read = self.is_read(stmt);
                quote!(#core::Decided::<{ #read }>)
            }
            None => quote!(#core::Discard),
        }
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
        let questions = self.plan.asked.get(&stmt.id).into_iter().flatten();
        let questions = questions.map(|asked| self.question(asked));
        let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        else {
            return quote!(false #(|| #questions)*);
        };
        let Callee::Path(path) = &call.callee else {
            return quote!(true);
        };
        let reads = self.reads_of(path);
        let written = call.args.iter().enumerate().filter_map(|(i, arg)| {
            let mutable = matches!(arg, Arg::Ref { mutable: true, .. });
            mutable.then(|| Literal::usize_unsuffixed(i))
        });
        quote!(false #(|| #questions)* #(|| !#reads.is_slice(#written))*)
    }

    fn question(&self, asked: &Asked) -> TokenStream {
        let reads = self.reads_of(&asked.callee);
        let active = Literal::u32_unsuffixed(asked.active);
        let argument = Literal::usize_unsuffixed(asked.argument);
        quote!(#reads.reads(#active, #argument))
    }

    fn reads_of(&self, callee: &syn::ExprPath) -> TokenStream {
        let (found, _) = call::import(callee);
        let core = &self.core;
        quote!({ #found #[allow(unused_imports)] use #core::UnknownReads as _; rule::__READS })
    }

    /// What a companion says of its pullback's reads; nothing, if nothing is known.
    pub(super) fn reads(&self, signature: &Signature) -> TokenStream {
        let Some(reads) = Reads::of(self.a, self.plan) else {
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
                && (r.asked.is_none() || is_same(&r.asked, &read.asked))
        };
        if !each.iter().any(known) {
            each.push(read);
        }
    }
    each
}

fn is_same(a: &Option<Asked>, b: &Option<Asked>) -> bool {
    let text = |asked: &Asked| {
        let callee = asked.callee.to_token_stream().to_string();
        (callee, asked.active, asked.argument)
    };
    a.as_ref().map(text) == b.as_ref().map(text)
}
