//! What loops go over by its positions, where its type is not seen.
//!
//! Receives a place of which a length is asked, or an element taken; promises tokens that hold for an option as well, which
//! a loop goes over like a list of one item or none: see `ad-core/src/emitted/positions.rs`.
//!
//! ```text
//! for b in &layer.bias { … }      (&&GoneOver(&layer.bias)).__positions().len(), (&&GoneOver(&layer.bias)).__positions()[k]
//! for b in found(x) { … }         (&&GoneOver(&found)).__positions().len(), …
//! ```

use super::Emitter;
use crate::ir::{Local, Op, Place, Step, StmtKind, Ty};
use crate::tables::HashSet;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The fields and results whose length a function asks for, by their roots and the names that lead to them.
#[derive(Default)]
pub(crate) struct Counted(HashSet<(Local, String)>);

/// Some of the steps of a place.
#[derive(Clone, Copy)]
pub(super) struct Steps(u64);

impl Steps {
    /// The same, counted from a later one.
    pub(super) fn after(self, before: usize) -> Self {
        Steps(self.0.checked_shr(before as u32).unwrap_or(0))
    }

    pub(super) fn contain(self, step: usize) -> bool {
        step < 64 && self.0 >> step & 1 == 1
    }
}

/// The items of a place that may be an option.
pub(super) fn of(core: &TokenStream, place: &TokenStream) -> TokenStream {
    quote!((&&#core::GoneOver(&#place)).__positions())
}

impl Emitter<'_> {
    /// The number of items.
    pub(super) fn length_of(&self, place: &Place) -> TokenStream {
        let at = self.place(place);
        match self.may_be_option(place) {
            true => {
                let items = of(&self.core, &at);
                quote!(#items.len())
            }
            false => quote!(#at.len()),
        }
    }

    /// The steps of a place that give an item of what a loop goes over and may be an option. What is changed is no item of
    /// a loop that only looks.
    pub(super) fn counted_in(&self, place: &Place, unique: bool) -> Steps {
        let counted = &self.counted().0;
        if unique || counted.is_empty() {
            return Steps(0);
        }
        let item = |at: &usize| {
            let list = &place.path[..*at];
            matches!(place.path[*at], Step::Index(_)) && counted.contains(&key(place.root, list))
        };
        let all = 0..place.path.len().min(64);
        Steps(all.filter(item).fold(0, |steps, at| steps | 1 << at))
    }

    fn counted(&self) -> &Counted {
        self.answers.counted.get_or_init(|| {
            let mut counted = Counted::default();
            self.f.body.walk(&mut |stmt| {
                if let StmtKind::Let {
                    op: Op::Len(place, _),
                    ..
                } = &stmt.kind
                    && self.may_be_option(place)
                {
                    counted.0.insert(key(place.root, &place.path));
                }
            });
            counted
        })
    }

    /// Whether it is a field of a type that is not seen, or what a call gave.
    fn may_be_option(&self, place: &Place) -> bool {
        let is_field = matches!(place.path.last(), Some(Step::Field(_)));
        let unseen = matches!(place.ty(&self.f.locals), Ty::Unknown);
        unseen && (is_field || place.path.is_empty() && self.given_by_calls().contains(&place.root))
    }

    /// What calls gave.
    fn given_by_calls(&self) -> &HashSet<Local> {
        self.answers.given.get_or_init(|| {
            let mut given = HashSet::default();
            self.f.body.walk(&mut |stmt| {
                if let StmtKind::Let {
                    dst,
                    op: Op::Call(_),
                } = &stmt.kind
                {
                    given.insert(*dst);
                }
            });
            given
        })
    }
}

/// The root, and the names of the fields on the way.
fn key(root: Local, path: &[Step]) -> (Local, String) {
    let steps = path.iter().map(|step| match step {
        Step::Field(member) => format!(".{}", member.to_token_stream()),
        Step::Deref => String::new(),
        _ => "[]".to_string(),
    });
    (root, steps.collect())
}
