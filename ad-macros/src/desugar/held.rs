//! Methods that compute with what an option or a result holds, as `match`.
//!
//! Receives a method call; promises the expression it stands for. The call itself, or the receiver,
//! shows which of the two it is; where neither does, the receiver's type decides in emitted code
//! (`__payload`, `__with`, `__without`).
//!
//! ```text
//! o.map(|x| x * k)               match o { Some(x) => Some(x * k), None => None }
//! r.unwrap_or_else(|_| 0.0)      match r { Ok(x) => x, Err(_) => 0.0 }
//! f(x).map(|y| y * k)            { let held = f(x);
//!                                  match held.__payload() { Some(y) => held.__with(y * k), None => held.__without() } }
//! ```

use super::build;
use super::optional::{applied, called};
use syn::{Expr, ExprMethodCall, Ident, Pat, parse_quote};

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Option,
    Result,
}

/// The expression that a method call on an option or a result stands for. The names are fresh ones.
pub(crate) fn rewritten(call: &ExprMethodCall, names: &[Ident; 3]) -> Option<Expr> {
    let o = &call.receiver;
    let [held, other, _] = names;
    let name = call.method.to_string();
    let args: Vec<&Expr> = call.args.iter().collect();
    if let Some(value) = of_option(o, &name, &args, [held, other]) {
        return Some(value);
    }
    let kind = kind(&Expr::MethodCall(call.clone()), true);
    Some(match (name.as_str(), args.as_slice()) {
        ("map", [f]) => {
            let (pat, body) = applied(f, held)?;
            Held::new(o, kind, other).opened(&pat, |h| h.with(&body), Held::without)
        }
        ("and_then", [f]) => {
            let (pat, body) = applied(f, held)?;
            Held::new(o, kind, other).opened(&pat, |_| body, Held::without)
        }
        ("map_or", [default, f]) => {
            let (pat, body) = applied(f, held)?;
            Held::new(o, kind, other).opened(&pat, |_| body, |_| (*default).clone())
        }
        ("map_or_else", [default, f]) => {
            let (pat, body) = applied(f, held)?;
            otherwise(o, default, kind, other, &parse_quote!(#pat), &body)?
        }
        ("unwrap_or_else", [default]) => {
            let pat: Pat = parse_quote!(#held);
            otherwise(o, default, kind, other, &pat, &build::name(held.clone()))?
        }
        ("or_else", [default]) => {
            let pat: Pat = parse_quote!(#held);
            let body = match kind {
                Some(Kind::Result) => parse_quote!(::core::result::Result::Ok(#held)),
                _ => parse_quote!(::core::option::Option::Some(#held)),
            };
            otherwise(o, default, kind, other, &pat, &body)?
        }
        ("map_err", [f]) => {
            let (pat, error) = applied(f, other)?;
            parse_quote!(match #o {
                ::core::result::Result::Ok(#held) => ::core::result::Result::Ok(#held),
                ::core::result::Result::Err(#pat) => ::core::result::Result::Err(#error),
            })
        }
        _ => return None,
    })
}

/// What only options have.
fn of_option(o: &Expr, name: &str, args: &[&Expr], [held, other]: [&Ident; 2]) -> Option<Expr> {
    let (some, none): (Expr, Expr) = (
        parse_quote!(::core::option::Option::Some),
        parse_quote!(::core::option::Option::None),
    );
    let error = match (name, args) {
        ("ok_or", [error]) => (*error).clone(),
        ("ok_or_else", [error]) => called(error)?,
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

/// An option or a result that is opened.
struct Held<'a> {
    value: &'a Expr,
    kind: Option<Kind>,
    name: &'a Ident,
}

impl<'a> Held<'a> {
    fn new(value: &'a Expr, kind: Option<Kind>, name: &'a Ident) -> Self {
        Held { value, kind, name }
    }

    /// `match` on it: what holds something, and what does not.
    fn opened(
        &self,
        pat: &Pat,
        some: impl FnOnce(&Self) -> Expr,
        none: impl FnOnce(&Self) -> Expr,
    ) -> Expr {
        let (value, name) = (self.value, self.name);
        let (some, none) = (some(self), none(self));
        match self.kind {
            Some(Kind::Option) => parse_quote!(match #value {
                ::core::option::Option::Some(#pat) => #some,
                ::core::option::Option::None => #none,
            }),
            Some(Kind::Result) => parse_quote!(match #value {
                ::core::result::Result::Ok(#pat) => #some,
                ::core::result::Result::Err(#name) => #none,
            }),
            None => parse_quote!({
                let #name = #value;
                match #name.__payload() {
                    ::core::option::Option::Some(#pat) => #some,
                    ::core::option::Option::None => #none,
                }
            }),
        }
    }

    /// The same with another value in it.
    fn with(&self, body: &Expr) -> Expr {
        let name = self.name;
        match self.kind {
            Some(Kind::Option) => parse_quote!(::core::option::Option::Some(#body)),
            Some(Kind::Result) => parse_quote!(::core::result::Result::Ok(#body)),
            None => parse_quote!(#name.__with(#body)),
        }
    }

    /// The same where it holds nothing.
    fn without(&self) -> Expr {
        let name = self.name;
        match self.kind {
            Some(Kind::Option) => parse_quote!(::core::option::Option::None),
            Some(Kind::Result) => parse_quote!(::core::result::Result::Err(#name)),
            None => parse_quote!(#name.__without()),
        }
    }
}

/// Which of the two an expression is, as far as it shows. Of a call that is being rewritten, it is the
/// receiver that is asked about.
fn kind(expr: &Expr, receiver: bool) -> Option<Kind> {
    match build::peeled(expr) {
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
                    kind(&call.receiver, false).or(Some(Kind::Option))
                }
                ("map" | "and_then" | "map_or", _) => kind(&call.receiver, false),
                ("map_err" | "ok_or" | "ok_or_else", _) if !receiver => Some(Kind::Result),
                (
                    "ok" | "err" | "copied" | "cloned" | "filter" | "zip" | "xor" | "take"
                    | "as_ref" | "as_mut" | "get" | "get_mut" | "first" | "first_mut" | "last"
                    | "last_mut" | "front" | "back" | "pop" | "pop_front" | "pop_back",
                    _,
                ) if !receiver => Some(Kind::Option),
                _ => None,
            }
        }
        _ => None,
    }
}
