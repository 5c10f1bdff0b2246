//! The types of names, as far as word was left of them.
//!
//! Receives a function whose local names are unique; promises the names of the types of its parameters, variables,
//! fields, elements of lists, and of what closures and loops are given, where the syntax and the words that derives and
//! other functions left (`iterators.rs`) say them. Names of which nothing is said are left out; nothing is guessed.
//!
//! ```text
//! fn f(all: &[Series], k: usize)          all[k] is a `Series`
//! let first = all[0].scaled(2.0);         so is `first`, as `fn scaled(&self, k: f64) -> Series` left word
//! for (i, s) in all.iter().enumerate()    and so is `s`
//! ```

use super::build;
use super::methods::RECEIVER;
use crate::iterators::{self, Named, Role};
use crate::tables::{HashMap, HashSet};
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, GenericParam, Pat, Type, TypeParamBound};

#[derive(Default)]
pub(super) struct Types {
    pub(super) known: HashMap<Ident, Named>,
    /// Those that are references.
    pub(super) references: HashSet<Ident>,
    /// Those that are unique ones.
    pub(super) unique: HashSet<Ident>,
    /// Names that are bound by `let`.
    bound: HashSet<Ident>,
    /// The traits that type parameters stand for.
    bounds: HashMap<String, Vec<Ident>>,
}

impl Types {
    pub(super) fn of_function(function: &syn::ItemFn) -> Self {
        let mut types = Types {
            bounds: bounds(&function.sig.generics),
            ..Types::default()
        };
        types.visit_item_fn(function);
        types
    }

    /// Whether any type that something has here plays one of these roles.
    pub(super) fn any_plays(&self, roles: &[Role]) -> bool {
        let mut known = self.known.values();
        known.any(|ty| roles.iter().any(|role| ty.has(*role)))
    }

    /// Whether a value has a method with a rule of this name, as no list, option or map has that could hold it.
    pub(super) fn has_method(&self, value: &Expr, method: &Ident) -> bool {
        let Some(ty) = self.of_value(value) else {
            return false;
        };
        let mut bounds = self.bounds.get(&ty.name).into_iter().flatten();
        ty.has_method(method)
            || bounds.any(|bound| iterators::has_method(&bound.to_string(), method))
    }

    fn know(&mut self, name: &Ident, ty: Named, is_reference: bool) {
        if is_reference {
            self.references.insert(name.clone());
        }
        self.known.insert(name.clone(), ty);
    }

    /// The type of a place or of what is made here; what an element of a list is may be a list again.
    pub(super) fn of(&self, expr: &Expr) -> Option<Named> {
        match build::peeled(expr) {
            Expr::Reference(to) => self.of(&to.expr),
            Expr::Unary(to) if matches!(to.op, syn::UnOp::Deref(_)) => self.of(&to.expr),
            Expr::Field(field) => iterators::type_of_field(field),
            Expr::Index(index) if !matches!(*index.index, Expr::Range(_)) => {
                self.of(&index.expr).map(Named::item)
            }
            Expr::MethodCall(call) if call.method == "clone" => self.of(&call.receiver),
            Expr::MethodCall(call) => {
                let receiver = self.of_value(&call.receiver)?;
                receiver.returned_by(&call.method, None)
            }
            Expr::Block(block) => self.end(&block.block),
            Expr::If(choice) => self.end(&choice.then_branch).or_else(|| {
                let (_, otherwise) = choice.else_branch.as_ref()?;
                self.of(otherwise)
            }),
            Expr::Match(choice) => choice.arms.iter().find_map(|arm| self.of(&arm.body)),
            made => match build::as_name(made) {
                Some(name) => self.known.get(name).cloned(),
                None => self.made(made),
            },
        }
    }

    /// The same, of what is no list, option or the like.
    fn of_value(&self, expr: &Expr) -> Option<Named> {
        self.of(expr).filter(|ty| !ty.is_list())
    }

    /// The type of a block's value.
    fn end(&self, block: &syn::Block) -> Option<Named> {
        match block.stmts.last() {
            Some(syn::Stmt::Expr(value, None)) => self.of(value),
            _ => None,
        }
    }

    /// `Grid { .. }`, `Grid::new(..)`, `over(a)`, and `Self { .. }` of what the receiver is.
    fn made(&self, expr: &Expr) -> Option<Named> {
        let made = iterators::type_made(expr)?;
        match made.name == "Self" {
            true => self
                .known
                .iter()
                .find_map(|(name, ty)| (name == RECEIVER).then(|| ty.clone())),
            false => Some(made),
        }
    }

    /// Whether nothing tells the type of a name: a closure or a loop was given it.
    pub(super) fn is_given(&self, name: &Ident) -> bool {
        !self.bound.contains(name)
    }

    /// The type of the items of `all`, `&all`, `all.iter()`, `all.iter().rev()`, and whether they are references.
    fn items(&self, expr: &Expr) -> Option<(Named, bool)> {
        match build::peeled(expr) {
            Expr::MethodCall(call) if PASS_ON.iter().any(|name| call.method == name) => {
                self.items(&call.receiver)
            }
            Expr::MethodCall(call) if call.method == "iter" || call.method == "iter_mut" => {
                self.list(&call.receiver).map(|ty| (ty, true))
            }
            Expr::MethodCall(call) if OWNED.iter().any(|name| call.method == name) => {
                Some((self.items(&call.receiver)?.0, false))
            }
            Expr::Reference(to) => self.list(&to.expr).map(|ty| (ty, true)),
            list => {
                let is_reference =
                    build::as_name(list).is_some_and(|name| self.references.contains(name));
                self.list(list).map(|ty| (ty, is_reference))
            }
        }
    }

    fn list(&self, expr: &Expr) -> Option<Named> {
        self.of(expr).filter(|ty| ty.is_list()).map(Named::item)
    }

    /// What a pattern binds of an item; of `items.enumerate()` it is the second of a pair.
    fn bind_item(&mut self, pat: &Pat, of: &Expr) {
        match (pat, build::peeled(of)) {
            (Pat::Tuple(pair), Expr::MethodCall(call)) if call.method == "enumerate" => {
                if let Some(item) = pair.elems.iter().nth(1) {
                    self.bind_item(item, &call.receiver);
                }
            }
            (Pat::Tuple(pair), Expr::MethodCall(call)) if call.method == "zip" => {
                for (item, of) in pair
                    .elems
                    .iter()
                    .zip([Some(&*call.receiver), call.args.first()])
                {
                    of.into_iter().for_each(|of| self.bind_item(item, of));
                }
            }
            (Pat::Reference(of_reference), _) => self.bind_item(&of_reference.pat, of),
            (Pat::Ident(name), _) => {
                if let Some((ty, is_reference)) = self.items(of) {
                    self.know(&name.ident, ty, is_reference);
                }
            }
            _ => {}
        }
    }

    /// What `let` binds, part by part where both sides are tuples.
    fn bind(&mut self, pat: &Pat, init: &Expr) {
        match (pat, build::peeled(init)) {
            (Pat::Tuple(names), Expr::Tuple(values)) if names.elems.len() == values.elems.len() => {
                for (name, value) in names.elems.iter().zip(&values.elems) {
                    self.bind(name, value);
                }
            }
            (Pat::Tuple(names), Expr::MethodCall(call)) => {
                let Some(receiver) = self.of_value(&call.receiver) else {
                    return;
                };
                for (i, name) in names.elems.iter().enumerate() {
                    if let (Pat::Ident(name), Some(ty)) =
                        (name, receiver.returned_by(&call.method, Some(i)))
                    {
                        self.know(&name.ident, ty, false);
                    }
                }
            }
            (Pat::Ident(name), init) => {
                if let Some(ty) = self.of(init) {
                    let is_reference = matches!(init, Expr::Reference(_))
                        || build::as_name(init).is_some_and(|of| self.references.contains(of));
                    self.know(&name.ident, ty, is_reference);
                }
            }
            _ => {}
        }
    }
}

/// Adaptors that pass items on as they are.
const PASS_ON: [&str; 8] = [
    "rev",
    "skip",
    "take",
    "step_by",
    "filter",
    "skip_while",
    "take_while",
    "by_ref",
];

/// What gives items that are no references.
const OWNED: [&str; 4] = ["into_iter", "drain", "cloned", "copied"];

/// The traits by which parameters are bound.
fn bounds(generics: &syn::Generics) -> HashMap<String, Vec<Ident>> {
    let mut traits: HashMap<String, Vec<Ident>> = HashMap::default();
    let mut add = |parameter: &Ident, bounds: &mut dyn Iterator<Item = &TypeParamBound>| {
        let names = bounds.filter_map(|bound| match bound {
            TypeParamBound::Trait(of) => of.path.segments.last().map(|last| last.ident.clone()),
            _ => None,
        });
        traits
            .entry(parameter.to_string())
            .or_default()
            .extend(names);
    };
    for param in &generics.params {
        if let GenericParam::Type(param) = param {
            add(&param.ident, &mut param.bounds.iter());
        }
    }
    for predicate in generics.where_clause.iter().flat_map(|w| &w.predicates) {
        if let syn::WherePredicate::Type(bounded) = predicate
            && let Some(parameter) = iterators::named(&bounded.bounded_ty)
        {
            add(parameter, &mut bounded.bounds.iter());
        }
    }
    traits
}

impl<'ast> Visit<'ast> for Types {
    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items see no locals.
    }

    fn visit_pat_type(&mut self, typed: &'ast syn::PatType) {
        if let (Pat::Ident(name), Some(ty)) = (&*typed.pat, iterators::name_of(&typed.ty)) {
            let is_reference = matches!(*typed.ty, Type::Reference(_));
            if matches!(&*typed.ty, Type::Reference(to) if to.mutability.is_some()) {
                self.unique.insert(name.ident.clone());
            }
            self.know(&name.ident, ty, is_reference);
        }
        visit::visit_pat_type(self, typed);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        self.bound.extend(build::bound_names(&local.pat));
        // The value may be that of a block with names of its own.
        visit::visit_local(self, local);
        if let Some(init) = &local.init {
            self.bind(&local.pat, &init.expr);
        }
    }

    fn visit_expr_for_loop(&mut self, e: &'ast syn::ExprForLoop) {
        self.bind_item(&e.pat, &e.expr);
        visit::visit_expr_for_loop(self, e);
    }

    /// `all.iter().map(|series| ..)`, `all.iter().fold(0.0, |sum, series| ..)`
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Some(Expr::Closure(closure)) = call.args.last()
            && let Some(item) = closure.inputs.last()
            && closure.inputs.len() == call.args.len()
        {
            self.bind_item(item, &call.receiver);
        }
        visit::visit_expr_method_call(self, call);
    }
}
