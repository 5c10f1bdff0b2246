//! What code that stays as written lends to calls, and a call before returned: data, or a function.
//!
//! Receives an expression that is to stay as the user wrote it; promises that a function with a rule is lent there as
//! the closure that the callee expects. Its type tells which of the two it is
//! (`ad-core/src/emitted/lent_functions.rs`).
//!
//! ```text
//! let f = make(k);
//! if integrate(&f, 0.0, 1.0) > c { … }     if integrate(&*(&f).__lent_plain(), 0.0, 1.0) > c { … }
//! ```

use super::Lowerer;
use crate::desugar::build;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::Expr;
use syn::visit_mut::{self, VisitMut};

const LENT: &str = "__lent_plain";

pub(super) struct Plainly<'l, 'a>(pub(super) &'l Lowerer<'a>);

impl VisitMut for Plainly<'_, '_> {
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        visit_mut::visit_expr_call_mut(self, call);
        if matches!(build::peeled(&call.func), Expr::Path(_)) {
            for arg in &mut call.args {
                if let Some(name) = self.returned(arg) {
                    let lent = Ident::new(LENT, name.span());
                    *arg = syn::parse_quote!(&*(&#name).#lent());
                }
            }
        }
    }
}

impl Plainly<'_, '_> {
    /// `f` of `&f`, if a call returned it.
    fn returned(&self, arg: &Expr) -> Option<Ident> {
        let Expr::Reference(r) = build::peeled(arg) else {
            return None;
        };
        let name = build::as_name(&r.expr).filter(|_| r.mutability.is_none())?;
        let local = self.0.lookup(&name.to_string())?;
        self.0.returned.contains(&local).then(|| name.clone())
    }
}

/// How often code mentions a variable, and how often it lends it in this way.
pub(crate) fn counted(tokens: TokenStream, name: &Ident) -> (usize, usize) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut mentions, mut lent) = (0, 0);
    for (i, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(ident) if ident == name => mentions += 1,
            TokenTree::Group(group) => {
                let (mentioned, lent_inside) = counted(group.stream(), name);
                let is_lent = mentioned == 1
                    && group.delimiter() == Delimiter::Parenthesis
                    && group.stream().into_iter().count() == 2
                    && matches!(trees.get(i + 2), Some(TokenTree::Ident(m)) if m == LENT);
                mentions += mentioned;
                lent += lent_inside + usize::from(is_lent);
            }
            _ => {}
        }
    }
    (mentions, lent)
}
