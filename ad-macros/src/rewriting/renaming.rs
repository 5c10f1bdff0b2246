//! Locals in the place of others.
//!
//! Receives statements of a loop; promises that they name others where they named these locals, also in code that
//! is kept as the user wrote it.
//!
//! ```text
//! while (x * x - a).abs() > 1e-12      while (value7 * value7 - value8).abs() > 1e-12
//! ```

use super::Writer;
use crate::ir::*;
use crate::tables::HashMap;
use crate::tokens;
use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};

/// Whether names in the user's code are seen for what they are: there are no strings of a macro's that may
/// name variables, no fields of a struct that is made, and no parameters of closures.
pub(crate) fn can_be_renamed(raw: &Raw) -> bool {
    is_plain(&raw.tokens)
}

fn is_plain(tokens: &TokenStream) -> bool {
    let mut half = false;
    tokens.clone().into_iter().all(|tree| match tree {
        TokenTree::Group(group) => {
            group.delimiter() != Delimiter::Brace && is_plain(&group.stream())
        }
        TokenTree::Literal(literal) => !literal.to_string().contains('"'),
        TokenTree::Punct(punct) if punct.as_char() == '|' => {
            // `a || b`
            let was_half = std::mem::replace(&mut half, punct.spacing() == Spacing::Joint);
            half || was_half
        }
        TokenTree::Punct(_) | TokenTree::Ident(_) => true,
    })
}

pub(crate) struct Renaming {
    locals: HashMap<Local, Local>,
    names: HashMap<String, Ident>,
}

impl Renaming {
    pub(crate) fn new(locals: &HashMap<Local, Local>, writer: &Writer) -> Self {
        let name = |local: &Local| writer.locals[local.0].name.clone();
        Renaming {
            locals: locals.clone(),
            names: locals
                .iter()
                .map(|(from, to)| (name(from).to_string(), name(to)))
                .collect(),
        }
    }

    /// What a statement and the statements in it name.
    pub(crate) fn whole(&self, stmt: &mut Stmt) {
        self.stmt(stmt);
        for region in stmt.regions_mut() {
            region.stmts.iter_mut().for_each(|stmt| self.whole(stmt));
            region.tail.iter_mut().for_each(|tail| self.operand(tail));
        }
    }

    /// What a statement itself names.
    pub(crate) fn stmt(&self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Let { dst, op } => {
                *dst = self.local(*dst);
                self.op(op);
            }
            StmtKind::Declare { dst } => *dst = self.local(*dst),
            StmtKind::Assign { place, value, .. } => {
                self.place(place);
                self.operand(value);
            }
            StmtKind::Branch(branch) => {
                branch.dst.iter_mut().for_each(|l| *l = self.local(*l));
                match &mut branch.head {
                    Head::If(condition) => self.operand(condition),
                    Head::Match(raw) => self.raw(raw),
                    Head::Open(_) => {}
                }
            }
            StmtKind::Loop(looped) => match &mut looped.kind {
                LoopKind::While(raw) | LoopKind::Items { head: raw, .. } => self.raw(raw),
                LoopKind::Range { var, head } => {
                    *var = self.local(*var);
                    self.range(head);
                }
                LoopKind::Forever => {}
            },
            StmtKind::Effect { raw } | StmtKind::Panic { raw } => self.raw(raw),
            _ => {}
        }
    }

    pub(crate) fn operand(&self, operand: &mut Operand) {
        if let Operand::Local(local) = operand {
            *local = self.local(*local);
        }
    }

    fn range(&self, range: &mut Range) {
        self.operand(&mut range.lo);
        self.operand(&mut range.hi);
        for adaptor in &mut range.adaptors {
            if let Adaptor::StepBy(step) = adaptor {
                self.operand(step);
            }
        }
    }

    fn op(&self, op: &mut Op) {
        match op {
            Op::Use(a) | Op::Neg(a) | Op::Cast(a, _) | Op::Scalar(a) => self.operand(a),
            Op::Binary(_, a, b) | Op::Integer(_, a, b) => {
                self.operand(a);
                self.operand(b);
            }
            Op::Elementary {
                args,
                partials,
                told,
                ..
            } => {
                args.iter_mut().for_each(|a| self.operand(a));
                partials
                    .iter_mut()
                    .flatten()
                    .for_each(|p| *p = self.local(*p));
                told.iter_mut().for_each(|slope| self.op(slope));
            }
            Op::Slope { of, .. } => self.operand(of),
            Op::Load(place) | Op::Len(place, _) | Op::Ref { place, .. } => self.place(place),
            Op::Raw(raw) => self.raw(raw),
            _ => {}
        }
    }

    fn local(&self, local: Local) -> Local {
        self.locals.get(&local).copied().unwrap_or(local)
    }

    fn place(&self, place: &mut Place) {
        place.root = self.local(place.root);
        for step in &mut place.path {
            match step {
                Step::Index(i) | Step::Split(i) => self.operand(i),
                Step::Range(lo, hi, _) => {
                    lo.iter_mut().chain(hi).for_each(|end| self.operand(end));
                }
                Step::Deref
                | Step::Field(_)
                | Step::Variant(_)
                | Step::Chosen(_)
                | Step::Project { .. } => {}
            }
        }
    }

    fn raw(&self, raw: &mut Raw) {
        if raw.reads.iter().any(|l| self.locals.contains_key(l)) {
            raw.reads.iter_mut().for_each(|l| *l = self.local(*l));
            raw.tokens = self.tokens(std::mem::take(&mut raw.tokens));
        }
    }

    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        tokens::map(tokens, &mut |trees, at| match &trees[at] {
            TokenTree::Ident(name) if !tokens::is_part(trees, at) => {
                let new = self.names.get(&name.to_string());
                TokenTree::Ident(new.unwrap_or(name).clone())
            }
            other => other.clone(),
        })
    }
}
