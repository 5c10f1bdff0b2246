//! Sums over a loop's iterations, in several parts.
//!
//! Receives the scalars that a loop sums up in; promises the code around the loop that passes each of them
//! around a ring of partial sums.

use super::{Emitter, names};
use crate::adjoint::Sum;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Partial sums beside the scalar itself: an addition takes about four times as long as a loop's round.
const PARTS: usize = 3;

impl Emitter<'_> {
    /// Before the loop, at the end of each iteration, after the loop.
    pub(super) fn parted(&self, sums: &[Sum]) -> [TokenStream; 3] {
        let mut code = [TokenStream::new(), TokenStream::new(), TokenStream::new()];
        for sum in sums {
            let (d, zero, id) = match sum {
                Sum::Shadow(local) => (self.shadow(*local), self.zero(*local), local.0.to_string()),
                Sum::Cell(cell, ty) => {
                    let d = names::numbered("cell", *cell);
                    (d, self.zero_of_type(ty), format!("cell{cell}"))
                }
            };
            let part = |k| names::numbered(&format!("part_{id}_"), k);
            let parts: Vec<Ident> = (0..PARTS).map(part).collect();
            let next = names::plain("next");
            let ring = std::iter::once(&d).chain(&parts);
            let moves = ring
                .zip(&parts)
                .map(|(to, from)| quote!(#to = #from;))
                .collect::<TokenStream>();
            let last = &parts[PARTS - 1];
            let [before, round, after] = &mut code;
            before.extend(quote!(#(let mut #parts = #zero;)*));
            round.extend(quote!(let #next = #d; #moves #last = #next;));
            after.extend(quote!(#(#d += #parts;)*));
        }
        code
    }
}
