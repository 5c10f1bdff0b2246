//! Functions that are kept: in arrays and vectors, in variables that are assigned to, as results.
//!
//! Receives a function's body; promises that every closure and every function's name that is put where
//! a type says "function" is made a value that carries its rule, by a call of a function that takes it
//! as an argument. Local closures that are only called have been, or will be, inlined instead.
//!
//! ```text
//! let fs: Vec<Box<dyn Fn(f64) -> f64>> =        let fs: Vec<AnyFunction<(ValueOf<f64>,), f64>> =
//!     vec![Box::new(move |x| k * x)];               vec![AnyFunction::<…>::of(move |x: f64| k * x)];
//! ```

pub(crate) mod aliases;
mod constructors;
mod held;
mod infer;
mod known;
mod lists;
mod marks;
pub(crate) mod objects;
mod opened;
mod referred;
#[cfg(test)]
mod tests;
pub(crate) mod types;

use super::closures::{is_box_new, named};
use super::rename::Names;
use super::{build, functions};
use crate::lower::contains_type;
use crate::tables::{HashMap, HashSet};
use known::element_type;
pub(crate) use lists::is_object_of_any;
pub(crate) use marks::{BY_RULE, is_by_rule};
use marks::{TAKING, by_rule, given_by_rule};
use proc_macro2::TokenStream;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Pat, Stmt, Type};
use types::{Value, is_value, retype};

/// Functions inside of other values, and those returned. A variable that holds one function is left
/// alone: most are closures that can be inlined.
pub(super) fn nested(function: &mut syn::ItemFn, names: &Names, core: &TokenStream) {
    known::copy_parameters(function);
    lists::make_objects(function, core);
    run(function, names, core, true);
}

/// Variables that hold one function, and that no closure could be inlined for.
pub(super) fn remaining(function: &mut syn::ItemFn, names: &Names, core: &TokenStream) {
    run(function, names, core, false);
    constructors::mark(function, names);
    Retyped(core).visit_block_mut(&mut function.block);
}

fn run(function: &mut syn::ItemFn, names: &Names, core: &TokenStream, nested_only: bool) {
    let mut known = Known::default();
    known.visit_item_fn(function);
    let mut storing = Storing {
        names,
        core,
        callable: known.closures,
        parameters: known.parameters,
        called: known.called,
        opened: opened::names(function),
        types: HashMap::default(),
        output: None,
        nested_only,
    };
    let generic = functions::function_types(&function.sig.generics);
    for input in &function.sig.inputs {
        let syn::FnArg::Typed(typed) = input else {
            continue;
        };
        if let Pat::Ident(name) = &*typed.pat {
            if functions::is_one_of(&typed.ty, &generic) {
                storing.callable.insert(name.ident.to_string());
            }
            let ty = (*typed.ty).clone();
            storing.types.insert(name.ident.to_string(), ty);
        }
    }
    if let syn::ReturnType::Type(_, ty) = &function.sig.output {
        storing.output = Some((**ty).clone());
        storing.store_block(&mut function.block, ty);
    }
    storing.visit_block_mut(&mut function.block);
}

/// The variables that name closures, and those that are called.
#[derive(Default)]
struct Known {
    closures: HashSet<String>,
    /// What those are called with that say it.
    parameters: HashMap<String, Vec<Type>>,
    called: HashSet<String>,
}

impl<'ast> Visit<'ast> for Known {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let (Some((name, _)), Some(init)) = (named(&local.pat), &local.init)
            && let Expr::Closure(closure) = function_in(&init.expr)
        {
            self.closures.insert(name.to_string());
            let parameters = infer::parameters(closure).map(|types| (name.to_string(), types));
            self.parameters.extend(parameters);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.called
            .extend(build::as_name(&call.func).map(ToString::to_string));
        visit::visit_expr_call(self, call);
    }
}

/// The function in `Box::new(f)`, `&f`, `f as fn(A) -> B`.
fn function_in(expr: &Expr) -> &Expr {
    match build::peeled(expr) {
        Expr::Reference(r) if r.mutability.is_none() => function_in(&r.expr),
        Expr::Cast(c) => function_in(&c.expr),
        Expr::Call(call) if call.args.len() == 1 && is_box_new(&call.func) => {
            function_in(&call.args[0])
        }
        other => other,
    }
}

struct Storing<'a> {
    names: &'a Names,
    core: &'a TokenStream,
    /// Locals that name closures, and parameters that are functions.
    callable: HashSet<String>,
    /// What local closures are called with, where they say it.
    parameters: HashMap<String, Vec<Type>>,
    /// Locals that are called.
    called: HashSet<String>,
    /// Those, and locals that are lists or the like of which items are called.
    opened: HashSet<String>,
    /// The types of locals, where they are written.
    types: HashMap<String, Type>,
    /// What the function returns.
    output: Option<Type>,
    nested_only: bool,
}

impl Storing<'_> {
    /// Makes values of the functions in `expr`, which is of type `ty`.
    fn store(&self, expr: &mut Expr, ty: &Type) {
        tails(expr, &mut |expr| match Value::of(ty) {
            Some(value) => self.make(expr, &value),
            None => match objects::boxed(ty) {
                Some(_) if self.refers_already(expr) => *expr = functions::copied(expr),
                Some(_) => objects::make(expr, ty, self.core),
                None => self.store_parts(expr, ty),
            },
        });
    }

    fn store_block(&self, block: &mut Block, ty: &Type) {
        tails_of_block(block, &mut |expr| self.store(expr, ty));
    }

    /// Functions in what is put together here.
    fn store_parts(&self, expr: &mut Expr, ty: &Type) {
        match (expr, ty) {
            (Expr::Reference(r), Type::Reference(t)) => self.store(&mut r.expr, &t.elem),
            (Expr::Tuple(values), Type::Tuple(types)) => {
                let pairs = values.elems.iter_mut().zip(&types.elems);
                pairs.for_each(|(value, ty)| self.store(value, ty));
            }
            (expr, ty) => {
                let Some(element) = element_type(ty) else {
                    return;
                };
                match expr {
                    Expr::Array(a) => a.elems.iter_mut().for_each(|e| self.store(e, element)),
                    Expr::Repeat(r) => self.store(&mut r.expr, element),
                    Expr::Macro(m) if m.mac.path.is_ident("vec") => {
                        build::visit_arguments(&mut Elements(self, element), &mut m.mac);
                    }
                    Expr::Call(call) if is_wrapping(&call.func) => {
                        call.args.iter_mut().for_each(|a| self.store(a, element));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Makes a value of a function. What is not seen to be one is one already.
    fn make(&self, expr: &mut Expr, value: &Value) {
        let mut function = function_in(expr).clone();
        let is_function = match &mut function {
            Expr::Closure(closure) => {
                build::state_parameters(closure, value.parameters());
                // `move |b| Box::new(move |x| …)`, which makes functions itself.
                if let Some(given) = value.output().filter(|ty| contains_type(ty, &is_value)) {
                    self.store(&mut closure.body, given);
                }
                true
            }
            Expr::Path(path) => match build::as_name(&Expr::Path(path.clone())) {
                Some(name) if self.names.is_local(name) => {
                    self.callable.contains(&name.to_string())
                }
                _ => infer::is_function_name(path),
            },
            _ => false,
        };
        if is_function {
            let maker = value.maker(self.core);
            function = syn::parse_quote!(#maker(#function));
        }
        by_rule(&mut function);
        *expr = function;
    }

    /// A declaration whose type mentions functions.
    fn declare(&mut self, local: &mut syn::Local) {
        let Pat::Type(typed) = &mut local.pat else {
            return;
        };
        let init = local.init.as_ref().map(|init| &*init.expr);
        let referred = init.and_then(|init| referred::retyped(typed, init, self.core));
        let mut ty = referred.unwrap_or_else(|| (*typed.ty).clone());
        // `[Control; 2]`, another name for a type of functions: that of the values is found by them.
        if let Some(init) = &local.init
            && self.inferred(&init.expr).is_some()
            && !retype(&mut ty, self.core)
        {
            local.pat = (*typed.pat).clone();
            return;
        }
        retype(&mut ty, self.core);
        let is_kept = |t: &Type| types::is_value(t) || objects::boxed(t).is_some();
        if !contains_type(&ty, &is_kept) || self.nested_only && types::is_value(&ty) {
            return;
        }
        if let Some(init) = &mut local.init {
            self.store(&mut init.expr, &ty);
        }
        if let Some((name, _)) = named(&typed.pat) {
            self.types.insert(name.to_string(), ty.clone());
        }
        *typed.ty = ty;
    }

    /// The type of what is a function that is kept, or kept functions, for sure. Others that may be chosen in its place,
    /// `if c { table[i] } else { square }`, become such.
    fn type_of_kept(&self, value: &mut Expr) -> Option<Type> {
        if !matches!(value, Expr::If(_) | Expr::Match(_)) {
            return self.type_of(value).cloned();
        }
        let mut kept = None;
        tails(value, &mut |value| {
            kept = kept.take().or_else(|| self.type_of(value).cloned());
        });
        let ty = kept.filter(types::is_value)?;
        self.store(value, &ty);
        Some(ty)
    }

    /// Whether a pattern binds what is called, or what holds that.
    fn opens(&self, pat: &Pat) -> bool {
        let mut bound = build::bound_names(pat).into_iter();
        bound.any(|name| self.opened.contains(&name.to_string()))
    }

    /// What a collection is given more of.
    fn store_given(&self, call: &mut syn::ExprMethodCall) {
        let growing = ["push", "push_back", "push_front", "insert"];
        if growing.iter().any(|name| call.method == name)
            && let Some(element) = self.type_of(&call.receiver).and_then(element_type)
            && let Some(given) = call.args.last_mut()
        {
            self.store(given, element);
        }
    }

    /// Marks what gives a pattern functions: in a tuple, only the parts that are called.
    fn give_to(&self, pat: &Pat, value: &mut Expr) {
        match (pat, value) {
            (Pat::Tuple(pats), Expr::Tuple(parts)) if pats.elems.len() == parts.elems.len() => {
                let pairs = pats.elems.iter().zip(&mut parts.elems);
                let opened = pairs.filter(|(pat, _)| self.opens(pat));
                opened.for_each(|(pat, part)| self.give_to(pat, part));
            }
            (_, value) => tails(value, &mut |value| self.give_by_rule(value)),
        }
    }

    /// Marks what gives functions, and makes a value of the function that takes their place, `by_name(n).unwrap_or(square)`.
    fn give_by_rule(&self, expr: &mut Expr) {
        given_by_rule(expr);
        if let Expr::MethodCall(call) = expr
            && call.method == "unwrap_or"
            && is_by_rule(build::peeled(&call.receiver))
            && let Some(Expr::Path(path)) = call.args.first().map(build::peeled)
            && build::as_name(&call.args[0]).is_none_or(|name| !self.names.is_local(name))
            && infer::is_function_name(path)
        {
            let core = self.core;
            let mut pointer: Expr = syn::parse_quote!(#core::FunctionPointer::<_, _>::of(#path));
            by_rule(&mut pointer);
            call.args[0] = pointer;
        }
    }

    /// What takes the place of an element that is not there: `table.get(i).copied().unwrap_or(square)`.
    fn store_in_place(&self, call: &mut syn::ExprMethodCall) {
        if call.method == "unwrap_or"
            && let Some(element) = self.type_of_found(&call.receiver)
            && types::is_value(element)
            && let Some(given) = call.args.first_mut()
        {
            self.store(given, element);
        }
    }

    /// What a method is given.
    fn of_method(&mut self, call: &mut syn::ExprMethodCall) {
        self.store_given(call);
        self.store_in_place(call);
        self.learn_parameters(call);
        if call.args.iter().any(calls_what_it_is_given) {
            given_by_rule(&mut call.receiver);
        }
        for arg in &mut call.args {
            self.lend_referred(arg, false);
        }
        if !self.nested_only {
            for arg in &mut call.args {
                self.pass_on(arg);
            }
        }
    }

    /// What a function is given; whether functions are among it. One with a rule is understood by other rules alone.
    fn of_call(&mut self, call: &mut syn::ExprCall) -> bool {
        self.give_by_rule(&mut call.func);
        let is_local = build::as_name(&call.func).is_some_and(|n| self.names.is_local(n));
        if is_function(&call.func) {
            for arg in &mut call.args {
                self.lend_referred(arg, is_local);
                self.hold_parts(arg);
            }
        } else if held::is_constructor(&call.func) && !is_wrapping(&call.func) {
            self.hold_items(call);
        }
        if self.nested_only {
            return false;
        }
        if is_local {
            call.args.iter_mut().for_each(|arg| self.give(arg));
        }
        let passed = call.args.iter_mut().map(|arg| self.pass_on(arg));
        passed.filter(|&is_function| is_function).count() > 0
    }
}

impl VisitMut for Storing<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        self.declare(local);
        if let Some(init) = &mut local.init
            && self.opens(&local.pat)
        {
            self.give_to(&local.pat, &mut init.expr);
        }
        let kept = local
            .init
            .as_mut()
            .and_then(|i| self.type_of_kept(&mut i.expr));
        if let Some(ty) = kept {
            self.learn(&local.pat, &ty);
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) => self.of_method(call),
            Expr::Call(call) => {
                if self.of_call(call) {
                    by_rule(expr);
                }
            }
            Expr::Struct(made) => self.hold_fields(made),
            Expr::Match(m) => {
                if m.arms.iter().any(|arm| self.opens(&arm.pat)) {
                    tails(&mut m.expr, &mut |value| self.give_by_rule(value));
                }
            }
            Expr::Cast(cast) if objects::boxed(&cast.ty).is_some() => {
                self.store(&mut cast.expr, &cast.ty);
                *expr = (*cast.expr).clone();
            }
            Expr::Assign(a) => {
                if let Some(ty) = self.type_of(&a.left) {
                    self.store(&mut a.right, ty);
                }
            }
            Expr::Return(r) => {
                if let (Some(value), Some(ty)) = (&mut r.expr, &self.output) {
                    self.store(value, ty);
                }
            }
            Expr::Array(_) | Expr::Macro(_) => {
                if let Some(ty) = self.inferred(expr) {
                    self.store(expr, &ty);
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_for_loop_mut(&mut self, e: &mut syn::ExprForLoop) {
        if let Some(item) = self.item_type(&e.expr) {
            self.learn(&e.pat, &item);
        }
        if self.opens(&e.pat) {
            given_by_rule(&mut e.expr);
        }
        visit_mut::visit_expr_for_loop_mut(self, e);
    }

    /// What a closure returns is not what the function does.
    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.forget_references(closure);
        let output = self.output.take();
        visit_mut::visit_expr_closure_mut(self, closure);
        self.output = output;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// What may be the value of `expr`: in each branch, the last expression.
pub(crate) fn tails(expr: &mut Expr, then: &mut dyn FnMut(&mut Expr)) {
    match expr {
        Expr::Paren(p) => tails(&mut p.expr, then),
        Expr::Group(g) => tails(&mut g.expr, then),
        Expr::Block(b) => tails_of_block(&mut b.block, then),
        Expr::If(e) => {
            tails_of_block(&mut e.then_branch, then);
            if let Some((_, otherwise)) = &mut e.else_branch {
                tails(otherwise, then);
            }
        }
        Expr::Match(m) => m.arms.iter_mut().for_each(|a| tails(&mut a.body, then)),
        other => then(other),
    }
}

pub(super) fn tails_of_block(block: &mut Block, then: &mut dyn FnMut(&mut Expr)) {
    if let Some(Stmt::Expr(value, None)) = block.stmts.last_mut() {
        tails(value, then);
    }
}

/// Stores every expression visited.
struct Elements<'a>(&'a Storing<'a>, &'a Type);

impl VisitMut for Elements<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.0.store(expr, self.1);
    }
}

/// Writes the types of values where types of functions are left.
struct Retyped<'a>(&'a TokenStream);

impl VisitMut for Retyped<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        retype(ty, self.0);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `Some(f)`, `Ok(f)`, `Box::new((f, g))`, `Vec::from([f])`
fn is_wrapping(function: &Expr) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let last = path.path.segments.last();
    is_box_new(function)
        || last.is_some_and(|s| s.ident == "Some" || s.ident == "Ok" || s.ident == "from")
}

/// `|f| f(x)`
fn calls_what_it_is_given(arg: &Expr) -> bool {
    let Expr::Closure(closure) = build::peeled(arg) else {
        return false;
    };
    let mut known = Known::default();
    known.visit_expr(&closure.body);
    let mut given = closure.inputs.iter().flat_map(build::bound_names);
    given.any(|name| known.called.contains(&name.to_string()))
}

/// A function's path, but no constructor.
fn is_function(callee: &Expr) -> bool {
    matches!(callee, Expr::Path(path) if infer::is_function_name(path)) && !is_box_new(callee)
}
