//! The item chosen so far.
//!
//! Receives a pipeline; promises the state in which a choice among its items is kept, where that can
//! be copied: a position for elements of a place, a value for numbers, an `Option` for the rest.

use super::Pipelines;
use super::read::{self, Pipeline, Shape, Source, Stage};
use crate::desugar::build;
use proc_macro2::{Ident, Span};
use syn::{Expr, Stmt, parse_quote};

pub(super) enum Kept {
    /// An element of a place, by its position.
    At {
        place: Expr,
        at: Ident,
        numbered: bool,
    },
    /// Numbers, and numbers that items refer to.
    Numbers(Tree),
    /// `Some` of an item.
    Option(Ident),
}

pub(super) enum Tree {
    Leaf { name: Ident, reference: bool },
    Pair(Box<Tree>, Box<Tree>),
}

impl Kept {
    /// The item, where there is one.
    pub(super) fn item(&self) -> Expr {
        match self {
            Kept::At {
                place,
                at,
                numbered: false,
            } => parse_quote!(&#place[#at]),
            Kept::At { place, at, .. } => parse_quote!((#at, &#place[#at])),
            Kept::Numbers(tree) => tree.item(),
            Kept::Option(name) => build::name(name.clone()),
        }
    }

    /// Keeps `item` from now on; `number` is its position.
    pub(super) fn keep(&self, item: &Expr, number: Option<&Expr>) -> Vec<Stmt> {
        match self {
            Kept::At { at, .. } => vec![parse_quote!(#at = #number;)],
            Kept::Numbers(tree) => {
                let mut stmts = Vec::new();
                tree.keep(item, &mut stmts);
                stmts
            }
            Kept::Option(name) => vec![parse_quote!(#name = ::core::option::Option::Some(#item);)],
        }
    }
}

impl Tree {
    fn item(&self) -> Expr {
        match self {
            Tree::Leaf {
                name,
                reference: true,
            } => parse_quote!(&#name),
            Tree::Leaf { name, .. } => build::name(name.clone()),
            Tree::Pair(a, b) => {
                let (a, b) = (a.item(), b.item());
                parse_quote!((#a, #b))
            }
        }
    }

    fn keep(&self, item: &Expr, stmts: &mut Vec<Stmt>) {
        match (self, item) {
            (Tree::Pair(a, b), Expr::Tuple(pair)) => {
                a.keep(&pair.elems[0], stmts);
                b.keep(&pair.elems[1], stmts);
            }
            (
                Tree::Leaf {
                    name,
                    reference: true,
                },
                item,
            ) => stmts.push(parse_quote!(#name = *#item;)),
            (Tree::Leaf { name, .. }, item) => stmts.push(parse_quote!(#name = #item;)),
            (Tree::Pair(..), _) => unreachable!("an item of its shape"),
        }
    }
}

impl Pipelines<'_> {
    /// The state for items of a shape; `number` where they are known to be floats otherwise.
    pub(super) fn kept(
        &mut self,
        shape: &Shape,
        number: bool,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> Kept {
        if number || *shape != Shape::Unknown && is_numeric(shape) {
            return Kept::Numbers(self.tree(shape, span, stmts));
        }
        let name = self.fresh("best", span);
        stmts.push(parse_quote!(let mut #name = ::core::option::Option::None;));
        Kept::Option(name)
    }

    /// How many items there were, of the type that shows what methods it has.
    pub(super) fn number(&mut self, span: Span, stmts: &mut Vec<Stmt>) -> Kept {
        let name = self.fresh("best", span);
        stmts.push(parse_quote!(let mut #name = 0usize;));
        let reference = false;
        Kept::Numbers(Tree::Leaf { name, reference })
    }

    fn tree(&mut self, shape: &Shape, span: Span, stmts: &mut Vec<Stmt>) -> Tree {
        if let Shape::Pair(a, b) = shape {
            let a = self.tree(a, span, stmts);
            return Tree::Pair(Box::new(a), Box::new(self.tree(b, span, stmts)));
        }
        let name = self.fresh("best", span);
        let start: Expr = match shape {
            Shape::Index => parse_quote!(0),
            _ => parse_quote!(0.0),
        };
        stmts.push(parse_quote!(let mut #name = #start;));
        Tree::Leaf {
            name,
            reference: *shape == Shape::Reference,
        }
    }
}

fn is_numeric(shape: &Shape) -> bool {
    match shape {
        Shape::Unknown | Shape::Unique => false,
        Shape::Index | Shape::Reference => true,
        Shape::Value => false,
        Shape::Pair(a, b) => {
            let number = |s: &Shape| is_numeric(s) || *s == Shape::Value;
            number(a) && number(b)
        }
    }
}

/// Whether a stage does nothing to items but leave some out.
pub(super) fn leaves_out(stage: &Stage) -> bool {
    matches!(
        stage,
        Stage::Filter(_) | Stage::Skip(_) | Stage::Take(_) | Stage::StepBy(_)
    )
}

/// The shape of the items at the end of a pipeline.
pub(super) fn shape(pipeline: &Pipeline) -> Shape {
    let passes = |s: &Stage| {
        let looks = matches!(
            s,
            Stage::Inspect(_) | Stage::TakeWhile(_) | Stage::SkipWhile(_)
        );
        looks || leaves_out(s)
    };
    match &pipeline.source {
        Source::Head(head) if pipeline.stages.iter().all(passes) => head.shape.clone(),
        // The items of both are of one type.
        Source::Chain(a, b) if pipeline.stages.iter().all(passes) => match shape(a) {
            Shape::Unknown => shape(b),
            known => known,
        },
        _ if matches!(pipeline.stages.last(), Some(Stage::Copied | Stage::Cloned)) => Shape::Value,
        _ => Shape::Unknown,
    }
}

/// The place whose elements a pipeline runs over, whether it numbers them, and the items with the
/// positions of their elements: `xs.iter().rev()` as `xs.iter().enumerate().rev()`.
pub(super) fn elements(pipeline: &Pipeline) -> Option<(Expr, bool, Expr)> {
    let Source::Head(head) = &pipeline.source else {
        return None;
    };
    if !pipeline.stages.iter().all(leaves_out) {
        return None;
    }
    numbered(&head.expr)
}

fn numbered(head: &Expr) -> Option<(Expr, bool, Expr)> {
    let Expr::MethodCall(call) = build::peeled(head) else {
        return None;
    };
    match call.method.to_string().as_str() {
        "iter" if read::is_place(&call.receiver) => Some((
            (*call.receiver).clone(),
            false,
            parse_quote!(#call.enumerate()),
        )),
        "iter" if read::is_constant(&call.receiver) => {
            let constant = &call.receiver;
            // What is borrowed as a whole lives as long as wanted.
            let place = parse_quote!((&#constant));
            Some((place, false, parse_quote!(#call.enumerate())))
        }
        "enumerate" => match build::peeled(&call.receiver) {
            Expr::MethodCall(iter) if iter.method == "iter" => {
                numbered(&call.receiver).map(|(place, _, items)| (place, true, items))
            }
            // The number is not the element's position.
            _ => None,
        },
        "rev" | "skip" | "take" | "step_by" => {
            let (place, is_numbered, items) = numbered(&call.receiver)?;
            let mut call = call.clone();
            *call.receiver = items;
            Some((place, is_numbered, Expr::MethodCall(call)))
        }
        _ => None,
    }
}
