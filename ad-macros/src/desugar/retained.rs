//! Methods of sequences that keep some items and drop the others.
//!
//! Receives a method call on a sequence; promises a loop that moves what is kept to the front, in its
//! order, and drops the rest by `truncate`.
//!
//! ```text
//! v.retain(|x| *x > 0.0)     { let mut n = 0;
//!                              for k in 0..v.len() { if { let x = &v[k]; *x > 0.0 } { v.swap(n, k); n += 1; } }
//!                              v.truncate(n); }
//! v.dedup_by(|x, y| { *y += *x; true })
//!                            the same, with `let (kept, others) = v.split_at_mut(k)`, `x = &mut others[0]` and
//!                            `y = &mut kept[n - 1]`
//! ```

use super::build;
use quote::{ToTokens, format_ident};
use syn::{Expr, ExprMethodCall, Ident, Pat, Stmt, parse_quote};

/// The expression that `v.name(args)` stands for. The names are fresh ones.
pub(crate) fn rewritten(call: &ExprMethodCall, [n, k, x]: &[Ident; 3]) -> Option<Expr> {
    let v = &call.receiver;
    let (item, last): (Expr, Expr) = (parse_quote!(&#v[#k]), parse_quote!(&#v[#n - 1]));
    let args: Vec<&Expr> = call.args.iter().collect();
    let (first, keeps): (usize, Expr) = match (call.method.to_string().as_str(), args.as_slice()) {
        ("retain", [f]) => (0, applied(f, &[item])?),
        ("retain_mut", [f]) => (0, applied(f, &[parse_quote!(&mut #v[#k])])?),
        ("dedup", []) => (1, parse_quote!(#v[#k] != #v[#n - 1])),
        ("dedup_by", [f]) if changes_what_it_is_given(f) => {
            let [kept, others] = ["kept", "others"].map(|part| format_ident!("{x}_{part}"));
            let items = [
                parse_quote!(&mut #others[0]),
                parse_quote!(&mut #kept[#n - 1]),
            ];
            let same = applied(f, &items)?;
            (
                1,
                parse_quote!(!{ let (#kept, #others) = #v.split_at_mut(#k); #same }),
            )
        }
        ("dedup_by", [f]) => {
            let same = applied(f, &[item, last])?;
            (1, parse_quote!(!#same))
        }
        ("dedup_by_key", [f]) => {
            let (key, other) = (applied(f, &[item])?, applied(f, &[last])?);
            (1, parse_quote!(#key != #other))
        }
        _ => return None,
    };
    let start: Expr = match first {
        0 => parse_quote!(0usize),
        _ => parse_quote!(::core::cmp::Ord::min(1usize, #v.len())),
    };
    Some(parse_quote!({
        let mut #n: usize = #start;
        for #k in #first..#v.len() { if #keeps { #v.swap(#n, #k); #n += 1; } }
        #v.truncate(#n);
    }))
}

/// Whether a closure changes what its parameters refer to.
fn changes_what_it_is_given(f: &Expr) -> bool {
    let Expr::Closure(c) = build::peeled(f) else {
        return false;
    };
    let changed = crate::lower::assigned_names(c.body.to_token_stream());
    let given = c.inputs.iter().flat_map(build::bound_names);
    given
        .into_iter()
        .any(|name| changed.iter().any(|changed| name == changed))
}

/// What a closure or a function makes of its arguments, of which none is changed.
pub(crate) fn applied(f: &Expr, args: &[Expr]) -> Option<Expr> {
    match build::peeled(f) {
        Expr::Closure(c) if c.inputs.len() == args.len() && !super::optional::returns(&c.body) => {
            let bindings = c.inputs.iter().zip(args).map(|(pat, arg)| -> Stmt {
                let pat = borrowed(pat.clone(), arg);
                parse_quote!(let #pat = #arg;)
            });
            let body = build::last((*c.body).clone());
            Some(parse_quote!({ #(#bindings)* #body }))
        }
        Expr::Path(path) => Some(parse_quote!(#path(#(#args),*))),
        _ => None,
    }
}

/// A pattern for `&mut T` as one for what it is given here.
fn borrowed(pat: Pat, arg: &Expr) -> Pat {
    let shared = matches!(arg, Expr::Reference(r) if r.mutability.is_none());
    match pat {
        Pat::Type(typed) => borrowed(*typed.pat, arg),
        Pat::Reference(mut reference) if shared => {
            reference.mutability = None;
            Pat::Reference(reference)
        }
        other => other,
    }
}
