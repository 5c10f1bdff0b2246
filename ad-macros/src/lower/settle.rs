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

use super::elementary::{self, Elementary};
use crate::ir::*;
use crate::tables::{HashMap, HashSet};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};

pub(super) fn floats(f: &mut Function) {
    let mut evidence = Evidence::new(f);
    while evidence.grows(f) {
        evidence.refine(f);
    }
    let mut rewrite = Rewrite {
        evidence,
        views: HashMap::default(),
        locals: std::mem::take(&mut f.locals),
    };
    rewrite.region(&mut f.body);
    f.locals = rewrite.locals;
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

/// Makes the floats that were found floats.
struct Rewrite {
    evidence: Evidence,
    /// References to floats, and these.
    views: HashMap<Local, Local>,
    locals: Vec<LocalInfo>,
}

impl Rewrite {
    fn region(&mut self, region: &mut Region) {
        for stmt in std::mem::take(&mut region.stmts) {
            self.statement(stmt, &mut region.stmts);
        }
        if let Some(Operand::Local(l)) = region.tail
            && self.evidence.floats.contains(&l)
        {
            region.tail = Some(self.read(l, Span::mixed_site(), &mut region.stmts));
        }
    }

    fn statement(&mut self, mut stmt: Stmt, out: &mut Vec<Stmt>) {
        let span = stmt.span;
        match &mut stmt.kind {
            StmtKind::Branch(b) => {
                if let Some(dst) = b.dst.filter(|l| self.evidence.floats.contains(l)) {
                    self.locals[dst.0].ty = Ty::Float(Float::Infer);
                }
                b.arms.iter_mut().for_each(|a| self.region(&mut a.body));
                self.even_out(&mut b.arms, span);
            }
            StmtKind::Loop(l) => self.region(&mut l.body),
            StmtKind::Rest(rest) => self.region(rest),
            StmtKind::Assign { value, .. }
            | StmtKind::Push { value, .. }
            | StmtKind::Fill { value, .. }
            | StmtKind::Exit {
                value: Some(value), ..
            } => {
                if let Operand::Local(l) = *value {
                    *value = self.read(l, span, out);
                }
            }
            StmtKind::Declare { dst } if self.evidence.floats.contains(dst) => {
                self.locals[dst.0].ty = Ty::Float(Float::Infer);
            }
            StmtKind::Let { dst, op } => {
                let (dst, op) = (*dst, std::mem::replace(op, Op::Tuple(Vec::new())));
                return self.definition(dst, op, span, out);
            }
            StmtKind::Exchange { a, b } => {
                let is_float = |place: &Place| self.evidence.is_float_place(&self.locals, place);
                if is_float(a) != is_float(b) {
                    return self.exchange([a.clone(), b.clone()], span, out);
                }
            }
            _ => {}
        }
        out.push(stmt);
    }

    /// A float and what is one, though nothing says so, each assigned what the other held: contents change
    /// hands between places of one kind, as those of one kind are given back.
    fn exchange(&mut self, places: [Place; 2], span: Span, out: &mut Vec<Stmt>) {
        let [a, b] = places.clone().map(|place| {
            let held = self.temp(place.ty(&self.locals), span);
            push(held, Op::Load(place), span, out);
            let value = self.temp(Ty::Float(Float::Infer), span);
            push(value, Op::Scalar(Operand::Local(held)), span, out);
            Operand::Local(value)
        });
        for (place, value) in places.into_iter().zip([b, a]) {
            let how = Assign::Set;
            let kind = StmtKind::Assign { place, value, how };
            out.push(Stmt { id: 0, kind, span });
        }
    }

    /// Where one arm gives a float, so do those that give a reference to one.
    fn even_out(&mut self, arms: &mut [Arm], span: Span) {
        let tails = || arms.iter().filter_map(|arm| arm.body.tail.as_ref());
        let is_float = |tail: &Operand| match tail {
            Operand::Local(l) => self.locals[l.0].ty.is_float(),
            Operand::Const(_, ty) => ty.is_float(),
        };
        if !tails().any(is_float) {
            return;
        }
        for region in arms.iter_mut().map(|arm| &mut arm.body) {
            if let (Some(&Operand::Local(root)), false) =
                (region.tail.as_ref(), region.ends_in_rest())
                && matches!(&self.locals[root.0].ty, Ty::Ref(_, to) if to.is_float())
            {
                let path = vec![Step::Deref];
                let value = self.temp(Ty::Float(Float::Infer), span);
                push(
                    value,
                    Op::Load(Place { root, path }),
                    span,
                    &mut region.stmts,
                );
                region.tail = Some(Operand::Local(value));
            }
        }
    }

    /// What is behind a reference to a float is that float, whose shadow has no address.
    fn see_through(&mut self, dst: Local, op: &mut Op) {
        match op {
            Op::Ref {
                place,
                mutable: false,
            } if place.path.is_empty() && self.locals[place.root.0].ty.is_float() => {
                self.views.insert(dst, place.root);
            }
            Op::Call(call) => {
                for arg in &mut call.args {
                    if let Arg::Ref { place, .. } = arg
                        && let (Some(&viewed), Some(Step::Deref)) =
                            (self.views.get(&place.root), place.path.first())
                    {
                        place.root = viewed;
                        place.path.remove(0);
                    }
                }
            }
            _ => {}
        }
    }

    /// A call is taken back with what it was given: of a variable that may change, with what it held then.
    fn lend_copies(&mut self, call: &mut Call, span: Span, out: &mut Vec<Stmt>) {
        for arg in &mut call.args {
            if let Arg::Ref {
                place,
                mutable: false,
            } = arg
                && place.path.is_empty()
                && self.evidence.floats.contains(&place.root)
                && let Operand::Local(value) = self.read(place.root, span, out)
            {
                place.root = value;
            }
        }
    }

    fn definition(&mut self, dst: Local, mut op: Op, span: Span, out: &mut Vec<Stmt>) {
        self.see_through(dst, &mut op);
        let op = match op {
            Op::Call(call) => match self.arithmetic(dst, call, span, out) {
                Some(Op::Call(mut call)) => {
                    self.lend_copies(&mut call, span, out);
                    Op::Call(call)
                }
                Some(op) => op,
                None => return,
            },
            Op::Use(Operand::Local(l)) => Op::Use(self.read(l, span, out)),
            op => op,
        };
        if !self.evidence.floats.contains(&dst) || self.locals[dst.0].ty.is_float() {
            return push(dst, op, span, out);
        }
        let found = Ty::Float(Float::Infer);
        if self.is_value(&op) {
            self.locals[dst.0].ty = found;
            return push(dst, op, span, out);
        }
        let whole = self.temp(Ty::Unknown, span);
        push(whole, op, span, out);
        self.locals[dst.0].ty = found;
        push(dst, Op::Scalar(Operand::Local(whole)), span, out);
    }

    /// Whether an operation can give no reference, or is emitted so that it gives what is behind it.
    fn is_value(&self, op: &Op) -> bool {
        let scalar = |arg: &Arg| match arg {
            Arg::Value(Operand::Local(l)) => {
                matches!(self.locals[l.0].ty, Ty::Float(_) | Ty::Int | Ty::Bool)
            }
            Arg::Value(Operand::Const(_, ty)) => !matches!(ty, Ty::Unknown) && !ty.is_ref(),
            Arg::Ref { .. } => false,
        };
        match op {
            Op::Call(call) => match &call.callee {
                // A reference that a method gives is read where the call is.
                Callee::Operator(_) | Callee::Method(_) => true,
                Callee::Path(_) => call.args.iter().all(scalar) && call.functions.is_empty(),
                _ => false,
            },
            Op::Use(_) | Op::Binary(..) | Op::Neg(_) | Op::Elementary { .. } => true,
            Op::Load(place) => place.ty(&self.locals).is_float(),
            Op::Raw(raw) => is_default(raw),
            _ => false,
        }
    }

    /// A call as the arithmetic of floats that it is, as itself, or `None` if statements took its place.
    fn arithmetic(
        &mut self,
        dst: Local,
        call: Call,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<Op> {
        let op = match &call.callee {
            Callee::Operator(operator) => {
                let Some(operands) = self.floats_of(&call) else {
                    return Some(Op::Call(call));
                };
                let assigns = operator.is_assigning();
                let values = operands.iter().map(|l| self.read(*l, span, out)).collect();
                let op = self.operation(operator.name, values, span)?;
                if assigns {
                    self.assign(operands[0], op, span, out);
                    return None;
                }
                op
            }
            Callee::Method(name) => {
                let Some(function) = self.evidence.elementary(&self.locals, name, &call) else {
                    return Some(Op::Call(call));
                };
                self.function(name.clone(), function, &call, span, out)
            }
            _ => return Some(Op::Call(call)),
        };
        self.locals[dst.0].ty = Ty::Float(Float::Infer);
        Some(op)
    }

    /// The operands of an operator, if they are floats.
    fn floats_of(&self, call: &Call) -> Option<Vec<Local>> {
        let operands = operands_of(call)?;
        let floats = |l: &Local| self.evidence.is_float(&self.locals, *l);
        operands.iter().all(floats).then_some(operands)
    }

    fn operation(&mut self, name: &str, values: Vec<Operand>, span: Span) -> Option<Op> {
        let mut values = values.into_iter();
        let left = values.next()?;
        let Some(right) = values.next() else {
            return Some(Op::Neg(left));
        };
        Some(match name {
            "add" | "add_assign" => Op::Binary(BinOp::Add, left, right),
            "sub" | "sub_assign" => Op::Binary(BinOp::Sub, left, right),
            "mul" | "mul_assign" => Op::Binary(BinOp::Mul, left, right),
            "div" | "div_assign" => Op::Binary(BinOp::Div, left, right),
            _ => self.elementary(
                Ident::new("rem", span),
                vec![left, right],
                &[true, true],
                span,
            ),
        })
    }

    /// `place op= value`
    fn assign(&mut self, root: Local, op: Op, span: Span, out: &mut Vec<Stmt>) {
        let (value, how) = match op {
            Op::Binary(BinOp::Add, _, value) => (value, Assign::Add),
            Op::Binary(BinOp::Sub, _, value) => (value, Assign::Sub),
            op => {
                let new = self.temp(Ty::Float(Float::Infer), span);
                push(new, op, span, out);
                (Operand::Local(new), Assign::Set)
            }
        };
        let place = Place::of(root);
        let kind = StmtKind::Assign { place, value, how };
        out.push(Stmt { id: 0, kind, span });
    }

    fn function(
        &mut self,
        name: Ident,
        function: Elementary,
        call: &Call,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Op {
        let args = call.args.iter().map(|arg| match arg {
            Arg::Ref { place, .. } if place.path.is_empty() => self.read(place.root, span, out),
            Arg::Ref { place, .. } => {
                let value = self.temp(Ty::Float(Float::Infer), span);
                push(value, Op::Load(place.clone()), span, out);
                Operand::Local(value)
            }
            Arg::Value(Operand::Local(l)) => self.read(*l, span, out),
            Arg::Value(constant) => constant.clone(),
        });
        let args = args.collect();
        self.elementary(name, args, function.floats, span)
    }

    fn elementary(&mut self, name: Ident, args: Vec<Operand>, floats: &[bool], span: Span) -> Op {
        let ty = Ty::Float(Float::Infer);
        let partial = |&float: &bool| float.then(|| self.temp(ty.clone(), span));
        Op::Elementary {
            name,
            args,
            partials: floats.iter().map(partial).collect(),
            told: None,
        }
    }

    /// The value of a local that was found to be a float: of storage as it is now, of what a pattern
    /// binds through the reference that it may be.
    fn read(&mut self, local: Local, span: Span, out: &mut Vec<Stmt>) -> Operand {
        let info = &self.locals[local.0];
        let op = match info.ty {
            Ty::Float(_) if info.mutable => Op::Load(Place::of(local)),
            Ty::Unknown if self.evidence.floats.contains(&local) => {
                Op::Scalar(Operand::Local(local))
            }
            _ => return Operand::Local(local),
        };
        let value = self.temp(Ty::Float(Float::Infer), span);
        push(value, op, span, out);
        Operand::Local(value)
    }

    fn temp(&mut self, ty: Ty, span: Span) -> Local {
        let local = Local(self.locals.len());
        let temporary = LocalInfo::temporary(&self.locals, ty, span);
        self.locals.push(temporary);
        local
    }
}

fn push(dst: Local, op: Op, span: Span, out: &mut Vec<Stmt>) {
    let kind = StmtKind::Let { dst, op };
    out.push(Stmt { id: 0, kind, span });
}

/// `Default::default()`, as `mem::take` leaves it.
fn is_default(raw: &Raw) -> bool {
    let default = quote::quote!(::core::default::Default::default());
    raw.tokens.to_string() == default.to_string()
}
