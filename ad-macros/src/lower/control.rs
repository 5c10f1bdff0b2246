//! Branches, loops and exits.

use super::stmt::unborrowed;
use super::{LoopScope, Lowerer};
use crate::desugar::build;
use crate::diagnostics::catalog;
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::Span;
use quote::ToTokens;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    pub(crate) fn if_expression(&mut self, e: &syn::ExprIf, hint: Option<&Ty>) -> Option<Operand> {
        let cond = self.condition(&e.cond)?;
        let then = self.region(|this| this.block(&e.then_branch, hint));
        let hint_else = then.value().map(|t| self.operand_ty(t)).or(hint.cloned());
        let otherwise = self.region(|this| match &e.else_branch {
            Some((_, alternative)) => match &**alternative {
                Expr::Block(b) => this.block(&b.block, hint_else.as_ref()),
                Expr::If(nested) => this.if_expression(nested, hint_else.as_ref()),
                other => this.value(other, hint_else.as_ref()),
            },
            None => None,
        });
        let arms = [then, otherwise].map(|body| Arm {
            pattern: None,
            binds: Vec::new(),
            body,
        });
        self.branch(Head::If(cond), arms.into(), hint, e.span())
    }

    /// A condition: a `bool`, which carries no derivative, so it can stay as written.
    fn condition(&mut self, cond: &Expr) -> Option<Operand> {
        if contains_let(cond) {
            self.sink.refuse_at(cond, catalog::IF_LET);
            return None;
        }
        match self.raw(cond) {
            Some(raw) => Some(self.bind(Op::Raw(raw), Ty::Bool, cond.span())),
            None => self.value(cond, Some(&Ty::Bool)),
        }
    }

    pub(crate) fn branch(
        &mut self,
        head: Head,
        mut arms: Vec<Arm>,
        hint: Option<&Ty>,
        span: Span,
    ) -> Option<Operand> {
        let tails = arms.iter().filter_map(|a| a.body.value());
        let types: Vec<Ty> = tails.map(|t| self.operand_ty(t)).collect();
        if types.iter().any(is_float_view) && types.iter().all(may_be_float_view) {
            for arm in &mut arms {
                self.read_tail(&mut arm.body, span);
            }
            let chosen = self.branch(head, arms, None, span)?;
            let place = Place::of(self.as_local(chosen, span));
            return Some(self.reference(place, false, span));
        }
        let ty = types.into_iter().reduce(Ty::join).map(Ty::assignable);
        if ty.as_ref().is_some_and(Ty::is_ref) {
            self.sink.refuse(span, catalog::CHOSEN_REFERENCE);
            return None;
        }
        let ty = match ty {
            Some(Ty::Unknown) => Some(hint.cloned().unwrap_or(Ty::Unknown)),
            ty => ty,
        };
        if let Some(number @ (Ty::Int | Ty::Bool)) = &ty {
            for arm in &mut arms {
                self.assert_tail(&mut arm.body, number, span);
            }
        }
        let dst = ty
            .filter(|_| {
                arms.iter()
                    .all(|a| a.body.value().is_some() || a.body.diverges)
            })
            .map(|ty| self.temp(ty, span));
        self.emit(StmtKind::Branch(Branch { head, arms, dst }), span);
        dst.map(Operand::Local)
    }

    /// Where the other arms yield integers, so does one whose type the syntax does not show: emitted code checks
    /// that no derivative is lost.
    fn assert_tail(&mut self, region: &mut Region, number: &Ty, span: Span) {
        if let Some(StmtKind::Rest(rest)) = region.stmts.last_mut().map(|s| &mut s.kind) {
            return self.assert_tail(rest, number, span);
        }
        if let Some(Operand::Local(unsaid)) = region.tail
            && matches!(self.ty(unsaid), Ty::Unknown)
        {
            let dst = self.temp(number.clone(), span);
            let op = Op::Inactive(Operand::Local(unsaid));
            let kind = StmtKind::Let { dst, op };
            region.stmts.push(Stmt { id: 0, kind, span });
            region.tail = Some(Operand::Local(dst));
        }
    }

    /// Makes a region that yields a reference to a float yield the float: behind a shared reference the
    /// two are the same.
    fn read_tail(&mut self, region: &mut Region, span: Span) {
        if let Some(StmtKind::Rest(rest)) = region.stmts.last_mut().map(|s| &mut s.kind) {
            return self.read_tail(rest, span);
        }
        if let Some(Operand::Local(root)) = region.tail {
            let dst = self.temp(self.ty(root).peeled().clone(), span);
            let path = vec![Step::Deref];
            let op = Op::Load(Place { root, path });
            let kind = StmtKind::Let { dst, op };
            region.stmts.push(Stmt { id: 0, kind, span });
            region.tail = Some(Operand::Local(dst));
        }
    }

    pub(crate) fn match_expression(
        &mut self,
        e: &syn::ExprMatch,
        hint: Option<&Ty>,
    ) -> Option<Operand> {
        if let Some(smaller) = self.small_match(e) {
            return self.value(&smaller, hint);
        }
        if let Some(copied) = self.found_by_value(e) {
            return self.match_expression(&copied, hint);
        }
        if let Some(place) = self.only_asked(e) {
            return self.match_inert(place, e, hint);
        }
        if let Some(named) = self.match_viewed(e) {
            return self.match_expression(&named, hint);
        }
        match self.raw(&e.expr).filter(|_| self.match_is_inert(e)) {
            Some(_) if self.binds_borrows(e) => self.open_match(e, hint),
            Some(raw) => self.match_inert(raw, e, hint),
            None => self.match_value(e, hint),
        }
    }

    /// `sorted(x).as_slice()`, `&sorted(x)[1..]`: what a call gives whose elements are matched has a name there.
    fn match_viewed(&mut self, e: &syn::ExprMatch) -> Option<syn::ExprMatch> {
        let mut named = e.clone();
        let value = viewed(&mut named.expr)?;
        let is_call = matches!(build::peeled(value), Expr::Call(_) | Expr::MethodCall(_));
        if !is_call || self.projection(value).is_some() || self.raw(value).is_some() {
            return None;
        }
        let [name, ..] = self.fresh_names(value.span());
        let given = std::mem::replace(value, build::name(name.clone()));
        let given = self.value(&given, None)?;
        self.bind_name(&name, false, given);
        Some(named)
    }

    /// An element that is matched with patterns which bind nothing. No derivative comes out of it, so its type
    /// need not say what the rule of the index is.
    fn only_asked(&self, e: &syn::ExprMatch) -> Option<Raw> {
        let asks = |arm: &syn::Arm| build::bound_names(&arm.pat).is_empty();
        let (_, place) = unborrowed(&e.expr);
        let is_element = matches!(place, Expr::Index(_)) && self.root_of(place).is_some();
        (is_element && e.arms.iter().all(asks)).then(|| self.payload(&e.expr))?
    }

    /// Whether patterns may bind references to parts of what only lives while it is borrowed: the
    /// reverse sweep cannot hold those, and matches again.
    fn binds_borrows(&self, e: &syn::ExprMatch) -> bool {
        let borrowed = matches!(&*e.expr, Expr::Reference(_));
        let (_, place) = unborrowed(&e.expr);
        let root = self.root_of(place);
        let behind_reference = root.is_some_and(|root| self.ty(root).is_ref());
        let binds = |arm: &syn::Arm| !build::bound_names(&arm.pat).is_empty();
        root.is_some() && (borrowed || behind_reference) && e.arms.iter().any(binds)
    }

    /// The local that a place is a part of.
    pub(super) fn root_of(&self, place: &Expr) -> Option<Local> {
        match place {
            Expr::Path(p) => self.lookup(&p.path.get_ident()?.to_string()),
            Expr::Field(f) => self.root_of(&f.base),
            Expr::Index(i) => self.root_of(&i.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.root_of(&u.expr),
            Expr::Paren(p) => self.root_of(&p.expr),
            _ => None,
        }
    }

    /// Whether nothing the patterns bind can carry a derivative.
    fn match_is_inert(&self, e: &syn::ExprMatch) -> bool {
        let inferred = self.infer(&e.expr);
        let literals = |t: &Expr| matches!(t, Expr::Lit(_)) || self.infer(t).is_inert();
        inferred.is_inert()
            || matches!(&*e.expr, Expr::Tuple(t) if t.elems.iter().all(literals))
            || self
                .raw(&e.expr)
                .is_some_and(|raw| raw.reads.iter().all(|&l| self.ty(l).is_inert()))
    }

    fn match_inert(&mut self, head: Raw, e: &syn::ExprMatch, hint: Option<&Ty>) -> Option<Operand> {
        let scrutinee = self.infer(&e.expr);
        self.note_changes(&head);
        let mut arms = Vec::new();
        for arm in &e.arms {
            let mut binds = Vec::new();
            if let Some((_, guard)) = &arm.guard
                && self.assigns_active(guard)
            {
                self.sink.refuse_at(guard, catalog::COMPARISON_IMPURE);
            }
            self.inert_bindings(&arm.pat, &scrutinee, &mut binds);
            let body = self.region(|this| this.arm_body(&arm.body, hint));
            arms.push(Arm {
                pattern: Some((arm.pat.clone(), arm.guard.as_ref().map(|(_, g)| g.clone()))),
                binds,
                body,
            });
        }
        self.branch(Head::Match(head), arms, hint, e.span())
    }

    pub(crate) fn arm_body(&mut self, body: &Expr, hint: Option<&Ty>) -> Option<Operand> {
        match body {
            Expr::Block(b) if b.label.is_none() => self.block(&b.block, hint),
            other => {
                if matches!(hint, Some(Ty::Unit))
                    || matches!(self.infer(other), Ty::Unit)
                    || is_exit(other)
                {
                    self.effect(other);
                    return None;
                }
                self.value(other, hint)
            }
        }
    }

    pub(crate) fn inert_bindings(&mut self, pat: &syn::Pat, ty: &Ty, binds: &mut Vec<Local>) {
        match (pat, ty) {
            (syn::Pat::Tuple(t), Ty::Tuple(types)) if t.elems.len() == types.len() => {
                for (part, ty) in t.elems.iter().zip(types) {
                    self.inert_bindings(part, ty, binds);
                }
            }
            (syn::Pat::Reference(r), Ty::Ref(_, inner)) => {
                self.inert_bindings(&r.pat, inner, binds)
            }
            (syn::Pat::Or(or), _) => or
                .cases
                .iter()
                .for_each(|case| self.inert_bindings(case, ty, binds)),
            (syn::Pat::Ident(p), _) => {
                let ty = if matches!(ty, Ty::Unknown) {
                    Ty::Inert
                } else {
                    ty.clone()
                };
                self.inert_binding(&p.ident, ty, binds);
                p.subpat
                    .iter()
                    .for_each(|(_, sub)| self.inert_bindings(sub, &Ty::Inert, binds));
            }
            _ => build::bound_names(pat)
                .iter()
                .for_each(|name| self.inert_binding(name, Ty::Inert, binds)),
        }
    }

    fn inert_binding(&mut self, name: &syn::Ident, ty: Ty, binds: &mut Vec<Local>) {
        let constant = name
            .to_string()
            .chars()
            .next()
            .is_some_and(char::is_uppercase);
        if !constant && self.lookup(&name.to_string()).is_none() {
            let local = self.named(name, ty, false);
            binds.push(local);
        }
    }

    /// `match x { v if v < 0.0 => …, v => … }` is a chain of conditions; other patterns open the value.
    fn match_value(&mut self, e: &syn::ExprMatch, hint: Option<&Ty>) -> Option<Operand> {
        let chained = |arm: &syn::Arm| match &arm.pat {
            syn::Pat::Wild(_) => true,
            syn::Pat::Ident(p) => p.subpat.is_none() && !starts_upper(&p.ident),
            pat => is_irrefutable(pat),
        };
        if !e.arms.iter().all(chained) {
            return self.open_match(e, hint);
        }
        let value = self.value(&e.expr, None)?;
        self.match_arms(&e.arms, value, hint, e.span())
    }

    fn match_arms(
        &mut self,
        arms: &[syn::Arm],
        value: Operand,
        hint: Option<&Ty>,
        span: Span,
    ) -> Option<Operand> {
        let (arm, rest) = arms.split_first()?;
        match &arm.pat {
            syn::Pat::Wild(_) => {}
            syn::Pat::Ident(name) if name.subpat.is_none() => {
                self.bind_name(&name.ident, false, value.clone())
            }
            syn::Pat::Tuple(_) if is_irrefutable(&arm.pat) => {
                self.bind_pattern(&arm.pat, value.clone())
            }
            other => {
                self.sink.refuse_at(other, catalog::MATCH_ACTIVE);
                return None;
            }
        }
        let Some((_, guard)) = &arm.guard else {
            return self.arm_body(&arm.body, hint);
        };
        let cond = self.condition(guard)?;
        let then = self.region(|this| this.arm_body(&arm.body, hint));
        let otherwise = self.region(|this| this.match_arms(rest, value, hint, span));
        let arms = [then, otherwise].map(|body| Arm {
            pattern: None,
            binds: Vec::new(),
            body,
        });
        self.branch(Head::If(cond), arms.into(), hint, span)
    }

    pub(crate) fn while_loop(&mut self, e: &syn::ExprWhile) {
        if contains_let(&e.cond) {
            return self.sink.refuse_at(&e.cond, catalog::IF_LET);
        }
        self.before_loop(&[&e.body.to_token_stream(), &e.cond.to_token_stream()]);
        let Some(cond) = self.raw(&e.cond) else {
            return self.endless(e);
        };
        self.loop_statement(
            LoopKind::While(cond),
            e.label.as_ref(),
            None,
            e.span(),
            |this| {
                this.block(&e.body, Some(&Ty::Unit));
            },
        );
    }

    /// `while c { … }`, whose condition takes statements, as `loop { if c {} else { break; } … }`.
    fn endless(&mut self, e: &syn::ExprWhile) {
        let (label, cond, body) = (&e.label, &e.cond, &e.body.stmts);
        let endless: syn::ExprLoop = syn::parse_quote!(#label loop {
            if #cond {} else { break; }
            #(#body)*
        });
        self.forever(&endless);
    }

    pub(crate) fn forever(&mut self, e: &syn::ExprLoop) -> Option<Operand> {
        self.before_loop(&[&e.body.to_token_stream()]);
        let dst = breaks_with_value(&e.body).then(|| {
            let dst = self.temp(Ty::Unknown, e.span());
            self.locals[dst.0].mutable = false;
            dst
        });
        self.loop_statement(LoopKind::Forever, e.label.as_ref(), dst, e.span(), |this| {
            this.block(&e.body, Some(&Ty::Unit));
        });
        dst.map(Operand::Local)
    }

    pub(crate) fn loop_statement(
        &mut self,
        kind: LoopKind,
        name: Option<&syn::Label>,
        dst: Option<Local>,
        span: Span,
        body: impl FnOnce(&mut Self),
    ) {
        let label = self.fresh_label();
        self.loops.push(LoopScope {
            name: name.map(|l| l.name.ident.to_string()),
            label,
            dst,
        });
        let body = self.region(|this| {
            body(this);
            None
        });
        self.loops.pop();
        let exits = super::exits::exits_of_region(&body);
        // A stepped inclusive range cannot be run backwards.
        let stepped = |r: &Range| r.adaptors.iter().any(|a| matches!(a, Adaptor::StepBy(_)));
        let reversible =
            matches!(&kind, LoopKind::Range { head, .. } if !(head.inclusive && stepped(head)));
        let counted = reversible && exits.iter().all(|e| *e == Exit::Continue(label));
        self.emit(
            StmtKind::Loop(Loop {
                label,
                kind,
                body,
                dst,
                counted,
            }),
            span,
        );
    }

    /// Before a loop: what its code changes must be read anew inside, and what it only reads is read
    /// once, here.
    pub(crate) fn before_loop(&mut self, code: &[&dyn ToTokens]) {
        let tokens: proc_macro2::TokenStream = code.iter().map(|t| t.to_token_stream()).collect();
        let assigned: HashSet<Local> = self.assigned_in(&tokens);
        for &local in &assigned {
            self.note_write(local);
        }
        let mut used = Vec::new();
        self.collect_idents(tokens, &mut used);
        // What is behind a unique reference may change wherever the reference goes.
        let unique: Vec<Local> = used
            .iter()
            .copied()
            .filter(|l| matches!(self.ty(*l), Ty::Ref(true, _)))
            .collect();
        for local in unique {
            self.note_write(local);
        }
        for local in used {
            let scalar = self.locals[local.0].mutable && matches!(self.ty(local), Ty::Float(_));
            if scalar && !assigned.contains(&local) && self.is_initialised(local) {
                let span = self.locals[local.0].span;
                self.load(Place::of(local), span);
            }
        }
    }

    pub(super) fn is_initialised(&self, local: Local) -> bool {
        !self
            .stmts
            .iter()
            .any(|s| matches!(&s.kind, StmtKind::Declare { dst } if *dst == local))
    }

    pub(crate) fn return_expression(&mut self, e: &syn::ExprReturn) {
        let ret = self.ret.clone();
        let value = e.expr.as_ref().and_then(|v| self.value(v, Some(&ret)));
        self.emit(
            StmtKind::Exit {
                to: Exit::Return,
                value,
            },
            e.span(),
        );
    }

    pub(crate) fn break_expression(&mut self, e: &syn::ExprBreak) {
        let Some((label, dst)) = self.find_loop(e.label.as_ref()) else {
            return self.sink.refuse_at(e, catalog::UNKNOWN_LABEL);
        };
        let value = e.expr.as_ref().and_then(|v| self.value(v, None));
        if let (Some(dst), Some(value)) = (dst, &value) {
            let ty = self.ty(dst).clone().join(self.operand_ty(value));
            self.locals[dst.0].ty = ty;
        }
        self.emit(
            StmtKind::Exit {
                to: Exit::Break(label),
                value,
            },
            e.span(),
        );
    }

    pub(crate) fn continue_expression(&mut self, e: &syn::ExprContinue) {
        match self.find_loop(e.label.as_ref()) {
            Some((label, _)) => self.emit(
                StmtKind::Exit {
                    to: Exit::Continue(label),
                    value: None,
                },
                e.span(),
            ),
            None => self.sink.refuse_at(e, catalog::UNKNOWN_LABEL),
        }
    }

    fn find_loop(&self, name: Option<&syn::Lifetime>) -> Option<(Label, Option<Local>)> {
        let scope = match name {
            Some(name) => self
                .loops
                .iter()
                .rev()
                .find(|l| l.name.as_deref() == Some(&name.ident.to_string()))?,
            None => self.loops.last()?,
        };
        Some((scope.label, scope.dst))
    }
}

fn is_exit(e: &Expr) -> bool {
    matches!(e, Expr::Return(_) | Expr::Break(_) | Expr::Continue(_))
}

fn contains_let(e: &Expr) -> bool {
    match e {
        Expr::Let(_) => true,
        Expr::Binary(b) => contains_let(&b.left) || contains_let(&b.right),
        Expr::Paren(p) => contains_let(&p.expr),
        _ => false,
    }
}

fn is_irrefutable(pat: &syn::Pat) -> bool {
    match pat {
        syn::Pat::Wild(_) => true,
        syn::Pat::Ident(p) => p.subpat.is_none(),
        syn::Pat::Tuple(t) => t.elems.iter().all(is_irrefutable),
        _ => false,
    }
}

/// Whether a `loop` is left with a value.
fn breaks_with_value(body: &syn::Block) -> bool {
    struct Breaks(bool);
    impl<'ast> syn::visit::Visit<'ast> for Breaks {
        fn visit_expr_break(&mut self, b: &'ast syn::ExprBreak) {
            self.0 |= b.expr.is_some();
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    }
    let mut breaks = Breaks(false);
    syn::visit::Visit::visit_block(&mut breaks, body);
    breaks.0
}

/// A shared reference to what may be a float: it is one where another arm refers to a float.
fn may_be_float_view(ty: &Ty) -> bool {
    is_float_view(ty) || matches!(ty, Ty::Ref(false, inner) if matches!(**inner, Ty::Unknown))
}

/// A shared reference to a float.
fn is_float_view(ty: &Ty) -> bool {
    matches!(ty, Ty::Ref(false, inner) if inner.is_float())
}

/// What is viewed as a slice: `v` of `v.as_slice()`, `&v[1..]` and `v[1..]`.
fn viewed(scrutinee: &mut Expr) -> Option<&mut Expr> {
    match scrutinee {
        Expr::Paren(p) => viewed(&mut p.expr),
        Expr::Group(g) => viewed(&mut g.expr),
        Expr::Reference(r) if r.mutability.is_none() => viewed(&mut r.expr),
        Expr::MethodCall(call) if call.method == "as_slice" => Some(&mut call.receiver),
        Expr::Index(i) if matches!(*i.index, Expr::Range(_)) => Some(&mut i.expr),
        _ => None,
    }
}
