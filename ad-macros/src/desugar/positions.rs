//! Positions and defaults that change something.
//!
//! Receives a function whose local names are unique; promises that where a method, a reference, a loop or a pattern
//! looks at an indexed place, its index changes nothing and decides nothing, so that smaller Rust may mention the place more than once,
//! and that neither does what an option is given in case that it is empty, which smaller Rust may not come to. What
//! does is computed once, where it was.
//!
//! ```text
//! let l = rows[rng.below(n)].last();       let at = rng.below(n);
//!                                          let l = rows[at].last();
//! x + rows[rng.below(n)].len()             x + { let at_2 = rng.below(n); rows[at_2].len() }
//! take(&mut q[next()?])                    { let at_4 = next()?; take(&mut q[at_4]) }
//! o.unwrap_or(rng.unit())                  { let default = rng.unit(); o.unwrap_or(default) }
//! while let Some(v) = q[next()].pop() {}   loop { let at_3 = next(); if let Some(v) = q[at_3].pop() {} else { break } }
//! ```

use super::build;
use super::rename::Names;
use crate::lower::{compound, elementary};
use crate::tables::HashSet;
use proc_macro2::{Ident, Span};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Pat, Stmt, Type, parse_quote};

pub(crate) fn once(function: &mut syn::ItemFn, names: &mut Names) {
    let mut changing = Changing::default();
    changing.visit_item_fn(function);
    let changing = changing.0;
    Positions { names, changing }.visit_block_mut(&mut function.block);
}

/// The variables that a method may change.
#[derive(Default)]
struct Changing(HashSet<Ident>);

impl<'ast> Visit<'ast> for Changing {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        if pat.mutability.is_some() {
            self.0.insert(pat.ident.clone());
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_pat_type(&mut self, pat: &'ast syn::PatType) {
        if let (Pat::Ident(name), Type::Reference(r)) = (&*pat.pat, &*pat.ty)
            && r.mutability.is_some()
        {
            self.0.insert(name.ident.clone());
        }
        visit::visit_pat_type(self, pat);
    }
}

struct Positions<'a> {
    names: &'a mut Names,
    changing: HashSet<Ident>,
}

impl VisitMut for Positions<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        for mut stmt in stmts {
            match &mut stmt {
                Stmt::Local(local) => {
                    if let Some(init) = &mut local.init {
                        self.before(&mut init.expr, &mut block.stmts);
                    }
                }
                Stmt::Expr(expr, _) => {
                    self.assigned(expr, &mut block.stmts);
                    self.before(expr, &mut block.stmts);
                }
                _ => {}
            }
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if matches!(expr, Expr::While(_)) {
            self.repeated(expr);
        }
        if matches!(
            expr,
            Expr::MethodCall(_)
                | Expr::Call(_)
                | Expr::Try(_)
                | Expr::Reference(_)
                | Expr::Match(_)
                | Expr::If(_)
                | Expr::ForLoop(_)
        ) {
            let mut stmts = Vec::new();
            self.before(expr, &mut stmts);
            if !stmts.is_empty() {
                *expr = parse_quote!({ #(#stmts)* #expr });
            }
        }
        if let Expr::MethodCall(call) = expr
            && let Some(stmts) = self.default(call)
        {
            *expr = parse_quote!({ #(#stmts)* #call });
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Positions<'_> {
    /// Takes a default that changes something out of a call: after the option where that has to be looked at first.
    fn default(&mut self, call: &mut ExprMethodCall) -> Option<Vec<Stmt>> {
        let eager = EAGER.iter().any(|name| call.method == name);
        let given = call
            .args
            .first()
            .filter(|arg| eager && self.changes(arg))?
            .clone();
        let mut stmts = Vec::new();
        if shares(&call.receiver, &given) {
            let option = self.names.fresh(&Ident::new("option", Span::mixed_site()));
            let receiver = std::mem::replace(&mut *call.receiver, build::name(option.clone()));
            stmts.push(parse_quote!(let #option = #receiver;));
        }
        let default = self.names.fresh(&Ident::new("default", Span::mixed_site()));
        call.args[0] = build::name(default.clone());
        stmts.push(parse_quote!(let #default = #given;));
        Some(stmts)
    }

    /// Takes what an expression computes first out of it, if that changes something.
    fn before(&mut self, expr: &mut Expr, stmts: &mut Vec<Stmt>) {
        match expr {
            Expr::MethodCall(call) => {
                self.of_place(&mut call.receiver, stmts);
                if (call.method == "get" || call.method == "get_mut")
                    && let Some(index) = call.args.first_mut().filter(|index| decides(index))
                {
                    stmts.push(self.named(index));
                }
            }
            Expr::Reference(r) => self.of_place(&mut r.expr, stmts),
            // What is lent first is found first; behind a value of its own, an index would be found too early.
            Expr::Call(call) => {
                let lent = |arg: &&mut Expr| matches!(arg, Expr::Reference(_) | Expr::Lit(_));
                for arg in call.args.iter_mut().take_while(lent) {
                    self.before(arg, stmts);
                }
            }
            Expr::ForLoop(l) => self.of_place(&mut l.expr, stmts),
            Expr::Match(m) => self.of_place(&mut m.expr, stmts),
            Expr::If(e) => self.before(&mut e.cond, stmts),
            Expr::Let(l) => self.of_place(&mut l.expr, stmts),
            Expr::Binary(b) => self.before(&mut b.left, stmts),
            Expr::Paren(p) => self.before(&mut p.expr, stmts),
            Expr::Unary(u) => self.before(&mut u.expr, stmts),
            Expr::Try(t) => self.before(&mut t.expr, stmts),
            Expr::Cast(c) => self.before(&mut c.expr, stmts),
            _ => {}
        }
    }

    /// The same of what is looked at.
    fn of_place(&mut self, place: &mut Expr, stmts: &mut Vec<Stmt>) {
        match place {
            Expr::Field(f) => self.of_place(&mut f.base, stmts),
            Expr::Paren(p) => self.of_place(&mut p.expr, stmts),
            Expr::Unary(u) => self.of_place(&mut u.expr, stmts),
            Expr::Index(i) => {
                self.of_place(&mut i.expr, stmts);
                if self.changes(&i.index) || decides(&i.index) {
                    stmts.push(self.named(&mut i.index));
                }
            }
            other => self.before(other, stmts),
        }
    }

    /// `rows[i?] = value`: the value comes before the place.
    fn assigned(&mut self, statement: &mut Expr, stmts: &mut Vec<Stmt>) {
        let (place, value) = match statement {
            Expr::Assign(a) => (&mut *a.left, &mut *a.right),
            Expr::Binary(b) if compound(&b.op).is_some() => (&mut *b.left, &mut *b.right),
            _ => return,
        };
        if decides(place) {
            let held = self.names.fresh(&Ident::new("value", Span::mixed_site()));
            let given = std::mem::replace(value, build::name(held.clone()));
            stmts.push(parse_quote!(let #held = #given;));
            self.of_place(place, stmts);
        }
    }

    /// What an index is computed by, which its name stands for then.
    fn named(&mut self, index: &mut Expr) -> Stmt {
        let at = self.names.fresh(&Ident::new("at", Span::mixed_site()));
        let index = std::mem::replace(index, build::name(at.clone()));
        parse_quote!(let #at = #index;)
    }

    /// `while` on what has to be computed each time, as `loop`.
    fn repeated(&mut self, expr: &mut Expr) {
        let Expr::While(e) = expr else { return };
        let mut cond = (*e.cond).clone();
        let mut stmts = Vec::new();
        self.before(&mut cond, &mut stmts);
        if !stmts.is_empty() {
            let (attrs, label, body) = (&e.attrs, &e.label, &e.body);
            *expr =
                parse_quote!(#(#attrs)* #label loop { #(#stmts)* if #cond #body else { break; } });
        }
    }

    fn changes(&self, index: &Expr) -> bool {
        let mut found = Changes {
            changing: &self.changing,
            found: false,
        };
        found.visit_expr(index);
        found.found
    }
}

/// Whether an index is computed by control flow, which smaller Rust must not write twice: `v.get(i.checked_sub(1)?)`.
fn decides(index: &Expr) -> bool {
    struct Decides(bool);
    impl<'ast> Visit<'ast> for Decides {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 |= matches!(
                expr,
                Expr::Try(_) | Expr::Match(_) | Expr::If(_) | Expr::Block(_) | Expr::Return(_)
            );
            visit::visit_expr(self, expr);
        }
    }
    let mut decides = Decides(false);
    decides.visit_expr(index);
    decides.0
}

/// The methods of options, results and conditions that are given a value which they may not need.
const EAGER: [&str; 8] = [
    "unwrap_or",
    "map_or",
    "ok_or",
    "or",
    "and",
    "xor",
    "then_some",
    "get_or_insert",
];

/// Whether two expressions mention the same variable.
fn shares(one: &Expr, other: &Expr) -> bool {
    struct Names(HashSet<Ident>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_ident(&mut self, name: &'ast Ident) {
            self.0.insert(name.clone());
        }
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            self.visit_expr(&call.receiver);
            call.args.iter().for_each(|arg| self.visit_expr(arg));
        }
    }
    let names = |expr: &Expr| {
        let mut names = Names(HashSet::default());
        names.visit_expr(expr);
        names.0
    };
    !names(one).is_disjoint(&names(other))
}

/// Whether something is changed.
struct Changes<'a> {
    changing: &'a HashSet<Ident>,
    found: bool,
}

impl<'ast> Visit<'ast> for Changes<'_> {
    fn visit_expr_reference(&mut self, r: &'ast syn::ExprReference) {
        self.found |= r.mutability.is_some();
        visit::visit_expr_reference(self, r);
    }

    fn visit_expr_assign(&mut self, _: &'ast syn::ExprAssign) {
        self.found = true;
    }

    fn visit_expr_binary(&mut self, b: &'ast syn::ExprBinary) {
        self.found |= compound(&b.op).is_some();
        visit::visit_expr_binary(self, b);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let of_changing =
            build::root(&call.receiver).is_some_and(|name| self.changing.contains(name));
        self.found |= of_changing && !is_of_numbers(&call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }
}

/// Methods of numbers and those that only look, by their names.
fn is_of_numbers(name: &str) -> bool {
    let integers = [
        "pow",
        "abs_diff",
        "div_ceil",
        "isqrt",
        "ilog2",
        "ilog10",
        "ilog",
        "rem_euclid",
        "clone",
        "count_ones",
        "leading_zeros",
        "trailing_zeros",
        "next_power_of_two",
        "next_multiple_of",
        "is_multiple_of",
    ];
    let families = ["saturating_", "wrapping_", "checked_", "overflowing_"];
    elementary::is_inert_query(name)
        || elementary::find(name).is_some()
        || integers.contains(&name)
        || families.iter().any(|family| name.starts_with(family))
}
