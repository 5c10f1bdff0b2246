//! To be recorded: which statements save what they overwrite.
//!
//! Receives what the reverse sweep reads, and where; promises for each write a [`Save`], or none where
//! nobody reads the old content.
//!
//! ```text
//! slope(x, &y, &mut k);          k[i] = … in a loop        overwrites k: only `advance` has read it
//! advance(&y, h, &k, &mut y);    y is saved, for `slope`'s pullback reads it
//!                                k is saved if `advance`'s pullback reads it: its companion says so
//! ```

use super::mutation::Write;
use super::plan::{Analyses, Passed, Reader};
use super::reads::Asked;
use super::receiver::Changer;
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::tables::{HashMap, HashSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Save {
    /// The reverse sweep reads what is overwritten.
    Always,
    /// Only pullbacks of other calls may read it: if one does.
    IfRead,
    /// Only pullbacks of the same method may, of which each can tell of itself.
    IfReadByItself,
    /// The same, or the caller may want it back.
    IfKeptOrReadByItself,
    /// Only the caller may want it back. It has a site of its own.
    IfKept,
    /// The same, in the residual of its region.
    IfKeptHere,
}

pub(super) struct Saves<'a> {
    pub(super) a: &'a Analyses<'a>,
    /// What is read for certain, and where.
    pub(super) reads: &'a [(Local, usize)],
    /// What is undone by position, or at an end.
    pub(super) undone: &'a [(Local, usize)],
    pub(super) passed: &'a [Passed],
}

impl Saves<'_> {
    /// The saves, and the questions that those of [`Save::IfRead`] hang on.
    pub(super) fn decide(
        &self,
        is_caller_storage: impl Fn(Local) -> bool,
    ) -> (HashMap<usize, Save>, HashMap<usize, Vec<Asked>>) {
        let stmts = self.statements();
        let (mut saves, mut asked) = (HashMap::default(), HashMap::default());
        let writes = self.a.mutation.writes.iter();
        for write in writes.filter(|w| !self.a.steps.back.contains_key(&w.at)) {
            let stmt = stmts[&write.at];
            let kept = is_caller_storage(write.storage);
            let read = self.is_read_for_certain(write);
            let changer = self.changer(stmt);
            let questions = self.questions(write, changer.as_ref());
            let save = match (read, questions.is_empty(), kept) {
                (false, true, false) => continue,
                (false, true, true) if self.has_row(stmt) => Save::IfKeptHere,
                (false, true, true) => Save::IfKept,
                (false, false, kept) => self.if_read(stmt, &questions, kept),
                (true, ..) => Save::Always,
            };
            let companions = questions.into_iter().filter_map(|reader| match reader {
                Reader::Companion(asked) => Some(asked),
                Reader::Changer(_) => None,
            });
            asked
                .entry(write.at)
                .or_insert_with(Vec::new)
                .extend(companions);
            let joined = |known: &mut Save| *known = join(*known, save);
            saves.entry(write.at).and_modify(joined).or_insert(save);
        }
        (saves, asked)
    }

    fn statements(&self) -> HashMap<usize, &Stmt> {
        let mut stmts = HashMap::default();
        self.a
            .f
            .body
            .walk(&mut |stmt| stmts.extend([(stmt.id, stmt)]));
        stmts
    }

    /// Whether the old content is read, or what is undone by position must find as many items as it left.
    fn is_read_for_certain(&self, write: &Write) -> bool {
        let before = |r: &(Local, usize)| self.is_before(*r, write.storage, write.at);
        self.reads.iter().any(before) || write.whole && self.undone.iter().any(before)
    }

    /// Whether a read may happen before a write of the same storage.
    fn is_before(&self, (read, at): (Local, usize), storage: Local, write: usize) -> bool {
        read == storage && self.a.flow.is_earlier(storage, at, write)
    }

    fn changer(&self, stmt: &Stmt) -> Option<Changer> {
        match &stmt.kind {
            StmtKind::Let {
                op: Op::Call(call), ..
            } => Changer::of(self.a, call),
            _ => None,
        }
    }

    /// Who may read what is overwritten: not who is only given another field.
    fn questions(&self, write: &Write, changer: Option<&Changer>) -> Vec<Reader> {
        let elsewhere = |reader: &Reader| match (reader, changer) {
            (Reader::Changer(reader), Some(changer)) => reader.is_of_another_field(changer),
            _ => false,
        };
        let passed = self.passed.iter();
        passed
            .filter(|p| self.is_before((p.storage, p.at), write.storage, write.at))
            .filter(|p| !elsewhere(&p.reader))
            .map(|p| p.reader.clone())
            .collect()
    }

    fn if_read(&self, stmt: &Stmt, readers: &[Reader], kept: bool) -> Save {
        let itself = self.changer(stmt);
        let is_itself =
            |reader: &Reader| matches!(reader, Reader::Changer(m) if Some(m) == itself.as_ref());
        let is_companion = |reader: &Reader| matches!(reader, Reader::Companion(_));
        if readers.iter().all(is_itself) {
            match kept {
                true => Save::IfKeptOrReadByItself,
                false => Save::IfReadByItself,
            }
        } else if !kept && readers.iter().all(is_companion) && self.can_ask(stmt) {
            Save::IfRead
        } else {
            Save::Always
        }
    }

    /// Calls and assignments of floats, which leave the length of what they write to as it is.
    fn can_ask(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Let {
                op: Op::Call(call), ..
            } => {
                // Arguments and parameters are told by the same numbers.
                let plain = call.functions.is_empty() && call.changing.is_empty();
                plain && matches!(call.callee, Callee::Path(_))
            }
            StmtKind::Assign { place, .. } => place_ty(self.a.f, place).is_float(),
            _ => false,
        }
    }

    /// Whether the statement is run once by each iteration of the loops around it, and saves a float: the
    /// row of the iteration has a place for it, and is no larger where the caller keeps nothing.
    fn has_row(&self, stmt: &Stmt) -> bool {
        let StmtKind::Assign { place, .. } = &stmt.kind else {
            return false;
        };
        let mut counted = HashSet::default();
        self.a.f.body.walk(&mut |s| match &s.kind {
            StmtKind::Loop(l) if l.counted => drop(counted.insert(s.id)),
            _ => {}
        });
        let around = &self.a.flow.parents[stmt.id];
        place_ty(self.a.f, place).is_float() && around.iter().all(|p| counted.contains(p))
    }
}

/// Of a statement that writes to several storages.
fn join(a: Save, b: Save) -> Save {
    if a == b { a } else { Save::Always }
}
