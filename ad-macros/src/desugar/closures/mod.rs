//! Local closures, inlined where they are called.
//!
//! Receives a function whose local names are unique; promises the same function with every call of a
//! local closure replaced by its body. Names are unique, so nothing can be captured by mistake, and
//! what a closure captures by reference is simply named. Every copy gets local names of its own. A
//! closure of which something else than calls is asked stays as it is.
//!
//! ```text
//! let f = |x: f64| k * x.sin();
//! f(1.0) + f(y)                   { let x_2: f64 = 1.0; k * x_2.sin() } + { let x_3: f64 = y; k * x_3.sin() }
//! ```

mod apply;
mod definition;
#[cfg(test)]
mod tests;

use super::build;
use super::changeable::Changeable;
use super::rename::Names;
use crate::diagnostics::{Sink, catalog};
use crate::tables::{HashMap, HashSet};
use definition::Definition;
pub(crate) use definition::ends_in_closure;
pub(super) use definition::{is_adaptor, is_box_new, named};
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::VecDeque;
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

/// How many tokens may be written for closures in one function: copies in copies double at each level.
const LIMIT: usize = 20_000;

pub(crate) fn inline(function: &mut syn::ItemFn, names: &mut Names, sink: &Sink) {
    let mut inliner = Inliner {
        names,
        sink,
        mutable: Changeable::of(function).by_mut,
        callables: HashMap::default(),
        defined: Vec::new(),
        written: 0,
    };
    let mut body = build::block_expression(std::mem::take(&mut function.block.stmts));
    inliner.visit_expr_mut(&mut body);
    inliner.remove_definitions(0, &mut body);
    function.block.stmts = build::into_stmts(body);
}

/// What a local name that can be called stands for.
#[derive(Clone)]
enum Callable {
    Closure(Rc<Definition>),
    /// A function's path, by another name, with the number of its parameters if a type says it.
    Path(syn::ExprPath, Option<usize>),
    /// One of several, by the number that a local holds.
    Chosen(Ident, Rc<Vec<Callable>>),
}

impl Callable {
    /// How many parameters it has, if that shows.
    fn parameters(&self) -> Option<usize> {
        match self {
            Callable::Closure(definition) => Some(definition.closure.inputs.len()),
            Callable::Path(_, parameters) => *parameters,
            Callable::Chosen(_, among) => among.iter().find_map(Callable::parameters),
        }
    }

    /// Whether calls change what only this closure holds, so that it must not be copied.
    fn is_stateful(&self) -> bool {
        match self {
            Callable::Closure(definition) => definition.stateful,
            Callable::Path(..) => false,
            Callable::Chosen(_, among) => among.iter().any(Callable::is_stateful),
        }
    }
}

struct Inliner<'a> {
    names: &'a mut Names,
    sink: &'a Sink,
    /// Locals that may be assigned to.
    mutable: HashSet<String>,
    callables: HashMap<String, Callable>,
    /// In the order of their definitions.
    defined: Vec<Ident>,
    /// Tokens written so far.
    written: usize,
}

impl Inliner<'_> {
    /// What `callee` calls, if it is known: `f`, `(*f)`, `(&f)`.
    fn callee(&self, callee: &Expr) -> Option<&Callable> {
        match build::peeled(callee) {
            Expr::Reference(r) => self.callee(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.callee(&u.expr),
            other => self.callables.get(&build::as_name(other)?.to_string()),
        }
    }

    /// The value of a call, if it is one of a closure.
    fn inlined(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let args: Vec<Expr> = call.args.iter().cloned().collect();
        let mut value = match definition::unboxed(&call.func) {
            Expr::Closure(closure) => {
                let mut closure = closure.clone();
                let (_, snapshots) = self.snapshots(&mut closure, &[]);
                let value = self.applied(closure, args)?;
                if snapshots.is_empty() {
                    value
                } else {
                    let rest = build::into_stmts(value);
                    build::block_expression(snapshots.into_iter().chain(rest).collect())
                }
            }
            Expr::Block(block) if definition::ends_in_callable(&block.block) => {
                return Some(self.applied_in_block(block.block.clone(), call));
            }
            callee => {
                let callable = self.callee(callee)?.clone();
                self.called(&callable, args, call)?
            }
        };
        // An argument that can be called itself is called under the parameter's name.
        if call.args.iter().any(|a| self.is_callable(a)) {
            self.visit_expr_mut(&mut value);
        }
        Some(value)
    }

    /// `{ let a = 2.0; |x| a * x }(y)` as `{ let a = 2.0; (|x| a * x)(y) }`
    fn applied_in_block(&mut self, mut block: Block, call: &syn::ExprCall) -> Expr {
        if let Some(Stmt::Expr(closure, None)) = block.stmts.pop() {
            let mut call = call.clone();
            *call.func = closure;
            block.stmts.push(Stmt::Expr(Expr::Call(call), None));
        }
        self.visit_block_mut(&mut block);
        build::block_as_expression(block)
    }

    fn is_callable(&self, arg: &Expr) -> bool {
        match build::peeled(arg) {
            Expr::Reference(r) => self.is_callable(&r.expr),
            Expr::Closure(_) => true,
            other => self.callee(other).is_some(),
        }
    }

    fn called(
        &mut self,
        callable: &Callable,
        args: Vec<Expr>,
        call: &syn::ExprCall,
    ) -> Option<Expr> {
        match callable {
            Callable::Closure(definition) => {
                if definition.closure.inputs.len() != args.len() || !self.affords(definition, call)
                {
                    return None;
                }
                let mut closure = definition.closure.clone();
                self.names.renew(&mut closure, &[]);
                self.applied(closure, args)
            }
            Callable::Path(path, _) => {
                let mut call = call.clone();
                *call.func = Expr::Path(path.clone());
                call.args = args.into_iter().collect();
                Some(Expr::Call(call))
            }
            Callable::Chosen(selector, among) => self.called_by_choice(selector, among, args, call),
        }
    }

    /// Counts what a copy costs; beyond all measure, refuses it.
    fn affords(&mut self, definition: &Definition, at: &dyn ToTokens) -> bool {
        let affordable = self.written <= LIMIT;
        self.written += definition.size;
        if affordable && self.written > LIMIT {
            self.sink.refuse_at(at, catalog::CLOSURES_GROW);
        }
        self.written <= LIMIT
    }

    /// `f(a)` for a chosen `f`: the arguments once, then a `match` over the choice.
    fn called_by_choice(
        &mut self,
        selector: &Ident,
        among: &[Callable],
        args: Vec<Expr>,
        call: &syn::ExprCall,
    ) -> Option<Expr> {
        let span = call.span();
        let mut stmts = Vec::new();
        let mut held = Vec::new();
        for arg in args {
            let name = self.names.fresh(&Ident::new("argument", arg.span()));
            let pattern = build::name_pattern(name.clone(), false);
            stmts.push(build::let_(pattern, arg, span));
            held.push(build::name(name));
        }
        let mut arms = Vec::new();
        for (number, callable) in among.iter().enumerate() {
            let value = self.called(callable, held.clone(), call)?;
            let pattern = definition::number_pattern(number, among.len(), span);
            arms.push(build::arm(pattern, None, value));
        }
        let choice = build::match_(build::name(selector.clone()), arms, span);
        stmts.push(Stmt::Expr(choice, None));
        Some(build::block_expression(stmts))
    }

    /// Iterator adaptors see the closure itself instead of its name.
    fn spell_out(&mut self, arg: &mut Expr) {
        let by_value = !matches!(build::peeled(arg), Expr::Reference(_));
        match self.callee(arg).cloned() {
            Some(Callable::Closure(definition)) if !(by_value && definition.stateful) => {
                if self.affords(&definition, arg) {
                    let mut closure = definition.closure.clone();
                    self.names.renew(&mut closure, &[]);
                    closure.capture = None;
                    *arg = Expr::Closure(closure);
                }
            }
            Some(Callable::Path(path, _)) => *arg = Expr::Path(path),
            _ => {}
        }
    }

    /// Other functions see the closure itself, too, unless each of its calls changes the next. A path
    /// may be that of a constant, which is no function.
    fn pass_on(&mut self, arg: &mut Expr) {
        // Code that stays as it is passes a reference where the callee asks for one.
        if let Expr::Reference(r) = arg
            && r.mutability.is_none()
        {
            return self.pass_on(&mut r.expr);
        }
        match self.callee(arg).cloned() {
            Some(Callable::Chosen(selector, among)) if !among.iter().any(Callable::is_stateful) => {
                if let Some(closure) = self.closure_by_choice(&selector, &among, arg) {
                    *arg = closure;
                }
            }
            Some(Callable::Path(path, _)) if !is_function_name(&path) => {}
            Some(callable) if !callable.is_stateful() => self.spell_out(arg),
            _ => {}
        }
    }

    /// A chosen function as a closure, where it shows how many arguments it takes.
    fn closure_by_choice(
        &mut self,
        selector: &Ident,
        among: &Rc<Vec<Callable>>,
        arg: &Expr,
    ) -> Option<Expr> {
        let count = among.iter().find_map(Callable::parameters)?;
        let names: Vec<Ident> = (0..count)
            .map(|_| self.names.fresh(&Ident::new("operand", arg.span())))
            .collect();
        let callable = Callable::Chosen(selector.clone(), among.clone());
        let call: syn::ExprCall = syn::parse_quote!(#selector(#(#names),*));
        let args = names.iter().cloned().map(build::name).collect();
        let body = self.called(&callable, args, &call)?;
        Some(syn::parse_quote!(|#(#names),*| #body))
    }

    /// Removes the definitions since the `first` that nothing mentions any more; `code` has them all.
    /// What is left of a closure whose calls change its own captures would not see the changes.
    fn remove_definitions(&mut self, first: usize, code: &mut Expr) {
        for name in self.defined.split_off(first).iter().rev() {
            if !build::mentions(code, name) {
                Remover(name).visit_expr_mut(code);
            } else if self.callables[&name.to_string()].is_stateful() {
                self.sink.refuse_at(name, catalog::CLOSURE_STATE);
            }
        }
    }
}

/// Functions are written in lowercase, constants and variants are not.
fn is_function_name(path: &syn::ExprPath) -> bool {
    let last = path.path.segments.last().map(|s| s.ident.to_string());
    last.is_some_and(|name| !name.chars().any(char::is_uppercase))
}

struct Remover<'a>(&'a Ident);

impl VisitMut for Remover<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain(|stmt| !defines(stmt, self.0));
        visit_mut::visit_block_mut(self, block);
    }
}

fn defines(stmt: &Stmt, name: &Ident) -> bool {
    matches!(stmt, Stmt::Local(local)
        if definition::named(&local.pat).is_some_and(|(defined, _)| defined == name))
}

impl VisitMut for Inliner<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut rest: VecDeque<Stmt> = std::mem::take(&mut block.stmts).into();
        while let Some(mut stmt) = rest.pop_front() {
            self.visit_stmt_mut(&mut stmt);
            if let Some(parts) = definition::parts(&mut stmt) {
                parts.into_iter().rev().for_each(|p| rest.push_front(p));
                continue;
            }
            if let Stmt::Local(local) = &mut stmt {
                let before = self.define(local, rest.make_contiguous());
                block.stmts.extend(before);
            }
            block.stmts.push(stmt);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Call(call) => match self.inlined(call) {
                Some(value) => *expr = value,
                None if definition::is_generator(&call.func) => {
                    call.args.iter_mut().for_each(|a| self.spell_out(a));
                }
                None => call.args.iter_mut().for_each(|a| self.pass_on(a)),
            },
            Expr::MethodCall(call) if definition::is_adaptor(&call.method) => {
                call.args.iter_mut().for_each(|a| self.spell_out(a));
            }
            Expr::MethodCall(call) => call.args.iter_mut().for_each(|a| self.pass_on(a)),
            Expr::Struct(made) => made.fields.iter_mut().for_each(|field| {
                self.pass_on(&mut field.expr);
                if !matches!(field.expr, Expr::Path(_)) {
                    field.colon_token.get_or_insert_default();
                }
            }),
            _ => {}
        }
    }

    /// A closure is complete before it is copied.
    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let first = self.defined.len();
        visit_mut::visit_expr_closure_mut(self, closure);
        self.remove_definitions(first, &mut closure.body);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
