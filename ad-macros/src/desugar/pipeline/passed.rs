//! Pipelines as arguments of functions that take an iterator.
//!
//! Receives a call of a function of the user's; promises one that is given an iterator over items which
//! are there: what a pipeline will yield has no derivative, and what it has yielded does. A pipeline that
//! may have no end, or that changes something on its way, is left, as the callee may not ask for all of
//! its items.
//!
//! ```text
//! mean(xs.iter().map(|x| x * k))     mean(Items::of({ let mut items = Vec::new(); for x in xs.iter() { items.push(x * k); } items }))
//! ```

use super::Pipelines;
use super::changes;
use super::kept;
use super::lists::{Items, Lists};
use super::read::{self, Pipeline, Shape, Source, Stage};
use super::steppers;
use crate::desugar::build;
use crate::desugar::closures::is_adaptor;
use crate::desugar::functions::LIST;
use crate::lent_items;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprMethodCall, Stmt, Token, parse_quote};

impl Pipelines<'_> {
    /// The call with items for its pipelines, if it has any.
    pub(super) fn passed_on(&mut self, call: &ExprCall) -> Option<Expr> {
        if !is_of_user(&call.func) {
            return None;
        }
        let mut call = call.clone();
        let before = self.items_for(&mut call.args)?;
        Some(build::with_statements(before, Expr::Call(call)))
    }

    /// The same for methods, but those of iterators: only what a function of the user's gives is a list by then.
    pub(super) fn passed_to_method(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let of_list = || {
            read::from_call(&call.receiver).is_some()
                && (call.method == "chain" || call.method == "zip")
        };
        if read::read(&call.receiver).is_some() || is_of_iterators(call) && !of_list() {
            return None;
        }
        let mut call = call.clone();
        let before = self.items_for(&mut call.args)?;
        Some(build::with_statements(before, Expr::MethodCall(call)))
    }

    /// The items of a pipeline as a list, and whether it yields values: otherwise those are behind the
    /// references that it yields.
    pub(super) fn made_beforehand(&mut self, expr: &Expr) -> Option<(Expr, bool)> {
        let mut pipeline = passable(expr, &self.lists)?;
        let pairs = copied_pairs(&pipeline, &self.lists);
        let by_value = pairs.is_some() || yields_values(&pipeline);
        match pairs {
            Some(copied) => pipeline.stages.push(Stage::Map(copied)),
            None if !by_value => pipeline.stages.push(Stage::Cloned),
            None => {}
        }
        Some((self.collect_vec(&pipeline, None, expr.span())?, by_value))
    }

    /// Lists in place of pipelines; what comes before the call, `None` if there are no pipelines.
    fn items_for(&mut self, args: &mut Punctuated<Expr, Token![,]>) -> Option<Vec<Stmt>> {
        let (mut before, mut passed) = (Vec::new(), false);
        for arg in args {
            if let Some(mut list) = given_away(arg) {
                let core = self.core;
                if self.lists.is_array(&list) {
                    list = parse_quote!(#list.to_vec());
                }
                *arg = parse_quote!(#core::Items::of(#list));
                passed = true;
                continue;
            }
            if let Some(list) = list_gone_over(arg) {
                let name = self.fresh("items", list.span());
                let list = std::mem::replace(list, build::name(name.clone()));
                before.push(parse_quote!(let #name = #list;));
                passed = true;
            }
            // `x.iter()` is what it is, also where a type of the user's has a method of that name.
            if read::read(arg).is_none()
                && let Some(made) = lent_items::made(arg)
            {
                let name = self.fresh("items", made.span());
                let list = std::mem::replace(made, parse_quote!(#name.iter()));
                before.push(parse_quote!(let #name = #list;));
                passed = true;
            }
            if passable(arg, &self.lists).is_none() {
                continue;
            }
            let (items, by_value) = self.made_beforehand(arg)?;
            if by_value {
                let core = self.core;
                *arg = parse_quote!(#core::Items::of(#items));
            } else {
                let name = self.fresh("items", arg.span());
                before.push(parse_quote!(let #name = #items;));
                *arg = parse_quote!(#name.iter());
            }
            passed = true;
        }
        passed.then_some(before)
    }
}

/// Whether a method takes an iterator as those of iterators do.
pub(super) fn is_of_iterators(call: &ExprMethodCall) -> bool {
    is_adaptor(&call.method)
        || steppers::is_of_iterators(call)
        || ["zip", "extend", "eq", "cmp", "partial_cmp"]
            .iter()
            .any(|m| call.method == m)
}

/// The pipeline that an argument is, if its items can all be made beforehand. A range may be wanted as it
/// is, and so may what is iterated over as a whole.
pub(super) fn passable(arg: &Expr, lists: &Lists) -> Option<Pipeline> {
    if !matches!(build::peeled(arg), Expr::MethodCall(_)) {
        return None;
    }
    let pipeline = read::read(arg)?;
    let whole = matches!(build::peeled(arg), Expr::MethodCall(call) if call.method == "iter");
    let pure = changes::changed_by_closures(arg).is_empty();
    let known = yields_values(&pipeline)
        || yields_references(&pipeline)
        || copied_pairs(&pipeline, lists).is_some();
    (!whole && pure && known && ends(&pipeline)).then_some(pipeline)
}

/// What copies the items, where they are pairs with references to elements: `|(a, b)| (a.clone(), b.clone())`.
fn copied_pairs(pipeline: &Pipeline, lists: &Lists) -> Option<Expr> {
    let shape = match &pipeline.source {
        Source::Head(head) => paired(&head.expr, kept::shape(pipeline), lists),
        _ => kept::shape(pipeline),
    };
    let (pat, value) = match &shape {
        Shape::Pair(..) if !is_value(&shape) => copied_part(&shape, &mut 0)?,
        _ => return None,
    };
    Some(parse_quote!(|#pat| #value))
}

/// The shape of items, with what the names of lists tell of those that others are paired with.
fn paired(head: &Expr, shape: Shape, lists: &Lists) -> Shape {
    let (Expr::MethodCall(call), Shape::Pair(a, b)) = (build::peeled(head), &shape) else {
        return shape;
    };
    match (call.method.to_string().as_str(), call.args.first()) {
        ("zip", Some(other)) => {
            let known = match (&**b, lists.items(other)) {
                (Shape::Unknown, Some(Items::References)) => Shape::Reference,
                (Shape::Unknown, Some(Items::Elements)) => Shape::Value,
                (b, _) => b.clone(),
            };
            Shape::Pair(
                Box::new(paired(&call.receiver, (**a).clone(), lists)),
                Box::new(known),
            )
        }
        ("enumerate", _) => Shape::Pair(
            a.clone(),
            Box::new(paired(&call.receiver, (**b).clone(), lists)),
        ),
        _ => paired(&call.receiver, shape, lists),
    }
}

/// The list that a method `iter` of the user's own has given: `p` in `p.r#iter().__list().iter()` is no place of its items.
fn list_gone_over(arg: &mut Expr) -> Option<&mut Expr> {
    match arg {
        Expr::MethodCall(call) if call.method == "iter" => match &*call.receiver {
            Expr::MethodCall(list) if list.method == LIST => Some(&mut *call.receiver),
            _ => None,
        },
        _ => None,
    }
}

/// The list whose items are all that an argument yields: `v.into_iter()`, of a vector as its callee asks for
/// values.
pub(super) fn given_away(arg: &Expr) -> Option<Expr> {
    let Expr::MethodCall(call) = build::peeled(arg) else {
        return None;
    };
    let is_list = |list: &Expr| match build::peeled(list) {
        Expr::MethodCall(made) => made.method == "clone" || made.method == "to_vec",
        list => build::as_name(list).is_some(),
    };
    let given = call.method == "into_iter" && call.args.is_empty() && is_list(&call.receiver);
    let pipeline = given.then(|| read::read(arg)).flatten()?;
    let known = yields_values(&pipeline) || yields_references(&pipeline);
    (!known).then(|| (*call.receiver).clone())
}

/// A path to what is neither a constructor nor a function of the standard library.
pub(super) fn is_of_user(function: &Expr) -> bool {
    let Expr::Path(path) = build::peeled(function) else {
        return false;
    };
    let mut names = path.path.segments.iter().map(|s| s.ident.to_string());
    let last = names.next_back().unwrap_or_default();
    let of_std = [
        "std", "core", "alloc", "iter", "mem", "Vec", "VecDeque", "Box",
    ];
    last.starts_with(|c: char| c.is_lowercase() || c == '_')
        && !["from_iter", "drop", "zip", "black_box"].contains(&last.as_str())
        && !names.any(|name| of_std.contains(&name.as_str()))
}

/// Whether an iterator ends, as far as what it is made of shows: that of another function has been asked there.
pub(crate) fn may_end(items: &Expr) -> bool {
    let of_call = |expr: &Expr| read::from_call(expr).is_some();
    read::read(items).map_or_else(|| of_call(items), |pipeline| ends(&pipeline))
}

/// Whether a pipeline surely ends.
pub(super) fn ends(pipeline: &Pipeline) -> bool {
    let limited = |s: &Stage| matches!(s, Stage::Take(_) | Stage::TakeWhile(_) | Stage::Zip(_));
    let bounded = match &pipeline.source {
        Source::Head(head) => !is_endless_range(&head.expr),
        Source::Chain(a, b) => ends(a) && ends(b),
        Source::Once(_) | Source::Maybe(_) => true,
        Source::Repeat(_)
        | Source::Successors(..)
        | Source::FromFn(_)
        | Source::Own(_)
        | Source::Cycle(_) => false,
    };
    bounded || pipeline.stages.iter().any(limited)
}

fn is_endless_range(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Range(r) => r.end.is_none(),
        Expr::MethodCall(call) => is_endless_range(&call.receiver),
        _ => false,
    }
}

/// Whether its items are no references to those of its source.
fn yields_values(pipeline: &Pipeline) -> bool {
    let made = |s: &Stage| {
        matches!(
            s,
            Stage::Map(_)
                | Stage::FilterMap(_)
                | Stage::FlatMap(_)
                | Stage::MapWhile(_)
                | Stage::Scan(..)
                | Stage::Copied
                | Stage::Cloned
        )
    };
    let of_values = match &pipeline.source {
        Source::Head(head) => is_value(&head.shape),
        Source::Chain(a, b) => yields_values(a) && yields_values(b),
        Source::Once(item) | Source::Repeat(item) => !is_reference(item),
        _ => true,
    };
    of_values || pipeline.stages.iter().any(made)
}

/// Whether its items are those of its source or elements of these, and references.
pub(super) fn yields_references(pipeline: &Pipeline) -> bool {
    let same = |s: &Stage| {
        matches!(
            s,
            Stage::Filter(_)
                | Stage::TakeWhile(_)
                | Stage::SkipWhile(_)
                | Stage::Take(_)
                | Stage::Skip(_)
                | Stage::StepBy(_)
                | Stage::Flatten
        )
    };
    let of_references = match &pipeline.source {
        Source::Head(head) => head.shape == Shape::Reference || holds_references(&head.expr),
        Source::Chain(a, b) => yields_references(a) && yields_references(b),
        Source::Once(item) | Source::Repeat(item) => is_reference(item),
        _ => false,
    };
    of_references && pipeline.stages.iter().all(same)
}

/// A pattern that binds what has a shape, and its copy.
fn copied_part(shape: &Shape, count: &mut usize) -> Option<(TokenStream, TokenStream)> {
    *count += 1;
    let name = format_ident!("part{}", *count);
    match shape {
        Shape::Pair(a, b) => {
            let ((a, copied_a), (b, copied_b)) = (copied_part(a, count)?, copied_part(b, count)?);
            Some((quote!((#a, #b)), quote!((#copied_a, #copied_b))))
        }
        Shape::Reference => Some((quote!(#name), quote!(#name.clone()))),
        Shape::Value | Shape::Index => Some((quote!(#name), quote!(#name))),
        Shape::Unique | Shape::Unknown => None,
    }
}

fn is_reference(item: &Expr) -> bool {
    matches!(build::peeled(item), Expr::Reference(_))
}

/// `[&a, &b]`
fn holds_references(list: &Expr) -> bool {
    matches!(build::peeled(list), Expr::Array(list) if list.elems.iter().all(is_reference))
}

fn is_value(shape: &Shape) -> bool {
    match shape {
        Shape::Value | Shape::Index => true,
        Shape::Pair(a, b) => is_value(a) && is_value(b),
        Shape::Reference | Shape::Unique | Shape::Unknown => false,
    }
}
