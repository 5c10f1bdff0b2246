//! The methods of an iterator that a loop is driven by, by the position that stands for it.
//!
//! Receives a call on such an iterator; promises what it is of the list, the position and the end.
//!
//! ```text
//! it.next()           if next < end { next += 1; Some(&xs[next - 1]) } else { None }
//! it.len()            end - next
//! it.as_slice()       &xs[next..end]
//! it.skip(2)          next += 2
//! ```

use super::super::apply;
use super::{Cursor, borrows_iterator};
use crate::desugar::build;
use proc_macro2::Ident;
use syn::{Expr, ExprMethodCall, Stmt, parse_quote};

impl Cursor<'_> {
    /// What a method of the iterator, or of an item asked for, is in terms of the position.
    pub(super) fn method(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        match name.as_str() {
            "unwrap" | "expect" if self.is_asked(&call.receiver, "next") => {
                return Some(self.stepped_over());
            }
            "unwrap" | "expect" if self.is_asked(&call.receiver, "peek") => {
                return Some(self.peeked());
            }
            "unwrap" | "expect" if self.is_asked(&call.receiver, "next_back") => {
                return self.stepped_back_over();
            }
            "unwrap" | "expect" => {
                if let Some(skip) = self.skipped(&call.receiver) {
                    let element = self.stepped_over();
                    return Some(parse_quote!({ #(#skip)* #element }));
                }
            }
            "is_some" if self.is_asked(&call.receiver, "peek") => return Some(self.has_more()),
            "is_none" if self.is_asked(&call.receiver, "peek") => {
                let (next, limit) = (&self.next, self.limit());
                return Some(parse_quote!(#next >= #limit));
            }
            "is_some" | "is_none" => {
                if let Expr::MethodCall(asked) = build::peeled(&call.receiver)
                    && let Some(suits) = self.suits(asked)
                {
                    let next = &self.next;
                    let stepped: Expr = parse_quote!((#suits && { #next += 1; true }));
                    return Some(match name.as_str() {
                        "is_some" => stepped,
                        _ => parse_quote!(!#stepped),
                    });
                }
            }
            "extend" | "zip" | "chain"
                if call.args.first().and_then(build::as_name) == Some(self.name) =>
            {
                let mut call = call.clone();
                call.args[0] = self.left();
                return Some(Expr::MethodCall(call));
            }
            _ => {}
        }
        if build::as_name(&call.receiver) != Some(self.name) {
            return self.applied_to_peeked(call);
        }
        self.own_method(call, &name)
    }

    /// The items that `it.nth(n)` leaves out.
    pub(super) fn skipped(&mut self, asked: &Expr) -> Option<Vec<Stmt>> {
        let Expr::MethodCall(call) = build::peeled(asked) else {
            return None;
        };
        let of_it = call.method == "nth" && build::as_name(&call.receiver) == Some(self.name);
        let n = call.args.first().filter(|_| of_it)?;
        let left_out = self
            .names
            .fresh(&Ident::new("left_out", call.method.span()));
        let (next, limit) = (&self.next, self.limit());
        Some(vec![
            parse_quote!(let #left_out: ::core::primitive::usize = #n;),
            parse_quote! {
                #next = if #left_out < #limit - #next { #next + #left_out } else { #limit };
            },
        ])
    }

    /// The same of a method of the iterator itself.
    fn own_method(&mut self, call: &ExprMethodCall, name: &str) -> Option<Expr> {
        let (next, limit) = (&self.next, self.limit());
        match name {
            "next_back" => {
                let element = self.stepped_back_over()?;
                Some(self.if_more(element))
            }
            "next" => {
                let element = self.stepped_over();
                Some(self.if_more(element))
            }
            "nth" => {
                let skip = self.skipped(&Expr::MethodCall(call.clone()))?;
                let element = self.stepped_over();
                let item = self.if_more(element);
                Some(parse_quote!({ #(#skip)* #item }))
            }
            "peek" => Some(self.if_more(self.peeked())),
            "next_if" | "next_if_eq" => {
                let suits = self.suits(call)?;
                let (step, element) = self.step();
                Some(parse_quote!(if #suits {
                    #(#step)*
                    ::core::option::Option::Some(#element)
                } else {
                    ::core::option::Option::None
                }))
            }
            "len" => Some(parse_quote!((#limit - #next))),
            // Only the iterator of a list has it, without adaptors.
            "as_slice" => {
                let place = self.place;
                Some(parse_quote!(&#place[#next..#limit]))
            }
            "clone" => Some(self.left()),
            "any" | "all" | "find" | "position" => self.searched(call),
            _ if borrows_iterator(name) => None,
            _ => {
                let mut call = call.clone();
                *call.receiver = self.left();
                Some(Expr::MethodCall(call))
            }
        }
    }

    /// `it.any(p)` and the like, which leave what they have not come to.
    pub(super) fn searched(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let Some(Expr::Closure(test)) = call.args.first().map(build::peeled) else {
            return None;
        };
        let (mut body, element) = self.step();
        let method = call.method.to_string();
        let shown: Expr = match method.as_str() {
            "find" => parse_quote!(&#element),
            _ => element,
        };
        apply::bind(test.inputs.first()?.clone(), shown, &mut body);
        let [found, from] =
            ["found", "from"].map(|n| self.names.fresh(&Ident::new(n, call.method.span())));
        let test = match (method.as_str(), &*test.body) {
            ("all", test) => parse_quote!(!(#test)),
            (_, test) => test.clone(),
        };
        let next = &self.next;
        let last = self.names.fresh(next);
        let value: Expr = match method.as_str() {
            "any" => parse_quote!(#found),
            "all" => parse_quote!(!#found),
            "find" => {
                let element = self.element(&last);
                parse_quote!(if #found { let #last = #next - 1; ::core::option::Option::Some(#element) } else { ::core::option::Option::None })
            }
            _ => {
                parse_quote!(if #found { ::core::option::Option::Some(#next - 1 - #from) } else { ::core::option::Option::None })
            }
        };
        let more = self.has_more();
        Some(parse_quote!({
            let #from = #next;
            let mut #found = false;
            while #more { #(#body)* if #test { #found = true; break; } }
            #value
        }))
    }

    pub(super) fn if_more(&self, value: Expr) -> Expr {
        let more = self.has_more();
        parse_quote!(if #more {
            ::core::option::Option::Some(#value)
        } else {
            ::core::option::Option::None
        })
    }

    /// The iterator over what is left.
    pub(super) fn left(&self) -> Expr {
        self.over(&self.next, &self.end)
    }
}
