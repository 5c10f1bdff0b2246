//! Functions of `std::iter`, which may have been imported, and `std::array::from_fn`.
//!
//! Receives a function; promises that those of these functions that make iterators are called by their whole paths,
//! and `zip` as a method. A bare name is taken for theirs where only an iterator makes sense, in front of an adaptor
//! or behind `in`, and rustc is asked to see that it is.
//!
//! ```text
//! let all = once(a).chain(repeat(b).take(n));       assert!(is_of_iter(once, ::core::iter::once::<()>)); …
//!                                                   let all = ::core::iter::once(a)
//!                                                       .chain(::core::iter::repeat(b).take(n));
//! for (a, b) in zip(x, &y) { … }                    for (a, b) in x.into_iter().zip(&y) { … }
//! let a: [f64; 3] = from_fn(|i| x[i]);              let a: [f64; 3] = ::core::array::from_fn(|i| x[i]);
//! ```

use super::build;
use crate::tables::HashSet;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt, parse_quote, parse_quote_spanned};

pub(crate) fn by_whole_paths(function: &mut syn::ItemFn, core: &TokenStream) {
    let mut own = Own::default();
    own.visit_item_fn(function);
    let mut calls = Calls {
        own: own.0,
        asked: Vec::new(),
    };
    calls.visit_block_mut(&mut function.block);
    let asked = calls.asked.iter().map(|asked| question(asked, core));
    function.block.stmts.splice(0..0, asked);
}

/// Has rustc see that a name is that of the function of `std::iter`, or of `std::array`.
fn question((name, of_arrays): &(Ident, bool), core: &TokenStream) -> Stmt {
    if *of_arrays {
        return parse_quote_spanned! {name.span()=>
            ::core::assert!(#core::is_of_iter(#name, ::core::array::#name::<(), 0, fn(usize)>));
        };
    }
    let types = match name.to_string().as_str() {
        "once" | "repeat" | "repeat_n" => quote!(()),
        "repeat_with" => quote!((), fn()),
        "from_fn" => quote!((), fn() -> ::core::option::Option<()>),
        "successors" => quote!((), fn(&()) -> ::core::option::Option<()>),
        _ => quote!([(); 0], [(); 0]),
    };
    parse_quote_spanned! {name.span()=>
        ::core::assert!(#core::is_of_iter(#name, ::core::iter::#name::<#types>));
    }
}

/// Names that stand for something else here: variables, and functions in the body.
#[derive(Default)]
struct Own(HashSet<Ident>);

impl<'ast> Visit<'ast> for Own {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.0.insert(pat.ident.clone());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.0.insert(item.sig.ident.clone());
        visit::visit_item_fn(self, item);
    }
}

struct Calls {
    own: HashSet<Ident>,
    /// The bare names that were taken for functions of `std::iter`, or of `std::array`.
    asked: Vec<(Ident, bool)>,
}

impl Calls {
    /// Where `expr` has to be an iterator, or something that becomes one.
    fn iterator(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Paren(inner) => self.iterator(&mut inner.expr),
            Expr::Group(inner) => self.iterator(&mut inner.expr),
            Expr::Call(call) => {
                if let Some(name) = self.bare(call) {
                    call.func = parse_quote_spanned!(name.span()=> ::core::iter::#name);
                }
                if is_call_of(call, "zip", 2) {
                    self.iterator(&mut call.args[0]);
                    self.iterator(&mut call.args[1]);
                    let (a, b) = (iterated(&call.args[0]), &call.args[1]);
                    *expr = parse_quote!(#a.zip(#b));
                } else if is_call_of(call, "repeat_n", 2) {
                    let (value, times) = (&call.args[0], &call.args[1]);
                    *expr = parse_quote!(::core::iter::repeat(#value).take(#times));
                }
            }
            _ => {}
        }
    }

    /// The name of a function of `std::iter` that a call has by itself.
    fn bare(&mut self, call: &syn::ExprCall) -> Option<Ident> {
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let name = path.path.get_ident()?;
        let arguments = match name.to_string().as_str() {
            "once" | "repeat" | "repeat_with" => 1,
            // The one of `std::array` is given positions.
            "from_fn" if call.args.first().and_then(inputs) == Some(0) => 1,
            "zip" | "successors" | "repeat_n" => 2,
            _ => return None,
        };
        if call.args.len() != arguments || self.own.contains(name) {
            return None;
        }
        self.ask(name, false);
        Some(name.clone())
    }

    fn ask(&mut self, name: &Ident, of_arrays: bool) {
        let asked = (name.clone(), of_arrays);
        if !self.asked.contains(&asked) {
            self.asked.push(asked);
        }
    }

    /// `from_fn(|i| …)`, which can only make an array.
    fn array(&mut self, call: &mut syn::ExprCall) {
        let Expr::Path(path) = &*call.func else {
            return;
        };
        let name = path.path.get_ident().filter(|name| *name == "from_fn");
        let Some(name) = name.filter(|name| !self.own.contains(name)).cloned() else {
            return;
        };
        if call.args.len() == 1 && inputs(&call.args[0]) == Some(1) {
            self.ask(&name, true);
            call.func = parse_quote_spanned!(name.span()=> ::core::array::#name);
        }
    }
}

impl VisitMut for Calls {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::ForLoop(e) => self.iterator(&mut e.expr),
            Expr::Call(call) => self.array(call),
            Expr::MethodCall(call) => {
                if is_adaptor(&call.method) {
                    self.iterator(&mut call.receiver);
                }
                if ["zip", "chain", "extend"].iter().any(|n| call.method == n) {
                    call.args.iter_mut().for_each(|arg| self.iterator(arg));
                }
                if call.method == "flat_map"
                    && let Some(Expr::Closure(f)) = call.args.first_mut()
                {
                    self.iterator(&mut f.body);
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// How many parameters a closure has.
fn inputs(f: &Expr) -> Option<usize> {
    match build::peeled(f) {
        Expr::Closure(closure) => Some(closure.inputs.len()),
        _ => None,
    }
}

fn is_call_of(call: &syn::ExprCall, name: &str, arguments: usize) -> bool {
    call.args.len() == arguments && is_of_iter(&call.func, name)
}

/// Whether this is a function of `std::iter` by a path that says so: `::std::iter::from_fn`.
pub(super) fn is_of_iter(function: &Expr, name: &str) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let mut names = path.path.segments.iter().rev().map(|s| &s.ident);
    names.next().is_some_and(|last| last == name)
        && names.next().is_some_and(|module| module == "iter")
}

/// What `zip` is given, as an iterator.
fn iterated(expr: &Expr) -> Expr {
    match build::peeled(expr) {
        Expr::Reference(r) if r.mutability.is_some() => {
            let place = build::paren((*r.expr).clone());
            parse_quote!(#place.iter_mut())
        }
        Expr::Reference(r) => {
            let place = build::paren((*r.expr).clone());
            parse_quote!(#place.iter())
        }
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Array(_) => {
            parse_quote!(#expr.into_iter())
        }
        _ => build::paren(expr.clone()),
    }
}

/// Methods that only iterators have, or nothing else that a call by a bare name gives.
fn is_adaptor(method: &Ident) -> bool {
    [
        "map",
        "filter",
        "filter_map",
        "flat_map",
        "chain",
        "zip",
        "enumerate",
        "take",
        "take_while",
        "skip",
        "skip_while",
        "step_by",
        "scan",
        "cycle",
        "peekable",
        "rev",
        "fold",
        "sum",
        "product",
        "collect",
        "for_each",
        "any",
        "all",
        "count",
        "last",
        "nth",
        "find",
        "find_map",
        "position",
        "reduce",
        "try_fold",
        "try_for_each",
        "inspect",
        "copied",
        "cloned",
        "max_by",
        "max_by_key",
        "min_by",
        "min_by_key",
        "map_while",
        "partition",
        "unzip",
    ]
    .contains(&method.to_string().as_str())
}
