//! Functions that constructors are given.
//!
//! Receives a body without local closures; promises a mark on each call of a function of a user's type that is given a
//! function of numbers, `Model::new(|t| t * t)`: what it makes may hold that function, and only the callee's rule makes one
//! that holds a function with a rule, also where nothing with a derivative goes in. What is asked for numbers alone, as a
//! table is that was filled by a closure, stays as it is.
//!
//! ```text
//! let m = Model::new(|t| t * t);        let m = #[__by_rule] Model::new(|t| t * t);
//! m.rate(x)                             m.rate(x)
//!
//! let t = Table::new(|v| v * v);        (the same)
//! t.at(i + 3) * x
//! ```

use super::{by_rule, infer};
use crate::desugar::build;
use crate::desugar::rename::Names;
use crate::ir::ty::is_integer;
use crate::lower::{counts, is_users};
use crate::tables::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprCall, ExprMethodCall, Pat};

pub(super) fn mark(function: &mut syn::ItemFn, names: &Names) {
    let mut uses = Uses {
        whole: whole_numbers(&function.sig),
        ..Uses::default()
    };
    uses.visit_block(&function.block);
    let asked = uses.asked();
    Marks { names, asked }.visit_block_mut(&mut function.block);
}

/// How often variables are mentioned, and how often only to be asked for what numbers find.
#[derive(Default)]
struct Uses {
    mentions: HashMap<String, usize>,
    looks: HashMap<String, usize>,
    /// What a variable gave, by the name of that.
    given: Vec<(String, String)>,
    /// The names of whole numbers and of lists of such: parameters, what is found in them, and what loops count.
    whole: HashSet<String>,
}

impl Uses {
    /// The variables that more is done with, or with what they gave.
    fn asked(&self) -> HashSet<String> {
        let more = |(name, count): (&String, &usize)| {
            (self.looks.get(name) != Some(count)).then(|| name.clone())
        };
        let mut asked: HashSet<String> = self.mentions.iter().filter_map(more).collect();
        for (from, given) in self.given.iter().rev() {
            if asked.contains(given) {
                asked.insert(from.clone());
            }
        }
        asked
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let (Pat::Ident(bound), Some(init)) = (&local.pat, &local.init)
            && let Some(from) = self.looked_at(&init.expr)
        {
            self.given.push((from.to_string(), bound.ident.to_string()));
        }
        if let (Some(name), Some(init)) = (bound_name(&local.pat), &local.init)
            && self.is_whole(&init.expr)
        {
            self.whole.insert(name.to_string());
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Some(name) = self.asked_by(call) {
            *self.looks.entry(name.to_string()).or_default() += 1;
        }
        for arg in &call.args {
            if let Expr::Closure(closure) = arg
                && let Some(item) = closure.inputs.first()
            {
                self.note(item, &call.receiver);
            }
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, looped: &'ast syn::ExprForLoop) {
        self.note(&looped.pat, &looped.expr);
        visit::visit_expr_for_loop(self, looped);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let Some(name) = path.path.get_ident() {
            *self.mentions.entry(name.to_string()).or_default() += 1;
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}

impl Uses {
    /// `t` of `t.at(3)`
    fn asked_by<'e>(&self, call: &'e ExprMethodCall) -> Option<&'e syn::Ident> {
        let is_number = |arg: &Expr| matches!(arg, Expr::Lit(_)) || self.is_whole(arg);
        let all = call.args.iter().all(is_number);
        build::as_name(&call.receiver).filter(|_| all)
    }

    /// The same of what a block gives.
    fn looked_at<'e>(&self, expr: &'e Expr) -> Option<&'e syn::Ident> {
        match build::peeled(expr) {
            Expr::MethodCall(call) => self.asked_by(call),
            Expr::Block(b) => match b.block.stmts.last() {
                Some(syn::Stmt::Expr(value, None)) => self.looked_at(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// What a pattern binds to the items of an iterator that are whole numbers, or that counts them.
    fn note(&mut self, pat: &Pat, items: &Expr) {
        match (pat, build::peeled(items)) {
            (Pat::Tuple(parts), Expr::MethodCall(call)) if call.method == "enumerate" => {
                let position = parts.elems.first().and_then(bound_name);
                self.whole.extend(position.map(ToString::to_string));
                if let Some(item) = parts.elems.get(1) {
                    self.note(item, &call.receiver);
                }
            }
            (pat, items) if matches!(items, Expr::Range(_)) || self.is_whole(items) => {
                self.whole.extend(bound_name(pat).map(ToString::to_string));
            }
            _ => {}
        }
    }

    /// Whether this is made of whole numbers and their names.
    fn is_whole(&self, arg: &Expr) -> bool {
        match build::peeled(arg) {
            Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Int(_)),
            Expr::Binary(of) => self.is_whole(&of.left) && self.is_whole(&of.right),
            Expr::Index(of) => self.is_whole(&of.expr),
            Expr::Reference(of) => self.is_whole(&of.expr),
            Expr::Unary(of) => self.is_whole(&of.expr),
            Expr::MethodCall(of) => {
                self.is_whole(&of.receiver) && of.args.iter().all(|arg| self.is_whole(arg))
            }
            name => build::as_name(name).is_some_and(|name| self.whole.contains(&name.to_string())),
        }
    }
}

/// The parameters that are integers or lists of such.
fn whole_numbers(signature: &syn::Signature) -> HashSet<String> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) if is_of_integers(&typed.ty) => bound_name(&typed.pat),
        _ => None,
    });
    typed.map(ToString::to_string).collect()
}

fn is_of_integers(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(of) => is_of_integers(&of.elem),
        syn::Type::Slice(of) => is_of_integers(&of.elem),
        syn::Type::Array(of) => is_of_integers(&of.elem),
        syn::Type::Path(of) => {
            let name = of.path.get_ident();
            name.is_some_and(|name| is_integer(&name.to_string()))
        }
        _ => false,
    }
}

/// `i` of `i` and `&i`
fn bound_name(pat: &Pat) -> Option<&syn::Ident> {
    match pat {
        Pat::Ident(bound) => Some(&bound.ident),
        Pat::Reference(of) => bound_name(&of.pat),
        Pat::Type(of) => bound_name(&of.pat),
        _ => None,
    }
}

struct Marks<'a> {
    names: &'a Names,
    asked: HashSet<String>,
}

impl Marks<'_> {
    /// Whether a call is of a function of a user's type, and given a function of numbers.
    fn may_keep(&self, call: &ExprCall) -> bool {
        let Expr::Path(path) = build::peeled(&call.func) else {
            return false;
        };
        let mut owners = path.path.segments.iter().rev().skip(1).map(|s| &s.ident);
        let of_users = owners.next().is_some_and(is_users) && owners.all(|s| s != "__private");
        of_users && call.args.iter().any(|arg| self.is_function(arg))
    }

    fn is_function(&self, arg: &Expr) -> bool {
        match build::peeled(arg) {
            Expr::Closure(closure) => {
                let counts =
                    |p: &Pat| matches!(p, Pat::Ident(p) if counts(&p.ident, &closure.body));
                !closure.inputs.is_empty() && !closure.inputs.iter().any(counts)
            }
            Expr::Path(path) => {
                let local = path
                    .path
                    .get_ident()
                    .is_some_and(|n| self.names.is_local(n));
                !local && infer::is_function_name(path)
            }
            _ => false,
        }
    }
}

impl VisitMut for Marks<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let (Pat::Ident(bound), Some(init)) = (&local.pat, &mut local.init) else {
            return visit_mut::visit_local_mut(self, local);
        };
        match &mut *init.expr {
            Expr::Call(call) if !self.asked.contains(&bound.ident.to_string()) => {
                visit_mut::visit_expr_call_mut(self, call);
            }
            _ => visit_mut::visit_local_mut(self, local),
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if matches!(expr, Expr::Call(call) if self.may_keep(call)) {
            by_rule(expr);
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
