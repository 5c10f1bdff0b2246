//! Shadows of vectors that are moved into variables.
//!
//! Receives a reverse sweep; promises the same where the shadow of such a vector takes over what the variable's
//! shadow holds, instead of a copy of it, and where nothing has a shadow that only passes on what it gets.
//!
//! ```text
//! next = …; x = next;                     in the primal
//!
//! d_next = 0; d_next += d_x; clear d_x    d_next = 0, of the shape that x had; swap(d_next, d_x)
//!
//! t = copy cur; prev = t;                 in the primal
//!
//! d_t = 0                                 d_cur += d_prev
//! d_t += d_prev; clear d_prev             clear d_prev
//! d_cur += d_t
//!
//! list = …; y = list;                     in the primal: what `collect` made, say
//!
//! d_list = 0                              d_y = 0
//! d_y = 0                                 …
//! …                                       d_list = d_y
//! d_list += d_y
//! ```
//!
//! Only vectors are, for which the syntax shows that both are of one type.

use super::mentions::{self, Mention};
use super::{Owned, Rev};
use crate::ir::*;
use std::ops::Range;
use std::slice;

pub(super) fn hand_over(f: &Function, revs: &mut Vec<Rev>) {
    let vectors = Vectors { f };
    let mut at = 0;
    while at < revs.len() {
        if vectors.pass_on(at, revs) || vectors.take_over(at, revs) {
            continue;
        }
        let bodies = revs[at].bodies_mut().iter_mut();
        bodies.for_each(|body| hand_over(f, body));
        at += 1;
    }
}

struct Vectors<'a> {
    f: &'a Function,
}

impl Vectors<'_> {
    /// Lets the shadow that begins here take over what the next statement that names it adds to it.
    fn take_over(&self, at: usize, revs: &mut Vec<Rev>) -> bool {
        let taken_over = self.taken_over(at, revs);
        let found = taken_over.is_some();
        if let Some((to, taken)) = taken_over {
            revs.splice(to, [taken]);
            revs.remove(at);
        }
        found
    }

    /// The statements that do what the other statement does.
    fn taken_over<'f>(&self, at: usize, revs: &[Rev<'f>]) -> Option<(Range<usize>, Rev<'f>)> {
        let Rev::Fresh(heir) = revs[at] else {
            return None;
        };
        let to = at + 1 + next_of(heir, &revs[at + 1..])?;
        let (from, count, shape) = match revs.get(to..to + 2).and_then(|two| self.moved(heir, two))
        {
            Some((from, shape)) => (from, 2, Some(shape?)),
            None => (self.copied_last(heir, to, revs)?, 1, None),
        };
        let taken = Rev::TakeOver { heir, from, shape };
        self.is_vector(from).then_some((to..to + count, taken))
    }

    /// The variable whose whole shadow is added to one that has just begun, and is not named again.
    fn copied_last(&self, fresh: Local, to: usize, revs: &[Rev]) -> Option<Local> {
        let Rev::Accumulate { into, from, .. } = &revs[to] else {
            return None;
        };
        let from = match from {
            Owned::Of(local) => *local,
            Owned::At(place) if place.path.is_empty() => place.root,
            _ => return None,
        };
        let whole = into.path.is_empty() && into.root == fresh && self.is_vector(fresh);
        let begins = |rev: &Rev| matches!(rev, Rev::Fresh(l) if *l == from);
        let own = revs[..to].iter().any(begins);
        let last = next_of(from, &revs[to + 1..]).is_none();
        (whole && own && last).then_some(from)
    }

    /// Removes the shadow that begins here, if all that is done is to add another one to it, which is cleared then, and to
    /// add it to a third.
    fn pass_on(&self, at: usize, revs: &mut Vec<Rev>) -> bool {
        let Some([given, passed_on]) = self.passed_on(at, revs) else {
            return false;
        };
        let Rev::Accumulate { from, .. } = revs[given].clone() else {
            return false;
        };
        let mut added = revs.remove(passed_on);
        if let Rev::Accumulate { from: passed, .. } = &mut added {
            *passed = from;
        }
        revs[given] = added;
        revs.remove(at);
        true
    }

    /// Where a shadow is given all it gets, and where it is added to another one.
    fn passed_on(&self, at: usize, revs: &[Rev]) -> Option<[usize; 2]> {
        let Rev::Fresh(fresh) = revs[at] else {
            return None;
        };
        let given = at + 1 + next_of(fresh, &revs[at + 1..])?;
        let (from, _) = self.moved(fresh, revs.get(given..given + 2)?)?;
        let passed_on = given + 1 + next_of(fresh, &revs[given + 1..])?;
        let Rev::Accumulate {
            into,
            from: Owned::Of(passed),
            ..
        } = &revs[passed_on]
        else {
            return None;
        };
        let last = next_of(fresh, &revs[passed_on + 1..]).is_none();
        let between = &revs[given..passed_on];
        let whole = into.path.is_empty() && into.root != from && self.is_vector(into.root);
        let still = next_of(into.root, between).is_none();
        (*passed == fresh && whole && still && last).then_some([given, passed_on])
    }

    /// The variable whose whole shadow two statements move into one that has just begun, and the shape that it has then.
    fn moved(&self, fresh: Local, revs: &[Rev]) -> Option<(Local, Option<usize>)> {
        let [
            Rev::Accumulate {
                into,
                from: Owned::At(from),
                ..
            },
            Rev::ClearAt { place, shape },
        ] = revs
        else {
            return None;
        };
        let whole = [into, from, *place].iter().all(|p| p.path.is_empty());
        let same = into.root == fresh && from.root == place.root && from.root != fresh;
        (whole && same && self.is_vector(fresh)).then_some((from.root, *shape))
    }

    fn is_vector(&self, local: Local) -> bool {
        let is_param = self.f.params.iter().any(|p| p.local == local);
        matches!(self.f.ty(local), Ty::Vec(of) if of.is_float()) && !is_param
    }
}

/// The first of some statements that names a shadow.
fn next_of(local: Local, revs: &[Rev]) -> Option<usize> {
    revs.iter().position(|rev| {
        let mut named = false;
        mentions::each(slice::from_ref(rev), &mut |mention: Mention| {
            named |= mention.local() == local;
        });
        named
    })
}
