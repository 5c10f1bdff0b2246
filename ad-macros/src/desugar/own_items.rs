//! Items of values whose types are known to have some of their own.
//!
//! Receives a function; promises that `iter` of what has a type of the user's with such a method, as far as word was left
//! of it (`iterators.rs`), and loops over such values, ask for the items of the field that these are, or for a list of what
//! the method makes. Parameters, variables, fields, elements of lists and what closures and loops are given have types, and
//! where a name may be one of a list as well, rustc finds which.
//!
//! ```text
//! fn f(series: Series, all: &[Series])
//! series.iter().sum::<f64>()               series.__referred().iter().sum::<f64>()
//! all[0].iter()                            all[0].__referred().iter()
//! for x in &series { .. }                  for x in series.__referred().iter() { .. }
//! for x in series { .. }                   for x in series.__referred().iter().cloned() { .. }
//! ```

use super::build;
use super::functions::{REFERRED, REFERRED_MUT};
use super::own_iterators::{items_in, listed};
use crate::iterators::{self, Named, Role};
use crate::tables::{HashMap, HashSet};
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Pat, Type, parse_quote};

pub(super) fn by_type(function: &mut syn::ItemFn) {
    if iterators::is_nothing_known() {
        return;
    }
    let mut types = Types::default();
    types.visit_item_fn(function);
    if types.seen {
        Asking(types).visit_block_mut(&mut function.block);
    }
}

/// The types of names, as far as they are known.
#[derive(Default)]
struct Types {
    known: HashMap<Ident, Named>,
    /// Those that are references.
    references: HashSet<Ident>,
    /// Those that are unique ones.
    unique: HashSet<Ident>,
    /// Names that are bound by `let`.
    bound: HashSet<Ident>,
    /// Whether any of the types has items of its own.
    seen: bool,
}

const WITH_ITEMS: [Role; 7] = [
    Role::Lends,
    Role::LendsUnique,
    Role::Looped,
    Role::LoopedUnique,
    Role::ListsReferences,
    Role::ListsValues,
    Role::Gives,
];

impl Types {
    fn look_at(&mut self, ty: &Named) {
        self.seen |= WITH_ITEMS.iter().any(|role| ty.has(*role));
    }

    fn know(&mut self, name: &Ident, ty: Named, is_reference: bool) {
        self.look_at(&ty);
        if is_reference {
            self.references.insert(name.clone());
        }
        self.known.insert(name.clone(), ty);
    }

    /// The type of a place or of what is made here; what an element of a list is may be a list again.
    fn of(&self, expr: &Expr) -> Option<Named> {
        match build::peeled(expr) {
            Expr::Reference(to) => self.of(&to.expr),
            Expr::Unary(to) if matches!(to.op, syn::UnOp::Deref(_)) => self.of(&to.expr),
            Expr::Field(field) => iterators::type_of_field(field),
            Expr::Index(index) if !matches!(*index.index, Expr::Range(_)) => {
                self.of(&index.expr).map(Named::item)
            }
            Expr::MethodCall(call) if call.method == "clone" => self.of(&call.receiver),
            made => match build::as_name(made) {
                Some(name) => self.known.get(name).cloned(),
                None => iterators::type_made(made),
            },
        }
    }

    /// Whether an expression is a place whose type plays a role. A name that nothing tells the type of is given to a
    /// closure or a loop: it may be of such a type.
    fn plays(&self, place: &Expr, roles: &[Role]) -> bool {
        if !is_place(place) {
            return false;
        }
        match self.of(place) {
            Some(ty) => !ty.is_list && roles.iter().any(|role| ty.has(*role)),
            None => {
                let name = build::as_name(build::peeled(place));
                let given = name.is_some_and(|name| !self.bound.contains(name));
                let any = || {
                    self.known
                        .values()
                        .any(|ty| roles.iter().any(|r| ty.has(*r)))
                };
                given && any()
            }
        }
    }
}

fn is_place(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Field(field) => is_place(&field.base),
        Expr::Index(index) => is_place(&index.expr),
        Expr::Unary(to) => matches!(to.op, syn::UnOp::Deref(_)) && is_place(&to.expr),
        name => build::as_name(name).is_some_and(|name| name != "self"),
    }
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
        if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
            && let Some(ty) = self.of(&init.expr)
        {
            let is_reference = matches!(build::peeled(&init.expr), Expr::Reference(_))
                || build::as_name(&init.expr).is_some_and(|of| self.references.contains(of));
            self.know(&name.ident, ty, is_reference);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_for_loop(&mut self, e: &'ast syn::ExprForLoop) {
        let items = build::peeled(&e.expr);
        let (list, lent) = match items {
            Expr::MethodCall(call) if call.method == "iter" => (&*call.receiver, true),
            Expr::Reference(to) => (&*to.expr, true),
            _ => {
                let name = build::as_name(items);
                (
                    items,
                    name.is_some_and(|name| self.references.contains(name)),
                )
            }
        };
        if let (Pat::Ident(name), Some(ty)) = (&*e.pat, self.of(list))
            && ty.is_list
        {
            self.know(&name.ident, ty.item(), lent);
        }
        visit::visit_expr_for_loop(self, e);
    }

    /// `all.iter().map(|series| ..)`
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Expr::MethodCall(items) = build::peeled(&call.receiver)
            && items.method == "iter"
            && let Some(Expr::Closure(closure)) = call.args.first()
            && closure.inputs.len() == 1
            && let Some(Pat::Ident(name)) = closure.inputs.first()
            && let Some(ty) = self.of(&items.receiver).filter(|ty| ty.is_list)
        {
            self.know(&name.ident, ty.item(), true);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
        if let Some(ty) = iterators::type_of_field(field) {
            self.look_at(&ty);
        }
        visit::visit_expr_field(self, field);
    }
}

/// Asks such values for their items.
struct Asking(Types);

impl Asking {
    /// `place.iter()`
    fn iter(&self, call: &mut ExprMethodCall) {
        let types = &self.0;
        if types.plays(&call.receiver, &[Role::Lends]) {
            *call.receiver = items_in(&call.receiver, REFERRED);
        } else if types.plays(&call.receiver, &[Role::ListsReferences]) {
            listed(call);
        } else if types.plays(&call.receiver, &[Role::ListsValues]) {
            let mut own = call.clone();
            own.method = Ident::new_raw("iter", call.method.span());
            *call = parse_quote!(#own.into_iter());
        }
    }

    /// What a loop goes through, or an iterator is put beside: `series`, `&series`, `&mut series`.
    fn whole(&self, items: &mut Expr) {
        let types = &self.0;
        let peeled = build::peeled(items);
        let shared = &[Role::Lends, Role::Looped];
        let instead: Option<Expr> = match peeled {
            Expr::Reference(to) if to.mutability.is_some() => {
                let plays = types.plays(&to.expr, &[Role::LoopedUnique, Role::LendsUnique]);
                let place = items_in(&to.expr, REFERRED_MUT);
                plays.then(|| parse_quote!(#place.iter_mut()))
            }
            Expr::Reference(to) => {
                let place = items_in(&to.expr, REFERRED);
                types
                    .plays(&to.expr, shared)
                    .then(|| parse_quote!(#place.iter()))
            }
            name => {
                let of = types.of(name).filter(|ty| !ty.is_list);
                let is_reference =
                    build::as_name(name).is_some_and(|name| self.0.references.contains(name));
                let is_unique =
                    build::as_name(name).is_some_and(|name| self.0.unique.contains(name));
                if is_unique && types.plays(name, &[Role::LoopedUnique, Role::LendsUnique]) {
                    let place = items_in(name, REFERRED_MUT);
                    Some(parse_quote!(#place.iter_mut()))
                } else if is_reference && types.plays(name, shared) {
                    let place = items_in(name, REFERRED);
                    Some(parse_quote!(#place.iter()))
                } else if !is_reference && of.is_some_and(|ty| ty.has(Role::Gives)) {
                    let place = items_in(name, REFERRED);
                    Some(parse_quote!(#place.iter().cloned()))
                } else {
                    None
                }
            }
        };
        if let Some(instead) = instead {
            *items = instead;
        }
    }
}

impl VisitMut for Asking {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_expr_for_loop_mut(&mut self, e: &mut syn::ExprForLoop) {
        self.whole(&mut e.expr);
        visit_mut::visit_expr_for_loop_mut(self, e);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        match (call.method.to_string().as_str(), call.args.len()) {
            ("iter", 0) => self.iter(call),
            ("zip" | "chain" | "extend", 1) => call.args.iter_mut().for_each(|a| self.whole(a)),
            ("into_iter", 0) => {
                let mut whole = (*call.receiver).clone();
                self.whole(&mut whole);
                if whole != *call.receiver
                    && let Expr::MethodCall(asked) = whole
                {
                    *call = asked;
                }
            }
            _ => {}
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
