//! What is done with a map that became a list.
//!
//! Receives the statements that follow the map, with the names of the map of places and of the list; promises them in
//! terms of both. What is not known here still names the map, which is left as it was then.

use super::parts::{
    entry, key_of_value, leads_to_value, may_act, modified, read_through, start_of,
};
use crate::desugar::functions::copied;
use crate::desugar::optional::called;
use crate::desugar::rename::Names;
use crate::desugar::stored::types;
use crate::desugar::{apart, build};
use crate::ir::ty;
use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Pat, Stmt, Type, parse_quote};

/// Everything that is done with one map.
pub(super) struct Uses<'a> {
    pub(super) name: &'a Ident,
    /// The map that says where the values stand.
    pub(super) places: &'a Ident,
    /// The list of its values.
    pub(super) held: &'a Ident,
    /// The types of keys and values, where they are written.
    pub(super) key: Option<&'a Type>,
    pub(super) value: Option<&'a Type>,
    /// Whether the values carry derivatives for sure.
    pub(super) is_active: bool,
    pub(super) names: &'a mut Names,
}

impl Uses<'_> {
    pub(super) fn is_map(&self, expr: &Expr) -> bool {
        build::as_name(expr) == Some(self.name)
    }

    pub(super) fn fresh(&mut self, name: &str) -> Ident {
        self.names.fresh(&Ident::new(name, self.name.span()))
    }

    /// The map itself, put together of places and values where it is handed on, `cost(&m)`, `Ledger { rates: m }`. The
    /// places may change behind that.
    fn handed_on(&self, expr: &mut Expr) {
        let (map, held) = (self.places, self.held);
        let holding = Ident::new(super::HOLDING, self.name.span());
        match expr {
            _ if !self.is_active => {}
            Expr::Reference(r) if r.mutability.is_none() => self.handed_on(&mut r.expr),
            expr if self.is_map(expr) => *expr = parse_quote!(#map.clone().#holding(&#held)),
            _ => {}
        }
    }

    /// The same of all that an expression hands on.
    fn all_handed_on(&self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) => call.args.iter_mut().for_each(|arg| self.handed_on(arg)),
            Expr::MethodCall(call) => {
                call.args.iter_mut().for_each(|arg| self.handed_on(arg));
                if call.method == "clone" && self.is_map(&call.receiver) {
                    self.handed_on(&mut call.receiver);
                }
            }
            Expr::Struct(made) => {
                for field in &mut made.fields {
                    self.handed_on(&mut field.expr);
                    field.colon_token.get_or_insert_default();
                }
            }
            Expr::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| self.handed_on(part)),
            Expr::Return(left) => {
                left.expr.iter_mut().for_each(|value| self.handed_on(value));
            }
            _ => {}
        }
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
        let key = entry(&call.receiver, &|e| self.is_map(e))?;
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
        let key = |e: &Expr| key_of_value(e, &|e| self.is_map(e)).cloned();
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
        let [k, at, end] = ["key", "at", "end"].map(|name| self.fresh(name));
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
        let mut stmts: Vec<Stmt> = self.place_of(key, [&k, &at, &end]).into();
        stmts.extend(otherwise);
        stmts.push(parse_quote!(if #at == #end {
            #map.insert(#k, #at);
            #held.push(#missing);
        }));
        Some((stmts, at))
    }

    /// What declares a key, and what finds out where its value stands, or is going to stand.
    pub(super) fn place_of(&mut self, key: &Expr, [k, at, end]: [&Ident; 3]) -> [Stmt; 3] {
        let (held, map, place) = (self.held, self.places, self.fresh("place"));
        let pat = build::name_pattern(k.clone(), false);
        let pat = match self.key {
            Some(ty) => build::ascribed(pat, ty.clone()),
            None => pat,
        };
        [
            build::let_(pat, self.key(key), key.span()),
            parse_quote!(let #end = #held.len();),
            parse_quote!(let #at: ::core::primitive::usize = match #map.get(&#k) {
                ::core::option::Option::Some(#place) => *#place,
                ::core::option::Option::None => #end,
            };),
        ]
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
        let held = self.held;
        let (declared, given) = self.given(value);
        let (mut stmts, at) = self.at(key, &given, None)?;
        if let Some(Stmt::Expr(Expr::If(new), _)) = stmts.last_mut() {
            let replaced: Expr = parse_quote!({ #held[#at] = #given; });
            new.else_branch = Some((Default::default(), Box::new(replaced)));
        }
        Some(parse_quote!({ #declared #(#stmts)* }))
    }

    /// A variable for what is put into the map, and its value. A function is put into a tuple, whose type says that it is kept:
    /// a variable that holds one is another name for it.
    fn given(&mut self, value: &Expr) -> (Stmt, Expr) {
        let given = self.fresh("given");
        match self.value {
            Some(ty) if types::is_function(ty) => (
                parse_quote!(let #given: (#ty,) = (#value,);),
                parse_quote!(#given.0),
            ),
            _ => (parse_quote!(let #given = #value;), build::name(given)),
        }
    }

    /// `m.insert(k, v)`, and what stood there before.
    fn exchanged(&mut self, key: &Expr, value: &Expr) -> Option<Expr> {
        let (map, held) = (self.places, self.held);
        let [k, at, end, old] = ["key", "at", "end", "old"].map(|name| self.fresh(name));
        let (key, before) = (self.key(key), copied(&quote::quote!(#held[#at])));
        let (declared, given) = self.given(value);
        Some(parse_quote!({
            let #k = #key;
            #declared
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
        if leads_to_value(expr, &|e| self.is_map(e)) {
            let (stmts, at) = self.placed(expr)?;
            *expr = parse_quote!(&mut #held[#at]);
            return Some(stmts);
        }
        let start = start_of(expr, &|e| self.is_map(e))?;
        let (stmts, at) = self.placed(read_through(start))?;
        *start = parse_quote!(#held[#at]);
        Some(stmts)
    }

    /// An entry that may be there, `m.last_key_value()`, `m.iter().next()` or `m.range(..k).next_back()`, and whether it is
    /// unwrapped.
    fn one_entry(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let held = self.held;
        let [k, at] = ["key", "at"].map(|name| self.fresh(name));
        if let Expr::MethodCall(entry) = build::peeled(&call.receiver)
            && (call.method == "unwrap" || call.method == "expect")
            && let Some((entry, has_key)) = self.entry_by_place(entry)
        {
            let (method, args) = (&call.method, &call.args);
            return Some(match has_key {
                true => parse_quote!({ let (#k, #at) = #entry.#method(#args); (#k, &#held[*#at]) }),
                false => parse_quote!(&#held[*#entry.#method(#args)]),
            });
        }
        let (entry, has_key) = self.entry_by_place(call)?;
        let (place, value): (Pat, Expr) = match has_key {
            true => (parse_quote!((#k, #at)), parse_quote!((#k, &#held[*#at]))),
            false => (parse_quote!(#at), parse_quote!(&#held[*#at])),
        };
        Some(parse_quote!(match #entry {
            ::core::option::Option::Some(#place) => ::core::option::Option::Some(#value),
            ::core::option::Option::None => ::core::option::Option::None,
        }))
    }

    /// The same of the map of places, and whether it comes with its key.
    fn entry_by_place(&self, call: &ExprMethodCall) -> Option<(Expr, bool)> {
        let (map, method) = (self.places, &call.method);
        if self.is_map(&call.receiver) {
            let asks = method == "first_key_value" || method == "last_key_value";
            return (asks && call.args.is_empty()).then(|| (parse_quote!(#map.#method()), true));
        }
        let Expr::MethodCall(items) = build::peeled(&call.receiver) else {
            return None;
        };
        let asks = method == "next" || method == "next_back";
        let (items_of, args) = (&items.method, &items.args);
        let goes_over = match args.is_empty() {
            true => items_of == "iter" || items_of == "values",
            false => items_of == "range",
        };
        (asks && goes_over && self.is_map(&items.receiver)).then(|| {
            (
                parse_quote!(#map.#items_of(#args).#method()),
                items_of != "values",
            )
        })
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
                ("extend", Some(items)) => {
                    let [k, value] = ["key", "item"].map(|name| self.fresh(name));
                    let name = self.name;
                    parse_quote!({ for (#k, #value) in #items { #name.insert(#k, #value); } })
                }
                ("clear", None) => parse_quote!({ #map.clear(); #held.clear(); }),
                ("contains_key" | "len" | "is_empty" | "keys" | "into_keys", _) => {
                    let mut call = call.clone();
                    *call.receiver = build::name(map.clone());
                    Expr::MethodCall(call)
                }
                _ => return self.gone_over(call, [&k, &at]),
            },
        )
    }

    /// `m.iter().rev()`: the keys backwards, each with its value.
    fn backwards(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let Expr::MethodCall(items) = build::peeled(&call.receiver) else {
            return None;
        };
        if call.method != "rev" || !call.args.is_empty() || !self.is_map(&items.receiver) {
            return None;
        }
        let [k, at] = ["key", "at"].map(|name| self.fresh(name));
        let mut forwards = self.gone_over(items, [&k, &at])?;
        if let Expr::MethodCall(mapped) = &mut forwards
            && let Expr::MethodCall(places) = &mut *mapped.receiver
        {
            let name = places.method.unraw();
            places.method = Ident::new_raw(&name.to_string(), name.span());
            *mapped.receiver = parse_quote!(#places.rev());
        }
        Some(forwards)
    }

    /// What a method that gives one entry after the other stands for.
    fn gone_over(&self, call: &ExprMethodCall, [k, at]: [&Ident; 2]) -> Option<Expr> {
        let (map, held) = (self.places, self.held);
        Some(
            match (call.method.to_string().as_str(), call.args.first()) {
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
                _ => return None,
            },
        )
    }

    /// `m = n`, as what is put into `m` instead of what was there.
    fn assigned(&mut self, a: &syn::ExprAssign) -> Option<Expr> {
        if !self.is_map(&a.left) {
            return None;
        }
        let (name, right) = (self.name, build::peeled(&a.right));
        if apart::makes_collection(right) {
            return Some(parse_quote!(#name.clear()));
        }
        let [k, value, given] = ["key", "item", "given"].map(|name| self.fresh(name));
        let (gathered, items): (Option<Stmt>, Expr) = match right {
            Expr::Path(other) => (None, Expr::Path(other.clone())),
            // They may be made of what is there.
            Expr::MethodCall(call) if call.method == "collect" => {
                let items = &call.receiver;
                let unsaid: Type = parse_quote!(_);
                let [key, held] = [self.key, self.value].map(|ty| ty.unwrap_or(&unsaid));
                (
                    Some(
                        parse_quote!(let #given: ::std::vec::Vec<(#key, #held)> = #items.collect();),
                    ),
                    build::name(given),
                )
            }
            _ => return None,
        };
        Some(parse_quote!({
            #gathered
            #name.clear();
            for (#k, #value) in #items { #name.insert(#k, #value); }
        }))
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

    /// What becomes a key: one of a type that is not seen is asked whether it carries a derivative.
    fn key(&self, key: &Expr) -> Expr {
        // What a method takes may be a reference to such a key, which becomes one there.
        if let Some(ty @ Type::Reference(_)) = self.key {
            return parse_quote!((#key as #ty));
        }
        let inert = |ty| ty::read(ty, &|_| false).is_inert();
        if self.key.is_some_and(inert) && !is_of_parts(key) {
            return key.clone();
        }
        let asks = Ident::new(super::KEY, key.span());
        parse_quote!((#key).#asks())
    }

    /// Where the value of a key stands, or a place where there is none.
    fn place(&self, key: &Expr) -> Expr {
        let map = self.places;
        parse_quote!((#map.get(#key).copied().unwrap_or(::core::primitive::usize::MAX) as ::core::primitive::usize))
    }
}

/// `(t[0], i.min(j))`: whether its parts carry a derivative, the type of the whole does not show.
fn is_of_parts(key: &Expr) -> bool {
    match build::peeled(key) {
        Expr::Reference(r) => is_of_parts(&r.expr),
        key => matches!(key, Expr::Tuple(_)),
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
                Stmt::Expr(value, None) => self.handed_on(value),
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
        if let Some(told) = self.told_apart(expr) {
            *expr = told;
        }
        match expr {
            Expr::MethodCall(call) => {
                let found = self.one_entry(call).or_else(|| self.backwards(call));
                if let Some(asked) = found.or_else(|| self.asked(call)) {
                    *expr = asked;
                }
            }
            Expr::Index(index) if self.is_map(&index.expr) => {
                let (map, held, key) = (self.places, self.held, &index.index);
                *expr = parse_quote!(#held[#map[#key]]);
            }
            Expr::ForLoop(l) => self.looped(l),
            Expr::Assign(a) => {
                if let Some(assigned) = self.assigned(a) {
                    *expr = assigned;
                    return self.visit_expr_mut(expr);
                }
            }
            _ => {}
        }
        self.all_handed_on(expr);
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// Whether entries of a map are asked for, which are followed in no other way.
pub(super) fn asks_entries(stmts: &[Stmt], name: &Ident) -> bool {
    struct Entries<'a>(&'a Ident, bool);
    impl<'ast> Visit<'ast> for Entries<'_> {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            let of_map = build::as_name(&call.receiver) == Some(self.0);
            self.1 |= of_map && (call.method == "entry" || call.method == "get_mut");
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut entries = Entries(name, false);
    stmts.iter().for_each(|stmt| entries.visit_stmt(stmt));
    entries.1
}
