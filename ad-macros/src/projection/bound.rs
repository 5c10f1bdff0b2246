//! Names of parts.
//!
//! Receives the variables of a projection's body, one after the other; promises what they refer to, so that they,
//! or parts of them, can be what is returned.
//!
//! ```text
//! let row = &self.rows[i + 1];        let bound0 = i + 1; let bound1 = choice of bound0 in self.rows; let row = …;
//! &row[2..]                           a part of what bound1 chose
//!
//! let mut best = &self.nodes[0];
//! for n in &self.nodes {              n is an element of self.nodes, and so is best, as all that is assigned to
//!     if n.t > best.t { best = n; }   it is: where it is tells its index
//! }
//! best
//! ```

use super::place::{Found, Reader, iterated, looked_for};
use crate::desugar::build;
use crate::emit::names;
use crate::ir::Construct;
use crate::segments;
use crate::tables::HashSet;
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, parse_quote};

/// What a variable refers to.
pub(super) enum Bound {
    Part(Found),
    /// An element of a list.
    Element(Expr),
    /// No part that is known.
    Other,
}

impl Reader<'_> {
    /// Learns what a `let` binds; what it is chosen by is named in the statements that are to stand before it.
    pub(super) fn learn(&mut self, local: &mut syn::Local) -> Vec<syn::Stmt> {
        let Some(init) = &mut local.init else {
            return Vec::new();
        };
        let pat = match &local.pat {
            Pat::Type(typed) => &typed.pat,
            pat => pat,
        };
        let Pat::Ident(name) = pat else {
            self.learn_pattern(&local.pat, &init.expr);
            return Vec::new();
        };
        if let Some(list) = self.list_of(&init.expr) {
            self.bound.push((name.ident.clone(), Bound::Element(list)));
            return Vec::new();
        }
        let fixed = name.mutability.is_none() && is_reference(&init.expr);
        let asked_for = self.returned.contains(&name.ident);
        if !fixed || !asked_for || self.reference(&init.expr).is_none() {
            self.bound.push((name.ident.clone(), Bound::Other));
            return Vec::new();
        }
        let mut hoist = Hoist {
            number: self.bound.len(),
            before: Vec::new(),
        };
        hoist.visit_expr_mut(&mut init.expr);
        let found = self.place(&init.expr);
        let found = found.map_or(Bound::Other, |found| hoist.chosen(found, &name.ident));
        self.bound.push((name.ident.clone(), found));
        hoist.before
    }

    /// Learns what a pattern binds of `value`: the element in `Some(x)`, where one is looked for.
    pub(super) fn learn_pattern(&mut self, pat: &Pat, value: &Expr) {
        let list = match build::peeled(value) {
            Expr::MethodCall(call) => looked_for(call).and_then(|list| self.canonical(list)),
            _ => None,
        };
        match (pat, list) {
            (Pat::TupleStruct(some), Some(list)) if segments::last(&some.path) == "Some" => {
                self.learn_item(&some.elems[0], list);
            }
            _ => match self.place(value) {
                Some(found) if !found.is_led_by(&build::bound_names(pat)) => {
                    self.learn_parts(pat, &found);
                }
                _ => self.forget(pat),
            },
        }
    }

    /// Learns what a pattern binds of a part: parts of it.
    fn learn_parts(&mut self, pat: &Pat, of: &Found) {
        let unnamed = |i: usize| syn::Member::from(i);
        match pat {
            Pat::Ident(name) if name.subpat.is_none() && name.mutability.is_none() => {
                let part = Bound::Part(of.clone().named(&name.ident));
                self.bound.push((name.ident.clone(), part));
            }
            Pat::Paren(p) => self.learn_parts(&p.pat, of),
            Pat::Reference(r) => self.learn_parts(&r.pat, of),
            Pat::Struct(s) if !Construct::names_std(&s.path) => {
                for field in &s.fields {
                    let part = of.field_of(Some(&s.path), field.member.clone());
                    self.learn_parts(&field.pat, &part);
                }
            }
            Pat::TupleStruct(s) if !Construct::names_std(&s.path) && is_counted(&s.elems) => {
                for (i, pat) in s.elems.iter().enumerate() {
                    self.learn_parts(pat, &of.field_of(Some(&s.path), unnamed(i)));
                }
            }
            Pat::Tuple(t) if is_counted(&t.elems) => {
                for (i, pat) in t.elems.iter().enumerate() {
                    self.learn_parts(pat, &of.field_of(None, unnamed(i)));
                }
            }
            _ => self.forget(pat),
        }
    }

    /// Learns what a loop's pattern binds.
    pub(super) fn learn_loop(&mut self, pat: &Pat, head: &Expr) {
        let counted = match (build::peeled(head), pat) {
            (Expr::MethodCall(call), Pat::Tuple(pair)) if call.method == "enumerate" => pair
                .elems
                .get(1)
                .map(|item| (item.clone(), (*call.receiver).clone())),
            _ => None,
        };
        let (pat, head) = counted.unwrap_or_else(|| (pat.clone(), head.clone()));
        let list = match build::peeled(&head) {
            Expr::Reference(r) => Some(&*r.expr),
            // A parameter that is a reference gives references to its elements.
            Expr::Path(p) if self.roots.iter().any(|root| p.path.is_ident(*root)) => Some(&head),
            head => iterated(head),
        };
        match list.and_then(|list| self.canonical(list)) {
            Some(list) => self.learn_item(&pat, list),
            None => self.forget(&pat),
        }
    }

    fn learn_item(&mut self, pat: &Pat, list: Expr) {
        match pat {
            Pat::Ident(name) if name.subpat.is_none() => {
                self.bound.push((name.ident.clone(), Bound::Element(list)));
            }
            pat => self.forget(pat),
        }
    }

    /// These names are other variables from here on.
    pub(super) fn forget(&mut self, pat: &Pat) {
        let names = build::bound_names(pat).into_iter();
        self.bound.extend(names.map(|name| (name, Bound::Other)));
    }

    /// Whether `name = value` leaves the variable an element of the list that it is one of; none if it is no
    /// variable of the body's own.
    pub(super) fn stays_element(&self, name: &Expr, value: &Expr) -> Option<bool> {
        match self.bound(build::as_name(name)?)? {
            Bound::Element(list) => Some(self.list_of(value).is_some_and(|other| {
                other.to_token_stream().to_string() == list.to_token_stream().to_string()
            })),
            Bound::Part(_) => Some(false),
            Bound::Other => None,
        }
    }

    pub(super) fn bound(&self, name: &Ident) -> Option<&Bound> {
        let mut known = self.bound.iter().rev();
        known.find(|(n, _)| n == name).map(|(_, bound)| bound)
    }

    /// The list of which a reference refers to an element.
    fn list_of(&self, reference: &Expr) -> Option<Expr> {
        match build::peeled(reference) {
            Expr::Reference(r) => match build::peeled(&r.expr) {
                Expr::Index(i) if !is_range(&i.index) => self.canonical(&i.expr),
                _ => None,
            },
            Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
                match build::peeled(&call.receiver) {
                    Expr::MethodCall(asked) => self.canonical(looked_for(asked)?),
                    _ => None,
                }
            }
            name => match self.bound(build::as_name(name)?)? {
                Bound::Element(list) => Some(list.clone()),
                _ => None,
            },
        }
    }

    /// The whole of a list, if it is of a parameter.
    fn canonical(&self, list: &Expr) -> Option<Expr> {
        match build::peeled(list) {
            Expr::Index(i) if is_range(&i.index) => self.canonical(&i.expr),
            Expr::Reference(r) => self.canonical(&r.expr),
            list => self.is_part(list).then(|| list.clone()),
        }
    }
}

/// The names that what a body returns starts from, and those that these start from.
pub(super) fn returned(body: &syn::Block) -> HashSet<Ident> {
    let mut starts = Starts::default();
    starts.visit_block(body);
    starts.tail_of(body);
    let mut found = HashSet::default();
    while let Some(name) = starts.returned.pop() {
        let led = starts.bound.iter().filter(|(bound, _)| *bound == name);
        let new: Vec<Ident> = led.map(|(_, from)| from.clone()).collect();
        if found.insert(name) {
            starts.returned.extend(new);
        }
    }
    found
}

#[derive(Default)]
struct Starts {
    returned: Vec<Ident>,
    /// Variables, and what they start from.
    bound: Vec<(Ident, Ident)>,
}

impl Starts {
    fn tail_of(&mut self, block: &syn::Block) {
        if let Some(syn::Stmt::Expr(tail, None)) = block.stmts.last() {
            self.tail(tail);
        }
    }

    fn tail(&mut self, expr: &Expr) {
        match expr {
            Expr::Block(b) => self.tail_of(&b.block),
            Expr::Paren(p) => self.tail(&p.expr),
            Expr::If(e) => {
                self.tail_of(&e.then_branch);
                e.else_branch.iter().for_each(|(_, e)| self.tail(e));
            }
            Expr::Match(e) => e.arms.iter().for_each(|arm| self.tail(&arm.body)),
            other => self.returned.extend(start(other)),
        }
    }
}

impl Visit<'_> for Starts {
    fn visit_expr_return(&mut self, e: &syn::ExprReturn) {
        e.expr.iter().for_each(|e| self.tail(e));
    }

    fn visit_local(&mut self, local: &syn::Local) {
        if let Some(init) = &local.init {
            let from = start(&init.expr);
            let names = build::bound_names(&local.pat).into_iter();
            self.bound.extend(names.zip(from.into_iter().cycle()));
        }
        visit::visit_local(self, local);
    }
}

fn start(expr: &Expr) -> Option<Ident> {
    match expr {
        Expr::Path(p) => p.path.get_ident().cloned(),
        Expr::Paren(p) => start(&p.expr),
        Expr::Reference(r) => start(&r.expr),
        Expr::Unary(u) => start(&u.expr),
        Expr::Field(f) => start(&f.base),
        Expr::Index(i) => start(&i.expr),
        Expr::MethodCall(call) => start(&call.receiver),
        _ => None,
    }
}

fn is_reference(expr: &Expr) -> bool {
    matches!(
        build::peeled(expr),
        Expr::Reference(_) | Expr::Path(_) | Expr::MethodCall(_)
    )
}

/// Whether the positions in a pattern are those in what it is held against: nothing is left out before the end.
fn is_counted<P>(elems: &syn::punctuated::Punctuated<Pat, P>) -> bool {
    let before = elems.len().saturating_sub(1);
    !elems.iter().take(before).any(|p| matches!(p, Pat::Rest(_)))
}

fn is_range(index: &Expr) -> bool {
    matches!(build::peeled(index), Expr::Range(_))
}

/// Names what a part is chosen by, as it is now.
struct Hoist {
    number: usize,
    before: Vec<syn::Stmt>,
}

impl Hoist {
    fn name(&mut self, value: &mut Expr) {
        if !matches!(value, Expr::Lit(_)) {
            let name = self.bind(value);
            *value = parse_quote!(::core::clone::Clone::clone(&#name));
        }
    }

    /// The part that a variable refers to from here on, whatever becomes of the names that lead to it.
    fn chosen(&mut self, mut found: Found, name: &Ident) -> Bound {
        for choice in &mut found.choices {
            *choice = self.bind(choice).to_token_stream();
        }
        found.primal = quote!((*#name));
        Bound::Part(found)
    }

    fn bind(&mut self, value: &impl ToTokens) -> Ident {
        let number = self.number * 100 + self.before.len();
        let name = names::numbered("bound", number);
        self.before.push(parse_quote!(let #name = #value;));
        name
    }
}

impl VisitMut for Hoist {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Index(i) => {
                visit_mut::visit_expr_mut(self, &mut i.expr);
                self.name(&mut i.index);
            }
            Expr::MethodCall(call) => {
                visit_mut::visit_expr_mut(self, &mut call.receiver);
                call.args.iter_mut().for_each(|arg| self.name(arg));
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
