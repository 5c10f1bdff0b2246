//! Loops that take several iterations side by side.
//!
//! Receives a loop of the reverse sweep and which of its values differ from one iteration to the next;
//! promises a loop over full strips of iterations, in which these are [`Lanes`], and one over the rest.
//!
//! ```text
//! let mut lanes_s = Lanes::NOTHING;
//! let strips = strips(0, n);
//! if strips != 0 {
//!     let i = 0;
//!     let run0 = in_strips(&x[i..], strips);
//!     let run1 = in_strips(&d_y[i..], strips);
//!     for strip in 0..strips {
//!         let t = Lanes::load(&run0[strip]);
//!         Lanes::add_to(Lanes::all(d_s) * t, &run1[strip]);
//!     }
//! }
//! for i in strips * LANES..n { … }
//! d_s += lanes_s.sum();
//! ```
//!
//! The primal has found every element that the loop finds, so a run of them is cut out of its array at
//! once, and no iteration asks for bounds. Only arrays that are put back step by step cannot lend a run. A loop that
//! stands for the primal's takes as many strips as there are elements for: what is left then panics as the primal does.

use super::{Emitter, names};
use crate::adjoint::residual::Item;
use crate::adjoint::{Ct, Rev, Schedule, Strips, Sum, totals};
use crate::analysis::saves::Save;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::cell::RefCell;
use std::collections::BTreeMap;

impl Emitter<'_> {
    /// The loop over full strips, to stand before the loop over what they leave from `at` on.
    pub(super) fn strips(
        &self,
        stmt: &Stmt,
        l: &Loop,
        body: &[Rev],
        schedule: &Schedule,
    ) -> Option<Striped> {
        let (LoopKind::Range { var, head }, Some(strips)) = (&l.kind, &schedule.strips) else {
            return None;
        };
        let items = self.residuals.loop_items(l);
        let (has_rows, for_caller) = (!items.is_empty(), self.is_for_caller(&items));
        let mut strip = Strip {
            e: self,
            strips,
            items,
            finds: totals::are_in(body),
            runs: None,
        };
        strip.runs = strip.can_lend(body).then(RefCell::default);
        let core = &self.core;
        let [first, at, end, count, number] =
            ["first", "at", "end", "strips", "strip"].map(names::plain);
        let (lo, hi, var) = (self.bare(&head.lo), self.bare(&head.hi), self.name(*var));
        let values = strip.values();
        let code: TokenStream = body.iter().map(|rev| strip.rev(rev)).collect();
        let (slots, stores) = strip.slots(stmt, schedule, var);
        let sums = strips.sums.iter().map(|sum| {
            let lanes = strip.lanes(sum);
            quote!(let mut #lanes = #core::Lanes::NOTHING;)
        });
        let [rows, row] = match has_rows {
            false => Default::default(),
            true => self.rows_in_strips(stmt, for_caller, &first, &end),
        };
        let [found, runs, inside] = strip.places(var, body);
        let mut looped = quote! {
            #runs
            for #number in 0..#count {
                #inside
                #row
                #values #slots #code #stores
            }
        };
        if strip.finds {
            looped = quote!(if #count != 0 { #looped });
        }
        let mutable = strip.finds.then(|| quote!(mut));
        let before = quote! {
            let #first = #lo;
            let #end = #hi;
            let #mutable #count = #core::strips(#first, #end);
            #rows
            #(#sums)*
            if #count != 0 { #found #looped }
            let #at = #core::Counts::after(#first, #count * #core::LANES);
        };
        let after = strips.sums.iter().map(|sum| {
            let (total, lanes) = (self.total(sum), strip.lanes(sum));
            quote!(#total += #core::Lanes::sum(#lanes);)
        });
        Some(Striped {
            before,
            rest: quote!(#at..#end),
            after: after.collect(),
        })
    }

    /// The rows of a loop that goes from `first` to `end`, and those of a strip.
    fn rows_in_strips(
        &self,
        stmt: &Stmt,
        for_caller: bool,
        first: &Ident,
        end: &Ident,
    ) -> [TokenStream; 2] {
        let core = &self.core;
        let [site, rows] = ["site", "rows"].map(|name| names::numbered(name, stmt.id));
        let [left, strip] = ["taken_rows", "rows_of_strip"].map(names::plain);
        let count = quote!(::core::iter::Iterator::size_hint(&(#first..#end)).0);
        let all = match for_caller {
            true => quote!(#core::Kept::in_strips(&#site, &mut #rows, #count)),
            false => quote!(#core::Rows::in_strips(&mut #rows, #count)),
        };
        [
            quote!(let mut #left = #all;),
            quote!(let #strip = #core::RowStrips::strip(&mut #left);),
        ]
    }

    /// The scalar that is summed up in.
    fn total(&self, sum: &Sum) -> Ident {
        match sum {
            Sum::Shadow(local) => self.shadow(*local),
            Sum::Cell(cell, _) => names::numbered("cell", *cell),
        }
    }
}

/// What a strip of iterations adds to a slot.
pub(super) fn lanes_of(slot: &Ident) -> Ident {
    Ident::new(&format!("{slot}_lanes"), slot.span())
}

/// The code around the loop over what strips leave, and its range.
pub(super) struct Striped {
    pub(super) before: TokenStream,
    pub(super) rest: TokenStream,
    pub(super) after: TokenStream,
}

/// The body of a loop for a strip of iterations.
struct Strip<'e, 'f> {
    e: &'e Emitter<'f>,
    strips: &'e Strips,
    /// What is in a row of the loop's.
    items: Vec<Item>,
    /// Whether it finds the elements first, and not the primal.
    finds: bool,
    /// What the runs are cut out of, if any are.
    runs: Option<RefCell<Vec<Run>>>,
}

/// The elements of an array from one on.
struct Run {
    elements: TokenStream,
    /// Whether they are written through a unique reference, as only primals are.
    unique: bool,
    /// The array and where in it, if there may be too few of them.
    found: Option<(TokenStream, TokenStream)>,
}

/// An expression, and whether it is one number for each iteration.
struct Lane {
    code: TokenStream,
    differs: bool,
}

impl Strip<'_, '_> {
    /// What stands before the loop over strips, and what in it before all else: where its elements are. The first part
    /// says how many strips there are elements for.
    fn places(&self, var: &Ident, body: &[Rev]) -> [TokenStream; 3] {
        let core = &self.e.core;
        let [first, count, number] = ["first", "strips", "strip"].map(names::plain);
        let Some(runs) = &self.runs else {
            let inside = quote!(let #var = #core::Counts::after(#first, #number * #core::LANES););
            return [TokenStream::new(), TokenStream::new(), inside];
        };
        let shared = body.iter().filter(|rev| self.is_shared(rev));
        let shared = shared.map(|rev| self.e.rev(rev));
        let runs = runs.borrow();
        let named = || {
            (0..)
                .map(|number| names::numbered("run", number))
                .zip(runs.iter())
        };
        let found = named().filter_map(|(name, run)| {
            let (array, first) = run.found.as_ref()?;
            Some(quote! {
                let #name = #core::in_reach(&#array[..], #first);
                #count = ::core::cmp::Ord::min(#count, #name.len());
            })
        });
        let runs = named().map(|(name, run)| {
            let elements = &run.elements;
            match (&run.found, run.unique) {
                (Some(_), _) => quote!(let #name = &#name[..#count];),
                (None, true) => quote!(let #name = #core::in_strips_mut(&mut #elements, #count);),
                (None, false) => quote!(let #name = #core::in_strips(&#elements, #count);),
            }
        });
        let found = quote!(let #var = #first; #(#shared)* #(#found)*);
        [found, quote!(#(#runs)*), TokenStream::new()]
    }

    /// The numbers of a strip of elements of a primal array.
    fn loaded(&self, array: TokenStream, index: TokenStream) -> TokenStream {
        let (core, elements) = (&self.e.core, quote!(#array[#index..]));
        let elements = match self.finds {
            true => self.run_of(elements, false, Some((array, index))),
            false => self.run(elements, false),
        };
        quote!(#core::Lanes::load(#elements))
    }

    /// Whether arrays can lend runs: one that is put back step by step has nothing but these steps to lend.
    fn can_lend(&self, body: &[Rev]) -> bool {
        let element = |place: &Place| {
            let (array, index) = self.element(place);
            (
                array.root,
                (self.e.place(&array).to_string(), index.to_string()),
            )
        };
        let undone = body.iter().filter_map(|rev| match rev {
            Rev::Undo(stmt) => self.old_part(stmt).map(|(place, _)| element(place)),
            _ => None,
        });
        let mut lent: BTreeMap<Local, (String, String)> = BTreeMap::new();
        for (root, run) in undone {
            if *lent.entry(root).or_insert_with(|| run.clone()) != run {
                return false;
            }
        }
        body.iter().all(|rev| match rev {
            Rev::Redo(dst, _) if self.strips.views.contains_key(dst) => true,
            Rev::Redo(dst, Op::Load(place)) if self.strips.values.contains(dst) => {
                let (root, run) = element(place);
                lent.get(&root).is_none_or(|lent| *lent == run)
            }
            Rev::Redo(_, Op::Load(place) | Op::Ref { place, .. }) => {
                !lent.contains_key(&place.root)
            }
            _ => true,
        })
    }

    /// Whether a statement makes what is the same in all iterations, or where the first one finds what differs.
    fn is_shared(&self, rev: &Rev) -> bool {
        match rev {
            Rev::Redo(local, _) | Rev::View { view: local, .. } => {
                let differs = self.strips.values.contains(local);
                !differs && !self.strips.views.contains_key(local)
            }
            _ => false,
        }
    }

    /// A reference to the elements of a strip, where these are the first strip's.
    fn run(&self, elements: TokenStream, unique: bool) -> TokenStream {
        self.run_of(elements, unique, None)
    }

    fn run_of(
        &self,
        elements: TokenStream,
        unique: bool,
        found: Option<(TokenStream, TokenStream)>,
    ) -> TokenStream {
        let reference = match unique {
            true => quote!(&mut),
            false => quote!(&),
        };
        let Some(runs) = &self.runs else {
            return quote!(#reference #elements);
        };
        let mut runs = runs.borrow_mut();
        let text = elements.to_string();
        let same = |run: &Run| run.elements.to_string() == text;
        let number = runs.iter().position(same).unwrap_or_else(|| {
            runs.push(Run {
                elements,
                unique,
                found,
            });
            runs.len() - 1
        });
        runs[number].unique |= unique;
        let (run, strip) = (names::numbered("run", number), names::plain("strip"));
        quote!(#reference #run[#strip])
    }

    fn rev(&self, rev: &Rev) -> TokenStream {
        let (e, core) = (self.e, &self.e.core);
        match rev {
            Rev::Redo(local, _) | Rev::View { view: local, .. }
                if self.strips.views.contains_key(local) =>
            {
                TokenStream::new()
            }
            shared if self.runs.is_some() && self.is_shared(shared) => TokenStream::new(),
            Rev::Redo(dst, op) if self.strips.values.contains(dst) => self.definition(*dst, op),
            Rev::Start(local, ct) => {
                let d = e.shadow(*local);
                let ct = self.spread_over(self.strips.shadows.contains(local), ct);
                quote!(let mut #d = #ct;)
            }
            Rev::Add(local, ct) => {
                let is_sum = |sum: &&Sum| matches!(sum, Sum::Shadow(sum) if sum == local);
                let (d, lanes) = match self.strips.sums.iter().find(is_sum) {
                    Some(sum) => (self.lanes(sum), true),
                    None => (e.shadow(*local), self.strips.shadows.contains(local)),
                };
                let ct = self.spread_over(lanes, ct);
                quote!(#d += #ct;)
            }
            Rev::AddCell { cell, ct } => {
                let (lanes, ct) = (
                    names::numbered("lanes_of_cell", *cell),
                    self.spread(self.ct(ct)),
                );
                quote!(#lanes += #ct;)
            }
            Rev::AddSlot {
                looped,
                root,
                offset,
                ct,
            } => {
                let (slot, ct) = (e.slot(*looped, *root, *offset), self.spread(self.ct(ct)));
                let lanes = lanes_of(&slot);
                quote!(#lanes += #ct;)
            }
            Rev::AddAt(place, ct) => {
                let (cells, ct) = (self.cells(place), self.spread(self.ct(ct)));
                e.where_wanted(place.root, quote!(#core::Lanes::add_to(#ct, #cells);))
            }
            Rev::BeginAt(place, ct, begins) => {
                let (cells, ct) = (self.cells(place), self.spread(self.ct(ct)));
                let begun = match e.overwrites(*begins) {
                    Some(keep) => quote!(#core::Lanes::begin(#ct, #keep, #cells);),
                    None => quote!(#core::Lanes::add_to(#ct, #cells);),
                };
                e.where_wanted(place.root, begun)
            }
            Rev::Total { into, value, minus } => {
                let (total, value) = (e.name(*into), self.spread(self.operand(value)));
                let sign = minus.then(|| quote!(-));
                quote!(#total = #core::Lanes::onto(#sign #value, #total);)
            }
            Rev::Undo(stmt) => self.undo(stmt),
            Rev::Take(place) => {
                let (taken, cells) = (names::plain("taken"), self.cells(place));
                quote!(let #taken = #core::Lanes::take(#cells);)
            }
            same => e.rev(same),
        }
    }

    /// A cotangent, for each lane if its variable has one for each.
    fn spread_over(&self, lanes: bool, ct: &Ct) -> TokenStream {
        match lanes {
            true => self.spread(self.ct(ct)),
            false => self.ct(ct).code,
        }
    }

    /// What the strip adds to the slots of each window, and where that goes.
    fn slots(&self, stmt: &Stmt, schedule: &Schedule, var: &Ident) -> (TokenStream, TokenStream) {
        let (e, core) = (self.e, &self.e.core);
        let slots = schedule.windows.iter().flat_map(|window| {
            e.lanes_of_slots(stmt, window)
                .map(|lanes| quote!(let mut #lanes = #core::Lanes::NOTHING;))
        });
        let stores = schedule.windows.iter().map(|window| {
            let cells = self.run(e.cells_of(window, var), false);
            e.store_strip(stmt, window, &cells)
        });
        (slots.collect(), stores.collect())
    }

    /// The values that each row has.
    fn values(&self) -> TokenStream {
        let (core, strip) = (&self.e.core, names::plain("rows_of_strip"));
        let values = self.items.iter().enumerate().filter_map(|(part, item)| {
            let Item::Value(local) = item else {
                return None;
            };
            let (name, part) = (self.e.name(*local), syn::Index::from(part));
            Some(quote!(let #name = #core::RowStrip::values(&#strip, |row| row.#part);))
        });
        values.collect()
    }

    /// Puts back what was overwritten, from a part of each row.
    fn undo(&self, stmt: &Stmt) -> TokenStream {
        let Some((place, part)) = self.old_part(stmt) else {
            return TokenStream::new();
        };
        let (e, core) = (self.e, &self.e.core);
        let (array, index) = self.element(place);
        let array = e.place(&array);
        let cells = self.run(quote!(#array[#index..]), true);
        let [keep, strip] = ["keep", "rows_of_strip"].map(names::plain);
        match e.plan.saves.get(&stmt.id) {
            Some(Save::Always) => {
                quote!(#core::RowStrip::put_back(&#strip, #cells, |row| row.#part);)
            }
            Some(Save::IfKeptHere) => quote! {
                if #core::Keep::wanted(#keep) {
                    #core::RowStrip::give_back(&#strip, #cells, |row| &row.#part);
                }
            },
            _ => quote!(#core::RowStrip::give_back(&#strip, #cells, |row| &row.#part);),
        }
    }

    /// What a statement overwrote, and where in each row it is.
    fn old_part<'s>(&self, stmt: &'s Stmt) -> Option<(&'s Place, syn::Index)> {
        let StmtKind::Assign { place, .. } = &stmt.kind else {
            unreachable!("`adjoint::strips` names no other statements");
        };
        let part = |item: &Item| *item == Item::Old(stmt.id);
        let part = self.items.iter().position(part)?;
        Some((place, syn::Index::from(part)))
    }

    fn definition(&self, dst: Local, op: &Op) -> TokenStream {
        let (core, name) = (&self.e.core, self.e.name(dst));
        let value = match op {
            Op::Load(place) => {
                let (array, index) = self.element(place);
                self.loaded(self.e.place(&array), index)
            }
            Op::Use(a) => self.operand(a).code,
            Op::Slope { name, of } => {
                let of = self.operand(of).code;
                quote!(#core::Lanes::map(#of, #core::rules::slopes::#name))
            }
            Op::Neg(a) => {
                let a = self.operand(a).code;
                quote!(-#a)
            }
            Op::Binary(op, a, b) => {
                let symbol: TokenStream = op.symbol().parse().expect("an operator");
                let [a, b] = [a, b].map(|operand| self.spread(self.operand(operand)));
                quote!(#a #symbol #b)
            }
            _ => unreachable!("`adjoint::strips` names no other values"),
        };
        quote!(let #name = #value;)
    }

    fn operand(&self, operand: &Operand) -> Lane {
        Lane {
            code: self.e.operand(operand),
            differs: operand
                .local()
                .is_some_and(|l| self.strips.values.contains(&l)),
        }
    }

    fn ct(&self, ct: &Ct) -> Lane {
        let core = &self.e.core;
        let differs = |code| Lane {
            code,
            differs: true,
        };
        match ct {
            Ct::Taken => differs(names::plain("taken").to_token_stream()),
            Ct::Of(local) => Lane {
                code: self.e.shadow(*local).to_token_stream(),
                differs: self.strips.shadows.contains(local),
            },
            Ct::At(place) => {
                let cells = self.cells(place);
                differs(quote!(#core::Lanes::get(#cells)))
            }
            Ct::Neg(inner) => {
                let Lane { code, differs } = self.ct(inner);
                let code = quote!((-#code));
                Lane { code, differs }
            }
            Ct::Times(inner, by) => self.product(self.ct(inner), self.operand(by)),
            Ct::Over(inner, by) => {
                let Lane { code, differs } = self.operand(by);
                let code = match differs {
                    true => quote!(#core::Lanes::reciprocal(#code)),
                    false => quote!(#core::reciprocal(#code)),
                };
                self.product(self.ct(inner), Lane { code, differs })
            }
            Ct::IfAny(came, inner) => {
                let [came, inner] = [came, inner].map(|ct| self.ct(ct));
                if !came.differs && !inner.differs {
                    let (came, inner) = (came.code, inner.code);
                    let code = quote!(#core::if_any(#came, #inner));
                    return Lane {
                        code,
                        differs: false,
                    };
                }
                let [came, inner] = [came, inner].map(|lane| self.spread(lane));
                differs(quote!(#core::Lanes::if_any(#came, #inner)))
            }
            same => Lane {
                code: self.e.ct(same),
                differs: false,
            },
        }
    }

    fn product(&self, a: Lane, b: Lane) -> Lane {
        let differs = a.differs || b.differs;
        let [a, b] = [a, b].map(|lane| match differs {
            true => self.spread(lane),
            false => lane.code,
        });
        let code = quote!((#a * #b));
        Lane { code, differs }
    }

    /// One number for each iteration.
    fn spread(&self, lane: Lane) -> TokenStream {
        let (core, code) = (&self.e.core, lane.code);
        match lane.differs {
            true => code,
            false => quote!(#core::Lanes::all(#code)),
        }
    }

    /// What a sum's iterations add to.
    fn lanes(&self, sum: &Sum) -> Ident {
        match sum {
            Sum::Shadow(local) => names::numbered("lanes_of", local.0),
            Sum::Cell(cell, _) => names::numbered("lanes_of_cell", *cell),
        }
    }

    /// The array that a place is an element of, and where in it.
    fn element(&self, place: &Place) -> (Place, TokenStream) {
        let mut array = self.strips.views.get(&place.root).unwrap_or(place).clone();
        let Some(Step::Index(index)) = array.path.pop() else {
            unreachable!("`adjoint::strips` names no other places");
        };
        (array, self.e.operand(&index))
    }

    /// The shadow's cells from a place on.
    fn cells(&self, place: &Place) -> TokenStream {
        let (array, index) = self.element(place);
        let array = self.e.shadow_place(&array);
        self.run(quote!(#array[#index..]), false)
    }
}
