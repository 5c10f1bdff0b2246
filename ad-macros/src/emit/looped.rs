//! Loops of the forward sweep.
//!
//! Receives a loop; promises code that runs it, and leaves a row in its site for every iteration that the reverse sweep
//! has something to remember of.
//!
//! ```text
//! let range = 0..n;
//! let mut writer = Site::writer(&mut site, n);
//! for i in range { let (_, residual) = { …; ((), (t,)) }; writer.push(residual); }
//! ```

use super::along::TakenBack;
use super::forward::{Forward, Frame, FrameKind};
use super::names;
use super::strips::Striped;
use crate::adjoint;
use crate::ir::*;
use crate::passes::Pass;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl<'a> Forward<'a> {
    pub(super) fn looped(&mut self, stmt: &'a Stmt, l: &'a Loop) -> TokenStream {
        let e = self.e;
        let items = e.residuals.loop_items(l);
        let has_rows = !items.is_empty();
        self.frames.push(Frame {
            items,
            kind: FrameKind::Iteration {
                stmt: stmt.id,
                looped: l,
            },
        });
        let block = self.iteration(stmt, l, has_rows);
        let frame = self.frames.pop();
        if let Some(taken_back) = self.along.and_then(|along| along.of(stmt.id)) {
            let items = frame.map(|frame| frame.items).unwrap_or_default();
            return e.taken_back(taken_back, &items, block);
        }
        let residual = names::plain("residual");
        let pushed = if has_rows {
            self.push_row(stmt.id, l, residual.to_token_stream())
        } else {
            self.count_step(stmt.id, l)
        };
        let body = match l.body.diverges {
            true => block,
            false => quote!(#block #pushed),
        };
        let label = names::lifetime("l", l.label.0);
        let count = names::numbered("count", stmt.id);
        let counter = (!l.counted).then(|| quote!(let mut #count = 0_usize;));
        let dst = l.dst.map(|d| (self.e.name(d), self.stated(d)));
        match &l.kind {
            LoopKind::Range { var, head } => {
                let (var, range) = (e.name(*var), e.range(head));
                if let Some(striped) = self.in_strips(stmt) {
                    let (before, rest) = (striped.before, striped.rest);
                    return quote!({ #before #label: for #var in #rest { #body } });
                }
                let reserved = self.reserved(stmt, l);
                if l.counted && (has_rows || !reserved.is_empty()) {
                    let looped = |range: Ident| quote!(#label: for #var in #range { #body });
                    return self.counted(stmt, l, &range, &reserved, looped);
                }
                quote!(#counter #label: for #var in #range { #body })
            }
            LoopKind::Items { pattern, head, .. } => {
                let head = &head.tokens;
                quote!(#counter #label: for #pattern in #head { #body })
            }
            LoopKind::While(cond) => {
                let cond = &cond.tokens;
                quote!(#counter #label: while #cond { #body })
            }
            LoopKind::Forever => match dst {
                Some((dst, stated)) => {
                    quote!(#counter let #dst = #label: loop { #body }; #stated)
                }
                None => quote!(#counter #label: loop { #body }),
            },
        }
    }

    /// The iterations of a loop that sums up, as far as several can go side by side.
    fn in_strips(&self, stmt: &Stmt) -> Option<Striped> {
        let e = self.e;
        if !e.passes.has(Pass::Strips) || !e.passes.has(Pass::Totals) {
            return None;
        }
        // As it is before operations are put inside of others.
        let mut whole = None;
        e.f.body.walk(&mut |s| {
            if let StmtKind::Loop(looped) = &s.kind
                && s.id == stmt.id
            {
                whole = Some((s, looped));
            }
        });
        let (stmt, l) = whole?;
        let (body, schedule) = adjoint::in_strips(e.a, e.plan, stmt, l)?;
        e.strips(stmt, l, &body, &schedule)
    }

    /// A loop whose number of iterations is known before it runs: there is room for all that it leaves.
    fn counted(
        &self,
        stmt: &Stmt,
        l: &Loop,
        range: &TokenStream,
        reserved: &[Ident],
        looped: impl FnOnce(Ident) -> TokenStream,
    ) -> TokenStream {
        let core = &self.e.core;
        let name = names::numbered("range", stmt.id);
        let count = quote!(::core::iter::Iterator::size_hint(&#name).0);
        let items = self.e.residuals.loop_items(l);
        let rows = (!items.is_empty()).then(|| {
            let site = names::numbered("site", stmt.id);
            let writer = names::numbered("writer", stmt.id);
            let owner = match self.e.is_for_caller(&items) {
                true => quote!(Kept),
                false => quote!(Site),
            };
            let make = quote!(let mut #writer = #core::#owner::writer(&mut #site, #count););
            (make, quote!(::core::mem::drop(#writer);))
        });
        let (make, drop) = rows.unzip();
        let looped = looped(name.clone());
        quote! {
            let #name = #range;
            #(::std::vec::Vec::reserve(&mut #reserved, #count);)*
            #make
            #looped
            #drop
        }
    }

    /// The function's own vectors that every iteration pushes to. What `collect` stands for knows how many items
    /// there will be, and so does this.
    fn reserved(&self, stmt: &Stmt, l: &Loop) -> Vec<Ident> {
        let e = self.e;
        let is_there = |local: Local| {
            let mut declared = false;
            e.f.body.walk(&mut |s| {
                declared |= matches!(s.kind, StmtKind::Declare { dst } if dst == local);
            });
            e.a.flow.def[local.0] < stmt.id && !declared
        };
        let is_own = |place: &&Place| {
            place.path.is_empty()
                && matches!(e.f.ty(place.root), Ty::Vec(_))
                && e.f.params.iter().all(|p| p.local != place.root)
                && is_there(place.root)
        };
        let pushed = l.body.stmts.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Push { place, .. } => Some(place),
            _ => None,
        });
        pushed
            .filter(is_own)
            .map(|place| e.name(place.root).clone())
            .collect()
    }

    /// The statements of an iteration, and its residual if it has one.
    fn iteration(&mut self, stmt: &Stmt, looped: &'a Loop, has_rows: bool) -> TokenStream {
        let (body, residual) = (&looped.body, names::plain("residual"));
        let taken_back = self.along.and_then(|along| along.of(stmt.id));
        if taken_back.is_some_and(TakenBack::is_open) {
            let (stmts, left) = (self.stmts(body), self.left_in_place());
            return quote!(#stmts #left);
        }
        let left_early = taken_back.is_some() && looped.has_continue();
        let label = left_early.then(|| {
            let label = names::iteration(looped.label);
            quote!(#label:)
        });
        match (body.diverges, has_rows) {
            (true, _) => self.region(body),
            (false, true) => {
                let block = self.region(body);
                quote!(let (_, #residual) = #label { #block };)
            }
            (false, false) => {
                let block = self.plain(body);
                let block = match body.value() {
                    Some(_) => quote!(let _ = { #block };),
                    None => block,
                };
                match label {
                    Some(label) => quote!(#label { #block }),
                    None => block,
                }
            }
        }
    }

    /// Whether a loop is taken back as it runs.
    pub(super) fn is_taken_back(&self, stmt: usize) -> bool {
        self.along.is_some_and(|along| along.of(stmt).is_some())
    }

    pub(super) fn count_step(&self, id: usize, l: &Loop) -> TokenStream {
        if l.counted {
            return TokenStream::new();
        }
        let count = names::numbered("count", id);
        quote!(#count += 1;)
    }

    /// Stores an iteration's residual `row`.
    pub(super) fn push_row(&self, id: usize, l: &Loop, row: TokenStream) -> TokenStream {
        let core = &self.e.core;
        let step = self.count_step(id, l);
        if l.counted {
            let writer = names::numbered("writer", id);
            let kept = self.e.is_for_caller(&self.e.residuals.loop_items(l));
            let owner = if kept {
                quote!(KeptWriter)
            } else {
                quote!(Writer)
            };
            return quote!(#core::#owner::push(&mut #writer, #row); #step);
        }
        let site = names::numbered("site", id);
        quote!(#core::Site::push(&mut #site, #row); #step)
    }
}
