//! Iterator pipelines, written as the loops they are.
//!
//! Receives a function whose local names are unique and whose adaptors are given closures and paths;
//! promises the same function where the pipelines that end in a value are blocks with a loop. What
//! can be indexed stays in the loop's head, and what the lowering reads as it is stays as it is.
//!
//! ```text
//! xs.iter().filter(|x| **x > 0.0).map(|x| x * x).sum::<f64>()
//!     { let mut sum: f64 = 0.0; for x in xs.iter() { if { let x = &x; **x > 0.0 } { sum += x * x; } } sum }
//! ```

mod apply;
mod arrays;
mod asked;
mod backwards;
mod changes;
mod consume;
mod cursor;
mod ending;
mod fallible;
mod folds;
mod heads;
mod kept;
mod lazy;
mod lists;
mod options;
mod partners;
mod passed;
mod questions;
mod read;
mod remainder;
mod run;
mod select;
mod selection;
mod steppers;
mod steps;
mod stored;
mod taken;
#[cfg(test)]
mod tests;
mod texts;
pub(super) mod types;

use super::build;
use super::functions::COLLECTED;
use super::rename::Names;
use crate::diagnostics::{Sink, catalog};
use crate::iterators;
use crate::lower::{bounds_of, is_of_users, opaque_parameters, reals};
use crate::tables::HashSet;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use std::mem;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Pat, ReturnType, Stmt, Type};

pub(super) use changes::changed_captures;
pub(super) use lists::Lists;
pub(super) use passed::may_end;
pub(super) use steppers::is_of_iterators;

/// Whether anything was rewritten.
pub(crate) fn to_loops(
    function: &mut syn::ItemFn,
    names: &mut Names,
    core: &TokenStream,
    sink: &Sink,
) -> bool {
    questions::by_name(function, names);
    ending::after_statements(function);
    let variables = variables(function);
    let named = stored::substitute(function, names, &variables);
    backwards::check(function, &variables, sink);
    steppers::asked(function);
    let mut pipelines = Pipelines {
        core,
        sink,
        lengths: arrays::Lengths::of(function),
        lists: Lists::of(function),
        variables,
        parameters: parameters(&function.sig.generics),
        reals: reals(&function.sig),
        of_any_type: is_of_any_type(&function.sig),
        convertible: is_convertible(&function.sig),
        names,
        expected: stated(&function.sig.output),
        returned: stated(&function.sig.output),
        copying: false,
        rewritten: false,
        refused: false,
    };
    pipelines.visit_block_mut(&mut function.block);
    pipelines.rewritten || named
}

struct Pipelines<'a> {
    /// The path of the run time.
    core: &'a TokenStream,
    names: &'a mut Names,
    sink: &'a Sink,
    lengths: arrays::Lengths,
    lists: Lists,
    /// The variables that may change.
    variables: HashSet<Ident>,
    /// The type parameters in scope.
    parameters: Vec<Ident>,
    /// Those that stand for floats.
    reals: Vec<Ident>,
    /// Whether what is computed may be of a type parameter that stands for no float.
    of_any_type: bool,
    /// Whether one of them is bound by `Into`, which says nothing of `From`.
    convertible: bool,
    /// The type stated for the expression that is visited.
    expected: Option<Type>,
    /// The type stated for what the function or closure around returns.
    returned: Option<Type>,
    /// Whether closures have been written before, so that another copy needs names of its own.
    copying: bool,
    rewritten: bool,
    refused: bool,
}

/// Whether a type parameter stands for values of any type, `T: Copy + Add<Output = T>`, and for no model.
fn is_of_any_type(signature: &syn::Signature) -> bool {
    let opaque = opaque_parameters(signature);
    let is_value = |t: &syn::TypeParam| {
        let mut bounds = bounds_of(&signature.generics, t);
        bounds.all(|bound| !is_of_users(bound) || iterators::bound_says_operators(bound))
    };
    let mut parameters = signature.generics.type_params();
    parameters.any(|t| opaque.contains(&t.ident) && is_value(t))
}

/// What `let mut` declares, unique references, and parameters that are either.
fn variables(function: &syn::ItemFn) -> HashSet<Ident> {
    struct Variables(HashSet<Ident>);
    impl<'ast> Visit<'ast> for Variables {
        fn visit_receiver(&mut self, receiver: &'ast syn::Receiver) {
            if receiver.mutability.is_some() {
                self.0.insert(receiver.self_token.into());
            }
        }

        fn visit_local(&mut self, local: &'ast syn::Local) {
            let init = local.init.as_ref().map(|init| build::peeled(&init.expr));
            if matches!(init, Some(Expr::Reference(r)) if r.mutability.is_some()) {
                self.0.extend(build::bound_names(&local.pat));
            }
            visit::visit_local(self, local);
        }

        fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
            if pat.mutability.is_some() {
                self.0.insert(pat.ident.clone());
            }
        }
    }
    let mut variables = Variables(HashSet::default());
    variables.visit_item_fn(function);
    for input in &function.sig.inputs {
        if let syn::FnArg::Typed(typed) = input
            && matches!(&*typed.ty, Type::Reference(r) if r.mutability.is_some())
        {
            variables.0.extend(build::bound_names(&typed.pat));
        }
    }
    variables.0
}

fn parameters(generics: &syn::Generics) -> Vec<Ident> {
    generics.type_params().map(|t| t.ident.clone()).collect()
}

fn is_convertible(signature: &syn::Signature) -> bool {
    build::mentioned_in(
        signature.to_token_stream(),
        &Ident::new("Into", Span::call_site()),
    )
}

fn stated(output: &ReturnType) -> Option<Type> {
    match output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some((**ty).clone()),
    }
}

impl Pipelines<'_> {
    fn fresh(&mut self, name: &str, span: Span) -> Ident {
        self.names.fresh(&Ident::new(name, span))
    }

    /// Visits with another type expected.
    fn expecting(&mut self, ty: Option<Type>, visit: impl FnOnce(&mut Self)) {
        let outer = mem::replace(&mut self.expected, ty);
        visit(self);
        self.expected = outer;
    }

    fn rewrite(&mut self, expr: &mut Expr) {
        if let Expr::MethodCall(call) = &*expr
            && read::read(&call.receiver).is_some()
            && let Some(closure) = apply::changes_own_copy(expr)
        {
            // Once, not at every method of the chain.
            if mem::replace(&mut self.refused, true) {
                return;
            }
            return self.sink.refuse_at(&closure, catalog::CLOSURE_STATE);
        }
        let expected = self.expected.clone();
        let outer = mem::replace(&mut self.copying, false);
        let value = match expr {
            Expr::MethodCall(call) => self
                .consumed(call, expected.as_ref())
                .or_else(|| self.mapped(call, expected.as_ref()))
                .or_else(|| {
                    let known = !self.convertible;
                    known.then(|| types::made_by_from(call, expected.as_ref()))?
                })
                .or_else(|| self.passed_to_method(call)),
            Expr::ForLoop(e) => self.loop_over(e),
            Expr::Match(e) => self.matched(e),
            Expr::Call(call) => self
                .generated(call, expected.as_ref())
                .or_else(|| self.vec_from(call, expected.as_ref()))
                .or_else(|| self.passed_on(call)),
            _ => None,
        };
        if let Some(value) = value {
            self.rewritten = true;
            *expr = value;
        }
        self.copying = outer;
    }
}

/// `items.collect()`, of which nothing says what it gives.
fn collects(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::MethodCall(call) if call.method == "collect" && call.turbofish.is_none())
}

/// `let pat = { stmts; value };` as `stmts; let pat = value;`: names are unique, and a reference to what
/// the statements declare may be bound.
fn spliced(stmt: Stmt) -> Vec<Stmt> {
    match stmt {
        Stmt::Local(mut local) if local.init.as_ref().is_some_and(|i| i.diverge.is_none()) => {
            let Some(init) = &mut local.init else {
                return vec![Stmt::Local(local)];
            };
            let mut stmts = match &mut *init.expr {
                Expr::Block(b) if b.label.is_none() && b.attrs.is_empty() => {
                    mem::take(&mut b.block.stmts)
                }
                _ => return vec![Stmt::Local(local)],
            };
            match stmts.pop() {
                Some(Stmt::Expr(value, None)) => match (local.pat, value) {
                    (pat @ (Pat::Tuple(_) | Pat::Type(_)), value @ Expr::Tuple(_)) => {
                        apply::bind(pat, value, &mut stmts);
                    }
                    (pat, value) => {
                        *init.expr = value;
                        local.pat = pat;
                        stmts.push(Stmt::Local(local));
                    }
                },
                last => {
                    stmts.extend(last);
                    *init.expr = build::block_expression(mem::take(&mut stmts));
                    stmts = vec![Stmt::Local(local)];
                }
            }
            stmts
        }
        other => vec![other],
    }
}

impl VisitMut for Pipelines<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let ty = self.expected.take();
        let last = block.stmts.len().saturating_sub(1);
        for (n, mut stmt) in mem::take(&mut block.stmts).into_iter().enumerate() {
            let value = n == last && matches!(stmt, Stmt::Expr(_, None));
            let bound = matches!(&stmt, Stmt::Local(l)
                if l.init.as_ref().is_some_and(|i| matches!(*i.expr, Expr::MethodCall(_))));
            let ty = ty.clone().filter(|_| value);
            self.expecting(ty, |this| this.visit_stmt_mut(&mut stmt));
            if bound {
                block.stmts.extend(spliced(stmt));
            } else {
                block.stmts.push(stmt);
            }
        }
        self.expected = ty;
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let ty = match &local.pat {
            Pat::Type(p) => Some((*p.ty).clone()),
            _ => None,
        };
        self.lengths.declared(local);
        self.expecting(ty, |this| visit_mut::visit_local_mut(this, local));
    }

    /// What the items become there, the field's type says.
    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        let collects = collects(&field.expr);
        visit_mut::visit_field_value_mut(self, field);
        if collects && !self::collects(&field.expr) {
            let name = Ident::new(COLLECTED, field.expr.span());
            let list = &field.expr;
            field.expr = syn::parse_quote!(#list.#name());
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.rewrite(expr);
        match expr {
            Expr::If(e) => {
                self.expecting(None, |this| this.visit_expr_mut(&mut e.cond));
                self.visit_block_mut(&mut e.then_branch);
                if let Some((_, otherwise)) = &mut e.else_branch {
                    self.visit_expr_mut(otherwise);
                }
            }
            Expr::Match(e) => {
                let ty = fallible::told_by_arms(e);
                self.expecting(ty, |this| this.visit_expr_mut(&mut e.expr));
                for arm in &mut e.arms {
                    if let Some((_, guard)) = &mut arm.guard {
                        self.expecting(None, |this| this.visit_expr_mut(guard));
                    }
                    self.visit_expr_mut(&mut arm.body);
                }
            }
            Expr::Return(_) => {
                let returned = self.returned.clone();
                self.expecting(returned, |this| visit_mut::visit_expr_mut(this, expr));
            }
            Expr::Closure(closure) => {
                let ty = stated(&closure.output);
                let outer = mem::replace(&mut self.returned, ty.clone());
                self.expecting(ty, |this| this.visit_expr_mut(&mut closure.body));
                self.returned = outer;
            }
            Expr::MethodCall(call) if fallible::tries(&call.receiver) => {
                let ty = fallible::told_by_method(call);
                self.expecting(ty, |this| this.visit_expr_mut(&mut call.receiver));
                for arg in &mut call.args {
                    self.expecting(None, |this| this.visit_expr_mut(arg));
                }
            }
            Expr::Block(_) | Expr::Paren(_) | Expr::Group(_) => {
                visit_mut::visit_expr_mut(self, expr)
            }
            _ => self.expecting(None, |this| visit_mut::visit_expr_mut(this, expr)),
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
