//! Methods that change their receiver and give it back, so that calls of them chain.
//!
//! Receives such a method; promises one that only changes its receiver, for the reference it gives back
//! is known without it. Receives a chain of such calls, too, and promises one call after the other. That
//! each method gives back its own receiver, and not another value of its type, is asked of rustc: a
//! marker stands beside each such method and nowhere else.
//!
//! ```text
//! fn add(&mut self, x: f64) -> &mut Self {     fn add(&mut self, x: f64) {
//!     self.sum += x;                               self.sum += x;
//!     self                                     }
//! }
//! s.add(a).add(b);                             s.add(a);
//!                                              s.derivative_chain_of_add();
//!                                              s.add(b);
//! ```

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, ImplItem, ImplItemFn, Stmt, parse_quote};

const MARKER: &str = "derivative_chain_of_";

/// What stands beside a method that gives back its receiver.
pub(crate) fn marker(method: &Ident) -> Ident {
    let name = method.to_string();
    let name = name.trim_start_matches("r#");
    Ident::new(&format!("{MARKER}{name}"), method.span())
}

pub(crate) fn is_marker(method: &Ident) -> bool {
    method.to_string().starts_with(MARKER)
}

/// The method without what it gives back, if that is its unique receiver, whichever way it is left.
pub(crate) fn without_result(
    method: &syn::ImplItemFn,
    self_ty: Option<&syn::Type>,
) -> Option<syn::ImplItemFn> {
    let receiver = method.sig.receiver()?;
    let syn::ReturnType::Type(_, given) = &method.sig.output else {
        return None;
    };
    let syn::Type::Reference(given) = &**given else {
        return None;
    };
    let own = |ty: &syn::Type| ty.to_token_stream().to_string();
    let itself = own(&given.elem) == "Self" || self_ty.is_some_and(|t| own(t) == own(&given.elem));
    let unique = receiver.reference.is_some() && receiver.mutability.is_some();
    // `fn whole_mut(&mut self) -> &mut Self { self }` is used as a place.
    let part = crate::projection::is_unique_by_name(&method.sig.ident)
        && matches!(&method.block.stmts[..], [Stmt::Expr(given, None)] if is_receiver(given));
    if !itself || !unique || part {
        return None;
    }
    let mut ways = Ways { all: true };
    let mut method = method.clone();
    ways.block(&mut method.block);
    method.sig.output = syn::ReturnType::Default;
    ways.all.then_some(method)
}

/// The ways out of a body, each without its value; `all` says whether each was the receiver.
struct Ways {
    all: bool,
}

impl Ways {
    fn block(&mut self, block: &mut Block) {
        let Some(last) = block.stmts.pop() else {
            self.all = false;
            return;
        };
        block.stmts.iter_mut().for_each(|s| self.visit_stmt_mut(s));
        match last {
            Stmt::Expr(expr, None) => block.stmts.extend(self.tail(expr)),
            mut other => {
                let leaves = matches!(&other, Stmt::Expr(Expr::Return(_), _) | Stmt::Macro(_));
                self.all &= leaves;
                self.visit_stmt_mut(&mut other);
                block.stmts.push(other);
            }
        }
    }

    /// What remains of the last expression of a body.
    fn tail(&mut self, mut expr: Expr) -> Vec<Stmt> {
        if is_receiver(&expr) {
            return Vec::new();
        }
        if let Expr::MethodCall(call) = &expr
            && let Some(calls) = calls(call).filter(|c| is_receiver(&c[0].receiver))
        {
            return calls.into_iter().flat_map(marked).collect();
        }
        match &mut expr {
            Expr::If(e) if e.else_branch.is_some() => {
                self.block(&mut e.then_branch);
                if let Some((_, otherwise)) = &mut e.else_branch {
                    self.arm(otherwise);
                }
            }
            Expr::Match(e) => e.arms.iter_mut().for_each(|arm| self.arm(&mut arm.body)),
            Expr::Block(b) if b.label.is_none() => self.block(&mut b.block),
            Expr::Return(_) => self.visit_expr_mut(&mut expr),
            Expr::Macro(m) if crate::projection::diverges(&m.mac) => {}
            _ => self.all = false,
        }
        vec![Stmt::Expr(expr, Some(Default::default()))]
    }

    fn arm(&mut self, body: &mut Expr) {
        let stmts = self.tail(body.clone());
        *body = parse_quote!({ #(#stmts)* });
    }
}

impl VisitMut for Ways {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Closure(_) => {}
            Expr::Return(r) => {
                let given = r.expr.take();
                self.all &= given.is_some_and(|e| is_receiver(&e));
            }
            // It leaves the body with its operand's type, which is no receiver.
            Expr::Try(_) => self.all = false,
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn is_receiver(expr: &Expr) -> bool {
    match expr {
        Expr::Path(p) => p.path.is_ident("self"),
        Expr::Paren(p) => is_receiver(&p.expr),
        Expr::Reference(r) => matches!(&*r.expr, Expr::Unary(u)
            if matches!(u.op, syn::UnOp::Deref(_)) && is_receiver(&u.expr)),
        _ => false,
    }
}

/// The methods of a block that give back their receiver.
pub(crate) fn given_by(items: &[ImplItem], self_ty: Option<&syn::Type>) -> Vec<Ident> {
    let gives = |item: &ImplItem| match item {
        ImplItem::Fn(method) => {
            without_result(method, self_ty).map(|method| method.sig.ident.clone())
        }
        _ => None,
    };
    items.iter().filter_map(gives).collect()
}

/// Chains of such methods of `self` in a method of their block: one call after the other, for what the last one gives.
pub(crate) fn of_self(method: &mut ImplItemFn, given: &[Ident]) {
    if !given.is_empty() {
        OfSelf(given).visit_block_mut(&mut method.block);
    }
}

struct OfSelf<'a>(&'a [Ident]);

impl VisitMut for OfSelf<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::MethodCall(call) = expr else {
            return;
        };
        let Some(mut calls) = calls(call).filter(|calls| is_receiver(&calls[0].receiver)) else {
            return;
        };
        let last = calls.pop();
        let back = |call: &ExprMethodCall| self.0.contains(&call.method);
        if calls.is_empty() || !calls.iter().all(back) || last.iter().any(back) {
            return;
        }
        *expr = parse_quote!({ #(#calls;)* #last });
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The calls of a chain, each with the first one's receiver.
pub(crate) fn calls(call: &ExprMethodCall) -> Option<Vec<ExprMethodCall>> {
    let Expr::MethodCall(inner) = &*call.receiver else {
        return Some(vec![call.clone()]);
    };
    let mut calls = calls(inner)?;
    let mut last = call.clone();
    last.receiver = calls.first()?.receiver.clone();
    calls.push(last);
    Some(calls)
}

/// The call of the marker beside the method that `call` calls.
pub(crate) fn asked(call: &ExprMethodCall) -> ExprMethodCall {
    let (receiver, marker) = (&call.receiver, marker(&call.method));
    parse_quote!(#receiver.#marker())
}

/// A call of a method that gives back its receiver.
fn marked(call: ExprMethodCall) -> [Stmt; 2] {
    let asked = asked(&call);
    [call, asked].map(|call| Stmt::Expr(Expr::MethodCall(call), Some(Default::default())))
}
