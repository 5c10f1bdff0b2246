//! Methods named `iter` that are the user's own, and others that give iterators.
//!
//! Receives a function, or a method of a block; promises that `iter` of a variable that holds a value of the user's
//! own type, as far as what it is made by shows that, and of `self` where the block has such a method, is not taken
//! for a list's: its items are, which the rule of such a method gives. The raw spelling is that of a method like any
//! other.
//!
//!
//! What other methods of a block give as iterators has the rule of a list (`desugar/yielded.rs`); where one item is
//! asked for, or the iterator is stepped through, the list becomes an iterator again.
//!
//! ```text
//! let p = Poly { c };                      let p = Poly { c };
//! p.iter().map(|c| c * c).sum()            p.r#iter().__list().iter().map(|c| c * c).sum()
//!
//! self.row(i).nth(1)                       self.row(i).into_iter().nth(1)
//! ```

use super::functions::LIST;
use super::{build, yielded};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ImplItem, ImplItemFn, Local, Pat, Type, parse_quote};

const ITER: &str = "iter";

/// Those of variables that hold what is made here.
pub(crate) fn of_variables(function: &mut syn::ItemFn) {
    let mut made = Made::default();
    made.visit_block(&function.block);
    if !made.0.is_empty() {
        let own = |receiver: &Expr| build::as_name(receiver).is_some_and(|n| made.0.contains(n));
        Renamed(&own).visit_block_mut(&mut function.block);
    }
}

/// Those of `self`, in a method of a block with these members.
pub(crate) fn of_self(method: &mut ImplItemFn, has_iter: bool) {
    if has_iter {
        let own = |receiver: &Expr| matches!(receiver, Expr::Path(p) if p.path.is_ident("self"));
        Renamed(&own).visit_block_mut(&mut method.block);
    }
}

/// Whether a block has a method of that name.
pub(crate) fn is_in(items: &[ImplItem]) -> bool {
    items
        .iter()
        .any(|item| matches!(item, ImplItem::Fn(method) if method.sig.ident == ITER))
}

/// The methods of a block that give iterators, and whether the items are references.
pub(crate) fn given_by(items: &[ImplItem]) -> Vec<(Ident, bool)> {
    let given = items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => {
            let (item, _) = yielded::item(&method.sig.output)?;
            let refers = matches!(&item, Type::Reference(r) if !matches!(*r.elem, Type::Slice(_)));
            Some((method.sig.ident.clone(), refers))
        }
        _ => None,
    });
    given.collect()
}

/// Makes iterators of what these methods of `self` give, where items are asked for one by one.
pub(crate) fn of_lists(method: &mut ImplItemFn, given: &[(Ident, bool)]) {
    if !given.is_empty() {
        Given(given).visit_block_mut(&mut method.block);
    }
}

struct Given<'a>(&'a [(Ident, bool)]);

/// Methods that ask an iterator for some of its items.
const ASK: [&str; 8] = [
    "next", "nth", "last", "max", "min", "find", "position", "peekable",
];

impl Given<'_> {
    /// The iterator over what a call gives as a list.
    fn iterator(&self, expr: &Expr) -> Option<Expr> {
        let Expr::MethodCall(call) = expr else {
            return None;
        };
        let of_self =
            matches!(build::peeled(&call.receiver), Expr::Path(p) if p.path.is_ident("self"));
        let (_, refers) = self
            .0
            .iter()
            .find(|(name, _)| of_self && call.method == *name)?;
        Some(match refers {
            true => parse_quote!(#call.iter()),
            false => parse_quote!(#call.into_iter()),
        })
    }
}

impl VisitMut for Given<'_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        let Some(iterator) = self.iterator(&call.receiver) else {
            return;
        };
        if call.method == "count" {
            call.method = Ident::new("len", call.method.span());
        } else if ASK.iter().any(|name| call.method == name) {
            *call.receiver = iterator;
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Ident(pat), Some(init)) = (&local.pat, &mut local.init)
            && pat.mutability.is_some()
            && let Some(iterator) = self.iterator(&init.expr)
        {
            *init.expr = iterator;
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// Variables that hold values of types that are no lists, by what makes them.
#[derive(Default)]
struct Made(HashSet<Ident>);

impl<'ast> Visit<'ast> for Made {
    fn visit_local(&mut self, local: &'ast Local) {
        if let (Pat::Ident(pat), Some(init)) = (&local.pat, &local.init)
            && makes_own(&init.expr)
        {
            self.0.insert(pat.ident.clone());
        }
        visit::visit_local(self, local);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items see no locals.
    }
}

/// `Poly { c }`, or `Poly::new(c)`: a name for a list has no constructor of that name with an argument.
fn makes_own(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Struct(_) => true,
        Expr::Call(call) if !call.args.is_empty() => match &*call.func {
            Expr::Path(path) if path.qself.is_none() && path.path.segments.len() > 1 => {
                let mut names = path.path.segments.iter().rev().map(|s| s.ident.to_string());
                let makes = names.next().is_some_and(|name| name == "new");
                let of_std = ["Box", "Rc", "Arc", "Cell", "RefCell"];
                makes
                    && names
                        .next()
                        .is_some_and(|ty| !of_std.contains(&ty.as_str()))
            }
            _ => false,
        },
        _ => false,
    }
}

struct Renamed<'a>(&'a dyn Fn(&Expr) -> bool);

impl VisitMut for Renamed<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = expr
            && call.method == ITER
            && call.args.is_empty()
            && (self.0)(build::peeled(&call.receiver))
        {
            call.method = Ident::new_raw(ITER, call.method.span());
            let list = Ident::new(LIST, call.method.span());
            *expr = parse_quote!(#call.#list().iter());
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
