//! Calls of function values.
//!
//! Receives a body in which closures have been inlined; promises that what is called by the name of a
//! variable, or as a part of one, is called by the method of the run time's `Function`.
//!
//! ```text
//! f(x) + fs[0](x)         f.__call((x,)) + fs[0].__call((x,))
//! ```

use super::bindings::Telling;
use super::functions::{CALL, callable, copied, function_types, is_one_of};
use super::stored::aliases::is_kept;
use super::stored::types::is_value;
use super::taken::{self, Taken};
use super::{build, lent_fields, stored};
use crate::iterators::{self, Role};
use crate::lower::contains_type;
use crate::tables::HashSet;
use proc_macro2::Ident;
use quote::quote;
use syn::Expr;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// Calls of function values become calls of their method, and references to them the values.
pub(super) fn to_methods(function: &mut syn::ItemFn) {
    let types = function_types(&function.sig.generics);
    let (mut params, mut locals) = (HashSet::default(), Locals::default());
    locals.visit_block(&function.block);
    let (mut structs, mut of_users) = (locals.1.clone(), HashSet::default());
    for input in &function.sig.inputs {
        let syn::FnArg::Typed(typed) = input else {
            continue;
        };
        let names = build::bound_names(&typed.pat);
        let names = names.iter().map(ToString::to_string);
        if is_one_of(&typed.ty, &types) {
            params.extend(names);
        } else if contains_type(&typed.ty, &|t| is_one_of(t, &types)) {
            let names: Vec<String> = names.collect();
            structs.extend(names.iter().cloned());
            locals.0.extend(names);
        } else if contains_type(&typed.ty, &|t| is_value(t) || is_kept(t)) {
            locals.0.extend(names);
        } else {
            of_users.extend(names);
        }
    }
    let mut taken = Taken::of(of_users);
    Telling(&mut taken).visit_block(&function.block);
    let mut locals = locals.0;
    locals.retain(|name| !taken.names.contains(name));
    let called = Called::in_block(&function.block);
    let mut calls = Calls {
        called,
        params,
        locals,
        structs,
    };
    lent_fields::of_values(&mut function.block, &|field| {
        calls.holds_functions(&Expr::Field(field.clone()))
    });
    calls.visit_block_mut(&mut function.block);
}

/// The names that patterns bind, and those bound to what is made of functions here.
#[derive(Default)]
struct Locals(HashSet<String>, HashSet<String>);

impl<'ast> Visit<'ast> for Locals {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.0.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if local
            .init
            .as_ref()
            .is_some_and(|i| is_made_of_functions(&i.expr))
        {
            let names = build::bound_names(&local.pat);
            self.1.extend(names.iter().map(ToString::to_string));
        }
        visit::visit_local(self, local);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items are functions of their own.
    }
}

/// The names that are called.
#[derive(Default)]
struct Called(HashSet<String>);

impl Called {
    fn in_block(block: &syn::Block) -> HashSet<String> {
        let mut called = Called::default();
        called.visit_block(block);
        called.0
    }
}

impl<'ast> Visit<'ast> for Called {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.0
            .extend(build::as_name(&call.func).map(ToString::to_string));
        visit::visit_expr_call(self, call);
    }
}

/// `Solver { f: |x| … }`, `Solver::new(|x| …)`, `Solver::new(f, …).with(…)`
fn is_made_of_functions(made: &Expr) -> bool {
    match build::peeled(made) {
        Expr::Struct(s) => s.fields.iter().any(|f| is_function_made(&f.expr)),
        Expr::Call(call) => call.args.iter().any(is_function_made),
        Expr::MethodCall(call) => {
            is_made_of_functions(&call.receiver) || call.args.iter().any(is_function_made)
        }
        _ => false,
    }
}

/// A closure, or what the run time makes of one.
pub(super) fn is_function_made(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Closure(_) => true,
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => path.path.segments.iter().any(|s| s.ident == "__private"),
            _ => false,
        },
        _ => false,
    }
}

struct Calls {
    /// The names that are called.
    called: HashSet<String>,
    /// Parameters that are functions.
    params: HashSet<String>,
    /// Variables, and parameters that hold functions with rules. Others hold those of the user's, which
    /// have none.
    locals: HashSet<String>,
    /// Parameters that have function values among their parts.
    structs: HashSet<String>,
}

impl Calls {
    /// The parameter that `f`, `&f`, `*f`, `(f)` names.
    fn param(&self, expr: &Expr) -> Option<Ident> {
        match build::peeled(expr) {
            Expr::Reference(r) => self.param(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.param(&u.expr),
            other => {
                let name = build::as_name(other)?;
                self.params
                    .contains(&name.to_string())
                    .then(|| name.clone())
            }
        }
    }

    /// The function value that is called: a local, or a part of one that is no field of a struct's.
    fn called<'e>(&self, callee: &'e Expr) -> Option<&'e Expr> {
        match build::peeled(callee) {
            Expr::Reference(r) => self.called(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.called(&u.expr),
            Expr::Cast(cast) => self.called(&cast.expr),
            other => self.holds_functions(other).then_some(other),
        }
    }

    fn holds_functions(&self, place: &Expr) -> bool {
        match build::peeled(place) {
            Expr::Path(_) => build::as_name(place).is_some_and(|name| {
                let name = name.to_string();
                self.locals.contains(&name) || self.params.contains(&name)
            }),
            Expr::Field(f) => match f.member {
                syn::Member::Unnamed(_) => self.holds_functions(&f.base),
                // Of other structs, they are the user's own.
                syn::Member::Named(_) => {
                    let root = build::root(&f.base);
                    root.is_some_and(|name| self.structs.contains(&name.to_string()))
                }
            },
            Expr::Index(i) => self.holds_functions(&i.expr),
            // `model.basis(i)(x)`, `self.kind.function()(x)`: a method of the user's that makes one.
            Expr::MethodCall(call) => {
                let of_variable = build::as_name(build::peeled(&call.receiver)).is_some();
                stored::is_by_rule(build::peeled(place))
                    || of_variable && !taken::gives(&call.method)
                    || self.holds_functions(&call.receiver)
            }
            Expr::Unary(u) => self.holds_functions(&u.expr),
            Expr::Closure(_) => false,
            _ => true,
        }
    }
}

impl VisitMut for Calls {
    /// `let f = self.f;` of a function that users may copy: function values may hold what cannot be.
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let (syn::Pat::Ident(bound), Some(init)) = (&local.pat, &mut local.init)
            && self.called.contains(&bound.ident.to_string())
            && is_part(&init.expr)
            && self.holds_functions(&init.expr)
        {
            *init.expr = copied(&init.expr);
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(name) = self.param(expr) {
            *expr = build::name(name);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        // `(f as fn(f64) -> f64)(x)`
        if let Expr::Call(call) = expr
            && let Expr::Cast(cast) = build::peeled(&call.func)
            && let Expr::Path(_) = build::peeled(&cast.expr)
        {
            *call.func = build::peeled(&cast.expr).clone();
        }
        if let Expr::Call(call) = expr
            && let Some(function) = self.called(&call.func)
        {
            let method = Ident::new(CALL, function.span());
            let function = match function {
                Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => function.clone(),
                other => build::paren(other.clone()),
            };
            let args = &call.args;
            let trailing = (!args.is_empty() && !args.trailing_punct()).then(|| quote!(,));
            *expr = syn::parse_quote!(#function.#method((#args #trailing)));
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// Whether an `impl` block calls functions in fields, or is given functions of a type parameter of its own, or what holds such.
/// Where it does neither, such functions may be any, and need no rule; but its methods may call those of a block before it that
/// does, or of a field whose type has one.
pub(crate) fn are_of_fields(block: &syn::ItemImpl) -> bool {
    let parameters: Vec<Ident> = block
        .generics
        .type_params()
        .map(|t| t.ident.clone())
        .collect();
    let given = block.items.iter().any(|item| match item {
        syn::ImplItem::Fn(method) => method.sig.inputs.iter().any(|input| match input {
            syn::FnArg::Typed(typed) => {
                let is_function = |ty: &syn::Type| {
                    is_one_of(ty, &parameters) && callable(ty, &block.generics).is_some()
                };
                is_one_of(&typed.ty, &parameters) || contains_type(&typed.ty, &is_function)
            }
            syn::FnArg::Receiver(_) => false,
        }),
        _ => false,
    });
    let calls = given || block.items.iter().any(calls_part);
    let holds_some = || {
        let mut types = block.generics.type_params().map(|t| &t.ident);
        types.any(|t| callable(&syn::parse_quote!(#t), &block.generics).is_some())
    };
    let Some(own) = iterators::named(&block.self_ty).filter(|_| holds_some()) else {
        return calls;
    };
    if calls {
        iterators::note_role(own, Role::CallsFunctions);
    }
    calls || iterators::plays(own, Role::CallsFunctions)
}

/// Whether a method calls what it takes out of its receiver.
fn calls_part(item: &syn::ImplItem) -> bool {
    let mut taken = Taken::of(HashSet::from_iter(["self".to_owned()]));
    Telling(&mut taken).visit_impl_item(item);
    taken.called
}

/// `self.f`, `self.fs[i]`
fn is_part(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Unary(u) => is_part(&u.expr),
        Expr::Index(i) => is_part(&i.expr),
        other => matches!(other, Expr::Field(_)),
    }
}
