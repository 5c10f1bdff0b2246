//! Variables that hold the map that a function returned.
//!
//! Receives the body of a function; promises a variable for a map that a function returned where its items are gone over, and
//! the names of such variables, of which there is one each. A function that returns a map left word of it.
//!
//! ```text
//! for (name, w) in weights(x) { … }       { let map = weights(x); for (name, w) in map { … } }
//! model.weights().values().sum()          { let map = model.weights(); map.values().sum() }
//! ```

use super::is_map;
use crate::desugar::build::{self, Bound};
use crate::desugar::callees::{self, Said};
use crate::desugar::closures::is_adaptor;
use crate::emit::pointee;
use crate::lower::is_structural;
use proc_macro2::{Ident, Span};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, ReturnType, Stmt, Type, parse_quote};

/// What the functions of a name in a file return: such a map, and whether it is a reference.
static RETURNED: Said<bool> = Said::nothing();

/// Leaves word of what the functions of an item return.
pub(crate) fn note(item: &syn::Item) {
    callees::of_item(item, &mut |name, signature, _| {
        RETURNED.note(
            name,
            match &signature.output {
                ReturnType::Type(_, ty) if is_map(pointee(ty)) => {
                    Some(matches!(**ty, Type::Reference(_)))
                }
                _ => None,
            },
        );
    });
}

/// Gives a name to what is gone over where it is returned.
pub(super) fn named(block: &mut Block) {
    if !RETURNED.is_empty() {
        Named(0).visit_block_mut(block);
    }
}

struct Named(usize);

impl Named {
    /// The call of the function that a head or a chain begins with, in whose place a variable is put.
    fn take(&mut self, head: &mut Expr) -> Option<Stmt> {
        let call = map_of(head)?;
        let name = Ident::new(&format!("__map{}", self.0), Span::mixed_site());
        self.0 += 1;
        let map = std::mem::replace(call, build::name(name.clone()));
        Some(match changes(head) {
            true => parse_quote!(let mut #name = #map;),
            false => parse_quote!(let #name = #map;),
        })
    }
}

/// Whether a head changes what it goes over.
fn changes(head: &Expr) -> bool {
    match head {
        Expr::Reference(r) => r.mutability.is_some(),
        Expr::MethodCall(call) => {
            let lends = call.method == "iter_mut" || call.method == "values_mut";
            lends || changes(&call.receiver)
        }
        _ => false,
    }
}

/// `weights(x)` of `&weights(x)` and `weights(x).values().enumerate()`
fn map_of(head: &mut Expr) -> Option<&mut Expr> {
    if word_of(head).is_some() {
        return Some(head);
    }
    match head {
        Expr::Reference(r) => map_of(&mut r.expr).filter(|call| word_of(call).is_some()),
        Expr::Paren(p) => map_of(&mut p.expr),
        Expr::MethodCall(call) => match word_of(&call.receiver) {
            Some(_) if !GONE_OVER.iter().any(|name| call.method == name) => None,
            _ => map_of(&mut call.receiver),
        },
        _ => None,
    }
}

/// Methods that go over the items of a map.
const GONE_OVER: [&str; 8] = [
    "iter",
    "iter_mut",
    "into_iter",
    "values",
    "values_mut",
    "into_values",
    "keys",
    "into_keys",
];

/// Methods of iterators that end them, and give nothing that refers to an item.
const ENDS: [&str; 8] = [
    "sum", "product", "fold", "count", "any", "all", "for_each", "collect",
];

impl VisitMut for Named {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let start = match expr {
            Expr::ForLoop(l) => self.take(&mut l.expr),
            Expr::MethodCall(call) if ENDS.iter().any(|name| call.method == name) => {
                self.take(&mut call.receiver)
            }
            _ => None,
        };
        visit_mut::visit_expr_mut(self, expr);
        if let Some(mut start) = start {
            self.visit_stmt_mut(&mut start);
            *expr = parse_quote!({ #start #expr });
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }
}

/// The variables, and whether they are references to maps.
pub(super) fn of_block(block: &Block, bound: &Bound) -> Vec<(Ident, bool)> {
    let mut found = Found(Vec::new());
    found.visit_block(block);
    let once = |name: &Ident| bound.0.iter().filter(|other| *other == name).count() == 1;
    found.0.into_iter().filter(|(name, _)| once(name)).collect()
}

struct Found(Vec<(Ident, bool)>);

impl<'ast> Visit<'ast> for Found {
    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) {
            let pat = match &local.pat {
                Pat::Type(typed) => &typed.pat,
                pat => pat,
            };
            let is_map = word_of(&init.expr);
            if let (Pat::Ident(name), Some(by_reference)) = (pat, is_map) {
                self.0.push((name.ident.clone(), by_reference));
            }
        }
        visit::visit_local(self, local);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}

/// What the function that is called left word of.
fn word_of(value: &Expr) -> Option<bool> {
    let name = match build::peeled(value) {
        Expr::Call(call) => callees::of_function(&call.func)?,
        Expr::MethodCall(call) if is_own(&call.method) => callees::of_method(&call.method),
        _ => return None,
    };
    RETURNED.of(name)
}

/// Whether a method is none that maps, iterators and options have, too.
fn is_own(method: &Ident) -> bool {
    let name = method.to_string();
    let others = ["clone", "cloned", "copied", "entry", "unwrap_or_default"];
    let known = is_adaptor(method) || is_structural(&name);
    !known && !GONE_OVER.iter().chain(&others).any(|other| name == *other)
}
