//! Cotangents stand where they are used.
//!
//! Receives a reverse sweep, as the last pass over it; promises the same sweep, in which a cotangent that
//! is used once, or is another one by a second name, has no variable of its own.
//!
//! ```text
//! d_t3 = d_s
//! d_t2 = d_t3 * b
//! d_x += d_t2 * y                 d_x += d_s * b * y
//! d_b += d_t3 * t2                d_b += d_s * t2
//! ```
//!
//! Optimised code is the same. What is saved is the compiler's time, as a variable costs it more than an
//! operation, and that of unoptimised programs, which keep every variable in memory.

use super::mentions::{self, Mention};
use super::{Ct, Rev};
use crate::ir::*;
use crate::tables::HashMap;

/// How far from where it starts a cotangent's last use is looked for.
const REACH: usize = 64;

/// How many operations an expression has at most.
const LONGEST: usize = 8;

/// Folds the sweep of a function.
pub(super) fn fold(f: &Function, revs: &mut Vec<Rev>) {
    Folder {
        f,
        uses: uses(revs),
    }
    .list(revs);
}

/// What has a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    Shadow(Local),
    Partial { of: Local, by: Local },
}

/// How often a variable is mentioned after its start, and how often of these in expressions.
#[derive(Clone, Copy, Default)]
struct Uses {
    mentions: usize,
    reads: usize,
}

fn uses(revs: &[Rev]) -> HashMap<Variable, Uses> {
    let mut uses: HashMap<Variable, Uses> = HashMap::default();
    each(revs, &mut |rev| {
        let reads = rev.cotangent().into_iter();
        reads.for_each(|ct| read_by(ct, &mut |v| uses.entry(v).or_default().reads += 1));
        partials_in(rev, &mut |of, by| {
            uses.entry(Variable::Partial { of, by })
                .or_default()
                .mentions += 1;
        });
    });
    mentions::each(revs, &mut |mention| {
        if let Some(local) = mentioned(mention) {
            uses.entry(Variable::Shadow(local)).or_default().mentions += 1;
        }
    });
    uses
}

/// The shadow that is mentioned, and does not only start.
fn mentioned(mention: Mention) -> Option<Local> {
    let starts = matches!(mention, Mention::Started(_));
    (!starts).then(|| mention.local())
}

/// The partial derivatives that a statement mentions, and does not only start.
fn partials_in(rev: &Rev, see: &mut impl FnMut(Local, Local)) {
    match rev {
        Rev::Partial { of, by, ct, first } => {
            if !first {
                see(*of, *by);
            }
            read_by(ct, &mut |v| {
                if let Variable::Partial { of, by } = v {
                    see(of, by);
                }
            });
        }
        Rev::Leave(leaving) => {
            for out in leaving {
                out.by.iter().for_each(|(by, _)| see(out.local, *by));
            }
        }
        _ => {}
    }
}

struct Folder<'a> {
    f: &'a Function,
    uses: HashMap<Variable, Uses>,
}

impl Folder<'_> {
    fn list(&mut self, revs: &mut Vec<Rev>) {
        for rev in revs.iter_mut() {
            let bodies = rev.bodies_mut().iter_mut();
            bodies.for_each(|body| self.list(body));
        }
        let mut at = 0;
        while at < revs.len() {
            match self.foldable(&revs[at..]) {
                Some((variable, ct, last)) => {
                    revs.remove(at);
                    let used = &mut revs[at..=at + last];
                    used.iter_mut()
                        .for_each(|rev| replace_in(rev, variable, &ct));
                    self.moved(variable, &ct);
                }
                None => at += 1,
            }
        }
    }

    /// What the first of some statements starts, and behind how many of the others it is used last, if all
    /// its uses can have the expression.
    fn foldable(&self, revs: &[Rev]) -> Option<(Variable, Ct, usize)> {
        let (variable, ct) = start(&revs[0])?;
        let uses = self.uses.get(&variable).copied().unwrap_or_default();
        let only_read = uses.reads > 0 && uses.mentions == uses.reads;
        if !only_read || !self.is_movable(ct) || uses.reads > 1 && !is_name(ct) {
            return None;
        }
        let last = last_use(&revs[1..], variable, ct, uses.reads)?;
        Some((variable, ct.clone(), last))
    }

    /// Whether an expression has the same value until something in it changes.
    fn is_movable(&self, ct: &Ct) -> bool {
        let (mut length, mut movable) = (0, true);
        ct.each(&mut |ct| {
            length += 1;
            movable &= match ct {
                Ct::At(_) | Ct::Slot { .. } | Ct::Taken => false,
                Ct::Result => self.f.ret.is_float(),
                _ => ct
                    .factor()
                    .and_then(Operand::local)
                    .is_none_or(|local| !self.f.info(local).mutable),
            };
        });
        movable && length <= LONGEST
    }

    /// What was read once to start a variable is read where that was.
    fn moved(&mut self, variable: Variable, ct: &Ct) {
        let more = self.uses.remove(&variable).map_or(0, |uses| uses.reads - 1);
        read_by(ct, &mut |v| {
            let uses = self.uses.entry(v).or_default();
            uses.reads += more;
            uses.mentions += more;
        });
    }
}

fn start<'r>(rev: &'r Rev) -> Option<(Variable, &'r Ct)> {
    match rev {
        Rev::Start(local, ct) => Some((Variable::Shadow(*local), ct)),
        Rev::Partial {
            of,
            by,
            ct,
            first: true,
        } => Some((Variable::Partial { of: *of, by: *by }, ct)),
        _ => None,
    }
}

/// Whether an expression only names a value.
fn is_name(ct: &Ct) -> bool {
    matches!(ct, Ct::Of(_) | Ct::Partial { .. } | Ct::One(_) | Ct::Result)
}

/// Behind how many statements a variable is read for the last time, if what it was made of does not change
/// until then. A branch or a loop may read what only names a value.
fn last_use(revs: &[Rev], variable: Variable, ct: &Ct, mut left: usize) -> Option<usize> {
    let sources = Sources::of(ct);
    for (behind, rev) in revs.iter().take(REACH).enumerate() {
        let reads = reads_of(rev, variable);
        let simple = rev.cotangent().is_some();
        if reads > 0 && !simple && !is_name(ct) {
            return None;
        }
        left -= reads;
        // A simple statement reads before it writes.
        if left == 0 && simple {
            return Some(behind);
        }
        if sources.change_in(rev) {
            return None;
        }
        if left == 0 {
            return Some(behind);
        }
    }
    None
}

fn reads_of(rev: &Rev, variable: Variable) -> usize {
    let mut reads = 0;
    each(std::slice::from_ref(rev), &mut |rev| {
        let ct = rev.cotangent().into_iter();
        ct.for_each(|ct| read_by(ct, &mut |v| reads += usize::from(v == variable)));
    });
    reads
}

/// What the value of an expression hangs on.
struct Sources {
    variables: Vec<Variable>,
    primals: Vec<Local>,
}

impl Sources {
    fn of(ct: &Ct) -> Self {
        let (mut variables, mut primals) = (Vec::new(), Vec::new());
        ct.each(&mut |ct| {
            see_variable(ct, &mut |v| variables.push(v));
            primals.extend(ct.factor().and_then(Operand::local));
        });
        Sources { variables, primals }
    }

    fn change_in(&self, rev: &Rev) -> bool {
        let (revs, mut changed) = (std::slice::from_ref(rev), false);
        mentions::each(revs, &mut |mention| {
            let local = match mention {
                Mention::Started(local) => Some(local),
                Mention::Read(_) | Mention::ReadAt(_) => None,
                other => mentioned(other),
            };
            changed |= local.is_some_and(|l| self.variables.contains(&Variable::Shadow(l)));
        });
        each(revs, &mut |rev| match rev {
            Rev::Partial { of, by, .. } => {
                changed |= self
                    .variables
                    .contains(&Variable::Partial { of: *of, by: *by });
            }
            Rev::Redo(dst, op) => changed |= self.is_made_again(*dst, op),
            _ => {}
        });
        changed
    }

    fn is_made_again(&self, dst: Local, op: &Op) -> bool {
        let partials = op.partials(false).map(|(partial, _)| partial);
        let mut made = partials.chain([dst]);
        made.any(|local| self.primals.contains(&local))
    }
}

/// Puts an expression where a variable is read.
fn replace_in(rev: &mut Rev, variable: Variable, by: &Ct) {
    if let Some(ct) = rev.cotangent_mut() {
        ct.replace(&|ct| {
            let mut is_it = false;
            see_variable(ct, &mut |v| is_it |= v == variable);
            is_it.then(|| by.clone())
        });
    }
    let inside = rev.bodies_mut().iter_mut().flatten();
    inside.for_each(|rev| replace_in(rev, variable, by));
}

/// Every statement, with those inside of others.
fn each<'r>(revs: &'r [Rev], see: &mut impl FnMut(&'r Rev)) {
    for rev in revs {
        see(rev);
        rev.bodies().iter().for_each(|body| each(body, see));
    }
}

/// The variables that an expression reads.
fn read_by(ct: &Ct, see: &mut impl FnMut(Variable)) {
    ct.each(&mut |ct| see_variable(ct, see));
}

fn see_variable(ct: &Ct, see: &mut impl FnMut(Variable)) {
    match ct {
        Ct::Of(local) => see(Variable::Shadow(*local)),
        Ct::Partial { of, by } => see(Variable::Partial { of: *of, by: *by }),
        _ => {}
    }
}
