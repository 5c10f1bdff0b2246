//! Cotangents that a loop carries take one product a step.
//!
//! Receives a reverse sweep; promises the same sweep, in which a loop whose iterations wait for each
//! other's cotangents waits for little: the partial derivatives of the cotangents that leave an iteration
//! by those that enter it are formed from primal values alone, and applied at once.
//!
//! ```text
//! loop back over k {               loop back over k {
//!                                      enter d_x
//!     d_t = d_x * dt                   d_t = d_x * dt
//!     d_a += d_t * y                   d_a += d_t * y
//!     d_u = d_t * a
//!     d_x += d_u * y                   p_t_x = 1 * dt
//!                                      p_u_x = p_t_x * a
//!                                      p_x_x = 1
//!                                      p_x_x += p_u_x * y
//!                                      d_x = p_x_x * entered d_x
//! }                                }
//! ```
//!
//! What happens in an iteration is linear in the cotangents it starts with, whatever the primal does. The
//! chain of operations from one iteration's cotangents to the next one's is what the gradient of a
//! simulation or a solver spends its time on; with a short one, the processor works on several iterations
//! side by side. What only led from one to the other is left out, so that a loop does hardly more than
//! before.

use super::{Ct, Leaving, Rev};
use crate::ir::Local;
use std::collections::{BTreeMap, BTreeSet};

/// Products of cotangents that leave an iteration with those that enter it.
const MOST_PRODUCTS: usize = 8;

/// Cycles, roughly, until the result of an addition or a multiplication can be used.
const CYCLES: usize = 4;

/// Shortens the chain of every loop that has one.
pub(super) fn shorten(revs: &mut [Rev]) {
    for rev in revs {
        rev.bodies_mut().iter_mut().for_each(|body| shorten(body));
        if let Rev::Loop { body, .. } = rev
            && let Some(shortened) = Chain::of(body).and_then(|chain| chain.shortened(body))
        {
            *body = shortened;
        }
    }
}

/// What is known of a cotangent at some point of a body: of which others it is a linear combination.
#[derive(Clone, Default)]
struct Form {
    of: BTreeSet<Local>,
    /// It is what the iteration starts with, or what comes from elsewhere: all are combinations of these.
    source: bool,
    /// How long after the carried cotangents it is there.
    cycles: usize,
}

impl Form {
    fn source(local: Local) -> Self {
        Form {
            of: BTreeSet::from([local]),
            source: true,
            cycles: 0,
        }
    }

    fn after(mut self, cycles: usize) -> Self {
        self.source = false;
        self.cycles += cycles;
        self
    }

    fn plus(self, other: Form) -> Self {
        let waits = if self.of.is_empty() { 0 } else { CYCLES };
        Form {
            cycles: self.cycles.max(other.cycles) + waits,
            of: self.of.union(&other.of).copied().collect(),
            source: false,
        }
    }
}

/// The cotangents of a loop's body as linear forms, one statement after the other.
struct Chain {
    /// Cotangents of outside that an iteration both reads and changes.
    carried: BTreeSet<Local>,
    /// None is a cotangent that is no such form.
    forms: BTreeMap<Local, Option<Form>>,
    /// How the partial derivatives of each cotangent by each source are formed.
    partials: Vec<Partial>,
    /// After how many statements each carried cotangent has got what only adds to it.
    entered: BTreeMap<Local, usize>,
    /// What was read so far.
    read: BTreeSet<Local>,
    /// Whether what may be nothing is multiplied with what may be infinite.
    unsure: bool,
}

/// One statement on a partial derivative, of a cotangent by a source.
struct Partial {
    of: Local,
    by: Local,
    ct: Ct,
    first: bool,
}

impl Chain {
    /// None if the body does more than straight arithmetic, or carries nothing.
    fn of(body: &[Rev]) -> Option<Self> {
        let carried = carried(body)?;
        let mut chain = Chain {
            entered: carried.iter().map(|&local| (local, 0)).collect(),
            carried,
            forms: BTreeMap::new(),
            read: BTreeSet::new(),
            partials: Vec::new(),
            unsure: body.iter().filter_map(contribution).any(is_guarded),
        };
        for (at, rev) in body.iter().enumerate() {
            match rev {
                Rev::Start(local, ct) => chain.start(*local, ct),
                Rev::Add(local, ct) if chain.is_entering(*local, ct) => {
                    chain.entered.insert(*local, at + 1);
                }
                Rev::Add(local, ct) => chain.add(*local, ct),
                Rev::Reset(local) => drop(chain.forms.insert(*local, Some(Form::default()))),
                _ => {}
            }
            let read = contribution(rev).into_iter().flat_map(shadows_in);
            chain.read.extend(read);
        }
        Some(chain)
    }

    fn form_of(&self, local: Local) -> Option<Form> {
        match self.forms.get(&local) {
            Some(form) => form.clone(),
            None => Some(Form::source(local)),
        }
    }

    fn form(&self, ct: &Ct) -> Option<Form> {
        match ct {
            Ct::Of(local) => self.form_of(*local),
            Ct::Neg(inner) => Some(self.form(inner)?.after(1)),
            Ct::Times(inner, _) | Ct::Over(inner, _) => Some(self.form(inner)?.after(CYCLES)),
            Ct::IfAny(_, inner) => Some(self.form(inner)?.after(1)),
            _ => None,
        }
    }

    /// Whether a carried cotangent, as the iteration got it and nothing read it, only grows by what is not
    /// carried.
    fn is_entering(&self, local: Local, ct: &Ct) -> bool {
        let source = self.form_of(local).is_some_and(|form| form.source);
        let untouched = source && !self.read.contains(&local);
        let apart = |local: &Local| {
            let form = self.form_of(*local);
            form.is_some_and(|form| form.of.is_disjoint(&self.carried))
        };
        untouched && self.carried.contains(&local) && shadows_in(ct).iter().all(apart)
    }

    /// A cotangent that comes from elsewhere is a source itself.
    fn start(&mut self, local: Local, ct: &Ct) {
        let form = self.form(ct);
        self.partials_of(local, ct, &form, true);
        let form = form.map(|form| Form {
            source: false,
            ..form
        });
        self.forms
            .insert(local, Some(form.unwrap_or_else(|| Form::source(local))));
    }

    fn add(&mut self, local: Local, ct: &Ct) {
        let (before, more) = (self.form_of(local), self.form(ct));
        let sum = match (before, more) {
            (Some(before), Some(_)) if before.source && !self.carried.contains(&local) => None,
            (Some(before), Some(more)) => {
                if before.source {
                    self.push(local, local, Ct::One(local), true);
                }
                self.partials_of(local, ct, &Some(more.clone()), false);
                Some(before.plus(more))
            }
            _ => None,
        };
        self.forms.insert(local, sum);
    }

    fn partials_of(&mut self, local: Local, ct: &Ct, form: &Option<Form>, start: bool) {
        for &by in form.iter().flat_map(|form| &form.of) {
            let there = self
                .form_of(local)
                .is_some_and(|before| before.of.contains(&by));
            let ct = self.along(ct, by);
            self.push(local, by, ct, start || !there);
        }
    }

    fn push(&mut self, of: Local, by: Local, ct: Ct, first: bool) {
        self.partials.push(Partial { of, by, ct, first });
    }

    /// The contribution with the partials by `by` in the place of the cotangents.
    fn along(&self, ct: &Ct, by: Local) -> Ct {
        match ct {
            Ct::Of(local) if self.form_of(*local).is_some_and(|form| form.source) => {
                Ct::One(*local)
            }
            Ct::Of(local) => Ct::Partial { of: *local, by },
            Ct::Neg(inner) => Ct::Neg(Box::new(self.along(inner, by))),
            Ct::Times(inner, factor) => Ct::Times(Box::new(self.along(inner, by)), factor.clone()),
            Ct::Over(inner, divisor) => Ct::Over(Box::new(self.along(inner, by)), divisor.clone()),
            Ct::IfAny(came, inner) => match self.along(came, by) {
                Ct::One(_) => self.along(inner, by),
                came => Ct::IfAny(Box::new(came), Box::new(self.along(inner, by))),
            },
            other => other.clone(),
        }
    }
}

impl Chain {
    /// The body with the short chain; None if it cannot be had, or would gain too little.
    fn shortened<'f>(self, body: &[Rev<'f>]) -> Option<Vec<Rev<'f>>> {
        let outs = self.outs()?;
        let by = outs.iter().flat_map(|out| &out.by);
        let needed = by.filter(|(_, entered)| !entered).map(|(by, _)| *by);
        let left = left_without(&self.carried, self.with_entries(body), needed.collect());
        let partials = self.needed_partials(&outs);
        let partials = partials.into_iter().map(|p| Rev::Partial {
            of: p.of,
            by: p.by,
            ct: p.ct,
            first: p.first,
        });
        let leave = std::iter::once(Rev::Leave(outs));
        Some(left.into_iter().chain(partials).chain(leave).collect())
    }

    /// The body, which remembers what each carried cotangent enters with.
    fn with_entries<'f>(&self, body: &[Rev<'f>]) -> Vec<Rev<'f>> {
        let mut with_entries = Vec::new();
        for at in 0..=body.len() {
            let here = self.entered.iter().filter(|(_, entered)| **entered == at);
            with_entries.extend(here.map(|(local, _)| Rev::Enter(*local)));
            with_entries.extend(body.get(at).cloned());
        }
        with_entries
    }

    /// Each carried cotangent that an iteration changes, and the sources it leaves as a combination of.
    fn outs(&self) -> Option<Vec<Leaving>> {
        let (mut outs, mut cycles) = (Vec::new(), 0);
        for &local in &self.carried {
            let form = self.form_of(local)?;
            cycles = cycles.max(form.cycles);
            if !form.source {
                let entered = |by: &Local| (*by, self.carried.contains(by));
                let by = form.of.iter().map(entered).collect();
                let unsure = self.unsure;
                outs.push(Leaving { local, by, unsure });
            }
        }
        let products = outs.iter().map(|out| out.by.len());
        let waiting = outs
            .iter()
            .map(|out| out.by.iter().filter(|(_, entered)| *entered).count());
        let after = CYCLES * waiting.max().unwrap_or(0);
        let is_worth_it = products.sum::<usize>() <= MOST_PRODUCTS && cycles >= after + 2 * CYCLES;
        is_worth_it.then_some(outs)
    }

    /// What the products at the end are formed from, in order.
    fn needed_partials(self, outs: &[Leaving]) -> Vec<Partial> {
        let pairs = outs
            .iter()
            .flat_map(|out| out.by.iter().map(|(by, _)| (out.local, *by)));
        let mut needed: BTreeSet<(Local, Local)> = pairs.collect();
        let mut kept = Vec::new();
        for partial in self.partials.into_iter().rev() {
            let pair = (partial.of, partial.by);
            if !needed.contains(&pair) {
                continue;
            }
            if partial.first {
                needed.remove(&pair);
            }
            partial.ct.each(&mut |ct| {
                if let Ct::Partial { of, by } = ct {
                    needed.insert((*of, *by));
                }
            });
            kept.push(partial);
        }
        kept.reverse();
        kept
    }
}

/// The cotangents of outside that a body reads and changes; none if it does what is no straight
/// arithmetic.
fn carried(body: &[Rev]) -> Option<BTreeSet<Local>> {
    let (mut started, mut read, mut changed) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for rev in body {
        match rev {
            Rev::Redo(..) | Rev::Undo(_) | Rev::View { .. } | Rev::Take(_) => {}
            Rev::Start(local, _) => drop(started.insert(*local)),
            Rev::Add(local, _) | Rev::Reset(local) => drop(changed.insert(*local)),
            Rev::AddAt(..) => {}
            _ => return None,
        }
        read.extend(contribution(rev).into_iter().flat_map(shadows_in));
    }
    let carried = read.intersection(&changed).filter(|l| !started.contains(l));
    let carried: BTreeSet<Local> = carried.copied().collect();
    (!carried.is_empty()).then_some(carried)
}

/// What a body does besides handing on what it carries; `needed` is what is read after it.
fn left_without<'f>(
    carried: &BTreeSet<Local>,
    body: Vec<Rev<'f>>,
    mut needed: BTreeSet<Local>,
) -> Vec<Rev<'f>> {
    let mut own = carried.clone();
    own.extend(body.iter().filter_map(|rev| match rev {
        Rev::Start(local, _) => Some(*local),
        _ => None,
    }));
    let mut left = Vec::new();
    for rev in body.into_iter().rev() {
        let changed = match &rev {
            Rev::Start(local, _) | Rev::Add(local, _) | Rev::Reset(local) => Some(*local),
            _ => None,
        };
        if changed.is_some_and(|local| own.contains(&local) && !needed.contains(&local)) {
            continue;
        }
        match &rev {
            Rev::Start(local, _) | Rev::Reset(local) => drop(needed.remove(local)),
            Rev::Enter(local) => drop(needed.insert(*local)),
            _ => {}
        }
        needed.extend(contribution(&rev).into_iter().flat_map(shadows_in));
        left.push(rev);
    }
    left.reverse();
    left
}

fn contribution<'r>(rev: &'r Rev) -> Option<&'r Ct> {
    match rev {
        Rev::Start(_, ct) | Rev::Add(_, ct) | Rev::AddAt(_, ct) => Some(ct),
        _ => None,
    }
}

/// The plain shadows in a contribution.
fn shadows_in(ct: &Ct) -> BTreeSet<Local> {
    let mut shadows = BTreeSet::new();
    ct.each(&mut |ct| match ct {
        Ct::Of(local) => drop(shadows.insert(*local)),
        Ct::At(place) => drop(shadows.insert(place.root)),
        _ => {}
    });
    shadows
}

fn is_guarded(ct: &Ct) -> bool {
    let mut guarded = false;
    ct.each(&mut |ct| guarded |= matches!(ct, Ct::IfAny(..)));
    guarded
}
