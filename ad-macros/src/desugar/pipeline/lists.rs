//! Variables that are known to hold lists, or to refer to some.
//!
//! Receives a function whose local names are unique; promises for each such variable whether its items are
//! references to the elements or the elements themselves, where it is iterated over by its name.
//!
//! ```text
//! fn f(x: &[f64], y: Vec<f64>) {          x: references
//!     let (a, b) = x.split_at(2);         y: elements
//!     let c = vec![0.0; 3];               a, b: references, c: elements
//! ```

use super::types;
use crate::desugar::build;
use crate::lower::is_vec_constructor;
use crate::segments;
use crate::tables::{HashMap, HashSet};
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, Pat, Type};

/// How a list is iterated over by its name.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Items {
    References,
    Elements,
}

#[derive(Default)]
pub(in crate::desugar) struct Lists {
    items: HashMap<String, Items>,
    /// Variables that are made as vectors of what is not written.
    vectors: HashSet<String>,
    /// Variables that are known to hold arrays.
    arrays: HashSet<String>,
    /// Variables whose items are known to be options.
    options: HashSet<String>,
    /// Variables whose items are written to be of a type by another name than a number's.
    named: HashSet<String>,
    /// Parameters that are references, and lists of references.
    referring: HashSet<String>,
    /// Lists of slices, and of tuples with references in them.
    borrowing: HashSet<String>,
    deques: HashSet<String>,
}

impl Lists {
    pub(in crate::desugar) fn of(function: &syn::ItemFn) -> Self {
        let mut lists = Lists::default();
        lists.visit_item_fn(function);
        lists
    }

    pub(super) fn items(&self, expr: &Expr) -> Option<Items> {
        self.items.get(&build::as_name(expr)?.to_string()).copied()
    }

    /// Whether a variable owns the items that it gives when it is iterated over by its name.
    pub(super) fn owns(&self, expr: &Expr) -> bool {
        let vector = |name| self.vectors.contains(&ToString::to_string(name));
        self.items(expr) == Some(Items::Elements) || build::as_name(expr).is_some_and(vector)
    }

    pub(super) fn is_array(&self, expr: &Expr) -> bool {
        build::as_name(expr).is_some_and(|name| self.arrays.contains(&name.to_string()))
    }

    /// Whether the items of what a head runs over uniquely are options.
    pub(super) fn are_options(&self, head: &Expr) -> bool {
        let name = match build::peeled(head) {
            Expr::MethodCall(call) if call.method == "iter_mut" => build::as_name(&call.receiver),
            Expr::Reference(r) if r.mutability.is_some() => build::as_name(&r.expr),
            _ => None,
        };
        name.is_some_and(|name| self.options.contains(&name.to_string()))
    }

    /// Whether the items that a head runs over are of a type by another name than a number's.
    pub(super) fn are_of_other_name(&self, head: &Expr) -> bool {
        match build::peeled(head) {
            // `iter`, `copied`, `rev`: what changes items is given a function.
            Expr::MethodCall(call) if call.args.is_empty() => {
                self.are_of_other_name(&call.receiver)
            }
            Expr::Reference(r) => self.are_of_other_name(&r.expr),
            list => build::as_name(list).is_some_and(|name| self.named.contains(&name.to_string())),
        }
    }

    /// Whether a list is known to hold references, `let mut stack = vec![root]` of a `root: &Node`: what is put in is no copy.
    pub(in crate::desugar) fn holds_references(&self, list: &Expr) -> bool {
        build::as_name(list).is_some_and(|name| self.referring.contains(&name.to_string()))
    }

    /// The same, or slices, or tuples with references in them.
    pub(in crate::desugar) fn keeps_references(&self, list: &Expr) -> bool {
        let borrowing = |name| self.borrowing.contains(&ToString::to_string(name));
        self.holds_references(list) || build::as_name(list).is_some_and(borrowing)
    }

    /// Whether a variable is a deque, by its type or by what it is asked for.
    pub(in crate::desugar) fn is_deque(&self, list: &Ident) -> bool {
        self.deques.contains(&list.to_string())
    }

    fn is_reference(&self, item: &Expr) -> bool {
        match build::peeled(item) {
            Expr::Reference(r) => r.mutability.is_none(),
            item => self.holds_references(item),
        }
    }

    /// What an item of a list shows that the list holds.
    fn learn_item(&mut self, list: &Ident, item: &Expr) {
        if self.is_reference(item) {
            self.referring.insert(list.to_string());
        }
        if let Expr::Tuple(parts) = build::peeled(item)
            && parts.elems.iter().any(|part| self.is_reference(part))
        {
            self.borrowing.insert(list.to_string());
        }
    }

    fn learn_type(&mut self, name: &Ident, ty: &Type) {
        let deque = types::element_of_deque(ty);
        if deque.is_some() {
            self.deques.insert(name.to_string());
        }
        let deque = deque.flatten();
        let item = deque.or_else(|| item_of(ty));
        if is_of_one(ty) || item.is_some_and(is_of_one) {
            self.referring.insert(name.to_string());
        }
        let borrows = match item {
            Some(Type::Tuple(parts)) => parts.elems.iter().any(is_shared),
            Some(item) => is_shared(item),
            None => false,
        };
        if borrows {
            self.borrowing.insert(name.to_string());
        }
    }

    fn learn_named(&mut self, typed: &syn::PatType) {
        if let (Pat::Ident(name), Some(Type::Path(item))) = (&*typed.pat, item_of(&typed.ty))
            && !types::is_float(&Type::Path(item.clone()))
        {
            self.named.insert(name.ident.to_string());
        }
    }

    fn learn_options(&mut self, pat: &Pat, of_options: bool) {
        if let (Pat::Ident(name), true) = (pat, of_options) {
            self.options.insert(name.ident.to_string());
        }
    }

    fn learn_array(&mut self, pat: &Pat, is_array: bool) {
        if let (Pat::Ident(name), true) = (pat, is_array) {
            self.arrays.insert(name.ident.to_string());
        }
    }

    fn learn(&mut self, pat: &Pat, items: Option<Items>) {
        if let (Pat::Ident(name), Some(items)) = (pat, items) {
            self.items.insert(name.ident.to_string(), items);
        }
    }

    /// What an expression makes or refers to.
    fn made(&self, init: &Expr) -> Option<Items> {
        match build::peeled(init) {
            Expr::Reference(r) if r.mutability.is_none() => self.referred(build::peeled(&r.expr)),
            Expr::Array(list) if !build::lends_each(list) => Some(Items::Elements),
            Expr::Repeat(_) => Some(Items::Elements),
            Expr::Macro(m) if m.mac.path.is_ident("vec") => Some(Items::Elements),
            Expr::MethodCall(call) if call.method == "to_vec" => Some(Items::Elements),
            Expr::Path(_) => self.items(init),
            _ => None,
        }
    }

    fn makes_array(&self, init: &Expr) -> bool {
        match build::peeled(init) {
            Expr::Array(_) | Expr::Repeat(_) => true,
            name => self.is_array(name),
        }
    }

    fn referred(&self, place: &Expr) -> Option<Items> {
        let list = match place {
            Expr::Index(i) => matches!(*i.index, Expr::Range(_)),
            list => self.made(list).is_some(),
        };
        list.then_some(Items::References)
    }
}

impl<'ast> Visit<'ast> for Lists {
    fn visit_pat_type(&mut self, typed: &'ast syn::PatType) {
        self.learn(&typed.pat, of_type(&typed.ty));
        self.learn_array(&typed.pat, matches!(&*typed.ty, Type::Array(_)));
        self.learn_options(&typed.pat, holds_options(&typed.ty));
        self.learn_named(typed);
        if let Pat::Ident(name) = &*typed.pat {
            self.learn_type(&name.ident, &typed.ty);
        }
    }

    /// `level = next`
    fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
        visit::visit_expr_assign(self, assign);
        let sides = [&assign.left, &assign.right];
        if sides.iter().any(|side| self.holds_references(side)) {
            let names = sides.into_iter().filter_map(|side| build::as_name(side));
            self.referring.extend(names.map(ToString::to_string));
        }
    }

    /// `stack.push(&root)`
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        let puts = ["push", "push_back", "push_front"];
        if puts.iter().any(|name| call.method == name)
            && let (Some(list), Some(item)) = (build::as_name(&call.receiver), call.args.first())
        {
            self.learn_item(list, item);
            if call.method != "push" {
                self.deques.insert(list.to_string());
            }
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        let Some(init) = &local.init else { return };
        self.learn_array(&local.pat, self.makes_array(&init.expr));
        self.learn_options(&local.pat, makes_options(&init.expr));
        if let (Pat::Ident(name), Some(item)) = (&local.pat, first_of(&init.expr)) {
            self.learn_item(&name.ident, &item);
        }
        match &local.pat {
            Pat::Tuple(parts) if is_split(&init.expr) => {
                let learn = |part| self.learn(part, Some(Items::References));
                parts.elems.iter().for_each(learn);
            }
            Pat::Ident(name) if makes_vector(&init.expr) => {
                self.vectors.insert(name.ident.to_string());
            }
            pat => self.learn(pat, self.made(&init.expr)),
        }
    }
}

/// `&[f64]`
fn is_shared(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_none())
}

/// `&Node`
fn is_of_one(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_none() && matches!(&*r.elem, Type::Path(_)))
}

/// `root` of `vec![root]`, `[root]`, `VecDeque::from([root])`
fn first_of(list: &Expr) -> Option<Expr> {
    match build::peeled(list) {
        Expr::Array(list) => list.elems.first().cloned(),
        Expr::Macro(m) if m.mac.path.is_ident("vec") => {
            let tokens = &m.mac.tokens;
            first_of(&syn::parse2(quote::quote!([#tokens])).ok()?)
        }
        Expr::Call(call) => {
            let makes = matches!(&*call.func, Expr::Path(p) if segments::last(&p.path) == "from");
            first_of(call.args.first().filter(|_| makes)?)
        }
        _ => None,
    }
}

fn of_type(ty: &Type) -> Option<Items> {
    match ty {
        Type::Reference(r) if r.mutability.is_none() => match &*r.elem {
            Type::Slice(_) => Some(Items::References),
            list => (of_type(list)? == Items::Elements).then_some(Items::References),
        },
        Type::Array(_) => Some(Items::Elements),
        Type::Path(path) => {
            let name = &path.path.segments.last()?.ident;
            (name == "Vec" || name == "VecDeque").then_some(Items::Elements)
        }
        _ => None,
    }
}

/// `Vec::new()`, `items.collect::<Vec<_>>()`
fn makes_vector(init: &Expr) -> bool {
    match build::peeled(init) {
        Expr::Call(call) => matches!(&*call.func, Expr::Path(p) if is_vec_constructor(&p.path)),
        Expr::MethodCall(call) if call.method == "collect" => {
            types::turbofish(call).is_some_and(|ty| of_type(ty) == Some(Items::Elements))
        }
        _ => false,
    }
}

/// `x.split_at(k)`
fn is_split(init: &Expr) -> bool {
    matches!(build::peeled(init), Expr::MethodCall(call) if call.method == "split_at" && call.args.len() == 1)
}

/// `Vec<Option<T>>`, `&mut [Option<T>]`
fn holds_options(ty: &Type) -> bool {
    let is_option = |item: &Type| {
        matches!(item, Type::Path(path)
        if path.path.segments.last().is_some_and(|s| s.ident == "Option"))
    };
    item_of(ty).is_some_and(is_option)
}

/// `T` of `Vec<T>`, `&mut [T]`
fn item_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(r) => item_of(&r.elem),
        Type::Slice(list) => Some(&list.elem),
        Type::Array(list) => Some(&list.elem),
        list => types::element_of_vec(list).flatten(),
    }
}

/// `[Some(x), None]`, `[const { None }; 3]`, `items.map(|x| Some(x)).collect()`
fn makes_options(init: &Expr) -> bool {
    match build::peeled(init) {
        Expr::Array(list) => list.elems.iter().any(super::options::is_option),
        Expr::Repeat(list) => super::options::is_option(&list.expr),
        Expr::Macro(m) if m.mac.path.is_ident("vec") => {
            let tokens = &m.mac.tokens;
            syn::parse2(quote::quote!([#tokens])).is_ok_and(|list: Expr| makes_options(&list))
        }
        Expr::MethodCall(call) if call.method == "collect" => match build::peeled(&call.receiver) {
            Expr::MethodCall(mapped) if mapped.method == "map" => mapped.args.first().is_some_and(
                |f| matches!(f, Expr::Closure(f) if super::options::is_option(&f.body)),
            ),
            _ => false,
        },
        _ => false,
    }
}
