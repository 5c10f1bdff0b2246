//! Sums of which each runs across memory are added up side by side, along it.
//!
//! Receives a function with its analyses; promises one of the same value, to the last bit, and the same derivatives,
//! in which a loop whose body is another loop that adds up a number for one cell of storage has become the inner one
//! of the two, if more of what is read follows each other in memory then. The cells hold the sums while they grow.
//!
//! ```text
//! for j in 0..n {                            for j in 0..n {
//!     let mut entry = 0.0;                       c[i * n + j] = 0.0;
//!     for k in 0..n {                        }
//!         entry += a[i * n + k]              for k in 0..n {
//!             * b[k * n + j];                    for j in 0..n {
//!     }                                              c[i * n + j] += a[i * n + k] * b[k * n + j];
//!     c[i * n + j] = entry;                      }
//! }                                          }
//! ```
//!
//! Each sum still grows in its own order. A sum in a register waits for itself from one iteration to the next; sums
//! side by side don't, and the loop over them becomes vectors. What the outer body does before the inner loop, and
//! the inner one needs, is done in each of its iterations: so it has to be cheap, and without effects, like all else.
//! Loops of constant length stay, for LLVM writes those out.

#[cfg(test)]
mod tests;

use crate::adjoint::strides::Strides;
use crate::analysis::affine::Stride;
use crate::analysis::plan::Analyses;
use crate::ir::*;
use crate::lower::number;
use crate::passes::Pass;
use crate::rewriting::Writer;
use crate::rewriting::renaming::{Renaming, can_be_renamed};
use crate::tables::{HashMap, HashSet};

/// The function with the loops of its nests turned; none if there is nothing to turn.
pub(crate) fn turned(a: &Analyses) -> Option<Function> {
    let mut is_any = false;
    a.f.body
        .walk(&mut |stmt| is_any |= Nest::of(a.f, stmt).is_some());
    if !is_any || !a.passes.has(Pass::Nests) {
        return None;
    }
    let mut f = a.f.clone();
    let mut body = std::mem::take(&mut f.body);
    let mut turning = Turning {
        a,
        strides: Strides::of(a),
        writer: Writer::new(&mut f.locals),
        turned: false,
    };
    turning.region(&mut body);
    let turned = turning.turned;
    f.body = body;
    turned.then(|| {
        number(&mut f.body, &mut 0);
        verify::check(&f);
        f
    })
}

struct Turning<'a> {
    a: &'a Analyses<'a>,
    strides: Strides<'a>,
    writer: Writer<'a>,
    turned: bool,
}

/// A loop over a range around another one, which adds up `sum` for the cell `into`.
struct Nest<'s> {
    outer: Counted<'s>,
    inner: Counted<'s>,
    sum: Local,
    first: &'s Operand,
    /// What the outer body does around the inner loop, without effects.
    around: Vec<&'s Stmt>,
    /// What the inner body does before it adds.
    terms: Vec<&'s Stmt>,
    term: &'s Operand,
    how: Assign,
    into: &'s Place,
}

/// A loop over a range that nothing leaves early.
#[derive(Clone, Copy)]
struct Counted<'s> {
    stmt: &'s Stmt,
    looped: &'s Loop,
    var: Local,
    head: &'s Range,
}

impl<'s> Counted<'s> {
    fn of(stmt: &'s Stmt) -> Option<Self> {
        let (looped, var, head) = counted(stmt)?;
        Some(Counted {
            stmt,
            looped,
            var,
            head,
        })
    }

    fn is_constant(&self) -> bool {
        self.head.ends().all(|end| end.local().is_none())
    }

    fn with(&self, body: Vec<Stmt>) -> Stmt {
        let mut stmt = self.stmt.clone();
        if let StmtKind::Loop(looped) = &mut stmt.kind {
            looped.body.stmts = body;
        }
        stmt
    }
}

impl<'s> Nest<'s> {
    /// The loop as such a nest, as far as its statements tell.
    fn of(f: &Function, stmt: &'s Stmt) -> Option<Self> {
        let outer = Counted::of(stmt)?;
        let body = &outer.looped.body.stmts;
        let at = body
            .iter()
            .position(|stmt| matches!(stmt.kind, StmtKind::Loop(_)))?;
        let inner = Counted::of(&body[at])?;
        let (last, terms) = inner.looped.body.stmts.split_last()?;
        let StmtKind::Assign { place, value, how } = &last.kind else {
            return None;
        };
        let grows = place.path.is_empty() && *how != Assign::Set;
        let sum = grows.then_some(place.root)?;
        let (end, after) = body[at + 1..].split_last()?;
        let StmtKind::Assign {
            place: into,
            value: total,
            how: Assign::Set,
        } = &end.kind
        else {
            return None;
        };
        let is_start = |stmt: &&Stmt| defined(stmt) == Some(sum);
        let start = body[..at].iter().find(is_start)?;
        let StmtKind::Let {
            op: Op::Use(first), ..
        } = &start.kind
        else {
            return None;
        };
        let totals = Self::totals(after, sum, total)?;
        let others = body[..at].iter().filter(|stmt| !is_start(stmt));
        let is_total = |stmt: &&Stmt| defined(stmt).is_some_and(|l| totals.contains(&l));
        let after = after.iter().filter(|stmt| !is_total(stmt));
        Some(Nest {
            outer,
            inner,
            sum,
            first,
            around: others.chain(after).collect(),
            terms: terms.iter().collect(),
            term: value,
            how: *how,
            into,
        })
        .filter(|nest| nest.is_free_of_effects(f, &totals))
    }

    /// The values that are the total: the sum as it is read, and handed on.
    fn totals(after: &[Stmt], sum: Local, total: &Operand) -> Option<Vec<Local>> {
        let (mut wanted, mut found) = (total.local()?, Vec::new());
        for stmt in after.iter().rev() {
            let StmtKind::Let { dst, op } = &stmt.kind else {
                return None;
            };
            if *dst != wanted {
                continue;
            }
            found.push(*dst);
            match op {
                Op::Load(place) if place.root == sum && place.path.is_empty() => {
                    return Some(found);
                }
                Op::Use(Operand::Local(from)) => wanted = *from,
                _ => return None,
            }
        }
        None
    }

    /// Whether all statements but those that add compute values, of which nothing else depends on the sum.
    fn is_free_of_effects(&self, f: &Function, totals: &[Local]) -> bool {
        let is_value = |stmt: &&Stmt| match &stmt.kind {
            StmtKind::Let { dst, op } => !f.info(*dst).mutable && is_pure(op),
            _ => false,
        };
        let is_again =
            |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Let { op, .. } if is_again(op));
        let of_sum = |local: &Local| *local == self.sum || totals.contains(local);
        let asks = |stmt: &&Stmt| mentioned(stmt).iter().any(of_sum);
        let mut all = self.around.iter().chain(&self.terms);
        all.all(|stmt| is_value(stmt) && !asks(stmt))
            && self.around.iter().all(is_again)
            && f.ty(self.sum).is_float()
            && self.term.local() != Some(self.sum)
    }

    /// The statements around that compute one of these locals, or what another of them needs, in their order.
    fn computing(&self, mut wanted: HashSet<Local>) -> Vec<&'s Stmt> {
        let mut found = Vec::new();
        for stmt in self.around.iter().rev() {
            if let StmtKind::Let { dst, .. } = &stmt.kind
                && wanted.contains(dst)
            {
                wanted.extend(mentioned(stmt));
                found.push(*stmt);
            }
        }
        found.reverse();
        found
    }

    /// What the place of the sum and an operand name.
    fn named(&self, operand: &Operand) -> HashSet<Local> {
        let selectors = self.into.selectors().into_iter();
        let locals = selectors.chain([operand]).filter_map(Operand::local);
        locals.chain([self.into.root]).collect()
    }

    /// The places that are read.
    fn read(&self) -> impl Iterator<Item = &'s Place> {
        let all = self.around.iter().chain(&self.terms);
        all.filter_map(|stmt| match &stmt.kind {
            StmtKind::Let {
                op: Op::Load(place),
                ..
            } => Some(place),
            _ => None,
        })
    }

    /// The locals that code reads which is kept as it was written.
    fn read_as_written(&self) -> impl Iterator<Item = Local> {
        let all = self.around.iter().chain(&self.terms);
        let reads = all.map(|stmt| match &stmt.kind {
            StmtKind::Let {
                op: Op::Raw(raw), ..
            } => raw.reads.as_slice(),
            _ => &[],
        });
        reads.flatten().copied()
    }
}

impl Turning<'_> {
    fn region(&mut self, region: &mut Region) {
        for stmt in std::mem::take(&mut region.stmts) {
            let nest = Nest::of(self.a.f, &stmt).filter(|nest| self.is_to_turn(nest));
            match nest {
                Some(nest) => {
                    region
                        .stmts
                        .extend([self.started(&nest), self.added(&nest)]);
                    self.turned = true;
                }
                None => region.stmts.push(self.within(stmt)),
            }
        }
    }

    fn within(&mut self, mut stmt: Stmt) -> Stmt {
        for region in stmt.regions_mut() {
            self.region(region);
        }
        stmt
    }

    fn is_to_turn(&self, nest: &Nest) -> bool {
        self.is_free(nest) && self.is_worth_it(nest)
    }

    /// Whether each iteration of the outer loop has a cell of its own, which nothing reads, and as many terms.
    fn is_free(&self, nest: &Nest) -> bool {
        let flow = &self.a.flow;
        let into = flow.storage(nest.into.root);
        let read = nest.read().map(|place| place.root);
        let mut read = read.chain(nest.read_as_written());
        nest.into.path.iter().all(Step::is_plain)
            && self
                .strides
                .is_distinct(nest.into, nest.outer.stmt, nest.outer.var)
            && read.all(|root| flow.storage(root) != into)
            && self.has_fixed_ends(nest)
    }

    /// Whether the inner loop has the same ends each time.
    fn has_fixed_ends(&self, nest: &Nest) -> bool {
        let inside = |local: Local| self.a.flow.home[local.0].contains(&nest.outer.stmt.id);
        let mut ends = nest.inner.head.ends().filter_map(Operand::local);
        ends.all(|end| !self.a.f.info(end).mutable && !inside(end))
    }

    fn is_worth_it(&self, nest: &Nest) -> bool {
        let cost = |counted: Counted, still: Local| -> usize {
            let strides = nest.read().map(|place| {
                self.strides
                    .stride_behind_views(place, counted.stmt, counted.var, &[still])
            });
            strides.map(Stride::cost).sum()
        };
        // A sum in memory is read and written.
        let along = cost(nest.outer, nest.inner.var) + 2;
        let is_long = !nest.outer.is_constant() && !nest.inner.is_constant();
        is_long && along < cost(nest.inner, nest.outer.var)
    }

    /// The loop that lets each sum begin.
    fn started(&mut self, nest: &Nest) -> Stmt {
        let before = nest.computing(nest.named(nest.first));
        let defined = before.iter().copied().filter_map(defined);
        let own: Vec<Local> = defined.chain([nest.outer.var]).collect();
        let copies = own.into_iter().map(|l| (l, self.writer.copy("first", l)));
        let renaming = Renaming::new(&copies.collect::<HashMap<_, _>>(), &self.writer);
        let begin = StmtKind::Assign {
            place: nest.into.clone(),
            value: nest.first.clone(),
            how: Assign::Set,
        };
        let mut looped = nest.outer.with(self.body(before, begin));
        renaming.whole(&mut looped);
        looped
    }

    /// The loops that add the terms.
    fn added(&mut self, nest: &Nest) -> Stmt {
        let mut wanted = nest.named(nest.term);
        wanted.extend(nest.terms.iter().flat_map(|stmt| mentioned(stmt)));
        let mut body = nest.computing(wanted);
        body.extend(&nest.terms);
        let add = StmtKind::Assign {
            place: nest.into.clone(),
            value: nest.term.clone(),
            how: nest.how,
        };
        let along = nest.outer.with(self.body(body, add));
        nest.inner.with(vec![along])
    }

    fn body(&mut self, before: Vec<&Stmt>, last: StmtKind) -> Vec<Stmt> {
        before
            .into_iter()
            .cloned()
            .for_each(|stmt| self.writer.put(stmt));
        self.writer.push(last);
        self.writer.take()
    }
}

/// The value that a statement computes.
fn defined(stmt: &Stmt) -> Option<Local> {
    match &stmt.kind {
        StmtKind::Let { dst, .. } => Some(*dst),
        _ => None,
    }
}

/// Whether an operation has no effect and may be done at another time.
fn is_pure(op: &Op) -> bool {
    match op {
        Op::Raw(raw) => op.is_cheap() && can_be_renamed(raw),
        Op::Binary(..) | Op::Elementary { .. } => true,
        op => is_again(op),
    }
}

/// Whether it may be done as often as the inner loop runs.
fn is_again(op: &Op) -> bool {
    match op {
        Op::Ref { .. } => true,
        Op::Len(_, changed) => !changed,
        op => op.is_cheap(),
    }
}
