//! The loop that fills a list.

use super::{Made, Search, counts};
use crate::ir::*;
use crate::tables::HashSet;

/// What fills a list, item by item, in order.
pub(super) struct Filled<'f> {
    pub(super) stmt: &'f Stmt,
    /// The statement that puts an item into it.
    write: &'f Stmt,
    /// The reference to the cell that it writes through.
    pub(super) view: Option<Local>,
    pub(super) item: Operand,
    /// Which item it is.
    pub(super) position: Option<Local>,
    /// How many items there will be, if that is known before.
    pub(super) end: Option<Operand>,
}

impl<'f> Filled<'f> {
    pub(super) fn of(
        search: &Search<'f>,
        stmt: &'f Stmt,
        names: &HashSet<Local>,
        made: &Made,
    ) -> Option<Self> {
        let Writes { found, view, .. } = Writes::of(stmt, names)?;
        let [(write, around)] = found.as_slice() else {
            return None;
        };
        let mut filled = Filled {
            stmt,
            write,
            view,
            item: Operand::Local(Local(0)),
            position: None,
            end: None,
        };
        match (&write.kind, made) {
            (StmtKind::Push { place, value }, Made::Empty) if place.path.is_empty() => {
                filled.item = value.clone();
                filled.count_pushes(search, around);
            }
            (
                StmtKind::Assign {
                    place,
                    value,
                    how: Assign::Set,
                },
                Made::Zeros(_) | Made::Array(_),
            ) => {
                filled.item = value.clone();
                filled.end = made.length();
                filled.position = Some(Self::index(search, place, around, filled.end.as_ref()?)?);
            }
            _ => return None,
        }
        let fixed = |l: Local| !search.a.f.info(l).mutable;
        filled.item.local().is_none_or(fixed).then_some(filled)
    }

    /// The index of the item, if the loops run through all of the list in order.
    fn index(
        search: &Search<'f>,
        place: &Place,
        around: &[&'f Stmt],
        length: &Operand,
    ) -> Option<Local> {
        let behind = search.definitions.behind_views(place)?;
        let [Step::Index(index)] = behind.path.as_slice() else {
            return None;
        };
        let loops: Option<Vec<_>> = around.iter().rev().map(|stmt| counts(stmt)).collect();
        let variables: Vec<_> = loops?.iter().map(|(_, var, _)| *var).collect();
        let outermost = around.first()?;
        let rows = &search.rows;
        let all = rows.run_through(index, &variables, outermost, behind.root, length);
        all.then(|| index.local()).flatten()
    }

    /// Tells pushes by the iterations of the loop, if there is one in each.
    fn count_pushes(&mut self, search: &Search<'f>, around: &[&'f Stmt]) {
        if let [only] = around
            && let Some((_, var, head)) = counts(only)
            && search.rows.is_zero(&head.lo)
        {
            (self.position, self.end) = (Some(var), Some(head.hi.clone()));
        }
    }

    /// Puts statements in the place of what wrote an item.
    pub(super) fn put(&self, filling: &mut Stmt, items: Vec<Stmt>) -> bool {
        let mut items = Some(items);
        self.put_within(filling, &mut items);
        items.is_none()
    }

    fn put_within(&self, stmt: &mut Stmt, items: &mut Option<Vec<Stmt>>) {
        for region in stmt.regions_mut() {
            let is_view = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Let { dst, .. } if self.view == Some(*dst));
            region.stmts.retain(|stmt| !is_view(stmt));
            let write = |stmt: &Stmt| stmt.id == self.write.id;
            if let Some(at) = region.stmts.iter().position(write) {
                region
                    .stmts
                    .splice(at..=at, items.take().unwrap_or_default());
                return;
            }
            for inner in &mut region.stmts {
                self.put_within(inner, items);
            }
        }
    }
}

/// What a loop puts into a list.
struct Writes<'f, 'n> {
    names: &'n HashSet<Local>,
    /// The statements that do it, each with what is around it in the loop, the innermost last.
    found: Vec<(&'f Stmt, Vec<&'f Stmt>)>,
    /// The reference that one leads through.
    view: Option<Local>,
    /// Whether nothing else is done with the list.
    fits: bool,
}

impl<'f, 'n> Writes<'f, 'n> {
    fn of(stmt: &'f Stmt, names: &'n HashSet<Local>) -> Option<Self> {
        let mut writes = Writes {
            names,
            found: Vec::new(),
            view: None,
            fits: true,
        };
        each(stmt, &mut vec![stmt], &mut |inner, around| {
            writes.see(inner, around);
        });
        writes.fits.then_some(writes)
    }

    fn see(&mut self, stmt: &'f Stmt, around: &[&'f Stmt]) {
        let of_list = |l: &Local| self.names.contains(l) || self.view == Some(*l);
        self.fits &= !given(stmt).any(|l| of_list(&l));
        let mentions = mentioned(stmt).iter().filter(|l| of_list(l)).count();
        match &stmt.kind {
            _ if mentions == 0 => {}
            StmtKind::Let {
                dst,
                op: Op::Ref { place, .. },
            } if self.view.is_none() && self.names.contains(&place.root) => {
                self.view = Some(*dst);
            }
            StmtKind::Push { place, .. } | StmtKind::Assign { place, .. } => {
                self.fits &= mentions == 1 && of_list(&place.root);
                self.found.push((stmt, around.to_vec()));
            }
            _ => self.fits = false,
        }
    }
}

/// Calls `see` for every statement in another one, with what is around it.
fn each<'f>(
    stmt: &'f Stmt,
    around: &mut Vec<&'f Stmt>,
    see: &mut impl FnMut(&'f Stmt, &[&'f Stmt]),
) {
    for region in stmt.regions() {
        for inner in &region.stmts {
            see(inner, around);
            around.push(inner);
            each(inner, around, see);
            around.pop();
        }
    }
}
