//! The rule whose last loops are taken back as they run.
//!
//! Receives a sweep in which these loops follow each other in the order of the primal; promises a function
//! that gives the value and hands the cotangents to the shadows at once, for a cotangent that is known
//! before.
//!
//! ```text
//! pub fn rrule_along(keep: K, (x,): (&[f64],), ct: Cell<f64>, (sink_x,): (Option<&[Cell<f64>]>,)) -> f64 {
//!     let mut s = 0.0;
//!     let mut d_s = ct.get();
//!     for i in 0..x.len() {
//!         let (_, residual) = { let (t, p) = sin(x[i]); s += t; ((), (p,)) };
//!         let (p,) = &residual;
//!         add(&d_x[i], d_s * p);
//!     }
//!     s
//! }
//! ```

use super::forward::Forward;
use super::public::Public;
use super::rule::keeping;
use super::signature::Signature;
use super::{Emitter, Known, missing, names, paths};
use crate::adjoint::residual::Item;
use crate::adjoint::{Rev, Schedule, fusion, totals};
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The loops, and what the sweep does after the last one of them.
pub(super) struct Along<'a> {
    loops: Vec<TakenBack<'a>>,
    rest: &'a [Rev<'a>],
}

/// A loop that is taken back as it runs.
pub(super) struct TakenBack<'a> {
    stmt: &'a Stmt,
    looped: &'a Loop,
    /// What the sweep does in it; where a loop in it is taken back as it runs, behind that.
    body: &'a [Rev<'a>],
    schedule: &'a Schedule,
    /// What the sweep does before it.
    before: &'a [Rev<'a>],
    /// The statements in it that are in no other such loop.
    inside: HashSet<usize>,
    /// Whether there is another such loop in it.
    around: bool,
    /// Whether calls in it leave partial derivatives where these arise.
    in_place: bool,
}

impl TakenBack<'_> {
    /// Whether what an iteration makes stays where it is made, for what follows.
    pub(super) fn is_open(&self) -> bool {
        self.around || self.in_place
    }
}

impl<'a> Along<'a> {
    fn of_sweep(e: &Emitter<'a>) -> Self {
        let (mut loops, mut rest) = (Vec::new(), e.sweep.revs.as_slice());
        while let Some((before, looped, after)) = split_at_fused(e, rest) {
            nest(e, before, looped, &mut loops);
            rest = after;
        }
        Along { loops, rest }
    }

    /// A statement of the primal as one of the loops.
    pub(super) fn of(&self, stmt: usize) -> Option<&TakenBack<'a>> {
        self.loops.iter().find(|l| l.stmt.id == stmt)
    }

    /// Whether a statement is one of the loops or in one.
    fn contains(&self, id: usize) -> bool {
        let mut loops = self.loops.iter();
        loops.any(|l| l.stmt.id == id || l.inside.contains(&id))
    }
}

/// The first of the loops in a sweep that are taken back as they run, and what is around it.
fn split_at_fused<'a>(
    e: &Emitter<'a>,
    revs: &'a [Rev<'a>],
) -> Option<(&'a [Rev<'a>], &'a Rev<'a>, &'a [Rev<'a>])> {
    let at = fusion::first(e.a, revs)?;
    Some((&revs[..at], &revs[at], &revs[at + 1..]))
}

/// Adds a loop, and those in it that are taken back as they run.
fn nest<'a>(
    e: &Emitter<'a>,
    before: &'a [Rev<'a>],
    rev: &'a Rev<'a>,
    loops: &mut Vec<TakenBack<'a>>,
) {
    let Rev::Loop {
        stmt,
        looped,
        body,
        schedule,
    } = rev
    else {
        return;
    };
    let mut inside = HashSet::default();
    looped.body.walk(&mut |stmt| _ = inside.insert(stmt.id));
    let inner = split_at_fused(e, body);
    if let Some((before, inner, _)) = inner {
        let known = loops.len();
        nest(e, before, inner, loops);
        for other in &loops[known..] {
            inside.retain(|id| *id != other.stmt.id && !other.inside.contains(id));
        }
    }
    loops.push(TakenBack {
        stmt,
        looped,
        body: inner.map_or(body, |(.., after)| after),
        schedule,
        before,
        inside,
        around: inner.is_some(),
        in_place: inner.is_none() && e.has_calls_in_place(looped),
    });
}

impl Emitter<'_> {
    /// Whether the rule can stand beside the one of all calls. What rustc has to say of a callee without a
    /// rule it would say of both, unless they share what stands in for the callee's.
    pub(crate) fn fits_beside(&self, signature: &Signature) -> bool {
        let shares = signature.fallbacks(self).is_none_or(|own| own.is_empty());
        shares && self.owns_what_it_keeps()
    }

    /// Whether variables stay, until the function's end, what the sweep finds of them in the residual.
    fn owns_what_it_keeps(&self) -> bool {
        let moves = |local: &Local| self.plan.moved_at.contains_key(local);
        let changes = |local: &Local| {
            let storage = self.a.flow.storage(*local);
            self.may_borrow(*local) || self.plan.worked_on.contains(&storage)
        };
        self.residuals.body_items().iter().all(|item| match item {
            Item::Value(l) | Item::Keep(l) => !moves(l) && !changes(l),
            Item::Shape(l) => !moves(l),
            _ => true,
        })
    }

    /// The loop: `block` is an iteration of the primal, whose residual has these `items`. One that adds to the
    /// primal's totals stands for it.
    pub(super) fn taken_back(
        &self,
        l: &TakenBack,
        items: &[Item],
        block: TokenStream,
    ) -> TokenStream {
        let LoopKind::Range { var, head } = &l.looped.kind else {
            unreachable!("`adjoint::fusion` names no other loops");
        };
        if totals::are_in(l.body) {
            let (before, looped) = (
                self.before(l),
                self.scheduled(l.stmt, l.looped, l.body, l.schedule),
            );
            return quote!(#before #looped);
        }
        let (var, range, residual) = (self.name(*var), self.range(head), names::plain("residual"));
        let label = names::lifetime("l", l.looped.label.0);
        let remembers = !items.is_empty() && !l.is_open();
        let open = remembers.then(|| self.open(items, quote!(&#residual)));
        let (before, lent) = (self.before(l), self.lent_to_sweep(l));
        let rows = self.row_cursors(|id| l.inside.contains(&id));
        let clear = self.clear_sites(|id| l.inside.contains(&id));
        let windows = self.windows(l.stmt, l.looped, l.schedule, true);
        let [parts, round, summed] = self.parted(&l.schedule.sums);
        let reverse = windows.around(self.revs(l.body));
        let iteration = match remembers || l.is_open() {
            true => block,
            false => quote!({ #block }),
        };
        let looped = windows.around_loop(quote! {
            #label: for #var in #range {
                #iteration
                #lent #rows #open #reverse #round #clear
            }
        });
        quote!(#before #parts #looped #summed)
    }

    /// Leaves the rule where its callees do not promise what it takes for granted.
    fn unpromised(&self, along: &Along, signature: &Signature) -> Option<TokenStream> {
        if self.a.flow.granted.is_empty() {
            return None;
        }
        let first = along.loops.iter().map(|l| l.stmt.id).min()?;
        let stmts = self.f.body.stmts.iter();
        let before = Region {
            stmts: stmts.take_while(|stmt| stmt.id < first).cloned().collect(),
            tail: None,
            diverges: false,
        };
        let ct = names::plain("ct");
        let promised = self.is_promised(&Forward::before(self, &before))?;
        let leave = both_sweeps(self, signature);
        Some(quote!(if !#promised { let #ct = ::core::cell::Cell::new(#ct); #leave }))
    }

    /// What the sweep does before a loop: what the primal has there already is not computed again.
    fn before(&self, l: &TakenBack) -> TokenStream {
        let flow = &self.a.flow;
        let is_there = |local: Local| flow.is_before(local, l.stmt.id);
        let outermost = flow.parents[l.stmt.id].is_empty();
        let items = outermost.then(|| self.residuals.body_items());
        let shapes = items.iter().flatten().filter_map(|item| match item {
            Item::Shape(local) if is_there(*local) => {
                let (shape, shape_of) = (self.shape_name(*local), self.shape_of(*local));
                Some(quote!(let #shape = &#shape_of;))
            }
            _ => None,
        });
        let revs = l.before.iter().filter_map(|rev| match rev {
            Rev::Redo(local, _) if is_there(*local) => None,
            Rev::Call {
                stmt, dst, call, ..
            } => {
                // What its pullback is does not hang on what the receiver holds.
                let (early, pull_back) = (self.forward_call(stmt, *dst, call), self.rev(rev));
                Some(quote!(#early #pull_back))
            }
            rev => Some(self.rev(rev)),
        });
        quote!(#(#shapes)* #(#revs)*)
    }

    /// What the primal owns, as the sweep finds it in the residual: behind references.
    fn lent_to_sweep(&self, l: &TakenBack) -> TokenStream {
        let mut items = self.residuals.body_items();
        items.retain(|item| match item {
            Item::Value(local) | Item::Keep(local) => {
                self.a.flow.def[local.0] < l.stmt.id
                    && !self.f.ty(*local).is_copy()
                    && !self.is_summed_up(*local)
            }
            _ => false,
        });
        if items.is_empty() {
            return TokenStream::new();
        }
        let names = items.iter().map(|item| self.item_name(item));
        self.open(&items, quote!((#(&#names,)*)))
    }

    /// Whether the loops call methods on a variable that only add to it: their pullbacks are given what they left.
    fn is_summed_up(&self, local: Local) -> bool {
        let granted = &self.a.flow.granted;
        let mut called = false;
        self.f.body.walk(&mut |stmt| {
            if let (true, StmtKind::Let { op: Op::Call(call), .. }) =
                (granted.contains_key(&stmt.id), &stmt.kind)
            {
                called |= matches!(call.args.first(), Some(Arg::Ref { place, .. }) if place.root == local);
            }
        });
        called
    }

    /// What the sweep does after the loops.
    fn rest_of(&self, along: &Along) -> TokenStream {
        let items = self.residuals.body_items();
        let residual = names::plain("residual");
        let rows = self.row_cursors(|id| !along.contains(id));
        let (open, revs) = (self.open(&items, quote!(&#residual)), self.revs(along.rest));
        quote!(#rows #open #revs)
    }
}

/// The function, and the one for the case that fields are numbers in one with it.
pub(super) fn rule(e: &Emitter, known: Option<Known>, signature: &Signature) -> TokenStream {
    let (core, keep, ct) = (&e.core, names::plain("keep"), names::plain("ct"));
    let bounded = signature.bounded(signature.generics().clone(), core);
    let generics = keeping(bounded, core);
    let (generics, _, clause) = generics.split_for_impl();
    let skipped = usize::from(signature.has_receiver());
    let in_tuple = || e.f.params.iter().skip(skipped);
    let patterns = in_tuple().map(|p| e.name(p.local));
    let types = in_tuple().map(|p| &p.ty);
    let sinks = e.f.params.iter().map(|p| e.sink_pattern(p));
    let shadows = e.f.params.iter().map(|p| e.shadow_type(p));
    let (receiver, this) = signature.receiver(e, None);
    let sound = e.sound_arguments();
    let (cotangent, output) = (signature.cotangent(e), signature.output());
    let (vis, name, keeping) = (
        signature.visibility(),
        signature.rule_along(),
        names::plain("Keep"),
    );
    let (prelude, fallbacks) = (paths::traits(core), signature.fallbacks(e));
    let sweep = match &known {
        Some(known) => {
            let given = [known.e, e].map(|e| e.arguments_along());
            e.of_two(
                known.fields,
                given,
                [known.e, e].map(|e| sweep(e, signature)),
            )
        }
        None => sweep(e, signature),
    };
    quote! {
        #[doc(hidden)]
        #[inline]
        #vis fn #name #generics (
            #receiver #keep: #keeping, (#(#patterns,)*): (#(#types,)*), #ct: #cotangent, (#(#sinks,)*): (#(#shadows,)*)
        ) -> #output #clause {
            #prelude
            #this
            #sound
            #fallbacks
            #sweep
        }
    }
}

/// The sweep, and the value.
fn sweep(e: &Emitter, signature: &Signature) -> TokenStream {
    let along = Along::of_sweep(e);
    let guards = guards(e, signature);
    let unpromised = e.unpromised(&along, signature);
    let (forward, rest) = (Forward::along(e, &along, &unpromised), e.rest_of(&along));
    let payloads = missing::payloads(e.f, &quote!(#forward #rest), &e.core);
    let is_alone = |id| along.of(id).is_none();
    let (entry, sites) = (e.entry(), e.sites(is_alone, |id| !is_alone(id)));
    let (ct, value) = (names::plain("ct"), names::plain("value"));
    quote! {
        #payloads
        #guards
        let #ct = #ct.get();
        #entry
        #sites
        #forward
        #rest
        #value
    }
}

/// Calls the other rule, and its pullback, where the function is left before its loops.
fn both_sweeps(e: &Emitter, signature: &Signature) -> TokenStream {
    let [ct, keep, value] = ["ct", "keep", "value"].map(names::plain);
    let public = Public { e, signature };
    let sinks =
        e.f.params
            .iter()
            .map(|p| e.sink_pattern(p).to_token_stream());
    let (run, apply) = (
        public.run(quote!(#keep)),
        public.apply(quote!(#ct), sinks.collect()),
    );
    quote!(#run #apply return #value;)
}

/// Where a clause leaves the function: the sweeps of what it is there, or the other rule.
fn guards(e: &Emitter, signature: &Signature) -> TokenStream {
    let clauses = e.clauses.iter().map(|(clause, left)| {
        let leave = match left {
            Some(left) => {
                let sweep = sweep(left, signature);
                quote!(return { #sweep };)
            }
            None => both_sweeps(e, signature),
        };
        let values = clause
            .values
            .iter()
            .map(|(local, op)| e.rev(&Rev::Redo(*local, op)));
        let condition = e.name(clause.condition);
        quote!({
            #(#values)*
            if #condition { #leave }
        })
    });
    quote!(#(#clauses)*)
}
