//! Loops over values that are listed.
//!
//! Receives a function whose local names are unique; promises the same function with every array that
//! is written at the head of a `for` loop, or that an iterator is zipped with or goes on with by reference, in a variable
//! of its own, where it can be looked at element by element. Lists of literals stay at the heads of loops, and so do lists
//! of unique references, which are taken one by one.
//!
//! ```text
//! for v in [x, 2.0 * x] { s += v * v; }     { let items = [x, 2.0 * x]; for v in items { s += v * v; } }
//! xs.iter().zip([0.5, 2.0]).map(f).sum()    { let items = [0.5, 2.0]; xs.iter().zip(items).map(f).sum() }
//! ```

use super::build;
use super::rename::Names;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt};

pub(super) fn to_variables(function: &mut syn::ItemFn, names: &mut Names) {
    Listed(names).visit_block_mut(&mut function.block);
}

struct Listed<'a>(&'a mut Names);

impl VisitMut for Listed<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let mut lists = Vec::new();
        match expr {
            Expr::ForLoop(e) => {
                lists.extend(list_in(&mut e.expr).map(|list| self.named(list)));
                self.zipped_in(&mut e.expr, &mut lists);
            }
            Expr::MethodCall(call) if is_end(&call.method) => {
                self.zipped_in(&mut call.receiver, &mut lists);
            }
            _ => {}
        }
        if !lists.is_empty() {
            lists.push(Stmt::Expr(expr.clone(), None));
            *expr = build::block_expression(lists);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }
}

impl Listed<'_> {
    /// The variable that takes the place of a list.
    fn named(&mut self, list: &mut Expr) -> Stmt {
        let span = list.span();
        let name = Ident::new("items", span.resolved_at(Span::mixed_site()));
        let name = self.0.fresh(&name);
        let items = std::mem::replace(list, build::name(name.clone()));
        build::let_(build::name_pattern(name, false), items, span)
    }

    /// Names the lists that an iterator is zipped with, or refers to after others.
    fn zipped_in(&mut self, iterator: &mut Expr, lists: &mut Vec<Stmt>) {
        let Expr::MethodCall(call) = iterator else {
            return;
        };
        let (zips, chains) = (call.method == "zip", call.method == "chain");
        match call.args.first_mut() {
            Some(Expr::Reference(r)) if (zips || chains) && is_list(&r.expr) => {
                lists.push(self.named(&mut r.expr));
            }
            Some(list) if zips && is_list(list) => lists.push(self.named(list)),
            _ => {}
        }
        self.zipped_in(&mut call.receiver, lists);
    }
}

/// The array or vector that a loop's head is, refers to, or begins with: `[a, b]`, `&[a, b]`, `vec![a].iter()`.
fn list_in(head: &mut Expr) -> Option<&mut Expr> {
    match head {
        Expr::Paren(p) => list_in(&mut p.expr),
        Expr::Reference(r) => list_in(&mut r.expr),
        Expr::MethodCall(call) => list_in(&mut call.receiver),
        Expr::Array(a) if !a.elems.iter().all(is_literal) && !build::lends_each(a) => Some(head),
        Expr::Macro(m) if m.mac.path.is_ident("vec") => Some(head),
        _ => None,
    }
}

fn is_list(expr: &Expr) -> bool {
    match expr {
        Expr::Array(_) => true,
        Expr::Macro(m) => m.mac.path.is_ident("vec"),
        _ => false,
    }
}

/// Whether a method of iterators gives what is none: what they go over, and their closures' states, need not live longer.
pub(super) fn is_end(method: &Ident) -> bool {
    let ends = [
        "sum",
        "product",
        "fold",
        "rfold",
        "collect",
        "for_each",
        "count",
        "all",
        "any",
        "last",
        "reduce",
        "max_by",
        "min_by",
        "unzip",
        "partition",
        "position",
        "try_fold",
        "try_for_each",
    ];
    ends.contains(&method.to_string().as_str())
}

/// `1.0`, `-1`, `(0, 1)`, `[1, 2]`
fn is_literal(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Lit(_) => true,
        Expr::Unary(u) => is_literal(&u.expr),
        Expr::Tuple(t) => t.elems.iter().all(is_literal),
        Expr::Array(a) => a.elems.iter().all(is_literal),
        _ => false,
    }
}
