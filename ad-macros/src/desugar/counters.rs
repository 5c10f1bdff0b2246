//! Ranges of integers that only their uses give a type.
//!
//! Receives a function in which every variable has a name of its own; promises that a range of plain literals that
//! a sequence is zipped with keeps the type that the uses of its integers ask for. Integers that choose elements,
//! or are only cast, are left to be positions, which are more cheaply gone over.
//!
//! ```text
//! for (v, n) in x.iter().zip(1..) { s += v.powi(n); }    for (v, n) in x.iter().zip({ 1 }..) { … }
//! for (v, n) in x.iter().zip(1..) { s += v * n as f64; } as it is
//! ```
//!
//! A start in a block is how [`sequence::is_of_other_integers`](super::sequence::is_of_other_integers) is told.

use super::build;
use crate::tables::HashSet;
use std::iter;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Pat, parse_quote};

pub(super) fn by_uses(function: &mut syn::ItemFn) {
    let mut zipped = Zipped::default();
    zipped.visit_block(&function.block);
    let mut uses = Uses {
        of: &zipped.counters,
        typed: HashSet::default(),
        choosing: HashSet::default(),
        chooses: false,
    };
    uses.visit_block(&function.block);
    let typed = &uses.typed - &uses.choosing;
    Marked { typed }.visit_block_mut(&mut function.block);
}

/// The names of the integers of zipped ranges.
#[derive(Default)]
struct Zipped {
    counters: HashSet<String>,
}

impl Visit<'_> for Zipped {
    fn visit_expr_for_loop(&mut self, looped: &syn::ExprForLoop) {
        self.counters.extend(counter_of(&looped.expr, &looped.pat));
        visit::visit_expr_for_loop(self, looped);
    }

    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        let counter = item_of(call).and_then(|item| counter_of(&call.receiver, item));
        self.counters.extend(counter);
        visit::visit_expr_method_call(self, call);
    }
}

/// What the closure of an iterator's method calls an item.
fn item_of(call: &ExprMethodCall) -> Option<&Pat> {
    match call.args.last().map(build::peeled) {
        Some(Expr::Closure(f)) => f.inputs.last(),
        _ => None,
    }
}

/// The name of the integers of a range that is zipped with a sequence.
fn counter_of(iterated: &Expr, item: &Pat) -> Option<String> {
    let Expr::MethodCall(zip) = build::peeled(iterated) else {
        return None;
    };
    let (Pat::Tuple(pair), true) = (item, zip.method == "zip" && zip.args.len() == 1) else {
        return None;
    };
    let at = [&*zip.receiver, &zip.args[0]]
        .into_iter()
        .position(is_plain_range)?;
    match pair.elems.get(at)? {
        Pat::Ident(name) => Some(name.ident.to_string()),
        _ => None,
    }
}

/// Whether an expression is a range of literals without a suffix, backwards or not.
fn is_plain_range(expr: &Expr) -> bool {
    let plain = |bound: &Expr| matches!(bound, Expr::Lit(lit) if matches!(&lit.lit, syn::Lit::Int(n) if n.suffix().is_empty()));
    match build::peeled(expr) {
        Expr::Range(r) => {
            r.start.as_deref().is_some_and(plain) && r.end.as_deref().is_none_or(plain)
        }
        Expr::MethodCall(call) => call.method == "rev" && is_plain_range(&call.receiver),
        _ => false,
    }
}

/// How counters are used.
struct Uses<'a> {
    of: &'a HashSet<String>,
    /// Those that are more than cast.
    typed: HashSet<String>,
    /// Those that choose elements.
    choosing: HashSet<String>,
    /// Whether an index is looked at.
    chooses: bool,
}

impl Visit<'_> for Uses<'_> {
    fn visit_expr_cast(&mut self, cast: &syn::ExprCast) {
        if !matches!(build::peeled(&cast.expr), Expr::Path(_)) {
            visit::visit_expr_cast(self, cast);
        }
    }

    fn visit_expr_index(&mut self, index: &syn::ExprIndex) {
        self.visit_expr(&index.expr);
        let outside = std::mem::replace(&mut self.chooses, true);
        self.visit_expr(&index.index);
        self.chooses = outside;
    }

    fn visit_expr_path(&mut self, path: &syn::ExprPath) {
        let Some(name) = path.path.get_ident().map(ToString::to_string) else {
            return;
        };
        if self.of.contains(&name) {
            match self.chooses {
                true => self.choosing.insert(name),
                false => self.typed.insert(name),
            };
        }
    }
}

/// Marks the ranges of these counters.
struct Marked {
    typed: HashSet<String>,
}

impl Marked {
    fn asks_for(&self, iterated: &Expr, item: &Pat) -> bool {
        counter_of(iterated, item).is_some_and(|name| self.typed.contains(&name))
    }
}

/// Marks the ranges that are zipped with a sequence.
fn mark(iterated: &mut Expr) {
    if let Expr::MethodCall(zip) = unwrapped(iterated)
        && zip.method == "zip"
    {
        let sides = iter::once(&mut *zip.receiver).chain(&mut zip.args);
        let ranges = sides
            .filter(|side| is_plain_range(side))
            .filter_map(start_of);
        ranges.for_each(|start| *start = parse_quote!({ #start }));
    }
}

/// Where a range starts.
fn start_of(range: &mut Expr) -> Option<&mut Expr> {
    match unwrapped(range) {
        Expr::Range(r) => r.start.as_deref_mut(),
        Expr::MethodCall(call) => start_of(&mut call.receiver),
        _ => None,
    }
}

/// An expression without its parentheses, to change it.
fn unwrapped(expr: &mut Expr) -> &mut Expr {
    match expr {
        Expr::Paren(p) => unwrapped(&mut p.expr),
        Expr::Group(g) => unwrapped(&mut g.expr),
        other => other,
    }
}

impl VisitMut for Marked {
    fn visit_expr_for_loop_mut(&mut self, looped: &mut syn::ExprForLoop) {
        if self.asks_for(&looped.expr, &looped.pat) {
            mark(&mut looped.expr);
        }
        visit_mut::visit_expr_for_loop_mut(self, looped);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        let asks = |item: &Pat| self.asks_for(&call.receiver, item);
        // What collects pairs says which integers it wants.
        if item_of(call).is_some_and(asks) || call.method == "collect" {
            mark(&mut call.receiver);
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }
}
