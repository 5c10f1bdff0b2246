//! Keys that variables refer to.
//!
//! Receives a block in which maps are gone over by lists of their keys; promises that such a list has a name of its own where
//! what is bound may refer to a key, and lives for as long as that.
//!
//! ```text
//! let (k, v) = m.__keys().iter().map(..).next()?;         let keys = m.__keys();
//!                                                         let (k, v) = keys.iter().map(..).next()?;
//! ```

use super::KEYS;
use crate::desugar::build;
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt, parse_quote};

/// Methods that give references to items, or lists of them.
const GIVE_ITEMS: [&str; 12] = [
    "collect",
    "next",
    "next_back",
    "last",
    "nth",
    "find",
    "min_by",
    "max_by",
    "min_by_key",
    "max_by_key",
    "min",
    "max",
];

/// Names the lists; `made` says how many have names.
pub(super) fn by_name(block: &mut Block, made: &mut usize) {
    let mut stmts = Vec::new();
    for mut stmt in std::mem::take(&mut block.stmts) {
        if let Stmt::Local(local) = &mut stmt
            && let Some(init) = &mut local.init
        {
            let mut lists = Lists {
                made,
                gives_items: false,
                named: Vec::new(),
            };
            lists.visit_expr_mut(&mut init.expr);
            stmts.append(&mut lists.named);
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

struct Lists<'a> {
    made: &'a mut usize,
    /// Whether a method around gives items.
    gives_items: bool,
    named: Vec<Stmt>,
}

impl VisitMut for Lists<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let Expr::MethodCall(call) = expr else {
            return visit_mut::visit_expr_mut(self, expr);
        };
        if call.method == KEYS && self.gives_items {
            let keys = Ident::new(&format!("__keys{}", self.made), Span::mixed_site());
            *self.made += 1;
            let list = std::mem::replace(expr, build::name(keys.clone()));
            self.named.push(parse_quote!(let #keys = #list;));
            return;
        }
        let around = self.gives_items;
        self.gives_items |= GIVE_ITEMS.iter().any(|name| call.method == name);
        self.visit_expr_mut(&mut call.receiver);
        self.gives_items = around;
        call.args
            .iter_mut()
            .for_each(|arg| self.visit_expr_mut(arg));
    }

    /// What a closure or a block goes over may be another map each time.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}

    fn visit_block_mut(&mut self, _: &mut Block) {}
}
