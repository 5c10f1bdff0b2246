//! Values that were found to be floats, made floats.
//!
//! Receives the evidence and the function as it was lowered; promises that what is found has a float's type, that operators
//! on it are arithmetic, and that calls are lent what it holds then: a float is remembered by its uses, where a value of
//! unknown type is put back.
//!
//! ```text
//! v = call f(x)               v: a float
//! w = call g(&v)              t = load v; w = call g(&t)
//! exchange v u                where u shows no type: t = load v; s = load u; v = s; u = t
//! ```

use super::{Evidence, operands_of};
use crate::ir::*;
use crate::lower::elementary::Elementary;
use crate::tables::HashMap;
use proc_macro2::{Ident, Span};

/// Makes the floats that were found floats.
struct Rewrite {
    evidence: Evidence,
    /// References to floats, and these.
    views: HashMap<Local, Local>,
    locals: Vec<LocalInfo>,
}

/// The function with the floats that there is evidence for.
pub(super) fn run(f: &mut Function, evidence: Evidence) {
    let mut rewrite = Rewrite {
        evidence,
        views: HashMap::default(),
        locals: std::mem::take(&mut f.locals),
    };
    rewrite.region(&mut f.body);
    f.locals = rewrite.locals;
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
