//! References that outlive the next value of the variable they lead on from.
//!
//! Receives a lowered function; promises that nothing that was reached through a place is mentioned
//! after the place is written. Of what a variable owns rustc sees to that. What it refers
//! to stays, but the shadow that leads there is the variable's, and after the assignment it is another
//! one's. So such references start from a copy of the variable, which keeps its shadow.
//!
//! ```text
//! first = &rest[0]          t = copy rest
//! rest = &rest[1..]         first = &t[0]
//! s += *first               rest = …
//! ```

use crate::diagnostics::{Sink, catalog};
use crate::ir::*;
use crate::tables::{HashMap, HashSet};
use proc_macro2::Span;

/// Reroutes the references of `f`; those that patterns bind are refused where the variable is assigned.
pub(super) fn through_copies(f: &mut Function, sink: &Sink) {
    let mut timeline = Timeline::default();
    timeline.region(f, &f.body, &mut Vec::new());
    let mut rerouted = HashSet::default();
    for (place, at, span) in &timeline.written {
        for first in timeline.outlive(place, *at) {
            let part = f.info(first).part.is_some();
            if part && place.path.is_empty() {
                sink.refuse(*span, catalog::PART_OUTLIVES);
            } else if !part {
                rerouted.insert(first);
            }
        }
    }
    if !rerouted.is_empty() {
        reroute(&mut f.body, &rerouted, &mut f.locals);
    }
}

/// Statements in their order, each with the regions around it: a statement and which of its regions.
#[derive(Default)]
struct Timeline {
    around: Vec<Vec<(usize, usize)>>,
    loops: HashSet<usize>,
    /// Where each shared reference starts, and the local it leads on from.
    led: HashMap<Local, (usize, Place)>,
    mentions: HashMap<Local, Vec<usize>>,
    written: Vec<(Place, usize, Span)>,
}

impl Timeline {
    fn region(&mut self, f: &Function, region: &Region, around: &mut Vec<(usize, usize)>) {
        for stmt in &region.stmts {
            let at = self.around.len();
            self.around.push(around.clone());
            self.stmt(f, stmt, at);
            for (i, inner) in stmt.regions().into_iter().enumerate() {
                around.push((at, i));
                self.region(f, inner, around);
                around.pop();
            }
        }
        if let Some(local) = region.tail.as_ref().and_then(Operand::local) {
            self.mentions
                .entry(local)
                .or_default()
                .push(self.around.len());
            self.around.push(around.clone());
        }
    }

    fn stmt(&mut self, f: &Function, stmt: &Stmt, at: usize) {
        for local in mentioned(stmt) {
            self.mentions.entry(local).or_default().push(at);
        }
        match &stmt.kind {
            StmtKind::Let {
                dst,
                op:
                    Op::Ref {
                        place,
                        mutable: false,
                    },
            } => drop(self.led.insert(*dst, (at, place.clone()))),
            StmtKind::Branch(branch) => {
                for &bound in branch.arms.iter().flat_map(|arm| &arm.binds) {
                    let part = f.info(bound).part.as_ref();
                    self.led
                        .extend(part.map(|part| (bound, (at, part.clone()))));
                }
            }
            StmtKind::Loop(_) => drop(self.loops.insert(at)),
            _ => {}
        }
        for place in stmt.changed() {
            self.written.push((place.clone(), at, stmt.span));
        }
    }

    /// The references that lead on from a place itself to what is mentioned after it is written.
    fn outlive(&self, written: &Place, assigned: usize) -> HashSet<Local> {
        let outlives = |local: &&Local| {
            let start = self.led[local].0;
            let mentions = self.mentions.get(local).into_iter().flatten();
            start < assigned && mentions.copied().any(|m| self.follows(m, assigned, start))
        };
        let firsts = self.led.keys().filter(outlives).map(|l| self.first(*l));
        firsts
            .filter(|first| leads_through(&self.led[first].1, written))
            .collect()
    }

    /// The reference at the start of the chain that leads to `local`.
    fn first(&self, local: Local) -> Local {
        let from = self.led[&local].1.root;
        match self.led.contains_key(&from) {
            true => self.first(from),
            false => local,
        }
    }

    /// Whether a mention may happen after an assignment without another `start` between them.
    fn follows(&self, mention: usize, assigned: usize, start: usize) -> bool {
        let (there, here) = (&self.around[mention], &self.around[assigned]);
        let parts = there.iter().zip(here).find(|(a, b)| a != b);
        let excluded = parts.is_some_and(|(a, b)| a.0 == b.0);
        let mut again = here.iter().filter(|(id, _)| self.loops.contains(id));
        let repeated = again.any(|l| there.contains(l) && !self.around[start].contains(l));
        mention >= assigned && !excluded || repeated
    }
}

/// Whether a place may be reached through another one.
fn leads_through(place: &Place, other: &Place) -> bool {
    let mut steps = place.path.iter().zip(&other.path);
    place.root == other.root
        && steps.all(|steps| match steps {
            (Step::Field(a), Step::Field(b)) => a == b,
            _ => true,
        })
}

fn reroute(region: &mut Region, rerouted: &HashSet<Local>, locals: &mut Vec<LocalInfo>) {
    for mut stmt in std::mem::take(&mut region.stmts) {
        match &mut stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Ref { place, .. },
            } if rerouted.contains(dst) => {
                let copied = Place::of(place.root);
                place.root = copy_of(place.root, stmt.span, locals);
                let (dst, op) = (place.root, Op::Clone(copied, None));
                let kind = StmtKind::Let { dst, op };
                region.stmts.push(Stmt {
                    id: 0,
                    kind,
                    span: stmt.span,
                });
            }
            StmtKind::Branch(b) => {
                let arms = b.arms.iter_mut();
                arms.for_each(|arm| reroute(&mut arm.body, rerouted, locals));
            }
            StmtKind::Loop(l) => reroute(&mut l.body, rerouted, locals),
            StmtKind::Rest(rest) => reroute(rest, rerouted, locals),
            _ => {}
        }
        region.stmts.push(stmt);
    }
}

fn copy_of(variable: Local, span: Span, locals: &mut Vec<LocalInfo>) -> Local {
    let copy = Local(locals.len());
    let ty = locals[variable.0].ty.clone();
    locals.push(LocalInfo::temporary(locals, ty, span));
    copy
}
