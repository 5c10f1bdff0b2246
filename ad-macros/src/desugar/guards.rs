//! Guards that bind names or change something, and those of elements that are lent to be changed.
//!
//! Receives a function whose local names are unique; promises that no guard of an arm has a pattern in it or changes
//! a variable. The arms up to such a guard are tried first, and what it does is in the arm itself.
//!
//! ```text
//! match pair {                                 'tried: {
//!     (a, b) if a > b => a - b,                    match pair {
//!     (a, _) if let Some(k) = pick(a) => k,            (a, b) if a > b => break 'tried a - b,
//!     (a, b) => a + b,                                 (a, _) => if let Some(k) = pick(a) { break 'tried k },
//! }                                                    _ => {}
//!                                                  }
//!                                                  match pair { (a, b) => a + b }
//!                                              }
//!
//! match runs.last_mut() {                      let suits = match runs.last() { Some(r) => r.end > x, _ => false };
//!     Some(r) if r.end > x => r.n += 1,        if suits {
//!     _ => runs.push(run),                         match runs.last_mut() { Some(r) => r.n += 1, _ => unreachable!() }
//! }                                            } else { runs.push(run) }
//! ```
//!
//! Such an element is a place, and other arms may change its list.

use super::build;
use super::changeable::Changeable;
use super::optional::{is_element_mut, is_place};
use super::rename::Names;
use crate::tables::HashSet;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};

use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Expr, ExprMatch, Lifetime, Pat, parse_quote};

pub(crate) fn to_conditions(function: &mut syn::ItemFn, names: &mut Names) {
    let Changeable { by_mut, unique } = Changeable::of(function);
    let mutable = by_mut.into_iter().chain(unique).collect();
    Guards { names, mutable }.visit_block_mut(&mut function.block);
}

struct Guards<'a> {
    names: &'a mut Names,
    /// The names of variables that can be changed.
    mutable: HashSet<String>,
}

impl VisitMut for Guards<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Match(e) = expr
            && let Some(at) = lends_element(e)
        {
            *expr = self.lent_apart(e.clone(), at);
        }
        if let Expr::Match(e) = expr
            && let Some(at) = e.arms.iter().position(|arm| self.acts(arm))
        {
            *expr = self.tried(e.clone(), at);
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Guards<'_> {
    /// A `match` the guard of whose arm at a position is the first that binds names or changes something.
    fn tried(&mut self, mut e: ExprMatch, at: usize) -> Expr {
        let label = self.names.label(Span::mixed_site());
        let held = self.names.fresh(&format_ident!("matched"));
        let looked_at = (*e.expr).clone();
        let is_place = is_place(&looked_at);
        let mut before: Vec<Arm> = e.arms.drain(..=at).collect();
        let taken = before.iter().filter(|arm| arm.guard.is_none());
        let taken: Vec<Arm> = taken.map(|arm| self.never(arm)).collect();
        e.arms.splice(0..0, taken);
        before
            .iter_mut()
            .for_each(|arm| self.leave_with_its_value(arm, &label));
        if !is_place {
            *e.expr = parse_quote!(#held);
        }
        let first = &e.expr;
        let bound: Option<syn::Stmt> = (!is_place).then(|| parse_quote!(let #held = #looked_at;));
        parse_quote!(#label: { #bound match #first { #(#before)* _ => {} } #e })
    }

    /// A condition for the arm at a position, and what is left of a `match` on an element that is lent.
    fn lent_apart(&mut self, mut e: ExprMatch, at: usize) -> Expr {
        let Arm {
            pat, guard, body, ..
        } = e.arms.remove(at);
        let condition = guard.map(|(_, guard)| *guard);
        let mut asked: Arm = parse_quote!(#pat => #condition,);
        self.names.renew_arm(&mut asked);
        let (lent, mut shown) = (e.expr.clone(), e.expr.clone());
        if let Expr::MethodCall(call) = &mut *shown {
            let name = call.method.to_string();
            call.method = Ident::new(name.trim_end_matches("_mut"), call.method.span());
        }
        let suits = self.names.fresh(&format_ident!("suits"));
        let otherwise = match e.arms.as_slice() {
            [only] if only.guard.is_none() && build::bound_names(&only.pat).is_empty() => {
                (*only.body).clone()
            }
            _ => Expr::Match(e),
        };
        let otherwise = build::into_block(otherwise);
        parse_quote!({
            let #suits = match #shown { #asked _ => false };
            if #suits {
                match #lent { #pat => #body, _ => ::core::unreachable!() }
            } else #otherwise
        })
    }

    /// Makes an arm leave a block with its value, if what its guard binds is there.
    fn leave_with_its_value(&self, arm: &mut Arm, label: &Lifetime) {
        let body = &arm.body;
        let leave: Expr = match is_assignment(body) {
            true => parse_quote!(break #label { #body; }),
            false => parse_quote!(break #label #body),
        };
        let acts = self.acts(arm);
        *arm.body = match arm.guard.take() {
            Some((_, guard)) if acts => parse_quote!({ if #guard { #leave } }),
            guard => {
                arm.guard = guard;
                parse_quote!({ #leave })
            }
        };
        arm.comma = Some(Default::default());
    }

    /// Whether the guard of an arm has to be a condition inside of it.
    fn acts(&self, arm: &Arm) -> bool {
        let changes = |guard: &Expr| {
            let changed = crate::lower::assigned_names(guard.to_token_stream());
            changed.iter().any(|name| self.mutable.contains(name))
        };
        binds(arm) || matches!(&arm.guard, Some((_, guard)) if changes(guard))
    }

    /// An arm that another `match` has taken already.
    fn never(&mut self, arm: &Arm) -> Arm {
        let mut arm = arm.clone();
        *arm.body = parse_quote!(::core::unreachable!());
        self.names.renew_arm(&mut arm);
        arm
    }
}

/// The position of the first arm with a guard in a `match` on `v.last_mut()` and its like, where others than `None`
/// do not come before.
fn lends_element(e: &ExprMatch) -> Option<usize> {
    let Expr::MethodCall(call) = build::peeled(&e.expr) else {
        return None;
    };
    let again = |arg: &Expr| matches!(arg, Expr::Lit(_)) || build::as_name(arg).is_some();
    let lends =
        is_element_mut(&call.method) && is_place(&call.receiver) && call.args.iter().all(again);
    let at = e.arms.iter().position(|arm| arm.guard.is_some())?;
    let plain = !binds(&e.arms[at]);
    let none = |arm: &Arm| matches!(&arm.pat, Pat::Ident(p) if p.ident == "None");
    (lends && plain && e.arms[..at].iter().all(none)).then_some(at)
}

/// Whether an expression is a statement without a value, `s += x`.
fn is_assignment(body: &Expr) -> bool {
    match body {
        Expr::Assign(_) => true,
        Expr::Binary(e) => crate::lower::compound(&e.op).is_some(),
        _ => false,
    }
}

fn binds(arm: &Arm) -> bool {
    matches!(&arm.guard, Some((_, guard)) if has_pattern(guard))
}

/// `let` in a condition, or in a chain of them.
fn has_pattern(guard: &Expr) -> bool {
    match build::peeled(guard) {
        Expr::Let(_) => true,
        Expr::Binary(e) => has_pattern(&e.left) || has_pattern(&e.right),
        _ => false,
    }
}
