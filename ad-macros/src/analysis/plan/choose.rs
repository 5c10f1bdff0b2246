//! Store or compute again, value by value.
//!
//! Receives a local that is needed; promises how it comes back, and finds what must be stored after all:
//! loads of storage that changes before they are needed, and values that need more stored than they are.
//!
//! ```text
//! t = x[i] * w       computed again, if x and w are as they were
//! t = x[i].sin()     stored
//! ```

use super::*;

impl<'a> Planner<'a> {
    /// How a needed local comes back.
    pub(super) fn decide(&self, local: Local) -> How {
        if let Some(param) = self.params.get(&local) {
            return if param.is_given_again(self.a.f) {
                How::Free
            } else {
                How::Keep
            };
        }
        if self.counters.contains(&local) {
            return How::Free;
        }
        let info = self.a.f.info(local);
        if info.mutable {
            return How::Keep;
        }
        if info.taken {
            return if matches!(info.ty, Ty::Unknown) {
                How::Keep
            } else {
                How::Store
            };
        }
        if info.part.is_some() {
            return How::Free;
        }
        if self.bound.contains(&local) {
            return How::Store;
        }
        let again = self
            .ops
            .get(&local)
            .is_some_and(|op| self.can_redo(op, &info.ty));
        if again && !self.stored.contains(&local) {
            return How::Redo;
        }
        let whole = matches!(info.ty, Ty::Vec(_) | Ty::Inert | Ty::Slice(_));
        let opaque_value = matches!(
            self.ops.get(&local),
            Some(Op::Call(_) | Op::Raw(_) | Op::Clone(..) | Op::Use(_) | Op::Load(_))
        ) && matches!(info.ty, Ty::Unknown);
        if whole || opaque_value {
            How::Keep
        } else {
            How::Store
        }
    }

    /// Whether naming a local again names a copy.
    fn is_copied(&self, local: Local) -> bool {
        let ty = self.a.f.ty(local);
        ty.is_copy() || ty.is_ref() || matches!(ty, Ty::Inert) && self.is_read_from_behind(local)
    }

    /// Whether a local is read out of what it does not own, which only copies are: the text of `for &name in names`.
    fn is_read_from_behind(&self, local: Local) -> bool {
        match self.ops.get(&local) {
            Some(Op::Load(place)) => self.is_behind(place),
            _ => false,
        }
    }

    /// Whether a place is behind a reference or an index.
    fn is_behind(&self, place: &Place) -> bool {
        let through = |s: &Step| matches!(s, Step::Deref | Step::Index(_));
        self.a.f.ty(place.root).is_ref() || place.path.iter().any(through)
    }

    /// Whether loading a place may move a part out of what owns it.
    fn moves_a_part(&self, place: &Place, ty: &Ty) -> bool {
        let behind = self.is_behind(place);
        let whole = !ty.is_copy() && matches!(ty, Ty::Unknown | Ty::Vec(_) | Ty::Tuple(_));
        whole && !behind && self.a.f.info(place.root).part.is_none()
    }

    fn can_redo(&self, op: &Op, ty: &Ty) -> bool {
        match op {
            Op::Use(a) => a.local().is_none_or(|l| self.is_copied(l)),
            Op::Neg(_) | Op::Integer(..) | Op::Cast(..) | Op::Ref { .. } | Op::Slope { .. } => true,
            Op::Binary(BinOp::Div, _, b) => b.local().is_none(),
            Op::Binary(..) => true,
            Op::Len(_, changes) => !changes,
            Op::Choose { base, .. } => self.is_still(base.root),
            Op::Raw(raw) => raw.cheap && (!raw.volatile || self.a.counts(raw)),
            Op::Elementary { name, .. } => {
                crate::lower::elementary::find(&name.to_string()).is_some_and(|e| e.cheap)
            }
            Op::Load(place) => {
                let origin = self.a.flow.storage(place.root);
                let variable = place.path.is_empty()
                    && self.a.f.info(place.root).mutable
                    && !self.a.steps.counters.contains(&place.root);
                !variable
                    && !self.a.mutation.opaque.contains(&origin)
                    && !self.moves_a_part(place, ty)
            }
            // What was computed verbatim, what is referred to, and a reference that is given again, is no more than looked at.
            Op::Selector(a) | Op::Key(a) => a.local().is_some_and(|l| {
                let looks = |op: &&&Op| matches!(**op, Op::Raw(_) | Op::Ref { .. });
                let lent = self.params.get(&l).map(|param| param.passing);
                lent == Some(Passing::Ref)
                    || (self.ops.get(&l).filter(looks)).is_some_and(|op| self.can_redo(op, ty))
            }),
            Op::Again(a) => a.local().is_some_and(|l| self.a.f.is_optional_reference(l)),
            Op::Scalar(a) => a.local().is_none_or(|l| self.decide(l) == How::Free),
            Op::Tuple(v) | Op::Array(v) => v
                .iter()
                .all(|o| o.local().is_none_or(|l| self.a.f.ty(l).is_copy())),
            // What borrows must not be stored, and what only borrows is made again for nothing.
            Op::Construct(c) => c.base.is_none() && c.fields.iter().all(|(_, v)| self.is_given(v)),
            _ => false,
        }
    }

    /// Whether an operand is a number, or a view of what nothing changes any more.
    fn is_given(&self, operand: &Operand) -> bool {
        operand.local().is_none_or(|l| {
            let ty = self.a.f.ty(l);
            ty.is_copy() && !ty.is_ref()
                || matches!(ty, Ty::Ref(false, _)) && (self.is_still(l) || self.views_local(l))
        })
    }

    /// Whether this is a view of a local variable that holds its last content.
    fn views_local(&self, view: Local) -> bool {
        let flow = &self.a.flow;
        let (storage, from) = (flow.storage(view), flow.def[view.0]);
        let mut writes = self.a.mutation.writes.iter();
        !self.params.contains_key(&storage)
            && !self.a.f.ty(storage).is_ref()
            && !writes.any(|w| self.is_earlier((storage, from), w.storage, w.at))
    }

    /// Whether this is an argument's storage that nothing changes.
    fn is_still(&self, root: Local) -> bool {
        let storage = self.a.flow.storage(root);
        let writes = &self.a.mutation.writes;
        let param = self.params.get(&storage);
        param.is_some_and(|p| p.passing == Passing::Ref)
            && !writes.iter().any(|w| w.storage == storage)
    }

    /// Whether doing `local` again at `at` would make nothing be stored.
    pub(super) fn is_free_to_redo(&self, local: Local, at: usize) -> bool {
        self.is_free(local, at, &mut HashSet::default())
    }

    /// `seen` holds what was asked already: values share operands, and each is asked once.
    fn is_free(&self, local: Local, at: usize, seen: &mut HashSet<Local>) -> bool {
        if !seen.insert(local) {
            return true;
        }
        match self.decide(local) {
            How::Free => true,
            How::Keep if self.a.steps.counters.contains(&local) => true,
            How::Keep => !self.a.f.info(local).mutable && self.last.contains_key(&local),
            How::Store => self.direct.contains(&local),
            How::Redo => {
                let op = self.ops[&local];
                let reads: Vec<Local> = match op {
                    Op::Raw(raw) => raw.reads.clone(),
                    _ => op.operands().iter().filter_map(|o| o.local()).collect(),
                };
                let places = op.places();
                let upto = self.a.flow.end[self.a.flow.containing(local, at)];
                let roots = places.iter().map(|(p, _)| p.root);
                let counters = reads
                    .iter()
                    .copied()
                    .filter(|l| self.a.steps.counters.contains(l));
                let stale = roots.clone().chain(counters).any(|root| {
                    self.a.mutation.written_between(
                        self.a.flow.storage(root),
                        self.a.flow.def[local.0],
                        upto,
                    )
                });
                let selectors = places
                    .iter()
                    .flat_map(|(p, _)| p.selectors())
                    .filter_map(|s| s.local());
                !stale
                    && !self.looks_behind_views(local)
                    && reads
                        .into_iter()
                        .chain(roots)
                        .chain(selectors)
                        .all(|l| self.is_free(l, at, seen))
            }
            How::Absent => false,
        }
    }

    /// Loads whose storage changes before they are needed for the last time are stored.
    pub(super) fn store_stale_loads(&mut self) -> bool {
        let stale: Vec<Local> = self
            .last
            .iter()
            .filter(|(l, _)| self.decide(**l) == How::Redo)
            .filter(|(l, upto)| self.is_stale(**l, **upto))
            .map(|(l, _)| *l)
            .collect();
        self.stored.extend(&stale);
        !stale.is_empty()
    }

    fn is_stale(&self, local: Local, upto: usize) -> bool {
        let flow = &self.a.flow;
        let def = flow.def[local.0];
        if self.looks_behind_views(local) {
            return true;
        }
        match self.ops[&local] {
            Op::Load(place) => {
                let storage = flow.storage(place.root);
                let mut writes = self.a.mutation.between(storage, def, upto);
                let written = writes.any(|w| !flow.passed.contains(&(def, w.at)));
                written || self.is_stale_reference(place.root, upto) || self.is_behind_kept(place)
            }
            Op::Len(place, _) => self.is_stale_reference(place.root, upto),
            Op::Raw(raw) => raw.reads.iter().any(|&r| {
                let written = self.a.mutation.written_between(flow.storage(r), def, upto);
                let asked = || self.may_borrow(r, local) && raw.asks(&self.a.f.info(r).name);
                written && self.is_mutable_storage(r)
                    || self.is_stale_reference(r, upto)
                    || asked()
                    || self.is_of_unseen_items(r, local)
            }),
            _ => false,
        }
    }

    /// Whether an integer or a condition is read through a view of what changes later, which nothing
    /// takes back for it.
    fn looks_behind_views(&self, local: Local) -> bool {
        let def = self.a.flow.def[local.0];
        match self.ops[&local] {
            Op::Len(place, _) => self.changes_later(place.root, def, |w| w.resizes),
            Op::Raw(raw) => raw
                .reads
                .iter()
                .any(|&r| self.changes_later(r, def, |_| true)),
            _ => false,
        }
    }

    /// Whether such a write may follow of what a view leads to.
    fn changes_later(&self, view: Local, from: usize, such: impl Fn(&Write) -> bool) -> bool {
        let flow = &self.a.flow;
        let storage = flow.storage(view);
        let later = |w: &&Write| self.is_earlier((storage, from), w.storage, w.at);
        let mut writes = self.a.mutation.writes.iter().filter(later);
        flow.variable(view) != view && writes.any(such)
    }

    /// Whether a local is a reference that cannot be made again. What is read through it is stored in its place,
    /// since what it leads to may be a variable, which changes, and which the residual would not outlive.
    fn is_stale_reference(&self, local: Local, upto: usize) -> bool {
        matches!(self.ops.get(&local), Some(Op::Raw(raw)) if raw.is_reference())
            && (self.decide(local) != How::Redo || self.is_stale(local, upto))
    }

    /// Whether a place is what a box refers to, as far as is known, of which the reverse sweep has a reference: what it
    /// refers to is one step further there.
    fn is_behind_kept(&self, place: &Place) -> bool {
        let root = place.root;
        matches!(place.path.first(), Some(Step::Deref))
            && matches!(self.a.f.ty(root), Ty::Unknown)
            && !self.a.flow.lent.contains(&root)
            && matches!(self.decide(root), How::Keep | How::Store)
    }

    /// Whether a local carries no derivative and may be a reference, or a set of some: to what, does not show, and
    /// whether that can be copied. What is asked of it, as often as it is made, is stored in its place.
    fn may_borrow(&self, local: Local, asked: Local) -> bool {
        let depth = |l| self.a.flow.loop_depth(l);
        let is_made = || self.ops.contains_key(&local) && self.a.f.ty(asked).is_scalar();
        matches!(self.a.f.ty(local), Ty::Inert)
            && (self.bound.contains(&local) || is_made())
            && depth(asked) <= depth(local)
            && self.decide(local) != How::Redo
    }

    /// Whether a number is asked of a variable without derivative that would be kept for it, and holds what may be
    /// references, as far as is seen: keys of a map, `k.len()` of a `k` in `keys`.
    fn is_of_unseen_items(&self, asked: Local, number: Local) -> bool {
        let from = match self.ops.get(&asked) {
            Some(Op::Load(place) | Op::Clone(place, ..)) => place.root,
            _ => asked,
        };
        let (f, storage) = (self.a.f, self.a.flow.storage(from));
        self.is_mutable_storage(storage)
            && matches!(f.ty(storage), Ty::Vec(item) if item.contains_unknown())
            && f.ty(number).is_scalar()
            && !self.a.activity.is_active(storage)
            && !self.params.contains_key(&storage)
    }

    fn is_mutable_storage(&self, local: Local) -> bool {
        self.a.f.info(local).mutable
    }

    /// A value whose recomputation would store two values or more is stored itself.
    pub(super) fn store_costly(&mut self) -> bool {
        let redone: BTreeSet<Local> = self
            .last
            .keys()
            .copied()
            .filter(|l| self.decide(*l) == How::Redo)
            .collect();
        // In program order, so that the leaves of operands are known.
        let mut leaves: HashMap<Local, Vec<Local>> = HashMap::default();
        let mut found = false;
        for local in redone {
            let needed = self.leaves(local, &leaves);
            let depth = self.a.flow.loop_depth(local);
            let as_deep = |l: &&Local| self.a.flow.loop_depth(**l) >= depth;
            let copies = self.a.f.ty(local).is_copy() && !self.a.f.ty(local).is_ref();
            let several = needed.iter().filter(as_deep).count() > 1;
            if copies && (several || self.keeps_for_one(local)) {
                // What comes later in the program can build on this value.
                self.stored.insert(local);
                found = true;
            }
            leaves.insert(local, needed);
        }
        found
    }

    /// Whether a number is asked of something that would be kept as a whole: `names.len()`.
    fn keeps_for_one(&self, number: Local) -> bool {
        let depth = |l: Local| self.a.flow.loop_depth(l);
        let kept = |l: &Local| {
            matches!(self.a.f.ty(*l), Ty::Inert | Ty::Unknown)
                && self.decide(*l) == How::Keep
                && !self.params.contains_key(l)
                && depth(*l) == depth(number)
        };
        matches!(self.ops[&number], Op::Raw(raw) if raw.reads.iter().any(kept))
    }

    /// Values that would be stored only to do `local` again; more than a few are as good as many.
    fn leaves(&self, local: Local, known: &HashMap<Local, Vec<Local>>) -> Vec<Local> {
        let mut leaves = Vec::new();
        for operand in self.ops[&local]
            .operands()
            .into_iter()
            .filter_map(|o| o.local())
        {
            match self.decide(operand) {
                How::Redo => leaves.extend(known.get(&operand).into_iter().flatten()),
                How::Store if !self.direct.contains(&operand) => leaves.push(operand),
                _ => {}
            }
        }
        leaves.sort();
        leaves.dedup();
        leaves.truncate(8);
        leaves
    }
}
