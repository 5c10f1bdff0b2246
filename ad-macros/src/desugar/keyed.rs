//! Items of maps whose values may carry derivatives.
//!
//! Receives a function; promises that what goes over the items of a map that is an argument, a field that is known to
//! be a map, or what a function returns that is known to return one, goes over its keys, and finds each value at its key: that is a part of the map, and a part has a shadow.
//! Whether the values carry derivatives the types decide.
//!
//! ```text
//! for (k, v) in &self.rates { … }     for (k, v) in self.rates.__keys().iter().map(|key| (key, &self.rates[key])) { … }
//! prices.values().sum::<f64>()        prices.__keys().iter().map(|key| &prices[key]).sum::<f64>()
//! prices.keys()                       prices.__keys().iter()
//! ```

mod changed;
mod kept;
mod returned;

use super::build::{self, Bound};
use super::maps;
use crate::ir::ty;
use crate::iterators;
use changed::Changed;
use proc_macro2::{Ident, Span};
pub(crate) use returned::note;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, FnArg, Member, Pat, Type, parse_quote};

/// What gives the keys of a map, in the order of its items.
pub(crate) const KEYS: &str = "__keys";

/// What says whether a map has something at a key.
pub(crate) const HAS: &str = "__has";

/// What puts something into what is known to be a map, whatever its keys are.
pub(crate) const PUT: &str = "__put";

/// `constants` says which arguments are constant, `fields` which fields are maps.
pub(crate) fn by_keys(
    function: &mut syn::ItemFn,
    constants: &[bool],
    fields: &dyn Fn(&Ident) -> bool,
) {
    returned::named(&mut function.block);
    let bound = Bound::of_block(&function.block);
    let inputs = function.sig.inputs.iter().zip(constants);
    let given = inputs.filter_map(|(input, constant)| map(input).filter(|_| !constant));
    let given = given.filter(|(name, _)| !bound.0.contains(name));
    let given = given.map(|(name, ty)| (name.clone(), matches!(ty, Type::Reference(_))));
    let given = given.chain(returned::of_block(&function.block, &bound));
    let given = given.collect();
    let mut maps = Maps {
        given,
        fields,
        named: 0,
    };
    maps.visit_block_mut(&mut function.block);
    // Types of the user's may be asked by references to keys, and have methods of these names.
    let is_sure = |field: &Ident| iterators::is_map_field(field) == Some(true);
    let sure = Maps {
        given: maps.given,
        fields: &is_sure,
        named: 0,
    };
    let mut changed = Changed {
        maps: &sure,
        // Each is told from the others by where it is bound.
        fresh: &mut |name| Ident::new(&format!("__{name}_of_map"), Span::mixed_site()),
    };
    changed.visit_block_mut(&mut function.block);
}

/// The arguments that are maps whose values may carry derivatives.
pub(super) fn given(sig: &syn::Signature) -> Vec<Ident> {
    let given = sig.inputs.iter().filter_map(map);
    given.map(|(name, _)| name.clone()).collect()
}

/// An argument with its type, if it is such a map.
fn map(input: &FnArg) -> Option<(&Ident, &Type)> {
    match input {
        FnArg::Typed(typed) if holds_active(&typed.ty) => match &*typed.pat {
            Pat::Ident(name) => Some((&name.ident, &typed.ty)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a type is that of a map, or of a reference to one, whose values may carry derivatives.
fn holds_active(ty: &Type) -> bool {
    let map = match ty {
        Type::Reference(r) => &*r.elem,
        ty => ty,
    };
    is_map(map) && !ty::read(map, &|_| false).is_inert()
}

/// `HashMap<..>`, `BTreeMap<..>`
pub(crate) fn is_map(ty: &Type) -> bool {
    matches!(ty, Type::Path(path)
        if path.path.segments.last().is_some_and(|last| maps::is_map(&last.ident)))
}

struct Maps<'a> {
    /// The arguments that are maps, and whether they are references.
    given: Vec<(Ident, bool)>,
    fields: &'a dyn Fn(&Ident) -> bool,
    /// How many lists of keys have names.
    named: usize,
}

impl Maps<'_> {
    fn is_map(&self, place: &Expr) -> bool {
        match build::peeled(place) {
            Expr::Field(field) => {
                let is_map = matches!(&field.member, Member::Named(name) if (self.fields)(name));
                is_map && is_plain(&field.base)
            }
            place => self.argument(place).is_some(),
        }
    }

    /// Whether an argument is a map behind a reference, if it is a map.
    fn argument(&self, place: &Expr) -> Option<bool> {
        let name = build::as_name(place)?;
        let given = self.given.iter().find(|(given, _)| given == name);
        given.map(|(_, by_reference)| *by_reference)
    }

    /// The map that a loop goes over.
    fn looped<'e>(&self, head: &'e Expr) -> Option<&'e Expr> {
        match build::peeled(head) {
            Expr::Reference(r) if r.mutability.is_none() && self.is_map(&r.expr) => Some(&r.expr),
            head => self
                .argument(head)
                .filter(|by_reference| *by_reference)
                .map(|_| head),
        }
    }
}

impl VisitMut for Maps<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        visit_mut::visit_block_mut(self, block);
        kept::by_name(block, &mut self.named);
    }

    fn visit_expr_for_loop_mut(&mut self, e: &mut syn::ExprForLoop) {
        if let Some(map) = self.looped(&e.expr) {
            *e.expr = items(map);
        }
        visit_mut::visit_expr_for_loop_mut(self, e);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::MethodCall(call) = &*expr else {
            return;
        };
        let map = &call.receiver;
        let gone_over = match (call.method.to_string().as_str(), call.args.len()) {
            ("into_iter", 0) => self.looped(map).map(items),
            ("iter", 0) if self.is_map(map) => Some(items(map)),
            ("values", 0) if self.is_map(map) => Some(values(map)),
            ("keys", 0) if self.is_map(map) => Some(keys(map)),
            _ => None,
        };
        if let Some(gone_over) = gone_over {
            *expr = gone_over;
        }
    }
}

fn keys(map: &Expr) -> Expr {
    let keys = Ident::new(KEYS, Span::mixed_site());
    parse_quote!(#map.#keys().iter())
}

fn values(map: &Expr) -> Expr {
    let keys = keys(map);
    parse_quote!(#keys.map(|__key_of_map| &#map[__key_of_map]))
}

fn items(map: &Expr) -> Expr {
    let keys = keys(map);
    parse_quote!(#keys.map(|__key_of_map| (__key_of_map, &#map[__key_of_map])))
}

/// Whether a place may be mentioned several times.
fn is_plain(place: &Expr) -> bool {
    match build::peeled(place) {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_plain(&field.base),
        Expr::Index(index) => is_plain(&index.expr) && is_plain(&index.index),
        Expr::Unary(unary) => is_plain(&unary.expr),
        _ => false,
    }
}
