//! Windows that are arrays.
//!
//! Receives a function whose local names are unique; promises that `array_windows` of a place is `windows`, where the
//! call or the first pattern says how long they are. What takes such an array apart looks at its elements.
//!
//! ```text
//! for [a, b] in x.array_windows() { … }             for w in x.windows(2) { let a = &w[0]; let b = &w[1]; … }
//! x.array_windows::<2>().map(|w| w[1] - w[0])       x.windows(2).map(|w| w[1] - w[0])
//! ```

use super::build;
use super::rename::Names;
use super::splits::is_rest;
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, GenericArgument, Pat, PatSlice, Stmt, Type, parse_quote};

pub(crate) fn to_windows(function: &mut syn::ItemFn, names: &mut Names) {
    Windows { names }.visit_block_mut(&mut function.block);
}

struct Windows<'a> {
    names: &'a mut Names,
}

/// What an adaptor or the end of a chain does with the items.
enum Use {
    /// They go on as they are, in a tuple at a position if there is one.
    Passed(Option<usize>),
    /// They go on, and a function is shown each by a reference.
    Shown,
    /// A function is given each, as its last parameter.
    Given,
}

fn use_of(method: &Ident) -> Option<Use> {
    Some(match method.to_string().as_str() {
        "rev" | "skip" | "take" | "step_by" | "into_iter" | "by_ref" => Use::Passed(None),
        "enumerate" => Use::Passed(Some(1)),
        "zip" => Use::Passed(Some(0)),
        "filter" | "take_while" | "skip_while" | "inspect" | "find" | "partition"
        | "max_by_key" | "min_by_key" => Use::Shown,
        "map" | "for_each" | "any" | "all" | "flat_map" | "filter_map" | "map_while"
        | "position" | "find_map" | "fold" | "try_fold" | "try_for_each" | "scan" => Use::Given,
        _ => return None,
    })
}

/// A pattern of an item: where in it the array is, behind how many references, and what the names stand for.
struct Place<'p> {
    pat: &'p mut Pat,
    /// The positions in tuples, the outermost last.
    path: Vec<usize>,
    behind: usize,
    body: Body<'p>,
}

enum Body<'p> {
    Closure(&'p mut Expr),
    Loop(&'p mut syn::Block),
}

impl VisitMut for Windows<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) => {
                let mut places = Vec::new();
                if let Some((windows, _)) = chain(call, &mut places) {
                    self.rewrite(windows, places);
                }
            }
            Expr::ForLoop(e) => {
                let mut places = Vec::new();
                if let Expr::MethodCall(call) = &mut *e.expr
                    && let Some((windows, Some(path))) = chain(call, &mut places)
                {
                    places.push(Place {
                        pat: &mut e.pat,
                        path,
                        behind: 1,
                        body: Body::Loop(&mut e.body),
                    });
                    self.rewrite(windows, places);
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }
}

/// The call of `array_windows` that a chain begins with, the patterns of its items, and where they are in what the
/// chain gives if it gives them.
fn chain<'c>(
    call: &'c mut ExprMethodCall,
    places: &mut Vec<Place<'c>>,
) -> Option<(&'c mut ExprMethodCall, Option<Vec<usize>>)> {
    if call.method == "array_windows" && call.args.is_empty() {
        return Some((call, Some(Vec::new())));
    }
    let used = use_of(&call.method);
    let Expr::MethodCall(receiver) = &mut *call.receiver else {
        return None;
    };
    let (windows, path) = chain(receiver, places)?;
    let Some(mut path) = path else {
        return Some((windows, None));
    };
    let behind = match &used {
        Some(Use::Passed(position)) => {
            path.extend(position);
            return Some((windows, Some(path)));
        }
        Some(Use::Shown) => 2,
        Some(Use::Given) | None => 1,
    };
    let closure = match call.args.last_mut() {
        Some(Expr::Closure(closure)) if used.is_some() => closure,
        _ => return Some((windows, None)),
    };
    if let Some(pat) = closure.inputs.last_mut() {
        places.push(Place {
            pat,
            path: path.clone(),
            behind,
            body: Body::Closure(&mut closure.body),
        });
    }
    Some((windows, (behind == 2).then_some(path)))
}

impl Windows<'_> {
    fn rewrite(&mut self, windows: &mut ExprMethodCall, mut places: Vec<Place<'_>>) {
        let said = windows.turbofish.as_ref().and_then(|t| t.args.first());
        let said = said.and_then(length_said);
        let Some(length) = said.or_else(|| places.iter_mut().find_map(length_shown)) else {
            return;
        };
        windows.method = Ident::new("windows", windows.method.span());
        windows.turbofish = None;
        windows.args.push(length);
        for place in places {
            self.take_apart(place);
        }
    }

    /// Names the window where its elements have names, and binds these in the body.
    fn take_apart(&mut self, mut place: Place<'_>) {
        let Some((array, behind)) = place.array() else {
            return;
        };
        if let Pat::Type(typed) = array {
            as_slice(&mut typed.ty);
            return;
        }
        let Some((references, slice)) = elements(array) else {
            return;
        };
        let window = self.names.fresh(&Ident::new("window", Span::mixed_site()));
        let bound = bound(slice, &window, references == behind);
        *array = build::name_pattern(window, false);
        match place.body {
            Body::Closure(body) => {
                *body = build::with_statements(bound, body.clone());
            }
            Body::Loop(body) => {
                body.stmts.splice(0..0, bound);
            }
        }
    }
}

impl Place<'_> {
    /// The pattern that is given the array, behind so many references.
    fn array(&mut self) -> Option<(&mut Pat, usize)> {
        let mut behind = self.behind;
        let mut pat = &mut *self.pat;
        for position in self.path.iter().rev() {
            pat = match pat {
                Pat::Tuple(tuple) => tuple.elems.get_mut(*position)?,
                Pat::Reference(r) => match &mut *r.pat {
                    Pat::Tuple(tuple) => {
                        behind -= 1;
                        tuple.elems.get_mut(*position)?
                    }
                    _ => return None,
                },
                _ => return None,
            };
        }
        Some((pat, behind))
    }
}

/// `2` of `array_windows::<2>()`.
fn length_said(argument: &GenericArgument) -> Option<Expr> {
    match argument {
        GenericArgument::Const(length) => Some(length.clone()),
        GenericArgument::Type(Type::Path(name)) => Some(parse_quote!(#name)),
        _ => None,
    }
}

/// How many elements the pattern of a window has, or its type says.
fn length_shown(place: &mut Place<'_>) -> Option<Expr> {
    let (array, _) = place.array()?;
    if let Pat::Type(typed) = array {
        return match &*typed.ty {
            Type::Reference(r) => match &*r.elem {
                Type::Array(array) => Some(array.len.clone()),
                _ => None,
            },
            _ => None,
        };
    }
    let (_, slice) = elements(array)?;
    let all = slice.elems.iter().all(|pat| !is_rest(pat));
    let count = slice.elems.len();
    all.then(|| parse_quote!(#count))
}

/// `&[a, b]`: behind how many references which elements have names.
fn elements(pat: &Pat) -> Option<(usize, &PatSlice)> {
    match pat {
        Pat::Slice(slice) => Some((0, slice)),
        Pat::Paren(p) => elements(&p.pat),
        Pat::Reference(r) => elements(&r.pat).map(|(references, slice)| (references + 1, slice)),
        _ => None,
    }
}

/// What the elements are bound to, themselves or by reference.
fn bound(slice: &PatSlice, window: &Ident, by_value: bool) -> Vec<Stmt> {
    let count = slice.elems.len();
    let rest = slice.elems.iter().position(is_rest).unwrap_or(count);
    let mut stmts = Vec::new();
    for (at, pat) in slice.elems.iter().enumerate() {
        let place: Expr = match (at < rest, count - at) {
            (true, _) => parse_quote!(#window[#at]),
            (false, from_end) => parse_quote!(#window[#window.len() - #from_end]),
        };
        match pat {
            Pat::Wild(_) | Pat::Rest(_) => {}
            Pat::Ident(middle) if at == rest => {
                let (name, after) = (&middle.ident, count - at - 1);
                stmts.push(parse_quote!(let #name = &#window[#at..#window.len() - #after];));
            }
            pat if by_value => stmts.push(parse_quote!(let #pat = #place;)),
            pat => stmts.push(parse_quote!(let #pat = &#place;)),
        }
    }
    stmts
}

/// `&[f64; 2]` as `&[f64]`.
fn as_slice(ty: &mut Type) {
    if let Type::Reference(r) = ty {
        as_slice(&mut r.elem);
    } else if let Type::Array(array) = ty {
        let item = &array.elem;
        *ty = parse_quote!([#item]);
    }
}
