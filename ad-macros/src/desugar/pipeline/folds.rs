//! Folds whose state is a tuple with parts that are changed where they are.
//!
//! Receives a fold that starts from a tuple; promises a variable for each part of its state, where the closure hands a part on
//! that it has as a variable: as a tuple, the state would be moved apart and put together again with each item.
//!
//! ```text
//! it.fold((1.0, vec![]), |(s, mut v), x| { v.push(s * x); (s + x, v) })
//!
//! { let mut state = 1.0; let mut v = vec![];
//!   for x in it { let s = state; v.push(s * x); { let next = s + x; state = next; } }
//!   (state, v) }
//! ```

use super::Pipelines;
use super::read::Pipeline;
use crate::desugar::stored::tails;
use crate::desugar::{build, optional};
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, Pat, Stmt, Type, parse_quote};

/// A part of the state.
struct Part {
    variable: Ident,
    /// What the closure calls it, unless it is changed where it is.
    pattern: Option<Pat>,
    ty: Option<Type>,
}

impl<'a> Pipelines<'a> {
    pub(super) fn fold_by_parts(
        &mut self,
        pipeline: &Pipeline,
        init: &Expr,
        f: &Expr,
    ) -> Option<Expr> {
        let (Expr::Tuple(starts), Expr::Closure(closure)) = (build::peeled(init), build::peeled(f))
        else {
            return None;
        };
        let parts = self.parts_of_state(closure, starts.elems.len())?;
        let step = self.step_by_parts(closure, &parts);
        let mut stmts: Vec<Stmt> = Vec::new();
        for (part, start) in parts.iter().zip(&starts.elems) {
            let pat = build::name_pattern(part.variable.clone(), true);
            let pat = match &part.ty {
                Some(ty) => build::ascribed(pat, ty.clone()),
                None => pat,
            };
            stmts.push(build::let_(pat, start.clone(), start.span()));
        }
        stmts.extend(self.run(pipeline, &mut |this, item| {
            let mut stmts = Vec::new();
            let item = this.held(item, &mut stmts);
            stmts.extend(this.opened(&step, vec![item]).0);
            Some(stmts)
        })?);
        let state = parts.iter().map(|part| &part.variable);
        stmts.push(Stmt::Expr(parse_quote!((#(#state,)*)), None));
        Some(build::block_expression(stmts))
    }

    /// The parts of the state of a closure, if it has one of them as a variable that it hands on.
    fn parts_of_state(&mut self, closure: &ExprClosure, count: usize) -> Option<Vec<Part>> {
        let (state, types) = match closure.inputs.first()? {
            Pat::Type(typed) => match &*typed.ty {
                Type::Tuple(types) => (&*typed.pat, Some(types)),
                _ => return None,
            },
            pat => (pat, None),
        };
        let Pat::Tuple(patterns) = state else {
            return None;
        };
        let ends = ends(&closure.body, count)?;
        let whole = closure.inputs.len() == 2 && patterns.elems.len() == count;
        if !whole || optional::returns(&closure.body) {
            return None;
        }
        let parts: Vec<Part> = patterns
            .elems
            .iter()
            .enumerate()
            .map(|(i, pattern)| {
                let kept = variable(pattern)
                    .filter(|name| ends.iter().all(|e| build::as_name(&e[i]) == Some(*name)));
                Part {
                    variable: match kept {
                        Some(name) => name.clone(),
                        None => self.fresh("state", pattern.span()),
                    },
                    pattern: kept.is_none().then(|| pattern.clone()),
                    ty: types.and_then(|types| types.elems.get(i)).cloned(),
                }
            })
            .collect();
        parts.iter().any(|p| p.pattern.is_none()).then_some(parts)
    }

    /// The closure of the item alone, which changes the parts.
    fn step_by_parts(&mut self, closure: &ExprClosure, parts: &[Part]) -> Expr {
        let mut body = (*closure.body).clone();
        tails(&mut body, &mut |end| {
            if let Expr::Tuple(values) = build::peeled(end).clone() {
                let mut stmts: Vec<Stmt> = Vec::new();
                let mut next: Vec<Stmt> = Vec::new();
                for (part, value) in parts.iter().zip(&values.elems) {
                    if part.pattern.is_some() {
                        let given = self.fresh("next", value.span());
                        let variable = &part.variable;
                        stmts.push(parse_quote!(let #given = #value;));
                        next.push(parse_quote!(#variable = #given;));
                    }
                }
                *end = build::block_expression([stmts, next].concat());
            }
        });
        let mut stmts: Vec<Stmt> = Vec::new();
        for part in parts {
            if let Some(pattern) = &part.pattern {
                let value = build::name(part.variable.clone());
                stmts.push(build::let_(pattern.clone(), value, pattern.span()));
            }
        }
        stmts.extend(build::into_stmts(body));
        // What the body ends in is no value any more.
        if let Some(Stmt::Expr(_, semi)) = stmts.last_mut() {
            semi.get_or_insert_default();
        }
        let mut step = closure.clone();
        step.inputs = closure.inputs.iter().skip(1).cloned().collect();
        step.output = syn::ReturnType::Default;
        *step.body = build::block_expression(stmts);
        Expr::Closure(step)
    }
}

/// What a body ends in, in each of its branches, if all of these are tuples of so many parts.
fn ends(body: &Expr, count: usize) -> Option<Vec<Vec<Expr>>> {
    let (mut body, mut ends, mut all) = (body.clone(), Vec::new(), true);
    tails(&mut body, &mut |end| match build::peeled(end) {
        Expr::Tuple(values) if values.elems.len() == count => {
            ends.push(values.elems.iter().cloned().collect());
        }
        _ => all = false,
    });
    (all && !ends.is_empty()).then_some(ends)
}

/// `mut v`
fn variable(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) => (p.by_ref.is_none() && p.mutability.is_some()).then_some(&p.ident),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn a_part_that_is_handed_on_stays_where_it_is() {
        assert_simplified(
            "fn f(n: usize) -> f64 {
                let (total, all) = (0..n).fold((1.0, vec![]), |(s, mut v), i| { v.push(i); (s * 2.0, v) });
                total
            }",
            "fn f(n: usize) -> f64 {
                let mut state = 1.0;
                let mut v = vec![];
                for item in (0..n) {
                    let i = item;
                    let s = state;
                    v.push(i);
                    { let next = s * 2.0; state = next; };
                }
                let total = state;
                let all = v;
                total
            }",
        );
    }
}
