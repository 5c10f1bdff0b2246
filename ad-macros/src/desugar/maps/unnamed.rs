//! Maps that are made of items where they are used.
//!
//! Receives an expression; promises the same where each map that is made of items has a name, as only such maps are followed.
//!
//! ```text
//! Ledger { rates: HashMap::from([("a", x)]) }     Ledger { rates: { let map = HashMap::from([("a", x)]); map } }
//! ```

use super::map_named_by;
use crate::desugar::rename::Names;
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprCall, Local, parse_quote};

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
