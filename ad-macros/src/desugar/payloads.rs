//! References to the payload of an option, by a pattern.
//!
//! Receives a function whose local names are unique; promises one in which the references to their payload
//! that methods of options return are bound by `let … else`, so that it is seen which part of what they
//! are. Where an expression only comes to look at a payload later, it looks at a copy.
//!
//! ```text
//! let w = o.as_mut().unwrap();         let Some(w) = &mut o else { panic!(…) };
//! o.get_or_insert(1.0).push(x);        { if o.is_none() { o = Some(1.0); }
//!                                        let Some(held) = &mut o else { panic!(…) };
//!                                        held.push(x); }
//! ```

use super::build;
use super::optional::{called, is_place};
use super::rename::Names;
use proc_macro2::Ident;
use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Pat, Stmt, parse_quote};

pub(crate) fn to_patterns(function: &mut syn::ItemFn, names: &mut Names) {
    Payloads { names }.visit_block_mut(&mut function.block);
}

struct Payloads<'a> {
    names: &'a mut Names,
}

impl VisitMut for Payloads<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let stmts = std::mem::take(&mut block.stmts);
        block.stmts = stmts.into_iter().flat_map(|s| self.stmt(s)).collect();
        visit_mut::visit_block_mut(&mut Copies, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Payloads<'_> {
    fn stmt(&mut self, mut stmt: Stmt) -> Vec<Stmt> {
        match &mut stmt {
            Stmt::Local(local) => {
                let Some(init) = local.init.as_mut().filter(|i| i.diverge.is_none()) else {
                    return vec![stmt];
                };
                if let Some(payload) = Payload::of(&init.expr) {
                    let pat = match &local.pat {
                        Pat::Type(typed) => &typed.pat,
                        pat => pat,
                    };
                    return payload.bound(pat);
                }
                if let Some(bound) = self.extracted(&mut init.expr) {
                    let value = &init.expr;
                    *init.expr = parse_quote!({ #(#bound)* #value });
                }
            }
            Stmt::Expr(expr, semi) => {
                if let Some(bound) = self.extracted(expr) {
                    let block: Expr = parse_quote!({ #(#bound)* #expr #semi });
                    return vec![Stmt::Expr(block, None)];
                }
            }
            Stmt::Item(_) | Stmt::Macro(_) => {}
        }
        vec![stmt]
    }

    /// The binding of the payload that an expression starts from, which is a name in it from here on.
    fn extracted(&mut self, expr: &mut Expr) -> Option<Vec<Stmt>> {
        let start = start_of(expr);
        let payload = Payload::of(start).or_else(|| Payload::replaced(start))?;
        let held = self.names.fresh(&Ident::new("held", start.span()));
        let bound = payload.bound(&parse_quote!(#held));
        *start = build::name(held);
        Some(bound)
    }
}

/// What the first step of an expression is: a receiver's receiver, the target of an assignment.
fn start_of(expr: &mut Expr) -> &mut Expr {
    if Payload::of(expr).is_some() {
        return expr;
    }
    match expr {
        Expr::MethodCall(e) => start_of(&mut e.receiver),
        Expr::Field(e) => start_of(&mut e.base),
        Expr::Index(e) => start_of(&mut e.expr),
        Expr::Unary(e) => match Payload::replaced(&e.expr) {
            Some(_) if matches!(e.op, syn::UnOp::Deref(_)) => &mut e.expr,
            _ => start_of(&mut e.expr),
        },
        Expr::Reference(e) => start_of(&mut e.expr),
        Expr::Paren(e) => start_of(&mut e.expr),
        Expr::Assign(e) => start_of(&mut e.left),
        Expr::Binary(e) => start_of(&mut e.left),
        other => other,
    }
}

/// `o.as_ref().unwrap()` as `(&o.clone().unwrap())`.
struct Copies;

impl VisitMut for Copies {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Some(Payload {
            unique: false,
            option,
            ..
        }) = Payload::of(expr)
            && let Expr::MethodCall(call) = build::peeled(expr)
        {
            let (method, args) = (&call.method, &call.args);
            *expr = parse_quote!((&#option.clone().#method(#args)));
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// A reference to the payload of the option at a place.
struct Payload {
    unique: bool,
    /// What makes sure that there is one.
    before: Option<Stmt>,
    option: Expr,
    /// What happens if there is none.
    missing: Expr,
}

impl Payload {
    fn of(expr: &Expr) -> Option<Self> {
        let Expr::MethodCall(call) = build::peeled(expr) else {
            return None;
        };
        let args: Vec<&Expr> = call.args.iter().collect();
        let none = "called `Option::unwrap()` on a `None` value";
        match (call.method.to_string().as_str(), args.as_slice()) {
            ("unwrap", []) => Self::there(call, parse_quote!(::core::panic!(#none))),
            ("expect", [message]) => {
                Self::there(call, parse_quote!(::core::panic!("{}", #message)))
            }
            ("get_or_insert", [value]) => Self::inserted(call, value),
            ("get_or_insert_with", [make]) => Self::inserted(call, &called(make)?),
            _ => None,
        }
    }

    /// `option.as_mut().unwrap()`, `option.as_ref().unwrap()`
    fn there(call: &ExprMethodCall, missing: Expr) -> Option<Self> {
        let Expr::MethodCall(inner) = build::peeled(&call.receiver) else {
            return None;
        };
        let unique = inner.method == "as_mut";
        let there = (unique || inner.method == "as_ref") && inner.args.is_empty();
        (there && is_place(&inner.receiver)).then(|| Payload {
            unique,
            before: None,
            option: (*inner.receiver).clone(),
            missing,
        })
    }

    fn inserted(call: &ExprMethodCall, value: &Expr) -> Option<Self> {
        let option = &call.receiver;
        is_place(option).then(|| Payload {
            unique: true,
            before: Some(parse_quote! {
                if #option.is_none() { #option = ::core::option::Option::Some(#value); }
            }),
            option: (**option).clone(),
            missing: parse_quote!(::core::unreachable!()),
        })
    }

    /// `option.insert(value)`, where it is dereferenced: sets have a method of this name that gives a `bool`.
    fn replaced(expr: &Expr) -> Option<Self> {
        let Expr::MethodCall(call) = build::peeled(expr) else {
            return None;
        };
        let (option, value) = (&call.receiver, call.args.first()?);
        let is_one = call.method == "insert" && call.args.len() == 1 && is_place(option);
        is_one.then(|| Payload {
            unique: true,
            before: Some(parse_quote!(#option = ::core::option::Option::Some(#value);)),
            option: (**option).clone(),
            missing: parse_quote!(::core::unreachable!()),
        })
    }

    fn bound(self, pat: &Pat) -> Vec<Stmt> {
        let (option, missing) = (&self.option, &self.missing);
        let mutability = self.unique.then(|| quote!(mut));
        let binding = parse_quote! {
            let ::core::option::Option::Some(#pat) = & #mutability #option else { #missing };
        };
        self.before.into_iter().chain([binding]).collect()
    }
}
