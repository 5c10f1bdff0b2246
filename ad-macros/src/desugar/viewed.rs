//! Slices that a condition chooses among lists.
//!
//! Receives a function; promises that where a variable is stated to be a slice, every branch that chooses it gives
//! one: no type is written beside what the derivative makes of the choice, so nothing would turn a list into its slice.
//!
//! ```text
//! let v: &[f64] = if c { &list } else { &array };      let v: &[f64] = if c { &list[..] } else { &array[..] };
//! ```

use super::build;
use super::stored::tails;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Type, parse_quote};

pub(super) fn by_whole_ranges(function: &mut syn::ItemFn) {
    Viewed.visit_block_mut(&mut function.block);
}

struct Viewed;

impl VisitMut for Viewed {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && is_shared_slice(&typed.ty)
            && matches!(build::peeled(&init.expr), Expr::If(_) | Expr::Match(_))
        {
            tails(&mut init.expr, &mut view);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Functions in functions have derivatives of their own.
    }
}

fn is_shared_slice(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_none() && matches!(&*r.elem, Type::Slice(_)))
}

/// `&list` as `&list[..]`. What leaves is no value.
fn view(value: &mut Expr) {
    let viewed: Expr = match &*value {
        Expr::Reference(r) if r.mutability.is_none() && !is_range(&r.expr) => {
            let list = &r.expr;
            parse_quote!(&#list[..])
        }
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => parse_quote!(&#value[..]),
        _ => return,
    };
    *value = viewed;
}

/// `list[a..b]`
fn is_range(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::Index(i) if matches!(build::peeled(&i.index), Expr::Range(_)))
}
