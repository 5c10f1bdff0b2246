//! Blocks that end in an iterator, as a closure is whose result is one.
//!
//! Receives a function whose closures are inlined; promises the same function with what such a block does first
//! before the whole chain, so that this begins at a sequence.
//!
//! ```text
//! { let k = 2; rows.iter().map(|r| r[k]) }.sum()      { let k = 2; rows.iter().map(|r| r[k]).sum() }
//! for v in { let k = 2; rows.iter() } { s += v; }     { let k = 2; for v in rows.iter() { s += v; } }
//! let it = { let k = 2; rows.iter() };                let k = 2; let it = rows.iter();
//! ```

use super::stored::is_chain;
use crate::desugar::build;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

pub(super) fn after_statements(function: &mut syn::ItemFn) {
    Ending.visit_block_mut(&mut function.block);
}

struct Ending;

/// Leaves the iterator that a block ends in, and gives what comes before.
fn taken_apart(expr: &mut Expr) -> Option<Vec<Stmt>> {
    let inner = match expr {
        Expr::Paren(p) => return taken_apart(&mut p.expr),
        Expr::Group(g) => return taken_apart(&mut g.expr),
        Expr::Block(b) if b.label.is_none() && b.attrs.is_empty() => &mut b.block.stmts,
        _ => return None,
    };
    match inner.last() {
        Some(Stmt::Expr(value, None)) if is_chain(build::peeled(value)) => {}
        _ => return None,
    }
    let Some(Stmt::Expr(value, None)) = inner.pop() else {
        return None;
    };
    let before = std::mem::take(inner);
    *expr = value;
    Some(before)
}

/// The same of an argument, which is evaluated after the receiver: what comes before is put before that.
fn argument_taken_apart(expr: &mut Expr) -> Option<Vec<Stmt>> {
    match build::peeled(expr) {
        Expr::Block(b) if b.block.stmts.iter().rev().skip(1).all(is_plain) => taken_apart(expr),
        _ => None,
    }
}

/// Whether a statement gives names to parts and to arithmetic, which may be done earlier.
fn is_plain(stmt: &Stmt) -> bool {
    struct Acts(bool);
    impl Visit<'_> for Acts {
        fn visit_expr(&mut self, expr: &Expr) {
            self.0 |= match expr {
                Expr::Reference(r) => r.mutability.is_some(),
                Expr::Binary(b) => crate::lower::compound(&b.op).is_some(),
                Expr::Path(_)
                | Expr::Lit(_)
                | Expr::Field(_)
                | Expr::Index(_)
                | Expr::Unary(_)
                | Expr::Cast(_)
                | Expr::Paren(_)
                | Expr::Tuple(_) => false,
                _ => true,
            };
            visit::visit_expr(self, expr);
        }
    }
    let mut acts = Acts(false);
    match stmt {
        Stmt::Local(local) => acts.visit_local(local),
        _ => return false,
    }
    !acts.0
}

impl VisitMut for Ending {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let Stmt::Local(local) = &mut stmt
                && let Some(init) = local.init.as_mut().filter(|i| i.diverge.is_none())
                && let Some(before) = taken_apart(&mut init.expr)
            {
                block.stmts.extend(before);
            }
            block.stmts.push(stmt);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let before = match expr {
            Expr::ForLoop(e) => taken_apart(&mut e.expr),
            Expr::MethodCall(call) => taken_apart(&mut call.receiver).or_else(|| {
                let taking = ["zip", "chain", "extend"];
                let takes = taking.iter().any(|name| call.method == name);
                takes.then(|| argument_taken_apart(call.args.first_mut()?))?
            }),
            _ => None,
        };
        if let Some(before) = before {
            *expr = build::with_statements(before, expr.clone());
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
