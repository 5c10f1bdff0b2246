//! The loop that goes over a list.

use super::filled::Filled;
use super::{Search, Uses, counts, names};
use crate::ir::*;
use crate::rewriting::Writer;
use crate::rewriting::renaming::Renaming;
use crate::tables::{HashMap, HashSet};

/// What is done with each item of a list, from the first to the last.
pub(super) struct GoneOver<'f> {
    pub(super) stmt: &'f Stmt,
    body: &'f Region,
    /// Which item it is.
    var: Local,
    /// References to the item.
    views: HashSet<Local>,
    list: HashSet<Local>,
}

impl<'f> GoneOver<'f> {
    pub(super) fn of(
        search: &Search<'f>,
        stmt: &'f Stmt,
        uses: &Uses,
        filled: &Filled,
    ) -> Option<Self> {
        let (looped, var, head) = counts(stmt)?;
        let all = search.rows.is_zero(&head.lo) && Self::ends_with(search, head, uses, filled);
        let mut continues = false;
        looped.body.walk(&mut |inner| {
            let to = match &inner.kind {
                StmtKind::Exit { to, .. } => Some(*to),
                _ => None,
            };
            continues |= to == Some(Exit::Continue(looped.label));
        });
        let mut gone_over = GoneOver {
            stmt,
            body: &looped.body,
            var,
            views: HashSet::default(),
            list: uses.names.clone(),
        };
        looped.body.walk(&mut |inner| {
            if let StmtKind::Let {
                dst,
                op: Op::Ref { place, .. },
            } = &inner.kind
                && gone_over.is_item(place)
                && place.path.len() == 1
            {
                gone_over.views.insert(*dst);
            }
        });
        (all && !continues && gone_over.only_reads(search)).then_some(gone_over)
    }

    /// Whether a range ends with the list.
    fn ends_with(search: &Search, head: &Range, uses: &Uses, filled: &Filled) -> bool {
        let is_length = |l: Local| uses.lengths.contains(&l);
        let of_list = |l: &Local| search.rows.is_length(&head.hi, *l);
        let of_items = filled
            .end
            .as_ref()
            .is_some_and(|end| search.rows.are_equal(end, &head.hi));
        head.hi.local().is_some_and(is_length) || uses.names.iter().any(of_list) || of_items
    }

    /// Whether a place is in the item of the iteration.
    fn is_item(&self, place: &Place) -> bool {
        let at = |step: Option<&Step>| matches!(step, Some(Step::Index(Operand::Local(l))) if *l == self.var);
        self.list.contains(&place.root) && at(place.path.first())
    }

    /// Whether no item is changed.
    fn only_reads(&self, search: &Search) -> bool {
        let changed = search.changed(self.stmt);
        let mut of_list = self.list.iter().chain(&self.views);
        !of_list.any(|l| search.is_in(&changed, *l))
    }

    /// What is there no more.
    pub(super) fn gone(&self) -> impl Iterator<Item = Local> {
        self.views.iter().copied().chain([self.var])
    }

    /// What is done with the item, by its own name; none if that cannot be said.
    pub(super) fn body(&self, filled: &Filled, writer: &Writer) -> Option<Vec<Stmt>> {
        let mut stmts = self.body.stmts.clone();
        if let Some(position) = filled.position {
            let instead = HashMap::from_iter([(self.var, position)]);
            let renaming = Renaming::new(&instead, writer);
            stmts.iter_mut().for_each(|stmt| renaming.whole(stmt));
        }
        let var = filled.position.unwrap_or(self.var);
        let naming = Naming {
            over: self,
            var,
            item: &filled.item,
        };
        naming.all(&mut stmts)?;
        let list = |l: &Local| self.list.contains(l) || self.views.contains(l);
        let gone = !stmts.iter().any(|stmt| names(stmt).iter().any(list));
        gone.then_some(stmts)
    }
}

/// Names the item by its own name.
struct Naming<'a> {
    over: &'a GoneOver<'a>,
    var: Local,
    item: &'a Operand,
}

impl Naming<'_> {
    fn all(&self, stmts: &mut Vec<Stmt>) -> Option<()> {
        let is_view = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Let { dst, .. } if self.over.views.contains(dst));
        stmts.retain(|stmt| !is_view(stmt));
        for stmt in stmts {
            self.stmt(stmt)?;
            for region in stmt.regions_mut() {
                self.all(&mut region.stmts)?;
            }
        }
        Some(())
    }

    fn stmt(&self, stmt: &mut Stmt) -> Option<()> {
        let StmtKind::Let { op, .. } = &mut stmt.kind else {
            return Some(());
        };
        if let Op::Load(place) = op
            && let Some([]) = self.rest(place)
        {
            *op = Op::Use(self.item.clone());
            return Some(());
        }
        for place in op.places_mut() {
            if let Some(rest) = self.rest(place) {
                *place = Place {
                    path: rest.to_vec(),
                    root: self.item.local()?,
                };
            }
        }
        Some(())
    }

    /// Where in the item a place is.
    fn rest<'p>(&self, place: &'p Place) -> Option<&'p [Step]> {
        let is_view = self.over.views.contains(&place.root);
        match place.path.as_slice() {
            [Step::Deref, rest @ ..] if is_view => Some(rest),
            [Step::Index(Operand::Local(l)), rest @ ..]
                if *l == self.var && self.over.list.contains(&place.root) =>
            {
                Some(rest)
            }
            _ => None,
        }
    }
}
