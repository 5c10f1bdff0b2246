//! Shadows that a loop keeps in registers.
//!
//! Receives a loop's windows; promises the code before it, in each iteration, and after it.
//!
//! ```text
//! let mut slot_x_0 = -0.0; let mut slot_x_1 = -0.0;
//! for i in (0..n).rev() {
//!     …
//!     add(&d_x[i + 1], slot_x_1);
//!     slot_x_1 = slot_x_0; slot_x_0 = -0.0;
//! }
//! if 0 < n { add(&d_x[0 + 1 - 1], slot_x_1); }
//! ```

use super::strips::lanes_of;
use super::{Emitter, names};
use crate::adjoint::{Begins, Grid, Schedule, Window, element};
use crate::ir::*;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

/// The code around a loop and around its body.
#[derive(Default)]
pub(super) struct Windowed {
    before: TokenStream,
    enter: TokenStream,
    leave: TokenStream,
    after: TokenStream,
}

impl Windowed {
    pub(super) fn around(&self, body: TokenStream) -> TokenStream {
        let (enter, leave) = (&self.enter, &self.leave);
        quote!(#enter #body #leave)
    }

    pub(super) fn around_loop(&self, looped: TokenStream) -> TokenStream {
        let (before, after) = (&self.before, &self.after);
        quote!(#before #looped #after)
    }
}

impl Emitter<'_> {
    /// What the cell `root[i + offset]` gets.
    pub(super) fn slot(&self, looped: usize, root: Local, offset: i64) -> Ident {
        let side = if offset < 0 { "m" } else { "p" };
        let name = format!("slot_{looped}_{}_{side}{}", root.0, offset.abs());
        names::plain(&name)
    }

    pub(super) fn windows(
        &self,
        stmt: &Stmt,
        l: &Loop,
        schedule: &Schedule,
        primal_order: bool,
    ) -> Windowed {
        let mut code = Windowed::default();
        let LoopKind::Range { var, head } = &l.kind else {
            return code;
        };
        let upwards = primal_order != l.descends();
        for grid in &schedule.grids {
            if let Some(keep) = self.blanks(grid.storage, grid.begins) {
                code.before.extend(self.blank_around(grid, head, &keep));
            }
        }
        for window in &schedule.windows {
            if let Some(keep) = self.blanks(window.root, window.begins) {
                code.before.extend(self.blank_outside(window, head, &keep));
            }
            let slots = self.slots(stmt, window);
            let zero = self.zero_of(window.root);
            let slots: TokenStream = slots.map(|s| quote!(let mut #s = #zero;)).collect();
            if window.low == window.high {
                code.enter.extend(slots);
            } else {
                code.before.extend(slots);
                code.after
                    .extend(self.last_cells(stmt, window, head, upwards));
            }
            code.leave.extend(self.step(stmt, window, *var, upwards));
        }
        for carried in &schedule.carried {
            let [before, enter, leave, after] =
                self.carried_cells(stmt, carried, (*var, head), upwards);
            code.before.extend(before);
            code.enter.extend(enter);
            code.leave.extend(leave);
            code.after.extend(after);
        }
        code
    }

    fn blank_outside(&self, window: &Window, head: &Range, keep: &TokenStream) -> TokenStream {
        let d = self.shadow_place(&Place::of(window.root));
        let core = &self.core;
        let (lo, hi) = (self.operand(&head.lo), self.operand(&head.hi));
        let (low, high) = (signed(window.low), signed(window.high));
        quote!(#core::blank_outside(#keep, &#d[..], #lo..#hi, #low, #high);)
    }

    /// The cells before and after the rows that the loop begins.
    fn blank_around(&self, grid: &Grid, head: &Range, keep: &TokenStream) -> TokenStream {
        let d = self.shadow_place(&Place::of(grid.root));
        let (core, width) = (&self.core, self.op(&grid.width));
        let (lo, hi) = (self.operand(&head.lo), self.operand(&head.hi));
        quote!(#core::blank_around(#keep, &#d[..], #lo..#hi, #width);)
    }

    /// The cell that no later iteration adds to is stored, and every slot becomes its neighbour's.
    fn step(&self, stmt: &Stmt, window: &Window, var: Local, upwards: bool) -> TokenStream {
        let mut order: Vec<i64> = (window.low..=window.high).collect();
        if !upwards {
            order.reverse();
        }
        let slot = |offset: &i64| self.slot(stmt.id, window.root, *offset);
        let last = &order[0];
        let mut code = self.store(
            window,
            shifted(self.name(var).to_token_stream(), *last),
            slot(last),
        );
        if order.len() > 1 {
            for pair in order.windows(2) {
                let (to, from) = (slot(&pair[0]), slot(&pair[1]));
                code.extend(quote!(#to = #from;));
            }
            let (newest, zero) = (slot(&order[order.len() - 1]), self.zero_of(window.root));
            code.extend(quote!(#newest = #zero;));
        }
        code
    }

    /// What the slots hold when the loop is over.
    fn last_cells(&self, stmt: &Stmt, window: &Window, head: &Range, upwards: bool) -> TokenStream {
        let (lo, hi) = (self.operand(&head.lo), self.operand(&head.hi));
        let (from, offsets) = match upwards {
            true => (&hi, window.low..=window.high - 1),
            false => (&lo, window.low + 1..=window.high),
        };
        let shift = if upwards { 0 } else { -1 };
        let stores = offsets.map(|offset| {
            let slot = self.slot(stmt.id, window.root, offset);
            self.store(window, shifted(from.clone(), offset + shift), slot)
        });
        let stores: TokenStream = stores.collect();
        quote!(if #lo < #hi { #stores })
    }

    fn store(&self, window: &Window, index: TokenStream, slot: Ident) -> TokenStream {
        let d = self.shadow_place(&Place::of(window.root));
        let core = &self.core;
        let stored = match self.overwrites(window.begins) {
            Some(keep) => quote!(#core::begin(#keep, &#d[#index], #slot);),
            None => quote!(#core::add(&#d[#index], #slot);),
        };
        self.where_wanted(window.root, stored)
    }

    /// What a strip of iterations adds to each slot of a window.
    pub(super) fn lanes_of_slots(
        &self,
        stmt: &Stmt,
        window: &Window,
    ) -> impl Iterator<Item = Ident> {
        self.slots(stmt, window).map(|slot| lanes_of(&slot))
    }

    fn slots(&self, stmt: &Stmt, window: &Window) -> impl Iterator<Item = Ident> {
        (window.low..=window.high).map(|offset| self.slot(stmt.id, window.root, offset))
    }

    /// The cells from the first one on that a window passes.
    pub(super) fn cells_of(&self, window: &Window, var: &Ident) -> TokenStream {
        let d = self.shadow_place(&Place::of(window.root));
        let index = shifted(var.to_token_stream(), window.low);
        quote!(#d[#index..])
    }

    /// The cells that no iteration after a strip adds to are stored. Wider windows carry on what the others got.
    pub(super) fn store_strip(
        &self,
        stmt: &Stmt,
        window: &Window,
        cells: &TokenStream,
    ) -> TokenStream {
        let core = &self.core;
        let (slots, lanes) = (self.slots(stmt, window), self.lanes_of_slots(stmt, window));
        let stored = match window.low == window.high {
            true => quote!(#(#lanes)*),
            false => quote!(#core::Lanes::pass([#(#lanes),*], [#(&mut #slots),*])),
        };
        let stored = match self.overwrites(window.begins) {
            Some(keep) => quote!(#core::Lanes::begin(#stored, #keep, #cells);),
            None => quote!(#core::Lanes::add_to(#stored, #cells);),
        };
        self.where_wanted(window.root, stored)
    }

    /// Who says whether what cells hold is overwritten, if it may be.
    pub(super) fn overwrites(&self, begins: Begins) -> Option<TokenStream> {
        let core = &self.core;
        match begins {
            Begins::No => None,
            Begins::Here => Some(quote!(#core::Overwrite)),
            Begins::ForCaller => Some(names::plain("keep").to_token_stream()),
        }
    }

    /// Who says whether the cells that a loop does not pass are blanked, if they may hold something.
    fn blanks(&self, root: Local, begins: Begins) -> Option<TokenStream> {
        let holds_zeros = begins == Begins::Here && !self.sweep.uncleared.contains(&root);
        self.overwrites(begins).filter(|_| !holds_zeros)
    }

    pub(super) fn zero_of(&self, root: Local) -> TokenStream {
        let ty = element(self.f, root).unwrap_or(Ty::Unknown);
        self.zero_of_type(&ty)
    }
}

pub(super) fn shifted(index: TokenStream, by: i64) -> TokenStream {
    let distance = Literal::u64_unsuffixed(by.unsigned_abs());
    match by {
        0 => index,
        1.. => quote!(#index + #distance),
        _ => quote!(#index - #distance),
    }
}

fn signed(n: i64) -> TokenStream {
    let literal = Literal::i64_unsuffixed(n.abs());
    if n < 0 {
        quote!(-#literal)
    } else {
        quote!(#literal)
    }
}
