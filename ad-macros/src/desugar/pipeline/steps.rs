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
use super::options::On;
use super::partners::Partner;
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

    pub(super) fn variable(&mut self, name: &str, init: &Expr, stmts: &mut Vec<Stmt>) -> Ident {
        let name = self.fresh(name, init.span());
        stmts.push(parse_quote!(let mut #name = #init;));
        name
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
