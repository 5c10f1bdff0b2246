//! Maps that hold floats, as lists.
//!
//! Receives a function whose local names are unique; promises that where an empty map is made whose values
//! carry derivatives, and everything that is done with it is known, its values stand in a list, and the map says
//! at which place. A lookup has no derivative then, and an element of a list has one.
//!
//! ```text
//! let mut m: BTreeMap<u32, f64> = BTreeMap::new();    let mut places: BTreeMap<u32, usize> = BTreeMap::new();
//!                                                     let mut values: Vec<f64> = Vec::new();
//! *m.entry(k).or_insert(0.0) += x;                    { let key = k;
//!                                                       let end = values.len();
//!                                                       let at = match places.get(&key) { Some(at) => *at, None => end };
//!                                                       if at == end { places.insert(key, at); values.push(0.0); }
//!                                                       values[at] += x; }
//! m.insert(k, x)                                      match places.insert(k, values.len()) {
//!                                                         Some(at) => { values.push(x); Some(values[at]) }
//!                                                         None => { values.push(x); None } }
//! m = n                                               m.clear(); for (k, x) in n { m.insert(k, x); }
//! cost(&m)                                            cost(&places.clone().__holding(&values))
//! m[&k] * m.values().sum::<f64>()                     values[places[&k]] * places.values().map(|at| &values[*at]).sum::<f64>()
//! ```

mod given;
mod moved;
pub(in crate::desugar) mod parts;
mod told_apart;
mod unnamed;
mod uses;

use super::rename::Names;
use super::stored::types;
use super::{build, looped};
use crate::ir::ty;
use crate::iterators;
use given::{Given, given};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::VecDeque;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{Expr, GenericArgument, Local, Pat, PathArguments, Stmt, Type, parse_quote};
use uses::Uses;

/// The methods of a map that is known to be one: another spelling than the user's own calls have.
pub(super) const RANGE: &str = "r#range";
pub(super) const KEYS: &str = "r#keys";
pub(super) const VALUES: &str = "r#values";

/// A method of what becomes a key: what is in it comes out of the map without a derivative, so it may have none.
pub(crate) const KEY: &str = "__key";

/// The same of what is put into a map that others may look at.
pub(crate) const NEW_KEY: &str = "__new_key";

/// What puts a map together of places and values.
pub(super) const HOLDING: &str = "__holding";

pub(crate) fn to_lists(function: &mut syn::ItemFn, names: &mut Names) {
    unnamed::collected_at_the_end(function, names);
    if !names_map(&function.block) {
        return;
    }
    let float = float_of(function);
    let mut unnamed = unnamed::Unnamed { names };
    unnamed.visit_block_mut(&mut function.block);
    Maps { names, float }.visit_block_mut(&mut function.block);
}

/// Whether there may be anything to do.
fn names_map(body: &syn::Block) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_path_segment(&mut self, segment: &syn::PathSegment) {
            self.0 |= is_map(&segment.ident);
            visit::visit_path_segment(self, segment);
        }
    }
    let mut search = Search(false);
    search.visit_block(body);
    search.0
}

/// What a float is that is written without a type: a function works on those of one size.
pub(super) fn float_of(function: &syn::ItemFn) -> Option<Type> {
    let mentions = |name: &str| {
        let name = Ident::new(name, proc_macro2::Span::mixed_site());
        crate::lower::names(function.to_token_stream(), &name)
    };
    match (mentions("f64"), mentions("f32")) {
        (true, false) => Some(parse_quote!(::core::primitive::f64)),
        (false, true) => Some(parse_quote!(::core::primitive::f32)),
        _ => None,
    }
}

struct Maps<'a> {
    names: &'a mut Names,
    float: Option<Type>,
}

impl VisitMut for Maps<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut rest: VecDeque<Stmt> = std::mem::take(&mut block.stmts).into();
        while let Some(mut stmt) = rest.pop_front() {
            if let Stmt::Local(local) = &stmt {
                let filled = self.filled(local);
                if let Some((made, replaced)) = self.listed(local, &filled, rest.make_contiguous())
                {
                    block.stmts.extend(made);
                    rest = replaced.into();
                    continue;
                }
                // A map of what carries no derivative, all of which is done by known methods then.
                if let Some((empty, stmts)) = filled {
                    stmt = Stmt::Local(empty);
                    stmts.into_iter().rev().for_each(|s| rest.push_front(s));
                }
            }
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
    }
}

impl Maps<'_> {
    /// The same for a map that is made of items, too, which are put into an empty one.
    fn listed(
        &mut self,
        local: &Local,
        filled: &Option<(Local, Vec<Stmt>)>,
        after: &[Stmt],
    ) -> Option<([Stmt; 2], Vec<Stmt>)> {
        match filled {
            Some((empty, stmts)) => self.replaced(empty, &[stmts, after].concat()),
            None => self.replaced(local, after),
        }
    }

    /// `let m = BTreeMap::from([(k, x)]);` as `let mut m = BTreeMap::new(); m.insert(k, x);`
    fn filled(&mut self, local: &Local) -> Option<(Local, Vec<Stmt>)> {
        let init = local.init.as_ref().filter(|i| i.diverge.is_none())?;
        let name = variable(&local.pat)?.clone();
        let (written, items) = match build::peeled(&init.expr) {
            Expr::Call(call) => (
                map_named_by(&call.func, "from")?,
                list(call.args.first()?, declared(&local.pat).is_some())?,
            ),
            Expr::MethodCall(call) if call.method == "collect" => {
                let written = call.turbofish.as_ref().and_then(|t| match t.args.first() {
                    Some(GenericArgument::Type(ty)) => Some(ty),
                    _ => None,
                });
                let ty = written.or(match &local.pat {
                    Pat::Type(typed) => Some(&*typed.ty),
                    _ => None,
                });
                let items = listed(&call.receiver).and_then(|items| list(items, true));
                let yielded = || {
                    let items = looped::without_asking(&call.receiver);
                    Items::Yielded(items.unwrap_or(&call.receiver).clone())
                };
                (map_type(ty?)?, items.unwrap_or_else(yielded))
            }
            _ => return None,
        };
        let cast = match &items {
            Items::Listed(pairs) => pairs.iter().find_map(|(_, v)| cast_to_function(v)),
            Items::Yielded(_) => None,
        };
        let stmts = match items {
            Items::Listed(pairs) => pairs
                .into_iter()
                .map(|(k, v)| parse_quote!(#name.insert(#k, #v);))
                .collect(),
            Items::Yielded(items) => {
                let [k, v] =
                    ["key", "item"].map(|n| self.names.fresh(&Ident::new(n, local.span())));
                vec![parse_quote!(for (#k, #v) in #items { #name.insert(#k, #v); })]
            }
        };
        let mut local = local.clone();
        make_mutable(&mut local.pat);
        if let (Pat::Ident(_), Some(ty)) = (&local.pat, cast) {
            let map = &written;
            local.pat = build::ascribed(local.pat, parse_quote!(#map<_, #ty>));
        }
        let mut made = written;
        if let Some(last) = made.segments.last_mut()
            && let PathArguments::AngleBracketed(given) = &mut last.arguments
        {
            given.colon2_token.get_or_insert_default();
        }
        *local.init.as_mut()?.expr = parse_quote!(#made::new());
        Some((local, stmts))
    }

    /// The declarations of the map and its list, and what follows in terms of both; nothing if it does more with
    /// the map than is known here.
    fn replaced(&mut self, local: &Local, after: &[Stmt]) -> Option<([Stmt; 2], Vec<Stmt>)> {
        let mut local = local.clone();
        let name = declared(&local.pat)?.clone();
        let init = &mut local.init.as_mut().filter(|i| i.diverge.is_none())?.expr;
        let mut written = None;
        if let Pat::Type(typed) = &mut local.pat
            && let Type::Path(path) = &mut *typed.ty
        {
            written = with_places(path.path.segments.last_mut()?);
        }
        let Expr::Call(call) = &mut **init else {
            return None;
        };
        let Expr::Path(function) = &mut *call.func else {
            return None;
        };
        let after = &moved::under_one_name(after, &name);
        let (key, value) = made_by(&mut function.path)?.or(written).unzip();
        let ty_of_places = made_type(&function.path);
        let (value, is_active) = match value {
            Some(ty) if may_hold_floats(&ty) => {
                let is_active = is_of_floats(ty.to_token_stream());
                (Some(ty), is_active)
            }
            Some(Type::Infer(_)) | None => match given(after, &name) {
                None | Some(Given::Other) => return None,
                Some(Given::Number) => (None, false),
                Some(Given::Float) => (self.float.clone(), true),
            },
            Some(_) => return None,
        };
        let held = self.names.fresh(&Ident::new("values", name.span()));
        let places = self.names.fresh(&Ident::new("places", name.span()));
        let mut rewritten = |is_active| {
            let mut uses = Uses {
                name: &name,
                places: &places,
                held: &held,
                key: key.as_ref(),
                value: value.as_ref(),
                is_active,
                names: self.names,
            };
            let mut block = build::block(after.to_vec());
            uses.visit_block_mut(&mut block);
            (!is_named_in(&block, &name)).then_some(block)
        };
        // Values of types that derive are handed on as well, where the map could not be followed otherwise: they are copied.
        let derives = || value.as_ref().is_some_and(iterators::names_derived);
        let block = rewritten(is_active).or_else(|| {
            (uses::asks_entries(after, &name) && derives()).then(|| rewritten(true))?
        })?;
        local.pat = match local.pat {
            Pat::Type(mut typed) => {
                *typed.pat = build::name_pattern(places, true);
                Pat::Type(typed)
            }
            _ => build::ascribed(build::name_pattern(places, true), ty_of_places),
        };
        let ty = value.unwrap_or_else(|| parse_quote!(_));
        let list = parse_quote!(let mut #held: ::std::vec::Vec<#ty> = ::std::vec::Vec::new(););
        Some(([Stmt::Local(local), list], block.stmts))
    }
}

/// Whether a variable is named in a block, or a text says so; a field may have its name.
fn is_named_in(block: &syn::Block, name: &Ident) -> bool {
    struct Search<'a>(&'a Ident, bool);
    impl Visit<'_> for Search<'_> {
        fn visit_expr_path(&mut self, path: &syn::ExprPath) {
            self.1 |= path.path.is_ident(self.0);
        }

        fn visit_macro(&mut self, mac: &syn::Macro) {
            self.1 |= build::mentioned_in(mac.tokens.clone(), self.0);
        }
    }
    let mut search = Search(name, false);
    search.visit_block(block);
    search.1
}

fn declared(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) => p.mutability.is_some().then_some(&p.ident),
        Pat::Type(typed) => declared(&typed.pat),
        _ => None,
    }
}

/// What a map is made of.
enum Items {
    Listed(Vec<(Expr, Expr)>),
    Yielded(Expr),
}

/// `[(k, v), …]`, unless all the values are literals and stay: a table of constants may be a map.
fn list(items: &Expr, may_change: bool) -> Option<Items> {
    let Expr::Array(array) = build::peeled(items) else {
        return None;
    };
    let pair = |item: &Expr| match build::peeled(item) {
        Expr::Tuple(t) if t.elems.len() == 2 => Some((t.elems[0].clone(), t.elems[1].clone())),
        _ => None,
    };
    let pairs: Vec<(Expr, Expr)> = array.elems.iter().map(pair).collect::<Option<_>>()?;
    let literal = |(_, v): &(Expr, Expr)| matches!(without_sign(v), Expr::Lit(_));
    (may_change || !pairs.iter().all(literal)).then_some(Items::Listed(pairs))
}

/// The type of `f as fn(A) -> B`.
fn cast_to_function(value: &Expr) -> Option<Type> {
    match build::peeled(value) {
        Expr::Cast(cast) if types::is_function(&cast.ty) => Some((*cast.ty).clone()),
        _ => None,
    }
}

/// The list of `[(k, v), …].into_iter()`.
fn listed(items: &Expr) -> Option<&Expr> {
    match build::peeled(items) {
        Expr::MethodCall(call) if call.method == "into_iter" => Some(&call.receiver),
        _ => None,
    }
}

fn without_sign(value: &Expr) -> &Expr {
    match build::peeled(value) {
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Neg(_)) => build::peeled(&u.expr),
        value => value,
    }
}

/// The type of a map, by the path of one of its functions.
fn map_named_by(function: &Expr, name: &str) -> Option<syn::Path> {
    let Expr::Path(path) = function else {
        return None;
    };
    let mut ty = path.path.clone();
    let last = ty.segments.pop()?.into_value();
    ty.segments.pop_punct();
    (last.ident == name && is_map(&ty.segments.last()?.ident)).then_some(ty)
}

pub(super) fn map_type(ty: &Type) -> Option<syn::Path> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    // One with another hasher is not made by `new`.
    let types = match &last.arguments {
        PathArguments::AngleBracketed(given) => given.args.len(),
        _ => 2,
    };
    (is_map(&last.ident) && types == 2).then(|| path.path.clone())
}

/// The variable that a pattern is, whether or not its type is written.
pub(super) fn variable(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) => (p.by_ref.is_none() && p.subpat.is_none()).then_some(&p.ident),
        Pat::Type(typed) => variable(&typed.pat),
        _ => None,
    }
}

fn make_mutable(pat: &mut Pat) {
    match pat {
        Pat::Ident(p) => drop(p.mutability.get_or_insert_default()),
        Pat::Type(typed) => make_mutable(&mut typed.pat),
        _ => {}
    }
}

/// `HashMap::default()` and its like: the types of keys and values if they are written. That of the values becomes
/// that of places.
fn made_by(function: &mut syn::Path) -> Option<Option<(Type, Type)>> {
    let mut segments = function.segments.iter_mut().rev();
    let makes = segments.next()?;
    let makes = ["new", "default", "with_capacity"]
        .iter()
        .any(|name| makes.ident == name);
    let owner = segments.next().filter(|s| makes && is_map(&s.ident))?;
    Some(with_places(owner))
}

fn with_places(map: &mut syn::PathSegment) -> Option<(Type, Type)> {
    let PathArguments::AngleBracketed(args) = &mut map.arguments else {
        return None;
    };
    let mut args = args.args.iter_mut();
    match (args.next()?, args.next()?) {
        (GenericArgument::Type(key), GenericArgument::Type(value)) => {
            let types = (key.clone(), value.clone());
            *value = parse_quote!(::core::primitive::usize);
            // A key of the user's own type is one by its use.
            if !ty::read(key, &|_| false).is_inert() {
                *key = parse_quote!(_);
            }
            Some(types)
        }
        _ => None,
    }
}

/// `HashMap<_, usize>` of `HashMap::default()`.
fn made_type(function: &syn::Path) -> Type {
    let mut map = function.clone();
    map.segments.pop();
    map.segments.pop_punct();
    if let Some(last) = map.segments.last_mut().filter(|s| s.arguments.is_none()) {
        last.arguments = PathArguments::AngleBracketed(parse_quote!(<_, ::core::primitive::usize>));
    }
    parse_quote!(#map)
}

pub(super) fn is_map(name: &Ident) -> bool {
    name == "HashMap" || name == "BTreeMap"
}

/// Whether a type is one of floats, or of the user's own: a list of what carries none is as good as the map.
fn may_hold_floats(ty: &Type) -> bool {
    let inferred = matches!(ty, Type::Infer(_));
    is_of_floats(ty.to_token_stream()) || !inferred && !ty::read(ty, &|_| false).is_inert()
}

pub(super) fn is_of_floats(ty: TokenStream) -> bool {
    ty.into_iter().any(|tree| match tree {
        TokenTree::Ident(name) => name == "f64" || name == "f32",
        TokenTree::Group(group) => is_of_floats(group.stream()),
        _ => false,
    })
}
