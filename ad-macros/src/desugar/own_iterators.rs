//! Methods named `iter` that are the user's own, and others that give iterators.
//!
//! Receives a function, or a method of a block; promises that `iter` of a variable that holds a value of the user's
//! own type, as far as what it is made by shows that, and of `self` where the block has such a method, is not taken
//! for a list's: its items are, which the rule of such a method gives. The raw spelling is that of a method like any
//! other.
//!
//!
//! A parameter that refers to a value of a named type may be a list by another name, and so may a variable that
//! `Grid::zeros(3)` and its like made: its items are a part of it, which rustc finds. That a method `iter` or `iter_mut` gives the items of a field is said beside it. The same is asked of what
//! a loop goes through by a reference to such a parameter or variable, whose `IntoIterator` gives what `iter` does.
//!
//! What other methods of a block give as iterators has the rule of a list (`desugar/yielded.rs`); where one item is
//! asked for, or the iterator is stepped through, the list becomes an iterator again.
//!
//! ```text
//! let p = Poly { c };                      let p = Poly { c };          or `let p = &q * &r;`
//! p.iter().map(|c| c * c).sum()            p.r#iter().__list().iter().map(|c| c * c).sum()
//!
//! self.row(i).nth(1)                       self.row(i).into_iter().nth(1)
//!
//! fn peak(s: &Signal) … s.iter() …         s.__referred().iter()
//! for v in &p { … }                        for v in p.__referred().iter() { … }
//! for v in p.iter_mut() { … }              for v in p.__referred_mut().iter_mut() { … }
//! ```

use super::functions::{ELEMENTS_MUT, LIST, REFERRED, REFERRED_MUT};
use super::own::Own;
use super::{build, yielded};
use crate::lower::{is_constructor, is_users};
use crate::tables::HashSet;
use proc_macro2::{Ident, Span};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ImplItem, ImplItemFn, Local, Pat, Stmt, Type, parse_quote};

const ITER: &str = "iter";
const ITER_MUT: &str = "iter_mut";

/// Those of variables that hold what is made here.
pub(crate) fn of_variables(function: &mut syn::ItemFn) {
    let mut made = Made::default();
    made.visit_block(&function.block);
    let of = |names: &HashSet<Ident>,
              change: &dyn Fn(&mut syn::ExprMethodCall),
              body: &mut syn::Block| {
        if !names.is_empty() {
            let own = |receiver: &Expr| build::as_name(receiver).is_some_and(|n| names.contains(n));
            Of(&own, change).visit_block_mut(body);
            let referring = &HashSet::default();
            Looped {
                referring,
                own: names,
            }
            .visit_block_mut(body);
        }
    };
    of(&made.own, &listed, &mut function.block);
    of(&made.named, &of_items, &mut function.block);
}

/// Those of parameters that refer to values of named types.
pub(crate) fn of_parameters(function: &mut syn::ItemFn) {
    let of = |unique: bool| -> HashSet<Ident> {
        let inputs = function.sig.inputs.iter();
        inputs
            .filter_map(|input| referring(input, unique))
            .collect()
    };
    let (shared, unique) = (of(false), of(true));
    let named = |receiver: &Expr| build::as_name(receiver).is_some_and(|n| shared.contains(n));
    Of(&named, &of_items).visit_block_mut(&mut function.block);
    Looped {
        referring: &shared,
        own: &unique,
    }
    .visit_block_mut(&mut function.block);
}

/// The items that are part of the receiver.
fn of_items(call: &mut syn::ExprMethodCall) {
    *call.receiver = items_in(&call.receiver, REFERRED);
}

/// `signal.__referred`, a place as long as passes look at it.
pub(super) fn items_in(signal: &Expr, name: &str) -> Expr {
    let items = Ident::new(name, Span::mixed_site());
    parse_quote!(#signal.#items)
}

/// The items that loops, and iterators beside others, go through by references to variables.
struct Looped<'a> {
    /// The names of references.
    referring: &'a HashSet<Ident>,
    /// The names of what may be referred to, and changed.
    own: &'a HashSet<Ident>,
}

impl Looped<'_> {
    fn iterator(&self, expr: &mut Expr) {
        let name = match build::peeled(expr) {
            Expr::Reference(r) if r.mutability.is_none() => {
                build::as_name(&r.expr).filter(|n| self.own.contains(n))
            }
            name => build::as_name(name).filter(|n| self.referring.contains(n)),
        };
        if let Some(name) = name {
            let items = items_in(&build::name(name.clone()), REFERRED);
            *expr = parse_quote!(#items.iter());
        }
    }
}

impl VisitMut for Looped<'_> {
    fn visit_expr_for_loop_mut(&mut self, e: &mut syn::ExprForLoop) {
        self.iterator(&mut e.expr);
        visit_mut::visit_expr_for_loop_mut(self, e);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        if call.method == "zip" || call.method == "chain" {
            call.args.iter_mut().for_each(|arg| self.iterator(arg));
        }
        let own = build::as_name(&call.receiver).is_some_and(|n| self.own.contains(n));
        if own && call.method == ITER_MUT && call.args.is_empty() {
            *call.receiver = items_in(&call.receiver, REFERRED_MUT);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// Asks for the items by a method, once no pass needs to see that they are a place.
pub(crate) fn ask(function: &mut syn::ItemFn) {
    struct Ask;
    impl VisitMut for Ask {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            visit_mut::visit_expr_mut(self, expr);
            if let Expr::Field(field) = expr
                && let syn::Member::Named(name) = &field.member
                && [REFERRED, REFERRED_MUT, ELEMENTS_MUT]
                    .iter()
                    .any(|asked| name == asked)
            {
                let base = &field.base;
                *expr = parse_quote!(#base.#name());
            }
        }

        fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
            build::visit_arguments(self, mac);
        }
    }
    Ask.visit_block_mut(&mut function.block);
}

/// The name of a parameter `s: &Signal`, or `s: &mut Signal`.
fn referring(input: &syn::FnArg, unique: bool) -> Option<Ident> {
    let syn::FnArg::Typed(typed) = input else {
        return None;
    };
    let (Pat::Ident(pat), Type::Reference(to)) = (&*typed.pat, &*typed.ty) else {
        return None;
    };
    let Type::Path(path) = &*to.elem else {
        return None;
    };
    let users = is_users(&path.path.segments.last()?.ident);
    (users && to.mutability.is_some() == unique).then(|| pat.ident.clone())
}

/// What refers to the items that `iter` or `iter_mut` gives, if they are those of a field.
pub(crate) fn items_of(method: &ImplItemFn, own: &Own) -> Option<ImplItemFn> {
    let ([Stmt::Expr(Expr::MethodCall(iter), None)], Some(_)) =
        (&method.block.stmts[..], method.sig.receiver())
    else {
        return None;
    };
    let (Type::Reference(item), _) = yielded::item(&method.sig.output)? else {
        return None;
    };
    let (field, is_part) = field_of(&iter.receiver)?;
    let of_slice =
        matches!(&method.sig.output, syn::ReturnType::Type(_, ty) if matches!(**ty, Type::Path(_)));
    let of_list = matches!(&field.member, syn::Member::Named(name)
        if own.vectors.contains(name) || own.arrays.contains(name));
    let unique = item.mutability;
    let (called, name) = match unique {
        None => (ITER, REFERRED),
        Some(_) => (ITER_MUT, REFERRED_MUT),
    };
    let of_field =
        method.sig.ident == called && iter.method == called && (of_slice || of_list || is_part);
    let items = &iter.receiver;
    let (vis, name, element) = (
        &method.vis,
        Ident::new(name, Span::mixed_site()),
        &item.elem,
    );
    of_field.then(|| parse_quote!(#vis fn #name(&#unique self) -> &#unique [#element] { &#unique #items[..] }))
}

/// The field in `self.items` or `self.items[..n]`, and whether the items are a part of it, as lists alone have.
fn field_of(items: &Expr) -> Option<(&syn::ExprField, bool)> {
    match items {
        Expr::Field(field) => Some((field, false)),
        Expr::Index(part) if matches!(*part.index, Expr::Range(_)) => {
            field_of(&part.expr).map(|(field, _)| (field, true))
        }
        _ => None,
    }
}

/// Which of `iter` and `iter_mut` are methods of a block.
#[derive(Clone, Copy)]
pub(crate) struct OfBlock {
    iter: bool,
    iter_mut: bool,
}

impl OfBlock {
    pub(crate) fn read(items: &[ImplItem]) -> Self {
        let has = |name: &str| {
            let mut items = items.iter();
            items.any(|item| matches!(item, ImplItem::Fn(method) if method.sig.ident == name))
        };
        OfBlock {
            iter: has(ITER),
            iter_mut: has(ITER_MUT),
        }
    }
}

/// Those of `self`, in a method of a block that has such methods.
pub(crate) fn of_self(method: &mut ImplItemFn, has: OfBlock) {
    let own = |receiver: &Expr| matches!(receiver, Expr::Path(p) if p.path.is_ident("self"));
    if has.iter {
        Of(&own, &listed).visit_block_mut(&mut method.block);
    }
    if has.iter_mut {
        let own = HashSet::from_iter([Ident::new("self", Span::call_site())]);
        let referring = &HashSet::default();
        let own = &own;
        Looped { referring, own }.visit_block_mut(&mut method.block);
    }
}

/// The methods of a block that give iterators, and whether the items are references.
pub(crate) fn given_by(items: &[ImplItem]) -> Vec<(Ident, bool)> {
    let given = items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => {
            let (item, _) = yielded::item(&method.sig.output)?;
            let refers = matches!(&item, Type::Reference(r) if !matches!(*r.elem, Type::Slice(_)));
            Some((method.sig.ident.clone(), refers))
        }
        _ => None,
    });
    given.collect()
}

/// Makes iterators of what these methods of `self` give, where items are asked for one by one.
pub(crate) fn of_lists(method: &mut ImplItemFn, given: &[(Ident, bool)]) {
    if !given.is_empty() {
        Given(given).visit_block_mut(&mut method.block);
    }
}

struct Given<'a>(&'a [(Ident, bool)]);

/// Methods that ask an iterator for some of its items, or for what they come to.
const ASK: [&str; 11] = [
    "next", "nth", "last", "max", "min", "find", "position", "peekable", "sum", "product", "fold",
];

/// Adaptors, behind which it may stand beside another iterator.
const ADAPT: [&str; 16] = [
    "chain",
    "cloned",
    "copied",
    "cycle",
    "enumerate",
    "filter",
    "filter_map",
    "map",
    "map_while",
    "rev",
    "scan",
    "skip",
    "skip_while",
    "step_by",
    "take",
    "take_while",
];

impl Given<'_> {
    /// The iterator over what a call gives as a list.
    fn iterator(&self, expr: &Expr) -> Option<Expr> {
        let Expr::MethodCall(call) = expr else {
            return None;
        };
        let of_self =
            matches!(build::peeled(&call.receiver), Expr::Path(p) if p.path.is_ident("self"));
        let (_, refers) = self
            .0
            .iter()
            .find(|(name, _)| of_self && call.method == *name)?;
        Some(match refers {
            true => parse_quote!(#call.iter()),
            false => parse_quote!(#call.into_iter()),
        })
    }
}

impl VisitMut for Given<'_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        let Some(iterator) = self.iterator(&call.receiver) else {
            return;
        };
        if call.method == "count" {
            call.method = Ident::new("len", call.method.span());
        } else if ASK.iter().chain(&ADAPT).any(|name| call.method == name) {
            *call.receiver = iterator;
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Ident(pat), Some(init)) = (&local.pat, &mut local.init)
            && pat.mutability.is_some()
            && let Some(iterator) = self.iterator(&init.expr)
        {
            *init.expr = iterator;
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// Variables that hold values of the user's types, by what makes them.
#[derive(Default)]
struct Made {
    /// Of types that are no lists.
    own: HashSet<Ident>,
    /// Of types that may be lists by other names.
    named: HashSet<Ident>,
}

impl<'ast> Visit<'ast> for Made {
    fn visit_local(&mut self, local: &'ast Local) {
        let pat = match &local.pat {
            Pat::Type(typed) => &*typed.pat,
            pat => pat,
        };
        if let (Pat::Ident(pat), Some(init)) = (pat, &local.init) {
            if makes_own(&init.expr) {
                self.own.insert(pat.ident.clone());
            } else if makes_named(&init.expr) {
                self.named.insert(pat.ident.clone());
            }
        }
        visit::visit_local(self, local);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items see no locals.
    }
}

/// `Poly { c }`, or `Poly::new(c)`: a name for a list has no constructor of that name with an argument. Nor have lists
/// operators, `&p * &q`.
fn makes_own(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Struct(_) | Expr::Binary(_) => true,
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)),
        Expr::Call(call) if !call.args.is_empty() => match &*call.func {
            Expr::Path(path) if path.qself.is_none() && path.path.segments.len() > 1 => {
                let mut names = path.path.segments.iter().rev().map(|s| s.ident.to_string());
                let makes = names.next().is_some_and(|name| name == "new");
                let of_std = ["Box", "Rc", "Arc", "Cell", "RefCell"];
                makes
                    && names
                        .next()
                        .is_some_and(|ty| !of_std.contains(&ty.as_str()))
            }
            _ => false,
        },
        _ => false,
    }
}

/// `Poly::zeros(3)`, `Grid::filled(w, h, x)`
fn makes_named(expr: &Expr) -> bool {
    let fills = ["filled", "ones", "constant", "uniform", "random"];
    let by_name = |path: &syn::Path| {
        let mut names = path.segments.iter().rev().map(|s| &s.ident);
        let fills = names
            .next()
            .is_some_and(|name| fills.iter().any(|f| name == f));
        fills && names.next().is_some_and(is_users)
    };
    match build::peeled(expr) {
        call @ Expr::Call(made) => {
            is_constructor(call)
                || matches!(&*made.func, Expr::Path(p) if p.qself.is_none() && by_name(&p.path))
        }
        _ => false,
    }
}

/// A list of what a method of that name gives.
pub(super) fn listed(call: &mut syn::ExprMethodCall) {
    let list = Ident::new(LIST, call.method.span());
    let mut own = call.clone();
    own.method = Ident::new_raw(ITER, call.method.span());
    *call.receiver = parse_quote!(#own.#list());
}

/// Changes calls of `iter` of what is meant.
struct Of<'a>(
    &'a dyn Fn(&Expr) -> bool,
    &'a dyn Fn(&mut syn::ExprMethodCall),
);

impl VisitMut for Of<'_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        let is_meant = (self.0)(build::peeled(&call.receiver));
        if call.method == ITER && call.args.is_empty() && is_meant {
            (self.1)(call);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
