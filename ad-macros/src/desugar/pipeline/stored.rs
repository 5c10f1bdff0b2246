//! Iterators in variables.
//!
//! Receives a function with `let it = xs.iter()…;`; promises the same function with the iterator written
//! where it is consumed, if that happens once. A loop that asks it for `next` is the `for` loop over it.
//! What is consumed step by step becomes a position, see [`cursor`](super::cursor), and what is copied before it
//! is consumed is made anew, see [`lazy`](super::lazy).
//!
//! ```text
//! let it = xs.iter().filter(p);                        for x in xs.iter().filter(p) { s += x; }
//! for x in it { s += x; }
//!
//! let mut it = xs.iter();                              for x in xs.iter() { s += x; }
//! loop { match it.next() { Some(x) => { s += x; } _ => { break; } } }
//! ```

use super::{Lists, changes, cursor, lazy, passed, read, remainder, steppers, texts};
use crate::desugar::build;
use crate::desugar::rename::Names;
use crate::iterators;
use crate::tables::HashSet;
use proc_macro2::Ident;
use std::collections::VecDeque;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprLoop, Local, Pat, Stmt, Token, parse_quote};

/// What asks for the item that is next.
const NEXT: [&str; 4] = ["next", "next_if", "next_if_eq", "peek"];

/// What asks for others, or for the same item once more.
const OUT_OF_TURN: [&str; 6] = ["next_back", "next_if", "next_if_eq", "nth", "peek", "rev"];

/// Whether closures have been given names.
pub(super) fn substitute(
    function: &mut syn::ItemFn,
    names: &mut Names,
    variables: &HashSet<Ident>,
) -> bool {
    let mut stored = Stored {
        names,
        variables,
        texts: texts::parameters(&function.sig),
        lists: Lists::of(function),
        named: false,
    };
    stored.visit_block_mut(&mut function.block);
    stored.named
}

struct Stored<'a> {
    names: &'a mut Names,
    /// The variables that may change.
    variables: &'a HashSet<Ident>,
    /// Parameters that are texts.
    texts: Vec<Ident>,
    lists: Lists,
    named: bool,
}

impl VisitMut for Stored<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut rest: VecDeque<Stmt> = std::mem::take(&mut block.stmts).into();
        while let Some(mut stmt) = rest.pop_front() {
            if let Some(one_by_one) = one_by_one(&stmt) {
                one_by_one
                    .into_iter()
                    .rev()
                    .for_each(|s| rest.push_front(s));
                continue;
            }
            let behind = rest.make_contiguous();
            if let Stmt::Local(local) = &mut stmt {
                as_its_items(local, behind);
            }
            if let Stmt::Local(local) = &stmt
                && let Some((name, iterator)) = iterator(local)
            {
                let after = rest.make_contiguous();
                let uses = after.iter().rposition(|s| mentions(s, &name) > 0);
                let used = uses.map_or(0, |last| last + 1);
                let without = remainder::taken(&name, iterator, after);
                if let Some(without) = without.filter(|s| !changes_inputs(iterator, &s[..used])) {
                    rest = without.into();
                }
                let after = rest.make_contiguous();
                if let Some(moved) = moved(&name, iterator, after, &self.lists) {
                    rest = moved.into();
                    continue;
                }
                if let Some(copied) = lazy::made_anew(&name, iterator, after, self.names) {
                    rest = copied.into();
                    continue;
                }
                // Each item is made once, and in its turn.
                let in_turn = !is_asked(after, &name, &OUT_OF_TURN)
                    || !changes::may_change_any_of(self.variables, iterator);
                if let Some((start, stepped)) = in_turn
                    .then(|| cursor::stepped(&name, iterator, after, &self.texts, self.names))
                    .flatten()
                {
                    self.named = true;
                    rest = stepped.into();
                    start.into_iter().rev().for_each(|s| rest.push_front(s));
                    continue;
                }
            }
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
    }
}

/// `let (i, j) = (a.iter(), b.iter());` as two statements: names are unique.
fn one_by_one(stmt: &Stmt) -> Option<Vec<Stmt>> {
    let Stmt::Local(local) = stmt else {
        return None;
    };
    let init = local.init.as_ref().filter(|i| i.diverge.is_none())?;
    let (Pat::Tuple(pats), Expr::Tuple(values)) = (&local.pat, &*init.expr) else {
        return None;
    };
    let named = pats.elems.iter().all(|pat| matches!(pat, Pat::Ident(_)));
    let iterators = values.elems.iter().any(|v| is_chain(not_peekable(v)));
    let pairs = pats.elems.iter().zip(&values.elems);
    let lets = pairs.map(|(pat, value)| parse_quote!(let #pat = #value;));
    (named && iterators && pats.elems.len() == values.elems.len()).then(|| lets.collect())
}

/// The variable and the iterator of `let it = xs.iter();`.
fn iterator(local: &Local) -> Option<(Ident, &Expr)> {
    let Pat::Ident(name) = &local.pat else {
        return None;
    };
    let init = local.init.as_ref().filter(|i| i.diverge.is_none())?;
    let iterator = not_peekable(&init.expr);
    (name.by_ref.is_none() && is_chain(iterator)).then(|| (name.ident.clone(), iterator))
}

/// `let mut it = steps(x);` as `steps(x).into_iter()`, where it is asked for one item after the other: what a function
/// gives of an iterator is a list.
fn as_its_items(local: &mut Local, rest: &[Stmt]) {
    let Pat::Ident(name) = &local.pat else {
        return;
    };
    let Some(init) = local.init.as_mut().filter(|i| i.diverge.is_none()) else {
        return;
    };
    let steps = not_peekable(&init.expr);
    if iterators::gives_steps(steps) && is_asked(rest, &name.ident, &NEXT) {
        *init.expr = parse_quote!(#steps.into_iter());
    }
}

/// Whether an iterator is asked for something by one of these methods.
fn is_asked(stmts: &[Stmt], name: &Ident, methods: &[&str]) -> bool {
    struct Asked<'a>(&'a Ident, &'a [&'a str], bool);
    impl<'ast> Visit<'ast> for Asked<'_> {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            self.2 |= build::as_name(&call.receiver) == Some(self.0)
                && self.1.iter().any(|method| call.method == method);
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut asked = Asked(name, methods, false);
    stmts.iter().for_each(|stmt| asked.visit_stmt(stmt));
    asked.2
}

pub(super) fn is_chain(iterator: &Expr) -> bool {
    matches!(iterator, Expr::MethodCall(_) | Expr::Call(_)) && read::read(iterator).is_some()
}

/// What `peekable` is asked of: it yields the same items.
fn not_peekable(iterator: &Expr) -> &Expr {
    match build::peeled(iterator) {
        Expr::MethodCall(call) if call.method == "peekable" => not_peekable(&call.receiver),
        iterator => iterator,
    }
}

/// `rest` with the iterator where its variable is consumed, if that happens once and makes the same
/// iterator there.
fn moved(name: &Ident, iterator: &Expr, rest: &[Stmt], lists: &Lists) -> Option<Vec<Stmt>> {
    let mut rest = rest.to_vec();
    let at = rest.iter().position(|s| mentions(s, name) > 0)?;
    if rest.iter().map(|s| mentions(s, name)).sum::<usize>() != 1 {
        return None;
    }
    let mut inputs = Inputs {
        names: build::names_in(iterator),
        changed: false,
    };
    rest[..at].iter().for_each(|s| inputs.visit_stmt(s));
    inputs.visit_until_use(&rest[at], name);
    let borrows = at > 0 && changes_something(iterator);
    if inputs.changed || borrows {
        return None;
    }
    let mut place = Place {
        lists,
        name,
        iterator,
        once: true,
        placed: false,
    };
    place.visit_stmt_mut(&mut rest[at]);
    place.placed.then_some(rest)
}

/// How often a statement mentions a variable.
pub(super) fn mentions(stmt: &Stmt, name: &Ident) -> usize {
    let block = build::block_expression(vec![stmt.clone()]);
    build::names_in(&block)
        .iter()
        .filter(|n| *n == name)
        .count()
}

/// Whether statements change what an iterator is made from.
pub(super) fn changes_inputs(iterator: &Expr, stmts: &[Stmt]) -> bool {
    let mut inputs = Inputs {
        names: build::names_in(iterator),
        changed: false,
    };
    stmts.iter().for_each(|s| inputs.visit_stmt(s));
    inputs.changed
}

/// Whether making an iterator lends something uniquely to what is called.
fn changes_something(iterator: &Expr) -> bool {
    struct Unique(bool);
    impl<'ast> Visit<'ast> for Unique {
        fn visit_expr_reference(&mut self, r: &'ast syn::ExprReference) {
            self.0 |= r.mutability.is_some();
            visit::visit_expr_reference(self, r);
        }
    }
    let mut unique = Unique(false);
    unique.visit_expr(iterator);
    unique.0
}

/// Whether what an iterator is made from is assigned to: a bound such as `n` of `take(n)` is read where
/// the iterator is made.
struct Inputs {
    names: Vec<Ident>,
    changed: bool,
}

impl Inputs {
    /// The body of a loop over the iterator runs after it is made.
    fn visit_until_use(&mut self, stmt: &Stmt, name: &Ident) {
        match stmt {
            Stmt::Expr(Expr::ForLoop(e), _) if build::mentions(&e.expr, name) => {
                self.visit_expr(&e.expr);
            }
            Stmt::Expr(Expr::Loop(e), _) if asks_next(e, name).is_some() => {}
            other => self.visit_stmt(other),
        }
    }

    fn change(&mut self, place: &Expr) {
        self.changed |= build::names_in(place)
            .iter()
            .any(|n| self.names.contains(n));
    }
}

impl<'ast> Visit<'ast> for Inputs {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(e) => self.change(&e.left),
            Expr::Binary(e) if crate::lower::compound(&e.op).is_some() => self.change(&e.left),
            Expr::Reference(e) if e.mutability.is_some() => self.change(&e.expr),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// `match it.next() { Some(pat) => body, _ => { break; } }` in a loop of its own, as pattern and body.
fn asks_next<'e>(e: &'e ExprLoop, name: &Ident) -> Option<(&'e Pat, &'e Expr)> {
    let [Stmt::Expr(Expr::Match(m), _)] = e.body.stmts.as_slice() else {
        return None;
    };
    let Expr::MethodCall(call) = &*m.expr else {
        return None;
    };
    let next = call.method == "next" && build::as_name(&call.receiver) == Some(name);
    let [some, none] = m.arms.as_slice() else {
        return None;
    };
    let leaves = match &*none.body {
        Expr::Block(b) => {
            matches!(b.block.stmts.as_slice(), [Stmt::Expr(Expr::Break(b), _)] if b.label.is_none() && b.expr.is_none())
        }
        Expr::Break(b) => b.label.is_none() && b.expr.is_none(),
        _ => false,
    };
    let plain = some.guard.is_none() && none.guard.is_none();
    let pat = payload_pattern(&some.pat)?;
    (next && leaves && plain).then_some((pat, &some.body))
}

/// `pat` of `Some(pat)`, where it matches everything.
pub(super) fn payload_pattern(pat: &Pat) -> Option<&Pat> {
    match pat {
        Pat::TupleStruct(some) if some.path.segments.last()?.ident == "Some" => {
            some.elems.first().filter(|p| is_irrefutable(p))
        }
        Pat::Paren(p) => payload_pattern(&p.pat),
        _ => None,
    }
}

fn is_irrefutable(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) => true,
        Pat::Ident(p) => p.subpat.is_none() && !p.ident.to_string().starts_with(char::is_uppercase),
        Pat::Tuple(t) => t.elems.iter().all(is_irrefutable),
        Pat::Reference(r) => is_irrefutable(&r.pat),
        Pat::Paren(p) => is_irrefutable(&p.pat),
        _ => false,
    }
}

/// Writes the iterator where its variable stands, unless that may run more than once.
struct Place<'a> {
    lists: &'a Lists,
    name: &'a Ident,
    iterator: &'a Expr,
    once: bool,
    placed: bool,
}

impl Place<'_> {
    fn repeated(&mut self, visit: impl FnOnce(&mut Self)) {
        let once = std::mem::replace(&mut self.once, false);
        visit(self);
        self.once = once;
    }

    /// Writes the iterator in the place of `expr`, if that is its variable or a copy of that.
    fn put(&mut self, expr: &mut Expr) {
        let named = build::as_name(expr).or_else(|| steppers::cloned(expr));
        if self.once && named == Some(self.name) {
            *expr = self.iterator.clone();
            self.placed = true;
        }
    }

    /// The same for what is passed to a function of the user's, which is given the items.
    fn pass(&mut self, args: &mut Punctuated<Expr, Token![,]>) {
        let given = passed::passable(self.iterator, self.lists).is_some()
            || passed::given_away(self.iterator).is_some();
        if given {
            args.iter_mut().for_each(|a| self.put(a));
        }
    }
}

impl VisitMut for Place<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Loop(e) = expr
            && let Some((pat, body)) = asks_next(e, self.name)
        {
            let (label, name) = (&e.label, self.name);
            let body = build::into_block(body.clone());
            *expr = parse_quote!(#label for #pat in #name #body);
        }
        match expr {
            Expr::ForLoop(e) => {
                self.put(&mut e.expr);
                self.visit_expr_mut(&mut e.expr);
                self.repeated(|this| this.visit_block_mut(&mut e.body));
            }
            Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) => {
                self.repeated(|this| visit_mut::visit_expr_mut(this, expr));
            }
            Expr::Call(call) => {
                if passed::is_of_user(&call.func) {
                    self.pass(&mut call.args);
                }
                visit_mut::visit_expr_call_mut(self, call);
            }
            Expr::MethodCall(call) => {
                self.put(&mut call.receiver);
                if !passed::is_of_iterators(call) {
                    self.pass(&mut call.args);
                } else if matches!(call.method.to_string().as_str(), "zip" | "chain" | "extend") {
                    call.args.iter_mut().for_each(|a| self.put(a));
                }
                visit_mut::visit_expr_method_call_mut(self, call);
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        if let Some(init) = &mut local.init {
            self.put(&mut init.expr);
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
