//! How an index moves with a loop's variable.
//!
//! Receives an operand and a loop's variable; promises the constant between them, or nothing where that
//! does not show; and by how much the one moves when the other takes a step.
//!
//! ```text
//! for i in 0..n { x[i]   x[i + 1]   x[i - 2]   x[k * n + i]   x[i * n + k]   x[k]      x[k - i] }
//!                    0         1          -2    nothing        nothing       nothing   nothing
//!                 One       One         One    One            Far           None      Back
//! ```

use crate::ir::*;
use proc_macro2::TokenStream;
use quote::ToTokens;

/// How far an index moves when a loop's variable takes one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stride {
    None,
    One,
    /// By one, downwards.
    Back,
    /// Farther, or it does not show how far.
    Far,
}

/// What an access that strides through memory costs, next to one that moves on by one element.
const FAR: usize = 8;

impl Stride {
    /// What an access costs that moves so far from one iteration to the next.
    pub(crate) fn cost(self) -> usize {
        match self {
            Stride::None => 0,
            Stride::One | Stride::Back => 1,
            Stride::Far => FAR,
        }
    }

    /// That of the negative.
    fn negated(self) -> Stride {
        match self {
            Stride::One => Stride::Back,
            Stride::Back => Stride::One,
            other => other,
        }
    }

    /// That of a sum.
    fn plus(self, other: Stride) -> Stride {
        match (self, other) {
            (Stride::None, stride) | (stride, Stride::None) => stride,
            _ => Stride::Far,
        }
    }

    /// That of something else that is made of both.
    fn with(self, other: Stride) -> Stride {
        match (self, other) {
            (Stride::None, Stride::None) => Stride::None,
            _ => Stride::Far,
        }
    }
}

/// What each local that is a value was made by.
pub(crate) struct Definitions<'f> {
    f: &'f Function,
    ops: Vec<Option<&'f Op>>,
}

impl<'f> Definitions<'f> {
    pub(crate) fn of(f: &'f Function) -> Self {
        let mut ops = vec![None; f.locals.len()];
        f.body.walk(&mut |stmt| {
            if let StmtKind::Let { dst, op } = &stmt.kind
                && !f.info(*dst).mutable
            {
                ops[dst.0].get_or_insert(op);
            }
        });
        Definitions { f, ops }
    }

    pub(crate) fn get(&self, local: Local) -> Option<&'f Op> {
        self.ops.get(local.0).copied().flatten()
    }

    /// The views that a place leads through, the last one first, with what they are of. A list that a field is taken for
    /// is one of its own.
    pub(crate) fn views(&self, place: &Place) -> impl Iterator<Item = (Local, &'f Place)> {
        let viewed = |view: Local| match self.get(view) {
            Some(Op::Ref { place, .. }) if !place.is_whole_field() => Some((view, place)),
            _ => None,
        };
        std::iter::successors(viewed(place.root), move |(_, of)| viewed(of.root))
    }

    /// The place in the storage that views lead to, or in the list that a field is taken for; references to it that were
    /// parameters are left out.
    pub(crate) fn behind_views(&self, place: &Place) -> Option<Place> {
        let mut place = place.clone();
        while let Some(Op::Ref { place: viewed, .. }) = self.get(place.root)
            && !viewed.is_whole_field()
        {
            let [Step::Deref, rest @ ..] = place.path.as_slice() else {
                return None;
            };
            let path = viewed.path.iter().chain(rest).cloned().collect();
            place = Place {
                root: viewed.root,
                path,
            };
        }
        if let [Step::Deref, rest @ ..] = place.path.as_slice() {
            place.path = rest.to_vec();
        }
        Some(place)
    }

    /// The same where views are indexed as they are: `row[i]` for `(*row)[i]`.
    pub(crate) fn behind_rows(&self, place: &Place) -> Place {
        let mut behind = place.clone();
        for (_, of) in self.views(place) {
            let rest = behind
                .path
                .iter()
                .filter(|step| !matches!(step, Step::Deref));
            behind.path = of.path.iter().chain(rest).cloned().collect();
            behind.root = of.root;
        }
        behind.path.retain(|step| !matches!(step, Step::Deref));
        behind
    }

    /// `c`, if `index` is `var + c`.
    pub(crate) fn offset(&self, index: &Operand, var: Local) -> Option<i64> {
        let local = index.local()?;
        if local == var {
            return (!self.f.info(var).mutable).then_some(0);
        }
        match self.get(local)? {
            Op::Use(of) => self.offset(of, var),
            Op::Integer("+", a, Operand::Const(c, _))
            | Op::Integer("+", Operand::Const(c, _), a) => Some(self.offset(a, var)? + literal(c)?),
            Op::Integer("-", a, Operand::Const(c, _)) => Some(self.offset(a, var)? - literal(c)?),
            Op::Raw(raw) => {
                let reads = raw.reads.iter();
                let named = |name: &syn::Ident| {
                    let mut reads = reads.clone();
                    reads.find(|l| self.f.info(**l).name == *name).copied()
                };
                self.of_expression(&syn::parse2(raw.tokens.clone()).ok()?, &named, var)
            }
            _ => None,
        }
    }

    /// How far `index` moves with `var`, of which other locals may move with it; what is no arithmetic of
    /// integers moves anywhere.
    pub(crate) fn stride(
        &self,
        index: &Operand,
        var: Local,
        moves: &impl Fn(Local) -> bool,
    ) -> Stride {
        let Some(local) = index.local() else {
            return Stride::None;
        };
        if local == var {
            return Stride::One;
        }
        if !moves(local) {
            return Stride::None;
        }
        let of = |operand: &Operand| self.stride(operand, var, moves);
        match self.get(local) {
            Some(Op::Use(a)) => of(a),
            Some(Op::Integer("+", a, b)) => of(a).plus(of(b)),
            Some(Op::Integer("-", a, b)) => of(a).plus(of(b).negated()),
            Some(Op::Integer(_, a, b)) => of(a).with(of(b)),
            Some(Op::Raw(raw)) => match syn::parse2(raw.tokens.clone()) {
                Ok(expr) => self.stride_of(&expr, raw, &of),
                Err(_) => Stride::Far,
            },
            _ => Stride::Far,
        }
    }

    fn stride_of(&self, expr: &syn::Expr, raw: &Raw, of: &impl Fn(&Operand) -> Stride) -> Stride {
        let inner = |e: &syn::Expr| self.stride_of(e, raw, of);
        match expr {
            syn::Expr::Paren(e) => inner(&e.expr),
            syn::Expr::Group(e) => inner(&e.expr),
            syn::Expr::Lit(_) => Stride::None,
            syn::Expr::Path(path) => {
                let named = |l: &&Local| path.path.is_ident(&self.f.info(**l).name);
                match raw.reads.iter().find(named) {
                    Some(local) => of(&Operand::Local(*local)),
                    None => Stride::None,
                }
            }
            syn::Expr::Binary(e) => match e.op {
                syn::BinOp::Add(_) => inner(&e.left).plus(inner(&e.right)),
                syn::BinOp::Sub(_) => inner(&e.left).plus(inner(&e.right).negated()),
                _ => inner(&e.left).with(inner(&e.right)),
            },
            // `x.len()` stands still where `x` does, whatever else is in the index.
            syn::Expr::MethodCall(_) | syn::Expr::Field(_) => {
                let mut names = Vec::new();
                names_in(expr.to_token_stream(), &mut names);
                let reads = raw.reads.iter();
                let named = reads.filter(|l| names.contains(&self.f.info(**l).name));
                named.fold(Stride::None, |s, l| s.with(of(&Operand::Local(*l))))
            }
            _ => {
                let reads = raw.reads.iter().map(|l| of(&Operand::Local(*l)));
                reads.fold(Stride::None, Stride::with)
            }
        }
    }

    fn of_expression(
        &self,
        expr: &syn::Expr,
        named: &impl Fn(&syn::Ident) -> Option<Local>,
        var: Local,
    ) -> Option<i64> {
        let inner = |e: &syn::Expr| self.of_expression(e, named, var);
        match expr {
            syn::Expr::Paren(e) => inner(&e.expr),
            syn::Expr::Group(e) => inner(&e.expr),
            syn::Expr::Path(path) => {
                let local = named(path.path.get_ident()?)?;
                self.offset(&Operand::Local(local), var)
            }
            syn::Expr::Binary(syn::ExprBinary {
                left, op, right, ..
            }) => match op {
                syn::BinOp::Add(_) => match constant(right) {
                    Some(c) => Some(inner(left)? + c),
                    None => Some(inner(right)? + constant(left)?),
                },
                syn::BinOp::Sub(_) => Some(inner(left)? - constant(right)?),
                _ => None,
            },
            _ => None,
        }
    }
}

fn literal(tokens: &TokenStream) -> Option<i64> {
    constant(&syn::parse2(tokens.clone()).ok()?)
}

/// A small integer, written out.
fn constant(expr: &syn::Expr) -> Option<i64> {
    match expr {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(int),
            ..
        }) => int.base10_parse().ok().filter(|c: &i64| *c < 1 << 16),
        syn::Expr::Paren(e) => constant(&e.expr),
        syn::Expr::Group(e) => constant(&e.expr),
        _ => None,
    }
}
