//! Fields that are maps.
//!
//! Receives the members of an `impl` block, or a function; promises the names of fields that are maps or sets of the
//! standard library: a constructor in the block fills them with some, or something asks them what only maps are
//! asked. Fields of one name may be others of another type, so whoever relies on it lets rustc check.
//!
//! ```text
//! fn new() -> Self { Self { rates: HashMap::new() } }     rates
//! self.rates[&kind], self.rates.contains_key(kind)        rates
//! for (&kind, &rate) in &self.rates { … }                 rates
//! for (kind, rate) in &self.rates { … }                   rates, if there is `self.rates.values()` as well
//! ```

use super::{build, own_vectors};
use crate::iterators;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, ImplItem, Member, Pat, Type};

/// The fields that are maps by what a block says.
pub(super) fn fields_of(items: &[ImplItem], self_ty: &Type) -> Vec<Ident> {
    let mut asked = Asked::default();
    items.iter().for_each(|item| asked.visit_impl_item(item));
    let mut fields = own_vectors::fields_of(items, self_ty, &own_vectors::MAPS);
    fields.extend(asked.fields());
    fields
}

/// Which fields are maps, and no sets, by what a function and the derives in its file say.
pub(crate) fn of_function(item: &syn::ItemFn) -> impl Fn(&Ident) -> bool + use<> {
    let asked = asked_in(&item.block);
    move |field| iterators::is_map_field(field).unwrap_or_else(|| asked.contains(field))
}

/// The fields that are maps by what is done with them in a function.
pub(crate) fn asked_in(block: &syn::Block) -> Vec<Ident> {
    let mut asked = Asked::default();
    asked.visit_block(block);
    asked.fields().collect()
}

#[derive(Default)]
struct Asked {
    maps: Vec<Ident>,
    /// Those that give pairs, as lists may, and those that are asked for keys or values, as types of the user's may be.
    of_pairs: Vec<Ident>,
    keyed: Vec<Ident>,
}

impl Asked {
    fn fields(self) -> impl Iterator<Item = Ident> {
        let keyed = self.keyed;
        let both = self.of_pairs.into_iter().filter(move |f| keyed.contains(f));
        self.maps.into_iter().chain(both)
    }
}

/// The name of a field.
fn field(map: &Expr) -> Option<Ident> {
    match build::peeled(map) {
        Expr::Field(field) => match &field.member {
            Member::Named(name) => Some(name.clone()),
            Member::Unnamed(_) => None,
        },
        _ => None,
    }
}

/// The field whose items a loop or a chain runs over.
fn iterated(head: &Expr) -> Option<Ident> {
    match build::peeled(head) {
        Expr::Reference(r) if r.mutability.is_none() => field(&r.expr),
        Expr::MethodCall(call) if call.method == "iter" => field(&call.receiver),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Asked {
    fn visit_expr_index(&mut self, e: &'ast syn::ExprIndex) {
        if matches!(&*e.index, Expr::Reference(_)) {
            self.maps.extend(field(&e.expr));
        }
        visit::visit_expr_index(self, e);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let by_reference = matches!(call.args.first(), Some(Expr::Reference(_)));
        match (call.method.to_string().as_str(), call.args.len()) {
            ("contains_key" | "entry", 1) => self.maps.extend(field(&call.receiver)),
            ("get", 1) if by_reference => self.maps.extend(field(&call.receiver)),
            ("keys" | "values", 0) => self.keyed.extend(field(&call.receiver)),
            _ => {}
        }
        let f = match call.args.first() {
            Some(Expr::Closure(f)) => f.inputs.first(),
            _ => None,
        };
        if f.is_some_and(is_pair) {
            self.of_pairs.extend(iterated(&call.receiver));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, e: &'ast syn::ExprForLoop) {
        if binds_each_by_reference(&e.pat) {
            self.maps.extend(iterated(&e.expr));
        } else if is_pair(&e.pat) {
            self.of_pairs.extend(iterated(&e.expr));
        }
        visit::visit_expr_for_loop(self, e);
    }
}

/// `(k, v)`
fn is_pair(pat: &Pat) -> bool {
    matches!(pat, Pat::Tuple(pair) if pair.elems.len() == 2)
}

/// `(&k, v)`: the items of a list of pairs are references, and not their parts.
fn binds_each_by_reference(pat: &Pat) -> bool {
    matches!(pat, Pat::Tuple(pair) if is_pair(pat)
        && pair.elems.iter().any(|part| matches!(part, Pat::Reference(_))))
}
