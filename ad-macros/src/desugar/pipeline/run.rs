//! Pipelines as loops.
//!
//! Receives a [`Pipeline`] and what to do with an item; promises the statements that do it for every
//! item, in the order in which an iterator would hand them over.
//!
//! ```text
//! xs.iter().filter(p).map(f)         for item in xs.iter() { if p(&item) { let x = f(item); … } }
//! ```

use super::Pipelines;
use super::changes;
use super::read::{self, Head, Pipeline, Shape, Source, Stage};
use super::steppers;
use super::steps::{Exit, Step};
use crate::desugar::functions::ELEMENTS_MUT;
use crate::desugar::{build, optional};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote};

/// What happens to an item that has come through all stages; `None` where it cannot be written.
pub(super) type Consumer<'k, 'a> = &'k mut dyn FnMut(&mut Pipelines<'a>, Expr) -> Option<Vec<Stmt>>;

impl<'a> Pipelines<'a> {
    /// Does `consume` for every item.
    pub(super) fn run(
        &mut self,
        pipeline: &Pipeline,
        consume: Consumer<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        let mut stmts = Vec::new();
        let mut guards = Vec::new();
        let source = self.settled(&pipeline.source, &mut stmts);
        let stages = self.with_options(pipeline);
        let steps = self.prepare(&stages, &mut stmts, &mut guards)?;
        let mut exit = Exit {
            label: self.names.label(Span::call_site()),
            used: false,
        };
        let mut loops = self.over(&source, &steps, &mut exit, consume)?;
        for guard in guards {
            let block = build::block(loops);
            loops = vec![parse_quote!(if #guard #block)];
        }
        stmts.extend(loops);
        Some(stmts)
    }

    /// The stages, options told from lists where they are flattened and may change: of a field only its type tells.
    fn with_options(&mut self, pipeline: &Pipeline) -> Vec<Stage> {
        let mut stages = pipeline.stages.clone();
        let (Source::Head(head), Some(first @ Stage::Flatten)) =
            (&pipeline.source, stages.first_mut())
        else {
            return stages;
        };
        if is_of_field(&head.expr) {
            let elements = Ident::new(ELEMENTS_MUT, head.expr.span());
            let slot = self.fresh("slot", head.expr.span());
            *first = Stage::FlatMap(parse_quote!(|#slot| #slot.#elements.iter_mut()));
        } else if self.lists.are_options(&head.expr) {
            let [slot, item] = ["slot", "item"].map(|name| self.fresh(name, head.expr.span()));
            *first = Stage::FilterMap(parse_quote!(|#slot| match #slot {
                ::core::option::Option::Some(#item) => ::core::option::Option::Some(#item),
                ::core::option::Option::None => ::core::option::Option::None,
            }));
        }
        stages
    }

    /// The source with what is borrowed from a value put into a local first.
    pub(super) fn settled(&mut self, source: &Source, stmts: &mut Vec<Stmt>) -> Source {
        let mut source = source.clone();
        match &mut source {
            // What a function gives has no positions if it is an iterator: a loop runs over it as it is.
            Source::Head(head) if matches!(head.expr, Expr::Call(_)) => {}
            Source::Head(head) => self.settle(&mut head.expr, stmts),
            Source::Own(iterator) => {
                if let Some(of) = steppers::copied(iterator) {
                    *iterator = parse_quote!(#of.clone());
                }
                self.hold(iterator, true, stmts);
                return Source::FromFn(parse_quote!(|| #iterator.next()));
            }
            Source::FromFn(Expr::Closure(next)) => self.own_captures(next, stmts),
            _ => {}
        }
        source
    }

    pub(super) fn settle(&mut self, head: &mut Expr, stmts: &mut Vec<Stmt>) {
        match head {
            Expr::MethodCall(call) if read::borrows(call) => {
                let name = call.method.to_string();
                match name.ends_with("_mut") {
                    true => self.hold(&mut call.receiver, true, stmts),
                    false => {
                        *call.receiver = unborrowed(&call.receiver).clone();
                        self.hold_viewed(&mut call.receiver, stmts);
                    }
                }
            }
            Expr::MethodCall(call) if read::read(&Expr::MethodCall(call.clone())).is_some() => {
                self.settle(&mut call.receiver, stmts);
                if call.method == "zip" {
                    call.args.iter_mut().for_each(|a| self.settle(a, stmts));
                }
            }
            Expr::Paren(p) => self.settle(&mut p.expr, stmts),
            view if read::is_view_of_value(view) => self.hold_viewed(view, stmts),
            Expr::Reference(_) | Expr::Range(_) => {}
            // `once(x)`: what is chained to it is an iterator.
            generator @ Expr::Call(_) if read::read(generator).is_some() => {}
            value => self.hold(value, false, stmts),
        }
    }

    /// Puts a value that is no place into a local.
    fn hold(&mut self, value: &mut Expr, mutable: bool, stmts: &mut Vec<Stmt>) {
        if read::is_place(value) {
            return;
        }
        // A reference is no variable to be borrowed from.
        let mutable = mutable && !optional::is_element_unwrapped(value);
        let held = self.fresh("source", value.span());
        let value = std::mem::replace(value, build::name(held.clone()));
        let value = match value {
            Expr::Path(constant) => parse_quote!(&#constant),
            other => other,
        };
        let pat = build::name_pattern(held, mutable);
        stmts.push(parse_quote!(let #pat = #value;));
    }

    /// Puts the value that is looked at into a local: `&m.row(i)[1..]` as `&source[1..]`, and `net.layer(0).weights`
    /// as `source.weights`, as the call may return a reference.
    pub(super) fn hold_viewed(&mut self, view: &mut Expr, stmts: &mut Vec<Stmt>) {
        match view {
            Expr::Field(_) if read::is_field_of_value(view) => {
                let Expr::Field(f) = view else { return };
                self.hold_viewed(&mut f.base, stmts);
            }
            Expr::Index(i) => self.hold_viewed(&mut i.expr, stmts),
            Expr::Paren(p) if matches!(*p.expr, Expr::Index(_)) => {
                self.hold_viewed(&mut p.expr, stmts);
            }
            Expr::Reference(r) => self.hold_viewed(&mut r.expr, stmts),
            value => self.hold(value, false, stmts),
        }
    }

    /// The loop or loops over a source.
    fn over(
        &mut self,
        source: &Source,
        steps: &[Step],
        exit: &mut Exit,
        consume: Consumer<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        match source {
            Source::Head(head) => self.for_loop(head, steps, exit, consume),
            Source::Chain(a, b) => {
                let mut stmts = self.run(a, &mut |this, item| {
                    this.through(steps, item, Shape::Unknown, exit, consume)
                })?;
                let first = std::mem::replace(&mut self.copying, true);
                let rest = self.run(b, &mut |this, item| {
                    this.through(steps, item, Shape::Unknown, exit, consume)
                });
                self.copying = first;
                stmts.extend(rest?);
                Some(exit.around(stmts))
            }
            Source::Once(value) => {
                let stmts = self.through(steps, value.clone(), Shape::Unknown, exit, consume)?;
                let stmts = exit.around(stmts);
                let block = build::block_expression(stmts);
                Some(vec![parse_quote!(#block)])
            }
            Source::Repeat(value) => {
                let held = self.fresh("value", value.span());
                let item = build::name(held.clone());
                let body = self.through(steps, item, Shape::Unknown, exit, consume)?;
                Some(vec![parse_quote!(let #held = #value;), exit.endless(body)])
            }
            Source::Successors(first, next) => self.successors(first, next, steps, exit, consume),
            Source::Maybe(option) => {
                let stmts = self.if_some(
                    option.clone(),
                    exit,
                    false,
                    &mut |this, item, shape, exit| this.through(steps, item, shape, exit, consume),
                )?;
                Some(exit.around(stmts))
            }
            Source::FromFn(next) => self.until_none(next, steps, exit, consume),
            Source::Own(_) => None,
            Source::Cycle(items) => self.cycle(items, steps, exit, consume),
        }
    }

    /// The items again and again, unless there are none.
    fn cycle(
        &mut self,
        items: &Pipeline,
        steps: &[Step],
        exit: &mut Exit,
        consume: Consumer<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        let empty = self.fresh("empty", Span::call_site());
        let mut body: Vec<Stmt> = vec![parse_quote!(let mut #empty = true;)];
        body.extend(self.run(items, &mut |this, item| {
            let mut stmts: Vec<Stmt> = vec![parse_quote!(#empty = false;)];
            stmts.extend(this.through(steps, item, Shape::Unknown, exit, consume)?);
            Some(stmts)
        })?);
        let leave = exit.leave();
        body.push(parse_quote!(if #empty { #leave }));
        Some(vec![exit.endless(body)])
    }

    /// `from_fn(next)`: items until there is none.
    fn until_none(
        &mut self,
        next: &Expr,
        steps: &[Step],
        exit: &mut Exit,
        consume: Consumer<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        let (mut body, value) = self.opened(next, Vec::new());
        body.extend(
            self.if_some(value, exit, true, &mut |this, item, shape, exit| {
                this.through(steps, item, shape, exit, consume)
            })?,
        );
        Some(vec![exit.endless(body)])
    }

    /// What a `move` closure changes is its own from here on.
    fn own_captures(&mut self, next: &mut syn::ExprClosure, stmts: &mut Vec<Stmt>) {
        if next.capture.take().is_none() {
            return;
        }
        let mut renamed = Vec::new();
        for name in changes::changed_captures(next) {
            let own = self.names.fresh(&name);
            stmts.push(parse_quote!(let mut #own = #name;));
            renamed.push((name, own));
        }
        self.names.renew(next, &renamed);
    }

    fn for_loop(
        &mut self,
        head: &Head,
        steps: &[Step],
        exit: &mut Exit,
        consume: Consumer<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        let (pat, item, steps) = self.loop_pattern(head, steps);
        let body = match (item, steps) {
            (Item::Bound(value), rest) => {
                let (mut stmts, value) = value;
                stmts.extend(self.through(rest, value, Shape::Unknown, exit, consume)?);
                stmts
            }
            (Item::Whole(item), rest) => {
                self.through(rest, item, head.shape.clone(), exit, consume)?
            }
        };
        let body = build::block(body);
        let label = exit.used.then(|| build::as_label(exit.label.clone()));
        let head = match &head.expr {
            Expr::Struct(_) => build::paren(head.expr.clone()),
            other => other.clone(),
        };
        Some(vec![parse_quote!(#label for #pat in #head #body)])
    }

    /// The pattern of the loop over `head`: that of a first `map` where it can stand there, or names
    /// for every part of an item.
    fn loop_pattern<'s>(&mut self, head: &Head, steps: &'s [Step]) -> (Pat, Item, &'s [Step]) {
        if let Some(Step::Stateless(Stage::Map(Expr::Closure(f)))) = steps.first()
            && let Some(pat) = f.inputs.first()
            && f.inputs.len() == 1
            && !matches!(pat, Pat::Type(_))
            && (read::is_name(pat) || !matches!(build::peeled(&head.expr), Expr::Range(_)))
        {
            let mut f = self.own_copy(f);
            if let Some(pat) = f.inputs.pop().map(syn::punctuated::Pair::into_value) {
                let opened = self.opened(&Expr::Closure(f), Vec::new());
                return (pat, Item::Bound(opened), &steps[1..]);
            }
        }
        let (pat, item) = self.parts(&head.shape, head.expr.span());
        (pat, Item::Whole(item), steps)
    }

    /// A pattern of fresh names for items of a shape, and the item in terms of these.
    fn parts(&mut self, shape: &Shape, span: Span) -> (Pat, Expr) {
        match shape {
            Shape::Pair(a, b) => {
                let ((p, a), (q, b)) = (self.parts(a, span), self.parts(b, span));
                (parse_quote!((#p, #q)), parse_quote!((#a, #b)))
            }
            _ => {
                let name = self.fresh("item", span);
                (build::name_pattern(name.clone(), false), build::name(name))
            }
        }
    }

    /// `successors(Some(first), next)`: the next item is made before an item is handed over.
    fn successors(
        &mut self,
        first: &Expr,
        next: &Expr,
        steps: &[Step],
        exit: &mut Exit,
        consume: Consumer<'_, 'a>,
    ) -> Option<Vec<Stmt>> {
        let state = self.fresh("next", first.span());
        let more = self.fresh("more", first.span());
        let item = self.fresh("item", first.span());
        let first = payload(first)?;
        let (before, value) = self.opened(next, vec![parse_quote!(&#item)]);
        let endless = payload(&value);
        let ends = endless.is_none();
        let mut body: Vec<Stmt> = vec![parse_quote!(let #item = #state;)];
        match endless {
            Some(next) => {
                let next = build::block_expression(
                    before.into_iter().chain([Stmt::Expr(next, None)]).collect(),
                );
                body.push(parse_quote!(#state = #next;));
            }
            None => {
                body.push(parse_quote!(#more = false;));
                body.extend(before);
                body.extend(self.if_some(value, exit, false, &mut |_, next, _, _| {
                    Some(vec![
                        parse_quote!(#state = #next;),
                        parse_quote!(#more = true;),
                    ])
                })?);
            }
        }
        body.extend(self.through(steps, build::name(item), Shape::Unknown, exit, consume)?);
        let mut stmts = vec![parse_quote!(let mut #state = #first;)];
        if ends {
            let leave = exit.leave();
            stmts.push(parse_quote!(let mut #more = true;));
            body.push(parse_quote!(if !#more { #leave }));
        }
        stmts.push(exit.endless(body));
        Some(stmts)
    }
}

enum Item {
    /// The value of a `map` whose parameter the loop binds.
    Bound((Vec<Stmt>, Expr)),
    Whole(Expr),
}

/// `e` of `Some(e)`.
pub(super) fn payload(option: &Expr) -> Option<Expr> {
    match build::peeled(option) {
        Expr::Call(call) if call.args.len() == 1 => match &*call.func {
            Expr::Path(p) if p.path.segments.last()?.ident == "Some" => Some(call.args[0].clone()),
            _ => None,
        },
        _ => None,
    }
}

/// What is indexed behind references, which a method's receiver does not need.
fn unborrowed(receiver: &Expr) -> &Expr {
    let mut inner = build::peeled(receiver);
    while let Expr::Reference(r) = inner {
        inner = build::peeled(&r.expr);
    }
    match inner {
        Expr::Index(_) => inner,
        _ => receiver,
    }
}

/// `self.slots.iter_mut()`, `&mut self.slots`
fn is_of_field(head: &Expr) -> bool {
    let list = match build::peeled(head) {
        Expr::MethodCall(call) if call.method == "iter_mut" => &call.receiver,
        Expr::Reference(r) if r.mutability.is_some() => &r.expr,
        _ => return false,
    };
    matches!(build::peeled(list), Expr::Field(_))
}
