//! Chains of methods whose value is used.
//!
//! Receives `kf.predict(dt).update(z).error()` of a variable that may change; promises the calls one by one. What a call
//! gives is a *link*: where the method gives back its receiver, as types tell, the next one is called on the variable
//! itself, and on the link elsewhere. So both are given to it, and both may change.
//!
//! ```text
//! t1 = call .predict(&mut kf, dt)                      goes on
//! t2 = call .update(&mut kf, &mut t1, z)               goes on, one link
//! t3 = call .error(&mut kf, &mut t1, &mut t2)          two links
//! ```

use super::Lowerer;
use super::fluent::{is_unique_borrow, names_the_same};
use crate::desugar::{builders, fluent, own_methods, unique};
use crate::ir::*;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, Member};

impl Lowerer<'_> {
    /// The value of such a chain, unless it was refused; `None` if it is none.
    pub(super) fn linked(
        &mut self,
        call: &ExprMethodCall,
        hint: Option<&Ty>,
    ) -> Option<Option<Operand>> {
        let calls = self.links_of(call)?;
        let Some(Arg::Ref {
            place,
            mutable: true,
        }) = self.receiver(&calls[0])
        else {
            return None;
        };
        (!self.is_held(&place)).then(|| self.value_of_chain(&calls, &place, hint))
    }

    fn value_of_chain(
        &mut self,
        calls: &[ExprMethodCall],
        place: &Place,
        hint: Option<&Ty>,
    ) -> Option<Operand> {
        let (last, before) = calls.split_last()?;
        let mut links = Vec::new();
        for call in before {
            let link = self.call_in_chain(call, place, &links, true, Ty::Unknown)?;
            links.push(self.as_local(link, call.span()));
        }
        let ty = self.given_by(last, hint);
        self.call_in_chain(last, place, &links, false, ty)
    }

    fn call_in_chain(
        &mut self,
        call: &ExprMethodCall,
        place: &Place,
        links: &[Local],
        goes_on: bool,
        ty: Ty,
    ) -> Option<Operand> {
        let mut args = self.arguments_of_method(call)?;
        let unique = |place| Arg::Ref {
            place,
            mutable: true,
        };
        for &root in links.iter().rev() {
            args.prepend(unique(Place {
                root,
                path: Vec::new(),
            }));
        }
        args.prepend(unique(place.clone()));
        args.chain = Chain {
            links: links.len(),
            goes_on,
        };
        let callee = Callee::Method(own_methods::plain(&call.method));
        self.call_with_rule(callee, args, ty, call.span())
    }

    fn links_of(&self, call: &ExprMethodCall) -> Option<Vec<ExprMethodCall>> {
        let calls = fluent::calls(call).filter(|calls| calls.len() > 1)?;
        let receiver = &*calls[0].receiver;
        let may_change = names_the_same(receiver)
            && self.root_of(receiver).is_some_and(|root| {
                self.is_storage(root)
                    && !self.is_inert(root)
                    && !self.scalar_views.contains_key(&root)
            });
        let unsaid = matches!(self.infer(receiver).peeled(), Ty::Unknown);
        let (last, before) = calls.split_last()?;
        let of_user = before.iter().all(|c| self.may_be_link(c))
            && (self.may_be_link(last) || self.is_named_by_lists(last));
        // A unique reference that is given back can be used with nothing of what it refers to.
        let alone = calls.iter().enumerate().all(|(i, c)| {
            let mut args = c.args.iter();
            args.all(|arg| i == 0 && !matches!(arg, Expr::Reference(_)) || !reads(arg, receiver))
        });
        (may_change && unsaid && of_user && alone).then_some(calls)
    }

    fn may_be_link(&self, call: &ExprMethodCall) -> bool {
        builders::is_own(call)
            && !builders::is_given_back(call)
            && !OF_STD.iter().any(|name| call.method == name)
            && !unique::is_unique(call)
            && self.is_given_values(call)
    }

    /// A method at the end of a chain that is no list's, though lists have one of the name: `stack.add(x).pop()`.
    fn is_named_by_lists(&self, call: &ExprMethodCall) -> bool {
        let named = ["first", "get", "last", "pop", "product", "sum"];
        named.iter().any(|name| call.method == name) && self.is_given_values(call)
    }

    fn is_given_values(&self, call: &ExprMethodCall) -> bool {
        let value = |arg: &Expr| {
            self.function_of(arg).is_none() && !is_unique_borrow(arg) && !self.assigns_outer(arg)
        };
        call.args.iter().all(value)
    }
}

/// Methods of the standard library that give another value than their receiver.
const OF_STD: [&str; 24] = [
    "as_slice",
    "back",
    "borrow",
    "chars",
    "chunks",
    "cloned",
    "copied",
    "deref",
    "drain",
    "entry",
    "front",
    "into",
    "keys",
    "lock",
    "peek",
    "read",
    "split_off",
    "to_owned",
    "to_vec",
    "try_into",
    "values",
    "windows",
    "clone",
    "write",
];

/// Whether an expression reads a place, a part of it, or what it is a part of.
fn reads(expr: &Expr, place: &Expr) -> bool {
    struct Reads<'a> {
        place: (&'a Expr, Vec<&'a Member>),
        found: bool,
    }
    impl<'ast> Visit<'ast> for Reads<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Path(_) | Expr::Field(_) => {
                    let (root, fields) = parts(expr);
                    let (of_place, known) = &self.place;
                    let same = root.to_token_stream().to_string()
                        == of_place.to_token_stream().to_string();
                    self.found |= same && fields.iter().zip(known).all(|(a, b)| a == b);
                    match root {
                        Expr::Path(_) => {}
                        other => self.visit_expr(other),
                    }
                }
                _ => visit::visit_expr(self, expr),
            }
        }

        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            self.found = true;
        }
    }
    let mut reads = Reads {
        place: parts(place),
        found: false,
    };
    reads.visit_expr(expr);
    reads.found
}

/// The fields that lead from a variable to a place, as far as it is known by its fields.
fn parts(place: &Expr) -> (&Expr, Vec<&Member>) {
    match place {
        Expr::Paren(p) => parts(&p.expr),
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => parts(&u.expr),
        // Any element of it.
        Expr::Index(i) => parts(&i.expr),
        Expr::Field(f) => {
            let (root, mut fields) = parts(&f.base);
            fields.push(&f.member);
            (root, fields)
        }
        _ => (place, Vec::new()),
    }
}
