//! Options and results of which the place where they stand tells which of the two they are.
//!
//! Receives a function whose `?` and `if let` are matches; promises `match` for `map` and `and_then` of what a call
//! gives, where the call does not show whether that is an option or a result, but what becomes of it does.
//!
//! ```text
//! fn hit(…) -> Option<Hit> { … root(a, b).map(|t| at(t)) }    … match root(a, b) { Some(t) => Some(at(t)), None => None }
//! xs.iter().filter_map(|x| x.root().map(|r| (r, x)))          … the same in the closure
//! mean(xs).map(|m| m * m).ok()                                match mean(xs) { Ok(m) => Ok(m * m), Err(e) => Err(e) }.ok()
//! match mean(xs).map(f64::exp) { Ok(m) => …, Err(e) => … }    match match mean(xs) { Ok(v) => Ok(v.exp()), Err(e) => Err(e) } { … }
//! ```

use super::build;
use super::held::{self, Kind};
use super::rename::Names;
use crate::tables::HashMap;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Pat, ReturnType, Stmt};

/// Adapters whose closure gives an option.
const ASK_FOR_OPTIONS: [&str; 3] = ["filter_map", "find_map", "map_while"];

pub(super) fn by_place(function: &mut syn::ItemFn, names: &mut Names) {
    let returned = returned(&function.sig.output);
    let mut asked = Asked::default();
    asked.visit_block(&function.block);
    let mut told = Told {
        returned,
        asked,
        names,
    };
    told.tail(&mut function.block, returned);
    told.visit_block_mut(&mut function.block);
}

struct Told<'a> {
    /// What the function, or the closure that is gone through, returns.
    returned: Option<Kind>,
    asked: Asked,
    names: &'a mut Names,
}

/// The variables of which what is asked of them tells which of the two they are.
#[derive(Default)]
struct Asked(HashMap<String, Kind>);

impl Asked {
    fn learn(&mut self, value: &Expr, kind: Option<Kind>) {
        let value = match build::peeled(value) {
            Expr::Reference(r) => &r.expr,
            value => value,
        };
        if let (Some(name), Some(kind)) = (build::as_name(value), kind) {
            self.0.insert(name.to_string(), kind);
        }
    }
}

impl<'ast> Visit<'ast> for Asked {
    fn visit_expr_match(&mut self, e: &'ast syn::ExprMatch) {
        self.learn(&e.expr, e.arms.iter().find_map(|arm| of_pattern(&arm.pat)));
        visit::visit_expr_match(self, e);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.learn(&call.receiver, of_question(call));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

impl Told<'_> {
    fn tail(&mut self, block: &mut Block, kind: Option<Kind>) {
        if let Some(Stmt::Expr(value, None)) = block.stmts.last_mut() {
            self.value(value, kind);
        }
    }

    /// The `match` that a call on what is of this kind stands for.
    fn matched(&mut self, call: &ExprMethodCall, kind: Kind) -> Option<Expr> {
        let names =
            ["held", "other"].map(|name| self.names.fresh(&Ident::new(name, call.method.span())));
        held::of_known_kind(call, kind, [&names[0], &names[1]])
    }

    /// A value of this kind.
    fn value(&mut self, value: &mut Expr, kind: Option<Kind>) {
        let Some(known) = kind else { return };
        match value {
            Expr::Paren(e) => self.value(&mut e.expr, kind),
            Expr::Group(e) => self.value(&mut e.expr, kind),
            Expr::Block(e) if e.label.is_none() => self.tail(&mut e.block, kind),
            Expr::If(e) => {
                self.tail(&mut e.then_branch, kind);
                if let Some((_, other)) = &mut e.else_branch {
                    self.value(other, kind);
                }
            }
            Expr::Match(e) => e
                .arms
                .iter_mut()
                .for_each(|arm| self.value(&mut arm.body, kind)),
            Expr::MethodCall(call) if keeps_kind(call) => {
                self.value(&mut call.receiver, kind);
                if let (true, Some(Expr::Closure(f))) =
                    (call.method == "and_then", call.args.first_mut())
                {
                    self.value(&mut f.body, kind);
                }
                if is_unsaid(&call.receiver)
                    && let Some(matched) = self.matched(call, known)
                {
                    *value = matched;
                }
            }
            _ => {}
        }
    }
}

impl VisitMut for Told<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = &*expr
            && (call.method == "unwrap" || call.method == "expect")
            && let Some(name) = build::as_name(&call.receiver)
            && self.asked.0.get(&name.to_string()) == Some(&Kind::Result)
            && let Some(matched) = self.matched(call, Kind::Result)
        {
            *expr = matched;
        }
    }

    fn visit_expr_match_mut(&mut self, e: &mut syn::ExprMatch) {
        let kind = e.arms.iter().find_map(|arm| of_pattern(&arm.pat));
        self.value(&mut e.expr, kind);
        visit_mut::visit_expr_match_mut(self, e);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let kind = match &local.pat {
            Pat::Type(typed) => held::of_type(&typed.ty),
            Pat::Ident(name) => self.asked.0.get(&name.ident.to_string()).copied(),
            _ => None,
        };
        if let Some(init) = &mut local.init {
            self.value(&mut init.expr, kind);
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_return_mut(&mut self, e: &mut syn::ExprReturn) {
        if let Some(value) = &mut e.expr {
            self.value(value, self.returned);
        }
        visit_mut::visit_expr_return_mut(self, e);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        let asks = ASK_FOR_OPTIONS.iter().any(|name| call.method == name);
        if let (true, [Expr::Closure(closure)]) = (
            asks,
            call.args.iter_mut().collect::<Vec<_>>().as_mut_slice(),
        ) {
            self.value(&mut closure.body, Some(Kind::Option));
        }
        let kind = of_question(call);
        self.value(&mut call.receiver, kind);
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let around = std::mem::replace(&mut self.returned, returned(&closure.output));
        self.value(&mut closure.body, self.returned);
        visit_mut::visit_expr_closure_mut(self, closure);
        self.returned = around;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }
}

fn returned(output: &ReturnType) -> Option<Kind> {
    match output {
        ReturnType::Type(_, ty) => held::of_type(ty),
        ReturnType::Default => None,
    }
}

/// Which of the two has the method that is called.
fn of_question(call: &ExprMethodCall) -> Option<Kind> {
    match call.method.to_string().as_str() {
        "ok" | "err" | "is_ok" | "is_err" | "map_err" | "is_ok_and" => Some(Kind::Result),
        "ok_or" | "ok_or_else" | "is_some" | "is_none" | "is_some_and" => Some(Kind::Option),
        _ => None,
    }
}

/// Whether a method gives an option where its receiver is one, and a result where that is one.
fn keeps_kind(call: &ExprMethodCall) -> bool {
    call.args.len() == 1 && (call.method == "map" || call.method == "and_then")
}

/// Whether it is what a function gives, or a method that is none of the standard library's: those are read elsewhere.
fn is_unsaid(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => {
                let last = path.path.segments.last();
                last.is_some_and(|s| !s.ident.to_string().starts_with(char::is_uppercase))
            }
            _ => false,
        },
        Expr::MethodCall(call) => !held::OF_STD.iter().any(|name| call.method == name),
        // A match that this pass made.
        Expr::Match(_) => true,
        _ => false,
    }
}

/// Which of the two a pattern is of.
fn of_pattern(pat: &Pat) -> Option<Kind> {
    let path = match pat {
        Pat::TupleStruct(p) => &p.path,
        Pat::Or(or) => return or.cases.iter().find_map(of_pattern),
        _ => return None,
    };
    match path.segments.last()?.ident.to_string().as_str() {
        "Some" => Some(Kind::Option),
        "Ok" | "Err" => Some(Kind::Result),
        _ => None,
    }
}
