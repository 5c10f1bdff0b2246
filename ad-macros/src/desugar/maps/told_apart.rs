//! Entries that are told apart.
//!
//! Receives a `match` on an entry of a map that becomes a list, or an `if let`; promises the same by the place that the key has,
//! or is going to have.
//!
//! ```text
//! match m.entry(k) {                              let key = k; let end = values.len();
//!     Entry::Vacant(v) => { v.insert(x); }        let at = match places.get(&key) { Some(at) => *at, None => end };
//!     Entry::Occupied(mut o) => {                 if at == end { { places.insert(key, at); values.push(x); } }
//!         *o.get_mut() += x;                      else { values[at] += x; }
//!     }
//! }
//! ```

use super::parts::entry;
use super::uses::Uses;
use crate::desugar::build;
use crate::desugar::functions::copied;
use crate::segments;
use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Pat, Stmt, UnOp, parse_quote};

/// What an arm does with its entry.
struct Arm {
    vacant: bool,
    name: Option<Ident>,
    body: Expr,
}

impl Uses<'_> {
    /// What a `match` or an `if let` on an entry stands for.
    pub(super) fn told_apart(&mut self, expr: &Expr) -> Option<Expr> {
        let (entry_of, first, second) = match expr {
            Expr::Match(e) => {
                let [first, second] = &e.arms[..] else {
                    return None;
                };
                if first.guard.is_some() || second.guard.is_some() {
                    return None;
                }
                let second = arm(&second.pat, &second.body);
                (&*e.expr, arm(&first.pat, &first.body)?, second?)
            }
            Expr::If(e) => {
                let Expr::Let(asked) = &*e.cond else {
                    return None;
                };
                let then = build::block_expression(e.then_branch.stmts.clone());
                let first = arm(&asked.pat, &then)?;
                let otherwise = e.else_branch.as_ref().map(|(_, e)| (**e).clone());
                let second = Arm {
                    vacant: !first.vacant,
                    name: None,
                    body: otherwise.unwrap_or_else(|| parse_quote!({})),
                };
                (&*asked.expr, first, second)
            }
            _ => return None,
        };
        let key = entry(entry_of, &|e| self.is_map(e))?;
        if first.vacant == second.vacant {
            return None;
        }
        let [k, at, end] = ["key", "at", "end"].map(|name| self.fresh(name));
        let found = self.place_of(key, [&k, &at, &end]);
        let (vacant, occupied) = match first.vacant {
            true => (first, second),
            false => (second, first),
        };
        let [vacant, occupied] = [vacant, occupied].map(|arm| self.by_place(arm, [&k, &at]));
        let [vacant, occupied] = [build::into_block(vacant?), build::into_block(occupied?)];
        Some(parse_quote!({ #(#found)* if #at == #end #vacant else #occupied }))
    }

    /// What an arm does, by the place of its entry; nothing if it does more than is known here.
    fn by_place(&mut self, arm: Arm, [key, at]: [&Ident; 2]) -> Option<Expr> {
        let Some(mut name) = arm.name else {
            return Some(arm.body);
        };
        let mut body = arm.body;
        // `Entry::Occupied(mut o)` is a variable behind the pattern.
        if let Expr::Block(block) = &mut body
            && let Some(variable) = block.block.stmts.first().and_then(|s| taken(s, &name))
        {
            name = variable;
            block.block.stmts.remove(0);
        }
        let mut entry = OfEntry {
            name: &name,
            vacant: arm.vacant,
            places: self.places,
            held: self.held,
            key,
            at,
        };
        entry.visit_expr_mut(&mut body);
        (!build::mentions(&body, &name)).then_some(body)
    }
}

/// `v` of `let mut v = entry;`
fn taken(stmt: &Stmt, entry: &Ident) -> Option<Ident> {
    let Stmt::Local(local) = stmt else {
        return None;
    };
    let init = local.init.as_ref()?;
    let taken = build::as_name(&init.expr) == Some(entry) && init.diverge.is_none();
    super::variable(&local.pat).filter(|_| taken).cloned()
}

/// `Entry::Vacant(v) => body`
fn arm(pat: &Pat, body: &Expr) -> Option<Arm> {
    let Pat::TupleStruct(of) = pat else {
        return None;
    };
    let vacant = match segments::last(&of.path).as_str() {
        "Vacant" => true,
        "Occupied" => false,
        _ => return None,
    };
    let name = match of.elems.first()? {
        Pat::Ident(p) if of.elems.len() == 1 => Some(p.ident.clone()),
        Pat::Wild(_) | Pat::Rest(_) => None,
        _ => return None,
    };
    Some(Arm {
        vacant,
        name,
        body: body.clone(),
    })
}

/// What is done with one entry.
struct OfEntry<'a> {
    name: &'a Ident,
    vacant: bool,
    places: &'a Ident,
    held: &'a Ident,
    key: &'a Ident,
    at: &'a Ident,
}

impl OfEntry<'_> {
    fn asks<'e>(&self, expr: &'e Expr) -> Option<&'e ExprMethodCall> {
        match build::peeled(expr) {
            Expr::MethodCall(call) if build::as_name(&call.receiver) == Some(self.name) => {
                Some(call)
            }
            _ => None,
        }
    }

    /// `v.insert(x)` whose result nobody asks for.
    fn inserted(&self, call: &ExprMethodCall) -> Option<Expr> {
        let value = call.args.first().filter(|_| call.method == "insert")?;
        let (places, held, key, at) = (self.places, self.held, self.key, self.at);
        Some(match self.vacant {
            true => parse_quote!({ #places.insert(#key, #at); #held.push(#value); }),
            false => parse_quote!({ #held[#at] = #value; }),
        })
    }

    /// The value of an entry that is there, and whether it is referred to.
    fn value(&self, call: &ExprMethodCall) -> Option<Expr> {
        let (places, held, key, at) = (self.places, self.held, self.key, self.at);
        Some(match (call.method.to_string().as_str(), self.vacant) {
            ("key", _) => parse_quote!(&#key),
            ("get", false) => parse_quote!(&#held[#at]),
            ("get_mut" | "into_mut", false) => parse_quote!(&mut #held[#at]),
            ("remove", false) => {
                let value = copied(&quote::quote!(#held[#at]));
                parse_quote!({ #places.remove(&#key); #value })
            }
            _ => return None,
        })
    }
}

impl VisitMut for OfEntry<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for stmt in &mut block.stmts {
            if let Stmt::Expr(expr, Some(_)) = stmt
                && let Some(inserted) = self.asks(expr).and_then(|call| self.inserted(call))
            {
                *expr = inserted;
            }
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Unary(u) = expr
            && matches!(u.op, UnOp::Deref(_))
            && let Some(call) = self.asks(&u.expr)
            && (call.method == "get" || call.method == "get_mut" || call.method == "into_mut")
            && !self.vacant
        {
            let (held, at) = (self.held, self.at);
            *expr = parse_quote!(#held[#at]);
            return;
        }
        if let Some(value) = self.asks(expr).and_then(|call| self.value(call)) {
            *expr = value;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
