//! The closures of iterators that are kept in variables.
//!
//! Receives such an iterator; promises that its closures run where its items are asked for, each time they are:
//! one that is copied and consumed as a whole, or gets another name, is made anew where it is, and the maps of one that is asked for an
//! item at a time get names to be called by.
//!
//! ```text
//! let squares = xs.iter().map(|x| x * x);
//! let total: f64 = squares.clone().sum();      let total: f64 = xs.iter().map(|x| x * x).sum();
//! let least = squares.fold(1.0, f64::min);     let least = xs.iter().map(|x_2| x_2 * x_2).fold(1.0, f64::min);
//!
//! xs.iter().map(|x| x * x)                     let mapped = |x| x * x;     // xs.iter(), [mapped]
//! ```

use super::stored::{changes_inputs, mentions};
use super::{changes, passed, read, steppers};
use crate::desugar::build;
use crate::desugar::rename::Names;
use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprClosure, Stmt, Token, parse_quote};

/// `rest` with the iterator itself where its variable is copied, handed over, or given to the end of a pipeline, if nothing
/// else is done with it and what it is made from does not change.
pub(super) fn made_anew(
    name: &Ident,
    iterator: &Expr,
    rest: &[Stmt],
    names: &mut Names,
) -> Option<Vec<Stmt>> {
    if !changes::changed_by_closures(iterator).is_empty() || changes_inputs(iterator, rest) {
        return None;
    }
    let mut anew = Anew {
        name,
        iterator,
        names,
        copied: false,
    };
    let mut block = build::block(rest.to_vec());
    anew.visit_block_mut(&mut block);
    let all = anew.copied && !block.stmts.iter().any(|s| mentions(s, name) > 0);
    all.then_some(block.stmts)
}

struct Anew<'a> {
    name: &'a Ident,
    iterator: &'a Expr,
    names: &'a mut Names,
    copied: bool,
}

impl Anew<'_> {
    /// The iterator, with closures whose local names are their own.
    fn iterator(&mut self) -> Expr {
        let mut iterator = self.iterator.clone();
        Renewed(self.names).visit_expr_mut(&mut iterator);
        iterator
    }

    /// `mean(squares)`
    fn handed_over(&mut self, args: &mut Punctuated<Expr, Token![,]>) {
        for arg in args
            .iter_mut()
            .filter(|arg| build::as_name(arg) == Some(self.name))
        {
            *arg = self.iterator();
        }
    }

    fn is_it(&self, expr: &Expr) -> bool {
        build::as_name(expr) == Some(self.name)
    }

    fn is_copy(&self, expr: &Expr) -> bool {
        steppers::cloned(expr) == Some(self.name)
    }
}

impl VisitMut for Anew<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            _ if self.is_copy(expr) => {
                *expr = self.iterator();
                self.copied = true;
            }
            Expr::MethodCall(call) if self.is_it(&call.receiver) && consumes(&call.method) => {
                *call.receiver = self.iterator();
            }
            Expr::ForLoop(e) if self.is_it(&e.expr) => *e.expr = self.iterator(),
            Expr::Call(call) => self.handed_over(&mut call.args),
            Expr::MethodCall(call) => self.handed_over(&mut call.args),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(init) = &mut local.init
            && self.is_it(&init.expr)
        {
            *init.expr = self.iterator();
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

struct Renewed<'a>(&'a mut Names);

impl VisitMut for Renewed<'_> {
    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        self.0.renew(closure, &[]);
    }
}

/// Whether an iterator is gone after a call of its method.
fn consumes(method: &Ident) -> bool {
    let borrows = [
        "next",
        "next_back",
        "peek",
        "by_ref",
        "any",
        "all",
        "find",
        "find_map",
        "position",
        "nth",
        "len",
        "size_hint",
    ];
    !borrows.iter().any(|name| method == name)
}

/// An iterator without the maps at its end, the names that these get in order, and the definitions of the names.
/// None, if calls of the maps change what they captured.
pub(super) fn without_maps<'e>(
    iterator: &'e Expr,
    names: &mut Names,
) -> Option<(Vec<Stmt>, &'e Expr, Vec<Ident>)> {
    let Some((receiver, f)) = mapped(iterator) else {
        return Some((Vec::new(), iterator, Vec::new()));
    };
    if !changes::changed_by_closures(f).is_empty() {
        return None;
    }
    let (mut stmts, base, mut maps) = without_maps(receiver, names)?;
    let name = names.fresh(&Ident::new("mapped", syn::spanned::Spanned::span(f)));
    stmts.push(parse_quote!(let #name = #f;));
    maps.push(name);
    Some((stmts, base, maps))
}

fn mapped(iterator: &Expr) -> Option<(&Expr, &Expr)> {
    match build::peeled(iterator) {
        Expr::MethodCall(call) if call.method == "map" && call.args.len() == 1 => {
            Some((&call.receiver, &call.args[0]))
        }
        _ => None,
    }
}

/// Whether nobody sees that all items are there before the first is asked for: an iterator ends, and its closures
/// change nothing, show nothing and cannot panic.
pub(super) fn may_be_made_at_once(iterator: &Expr) -> bool {
    let plain = changes::changed_by_closures(iterator).is_empty() && !is_noticed(iterator);
    plain && !may_be_of_own(iterator) && read::read(iterator).is_some() && passed::may_end(iterator)
}

/// Whether a method of the user's own may give it, `table.values()`, which need not be an iterator.
fn may_be_of_own(iterator: &Expr) -> bool {
    let of_slices = [
        "iter",
        "windows",
        "chunks",
        "chunks_exact",
        "rchunks",
        "rchunks_exact",
    ];
    matches!(build::peeled(iterator), Expr::MethodCall(call)
        if read::is_place(&call.receiver)
            && !of_slices.iter().any(|name| call.method == name))
}

fn is_noticed(iterator: &Expr) -> bool {
    struct Noticed(bool);
    impl<'ast> Visit<'ast> for Noticed {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 |= match expr {
                Expr::Index(_) | Expr::Macro(_) | Expr::Call(_) | Expr::Loop(_) => true,
                Expr::Return(_) | Expr::Try(_) => true,
                Expr::MethodCall(call) => call.method == "unwrap" || call.method == "expect",
                _ => false,
            };
            visit::visit_expr(self, expr);
        }
    }
    let mut noticed = Noticed(false);
    noticed.visit_expr(iterator);
    noticed.0
}
