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
//! m[&k] * m.values().sum::<f64>()                     values[places[&k]] * places.values().map(|at| &values[*at]).sum::<f64>()
//! ```

use super::build;
use super::functions::copied;
use super::optional::called;
use super::rename::Names;
use crate::ir::ty;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::VecDeque;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, ExprMethodCall, GenericArgument, Local, Pat, PathArguments, Stmt, Type, parse_quote,
};

/// The method of a map that is known to be one: another spelling than the user's own calls have.
pub(super) const RANGE: &str = "r#range";

pub(crate) fn to_lists(function: &mut syn::ItemFn, names: &mut Names) {
    let float = float_of(function);
    Maps { names, float }.visit_block_mut(&mut function.block);
}

/// What a float is that is written without a type: a function works on those of one size.
fn float_of(function: &syn::ItemFn) -> Option<Type> {
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
            Expr::Call(call) => (map_named_by(&call.func, "from")?, list(call.args.first()?)?),
            Expr::MethodCall(call) if call.method == "collect" => {
                let written = call.turbofish.as_ref().and_then(|t| match t.args.first() {
                    Some(GenericArgument::Type(ty)) => Some(ty),
                    _ => None,
                });
                let ty = written.or(match &local.pat {
                    Pat::Type(typed) => Some(&*typed.ty),
                    _ => None,
                });
                (map_type(ty?)?, Items::Yielded((*call.receiver).clone()))
            }
            _ => return None,
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
        let (key, value) = made_by(&mut function.path)?.or(written).unzip();
        let ty_of_places = made_type(&function.path);
        let value = match value {
            Some(ty) if is_of_floats(ty.to_token_stream()) => Some(ty),
            Some(Type::Infer(_)) | None => match given(after, &name) {
                None | Some(Given::Other) => return None,
                Some(Given::Number) => None,
                Some(Given::Float) => self.float.clone(),
            },
            Some(_) => return None,
        };
        let held = self.names.fresh(&Ident::new("values", name.span()));
        let places = self.names.fresh(&Ident::new("places", name.span()));
        let mut uses = Uses {
            name: &name,
            places: &places,
            held: &held,
            key: key.as_ref(),
            value: value.as_ref(),
            names: self.names,
        };
        let mut block = build::block(after.to_vec());
        uses.visit_block_mut(&mut block);
        if block
            .stmts
            .iter()
            .any(|s| build::mentioned_in(s.to_token_stream(), &name))
        {
            return None;
        }
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

/// `[(k, v), …]`, unless all the values are literals: a table of constants may stay a map.
fn list(items: &Expr) -> Option<Items> {
    let Expr::Array(array) = build::peeled(items) else {
        return None;
    };
    let pair = |item: &Expr| match build::peeled(item) {
        Expr::Tuple(t) if t.elems.len() == 2 => Some((t.elems[0].clone(), t.elems[1].clone())),
        _ => None,
    };
    let pairs: Vec<(Expr, Expr)> = array.elems.iter().map(pair).collect::<Option<_>>()?;
    let literal = |(_, v): &(Expr, Expr)| matches!(without_sign(v), Expr::Lit(_));
    (!pairs.iter().all(literal)).then_some(Items::Listed(pairs))
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

fn map_type(ty: &Type) -> Option<syn::Path> {
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

fn variable(pat: &Pat) -> Option<&Ident> {
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

/// `HashMap::new()` and its like: the types of keys and values if they are written. That of the values becomes
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

/// `HashMap<_, usize>` of `HashMap::new()`.
fn made_type(function: &syn::Path) -> Type {
    let mut map = function.clone();
    map.segments.pop();
    map.segments.pop_punct();
    if let Some(last) = map.segments.last_mut().filter(|s| s.arguments.is_none()) {
        last.arguments = PathArguments::AngleBracketed(parse_quote!(<_, ::core::primitive::usize>));
    }
    parse_quote!(#map)
}

fn is_map(name: &Ident) -> bool {
    name == "HashMap" || name == "BTreeMap"
}

pub(super) fn is_of_floats(ty: TokenStream) -> bool {
    ty.into_iter().any(|tree| match tree {
        TokenTree::Ident(name) => name == "f64" || name == "f32",
        TokenTree::Group(group) => is_of_floats(group.stream()),
        _ => false,
    })
}

/// What is put into a map, as far as the syntax shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Given {
    /// A float for sure.
    Float,
    /// What shows that it is nothing to differentiate.
    Other,
    /// What may be a number, or made of numbers. A list of anything else is as good as the map.
    Number,
}

/// What is put into a map by these statements: what is known for sure of any says it of all.
fn given(stmts: &[Stmt], name: &Ident) -> Option<Given> {
    struct Values<'a>(&'a Ident, Vec<Given>);
    impl<'ast> syn::visit::Visit<'ast> for Values<'_> {
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            let of_entry = entry(&call.receiver, self.0).is_some();
            let of_map = build::as_name(&call.receiver) == Some(self.0);
            let value = call.args.last();
            let value = match call.method.to_string().as_str() {
                "or_insert" if of_entry => value.map(kind),
                "or_insert_with" if of_entry => value.and_then(called).as_ref().map(kind),
                "insert" if of_map => value.map(kind),
                _ => None,
            };
            self.1.extend(value);
            syn::visit::visit_expr_method_call(self, call);
        }

        fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
            if is_default_added_to(binary, self.0) {
                self.1.push(match kind(&binary.right) {
                    Given::Number if is_integer(&binary.right) => Given::Other,
                    _ => Given::Float,
                });
            }
            syn::visit::visit_expr_binary(self, binary);
        }
    }
    let mut values = Values(name, Vec::new());
    stmts
        .iter()
        .for_each(|s| syn::visit::Visit::visit_stmt(&mut values, s));
    values.1.into_iter().min()
}

/// `*m.entry(k).or_default() += x`
fn is_default_added_to(binary: &syn::ExprBinary, name: &Ident) -> bool {
    let adds = matches!(
        binary.op,
        syn::BinOp::AddAssign(_) | syn::BinOp::SubAssign(_)
    );
    match read_through(&binary.left) {
        Expr::MethodCall(call) if call.method == "or_default" => {
            adds && entry(&call.receiver, name).is_some()
        }
        _ => false,
    }
}

fn is_arithmetic(op: &syn::BinOp) -> bool {
    use syn::BinOp::{Add, Div, Mul, Rem, Sub};
    matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_))
}

fn is_integer(value: &Expr) -> bool {
    matches!(without_sign(value), Expr::Lit(l) if matches!(l.lit, syn::Lit::Int(_)))
}

fn kind(value: &Expr) -> Given {
    match without_sign(value) {
        Expr::Lit(l) => match l.lit {
            syn::Lit::Float(_) => Given::Float,
            syn::Lit::Int(_) => Given::Number,
            _ => Given::Other,
        },
        Expr::Binary(b) if is_arithmetic(&b.op) => kind(&b.left).min(kind(&b.right)),
        Expr::Binary(_) => Given::Other,
        Expr::Cast(c) if !is_of_floats(c.ty.to_token_stream()) => Given::Other,
        Expr::Macro(_) | Expr::Array(_) | Expr::Reference(_) => Given::Other,
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            match name.starts_with("to_") || name.starts_with("len") || name == "into" {
                true => Given::Other,
                false => Given::Number,
            }
        }
        _ => Given::Number,
    }
}

/// `k` of `m.entry(k)`.
fn entry<'e>(expr: &'e Expr, map: &Ident) -> Option<&'e Expr> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "entry" => call
            .args
            .first()
            .filter(|_| build::as_name(&call.receiver) == Some(map)),
        // What is done to the value if there is one.
        Expr::MethodCall(call) if call.method == "and_modify" => entry(&call.receiver, map),
        _ => None,
    }
}

/// The closure of `m.entry(k).and_modify(f).or_insert(v)`, if there is one.
fn modified(call: &ExprMethodCall) -> Option<Option<&Expr>> {
    match build::peeled(&call.receiver) {
        Expr::MethodCall(inner) if inner.method == "and_modify" => inner.args.first().map(Some),
        _ => Some(None),
    }
}

/// Whether evaluating a value may do more than give it: it calls something, but does not just make a list.
fn may_act(value: &Expr) -> bool {
    struct Calls(bool);
    impl<'ast> syn::visit::Visit<'ast> for Calls {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            self.0 |= !call.args.is_empty() || !is_new(&call.func);
            syn::visit::visit_expr_call(self, call);
        }
        fn visit_expr_method_call(&mut self, _: &'ast ExprMethodCall) {
            self.0 = true;
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            self.0 |= !mac.path.is_ident("vec");
        }
    }
    let mut calls = Calls(false);
    syn::visit::Visit::visit_expr(&mut calls, value);
    calls.0
}

/// `Vec::new`
fn is_new(function: &Expr) -> bool {
    let last = match function {
        Expr::Path(p) => p.path.segments.last(),
        _ => None,
    };
    last.is_some_and(|s| s.ident == "new")
}

/// Everything that is done with one map.
struct Uses<'a> {
    name: &'a Ident,
    /// The map that says where the values stand.
    places: &'a Ident,
    /// The list of its values.
    held: &'a Ident,
    /// The types of keys and values, where they are written.
    key: Option<&'a Type>,
    value: Option<&'a Type>,
    names: &'a mut Names,
}

impl Uses<'_> {
    fn is_map(&self, expr: &Expr) -> bool {
        build::as_name(expr) == Some(self.name)
    }

    fn fresh(&mut self, name: &str) -> Ident {
        self.names.fresh(&Ident::new(name, self.name.span()))
    }

    /// What makes sure that there is a value for a key, and where it stands.
    fn placed(&mut self, start: &Expr) -> Option<(Vec<Stmt>, Ident)> {
        if let Some(place) = self.found(start) {
            let at = self.fresh("at");
            return Some((
                vec![parse_quote!(let #at: ::core::primitive::usize = #place;)],
                at,
            ));
        }
        let Expr::MethodCall(call) = build::peeled(start) else {
            return None;
        };
        let key = entry(&call.receiver, self.name)?;
        let missing: Expr = match (call.method.to_string().as_str(), call.args.first()) {
            ("or_insert", Some(value)) if may_act(value) => {
                let given = self.fresh("given");
                let (mut stmts, at) = self.at(key, &build::name(given.clone()), modified(call)?)?;
                // Behind the key, and whether it is needed or not.
                stmts.insert(1, parse_quote!(let #given = #value;));
                return Some((stmts, at));
            }
            ("or_insert", Some(value)) => value.clone(),
            ("or_insert_with", Some(make)) => called(make)?,
            ("or_default", None) => match self.value {
                Some(Type::Path(ty)) if ty.path.is_ident("f64") || ty.path.is_ident("f32") => {
                    parse_quote!(0.0)
                }
                Some(Type::Path(ty)) if ty.path.segments.last()?.ident == "Vec" => {
                    parse_quote!(::std::vec::Vec::new())
                }
                Some(ty) => parse_quote!(<#ty as ::core::default::Default>::default()),
                // What floats are added to.
                None => parse_quote!(0.0),
            },
            _ => return None,
        };
        self.at(key, &missing, modified(call)?)
    }

    /// Where the value stands that `m.get_mut(k)?` or `m.get_mut(k).unwrap()` leads to.
    fn found(&self, start: &Expr) -> Option<Expr> {
        let map = self.places;
        let key = |e: &Expr| key_of_value(e, self.name).cloned();
        match build::peeled(start) {
            Expr::Try(question) => {
                let key = key(&question.expr)?;
                Some(parse_quote!(*#map.get(#key)?))
            }
            Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
                let key = key(&call.receiver)?;
                let (method, args) = (&call.method, &call.args);
                Some(parse_quote!(*#map.get(#key).#method(#args)))
            }
            _ => None,
        }
    }

    fn at(
        &mut self,
        key: &Expr,
        missing: &Expr,
        modified: Option<&Expr>,
    ) -> Option<(Vec<Stmt>, Ident)> {
        let (held, map) = (self.held, self.places);
        let [k, at, place, end] = ["key", "at", "place", "end"].map(|name| self.fresh(name));
        let key_pattern = match self.key {
            Some(ty) => build::ascribed(build::name_pattern(k.clone(), false), ty.clone()),
            None => build::name_pattern(k.clone(), false),
        };
        let otherwise: Option<Stmt> = match modified {
            None => None,
            Some(f) => {
                let Expr::Closure(f) = build::peeled(f) else {
                    return None;
                };
                let (pat, body) = (f.inputs.first()?, &f.body);
                Some(parse_quote!(if #at != #end { let #pat = &mut #held[#at]; #body; }))
            }
        };
        let mut stmts: Vec<Stmt> = vec![
            build::let_(key_pattern, key.clone(), key.span()),
            parse_quote!(let #end = #held.len();),
            parse_quote!(let #at: ::core::primitive::usize = match #map.get(&#k) {
                ::core::option::Option::Some(#place) => *#place,
                ::core::option::Option::None => #end,
            };),
        ];
        stmts.extend(otherwise);
        stmts.push(parse_quote!(if #at == #end {
            #map.insert(#k, #at);
            #held.push(#missing);
        }));
        Some((stmts, at))
    }

    /// `m.insert(k, v)` whose result nobody asks for.
    fn inserted(&mut self, expr: &Expr) -> Option<Expr> {
        let Expr::MethodCall(call) = build::peeled(expr) else {
            return None;
        };
        let inserts = call.method == "insert" && self.is_map(&call.receiver);
        let [key, value] = inserts.then(|| call.args.iter().collect::<Vec<_>>())?[..] else {
            return None;
        };
        let (given, held) = (self.fresh("given"), self.held);
        let (mut stmts, at) = self.at(key, &build::name(given.clone()), None)?;
        if let Some(Stmt::Expr(Expr::If(new), _)) = stmts.last_mut() {
            let replaced: Expr = parse_quote!({ #held[#at] = #given; });
            new.else_branch = Some((Default::default(), Box::new(replaced)));
        }
        Some(parse_quote!({ let #given = #value; #(#stmts)* }))
    }

    /// `m.insert(k, v)`, and what stood there before.
    fn exchanged(&mut self, key: &Expr, value: &Expr) -> Option<Expr> {
        let (map, held) = (self.places, self.held);
        let [k, given, at, end, old] =
            ["key", "given", "at", "end", "old"].map(|name| self.fresh(name));
        let before = copied(&quote::quote!(#held[#at]));
        Some(parse_quote!({
            let #k = #key;
            let #given = #value;
            let #end = #held.len();
            match #map.insert(#k, #end) {
                ::core::option::Option::Some(#at) => {
                    let #old = #before;
                    #held.push(#given);
                    ::core::option::Option::Some(#old)
                }
                ::core::option::Option::None => {
                    #held.push(#given);
                    ::core::option::Option::None
                }
            }
        }))
    }

    /// The place that an expression starts from, if it is that of an entry.
    fn started(&mut self, expr: &mut Expr) -> Option<Vec<Stmt>> {
        let held = self.held;
        if leads_to_value(expr, self.name) {
            let (stmts, at) = self.placed(expr)?;
            *expr = parse_quote!(&mut #held[#at]);
            return Some(stmts);
        }
        let start = start_of(expr, self.name)?;
        let (stmts, at) = self.placed(read_through(start))?;
        *start = parse_quote!(#held[#at]);
        Some(stmts)
    }

    /// What a method of the map stands for.
    fn asked(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        if !self.is_map(&call.receiver) {
            return None;
        }
        let (map, held) = (self.places, self.held);
        let (k, at) = (self.fresh("key"), self.fresh("at"));
        Some(
            match (call.method.to_string().as_str(), call.args.first()) {
                (name @ ("get" | "get_mut"), Some(key)) => {
                    let name = Ident::new(name, call.method.span());
                    let place = self.place(key);
                    parse_quote!(#held.#name(#place))
                }
                ("remove", Some(key)) => {
                    let value = copied(&quote::quote!(#held[#at]));
                    parse_quote!(match #map.remove(#key) {
                        ::core::option::Option::Some(#at) => ::core::option::Option::Some(#value),
                        ::core::option::Option::None => ::core::option::Option::None,
                    })
                }
                ("insert", Some(key)) => return self.exchanged(key, call.args.iter().nth(1)?),
                ("retain", Some(test)) => {
                    let Expr::Closure(test) = build::peeled(test) else {
                        return None;
                    };
                    let (mut inputs, body) = (test.inputs.iter(), &test.body);
                    let (key, value) = (inputs.next()?, inputs.next()?);
                    parse_quote!(#map.retain(|#k, #at| {
                        let #key = #k;
                        let #value = &#held[*#at];
                        #body
                    }))
                }
                ("pop_first" | "pop_last", None) => {
                    let (name, value) = (&call.method, copied(&quote::quote!(#held[#at])));
                    parse_quote!(match #map.#name() {
                        ::core::option::Option::Some((#k, #at)) => ::core::option::Option::Some((#k, #value)),
                        ::core::option::Option::None => ::core::option::Option::None,
                    })
                }
                ("values", None) => parse_quote!(#map.values().map(|#at| &#held[*#at])),
                ("values_mut", None) => parse_quote!(#map.values().map(|#at| &mut #held[*#at])),
                ("into_values", None) => {
                    let value = copied(&quote::quote!(#held[*#at]));
                    parse_quote!(#map.values().map(|#at| #value))
                }
                ("range", Some(range)) => {
                    let within = Ident::new_raw("range", call.method.span());
                    parse_quote!(#map.#within(#range).map(|(#k, #at)| (#k, &#held[*#at])))
                }
                ("iter", None) => parse_quote!(#map.keys().map(|#k| (#k, &#held[#map[#k]]))),
                ("iter_mut", None) => {
                    parse_quote!(#map.keys().map(|#k| (#k, &mut #held[#map[#k]])))
                }
                ("into_iter", None) => {
                    let value = copied(&quote::quote!(#held[#map[#k]]));
                    parse_quote!(#map.keys().map(|#k| (#k.clone(), #value)))
                }
                ("clear", None) => parse_quote!({ #map.clear(); #held.clear(); }),
                ("contains_key" | "len" | "is_empty" | "keys" | "into_keys", _) => {
                    let mut call = call.clone();
                    *call.receiver = build::name(map.clone());
                    Expr::MethodCall(call)
                }
                _ => return None,
            },
        )
    }

    /// `for (k, v) in &m`
    fn looped(&mut self, l: &mut syn::ExprForLoop) {
        let (by_value, unique) = match build::peeled(&l.expr) {
            Expr::Reference(r) if self.is_map(&r.expr) => (false, r.mutability.is_some()),
            Expr::MethodCall(call) if self.is_map(&call.receiver) && call.args.is_empty() => {
                match call.method.to_string().as_str() {
                    "iter" => (false, false),
                    "iter_mut" => (false, true),
                    "into_iter" => (true, false),
                    _ => return,
                }
            }
            name if self.is_map(name) => (true, false),
            _ => return,
        };
        let (map, held, pat) = (self.places, self.held, &l.pat);
        let (k, at) = (self.fresh("key"), self.fresh("at"));
        let (head, value): (Expr, Expr) = match (by_value, unique) {
            (true, _) => (parse_quote!(#map), copied(&quote::quote!(#held[#at]))),
            (false, true) => (parse_quote!(&#map), parse_quote!(&mut #held[*#at])),
            (false, false) => (parse_quote!(&#map), parse_quote!(&#held[*#at])),
        };
        let opened: Stmt = parse_quote!(let #pat = (#k, #value););
        l.body.stmts.insert(0, opened);
        *l.pat = parse_quote!((#k, #at));
        *l.expr = head;
    }

    /// Where the value of a key stands, or a place where there is none.
    fn place(&self, key: &Expr) -> Expr {
        let map = self.places;
        parse_quote!(#map.get(#key).copied().unwrap_or(::core::primitive::usize::MAX))
    }
}

/// `m.entry(k).or_insert(v)`, `m.get_mut(k)?`
fn leads_to_value(expr: &Expr, map: &Ident) -> bool {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "and_modify" => false,
        Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
            key_of_value(&call.receiver, map).is_some()
        }
        Expr::MethodCall(call) => entry(&call.receiver, map).is_some(),
        Expr::Try(question) => key_of_value(&question.expr, map).is_some(),
        _ => false,
    }
}

/// `k` of `m.get_mut(k)`.
fn key_of_value<'e>(expr: &'e Expr, map: &Ident) -> Option<&'e Expr> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "get_mut" => call
            .args
            .first()
            .filter(|_| build::as_name(&call.receiver) == Some(map)),
        _ => None,
    }
}

fn read_through(expr: &Expr) -> &Expr {
    match build::peeled(expr) {
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => &u.expr,
        other => other,
    }
}

/// The value of an entry that an expression starts from: a receiver's receiver, the target of an assignment.
fn start_of<'e>(expr: &'e mut Expr, map: &Ident) -> Option<&'e mut Expr> {
    if leads_to_value(read_through(expr), map) {
        return Some(expr);
    }
    match expr {
        Expr::MethodCall(e) => start_of(&mut e.receiver, map),
        Expr::Field(e) => start_of(&mut e.base, map),
        Expr::Index(e) => start_of(&mut e.expr, map),
        Expr::Unary(e) => start_of(&mut e.expr, map),
        Expr::Paren(e) => start_of(&mut e.expr, map),
        Expr::Assign(e) => start_of(&mut e.left, map),
        Expr::Binary(e) => start_of(&mut e.left, map),
        _ => None,
    }
}

impl VisitMut for Uses<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            match &mut stmt {
                // A reference to a value outlives the statement that finds it.
                Stmt::Local(local) if local.init.as_ref().is_some_and(|i| i.diverge.is_none()) => {
                    let started = local.init.as_mut().and_then(|i| self.started(&mut i.expr));
                    let mut started = build::block(started.unwrap_or_default());
                    visit_mut::visit_block_mut(self, &mut started);
                    block.stmts.extend(started.stmts);
                }
                Stmt::Expr(expr, Some(_)) => {
                    if let Some(inserted) = self.inserted(expr) {
                        *expr = inserted;
                    }
                }
                _ => {}
            }
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(stmts) = self.started(expr) {
            *expr = parse_quote!({ #(#stmts)* #expr });
        }
        match expr {
            Expr::MethodCall(call) => {
                if let Some(asked) = self.asked(call) {
                    *expr = asked;
                }
            }
            Expr::Index(index) if self.is_map(&index.expr) => {
                let (map, held, key) = (self.places, self.held, &index.index);
                *expr = parse_quote!(#held[#map[#key]]);
            }
            Expr::ForLoop(l) => self.looped(l),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
