//! The reverse sweep: IR to IR.
//!
//! Receives a function with its analyses and plan; promises the statements of its pullback, in
//! order, each one simple enough to be written down without a decision.
//!
//! ```text
//! t1 = load x[i]                      redo t1
//! t2 = t1 * t1                        d_t2 = d_s
//! s += t2                             d_t1 = d_t2 * t1 ; d_t1 += d_t2 * t1
//!                                     d_x[i] += d_t1
//! ```
//!
//! A shadow of a scalar is a plain variable, and starts with its first contribution; other shadows
//! have the shape of what they shadow, with cells at the leaves.

mod call;
mod carried;
mod first_touch;
mod folding;
pub(crate) mod fusion;
mod grids;
pub(crate) mod guards;
mod handover;
mod in_place;
mod interchange;
mod mentions;
mod neighbours;
mod order;
mod pooling;
mod preaccumulation;
pub(crate) mod print;
pub(crate) mod promises;
mod promotion;
pub(crate) mod residual;
pub(crate) mod rows;
mod rules;
mod sinking;
mod spent;
mod spreads;
pub(crate) mod strides;
mod strips;
mod sums;
mod sweep;
#[cfg(test)]
mod tests;
pub(crate) mod totals;
mod trimmed;
pub(crate) mod unread;
mod windows;
mod workspace;

use crate::analysis::plan::{Analyses, Plan};
use crate::analysis::promises::Promise;
use crate::ir::*;
use crate::passes::{Pass, Passes};
use crate::tables::HashSet;
pub(crate) use carried::Carried;
pub(crate) use grids::Grid;
pub(crate) use neighbours::element;
use std::{mem, slice};
pub(crate) use strips::{Strips, of_primal as in_strips};
pub(crate) use windows::{Begins, Window};

/// The reverse sweep, and what its callers must know of it.
pub(crate) struct Sweep<'f> {
    pub(crate) revs: Vec<Rev<'f>>,
    /// Parameters whose shadows may hold anything when the sweep starts, if the rule's caller says so.
    pub(crate) begun: Vec<Local>,
    /// Vectors whose shadows live and die in the sweep.
    pub(crate) pooled: HashSet<Local>,
    /// Of these, those whose shadows a loop writes before they are read.
    pub(crate) uncleared: HashSet<Local>,
    /// Lists that become their shadows.
    pub(crate) spent: HashSet<Local>,
    /// Calls whose partial derivatives stay where they arise.
    pub(crate) in_place: HashSet<usize>,
}

/// The walk backwards, and the passes over it.
pub(crate) fn sweep<'f>(a: &'f Analyses<'f>, plan: &'f Plan, passes: &Passes) -> Sweep<'f> {
    begun(a, backwards(a, plan, passes), passes)
}

/// The same for a rule whose last loops are taken back as they run, if they can be, and the loops in them that could be
/// as well.
fn sweep_along<'f>(
    a: &'f Analyses<'f>,
    plan: &'f Plan,
    passes: &Passes,
) -> Option<(Sweep<'f>, Vec<usize>)> {
    let (revs, deeper) = fusion::arrange(a, plan, backwards(a, plan, passes), passes)?;
    let mut sweep = begun(a, revs, passes);
    if passes.has(Pass::Spent) {
        sweep.spent = spent::lists(a, plan, &sweep);
    }
    if passes.has(Pass::InPlace) {
        sweep.in_place = in_place::calls(a, plan, &sweep);
    }
    Some((sweep, deeper))
}

/// The last passes: says where the shadows of arguments begin.
fn begun<'f>(a: &Analyses, mut revs: Vec<Rev<'f>>, passes: &Passes) -> Sweep<'f> {
    let (begun, own) = match passes.has(Pass::FirstTouch) {
        true => first_touch::begin(a, &mut revs, passes),
        false => Default::default(),
    };
    if passes.has(Pass::Folding) {
        folding::fold(a.f, &mut revs);
    }
    if passes.has(Pass::Handover) {
        handover::hand_over(a.f, &mut revs);
    }
    if passes.has(Pass::Trimmed) {
        trimmed::trim(a.f, &mut revs);
    }
    let pooled = match passes.has(Pass::Pooling) {
        true => pooling::pooled(a.f, &revs),
        false => HashSet::default(),
    };
    Sweep {
        revs,
        begun,
        uncleared: pooled.intersection(&own).copied().collect(),
        pooled,
        spent: HashSet::default(),
        in_place: HashSet::default(),
    }
}

fn backwards<'f>(a: &'f Analyses<'f>, plan: &'f Plan, passes: &Passes) -> Vec<Rev<'f>> {
    let mut revs = sweep::sweep(a, plan);
    if passes.has(Pass::Spreads) {
        spreads::spread(a, &mut revs);
    }
    if passes.has(Pass::Interchange) {
        revs = interchange::change(a, plan, revs);
    }
    if passes.has(Pass::Order) {
        order::turn(a, plan, &mut revs);
    }
    if passes.has(Pass::Preaccumulation) {
        preaccumulation::shorten(&mut revs);
    }
    if passes.has(Pass::Windows) {
        windows::open(a, &mut revs);
    }
    if passes.has(Pass::Carried) {
        carried::carry(a, &mut revs);
    }
    if passes.has(Pass::Promotion) {
        revs = promotion::promote(a, revs);
    }
    if passes.has(Pass::Sums) {
        sums::part(&mut revs);
    }
    if passes.has(Pass::Strips) {
        strips::cut(a, plan, &mut revs);
    }
    if passes.has(Pass::Sinking) {
        sinking::sink(a, plan, &mut revs);
    }
    revs
}

/// A cotangent as an expression.
#[derive(Clone, Debug)]
pub(crate) enum Ct {
    /// The cotangent of the function's result.
    Result,
    /// The plain shadow of a scalar.
    Of(Local),
    /// What the last [`Rev::Take`] or [`Rev::Pop`] took.
    Taken,
    /// The shadow cell at a place.
    At(Place),
    /// The cell `root[i + offset]`, as a loop carries it.
    Slot {
        looped: usize,
        root: Local,
        offset: i64,
    },
    Neg(Box<Ct>),
    Times(Box<Ct>, Operand),
    /// All of it or nothing: times a partial that is one or zero.
    If(Operand, Box<Ct>),
    Over(Box<Ct>, Operand),
    /// Nothing, if the first is nothing: zero times a partial that is infinite is not zero.
    IfAny(Box<Ct>, Box<Ct>),
    Cast(Box<Ct>, Ty),
    /// One, as the type of a scalar's shadow writes it.
    One(Local),
    /// The partial derivative of one cotangent by another.
    Partial {
        of: Local,
        by: Local,
    },
}

impl Ct {
    /// The primal value that it multiplies with, divides by or is chosen by, outermost.
    fn factor(&self) -> Option<&Operand> {
        match self {
            Ct::Times(_, by) | Ct::If(by, _) | Ct::Over(_, by) => Some(by),
            _ => None,
        }
    }

    /// Shows `see` this and what is in it.
    fn each<'c>(&'c self, see: &mut impl FnMut(&'c Ct)) {
        see(self);
        match self {
            Ct::Neg(inner)
            | Ct::Times(inner, _)
            | Ct::If(_, inner)
            | Ct::Over(inner, _)
            | Ct::Cast(inner, _) => inner.each(see),
            Ct::IfAny(came, inner) => {
                came.each(see);
                inner.each(see);
            }
            Ct::Result
            | Ct::Of(_)
            | Ct::Taken
            | Ct::At(_)
            | Ct::Slot { .. }
            | Ct::One(_)
            | Ct::Partial { .. } => {}
        }
    }

    /// Puts what `by` says in the place of what is in it.
    fn replace(&mut self, by: &impl Fn(&Ct) -> Option<Ct>) {
        if let Some(other) = by(self) {
            *self = other;
            return;
        }
        match self {
            Ct::Neg(inner)
            | Ct::Times(inner, _)
            | Ct::If(_, inner)
            | Ct::Over(inner, _)
            | Ct::Cast(inner, _) => inner.replace(by),
            Ct::IfAny(came, inner) => {
                came.replace(by);
                inner.replace(by);
            }
            Ct::Result
            | Ct::Of(_)
            | Ct::Taken
            | Ct::At(_)
            | Ct::Slot { .. }
            | Ct::One(_)
            | Ct::Partial { .. } => {}
        }
    }

    /// The cells that it reads.
    fn places<'c>(&'c self, into: &mut Vec<&'c Place>) {
        self.each(&mut |ct| {
            if let Ct::At(place) = ct {
                into.push(place);
            }
        });
    }
}

/// A cotangent that an iteration hands on, as a combination of others.
#[derive(Clone, Debug)]
pub(crate) struct Leaving {
    pub(crate) local: Local,
    /// The flag marks those that are meant as the iteration entered with them.
    pub(crate) by: Vec<(Local, bool)>,
    /// Whether nothing may have come to these.
    pub(crate) unsure: bool,
}

/// How the iterations of a loop are run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    pub(crate) windows: Vec<Window>,
    /// Cells that iterations hand on to each other.
    pub(crate) carried: Vec<Carried>,
    /// Whether it runs in the order of the primal.
    pub(crate) upwards: bool,
    /// Scalars of outside that it sums up in, whose order of summation is free.
    pub(crate) sums: Vec<Sum>,
    /// Whether several of them go side by side.
    pub(crate) strips: Option<Strips>,
    /// Shadows of which it begins all cells in rows.
    pub(crate) grids: Vec<Grid>,
}

impl Schedule {
    /// Whether what iterations keep of an array's cells is no other iteration's.
    fn is_narrow(&self) -> bool {
        self.carried.is_empty() && self.windows.iter().all(|w| w.low == w.high)
    }

    /// Whether the loop can be run iteration by iteration, each behind one of the primal.
    fn runs_like_the_primal(&self) -> bool {
        self.is_narrow() && self.strips.is_none()
    }
}

/// A scalar that a loop sums up in.
#[derive(Clone, Debug)]
pub(crate) enum Sum {
    Shadow(Local),
    /// The promoted cell of that number.
    Cell(usize, Ty),
}

/// An owned shadow as a source.
#[derive(Clone, Debug)]
pub(crate) enum Owned {
    Result,
    Of(Local),
    At(Place),
    Taken,
}

/// One statement of the pullback.
#[derive(Clone, Debug)]
pub(crate) enum Rev<'f> {
    /// `let x = op`, again.
    Redo(Local, &'f Op),
    /// The view's shadow: `let d_v = &d_place`, or of it what is as long as the view.
    View {
        view: Local,
        place: &'f Place,
        mutable: bool,
        trimmed: bool,
        /// Whether what a pattern binds is bound again around it, and says of what type this is.
        bound: bool,
    },
    /// `let mut d_x = -0.0`, or zeros of the remembered shape.
    Fresh(Local),
    /// `let mut d_x = ct`
    Start(Local, Ct),
    /// The same, where only a rest has the shape: nothing, if it did not run.
    FreshOfRest(Local, usize),
    /// The owned shadow of `x` is the cotangent of the result itself.
    Adopt(Local),
    /// `d_x += ct`
    Add(Local, Ct),
    /// `d_x = -0.0`
    Reset(Local),
    /// The shadow cell at a place grows by `ct`.
    AddAt(Place, Ct),
    /// The shadow cell at a place, which nothing was added to, is `ct`: see `grids`.
    BeginAt(Place, Ct, Begins),
    /// The cell `root[i + offset]`, or what it gets in the iterations of a loop, grows by `ct`.
    AddSlot {
        looped: usize,
        root: Local,
        offset: i64,
        ct: Ct,
    },
    /// The cell `root[i + offset]` is read and reset.
    TakeSlot {
        looped: usize,
        root: Local,
        offset: i64,
    },
    /// A scalar that a loop adds to in place of the cell at a place.
    FreshCell {
        cell: usize,
        ty: Ty,
    },
    AddCell {
        cell: usize,
        ct: Ct,
    },
    /// What came to the scalar goes to the cell, whose place is found again.
    StoreCell {
        cell: usize,
        place: Place,
        redos: Vec<Rev<'f>>,
    },
    /// The shadow of an argument starts from zero, unless its caller gave it one that does.
    Blank(Local),
    /// The shadow at a place, of a number of unknown type, grows by `ct`.
    Deposit(Place, Ct),
    /// The shadow at a place starts again from zero, of the shape it has.
    Clear(Place),
    /// The shadow cell at a place is read and reset.
    Take(&'f Place),
    /// The owned shadow at a place grows by another.
    Accumulate {
        into: Place,
        from: Owned,
        slices: bool,
    },
    /// The owned shadow at a place starts again from zero, with the shape it had before.
    ClearAt {
        place: &'f Place,
        shape: Option<usize>,
    },
    /// A new shadow holds what that of another local held, which starts again from zero, with the shape it had before, or
    /// is gone.
    TakeOver {
        heir: Local,
        from: Local,
        shape: Option<usize>,
    },
    /// `d_x += Σ d_y`, `y` a sequence filled with `x`; the flag resets `d_y`.
    SumInto {
        of: Place,
        reset: bool,
    },
    /// `d_x += d_y[k]` for every `k`, `y` a sequence filled with an `x` that is no scalar.
    AccumulateEach {
        into: Place,
        of: Place,
    },
    /// The last element of the shadow of a vector is taken off.
    Pop {
        place: &'f Place,
        plain: bool,
        /// Whether it goes anywhere.
        wanted: bool,
    },
    /// The shadow of a popped element goes back on its vector's.
    PushShadow {
        place: &'f Place,
        dst: Local,
    },
    /// The shadows of two elements, of two slices, of two places change places.
    SwapShadow {
        place: &'f Place,
        i: &'f Operand,
        j: &'f Operand,
    },
    CopyShadow {
        place: &'f Place,
        from: &'f Place,
    },
    ExchangeShadow {
        a: &'f Place,
        b: &'f Place,
    },
    /// A total of the primal's grows, or shrinks, in a loop that stands for the primal's.
    Total {
        into: Local,
        value: &'f Operand,
        minus: bool,
    },
    /// The primal is put back as it was before a statement.
    Undo(&'f Stmt),
    Call {
        stmt: &'f Stmt,
        dst: Local,
        call: &'f Call,
        /// What is known of what its pullback does to the receiver's shadow.
        granted: Option<Promise>,
    },
    Branch {
        stmt: &'f Stmt,
        branch: &'f Branch,
        arms: Vec<Vec<Rev<'f>>>,
    },
    Loop {
        stmt: &'f Stmt,
        looped: &'f Loop,
        body: Vec<Rev<'f>>,
        schedule: Schedule,
    },
    Rest {
        stmt: &'f Stmt,
        body: Vec<Rev<'f>>,
    },
    /// An iteration's first value of a plain shadow is remembered.
    Enter(Local),
    /// A partial derivative of one cotangent by another starts, or grows.
    Partial {
        of: Local,
        by: Local,
        ct: Ct,
        first: bool,
    },
    /// What an iteration hands on: `d_x = p_x_x * entered_x + p_x_y * entered_y`, all at once.
    Leave(Vec<Leaving>),
    /// A scalar argument's shadow is handed to the caller.
    Deliver(Local),
}

impl<'f> Rev<'f> {
    /// The statements inside of it: those of each arm, or those of a body.
    pub(crate) fn bodies(&self) -> &[Vec<Rev<'f>>] {
        match self {
            Rev::Branch { arms, .. } => arms,
            Rev::Loop { body, .. } | Rev::Rest { body, .. } => slice::from_ref(body),
            _ => &[],
        }
    }

    /// The same, to change them.
    fn bodies_mut(&mut self) -> &mut [Vec<Rev<'f>>] {
        match self {
            Rev::Branch { arms, .. } => arms,
            Rev::Loop { body, .. } | Rev::Rest { body, .. } => slice::from_mut(body),
            _ => &mut [],
        }
    }

    /// The same statement around others.
    fn around(mut self, mut others: impl FnMut(Vec<Rev<'f>>) -> Vec<Rev<'f>>) -> Self {
        for body in self.bodies_mut() {
            *body = others(mem::take(body));
        }
        self
    }

    /// The cotangent that a simple statement computes.
    fn cotangent(&self) -> Option<&Ct> {
        match self {
            Rev::Start(_, ct)
            | Rev::Add(_, ct)
            | Rev::AddAt(_, ct)
            | Rev::BeginAt(_, ct, _)
            | Rev::Deposit(_, ct)
            | Rev::AddSlot { ct, .. }
            | Rev::AddCell { ct, .. }
            | Rev::Partial { ct, .. } => Some(ct),
            _ => None,
        }
    }

    fn cotangent_mut(&mut self) -> Option<&mut Ct> {
        match self {
            Rev::Start(_, ct)
            | Rev::Add(_, ct)
            | Rev::AddAt(_, ct)
            | Rev::BeginAt(_, ct, _)
            | Rev::Deposit(_, ct)
            | Rev::AddSlot { ct, .. }
            | Rev::AddCell { ct, .. }
            | Rev::Partial { ct, .. } => Some(ct),
            _ => None,
        }
    }
}

/// Whether a local's shadow is a plain variable.
pub(crate) fn is_plain(f: &Function, local: Local) -> bool {
    f.ty(local).is_float()
}

/// Whether a body, or what is in it, puts back what the primal changed.
fn puts_back(body: &[Rev]) -> bool {
    body.iter().any(|rev| match rev {
        Rev::Undo(_) => true,
        other => other.bodies().iter().any(|body| puts_back(body)),
    })
}

/// The shadow that a statement starts.
fn started(rev: &Rev) -> Option<Local> {
    match rev {
        Rev::Start(local, _) => Some(*local),
        _ => None,
    }
}

/// The promoted cell that a statement starts, and its type.
fn fresh_cell(rev: &Rev) -> Option<(usize, Ty)> {
    match rev {
        Rev::FreshCell { cell, ty } => Some((*cell, ty.clone())),
        _ => None,
    }
}
