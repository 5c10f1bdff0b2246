//! Iterators of the user's own types.
//!
//! Receives a function in which such an iterator is looped over, or has an adaptor put on it; promises the
//! same function where it is asked for `next` instead, by a closure that pipelines can begin with.
//!
//! A macro sees no types. What is an iterator shows in how it is made and used: a struct's literal or
//! constructor in the head of a loop, or a variable that is asked for `next` or given a method that only
//! iterators have. That a type is an iterator may be known from its implementation (`iterators.rs`): then every
//! variable of that type, and every call that gives one, is an iterator.
//!
//! ```text
//! let it = Halving { x };             let mut it = Halving { x };
//! for v in it.take(3) { s += v; }     for v in ::core::iter::from_fn(move || it.next()).take(3) { s += v; }
//! ```
//!
//! One that others are zipped with is asked once there is an item to pair its next one with. A copy, `it.clone()`,
//! is one that is made where it is consumed; while pipelines are read it is spelled `::core::clone::Clone::clone(&it)`.
//!
//! The closure owns what is consumed by value: an iterator that is `Copy` starts again at its next use.

use super::Pipelines;
use super::read::{self, Pipeline, Source, Stage};
use super::steps::Step;
use crate::desugar::build;
use crate::iterators;
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Pat, Stmt, parse_quote};

/// Asks such iterators for their items.
pub(super) fn asked(function: &mut syn::ItemFn) {
    let mut evidence = Evidence::default();
    evidence.visit_item_fn(function);
    let iterators = evidence.iterators();
    // Fields are known by their types alone.
    if iterators.is_empty() && crate::iterators::is_nothing_known() {
        return;
    }
    let lent = lent(&function.sig);
    Asking { iterators, lent }.visit_block_mut(&mut function.block);
}

/// A value of the user's own, made where it is looped over.
pub(super) fn is_made(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Struct(made) => made.qself.is_none(),
        made @ Expr::Call(call) => {
            is_constructor(&call.func) || copied(expr).is_some() || iterators::makes_one(made)
        }
        _ => false,
    }
}

/// What a copy is made of, as spelled here.
pub(super) fn copied(expr: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = build::peeled(expr) else {
        return None;
    };
    let (Expr::Path(f), Some(Expr::Reference(of))) = (&*call.func, call.args.first()) else {
        return None;
    };
    let spelled: syn::Path = parse_quote!(::core::clone::Clone::clone);
    (f.path == spelled).then_some(&*of.expr)
}

/// The variable of `it.clone()`.
pub(super) fn cloned(expr: &Expr) -> Option<&Ident> {
    build::as_name(copied_by_method(expr)?)
}

/// What `it.clone()` or `self.it.clone()` is a copy of.
fn copied_by_method(expr: &Expr) -> Option<&Expr> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => {
            Some(build::peeled(&call.receiver))
        }
        _ => None,
    }
}

/// An iterator of the user's own where it is made, if its type is known to be one.
pub(super) fn known(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::MethodCall(call) => known(&call.receiver),
        made => copied(made).is_some() || iterators::makes_one(made),
    }
}

/// `Halving::new`, but not `Vec::new`.
fn is_constructor(function: &Expr) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let mut names = path.path.segments.iter().rev().map(|s| s.ident.to_string());
    let (Some(method), Some(ty)) = (names.next(), names.next()) else {
        return false;
    };
    let of_std = [
        "Vec",
        "VecDeque",
        "BinaryHeap",
        "BTreeMap",
        "BTreeSet",
        "HashMap",
        "HashSet",
        "Box",
        "Rc",
        "Arc",
        "Some",
        "String",
        "Option",
        "Result",
    ];
    makes_value(&method) && ty.starts_with(char::is_uppercase) && !of_std.contains(&ty.as_str())
}

/// `new`, `with_step`, `from_seed`, `of`, `over`: a name that says what the value is made of, and not what it is.
fn makes_value(function: &str) -> bool {
    let prepositions = [
        "of", "over", "along", "between", "starting", "up_to", "upto",
    ];
    let begins = ["with_", "from_", "of_", "over_", "starting_"];
    function == "new"
        || prepositions.contains(&function)
        || begins.iter().any(|begin| function.starts_with(begin))
}

/// An iterator of the user's own where it is made, with adaptors that other types may have, too.
pub(super) fn own(expr: &Expr) -> Option<Pipeline> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if !is_of_iterators(call) => {
            read::adapted_on(call, own(&call.receiver)?)
        }
        other => read::looped(other),
    }
}

impl Pipelines<'_> {
    /// An iterator of the user's own, or made by `from_fn`, is asked for its next item once there is one to pair it
    /// with.
    pub(super) fn stepped(&mut self, other: &Expr, stmts: &mut Vec<Stmt>) -> Option<Step> {
        let pipeline = read::looped(other).or_else(|| read::read(other))?;
        let steps = matches!(pipeline.source, Source::Own(_) | Source::FromFn(_));
        if !steps || !pipeline.stages.is_empty() {
            return None;
        }
        let Source::FromFn(next) = self.settled(&pipeline.source, stmts) else {
            return None;
        };
        let [item, partner] = ["item", "partner"].map(|name| self.fresh(name, other.span()));
        let (mut before, value) = self.opened(&next, Vec::new());
        before.push(Stmt::Expr(value, None));
        let next = build::block_expression(before);
        let pair: Expr = parse_quote!(|#item| match #next {
            ::core::option::Option::Some(#partner) => {
                ::core::option::Option::Some((#item, #partner))
            }
            ::core::option::Option::None => ::core::option::Option::None,
        });
        Some(Step::Stateless(Stage::MapWhile(pair)))
    }
}

/// Whether only iterators have such a method.
pub(in crate::desugar) fn is_of_iterators(call: &ExprMethodCall) -> bool {
    let of_iterators: &[&str] = match call.args.len() {
        0 => &["by_ref", "collect", "cycle", "enumerate", "fuse"],
        1 => &[
            "chain",
            "filter_map",
            "flat_map",
            "for_each",
            "try_for_each",
            "map_while",
            "partition",
            "skip",
            "skip_while",
            "step_by",
            "take",
            "take_while",
        ],
        2 => &["fold", "rfold", "scan"],
        _ => &[],
    };
    of_iterators.iter().any(|name| call.method == name)
}

/// What variables are made from, and what is done with them.
#[derive(Default)]
struct Evidence {
    made: HashSet<String>,
    looped: HashSet<String>,
    stepped: HashSet<String>,
    /// Those used as lists, or options.
    others: HashSet<String>,
    /// Those of types that are known to be iterators.
    known: HashSet<String>,
}

impl Evidence {
    fn iterators(self) -> HashSet<String> {
        let made = self.made.intersection(&self.looped).cloned();
        let all: HashSet<String> = made.chain(self.stepped).collect();
        let shown = all.difference(&self.others).cloned();
        shown.chain(self.known).collect()
    }

    /// Whether a variable that begins with this value is known to be an iterator.
    fn is_known(&self, init: &Expr) -> bool {
        let of = cloned(init).or_else(|| build::as_name(init));
        of.is_some_and(|of| self.known.contains(&of.to_string()))
            || iterators::makes_one(build::peeled(init))
            || matches!(copied_by_method(init), Some(Expr::Field(field)) if iterators::is_field_of_one(field))
    }

    fn sort(&mut self, call: &ExprMethodCall, name: String) {
        let others = [
            "len", "push", "iter", "iter_mut", "is_some", "is_none", "as_ref",
        ];
        if call.method == "next" && call.args.is_empty() {
            self.stepped.insert(name);
        } else if is_of_iterators(call) {
            self.looped.insert(name);
        } else if others.iter().any(|other| call.method == other) {
            self.others.insert(name);
        }
    }
}

impl<'ast> Visit<'ast> for Evidence {
    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items see no locals.
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let pat = match &local.pat {
            Pat::Type(typed) => &typed.pat,
            pat => pat,
        };
        if let (Pat::Ident(name), Some(init)) = (pat, &local.init) {
            let name = name.ident.to_string();
            if self.is_known(&init.expr) {
                self.known.insert(name.clone());
            }
            let again = cloned(&init.expr).is_some_and(|of| self.made.contains(&of.to_string()));
            if again || is_made(&init.expr) {
                self.made.insert(name);
            } else if matches!(build::peeled(&init.expr), Expr::MethodCall(_)) {
                self.others.insert(name);
            }
        }
        visit::visit_local(self, local);
    }

    /// Of a parameter, or a local whose type is written.
    fn visit_pat_type(&mut self, typed: &'ast syn::PatType) {
        let ty = match &*typed.ty {
            syn::Type::Reference(r) => &r.elem,
            _ => &typed.ty,
        };
        if let Pat::Ident(name) = &*typed.pat
            && iterators::is_type_of_one(ty)
        {
            self.known.insert(name.ident.to_string());
        }
        visit::visit_pat_type(self, typed);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Some(name) = build::as_name(&call.receiver) {
            self.sort(call, name.to_string());
        }
        self.looped.extend(zipped(call).map(ToString::to_string));
        self.looped.extend(adapted(call).map(ToString::to_string));
        if let ("zip", Some(arg)) = (call.method.to_string().as_str(), call.args.first()) {
            self.looped
                .extend(build::as_name(arg).map(ToString::to_string));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, e: &'ast syn::ExprForLoop) {
        self.looped.extend(whole(&e.expr).map(ToString::to_string));
        visit::visit_expr_for_loop(self, e);
    }

    fn visit_expr_index(&mut self, e: &'ast syn::ExprIndex) {
        self.others
            .extend(build::as_name(&e.expr).map(ToString::to_string));
        visit::visit_expr_index(self, e);
    }
}

/// The variable of `it.zip(xs).map(|(a, b)| …)`: the items are pairs.
fn zipped(call: &ExprMethodCall) -> Option<&Ident> {
    let takes_pairs = call.args.iter().any(|f| {
        matches!(f, Expr::Closure(c) if matches!(c.inputs.last(), Some(Pat::Tuple(pair)) if pair.elems.len() == 2))
    });
    match build::peeled(&call.receiver) {
        Expr::MethodCall(zip) if takes_pairs && zip.method == "zip" && zip.args.len() == 1 => {
            build::as_name(&zip.receiver)
        }
        _ => None,
    }
}

/// The variable of `it.map(f).fold(0.0, g)` and `it.clone().map(f).sum::<f64>()`: what ends this is for iterators alone.
fn adapted(call: &ExprMethodCall) -> Option<&Ident> {
    let summed = call.turbofish.is_some() && (call.method == "sum" || call.method == "product");
    let mut iterator = match is_of_iterators(call) || summed {
        true => build::peeled(&call.receiver),
        false => return None,
    };
    while let Expr::MethodCall(inner) = iterator
        && crate::desugar::closures::is_adaptor(&inner.method)
    {
        iterator = build::peeled(&inner.receiver);
    }
    cloned(iterator).or_else(|| build::as_name(iterator))
}

/// The variable of `it`, `&mut it`.
fn whole(expr: &Expr) -> Option<&Ident> {
    match build::peeled(expr) {
        Expr::Reference(r) if r.mutability.is_some() => build::as_name(&r.expr),
        other => build::as_name(other),
    }
}

/// The parameters that are unique references.
fn lent(signature: &syn::Signature) -> HashSet<String> {
    let unique = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => match &*typed.ty {
            syn::Type::Reference(r) if r.mutability.is_some() => Some(&typed.pat),
            _ => None,
        },
        syn::FnArg::Receiver(_) => None,
    });
    let names = unique.flat_map(|pat| build::bound_names(pat));
    names.map(|name| name.to_string()).collect()
}

struct Asking {
    iterators: HashSet<String>,
    /// Those that are references, and not the iterators themselves.
    lent: HashSet<String>,
}

impl Asking {
    /// Asks an iterator that is consumed, or that `expr` borrows.
    fn ask(&self, expr: &mut Expr) {
        let is_iterator = |name: &&Ident| self.iterators.contains(&name.to_string());
        if let Some(name) = cloned(expr).filter(is_iterator) {
            *expr = parse_quote!(::core::clone::Clone::clone(&#name));
            return;
        }
        if let Some(Expr::Field(field)) = copied_by_method(expr)
            && iterators::is_field_of_one(field)
        {
            *expr = parse_quote!(::core::clone::Clone::clone(&#field));
            return;
        }
        let Some(name) = whole(expr).filter(is_iterator) else {
            return;
        };
        let borrowed = matches!(build::peeled(expr), Expr::Reference(_));
        *expr = match borrowed || self.lent.contains(&name.to_string()) {
            true => parse_quote!(::core::iter::from_fn(|| #name.next())),
            false => parse_quote!(::core::iter::from_fn(move || #name.next())),
        };
    }
}

impl VisitMut for Asking {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::ForLoop(e) => self.ask(&mut e.expr),
            Expr::MethodCall(call) if call.method != "next" => {
                let adapted = is_of_iterators(call)
                    || crate::desugar::closures::is_adaptor(&call.method)
                    || ["sum", "product", "zip", "last"]
                        .iter()
                        .any(|name| call.method == name);
                if call.method == "by_ref" {
                    let iterator = &call.receiver;
                    *call.receiver = parse_quote!(&mut #iterator);
                }
                if adapted {
                    self.ask(&mut call.receiver);
                }
                if matches!(call.method.to_string().as_str(), "zip" | "chain" | "extend") {
                    call.args.iter_mut().for_each(|a| self.ask(a));
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
