//! Slices that are cut where a condition on neighbours does not hold, or where one on an element does.
//!
//! Receives a function whose local names are unique; promises that `chunk_by`, `split` and `split_inclusive` of a place are
//! ranges of parts, whose ends are found before the statement that asks for them. No derivative depends on where they are.
//!
//! ```text
//!                                            let n = x.len();
//!                                            let ends: Vec<usize> = (1..n + 1)
//!                                                .filter(|&end| end == n || !same(&x[end - 1], &x[end])).collect();
//! x.chunk_by(same).map(f).sum()              (0..ends.len())
//!                                                .map(|k| &x[(if k == 0 { 0 } else { ends[k - 1] })..ends[k]])
//!                                                .map(f).sum()
//! x.split(|v| v.is_nan())                    the same with the positions of what it is cut at, and `ends[k - 1] + 1`
//! x.split_inclusive(|v| v.is_nan())          the same with `|&end| end == n || v.is_nan()` of `v = &x[end - 1]`
//! ```

use super::build;
use super::optional::is_place;
use super::rename::Names;
use proc_macro2::{Ident, Span};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Pat, Stmt, Type, parse_quote};

pub(crate) fn by_ends(function: &mut syn::ItemFn, names: &mut Names) {
    let before = Vec::new();
    Runs { names, before }.visit_block_mut(&mut function.block);
}

struct Runs<'a> {
    names: &'a mut Names,
    /// What stands before the statement that is visited.
    before: Vec<Stmt>,
}

impl VisitMut for Runs<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outside = std::mem::take(&mut self.before);
        for mut stmt in std::mem::take(&mut block.stmts) {
            self.visit_stmt_mut(&mut stmt);
            block.stmts.append(&mut self.before);
            block.stmts.push(stmt);
        }
        self.before = outside;
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = expr
            && call.args.len() == 1
            && is_place(&call.receiver)
        {
            let parts = match call.method.to_string().as_str() {
                "chunk_by" => Some(self.parts(call, Cut::Between)),
                "split" if looks_behind(&call.args[0]) => Some(self.parts(call, Cut::Out)),
                "split_inclusive" if looks_behind(&call.args[0]) => {
                    Some(self.parts(call, Cut::Behind))
                }
                _ => None,
            };
            if let Some(parts) = parts {
                *expr = parts;
            }
        }
    }

    /// What a closure is called with is not known before the statement, nor how often.
    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        if let Expr::Block(_) = &*closure.body {
            visit_mut::visit_expr_closure_mut(self, closure);
        }
    }

    /// A loop's condition is asked again and again.
    fn visit_expr_while_mut(&mut self, e: &mut syn::ExprWhile) {
        self.visit_block_mut(&mut e.body);
    }

    /// What a pattern binds is not there before the statement.
    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        if let Expr::Block(_) = &*arm.body {
            self.visit_expr_mut(&mut arm.body);
        }
    }

    fn visit_expr_if_mut(&mut self, e: &mut syn::ExprIf) {
        if !binds(&e.cond) {
            self.visit_expr_mut(&mut e.cond);
        }
        self.visit_block_mut(&mut e.then_branch);
        if let Some((_, otherwise)) = &mut e.else_branch {
            match &mut **otherwise {
                Expr::Block(block) => self.visit_block_mut(&mut block.block),
                other => self.visit_expr_mut(other),
            }
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }
}

/// Whether a closure is given a reference, as that of a slice's `split` is: that of a text's is given a letter.
fn looks_behind(f: &Expr) -> bool {
    let Expr::Closure(c) = build::peeled(f) else {
        return false;
    };
    match c.inputs.first() {
        Some(Pat::Reference(_)) => true,
        Some(Pat::Type(typed)) => matches!(*typed.ty, Type::Reference(_)),
        Some(Pat::Ident(name)) => {
            let mut uses = BehindIt(&name.ident, false);
            uses.visit_expr(&c.body);
            uses.1
        }
        _ => false,
    }
}

/// Whether code looks at what a name refers to, or asks it what letters are not asked.
struct BehindIt<'a>(&'a Ident, bool);

impl Visit<'_> for BehindIt<'_> {
    fn visit_expr_unary(&mut self, e: &syn::ExprUnary) {
        let behind = matches!(e.op, syn::UnOp::Deref(_));
        self.1 |= behind && build::as_name(&e.expr) == Some(self.0);
        visit::visit_expr_unary(self, e);
    }

    fn visit_expr_field(&mut self, e: &syn::ExprField) {
        self.1 |= build::as_name(&e.base) == Some(self.0);
        visit::visit_expr_field(self, e);
    }

    fn visit_expr_method_call(&mut self, e: &ExprMethodCall) {
        let of_float = ["is_nan", "is_finite", "is_infinite", "abs"]
            .iter()
            .any(|m| e.method == m);
        self.1 |= of_float && build::as_name(&e.receiver) == Some(self.0);
        visit::visit_expr_method_call(self, e);
    }
}

/// Whether a condition binds names.
fn binds(cond: &Expr) -> bool {
    match build::peeled(cond) {
        Expr::Let(_) => true,
        Expr::Binary(b) => binds(&b.left) || binds(&b.right),
        _ => false,
    }
}

/// Where a slice is cut: between neighbours, at elements that belong to no part, or behind elements.
#[derive(Clone, Copy)]
enum Cut {
    Between,
    Out,
    Behind,
}

impl Runs<'_> {
    /// The parts of a slice.
    fn parts(&mut self, call: &ExprMethodCall, cut: Cut) -> Expr {
        let (place, f) = (build::peeled(&call.receiver), &call.args[0]);
        let [count, ends, end, part, asked] =
            ["count", "ends", "end", "part", "asked"].map(|n| self.fresh(n));
        let f: Expr = match build::peeled(f) {
            Expr::Closure(_) => {
                self.before.push(parse_quote!(let #asked = #f;));
                build::name(asked)
            }
            f => f.clone(),
        };
        let (first, ends_here, behind): (usize, Expr, usize) = match cut {
            Cut::Between => (1, parse_quote!(!#f(&#place[#end - 1], &#place[#end])), 0),
            Cut::Out => (0, parse_quote!(#f(&#place[#end])), 1),
            Cut::Behind => (1, parse_quote!(#f(&#place[#end - 1])), 0),
        };
        let start: Expr = match behind {
            0 => parse_quote!(#ends[#part - 1]),
            behind => parse_quote!(#ends[#part - 1] + #behind),
        };
        self.before.push(parse_quote!(let #count = #place.len();));
        self.before.push(parse_quote! {
            let #ends: ::std::vec::Vec<usize> = (#first..#count + 1)
                .filter(|&#end| #end == #count || #ends_here)
                .collect();
        });
        parse_quote! {
            (0..#ends.len()).map(|#part| &#place[(if #part == 0 { 0 } else { #start })..#ends[#part]])
        }
    }

    fn fresh(&mut self, name: &str) -> Ident {
        self.names.fresh(&Ident::new(name, Span::mixed_site()))
    }
}
