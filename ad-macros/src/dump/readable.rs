//! The derivative, as one would want to read it.
//!
//! Receives what is emitted for a function; promises the text of its rule, formatted, without the paths
//! and items that are there only to be safe from the names of the user's code. Nothing compiles it.
//!
//! ```text
//! let (__t3, __t2) = ::pullback::__private::rules::sin(x);      let (t3, t2) = rules::sin(x);
//! { use no_rule_for_f::*; use f as rule; rule::rrule((x,)) }    f::rrule((x,))
//! let x = sound_ref::<{ Self::MISTAKES_in_f }, _>(x);
//! (value, move |ct, ..| { .. })                                 let pullback = move |ct, ..| { .. };
//!                                                               (value, pullback)
//! ```

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::io::Write;
use std::process::{Command, Stdio};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Item, Path, Stmt, UseTree, parse_quote};

/// The rules among the emitted tokens.
pub(crate) fn rules(emitted: &TokenStream) -> String {
    let mut found = Vec::new();
    find_rules(emitted.clone(), &mut found);
    let texts = found.into_iter().map(|tokens| formatted(&tokens));
    texts.collect::<Vec<_>>().join("\n")
}

fn find_rules(tokens: TokenStream, found: &mut Vec<TokenStream>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, tree) in trees.iter().enumerate() {
        let is_rule = matches!(trees.get(i + 1), Some(TokenTree::Ident(name)) if is_rule(name));
        match tree {
            TokenTree::Ident(word) if word == "fn" && is_rule => {
                if let Some(rule) = rule_from(&trees[i..]) {
                    found.push(rule);
                }
            }
            TokenTree::Group(group) if !follows_rule(&trees[..i]) && !is_module(&trees[..i]) => {
                find_rules(group.stream(), found)
            }
            _ => {}
        }
    }
}

/// `rrule`, `derivative_rule_of_energy`; the rule by a path only calls that of the method.
fn is_rule(name: &Ident) -> bool {
    let name = name.to_string();
    name == "rrule" || name.starts_with("derivative_rule_of_")
}

/// `rrule_1`, which differs from `rrule` in what its calls of itself name.
fn is_copy(name: &Ident) -> bool {
    let name = name.to_string();
    let level = name.strip_prefix("rrule_");
    level.is_some_and(|level| level.parse::<usize>().is_ok())
}

/// Whether a group at the end of these tokens is part of a rule that was found already, or of its copy.
fn follows_rule(before: &[TokenTree]) -> bool {
    let words = before.iter().rev().take_while(|tree| {
        !matches!(tree, TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace)
    });
    words
        .into_iter()
        .any(|tree| matches!(tree, TokenTree::Ident(name) if is_rule(name) || is_copy(name)))
}

/// Whether a group at the end of these tokens is a module: of what stands in for missing rules.
fn is_module(before: &[TokenTree]) -> bool {
    let [.., word, TokenTree::Ident(_)] = before else {
        return false;
    };
    matches!(word, TokenTree::Ident(word) if word == "mod")
}

/// The function that these tokens start with, without what is of no interest in its body.
fn rule_from(tokens: &[TokenTree]) -> Option<TokenStream> {
    let is_body = |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace);
    let end = tokens.iter().position(is_body)?;
    let tokens: TokenStream = tokens[..=end].iter().cloned().collect();
    let mut rule: syn::ItemFn = syn::parse2(tokens).ok()?;
    Simplify.visit_block_mut(&mut rule.block);
    Some(plain(rule.into_token_stream()))
}

/// Leaves out the items that keep the user's names apart from the rule's.
struct Simplify;

impl VisitMut for Simplify {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        visit_mut::visit_block_mut(self, block);
        let is_safeguard = |stmt: &Stmt| {
            matches!(
                stmt,
                Stmt::Item(Item::Use(_) | Item::Mod(_) | Item::Trait(_) | Item::Impl(_))
            )
        };
        if let Some(callee) = block.stmts.iter().find_map(callee) {
            let mut callee = Callee(callee);
            block
                .stmts
                .iter_mut()
                .for_each(|s| callee.visit_stmt_mut(s));
        }
        block
            .stmts
            .retain(|stmt| !is_safeguard(stmt) && !gives_itself(stmt));
        name_pullback(&mut block.stmts);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let was_guarded = matches!(expr, Expr::Block(block) if block.block.stmts.iter().any(|s| matches!(s, Stmt::Item(Item::Use(_)))));
        visit_mut::visit_expr_mut(self, expr);
        if let Some(value) = given_as_sound(expr) {
            *expr = value;
        }
        let Expr::Block(block) = expr else { return };
        if let [Stmt::Expr(only, None)] = block.block.stmts.as_slice()
            && was_guarded
        {
            *expr = only.clone();
        }
    }
}

/// `x` of `sound_ref::<..>(x)` and of `sound::<..>((x,)).0`.
fn given_as_sound(expr: &Expr) -> Option<Expr> {
    let (of_field, call) = match expr {
        Expr::Field(field) => (true, &*field.base),
        other => (false, other),
    };
    let Expr::Call(call) = call else { return None };
    let Expr::Path(callee) = &*call.func else {
        return None;
    };
    let name = callee.path.segments.last()?.ident.to_string();
    match (name.as_str(), call.args.first()?) {
        ("sound", Expr::Tuple(only)) if of_field => only.elems.first().cloned(),
        ("sound_ref" | "sound_mut", value) if !of_field => Some(value.clone()),
        _ => None,
    }
}

/// `let x = x;`, which is left of what gives it a type.
fn gives_itself(stmt: &Stmt) -> bool {
    let Stmt::Local(syn::Local {
        pat: syn::Pat::Ident(name),
        init: Some(init),
        ..
    }) = stmt
    else {
        return false;
    };
    matches!(&*init.expr, Expr::Path(path) if path.path.is_ident(&name.ident))
}

/// `f` of `use f as rule`.
fn callee(stmt: &Stmt) -> Option<Path> {
    let Stmt::Item(Item::Use(item)) = stmt else {
        return None;
    };
    let mut path: Vec<&Ident> = Vec::new();
    let mut tree = &item.tree;
    while let UseTree::Path(segment) = tree {
        path.push(&segment.ident);
        tree = &segment.tree;
    }
    match tree {
        UseTree::Rename(last) if last.rename == "rule" => {
            path.push(&last.ident);
            Some(parse_quote!(#(#path)::*))
        }
        _ => None,
    }
}

/// Writes the function where its rule is called by the name `rule`.
struct Callee(Path);

impl VisitMut for Callee {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        if path.segments.len() > 1 && path.segments[0].ident == "rule" {
            let rest = path.segments.iter().skip(1).cloned();
            path.segments = self.0.segments.iter().cloned().chain(rest).collect();
        }
    }
}

/// Gives the pullback a name: rustfmt leaves a closure with a long head as it is inside of a tuple.
fn name_pullback(stmts: &mut Vec<Stmt>) {
    let Some(Stmt::Expr(Expr::Tuple(pair), None)) = stmts.last_mut() else {
        return;
    };
    if let [value, pullback @ Expr::Closure(_)] =
        pair.elems.iter().cloned().collect::<Vec<_>>().as_slice()
    {
        let named: [Stmt; 2] = [
            parse_quote!(let pullback = #pullback;),
            Stmt::Expr(parse_quote!((#value, pullback)), None),
        ];
        stmts.pop();
        stmts.extend(named);
    }
}

/// Without absolute paths and the marks of made-up names.
fn plain(tokens: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut rest = &trees[..];
    while let Some((first, after)) = rest.split_first() {
        if let Some(skipped) = absolute(rest) {
            rest = &rest[skipped..];
            continue;
        }
        out.extend([match first {
            TokenTree::Group(group) => Group::new(group.delimiter(), plain(group.stream())).into(),
            TokenTree::Ident(name) => unmarked(name).into(),
            other => other.clone(),
        }]);
        rest = after;
    }
    out
}

/// How many tokens of `:: core :: module ::` or `:: pullback :: __private ::` these start with.
fn absolute(tokens: &[TokenTree]) -> Option<usize> {
    let text: Vec<String> = tokens.iter().take(8).map(ToString::to_string).collect();
    let text: Vec<&str> = text.iter().map(String::as_str).collect();
    match text.as_slice() {
        [":", ":", "core" | "pullback", ":", ":", _, ":", ":", ..] => Some(8),
        _ => None,
    }
}

fn unmarked(name: &Ident) -> Ident {
    let text = name.to_string();
    match text.strip_prefix("__") {
        Some(rest) if rest.starts_with(char::is_alphabetic) => Ident::new(rest, name.span()),
        _ => name.clone(),
    }
}

/// The tokens as rustfmt has them, or as they are where there is no rustfmt.
fn formatted(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    rustfmt(&text).unwrap_or(text)
}

fn rustfmt(text: &str) -> Option<String> {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config", "max_width=110"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).ok())?
}
