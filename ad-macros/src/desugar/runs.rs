//! Slices that are cut where a condition on neighbours does not hold.
//!
//! Receives a function whose local names are unique; promises that `chunk_by` of a place is a range of parts, whose ends
//! are found before the statement that asks for them. No derivative depends on where they are.
//!
//! ```text
//!                                            let n = x.len();
//!                                            let ends: Vec<usize> = (1..n + 1)
//!                                                .filter(|&end| end == n || !same(&x[end - 1], &x[end])).collect();
//! x.chunk_by(same).map(f).sum()              (0..ends.len())
//!                                                .map(|k| &x[(if k == 0 { 0 } else { ends[k - 1] })..ends[k]])
//!                                                .map(f).sum()
//! ```

use super::build;
use super::optional::is_place;
use super::rename::Names;
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Stmt, parse_quote};

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
            && call.method == "chunk_by"
            && call.args.len() == 1
            && is_place(&call.receiver)
        {
            *expr = self.parts(call);
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

/// Whether a condition binds names.
fn binds(cond: &Expr) -> bool {
    match build::peeled(cond) {
        Expr::Let(_) => true,
        Expr::Binary(b) => binds(&b.left) || binds(&b.right),
        _ => false,
    }
}

impl Runs<'_> {
    fn parts(&mut self, call: &ExprMethodCall) -> Expr {
        let (place, f) = (build::peeled(&call.receiver), &call.args[0]);
        let [count, ends, end, part] = ["count", "ends", "end", "part"].map(|n| self.fresh(n));
        let same: Expr = match build::peeled(f) {
            Expr::Closure(_) => {
                let same = self.fresh("same");
                self.before.push(parse_quote!(let #same = #f;));
                build::name(same)
            }
            f => f.clone(),
        };
        self.before.push(parse_quote!(let #count = #place.len();));
        self.before.push(parse_quote! {
            let #ends: ::std::vec::Vec<usize> = (1..#count + 1)
                .filter(|&#end| #end == #count || !#same(&#place[#end - 1], &#place[#end]))
                .collect();
        });
        parse_quote! {
            (0..#ends.len()).map(|#part| {
                &#place[(if #part == 0 { 0 } else { #ends[#part - 1] })..#ends[#part]]
            })
        }
    }

    fn fresh(&mut self, name: &str) -> Ident {
        self.names.fresh(&Ident::new(name, Span::mixed_site()))
    }
}
