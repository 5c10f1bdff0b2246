//! Maps whose values may carry derivatives, changed.
//!
//! Receives a function; promises that what changes an argument that is a map, or a field that its derive says is one, is a
//! call that has a rule, or a change of a place: of what the map has at a key.
//!
//! ```text
//! m.insert(k, x)                              m.__put((k).__new_key(), x)
//! m.entry(k).or_default().push(x)             let key = (k).__new_key();
//!                                             if !m.contains_key(&key) { m.__put_default(key.clone()); }
//!                                             m.__at_mut(&key).push(x)
//! if let Some(v) = m.get_mut(k) { *v += x; }  { let key = k; if m.contains_key(key) { let v = m.__at_mut(key); *v += x; } }
//! for (k, v) in &mut m { … }                  for key in m.__keys().iter() { let (k, v) = (key, m.__at_mut(key)); … }
//! for (k, v) in m { … }                       for key in m.__keys().iter() { let (k, v) = (key.clone(), copy of m[key]); … }
//! m.retain(|k, v| test)                       for key in m.__keys().iter() { if !{ let (k, v) = …; test } { m.remove(key); } }
//! m.extend(items)                             for (k, v) in items { m.insert(k, v); }
//! ```

use super::{HAS, KEYS, Maps, PUT};
use crate::desugar::functions::copied;
use crate::desugar::maps::parts::{
    entry, key_of_value, leads_to_value, may_act, modified, read_through, start_of,
};
use crate::desugar::maps::{KEY, NEW_KEY};
use crate::desugar::optional::{called, returns};
use crate::desugar::{build, counted};
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprClosure, ExprMethodCall, Pat, Stmt, parse_quote};

const PUT_DEFAULT: &str = "__put_default";
/// Of a name that says that what it gives may be changed.
const AT: &str = "__at_mut";

/// What is made of the maps that are known.
pub(super) struct Changed<'a> {
    pub(super) maps: &'a Maps<'a>,
    /// Makes names for variables.
    pub(super) fresh: &'a mut dyn FnMut(&str) -> Ident,
}

fn method(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// A key that is put into a map: what is in it comes out without a derivative, so it may have none.
fn new(key: &Expr) -> Expr {
    let asks = method(NEW_KEY);
    parse_quote!((#key).#asks())
}

/// A reference that a map is asked by.
fn asked_by(key: &Expr) -> Expr {
    let asks = method(KEY);
    parse_quote!(&*(#key).#asks())
}

impl Changed<'_> {
    fn is_map(&self, expr: &Expr) -> bool {
        self.maps.is_map(expr)
    }

    /// What a map has at the key that a variable refers to.
    fn at(map: &Expr, key: &Ident) -> Expr {
        let (at, key) = (method(AT), asked_by(&build::name(key.clone())));
        parse_quote!(#map.#at(#key))
    }

    /// What makes sure that there is a value for a key, and the value.
    fn placed(&mut self, start: &Expr) -> Option<(Vec<Stmt>, Expr)> {
        let Expr::MethodCall(call) = build::peeled(start) else {
            return None;
        };
        let is_map = |e: &Expr| self.maps.is_map(e);
        if let Some(key) = key_of_value(&call.receiver, &is_map) {
            let map = receiver(&call.receiver)?.clone();
            let name = (self.fresh)("key");
            return Some((vec![parse_quote!(let #name = #key;)], Self::at(&map, &name)));
        }
        let given = entry(&call.receiver, &is_map)?.clone();
        let map = map_of_entry(&call.receiver)?.clone();
        let key = (self.fresh)("key");
        let (default, act): (Option<Expr>, Option<Stmt>) =
            match (call.method.to_string().as_str(), call.args.first()) {
                ("or_insert", Some(value)) if may_act(value) => {
                    let name = (self.fresh)("given");
                    let given = parse_quote!(let #name = #value;);
                    (Some(build::name(name)), Some(given))
                }
                ("or_insert", Some(value)) => (Some(value.clone()), None),
                ("or_insert_with", Some(make)) => (Some(called(make)?), None),
                ("or_default", None) => (None, None),
                _ => return None,
            };
        let put: Expr = match default {
            Some(value) => {
                let put = method(PUT);
                parse_quote!(#map.#put(#key.clone(), #value))
            }
            None => {
                let put = method(PUT_DEFAULT);
                parse_quote!(#map.#put(#key.clone()))
            }
        };
        let at = method(AT);
        let place: Expr = parse_quote!(#map.#at(&#key));
        let has = Self::has(&map, &parse_quote!(&#key));
        let change: Stmt = match modified(call)? {
            None => parse_quote!(if !#has { #put; }),
            Some(f) => {
                let (pat, body) = one_parameter(f)?;
                parse_quote!(if #has { let #pat = #place; #body; } else { #put; })
            }
        };
        let given = new(&given);
        let mut stmts = vec![parse_quote!(let #key = #given;)];
        stmts.extend(act);
        stmts.push(change);
        Some((stmts, place))
    }

    /// The place that an expression starts from, if it is one of a map.
    fn started(&mut self, expr: &mut Expr) -> Option<Vec<Stmt>> {
        let maps = self.maps;
        let is_map = |e: &Expr| maps.is_map(e);
        if leads_to_value(expr, &is_map) {
            let (stmts, place) = self.placed(expr)?;
            *expr = place;
            return Some(stmts);
        }
        let start = start_of(expr, &is_map)?;
        let (stmts, place) = self.placed(read_through(start))?;
        *start = match start {
            Expr::Unary(_) => parse_quote!(*#place),
            _ => place,
        };
        Some(stmts)
    }

    /// `if let Some(v) = m.get_mut(k) { … }`, and the same as a `match`.
    fn found(&mut self, expr: &Expr) -> Option<Expr> {
        let (question, pat, then, otherwise) = match expr {
            Expr::If(e) => {
                let Expr::Let(asked) = &*e.cond else {
                    return None;
                };
                let otherwise = e.else_branch.as_ref().map(|(_, e)| (**e).clone());
                let then = build::block_as_expression(e.then_branch.clone());
                (&asked.expr, payload(&asked.pat)?, then, otherwise)
            }
            Expr::Match(e) => {
                let [one, other] = &e.arms[..] else {
                    return None;
                };
                let (there, none) = match payload(&one.pat) {
                    Some(_) => (one, other),
                    None => (other, one),
                };
                let is_plain = one.guard.is_none() && other.guard.is_none();
                let pat = payload(&there.pat).filter(|_| is_plain && is_none(&none.pat))?;
                let [then, none] = [there, none].map(|arm| (*arm.body).clone());
                (&e.expr, pat, then, Some(none))
            }
            _ => return None,
        };
        let key = key_of_value(question, &|e| self.is_map(e))?;
        let map = receiver(question)?;
        let name = (self.fresh)("key");
        let place = Self::at(map, &name);
        let there = Self::has(map, &build::name(name.clone()));
        let otherwise = otherwise.map(|e| build::block_as_expression(build::into_block(e)));
        let otherwise = otherwise.map(|e| quote::quote!(else #e));
        Some(parse_quote!({
            let #name = #key;
            if #there { let #pat = #place; #then } #otherwise
        }))
    }

    /// `let Some(v) = m.get_mut(k) else { … };`
    fn found_or_left(&mut self, local: &syn::Local) -> Option<Vec<Stmt>> {
        let init = local.init.as_ref()?;
        let (_, left) = init.diverge.as_ref()?;
        let (pat, key) = (
            payload(&local.pat)?,
            key_of_value(&init.expr, &|e| self.is_map(e))?,
        );
        let map = receiver(&init.expr)?;
        let name = (self.fresh)("key");
        let place = Self::at(map, &name);
        let there = Self::has(map, &build::name(name.clone()));
        Some(vec![
            parse_quote!(let #name = #key;),
            parse_quote!(if !#there #left),
            parse_quote!(let #pat = #place;),
        ])
    }

    /// The map that a loop goes over, and how it has its items.
    fn looped<'e>(&self, head: &'e Expr) -> Option<(&'e Expr, Items)> {
        match build::peeled(head) {
            Expr::Reference(r) if r.mutability.is_some() && self.is_map(&r.expr) => {
                Some((&r.expr, Items::ToChange))
            }
            Expr::MethodCall(call) if call.args.is_empty() && self.is_map(&call.receiver) => {
                let items = match call.method.to_string().as_str() {
                    "iter_mut" => Items::ToChange,
                    "values_mut" => Items::ValuesToChange,
                    "into_iter" => Items::Given,
                    _ => return None,
                };
                Some((&call.receiver, items))
            }
            map if self.is_map(map) => Some((map, Items::Given)),
            _ => None,
        }
    }

    /// What a loop's pattern is bound to.
    fn item(map: &Expr, key: &Ident, items: Items) -> Expr {
        let at = Self::at(map, key);
        match items {
            Items::ToChange => parse_quote!((#key, #at)),
            Items::ValuesToChange => at,
            Items::Given => {
                let value = copied(&quote::quote!(#map[#key]));
                parse_quote!((#key.clone(), #value))
            }
        }
    }

    /// Whether a map has something there.
    fn has(map: &Expr, key: &Expr) -> Expr {
        let has = method(HAS);
        parse_quote!(#map.#has(#key))
    }

    fn over(map: &Expr) -> Expr {
        let keys = method(KEYS);
        parse_quote!(#map.#keys().iter())
    }

    /// A loop over items that may be changed, or that a map gives away.
    fn by_keys(&mut self, l: &mut syn::ExprForLoop) {
        let Some((map, items)) = self.looped(&l.expr) else {
            return;
        };
        let key = (self.fresh)("key");
        let (pat, item) = (&l.pat, Self::item(map, &key, items));
        let opened = opened(pat, item);
        let over = Self::over(map);
        l.body.stmts.splice(..0, opened);
        *l.pat = build::name_pattern(key, false);
        *l.expr = over;
    }

    /// `m.values_mut().for_each(f)`
    fn for_each(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let (map, items) = self.looped(&call.receiver)?;
        let f = call.args.first().filter(|_| call.method == "for_each")?;
        let (pat, body) = one_parameter(f)?;
        let key = (self.fresh)("key");
        let opened = opened(pat, Self::item(map, &key, items));
        let over = Self::over(map);
        Some(parse_quote!(for #key in #over { #(#opened)* #body; }))
    }

    /// What a method of a map stands for.
    fn called(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        if let Some(looped) = self.for_each(call) {
            return Some(looped);
        }
        let map = &call.receiver;
        if !self.is_map(map) {
            return None;
        }
        let args: Vec<&Expr> = call.args.iter().collect();
        Some(match (call.method.to_string().as_str(), &args[..]) {
            ("insert", [key, value]) => {
                let (put, key) = (method(PUT), new(key));
                parse_quote!(#map.#put(#key, #value))
            }
            ("remove", [key]) if !is_asked_by(key) => {
                let key = asked_by(key);
                parse_quote!(#map.remove(#key))
            }
            ("extend", [items]) => {
                let [k, v] = ["key", "item"].map(|name| (self.fresh)(name));
                parse_quote!(for (#k, #v) in #items { #map.insert(#k, #v); })
            }
            ("retain", [Expr::Closure(test)]) => self.retained(map, test)?,
            ("into_iter", []) => {
                let key = (self.fresh)("key");
                let (over, item) = (Self::over(map), Self::item(map, &key, Items::Given));
                parse_quote!(#over.map(|#key| #item))
            }
            ("into_values", []) => {
                let (key, over) = ((self.fresh)("key"), Self::over(map));
                let value = copied(&quote::quote!(#map[#key]));
                parse_quote!(#over.map(|#key| #value))
            }
            ("into_keys", []) => {
                let (key, over) = ((self.fresh)("key"), Self::over(map));
                parse_quote!(#over.map(|#key| #key.clone()))
            }
            _ => return None,
        })
    }

    fn retained(&mut self, map: &Expr, test: &ExprClosure) -> Option<Expr> {
        let [k, v] = &test.inputs.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        if returns(&test.body) {
            return None;
        }
        let [key, stays] = ["key", "stays"].map(|name| (self.fresh)(name));
        let (over, place, body) = (Self::over(map), Self::at(map, &key), &test.body);
        let by = asked_by(&build::name(key.clone()));
        let key_bound = bound(k, build::name(key.clone()));
        let value_bound = bound(v, place);
        Some(parse_quote!(for #key in #over {
            let #stays = { #key_bound #value_bound #body };
            if !#stays { #map.remove(#by); }
        }))
    }
}

/// How a loop has the items of a map.
#[derive(Clone, Copy)]
enum Items {
    ToChange,
    ValuesToChange,
    Given,
}

/// `let (k, v) = (key, value);`, part by part: a place that changes is no part of a tuple.
fn opened(pat: &Pat, item: Expr) -> Vec<Stmt> {
    match (pat, item) {
        (Pat::Tuple(parts), Expr::Tuple(item)) if parts.elems.len() == item.elems.len() => {
            let parts = parts.elems.iter().zip(item.elems);
            parts.filter_map(|(pat, part)| bound(pat, part)).collect()
        }
        (pat, item) => vec![parse_quote!(let #pat = #item;)],
    }
}

/// What binds a part that is asked for.
fn bound(pat: &Pat, part: Expr) -> Option<Stmt> {
    (!matches!(pat, Pat::Wild(_))).then(|| parse_quote!(let #pat = #part;))
}

/// The pattern and the body of `|pat| body`.
fn one_parameter(f: &Expr) -> Option<(&Pat, &Expr)> {
    let Expr::Closure(f) = build::peeled(f) else {
        return None;
    };
    let is_one = f.inputs.len() == 1 && !returns(&f.body);
    f.inputs
        .first()
        .filter(|_| is_one)
        .map(|pat| (pat, &*f.body))
}

/// `p` of `Some(p)`.
fn payload(pat: &Pat) -> Option<&Pat> {
    match pat {
        Pat::TupleStruct(some) if some.path.is_ident("Some") => some.elems.first(),
        _ => None,
    }
}

fn is_none(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) => true,
        Pat::Ident(none) => none.ident == "None",
        Pat::Path(none) => none.path.is_ident("None"),
        _ => false,
    }
}

/// `m` of `m.get_mut(k)`.
fn receiver(call: &Expr) -> Option<&Expr> {
    match build::peeled(call) {
        Expr::MethodCall(call) => Some(&call.receiver),
        _ => None,
    }
}

/// `m` of `m.entry(k).and_modify(f)`.
fn map_of_entry(chain: &Expr) -> Option<&Expr> {
    match build::peeled(chain) {
        Expr::MethodCall(call) if call.method == "entry" => Some(&call.receiver),
        Expr::MethodCall(call) => map_of_entry(&call.receiver),
        _ => None,
    }
}

/// `&*(k).__key()`
fn is_asked_by(key: &Expr) -> bool {
    match build::peeled(key) {
        Expr::Reference(r) => matches!(&*r.expr, Expr::Unary(u)
            if matches!(build::peeled(&u.expr), Expr::MethodCall(call) if call.method == KEY)),
        _ => false,
    }
}

impl VisitMut for Changed<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            let before = match &mut stmt {
                Stmt::Local(local) => match self.found_or_left(local) {
                    Some(mut found) => {
                        found.iter_mut().for_each(|s| self.visit_stmt_mut(s));
                        block.stmts.extend(found);
                        continue;
                    }
                    // A reference to a value outlives the statement that finds it.
                    None => {
                        let plain = local.init.as_mut().filter(|i| i.diverge.is_none());
                        plain.and_then(|init| self.started(&mut init.expr))
                    }
                },
                // What it leads to nobody asks for.
                Stmt::Expr(value, Some(_)) if leads_to_value(value, &|e| self.maps.is_map(e)) => {
                    if let Some((stmts, _)) = self.placed(value) {
                        stmt = Stmt::Expr(build::block_expression(stmts), None);
                    }
                    None
                }
                Stmt::Expr(Expr::Binary(binary), _) => {
                    let maps = self.maps;
                    let is_map = |e: &Expr| maps.is_map(e);
                    let counted = counted::put_back(binary, &is_map, &mut *self.fresh, &new, PUT);
                    if let Some(counted) = counted {
                        stmt = Stmt::Expr(counted, Some(Default::default()));
                    }
                    None
                }
                _ => None,
            };
            for mut stmt in before.unwrap_or_default() {
                self.visit_stmt_mut(&mut stmt);
                block.stmts.push(stmt);
            }
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(stmts) = self.started(expr) {
            *expr = parse_quote!({ #(#stmts)* #expr });
        }
        if let Some(found) = self.found(expr) {
            *expr = found;
        }
        match expr {
            Expr::ForLoop(l) => self.by_keys(l),
            Expr::MethodCall(call) => {
                if let Some(called) = self.called(call) {
                    *expr = called;
                    return self.visit_expr_mut(expr);
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
