//! Statements written in the place of others.
//!
//! Receives the locals of a function; promises statements on them and on locals of their own, for passes that put a
//! function into another form before it is differentiated.

pub(crate) mod renaming;

use crate::emit::names;
use crate::ir::*;
use proc_macro2::Span;
use quote::quote;

/// Writes statements, with locals of their own.
pub(crate) struct Writer<'a> {
    pub(crate) locals: &'a mut Vec<LocalInfo>,
    pub(crate) stmts: Vec<Stmt>,
    pub(crate) span: Span,
    /// Variables of its own.
    pub(crate) variables: Vec<Local>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(locals: &'a mut Vec<LocalInfo>) -> Self {
        Writer {
            locals,
            stmts: Vec::new(),
            span: Span::call_site(),
            variables: Vec::new(),
        }
    }

    pub(crate) fn take(&mut self) -> Vec<Stmt> {
        std::mem::take(&mut self.stmts)
    }

    pub(crate) fn local(&mut self, what: &str, ty: Ty, mutable: bool) -> Local {
        let local = Local(self.locals.len());
        let name = names::numbered(what, local.0);
        let info = LocalInfo::new(name, ty, mutable, self.span);
        self.locals.push(info);
        local
    }

    /// A local like another one.
    pub(crate) fn copy(&mut self, what: &str, of: Local) -> Local {
        let local = Local(self.locals.len());
        self.locals.push(LocalInfo {
            name: names::numbered(what, local.0),
            ..self.locals[of.0].clone()
        });
        local
    }

    /// Writes a statement that is there.
    pub(crate) fn put(&mut self, stmt: Stmt) {
        self.stmts.push(stmt);
    }

    pub(crate) fn push(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt {
            id: 0,
            kind,
            span: self.span,
        });
    }

    pub(crate) fn value(&mut self, what: &str, ty: Ty, op: Op) -> Local {
        let dst = self.local(what, ty, false);
        self.push(StmtKind::Let { dst, op });
        dst
    }

    pub(crate) fn variable(&mut self, what: &str, ty: Ty, op: Op) -> Local {
        let dst = self.local(what, ty, true);
        self.variables.push(dst);
        self.push(StmtKind::Let { dst, op });
        dst
    }

    pub(crate) fn assign(&mut self, root: Local, value: Operand, how: Assign) {
        let place = Place::of(root);
        self.push(StmtKind::Assign { place, value, how });
    }

    /// What a local holds now.
    pub(crate) fn read(&mut self, local: Local) -> Operand {
        let info = &self.locals[local.0];
        match (info.mutable, info.ty.clone()) {
            (true, ty) => Operand::Local(self.value("t", ty, Op::Load(Place::of(local)))),
            (false, _) => Operand::Local(local),
        }
    }

    pub(crate) fn now(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Local(local) => self.read(local),
            constant => constant,
        }
    }

    pub(crate) fn constant(&self, number: u32, ty: Ty) -> Operand {
        match number {
            0 => Operand::Const(quote!(0.0), ty),
            _ => Operand::Const(quote!(1.0), ty),
        }
    }
}
