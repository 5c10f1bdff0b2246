//! How wide floats are that only what they meet says.
//!
//! Receives a lowered function; promises the same one in which a float that begins as a literal or comes out of a
//! call is an `f32` or an `f64` where it is put together with one. What is cast back in the reverse sweep has to be of
//! a type that is written, as nothing else says it there.
//!
//! ```text
//! let n = v.iter().fold(0.0, |a, b| a + b * b).sqrt();      // of `v: &[f32]`: `n` is an `f32`
//! n as f64                                                  // d_n += ct as f32
//! ```

use crate::ir::*;

pub(super) fn settle(f: &mut Function) {
    let mut groups = Vec::new();
    let value = f.body.value().map(|v| vec![Meets::of(v)]);
    let of_result = |mut group: Vec<Meets>, f: &Function| {
        group.extend(leaf(&f.ret).cloned().map(Meets::Width));
        group
    };
    groups.extend(value.map(|group| of_result(group, f)));
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Exit {
            to: Exit::Return,
            value: Some(value),
        } => groups.push(of_result(vec![Meets::of(value)], f)),
        kind => groups.extend(of_statement(kind)),
    });
    while groups.iter().filter(|group| spread(f, group)).count() > 0 {}
}

/// What takes part in an operation of floats of one width.
#[derive(Clone)]
enum Meets {
    /// A float, or a list of floats.
    Local(Local),
    Width(Float),
}

impl Meets {
    fn of(operand: &Operand) -> Self {
        match operand {
            Operand::Local(l) => Meets::Local(*l),
            Operand::Const(_, Ty::Float(float)) => Meets::Width(float.clone()),
            Operand::Const(..) => Meets::Width(Float::Infer),
        }
    }

    /// A place in lists of floats.
    fn place(place: &Place) -> Option<Self> {
        let of_list = |step: &Step| matches!(step, Step::Index(_) | Step::Deref);
        place
            .path
            .iter()
            .all(of_list)
            .then_some(Meets::Local(place.root))
    }
}

fn of_statement(kind: &StmtKind) -> Option<Vec<Meets>> {
    let with = |place: &Place, value: &Operand| Some(vec![Meets::place(place)?, Meets::of(value)]);
    match kind {
        StmtKind::Assign { place, value, .. }
        | StmtKind::Push { place, value }
        | StmtKind::Fill { place, value } => with(place, value),
        StmtKind::Let { dst, op } => {
            let mut group = of_operation(op)?;
            group.push(Meets::Local(*dst));
            Some(group)
        }
        StmtKind::Branch(branch) => {
            let tails = branch.arms.iter().filter_map(|arm| arm.body.value());
            let tails = tails.map(Meets::of);
            Some(tails.chain([Meets::Local(branch.dst?)]).collect())
        }
        _ => None,
    }
}

fn of_operation(op: &Op) -> Option<Vec<Meets>> {
    match op {
        Op::Use(_)
        | Op::Neg(_)
        | Op::Binary(..)
        | Op::Scalar(_)
        | Op::Array(_)
        | Op::VecOf(_)
        | Op::Repeat(..) => Some(op.operands().into_iter().map(Meets::of).collect()),
        Op::VecRepeat(value, _) | Op::Slope { of: value, .. } => Some(vec![Meets::of(value)]),
        Op::Elementary { args, partials, .. } => {
            let partials = partials.iter().flatten().map(|l| Meets::Local(*l));
            Some(args.iter().map(Meets::of).chain(partials).collect())
        }
        Op::Load(place) | Op::Ref { place, .. } | Op::Clone(place, _) | Op::Pop(place) => {
            Some(vec![Meets::place(place)?])
        }
        _ => None,
    }
}

/// Gives all floats of a group the width that one of them has; whether that was news.
fn spread(f: &mut Function, group: &[Meets]) -> bool {
    let known = group.iter().find_map(|meets| match meets {
        Meets::Local(l) => leaf(f.ty(*l)).filter(|w| **w != Float::Infer).cloned(),
        Meets::Width(width) => Some(width.clone()).filter(|w| *w != Float::Infer),
    });
    let Some(known) = known else {
        return false;
    };
    let mut news = false;
    for meets in group {
        if let Meets::Local(l) = meets
            && let Some(width) = leaf_mut(&mut f.locals[l.0].ty)
            && *width == Float::Infer
        {
            *width = known.clone();
            news = true;
        }
    }
    news
}

/// The floats that a type is made of, if it is one of them or a list of them.
fn leaf(ty: &Ty) -> Option<&Float> {
    match ty {
        Ty::Float(float) => Some(float),
        Ty::Vec(of) | Ty::Array(of) | Ty::Slice(of) | Ty::Ref(_, of) => leaf(of),
        _ => None,
    }
}

fn leaf_mut(ty: &mut Ty) -> Option<&mut Float> {
    match ty {
        Ty::Float(float) => Some(float),
        Ty::Vec(of) | Ty::Array(of) | Ty::Slice(of) | Ty::Ref(_, of) => leaf_mut(of),
        _ => None,
    }
}
