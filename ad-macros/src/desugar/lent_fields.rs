//! Functions in fields that are passed on.
//!
//! Receives the methods of a block whose type holds functions, or a function with such values; promises copies in the place of
//! references to fields that are seen to be functions: what takes a function takes the value.
//!
//! ```text
//! fn new(f: F, hi: f64) -> Self { Curve { f, hi } }
//! fn area(&self) -> f64 { integrate(&self.f, 0.0, self.hi) }        integrate((self.f).r#clone(), 0.0, self.hi)
//! ```

use super::{build, functions};
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprField, FnArg, ImplItem, Member};

/// The fields that methods of a block call, or fill with functions that they are given.
pub(crate) fn given_by(items: &[ImplItem], generics: &syn::Generics) -> HashSet<String> {
    let types = functions::function_types(generics);
    let mut found = HashSet::default();
    for item in items {
        if let ImplItem::Fn(method) = item
            && !types.is_empty()
        {
            let given = method.sig.inputs.iter().filter_map(|input| match input {
                FnArg::Typed(typed) if functions::is_one_of(&typed.ty, &types) => {
                    build::bound_names(&typed.pat).pop()
                }
                _ => None,
            });
            found.extend(in_code(given.collect(), |seen| {
                seen.visit_block(&method.block)
            }));
        }
    }
    found
}

/// The fields of `self` that are such, where a method passes them on.
pub(crate) fn of_self(method: &mut syn::ImplItemFn, fields: &HashSet<String>) {
    if !fields.is_empty() {
        let is_function = |f: &ExprField| build::root(&f.base).is_some_and(|name| name == "self");
        Lent {
            fields,
            is_function: &is_function,
        }
        .visit_block_mut(&mut method.block);
    }
}

/// The same of values that a function knows to hold functions.
pub(super) fn of_values(block: &mut syn::Block, holds: &dyn Fn(&ExprField) -> bool) {
    let fields = in_code(HashSet::default(), |seen| seen.visit_block(block));
    if !fields.is_empty() {
        Lent {
            fields: &fields,
            is_function: holds,
        }
        .visit_block_mut(block);
    }
}

fn in_code(given: HashSet<Ident>, visit: impl Fn(&mut Seen)) -> HashSet<String> {
    let mut seen = Seen {
        given,
        fields: HashSet::default(),
    };
    visit(&mut seen);
    seen.fields
}

/// The fields that code calls, or fills with functions that have a name, or are made.
struct Seen {
    given: HashSet<Ident>,
    fields: HashSet<String>,
}

impl Seen {
    fn add(&mut self, member: &Member) {
        if let Member::Named(name) = member {
            self.fields.insert(name.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Seen {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Field(f) = build::peeled(&call.func) {
            self.add(&f.member);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if let (true, Expr::Field(f)) = (call.method == functions::CALL, &*call.receiver) {
            self.add(&f.member);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        let named = build::as_name(&field.expr).is_some_and(|name| self.given.contains(name));
        if named || super::function_calls::is_function_made(&field.expr) {
            self.add(&field.member);
        }
        visit::visit_field_value(self, field);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}

/// Passes on copies of the fields of these names.
struct Lent<'a> {
    fields: &'a HashSet<String>,
    is_function: &'a dyn Fn(&ExprField) -> bool,
}

impl Lent<'_> {
    fn pass(&self, arg: &mut Expr) {
        let Expr::Field(field) = behind(arg) else {
            return;
        };
        let named =
            matches!(&field.member, Member::Named(name) if self.fields.contains(&name.to_string()));
        if named && (self.is_function)(field) {
            *arg = functions::copied(field);
        }
    }
}

/// `self.f` of `&self.f`
fn behind(arg: &Expr) -> &Expr {
    match build::peeled(arg) {
        Expr::Reference(r) if r.mutability.is_none() => behind(&r.expr),
        other => other,
    }
}

impl VisitMut for Lent<'_> {
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        visit_mut::visit_expr_call_mut(self, call);
        call.args.iter_mut().for_each(|arg| self.pass(arg));
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        call.args.iter_mut().for_each(|arg| self.pass(arg));
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
