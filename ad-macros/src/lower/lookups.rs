//! What maps in fields are asked for by a reference to a key.
//!
//! Receives an expression; promises, where it asks a field or an argument by a reference to what only rustc knows, a part
//! of that map which the key chooses, or a copy of it. What is found in a map that was made here carries no derivative, as
//! such maps of floats are lists by now; rustc checks that.
//!
//! ```text
//! self.charge[&self.elements[i]]            self.charge[&*(&self.elements[i]).__key()]
//! self.charge.get(&element).copied()        self.charge.__asked(&*(&element).__key())
//! self.charge.get(&element).map(|q| …)      self.charge.get(&*(&element).__key()).map(|q| …)
//! self.charge.contains_key(&element)        self.charge.__has(&element)
//! ```

use super::Lowerer;
use super::map_fields::MAP;
use crate::desugar::build;
use crate::desugar::keyed::{HAS as IS_FOUND, KEYS};
use crate::desugar::maps::KEY;
use crate::ir::*;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprMatch, ExprMethodCall, Pat, parse_quote};

const FOUND: &str = "__looked_up";
const FOUND_IF_ANY: &str = "__asked";
/// The same of a map that was made here, of a type that does not show: it holds what carries no derivative, or that
/// would be lost.
const FOUND_HERE: &str = "__looked_up_inactive";
const FOUND_HERE_IF_ANY: &str = "__asked_inactive";

/// Whether a method is one of these, which look at the map.
pub(super) fn is_lookup(method: &str) -> bool {
    let names = [FOUND, FOUND_IF_ANY, IS_FOUND, MAP, KEYS];
    names.contains(&method) || [FOUND_HERE, FOUND_HERE_IF_ANY].contains(&method)
}

impl Lowerer<'_> {
    /// `self.charge[&key]`, `*self.charge.get(&key).unwrap()`.
    pub(super) fn looked_up(&mut self, expr: &Expr) -> Option<Operand> {
        let (map, key) = match build::peeled(expr) {
            Expr::Index(i) => (&*i.expr, &*i.index),
            Expr::MethodCall(unwrapped)
                if unwrapped.method == "unwrap" || unwrapped.method == "expect" =>
            {
                got(&unwrapped.receiver)?
            }
            _ => return None,
        };
        self.asked(FOUND, map, key)
    }

    /// `self.charge.get(&key).copied()`, `self.charge.contains_key(&key)`.
    pub(super) fn looked_for(&mut self, call: &ExprMethodCall) -> Option<Operand> {
        if call.method == KEYS || call.method == IS_FOUND {
            let raw = self.payload(&Expr::MethodCall(call.clone()))?;
            let ty = match call.method == KEYS {
                true => Ty::Vec(Box::new(Ty::Inert)),
                false => Ty::Bool,
            };
            return Some(self.bind(Op::Raw(raw), ty, call.span()));
        }
        if call.method == "copied" || call.method == "cloned" {
            let (map, key) = got(&call.receiver)?;
            if self.has_parts(map) && self.is_of_map(map, key) {
                let [asks, of_key] = [FOUND_IF_ANY, KEY].map(|n| Ident::new(n, call.span()));
                return self.method(&parse_quote!(#map.#asks(&*(#key).#of_key())), None);
            }
            return self.asked(FOUND_IF_ANY, map, key);
        }
        let key = call
            .args
            .first()
            .filter(|_| call.method == "contains_key")?;
        self.asked(IS_FOUND, &call.receiver, key)
    }

    /// `self.charge.get(&*(&key).__key())`: what is found may be referred to.
    pub(super) fn with_key(&self, call: &ExprMethodCall) -> Option<ExprMethodCall> {
        let (map, key) = (&call.receiver, call.args.first()?);
        let of_field = matches!(build::peeled(map), Expr::Field(_));
        let known = of_field || self.constructed.is_map(build::peeled(map));
        let is_get = call.method == "get" && call.args.len() == 1 && known;
        let asks = Ident::new(KEY, key.span());
        (is_get && !is_asked(key) && self.is_of_map(map, key))
            .then(|| parse_quote!(#map.get(&*(#key).#asks())))
    }

    /// `match self.index.get(name) { Some(&i) => …, None => … }` as one on a copy of what is found.
    pub(super) fn found_by_value(&self, e: &ExprMatch) -> Option<ExprMatch> {
        let (map, key) = got(&e.expr)?;
        if !self.is_of_map(map, key) {
            return None;
        }
        let mut copied = e.clone();
        for arm in &mut copied.arms {
            if let Pat::TupleStruct(some) = &mut arm.pat {
                let Some(Pat::Reference(behind)) = some.elems.first() else {
                    return None;
                };
                some.elems = [(*behind.pat).clone()].into_iter().collect();
            }
        }
        let found = &e.expr;
        *copied.expr = parse_quote!(#found.copied());
        Some(copied)
    }

    /// Whether this may only be a map's key.
    fn is_of_map(&self, map: &Expr, key: &Expr) -> bool {
        let field = build::peeled(map);
        let unknown = matches!(field, Expr::Field(_)) && matches!(self.infer(field), Ty::Unknown);
        let is_map = unknown || self.constructed.is_map(field);
        // Where nothing around it changes, the map is looked at as it is.
        let changes = self.root_of(field).is_some_and(|l| self.is_storage(l));
        let may_be_asked = unknown && changes;
        is_map
            && match self.infer(key) {
                Ty::Ref(false, behind) => is_unseen(&behind) || may_be_asked && behind.is_inert(),
                _ => may_be_asked && is_text(key),
            }
    }

    /// Whether a map was made here, and its type does not show that nothing in it carries a derivative.
    fn is_made_here(&self, map: &Expr) -> bool {
        let local = self.root_of(map).filter(|_| self.constructed.is_map(map));
        local.is_some_and(|l| !self.is_inert(l))
    }

    /// The key that a part of a map is chosen by, where its values may carry derivatives.
    pub(super) fn key_of_part(&mut self, map: &Expr, key: &Expr) -> Option<Operand> {
        if is_asked(key) || !self.is_of_map(map, key) {
            return None;
        }
        let asks = Ident::new(KEY, key.span());
        self.value(&parse_quote!(&*(#key).#asks()), None)
    }

    /// Whether what a map holds is a part of it like any other: that of a field or an argument. Whether it carries a
    /// derivative, the map's type says.
    fn has_parts(&self, map: &Expr) -> bool {
        let map = build::peeled(map);
        let given = self
            .root_of(map)
            .filter(|_| self.constructed.is_given_map(map));
        matches!(map, Expr::Field(_)) || given.is_some_and(|l| !self.is_inert(l))
    }

    fn asked(&mut self, method: &str, map: &Expr, key: &Expr) -> Option<Operand> {
        if !self.is_of_map(map, key) || method != IS_FOUND && self.has_parts(map) {
            return None;
        }
        let name = match method {
            FOUND if self.is_made_here(map) => FOUND_HERE,
            FOUND_IF_ANY if self.is_made_here(map) => FOUND_HERE_IF_ANY,
            name => name,
        };
        let asks = Ident::new(name, map.span().resolved_at(Span::mixed_site()));
        let raw = self.payload(&parse_quote!(#map.#asks(#key)))?;
        let ty = match method {
            IS_FOUND => Ty::Bool,
            _ => Ty::Unknown,
        };
        Some(self.bind(Op::Raw(raw), ty, key.span()))
    }
}

/// `(&key).__key()`
pub(super) fn asks(expr: &Expr) -> Option<&ExprMethodCall> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == KEY => Some(call),
        _ => None,
    }
}

/// `&*(&key).__key()`
fn is_asked(key: &Expr) -> bool {
    match build::peeled(key) {
        Expr::Reference(r) => matches!(&*r.expr, Expr::Unary(u) if asks(&u.expr).is_some()),
        _ => false,
    }
}

/// `"node"`
fn is_text(key: &Expr) -> bool {
    matches!(build::peeled(key), Expr::Lit(key) if matches!(key.lit, syn::Lit::Str(_)))
}

/// Whether a key is of a type that is not seen, or a tuple with such a part.
pub(super) fn is_unseen(ty: &Ty) -> bool {
    match ty {
        Ty::Unknown => true,
        Ty::Tuple(parts) => parts.iter().any(is_unseen),
        _ => false,
    }
}

/// The map and the key of `map.get(key)`.
fn got(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match build::peeled(expr) {
        Expr::MethodCall(get) if get.method == "get" && get.args.len() == 1 => {
            Some((&*get.receiver, get.args.first()?))
        }
        _ => None,
    }
}
