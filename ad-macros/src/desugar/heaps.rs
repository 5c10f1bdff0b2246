//! Heaps of what carries a derivative.
//!
//! Receives a function whose local names are unique, and of which it is known that a heap is given floats with a
//! derivative; promises that heaps hold positions in lists of all that was pushed, in the order of copies without
//! derivative, where no more is done with them than to push, pop and look.
//!
//! ```text
//! let mut heap = BinaryHeap::new();    let (mut items, mut heap) = (Vec::new(), BinaryHeap::new());
//! heap.push(state);                    let at = items.len();
//!                                      items.push(state);
//!                                      heap.push(Ranked { item: stop_gradient(items[at]), at });
//! heap.pop()                           match heap.pop() { Some(top) => Some(items[top.at]), None => None }
//! heap.into_sorted_vec()               heap.into_sorted_vec().into_iter().map(|top| items[top.at]).collect::<Vec<_>>()
//! ```
//!
//! Before that, whatever a heap holds: one that is made of items begins empty.
//!
//! ```text
//! let heap: BinaryHeap<Key> = it.collect();    let mut heap: BinaryHeap<Key> = BinaryHeap::new();
//!                                              let given = it;
//!                                              for item in given { heap.push(item); }
//! ```

use super::rename::Names;
use super::{build, maps};
use crate::ir::ty;
use crate::segments;
use crate::tables::HashMap;
use proc_macro2::{Ident, Span, TokenStream};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, GenericArgument, Local, Pat, Stmt, Type, parse_quote};

const HEAP: &str = "BinaryHeap";

pub(crate) fn to_positions(function: &mut syn::ItemFn, names: &mut Names, core: &TokenStream) {
    let mut made = Made::default();
    made.visit_block(&function.block);
    let heaps = made.heaps.into_iter().filter(|heap| {
        let mut uses = Uses {
            heap,
            others: false,
        };
        uses.visit_block(&function.block);
        !uses.others
    });
    let fresh = |heap: Ident| {
        let items = names.fresh(&Ident::new("items", heap.span()));
        (heap, items)
    };
    let items: HashMap<Ident, Ident> = heaps.map(fresh).collect();
    if !items.is_empty() {
        Positions { items, names, core }.visit_block_mut(&mut function.block);
    }
}

pub(crate) fn begun_empty(function: &mut syn::ItemFn, names: &mut Names) {
    Begun(names).visit_block_mut(&mut function.block);
}

struct Begun<'a>(&'a mut Names);

impl VisitMut for Begun<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            let filled = match &mut stmt {
                Stmt::Local(local) => self.filled(local),
                _ => None,
            };
            block.stmts.push(stmt);
            block.stmts.extend(filled.into_iter().flatten());
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Begun<'_> {
    /// What pushes all that a heap is made of, which begins empty then. Of what carries no derivative for sure it
    /// may be made at once.
    fn filled(&mut self, local: &mut Local) -> Option<[Stmt; 2]> {
        let heap = maps::variable(&local.pat)?.clone();
        let items = made_of(local)?;
        let item = item_of(local).cloned();
        if item
            .as_ref()
            .is_some_and(|ty| ty::read(ty, &|_| false).is_inert())
        {
            return None;
        }
        let item = item.unwrap_or_else(|| parse_quote!(_));
        let [given, pushed] =
            ["given", "item"].map(|name| self.0.fresh(&Ident::new(name, Span::mixed_site())));
        let made: Stmt =
            parse_quote!(let mut #heap = ::std::collections::BinaryHeap::<#item>::new(););
        if let Stmt::Local(made) = made {
            *local = made;
        }
        Some([
            parse_quote!(let #given = #items;),
            parse_quote!(for #pushed in #given { #heap.push(#pushed); }),
        ])
    }
}

/// What goes into a heap: `it` of `it.collect::<BinaryHeap<_>>()`, `list` of `BinaryHeap::from(list)`.
fn made_of(local: &Local) -> Option<Expr> {
    match build::peeled(&local.init.as_ref().filter(|i| i.diverge.is_none())?.expr) {
        Expr::Call(call) => {
            let mut function = maker(local)?.segments.iter().rev();
            let from = function.next()?.ident == "from" && function.next()?.ident == HEAP;
            call.args.first().filter(|_| from).cloned()
        }
        Expr::MethodCall(call) if call.method == "collect" => {
            let of_heaps = paths_of_type(local).flat_map(|path| &path.segments);
            let mut of_heaps = of_heaps.filter(|s| s.ident == HEAP);
            of_heaps.next().map(|_| (*call.receiver).clone())
        }
        _ => None,
    }
}

/// The variables that are made as empty heaps.
#[derive(Default)]
struct Made {
    heaps: Vec<Ident>,
}

impl Visit<'_> for Made {
    fn visit_local(&mut self, local: &Local) {
        self.heaps.extend(made(local).cloned());
        visit::visit_local(self, local);
    }

    fn visit_item(&mut self, _: &syn::Item) {}
}

/// The heap of `let mut heap = BinaryHeap::new();`
fn made(local: &Local) -> Option<&Ident> {
    let mut function = maker(local)?.segments.iter().rev();
    let makes = function.next()?;
    let makes = ["new", "with_capacity"]
        .iter()
        .any(|name| makes.ident == name);
    let makes = makes && function.next()?.ident == HEAP;
    maps::variable(&local.pat).filter(|_| makes)
}

/// The path of the function that makes a variable.
fn maker(local: &Local) -> Option<&syn::Path> {
    let Expr::Call(call) = build::peeled(&local.init.as_ref()?.expr) else {
        return None;
    };
    match &*call.func {
        Expr::Path(path) => Some(&path.path),
        _ => None,
    }
}

/// Whether a heap is used otherwise than here.
struct Uses<'a> {
    heap: &'a Ident,
    others: bool,
}

impl Visit<'_> for Uses<'_> {
    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        let known = [
            "push",
            "pop",
            "peek",
            "len",
            "is_empty",
            "clear",
            "iter",
            "into_iter",
            "into_vec",
            "into_sorted_vec",
        ];
        match build::as_name(&call.receiver) == Some(self.heap)
            && known.iter().any(|name| call.method == name)
        {
            true => call.args.iter().for_each(|arg| self.visit_expr(arg)),
            false => visit::visit_expr_method_call(self, call),
        }
    }

    fn visit_expr_path(&mut self, path: &syn::ExprPath) {
        self.others |= path.path.is_ident(self.heap);
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        self.others |= build::mentioned_in(mac.tokens.clone(), self.heap);
    }
}

struct Positions<'a> {
    /// The list of all that a heap was given.
    items: HashMap<Ident, Ident>,
    names: &'a mut Names,
    core: &'a TokenStream,
}

impl VisitMut for Positions<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let Stmt::Local(local) = &mut stmt
                && let Some(heap) = made(local)
                && let Some(items) = self.items.get(heap)
            {
                let list: Stmt = match item_of(local) {
                    Some(item) => parse_quote!(let mut #items: Vec<#item> = Vec::new();),
                    None => parse_quote!(let mut #items = Vec::new();),
                };
                let heap = heap.clone();
                block.stmts.push(list);
                stmt = parse_quote!(let mut #heap = ::std::collections::BinaryHeap::new(););
            }
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::MethodCall(call) = expr else {
            return;
        };
        let heap = build::as_name(&call.receiver);
        let Some((heap, items)) = heap.and_then(|heap| self.items.get_key_value(heap)) else {
            return;
        };
        let (heap, items, core) = (heap.clone(), items.clone(), self.core);
        let mut fresh = |name| self.names.fresh(&Ident::new(name, Span::mixed_site()));
        *expr = match (call.method.to_string().as_str(), call.args.first()) {
            ("push", Some(pushed)) => {
                let at = fresh("at");
                parse_quote!({
                    let #at = #items.len();
                    #items.push(#pushed);
                    #heap.push(#core::Ranked { item: #core::stop_gradient(#items[#at]), at: #at });
                })
            }
            ("pop", None) => {
                let top = fresh("top");
                parse_quote!(match #heap.pop() {
                    Some(#top) => Some(#items[#top.at]),
                    None => None,
                })
            }
            ("peek", None) => {
                let top = fresh("top");
                parse_quote!(match #heap.peek() {
                    Some(#top) => Some(&#items[#top.at]),
                    None => None,
                })
            }
            ("iter", None) => {
                // Spelt otherwise than the user's, which are views of lists.
                let (top, list) = (fresh("top"), Ident::new_raw("as_slice", call.method.span()));
                parse_quote!(#heap.#list().iter().map(|#top| &#items[#top.at]))
            }
            ("into_iter", None) => {
                let top = fresh("top");
                parse_quote!(#heap.into_vec().into_iter().map(|#top| #items[#top.at]))
            }
            (all @ ("into_vec" | "into_sorted_vec"), None) => {
                let (top, all) = (fresh("top"), Ident::new(all, call.method.span()));
                parse_quote!(#heap.#all().into_iter().map(|#top| #items[#top.at]).collect::<Vec<_>>())
            }
            _ => return,
        };
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The type that is written for what a heap holds: in `let heap: BinaryHeap<State>` or `BinaryHeap::<State>::new()`.
fn item_of(local: &Local) -> Option<&Type> {
    let segments = paths_of_type(local)
        .chain(maker(local))
        .flat_map(|path| &path.segments);
    let mut items = segments
        .filter(|s| s.ident == HEAP)
        .filter_map(segments::type_argument);
    items.find(|ty| !matches!(ty, Type::Infer(_)))
}

/// The type that is written for a variable, or for what it is collected in.
fn paths_of_type(local: &Local) -> impl Iterator<Item = &syn::Path> {
    let annotated = match &local.pat {
        Pat::Type(typed) => Some(&*typed.ty),
        _ => None,
    };
    let collected = local
        .init
        .as_ref()
        .and_then(|init| match build::peeled(&init.expr) {
            Expr::MethodCall(call) => match call.turbofish.as_ref()?.args.first()? {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            },
            _ => None,
        });
    annotated
        .into_iter()
        .chain(collected)
        .filter_map(|ty| match ty {
            Type::Path(path) => Some(&path.path),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use crate::desugar::Heaps;
    use crate::desugar::testing::{assert_simplified, assert_simplified_with};

    const PUSHED: &str =
        "fn f(x: f64) { let mut heap: BinaryHeap<Key> = BinaryHeap::new(); heap.push(Key(x)); }";

    #[test]
    fn positions_stand_for_what_is_pushed() {
        assert_simplified_with(
            Heaps::OfPositions,
            PUSHED,
            "fn f(x: f64) {
                let mut items: Vec<Key> = Vec::new();
                let mut heap = ::std::collections::BinaryHeap::new();
                {
                    let at = items.len();
                    items.push(Key(x));
                    heap.push(::pullback::__private::Ranked {
                        item: ::pullback::__private::stop_gradient(items[at]),
                        at: at
                    });
                };
            }",
        );
        assert_simplified(PUSHED, PUSHED);
    }

    #[test]
    fn a_heap_of_items_begins_empty() {
        assert_simplified(
            "fn f(x: &[Key]) { let heap: BinaryHeap<Key> = BinaryHeap::from(keys(x)); g(heap); }",
            "fn f(x: &[Key]) {
                let mut heap = ::std::collections::BinaryHeap::<Key>::new();
                let given = keys(x);
                for item in given { heap.push(item); }
                g(heap);
            }",
        );
        let whole = "fn f(x: &[usize]) { let heap: BinaryHeap<usize> = numbers(x).collect(); }";
        assert_simplified(whole, whole);
    }

    #[test]
    fn a_heap_that_is_handed_on_stays() {
        let text = "fn f(x: f64) { let mut heap = BinaryHeap::new(); heap.push(Key(x)); empty(&mut heap); }";
        assert_simplified_with(Heaps::OfPositions, text, text);
    }
}
