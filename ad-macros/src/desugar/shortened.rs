//! Lists of references that get shorter.
//!
//! Receives a function whose local names are unique; promises that a vector which is known to hold references is given
//! another list where items are left out of it: what a rule keeps of them for the way back would have the lifetimes of the
//! references in its type.
//!
//! ```text
//! near.truncate(k);                    near = near.into_iter().take(k).collect();
//! near.retain(|s| s.weight > 0.0);     near = near.into_iter().filter(|s| s.weight > 0.0).collect();
//! near.clear();                        near = near.into_iter().take(0).collect();
//! ```

use super::build;
use super::pipeline::Lists;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Stmt, parse_quote};

pub(super) fn to_new_lists(function: &mut syn::ItemFn) {
    let lists = Lists::of(function);
    Shortened { lists }.visit_block_mut(&mut function.block);
}

struct Shortened {
    lists: Lists,
}

impl VisitMut for Shortened {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        visit_mut::visit_stmt_mut(self, stmt);
        if let Stmt::Expr(expr, Some(_)) = stmt
            && let Expr::MethodCall(call) = &*expr
            && let Some(list) = self.shortened(call)
        {
            *expr = list;
        }
    }
}

impl Shortened {
    /// The list without what the call leaves out.
    fn shortened(&self, call: &ExprMethodCall) -> Option<Expr> {
        let list = build::as_name(&call.receiver).filter(|list| !self.lists.is_deque(list))?;
        let args: Vec<&Expr> = call.args.iter().collect();
        let left: Expr = match (call.method.to_string().as_str(), args.as_slice()) {
            ("truncate", [len]) => parse_quote!(#list.into_iter().take(#len)),
            ("retain", [keeps]) => parse_quote!(#list.into_iter().filter(#keeps)),
            ("clear", []) => parse_quote!(#list.into_iter().take(0)),
            _ => return None,
        };
        let holds_references = self.lists.keeps_references(&build::name(list.clone()));
        holds_references.then(|| parse_quote!(#list = #left.collect()))
    }
}
