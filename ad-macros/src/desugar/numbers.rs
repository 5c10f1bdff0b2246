//! Type parameters that are bound by a trait of the user's: which of them stand for numbers.
//!
//! Receives a function; promises that every parameter that its signature takes for a number and its body does not
//! compute with is bound by `Differentiable`, as one that stands for anything. `trait Scalar: Real` and
//! `trait Shape` look the same from outside. What is multiplied by an `f64` is no number of its own either, but
//! a vector, say; and what a trait with operators of its own says, `trait Field: Copy + Add<Output = Self>`, is as good
//! as if the parameter's bounds said it.
//!
//! ```text
//! fn total<S: Shape>(shapes: &[S]) -> f64 {             where S: Differentiable
//!     shapes.iter().map(|s| s.area()).sum()
//! }
//! fn energy<T: Scalar>(x: &[T]) -> T {                  as it is: `v * v`
//!     x.iter().map(|&v| v * v).sum()
//! }
//! ```

use super::build;
use super::functions::callable;
use crate::iterators;
use crate::lower::{bounds_of, elementary, supposed_numbers};
use crate::tables::HashSet;
use proc_macro2::{Ident, TokenStream};
use syn::visit::{self, Visit};
use syn::{Expr, Pat, Type, parse_quote};

/// Says of a function's type parameters which are no numbers.
pub(crate) fn tell(function: &mut syn::ItemFn, core: &TokenStream) {
    let taken = supposed_numbers(&function.sig).into_iter();
    let others =
        taken.filter(|t| has_operators(&function.sig, t) || !computes_with(function, &t.ident));
    let others: Vec<Ident> = others.map(|t| t.ident.clone()).collect();
    for t in others {
        let clause = function.sig.generics.make_where_clause();
        clause
            .predicates
            .push(parse_quote!(#t: #core::Differentiable));
    }
}

/// Whether a trait of a parameter says what operators its types have: they have the rules of those, whatever they are.
fn has_operators(signature: &syn::Signature, t: &syn::TypeParam) -> bool {
    bounds_of(&signature.generics, t).any(iterators::bound_says_operators)
}

/// Whether a function uses values of the type `t` as numbers.
fn computes_with(function: &syn::ItemFn, t: &Ident) -> bool {
    let mut uses = Uses {
        t,
        numbers: HashSet::default(),
        lists: HashSet::default(),
        floats: HashSet::default(),
        makers: makers(function, t),
        mixed: false,
        gives: matches!(&function.sig.output, syn::ReturnType::Type(_, ty) if mentions(ty, t)),
        found: false,
    };
    for input in &function.sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            uses.declare_typed(&typed.pat, &typed.ty);
        }
    }
    uses.visit_block(&function.block);
    (uses.found || gives_total(function, t)) && !uses.mixed
}

/// Whether a function gives the sum or the product of an iterator's items, whose type nothing else says.
fn gives_total(function: &syn::ItemFn, t: &Ident) -> bool {
    let own = |ty: &Type| matches!(ty, Type::Path(p) if p.path.is_ident(t));
    let of_t = matches!(&function.sig.output, syn::ReturnType::Type(_, ty) if own(ty));
    match function.block.stmts.last() {
        Some(syn::Stmt::Expr(Expr::MethodCall(call), None)) => {
            let total = call.method == "sum" || call.method == "product";
            of_t && total && call.args.is_empty() && call.turbofish.is_none()
        }
        _ => false,
    }
}

/// What a type is made of values of `t`.
#[derive(Clone, Copy, PartialEq)]
enum Made {
    Number,
    List,
}

struct Uses<'a> {
    t: &'a Ident,
    /// Names of values of the type, and of lists of them.
    numbers: HashSet<Ident>,
    lists: HashSet<Ident>,
    /// Names of values that are said to be floats.
    floats: HashSet<Ident>,
    /// Names of functions that give a value of the type.
    makers: HashSet<Ident>,
    /// Whether such a float is an operand beside a value of the type.
    mixed: bool,
    /// Whether the function gives such values.
    gives: bool,
    found: bool,
}

impl Uses<'_> {
    fn declare_typed(&mut self, pat: &Pat, ty: &Type) {
        if let (Pat::Ident(p), true) = (pat, is_float(ty)) {
            self.floats.insert(p.ident.clone());
        }
        if let Some(made) = made_of(ty, self.t) {
            self.declare(pat, made);
        }
    }

    fn declare(&mut self, pat: &Pat, made: Made) {
        match pat {
            Pat::Ident(p) => {
                match made {
                    Made::Number => self.numbers.insert(p.ident.clone()),
                    Made::List => self.lists.insert(p.ident.clone()),
                };
            }
            Pat::Reference(p) => self.declare(&p.pat, made),
            Pat::Paren(p) => self.declare(&p.pat, made),
            Pat::Type(p) => self.declare(&p.pat, made),
            Pat::Slice(p) if made == Made::List => {
                p.elems.iter().for_each(|e| self.declare(e, Made::Number));
            }
            _ => {}
        }
    }

    /// Declares what a pattern binds of the items of a pipeline.
    fn declare_items(&mut self, pat: &Pat, pipeline: &Expr) {
        let Expr::MethodCall(call) = pipeline else {
            if self.is_list(pipeline) {
                self.declare(pat, Made::Number);
            }
            return;
        };
        let parts = match pat {
            Pat::Tuple(pair) if pair.elems.len() == 2 => Some((&pair.elems[0], &pair.elems[1])),
            _ => None,
        };
        match (call.method.to_string().as_str(), parts, call.args.first()) {
            ("zip", Some((left, right)), Some(other)) => {
                self.declare_items(left, &call.receiver);
                self.declare_items(right, other);
            }
            ("enumerate", Some((_, item)), _) => self.declare_items(item, &call.receiver),
            ("zip" | "enumerate" | "map" | "flat_map" | "filter_map" | "scan", ..) => {}
            ("windows" | "chunks" | "chunks_exact" | "rchunks" | "rchunks_exact", ..)
                if self.is_list(&call.receiver) =>
            {
                self.declare(pat, Made::List);
            }
            _ => self.declare_items(pat, &call.receiver),
        }
    }

    fn is_list(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(p) => p.path.get_ident().is_some_and(|i| self.lists.contains(i)),
            Expr::Reference(r) => self.is_list(&r.expr),
            Expr::Paren(p) => self.is_list(&p.expr),
            Expr::Index(i) => matches!(&*i.index, Expr::Range(_)) && self.is_list(&i.expr),
            Expr::MethodCall(call) => {
                (call.method == "to_vec" || call.method == "clone") && self.is_list(&call.receiver)
            }
            _ => false,
        }
    }

    /// Whether an expression is a value of the type.
    fn is_number(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(p) => p.path.get_ident().is_some_and(|i| self.numbers.contains(i)),
            Expr::Reference(r) => self.is_number(&r.expr),
            Expr::Paren(p) => self.is_number(&p.expr),
            Expr::Call(c) => build::as_name(&c.func).is_some_and(|f| self.makers.contains(f)),
            Expr::Unary(u) => self.is_number(&u.expr),
            Expr::Binary(b) => self.is_number(&b.left) || self.is_number(&b.right),
            Expr::Index(i) => !matches!(&*i.index, Expr::Range(_)) && self.is_list(&i.expr),
            Expr::MethodCall(call) => {
                let same = call.method == "clone" || is_elementary(&call.method);
                same && self.is_number(&call.receiver)
            }
            _ => false,
        }
    }

    /// Whether an expression is said to be an `f64` or an `f32`.
    fn is_float(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Float(_)),
            Expr::Path(p) => p.path.get_ident().is_some_and(|i| self.floats.contains(i)),
            Expr::Cast(c) => is_float(&c.ty),
            Expr::Paren(p) => self.is_float(&p.expr),
            Expr::Unary(u) => self.is_float(&u.expr),
            Expr::Binary(b) => self.is_float(&b.left) && self.is_float(&b.right),
            Expr::MethodCall(call) => is_elementary(&call.method) && self.is_float(&call.receiver),
            _ => false,
        }
    }

    /// Whether an operand is a number: where numbers are given, what the receiver holds may be one.
    fn is_operand(&self, expr: &Expr) -> bool {
        self.is_number(expr) || self.gives && is_field_of_receiver(expr)
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Pat::Type(typed) = &local.pat {
            self.declare_typed(&typed.pat, &typed.ty);
        }
        if let Some(init) = &local.init {
            match &*init.expr {
                e if self.is_float(e) => self.floats.extend(build::bound_names(&local.pat)),
                e if self.is_number(e) => self.declare(&local.pat, Made::Number),
                e if self.is_list(e) => self.declare(&local.pat, Made::List),
                _ => {}
            }
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_for_loop(&mut self, node: &'ast syn::ExprForLoop) {
        self.declare_items(&node.pat, &node.expr);
        visit::visit_expr_for_loop(self, node);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        for argument in &call.args {
            if let Expr::Closure(closure) = argument
                && let Some(item) = closure.inputs.last()
            {
                self.declare_items(item, &call.receiver);
            }
        }
        let total = call.method == "sum" || call.method == "product";
        let asked = call.turbofish.as_ref().is_some_and(|given| {
            given.args.iter().any(
                |a| matches!(a, syn::GenericArgument::Type(ty) if made_of(ty, self.t) == Some(Made::Number)),
            )
        });
        self.found |= total && asked;
        self.found |= is_elementary(&call.method) && self.is_number(&call.receiver);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        let logical = matches!(node.op, syn::BinOp::And(_) | syn::BinOp::Or(_));
        self.found |= !logical && (self.is_operand(&node.left) || self.is_operand(&node.right));
        let beside = |a, b| self.is_number(a) && self.is_float(b);
        self.mixed |= beside(&node.left, &node.right) || beside(&node.right, &node.left);
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_path(&mut self, node: &'ast syn::ExprPath) {
        let segments: Vec<_> = node.path.segments.iter().collect();
        if let [owner, name] = &segments[..] {
            self.found |= owner.ident == *self.t && is_of_real(&name.ident);
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // An item's names are its own.
    }
}

/// The parameters that are functions which give a `t`.
fn makers(function: &syn::ItemFn, t: &Ident) -> HashSet<Ident> {
    let gives = |ty: &Type| {
        let written = callable(ty, &function.sig.generics);
        written.is_some_and(|f| made_of(&f.output, t) == Some(Made::Number))
    };
    let typed = function.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(typed),
        syn::FnArg::Receiver(_) => None,
    });
    let makers = typed.filter(|typed| gives(&typed.ty));
    makers
        .flat_map(|typed| build::bound_names(&typed.pat))
        .collect()
}

fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32"))
}

/// What a type makes of `t`, if it is that or a list of it.
fn made_of(ty: &Type, t: &Ident) -> Option<Made> {
    let list = |element: &Type| made_of(element, t).map(|_| Made::List);
    match ty {
        Type::Path(p) if p.path.is_ident(t) => Some(Made::Number),
        Type::Reference(r) => made_of(&r.elem, t),
        Type::Paren(p) => made_of(&p.elem, t),
        Type::Slice(s) => list(&s.elem),
        Type::Array(a) => list(&a.elem),
        Type::Path(p) => {
            let last = p.path.segments.last()?;
            let syn::PathArguments::AngleBracketed(given) = &last.arguments else {
                return None;
            };
            match given.args.first()? {
                syn::GenericArgument::Type(element) if last.ident == "Vec" => list(element),
                _ => None,
            }
        }
        _ => None,
    }
}

fn mentions(ty: &Type, t: &Ident) -> bool {
    let tuple = |parts: &syn::TypeTuple| parts.elems.iter().any(|ty| mentions(ty, t));
    made_of(ty, t).is_some() || matches!(ty, Type::Tuple(parts) if tuple(parts))
}

/// `self.k`, by whichever name the receiver goes.
fn is_field_of_receiver(expr: &Expr) -> bool {
    match expr {
        Expr::Field(f) => {
            let of_receiver = matches!(&*f.base, Expr::Path(p) if p.path.is_ident("self") || p.path.is_ident("this"));
            of_receiver || is_field_of_receiver(&f.base)
        }
        Expr::Index(i) => is_field_of_receiver(&i.expr),
        Expr::Paren(p) => is_field_of_receiver(&p.expr),
        Expr::Unary(u) => is_field_of_receiver(&u.expr),
        _ => false,
    }
}

fn is_elementary(method: &Ident) -> bool {
    elementary::find(&method.to_string()).is_some()
}

/// What `Real` has under a name of its own.
fn is_of_real(name: &Ident) -> bool {
    let name = name.to_string();
    let constants = ["ZERO", "NEG_ZERO", "ONE", "PI", "TAU", "E", "EPSILON"];
    let limits = ["INFINITY", "NEG_INFINITY", "NAN", "MIN_POSITIVE"];
    let functions = ["from_f64", "from_usize", "to_f64"];
    constants.contains(&&*name)
        || limits.contains(&&*name)
        || functions.contains(&&*name)
        || elementary::find(&name).is_some()
        || ["SQRT_", "LN_", "LOG", "FRAC_"]
            .iter()
            .any(|of| name.starts_with(of))
}
