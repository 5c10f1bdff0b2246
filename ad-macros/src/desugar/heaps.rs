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
//! ```

use super::rename::Names;
use super::{build, maps};
use crate::segments;
use crate::tables::HashMap;
use proc_macro2::{Ident, Span, TokenStream};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Local, Pat, Stmt, Type, parse_quote};

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
        let known = ["push", "pop", "peek", "len", "is_empty", "clear"];
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
            _ => return,
        };
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The type that is written for what a heap holds: in `let heap: BinaryHeap<State>` or `BinaryHeap::<State>::new()`.
fn item_of(local: &Local) -> Option<&Type> {
    let annotated = match &local.pat {
        Pat::Type(typed) => match &*typed.ty {
            Type::Path(path) => Some(&path.path),
            _ => None,
        },
        _ => None,
    };
    let segments = annotated
        .into_iter()
        .chain(maker(local))
        .flat_map(|path| &path.segments);
    let mut items = segments
        .filter(|s| s.ident == HEAP)
        .filter_map(segments::type_argument);
    items.find(|ty| !matches!(ty, Type::Infer(_)))
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
    fn a_heap_that_is_handed_on_stays() {
        let text = "fn f(x: f64) { let mut heap = BinaryHeap::new(); heap.push(Key(x)); empty(&mut heap); }";
        assert_simplified_with(Heaps::OfPositions, text, text);
    }
}
