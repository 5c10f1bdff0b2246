//! `match` on values that may carry a derivative, in both sweeps.
//!
//! Receives a branch that opens what it matches; promises the expression that it matches, and, in the
//! reverse sweep, the reverse of an arm with what its pattern binds bound again. That pattern tests
//! nothing but what binding takes, and what the reverse sweep only looks at is borrowed, however the user
//! borrows it:
//!
//! ```text
//! match &mut p { (0, Some(x)) => *x += k, … }       match &p { (_, Some(x)) => { … } _ => unreachable!() }
//! ```

use super::Emitter;
use crate::desugar::build;
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Pat, parse_quote};

/// What stands behind `match`, as the user wrote it.
pub(super) fn scrutinee(head: &Head) -> TokenStream {
    match head {
        Head::Match(raw) => raw.tokens.clone(),
        Head::Open(open) => open.scrutinee(),
        Head::If(_) => TokenStream::new(),
    }
}

impl Emitter<'_> {
    /// The reverse of an arm, with what its pattern binds bound again.
    pub(super) fn reopened(&self, branch: &Branch, arm: &Arm, body: &TokenStream) -> TokenStream {
        let (Head::Open(open), Some((pattern, _))) = (&branch.head, &arm.pattern) else {
            return body.clone();
        };
        if body.is_empty() {
            return body.clone();
        }
        let (mut open, mut pattern) = (open.clone(), pattern.clone());
        Bound.visit_pat_mut(&mut pattern);
        if !open.places.iter().any(|p| self.is_worked_on(p.root)) {
            open.borrow = open.borrow.map(|_| false);
            LookedAt.visit_pat_mut(&mut pattern);
        }
        let scrutinee = open.scrutinee();
        quote! {
            match #scrutinee {
                #pattern => { #body }
                #[allow(unreachable_patterns)]
                _ => ::core::unreachable!(),
            }
        }
    }
}

/// A pattern that only binds: what it tested may be another value when the arm is over.
struct Bound;

impl VisitMut for Bound {
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if matches!(pat, Pat::Rest(_)) {
            return;
        }
        if build::bound_names(pat).is_empty() {
            *pat = parse_quote!(_);
            return;
        }
        if let Pat::Ident(p) = pat
            && let Some((_, sub)) = &p.subpat
            && !matches!(**sub, Pat::Rest(_))
            && build::bound_names(sub).is_empty()
        {
            p.subpat = None;
        }
        visit_mut::visit_pat_mut(self, pat);
    }
}

/// `ref mut x` as `ref x`.
struct LookedAt;

impl VisitMut for LookedAt {
    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
        if pat.by_ref.is_some() {
            pat.mutability = None;
        }
        visit_mut::visit_pat_ident_mut(self, pat);
    }
}
