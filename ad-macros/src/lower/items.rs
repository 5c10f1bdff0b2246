//! Chains over items that have no positions.
//!
//! Receives `.sum()`, `.product()` or `.fold(init, f)`, or the head of a loop, over the mapped items of a set or of
//! whatever else carries no derivative and cannot be indexed; promises the loop over the items as they are.
//!
//! ```text
//! members.iter().map(|&i| x[i]).sum()          { let mut total = 0.0; for &i in members.iter() { total += x[i]; } total }
//! for v in members.iter().map(|&i| x[i]) { … }  for &i in members.iter() { let v = x[i]; … }
//! ```

use super::Lowerer;
use crate::desugar::build;
use crate::ir::Raw;
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, ExprForLoop, ExprMethodCall, Pat, Stmt, parse_quote};

impl Lowerer<'_> {
    pub(super) fn total_of_items(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let (items, maps) = self.mapped_items(&call.receiver)?;
        let (pat, mut stmts, value) = mapped(&maps)?;
        let [total, item, _] = self.fresh_names(call.span());
        let (start, step): (Expr, Stmt) = match (call.method.to_string().as_str(), &call.args) {
            ("sum", _) => (parse_quote!(0.0), parse_quote!(#total += #value;)),
            ("product", _) => (parse_quote!(1.0), parse_quote!(#total *= #value;)),
            (_, args) => {
                let Expr::Closure(f) = build::peeled(args.get(1)?) else {
                    return None;
                };
                let [of_total, of_item] = [f.inputs.first()?, f.inputs.get(1)?];
                stmts.push(parse_quote!(let #item = #value;));
                stmts.push(parse_quote!(let #of_total = #total;));
                stmts.push(parse_quote!(let #of_item = #item;));
                let body = &f.body;
                (args[0].clone(), parse_quote!(#total = #body;))
            }
        };
        let declared: Stmt = match super::chain::turbofish(call) {
            Some(ty) => parse_quote!(let mut #total: #ty = #start;),
            None => parse_quote!(let mut #total = #start;),
        };
        Some(parse_quote!({ #declared for #pat in #items { #(#stmts)* #step } #total }))
    }

    pub(super) fn loop_over_items(&self, e: &ExprForLoop) -> Option<ExprForLoop> {
        let (items, maps) = self.mapped_items(&e.expr)?;
        let (pat, stmts, value) = mapped(&maps)?;
        let (of_item, body) = (&e.pat, &e.body.stmts);
        let mut looped = e.clone();
        (*looped.pat, *looped.expr) = (pat, items);
        looped.body = parse_quote!({ #(#stmts)* let #of_item = #value; #(#body)* });
        Some(looped)
    }

    /// The items without the `map`s on them, if they carry no derivative and are no sequence.
    fn mapped_items(&self, chain: &Expr) -> Option<(Expr, Vec<ExprClosure>)> {
        let (mut items, mut maps) = (build::peeled(chain), Vec::new());
        while let Expr::MethodCall(call) = items
            && call.method == "map"
        {
            let Expr::Closure(f) = build::peeled(call.args.first()?) else {
                return None;
            };
            maps.insert(0, f.clone());
            items = build::peeled(&call.receiver);
        }
        let is_inert = |raw: Raw| raw.reads.iter().all(|l| self.ty(*l).is_inert());
        let inert = self.items_of_map_field(items).is_some() || is_inert(self.raw(items)?);
        let plain = inert && self.sequence(items).is_none() && !maps.is_empty();
        (plain && is_iterator(items)).then(|| (items.clone(), maps))
    }
}

/// The pattern of an item, and what it becomes by and by.
fn mapped(maps: &[ExprClosure]) -> Option<(Pat, Vec<Stmt>, Expr)> {
    let pat = maps.first()?.inputs.first()?.clone();
    let mut stmts: Vec<Stmt> = Vec::new();
    for pair in maps.windows(2) {
        let (value, next) = (&pair[0].body, pair[1].inputs.first()?);
        stmts.push(parse_quote!(let #next = #value;));
    }
    Some((pat, stmts, (*maps.last()?.body).clone()))
}

fn is_iterator(expr: &Expr) -> bool {
    let gives = [
        "iter",
        "into_iter",
        "keys",
        "values",
        "copied",
        "cloned",
        "enumerate",
        "zip",
        "rev",
        "skip",
        "take",
        "step_by",
        "chain",
        "windows",
        "chunks",
        "range",
    ];
    matches!(expr, Expr::MethodCall(call) if gives.iter().any(|name| call.method == name))
}
