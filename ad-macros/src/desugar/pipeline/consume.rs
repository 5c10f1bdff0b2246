//! What becomes of all the items.
//!
//! Receives the method that ends a pipeline; promises its value as a block around the loop.
//!
//! ```text
//! ….sum::<f64>()          { let mut sum: f64 = 0.0; for … { sum += x; } sum }
//! ….collect()             { let mut items = Vec::new(); for … { items.push(x); } items }
//! ….fold(init, |a, x| b)  { let mut state = init; for … { state = { let a = state; b }; } state }
//! ```

use super::Pipelines;
use super::fallible::Ends;
use super::lists::Items;
use super::read::{self, Pipeline, Shape, Source, Stage};
use super::steps::Exit;
use super::{asked, kept, options, passed, selection, types};
use crate::collectors;
use crate::desugar::build;
use crate::emit::paths;
use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Pat, Stmt, Type, parse_quote};

impl<'a> Pipelines<'a> {
    /// The value of `call`, if it ends a pipeline and is not better left to be lowered as it is.
    pub(super) fn consumed(
        &mut self,
        call: &ExprMethodCall,
        expected: Option<&Type>,
    ) -> Option<Expr> {
        let name = call.method.to_string();
        let args: Vec<&Expr> = call.args.iter().collect();
        if name == "extend" {
            return self.extend(call);
        }
        if let Some(selection) = selection::read_selection(call) {
            return self.select(&selection, expected, call);
        }
        let own = || read::from_call(&call.receiver).filter(|p| ends_iterator(call, p));
        let known = read::receiver(call);
        if let (true, Some(list)) = (asked::is_question(call), &known) {
            return self.asked_of_items(list, call);
        }
        if asked::is_question(call) {
            return self.asked_of_list(&own()?, call);
        }
        let pipeline = known.or_else(own)?;
        let turbofish = types::turbofish(call);
        let ty = turbofish.or(expected);
        match (name.as_str(), args.as_slice()) {
            ("sum" | "product", []) => self
                .all_or_none(&pipeline, ty, call.method.span(), |this, items, ty| {
                    this.total(items, ty, call)
                })
                .or_else(|| self.total(&pipeline, ty, call)),
            ("collect", []) => self.collect(&pipeline, ty, call.method.span()),
            ("fold", [init, f]) => self.fold(&pipeline, init, f),
            ("rfold", [init, f]) => self.fold(&read::reversed(pipeline)?, init, f),
            ("try_fold", [init, f]) => self.try_fold(&pipeline, init, f, expected),
            ("try_for_each", [f]) => {
                let unit = parse_quote!(());
                self.try_fold(&pipeline, &unit, &with_unit(f)?, expected)
            }
            ("for_each", [f]) => self.for_each(&pipeline, f),
            ("unzip", []) => self.unzip(&pipeline, expected, call.method.span()),
            ("partition", [f]) => self.partition(&pipeline, f, expected, call.method.span()),
            _ => None,
        }
    }

    /// `sum` and `product`, of floats unless integers are asked for.
    fn total(
        &mut self,
        pipeline: &Pipeline,
        ty: Option<&Type>,
        call: &ExprMethodCall,
    ) -> Option<Expr> {
        let sum = call.method == "sum";
        let integer = ty.is_some_and(types::is_integer);
        if ty.is_some_and(|ty| self.is_of_other_name(ty)) {
            if pipeline.refers() {
                return self.total_of_references(ty?, call);
            }
            if !pipeline.may_refer() || self.owns_items(pipeline) {
                return self.total_by_rule(pipeline, ty?, call);
            }
        }
        let float = |ty: &Type| types::is_float(ty) || self.is_real(ty);
        if !integer && (pipeline.is_counted() || !ty.is_none_or(float)) {
            return None;
        }
        let total = self.fresh(&call.method.to_string(), call.method.span());
        let start: Expr = match (integer, sum) {
            (true, true) => parse_quote!(0),
            (true, false) => parse_quote!(1),
            (false, true) => parse_quote!(0.0),
            (false, false) => parse_quote!(1.0),
        };
        let mut stmts: Vec<Stmt> = vec![match ty.filter(|t| !matches!(t, Type::Infer(_))) {
            Some(ty) => parse_quote!(let mut #total: #ty = #start;),
            None => parse_quote!(let mut #total = #start;),
        }];
        stmts.extend(self.run(pipeline, &mut |_, item| {
            Some(vec![if sum {
                parse_quote!(#total += #item;)
            } else {
                parse_quote!(#total *= #item;)
            }])
        })?);
        stmts.push(Stmt::Expr(build::name(total), None));
        Some(build::block_expression(stmts))
    }

    /// Whether a type is a parameter that stands for a float.
    pub(super) fn is_real(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(|i| self.reals.contains(i)))
    }

    /// Whether a total may have a type of the user's: one that is written out and neither a number nor a type
    /// parameter. Where items may or may not be references, it is left to be a number by another name.
    fn is_of_other_name(&self, ty: &Type) -> bool {
        let Type::Path(path) = ty else { return false };
        let parameter = path
            .path
            .get_ident()
            .is_some_and(|i| self.parameters.contains(i));
        let number = types::is_float(ty) || types::is_integer(ty) || parameter;
        !number && types::fallible(ty).is_none()
    }

    /// Whether a list that is known to hold its items gives them up, `items.into_iter()`.
    fn owns_items(&self, pipeline: &Pipeline) -> bool {
        let head = match &pipeline.source {
            Source::Head(head) => &head.expr,
            _ => return false,
        };
        let list = match build::peeled(head) {
            Expr::MethodCall(call) if call.method == "into_iter" => &call.receiver,
            list => list,
        };
        self.lists.owns(list)
    }

    /// `T::__sum(items)`: what a type has for a sum is its own affair.
    fn total_by_rule(
        &mut self,
        pipeline: &Pipeline,
        ty: &Type,
        call: &ExprMethodCall,
    ) -> Option<Expr> {
        let items = self.collect_vec(pipeline, None, call.method.span())?;
        let function = Ident::new(&format!("__{}", call.method), call.method.span());
        Some(parse_quote!(<#ty>::#function(#items)))
    }

    /// `T::__sum_of_references(items)`: the same for `Sum<&T>`, which is given copies to refer to.
    fn total_of_references(&mut self, ty: &Type, call: &ExprMethodCall) -> Option<Expr> {
        let items = &call.receiver;
        let copies = read::read(&parse_quote!(#items.cloned()))?;
        let items = self.collect_vec(&copies, None, call.method.span())?;
        let name = format!("__{}_of_references", call.method);
        let function = Ident::new(&name, call.method.span());
        Some(parse_quote!(<#ty>::#function(#items)))
    }

    /// `Vec::from_iter(items)`, or that of a type of the user's.
    pub(super) fn vec_from(
        &mut self,
        call: &syn::ExprCall,
        expected: Option<&Type>,
    ) -> Option<Expr> {
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let mut segments = path.path.segments.iter().rev();
        let (method, vec) = (segments.next()?, segments.next()?);
        if method.ident != "from_iter" || path.qself.is_some() || call.args.len() != 1 {
            return None;
        }
        let (arguments, is_vec) = (&vec.arguments, vec.ident == "Vec");
        let ty: Type = match is_vec {
            true => parse_quote!(::std::vec::Vec #arguments),
            false => types::owner(&path.path).filter(types::is_alias)?,
        };
        let stated = !arguments.is_none() || !is_vec;
        let items = &call.args[0];
        let pipeline = read::read(items).or_else(|| read::by_name(items))?;
        self.collect(
            &pipeline,
            if stated { Some(&ty) } else { expected },
            call.span(),
        )
    }

    fn collect(&mut self, pipeline: &Pipeline, ty: Option<&Type>, span: Span) -> Option<Expr> {
        if let Some(element) = ty.and_then(types::element_of_deque) {
            let vector: Option<Type> = element.map(|t| parse_quote!(::std::vec::Vec<#t>));
            let items = self.collect_vec(pipeline, vector.as_ref(), span)?;
            return Some(parse_quote!(::std::collections::VecDeque::from(#items)));
        }
        if let Some(element) = ty.and_then(types::element_of_boxed_slice) {
            let vector: Type = parse_quote!(::std::vec::Vec<#element>);
            let items = self.collect_vec(pipeline, Some(&vector), span)?;
            return Some(parse_quote!(#items.into_boxed_slice()));
        }
        if let Some(map) = ty.and_then(types::map) {
            return self.collect_by_keys(pipeline, ty?, &map, span);
        }
        if ty.is_some_and(types::is_text) {
            return self.collect_text(pipeline, span);
        }
        // An alias of a vector, or a type of the user's: its rule knows.
        if let Some(ty) = ty.filter(|ty| types::is_alias(ty)) {
            if collectors::from_references(ty, passed::yields_references(pipeline)) {
                let mut copies = pipeline.clone();
                copies.stages.push(Stage::Cloned);
                let items = self.collect_vec(&copies, None, span)?;
                return Some(parse_quote!(<#ty>::__from_iter_of_references(#items)));
            }
            let items = self.collect_vec(pipeline, None, span)?;
            return Some(parse_quote!(<#ty>::__from_iter(#items)));
        }
        self.all_or_none(pipeline, ty, span, |this, items, ty| {
            this.collect(items, ty, span)
        })
        .or_else(|| self.collect_vec(pipeline, ty, span))
    }

    /// A text of characters, or of texts.
    fn collect_text(&mut self, pipeline: &Pipeline, span: Span) -> Option<Expr> {
        let items = self.fresh("items", span);
        let mut stmts: Vec<Stmt> = vec![
            parse_quote!(let mut #items: ::std::string::String = ::std::string::String::new();),
        ];
        stmts.extend(self.run(pipeline, &mut |_, item| {
            Some(vec![parse_quote! {
                ::core::iter::Extend::extend(&mut #items, ::core::iter::once(#item));
            }])
        })?);
        stmts.push(Stmt::Expr(build::name(items), None));
        Some(build::block_expression(stmts))
    }

    /// What is put into a map or a set, item by item.
    fn collect_by_keys(
        &mut self,
        pipeline: &Pipeline,
        ty: &Type,
        map: &syn::Path,
        span: Span,
    ) -> Option<Expr> {
        let of_pairs = map.segments.last()?.ident.to_string().ends_with("Map");
        let [items, key, value] = ["items", "key", "value"].map(|name| self.fresh(name, span));
        let mut stmts: Vec<Stmt> = vec![parse_quote!(let mut #items: #ty = #map::new();)];
        stmts.extend(self.run(pipeline, &mut |_, item| {
            Some(match of_pairs {
                true => vec![
                    parse_quote!(let (#key, #value) = #item;),
                    parse_quote!(#items.insert(#key, #value);),
                ],
                false => vec![parse_quote!(#items.insert(#item);)],
            })
        })?);
        stmts.push(Stmt::Expr(build::name(items), None));
        Some(build::block_expression(stmts))
    }

    pub(super) fn collect_vec(
        &mut self,
        pipeline: &Pipeline,
        ty: Option<&Type>,
        span: Span,
    ) -> Option<Expr> {
        let element = match ty.map(types::element_of_vec) {
            Some(None) => return None,
            Some(Some(element)) => element,
            None => None,
        };
        let items = self.fresh("items", span);
        let mut stmts: Vec<Stmt> = vec![match element {
            Some(ty) if types::is_stated(ty) => {
                parse_quote!(let mut #items: ::std::vec::Vec<#ty> = ::std::vec::Vec::new();)
            }
            _ if ty.is_some_and(types::is_alias) => {
                parse_quote!(let mut #items: #ty = ::std::vec::Vec::new();)
            }
            _ if kept::shape(pipeline) == Shape::Reference => {
                parse_quote!(let mut #items: ::std::vec::Vec<&_> = ::std::vec::Vec::new();)
            }
            _ => parse_quote!(let mut #items = ::std::vec::Vec::new();),
        }];
        let element = element.cloned();
        stmts.extend(self.run(pipeline, &mut |this, item| {
            let mut stmts = Vec::new();
            let item = match &element {
                Some(ty) if !matches!(ty, Type::Infer(_)) && build::as_name(&item).is_none() => {
                    let name = this.fresh("item", item.span());
                    stmts.push(parse_quote!(let #name: #ty = #item;));
                    build::name(name)
                }
                _ => item,
            };
            stmts.push(parse_quote!(#items.push(#item);));
            Some(stmts)
        })?);
        stmts.push(Stmt::Expr(build::name(items), None));
        Some(build::block_expression(stmts))
    }

    fn fold(&mut self, pipeline: &Pipeline, init: &Expr, f: &Expr) -> Option<Expr> {
        if let Some((state, rest)) = changes_its_state(f) {
            let mut stmts: Vec<Stmt> = vec![parse_quote!(let mut #state = #init;)];
            stmts.extend(self.run(pipeline, &mut |this, item| {
                let mut stmts = Vec::new();
                let item = this.held(item, &mut stmts);
                stmts.extend(this.opened(&rest, vec![item]).0);
                Some(stmts)
            })?);
            stmts.push(Stmt::Expr(build::name(state), None));
            return Some(build::block_expression(stmts));
        }
        if let Some(by_parts) = self.fold_by_parts(pipeline, init, f) {
            return Some(by_parts);
        }
        let state = self.fresh("state", init.span());
        let mut stmts: Vec<Stmt> = vec![parse_quote!(let mut #state = #init;)];
        stmts.extend(self.run(pipeline, &mut |this, item| {
            let mut stmts = Vec::new();
            let item = this.held(item, &mut stmts);
            let held = build::name(state.clone());
            let (before, value) = this.opened(f, vec![held, item]);
            stmts.extend(before);
            stmts.push(parse_quote!(#state = #value;));
            Some(stmts)
        })?);
        stmts.push(Stmt::Expr(build::name(state), None));
        Some(build::block_expression(stmts))
    }

    /// `try_fold`, with an `Option` unless a `Result` is asked for or made, or what leaves loops is.
    fn try_fold(
        &mut self,
        pipeline: &Pipeline,
        init: &Expr,
        f: &Expr,
        expected: Option<&Type>,
    ) -> Option<Expr> {
        let ends = match expected.and_then(types::fallible) {
            Some((result, _)) => result.then(Ends::of_result),
            None if options::makes_options(f) => None,
            None => Some(Ends::made_by(f)?),
        };
        if let Some(ends) = ends {
            return self.try_fold_of(&ends, pipeline, init, f);
        }
        let state = self.fresh("state", init.span());
        let complete = self.fresh("complete", f.span());
        let mut exit = Exit {
            label: self.names.label(f.span()),
            used: false,
        };
        let mut stmts = self.run(pipeline, &mut |this, item| {
            let mut stmts = Vec::new();
            let item = this.held(item, &mut stmts);
            let (before, value) = this.opened(f, vec![build::name(state.clone()), item]);
            stmts.extend(before);
            stmts.extend(this.if_some(value, &mut exit, true, &mut |_, next, _, _| {
                Some(vec![parse_quote!(#state = #next;)])
            })?);
            Some(stmts)
        })?;
        stmts.push(parse_quote!(#complete = true;));
        let mut all: Vec<Stmt> = vec![
            parse_quote!(let mut #state = #init;),
            parse_quote!(let mut #complete = false;),
        ];
        all.extend(exit.around(stmts));
        let value: Expr = parse_quote!(if #complete {
            ::core::option::Option::Some(#state)
        } else {
            ::core::option::Option::None
        });
        all.push(Stmt::Expr(value, None));
        Some(build::block_expression(all))
    }

    fn for_each(&mut self, pipeline: &Pipeline, f: &Expr) -> Option<Expr> {
        let mut last = pipeline.clone();
        last.stages.push(Stage::Map(f.clone()));
        let stmts = self.run(&last, &mut |_, value| {
            let unit = matches!(&value, Expr::Tuple(t) if t.elems.is_empty());
            Some(if unit {
                Vec::new()
            } else {
                vec![build::semi(value)]
            })
        })?;
        Some(build::block_expression(stmts))
    }

    /// `(a, b)` of items that are pairs.
    fn unzip(&mut self, pipeline: &Pipeline, expected: Option<&Type>, span: Span) -> Option<Expr> {
        let mut stmts = Vec::new();
        let lists = self.unzipped(&kept::shape(pipeline), expected, span, &mut stmts);
        stmts.extend(self.run(pipeline, &mut |this, item| {
            let mut stmts = Vec::new();
            let mut pushes = Vec::new();
            let pat = this.parted(&lists, "", item.span(), &mut pushes);
            super::apply::bind(pat, item, &mut stmts);
            stmts.extend(pushes);
            Some(stmts)
        })?);
        stmts.push(Stmt::Expr(lists.value(), None));
        Some(build::block_expression(stmts))
    }

    /// The lists that pairs of a shape are put into, which begin in `stmts`: a part is taken apart as well where its type says so.
    fn unzipped(
        &mut self,
        shape: &Shape,
        expected: Option<&Type>,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> Unzipped {
        let shapes = match shape {
            Shape::Pair(a, b) => [&**a, &**b],
            _ => [&Shape::Unknown; 2],
        };
        let types = match types::pair(expected) {
            Some((a, b)) => [Some(a), Some(b)],
            None => [None; 2],
        };
        let mut part = |at: usize, name| {
            if types::pair(types[at]).is_some() {
                return self.unzipped(shapes[at], types[at], span, stmts);
            }
            let list = self.fresh(name, span);
            let (push, ty) = pushed(shapes[at], types[at]);
            stmts.push(vector(&list, ty));
            Unzipped::List { list, push }
        };
        let parts = [part(0, "lefts"), part(1, "rights")];
        Unzipped::Pair(Box::new(parts))
    }

    /// The pattern of an item, whose parts are pushed on the lists.
    fn parted(&mut self, to: &Unzipped, name: &str, span: Span, pushes: &mut Vec<Stmt>) -> Pat {
        match to {
            Unzipped::List { list, push } => {
                let part = self.fresh(name, span);
                let item = push(build::name(part.clone()));
                pushes.push(parse_quote!(#list.push(#item);));
                parse_quote!(#part)
            }
            Unzipped::Pair(parts) => {
                let left = self.parted(&parts[0], "left", span, pushes);
                let right = self.parted(&parts[1], "right", span, pushes);
                parse_quote!((#left, #right))
            }
        }
    }

    /// The items of which `f` is true, and the others.
    fn partition(
        &mut self,
        pipeline: &Pipeline,
        f: &Expr,
        expected: Option<&Type>,
        span: Span,
    ) -> Option<Expr> {
        let (yes, no) = (self.fresh("yes", span), self.fresh("no", span));
        let stated = types::pair(expected).map(|(first, _)| first);
        let (push, ty) = pushed(&kept::shape(pipeline), stated);
        let mut stmts = vec![vector(&yes, ty), vector(&no, ty)];
        stmts.extend(self.run(pipeline, &mut |this, item| {
            let mut stmts = Vec::new();
            let item = this.held(item, &mut stmts);
            let cond = this.applied(f, vec![parse_quote!(&#item)]);
            let item = push(item);
            stmts.push(parse_quote!(if #cond { #yes.push(#item); } else { #no.push(#item); }));
            Some(stmts)
        })?);
        stmts.push(Stmt::Expr(parse_quote!((#yes, #no)), None));
        Some(build::block_expression(stmts))
    }

    /// `place.extend(items)` as pushes.
    fn extend(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let place = &call.receiver;
        let items = call.args.first().filter(|_| call.args.len() == 1)?;
        if !read::is_place(place) {
            return None;
        }
        // What a closure gave that was called there.
        if let Expr::Block(made) = build::peeled(items)
            && let (None, Some((Stmt::Expr(list, None), before))) =
                (&made.label, made.block.stmts.split_last())
        {
            let mut call = call.clone();
            call.args[0] = list.clone();
            let mut stmts = before.to_vec();
            stmts.push(build::semi(Expr::MethodCall(call)));
            return Some(build::block_expression(stmts));
        }
        let pipeline = read::read(items).or_else(|| read::by_name(items))?;
        let shape = match self.lists.items(items) {
            Some(Items::References) => Shape::Reference,
            _ => kept::shape(&pipeline),
        };
        let push = match self.lists.holds_references(place) {
            true => |item| item,
            false => pushed(&shape, None).0,
        };
        // That the type has no rule for it is reported here.
        let method = Ident::new("push", call.method.span());
        let mut stmts = self.run(&pipeline, &mut |_, item| {
            let item = push(item);
            Some(vec![parse_quote!(#place.#method(#item);)])
        })?;
        // By a `push` of the user's, another type than a list's would grow.
        let (core, span) = (paths::at(self.core, call.method.span()), call.method.span());
        let grows = quote_spanned!(span=> #core::grows_by_pushing(&#place));
        stmts.insert(0, parse_quote!(::core::assert!(#grows);));
        Some(build::block_expression(stmts))
    }
}

/// The lists that `unzip` makes.
enum Unzipped {
    List { list: Ident, push: fn(Expr) -> Expr },
    Pair(Box<[Unzipped; 2]>),
}

impl Unzipped {
    fn value(&self) -> Expr {
        match self {
            Unzipped::List { list, .. } => build::name(list.clone()),
            Unzipped::Pair(parts) => {
                let [left, right] = [&parts[0], &parts[1]].map(Unzipped::value);
                parse_quote!((#left, #right))
            }
        }
    }
}

/// `|mut state, item| { …; state }` as its state and the closure of the item that changes it.
fn changes_its_state(f: &Expr) -> Option<(Ident, Expr)> {
    let Expr::Closure(closure) = build::peeled(f) else {
        return None;
    };
    let (Some(Pat::Ident(state)), Expr::Block(body)) = (closure.inputs.first(), &*closure.body)
    else {
        return None;
    };
    let Some(Stmt::Expr(value, None)) = body.block.stmts.last() else {
        return None;
    };
    let same = build::as_name(value) == Some(&state.ident) && state.mutability.is_some();
    if !same || closure.inputs.len() != 2 || super::apply::returns(&closure.body) {
        return None;
    }
    let mut rest = closure.clone();
    rest.inputs = closure.inputs.iter().skip(1).cloned().collect();
    Some((state.ident.clone(), Expr::Closure(rest)))
}

/// How an item of a shape is made an element of a vector, whose type may be stated, and the elements'
/// type. What references lead to is cloned, unless the vector is to hold references.
fn pushed<'t>(shape: &Shape, vector: Option<&'t Type>) -> (fn(Expr) -> Expr, Option<&'t Type>) {
    let element = vector.and_then(types::element_of_vec).flatten();
    let element = element.filter(|ty| types::is_stated(ty));
    let references = matches!(element, Some(Type::Reference(_)));
    if *shape == Shape::Reference && !references {
        (|item| parse_quote!((*#item).clone()), element)
    } else {
        (|item| item, element)
    }
}

/// `let mut name = Vec::new();`
fn vector(name: &Ident, element: Option<&Type>) -> Stmt {
    match element {
        Some(ty) => parse_quote!(let mut #name: ::std::vec::Vec<#ty> = ::std::vec::Vec::new();),
        None => parse_quote!(let mut #name = ::std::vec::Vec::new();),
    }
}

/// `|x| e` as `|(), x| e`
fn with_unit(f: &Expr) -> Option<Expr> {
    let Expr::Closure(f) = build::peeled(f) else {
        return None;
    };
    let mut f = f.clone();
    f.inputs.insert(0, parse_quote!(()));
    Some(Expr::Closure(f))
}

/// Whether what a method is called on is an iterator for certain: a type of the user's may have a `sum`, too, and a
/// `map`, as in `Vector::new(x).map(f).sum()`.
fn ends_iterator(call: &ExprMethodCall, pipeline: &Pipeline) -> bool {
    let mapped = |stage: &Stage| matches!(stage, Stage::Map(_));
    let adapted = call.turbofish.is_some()
        || !pipeline.stages.iter().all(mapped)
        || !(pipeline.stages.is_empty() || pipeline.is_of_made());
    match call.method.to_string().as_str() {
        "sum" | "product" => adapted && call.args.is_empty(),
        "collect" | "unzip" => call.args.is_empty(),
        "for_each" | "try_for_each" => call.args.len() == 1,
        "any" | "all" => matches!(call.args.first(), Some(Expr::Closure(_))),
        "count" => adapted && call.args.is_empty(),
        "fold" | "try_fold" | "rfold" => call.args.len() == 2,
        _ => false,
    }
}
