//! States in fields that are taken apart and given anew.
//!
//! Receives a function whose local names are unique; promises that a field of a value that is owned, which a `match` takes
//! apart to give it a new value, is taken out of it first. The `match` itself is on a variable then, as in a function that
//! keeps the state in one.
//!
//! ```text
//! self.phase = match self.phase {              let state = self.phase;
//!     Phase::Boost { fuel } if … => …,         self.phase = match state { … };
//!     other => other,
//! };
//! ```

use super::build;
use super::rename::Names;
use crate::tables::HashSet;
use proc_macro2::{Ident, Span};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Local, Pat, PatIdent, PatType, Type, parse_quote};

pub(super) fn before_matches(function: &mut syn::ItemFn, names: &mut Names) {
    let mut owned = Owned(HashSet::default());
    owned.visit_item_fn(function);
    let owned = owned.0;
    States { names, owned }.visit_block_mut(&mut function.block);
}

/// The variables that may change, and hold what they are: out of what is behind a reference nothing is moved.
struct Owned(HashSet<Ident>);

impl Visit<'_> for Owned {
    fn visit_pat_ident(&mut self, pat: &PatIdent) {
        if pat.mutability.is_some() && pat.by_ref.is_none() {
            self.0.insert(pat.ident.clone());
        }
    }

    fn visit_pat_type(&mut self, typed: &PatType) {
        if !matches!(*typed.ty, Type::Reference(_)) {
            visit::visit_pat_type(self, typed);
        }
    }

    fn visit_local(&mut self, local: &Local) {
        let made = local.init.as_ref().map(|init| build::peeled(&init.expr));
        if !matches!(made, Some(Expr::Reference(_))) {
            visit::visit_local(self, local);
        }
    }
}

struct States<'a> {
    names: &'a mut Names,
    owned: HashSet<Ident>,
}

impl VisitMut for States<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Assign(assign) = expr else { return };
        let Expr::Match(e) = &mut *assign.right else {
            return;
        };
        let state = &assign.left;
        let owned = build::root(state).is_some_and(|root| self.owned.contains(root));
        let is_field = matches!(&**state, Expr::Field(_));
        if is_field && owned && e.expr == *state && e.arms.iter().any(|arm| takes(&arm.pat)) {
            let name = self.names.fresh(&Ident::new("state", Span::mixed_site()));
            let taken = std::mem::replace(&mut *e.expr, build::name(name.clone()));
            let given = expr.clone();
            *expr = parse_quote!({ let #name = #taken; #given; });
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }
}

/// Whether a pattern takes something out of a variant.
fn takes(pat: &Pat) -> bool {
    let part = |pat: &Pat| !build::bound_names(pat).is_empty();
    match pat {
        Pat::TupleStruct(variant) => variant.elems.iter().any(part),
        Pat::Struct(variant) => variant.fields.iter().any(|field| part(&field.pat)),
        Pat::Or(ways) => ways.cases.iter().any(takes),
        Pat::Paren(inner) => takes(&inner.pat),
        _ => false,
    }
}
