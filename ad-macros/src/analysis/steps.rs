//! Counters: integers that change by steps only.
//!
//! Receives a function and its writes; promises the integer variables all of whose changes add or subtract
//! something that is there without being remembered, and those changes. The reverse sweep goes back by the
//! same steps from the counter's last value, so that nothing is stored for what it indexes.
//!
//! ```text
//! let mut next = 0;                       next = its last value, kept
//! for b in 0..d {                         for b in (0..d).rev() {
//!     for a in b + 1..d {                     for a in (b + 1..d).rev() {
//!         z[a] += l[next] * v[b];                 next -= 1;
//!         next += 1;                              d_l[next] += d_z[a] * v[b];
//! ```

use super::flow::Flow;
use super::mutation::Mutation;
use crate::ir::*;
use crate::tables::{HashMap, HashSet};

/// A change of a counter, as it is undone.
#[derive(Clone, Debug)]
pub(crate) struct Back {
    /// `-` for a counter that grew.
    pub(crate) operator: &'static str,
    pub(crate) by: Operand,
}

#[derive(Default)]
pub(crate) struct Steps {
    pub(crate) counters: HashSet<Local>,
    /// By statement.
    pub(crate) back: HashMap<usize, Back>,
}

impl Steps {
    pub(crate) fn of(f: &Function, flow: &Flow, mutation: &Mutation) -> Self {
        let mut ops = HashMap::default();
        let mut assigned: HashMap<Local, Vec<(usize, &Operand)>> = HashMap::default();
        let mut variables: HashSet<Local> = f.params.iter().map(|p| p.local).collect();
        f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let { dst, op } => drop(ops.insert(*dst, op)),
            StmtKind::Assign {
                place,
                value,
                how: Assign::Set,
            } if place.path.is_empty() => {
                assigned
                    .entry(place.root)
                    .or_default()
                    .push((stmt.id, value));
            }
            StmtKind::Loop(Loop {
                kind: LoopKind::Range { var, .. },
                counted: true,
                ..
            }) => drop(variables.insert(*var)),
            _ => {}
        });
        let search = Search {
            f,
            flow,
            mutation,
            ops,
            variables,
        };
        let mut steps = Steps::default();
        for (&counter, changes) in &assigned {
            if let Some(back) = search.steps_of(counter, changes) {
                steps.counters.insert(counter);
                steps.back.extend(back);
            }
        }
        steps
    }
}

struct Search<'a> {
    f: &'a Function,
    flow: &'a Flow,
    mutation: &'a Mutation,
    ops: HashMap<Local, &'a Op>,
    /// Arguments, and the variables of loops that the reverse sweep runs over the same range.
    variables: HashSet<Local>,
}

impl Search<'_> {
    /// The steps of a variable, if it is an integer that changes by nothing else.
    fn steps_of(
        &self,
        counter: Local,
        changes: &[(usize, &Operand)],
    ) -> Option<Vec<(usize, Back)>> {
        let is_variable = matches!(self.f.ty(counter), Ty::Int) && self.ops.contains_key(&counter);
        let mut writes = self.mutation.writes.iter();
        let elsewhere = writes.any(|w| {
            w.storage == counter && (w.opaque || changes.iter().all(|(at, _)| *at != w.at))
        });
        if !is_variable || elsewhere || self.flow.storage(counter) != counter {
            return None;
        }
        let step = |(at, value): &(usize, &Operand)| Some((*at, self.step(counter, *at, value)?));
        changes.iter().map(step).collect()
    }

    /// How `counter = value` is undone, if `value` is what `counter` holds just before, and a step.
    fn step(&self, counter: Local, at: usize, value: &Operand) -> Option<Back> {
        let (operator, before, by) = match self.ops.get(&value.local()?)? {
            Op::Integer("+", before, by) if self.is_there(by) => ("-", before, by),
            Op::Integer("+", by, before) if self.is_there(by) => ("-", before, by),
            Op::Integer("-", before, by) if self.is_there(by) => ("+", before, by),
            _ => return None,
        };
        let before = before.local()?;
        let defined = self.flow.def[before.0];
        let reads_it = matches!(self.ops.get(&before)?, Op::Load(place)
            if place.path.is_empty() && place.root == counter);
        let still = !self.mutation.written_between(counter, defined, at - 1)
            && self.is_in_same_loops(defined, at);
        let by = by.clone();
        (reads_it && still).then_some(Back { operator, by })
    }

    /// Whether each time the earlier statement runs, the later one runs once at most.
    fn is_in_same_loops(&self, earlier: usize, later: usize) -> bool {
        let (earlier, later) = (&self.flow.parents[earlier], &self.flow.parents[later]);
        later
            .strip_prefix(earlier.as_slice())
            .is_some_and(|inner| inner.iter().all(|p| !self.flow.is_loop[*p]))
    }

    /// Whether the reverse sweep has an operand for nothing: a constant, an argument, the variable of a
    /// loop over a range, or arithmetic of these.
    fn is_there(&self, operand: &Operand) -> bool {
        operand.local().is_none_or(|l| self.is_free(l))
    }

    fn is_free(&self, local: Local) -> bool {
        let given = self.variables.contains(&local);
        let made = || match self.ops.get(&local) {
            Some(Op::Integer(_, a, b)) => self.is_there(a) && self.is_there(b),
            Some(Op::Raw(raw)) => {
                raw.cheap && !raw.volatile && raw.reads.iter().all(|l| self.is_free(*l))
            }
            _ => false,
        };
        !self.f.info(local).mutable && (given || made())
    }
}
