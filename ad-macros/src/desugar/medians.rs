//! Elements that a partial sort puts into their place.
//!
//! Receives a function whose local names are unique; promises that `select_nth_unstable` and its like are statements of
//! their own, behind which what they gave is parts of the slice.
//!
//! ```text
//! let (_, m, high) = v.select_nth_unstable_by(k, f);    let at = k;
//!                                                       v.select_nth_unstable_by(at, f);
//!                                                       let (upto, high) = v.split_at_mut(at + 1);
//!                                                       let m = &mut upto[at];
//! *v.select_nth_unstable(k).1                           *{ let at = k; v.select_nth_unstable(at); &mut v[at] }
//! ```

use super::build;
use super::optional::is_place;
use super::rename::Names;
use super::sorts::{self, Compares};
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Member, Pat, Stmt, parse_quote};

pub(super) fn to_statements(function: &mut syn::ItemFn, names: &mut Names) {
    Medians { names }.visit_block_mut(&mut function.block);
}

struct Medians<'a> {
    names: &'a mut Names,
}

impl VisitMut for Medians<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        for stmt in stmts {
            match self.bound(&stmt) {
                Some(bound) => block.stmts.extend(bound),
                None => block.stmts.push(stmt),
            }
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Field(field) = expr
            && matches!(&field.member, Member::Unnamed(part) if part.index == 1)
            && let Some(call) = selecting(&field.base)
        {
            let (v, at) = (&call.receiver, self.fresh("at"));
            let selected = self.selected(call, &at);
            *expr = parse_quote!({ #(#selected)* &mut #v[#at] });
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Medians<'_> {
    fn fresh(&mut self, name: &str) -> Ident {
        self.names.fresh(&Ident::new(name, Span::mixed_site()))
    }

    /// `let (low, m, high) = v.select_nth_unstable(k);`
    fn bound(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let Stmt::Local(local) = stmt else {
            return None;
        };
        let call = selecting(&local.init.as_ref()?.expr)?;
        let Pat::Tuple(parts) = &local.pat else {
            return None;
        };
        let [low, nth, high] = parts.elems.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        if matches!(nth, Pat::Rest(_)) {
            return None;
        }
        let (v, at) = (&call.receiver, self.fresh("at"));
        let mut stmts = self.selected(call, &at);
        let mut upto: Expr = (**v).clone();
        if !is_unnamed(high) {
            let first = self.fresh("upto");
            stmts.push(parse_quote!(let (#first, #high) = #upto.split_at_mut(#at + 1);));
            upto = build::name(first);
        }
        if is_unnamed(low) {
            stmts.push(parse_quote!(let #nth = &mut #upto[#at];));
        } else {
            let from = self.fresh("from");
            stmts.push(parse_quote!(let (#low, #from) = #upto.split_at_mut(#at);));
            stmts.push(parse_quote!(let #nth = &mut #from[0];));
        }
        Some(stmts)
    }

    /// The statement, with a name for the position.
    fn selected(&self, call: &ExprMethodCall, at: &Ident) -> Vec<Stmt> {
        let mut call = call.clone();
        let position = std::mem::replace(&mut call.args[0], build::name(at.clone()));
        vec![
            parse_quote!(let #at: usize = #position;),
            parse_quote!(#call;),
        ]
    }
}

fn is_unnamed(pat: &Pat) -> bool {
    matches!(pat, Pat::Wild(_) | Pat::Rest(_))
}

/// A partial sort of what has a name.
fn selecting(expr: &Expr) -> Option<&ExprMethodCall> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if is_place(&call.receiver) => {
            let sort = sorts::sort(&call.method).filter(|sort| sort.partly)?;
            let given = usize::from(sort.compares != Compares::Items) + 1;
            (given == call.args.len()).then_some(call)
        }
        _ => None,
    }
}
