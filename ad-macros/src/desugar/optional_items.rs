//! Options that are iterated over.
//!
//! Receives a function whose local names are unique; promises that a variable that is seen to hold an option is no list
//! where its items are asked for: an option that is written out yields one item or none.
//!
//! ```text
//! fn f(x: &[f64], last: Option<f64>) -> f64 {
//!     x.iter().copied().chain(last).sum()     … .chain((match last { Some(item) => Some(item), None => None }).into_iter())
//! ```

use super::rename::Names;
use super::{build, functions};
use crate::ir::ty;
use crate::tables::HashMap;
use proc_macro2::{Ident, Span};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, FnArg, GenericArgument, Pat, PathArguments, Type, parse_quote};

pub(crate) fn written_out(function: &mut syn::ItemFn, names: &mut Names) {
    let mut options = Options::default();
    for input in &function.sig.inputs {
        if let FnArg::Typed(typed) = input {
            options.learn(&typed.pat, option(&typed.ty));
        }
    }
    options.visit_block(&function.block);
    if !options.0.is_empty() {
        let options = options.0;
        WrittenOut { options, names }.visit_block_mut(&mut function.block);
    }
}

/// How a variable holds an option.
#[derive(Clone, Copy, Default)]
struct Held {
    by_reference: bool,
    /// Whether it is one of numbers, which are copied.
    of_numbers: bool,
}

#[derive(Default)]
struct Options(HashMap<String, Held>);

impl Options {
    fn learn(&mut self, pat: &Pat, held: Option<Held>) {
        if let (Pat::Ident(name), Some(held)) = (pat, held) {
            self.0.insert(name.ident.to_string(), held);
        }
    }
}

impl<'ast> Visit<'ast> for Options {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        match (&local.pat, &local.init) {
            (Pat::Type(typed), _) => self.learn(&typed.pat, option(&typed.ty)),
            (pat, Some(init)) if is_option(&init.expr) => self.learn(pat, Some(Held::default())),
            _ => {}
        }
        visit::visit_local(self, local);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}

/// Whether a type is an option, or refers to one.
fn option(ty: &Type) -> Option<Held> {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last().filter(|s| s.ident == "Option")?;
            let of_numbers = match &last.arguments {
                PathArguments::AngleBracketed(given) => match given.args.first() {
                    Some(GenericArgument::Type(ty)) => is_number(ty),
                    _ => false,
                },
                _ => false,
            };
            Some(Held {
                by_reference: false,
                of_numbers,
            })
        }
        Type::Reference(r) if r.mutability.is_none() => option(&r.elem)
            .filter(|held| !held.by_reference)
            .map(|held| Held {
                by_reference: true,
                ..held
            }),
        _ => None,
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(|i| ty::is_primitive(&i.to_string())))
}

/// `Some(x)`, and an `if` that ends in it.
fn is_option(value: &Expr) -> bool {
    let last = |block: &syn::Block| match block.stmts.last() {
        Some(syn::Stmt::Expr(value, None)) => is_option(value),
        _ => false,
    };
    match build::peeled(value) {
        Expr::Call(call) => matches!(&*call.func, Expr::Path(p) if p.path.is_ident("Some")),
        Expr::Path(path) => path.path.is_ident("None"),
        Expr::Block(block) => last(&block.block),
        Expr::If(e) => last(&e.then_branch),
        _ => false,
    }
}

struct WrittenOut<'a> {
    options: HashMap<String, Held>,
    names: &'a mut Names,
}

impl WrittenOut<'_> {
    /// The option that `o` or `&o` names, as one that yields items; references if it is `lent`.
    fn items(&mut self, place: &Expr, lent: bool) -> Option<Expr> {
        let (place, lent) = match build::peeled(place) {
            Expr::Reference(r) if r.mutability.is_none() => (&*r.expr, true),
            place => (place, lent),
        };
        let name = build::as_name(place)?;
        let held = *self.options.get(&name.to_string())?;
        let by_reference = lent || held.by_reference;
        // What is behind the references is opened where it is.
        if by_reference && !held.of_numbers {
            return Some(parse_quote!(#name.as_ref().into_iter()));
        }
        let item = self.names.fresh(&Ident::new("item", Span::mixed_site()));
        let given: Expr = match by_reference {
            true => parse_quote!(&#item),
            false => parse_quote!(#item),
        };
        let matched: Expr = match (held.of_numbers, held.by_reference) {
            (true, true) => parse_quote!(*#name),
            (true, false) => parse_quote!(#name),
            // The reverse sweep looks at what holds the items.
            (false, _) => functions::copied(name),
        };
        Some(parse_quote! {
            (match #matched {
                ::core::option::Option::Some(#item) => ::core::option::Option::Some(#given),
                ::core::option::Option::None => ::core::option::Option::None,
            }).into_iter()
        })
    }
}

impl VisitMut for WrittenOut<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = expr {
            let items = match (call.method.to_string().as_str(), call.args.first()) {
                (name @ ("iter" | "into_iter"), None) => self.items(&call.receiver, name == "iter"),
                ("chain", Some(other)) => {
                    if let Some(items) = self.items(other, false) {
                        call.args = std::iter::once(items).collect();
                    }
                    None
                }
                _ => None,
            };
            if let Some(items) = items {
                *expr = items;
            }
        }
    }

    fn visit_expr_for_loop_mut(&mut self, e: &mut syn::ExprForLoop) {
        visit_mut::visit_expr_for_loop_mut(self, e);
        if let Some(items) = self.items(&e.expr, false) {
            *e.expr = items;
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
