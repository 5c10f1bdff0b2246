//! What a `zip` behind a stage that drops items pairs them with.
//!
//! Receives the other one of two iterators; promises what a count finds the next item of that by, made before the loop
//! where it has to be.
//!
//! ```text
//! zip(ys)                                  ys[count]
//! zip(ys.iter().chain(repeat(&0.0)))       if count < ys.len() { &ys[count] } else { &0.0 }
//! zip(self.steps().skip(1))                let items = …; items[count]
//! ```

use super::Pipelines;
use super::changes;
use super::lists::Items;
use super::passed;
use super::read::{self, Pipeline, Source};
use super::steps::Step;
use crate::desugar::build;
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote};

/// What a `zip` behind a stage that drops items pairs them with.
pub(super) enum Partner {
    Place {
        place: Expr,
        copied: bool,
        /// Again and again: `place.iter().cycle()`.
        cycle: bool,
    },
    /// `repeat(value)`
    Value(Ident),
    /// `place.iter().chain(repeat(value))`
    Padded {
        place: Expr,
        copied: bool,
        value: Ident,
    },
    /// What has no end: the next item by the name of the count, what it is followed by, and what `map`s make
    /// of it.
    Endless { next: Next, maps: Vec<Expr> },
}

/// What an item is followed by.
pub(super) enum Next {
    /// The number so much larger. A literal, which has the type of the numbers, whatever that is.
    Number(syn::LitInt),
    /// What `next` of `successors` makes of it.
    Successor(Expr),
}

impl Pipelines<'_> {
    pub(super) fn zip(&mut self, other: &Expr, stmts: &mut Vec<Stmt>) -> Option<Step> {
        if let Some(Pipeline {
            source: Source::Repeat(value),
            stages,
        }) = read::read(other)
            && stages.is_empty()
        {
            let held = self.fresh("value", value.span());
            stmts.push(parse_quote!(let #held = #value;));
            let count = self.variable("count", &parse_quote!(0usize), stmts);
            return Some(Step::Zip(count, Partner::Value(held)));
        }
        if let Some(step) = self.endless(other, stmts) {
            return Some(step);
        }
        if let Some(step) = self.stepped(other, stmts) {
            return Some(step);
        }
        let (partner, start) = match padded(other) {
            Some((first, value)) => (
                self.padded_partner(first, &value, stmts)?,
                parse_quote!(0usize),
            ),
            None => self.indexed_partner(other, stmts)?,
        };
        let count = self.variable("count", &start, stmts);
        Some(Step::Zip(count, partner))
    }

    /// What can be indexed, and where it begins.
    fn indexed_partner(&mut self, other: &Expr, stmts: &mut Vec<Stmt>) -> Option<(Partner, Expr)> {
        let mut other = with_copies_of_literal(other);
        // What a function gives is made below.
        if read::read(&other).is_some() || read::from_call(&other).is_none() {
            self.settle(&mut other, stmts);
        }
        let (other, start) = match skipped_of_cycle(&other) {
            Some((cycle, n)) => (cycle, n),
            None => (other, parse_quote!(0usize)),
        };
        let partner = partner(&other)
            .or_else(|| self.named(&other))
            .or_else(|| self.collected(&other, stmts))?;
        Some((partner, start))
    }

    /// What can be indexed, and a value behind its end.
    fn padded_partner(
        &mut self,
        first: &Expr,
        value: &Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Partner> {
        let (partner, _) = self.indexed_partner(first, stmts)?;
        let Partner::Place {
            place,
            copied,
            cycle: false,
        } = partner
        else {
            return None;
        };
        let held = self.fresh("value", value.span());
        stmts.push(parse_quote!(let #held = #value;));
        Some(Partner::Padded {
            place,
            copied,
            value: held,
        })
    }

    /// `successors(Some(first), |x| Some(next))`, `(lo..)` and `(lo..).step_by(2)`, with or without `map`s.
    fn endless(&mut self, other: &Expr, stmts: &mut Vec<Stmt>) -> Option<Step> {
        let (base, maps) = without_maps(other);
        if let Some((lo, step)) = numbers(base) {
            let count = self.variable("next", lo, stmts);
            let next = Next::Number(step);
            return Some(Step::Zip(count, Partner::Endless { next, maps }));
        }
        let Source::Successors(first, next) = read::read(base)?.source else {
            return None;
        };
        let ends = match &next {
            Expr::Closure(c) => super::run::payload(&c.body).is_none(),
            _ => true,
        };
        let first = super::run::payload(&first).filter(|_| !ends)?;
        let state = self.variable("next", &first, stmts);
        let next = Next::Successor(next);
        Some(Step::Zip(state, Partner::Endless { next, maps }))
    }

    /// What the next item is paired with.
    pub(super) fn partner_of_next(
        &mut self,
        count: &Ident,
        partner: &Partner,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let at = self.fresh("at", count.span());
        stmts.push(parse_quote!(let #at = #count;));
        let Partner::Endless { next, maps } = partner else {
            stmts.push(parse_quote!(#count += 1;));
            return Some(partner.item(at));
        };
        match next {
            Next::Number(step) => stmts.push(parse_quote!(#count += #step;)),
            Next::Successor(next) => {
                let (before, value) = self.opened(next, vec![parse_quote!(&#at)]);
                let value = Stmt::Expr(super::run::payload(&value)?, None);
                let value = build::block_expression(before.into_iter().chain([value]).collect());
                stmts.push(parse_quote!(#count = #value;));
            }
        }
        let item = partner.item(at);
        Some(
            maps.iter()
                .fold(item, |item, f| self.applied(f, vec![item])),
        )
    }

    /// A list by the name of the variable that holds it.
    fn named(&self, other: &Expr) -> Option<Partner> {
        let items = self.lists.items(other)?;
        Some(Partner::Place {
            place: other.clone(),
            copied: items == Items::Elements,
            cycle: false,
        })
    }

    /// The items of another pipeline that ends, made before those they are paired with.
    fn collected(&mut self, other: &Expr, stmts: &mut Vec<Stmt>) -> Option<Partner> {
        let (items, copied) = match self.made_beforehand(other) {
            Some(items) => items,
            None if is_of_call(other) => (other.clone(), true),
            None => (self.made_of_call(other)?, true),
        };
        let held = self.fresh("items", other.span());
        stmts.push(parse_quote!(let #held = #items;));
        Some(Partner::Place {
            place: build::name(held),
            copied,
            cycle: false,
        })
    }

    /// What adaptors make of an iterator that a function gives: `self.steps().skip(1)`.
    fn made_of_call(&mut self, other: &Expr) -> Option<Expr> {
        let pure = changes::changed_by_closures(other).is_empty();
        let pipeline = read::from_call(other).filter(|p| pure && passed::ends(p))?;
        self.collect_vec(&pipeline, None, other.span())
    }
}

/// An iterator without the `map`s on it, and these in their order.
fn without_maps(iterator: &Expr) -> (&Expr, Vec<Expr>) {
    match build::peeled(iterator) {
        Expr::MethodCall(call) if call.method == "map" && call.args.len() == 1 => {
            let (base, mut maps) = without_maps(&call.receiver);
            maps.push(call.args[0].clone());
            (base, maps)
        }
        other => (other, Vec::new()),
    }
}

/// What a function or a method of the user's returns.
fn is_of_call(expr: &Expr) -> bool {
    read::read(expr).is_none() && read::from_call(expr).is_some_and(|p| p.stages.is_empty())
}

impl Partner {
    /// What goes with the item of a count.
    fn item(&self, at: Ident) -> Expr {
        let (place, copied, cycle) = match self {
            Partner::Endless { .. } => return build::name(at),
            Partner::Value(value) => return parse_quote!(#value.clone()),
            Partner::Padded {
                place,
                copied,
                value,
            } => {
                return match copied {
                    true => {
                        parse_quote!(if #at < #place.len() { #place[#at] } else { #value.clone() })
                    }
                    false => parse_quote!(if #at < #place.len() { &#place[#at] } else { #value }),
                };
            }
            Partner::Place {
                place,
                copied,
                cycle,
            } => (place, copied, cycle),
        };
        let index: Expr = match cycle {
            true => parse_quote!(#at % #place.len()),
            false => build::name(at),
        };
        match copied {
            true => parse_quote!(#place[#index]),
            false => parse_quote!(&#place[#index]),
        }
    }
}
/// `[a, b].into_iter().cycle()` as `[a, b].iter().copied().cycle()`: a variable can hold the array.
fn with_copies_of_literal(iterator: &Expr) -> Expr {
    let mut iterator = iterator.clone();
    if let Expr::MethodCall(call) = &mut iterator {
        *call.receiver = with_copies_of_literal(&call.receiver);
        if call.method == "into_iter"
            && let array @ Expr::Array(_) = build::peeled(&call.receiver)
        {
            return parse_quote!(#array.iter().copied());
        }
    }
    iterator
}

/// `x.iter().cycle()` and `n` of `x.iter().cycle().skip(n)`, which begins at another item.
fn skipped_of_cycle(other: &Expr) -> Option<(Expr, Expr)> {
    let Expr::MethodCall(call) = build::peeled(other) else {
        return None;
    };
    let n = call.args.first().filter(|_| call.method == "skip")?;
    let cyclic = matches!(
        partner(&call.receiver),
        Some(Partner::Place { cycle: true, .. })
    );
    cyclic.then(|| ((*call.receiver).clone(), n.clone()))
}

/// The first of the numbers in `(lo..)` and `(lo..).step_by(2)`, and by how much each is larger than the one before.
fn numbers(expr: &Expr) -> Option<(&Expr, syn::LitInt)> {
    match build::peeled(expr) {
        Expr::Range(r) if r.end.is_none() => Some((r.start.as_deref()?, parse_quote!(1))),
        Expr::MethodCall(call) if call.method == "step_by" => {
            let Some(Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(step),
                ..
            })) = call.args.first()
            else {
                return None;
            };
            let positive = step.suffix().is_empty() && step.base10_parse::<usize>().ok()? > 0;
            match build::peeled(&call.receiver) {
                Expr::Range(r) if r.end.is_none() && positive => {
                    Some((r.start.as_deref()?, step.clone()))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// `items` and `value` of `items.chain(repeat(value))`.
fn padded(other: &Expr) -> Option<(&Expr, Expr)> {
    let Expr::MethodCall(call) = build::peeled(other) else {
        return None;
    };
    let rest = call.args.first().filter(|_| call.method == "chain")?;
    match read::read(rest)? {
        Pipeline {
            source: Source::Repeat(value),
            stages,
        } if stages.is_empty() => Some((&call.receiver, value)),
        _ => None,
    }
}

fn partner(other: &Expr) -> Option<Partner> {
    match build::peeled(other) {
        Expr::Reference(r) if read::is_place(&r.expr) => Some(Partner::Place {
            place: build::paren((*r.expr).clone()),
            copied: false,
            cycle: false,
        }),
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "iter" if read::is_place(&call.receiver) => Some(Partner::Place {
                place: (*call.receiver).clone(),
                copied: false,
                cycle: false,
            }),
            name @ ("copied" | "cloned" | "cycle") => match partner(&call.receiver)? {
                Partner::Place {
                    place,
                    copied,
                    cycle,
                } => Some(Partner::Place {
                    place,
                    copied: copied || name != "cycle",
                    cycle: cycle || name == "cycle",
                }),
                other => Some(other),
            },
            _ => None,
        },
        _ => None,
    }
}
