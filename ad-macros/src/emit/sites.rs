//! The sites of a function, where its loops leave their rows.
//!
//! Receives the plan; promises the variables that own what is remembered. A loop of few iterations, written as
//! numbers, has its rows in the site itself (the pass `near`): compilers unroll it, and keep them in registers.
//!
//! ```text
//! for k in 0..n { y = y * x + c[k]; }        let mut site2 = Site::new(&signature, 2);
//! for k in 0..4 { y = y * x + c[k]; }        let mut site2 = Site::<_, 4>::near(&signature, 2);
//! ```

use super::Emitter;
use super::names;
use crate::analysis::saves::Save;
use crate::ir::*;
use crate::passes::Pass;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashMap;

/// The most iterations of a loop that compilers unroll as a whole, and the most statements of them together.
const FEW: usize = 8;
const UNROLLED: usize = 96;

impl Emitter<'_> {
    /// The sites of the function: one for each loop with rows, and for each save of its own.
    ///
    /// The flag says that the site exists only where the caller wants its arguments restored.
    fn site_ids(&self) -> Vec<(usize, bool)> {
        let mut ids = Vec::new();
        self.f.body.walk(&mut |stmt| {
            let save = self.plan.saves.get(&stmt.id);
            match &stmt.kind {
                StmtKind::Loop(l) => {
                    let items = self.residuals.loop_items(l);
                    if !items.is_empty() {
                        ids.push((stmt.id, l.counted && self.is_for_caller(&items)));
                    }
                }
                StmtKind::Assign { .. } if save == Some(&Save::IfKept) => ids.push((stmt.id, true)),
                StmtKind::Fill { .. } | StmtKind::CopyFrom { .. } => {
                    ids.extend(save.map(|s| (stmt.id, *s == Save::IfKept)));
                }
                _ => {}
            }
        });
        ids
    }

    /// The sites of some statements, empty.
    ///
    /// The rows of loops that `is_fresh` are taken back before there are more, each time the loop has run.
    pub(super) fn sites(
        &self,
        of: impl Fn(usize) -> bool,
        is_fresh: impl Fn(usize) -> bool,
    ) -> TokenStream {
        let core = &self.core;
        let mut ids = self.site_ids();
        ids.retain(|(id, _)| of(*id));
        if ids.is_empty() {
            return TokenStream::new();
        }
        let key = names::plain("signature");
        let keep = names::plain("keep");
        let mut near = HashMap::new();
        if self.passes.has(Pass::Near) {
            few_rows(&self.f.body, &is_fresh, &mut near);
        }
        let sites = ids.iter().map(|(id, for_caller)| {
            let (site, index) = (names::numbered("site", *id), *id as u32);
            match (for_caller, near.get(id)) {
                (true, _) => quote!(let mut #site = #core::Kept::new(#keep, &#key, #index);),
                (false, None) => quote!(let mut #site = #core::Site::new(&#key, #index);),
                (false, Some(rows)) => {
                    quote!(let mut #site = #core::Site::<_, #rows>::near(&#key, #index);)
                }
            }
        });
        quote!(let #key = || (); #(#sites)*)
    }

    /// Cursors behind the last rows of the sites of some statements.
    pub(super) fn row_cursors(&self, of: impl Fn(usize) -> bool) -> TokenStream {
        let (core, ids) = (&self.core, self.site_ids());
        let ids = ids.iter().filter(|(id, _)| of(*id));
        ids.map(|(id, for_caller)| {
            let (rows, site) = (names::numbered("rows", *id), names::numbered("site", *id));
            match for_caller {
                true => quote!(let mut #rows = #core::Kept::rows(&#site);),
                false => quote!(let mut #rows = #core::Site::rows(&#site);),
            }
        })
        .collect()
    }

    /// Empties the sites of some statements.
    pub(super) fn clear_sites(&self, of: impl Fn(usize) -> bool) -> TokenStream {
        let (core, ids) = (&self.core, self.site_ids());
        let ids = ids.iter().filter(|(id, _)| of(*id));
        ids.map(|(id, for_caller)| {
            let site = names::numbered("site", *id);
            match for_caller {
                true => quote!(#core::Kept::clear(&mut #site);),
                false => quote!(#core::Site::clear(&mut #site);),
            }
        })
        .collect()
    }
}

/// How many rows the short loops leave that run once before their rows are taken back.
fn few_rows(region: &Region, is_fresh: &impl Fn(usize) -> bool, rows: &mut HashMap<usize, usize>) {
    for stmt in &region.stmts {
        if let StmtKind::Loop(l) = &stmt.kind {
            rows.extend(iterations(l).map(|count| (stmt.id, count)));
            if !is_fresh(stmt.id) {
                continue;
            }
        }
        for region in stmt.regions() {
            few_rows(region, is_fresh, rows);
        }
    }
}

/// The number of iterations of a loop that is unrolled. Others would have their rows moved about in memory.
fn iterations(l: &Loop) -> Option<usize> {
    let LoopKind::Range { head, .. } = &l.kind else {
        return None;
    };
    let [lo, hi] = [&head.lo, &head.hi].map(Operand::integer);
    let count = (hi? + usize::from(head.inclusive)).checked_sub(lo?)?;
    let is_plain = l.counted && l.body.stmts.iter().all(|stmt| stmt.regions().is_empty());
    (is_plain && (1..=FEW).contains(&count) && count * l.body.stmts.len() <= UNROLLED)
        .then_some(count)
}
