//! The pullback's body.
//!
//! Receives the reverse sweep; promises its code: the residual taken apart in the order the forward
//! sweep put it together, and every adjoint statement as plain arithmetic where the syntax shows
//! scalars.

use super::opened::scrutinee;
use super::strips::Striped;
use super::{Emitter, names, paths};
use crate::adjoint::residual::Item;
use crate::adjoint::{Rev, Schedule};
use crate::analysis::plan::How;
use crate::analysis::saves::Save;
use crate::analysis::steps::Back;
use crate::desugar::build::mentioned_in;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl Emitter<'_> {
    /// The residual of the body, taken apart, and the sweep.
    pub(super) fn reverse(&self) -> TokenStream {
        let items = self.residuals.body_items();
        let residual = names::plain("residual");
        let open = self.open(&items, quote!(&#residual));
        let rows = self.row_cursors(|_| true);
        let entry = self.entry();
        let code = self.revs(&self.sweep.revs);
        quote!(#rows #open #entry #code)
    }

    pub(super) fn revs(&self, revs: &[Rev]) -> TokenStream {
        revs.iter().map(|r| self.rev(r)).collect()
    }

    /// `let (a, b,) = residual;`, scalars copied out, storage that is rewound as a working copy.
    pub(super) fn open(&self, items: &[Item], residual: TokenStream) -> TokenStream {
        let names: Vec<_> = items.iter().map(|item| self.item_name(item)).collect();
        let copied = |item: &Item| match item {
            Item::Value(l) => self.f.ty(*l).is_copy() && !self.may_borrow(*l),
            Item::Count(_) => true,
            _ => false,
        };
        if !items.is_empty() && items.iter().all(copied) {
            return quote!(let &(#(#names,)*) = #residual;);
        }
        let recovered = items.iter().filter_map(|item| match item {
            Item::Value(l) | Item::Keep(l) => self.recovered(*l),
            _ => None,
        });
        let recovered: TokenStream = recovered.collect();
        let copies = items.iter().map(|item| match item {
            Item::Value(l) if self.may_borrow(*l) => self.open_kept(*l),
            Item::Value(l) if self.f.ty(*l).is_copy() => {
                let name = self.name(*l);
                quote!(let #name = *#name;)
            }
            Item::Value(l) if matches!(self.f.ty(*l), Ty::Inert) || self.is_named_value(*l) => {
                let name = self.name(*l);
                {
                    let copied = paths::copied(&self.core, &quote!(*#name));
                    quote!(let #name = #copied;)
                }
            }
            Item::Keep(l) => self.open_kept(*l),
            Item::Count(id) => {
                let count = names::numbered("count", *id);
                quote!(let #count = *#count;)
            }
            _ => TokenStream::new(),
        });
        quote!(let (#(#names,)*) = #residual; #recovered #(#copies)*)
    }

    fn open_kept(&self, local: Local) -> TokenStream {
        let (core, name) = (&self.core, self.name(local));
        if self.may_borrow(local) {
            if self.plan.worked_on.contains(&self.a.flow.storage(local)) {
                return quote!(let mut #name = (&&#core::Recalling(#name)).__recall(););
            }
            return if self.plan.named.contains(&local) || self.f.ty(local).is_copy() {
                quote!(let #name = (&&#core::Recalling(#name)).__recall();)
            } else {
                quote!(let #name = (&&#core::Opened(#name)).__open(); let #name = #name.__opened();)
            };
        }
        if self.is_rebound(local) {
            return quote!(let mut #name = #name;);
        }
        if self.plan.worked_on.contains(&self.a.flow.storage(local)) {
            return {
                let copied = paths::copied(&self.core, &quote!(*#name));
                quote!(let mut #name = #copied;)
            };
        }
        if self.is_named_value(local) {
            return {
                let copied = paths::copied(&self.core, &quote!(*#name));
                quote!(let #name = #copied;)
            };
        }
        if self.f.ty(local).is_copy() {
            quote!(let #name = *#name;)
        } else {
            TokenStream::new()
        }
    }

    /// Whether the reverse sweep names as a value what may or may not be `Copy`.
    fn is_named_value(&self, local: Local) -> bool {
        let unsaid = matches!(self.f.ty(local), Ty::Unknown | Ty::Inert);
        unsaid && self.plan.named.contains(&local)
    }

    pub(super) fn is_worked_on(&self, root: Local) -> bool {
        let storage = self.a.flow.storage(root);
        let caller =
            |p: &Param| p.passing == Passing::RefMut && self.a.flow.storage(p.local) == storage;
        self.plan.worked_on.contains(&storage) && !self.is_rebound(root)
            || self.f.params.iter().any(caller)
    }

    /// Whether the reverse sweep has a variable that refers to what a local held, and refers to what it held before
    /// where that is put back.
    fn is_rebound(&self, local: Local) -> bool {
        self.plan.rebound.contains(&self.a.flow.storage(local))
            && !self.may_borrow(local)
            && !self.is_named_value(local)
    }

    /// Whether the reverse sweep finds a local in the residual and borrows it there.
    pub(super) fn is_behind_reference(&self, local: Local) -> bool {
        let ty = self.f.ty(local);
        let owned = ty.is_copy() || ty.is_ref() || self.is_named_value(local);
        match self.plan.how[local.0] {
            How::Store => !owned && !matches!(ty, Ty::Inert),
            How::Keep => {
                let worked_on = self.plan.worked_on.contains(&self.a.flow.storage(local));
                !owned && (!worked_on || self.is_rebound(local))
            }
            _ => false,
        }
    }

    pub(super) fn item_name(&self, item: &Item) -> TokenStream {
        match item {
            Item::Value(l) | Item::Keep(l) => self.name(*l).to_token_stream(),
            Item::Shape(l) => self.shape_name(*l).to_token_stream(),
            Item::Old(id) => names::numbered("old", *id).to_token_stream(),
            Item::OldShape(id) => names::numbered("old_shape", *id).to_token_stream(),
            Item::Branch(id) => names::numbered("way", *id).to_token_stream(),
            Item::Count(id) => names::numbered("count", *id).to_token_stream(),
            Item::Rest(id) => names::numbered("rest", *id).to_token_stream(),
        }
    }

    pub(super) fn rev(&self, rev: &Rev) -> TokenStream {
        match rev {
            Rev::Redo(..) | Rev::View { .. } => self.made_again(rev),
            Rev::Fresh(..)
            | Rev::FreshOfRest(..)
            | Rev::Adopt(..)
            | Rev::Start(..)
            | Rev::Add(..)
            | Rev::Reset(..)
            | Rev::Deliver(..) => self.variable(rev),
            Rev::AddAt(..)
            | Rev::BeginAt(..)
            | Rev::AddSlot { .. }
            | Rev::TakeSlot { .. }
            | Rev::FreshCell { .. }
            | Rev::AddCell { .. }
            | Rev::StoreCell { .. }
            | Rev::Blank(..)
            | Rev::Deposit(..)
            | Rev::Clear(..)
            | Rev::Take(..) => self.cell(rev),
            Rev::Accumulate { .. }
            | Rev::ClearAt { .. }
            | Rev::TakeOver { .. }
            | Rev::SumInto { .. }
            | Rev::AccumulateEach { .. } => self.shape(rev),
            Rev::Pop { .. }
            | Rev::PushShadow { .. }
            | Rev::SwapShadow { .. }
            | Rev::CopyShadow { .. }
            | Rev::ExchangeShadow { .. } => self.sequence(rev),
            Rev::Enter(..) | Rev::Partial { .. } | Rev::Leave(..) => self.carried(rev),
            Rev::Total { into, value, minus } => {
                let (total, value) = (self.name(*into), self.operand(value));
                match minus {
                    true => quote!(#total -= #value;),
                    false => quote!(#total += #value;),
                }
            }
            Rev::Undo(stmt) => self.undo(stmt),
            Rev::Call {
                stmt, dst, call, ..
            } => self.reverse_call(stmt, *dst, call),
            Rev::Branch { stmt, branch, arms } => self.reverse_branch(stmt, branch, arms),
            Rev::Loop {
                stmt,
                looped,
                body,
                schedule,
            } => self.scheduled(stmt, looped, body, schedule),
            Rev::Rest { stmt, body } => self.reverse_rest(stmt, body),
        }
    }

    /// A loop whose iterations go side by side where they can, or sum up in parts.
    pub(super) fn scheduled(
        &self,
        stmt: &Stmt,
        looped: &Loop,
        body: &[Rev],
        schedule: &Schedule,
    ) -> TokenStream {
        let code = self.revs(body);
        if let Some(strips) = self.strips(stmt, looped, body, schedule) {
            let after = &strips.after;
            let looped = self.reverse_loop(stmt, looped, code, schedule, Some(&strips));
            return quote!(#looped #after);
        }
        let [before, round, after] = self.parted(&schedule.sums);
        let looped = self.reverse_loop(stmt, looped, quote!(#code #round), schedule, None);
        quote!(#before #looped #after)
    }

    /// Puts the primal back as it was before `stmt`.
    fn undo(&self, stmt: &Stmt) -> TokenStream {
        match &stmt.kind {
            StmtKind::Assign { place, .. } => self.undo_assign(stmt, place),
            StmtKind::Push { place, .. } => {
                let place = self.place(place);
                quote!(#place.pop();)
            }
            StmtKind::Let {
                dst,
                op: Op::Pop(place),
            } => {
                let (place, value) = (self.place(place), self.name(*dst));
                if self.f.ty(*dst).is_copy() {
                    quote!(#place.push(#value);)
                } else {
                    {
                        let copied = paths::copied(&self.core, &quote!(*#value));
                        quote!(#place.push(#copied);)
                    }
                }
            }
            StmtKind::Swap { place, i, j } => {
                let (place, i, j) = (self.place(place), self.bare(i), self.bare(j));
                quote!(#place.swap(#i, #j);)
            }
            StmtKind::Fill { place, .. } | StmtKind::CopyFrom { place, .. } => {
                self.undo_slice(stmt, place)
            }
            StmtKind::Exchange { a, b } => {
                let (a, b) = (self.place(a), self.place(b));
                quote!(::core::mem::swap(&mut #a, &mut #b);)
            }
            _ => TokenStream::new(),
        }
    }

    fn undo_assign(&self, stmt: &Stmt, written: &Place) -> TokenStream {
        let core = &self.core;
        let place = self.place(written);
        if let Some(back) = self.a.steps.back.get(&stmt.id) {
            return self.step_back(&place, back);
        }
        match self.plan.saves.get(&stmt.id) {
            Some(Save::Always | Save::IfReadByItself | Save::IfKeptOrReadByItself) => {
                let old = names::numbered("old", stmt.id);
                if self.is_rebound(written.root) {
                    return quote!(#place = #old;);
                }
                match self.is_borrower(written) {
                    true => quote!(#place = (&&#core::Recalling(#old)).__recall();),
                    false => {
                        let copied = paths::copied(core, &quote!(*#old));
                        quote!(#place = #copied;)
                    }
                }
            }
            Some(Save::IfRead | Save::IfKeptHere) => {
                let old = names::numbered("old", stmt.id);
                quote!(#core::GiveBack::give_back(#old, &mut #place);)
            }
            Some(Save::IfKept) => {
                let (keep, rows) = (names::plain("keep"), names::numbered("rows", stmt.id));
                let copied = paths::copied(core, &quote!(*#core::Rows::pop(&mut #rows)));
                quote! {
                    if #core::Keep::wanted(#keep) {
                        #place = #copied;
                    }
                }
            }
            None => TokenStream::new(),
        }
    }

    fn step_back(&self, counter: &TokenStream, back: &Back) -> TokenStream {
        let by = self.bare(&back.by);
        match back.operator {
            "-" => quote!(#counter -= #by;),
            _ => quote!(#counter += #by;),
        }
    }

    fn undo_slice(&self, stmt: &Stmt, place: &Place) -> TokenStream {
        let core = &self.core;
        let place = self.place(place);
        let rows = names::numbered("rows", stmt.id);
        let length = names::plain("length");
        let restore = quote! {
            let #length = #place.len();
            #place.clone_from_slice(#core::Rows::take(&mut #rows, #length));
        };
        match self.plan.saves.get(&stmt.id) {
            Some(
                Save::Always | Save::IfRead | Save::IfReadByItself | Save::IfKeptOrReadByItself,
            ) => restore,
            Some(Save::IfKept | Save::IfKeptHere) => {
                let keep = names::plain("keep");
                quote!(if #core::Keep::wanted(#keep) { #restore })
            }
            None => TokenStream::new(),
        }
    }

    fn reverse_branch(&self, stmt: &Stmt, branch: &Branch, arms: &[Vec<Rev>]) -> TokenStream {
        let remembered = self.residuals.branch_is_remembered(stmt, branch);
        let bodies: Vec<TokenStream> = arms.iter().map(|arm| self.revs(arm)).collect();
        if !remembered {
            let cond = match &branch.head {
                Head::If(cond) => self.bare(cond),
                head => scrutinee(head),
            };
            let (then, otherwise) = (&bodies[0], &bodies[1]);
            return quote!(if #cond { #then } else { #otherwise });
        }
        let residual = names::plain("residual");
        let cases = branch
            .arms
            .iter()
            .zip(&bodies)
            .enumerate()
            .map(|(index, (arm, body))| {
                let Some((index, of)) = arm_position(branch, index) else {
                    return TokenStream::new();
                };
                let pattern = self.way(index, of, residual.to_token_stream());
                let open = self.open(
                    &self.residuals.items(&arm.body, &arm.binds),
                    residual.to_token_stream(),
                );
                let body = if self.plan.reopened.contains(&stmt.id) {
                    self.reopened(branch, arm, body)
                } else {
                    body.clone()
                };
                quote!(#pattern => { #open #body })
            });
        let way = names::numbered("way", stmt.id);
        quote!(match #way { #(#cases)* #[allow(unreachable_patterns)] _ => {} })
    }

    fn rest_items(&self, rest: usize) -> Vec<Item> {
        let mut items = Vec::new();
        self.f.body.walk(&mut |s| {
            if let (true, StmtKind::Rest(r)) = (s.id == rest, &s.kind) {
                items = self.residuals.items(r, &self.residuals.rest_binds(rest));
            }
        });
        items
    }

    /// The shadow of a result that is there only if a rest ran, in an option.
    pub(super) fn fresh_of_rest(&self, local: Local, rest: usize) -> TokenStream {
        let (core, d, shape) = (&self.core, self.shadow(local), self.shape_name(local));
        let items = self.rest_items(rest);
        let names = items.iter().map(|item| self.item_name(item));
        let rest = names::numbered("rest", rest);
        quote! {
            let mut #d = match #rest {
                ::core::option::Option::Some((#(#names,)*)) => {
                    ::core::option::Option::Some(#core::zeros_of(#shape))
                }
                ::core::option::Option::None => ::core::option::Option::None,
            };
        }
    }

    fn reverse_rest(&self, stmt: &Stmt, body: &[Rev]) -> TokenStream {
        let items = self.rest_items(stmt.id);
        let (rest, residual) = (names::numbered("rest", stmt.id), names::plain("residual"));
        let (open, body) = (
            self.open(&items, residual.to_token_stream()),
            self.revs(body),
        );
        quote!(if let ::core::option::Option::Some(#residual) = #rest { #open #body })
    }

    fn reverse_loop(
        &self,
        stmt: &Stmt,
        l: &Loop,
        body: TokenStream,
        schedule: &Schedule,
        strips: Option<&Striped>,
    ) -> TokenStream {
        let range = match &l.kind {
            LoopKind::Range { var, head } if l.counted => {
                let range = strips.map_or_else(|| self.range(head), |strips| strips.rest.clone());
                Some((self.name(*var), range))
            }
            _ => None,
        };
        let items = self.residuals.loop_items(l);
        let upwards = schedule.upwards;
        let windows = self.windows(stmt, l, schedule, upwards);
        let body = windows.around(body);
        let (residual, rows) = (names::plain("residual"), names::numbered("rows", stmt.id));
        let count = names::numbered("count", stmt.id);
        let open = self.open(&items, residual.to_token_stream());
        let core = &self.core;
        let looped = match (range, items.is_empty()) {
            (Some((var, range)), true) => {
                let range = way(range, upwards);
                quote!(for #var in #range { #body })
            }
            (Some((var, range)), false) if schedule.strips.is_some() => {
                let (open, rest) = self.left_by_strips(&items, range, open);
                quote!(for (#var, #residual) in #rest { #open #body })
            }
            (Some((var, range)), false) if self.is_for_caller(&items) => {
                let open = self.open_kept_row(&items);
                self.over_kept_rows(stmt, (var, range), upwards, &quote!(#open #body))
            }
            (Some((var, range)), false) => {
                self.over_rows(stmt, (var, range), upwards, quote!(#open #body))
            }
            (None, true) => quote!(for _ in 0..#count { #body }),
            (None, false) => quote! {
                for #residual in ::core::iter::Iterator::rev(#core::Rows::take(&mut #rows, #count).iter()) { #open #body }
            },
        };
        let in_strips = strips.map(|strips| &strips.before);
        windows.around_loop(quote!(#in_strips #looped))
    }

    /// A loop over a range with a row for each iteration.
    fn over_rows(
        &self,
        stmt: &Stmt,
        (var, range): (&Ident, TokenStream),
        upwards: bool,
        body: TokenStream,
    ) -> TokenStream {
        let core = &self.core;
        let (rows, residual) = (names::numbered("rows", stmt.id), names::plain("residual"));
        let (name, taken) = (
            names::numbered("range", stmt.id),
            names::plain("taken_rows"),
        );
        let (there, back) = (
            way(quote!(#name), upwards),
            way(quote!(#taken.iter()), upwards),
        );
        let looped = match mentioned_in(body.clone(), var) {
            true => quote! {
                let #name = #there;
                for (#var, #residual) in ::core::iter::Iterator::zip(#name, #taken) { #body }
            },
            false => quote!(for #residual in #taken { #body }),
        };
        quote! {
            let #name = #range;
            let #taken = #core::Rows::take(&mut #rows, ::core::iter::Iterator::size_hint(&#name).0);
            let #taken = #back;
            #looped
        }
    }

    /// The same, where the rows may hold what the caller wants back.
    fn over_kept_rows(
        &self,
        stmt: &Stmt,
        (var, range): (&Ident, TokenStream),
        upwards: bool,
        body: &TokenStream,
    ) -> TokenStream {
        let core = &self.core;
        let (rows, residual) = (names::numbered("rows", stmt.id), names::plain("residual"));
        let (name, taken) = (
            names::numbered("range", stmt.id),
            names::plain("taken_rows"),
        );
        let site = names::numbered("site", stmt.id);
        let there = way(quote!(#name), upwards);
        quote! {
            let #name = #range;
            let #taken = ::core::iter::Iterator::size_hint(&#name).0;
            let #name = #there;
            for (#var, #residual) in #core::Kept::paired(&#site, #name, &mut #rows, #taken, #upwards) { #body }
        }
    }

    /// What strips leave over of a loop with rows: how a row is opened, and the iterations with their rows.
    fn left_by_strips(
        &self,
        items: &[Item],
        range: TokenStream,
        open: TokenStream,
    ) -> (TokenStream, TokenStream) {
        let (core, rows) = (&self.core, names::plain("taken_rows"));
        if self.is_for_caller(items) {
            let open = self.open_kept_row(items);
            return (open, quote!(#core::RowStrips::rest(#rows, #range)));
        }
        let rest = quote!(::core::iter::Iterator::zip(#range, #core::RowStrips::rows(#rows)));
        (open, rest)
    }

    /// Whether all there is in a row is for callers that want their arguments restored.
    pub(super) fn is_for_caller(&self, items: &[Item]) -> bool {
        let kept = |id: &usize| self.plan.is_for_caller(*id);
        let all = items
            .iter()
            .all(|item| matches!(item, Item::Old(id) if kept(id)));
        all && !items.is_empty()
    }

    /// The parts of a row that is there only if it is kept.
    fn open_kept_row(&self, items: &[Item]) -> TokenStream {
        let residual = names::plain("residual");
        let parts = items.iter().enumerate().map(|(i, item)| {
            let (name, index) = (self.item_name(item), syn::Index::from(i));
            quote!(let #name = #residual.map(|row| &row.#index);)
        });
        quote!(#(#parts)*)
    }
}

/// Which of the arms that leave a residual `index` is, and how many there are; `None` for an arm
/// that panics or never ends.
pub(super) fn arm_position(branch: &Branch, index: usize) -> Option<(usize, usize)> {
    let yields: Vec<bool> = branch
        .arms
        .iter()
        .map(|arm| !never_yields(&arm.body))
        .collect();
    let position = yields[..index].iter().filter(|y| **y).count();
    yields[index].then_some((position, yields.iter().filter(|y| **y).count()))
}

fn never_yields(region: &Region) -> bool {
    let mut exits = false;
    region.walk(&mut |s| exits |= matches!(s.kind, StmtKind::Exit { .. }));
    region.diverges && !exits
}

/// An iterator in the order of the primal, or backwards.
fn way(iterator: TokenStream, upwards: bool) -> TokenStream {
    match upwards {
        true => iterator,
        false => quote!(::core::iter::Iterator::rev(#iterator)),
    }
}
