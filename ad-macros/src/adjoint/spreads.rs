//! Shadows that hold one number in every cell.
//!
//! Receives a reverse sweep; promises the same sweep, in which the shadow of a local sequence that a loop fills with
//! one cotangent, and that is only taken apart again, cell by cell, is that cotangent.
//!
//! ```text
//! d_t = d_s                        d_t = d_s
//! loop over k { d_y[k] += d_t }    loop over i {
//! loop over i {                        d_v = d_t
//!     take d_y[i] ; d_v = taken    }
//! }
//! ```
//!
//! So a sum over what a nest of loops has filled costs its reverse sweep no memory. A cell must be taken once at
//! most, since nothing comes of it the second time: the index tells the iterations of the loops around apart.

use super::mentions::{self, Mention};
use super::rows::Rows;
use super::{Ct, Rev, neighbours};
use crate::analysis::affine::Definitions;
use crate::analysis::plan::Analyses;
use crate::ir::*;
use std::slice;

/// Does so wherever it can be done.
pub(super) fn spread(a: &Analyses, revs: &mut Vec<Rev>) {
    let spreads = Spreads {
        a,
        definitions: Definitions::of(a.f),
        rows: Rows::of(a),
    };
    spreads.sweep(revs);
}

struct Spreads<'f> {
    a: &'f Analyses<'f>,
    definitions: Definitions<'f>,
    rows: Rows<'f>,
}

/// Where a shadow is taken apart.
struct Taker<'r> {
    /// What is taken: a cell, or the last one.
    place: Option<&'r Place>,
    /// The loops around, from within.
    around: Vec<(&'r Stmt, &'r Loop)>,
}

impl Spreads<'_> {
    fn sweep(&self, revs: &mut Vec<Rev>) {
        for rev in revs.iter_mut() {
            let bodies = rev.bodies_mut().iter_mut();
            bodies.for_each(|body| self.sweep(body));
        }
        let fresh = revs.iter().filter_map(|rev| match rev {
            Rev::Fresh(root) => Some(*root),
            _ => None,
        });
        for root in fresh.collect::<Vec<_>>() {
            self.replace(revs, root);
        }
    }

    /// Puts a number in the place of the shadow of `root`, if it is one.
    fn replace(&self, revs: &mut Vec<Rev>, root: Local) {
        let touches = |rev: &Rev| !self.mentions(slice::from_ref(rev), root).is_empty();
        let mut touching = (0..revs.len()).filter(|at| touches(&revs[*at]));
        let (Some(fresh), Some(filled)) = (touching.next(), touching.next()) else {
            return;
        };
        let begins = matches!(revs[fresh], Rev::Fresh(local) if local == root);
        let Some(number) = self.filled_with(&revs[filled], root) else {
            return;
        };
        if !begins || !self.is_taken_once(&revs[filled + 1..], root) {
            return;
        }
        let mut rest = revs.split_off(filled);
        if let Rev::Loop { body, .. } = rest.remove(0) {
            revs.extend(body.into_iter().filter(|rev| matches!(rev, Rev::Start(..))));
        }
        self.hand_out(&mut rest, root, number);
        revs.extend(rest);
        revs.remove(fresh);
    }

    fn mentions<'r>(&self, revs: &'r [Rev], root: Local) -> Vec<Mention<'r>> {
        let mut found = Vec::new();
        mentions::each(revs, &mut |mention| {
            if self.is_of(mention.local(), root) {
                found.push(mention);
            }
        });
        found
    }

    fn is_of(&self, local: Local, root: Local) -> bool {
        self.a.flow.storage(local) == self.a.flow.storage(root)
    }

    /// The scalar whose cotangent a loop adds to each cell, if it does nothing else.
    fn filled_with(&self, rev: &Rev, root: Local) -> Option<Local> {
        let Rev::Loop {
            stmt, looped, body, ..
        } = rev
        else {
            return None;
        };
        let var = neighbours::unit_steps(looped)?;
        let (mut started, mut number) = (Vec::new(), None);
        for rev in body {
            match rev {
                Rev::Start(local, ct) if self.is_the_same_for_all(ct, stmt, &started) => {
                    started.push(*local);
                }
                Rev::View { place, .. } if self.is_element(place, root, var) => {}
                Rev::AddAt(place, Ct::Of(local))
                    if self.is_element(place, root, var)
                        && started.contains(local)
                        && number.is_none() =>
                {
                    number = Some(*local);
                }
                _ => return None,
            }
        }
        number.filter(|_| self.runs_over_all(looped, root))
    }

    /// Whether a loop that takes all values between its bounds runs over every index of a sequence.
    fn runs_over_all(&self, looped: &Loop, root: Local) -> bool {
        let LoopKind::Range { head, .. } = &looped.kind else {
            return false;
        };
        self.rows.is_zero(&head.lo) && self.rows.is_length(&head.hi, root)
    }

    fn is_element(&self, place: &Place, root: Local, var: Local) -> bool {
        self.definitions.behind_views(place).is_some_and(|place| {
            place.root == root
                && matches!(place.path.as_slice(), [Step::Index(Operand::Local(i))] if *i == var)
        })
    }

    /// Whether a cotangent does not depend on the iteration: made of what is there before, and of what the
    /// iteration has made of that.
    fn is_the_same_for_all(&self, ct: &Ct, stmt: &Stmt, started: &[Local]) -> bool {
        let is_inside = |local: Local| self.a.flow.home[local.0].contains(&stmt.id);
        let mut same = true;
        ct.each(&mut |ct| {
            same &= match ct {
                Ct::Of(local) => started.contains(local) || !is_inside(*local),
                Ct::Times(_, by) | Ct::Over(_, by) => by
                    .local()
                    .is_none_or(|by| !self.a.f.info(by).mutable && !is_inside(by)),
                Ct::Neg(_) => true,
                _ => false,
            };
        });
        same
    }

    /// Whether all that is done to a shadow is that its cells are taken, none of them twice.
    fn is_taken_once(&self, revs: &[Rev], root: Local) -> bool {
        let mentions = self.mentions(revs, root);
        let others = mentions.iter().filter(|m| !matches!(m, Mention::View(_)));
        let Some(taker) = self.taker(revs, root).filter(|_| others.count() == 1) else {
            return false;
        };
        taker
            .place
            .is_none_or(|place| self.rows.are_all_apart(place, &taker.around))
    }

    fn taker<'r>(&self, revs: &'r [Rev], root: Local) -> Option<Taker<'r>> {
        revs.iter().find_map(|rev| match rev {
            Rev::Take(place) if self.is_of(place.root, root) => Some(Taker {
                place: Some(place),
                around: Vec::new(),
            }),
            Rev::Pop {
                place, plain: true, ..
            } if place.root == root && place.path.is_empty() => Some(Taker {
                place: None,
                around: Vec::new(),
            }),
            Rev::Branch { arms, .. } => arms.iter().find_map(|arm| self.taker(arm, root)),
            Rev::Rest { body, .. } => self.taker(body, root),
            Rev::Loop {
                stmt, looped, body, ..
            } => {
                let mut taker = self.taker(body, root)?;
                taker.around.push((stmt, looped));
                Some(taker)
            }
            _ => None,
        })
    }

    /// What is taken out of the shadow is the number.
    fn hand_out(&self, revs: &mut Vec<Rev>, root: Local, number: Local) {
        let mut taken = false;
        revs.retain_mut(|rev| {
            match rev {
                Rev::View { view, .. } if self.is_of(*view, root) => return false,
                Rev::Take(place) | Rev::Pop { place, .. } => {
                    taken = self.is_of(place.root, root);
                    return !taken;
                }
                other => {
                    if let Some(ct) = other.cotangent_mut().filter(|_| taken) {
                        ct.replace(&|ct| matches!(ct, Ct::Taken).then_some(Ct::Of(number)));
                    }
                    let bodies = other.bodies_mut().iter_mut();
                    bodies.for_each(|body| self.hand_out(body, root, number));
                }
            }
            true
        });
    }
}
