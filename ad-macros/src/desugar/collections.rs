//! Methods that change a sequence's order or what is in it, as pushes and swaps.
//!
//! Receives a method call on a sequence; promises statements that do the same by what has an adjoint.
//!
//! ```text
//! v.reverse()            for k in 0..v.len() / 2 { v.swap(k, v.len() - 1 - k); }
//! v.retain(|x| p)        n = 0; for k in 0..v.len() { let x = &v[k]; if p { v.swap(n, k); n += 1; } }
//!                        v.truncate(n);
//! v.fill(None)           x = None; for k in 0..v.len() { v[k] = x.clone(); }
//! v.copy_within(a..b, c)  x = v[a..b].to_vec(); for k in 0..x.len() { v[c + k] = x[k]; }
//! v.sort_by(|a, b| c)    order = (0..v.len()), sorted by c of v[i] and v[j], and as exchanges one by one;
//!                        for k in 0..v.len() { v.swap(k, order[k]); }
//! ```

use super::optional::{self, is_place};
use super::sorts::{self, Compares};
use super::{build, retained};
use crate::segments;
use quote::{format_ident, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprMethodCall, Ident, Stmt, parse_quote};

/// The expression that `v.name(args)` stands for. The names are fresh ones.
pub(crate) fn rewritten(call: &ExprMethodCall, [n, k, x]: &[Ident; 3]) -> Option<Expr> {
    let v = &call.receiver;
    let args: Vec<&Expr> = call.args.iter().collect();
    let name = call.method.to_string();
    Some(match (name.as_str(), args.as_slice()) {
        ("reverse", []) => parse_quote!({
            let #n = #v.len();
            for #k in 0..#n / 2 { #v.swap(#k, #n - 1 - #k); }
        }),
        ("append", [from]) if is_place(unborrowed(from)) => {
            let from = unborrowed(from);
            parse_quote!({
                let #n = #from.len();
                for #k in 0..#n { #v.push(#from[#k].clone()); }
                #from.clear();
            })
        }
        ("extend_from_slice" | "append", [from]) => {
            let (held, from) = held(from, x);
            parse_quote!({
                #held
                let #n = #from.len();
                for #k in 0..#n { #v.push(#from[#k].clone()); }
            })
        }
        ("copy_within", [range, to]) => parse_quote!({
            let #n: usize = #to;
            let #x = #v[#range].to_vec();
            for #k in 0..#x.len() { #v[#n + #k] = #x[#k].clone(); }
        }),
        ("extend_from_within", [range]) => parse_quote!({
            let #x = #v[#range].to_vec();
            for #k in 0..#x.len() { #v.push(#x[#k].clone()); }
        }),
        ("fill_with", [by]) => {
            let called = called(by)?;
            parse_quote!({ for #k in 0..#v.len() { #v[#k] = #called; } })
        }
        ("resize_with", [to, by]) => {
            let called = called(by)?;
            parse_quote!({
                let #n: usize = #to;
                for _ in #v.len()..#n { #v.push(#called); }
                #v.truncate(#n);
            })
        }
        ("fill", [value]) if is_made_of_parts(value) => parse_quote!({
            let #x = #value;
            for #k in 0..#v.len() { #v[#k] = #x.clone(); }
        }),
        // Of the longer one: positions that the other one does not have are an error.
        ("swap_with_slice", [other]) => {
            let other = unborrowed(other);
            parse_quote!({
                for #k in 0..::core::cmp::Ord::max(#v.len(), #other.len()) {
                    let #x = #v[#k].clone();
                    #v[#k] = #other[#k].clone();
                    #other[#k] = #x;
                }
            })
        }
        ("concat", []) => concatenated(v, [n, k, x]),
        ("rotate_left" | "rotate_right", [by]) => {
            let split: Expr = if name == "rotate_left" {
                parse_quote!(#by)
            } else {
                parse_quote!(#v.len() - (#by))
            };
            parse_quote!({
                let #n: usize = #split;
                for #k in 0..#n / 2 { #v.swap(#k, #n - 1 - #k); }
                for #k in 0..(#v.len() - #n) / 2 { #v.swap(#n + #k, #v.len() - 1 - #k); }
                for #k in 0..#v.len() / 2 { #v.swap(#k, #v.len() - 1 - #k); }
            })
        }
        _ => return None,
    })
}

/// `None`, `Some(x)`, `(0.0, 1.0)`: what a list is filled with, and is no number.
fn is_made_of_parts(value: &Expr) -> bool {
    let variant = |path: &syn::Path| {
        let name = segments::last(path);
        name == "None" || name == "Some"
    };
    match build::peeled(value) {
        Expr::Path(p) => variant(&p.path),
        Expr::Call(call) => matches!(&*call.func, Expr::Path(p) if variant(&p.path)),
        Expr::Tuple(_) | Expr::Array(_) | Expr::Repeat(_) => true,
        _ => false,
    }
}

/// What a slice is read from, and what makes it before: it is made once.
fn held(slice: &Expr, name: &Ident) -> (Option<Stmt>, Expr) {
    match unborrowed(slice) {
        place if is_place(place) => (None, place.clone()),
        _ => (
            Some(parse_quote!(let #name = #slice;)),
            build::name(name.clone()),
        ),
    }
}

/// All elements of a sequence of sequences, or of those an array lists.
fn concatenated(v: &Expr, [n, k, x]: [&Ident; 3]) -> Expr {
    if let Some(list) = listed(v) {
        let parts = list.iter().enumerate().map(|(i, part)| -> Expr {
            let (n, k) = (format_ident!("{n}_{i}"), format_ident!("{k}_{i}"));
            let (held, part) = held(part, &n);
            parse_quote!({ #held for #k in 0..#part.len() { #x.push(#part[#k].clone()); } })
        });
        return parse_quote!({ let mut #x = ::std::vec::Vec::new(); #(#parts)* #x });
    }
    if !is_place(v) {
        let all = format_ident!("{x}_all");
        let inner = concatenated(&build::name(all.clone()), [n, k, x]);
        return parse_quote!({ let #all = #v; #inner });
    }
    parse_quote!({
        let mut #x = ::std::vec::Vec::new();
        for #n in 0..#v.len() {
            for #k in 0..#v[#n].len() { #x.push(#v[#n][#k].clone()); }
        }
        #x
    })
}

/// The elements that an array or `vec!` lists.
pub(crate) fn listed(v: &Expr) -> Option<Vec<Expr>> {
    match build::peeled(v) {
        Expr::Array(list) => Some(list.elems.iter().cloned().collect()),
        Expr::Macro(e) if e.mac.path.is_ident("vec") => {
            let elements = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
            let list = elements.parse2(e.mac.tokens.clone()).ok()?;
            Some(list.into_iter().collect())
        }
        _ => None,
    }
}

/// The order that sorting puts elements in, and the exchanges that do so.
///
/// Where an element has gone when those before the `k`th have their places, their exchanges tell.
pub(crate) fn sorted(call: &ExprMethodCall, [order, k, _]: &[Ident; 3]) -> Option<(Expr, Expr)> {
    let v = contiguous(&call.receiver);
    let sort = sorts::sort(&call.method)?;
    // A partial sort is told which position has to be right.
    let nth = call.args.first().filter(|_| sort.partly);
    let by = call.args.iter().nth(usize::from(nth.is_some()));
    // What the user compares by may have any name.
    let [left, right, indices, placed, at, from] =
        ["left", "right", "indices", "placed", "at", "from"]
            .map(|part| format_ident!("{order}_{part}"));
    let (i, j): (Expr, Expr) = (parse_quote!(&#v[*#left]), parse_quote!(&#v[*#right]));
    let compared: Expr = match (sort.compares, by) {
        (Compares::Items, None) => parse_quote!(::core::cmp::Ord::cmp(#i, #j)),
        (Compares::ByFunction, Some(f)) => retained::applied(f, &[i, j])?,
        (Compares::Keys, Some(f)) => {
            let (a, b) = (retained::applied(f, &[i])?, retained::applied(f, &[j])?);
            parse_quote!(::core::cmp::Ord::cmp(&#a, &#b))
        }
        _ => return None,
    };
    let compared = quote!(|#left: &usize, #right: &usize| #compared);
    let sorts: Expr = match nth {
        Some(n) => parse_quote!(#indices.select_nth_unstable_by(#n, #compared)),
        None => parse_quote!(#indices.sort_by(#compared)),
    };
    let order_of: Expr = parse_quote!({
        let mut #indices: ::std::vec::Vec<usize> = ::core::iter::Iterator::collect(0..#v.len());
        #sorts;
        #indices.into_iter().fold(::std::vec::Vec::new(), |mut #placed: ::std::vec::Vec<usize>, #at| {
            let #from = ::core::iter::successors(::core::option::Option::Some(#at), |#at| #placed.get(*#at).copied());
            let #from = ::core::iter::Iterator::last(#from).unwrap_or(#at);
            #placed.push(#from);
            #placed
        })
    });
    let exchanges: Expr = parse_quote!({
        for #k in 0..#v.len() { #v.swap(#k, #order[#k]); }
    });
    Some((order_of, exchanges))
}

/// The deque that is laid out as one slice: its order is the same before and after.
fn contiguous(v: &Expr) -> &Expr {
    match build::peeled(v) {
        Expr::MethodCall(call) if call.method == "make_contiguous" => &call.receiver,
        _ => v,
    }
}

/// `mem::replace(&mut a, b)`, `mem::take(&mut a)`, by a swap with a temporary.
pub(crate) fn replaced(place: &Expr, value: &Expr, held: &Ident) -> Expr {
    parse_quote!({
        let mut #held = #value;
        ::core::mem::swap(#place, &mut #held);
        #held
    })
}

fn unborrowed(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(r) => &r.expr,
        other => other,
    }
}

/// What a function gives that is called with nothing.
fn called(by: &Expr) -> Option<Expr> {
    match by {
        Expr::Path(_) => Some(parse_quote!(#by())),
        Expr::Closure(by) if !optional::returns(&by.body) => Some((*by.body).clone()),
        _ => None,
    }
}
