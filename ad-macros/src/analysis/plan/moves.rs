//! Where owned values are moved out of their variables.
//!
//! Receives the statements; promises for each variable that is moved away the statement of its own region
//! that does it, and the variables that must be given back because a nested statement moves them late.
//!
//! ```text
//! let v = vec![x];  f(&v);  let w = v;        v is moved away: what the residual keeps of it, it takes before
//! loop { v[0] += x;  if c { return Ok(v); } } v is given back: the exit leaves with what the residual keeps
//! ```

use super::*;

impl<'a> Planner<'a> {
    /// How a statement that moves a variable, or a part of it, away leaves it.
    fn moved(&self, local: Local, at: usize) -> Moved {
        let variable = self.a.flow.origin[local.0];
        let from = self.a.flow.containing(local, at);
        let mut writes = self.a.mutation.writes_to(variable).filter(|w| *w >= from);
        if writes.next().is_none() {
            return Moved::Away(from);
        }
        match self.is_refilled(local, at) {
            true => Moved::Refilled,
            false => Moved::Late,
        }
    }

    /// Whether a variable that is moved away surely holds a value again before its scope is left. What is
    /// written within the statement itself, an arm of the `match` that takes it apart, is its last content.
    fn is_refilled(&self, local: Local, at: usize) -> bool {
        let flow = &self.a.flow;
        let within = |write: usize| at < write && write <= flow.end[at];
        let always = |write: usize| {
            let around = &flow.parents[at];
            write > at && flow.parents[write].iter().all(|p| around.contains(p))
        };
        let mut writes = self.a.mutation.writes_to(flow.origin[local.0]);
        let refill = writes.find(|w| within(*w) || always(*w));
        refill.is_some_and(|refill| !self.may_be_left(local, at, refill))
    }

    /// Whether the scope of a variable may be left between two statements.
    fn may_be_left(&self, local: Local, after: usize, before: usize) -> bool {
        let scope = &self.a.flow.home[local.0];
        let (mut around, mut leaves) = (HashSet::default(), false);
        self.a.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Loop(l) if scope.contains(&stmt.id) => drop(around.insert(l.label)),
            StmtKind::Exit { to, .. } if after < stmt.id && stmt.id < before => {
                leaves |= match to {
                    Exit::Return => true,
                    Exit::Break(label) | Exit::Continue(label) => around.contains(label),
                };
            }
            _ => {}
        });
        leaves
    }

    /// Where owned values are moved out of their variables, by the statement of their own region; and
    /// the statements that move what must be given back.
    pub(super) fn moves(&self) -> (HashMap<Local, usize>, HashMap<usize, Vec<Local>>) {
        let mut moves = HashMap::default();
        let mut late: HashMap<usize, Vec<Local>> = HashMap::default();
        self.a.f.body.walk(&mut |stmt| {
            for local in self.moved_by(stmt) {
                let ty = self.a.f.ty(local);
                if ty.is_copy() || ty.is_ref() {
                    continue;
                }
                match self.moved(local, stmt.id) {
                    Moved::Away(at) => drop(moves.entry(local).or_insert(at)),
                    // Nothing is moved out of a list's index.
                    Moved::Late if self.a.f.info(local).mutable && is_indexed(stmt) => {}
                    Moved::Late => late.entry(stmt.id).or_default().push(local),
                    Moved::Refilled => {}
                }
            }
        });
        (moves, late)
    }

    /// The variables that a branch takes apart, and those of outside that its arms yield.
    fn moved_by_branch(&self, id: usize, branch: &Branch) -> Vec<Local> {
        let opened = match &branch.head {
            Head::Open(open) if open.moves => open.places.as_slice(),
            _ => &[],
        };
        let values = branch.arms.iter().filter_map(|arm| arm.body.value());
        let outside = |l: &Local| !self.a.flow.home[l.0].contains(&id);
        opened
            .iter()
            .map(|p| p.root)
            .chain(values.filter_map(|v| v.local()).filter(outside))
            .collect()
    }

    /// The variables that a statement names as values, or may move parts out of.
    fn moved_by(&self, stmt: &Stmt) -> Vec<Local> {
        let operands: Vec<&Operand> = match &stmt.kind {
            StmtKind::Let {
                op: Op::Again(_) | Op::Scalar(_) | Op::Cast(..),
                ..
            } => Vec::new(),
            // A part of unknown type may be moved out of what it is a part of.
            StmtKind::Let {
                dst,
                op: Op::Load(place),
            } if !self.a.f.ty(*dst).is_copy() => return vec![place.root],
            StmtKind::Let { op, .. } => op.operands(),
            StmtKind::Branch(branch) => return self.moved_by_branch(stmt.id, branch),
            StmtKind::Assign { value, .. }
            | StmtKind::Push { value, .. }
            | StmtKind::Exit {
                to: Exit::Break(_),
                value: Some(value),
            } => vec![value],
            _ => Vec::new(),
        };
        operands.into_iter().filter_map(|o| o.local()).collect()
    }
}

/// Whether a statement reads an element.
fn is_indexed(stmt: &Stmt) -> bool {
    let StmtKind::Let {
        op: Op::Load(place),
        ..
    } = &stmt.kind
    else {
        return false;
    };
    let index = |step: &Step| matches!(step, Step::Index(_));
    place.path.iter().any(index)
}

/// How a variable is left that is moved away.
enum Moved {
    /// Nothing is written to it from this statement of its own region on.
    Away(usize),
    /// It was written to before, and nothing is sure to be written to it again.
    Late,
    /// It holds a value again when its scope ends, and is kept then.
    Refilled,
}
