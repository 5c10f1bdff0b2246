//! Lists that are filled only to be gone over once.
//!
//! Receives a function with its analyses; promises one of the same value, to the last bit, and the same derivatives, in
//! which what a loop did with the items of a local list is done where the items are made. There is no list then, and no
//! shadow of it.
//!
//! ```text
//! let mut r = vec![0.0; x.len()];
//! for i in 0..x.len() {                  let mut s = 0.0;
//!     r[i] = x[i] - y[i];                for i in 0..x.len() {
//! }                                          let item = x[i] - y[i];
//! let mut s = 0.0;                           s += item * item;
//! for v in &r { s += v * v; }            }
//! ```
//!
//! Items have to be made in the order in which they are gone over: they are pushed, or an index runs through all of the
//! list, as the digits of a number do that is counted up, `c[(i * m + j) * n + k]`. Neither loop may touch what the
//! other one changes, and what a call may do besides shows in one of them at most.

mod filled;
mod gone_over;
#[cfg(test)]
mod tests;

use crate::adjoint::rows::Rows;
use crate::analysis::affine::Definitions;
use crate::analysis::plan::Analyses;
use crate::ir::*;
use crate::lower::number;
use crate::passes::Pass;
use crate::rewriting::Writer;
use crate::segments;
use crate::tables::HashSet;
use filled::Filled;
use gone_over::GoneOver;

/// The function without such lists; none if it has none.
pub(crate) fn contracted(a: &Analyses) -> Option<Function> {
    if !a.passes.has(Pass::Contraction) {
        return None;
    }
    let mut f = without_one(a)?;
    while let Some(shorter) = without_one(&Analyses::of(&f, &a.passes)) {
        f = shorter;
    }
    Some(f)
}

/// The function without the first such list.
fn without_one(a: &Analyses) -> Option<Function> {
    let mut makes_lists = false;
    let mut see = |stmt: &Stmt| makes_lists |= Made::of(stmt).is_some();
    a.f.body.walk(&mut |stmt| see(stmt));
    let search = makes_lists.then(|| Search {
        a,
        definitions: Definitions::of(a.f),
        rows: Rows::of(a),
    })?;
    let list = search.region(&a.f.body)?;
    let mut f = a.f.clone();
    let mut body = std::mem::take(&mut f.body);
    let done = list.contract(&mut body, &Writer::new(&mut f.locals));
    f.body = body;
    (done && list.is_gone(&f)).then(|| {
        number(&mut f.body, &mut 0);
        verify::check(&f);
        f
    })
}

/// How a list begins.
enum Made<'s> {
    Empty,
    /// With so many zeros.
    Zeros(Operand),
    /// As an array of so many.
    Array(&'s proc_macro2::TokenStream),
}

impl<'s> Made<'s> {
    fn of(stmt: &'s Stmt) -> Option<(Local, Self)> {
        let StmtKind::Let { dst, op } = &stmt.kind else {
            return None;
        };
        let made = match op {
            Op::VecRepeat(_, length) => Made::Zeros(length.clone()),
            Op::Repeat(_, length) => Made::Array(length),
            Op::Raw(raw) if makes_empty(raw) => Made::Empty,
            _ => return None,
        };
        Some((*dst, made))
    }

    /// How many items there are from the beginning.
    fn length(&self) -> Option<Operand> {
        match self {
            Made::Empty => None,
            Made::Zeros(length) => Some(length.clone()),
            Made::Array(length) => Some(Operand::Const((*length).clone(), Ty::Int)),
        }
    }
}

/// `Vec::new()`, `Vec::with_capacity(n)`
fn makes_empty(raw: &Raw) -> bool {
    if !raw.tokens.to_string().contains("Vec") {
        return false;
    }
    let Ok(syn::Expr::Call(call)) = syn::parse2(raw.tokens.clone()) else {
        return false;
    };
    let syn::Expr::Path(function) = &*call.func else {
        return false;
    };
    let names = segments::names(&function.path);
    matches!(names.as_slice(), [.., of, made] if of == "Vec" && (made == "new" || made == "with_capacity"))
}

struct Search<'f> {
    a: &'f Analyses<'f>,
    definitions: Definitions<'f>,
    rows: Rows<'f>,
}

/// A list of which nothing need stay.
struct List<'f> {
    names: HashSet<Local>,
    /// The statements that make it, or give it another name.
    naming: HashSet<usize>,
    filled: Filled<'f>,
    gone_over: GoneOver<'f>,
    /// The statements between the two loops.
    between: Vec<usize>,
    /// The values that are its length.
    lengths: HashSet<Local>,
}

impl<'f> Search<'f> {
    /// The first such list that is made in a region, or in one that it contains.
    fn region(&self, region: &'f Region) -> Option<List<'f>> {
        let found = region.stmts.iter().enumerate().find_map(|(at, stmt)| {
            let (local, made) = Made::of(stmt)?;
            self.list(region, at, local, &made)
        });
        found.or_else(|| {
            let inner = region.stmts.iter().flat_map(Stmt::regions);
            inner.into_iter().find_map(|region| self.region(region))
        })
    }

    fn list(&self, region: &'f Region, at: usize, local: Local, made: &Made) -> Option<List<'f>> {
        let mut uses = Uses::of(local, &region.stmts[at]);
        for stmt in &region.stmts[at + 1..] {
            uses.see(stmt)?;
        }
        let is_given = |tail: &Operand| tail.local().is_some_and(|l| uses.names.contains(&l));
        let [filling, going] = uses.loops[..] else {
            return None;
        };
        let filled = Filled::of(self, filling, &uses.names, made)?;
        let gone_over = GoneOver::of(self, going, &uses, &filled)?;
        let position = |stmt: &Stmt| region.stmts.iter().position(|s| s.id == stmt.id);
        let between = &region.stmts[position(filling)? + 1..position(going)?];
        let list = List {
            between: between.iter().map(|stmt| stmt.id).collect(),
            names: uses.names.clone(),
            naming: uses.naming,
            lengths: uses.lengths,
            filled,
            gone_over,
        };
        let free = between.iter().all(|stmt| self.may_come_first(&list, stmt));
        let fits = !region.tail.as_ref().is_some_and(is_given) && free;
        (fits && self.are_apart(&list)).then_some(list)
    }

    /// Whether a statement between the loops may come before both.
    fn may_come_first(&self, list: &List, stmt: &Stmt) -> bool {
        let fixed = match &stmt.kind {
            StmtKind::Let { op, .. } => match op {
                Op::Raw(raw) => raw.cheap || Made::of(stmt).is_some() || asks_length(raw),
                Op::Ref { mutable, .. } => !mutable,
                Op::Pop(_) | Op::Call(_) => false,
                _ => true,
            },
            StmtKind::Declare { .. } => true,
            _ => false,
        };
        let of_list = list.naming.contains(&stmt.id) || self.is_length(list, stmt);
        let changed = self.changed(list.filled.stmt);
        fixed && (of_list || mentioned(stmt).iter().all(|l| !self.is_in(&changed, *l)))
    }

    fn is_length(&self, list: &List, stmt: &Stmt) -> bool {
        matches!(&stmt.kind, StmtKind::Let { dst, .. } if list.lengths.contains(dst))
    }

    /// Whether neither loop touches what the other one changes but the list, and one at most does what shows.
    fn are_apart(&self, list: &List) -> bool {
        let [filling, going] = [list.filled.stmt, list.gone_over.stmt];
        let of_list = |l: &Local| list.names.iter().any(|name| self.storage(*name) == *l);
        let touches = |stmt: &Stmt, changed: &HashSet<Local>| {
            let touched = names(stmt).into_iter().map(|l| self.storage(l));
            touched
                .filter(|l| !of_list(l))
                .any(|l| changed.contains(&l))
        };
        let meet = touches(going, &self.changed(filling)) || touches(filling, &self.changed(going));
        !meet && (!acts(filling) || !acts(going))
    }

    /// The storage that a statement changes, with all that is in it.
    fn changed(&self, stmt: &Stmt) -> HashSet<Local> {
        let inside = stmt.id..=self.a.flow.end[stmt.id];
        let writes = self.a.mutation.writes.iter();
        let inside = writes.filter(|write| inside.contains(&write.at));
        inside.map(|write| write.storage).collect()
    }

    fn is_in(&self, storages: &HashSet<Local>, local: Local) -> bool {
        storages.contains(&self.storage(local))
    }

    fn storage(&self, local: Local) -> Local {
        self.a.flow.storage(local)
    }
}

/// What becomes of a list in its region.
struct Uses<'f> {
    names: HashSet<Local>,
    /// The last one of the names.
    current: Local,
    naming: HashSet<usize>,
    lengths: HashSet<Local>,
    loops: Vec<&'f Stmt>,
}

impl<'f> Uses<'f> {
    fn of(list: Local, made: &Stmt) -> Self {
        Uses {
            names: HashSet::from_iter([list]),
            current: list,
            naming: HashSet::from_iter([made.id]),
            lengths: HashSet::default(),
            loops: Vec::new(),
        }
    }

    /// None if it is more than named again, asked for its length, or looked at by a loop.
    fn see(&mut self, stmt: &'f Stmt) -> Option<()> {
        let mut names = names(stmt);
        names.retain(|l| self.names.contains(l));
        if names.is_empty() {
            return Some(());
        }
        // An array that has been copied may change afterwards.
        (names.len() == 1 && names.contains(&self.current)).then_some(())?;
        match &stmt.kind {
            StmtKind::Loop(_) => self.loops.push(stmt),
            StmtKind::Let {
                dst,
                op: Op::Use(_),
            } => {
                self.names.insert(*dst);
                self.current = *dst;
                self.naming.insert(stmt.id);
            }
            StmtKind::Let {
                dst,
                op: Op::Len(place, _),
            } if place.path.is_empty() => _ = self.lengths.insert(*dst),
            StmtKind::Let {
                dst,
                op: Op::Raw(raw),
            } if asks_length(raw) => _ = self.lengths.insert(*dst),
            _ => return None,
        }
        Some(())
    }
}

/// `list.len()`
fn asks_length(raw: &Raw) -> bool {
    let Ok(syn::Expr::MethodCall(call)) = syn::parse2(raw.tokens.clone()) else {
        return false;
    };
    let of_variable =
        matches!(&*call.receiver, syn::Expr::Path(path) if path.path.get_ident().is_some());
    of_variable && call.method == "len" && call.args.is_empty() && raw.reads.len() == 1
}

/// All locals that a statement and the statements in it name.
fn names(stmt: &Stmt) -> HashSet<Local> {
    let mut all: HashSet<Local> = mentioned(stmt).into_iter().chain(given(stmt)).collect();
    for region in stmt.regions() {
        region.walk(&mut |inner| all.extend(mentioned(inner).into_iter().chain(given(inner))));
    }
    all
}

/// Whether something may show of a statement but what it changes: a text that is written, a panic.
fn acts(stmt: &Stmt) -> bool {
    let mut acts = false;
    let mut see = |stmt: &Stmt| {
        acts |= match &stmt.kind {
            StmtKind::Effect { .. } | StmtKind::Panic { .. } => true,
            StmtKind::Let {
                op: Op::Call(call), ..
            } => !matches!(call.callee, Callee::Operator(_)),
            StmtKind::Let {
                op: Op::Raw(raw), ..
            } => !raw.cheap,
            _ => false,
        };
    };
    see(stmt);
    stmt.regions()
        .iter()
        .for_each(|region| region.walk(&mut see));
    acts
}

impl List<'_> {
    /// Does with each item what is done with it where it is made; false if the list is in none of the regions.
    fn contract(&self, region: &mut Region, writer: &Writer) -> bool {
        let filling = |stmt: &Stmt| stmt.id == self.filled.stmt.id;
        let Some(at) = region.stmts.iter().position(filling) else {
            let inner = region.stmts.iter_mut().flat_map(Stmt::regions_mut);
            return inner.into_iter().any(|r| self.contract(r, writer));
        };
        let mut before: Vec<Stmt> = region.stmts.drain(..at).collect();
        let mut filling = region.stmts.remove(0);
        let items = self.gone_over.body(&self.filled, writer);
        let put = items.is_some_and(|items| self.filled.put(&mut filling, items));
        let (between, mut after): (Vec<_>, Vec<_>) =
            (region.stmts.drain(..)).partition(|stmt| self.between.contains(&stmt.id));
        after.retain(|stmt| stmt.id != self.gone_over.stmt.id);
        before.extend(between);
        region.stmts = before.into_iter().chain([filling]).chain(after).collect();
        region.stmts.retain(|stmt| !self.naming.contains(&stmt.id));
        self.tell_lengths(region);
        put
    }

    /// What was the length of the list is the number of items.
    fn tell_lengths(&self, region: &mut Region) {
        for stmt in &mut region.stmts {
            if let (StmtKind::Let { dst, op }, Some(length)) = (&mut stmt.kind, &self.filled.end)
                && self.lengths.contains(dst)
            {
                *op = Op::Use(length.clone());
            }
        }
        let asks = |stmt: &Stmt| names(stmt).iter().any(|l| self.names.contains(l));
        region.stmts.retain(|stmt| !asks(stmt));
    }

    /// Whether nothing names what there is no more.
    fn is_gone(&self, f: &Function) -> bool {
        let mut gone: HashSet<Local> = self.names.iter().copied().collect();
        gone.extend(self.filled.view);
        gone.extend(self.gone_over.gone());
        if self.filled.end.is_none() {
            gone.extend(&self.lengths);
        }
        let mut is_gone = true;
        f.body.walk(&mut |stmt| {
            let mut named = mentioned(stmt).into_iter().chain(given(stmt));
            is_gone &= !named.any(|l| gone.contains(&l));
        });
        is_gone
            && !f
                .body
                .tail
                .iter()
                .filter_map(Operand::local)
                .any(|l| gone.contains(&l))
    }
}

/// A loop over a range from zero on, that nothing leaves early.
fn counts(stmt: &Stmt) -> Option<(&Loop, Local, &Range)> {
    counted(stmt).filter(|(_, _, head)| !head.inclusive && head.adaptors.is_empty())
}
