//! Loops that trade memory for time.
//!
//! Receives a loop over a range that is marked `#[checkpoint]`; promises a call of the run time, which
//! runs the loop part by part, remembers few of the states in between, and in the reverse sweep runs the
//! parts again. The state is what the loop changes; a part of the loop is a closure that takes and gives
//! it, and captures what the loop only reads.
//!
//! ```text
//! #[checkpoint]              let start = (0, n, (false, false), (p.clone(), v.clone()));
//! for i in 0..n {            let end = start.checkpointed(|from, to, (mut p, mut v)| {
//!     v -= k * p;                let mut left = false;
//!     p += v;                    for i in from..to { v -= k * p; p += v; }
//! }                              ((p, v), left)
//!                            });
//!                            p = end.0; v = end.1;
//! ```

use super::Lowerer;
use crate::desugar::{build, checkpoint};
use crate::diagnostics::catalog;
use crate::ir::*;
use proc_macro2::{Ident, Span};
use std::collections::HashSet;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprForLoop, Index, parse_quote};

/// The most variables that a loop may change: what tuples implement traits for.
const MOST: usize = 12;

/// A variable that the loop changes.
struct Changed {
    name: Ident,
    local: Local,
    /// What is remembered of it: what is behind it, if it is a reference.
    ty: Ty,
    by_ref: bool,
}

impl Changed {
    fn is_slice(&self, lowerer: &Lowerer) -> bool {
        matches!(lowerer.ty(self.local), Ty::Ref(true, t) if matches!(**t, Ty::Slice(_)))
    }
}

impl Lowerer<'_> {
    /// The loop, if it is marked and changes anything.
    pub(super) fn checkpointed(&mut self, e: &ExprForLoop) -> bool {
        if !e.attrs.iter().any(checkpoint::is_mark) {
            return false;
        }
        let changed = self.changed_by(e);
        if changed.len() > MOST {
            self.sink.refuse_at(&e.expr, catalog::CHECKPOINT_MANY);
        } else if !changed.is_empty() {
            self.by_parts(e, &changed);
            return true;
        }
        false
    }

    /// What the loop changes of what is there before it.
    fn changed_by(&self, e: &ExprForLoop) -> Vec<Changed> {
        let assigned = self.assigned_in(&e.body);
        let (mut seen, mut changed) = (HashSet::new(), Vec::new());
        for name in build::names_in(&build::block_as_expression(e.body.clone())) {
            let Some(local) = self.lookup(&name.to_string()) else {
                continue;
            };
            if !assigned.contains(&local) || !seen.insert(local) {
                continue;
            }
            let (ty, by_ref) = match self.ty(local).clone() {
                Ty::Ref(true, inner) => match *inner {
                    Ty::Slice(element) => (Ty::Vec(element), true),
                    other => (other, true),
                },
                ty if self.locals[local.0].mutable => (ty, false),
                _ => continue,
            };
            if !self.is_initialised(local) {
                self.sink.refuse_at(&name, catalog::CHECKPOINT_UNSET);
            }
            changed.push(Changed {
                name,
                local,
                ty,
                by_ref,
            });
        }
        changed
    }

    fn by_parts(&mut self, e: &ExprForLoop, changed: &[Changed]) {
        let state = Ty::Tuple(changed.iter().map(|c| c.ty.clone()).collect());
        let fresh = |text: &str| self.made_up(text, e.for_token.span);
        let [start, end, from, to, left] = ["start", "end", "from", "to", "left"].map(fresh);
        let (backwards, range) = range_of(&e.expr);
        let (lo, hi) = (&range.start, &range.end);
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        let before = changed.iter().map(|c| {
            let name = &c.name;
            let copy: Expr = match (c.by_ref, c.is_slice(self)) {
                (true, true) => parse_quote!(#name.to_vec()),
                (true, false) => parse_quote!((*#name).clone()),
                (false, _) => parse_quote!(#name.clone()),
            };
            copy
        });
        let start_is: syn::Local = parse_local(
            parse_quote!(let #start = (#lo, #hi, (#inclusive, #backwards), (#(#before,)*));),
        );
        self.let_statement(&start_is);
        let part = self.part_of_loop(e, changed, [&from, &to, &left]);
        let known = [Ty::Int, Ty::Int, state];
        let own = changed.iter().map(|c| c.local).collect();
        let Some(value) = self.call_by_parts(&start, &part, &known, &own, e) else {
            return;
        };
        self.bind_pattern(&build::name_pattern(end.clone(), false), value);
        for (i, c) in changed.iter().enumerate() {
            let (name, part) = (&c.name, Index::from(i));
            self.effect(&match (c.by_ref, c.is_slice(self)) {
                (true, true) => parse_quote!(#name.copy_from_slice(&#end.#part)),
                (true, false) => parse_quote!(*#name = #end.#part),
                (false, _) => parse_quote!(#name = #end.#part),
            });
        }
    }

    fn call_by_parts(
        &mut self,
        start: &Ident,
        part: &syn::ExprClosure,
        known: &[Ty; 3],
        own: &HashSet<Local>,
        e: &ExprForLoop,
    ) -> Option<Operand> {
        let mut args = self.closure_argument(part, own, known, catalog::CHECKPOINT_CHANGES)?;
        args.by_rule = true;
        let place = Place::of(self.lookup(&start.to_string())?);
        args.prepend(Arg::Ref {
            place,
            mutable: false,
        });
        let method = Ident::new("checkpointed", e.for_token.span);
        let [.., state] = known;
        self.call_with_rule(Callee::Method(method), args, state.clone(), e.span())
    }

    /// The closure that runs a part of the loop.
    fn part_of_loop(
        &self,
        e: &ExprForLoop,
        changed: &[Changed],
        [from, to, left]: [&Ident; 3],
    ) -> syn::ExprClosure {
        let taken: Vec<Ident> = changed
            .iter()
            .map(|c| match c.by_ref {
                true => self.made_up(&format!("own_{}", c.name), c.name.span()),
                false => c.name.clone(),
            })
            .collect();
        let references = changed.iter().zip(&taken).filter(|(c, _)| c.by_ref);
        let references = references.map(|(c, own)| -> syn::Stmt {
            let name = &c.name;
            match c.is_slice(self) {
                true => parse_quote!(let #name = &mut #own[..];),
                false => parse_quote!(let #name = &mut #own;),
            }
        });
        let mut run = e.clone();
        run.attrs.clear();
        let (backwards, range) = range_of(&e.expr);
        let limits = &range.limits;
        run.expr = match backwards {
            true => parse_quote!((#from #limits #to).rev()),
            false => parse_quote!(#from #limits #to),
        };
        let mut breaks = Breaks {
            own: e.label.as_ref().map(|l| l.name.clone()),
            left,
            depth: 0,
        };
        breaks.visit_block_mut(&mut run.body);
        parse_quote!(|#from, #to, (#(mut #taken,)*)| {
            let mut #left = false;
            #(#references)*
            #run
            ((#(#taken,)*), #left)
        })
    }

    fn made_up(&self, text: &str, span: Span) -> Ident {
        let text = format!("__{}{}", text.trim_start_matches("r#"), self.locals.len());
        Ident::new(&text, span.resolved_at(Span::mixed_site()))
    }
}

fn parse_local(stmt: syn::Stmt) -> syn::Local {
    match stmt {
        syn::Stmt::Local(local) => local,
        _ => unreachable!("a `let` was written"),
    }
}

/// The range in the head of a marked loop, and whether it is run through backwards.
fn range_of(head: &Expr) -> (bool, &syn::ExprRange) {
    match build::peeled(head) {
        Expr::Range(range) => (false, range),
        Expr::MethodCall(call) => (true, range_of(&call.receiver).1),
        _ => unreachable!("marks stand on loops over ranges"),
    }
}

/// Notes that the loop was left where a `break` leaves it.
struct Breaks<'a> {
    own: Option<syn::Lifetime>,
    left: &'a Ident,
    /// Loops around, within the body.
    depth: usize,
}

impl VisitMut for Breaks<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
                self.depth += 1;
                visit_mut::visit_expr_mut(self, expr);
                self.depth -= 1;
            }
            Expr::Closure(_) | Expr::Async(_) => {}
            Expr::Break(b) => {
                let own = match &b.label {
                    None => self.depth == 0,
                    label => *label == self.own,
                };
                if own {
                    let left = self.left;
                    *expr = parse_quote!({ #left = true; #b });
                }
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
