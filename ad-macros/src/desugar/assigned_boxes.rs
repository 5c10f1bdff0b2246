//! Boxes that are assigned to fields, where they may become objects of a trait.
//!
//! Receives a function; promises that each box that a field is given stands where the field's type is what rustc
//! asks for: it makes objects there, and not of what is in a list or comes out of a branch that has a name before.
//!
//! ```text
//! net.layers = vec![Box::new(a), Box::new(b)];      { let boxed = (Box::new(a), Box::new(b)); net.layers = Vec::new();
//!                                                     net.layers.push(boxed.0); … }
//! net.head = if c { Box::new(a) } else { Box::new(b) };      if c { net.head = Box::new(a) } else { net.head = Box::new(b) }
//! ```

use super::build;
use super::closures::is_box_new;
use super::stored::tails;
use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt, Token, parse_quote};

pub(super) fn where_asked_for(function: &mut syn::ItemFn) {
    Assigned.visit_block_mut(&mut function.block);
}

struct Assigned;

impl VisitMut for Assigned {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        visit_mut::visit_stmt_mut(self, stmt);
        if let Stmt::Expr(Expr::Assign(assign), _) = stmt
            && is_field(&assign.left)
        {
            let given = match boxes_of_list(&assign.right) {
                Some(boxes) => Some(pushed(&assign.left, boxes)),
                None => in_branches(&assign.left, &assign.right),
            };
            if let Some(given) = given {
                *stmt = Stmt::Expr(given, Some(Default::default()));
            }
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Functions in functions have derivatives of their own.
    }
}

/// `net.head`, `self.layers`: a part of a variable, which is named without doing anything.
fn is_field(place: &Expr) -> bool {
    fn is_place(place: &Expr) -> bool {
        match place {
            Expr::Field(field) => is_place(&field.base),
            other => build::as_name(other).is_some() || is_self(other),
        }
    }
    matches!(place, Expr::Field(field) if is_place(&field.base))
}

fn is_self(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident("self"))
}

/// The items of `vec![Box::new(a), Box::new(b)]`.
fn boxes_of_list(list: &Expr) -> Option<Vec<Expr>> {
    let Expr::Macro(list) = list else {
        return None;
    };
    let items = Punctuated::<Expr, Token![,]>::parse_terminated;
    let items = list.mac.parse_body_with(items).ok()?;
    let listed = list.mac.path.is_ident("vec") && items.len() > 1 && items.iter().all(is_box);
    listed.then(|| items.into_iter().collect())
}

fn is_box(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Call(call) if is_box_new(&call.func) => true,
        Expr::Call(call) => {
            build::as_name(&call.func).is_some_and(|name| name == "Some")
                && call.args.first().is_some_and(is_box)
        }
        _ => false,
    }
}

/// The boxes are made before the list, which they may be made of.
fn pushed(list: &Expr, boxes: Vec<Expr>) -> Expr {
    let name = |i: usize, of: &Expr| {
        let span = of.span().resolved_at(Span::mixed_site());
        Ident::new(&format!("__boxed{i}"), span)
    };
    let (mut before, mut after): (Vec<Stmt>, Vec<Stmt>) = (Vec::new(), Vec::new());
    for (i, item) in boxes.into_iter().enumerate() {
        let name = name(i, &item);
        after.push(parse_quote!(#list.push(#name);));
        before.push(parse_quote!(let #name = #item;));
    }
    before.push(parse_quote!(#list = Vec::new();));
    before.extend(after);
    build::block_expression(before)
}

/// The assignment in each branch of its value, if a box comes out of one.
fn in_branches(place: &Expr, value: &Expr) -> Option<Expr> {
    if !matches!(value, Expr::If(_) | Expr::Match(_)) {
        return None;
    }
    let (mut branches, mut boxes) = (value.clone(), 0);
    tails(&mut branches, &mut |tail| {
        boxes += usize::from(is_box(tail));
        let leaves = matches!(
            tail,
            Expr::Macro(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_)
        );
        if !leaves {
            *tail = parse_quote!(#place = #tail);
        }
    });
    (boxes > 0).then_some(branches)
}
