//! Loops that trade memory for time.
//!
//! Receives a `for` loop that is marked `#[checkpoint]`; promises a call of the run time, which
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
use crate::tables::HashSet;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
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
        if changed.is_empty() {
            return false;
        }
        if changed.len() > MOST {
            self.sink.refuse_at(&e.expr, catalog::CHECKPOINT_MANY);
        } else {
            // What is refused on the way has been said.
            let _: Option<()> = self.by_parts(e, &changed);
        }
        true
    }

    /// What the loop changes of what is there before it. The bounds of a range are computed once; other
    /// heads may lend what the body changes.
    fn changed_by(&self, e: &ExprForLoop) -> Vec<Changed> {
        let code = match range_of(&e.expr) {
            Some(_) => build::block_as_expression(e.body.clone()),
            None => Expr::ForLoop(e.clone()),
        };
        let assigned = self.assigned_in(&code);
        let (mut seen, mut changed) = (HashSet::default(), Vec::new());
        for name in build::names_in(&code) {
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

    fn by_parts(&mut self, e: &ExprForLoop, changed: &[Changed]) -> Option<()> {
        let state = Ty::Tuple(changed.iter().map(|c| c.ty.clone()).collect());
        let bounds = self.bounds_of(e)?;
        let before: Option<Vec<Expr>> = changed.iter().map(|c| self.copy_of(c)).collect();
        let before = before?;
        let start = self.value(&parse_quote!((#bounds, (#(#before,)*))), None)?;
        let start = self.as_local(start, e.span());
        let part = self.part_of_loop(e, changed);
        let known = [Ty::Int, Ty::Int, state];
        let own = changed.iter().map(|c| c.local).collect();
        let value = self.call_by_parts(start, &part, &known, &own, e)?;
        let end = self.made_up("end", e.for_token.span);
        self.bind_name(&end, false, value);
        for (i, c) in changed.iter().enumerate() {
            let (name, part) = (&c.name, Index::from(i));
            self.effect(&match (c.by_ref, c.is_slice(self)) {
                (true, true) => parse_quote!(#name.copy_from_slice(&#end.#part)),
                (true, false) => parse_quote!(*#name = #end.#part),
                (false, _) => parse_quote!(#name = #end.#part),
            });
        }
        Some(())
    }

    /// What is in a variable before the loop.
    fn copy_of(&mut self, c: &Changed) -> Option<Expr> {
        let (name, span) = (&c.name, c.name.span());
        let whole: Expr = match c.by_ref {
            true if c.is_slice(self) => return Some(parse_quote!(#name.to_vec())),
            true => parse_quote!(*#name),
            false => build::name(name.clone()),
        };
        if c.ty.is_copy() {
            return Some(whole);
        }
        let place = self.place(&whole)?;
        let copied = Op::Clone(place, Some(Ident::new("__remembered", span)));
        let value = self.bind(copied, c.ty.clone(), span);
        let copy = self.made_up("copy", span);
        self.bind_name(&copy, false, value);
        Some(build::name(copy))
    }

    /// Where the loop's counter begins and ends, whether the end belongs to it, and whether it begins
    /// there. What is no range is counted through.
    fn bounds_of(&mut self, e: &ExprForLoop) -> Option<TokenStream> {
        if let Some((backwards, range)) = range_of(&e.expr) {
            let (lo, hi) = (&range.start, &range.end);
            let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
            return Some(quote!(#lo, #hi, (#inclusive, #backwards)));
        }
        let changed = self.assigned_in(&e.body);
        let head = build::names_in(&e.expr).into_iter();
        let stays = head
            .filter_map(|name| self.lookup(&name.to_string()))
            .all(|local| !changed.contains(&local));
        let Some(sequence) = self.sequence(&e.expr).filter(|_| stays) else {
            self.sink.refuse_at(&e.expr, catalog::CHECKPOINT_HEAD);
            return None;
        };
        let source = self.prepare(&sequence)?;
        let length = self.length(&source, e.expr.span());
        let steps = self.made_up("steps", e.for_token.span);
        self.bind_name(&steps, false, length);
        Some(quote!(0usize, #steps, (false, false)))
    }

    fn call_by_parts(
        &mut self,
        start: Local,
        part: &syn::ExprClosure,
        known: &[Ty; 3],
        own: &HashSet<Local>,
        e: &ExprForLoop,
    ) -> Option<Operand> {
        let mut args = self.closure_argument(part, own, known, catalog::CHECKPOINT_CHANGES)?;
        args.by_rule = true;
        args.prepend(Arg::Ref {
            place: Place::of(start),
            mutable: false,
        });
        let method = Ident::new("checkpointed", e.for_token.span);
        let [.., state] = known;
        self.call_with_rule(Callee::Method(method), args, state.clone(), e.span())
    }

    /// The closure that runs a part of the loop.
    fn part_of_loop(&self, e: &ExprForLoop, changed: &[Changed]) -> syn::ExprClosure {
        let [from, to, left] =
            ["from", "to", "left"].map(|text| self.made_up(text, e.for_token.span));
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
        run.expr = match range_of(&e.expr) {
            Some((backwards, range)) => {
                let limits = &range.limits;
                match backwards {
                    true => parse_quote!((#from #limits #to).rev()),
                    false => parse_quote!(#from #limits #to),
                }
            }
            None => {
                let head = &e.expr;
                parse_quote!((#head).skip(#from).take(#to - #from))
            }
        };
        let mut breaks = Breaks {
            own: e.label.as_ref().map(|l| l.name.clone()),
            left: &left,
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

/// The range in the head of a loop, and whether it is run through backwards.
fn range_of(head: &Expr) -> Option<(bool, &syn::ExprRange)> {
    match build::peeled(head) {
        Expr::Range(range) if range.start.is_some() && range.end.is_some() => Some((false, range)),
        Expr::MethodCall(call) if call.method == "rev" => match range_of(&call.receiver)? {
            (false, range) => Some((true, range)),
            _ => None,
        },
        _ => None,
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

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
