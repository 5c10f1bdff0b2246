//! Which iterator expressions are pipelines.
//!
//! Receives an expression; promises, if it is a chain of known adaptors on a known source, the
//! [`Pipeline`] it describes: what a `for` loop runs over, and what happens to each item.
//!
//! ```text
//! xs.iter().enumerate().filter(|(i, _)| i % 2 == 0).map(|(_, x)| x)
//!     // head xs.iter().enumerate(), stages [Filter(…), Map(…)]
//! ```

mod told;

use super::{changes, passed, steppers};
use crate::desugar::build;
use crate::desugar::maps::{KEYS, RANGE, VALUES};
use crate::desugar::sequence;
use crate::segments;
use syn::{Expr, ExprMethodCall, parse_quote};
pub(super) use told::{
    borrows, is_borrowed_value, is_constant, is_field_of_value, is_name, is_option, is_place,
    is_question, is_view_of_value,
};
use told::{borrows_places, is_variable, lends_copies};

/// Items from a source, and what is done to each, in order.
#[derive(Clone)]
pub(super) struct Pipeline {
    pub(super) source: Source,
    pub(super) stages: Vec<Stage>,
}

#[derive(Clone)]
pub(super) enum Source {
    /// What a `for` loop can run over.
    Head(Head),
    /// `a.chain(b)`
    Chain(Box<Pipeline>, Box<Pipeline>),
    /// `once(value)`
    Once(Expr),
    /// `repeat(value)`
    Repeat(Expr),
    /// `successors(first, next)`
    Successors(Expr, Expr),
    /// `from_fn(next)`
    FromFn(Expr),
    /// An iterator of the user's own, made here.
    Own(Expr),
    /// `items.cycle()`
    Cycle(Box<Pipeline>),
    /// An `Option`, which may hold one item.
    Maybe(Expr),
}

#[derive(Clone)]
pub(super) struct Head {
    pub(super) expr: Expr,
    pub(super) shape: Shape,
    /// Whether it can be indexed, so that `zip`, `enumerate` and the like may stay in it.
    pub(super) indexed: bool,
}

/// What the items of a head are known to be.
#[derive(Clone, PartialEq)]
pub(super) enum Shape {
    Reference,
    /// A unique reference to an element.
    Unique,
    /// An integer.
    Index,
    Value,
    Pair(Box<Shape>, Box<Shape>),
    Unknown,
}

#[derive(Clone)]
pub(super) enum Stage {
    Map(Expr),
    Filter(Expr),
    FilterMap(Expr),
    FlatMap(Expr),
    Flatten,
    TakeWhile(Expr),
    SkipWhile(Expr),
    MapWhile(Expr),
    Scan(Expr, Expr),
    Inspect(Expr),
    Copied,
    Cloned,
    Enumerate,
    Take(Expr),
    Skip(Expr),
    StepBy(Expr),
    Zip(Expr),
}

impl Pipeline {
    fn of_head(expr: &Expr, shape: Shape, indexed: bool) -> Self {
        Pipeline {
            source: Source::Head(Head {
                expr: expr.clone(),
                shape,
                indexed,
            }),
            stages: Vec::new(),
        }
    }

    fn of(source: Source) -> Self {
        Pipeline {
            source,
            stages: Vec::new(),
        }
    }

    /// The head, if nothing is done to its items yet.
    fn bare(&self) -> Option<&Head> {
        match &self.source {
            Source::Head(head) if self.stages.is_empty() => Some(head),
            _ => None,
        }
    }

    /// What a call yields and gives away by `into_iter` may be an `Option`, but not if its items are
    /// counted or paired with others.
    fn take_for_sequence(&mut self) {
        if let Source::Head(head) = &mut self.source
            && let Expr::MethodCall(call) = build::peeled(&head.expr)
            && call.method == "into_iter"
        {
            head.indexed = true;
        }
    }

    /// Whether it begins with a value of a type of the user's that is made there: `Vector::new(x)`.
    pub(super) fn is_of_made(&self) -> bool {
        matches!(&self.source, Source::Head(head) if steppers::is_made(&head.expr))
    }

    /// Whether it begins with what a function gives that is no constructor.
    pub(super) fn is_of_function(&self) -> bool {
        let called = |head: &Head| matches!(build::peeled(&head.expr), Expr::Call(_));
        matches!(&self.source, Source::Head(head) if called(head)) && !self.is_of_made()
    }

    /// Whether its items may be references, as those of its source are.
    pub(super) fn may_refer(&self) -> bool {
        let value = |s: &Source| matches!(s, Source::Head(h) if h.shape == Shape::Value);
        self.stages.is_empty() && !value(&self.source)
    }

    /// Whether its items are the references that its source is known to give.
    pub(super) fn refers(&self) -> bool {
        matches!(&self.source, Source::Head(h) if h.shape == Shape::Reference)
            && self.stages.is_empty()
    }

    /// Whether lowering runs over it as it is: an indexed head with maps on it.
    pub(super) fn is_counted(&self) -> bool {
        let places = match &self.source {
            // The loop over a range itself costs less, and its variable has the type of the range.
            Source::Head(head) if head.shape == Shape::Index => self.stages.is_empty(),
            Source::Head(head) => borrows_places(&head.expr),
            _ => false,
        };
        places && self.indexed().is_some()
    }

    /// Whether a `for` loop over it stays as it is: nothing has to be done to its items first.
    pub(super) fn is_left_as_head(&self) -> bool {
        match &self.source {
            Source::Head(head) if self.stages.is_empty() => {
                borrows_places(&head.expr) || !head.indexed
            }
            _ => self.is_counted(),
        }
    }

    /// The shape of the items of an indexed sequence: a head with nothing but `map` on it.
    fn indexed(&self) -> Option<Shape> {
        match &self.source {
            Source::Head(head) if head.indexed => {
                let maps = |s: &Stage| matches!(s, Stage::Map(f) if is_plain_closure(f));
                let all = self.stages.iter().all(maps);
                let shape = if self.stages.is_empty() {
                    head.shape.clone()
                } else {
                    Shape::Unknown
                };
                all.then_some(shape)
            }
            _ => None,
        }
    }
}

/// A closure of one parameter whose body can stand anywhere.
fn is_plain_closure(f: &Expr) -> bool {
    matches!(f, Expr::Closure(c) if c.inputs.len() == 1
        && !super::apply::returns(&c.body)
        && !super::fallible::leaves(&c.body))
}

pub(super) fn read(expr: &Expr) -> Option<Pipeline> {
    match build::peeled(expr) {
        Expr::Range(r) if r.start.is_some() => {
            let indexed = r.end.is_some() && !sequence::is_of_other_integers(r);
            Some(Pipeline::of_head(expr, Shape::Index, indexed))
        }
        Expr::MethodCall(call) => source_method(call).or_else(|| adapted(call)),
        Expr::Call(call) => generator(call),
        _ => None,
    }
}

/// `place.iter()` and the like.
fn source_method(call: &ExprMethodCall) -> Option<Pipeline> {
    let whole = Expr::MethodCall(call.clone());
    let name = call.method.to_string();
    let place = is_place(&call.receiver);
    match (name.as_str(), call.args.len()) {
        ("iter" | "iter_mut", 0) => {
            let shape = if name == "iter" {
                Shape::Reference
            } else {
                Shape::Unique
            };
            Some(Pipeline::of_head(&whole, shape, true))
        }
        (parts, 1) if parts == "windows" || sequence::is_chunks(parts) => {
            Some(Pipeline::of_head(&whole, Shape::Unknown, true))
        }
        ("into_iter", 0) => Some(match read(&call.receiver) {
            Some(inner) => inner,
            None if is_option(&call.receiver) => {
                Pipeline::of(Source::Maybe((*call.receiver).clone()))
            }
            None if borrows_each(&call.receiver).is_some() => return borrows_each(&call.receiver),
            // A list that is a constant is an array, where it gives its items away.
            None if is_constant(&call.receiver) => {
                let constant = &call.receiver;
                return read(&syn::parse_quote!(#constant.iter().cloned()));
            }
            None => {
                let shape = match build::peeled(&call.receiver) {
                    Expr::Array(_) | Expr::Repeat(_) => Shape::Value,
                    _ => Shape::Unknown,
                };
                Pipeline::of_head(&whole, shape, place)
            }
        }),
        ("drain", 1) => {
            let items = syn::parse_quote!(#whole.into_iter());
            Some(Pipeline::of_head(&items, Shape::Value, true))
        }
        ("split" | "split_whitespace" | RANGE, 1)
        | (
            "chars"
            | "bytes"
            | "char_indices"
            | "lines"
            | "keys"
            | "values"
            | "values_mut"
            | "split_whitespace"
            | "split_ascii_whitespace",
            0,
        ) => Some(Pipeline::of_head(&whole, Shape::Unknown, false)),
        // They have no positions to be gone over backwards by, but an end to begin at.
        ("rev", 0) if goes_over_map(&call.receiver) => {
            Some(Pipeline::of_head(&whole, Shape::Unknown, false))
        }
        _ => None,
    }
}

/// `map.r#keys()`, `map.r#range(a..)`: what is written so is known to be a map.
fn goes_over_map(items: &Expr) -> bool {
    let methods = [RANGE, KEYS, VALUES];
    matches!(build::peeled(items), Expr::MethodCall(call)
        if methods.iter().any(|name| call.method == *name))
}

/// `::std::iter::once(x)` and its like, by the name's end.
fn generator(call: &syn::ExprCall) -> Option<Pipeline> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let segments = segments::names(&path.path);
    let args: Vec<Expr> = call.args.iter().cloned().collect();
    match segments
        .iter()
        .rev()
        .map(String::as_str)
        .collect::<Vec<_>>()[..]
    {
        ["once", "iter", ..] => Some(Pipeline::of(Source::Once(args.first()?.clone()))),
        ["from_fn", "iter", ..] => Some(Pipeline::of(Source::FromFn(args.first()?.clone()))),
        ["repeat_with", "iter", ..] => {
            let make = build::paren(args.first()?.clone());
            let next = syn::parse_quote!(|| ::core::option::Option::Some(#make()));
            Some(Pipeline::of(Source::FromFn(next)))
        }
        ["repeat", "iter", ..] => Some(Pipeline::of(Source::Repeat(args.first()?.clone()))),
        ["successors", "iter", ..] => Some(Pipeline::of(Source::Successors(
            args.first()?.clone(),
            args.get(1)?.clone(),
        ))),
        _ => None,
    }
}

/// An adaptor on a pipeline.
fn adapted(call: &ExprMethodCall) -> Option<Pipeline> {
    adapted_on(call, receiver(call)?)
}

pub(super) fn adapted_on(call: &ExprMethodCall, mut inner: Pipeline) -> Option<Pipeline> {
    let call = &with_items_of_constant(call);
    let name = call.method.to_string();
    let args: Vec<Expr> = call.args.iter().cloned().collect();
    if matches!(name.as_str(), "zip" | "rev" | "skip" | "step_by") {
        inner.take_for_sequence();
    }
    if let Some(shape) = in_head(&name, &args, &inner) {
        let mut whole = call.clone();
        *whole.receiver = with_maps(&inner);
        return Some(Pipeline::of_head(&Expr::MethodCall(whole), shape, true));
    }
    // A range runs backwards and in steps by itself.
    if matches!(name.as_str(), "rev" | "step_by")
        && inner.bare().is_some_and(|h| h.shape == Shape::Index)
        && passed::may_end(&call.receiver)
    {
        return Some(Pipeline::of_head(
            &Expr::MethodCall(call.clone()),
            Shape::Index,
            false,
        ));
    }
    let stage = match (name.as_str(), args.as_slice()) {
        ("map", [f]) => Stage::Map(f.clone()),
        ("filter", [f]) => Stage::Filter(f.clone()),
        ("filter_map" | "flat_map", [f]) if is_as_ref(f) => Stage::Flatten,
        ("filter_map", [f]) => Stage::FilterMap(f.clone()),
        ("flat_map", [f]) => Stage::FlatMap(f.clone()),
        ("flatten", []) => Stage::Flatten,
        ("take_while", [f]) => Stage::TakeWhile(f.clone()),
        ("skip_while", [f]) => Stage::SkipWhile(f.clone()),
        ("map_while", [f]) => Stage::MapWhile(f.clone()),
        ("scan", [init, f]) => Stage::Scan(init.clone(), f.clone()),
        ("inspect", [f]) => Stage::Inspect(f.clone()),
        ("copied", []) => Stage::Copied,
        ("cloned", []) => Stage::Cloned,
        ("enumerate", []) => Stage::Enumerate,
        ("take", [n]) => Stage::Take(n.clone()),
        ("skip", [n]) => Stage::Skip(n.clone()),
        ("step_by", [n]) => Stage::StepBy(n.clone()),
        ("zip", [other]) => match beside_cycle(&inner, &call.receiver, other) {
            Some(pipeline) => return Some(pipeline),
            None => Stage::Zip(other.clone()),
        },
        ("into_iter" | "by_ref" | "fuse", []) => return Some(inner),
        ("rev", []) => return reversed(inner),
        ("cycle", []) => return Some(Pipeline::of(Source::Cycle(Box::new(inner)))),
        ("chain", [other]) => {
            let other = read(other).or_else(|| by_name(other))?;
            return Some(Pipeline::of(Source::Chain(
                Box::new(inner),
                Box::new(other),
            )));
        }
        _ => return None,
    };
    inner.stages.push(stage);
    Some(inner)
}

/// `|o| o.as_ref()`, of references to options.
fn is_as_ref(f: &Expr) -> bool {
    let Expr::Closure(closure) = build::peeled(f) else {
        return false;
    };
    match (closure.inputs.first(), build::peeled(&closure.body)) {
        (Some(syn::Pat::Ident(item)), Expr::MethodCall(call)) => {
            call.method == "as_ref"
                && call.args.is_empty()
                && build::as_name(&call.receiver) == Some(&item.ident)
        }
        _ => false,
    }
}

/// `zip(WEIGHTS)` as `zip(WEIGHTS.iter().cloned())`: a constant is no place.
fn with_items_of_constant(call: &ExprMethodCall) -> ExprMethodCall {
    let mut call = call.clone();
    if let ("zip", Some(arg)) = (call.method.to_string().as_str(), call.args.first_mut()) {
        let items: Option<Expr> = match build::peeled(arg) {
            Expr::Reference(r) if is_constant(&r.expr) => {
                let constant = &r.expr;
                Some(syn::parse_quote!(#constant.iter()))
            }
            constant if is_constant(constant) => Some(syn::parse_quote!(#constant.iter().cloned())),
            _ => None,
        };
        *arg = items.unwrap_or_else(|| arg.clone());
    }
    call
}

/// What a method of iterators is called on: one of the user's own shows by what only iterators have.
pub(super) fn receiver(call: &ExprMethodCall) -> Option<Pipeline> {
    // Options are not zipped with iterators.
    let zipped =
        || call.method == "zip" && call.args.first().is_some_and(|arg| read(arg).is_some());
    let summed = || call.turbofish.is_some() && (call.method == "sum" || call.method == "product");
    let known = || steppers::known(&call.receiver);
    let shown = || steppers::is_of_iterators(call) || zipped() || summed() || known();
    let own = || steppers::own(&call.receiver).filter(|_| shown());
    read(&call.receiver).or_else(own)
}

/// Adaptors on what a function or a method of the user's returns, which is an iterator if an adaptor or
/// what ends the pipeline shows it.
pub(super) fn from_call(expr: &Expr) -> Option<Pipeline> {
    let peeled = build::peeled(expr);
    if let Expr::MethodCall(call) = peeled
        && let Some(inner) = read(&call.receiver).or_else(|| from_call(&call.receiver))
        && let Some(pipeline) = adapted_on(call, inner)
    {
        return Some(pipeline);
    }
    let of_user = match peeled {
        // `a.zip(&b, |x, y| x * y)`
        Expr::MethodCall(call) => {
            let closure = |arg: &Expr| matches!(arg, Expr::Closure(_));
            is_place(&call.receiver) && !call.args.iter().any(closure)
        }
        Expr::Call(call) => matches!(&*call.func, Expr::Path(p)
            if p.path.segments.last().is_some_and(|s| is_variable(&s.ident))),
        _ => false,
    };
    of_user.then(|| Pipeline::of_head(peeled, Shape::Unknown, false))
}

/// `steps(x)` of `steps(x).into_iter()`, which a loop goes over all the same.
pub(super) fn given_away(expr: &Expr) -> Option<&Expr> {
    let Expr::MethodCall(call) = build::peeled(expr) else {
        return None;
    };
    let given = build::peeled(&call.receiver);
    let of_call = matches!(given, Expr::Call(_) | Expr::MethodCall(_));
    let gives = call.method == "into_iter" && call.args.is_empty();
    (gives && of_call && read(given).is_none()).then_some(given)
}

/// What only a loop runs over: an iterator of the user's own where it is made, or `[&mut a, &mut b]`.
pub(super) fn looped(expr: &Expr) -> Option<Pipeline> {
    let own = steppers::is_made(expr);
    own.then(|| Pipeline::of(Source::Own(build::peeled(expr).clone())))
        .or_else(|| borrows_each(expr))
}

/// What a loop over an option runs over.
pub(super) fn maybe(expr: &Expr) -> Option<Pipeline> {
    is_option(expr).then(|| Pipeline::of(Source::Maybe(expr.clone())))
}

/// `c.cycle().zip(items)` is over when the items are: `items.zip(c.cycle())`, with each pair turned round.
fn beside_cycle(cycle: &Pipeline, written: &Expr, items: &Expr) -> Option<Pipeline> {
    let endless = matches!(cycle.source, Source::Cycle(_)) && cycle.stages.is_empty();
    let mut pipeline = read(items).filter(|_| endless && passed::may_end(items))?;
    pipeline.take_for_sequence();
    pipeline.stages.push(Stage::Zip(written.clone()));
    let turned = Stage::Map(parse_quote!(|(item, again)| (again, item)));
    pipeline.stages.push(turned);
    Some(pipeline)
}

/// The same items from the back: what only looks at single items sees them in the other order.
pub(super) fn reversed(pipeline: Pipeline) -> Option<Pipeline> {
    let single = |s: &Stage| {
        matches!(
            s,
            Stage::Map(_)
                | Stage::Filter(_)
                | Stage::FilterMap(_)
                | Stage::Inspect(_)
                | Stage::Copied
                | Stage::Cloned
        )
    };
    if !pipeline.stages.iter().all(single) {
        return None;
    }
    let source = match pipeline.source {
        Source::Head(mut head) if head.indexed => {
            let expr = build::paren(head.expr);
            head.expr = match build::peeled(&expr) {
                Expr::MethodCall(_) | Expr::Range(_) => syn::parse_quote!(#expr.rev()),
                _ => syn::parse_quote!(#expr.into_iter().rev()),
            };
            Source::Head(head)
        }
        Source::Chain(a, b) => Source::Chain(Box::new(reversed(*b)?), Box::new(reversed(*a)?)),
        once @ Source::Once(_) => once,
        _ => return None,
    };
    Some(Pipeline { source, ..pipeline })
}

/// A sequence that `chain`, `zip` or `extend` is given as it is: `xs`, `&xs`, `[a, b]`.
pub(super) fn by_name(expr: &Expr) -> Option<Pipeline> {
    let peeled = build::peeled(expr);
    match peeled {
        own if steppers::is_made(own) => looped(own),
        Expr::Reference(r) if is_place(&r.expr) || is_view_of_value(peeled) => {
            Some(Pipeline::of_head(expr, Shape::Reference, true))
        }
        Expr::Array(_) => {
            borrows_each(peeled).or_else(|| Some(Pipeline::of_head(expr, Shape::Value, true)))
        }
        option if is_option(option) => Some(Pipeline::of(Source::Maybe(option.clone()))),
        Expr::Call(_) | Expr::MethodCall(_) => Some(Pipeline::of_head(expr, Shape::Unknown, true)),
        Expr::Match(e) if is_question(e) => Some(Pipeline::of_head(expr, Shape::Unknown, true)),
        _ if is_place(peeled) => Some(Pipeline::of_head(expr, Shape::Unknown, true)),
        _ => None,
    }
}

/// The shape of the items after an adaptor that stays in the head.
fn in_head(name: &str, args: &[Expr], inner: &Pipeline) -> Option<Shape> {
    let shape = inner.indexed()?;
    // What is left out is made all the same, and not where nobody asks for it.
    if matches!(name, "skip" | "step_by") && changes::may_change_captures(&with_maps(inner)) {
        return None;
    }
    let bare = inner.bare().is_some();
    match (name, args) {
        ("copied" | "cloned", []) if bare => Some(Shape::Value),
        ("rev", []) | ("skip" | "take" | "step_by", [_]) => Some(shape),
        ("enumerate", []) => Some(Shape::Pair(Box::new(Shape::Index), Box::new(shape))),
        ("zip", [other]) => {
            let other = match build::peeled(other) {
                Expr::Range(r) if r.start.is_some() && !sequence::is_of_other_integers(r) => {
                    Shape::Index
                }
                other if is_adapted_call(other) => return None,
                other => read(other).or_else(|| by_name(other))?.indexed()?,
            };
            Some(Shape::Pair(Box::new(shape), Box::new(other)))
        }
        _ => None,
    }
}

/// `steps(x).skip(1)`: what a function gives is an iterator where it has an adaptor that nothing else has.
fn is_adapted_call(expr: &Expr) -> bool {
    let only_mapped = |p: &Pipeline| p.stages.iter().all(|s| matches!(s, Stage::Map(_)));
    read(expr).is_none() && from_call(expr).is_some_and(|p| !only_mapped(&p))
}

/// The head of an indexed pipeline with its maps on it again.
fn with_maps(inner: &Pipeline) -> Expr {
    let Source::Head(head) = &inner.source else {
        unreachable!("an indexed pipeline has a head")
    };
    inner
        .stages
        .iter()
        .fold(head.expr.clone(), |expr, stage| match stage {
            Stage::Map(f) => syn::parse_quote!(#expr.map(#f)),
            _ => expr,
        })
}

/// Whether the items of an iterator could stand in a list without being made: elements, positions,
/// references to elements or parts, and pairs of these.
pub(super) fn is_list_of_copies(iterator: &Expr) -> bool {
    let pipeline = read(iterator);
    let head = pipeline.as_ref().and_then(Pipeline::bare);
    head.is_some_and(|head| head.indexed && lends_copies(&head.expr))
}

/// `[&mut a, &mut b]` as one item after the other: each is a place of its own, which no index leads to.
fn borrows_each(list: &Expr) -> Option<Pipeline> {
    let Expr::Array(list) = build::peeled(list) else {
        return None;
    };
    if !build::lends_each(list) {
        return None;
    }
    let items = list.elems.iter();
    items
        .map(|item| Pipeline::of(Source::Once(item.clone())))
        .reduce(|some, one| Pipeline::of(Source::Chain(Box::new(some), Box::new(one))))
}
