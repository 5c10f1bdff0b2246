//! `Default::default()` of a written type.
//!
//! Receives a function; promises that the type of a default value that a variable begins with is said where the value
//! is made: what is written at a variable is not said again where its type is known.
//!
//! ```text
//! let mut rooms: [Vec<f64>; 3] = Default::default();
//!                                 let mut rooms: [Vec<f64>; 3] = <[Vec<f64>; 3] as Default>::default();
//! ```

use super::{build, maps};
use crate::segments;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, PathArguments, parse_quote_spanned};

pub(super) fn by_type(function: &mut syn::ItemFn) {
    Defaults.visit_block_mut(&mut function.block);
}

struct Defaults;

impl VisitMut for Defaults {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && is_default(&init.expr)
        {
            let (ty, span) = (&typed.ty, init.expr.span());
            *init.expr = match maps::map_type(ty) {
                // Maps are known by the function that makes them.
                Some(mut map) => {
                    map.segments
                        .iter_mut()
                        .for_each(|s| s.arguments = PathArguments::None);
                    parse_quote_spanned!(span=> #map::default())
                }
                None => parse_quote_spanned!(span=> <#ty as ::core::default::Default>::default()),
            };
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn is_default(expr: &Expr) -> bool {
    let Expr::Call(call) = build::peeled(expr) else {
        return false;
    };
    matches!(&*call.func, Expr::Path(path)
        if path.qself.is_none()
            && segments::names(&path.path).ends_with(&["Default".into(), "default".into()]))
}
