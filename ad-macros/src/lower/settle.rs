//! Floats that only their uses show to be floats.
//!
//! Receives a lowered function in which the types of calls' results, of fields and of parts are unknown;
//! promises the same function in which such a value is a float where its uses leave nothing else: it is
//! stored in a float's place or returned as a float, alone or in an array or a tuple, or it gives one by an operator with
//! a float. An array of nothing but floats is one of floats, and so are its items. Arithmetic
//! on it is arithmetic of floats then, which is cheaper to reverse than an operator's rule.
//!
//! ```text
//! gate = call sigmoid(t1)                  gate: a float
//! t3 = load state[j]                       t3 = load state[j]
//! t4 = call mul(&gate, &t3)                t4 = gate * t3
//! state[j] = t4                            state[j] = t4
//! ```
//!
//! The operators of the language give a float with a float only for a float or a reference to one; what
//! may be a reference is read through it ([`Op::Scalar`]).

mod rewrite;

use super::elementary::{self, Elementary};
use crate::ir::*;
use crate::tables::{HashMap, HashSet};
use proc_macro2::{Ident, TokenStream, TokenTree};

pub(super) fn floats(f: &mut Function) {
    let mut evidence = Evidence::new(f);
    while evidence.grows(f) {
        evidence.refine(f);
    }
    rewrite::run(f, evidence);
}

/// The locals of unknown type that are floats.
struct Evidence {
    floats: HashSet<Local>,
    /// What is used as only something else can be: selected from, or read through.
    others: HashSet<Local>,
    /// The locals whose value becomes one of a type that is known: arrays and tuples that are returned.
    wholes: HashMap<Local, Ty>,
}

impl Evidence {
    fn new(f: &Function) -> Self {
        let mut others = opened(f);
        let generic = |p: &&Param| matches!(f.ty(p.local), Ty::Unknown);
        others.extend(f.params.iter().filter(generic).map(|p| p.local));
        Evidence {
            floats: HashSet::default(),
            others,
            wholes: HashMap::default(),
        }
    }

    /// Goes through the function once more; whether that shows more floats.
    fn grows(&mut self, f: &Function) -> bool {
        let known = self.floats.len() + self.wholes.len();
        self.demand_as(f, f.body.value(), &f.ret);
        f.body.walk(&mut |stmt| self.statement(f, stmt));
        self.floats.len() + self.wholes.len() > known
    }

    /// Says of the arrays and vectors of what has been found that they are of floats.
    fn refine(&self, f: &mut Function) {
        let mut refined = Vec::new();
        let is_float = |value: &Operand| match value {
            Operand::Local(l) => self.is_float(&f.locals, *l),
            Operand::Const(_, ty) => ty.is_float(),
        };
        f.body.walk(&mut |stmt| {
            let StmtKind::Let { dst, op } = &stmt.kind else {
                return;
            };
            let ty = f.ty(*dst);
            let is_open = matches!(ty, Ty::Array(of) | Ty::Vec(of) if matches!(**of, Ty::Unknown));
            let of_floats = match op {
                Op::Array(items) | Op::VecOf(items) => {
                    !items.is_empty() && items.iter().all(is_float)
                }
                Op::Repeat(item, _) | Op::VecRepeat(item, _) => is_float(item),
                Op::Use(Operand::Local(l)) => f.ty(*l).element().is_float(),
                _ => false,
            };
            if is_open && of_floats {
                refined.push((*dst, matches!(ty, Ty::Vec(_))));
            }
        });
        for (local, is_vec) in refined {
            let of = Box::new(Ty::Float(Float::Infer));
            f.locals[local.0].ty = if is_vec { Ty::Vec(of) } else { Ty::Array(of) };
        }
    }

    fn statement(&mut self, f: &Function, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { place, value, .. } if self.is_float_place(&f.locals, place) => {
                self.demand(f, Some(value))
            }
            StmtKind::Push { place, value } | StmtKind::Fill { place, value }
                if place.ty(&f.locals).element().is_float() =>
            {
                self.demand(f, Some(value))
            }
            StmtKind::Exit {
                to: Exit::Return,
                value,
            } => self.demand_as(f, value.as_ref(), &f.ret),
            StmtKind::Branch(Branch {
                arms,
                dst: Some(dst),
                ..
            }) => {
                if let Some(ty) = self.known(f, *dst) {
                    arms.iter()
                        .for_each(|a| self.demand_as(f, a.body.value(), &ty));
                }
            }
            StmtKind::Let { dst, op } => self.definition(f, *dst, op),
            StmtKind::Exchange { a, b } => {
                for (known, other) in [(a, b), (b, a)] {
                    if other.path.is_empty() && self.is_float_place(&f.locals, known) {
                        self.demand_local(f, other.root);
                    }
                }
            }
            _ => {}
        }
    }

    fn definition(&mut self, f: &Function, dst: Local, op: &Op) {
        match op {
            Op::Use(_) | Op::Array(_) | Op::Tuple(_) | Op::VecOf(_) => {
                if let Some(ty) = self.known(f, dst) {
                    self.parts(f, op, &ty);
                }
            }
            Op::Load(place) if place.ty(&f.locals).is_float() => self.demand_local(f, dst),
            Op::Scalar(value) => self.demand(f, Some(value)),
            Op::Load(place) if place.path.is_empty() && self.is_float(&f.locals, dst) => {
                self.demand_local(f, place.root);
            }
            Op::Call(call) => match &call.callee {
                Callee::Operator(operator) => self.operator(f, dst, operator, call),
                Callee::Method(name) => {
                    if self.elementary(&f.locals, name, call).is_some() {
                        self.demand_local(f, dst);
                        for arg in &call.args[1..] {
                            if let Arg::Value(value) = arg {
                                self.demand(f, Some(value));
                            }
                        }
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// What the type of a whole says of its parts.
    fn parts(&mut self, f: &Function, whole: &Op, ty: &Ty) {
        match (whole, ty) {
            (Op::Use(value), ty) => self.demand_as(f, Some(value), ty),
            (Op::Array(items), Ty::Array(of)) | (Op::VecOf(items), Ty::Vec(of)) => {
                items
                    .iter()
                    .for_each(|item| self.demand_as(f, Some(item), of));
            }
            (Op::Tuple(items), Ty::Tuple(types)) => {
                let parts = items.iter().zip(types);
                parts.for_each(|(item, ty)| self.demand_as(f, Some(item), ty));
            }
            _ => {}
        }
    }

    /// The type of a local, as far as it says something of floats.
    fn known(&self, f: &Function, local: Local) -> Option<Ty> {
        match self.is_float(&f.locals, local) {
            true => Some(Ty::Float(Float::Infer)),
            false => self.wholes.get(&local).cloned(),
        }
    }

    /// What an operator's result says of its operands, and they of it.
    fn operator(&mut self, f: &Function, dst: Local, operator: &Operator, call: &Call) {
        let Some(operands) = operands_of(call) else {
            return;
        };
        let float = |this: &Self, l: Local| this.is_float(&f.locals, l);
        let any = operands.iter().any(|l| float(self, *l));
        let gives = float(self, dst) || operator.is_assigning() && float(self, operands[0]);
        let follows = match operator.name {
            "add" | "sub" | "neg" | "add_assign" | "sub_assign" => gives,
            "mul" | "div" | "rem" | "mul_assign" | "div_assign" | "rem_assign" => gives && any,
            _ => return,
        };
        if follows {
            operands.iter().for_each(|l| self.demand_local(f, *l));
        }
        if !operator.is_assigning() && operands.iter().all(|l| float(self, *l)) {
            self.demand_local(f, dst);
        }
    }

    /// The elementary function that a method of that name is on a float.
    fn elementary(&self, locals: &[LocalInfo], name: &Ident, call: &Call) -> Option<Elementary> {
        let [Arg::Ref { place, .. }, args @ ..] = call.args.as_slice() else {
            return None;
        };
        let by_value = args.iter().all(|a| matches!(a, Arg::Value(_)));
        let of_float = self.is_float_place(locals, place);
        elementary::find(&name.to_string())
            .filter(|e| of_float && by_value && e.extra == args.len())
    }

    /// A value becomes one of a type.
    fn demand_as(&mut self, f: &Function, value: Option<&Operand>, ty: &Ty) {
        match (ty, value) {
            (Ty::Float(_), value) => self.demand(f, value),
            (Ty::Array(_) | Ty::Tuple(_) | Ty::Vec(_), Some(Operand::Local(local))) => {
                self.wholes.entry(*local).or_insert_with(|| ty.clone());
            }
            _ => {}
        }
    }

    fn demand(&mut self, f: &Function, value: Option<&Operand>) {
        if let Some(Operand::Local(local)) = value {
            self.demand_local(f, *local);
        }
    }

    fn demand_local(&mut self, f: &Function, local: Local) {
        if matches!(f.ty(local), Ty::Unknown) && !self.others.contains(&local) {
            self.floats.insert(local);
        }
    }

    fn is_float(&self, locals: &[LocalInfo], local: Local) -> bool {
        locals[local.0].ty.is_float() || self.floats.contains(&local)
    }

    fn is_float_place(&self, locals: &[LocalInfo], place: &Place) -> bool {
        place.ty(locals).is_float() || place.path.is_empty() && self.floats.contains(&place.root)
    }
}

/// The locals that an operator takes, if it takes them whole.
fn operands_of(call: &Call) -> Option<Vec<Local>> {
    let whole = |arg: &Arg| match arg {
        Arg::Ref { place, .. } => place.path.is_empty().then_some(place.root),
        Arg::Value(_) => None,
    };
    call.args.iter().map(whole).collect()
}

/// The locals that are selected from, read through, or changed through a reference: what a float's reference
/// is called with is its place, which only a known type lets lowering see.
fn opened(f: &Function) -> HashSet<Local> {
    let mut opened = HashSet::default();
    f.body.walk(&mut |stmt| {
        let mut place = |p: &Place| {
            if !p.path.is_empty() {
                opened.insert(p.root);
            }
        };
        match &stmt.kind {
            StmtKind::Assign { place: p, .. }
            | StmtKind::Push { place: p, .. }
            | StmtKind::Swap { place: p, .. }
            | StmtKind::Fill { place: p, .. } => place(p),
            StmtKind::CopyFrom { place: p, from } => [p, from].into_iter().for_each(place),
            StmtKind::Exchange { a, b } => [a, b].into_iter().for_each(place),
            StmtKind::Let {
                op:
                    Op::Ref {
                        place,
                        mutable: true,
                    },
                ..
            } => {
                opened.insert(place.root);
            }
            StmtKind::Let { op, .. } => op.places().into_iter().for_each(|(p, _)| place(p)),
            StmtKind::Branch(Branch {
                head: Head::Open(open),
                ..
            }) => opened.extend(open.places.iter().map(|p| p.root)),
            _ => {}
        }
        if let Some(raw) = raws_of(stmt) {
            let derefs = |l: &&Local| dereferences(raw.tokens.clone(), &f.info(**l).name);
            opened.extend(raw.reads.iter().filter(derefs));
        }
    });
    opened
}

fn raws_of(stmt: &Stmt) -> Option<&Raw> {
    match &stmt.kind {
        StmtKind::Let {
            op: Op::Raw(raw), ..
        }
        | StmtKind::Effect { raw }
        | StmtKind::Panic { raw }
        | StmtKind::Branch(Branch {
            head: Head::Match(raw),
            ..
        })
        | StmtKind::Loop(Loop {
            kind: LoopKind::Items { head: raw, .. } | LoopKind::While(raw),
            ..
        }) => Some(raw),
        _ => None,
    }
}

/// Whether tokens have a star before the name.
fn dereferences(tokens: TokenStream, name: &Ident) -> bool {
    let mut star = false;
    tokens.into_iter().any(|tree| {
        let found = match &tree {
            TokenTree::Ident(ident) => star && ident == name,
            TokenTree::Group(group) => dereferences(group.stream(), name),
            _ => false,
        };
        star = matches!(&tree, TokenTree::Punct(p) if p.as_char() == '*');
        found
    })
}
