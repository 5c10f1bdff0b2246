//! The adjoint of each simple statement.
//!
//! Receives a statement of which something is active, with the cotangent of what it defines or changes; promises what
//! its operands and places get of that.
//!
//! ```text
//! t = a * b           d_a += d_t * b; d_b += d_t * a
//! t = x[i]            d_x[i] += d_t
//! y[i] = t            d_t += take d_y[i]
//! v.push(t)           d_t += pop d_v
//! ```

use super::sweep::{Doubt, Sweeper};
use super::{Ct, Owned, Rev, is_plain};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::lower::elementary;
use proc_macro2::{Literal, Span, TokenTree};

impl<'f> Sweeper<'f> {
    pub(super) fn simple(&mut self, stmt: &'f Stmt) {
        match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Call(call),
            } => self.call(stmt, *dst, call),
            StmtKind::Let {
                dst,
                op: Op::Pop(place),
            } => self.pop(stmt, *dst, place),
            StmtKind::Let { dst, op } if is_plain(self.f, *dst) => {
                if self.started.contains(dst) {
                    self.scalar(*dst, op);
                }
            }
            StmtKind::Let { dst, op } => self.owned(*dst, op),
            StmtKind::Assign { place, value, how } => self.assign(stmt, place, value, *how),
            StmtKind::Push { place, value } => self.push(stmt, place, value),
            StmtKind::Swap { place, i, j } => {
                if self.storage_active(place.root) {
                    self.out.push(Rev::SwapShadow { place, i, j });
                }
                self.undo(stmt, place.root);
            }
            StmtKind::Fill { place, value } => {
                if self.storage_active(place.root) {
                    self.out.push(Rev::SumInto {
                        of: place.clone(),
                        reset: true,
                    });
                    self.contribute(value, Ct::Taken);
                }
                self.undo(stmt, place.root);
            }
            StmtKind::CopyFrom { place, from } => {
                if self.storage_active(place.root) {
                    if self.storage_active(from.root) {
                        self.out.push(Rev::CopyShadow { place, from });
                    } else {
                        self.out.push(Rev::SumInto {
                            of: place.clone(),
                            reset: true,
                        });
                    }
                }
                self.undo(stmt, place.root);
            }
            StmtKind::Exchange { a, b } => self.exchange(stmt, a, b),
            _ => {}
        }
    }

    fn undo(&mut self, stmt: &'f Stmt, root: Local) {
        if self.is_undone(root) {
            self.out.push(Rev::Undo(stmt));
        }
    }

    /// `dst = op`, `dst` a scalar with a shadow.
    fn scalar(&mut self, dst: Local, op: &'f Op) {
        let ct = || Ct::Of(dst);
        match op {
            Op::Use(a) | Op::Scalar(a) => self.contribute(a, ct()),
            Op::Cast(a, _) => {
                let Some(local) = a.local().filter(|l| self.is_active(*l)) else {
                    return;
                };
                if is_plain(self.f, local) {
                    let source = self.f.ty(local).clone();
                    return self.contribute(a, Ct::Cast(Box::new(ct()), source));
                }
                self.out.push(Rev::Deposit(Place::of(local), ct()));
            }
            Op::Neg(a) => self.contribute(a, Ct::Neg(Box::new(ct()))),
            Op::Binary(op, a, b) => self.binary(*op, a, b, dst),
            Op::Elementary {
                name,
                args,
                partials,
                ..
            } => {
                let chooses = elementary::chooses(&name.to_string());
                let has_poles = elementary::has_poles(&name.to_string());
                let vanishes = elementary::vanishes(&name.to_string());
                for (arg, partial) in args.iter().zip(partials) {
                    let Some(partial) = partial.map(Operand::Local) else {
                        continue;
                    };
                    let ct = Box::new(ct());
                    let ct = match chooses {
                        true => Ct::If(partial, ct),
                        false => self.if_any(dst, has_poles, Ct::Times(ct, partial)),
                    };
                    self.contribute(arg, ct);
                    if vanishes {
                        self.doubt_of(arg, Doubt::OfCell);
                    }
                }
            }
            Op::Load(place) | Op::Clone(place, _) => self.contribute_at(place, ct()),
            _ => {}
        }
    }

    fn binary(&mut self, op: BinOp, a: &'f Operand, b: &'f Operand, dst: Local) {
        let ct = || Box::new(Ct::Of(dst));
        match op {
            BinOp::Add => {
                self.contribute(a, Ct::Of(dst));
                self.contribute(b, Ct::Of(dst));
            }
            BinOp::Sub => {
                self.contribute(a, Ct::Of(dst));
                self.contribute(b, Ct::Neg(ct()));
            }
            BinOp::Mul => {
                self.contribute(a, self.if_any(dst, false, Ct::Times(ct(), b.clone())));
                self.contribute(b, self.if_any(dst, false, Ct::Times(ct(), a.clone())));
            }
            // ∂(a/b)/∂b = −(a/b)/b, in terms of the result; 1/b is the result once more.
            BinOp::Div => {
                let has_pole = b.local().is_some();
                self.contribute(a, self.if_any(dst, has_pole, Ct::Over(ct(), b.clone())));
                let over = match a.is_one() {
                    true => Ct::Times(ct(), Operand::Local(dst)),
                    false => Ct::Over(ct(), b.clone()),
                };
                let slope = Ct::Times(Box::new(over), Operand::Local(dst));
                self.contribute(b, self.if_any(dst, has_pole, Ct::Neg(Box::new(slope))));
                self.doubt_of(b, Doubt::OfBranch);
            }
            BinOp::Rem => unreachable!("lowered to an elementary function"),
        }
    }

    /// Adds `ct` to the shadow at a place: a plain variable's, or a cell's.
    fn contribute_at(&mut self, place: &Place, ct: Ct) {
        if !self.storage_active(place.root) {
            return;
        }
        let place = &self.resolve(place);
        if place.path.is_empty() && is_plain(self.f, place.root) {
            return self.contribute(&Operand::Local(place.root), ct);
        }
        self.out.push(Rev::AddAt(place.clone(), ct));
    }

    /// `dst = op`, `dst` with a shadow of its own shape.
    fn owned(&mut self, dst: Local, op: &'f Op) {
        match op {
            Op::Use(a) | Op::Scalar(a) => self.contribute_owned(a, Owned::Of(dst)),
            Op::Load(place) | Op::Clone(place, _) => {
                let target = self.resolve(place);
                if target.path.is_empty() && is_plain(self.f, target.root) {
                    // The variable's type was learned only after this load.
                    self.contribute(&Operand::Local(target.root), Ct::At(Place::of(dst)));
                } else if self.storage_active(place.root) {
                    let slices = match op {
                        // An array of a type that is not seen becomes a vector.
                        Op::Clone(_, Some(how)) if how == "to_vec" => true,
                        op => matches!(op, Op::Clone(..)) && self.is_sequence(place),
                    };
                    self.out.push(Rev::Accumulate {
                        into: place.clone(),
                        from: Owned::Of(dst),
                        slices,
                    });
                }
            }
            Op::Tuple(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    let index = syn::Index {
                        index: i as u32,
                        span: Span::mixed_site(),
                    };
                    let step = Step::Field(syn::Member::Unnamed(index));
                    self.contribute_part(part, dst, vec![step]);
                }
            }
            Op::Array(parts) | Op::VecOf(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    self.contribute_part(part, dst, vec![element(i)]);
                }
            }
            Op::Construct(c) => self.construct(dst, c),
            Op::Repeat(a, _) | Op::VecRepeat(a, _) => self.repeated(dst, a),
            _ => {}
        }
    }

    fn contribute_part(&mut self, part: &Operand, root: Local, path: Vec<Step>) {
        self.contribute_owned(part, Owned::At(Place { root, path }));
    }

    /// What a functional update takes from its base is what no field was given for.
    fn construct(&mut self, dst: Local, c: &'f Construct) {
        let base = c.base.as_ref().filter(|base| self.a.activity.operand(base));
        let fields = c.fields.chunk_by(|(a, _), (b, _)| a == b);
        for (at, (member, value)) in fields.flat_map(|items| items.iter().enumerate()) {
            let mut path = Construct::steps(&c.path, member);
            if c.lists.contains(member) {
                path.push(element(at));
            }
            self.contribute_part(value, dst, path.clone());
            if base.is_some() {
                self.out.push(Rev::Clear(Place { root: dst, path }));
            }
        }
        if let Some(base) = base {
            self.contribute_owned(base, Owned::Of(dst));
        }
    }

    /// `dst` holds copies of `a`.
    fn repeated(&mut self, dst: Local, a: &'f Operand) {
        let Some(local) = a.local().filter(|l| self.is_active(*l)) else {
            return;
        };
        let of = Place::of(dst);
        if is_plain(self.f, local) {
            self.out.push(Rev::SumInto { of, reset: false });
            return self.contribute_owned(a, Owned::Taken);
        }
        let into = Place::of(local);
        self.out.push(Rev::AccumulateEach { into, of });
    }

    fn is_sequence(&self, place: &Place) -> bool {
        matches!(
            place_ty(self.f, place).peeled(),
            Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_)
        )
    }

    fn assign(&mut self, stmt: &'f Stmt, place: &'f Place, value: &'f Operand, how: Assign) {
        let target = self.resolve(place);
        if target.path.is_empty() && is_plain(self.f, target.root) {
            self.assign_variable(target.root, value, how);
            return self.undo(stmt, target.root);
        }
        if self.storage_active(place.root) {
            if place_ty(self.f, place).is_float() || how != Assign::Set || self.is_scalar(value) {
                self.assign_cell(place, value, how);
            } else {
                self.contribute_owned(value, Owned::At(place.clone()));
                let shape = self.residuals.old_shape(place).then_some(stmt.id);
                self.out.push(Rev::ClearAt { place, shape });
            }
        }
        self.undo(stmt, place.root);
    }

    fn is_scalar(&self, value: &Operand) -> bool {
        match value {
            Operand::Local(l) => is_plain(self.f, *l),
            Operand::Const(_, ty) => ty.is_float(),
        }
    }

    fn assign_variable(&mut self, variable: Local, value: &'f Operand, how: Assign) {
        if !self.is_active(variable) || !self.started.contains(&variable) {
            return;
        }
        match how {
            Assign::Set => {
                self.contribute(value, Ct::Of(variable));
                self.out.push(Rev::Reset(variable));
                // What it held may have been overwritten before anybody looked at it.
                self.doubt_of(&Operand::Local(variable), Doubt::OfCell);
            }
            Assign::Add => self.contribute(value, Ct::Of(variable)),
            Assign::Sub => self.contribute(value, Ct::Neg(Box::new(Ct::Of(variable)))),
        }
    }

    fn assign_cell(&mut self, place: &'f Place, value: &'f Operand, how: Assign) {
        match how {
            Assign::Set => {
                self.out.push(Rev::Take(place));
                self.contribute(value, Ct::Taken);
            }
            Assign::Add => self.contribute(value, Ct::At(place.clone())),
            Assign::Sub => self.contribute(value, Ct::Neg(Box::new(Ct::At(place.clone())))),
        }
    }

    fn push(&mut self, stmt: &'f Stmt, place: &'f Place, value: &'f Operand) {
        if self.storage_active(place.root) {
            let plain = self.is_scalar(value);
            let wanted = value.local().is_some_and(|l| self.is_active(l));
            self.out.push(Rev::Pop {
                place,
                plain,
                wanted,
            });
            if plain {
                self.contribute(value, Ct::Taken);
            } else {
                self.contribute_owned(value, Owned::Taken);
            }
        }
        self.undo(stmt, place.root);
    }

    /// Popping is undone by pushing, for the shadow too.
    fn pop(&mut self, stmt: &'f Stmt, dst: Local, place: &'f Place) {
        if self.storage_active(place.root) {
            if is_plain(self.f, dst) && self.started.insert(dst) {
                self.out.push(Rev::Fresh(dst));
            }
            self.out.push(Rev::PushShadow { place, dst });
        }
        self.undo(stmt, place.root);
    }

    fn exchange(&mut self, stmt: &'f Stmt, a: &'f Place, b: &'f Place) {
        if self.storage_active(a.root) || self.storage_active(b.root) {
            for root in [a.root, b.root] {
                if is_plain(self.f, root) && self.started.insert(root) {
                    self.out.push(Rev::Fresh(root));
                }
            }
            self.out.push(Rev::ExchangeShadow { a, b });
        }
        if self.is_undone(a.root) || self.is_undone(b.root) {
            self.out.push(Rev::Undo(stmt));
        }
    }
}

/// The step to an element whose position is known.
fn element(at: usize) -> Step {
    let literal = TokenTree::Literal(Literal::usize_unsuffixed(at));
    Step::Index(Operand::Const(literal.into(), Ty::Int))
}
