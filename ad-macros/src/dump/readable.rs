//! The derivative, as one would want to read it.
//!
//! Receives what is emitted for a function; promises the text of its rule, formatted, without the paths
//! and items that are there only to be safe from the names of the user's code. Nothing compiles it.
//!
//! ```text
//! let (__t3, __t2) = ::pullback::__private::rules::sin(x);      let (t3, t2) = rules::sin(x);
//! ```

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::io::Write;
use std::process::{Command, Stdio};

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
    let is_safeguard = |stmt: &syn::Stmt| {
        matches!(
            stmt,
            syn::Stmt::Item(
                syn::Item::Use(_) | syn::Item::Mod(_) | syn::Item::Trait(_) | syn::Item::Impl(_)
            )
        )
    };
    rule.block.stmts.retain(|stmt| !is_safeguard(stmt));
    Some(plain(rule.into_token_stream()))
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
