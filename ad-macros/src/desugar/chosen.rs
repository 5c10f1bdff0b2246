//! Unique references that a condition chooses.
//!
//! Receives a function; promises that where a variable is `&mut a` or `&mut b`, alone or beside others in a tuple, what is
//! done with it stands in each of the branches that choose: there it is one place, whose shadow is one place, too.
//!
//! ```text
//! let t = if c { &mut a } else { &mut b };      if c { let t = &mut a; *t += x; } else { let t = &mut b; *t += x; }
//! *t += x;
//!
//! *(if c { &mut a } else { &mut b }) += x;      let value = x; if c { a += value; } else { b += value; }
//!
//! let (from, to) = if c { (&a, &mut b) }        if c { let (from, to) = (&a, &mut b); *to += from; }
//!     else { (&b, &mut a) };                    else { let (from, to) = (&b, &mut a); *to += from; }
//! *to += from;
//! ```

use super::build;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Stmt, parse_quote};

/// How many choices may stand in each other: each writes what follows once for each of its branches.
const NESTED: usize = 3;

pub(super) fn in_branches(function: &mut syn::ItemFn) {
    Chosen { depth: 0 }.visit_block_mut(&mut function.block);
}

struct Chosen {
    /// In how many copies of what follows a choice this is.
    depth: usize,
}

/// An assignment to what is chosen on the spot. The value comes before the place, as it does for numbers.
fn assigned(stmt: &Stmt) -> Option<Expr> {
    let Stmt::Expr(assignment, Some(_)) = stmt else {
        return None;
    };
    let mut choice = assigned_choice(assignment)?.clone();
    let mut assignment = assignment.clone();
    let (_, value) = sides(&mut assignment)?;
    // What is chosen among has names of the user's, which this must not be.
    let held = Ident::new("__assigned", value.span().resolved_at(Span::mixed_site()));
    let before = parse_quote!(let #held = #value;);
    *value = build::name(held);
    each_branch(&mut choice, &mut |reference| {
        let mut assignment = assignment.clone();
        if let (Some((place, _)), Expr::Reference(r)) = (sides(&mut assignment), reference) {
            *place = *r.expr;
        }
        vec![build::semi(assignment)]
    });
    let chosen = Stmt::Expr(choice, None);
    Some(build::block_expression(vec![before, chosen]))
}

impl VisitMut for Chosen {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Some(assigned) = assigned(stmt) {
            *stmt = Stmt::Expr(assigned, None);
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let found = block.stmts.iter().position(|stmt| choice(stmt).is_some());
        let Some(at) = found.filter(|_| self.depth < NESTED) else {
            return visit_mut::visit_block_mut(self, block);
        };
        let mut rest = block.stmts.split_off(at);
        let chosen = rest.remove(0);
        let after = rest.split_off(end_of_use(&chosen, &rest));
        for stmt in &mut block.stmts {
            self.visit_stmt_mut(stmt);
        }
        if let Some((local, choice)) = choice(&chosen) {
            let mut choice = choice.clone();
            each_branch(&mut choice, &mut |reference| {
                let mut local = local.clone();
                if let Some(init) = &mut local.init {
                    *init.expr = reference;
                }
                [Stmt::Local(local)]
                    .into_iter()
                    .chain(rest.clone())
                    .collect()
            });
            self.depth += 1;
            self.visit_expr_mut(&mut choice);
            self.depth -= 1;
            block.stmts.push(Stmt::Expr(choice, None));
        }
        let mut after = build::block(after);
        self.visit_block_mut(&mut after);
        block.stmts.extend(after.stmts);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Functions in functions have derivatives of their own.
    }
}

/// What an assignment changes, and by what.
fn sides(assignment: &mut Expr) -> Option<(&mut Expr, &mut Expr)> {
    match assignment {
        Expr::Assign(a) => Some((&mut a.left, &mut a.right)),
        Expr::Binary(b) if crate::lower::compound(&b.op).is_some() => {
            Some((&mut b.left, &mut b.right))
        }
        _ => None,
    }
}

/// What chooses in `*(if c { &mut a } else { &mut b }) = x`.
fn assigned_choice(assignment: &Expr) -> Option<&Expr> {
    let target = match assignment {
        Expr::Assign(a) => &a.left,
        Expr::Binary(b) if crate::lower::compound(&b.op).is_some() => &b.left,
        _ => return None,
    };
    match &**target {
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
            Some(build::peeled(&u.expr)).filter(|choice| chooses(choice))
        }
        _ => None,
    }
}

/// Variables of which one is one of several unique references, and what chooses.
fn choice(stmt: &Stmt) -> Option<(&Local, &Expr)> {
    let Stmt::Local(local) = stmt else {
        return None;
    };
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    (!variables(&local.pat).is_empty() && chooses(&init.expr)).then_some((local, &*init.expr))
}

/// The names of a pattern that is a name, or a tuple of names.
fn variables(pat: &Pat) -> Vec<&Ident> {
    match pat {
        Pat::Ident(p) if p.mutability.is_some() => Vec::new(),
        Pat::Type(typed) => variables(&typed.pat),
        Pat::Tuple(t) => {
            let names: Option<Vec<&Ident>> = t.elems.iter().map(name).collect();
            names.unwrap_or_default()
        }
        other => name(other).into_iter().collect(),
    }
}

fn name(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => Some(&p.ident),
        _ => None,
    }
}

/// Whether an expression is a unique reference in each of its branches, and none of these binds a name that what
/// follows could mean.
fn chooses(expr: &Expr) -> bool {
    match expr {
        Expr::If(e) => {
            let otherwise = e.else_branch.as_ref();
            !contains_let(&e.cond)
                && is_reference(only(&e.then_branch))
                && otherwise.is_some_and(|(_, other)| match &**other {
                    Expr::Block(b) => b.label.is_none() && is_reference(only(&b.block)),
                    other => chooses(other),
                })
        }
        Expr::Match(e) => e.arms.iter().all(|arm| {
            build::bound_names(&arm.pat).is_empty() && is_reference(Some(bare(&arm.body)))
        }),
        _ => false,
    }
}

/// The expression that a block is.
fn only(block: &Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Block(b) if b.label.is_none() && b.attrs.is_empty() => only(&b.block).unwrap_or(expr),
        other => other,
    }
}

/// `&mut a`, `(&a, &mut b)`
fn is_reference(expr: Option<&Expr>) -> bool {
    match expr {
        Some(Expr::Reference(r)) => r.mutability.is_some(),
        Some(Expr::Tuple(t)) => t.elems.iter().any(|part| is_reference(Some(part))),
        _ => false,
    }
}

fn contains_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(b) => contains_let(&b.left) || contains_let(&b.right),
        _ => false,
    }
}

/// Puts these statements in the place of each branch's reference.
fn each_branch(choice: &mut Expr, stmts: &mut dyn FnMut(Expr) -> Vec<Stmt>) {
    match choice {
        Expr::If(e) => {
            if let Some(reference) = only(&e.then_branch).cloned() {
                e.then_branch.stmts = stmts(reference);
            }
            if let Some((_, otherwise)) = &mut e.else_branch {
                match &mut **otherwise {
                    Expr::Block(b) => {
                        if let Some(reference) = only(&b.block).cloned() {
                            b.block.stmts = stmts(reference);
                        }
                    }
                    other => each_branch(other, stmts),
                }
            }
        }
        Expr::Match(e) => {
            for arm in &mut e.arms {
                let block = build::block(stmts(bare(&arm.body).clone()));
                *arm.body = parse_quote!(#block);
            }
        }
        _ => {}
    }
}

/// How many of the statements are needed in each branch: those up to the last that mentions a variable, unless
/// one of them declares something for the others.
fn end_of_use(chosen: &Stmt, rest: &[Stmt]) -> usize {
    let names = choice(chosen).map_or(Vec::new(), |(local, _)| variables(&local.pat));
    let uses = |stmt: &Stmt| {
        let mut names = names.iter();
        names.any(|name| build::mentioned_in(stmt.to_token_stream(), name))
    };
    let end = rest.iter().rposition(uses).map_or(0, |last| last + 1);
    let is_local = |stmt: &Stmt| matches!(stmt, Stmt::Local(_) | Stmt::Item(_) | Stmt::Macro(_));
    match rest[..end].iter().any(is_local) {
        true => rest.len(),
        false => end,
    }
}
