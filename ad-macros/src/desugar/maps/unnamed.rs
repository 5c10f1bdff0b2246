//! Maps that are made of items where they are used, or returned.
//!
//! Receives an expression; promises the same where each map that is made of items has a name, as only such maps are followed.
//!
//! ```text
//! Ledger { rates: HashMap::from([("a", x)]) }     Ledger { rates: { let map = HashMap::from([("a", x)]); map } }
//! fn squares(…) -> HashMap<K, f64> { items.collect() }
//!                                                 … { let map: HashMap<K, f64> = items.collect(); map }
//! ```

use super::map_named_by;
use crate::desugar::keyed::is_map;
use crate::desugar::rename::Names;
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprCall, Local, Stmt, parse_quote};

/// Names the map that a function returns.
pub(super) fn collected_at_the_end(function: &mut syn::ItemFn, names: &mut Names) {
    let syn::ReturnType::Type(_, ty) = &function.sig.output else {
        return;
    };
    if let (true, Some(Stmt::Expr(end, None))) = (is_map(ty), function.block.stmts.last_mut())
        && let Expr::MethodCall(call) = &*end
        && call.method == "collect"
    {
        let map = names.fresh(&Ident::new("map", Span::mixed_site()));
        *end = parse_quote!({ let #map: #ty = #call; #map });
    }
}

pub(super) struct Unnamed<'a> {
    pub(super) names: &'a mut Names,
}

impl VisitMut for Unnamed<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        match local.init.as_mut().map(|init| &mut *init.expr) {
            Some(Expr::Call(call)) if is_made_of_items(call) => {
                visit_mut::visit_expr_call_mut(self, call);
            }
            _ => visit_mut::visit_local_mut(self, local),
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Call(call) = &*expr
            && is_made_of_items(call)
        {
            let map = self.names.fresh(&Ident::new("map", Span::mixed_site()));
            *expr = parse_quote!({ let #map = #call; #map });
        }
    }
}

fn is_made_of_items(call: &ExprCall) -> bool {
    let of_items = call.args.len() == 1 && matches!(call.args.first(), Some(Expr::Array(_)));
    of_items && map_named_by(&call.func, "from").is_some()
}
