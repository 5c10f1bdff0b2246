//! Labelled blocks, expressed by branches or by a loop.
//!
//! Receives a function with `'label: { … }`; promises one without. Where every `break 'label` ends its
//! branch, what follows it becomes the other branch; else the block becomes a loop of one round, and
//! an unlabelled `break` or `continue` in it still belongs to the loop it belonged to.
//!
//! ```text
//! 'a: { if c { break 'a x; } let y = x * x; y }         { if c { x } else { let y = x * x; y } }
//! 'a: { for v in vs { if c { break 'a v; } } x }        'a: loop { for v in vs { if c { break 'a v; } } break 'a x; }
//! ```

use super::build;
use super::rename::Names;
use std::mem;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Lifetime, Stmt};

pub(crate) fn remove_labelled_blocks(function: &mut syn::ItemFn, names: &mut Names) {
    let mut labels = Labels {
        names,
        loops: Vec::new(),
    };
    labels.visit_block_mut(&mut function.block);
}

struct Labels<'a> {
    names: &'a mut Names,
    /// The loops around, innermost last.
    loops: Vec<Frame>,
}

struct Frame {
    label: Lifetime,
    used: bool,
}

impl Labels<'_> {
    /// Visits a loop, which gets a label if something in it needs one.
    fn visit_loop(
        &mut self,
        label: Option<Lifetime>,
        span: proc_macro2::Span,
        body: impl FnOnce(&mut Self),
    ) -> Option<syn::Label> {
        let label = label.unwrap_or_else(|| self.names.label(span));
        self.loops.push(Frame { label, used: false });
        body(self);
        let frame = self.loops.pop()?;
        frame.used.then(|| build::as_label(frame.label))
    }

    /// A labelled block's statements as an expression without it.
    fn unlabelled(&mut self, label: Lifetime, stmts: Vec<Stmt>) -> Expr {
        if let Some(straight) = straightened(stmts.clone(), &label) {
            return build::block_expression(straight);
        }
        let mut stmts = stmts;
        if let Some(outer) = self.loops.last_mut() {
            let mut relabel = Relabel(outer);
            stmts.iter_mut().for_each(|s| relabel.visit_stmt_mut(s));
        }
        one_round(label, stmts)
    }
}

impl VisitMut for Labels<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::ForLoop(e) => {
                let (label, span) = (e.label.take(), e.for_token.span);
                let named = label.as_ref().map(|l| l.name.clone());
                let needed = self.visit_loop(named, span, |this| {
                    visit_mut::visit_expr_for_loop_mut(this, e)
                });
                e.label = label.or(needed);
            }
            Expr::While(e) => {
                let (label, span) = (e.label.take(), e.while_token.span);
                let named = label.as_ref().map(|l| l.name.clone());
                let needed =
                    self.visit_loop(named, span, |this| visit_mut::visit_expr_while_mut(this, e));
                e.label = label.or(needed);
            }
            Expr::Loop(e) => {
                let (label, span) = (e.label.take(), e.loop_token.span);
                let named = label.as_ref().map(|l| l.name.clone());
                let needed =
                    self.visit_loop(named, span, |this| visit_mut::visit_expr_loop_mut(this, e));
                e.label = label.or(needed);
            }
            Expr::Closure(_) | Expr::Async(_) => {
                let outside = mem::take(&mut self.loops);
                visit_mut::visit_expr_mut(self, expr);
                self.loops = outside;
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
        if let Expr::Block(b) = expr
            && let Some(label) = b.label.take()
        {
            *expr = self.unlabelled(label.name, mem::take(&mut b.block.stmts));
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// Labels the exits that belong to the loop around.
struct Relabel<'a>(&'a mut Frame);

impl VisitMut for Relabel<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let label = match expr {
            // Exits in these are their own.
            Expr::ForLoop(_)
            | Expr::While(_)
            | Expr::Loop(_)
            | Expr::Closure(_)
            | Expr::Async(_) => return,
            Expr::Break(e) => &mut e.label,
            Expr::Continue(e) => &mut e.label,
            _ => return visit_mut::visit_expr_mut(self, expr),
        };
        if label.is_none() {
            *label = Some(self.0.label.clone());
            self.0.used = true;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `'label: loop { stmts; break 'label value; }`
fn one_round(label: Lifetime, mut stmts: Vec<Stmt>) -> Expr {
    let span = label.apostrophe;
    let mut breaks = Breaks::of(&label);
    stmts.iter().for_each(|s| breaks.visit_stmt(s));
    let value = match stmts.pop() {
        Some(Stmt::Expr(value, None)) if breaks.with_value => Some(Box::new(value)),
        Some(Stmt::Expr(last, None)) => {
            stmts.push(build::semi(last));
            None
        }
        last => {
            stmts.extend(last);
            None
        }
    };
    if value.is_some() || !leaves(&stmts) {
        stmts.push(build::semi(build::break_(Some(label.clone()), value, span)));
    }
    build::loop_(Some(label), stmts, span)
}

/// Finds `break 'label`.
struct Breaks<'a> {
    label: &'a Lifetime,
    found: bool,
    with_value: bool,
}

impl<'a> Breaks<'a> {
    fn of(label: &'a Lifetime) -> Self {
        Breaks {
            label,
            found: false,
            with_value: false,
        }
    }
}

impl<'ast> Visit<'ast> for Breaks<'_> {
    fn visit_expr_break(&mut self, e: &'ast syn::ExprBreak) {
        if e.label
            .as_ref()
            .is_some_and(|l| l.ident == self.label.ident)
        {
            self.found = true;
            self.with_value |= e.expr.is_some();
        }
        visit::visit_expr_break(self, e);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        // `vec![break 'a x]`: rare enough to be left to the loop.
        self.found |= mac
            .tokens
            .to_string()
            .contains(&self.label.ident.to_string());
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

fn breaks_in_expr(expr: &Expr, label: &Lifetime) -> bool {
    let mut breaks = Breaks::of(label);
    breaks.visit_expr(expr);
    breaks.found
}

fn breaks_in_stmt(stmt: &Stmt, label: &Lifetime) -> bool {
    let mut breaks = Breaks::of(label);
    breaks.visit_stmt(stmt);
    breaks.found
}

/// The statements of a block of which every `break 'label` has become the value of its branch, if
/// nothing has to be written twice for that.
fn straightened(mut stmts: Vec<Stmt>, label: &Lifetime) -> Option<Vec<Stmt>> {
    let Some(at) = stmts.iter().position(|s| breaks_in_stmt(s, label)) else {
        return Some(stmts);
    };
    let rest = stmts.split_off(at + 1);
    match stmts.pop()? {
        Stmt::Expr(expr, None) if rest.is_empty() => stmts.extend(as_value(expr, label)?),
        Stmt::Expr(expr, _) => stmts.extend(followed(expr, Follow::Rest(rest), label)?),
        Stmt::Local(mut local) => {
            let init = local.init.as_mut().filter(|i| i.diverge.is_none())?;
            let value = mem::replace(&mut *init.expr, Expr::Verbatim(Default::default()));
            let follow = Follow::Let(Box::new(local), rest);
            stmts.extend(followed(value, follow, label)?);
        }
        _ => return None,
    }
    Some(stmts)
}

fn straightened_block(block: Block, label: &Lifetime) -> Option<Block> {
    straightened(block.stmts, label).map(build::block)
}

/// An expression that is the value of the labelled block.
fn as_value(expr: Expr, label: &Lifetime) -> Option<Vec<Stmt>> {
    if !breaks_in_expr(&expr, label) {
        return Some(build::into_stmts(expr));
    }
    let value = match expr {
        Expr::Break(e) if e.label.as_ref() == Some(label) => match e.expr {
            Some(value) => return as_value(unparenthesised(*value), label),
            None => return Some(Vec::new()),
        },
        Expr::Paren(e) => return as_value(*e.expr, label),
        Expr::Block(e) if e.label.is_none() => return straightened(e.block.stmts, label),
        Expr::If(mut e) if !breaks_in_expr(&e.cond, label) => {
            e.then_branch = straightened_block(e.then_branch, label)?;
            if let Some((_, otherwise)) = &mut e.else_branch {
                let stmts = as_value(taken(otherwise), label)?;
                **otherwise = as_branch(stmts);
            }
            Expr::If(e)
        }
        Expr::Match(mut e) if !breaks_in_expr(&e.expr, label) => {
            for arm in &mut e.arms {
                let stmts = as_value(taken(&mut arm.body), label)?;
                *arm.body = as_branch(stmts);
            }
            Expr::Match(e)
        }
        _ => return None,
    };
    Some(vec![Stmt::Expr(value, None)])
}

fn unparenthesised(expr: Expr) -> Expr {
    match expr {
        Expr::Paren(e) => unparenthesised(*e.expr),
        other => other,
    }
}

fn taken(expr: &mut Expr) -> Expr {
    mem::replace(expr, Expr::Verbatim(Default::default()))
}

/// Statements as a branch: `else if` and one-expression arms stay what they are.
fn as_branch(mut stmts: Vec<Stmt>) -> Expr {
    match stmts.pop() {
        Some(Stmt::Expr(value @ (Expr::If(_) | Expr::Match(_)), None)) if stmts.is_empty() => value,
        last => {
            stmts.extend(last);
            build::block_expression(stmts)
        }
    }
}

/// What comes after a branching expression.
enum Follow {
    Rest(Vec<Stmt>),
    /// Its value is bound first.
    Let(Box<syn::Local>, Vec<Stmt>),
}

impl Follow {
    fn is_nothing(&self) -> bool {
        matches!(self, Follow::Rest(rest) if rest.is_empty())
    }

    /// `stmts`, a branch that goes on, with what comes after it.
    fn after(self, mut stmts: Vec<Stmt>) -> Option<Vec<Stmt>> {
        let last = stmts.pop();
        let rest = match (self, last) {
            (Follow::Rest(rest), Some(Stmt::Expr(last, None))) => {
                stmts.push(build::semi(last));
                rest
            }
            (Follow::Rest(rest), last) => {
                stmts.extend(last);
                rest
            }
            (Follow::Let(mut local, rest), Some(Stmt::Expr(value, None))) => {
                *local.init.as_mut()?.expr = value;
                stmts.push(Stmt::Local(*local));
                rest
            }
            (Follow::Let(..), _) => return None,
        };
        stmts.extend(rest);
        Some(stmts)
    }
}

/// A branching expression that contains `break 'label`, and what comes after it: that goes into the
/// one branch that goes on.
fn followed(expr: Expr, follow: Follow, label: &Lifetime) -> Option<Vec<Stmt>> {
    let value = match expr {
        Expr::Break(_) => return as_value(expr, label),
        Expr::Block(e) if e.label.is_none() => {
            return straightened(follow.after(e.block.stmts)?, label);
        }
        Expr::If(mut e) if !breaks_in_expr(&e.cond, label) => {
            let mut follow = Some(follow);
            let then = mem::take(&mut e.then_branch.stmts);
            let (token, otherwise) = match e.else_branch.take() {
                Some((token, otherwise)) => (token, build::into_stmts(*otherwise)),
                None => (syn::Token![else](e.if_token.span), Vec::new()),
            };
            let mut branches = branches([then, otherwise].into(), &mut follow, label)?.into_iter();
            e.then_branch.stmts = branches.next()?;
            e.else_branch = Some((token, Box::new(as_branch_of_if(branches.next()?))));
            Expr::If(e)
        }
        Expr::Match(mut e) if !breaks_in_expr(&e.expr, label) => {
            let mut follow = Some(follow);
            let bodies = e.arms.iter_mut().map(|a| taken(&mut a.body));
            let bodies = bodies.map(build::into_stmts).collect();
            let bodies = branches(bodies, &mut follow, label)?;
            for (arm, body) in e.arms.iter_mut().zip(bodies) {
                *arm.body = build::block_expression(body);
            }
            Expr::Match(e)
        }
        _ => return None,
    };
    Some(vec![Stmt::Expr(value, None)])
}

fn as_branch_of_if(stmts: Vec<Stmt>) -> Expr {
    match as_branch(stmts) {
        Expr::Match(e) => build::block_expression(vec![Stmt::Expr(Expr::Match(e), None)]),
        other => other,
    }
}

/// The branches with what follows appended to the one that goes on, each straightened.
fn branches(
    bodies: Vec<Vec<Stmt>>,
    follow: &mut Option<Follow>,
    label: &Lifetime,
) -> Option<Vec<Vec<Stmt>>> {
    let nothing = follow.as_ref().is_some_and(Follow::is_nothing);
    let each = |stmts: Vec<Stmt>| {
        let stmts = if leaves(&stmts) {
            stmts
        } else if nothing {
            Follow::Rest(Vec::new()).after(stmts)?
        } else {
            follow.take()?.after(stmts)?
        };
        straightened(stmts, label)
    };
    bodies.into_iter().map(each).collect()
}

/// Whether control never reaches the end of `stmts`.
fn leaves(stmts: &[Stmt]) -> bool {
    match stmts.last() {
        Some(Stmt::Expr(expr, _)) => expr_leaves(expr),
        Some(Stmt::Macro(mac)) => is_panic(&mac.mac),
        _ => false,
    }
}

fn expr_leaves(expr: &Expr) -> bool {
    match expr {
        Expr::Break(_) | Expr::Return(_) | Expr::Continue(_) => true,
        Expr::Macro(mac) => is_panic(&mac.mac),
        Expr::Paren(e) => expr_leaves(&e.expr),
        Expr::Block(e) => e.label.is_none() && leaves(&e.block.stmts),
        Expr::If(e) => {
            leaves(&e.then_branch.stmts)
                && e.else_branch
                    .as_ref()
                    .is_some_and(|(_, other)| expr_leaves(other))
        }
        Expr::Match(e) => e.arms.iter().all(|a| expr_leaves(&a.body)),
        _ => false,
    }
}

fn is_panic(mac: &syn::Macro) -> bool {
    let name = mac.path.segments.last().map(|s| s.ident.to_string());
    matches!(
        name.as_deref(),
        Some("panic" | "unreachable" | "todo" | "unimplemented")
    )
}
