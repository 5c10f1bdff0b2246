//! Early exits in structured form.
//!
//! Receives a region in which any statement may leave early; promises one in which a statement that
//! may leave is followed by one `Rest` at most, and nothing follows a statement that always leaves.
//!
//! ```text
//! if c { break }                if c { break }
//! s += x                        rest { s += x
//! n += 1                               n += 1 }
//!
//! if c { return y }             if c { return y }
//! => u                          rest { => u }
//! ```

use crate::desugar::functions;
use crate::ir::*;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

pub(crate) fn structure(mut region: Region) -> Region {
    let Some(at) = region.stmts.iter().position(|s| leaves(s) || diverges(s)) else {
        return region;
    };
    let after = region.stmts.split_off(at + 1);
    let leaving = region.stmts.last().expect("found above");
    if diverges(leaving) {
        region.tail = None;
        region.diverges = true;
        return region;
    }
    // What is yielded only where nothing left is the rest's, even if it was there before.
    let yields = matches!(region.tail, Some(Operand::Local(_)));
    if after.is_empty() && !yields {
        return region;
    }
    let span = leaving.span;
    let rest = structure(Region {
        stmts: after,
        tail: region.tail.take(),
        diverges: false,
    });
    region.diverges = rest.diverges;
    region.stmts.push(Stmt {
        id: 0,
        kind: StmtKind::Rest(rest),
        span,
    });
    region
}

/// Whether control may leave `stmt` other than by its end.
pub(crate) fn leaves(stmt: &Stmt) -> bool {
    !exits_of(stmt).is_empty()
}

/// The exits in `stmt` that leave it.
pub(crate) fn exits_of(stmt: &Stmt) -> Vec<Exit> {
    match &stmt.kind {
        StmtKind::Exit { to, .. } => vec![*to],
        StmtKind::Branch(b) => b
            .arms
            .iter()
            .flat_map(|a| exits_of_region(&a.body))
            .collect(),
        StmtKind::Rest(r) => exits_of_region(r),
        StmtKind::Loop(l) => exits_of_region(&l.body)
            .into_iter()
            .filter(|e| *e != Exit::Break(l.label) && *e != Exit::Continue(l.label))
            .collect(),
        _ => Vec::new(),
    }
}

pub(crate) fn exits_of_region(region: &Region) -> Vec<Exit> {
    region.stmts.iter().flat_map(exits_of).collect()
}

/// Whether control never reaches the end of `stmt`.
pub(crate) fn diverges(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Exit { .. } | StmtKind::Panic { .. } => true,
        StmtKind::Branch(b) => b.arms.iter().all(|a| a.body.diverges),
        StmtKind::Rest(r) => r.diverges,
        StmtKind::Loop(l) => {
            matches!(l.kind, LoopKind::Forever)
                && !exits_of_region(&l.body).contains(&Exit::Break(l.label))
        }
        _ => false,
    }
}

/// Identifiers that tokens assign to, borrow uniquely, or call a method of that may change them.
pub(crate) fn assigned_names(tokens: TokenStream) -> Vec<String> {
    let places = assigned_places(tokens).into_iter();
    places.filter_map(|path| path.into_iter().next()).collect()
}

/// The same with the fields that are selected from them: what changes is at least there.
pub(crate) fn assigned_places(tokens: TokenStream) -> Vec<Vec<String>> {
    let mut places = Vec::new();
    collect_assigned(tokens, &mut places);
    places
}

fn collect_assigned(tokens: TokenStream, places: &mut Vec<Vec<String>>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, tree) in trees.iter().enumerate() {
        match tree {
            // `(a, b) = …`: every name in the target counts.
            TokenTree::Group(g) if !is_of_name(&trees[..i]) && is_written(&trees[i + 1..]) => {
                places.extend(idents(g.stream()).into_iter().map(|name| vec![name]));
            }
            TokenTree::Group(g) => collect_assigned(g.stream(), places),
            TokenTree::Ident(id) if id == "mut" && i > 0 && is_punct(&trees[i - 1], '&') => {
                let is_name = |t: &TokenTree| matches!(t, TokenTree::Ident(_));
                let at = trees[i + 1..].iter().position(is_name);
                places.extend(at.map(|at| selected(&trees[i + 1 + at..])));
            }
            TokenTree::Ident(id) if !after_dot(&trees, i) && is_written(&trees[i + 1..]) => {
                places.push(selected(&trees[i..]))
            }
            _ => {}
        }
    }
}

/// The name that tokens start with, and the fields selected from it.
fn selected(tokens: &[TokenTree]) -> Vec<String> {
    let mut path = Vec::new();
    let mut rest = tokens;
    while let [TokenTree::Ident(name), after @ ..] = rest {
        let called =
            matches!(after, [TokenTree::Group(g), ..] if g.delimiter() == Delimiter::Parenthesis);
        if called && !path.is_empty() {
            break;
        }
        path.push(name.to_string());
        match after {
            [dot, field @ ..] if is_punct(dot, '.') => rest = field,
            _ => break,
        }
    }
    path
}

fn idents(tokens: TokenStream) -> Vec<String> {
    let each = |tree| match tree {
        TokenTree::Ident(id) => vec![id.to_string()],
        TokenTree::Group(g) => idents(g.stream()),
        _ => Vec::new(),
    };
    tokens.into_iter().flat_map(each).collect()
}

fn after_dot(trees: &[TokenTree], i: usize) -> bool {
    i > 0 && is_punct(&trees[i - 1], '.') && !(i > 1 && is_punct(&trees[i - 2], '.'))
}

fn is_punct(tree: &TokenTree, c: char) -> bool {
    matches!(tree, TokenTree::Punct(p) if p.as_char() == c)
}

/// Whether the tokens before a group end in what is called or indexed: `f` of `f(x).unwrap()`.
fn is_of_name(before: &[TokenTree]) -> bool {
    match before.last() {
        Some(TokenTree::Ident(name)) => syn::parse_str::<syn::Ident>(&name.to_string()).is_ok(),
        // A block is a statement of its own.
        Some(TokenTree::Group(g)) => g.delimiter() != Delimiter::Brace,
        _ => false,
    }
}

/// Whether the tokens after a name select a place and then assign to it.
fn is_written(mut after: &[TokenTree]) -> bool {
    loop {
        match after {
            [TokenTree::Group(g), rest @ ..] if g.delimiter() == Delimiter::Bracket => after = rest,
            [dot, TokenTree::Literal(_), rest @ ..] if is_punct(dot, '.') => after = rest,
            [dot, TokenTree::Ident(method), TokenTree::Group(given), ..]
                if is_punct(dot, '.') && given.delimiter() == Delimiter::Parenthesis =>
            {
                let name = method.to_string();
                return super::elementary::find(&name).is_none() && !is_reader(&name);
            }
            [dot, TokenTree::Ident(_), rest @ ..] if is_punct(dot, '.') => after = rest,
            [TokenTree::Punct(p), rest @ ..] => return assigns(p, rest),
            _ => return false,
        }
    }
}

fn is_reader(name: &str) -> bool {
    super::elementary::is_inert_query(name)
        || matches!(
            name,
            "iter"
                | "clone"
                | functions::COPIED
                | "to_vec"
                | "windows"
                | "chunks"
                | "chunks_exact"
                | "rchunks"
                | "rchunks_exact"
                | "sin_cos"
                | "as_slice"
                | "copied"
                | "cloned"
        )
}

fn assigns(first: &proc_macro2::Punct, rest: &[TokenTree]) -> bool {
    let second = rest.first().and_then(|t| {
        if let TokenTree::Punct(p) = t {
            Some(p.as_char())
        } else {
            None
        }
    });
    let joint = first.spacing() == proc_macro2::Spacing::Joint;
    match first.as_char() {
        '=' => !(joint && matches!(second, Some('=' | '>'))),
        '+' | '-' | '*' | '/' | '%' | '^' | '&' | '|' => joint && second == Some('='),
        '<' | '>' => {
            let third = rest.get(1).is_some_and(|t| is_punct(t, '='));
            joint && second == Some(first.as_char()) && third
        }
        _ => false,
    }
}
