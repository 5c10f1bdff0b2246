//! Regions of statements, branches and loops.

use super::{Function, FunctionValue, Label, Local, Op, Operand, Place, Raw};
use proc_macro2::{Span, TokenStream};

/// A sequence of statements and what it yields.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    pub(crate) stmts: Vec<Stmt>,
    /// The value of the region; `None` for unit, and where it never ends by running off its end.
    pub(crate) tail: Option<Operand>,
    /// Whether the end of the region is never reached.
    pub(crate) diverges: bool,
}

impl Region {
    /// The operand it yields, through the rests that may end it.
    pub(crate) fn value(&self) -> Option<&Operand> {
        match self.stmts.last().map(|s| &s.kind) {
            Some(StmtKind::Rest(rest)) => rest.value(),
            _ => self.tail.as_ref(),
        }
    }

    /// Whether what may leave it early comes before its end, so that the rest of it says what it yields.
    pub(crate) fn ends_in_rest(&self) -> bool {
        matches!(self.stmts.last().map(|s| &s.kind), Some(StmtKind::Rest(_)))
    }

    /// Calls `visit` for every statement, outer ones first.
    pub(crate) fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Stmt)) {
        for stmt in &self.stmts {
            visit(stmt);
            for region in stmt.regions() {
                region.walk(visit);
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    /// The statement's number in program order; a compound statement comes before what it contains.
    pub(crate) id: usize,
    pub(crate) kind: StmtKind,
    pub(crate) span: Span,
}

impl Stmt {
    /// What a compound statement yields.
    pub(crate) fn result(&self) -> Option<Local> {
        match &self.kind {
            StmtKind::Branch(b) => b.dst,
            StmtKind::Loop(l) => l.dst,
            _ => None,
        }
    }

    /// The places that a statement changes without a call.
    pub(crate) fn changed(&self) -> Vec<&Place> {
        match &self.kind {
            StmtKind::Assign { place, .. }
            | StmtKind::Push { place, .. }
            | StmtKind::Swap { place, .. }
            | StmtKind::Fill { place, .. }
            | StmtKind::CopyFrom { place, .. }
            | StmtKind::Let {
                op: Op::Pop(place), ..
            } => vec![place],
            StmtKind::Exchange { a, b } => vec![a, b],
            _ => Vec::new(),
        }
    }

    /// The regions a compound statement contains.
    pub(crate) fn regions(&self) -> Vec<&Region> {
        match &self.kind {
            StmtKind::Branch(b) => b.arms.iter().map(|a| &a.body).collect(),
            StmtKind::Loop(l) => vec![&l.body],
            StmtKind::Rest(r) => vec![r],
            _ => Vec::new(),
        }
    }

    /// The same, to change them.
    pub(crate) fn regions_mut(&mut self) -> Vec<&mut Region> {
        match &mut self.kind {
            StmtKind::Branch(b) => b.arms.iter_mut().map(|a| &mut a.body).collect(),
            StmtKind::Loop(l) => vec![&mut l.body],
            StmtKind::Rest(r) => vec![r],
            _ => Vec::new(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    /// `dst = op`, the first and (if `dst` is immutable) only assignment.
    Let {
        dst: Local,
        op: Op,
    },
    /// `let dst;`
    Declare {
        dst: Local,
    },
    /// `place = value`, `place += value`, `place -= value`
    Assign {
        place: Place,
        value: Operand,
        how: Assign,
    },
    /// `place.push(value)`
    Push {
        place: Place,
        value: Operand,
    },
    /// `place.swap(i, j)`
    Swap {
        place: Place,
        i: Operand,
        j: Operand,
    },
    /// `place.fill(value)`
    Fill {
        place: Place,
        value: Operand,
    },
    /// `place.copy_from_slice(from)`
    CopyFrom {
        place: Place,
        from: Place,
    },
    /// `core::mem::swap(&mut a, &mut b)`
    Exchange {
        a: Place,
        b: Place,
    },
    /// Code without derivatives, run for its effect (`println!`, `assert!`, a generator's step).
    Effect {
        raw: Raw,
    },
    Branch(Branch),
    Loop(Loop),
    /// What runs only if the statement before it did not leave the region.
    Rest(Region),
    /// `panic!` and its kin: never returns. Always last in its region.
    Panic {
        raw: Raw,
    },
    /// `break`, `continue`, `return`. Always last in its region.
    Exit {
        to: Exit,
        value: Option<Operand>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assign {
    Set,
    Add,
    Sub,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Return,
    Break(Label),
    Continue(Label),
}

#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) head: Head,
    pub(crate) arms: Vec<Arm>,
    pub(crate) dst: Option<Local>,
}

#[derive(Clone, Debug)]
pub(crate) enum Head {
    /// Two arms: then, else.
    If(Operand),
    /// Patterns over an inactive scrutinee, kept as written.
    Match(Raw),
    /// Patterns over a value that may carry a derivative: the reverse sweep opens it again.
    Open(Open),
}

#[derive(Clone, Debug)]
pub(crate) struct Open {
    /// The matched expression, without the borrow around it.
    pub(crate) raw: Raw,
    /// Whether it is borrowed where it is matched, and uniquely.
    pub(crate) borrow: Option<bool>,
    /// What it names: one place, or one for each element of a tuple.
    pub(crate) places: Vec<Place>,
    /// Whether the patterns may move parts of an owned local away.
    pub(crate) moves: bool,
}

impl Open {
    /// What stands behind `match`.
    pub(crate) fn scrutinee(&self) -> TokenStream {
        let matched = &self.raw.tokens;
        match self.borrow {
            Some(true) => quote::quote!(&mut #matched),
            Some(false) => quote::quote!(&#matched),
            None => matched.clone(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Arm {
    /// Pattern and guard of a `match` arm; none for `if`.
    pub(crate) pattern: Option<(syn::Pat, Option<Box<syn::Expr>>)>,
    /// Locals the pattern binds.
    pub(crate) binds: Vec<Local>,
    pub(crate) body: Region,
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) label: Label,
    pub(crate) kind: LoopKind,
    pub(crate) body: Region,
    /// The value of `break value`.
    pub(crate) dst: Option<Local>,
    /// Runs over a range that no `break`, `return` or outer exit cuts short.
    pub(crate) counted: bool,
}

impl Loop {
    /// What counts the iterations.
    pub(crate) fn variable(&self) -> Option<Local> {
        match &self.kind {
            LoopKind::Range { var, .. } => Some(*var),
            _ => None,
        }
    }

    /// Whether the primal runs over its range downwards.
    pub(crate) fn descends(&self) -> bool {
        let LoopKind::Range { head, .. } = &self.kind else {
            return false;
        };
        let turned = head.adaptors.iter().filter(|a| matches!(a, Adaptor::Rev));
        turned.count() % 2 == 1
    }

    /// Whether an iteration may end early.
    pub(crate) fn has_continue(&self) -> bool {
        let mut found = false;
        self.body.walk(&mut |stmt| {
            let own = Exit::Continue(self.label);
            found |= matches!(&stmt.kind, StmtKind::Exit { to, .. } if *to == own);
        });
        found
    }
}

/// A loop over a range that nothing leaves early and that gives no value, its variable and its range.
pub(crate) fn counted(stmt: &Stmt) -> Option<(&Loop, Local, &Range)> {
    let StmtKind::Loop(looped) = &stmt.kind else {
        return None;
    };
    let LoopKind::Range { var, head } = &looped.kind else {
        return None;
    };
    let plain = looped.counted && looped.dst.is_none() && looped.body.tail.is_none();
    plain.then_some((looped, *var, head))
}

#[derive(Clone, Debug)]
pub(crate) enum LoopKind {
    /// `for var in head`, the head a range of integers: it can be run backwards.
    Range {
        var: Local,
        head: Range,
    },
    /// `for pattern in head` over something without derivatives.
    Items {
        pattern: syn::Pat,
        binds: Vec<Local>,
        head: Raw,
    },
    While(Raw),
    Forever,
}

/// `(lo..hi)` followed by `.rev()` and `.step_by(n)` in any order.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    pub(crate) lo: Operand,
    pub(crate) hi: Operand,
    pub(crate) inclusive: bool,
    pub(crate) adaptors: Vec<Adaptor>,
}

impl Range {
    /// What its ends and steps are.
    pub(crate) fn ends(&self) -> impl Iterator<Item = &Operand> {
        let steps = self.adaptors.iter().filter_map(|adaptor| match adaptor {
            Adaptor::StepBy(by) => Some(by),
            Adaptor::Rev => None,
        });
        [&self.lo, &self.hi].into_iter().chain(steps)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Adaptor {
    Rev,
    StepBy(Operand),
}

/// The closures that a statement passes on.
pub(crate) fn closures_of(stmt: &Stmt) -> impl Iterator<Item = &Function> {
    let functions = match &stmt.kind {
        StmtKind::Let {
            op: Op::Call(call), ..
        } => call.functions.as_slice(),
        _ => &[],
    };
    functions.iter().filter_map(|f| match &f.value {
        FunctionValue::Closure(function) => Some(&**function),
        FunctionValue::Item(_) => None,
    })
}
