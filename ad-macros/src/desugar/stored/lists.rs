//! Lists of boxes that are written where a call takes objects of a trait.
//!
//! Receives a function whose local names are unique; promises that boxes of values of several types, which a list can
//! only hold as objects, are made such. Of which trait the call says, so the type is left to rustc.
//!
//! ```text
//! total(&[Box::new(Spring { k }), Box::new(drag)])
//!
//! total(&[Object::<_>::of(Spring { k }), Object::<_>::of(drag)])
//! ```

use super::super::closures::{is_box_new, named};
use crate::desugar::build;
use crate::segments;
use crate::tables::HashMap;
use proc_macro2::{Ident, TokenStream};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Type};

pub(super) fn make_objects(function: &mut syn::ItemFn, core: &TokenStream) {
    let mut types = Types::default();
    types.visit_item_fn(function);
    Lists {
        types: types.0,
        core,
    }
    .visit_block_mut(&mut function.block);
}

/// The names of the types of variables, where a parameter or what a variable is made of shows them.
#[derive(Default)]
struct Types(HashMap<Ident, Ident>);

impl<'ast> Visit<'ast> for Types {
    fn visit_pat_type(&mut self, typed: &'ast syn::PatType) {
        if let (Pat::Ident(name), Type::Path(path)) = (&*typed.pat, &*typed.ty)
            && let Some(last) = path.path.segments.last()
        {
            self.0.insert(name.ident.clone(), last.ident.clone());
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.bind(&local.pat, &init.expr);
        }
        visit::visit_local(self, local);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}

impl Types {
    fn bind(&mut self, pat: &Pat, value: &Expr) {
        if let (Pat::Tuple(pats), Expr::Tuple(values)) = (pat, build::peeled(value)) {
            let pairs = pats.elems.iter().zip(&values.elems);
            pairs.for_each(|(pat, value)| self.bind(pat, value));
        } else if let (Some((name, _)), Some(made)) = (named(pat), type_made(value)) {
            self.0.insert(name.clone(), made);
        }
    }
}

/// The type in `Spring { k }` and `Spring::new(k)`. What has but one name and parentheses, or none, may be a variant.
fn type_made(expr: &Expr) -> Option<Ident> {
    let (path, last_is_type) = match build::peeled(expr) {
        Expr::Struct(made) => (&made.path, true),
        Expr::Call(call) => match build::peeled(&call.func) {
            Expr::Path(path) if path.qself.is_none() => (&path.path, false),
            _ => return None,
        },
        _ => return None,
    };
    let is_type = |name: &Ident| name.to_string().starts_with(char::is_uppercase);
    let mut names = path.segments.iter().rev().map(|s| &s.ident);
    let last = names.next()?;
    match names.next() {
        Some(owner) if is_type(owner) => Some(owner.clone()),
        _ if last_is_type => Some(last.clone()),
        _ => None,
    }
}

/// The one name in `Drag` and `Drag(c)`.
fn constructor(expr: &Expr) -> Option<Ident> {
    let name = match build::peeled(expr) {
        Expr::Call(call) => build::as_name(&call.func)?,
        other => build::as_name(other)?,
    };
    let mut letters = name.to_string().into_bytes().into_iter();
    let is_type = letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && letters.any(|c| c.is_ascii_lowercase());
    is_type.then(|| name.clone())
}

struct Lists<'a> {
    types: HashMap<Ident, Ident>,
    core: &'a TokenStream,
}

impl Lists<'_> {
    /// Makes objects of what stands in boxes in an argument, if it is a list of values of several types.
    fn make_in(&self, arg: &mut Expr) {
        match arg {
            Expr::Reference(lent) => self.make_in(&mut lent.expr),
            Expr::Array(list) if self.are_several(&list.elems) => {
                list.elems.iter_mut().for_each(|item| self.make(item));
            }
            Expr::Macro(list) if list.mac.path.is_ident("vec") => {
                let items = list
                    .mac
                    .parse_body_with(Punctuated::<Expr, syn::Token![,]>::parse_terminated);
                if let Ok(mut items) = items
                    && self.are_several(&items)
                {
                    items.iter_mut().for_each(|item| self.make(item));
                    list.mac.tokens = quote::quote!(#items);
                }
            }
            _ => {}
        }
    }

    fn make(&self, item: &mut Expr) {
        if let Some(value) = in_box(item) {
            let core = self.core;
            *item = syn::parse_quote!(#core::Object::<_>::of(#value));
        }
    }

    /// Whether these are boxes, and two of them of different types. What has but one name beside a value of a type is taken
    /// to be of the type of that name: `Drag`, `Drag(c)`.
    fn are_several(&self, items: &Punctuated<Expr, syn::Token![,]>) -> bool {
        let values: Option<Vec<&Expr>> = items.iter().map(in_box).collect();
        let values = values.unwrap_or_default();
        let Some(known) = values.iter().find_map(|value| self.type_of(value)) else {
            return false;
        };
        let mut types = values
            .iter()
            .filter_map(|value| self.type_of(value).or_else(|| constructor(value)));
        types.any(|ty| ty != known)
    }

    fn type_of(&self, value: &Expr) -> Option<Ident> {
        let known = |name: &Ident| self.types.get(name).cloned();
        type_made(value).or_else(|| known(build::as_name(value)?))
    }
}

/// The value in `Box::new(value)`.
fn in_box(item: &Expr) -> Option<&Expr> {
    match build::peeled(item) {
        Expr::Call(call) if is_box_new(&call.func) => call.args.first(),
        _ => None,
    }
}

/// Whether a function makes objects of a trait that is left to rustc.
pub(crate) fn is_object_of_any(function: &syn::ExprPath) -> bool {
    let mut names = function.path.segments.iter().rev();
    let (of, owner) = (names.next(), names.next());
    of.is_some_and(|s| s.ident == "of")
        && owner.is_some_and(|s| {
            s.ident == "Object" && matches!(segments::type_argument(s), Some(Type::Infer(_)))
        })
}

impl VisitMut for Lists<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) => call.args.iter_mut().for_each(|arg| self.make_in(arg)),
            Expr::MethodCall(call) => call.args.iter_mut().for_each(|arg| self.make_in(arg)),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
