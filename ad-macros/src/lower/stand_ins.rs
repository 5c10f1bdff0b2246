//! Unique references to numbers, which stand for these.
//!
//! Receives a lowered function; promises that what is behind a unique reference to a local number, or to what may be one,
//! is called by the number's own name: as long as the reference lives nothing else names the number. The shadow of a
//! number is a variable and has no address. Where a reference remains, because a text or a guard names it, and leads
//! into a call, it is refused.
//!
//! ```text
//! r = &mut b
//! (*r) = t                    b = t
//! call f(&mut (*r))           call f(&mut b)
//! println!("{}", *r)          println!("{}", b)
//! ```

use crate::desugar::build::{is_captured, is_field};
use crate::diagnostics::{Sink, catalog};
use crate::ir::*;
use crate::tables::HashMap;
use crate::tokens::regrouped;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote_spanned;

/// Names the numbers; references to references come to their turn with what they lead to.
pub(super) fn by_name(f: &mut Function) {
    loop {
        let mut stand_ins = unique_views(f, |ty| ty.is_float() || matches!(ty, Ty::Unknown));
        stand_ins.retain(|reference, number| is_only_led_through(f, *reference, *number));
        if stand_ins.is_empty() {
            break;
        }
        let parts = f.locals.iter_mut().filter_map(|info| info.part.as_mut());
        parts.for_each(|part| rename(part, &stand_ins));
        region(&mut f.body, &stand_ins, &f.locals);
    }
}

/// References that remain have no shadow that a call could change, once it is known of what they lead to that these
/// are numbers.
pub(super) fn refuse(f: &Function, sink: &Sink) {
    let views = unique_views(f, Ty::is_float);
    f.body.walk(&mut |stmt| {
        let changed = match &stmt.kind {
            StmtKind::Let {
                op: Op::Call(call), ..
            } => call.args.iter().any(|arg| match arg {
                Arg::Ref { place, mutable } => *mutable && views.contains_key(&place.root),
                Arg::Value(_) => false,
            }),
            StmtKind::Exchange { a, b } => {
                [a, b].iter().any(|place| views.contains_key(&place.root))
            }
            _ => false,
        };
        if changed {
            sink.refuse(stmt.span, catalog::SCALAR_REFERENCE);
        }
    });
}

/// The unique references to local variables of such types, and these.
fn unique_views(f: &Function, is_of: impl Fn(&Ty) -> bool) -> HashMap<Local, Local> {
    let mut views = HashMap::default();
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let { dst, op } = &stmt.kind
            && let Op::Ref {
                place,
                mutable: true,
            } = op
            && place.path.is_empty()
            && is_of(f.ty(place.root))
            && !f.info(*dst).mutable
        {
            views.insert(*dst, place.root);
        }
    });
    views
}

/// Whether a reference is named only by places behind it, and by code that may name the number.
fn is_only_led_through(f: &Function, reference: Local, number: Local) -> bool {
    let name = &f.info(reference).name;
    let parts = f.locals.iter().filter_map(|info| info.part.as_ref());
    let mut only = f.body.value().and_then(Operand::local) != Some(reference)
        && parts
            .filter(|p| p.root == reference)
            .all(|p| leads(p, reference));
    f.body.walk(&mut |stmt| {
        let named = mentioned(stmt).into_iter().chain(given(stmt));
        let named = named.filter(|l| *l == reference).count();
        let behind = places(stmt).into_iter().filter(|p| leads(p, reference));
        let kept = raws(stmt);
        let read = kept.iter().flat_map(|raw| &raw.reads);
        let read = read.filter(|l| **l == reference).count();
        // What is matched, gone over, or no number may be changed by the reference alone.
        let heads = matches!(stmt.kind, StmtKind::Branch(_) | StmtKind::Loop(_));
        let behind_only = heads || !f.ty(number).is_float();
        let whole = |raw: &&Raw| is_named_whole(raw.tokens.clone(), name, behind_only);
        let whole = kept.iter().any(whole);
        only &= named == behind.count() + read && !whole && !is_in_guards(stmt, name);
    });
    only
}

/// Whether a place is behind a reference.
fn leads(place: &Place, reference: Local) -> bool {
    place.root == reference && matches!(place.path.first(), Some(Step::Deref))
}

/// Whether a text among tokens names a reference or, where that matters, they name `r` and not what is behind it, `*r`.
fn is_named_whole(tokens: TokenStream, name: &Ident, behind_only: bool) -> bool {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let behind = |at: usize| at > 0 && is_star(&trees[at - 1]);
    trees.iter().enumerate().any(|(at, tree)| match tree {
        TokenTree::Ident(ident) => {
            behind_only && ident == name && !behind(at) && !is_field(&trees, at)
        }
        TokenTree::Literal(text) => is_captured(name, text),
        TokenTree::Group(group) => is_named_whole(group.stream(), name, behind_only),
        TokenTree::Punct(_) => false,
    })
}

fn is_star(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(p) if p.as_char() == '*')
}

fn region(body: &mut Region, stand_ins: &HashMap<Local, Local>, locals: &[LocalInfo]) {
    body.stmts.retain(|stmt| match &stmt.kind {
        StmtKind::Let { dst, .. } => !stand_ins.contains_key(dst),
        _ => true,
    });
    for stmt in &mut body.stmts {
        for place in places_mut(stmt) {
            rename(place, stand_ins);
        }
        if let Some(raw) = raw_mut(stmt) {
            rename_in(raw, stand_ins, locals);
        }
        for inner in stmt.regions_mut() {
            region(inner, stand_ins, locals);
        }
    }
}

fn rename(place: &mut Place, stand_ins: &HashMap<Local, Local>) {
    if let Some(number) = stand_ins.get(&place.root) {
        place.root = *number;
        place.path.remove(0);
    }
}

fn rename_in(raw: &mut Raw, stand_ins: &HashMap<Local, Local>, locals: &[LocalInfo]) {
    for read in &mut raw.reads {
        if let Some(number) = stand_ins.get(read) {
            let (reference, number_name) = (&locals[read.0].name, &locals[number.0].name);
            raw.tokens = named(raw.tokens.clone(), reference, number_name);
            *read = *number;
            raw.volatile = true;
        }
    }
}

/// `*r` as `b`, and `r` as `(&b)`.
fn named(tokens: TokenStream, reference: &Ident, number: &Ident) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut renamed: Vec<TokenTree> = Vec::new();
    for (at, tree) in trees.iter().enumerate() {
        let span = tree.span();
        match tree {
            TokenTree::Ident(name) if name == reference && !is_field(&trees, at) => {
                let mut number = number.clone();
                number.set_span(span);
                match renamed.pop_if(|tree| is_star(tree)) {
                    Some(_) => renamed.push(number.into()),
                    None => renamed.extend(quote_spanned!(span=> (&#number))),
                }
            }
            TokenTree::Group(group) => {
                let inner = named(group.stream(), reference, number);
                renamed.push(regrouped(group, inner));
            }
            other => renamed.push(other.clone()),
        }
    }
    renamed.into_iter().collect()
}
