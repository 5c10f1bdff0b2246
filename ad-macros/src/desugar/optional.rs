//! Elements that may not be there, and what is asked of them, as `if`.
//!
//! Receives a method call; promises the expression it stands for where it looks at an element of a
//! sequence, or makes an option of a condition.
//!
//! ```text
//! v.get(i).copied().unwrap_or(c)  if i < v.len() { v[i] } else { c }
//! v.last().map(|x| x * k)         if v.len() > 0 { Some({ let x = &v[v.len() - 1]; x * k }) } else { None }
//! c.then(|| x)                    if c { Some(x) } else { None }
//! ```

use super::held::KindOf;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprClosure, ExprMethodCall, Ident, Pat, parse_quote};

/// The variants of the prelude, by paths that nothing can take over.
struct Prelude {
    some: Variant,
    none: Variant,
    ok: Variant,
    err: Variant,
}

/// A path, written where it is asked for: most of what is looked at asks for none.
struct Variant([&'static str; 3]);

impl Prelude {
    const NAMES: Self = Prelude {
        some: Variant(["option", "Option", "Some"]),
        none: Variant(["option", "Option", "None"]),
        ok: Variant(["result", "Result", "Ok"]),
        err: Variant(["result", "Result", "Err"]),
    };
}

impl ToTokens for Variant {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let [module, ty, variant] = self.0.map(|name| Ident::new(name, Span::call_site()));
        tokens.extend(quote!(::core::#module::#ty::#variant));
    }
}

/// An element of a sequence that may not be there.
pub(super) struct Element {
    /// Whether it is.
    pub(super) there: Expr,
    /// Its place.
    place: Expr,
    /// How it is referred to: `get` gives a reference, `pop` the element itself.
    pub(super) reference: Expr,
    by_value: bool,
    /// Whether asking for it takes it off.
    taken: bool,
}

/// `v.get(i)`, `v.first()`, `v.last()`, `v.pop()`, and those with `_mut`, of a sequence; `v.split_first()`
/// and `v.split_last()` give an element and the others.
pub(super) fn element(
    expr: &Expr,
    is_sequence: &dyn Fn(&ExprMethodCall) -> bool,
) -> Option<Element> {
    let Expr::MethodCall(call) = super::build::peeled(expr) else {
        return None;
    };
    let v = &call.receiver;
    let name = call.method.to_string();
    // What an element's copy is asked of is an option, whatever the element is.
    if !is_copy(call) && !is_sequence(call) {
        return None;
    }
    let args: Vec<&Expr> = call.args.iter().collect();
    let (there, place): (Expr, Expr) = match (name.as_str(), args.as_slice()) {
        ("get" | "get_mut", [i])
            if !matches!(i, Expr::Range(_) | Expr::Reference(_)) && !is_text(i) =>
        {
            (parse_quote!((#i) < #v.len()), parse_quote!(#v[#i]))
        }
        ("get" | "get_mut", [Expr::Range(range)]) => (within(range, v)?, parse_quote!(#v[#range])),
        ("first" | "first_mut" | "front" | "front_mut", []) => {
            (parse_quote!(#v.len() > 0), parse_quote!(#v[0]))
        }
        ("last" | "last_mut" | "back" | "back_mut", []) => {
            (parse_quote!(#v.len() > 0), parse_quote!(#v[#v.len() - 1]))
        }
        ("split_first", []) => (parse_quote!(#v.len() > 0), parse_quote!((&#v[0], &#v[1..]))),
        ("split_last", []) => (
            parse_quote!(#v.len() > 0),
            parse_quote!((&#v[#v.len() - 1], &#v[..#v.len() - 1])),
        ),
        ("split_first_mut" | "split_last_mut", []) => {
            (parse_quote!(#v.len() > 0), parse_quote!(#call.unwrap()))
        }
        ("pop", []) => (parse_quote!(#v.len() > 0), parse_quote!(#v.pop().unwrap())),
        ("copied" | "cloned", []) => {
            let mut inner = element(v, is_sequence)?;
            let place = &inner.place;
            inner.reference = if name == "copied" {
                place.clone()
            } else {
                parse_quote!(#place.clone())
            };
            inner.by_value = true;
            return Some(inner);
        }
        _ => return None,
    };
    let reference = match name.as_str() {
        // Two references at once.
        name if name.starts_with("split_") => place.clone(),
        "pop" => place.clone(),
        name if name.ends_with("_mut") => parse_quote!(&mut #place),
        _ => parse_quote!(&#place),
    };
    Some(Element {
        there,
        place,
        reference,
        by_value: name == "pop" || name.starts_with("split_"),
        taken: name == "pop",
    })
}

/// Whether all positions of a range are those of a sequence.
fn within(range: &syn::ExprRange, v: &Expr) -> Option<Expr> {
    let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
    Some(match (&range.start, &range.end, inclusive) {
        (Some(start), Some(end), false) => parse_quote!((#start) <= (#end) && (#end) <= #v.len()),
        (Some(start), Some(end), true) => parse_quote!((#start) <= (#end) && (#end) < #v.len()),
        (Some(start), None, _) => parse_quote!((#start) <= #v.len()),
        (None, Some(end), false) => parse_quote!((#end) <= #v.len()),
        (None, Some(end), true) => parse_quote!((#end) < #v.len()),
        (None, None, _) => return None,
    })
}

/// Whether only options and results have a method that is called so.
pub(crate) fn is_of_options(method: &Ident) -> bool {
    let names = [
        "ok_or",
        "ok_or_else",
        "unwrap_or_else",
        "or_else",
        "and_then",
        "map_or_else",
        "is_some_and",
        "is_none_or",
        "is_ok_and",
        "map_err",
    ];
    names.contains(&method.to_string().as_str())
}

/// A method call of an option that another expression stands for.
///
/// `is_sequence` says whether a call's receiver may be a slice, an array or a vector, `is_option` whether one
/// may be an option.
pub(crate) fn rewritten(
    call: &ExprMethodCall,
    is_sequence: &dyn Fn(&ExprMethodCall) -> bool,
    is_option: &dyn Fn(&Expr) -> bool,
    kind_of: KindOf,
    names: &[Ident; 3],
) -> Option<Expr> {
    let held = &names[0];
    let o = &call.receiver;
    let name = call.method.to_string();
    let args: Vec<&Expr> = call.args.iter().collect();
    let found = match element(o, is_sequence) {
        // A taken element has a form of its own already.
        Some(found) if !(has_own_form(o) && matches!(name.as_str(), "unwrap" | "expect")) => {
            Some(found)
        }
        Some(_) => return None,
        None => None,
    };
    if let Some(found) = &found
        && let Some(direct) = of_element(found, &name, &args, held)
    {
        return Some(direct);
    }
    if found.is_none() && !is_option(o) {
        return None;
    }
    super::held::rewritten(call, kind_of, names)
}

/// What a method makes of an element that may not be there.
fn of_element(found: &Element, name: &str, args: &[&Expr], held: &Ident) -> Option<Expr> {
    let Prelude {
        some,
        none,
        ok,
        err,
    } = &Prelude::NAMES;
    let Element {
        there,
        place,
        reference,
        by_value,
        taken,
    } = found;
    // Whoever only asks whether it is there has taken it, too.
    let asked = |is_there: bool| -> Expr {
        let is_not = !is_there;
        match taken {
            true => {
                parse_quote!(if #there { let #held = #reference; #is_there } else { #is_not })
            }
            false if is_there => there.clone(),
            false => parse_quote!(!(#there)),
        }
    };
    Some(match (name, args) {
        ("unwrap" | "expect", _) => reference.clone(),
        ("unwrap_or", [default]) if is_empty_slice(default) => {
            let none_of = empty_part(place)?;
            parse_quote!(if #there { #reference } else { #none_of })
        }
        ("unwrap_or_default", []) if empty_part(place).is_some() => {
            let none_of = empty_part(place)?;
            parse_quote!(if #there { #reference } else { #none_of })
        }
        ("unwrap_or", [default]) => {
            parse_quote!(if #there { #reference } else { #default })
        }
        ("unwrap_or_default", []) if *by_value => {
            parse_quote!(if #there { #reference } else { ::core::default::Default::default() })
        }
        ("map", [f]) => {
            let (pat, body) = applied(f, held)?;
            parse_quote!(if #there { #some({ let #pat = #reference; #body }) } else { #none })
        }
        ("map_or", [default, f]) => {
            let (pat, body) = applied(f, held)?;
            parse_quote!(if #there { let #pat = #reference; #body } else { #default })
        }
        ("is_some", []) => asked(true),
        ("is_none", []) => asked(false),
        ("ok_or", [error]) if *by_value => {
            parse_quote!(if #there { #ok(#reference) } else { #err(#error) })
        }
        ("copied" | "cloned", []) => {
            parse_quote!(if #there { #some(#place.clone()) } else { #none })
        }
        _ => return None,
    })
}

/// The `o` of `o.copied().unwrap_or(c)`, if it is what a method gives: only options are asked for a value after they
/// were copied. What `get` finds in a map is read where maps are.
pub(crate) fn copied_option(call: &ExprMethodCall) -> Option<&ExprMethodCall> {
    let asked = [
        "unwrap",
        "expect",
        "unwrap_or",
        "unwrap_or_default",
        "map_or",
    ];
    let asks = is_of_options(&call.method) || asked.iter().any(|name| call.method == name);
    match super::build::peeled(&call.receiver) {
        Expr::MethodCall(copy) if asks && is_copy(copy) => {
            match super::build::peeled(&copy.receiver) {
                Expr::MethodCall(of) if of.method != "get" => Some(of),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_copy(call: &ExprMethodCall) -> bool {
    call.args.is_empty() && (call.method == "copied" || call.method == "cloned")
}

/// The same with the copy written out: a rule of it would hold on to the reference.
pub(crate) fn copied_first(
    call: &ExprMethodCall,
    of: &ExprMethodCall,
    held: &Ident,
) -> Option<Expr> {
    let mut call = call.clone();
    *call.receiver = copied_out(of, held);
    Some(Expr::MethodCall(call))
}

/// `o.copied()`, written out.
pub(crate) fn copied_out(of: &ExprMethodCall, held: &Ident) -> Expr {
    let Prelude { some, none, .. } = &Prelude::NAMES;
    parse_quote!(match #of { #some(#held) => #some(#held.clone()), #none => #none })
}

/// `self.bids.first()` of `self.bids.first().copied()`, and `get` by what is a position: only an option that a list gives is
/// an element's.
pub(crate) fn copied_element<'c>(
    copy: &'c ExprMethodCall,
    is_position: &dyn Fn(&Expr) -> bool,
) -> Option<&'c ExprMethodCall> {
    let Expr::MethodCall(of) = super::build::peeled(&copy.receiver) else {
        return None;
    };
    let gives_one = match of.args.first() {
        None => ["first", "last", "front", "back"]
            .iter()
            .any(|name| of.method == name),
        Some(at) => of.method == "get" && of.args.len() == 1 && is_position(at),
    };
    (is_copy(copy) && gives_one).then_some(of)
}

/// `&[]`
fn is_empty_slice(expr: &Expr) -> bool {
    matches!(super::build::peeled(expr), Expr::Reference(r)
        if matches!(&*r.expr, Expr::Array(list) if list.elems.is_empty()))
}

/// `&v[..0]` of `v[a..b]`: an empty slice that lives as long.
fn empty_part(place: &Expr) -> Option<Expr> {
    match place {
        Expr::Index(part) if matches!(*part.index, Expr::Range(_)) => {
            let whole = &part.expr;
            Some(parse_quote!(&#whole[..0]))
        }
        _ => None,
    }
}

/// `v.last_mut().unwrap()`: the place that it refers to.
pub(crate) fn place_behind(
    expr: &Expr,
    is_sequence: &dyn Fn(&ExprMethodCall) -> bool,
) -> Option<Expr> {
    let Expr::MethodCall(call) = super::build::peeled(expr) else {
        return None;
    };
    let element = element(&call.receiver, is_sequence)?;
    is_element_unwrapped(expr).then_some(element.place)
}

/// `v.last_mut().unwrap()`, of whatever.
pub(crate) fn is_element_unwrapped(expr: &Expr) -> bool {
    let asked = |e: &Expr| matches!(e, Expr::MethodCall(c) if is_element_mut(&c.method));
    matches!(super::build::peeled(expr), Expr::MethodCall(call)
        if (call.method == "unwrap" || call.method == "expect") && asked(&call.receiver))
}

/// `"name"`: the key of a map, and no index.
fn is_text(key: &Expr) -> bool {
    matches!(key, Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Str(_)))
}

pub(super) fn is_element_mut(method: &Ident) -> bool {
    ["get_mut", "first_mut", "last_mut", "front_mut", "back_mut"]
        .iter()
        .any(|name| method == name)
}

/// `*v.get(i).unwrap_or(&c)`: the element, or what is referred to instead.
pub(crate) fn dereferenced(
    expr: &Expr,
    is_sequence: &dyn Fn(&ExprMethodCall) -> bool,
) -> Option<Expr> {
    let Expr::MethodCall(call) = super::build::peeled(expr) else {
        return None;
    };
    let found = element(&call.receiver, is_sequence).filter(|f| !f.by_value)?;
    if call.method != "unwrap_or" {
        return None;
    }
    let (there, place, default) = (&found.there, &found.place, call.args.first()?);
    Some(parse_quote!(if #there { #place } else { *(#default) }))
}

/// The element itself where it is used as an option.
pub(crate) fn as_option(
    call: &ExprMethodCall,
    is_sequence: &dyn Fn(&ExprMethodCall) -> bool,
) -> Option<Expr> {
    let Prelude { some, none, .. } = &Prelude::NAMES;
    let option = Expr::MethodCall(call.clone());
    // Both parts are taken at once, or not at all.
    if has_own_form(&option) && !is_pop(&option) {
        return None;
    }
    let found = element(&option, is_sequence)?;
    let (there, reference) = (&found.there, &found.reference);
    Some(parse_quote!(if #there { #some(#reference) } else { #none }))
}

/// Whether no other type of the standard library has such a method: `Ordering::then` takes no function.
pub(crate) fn is_of_bools(call: &ExprMethodCall) -> bool {
    let args: Vec<&Expr> = call.args.iter().map(super::build::peeled).collect();
    match (call.method.to_string().as_str(), args.as_slice()) {
        ("then", [Expr::Closure(c)]) => c.inputs.is_empty(),
        ("then_some", [_]) => true,
        _ => false,
    }
}

/// `c.then(|| x)`, `c.then_some(x)`.
pub(crate) fn of_bool(call: &ExprMethodCall, held: &Ident) -> Option<Expr> {
    let Prelude { some, none, .. } = &Prelude::NAMES;
    let (c, arg) = (&call.receiver, call.args.first()?);
    match call.method.to_string().as_str() {
        "then" => {
            let value = called(arg)?;
            Some(parse_quote!(if #c { #some(#value) } else { #none }))
        }
        "then_some" => {
            Some(parse_quote!({ let #held = #arg; if #c { #some(#held) } else { #none } }))
        }
        _ => None,
    }
}

/// Whether what is taken is one expression with the `unwrap` after it.
fn has_own_form(expr: &Expr) -> bool {
    let uniquely =
        |c: &ExprMethodCall| c.method == "split_first_mut" || c.method == "split_last_mut";
    is_pop(expr) || matches!(super::build::peeled(expr), Expr::MethodCall(c) if uniquely(c))
}

pub(super) fn is_pop(expr: &Expr) -> bool {
    matches!(super::build::peeled(expr), Expr::MethodCall(c) if c.method == "pop")
}

/// A closure's parameter and body, or a function's application to a parameter.
pub(super) fn applied(f: &Expr, held: &Ident) -> Option<(Pat, Expr)> {
    match super::build::peeled(f) {
        Expr::Closure(c) if c.inputs.len() == 1 => {
            let body = body(c)?;
            Some(match &c.inputs[0] {
                // The type may be all that says what an option holds.
                Pat::Type(typed) => (
                    parse_quote!(#held),
                    parse_quote!({ let #typed = #held; #body }),
                ),
                other => (other.clone(), body),
            })
        }
        Expr::Path(path) => Some((parse_quote!(#held), parse_quote!(#path(#held)))),
        _ => None,
    }
}

/// What a function without parameters gives.
pub(super) fn called(f: &Expr) -> Option<Expr> {
    match super::build::peeled(f) {
        Expr::Closure(c) if c.inputs.len() <= 1 => body(c),
        Expr::Path(path) => Some(parse_quote!(#path())),
        _ => None,
    }
}

fn body(closure: &ExprClosure) -> Option<Expr> {
    (!returns(&closure.body)).then(|| super::build::last((*closure.body).clone()))
}

/// Whether an expression returns from the closure whose body it is.
pub(super) fn returns(body: &Expr) -> bool {
    struct Returns(bool);
    impl<'ast> syn::visit::Visit<'ast> for Returns {
        fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
            self.0 = true;
        }
    }
    let mut returns = Returns(false);
    syn::visit::Visit::visit_expr(&mut returns, body);
    returns.0
}

/// A variable, or a part of one.
pub(crate) fn is_place(expr: &Expr) -> bool {
    match super::build::peeled(expr) {
        Expr::Path(_) => true,
        Expr::Field(f) => is_place(&f.base),
        Expr::Index(i) => is_place(&i.expr),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && is_place(&u.expr),
        _ => false,
    }
}
