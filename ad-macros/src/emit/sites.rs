//! The sites of a function, where its loops leave their rows.
//!
//! Receives the plan; promises the variables that own what is remembered. A loop of few iterations, as numbers or the
//! length of an array show, has its rows in the site itself (the pass `near`): compilers unroll it, and keep them in registers.
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
use quote::{ToTokens, quote};
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
        let near = match self.passes.has(Pass::Near) {
            true => Short::rows(self.f, is_fresh),
            false => HashMap::new(),
        };
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

/// Finds the loops of few iterations.
struct Short<'f, F> {
    f: &'f Function,
    is_fresh: F,
    /// How many elements there are in the arrays of parameters, where their lengths are read.
    lengths: HashMap<Local, usize>,
    /// How many rows such a loop leaves.
    rows: HashMap<usize, usize>,
}

impl<'f, F: Fn(usize) -> bool> Short<'f, F> {
    /// How many rows the short loops leave that run once before their rows are taken back.
    fn rows(f: &'f Function, is_fresh: F) -> HashMap<usize, usize> {
        let mut short = Short {
            f,
            is_fresh,
            lengths: HashMap::new(),
            rows: HashMap::new(),
        };
        short.region(&f.body);
        short.rows
    }

    fn region(&mut self, region: &Region) {
        for stmt in &region.stmts {
            match &stmt.kind {
                StmtKind::Let {
                    dst,
                    op: Op::Len(place, _),
                } => self.lengths.extend(self.length(place).map(|n| (*dst, n))),
                StmtKind::Loop(l) => {
                    self.rows.extend(self.iterations(l).map(|n| (stmt.id, n)));
                    if !(self.is_fresh)(stmt.id) {
                        continue;
                    }
                }
                _ => {}
            }
            stmt.regions().into_iter().for_each(|r| self.region(r));
        }
    }

    /// The number of iterations of a loop that is unrolled. Others would have their rows moved about in memory.
    fn iterations(&self, l: &Loop) -> Option<usize> {
        let LoopKind::Range { head, .. } = &l.kind else {
            return None;
        };
        let number = |end: &Operand| match end {
            Operand::Local(local) => self.lengths.get(local).copied(),
            Operand::Const(..) => end.integer(),
        };
        let hi = number(&head.hi)? + usize::from(head.inclusive);
        let count = hi.checked_sub(number(&head.lo)?)?;
        let is_plain = l.counted && l.body.stmts.iter().all(|s| s.regions().is_empty());
        let is_short = (1..=FEW).contains(&count) && count * l.body.stmts.len() <= UNROLLED;
        (is_plain && is_short).then_some(count)
    }

    /// The length that the type of a parameter shows.
    fn length(&self, place: &Place) -> Option<usize> {
        let param = self.f.params.iter().find(|p| p.local == place.root)?;
        let ty = match &param.ty {
            syn::Type::Reference(reference) => &*reference.elem,
            ty => ty,
        };
        let syn::Type::Array(array) = ty else {
            return None;
        };
        let length = Operand::Const(array.len.to_token_stream(), Ty::Int);
        let is_whole = place.path.iter().all(|step| matches!(step, Step::Deref));
        length.integer().filter(|_| is_whole)
    }
}
