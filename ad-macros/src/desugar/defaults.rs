//! `Default::default()` of a written type, and arrays that become collections of one.
//!
//! Receives a function; promises that the type of a default value that a variable begins with is said where the value
//! is made: what is written at a variable is not said again where its type is known. So it is with the type of a map or a
//! deque that an array is turned into.
//!
//! ```text
//! let m: HashMap<&str, f64> = [("a", x)].into();
//!                                 let m: HashMap<&str, f64> = HashMap::from([("a", x)]);
//! let mut rooms: [Vec<f64>; 3] = Default::default();
//!                                 let mut rooms: [Vec<f64>; 3] = <[Vec<f64>; 3] as Default>::default();
//! ```

use super::{build, maps};
use crate::segments;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Path, PathArguments, Type, parse_quote_spanned};

pub(super) fn by_type(function: &mut syn::ItemFn) {
    Defaults.visit_block_mut(&mut function.block);
}

struct Defaults;

impl VisitMut for Defaults {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && let Some(array) = turned_array(&init.expr)
            && let Some(collection) = collection(&typed.ty)
        {
            let span = init.expr.span();
            *init.expr = parse_quote_spanned!(span=> #collection::from(#array));
        } else if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && is_default(&init.expr)
        {
            let (ty, span) = (&typed.ty, init.expr.span());
            *init.expr = match maps::map_type(ty) {
                // Maps are known by the function that makes them.
                Some(map) => {
                    let map = without_arguments(map);
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

fn without_arguments(mut path: Path) -> Path {
    let segments = path.segments.iter_mut();
    segments.for_each(|s| s.arguments = PathArguments::None);
    path
}

/// `[a, b]` in `[a, b].into()`
fn turned_array(expr: &Expr) -> Option<&syn::ExprArray> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "into" && call.args.is_empty() => {
            match build::peeled(&call.receiver) {
                Expr::Array(array) => Some(array),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The path of a map or a deque.
fn collection(ty: &Type) -> Option<Path> {
    let is_deque = |path: &Path| segments::last(path) == "VecDeque";
    let deque = match ty {
        Type::Path(ty) if ty.qself.is_none() && is_deque(&ty.path) => Some(ty.path.clone()),
        _ => None,
    };
    maps::map_type(ty).or(deque).map(without_arguments)
}
