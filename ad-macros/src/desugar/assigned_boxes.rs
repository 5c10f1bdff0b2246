//! Boxes that are assigned to fields, where they may become objects of a trait.
//!
//! Receives a function; promises that each box that a field is given stands where the field's type is what rustc
//! asks for: it makes objects there, and not of what is in a list or comes out of a branch that has a name before.
//!
//! ```text
//! net.layers = vec![Box::new(a), Box::new(b)];      { let boxed = (Box::new(a), Box::new(b)); net.layers = Vec::new();
//!                                                     net.layers.push(boxed.0); … }
//! net.head = if c { Box::new(a) } else { Box::new(b) };      if c { net.head = Box::new(a) } else { net.head = Box::new(b) }
//! Net { gain: g, head: if c { Box::new(a) } else { b } }     { let field = g;
//!                                                              if c { Net { gain: field, head: Box::new(a) } }
//!                                                              else { Net { gain: field, head: b } } }
//! ```

use super::build;
use super::closures::is_box_new;
use super::rename::Names;
use super::stored::tails;
use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt, Token, parse_quote};

pub(super) fn where_asked_for(function: &mut syn::ItemFn, names: &mut Names) {
    Assigned { names }.visit_block_mut(&mut function.block);
}

struct Assigned<'n> {
    names: &'n mut Names,
}

impl VisitMut for Assigned<'_> {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        visit_mut::visit_stmt_mut(self, stmt);
        if let Stmt::Expr(Expr::Assign(assign), _) = stmt
            && is_field(&assign.left)
        {
            let given = match boxes_of_list(&assign.right) {
                Some(boxes) => Some(self.pushed(&assign.left, boxes)),
                None => in_branches(&assign.left, &assign.right),
            };
            if let Some(given) = given {
                *stmt = Stmt::Expr(given, Some(Default::default()));
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Struct(made) = expr
            && let Some(chosen) = self.made_in_branches(made)
        {
            *expr = chosen;
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Functions in functions have derivatives of their own.
    }
}

impl Assigned<'_> {
    /// The boxes are made before the list, which they may be made of.
    fn pushed(&mut self, list: &Expr, boxes: Vec<Expr>) -> Expr {
        let (mut before, mut after): (Vec<Stmt>, Vec<Stmt>) = (Vec::new(), Vec::new());
        for item in boxes {
            let name = self.fresh("boxed", &item);
            after.push(parse_quote!(#list.push(#name);));
            before.push(parse_quote!(let #name = #item;));
        }
        before.push(parse_quote!(#list = Vec::new();));
        before.extend(after);
        build::block_expression(before)
    }

    /// A struct that is made in each branch of one of its fields, if a box comes out of one. What stands before the choice
    /// is done before it; what stands behind it is written in each branch, unless it has names of its own.
    fn made_in_branches(&mut self, made: &syn::ExprStruct) -> Option<Expr> {
        let chosen = made.fields.iter().position(|f| is_chosen(&f.expr))?;
        let behind = made.fields.iter().skip(chosen + 1).map(|f| &f.expr);
        let mut behind = behind.chain(made.rest.as_deref());
        if behind.any(names_anything) {
            return None;
        }
        let (mut made, mut before) = (made.clone(), Vec::<Stmt>::new());
        for field in made.fields.iter_mut().take(chosen) {
            // A box becomes an object where it is made.
            if is_box(&field.expr) || boxes_of_list(&field.expr).is_some() || is_name(&field.expr) {
                continue;
            }
            let (value, name) = (&field.expr, self.fresh("field", &field.expr));
            before.push(parse_quote!(let #name = #value;));
            field.colon_token = Some(Default::default());
            field.expr = parse_quote!(#name);
        }
        let branches = with_tails(&made.fields[chosen].expr, &mut |tail| {
            let mut made = made.clone();
            made.fields[chosen].expr = tail.clone();
            self.made_in_branches(&made).unwrap_or(Expr::Struct(made))
        })?;
        before.push(Stmt::Expr(branches, None));
        Some(build::block_expression(before))
    }

    fn fresh(&mut self, name: &str, of: &Expr) -> Ident {
        let span = of.span().resolved_at(Span::mixed_site());
        self.names.fresh(&Ident::new(name, span))
    }
}

/// Whether an expression gives names to anything, and cannot be written twice then.
fn names_anything(expr: &Expr) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_pat(&mut self, _: &syn::Pat) {
            self.0 = true;
        }
        fn visit_macro(&mut self, _: &syn::Macro) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_expr(expr);
    search.0
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

fn is_name(expr: &Expr) -> bool {
    build::as_name(expr).is_some()
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

/// The assignment in each branch of its value, if a box comes out of one.
fn in_branches(place: &Expr, value: &Expr) -> Option<Expr> {
    with_tails(value, &mut |tail| parse_quote!(#place = #tail))
}

fn is_chosen(value: &Expr) -> bool {
    with_tails(value, &mut Expr::clone).is_some()
}

/// A choice with something else in place of what comes out of its branches, if a box comes out of one.
fn with_tails(value: &Expr, instead: &mut dyn FnMut(&Expr) -> Expr) -> Option<Expr> {
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
            *tail = instead(tail);
        }
    });
    (boxes > 0).then_some(branches)
}
