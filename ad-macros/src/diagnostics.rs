//! The error sink.
//!
//! Receives refusals from any pass; promises that none is forgotten: a sink that is dropped without
//! being asked for its errors is a bug in the driver, caught in debug builds.

pub(crate) mod catalog;

use proc_macro2::{Span, TokenStream};
use std::cell::RefCell;

pub(crate) struct Sink {
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Sink {
    pub(crate) fn new() -> Self {
        Sink {
            errors: RefCell::new(Some(Vec::new())),
        }
    }

    /// Records a refusal at `span`.
    pub(crate) fn refuse(&self, span: Span, message: impl std::fmt::Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Records a refusal at the tokens from the first to the last of `at`.
    pub(crate) fn refuse_at(&self, at: impl quote::ToTokens, message: impl std::fmt::Display) {
        self.push(syn::Error::new_spanned(at, message));
    }

    /// Records what a parser found.
    pub(crate) fn forward(&self, error: syn::Error) {
        self.push(error);
    }

    fn push(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(error);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.errors.borrow().as_ref().is_none_or(Vec::is_empty)
    }

    /// Ends the sink: everything refused, as `compile_error!`s.
    pub(crate) fn into_errors(self) -> TokenStream {
        let errors = self.errors.borrow_mut().take().unwrap_or_default();
        errors.iter().map(syn::Error::to_compile_error).collect()
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        let unread = self.errors.borrow().as_ref().is_some_and(|e| !e.is_empty());
        debug_assert!(
            !unread || std::thread::panicking(),
            "refusals were dropped unread"
        );
    }
}
