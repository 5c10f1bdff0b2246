//! Blocks and statements.

use super::function::names_user_type;
use super::pattern::reference_kind;
use super::{Lowerer, compound};
use crate::desugar::{build, functions};
use crate::diagnostics::catalog;
use crate::ir::ty;
use crate::ir::*;
use crate::segments;
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Stmt as Syntax};

impl Lowerer<'_> {
    /// Lowers a block into the region being built; its value, if it has one.
    pub(crate) fn block(&mut self, block: &syn::Block, hint: Option<&Ty>) -> Option<Operand> {
        let (last, init) = block.stmts.split_last()?;
        for stmt in init {
            self.statement(stmt);
        }
        match last {
            Syntax::Expr(expr, None) => self.tail(expr, hint),
            other => {
                self.statement(other);
                None
            }
        }
    }

    /// The last expression of a block: its value, unless it has none.
    fn tail(&mut self, expr: &Expr, hint: Option<&Ty>) -> Option<Operand> {
        if self.mentions_poisoned(expr) {
            return None;
        }
        let unit = matches!(hint, Some(Ty::Unit)) || matches!(self.infer(expr), Ty::Unit);
        if unit || matches!(expr, Expr::Return(_) | Expr::Break(_) | Expr::Continue(_)) {
            self.effect(expr);
            return None;
        }
        self.value(expr, hint)
    }

    pub(super) fn statement(&mut self, stmt: &Syntax) {
        if self.mentions_poisoned(stmt) {
            if let Syntax::Local(local) = stmt {
                self.poison(&local.pat);
            }
            return;
        }
        match stmt {
            Syntax::Local(local) => self.let_statement(local),
            Syntax::Item(item) => self.item(item),
            Syntax::Expr(expr, _) => self.effect(expr),
            Syntax::Macro(mac) => self.macro_statement(&mac.mac),
        }
    }

    fn item(&mut self, item: &syn::Item) {
        match item {
            syn::Item::Static(s) if !matches!(s.mutability, syn::StaticMutability::None) => {
                self.sink.refuse_at(item, catalog::BLOCK_ITEM_STATIC_MUT);
            }
            _ => self.items.push(item.clone()),
        }
    }

    pub(super) fn let_statement(&mut self, local: &syn::Local) {
        let (pat, declared) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(self.read_type(&typed.ty))),
            pat => (pat, None),
        };
        let Some(init) = &local.init else {
            self.declare(pat, declared);
            if let syn::Pat::Type(typed) = &local.pat {
                self.state(pat, &typed.ty, false);
            }
            return;
        };
        if init.diverge.is_some() {
            return self.sink.refuse_at(local, catalog::LET_ELSE);
        }
        if let syn::Pat::Tuple(pats) = pat
            && pats.elems.len() == 2
        {
            if let Some(parts) = self.two_parts(&init.expr) {
                return self.let_tuple(pats, &parts, None);
            }
            if let Some(parts) = self.unique_parts(&init.expr) {
                return self.let_parts(pats, parts);
            }
        }
        if let (Expr::Tuple(values), syn::Pat::Tuple(pats)) = (&*init.expr, pat) {
            let plain = !pats.elems.iter().any(|p| matches!(p, syn::Pat::Rest(_)));
            let types = match &local.pat {
                syn::Pat::Type(typed) => parts_of(&typed.ty),
                _ => None,
            };
            let said = declared.is_none() || types.is_some();
            if said && plain && values.elems.len() == pats.elems.len() {
                return self.let_tuple(pats, values, types);
            }
        }
        self.let_value(pat, declared, &init.expr);
        if let syn::Pat::Type(typed) = &local.pat {
            self.said(pat, &typed.ty, &init.expr);
        }
    }

    /// What the user says of the type of variables that were given this value.
    fn said(&mut self, pat: &syn::Pat, ty: &syn::Type, init: &Expr) {
        let kinds = is_list_of_integers(init)
            || is_empty_list(init)
            || self.infer(init).has_several_kinds();
        self.state(pat, ty, kinds);
        // The rule's own copy of an operand is of the operand's type.
        if let syn::Pat::Ident(name) = pat
            && !functions::is_copied(init)
        {
            self.ascribe(&name.ident, ty, holds_conversions(init));
        }
    }

    /// Keeps the types that the user says variables have where these decide about their values, as they do where
    /// what they are given is of several `kinds`.
    fn state(&mut self, pat: &syn::Pat, ty: &syn::Type, kinds: bool) {
        match (pat, ty) {
            (syn::Pat::Ident(name), _) => {
                let local = self.lookup(&name.ident.to_string());
                let decides =
                    |l: &Local| kinds || is_coerced(ty) || self.ty(*l).has_several_kinds();
                if let Some(local) = local.filter(decides) {
                    self.locals[local.0].stated = Some(ty.clone());
                }
            }
            (syn::Pat::Tuple(pats), syn::Type::Tuple(types)) => {
                let parts = pats.elems.iter().zip(&types.elems);
                parts.for_each(|(pat, ty)| self.state(pat, ty, kinds));
            }
            (syn::Pat::Slice(pats), syn::Type::Array(array)) => {
                let parts = pats.elems.iter();
                parts.for_each(|pat| self.state(pat, &array.elem, kinds));
            }
            _ => {}
        }
    }

    /// The type that the user says a variable has, where rustc might infer it from nothing else: a
    /// conversion's result, or a list of such, an array's length, a struct's type parameter.
    fn ascribe(&mut self, name: &Ident, ty: &syn::Type, conversions: bool) {
        let local = self.lookup(&name.to_string());
        let unsaid = |l: &Local| match self.ty(*l) {
            _ if self.poisoned.contains(l) => false,
            Ty::Unknown | Ty::Inert => matches!(ty, syn::Type::Path(_) | syn::Type::Array(_)),
            list => conversions && list.contains_unknown() && !list.is_ref(),
        };
        let Some(local) = local.filter(unsaid) else {
            return;
        };
        let raw = Raw {
            tokens: quote!(let _: &#ty = &#name),
            reads: vec![local],
            volatile: false,
            cheap: true,
        };
        self.emit(StmtKind::Effect { raw }, name.span());
    }

    /// `let (a, b): (A, B) = (x, y)`: every value first, then every name.
    fn let_tuple(
        &mut self,
        pats: &syn::PatTuple,
        values: &syn::ExprTuple,
        types: Option<&syn::TypeTuple>,
    ) {
        let types: Vec<Option<&syn::Type>> = match types {
            Some(types) => types.elems.iter().map(Some).collect(),
            None => vec![None; pats.elems.len()],
        };
        let annotated = |this: &mut Self, ty: &Option<&syn::Type>| {
            let ty = ty.map(|ty| this.read_type(ty));
            ty.filter(|ty| !matches!(ty, Ty::Unknown))
        };
        let hints: Vec<Option<Ty>> = types.iter().map(|ty| annotated(self, ty)).collect();
        let given = values.elems.iter().zip(&hints);
        let given: Vec<Option<Operand>> = given
            .map(|(e, hint)| self.value(e, hint.as_ref()))
            .collect();
        for (i, (pat, value)) in pats.elems.iter().zip(given).enumerate() {
            let Some(value) = value else {
                continue;
            };
            let value = self.annotate(value, hints[i].as_ref());
            self.bind_pattern(pat, value);
            if let Some(ty) = types[i] {
                self.said(pat, ty, &values.elems[i]);
            }
        }
    }

    /// Parts of a sequence, unless they were refused.
    fn let_parts(&mut self, pats: &syn::PatTuple, parts: Option<[Operand; 2]>) {
        match parts {
            Some(parts) => {
                for (pat, part) in pats.elems.iter().zip(parts) {
                    self.bind_pattern(pat, part);
                }
            }
            None => pats.elems.iter().for_each(|pat| self.poison(pat)),
        }
    }

    fn let_value(&mut self, pat: &syn::Pat, declared: Option<Ty>, init: &Expr) {
        let annotated = declared.as_ref().filter(|t| !matches!(t, Ty::Unknown));
        if let syn::Pat::Ident(name) = pat
            && name.subpat.is_none()
            && name.by_ref.is_none()
        {
            return self.let_named(name, declared.as_ref(), init);
        }
        let borrowed = matches!(init, Expr::Reference(_)) && matches!(pat, syn::Pat::Tuple(_));
        if (takes_apart(pat) || borrowed)
            && let (by_ref, inner) = unborrowed(init)
            && let Some(place) = self.place(inner)
        {
            let ty = self.place_ty(&place);
            let by_ref = by_ref.or(reference_kind(&ty));
            if by_ref.is_none() && place.path.is_empty() && matches!(ty, Ty::Inert) {
                return self.bind_pattern(pat, Operand::Local(place.root));
            }
            if by_ref == Some(true) {
                self.note_write(place.root);
            }
            let place = match by_ref == Some(true) && is_element(&place) {
                true => self.held_element(place, init.span()),
                false => place,
            };
            return self.bind_place(pat, place, by_ref);
        }
        match self.value(init, annotated) {
            Some(value) if takes_apart(pat) => self.bind_pattern(pat, value),
            Some(value) => {
                let value = self.annotate(value, annotated);
                self.bind_pattern(pat, value);
            }
            None => self.poison(pat),
        }
    }

    /// An element of a list is borrowed once for all of its parts: the list would be borrowed anew for each.
    fn held_element(&mut self, place: Place, span: proc_macro2::Span) -> Place {
        let element = self.reference(place, true, span);
        Place {
            root: self.as_local(element, span),
            path: vec![Step::Deref],
        }
    }

    /// `let name = init`: the last operation of `init` defines the name itself.
    fn let_named(&mut self, name: &syn::PatIdent, declared: Option<&Ty>, init: &Expr) {
        // What a call gives or a condition chooses is asked of the result: a reference that is known has its shadow
        // elsewhere.
        let made = matches!(
            build::peeled(init),
            Expr::Call(_) | Expr::MethodCall(_) | Expr::If(_) | Expr::Match(_)
        );
        let asked = |t: &Ty| matches!(t, Ty::Unknown) || made && matches!(t, Ty::Ref(false, _));
        let annotated = declared.filter(|t| !asked(t));
        let Some(value) = self.value(init, annotated) else {
            return self.poison(&syn::Pat::Ident(name.clone()));
        };
        let value = self.annotate(value, annotated);
        self.bind_name(&name.ident, name.mutability.is_some(), value);
        if name.mutability.is_some() && declared.is_none() {
            self.begin(&name.ident);
        }
        if makes_user_type(init) || self.is_view_of_user_type(init) {
            let local = self.lookup(&name.ident.to_string());
            self.named_types.extend(local);
        }
    }

    /// A variable begins with a value that need not say what follows. Maps that are made here hold what they are seen
    /// to hold.
    fn begin(&mut self, name: &Ident) {
        let is_map = self.constructed.is_map(&build::name(name.clone()));
        if let Some(local) = self
            .lookup(&name.to_string())
            .filter(|l| !is_map && !self.wandering.contains(l))
        {
            let ty = &mut self.locals[local.0].ty;
            *ty = std::mem::replace(ty, Ty::Unknown).beginning();
        }
    }

    fn is_view_of_user_type(&self, init: &Expr) -> bool {
        let (_, viewed) = unborrowed(init);
        matches!(viewed, Expr::Path(_))
            && self
                .root_of(viewed)
                .is_some_and(|l| self.named_types.contains(&l))
    }

    /// Names whose value was refused.
    pub(super) fn poison(&mut self, pat: &syn::Pat) {
        for name in build::bound_names(pat) {
            let local = self.named(&name, Ty::Unknown, true);
            self.poisoned.insert(local);
        }
    }

    /// What builds on a refused value is passed over: it would be refused for the same cause.
    fn mentions_poisoned(&self, code: &impl ToTokens) -> bool {
        let mut used = Vec::new();
        if !self.poisoned.is_empty() {
            self.collect_idents(code.to_token_stream(), &mut used);
        }
        used.iter().any(|l| self.poisoned.contains(l))
    }

    /// What the user says of a type is known from then on.
    fn annotate(&mut self, value: Operand, declared: Option<&Ty>) -> Operand {
        let Some(ty) = declared else { return value };
        let unsaid = matches!(self.operand_ty(&value), Ty::Unknown);
        if unsaid && matches!(ty, Ty::Int | Ty::Bool) && value.local().is_some() {
            let span = proc_macro2::Span::mixed_site();
            return self.bind(Op::Inactive(value), ty.clone(), span);
        }
        match value {
            // What a pattern binds keeps the shadow that the pattern gave it.
            Operand::Local(l) if self.locals[l.0].part.is_some() && !ty.is_ref() => {
                if unsaid && ty.is_float() {
                    let span = proc_macro2::Span::mixed_site();
                    return self.bind(Op::Scalar(value), ty.clone(), span);
                }
                value
            }
            Operand::Local(l) => {
                let says_more = match self.ty(l) {
                    Ty::Inert => ty.is_float(),
                    Ty::Unknown | Ty::Float(Float::Infer) => true,
                    Ty::Vec(_) | Ty::Array(_) | Ty::Tuple(_) => true,
                    _ => false,
                };
                if says_more && !self.locals[l.0].mutable {
                    self.locals[l.0].ty = ty.clone();
                }
                Operand::Local(l)
            }
            Operand::Const(tokens, _) => Operand::Const(tokens, ty.clone()),
        }
    }

    fn declare(&mut self, pat: &syn::Pat, declared: Option<Ty>) {
        match pat {
            syn::Pat::Ident(name) => {
                let dst = self.named(&name.ident, declared.unwrap_or(Ty::Unknown), true);
                self.emit(StmtKind::Declare { dst }, name.span());
            }
            syn::Pat::Tuple(t) => t.elems.iter().for_each(|p| self.declare(p, None)),
            other => self.sink.refuse_at(other, catalog::PATTERN),
        }
    }

    /// An expression in statement position: what it does matters, what it yields does not.
    pub(crate) fn effect(&mut self, expr: &Expr) {
        let indexed = self.indexed_statement(expr);
        let expr = indexed.as_ref().unwrap_or(expr);
        if let Some(keyed) = self.keyed_update(expr) {
            return self.effect(&keyed);
        }
        match expr {
            _ if self.inert_update(expr) => {}
            Expr::Assign(a) => self.assign(&a.left, &a.right),
            Expr::Binary(b) => match compound(&b.op) {
                Some(op) => self.compound_assign(b, op),
                None => drop(self.value(expr, None)),
            },
            Expr::Paren(p) => self.effect(&p.expr),
            Expr::Block(b) if b.label.is_none() => {
                let value = self.block(&b.block, Some(&Ty::Unit));
                drop(value);
            }
            Expr::If(e) => drop(self.if_expression(e, Some(&Ty::Unit))),
            Expr::Match(e) => drop(self.match_expression(e, Some(&Ty::Unit))),
            Expr::ForLoop(e) => self.for_loop(e),
            Expr::While(e) => self.while_loop(e),
            Expr::Loop(e) => drop(self.forever(e)),
            Expr::Return(r) => self.return_expression(r),
            Expr::Break(b) => self.break_expression(b),
            Expr::Continue(c) => self.continue_expression(c),
            Expr::Macro(m) => self.macro_statement(&m.mac),
            Expr::MethodCall(call) => self.method_statement(call),
            Expr::Call(call) => self.call_statement(call),
            Expr::Tuple(t) if t.elems.is_empty() => {}
            _ => drop(self.value(expr, None)),
        }
    }

    pub(crate) fn macro_statement(&mut self, mac: &syn::Macro) {
        let name = segments::last(&mac.path);
        if self.is_changed_by(mac) {
            return match self.arguments_first(mac, &name) {
                Some(steps) => drop(self.block(&steps, Some(&Ty::Unit))),
                None => self.sink.refuse_at(mac, catalog::MACRO_CHANGES),
            };
        }
        let raw = self.raw_tokens(mac.tokens.clone());
        let raw = Raw {
            tokens: mac.to_token_stream(),
            ..raw
        };
        match name.as_str() {
            "println" | "eprintln" | "print" | "eprint" | "assert" | "assert_eq" | "assert_ne"
            | "debug_assert" | "debug_assert_eq" | "debug_assert_ne" => {
                self.emit(StmtKind::Effect { raw }, mac.span())
            }
            "panic" | "unreachable" | "todo" | "unimplemented" => {
                self.emit(StmtKind::Panic { raw }, mac.span())
            }
            _ => match self.macro_value(mac) {
                Some(value) => drop(value),
                None => self.sink.refuse_at(mac, catalog::MACRO),
            },
        }
    }
}

/// Whether a pattern takes structs or slices apart: their parts are places.
pub(crate) fn takes_apart(pat: &syn::Pat) -> bool {
    match pat {
        syn::Pat::Struct(_) | syn::Pat::TupleStruct(_) | syn::Pat::Slice(_) => true,
        syn::Pat::Tuple(t) => t
            .elems
            .iter()
            .any(|p| takes_apart(p) || matches!(p, syn::Pat::Rest(_))),
        syn::Pat::Ident(p) => p.subpat.is_some() || p.by_ref.is_some(),
        syn::Pat::Reference(r) => takes_apart(&r.pat),
        syn::Pat::Paren(p) => takes_apart(&p.pat),
        _ => false,
    }
}

/// Whether a place is an element of a list, or a part of one.
fn is_element(place: &Place) -> bool {
    place.path.iter().any(|step| matches!(step, Step::Index(_)))
}

/// Whether an expression is a struct's, or a call of a function of a type that the user named.
fn makes_user_type(expr: &Expr) -> bool {
    match expr {
        Expr::Struct(_) => true,
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) if path.qself.is_none() => {
                let mut ty = path.path.clone();
                ty.segments.pop();
                names_user_type(&ty)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether an expression is a borrow, and a unique one, and what it borrows.
pub(super) fn unborrowed(expr: &Expr) -> (Option<bool>, &Expr) {
    match expr {
        Expr::Reference(r) => (Some(r.mutability.is_some()), &r.expr),
        other => (None, other),
    }
}

/// `Vec::new()`: what it is asked before it is given anything needs its type.
fn is_empty_list(init: &Expr) -> bool {
    match build::peeled(init) {
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path)
            if path.path.segments.iter().rev().nth(1).is_some_and(|s| s.ident == "Vec" && s.arguments.is_none())),
        Expr::Macro(m) => m.mac.path.is_ident("vec") && m.mac.tokens.is_empty(),
        _ => false,
    }
}

/// `vec![250, …]`
fn is_list_of_integers(init: &Expr) -> bool {
    let Expr::Macro(list) = init else {
        return false;
    };
    let first = list.mac.tokens.clone().into_iter().next();
    list.mac.path.is_ident("vec")
        && first.is_some_and(|t| syn::parse2::<syn::LitInt>(t.into_token_stream()).is_ok())
}

/// Whether conversions may be among its elements: `[a.into(), b.into()]`.
fn holds_conversions(init: &Expr) -> bool {
    let into = Ident::new("into", proc_macro2::Span::call_site());
    super::function::names(init.to_token_stream(), &into)
}

/// The types of a tuple's parts.
fn parts_of(ty: &syn::Type) -> Option<&syn::TypeTuple> {
    match ty {
        syn::Type::Tuple(types) => Some(types),
        _ => None,
    }
}

/// `&str` and `&[usize]`, which a reference to a `String` or a `Vec` becomes where it is given such a name.
fn is_coerced(ty: &syn::Type) -> bool {
    let syn::Type::Reference(r) = ty else {
        return false;
    };
    let to = match &*r.elem {
        syn::Type::Path(path) => path.path.is_ident("str"),
        syn::Type::Slice(slice) => ty::read(&slice.elem, &|_| false).is_inert(),
        _ => false,
    };
    to && r.lifetime.is_none() && r.mutability.is_none()
}
