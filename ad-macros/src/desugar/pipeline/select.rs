//! Pipelines that end in one of their items.
//!
//! Receives `reduce`, `last`, `max_by`, `min_by`, `find`, `find_map` or `position` with what is asked
//! of the `Option` it yields; promises a loop that keeps the item chosen so far. Of elements of a
//! place it keeps the position, so that a reference stays a reference to the element.
//!
//! ```text
//! xs.iter().max_by(|a, b| a.total_cmp(b)).unwrap()
//!     { let mut found = false; let mut best = 0;
//!       for (at, item) in xs.iter().enumerate() {
//!           if !found || (&&xs[best]).total_cmp(&item) != Greater { found = true; best = at; }
//!       }
//!       if !found { panic!(…) } &xs[best] }
//! ```

use super::Pipelines;
use super::kept::{self, Kept};
use super::read::{Head, Pipeline, Shape, Source, Stage};
use super::selection::{self, Choice, Order, Selection};
use crate::desugar::build;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Stmt, Type, parse_quote};

impl Pipelines<'_> {
    pub(super) fn select(
        &mut self,
        selection: &Selection,
        expected: Option<&Type>,
        call: &ExprMethodCall,
    ) -> Option<Expr> {
        let mut stmts = Vec::new();
        let (kept, found) = self.choose(selection, expected, call.method.span(), &mut stmts)?;
        self.asked(selection, &kept, found.as_ref(), &mut stmts)?;
        Some(build::block_expression(stmts))
    }

    /// `match items.last() { Some(pat) => a, None => b }`, without an `Option`.
    pub(super) fn matched(&mut self, e: &syn::ExprMatch) -> Option<Expr> {
        let Expr::MethodCall(call) = build::peeled(&e.expr) else {
            return None;
        };
        let selection = selection::read_selection(call)?;
        let (pat, some, none) = selection::some_or_none(e)?;
        let mut stmts = Vec::new();
        let (kept, found) = self.choose(&selection, None, call.method.span(), &mut stmts)?;
        let (held, item, []) = self.choice(&selection, &kept) else {
            return None;
        };
        let mut then = Vec::new();
        super::apply::bind(pat.clone(), item, &mut then);
        then.extend(build::into_stmts(some.clone()));
        let (then, otherwise) = (build::block(then), build::into_block(none.clone()));
        let value = match (&kept, held, found) {
            (Kept::Option(name), Some(held), _) => parse_quote!(match #name {
                ::core::option::Option::Some(#held) => #then,
                ::core::option::Option::None => #otherwise,
            }),
            (_, _, found) => parse_quote!(if #found #then else #otherwise),
        };
        stmts.push(Stmt::Expr(value, None));
        Some(build::block_expression(stmts))
    }

    /// Makes the choice: how it is kept, and whether there is one.
    fn choose(
        &mut self,
        selection: &Selection,
        expected: Option<&Type>,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> Option<(Kept, Option<Ident>)> {
        let (kept, pipeline) = self.state(selection, expected, span, stmts);
        let found = match kept {
            Kept::Option(_) => None,
            _ => {
                let found = self.fresh("found", span);
                stmts.push(parse_quote!(let mut #found = false;));
                Some(found)
            }
        };
        stmts.extend(self.chosen(selection, &kept, pipeline, found.as_ref(), span)?);
        Some((kept, found))
    }

    /// The state, and the pipeline whose items say what to keep.
    fn state(
        &mut self,
        selection: &Selection,
        expected: Option<&Type>,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> (Kept, Pipeline) {
        let mut pipeline = selection.pipeline.clone();
        let made = matches!(
            selection.choice,
            Choice::FindMap | Choice::Reduce | Choice::Position
        );
        if !made && let Some((place, numbered, items)) = kept::elements(&pipeline) {
            let at = self.fresh("best", span);
            stmts.push(parse_quote!(let mut #at = 0usize;));
            if !numbered {
                pipeline.source = Source::Head(Head {
                    expr: items,
                    shape: Shape::Pair(Box::new(Shape::Index), Box::new(Shape::Reference)),
                    indexed: true,
                });
            }
            return (
                Kept::At {
                    place,
                    at,
                    numbered,
                },
                pipeline,
            );
        }
        if selection.choice == Choice::Position {
            return (self.number(span, stmts), pipeline);
        }
        let shape = match selection.choice {
            Choice::FindMap => Shape::Unknown,
            _ => kept::shape(&pipeline),
        };
        let number = selection.yields_float(expected, &shape) && !self.are_of_other_name(&pipeline);
        (self.kept(&shape, number, span, stmts), pipeline)
    }

    /// Whether items are values of a list that says to hold no numbers, whatever they are compared by.
    fn are_of_other_name(&self, pipeline: &Pipeline) -> bool {
        let copies = |stage: &Stage| matches!(stage, Stage::Copied | Stage::Cloned);
        let mut stages = pipeline.stages.iter();
        let head = match &pipeline.source {
            Source::Head(head) => &head.expr,
            _ => return false,
        };
        stages.all(|s| copies(s) || kept::leaves_out(s)) && self.lists.are_of_other_name(head)
    }

    /// The loop.
    fn chosen(
        &mut self,
        selection: &Selection,
        kept: &Kept,
        mut pipeline: Pipeline,
        found: Option<&Ident>,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let bare = matches!(
            kept,
            Kept::At {
                numbered: false,
                ..
            }
        );
        if bare {
            // The filters see the item without its number.
            for stage in &mut pipeline.stages {
                if let Stage::Filter(f) = stage {
                    *f = self.of_second(f);
                }
            }
        }
        if selection.choice == Choice::FindMap {
            pipeline.stages.push(Stage::FilterMap(selection.f?.clone()));
        }
        let label = self.names.label(span);
        let leaves = matches!(
            selection.choice,
            Choice::Next | Choice::Find | Choice::FindMap | Choice::Position
        );
        let stmts = self.run(&pipeline, &mut |this, item| {
            let mut stmts = Vec::new();
            let item = this.held(item, &mut stmts);
            let (number, item) = match item {
                Expr::Tuple(pair) if bare => (pair.elems.first().cloned(), pair.elems[1].clone()),
                Expr::Tuple(pair) => (pair.elems.first().cloned(), Expr::Tuple(pair)),
                item => (None, item),
            };
            let mut update = match selection.choice {
                Choice::Position => Vec::new(),
                _ => kept.keep(&item, number.as_ref()),
            };
            update.extend(found.map(|found| -> Stmt { parse_quote!(#found = true;) }));
            if leaves {
                update.push(parse_quote!(break #label;));
            }
            stmts.extend(this.updated(selection, kept, item, found, update)?);
            Some(stmts)
        })?;
        if leaves {
            return Some(vec![build::semi(build::labelled_block(label, stmts))]);
        }
        Some(stmts)
    }

    /// `update` where `item` is the better choice.
    fn updated(
        &mut self,
        selection: &Selection,
        kept: &Kept,
        item: Expr,
        found: Option<&Ident>,
        update: Vec<Stmt>,
    ) -> Option<Vec<Stmt>> {
        let cond = |cond: Expr| -> Vec<Stmt> { vec![parse_quote!(if #cond { #(#update)* })] };
        Some(match selection.choice {
            Choice::Last | Choice::Next | Choice::FindMap => update,
            Choice::Find => cond(self.applied(selection.f?, vec![parse_quote!(&#item)])),
            Choice::Position => {
                let count = kept.item();
                let mut stmts = cond(self.applied(selection.f?, vec![item]));
                stmts.push(parse_quote!(#count += 1;));
                stmts
            }
            Choice::Reduce => {
                let (before, best) = self.best(kept);
                let value = self.applied(selection.f?, vec![best, item]);
                let better = kept.keep(&value, None);
                self.first_or(kept, before, found, update, better)
            }
            Choice::Max(by) | Choice::Min(by) => {
                let (before, best) = self.best(kept);
                let order = self.order(by, selection.f, &best, &item)?;
                let better: Expr = if matches!(selection.choice, Choice::Max(_)) {
                    parse_quote!((#order) != ::core::cmp::Ordering::Greater)
                } else {
                    parse_quote!((#order) == ::core::cmp::Ordering::Greater)
                };
                match (kept, found) {
                    // The first item says of what type those kept are.
                    (Kept::Numbers(_), Some(found)) => {
                        return Some(vec![parse_quote!(
                            if !#found { #(#update)* } else if #better { #(#update)* }
                        )]);
                    }
                    (_, Some(found)) => return Some(cond(parse_quote!(!#found || #better))),
                    _ => {}
                }
                let better = cond(better);
                self.first_or(kept, before, found, update, better)
            }
        })
    }

    /// How two items compare.
    fn order(&mut self, by: Order, f: Option<&Expr>, a: &Expr, b: &Expr) -> Option<Expr> {
        let (a, b): (Expr, Expr) = (parse_quote!(&#a), parse_quote!(&#b));
        Some(match by {
            Order::Items => parse_quote!(::core::cmp::Ord::cmp(#a, #b)),
            Order::By => self.applied(f?, vec![a, b]),
            Order::Keys => {
                let a = self.applied(f?, vec![a]);
                let outer = std::mem::replace(&mut self.copying, true);
                let b = self.applied(f?, vec![b]);
                self.copying = outer;
                parse_quote!(::core::cmp::Ord::cmp(&#a, &#b))
            }
        })
    }

    /// The item kept so far, by a name of its own where it is in an `Option`.
    fn best(&mut self, kept: &Kept) -> (Option<Ident>, Expr) {
        match kept {
            Kept::Option(name) => {
                let held = self.fresh("so_far", name.span());
                (Some(held.clone()), build::name(held))
            }
            other => (None, other.item()),
        }
    }

    /// What happens to the first item, and to others.
    fn first_or(
        &mut self,
        kept: &Kept,
        held: Option<Ident>,
        found: Option<&Ident>,
        first: Vec<Stmt>,
        other: Vec<Stmt>,
    ) -> Vec<Stmt> {
        vec![match (kept, held) {
            (Kept::Option(name), Some(held)) => parse_quote!(match #name {
                ::core::option::Option::None => { #(#first)* }
                ::core::option::Option::Some(#held) => { #(#other)* }
            }),
            _ => parse_quote!(if #found { #(#other)* } else { #(#first)* }),
        }]
    }

    /// A predicate on an item as one on a numbered item.
    fn of_second(&mut self, f: &Expr) -> Expr {
        let (at, item) = (self.fresh("at", f.span()), self.fresh("item", f.span()));
        let cond = self.applied(f, vec![build::name(item.clone())]);
        parse_quote!(|(#at, #item)| #cond)
    }

    /// The chosen item by the name it is matched by, if any, and what is asked of it after it is
    /// copied.
    fn choice<'s, 'e>(
        &mut self,
        selection: &'s Selection<'e>,
        kept: &Kept,
    ) -> (Option<Ident>, Expr, &'s [&'e ExprMethodCall]) {
        let (held, mut item) = self.best(kept);
        let mut tail = selection.tail.as_slice();
        while let [call, rest @ ..] = tail {
            item = match (call.method.to_string().as_str(), call.args.first(), item) {
                ("copied" | "cloned", None, Expr::Reference(r)) => *r.expr,
                ("copied" | "cloned", None, item) => parse_quote!((*#item)),
                ("map", Some(f), item) => self.applied(f, vec![item]),
                (_, _, item) => return (held, item, tail),
            };
            tail = rest;
        }
        (held, item, tail)
    }

    /// The value of what is asked of the choice.
    fn asked(
        &mut self,
        selection: &Selection,
        kept: &Kept,
        found: Option<&Ident>,
        stmts: &mut Vec<Stmt>,
    ) -> Option<()> {
        let (held, item, tail) = self.choice(selection, kept);
        let (asks, rest) = match tail.split_first() {
            Some((call, rest)) => (Some(*call), rest),
            None => (None, tail),
        };
        let (value, otherwise) = self.some_and_none(asks, item, stmts)?;
        let value = match (kept, held, found) {
            (Kept::Option(name), Some(held), _) => parse_quote!(match #name {
                ::core::option::Option::Some(#held) => #value,
                ::core::option::Option::None => #otherwise,
            }),
            (_, _, Some(found))
                if asks.is_some_and(|c| c.method == "unwrap" || c.method == "expect") =>
            {
                stmts.push(parse_quote!(if !#found { #otherwise }));
                value
            }
            _ => parse_quote!(if #found { #value } else { #otherwise }),
        };
        // What is called on the value itself.
        let value = rest.iter().fold(value, |value, call| {
            let mut call = (*call).clone();
            *call.receiver = build::paren(value);
            Expr::MethodCall(call)
        });
        stmts.push(Stmt::Expr(value, None));
        Some(())
    }

    /// What a method of `Option` yields for `Some(item)`, and for `None`.
    fn some_and_none(
        &mut self,
        call: Option<&ExprMethodCall>,
        item: Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<(Expr, Expr)> {
        let Some(call) = call else {
            return Some((
                parse_quote!(::core::option::Option::Some(#item)),
                parse_quote!(::core::option::Option::None),
            ));
        };
        let args: Vec<&Expr> = call.args.iter().collect();
        Some(match (call.method.to_string().as_str(), args.as_slice()) {
            ("unwrap", []) => (
                item,
                parse_quote!(panic!("called `Option::unwrap()` on a `None` value")),
            ),
            ("expect", [message]) => (item, parse_quote!(panic!("{}", #message))),
            ("unwrap_or", [other]) => (item, self.evaluated(other, stmts)),
            ("unwrap_or_default", []) => (item, parse_quote!(::core::default::Default::default())),
            ("unwrap_or_else", [f]) => {
                let other = self.applied(f, Vec::new());
                (item, other)
            }
            ("map_or", [other, f]) => {
                let other = self.evaluated(other, stmts);
                (self.applied(f, vec![item]), other)
            }
            _ => return None,
        })
    }

    /// An argument that is evaluated whatever happens.
    fn evaluated(&mut self, arg: &Expr, stmts: &mut Vec<Stmt>) -> Expr {
        if matches!(build::peeled(arg), Expr::Lit(_) | Expr::Path(_)) {
            return arg.clone();
        }
        let held = self.fresh("other", arg.span());
        stmts.push(parse_quote!(let #held = #arg;));
        build::name(held)
    }
}
