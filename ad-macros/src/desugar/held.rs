//! Methods that compute with what an option or a result holds, as `match`.
//!
//! Receives a method call; promises the expression it stands for where the call itself, or the
//! receiver, shows which of the two it is. Where neither does, the rule that goes with the receiver's
//! type is called: it may as well be an array, or a type of the user's.
//!
//! ```text
//! o.map(|x| x * k)               match o { Some(x) => Some(x * k), None => None }
//! r.unwrap_or_else(|_| 0.0)      match r { Ok(x) => x, Err(_) => 0.0 }
//! ```

use super::build;
use super::optional::{applied, called};
use crate::lower::is_constructor;
use syn::{Expr, ExprMethodCall, Ident, Pat, Stmt, parse_quote};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Option,
    Result,
    /// A value of a type of the user's, which may have methods of these names.
    Neither,
}

/// Methods of the standard library's that give one of the two, or an iterator.
pub(super) const OF_STD: [&str; 64] = [
    "get",
    "get_mut",
    "first",
    "first_mut",
    "last",
    "last_mut",
    "front",
    "front_mut",
    "back",
    "back_mut",
    "pop",
    "pop_front",
    "pop_back",
    "find",
    "find_map",
    "position",
    "rposition",
    "max_by",
    "min_by",
    "max_by_key",
    "min_by_key",
    "max",
    "min",
    "reduce",
    "next",
    "next_back",
    "nth",
    "peek",
    "as_ref",
    "as_mut",
    "as_deref",
    "copied",
    "cloned",
    "clone",
    "filter",
    "zip",
    "take",
    "ok",
    "err",
    "ok_or",
    "ok_or_else",
    "map_err",
    "or",
    "or_else",
    "xor",
    "split_first",
    "split_last",
    "parse",
    "checked_add",
    "checked_sub",
    "checked_mul",
    "checked_div",
    "checked_rem",
    "checked_pow",
    "to_digit",
    "split_once",
    "strip_prefix",
    "strip_suffix",
    "then",
    "then_some",
    "collect",
    "sum",
    "product",
    "try_fold",
];

/// Which of the two a variable is, as far as its declaration shows.
pub(crate) type KindOf<'a> = &'a dyn Fn(&Ident) -> Option<Kind>;

/// The expression that a method call on an option or a result stands for. The names are fresh ones.
pub(crate) fn rewritten(
    call: &ExprMethodCall,
    kind_of: KindOf,
    names: &[Ident; 3],
) -> Option<Expr> {
    let o = &call.receiver;
    let name = call.method.to_string();
    let args: Vec<&Expr> = call.args.iter().collect();
    let names = [&names[0], &names[1]];
    let kind = kind(&Expr::MethodCall(call.clone()), true, kind_of);
    of_option(o, &name, &args, kind, names)
        .or_else(|| asked(o, &name, &args, names[0]))
        .or_else(|| mapped(o, &name, &args, kind, names))
        .or_else(|| recovered(o, &name, &args, kind, names))
}

/// The same for a call on what is known to be an option.
pub(crate) fn of_known_option(call: &ExprMethodCall, names: &[Ident; 2]) -> Option<Expr> {
    of_known_kind(call, Kind::Option, [&names[0], &names[1]])
}

/// The same for a call on what is known to be one of the two.
pub(super) fn of_known_kind(call: &ExprMethodCall, kind: Kind, names: [&Ident; 2]) -> Option<Expr> {
    let (o, name, kind) = (&call.receiver, call.method.to_string(), Some(kind));
    let args: Vec<&Expr> = call.args.iter().collect();
    of_option(o, &name, &args, kind, names)
        .or_else(|| asked(o, &name, &args, names[0]))
        .or_else(|| mapped(o, &name, &args, kind, names))
        .or_else(|| recovered(o, &name, &args, kind, names))
}

/// Whether what it holds is as a closure says.
fn asked(o: &Expr, name: &str, args: &[&Expr], held: &Ident) -> Option<Expr> {
    let (holds, otherwise): (Expr, bool) = match name {
        "is_some_and" => (parse_quote!(::core::option::Option::Some), false),
        "is_none_or" => (parse_quote!(::core::option::Option::Some), true),
        "is_ok_and" => (parse_quote!(::core::result::Result::Ok), false),
        _ => return None,
    };
    let (pat, body) = applied(args.first()?, held)?;
    Some(parse_quote!(match #o { #holds(#pat) => #body, _ => #otherwise }))
}

/// What a closure makes of what it holds, or of its error.
fn mapped(
    o: &Expr,
    name: &str,
    args: &[&Expr],
    kind: Option<Kind>,
    [held, other]: [&Ident; 2],
) -> Option<Expr> {
    let (f, default) = match (name, args) {
        ("map" | "and_then", [f]) => (f, None),
        ("map_or", [default, f]) => (f, Some(default)),
        ("map_err", [f]) => {
            let (pat, error) = applied(f, other)?;
            return Some(parse_quote!(match #o {
                ::core::result::Result::Ok(#held) => ::core::result::Result::Ok(#held),
                ::core::result::Result::Err(#pat) => ::core::result::Result::Err(#error),
            }));
        }
        _ => return None,
    };
    let (pat, body) = applied(f, held)?;
    let (holds, other): (Expr, Expr) = match kind? {
        Kind::Option => (
            parse_quote!(::core::option::Option::Some),
            parse_quote!(::core::option::Option::None),
        ),
        Kind::Result => (
            parse_quote!(::core::result::Result::Ok),
            parse_quote!(::core::result::Result::Err(#other)),
        ),
        Kind::Neither => return None,
    };
    Some(match (name, default) {
        (_, Some(default)) => parse_quote!(match #o { #holds(#pat) => #body, _ => #default }),
        ("map", _) => parse_quote!(match #o { #holds(#pat) => #holds(#body), #other => #other }),
        _ => parse_quote!(match #o { #holds(#pat) => #body, #other => #other }),
    })
}

/// What stands for it where it holds nothing.
fn recovered(
    o: &Expr,
    name: &str,
    args: &[&Expr],
    kind: Option<Kind>,
    [held, other]: [&Ident; 2],
) -> Option<Expr> {
    let same: Pat = parse_quote!(#held);
    match (name, args) {
        ("map_or_else", [default, f]) => {
            let (pat, body) = applied(f, held)?;
            otherwise(o, default, kind, other, &pat, &body)
        }
        ("unwrap_or_else", [default]) => {
            let held = build::name(held.clone());
            otherwise(o, default, kind, other, &same, &held)
        }
        // Of another kind of value it is a rule.
        ("unwrap_or", [default]) if build::as_name(o).is_some() => {
            let (holds, pat): (Expr, Pat) = match kind? {
                Kind::Option => (parse_quote!(::core::option::Option::Some), same),
                Kind::Result => (parse_quote!(::core::result::Result::Ok), same),
                Kind::Neither => return None,
            };
            Some(
                parse_quote!({ let #other = #default; match #o { #holds(#pat) => #held, _ => #other } }),
            )
        }
        // A rule would hold on to a copy.
        ("unwrap" | "expect", _) if build::as_name(o).is_some() => {
            unwrapped(o, kind?, args, held, other)
        }
        ("or_else", [default]) => {
            let body = match kind {
                Some(Kind::Result) => parse_quote!(::core::result::Result::Ok(#held)),
                _ => parse_quote!(::core::option::Option::Some(#held)),
            };
            otherwise(o, default, kind, other, &same, &body)
        }
        _ => None,
    }
}

/// What it holds, or a panic.
fn unwrapped(o: &Expr, kind: Kind, args: &[&Expr], held: &Ident, error: &Ident) -> Option<Expr> {
    let (holds, missing, panics): (Expr, Pat, Expr) = match (kind, args) {
        (Kind::Option, [message]) => (
            parse_quote!(::core::option::Option::Some),
            parse_quote!(::core::option::Option::None),
            parse_quote!(::core::panic!("{}", #message)),
        ),
        (Kind::Option, _) => (
            parse_quote!(::core::option::Option::Some),
            parse_quote!(::core::option::Option::None),
            parse_quote!(::core::panic!(
                "called `Option::unwrap()` on a `None` value"
            )),
        ),
        (Kind::Result, [message]) => (
            parse_quote!(::core::result::Result::Ok),
            parse_quote!(::core::result::Result::Err(#error)),
            parse_quote!(::core::panic!("{}: {:?}", #message, #error)),
        ),
        (Kind::Result, _) => (
            parse_quote!(::core::result::Result::Ok),
            parse_quote!(::core::result::Result::Err(#error)),
            parse_quote!(::core::panic!(
                "called `Result::unwrap()` on an `Err` value: {:?}", #error
            )),
        ),
        (Kind::Neither, _) => return None,
    };
    Some(parse_quote!(match #o { #holds(#held) => #held, #missing => #panics }))
}

/// What only options have.
fn of_option(
    o: &Expr,
    name: &str,
    args: &[&Expr],
    kind: Option<Kind>,
    [held, other]: [&Ident; 2],
) -> Option<Expr> {
    let (some, none): (Expr, Expr) = (
        parse_quote!(::core::option::Option::Some),
        parse_quote!(::core::option::Option::None),
    );
    let error = match (name, args) {
        ("ok_or", [error]) => (*error).clone(),
        ("ok_or_else", [error]) => called(error)?,
        // Of another kind of value it is a rule.
        ("zip" | "filter", _) if kind == Some(Kind::Neither) => return None,
        ("zip", _) if kind.is_none() && is_variable(o) => return None,
        ("zip" | "filter", _) if is_adapted(o) => return None,
        ("zip", [with]) => {
            return Some(parse_quote!(match (#o, #with) {
                (#some(#held), #some(#other)) => #some((#held, #other)),
                _ => #none,
            }));
        }
        ("filter", [f]) => {
            let (pat, body) = applied(f, held)?;
            return Some(parse_quote!(match #o {
                #some(#held) => if { let #pat = &#held; #body } { #some(#held) } else { #none },
                #none => #none,
            }));
        }
        _ => return None,
    };
    Some(parse_quote!(match #o {
        #some(#held) => ::core::result::Result::Ok(#held),
        #none => ::core::result::Result::Err(#error),
    }))
}

/// `match o { Some(pat) => body, None => default() }`, or that of a result.
fn otherwise(
    o: &Expr,
    default: &Expr,
    kind: Option<Kind>,
    error: &Ident,
    pat: &Pat,
    body: &Expr,
) -> Option<Expr> {
    Some(match kind {
        Some(Kind::Result) => {
            let (error, default) = applied(default, error)?;
            parse_quote!(match #o {
                ::core::result::Result::Ok(#pat) => #body,
                ::core::result::Result::Err(#error) => #default,
            })
        }
        _ => {
            let default = called(default)?;
            parse_quote!(match #o {
                ::core::option::Option::Some(#pat) => #body,
                ::core::option::Option::None => #default,
            })
        }
    })
}

/// Which of the two the value of a declaration is, as far as it shows.
pub(crate) fn declared(init: &Expr, kind_of: KindOf) -> Option<Kind> {
    match build::peeled(init) {
        Expr::Path(p) if p.path.segments.last()?.ident == "None" => Some(Kind::Option),
        Expr::Path(p) => kind_of(p.path.get_ident()?),
        Expr::Block(b) if b.label.is_none() => match b.block.stmts.last()? {
            Stmt::Expr(tail, None) => declared(tail, kind_of),
            _ => None,
        },
        Expr::If(e) => match e.then_branch.stmts.last()? {
            Stmt::Expr(tail, None) => declared(tail, kind_of),
            _ => None,
        },
        Expr::Match(e) => e.arms.iter().find_map(|arm| declared(&arm.body, kind_of)),
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            // Iterators have methods of these names, too.
            "map" | "and_then" | "or_else" | "copied" | "cloned" | "filter" | "zip" | "take" => {
                declared(&call.receiver, kind_of)
            }
            "get" if call.args.is_empty() => None,
            "get" | "first" | "last" | "find" | "find_map" | "max_by" | "min_by" | "reduce"
            | "max_by_key" | "min_by_key" | "as_deref" | "ok" => Some(Kind::Option),
            _ => None,
        },
        made @ (Expr::Call(_) | Expr::Struct(_)) => kind(made, false, kind_of),
        _ => None,
    }
}

fn is_variable(expr: &Expr) -> bool {
    build::as_name(build::peeled(expr)).is_some()
}

/// `returns(x).skip(1)`: what no option has been asked for.
fn is_adapted(expr: &Expr) -> bool {
    let of_iterators = [
        "chain",
        "enumerate",
        "filter_map",
        "rev",
        "skip",
        "skip_while",
        "step_by",
        "take_while",
    ];
    match build::peeled(expr) {
        Expr::MethodCall(call) => {
            of_iterators.iter().any(|name| call.method == name) || is_adapted(&call.receiver)
        }
        _ => false,
    }
}

/// Which of the two a type is.
pub(crate) fn of_type(ty: &syn::Type) -> Option<Kind> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    match path.path.segments.last()?.ident.to_string().as_str() {
        "Option" => Some(Kind::Option),
        "Result" => Some(Kind::Result),
        _ => None,
    }
}

/// Which of the two an expression is, as far as it shows. Of a call that is being rewritten, it is the
/// receiver that is asked about.
fn kind(expr: &Expr, receiver: bool, kind_of: KindOf) -> Option<Kind> {
    match build::peeled(expr) {
        Expr::Path(p) => kind_of(p.path.get_ident()?),
        made if is_constructor(made) => Some(Kind::Neither),
        choice @ (Expr::If(_) | Expr::Match(_)) => declared(choice, kind_of),
        Expr::Call(call) => match &*call.func {
            Expr::Path(p) => match p.path.segments.last()?.ident.to_string().as_str() {
                "Some" => Some(Kind::Option),
                "Ok" | "Err" => Some(Kind::Result),
                _ => None,
            },
            _ => None,
        },
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            match (name.as_str(), call.args.first()) {
                // What it does without a value tells.
                ("unwrap_or_else" | "or_else" | "map_or_else", Some(Expr::Closure(c))) => {
                    if c.inputs.is_empty() {
                        Some(Kind::Option)
                    } else {
                        Some(Kind::Result)
                    }
                }
                ("unwrap_or_else" | "or_else" | "map_or_else", _) => {
                    kind(&call.receiver, false, kind_of).or(Some(Kind::Option))
                }
                // So does what it gives with one.
                ("and_then", Some(Expr::Closure(c))) => {
                    kind(&call.receiver, false, kind_of).or_else(|| declared(&c.body, kind_of))
                }
                ("map" | "and_then" | "map_or", _) => kind(&call.receiver, false, kind_of),
                ("unwrap_or" | "unwrap" | "expect", _) if receiver => {
                    kind(&call.receiver, false, kind_of)
                }
                ("map_err" | "ok_or" | "ok_or_else", _) if !receiver => Some(Kind::Result),
                ("as_ref" | "as_mut" | "as_deref", _) if !receiver => {
                    kind(&call.receiver, false, kind_of).or(Some(Kind::Option))
                }
                ("filter" | "zip", _) => match kind(&call.receiver, false, kind_of) {
                    None if receiver || name == "zip" && is_variable(&call.receiver) => None,
                    None if is_adapted(&call.receiver) => None,
                    known => known.or(Some(Kind::Option)),
                },
                // A method of the user's.
                ("get" | "get_mut", None) => None,
                (
                    "ok" | "err" | "copied" | "cloned" | "xor" | "take" | "get" | "get_mut"
                    | "first" | "first_mut" | "last" | "last_mut" | "front" | "back" | "pop"
                    | "pop_front" | "pop_back",
                    _,
                ) if !receiver => Some(Kind::Option),
                _ => None,
            }
        }
        _ => None,
    }
}
