//! Items of values whose types are known to have some of their own.
//!
//! Receives a function; promises that `iter` of what has a type of the user's with such a method, as far as word was left
//! of it (`iterators.rs`), and loops over such values, ask for the items of the field that these are, or for a list of what
//! the method makes. Parameters, variables, fields, elements of lists and what closures and loops are given have types, and
//! where a name may be one of a list as well, rustc finds which.
//!
//! ```text
//! fn f(series: Series, all: &[Series])
//! series.iter().sum::<f64>()               series.__referred().iter().sum::<f64>()
//! all[0].iter()                            all[0].__referred().iter()
//! for x in &series { .. }                  for x in series.__referred().iter() { .. }
//! for x in series { .. }                   for x in series.__referred().iter().cloned() { .. }
//! ```

use super::build;
use super::functions::{REFERRED, REFERRED_MUT};
use super::own_iterators::{items_in, listed};
use super::typed::Types;
use crate::iterators::{self, Role};
use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, parse_quote};

pub(super) fn by_type(function: &mut syn::ItemFn) {
    if iterators::is_nothing_known() {
        return;
    }
    let types = Types::of_function(function);
    Asking(types).visit_block_mut(&mut function.block);
}

/// Whether an expression is a place whose type plays a role. A name that nothing tells the type of is given to a
/// closure or a loop: it may be of such a type.
fn plays(types: &Types, place: &Expr, roles: &[Role]) -> bool {
    if !is_place(place) {
        return false;
    }
    match types.of(place) {
        Some(ty) => !ty.is_list() && roles.iter().any(|role| ty.has(*role)),
        None => {
            let name = build::as_name(build::peeled(place));
            name.is_some_and(|name| types.is_given(name)) && types.any_plays(roles)
        }
    }
}

fn is_place(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Field(field) => is_place(&field.base),
        Expr::Index(index) => is_place(&index.expr),
        Expr::Unary(to) => matches!(to.op, syn::UnOp::Deref(_)) && is_place(&to.expr),
        name => build::as_name(name).is_some_and(|name| name != "self"),
    }
}

/// Asks such values for their items.
struct Asking(Types);

impl Asking {
    /// `place.iter()`
    fn iter(&self, call: &mut ExprMethodCall) {
        let types = &self.0;
        if plays(types, &call.receiver, &[Role::Lends]) {
            *call.receiver = items_in(&call.receiver, REFERRED);
        } else if plays(types, &call.receiver, &[Role::ListsReferences]) {
            listed(call);
        } else if plays(types, &call.receiver, &[Role::ListsValues]) {
            let mut own = call.clone();
            own.method = Ident::new_raw("iter", call.method.span());
            *call = parse_quote!(#own.into_iter());
        }
    }

    /// What a loop goes through, or an iterator is put beside: `series`, `&series`, `&mut series`.
    fn whole(&self, items: &mut Expr) {
        let types = &self.0;
        let peeled = build::peeled(items);
        let shared = &[Role::Lends, Role::Looped];
        let instead: Option<Expr> = match peeled {
            Expr::Reference(to) if to.mutability.is_some() => {
                let plays = plays(types, &to.expr, &[Role::LoopedUnique, Role::LendsUnique]);
                let place = items_in(&to.expr, REFERRED_MUT);
                plays.then(|| parse_quote!(#place.iter_mut()))
            }
            Expr::Reference(to) => {
                let place = items_in(&to.expr, REFERRED);
                plays(types, &to.expr, shared).then(|| parse_quote!(#place.iter()))
            }
            name => {
                let of = types.of(name).filter(|ty| !ty.is_list());
                let is_reference =
                    build::as_name(name).is_some_and(|name| self.0.references.contains(name));
                let is_unique =
                    build::as_name(name).is_some_and(|name| self.0.unique.contains(name));
                if is_unique && plays(types, name, &[Role::LoopedUnique, Role::LendsUnique]) {
                    let place = items_in(name, REFERRED_MUT);
                    Some(parse_quote!(#place.iter_mut()))
                } else if is_reference && plays(types, name, shared) {
                    let place = items_in(name, REFERRED);
                    Some(parse_quote!(#place.iter()))
                } else if !is_reference && of.is_some_and(|ty| ty.has(Role::Gives)) {
                    let place = items_in(name, REFERRED);
                    Some(parse_quote!(#place.iter().cloned()))
                } else {
                    None
                }
            }
        };
        if let Some(instead) = instead {
            *items = instead;
        }
    }
}

impl VisitMut for Asking {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_expr_for_loop_mut(&mut self, e: &mut syn::ExprForLoop) {
        self.whole(&mut e.expr);
        visit_mut::visit_expr_for_loop_mut(self, e);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        match (call.method.to_string().as_str(), call.args.len()) {
            ("iter", 0) => self.iter(call),
            ("zip" | "chain" | "extend", 1) => call.args.iter_mut().for_each(|a| self.whole(a)),
            ("into_iter", 0) => {
                let mut whole = (*call.receiver).clone();
                self.whole(&mut whole);
                if whole != *call.receiver
                    && let Expr::MethodCall(asked) = whole
                {
                    *call = asked;
                }
            }
            _ => {}
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
