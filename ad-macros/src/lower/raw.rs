//! Expressions that can stay as the user wrote them.
//!
//! Receives an expression; promises a [`Raw`] only if nothing in it can carry or change a derivative:
//! either its type says so (a comparison of floats is a `bool`), or nothing it reads does.

use super::elementary::{find, is_inert_query};
use super::{Lowerer, lent, looks, lookups};
use crate::desugar::maps::{KEY, NEW_KEY};
use crate::desugar::{build, builders, functions, returned, stored};
use crate::ir::{Local, Raw, Ty};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

impl Lowerer<'_> {
    /// `expr` verbatim, if that drops no derivative.
    pub(crate) fn raw(&self, expr: &Expr) -> Option<Raw> {
        if self.is_listed_sequence(expr) {
            return None;
        }
        let mut scan = self.scan(expr)?;
        let inert_reads = scan.reads.iter().all(|&l| self.is_inert(l));
        let inert = self.infer(expr).is_inert();
        if !(inert_reads || (inert && !scan.may_change_active)) {
            return None;
        }
        scan.raw.reads = std::mem::take(&mut scan.reads);
        let expr = &builders::unmarked(expr, scan.marked);
        scan.raw.reads.append(&mut scan.called);
        let is_returned = |l: &Local| self.returned.contains(l);
        scan.raw.tokens = if scan.raw.reads.iter().any(is_returned) {
            let mut lent = Expr::clone(expr);
            Asked(self).visit_expr_mut(&mut lent);
            looks::LookOnly(self).visit_expr_mut(&mut lent);
            lent::Plainly(self).visit_expr_mut(&mut lent);
            lent.to_token_stream()
        } else if inert_reads {
            expr.to_token_stream()
        } else {
            let mut asked = Expr::clone(expr);
            Asked(self).visit_expr_mut(&mut asked);
            looks::LookOnly(self).visit_expr_mut(&mut asked);
            asked.to_token_stream()
        };
        Some(scan.raw)
    }

    /// `i * self.width + j` verbatim, where it selects a part: it is checked to carry no derivative, whatever the types
    /// are of the fields in it.
    pub(crate) fn raw_index(&self, expr: &Expr) -> Option<Raw> {
        if !matches!(expr, Expr::Binary(_)) || !self.names_numbers_and_fields(expr) {
            return None;
        }
        let mut scan = self.scan(expr)?;
        if scan.may_change_active || !scan.raw.cheap {
            return None;
        }
        scan.raw.reads = std::mem::take(&mut scan.reads);
        let mut looked_at = expr.clone();
        looks::LookOnly(self).visit_expr_mut(&mut looked_at);
        scan.raw.tokens = looked_at.to_token_stream();
        Some(scan.raw)
    }

    /// Whether arithmetic is of numbers, and of fields of what else it names: what is no number may be moved into an
    /// operator, which code that is run again must not.
    fn names_numbers_and_fields(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(e) => self.names_numbers_and_fields(&e.expr),
            Expr::Group(e) => self.names_numbers_and_fields(&e.expr),
            Expr::Binary(e) => [&e.left, &e.right]
                .iter()
                .all(|e| self.names_numbers_and_fields(e)),
            Expr::Lit(_) => true,
            Expr::Field(e) => is_path_of_fields(&e.base),
            e => matches!(self.infer(e), Ty::Int),
        }
    }

    /// `expr` verbatim, where nobody asks for its derivative, if it changes nothing that carries one.
    pub(crate) fn payload(&self, expr: &Expr) -> Option<Raw> {
        let mut scan = self.scan(expr).filter(|s| !s.may_change_active)?;
        scan.raw.reads = std::mem::take(&mut scan.reads);
        let mut lent = builders::unmarked(expr, scan.marked).into_owned();
        Lent.visit_expr_mut(&mut lent);
        looks::LookOnly(self).visit_expr_mut(&mut lent);
        scan.raw.tokens = lent.to_token_stream();
        scan.raw.volatile = true;
        scan.raw.cheap = false;
        Some(scan.raw)
    }

    /// Whether a value, or a closure, is made of nothing that may carry a derivative.
    pub(crate) fn is_without_derivative(&self, expr: &Expr) -> bool {
        let inert = |scan: Scan| scan.reads.iter().all(|&l| self.is_inert(l));
        self.infer(expr).is_inert() || self.scan(expr).is_some_and(inert)
    }

    fn scan(&self, expr: &Expr) -> Option<Scan<'_>> {
        let mut scan = Scan::new(self);
        scan.visit_expr(expr);
        (!scan.opaque).then_some(scan)
    }

    /// Whether a macro's tokens change a value that carries a derivative.
    pub(crate) fn macro_changes(&self, tokens: &TokenStream) -> bool {
        let changed = |l: &Local| !self.is_inert(*l) && self.is_storage(*l);
        self.assigned_in(tokens).iter().any(changed)
    }

    /// Whether a macro changes a value that carries a derivative. What `write!` writes to is a text, which none goes into.
    pub(crate) fn is_changed_by(&self, mac: &syn::Macro) -> bool {
        let name = mac.path.segments.last().map(|s| s.ident.to_string());
        let writes = matches!(name.as_deref(), Some("write" | "writeln"));
        let trees: Vec<TokenTree> = mac.tokens.clone().into_iter().collect();
        let is =
            |tree: &TokenTree, c: char| matches!(tree, TokenTree::Punct(p) if p.as_char() == c);
        let first = trees.iter().take_while(|t| !is(t, ',')).count();
        let lent = trees.first().is_some_and(|t| is(t, '&'));
        let plain = !trees[..first]
            .iter()
            .any(|t| matches!(t, TokenTree::Group(_)));
        match writes && lent && plain {
            true => self.macro_changes(&trees[first..].iter().cloned().collect()),
            false => self.macro_changes(&mac.tokens),
        }
    }

    /// What a token sequence of a known-inert macro reads.
    pub(crate) fn raw_tokens(&self, tokens: TokenStream) -> Raw {
        let mut reads = Vec::new();
        self.collect_idents(tokens.clone(), &mut reads);
        let looking = build::visited(&mut looks::LookOnly(self), &tokens);
        Raw {
            tokens: looking.unwrap_or(tokens),
            reads,
            volatile: true,
            cheap: false,
        }
    }

    pub(crate) fn collect_idents(&self, tokens: TokenStream, reads: &mut Vec<Local>) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Ident(ident) => {
                    if let Some(local) = self.lookup(&ident.to_string())
                        && !reads.contains(&local)
                        && !build::is_field(&trees, at)
                    {
                        reads.push(local);
                    }
                }
                TokenTree::Group(group) => self.collect_idents(group.stream(), reads),
                _ => {}
            }
        }
    }
}

/// Whether an expression is a variable, or a field of one.
fn is_path_of_fields(expr: &Expr) -> bool {
    match expr {
        Expr::Field(e) => is_path_of_fields(&e.base),
        Expr::Paren(e) => is_path_of_fields(&e.expr),
        Expr::Path(_) => true,
        _ => false,
    }
}

/// Lets the type of a result say that it carries no derivative, where only a method's name does:
/// `p.len()` becomes `p.len().__without_derivative()`.
struct Asked<'l, 'a>(&'l Lowerer<'a>);

impl VisitMut for Asked<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) if self.0.is_inert_call(call) => {
                if matches!(self.0.infer(&call.receiver).peeled(), Ty::Unknown) {
                    let span = call.method.span();
                    let asked = syn::Ident::new("__without_derivative", span);
                    *expr = syn::parse_quote!(#call.#asked());
                }
            }
            // A comparison is a `bool` whatever it compares.
            Expr::Binary(b) if matches!(self.0.infer_binary(b), Ty::Bool) => {}
            Expr::Closure(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

/// Leaves fields that are given away where they are, as the reverse sweep may ask for what they belong to:
/// `Error::Unknown(this.name)` becomes `Error::Unknown(this.name.clone())`.
struct Lent;

impl VisitMut for Lent {
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        call.args.iter_mut().for_each(|arg| self.give(arg));
    }

    fn visit_expr_struct_mut(&mut self, e: &mut syn::ExprStruct) {
        e.fields.iter_mut().for_each(|f| self.give(&mut f.expr));
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        if is_consuming(&call.method.to_string()) {
            self.give(&mut call.receiver);
        } else {
            self.visit_expr_mut(&mut call.receiver);
        }
        call.args.iter_mut().for_each(|arg| self.give(arg));
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
}

impl Lent {
    fn give(&mut self, value: &mut Expr) {
        match value {
            Expr::Field(_) => *value = syn::parse_quote_spanned!(value.span()=> #value.clone()),
            _ => self.visit_expr_mut(value),
        }
    }
}

/// `v[v.len() - 1]`, which nobody can lend uniquely: it is `v[last]`, behind `let last = v.len() - 1;`.
fn is_indexed_by_itself(place: &Expr) -> bool {
    let Expr::Index(element) = place else {
        return false;
    };
    let list = build::as_name(&element.expr);
    list.is_some_and(|list| build::mentions(&element.index, list))
}

struct Scan<'a> {
    lowerer: &'a Lowerer<'a>,
    raw: Raw,
    reads: Vec<Local>,
    /// Variables of which fields are called. What can be called without a rule has no derivative: functions that have
    /// one are values of ours, which the language does not call.
    called: Vec<Local>,
    /// Contains control flow or a change of state that a verbatim copy would hide.
    opaque: bool,
    /// Calls something that might change a value that carries a derivative.
    may_change_active: bool,
    /// Has calls with a mark that only lowering knows.
    marked: bool,
    /// Labels of the loops around, inside of what is scanned.
    loops: Vec<Option<syn::Ident>>,
}

impl<'a> Scan<'a> {
    fn new(lowerer: &'a Lowerer<'a>) -> Self {
        let raw = Raw {
            cheap: true,
            ..Raw::default()
        };
        Scan {
            lowerer,
            raw,
            reads: Vec::new(),
            called: Vec::new(),
            opaque: false,
            may_change_active: false,
            marked: false,
            loops: Vec::new(),
        }
    }

    fn read(&mut self, local: Local, shape_only: bool) {
        if !self.reads.contains(&local) {
            self.reads.push(local);
        }
        if self.lowerer.is_storage(local) && !shape_only {
            self.raw.volatile = true;
        }
    }

    fn local_of(&self, expr: &Expr) -> Option<Local> {
        match expr {
            Expr::Path(p) => p
                .path
                .get_ident()
                .and_then(|i| self.lowerer.lookup(&i.to_string())),
            Expr::Paren(p) => self.local_of(&p.expr),
            _ => None,
        }
    }

    fn root_of(&self, expr: &Expr) -> Option<Local> {
        match expr {
            Expr::Index(i) => self.root_of(&i.expr),
            Expr::Field(f) => self.root_of(&f.base),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.root_of(&u.expr),
            Expr::Reference(r) => self.root_of(&r.expr),
            other => self.local_of(other),
        }
    }

    /// An exit from a loop inside of what is scanned is part of it.
    fn visit_exit(&mut self, label: Option<&syn::Lifetime>) {
        self.opaque |= match label {
            None => self.loops.is_empty(),
            Some(label) => !self.loops.contains(&Some(label.ident.clone())),
        };
    }

    fn visit_loop(&mut self, label: Option<&syn::Label>, expr: &Expr) {
        self.raw.cheap = false;
        self.loops.push(label.map(|l| l.name.ident.clone()));
        visit::visit_expr(self, expr);
        self.loops.pop();
    }

    /// A change of a variable that only this expression declares is part of it. What is changed
    /// through a reference or an element may live outside.
    fn visit_change(&mut self, target: &Expr, expr: &Expr) {
        let name = matches!(target, Expr::Path(_));
        self.opaque |= !name || self.root_of(target).is_some();
        visit::visit_expr(self, expr);
    }

    fn is_active_root(&self, expr: &Expr) -> bool {
        self.root_of(expr)
            .is_some_and(|l| !self.lowerer.is_inert(l))
    }

    /// The place of a function that is called.
    fn visit_called(&mut self, place: &Expr) {
        match place {
            Expr::Paren(p) => self.visit_called(&p.expr),
            Expr::Field(f) => self.visit_called(&f.base),
            Expr::Index(i) => {
                self.visit_called(&i.expr);
                self.visit_expr(&i.index);
            }
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.visit_called(&u.expr),
            other => match self.local_of(other) {
                Some(local) => {
                    self.raw.volatile |= self.lowerer.is_storage(local);
                    self.called.push(local);
                }
                None => self.visit_expr(other),
            },
        }
    }

    fn visit_method(&mut self, call: &syn::ExprMethodCall) {
        let name = call.method.to_string();
        // It is nothing that rustc knows.
        self.opaque |= name == KEY || name == NEW_KEY;
        let fixed = self
            .local_of(&call.receiver)
            .filter(|&l| self.lowerer.ty(l).has_fixed_length());
        if let (Some(local), "len" | "is_empty") = (fixed, name.as_str()) {
            return self.read(local, true);
        }
        let integer = matches!(
            name.as_str(),
            "min" | "max" | "abs" | "pow" | "saturating_sub" | "abs_diff" | "div_ceil"
        );
        // A residual can hold no reference into an argument, which is given again.
        let view = name == "as_slice" && call.args.is_empty();
        let cheap = self.lowerer.is_inert_call(call)
            || integer
            || view
            || find(&name).is_some_and(|e| e.cheap);
        if !cheap {
            self.raw.cheap = false;
        }
        if !cheap
            && find(&name).is_none()
            && self.is_active_root(&call.receiver)
            && !is_pure_view(&name)
            && !looks::gives_parts_of_text(call)
            && !is_adaptor(call)
        {
            self.may_change_active = true;
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// Methods of the standard library that look at their receiver. An option's `take` does more.
pub(crate) fn looks_only(name: &str) -> bool {
    let looks = is_pure_view(name) || find(name).is_some() || super::method::is_structural(name);
    let changes = [
        "pop",
        "extend",
        "retain",
        "sort_by",
        "reverse",
        "rotate_left",
        "rotate_right",
        "make_mut",
    ];
    let adapts = ["zip", "enumerate", "skip", "rev"];
    let lends_uniquely = name.ends_with("_mut") || changes.contains(&name);
    looks && !lends_uniquely || adapts.contains(&name)
}

/// Methods that look at their receiver without changing it.
fn is_pure_view(name: &str) -> bool {
    is_inert_query(name)
        || lookups::is_lookup(name)
        || matches!(
            name,
            "iter"
                | "windows"
                | "chunks"
                | "map"
                | "copied"
                | "cloned"
                | "powi"
                | "powf"
                | "clone"
                | functions::COPIED
                | "as_slice"
                | "first"
                | "last"
                | "keys"
                | "values"
                | "to_bits"
        )
        || is_consuming(name)
}

/// Methods of iterators. Those of that name which a place has may change it, as `option.take()` does.
fn is_adaptor(call: &syn::ExprMethodCall) -> bool {
    let on_call = matches!(build::peeled(&call.receiver), Expr::MethodCall(_));
    let adaptors = ["zip", "enumerate", "skip", "take", "rev"];
    on_call && adaptors.iter().any(|name| call.method == name) && is_given(call)
}

/// Whether a method has the number of arguments that the adaptor of its name has.
fn is_given(call: &syn::ExprMethodCall) -> bool {
    let without = call.method == "enumerate" || call.method == "rev";
    call.args.len() == usize::from(!without)
}

/// Methods of options and results that take what they look at.
fn is_consuming(name: &str) -> bool {
    matches!(
        name,
        "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default"
    )
}

impl<'ast> Visit<'ast> for Scan<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.marked |= matches!(expr, Expr::MethodCall(c) if builders::is_given_back(c));
        match expr {
            Expr::Return(_)
            | Expr::Try(_)
            | Expr::Await(_)
            | Expr::Yield(_)
            | Expr::Async(_)
            | Expr::Unsafe(_)
            | Expr::Let(_) => self.opaque = true,
            Expr::Break(b) => {
                self.visit_exit(b.label.as_ref());
                visit::visit_expr(self, expr);
            }
            Expr::Continue(c) => self.visit_exit(c.label.as_ref()),
            Expr::Assign(a) => self.visit_change(&a.left, expr),
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) | Expr::Block(_)
                if self.lowerer.assigns_outer(expr) =>
            {
                self.opaque = true;
            }
            Expr::Binary(b) if super::compound(&b.op).is_some() => self.visit_change(&b.left, expr),
            Expr::Reference(r) if r.mutability.is_some() => {
                self.raw.cheap = false;
                self.opaque |= is_indexed_by_itself(&r.expr);
                if self.is_active_root(&r.expr) {
                    self.may_change_active = true;
                }
                visit::visit_expr(self, expr);
            }
            Expr::MethodCall(call) if call.method == functions::CALL => {
                self.raw.cheap = false;
                match self.local_of(&call.receiver) {
                    Some(function) => self.read(function, false),
                    None => self.visit_expr(&call.receiver),
                }
                call.args.iter().for_each(|a| self.visit_expr(a));
            }
            Expr::MethodCall(call) => {
                self.opaque |= stored::is_by_rule(expr);
                self.visit_method(call);
            }
            Expr::Call(call) => {
                self.opaque |= stored::is_by_rule(expr) || returned::is_marked(call);
                self.visit_expr_call(call);
            }
            Expr::If(_)
            | Expr::Match(_)
            | Expr::Block(_)
            | Expr::Macro(_)
            | Expr::Closure(_)
            | Expr::Struct(_) => {
                self.raw.cheap = false;
                visit::visit_expr(self, expr);
            }
            Expr::Loop(e) => self.visit_loop(e.label.as_ref(), expr),
            // Marked as one that is run by parts.
            Expr::ForLoop(e) if !e.attrs.is_empty() => self.opaque = true,
            Expr::ForLoop(e) => self.visit_loop(e.label.as_ref(), expr),
            Expr::While(e) => self.visit_loop(e.label.as_ref(), expr),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.raw.cheap = false;
        let is_unique = |l: Local| matches!(self.lowerer.ty(l), Ty::Ref(true, t) if !t.is_inert());
        let lent = |e: &Expr| self.local_of(e).is_some_and(is_unique);
        self.may_change_active |= call.args.iter().any(lent);
        match build::peeled(&call.func) {
            Expr::Field(_) | Expr::Index(_) => {
                self.visit_called(&call.func);
                call.args.iter().for_each(|arg| self.visit_expr(arg));
            }
            _ => visit::visit_expr_call(self, call),
        }
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let Some(local) = path
            .path
            .get_ident()
            .and_then(|i| self.lowerer.lookup(&i.to_string()))
        {
            // The user's code cannot take the value that stands for a function.
            self.opaque |= matches!(self.lowerer.ty(local), Ty::Function);
            self.read(local, false);
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let by_rule = Ident::new(stored::BY_RULE, Span::call_site());
        self.opaque |= super::function::names(mac.tokens.clone(), &by_rule);
        self.opaque |= self.lowerer.is_changed_by(mac);
        let mut reads = Vec::new();
        self.lowerer.collect_idents(mac.tokens.clone(), &mut reads);
        for local in reads {
            self.read(local, false);
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        self.opaque = true;
    }
}
