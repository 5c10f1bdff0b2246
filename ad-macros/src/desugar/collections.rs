//! Methods that change a vector's length or order, as pushes, pops and swaps.
//!
//! Receives a method call on a sequence; promises statements that do the same by what has an adjoint.
//!
//! ```text
//! v.truncate(n)      while v.len() > n { v.pop().unwrap(); }
//! v.reverse()        for k in 0..v.len() / 2 { v.swap(k, v.len() - 1 - k); }
//! v.insert(i, x)     v.push(x); and swaps down to i
//! ```

use syn::{Expr, ExprMethodCall, Ident, parse_quote};

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
        ("truncate", [len]) => parse_quote!({
            let #n: usize = #len;
            while #v.len() > #n { let #x = #v.pop().unwrap(); }
        }),
        ("clear", []) => parse_quote!({ while #v.len() > 0 { let #x = #v.pop().unwrap(); } }),
        ("resize", [len, value]) => parse_quote!({
            let #n: usize = #len;
            let #x = #value;
            while #v.len() > #n { #v.pop().unwrap(); }
            for #k in #v.len()..#n { #v.push(#x.clone()); }
        }),
        ("extend_from_slice", [from]) => {
            let from = unborrowed(from);
            parse_quote!({
                let #n = #from.len();
                for #k in 0..#n { #v.push(#from[#k].clone()); }
            })
        }
        ("append", [from]) => {
            let from = unborrowed(from);
            parse_quote!({
                let #n = #from.len();
                for #k in 0..#n { #v.push(#from[#k].clone()); }
                while #from.len() > 0 { let #x = #from.pop().unwrap(); }
            })
        }
        ("insert", [at, value]) => parse_quote!({
            let #n: usize = #at;
            let #x = #value;
            #v.push(#x);
            for #k in (#n + 1..#v.len()).rev() { #v.swap(#k, #k - 1); }
        }),
        ("remove", [at]) => parse_quote!({
            let #n: usize = #at;
            for #k in #n + 1..#v.len() { #v.swap(#k, #k - 1); }
            #v.pop().unwrap()
        }),
        ("swap_remove", [at]) => parse_quote!({
            let #n = #v.len() - 1;
            #v.swap(#at, #n);
            #v.pop().unwrap()
        }),
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

/// All elements of a sequence of sequences, or of those an array lists.
fn concatenated(v: &Expr, [n, k, x]: [&Ident; 3]) -> Expr {
    if let Expr::Array(list) = super::build::peeled(v) {
        let parts = list.elems.iter().map(|part| -> Expr {
            let part = unborrowed(part);
            parse_quote!(for #k in 0..#part.len() { #x.push(#part[#k].clone()); })
        });
        return parse_quote!({ let mut #x = ::std::vec::Vec::new(); #(#parts)* #x });
    }
    parse_quote!({
        let mut #x = ::std::vec::Vec::new();
        for #n in 0..#v.len() {
            for #k in 0..#v[#n].len() { #x.push(#v[#n][#k].clone()); }
        }
        #x
    })
}

/// The order that sorting puts elements in, and the gathering by it.
pub(crate) fn sorted(call: &ExprMethodCall, [order, k, old]: &[Ident; 3]) -> Option<(Expr, Expr)> {
    let v = &call.receiver;
    let by = call.args.first();
    let method = call.method.to_string();
    let compare: Expr = match (method.as_str(), by) {
        ("sort_by" | "sort_unstable_by", Some(Expr::Closure(c))) if c.inputs.len() == 2 => {
            let (a, b, body) = (&c.inputs[0], &c.inputs[1], &c.body);
            parse_quote!(|i: &usize, j: &usize| { let (#a, #b) = (&#v[*i], &#v[*j]); #body })
        }
        ("sort_by" | "sort_unstable_by", Some(Expr::Path(f))) => {
            parse_quote!(|i: &usize, j: &usize| #f(&#v[*i], &#v[*j]))
        }
        _ => return None,
    };
    let indices: Expr = parse_quote!({
        let mut indices: ::std::vec::Vec<usize> = ::core::iter::Iterator::collect(0..#v.len());
        indices.sort_by(#compare);
        indices
    });
    let gather: Expr = parse_quote!({
        let #old = #v.to_vec();
        for #k in 0..#v.len() { #v[#k] = #old[#order[#k]].clone(); }
    });
    Some((indices, gather))
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
