//! Shadow cells that the iterations of a loop hand on.
//!
//! Receives the cells that a loop carries; promises the code before it, at both ends of each iteration, and after it.
//!
//! ```text
//! let [mut slot_x_p0] = if 1 < n { [d_x[n - 1].get()] } else { [-0.0] };
//! for i in (1..n).rev() {
//!     let mut slot_x_m1 = d_x[i - 1].get();
//!     …
//!     d_x[i].set(slot_x_p0);
//!     slot_x_p0 = slot_x_m1;
//! }
//! if 1 < n { d_x[1 - 1].set(slot_x_p0); }
//! ```

use super::Emitter;
use super::window::shifted;
use crate::adjoint::Carried;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl Emitter<'_> {
    /// The code before the loop, at the start and at the end of each iteration, and after the loop.
    pub(super) fn carried_cells(
        &self,
        stmt: &Stmt,
        carried: &Carried,
        (var, head): (Local, &Range),
        ascends: bool,
    ) -> [TokenStream; 4] {
        // The cell that iterations are done with first, to the one that they come to last.
        let mut offsets: Vec<i64> = (carried.low..=carried.high).collect();
        if !ascends {
            offsets.reverse();
        }
        let [left, .., come_to] = offsets[..] else {
            unreachable!("a cell that is handed on has another place then")
        };
        let slot = |offset: &i64| self.slot(stmt.id, carried.root, *offset);
        let cell = |index: TokenStream| self.cell_of(carried.root, &index);
        let var = self.name(var).to_token_stream();
        let newest = slot(&come_to);
        let (load, store) = (
            cell(shifted(var.clone(), come_to)),
            cell(shifted(var, left)),
        );
        let slots: Vec<Ident> = offsets.iter().map(slot).collect();
        let moves = slots.windows(2).map(|pair| {
            let (to, from) = (&pair[0], &pair[1]);
            quote!(#to = #from;)
        });
        let oldest = &slots[0];
        [
            self.loaded(carried, &slots, &offsets, (head, ascends)),
            quote!(let mut #newest = ::core::cell::Cell::get(&#load);),
            quote!(::core::cell::Cell::set(&#store, #oldest); #(#moves)*),
            self.stored(carried, &slots, &offsets, (head, ascends)),
        ]
    }

    /// The slots but the last hold cells before the first iteration.
    fn loaded(
        &self,
        carried: &Carried,
        slots: &[Ident],
        offsets: &[i64],
        (head, ascends): (&Range, bool),
    ) -> TokenStream {
        let (lo, hi) = (self.operand(&head.lo), self.operand(&head.hi));
        let (from, shift) = if ascends { (&lo, 0) } else { (&hi, -1) };
        let kept = offsets.len() - 1;
        let cells = self.cells_from(carried.root, from, &offsets[..kept], shift);
        let zeros = vec![self.zero_of(carried.root); kept];
        let slots = &slots[..kept];
        quote!(let [#(mut #slots),*] = if #lo < #hi { [#(::core::cell::Cell::get(&#cells)),*] } else { [#(#zeros),*] };)
    }

    /// Their cells get what the slots hold after the last iteration.
    fn stored(
        &self,
        carried: &Carried,
        slots: &[Ident],
        offsets: &[i64],
        (head, ascends): (&Range, bool),
    ) -> TokenStream {
        let (lo, hi) = (self.operand(&head.lo), self.operand(&head.hi));
        let (from, shift) = if ascends { (&hi, 0) } else { (&lo, -1) };
        let kept = offsets.len() - 1;
        let cells = self.cells_from(carried.root, from, &offsets[..kept], shift);
        let slots = &slots[..kept];
        quote!(if #lo < #hi { #(::core::cell::Cell::set(&#cells, #slots);)* })
    }

    /// The cells at these distances from an end of the range.
    fn cells_from(
        &self,
        root: Local,
        end: &TokenStream,
        offsets: &[i64],
        shift: i64,
    ) -> Vec<TokenStream> {
        let at = |offset: &i64| self.cell_of(root, &shifted(end.clone(), offset + shift));
        offsets.iter().map(at).collect()
    }

    fn cell_of(&self, root: Local, index: &TokenStream) -> TokenStream {
        let shadow = self.shadow_place(&Place::of(root));
        quote!(#shadow[#index])
    }
}
