//! What happens to an item on its way.
//!
//! Receives an item and the stages that are left; promises the statements that lead it through them,
//! or drop it, or end the loop.
//!
//! ```text
//! filter(p)         if p(&item) { … }
//! take(n)           left -= 1; …; if left == 0 { break 'exit; }
//! take_while(p)     if p(&item) { … } else { break 'exit; }
//! ```

use super::Pipelines;
use super::lists::Items;
use super::options::On;
use super::passed;
use super::read::{self, Head, Pipeline, Shape, Source, Stage};
use super::run::Consumer;
use crate::desugar::build;
use crate::desugar::functions::LISTED;
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Expr, Lifetime, Stmt, parse_quote};

/// A stage whose state is declared.
pub(super) enum Step {
    Stateless(Stage),
    /// Items so far.
    Enumerate(Ident),
    /// Items left.
    Take(Ident),
    /// Items still to drop.
    Skip(Ident),
    /// Items still to drop, and how many to drop after each.
    Every(Ident, Ident),
    /// Whether items are still dropped.
    SkipWhile(Ident, Expr),
    Scan(Ident, Expr),
    /// Items so far, and what they are paired with.
    Zip(Ident, Partner),
}

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

/// How the loops of one pipeline are left.
pub(super) struct Exit {
    pub(super) label: Lifetime,
    pub(super) used: bool,
}

impl Exit {
    pub(super) fn leave(&mut self) -> Stmt {
        self.used = true;
        let label = &self.label;
        parse_quote!(break #label;)
    }

    /// Statements that may leave as a whole.
    pub(super) fn around(&self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        if self.used {
            vec![build::semi(build::labelled_block(
                self.label.clone(),
                stmts,
            ))]
        } else {
            stmts
        }
    }

    pub(super) fn endless(&self, body: Vec<Stmt>) -> Stmt {
        let label = self.used.then(|| self.label.clone());
        Stmt::Expr(build::loop_(label, body, self.label.span()), None)
    }
}

impl<'a> Pipelines<'a> {
    /// Declares the state of the stages; `guards` tell whether the loop is to run at all.
    pub(super) fn prepare(
        &mut self,
        stages: &[Stage],
        stmts: &mut Vec<Stmt>,
        guards: &mut Vec<Expr>,
    ) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        for stage in stages {
            steps.push(self.step(stage, stmts, guards)?);
        }
        Some(steps)
    }

    fn step(
        &mut self,
        stage: &Stage,
        stmts: &mut Vec<Stmt>,
        guards: &mut Vec<Expr>,
    ) -> Option<Step> {
        Some(match stage {
            Stage::Enumerate => {
                Step::Enumerate(self.variable("count", &parse_quote!(0usize), stmts))
            }
            Stage::Take(n) => {
                let left = self.variable("left", n, stmts);
                guards.push(parse_quote!(#left > 0));
                Step::Take(left)
            }
            Stage::Skip(n) => Step::Skip(self.variable("dropped", n, stmts)),
            Stage::StepBy(n) => {
                let step = self.fresh("step", n.span());
                stmts.push(parse_quote!(let #step: usize = #n;));
                Step::Every(self.variable("dropped", &parse_quote!(0usize), stmts), step)
            }
            Stage::SkipWhile(f) => Step::SkipWhile(
                self.variable("dropping", &parse_quote!(true), stmts),
                f.clone(),
            ),
            Stage::Scan(init, f) => Step::Scan(self.variable("state", init, stmts), f.clone()),
            Stage::Zip(other) => self.zip(other, stmts)?,
            other => Step::Stateless(other.clone()),
        })
    }

    fn variable(&mut self, name: &str, init: &Expr, stmts: &mut Vec<Stmt>) -> Ident {
        let name = self.fresh(name, init.span());
        stmts.push(parse_quote!(let mut #name = #init;));
        name
    }

    fn zip(&mut self, other: &Expr, stmts: &mut Vec<Stmt>) -> Option<Step> {
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
    fn partner_of_next(
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
        let pure = super::apply::changed_by_closures(other).is_empty();
        let pipeline = read::from_call(other).filter(|p| pure && passed::ends(p))?;
        self.collect_vec(&pipeline, None, other.span())
    }

    /// The item by a name, or as a tuple of names.
    pub(super) fn held(&mut self, item: Expr, stmts: &mut Vec<Stmt>) -> Expr {
        match item {
            Expr::Tuple(mut tuple) if !tuple.elems.is_empty() => {
                for part in &mut tuple.elems {
                    *part = self.held(part.clone(), stmts);
                }
                Expr::Tuple(tuple)
            }
            item if build::as_name(&item).is_some() => item,
            item => {
                let name = self.fresh("item", item.span());
                stmts.push(parse_quote!(let #name = #item;));
                build::name(name)
            }
        }
    }

    /// Leads `item` through `steps` to `consume`.
    pub(super) fn through(
        &mut self,
        steps: &[Step],
        item: Expr,
        shape: Shape,
        exit: &mut Exit,
        consume: Consumer<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        let Some((step, rest)) = steps.split_first() else {
            return consume(self, item);
        };
        let mut stmts = Vec::new();
        if let Step::Stateless(Stage::Map(f)) = step {
            let item = self.argument(item, &mut stmts);
            let (before, value) = self.opened(f, vec![item]);
            stmts.extend(before);
            stmts.extend(self.through(rest, value, Shape::Unknown, exit, consume)?);
            return Some(stmts);
        }
        let item = self.held(item, &mut stmts);
        let mut on = |this: &mut Self, item, shape, exit: &mut Exit| {
            this.through(rest, item, shape, exit, consume)
        };
        match step {
            Step::Stateless(stage) => {
                stmts.extend(self.stateless(stage, item, shape, exit, &mut on)?);
            }
            step => stmts.extend(self.stateful(step, item, shape, exit, &mut on)?),
        }
        Some(stmts)
    }

    /// A tuple goes to a closure part by part, anything else as it is.
    fn argument(&mut self, item: Expr, stmts: &mut Vec<Stmt>) -> Expr {
        match item {
            Expr::Tuple(_) => self.held(item, stmts),
            item => item,
        }
    }

    fn stateless(
        &mut self,
        stage: &Stage,
        item: Expr,
        shape: Shape,
        exit: &mut Exit,
        on: On<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        match stage {
            Stage::Filter(f) => {
                let cond = self.applied(f, vec![parse_quote!(&#item)]);
                let rest = build::block(on(self, item, shape, exit)?);
                Some(vec![parse_quote!(if #cond #rest)])
            }
            Stage::TakeWhile(f) => {
                let cond = self.applied(f, vec![parse_quote!(&#item)]);
                let rest = build::block(on(self, item, shape, exit)?);
                let leave = exit.leave();
                Some(vec![parse_quote!(if #cond #rest else { #leave })])
            }
            Stage::Inspect(f) => {
                let seen = self.applied(f, vec![parse_quote!(&#item)]);
                let mut stmts = vec![build::semi(seen)];
                stmts.extend(on(self, item, shape, exit)?);
                Some(stmts)
            }
            Stage::Copied => on(self, parse_quote!((*#item)), Shape::Value, exit),
            // What is more than a number may be no copy.
            Stage::Cloned => on(self, parse_quote!((*#item).clone()), Shape::Value, exit),
            Stage::FilterMap(f) => {
                let (mut stmts, value) = self.opened(f, vec![item]);
                stmts.extend(self.if_some(value, exit, false, on)?);
                Some(stmts)
            }
            Stage::MapWhile(f) => {
                let (mut stmts, value) = self.opened(f, vec![item]);
                stmts.extend(self.if_some(value, exit, true, on)?);
                Some(stmts)
            }
            Stage::FlatMap(f) => {
                let (mut stmts, value) = self.opened(f, vec![item]);
                stmts.extend(self.flat(value, exit, on)?);
                Some(stmts)
            }
            Stage::Flatten if shape == Shape::Reference => {
                let mut stmts = Vec::new();
                let list = self.listed(item, &mut stmts);
                stmts.extend(self.flat(parse_quote!(#list.iter()), exit, on)?);
                Some(stmts)
            }
            // Each part of an element is a place.
            Stage::Flatten if shape == Shape::Unique => {
                self.flat(parse_quote!(#item.iter_mut()), exit, on)
            }
            Stage::Flatten => self.flat(item, exit, on),
            _ => None,
        }
    }

    /// Every item of `items`, an iterator or what can be made one.
    fn flat(&mut self, items: Expr, exit: &mut Exit, on: On<'_, 'a>) -> Option<Vec<Stmt>> {
        if read::is_option(&items) {
            return self.if_some(items, exit, false, on);
        }
        let mut stmts = Vec::new();
        let pipeline = match read::read(&items) {
            Some(pipeline) => pipeline,
            None => Pipeline {
                source: Source::Head(Head {
                    expr: build::name(self.listed(items, &mut stmts)),
                    shape: Shape::Unknown,
                    indexed: false,
                }),
                stages: Vec::new(),
            },
        };
        stmts.extend(self.run(&pipeline, &mut |this, item| {
            on(this, item, Shape::Unknown, exit)
        })?);
        Some(stmts)
    }

    /// What is iterated over, as a list: an option is one, too.
    fn listed(&mut self, items: Expr, stmts: &mut Vec<Stmt>) -> Ident {
        let list = self.fresh("list", items.span());
        let method = Ident::new(LISTED, items.span());
        stmts.push(parse_quote!(let #list = (#items).#method();));
        list
    }

    fn stateful(
        &mut self,
        step: &Step,
        item: Expr,
        shape: Shape,
        exit: &mut Exit,
        on: On<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        Some(match step {
            Step::Enumerate(count) => {
                let mut stmts = self.counted(count);
                let at = stmts.1.clone();
                let shape = Shape::Pair(Box::new(Shape::Value), Box::new(shape));
                stmts
                    .0
                    .extend(on(self, parse_quote!((#at, #item)), shape, exit)?);
                stmts.0
            }
            Step::Take(left) => {
                let mut stmts: Vec<Stmt> = vec![parse_quote!(#left -= 1;)];
                stmts.extend(on(self, item, shape, exit)?);
                let leave = exit.leave();
                stmts.push(parse_quote!(if #left == 0 { #leave }));
                stmts
            }
            Step::Skip(dropped) => {
                let rest = build::block(on(self, item, shape, exit)?);
                vec![parse_quote!(if #dropped > 0 { #dropped -= 1; } else #rest)]
            }
            Step::Every(dropped, step) => {
                let rest = on(self, item, shape, exit)?;
                vec![
                    parse_quote!(if #dropped > 0 { #dropped -= 1; } else { #dropped = #step - 1; #(#rest)* }),
                ]
            }
            Step::SkipWhile(dropping, f) => {
                let cond = self.applied(f, vec![parse_quote!(&#item)]);
                let rest = build::block(on(self, item, shape, exit)?);
                vec![
                    parse_quote!(if #dropping { #dropping = #cond; }),
                    parse_quote!(if !#dropping #rest),
                ]
            }
            Step::Scan(state, f) => {
                let (mut stmts, value) = self.opened(f, vec![parse_quote!(&mut #state), item]);
                stmts.extend(self.if_some(value, exit, true, on)?);
                stmts
            }
            Step::Zip(count, partner) => {
                let mut stmts = Vec::new();
                if let Partner::Place { place, cycle, .. } = partner {
                    let leave = exit.leave();
                    let ends: Expr = match cycle {
                        true => parse_quote!(#place.len() == 0),
                        false => parse_quote!(#count == #place.len()),
                    };
                    stmts.push(parse_quote!(if #ends { #leave }));
                }
                let other = self.partner_of_next(count, partner, &mut stmts)?;
                let pair = self.held(parse_quote!((#item, #other)), &mut stmts);
                stmts.extend(on(self, pair, Shape::Unknown, exit)?);
                stmts
            }
            Step::Stateless(_) => return None,
        })
    }

    /// The present count by a name, and the count raised.
    fn counted(&mut self, count: &Ident) -> (Vec<Stmt>, Ident) {
        let at = self.fresh("at", count.span());
        let stmts = vec![parse_quote!(let #at = #count;), parse_quote!(#count += 1;)];
        (stmts, at)
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
