//! Items of inner blocks under names of their own.
//!
//! Receives a function; promises that an item of an inner block can stand at the beginning of the function, where
//! later passes put it: its name means nothing else there.
//!
//! ```text
//! let v = a * K;                                 let v = a * K;
//! { const K: f64 = 3.0; v * K }                  { const K_2: f64 = 3.0; v * K_2 }
//! ```

use crate::diagnostics::{Sink, catalog};
use crate::tables::HashMap;
use crate::tokens;
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Item, Stmt, UseTree};

pub(super) fn by_name(function: &mut syn::ItemFn, sink: &Sink) {
    let mut found = Found { inner: false, sink };
    visit::visit_block(&mut found, &function.block);
    if !found.inner {
        return;
    }
    let mut text = Words::of(&function.block);
    let mut blocks = Blocks { text: &mut text };
    visit_mut::visit_block_mut(&mut blocks, &mut function.block);
}

/// Whether there are items in inner blocks; refuses what has no name.
struct Found<'s> {
    inner: bool,
    sink: &'s Sink,
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_item(&mut self, _: &'ast Item) {}

    fn visit_block(&mut self, block: &'ast Block) {
        for item in items(block) {
            self.inner = true;
            if let Item::Use(import) = item
                && brings_in_all(&import.tree)
            {
                self.sink.refuse_at(import, catalog::BLOCK_USE_OF_ALL);
            }
        }
        visit::visit_block(self, block);
    }
}

fn items(block: &Block) -> impl Iterator<Item = &Item> {
    block.stmts.iter().filter_map(|stmt| match stmt {
        Stmt::Item(item) => Some(item),
        _ => None,
    })
}

fn brings_in_all(tree: &UseTree) -> bool {
    match tree {
        UseTree::Glob(_) => true,
        UseTree::Path(path) => brings_in_all(&path.tree),
        UseTree::Group(group) => group.items.iter().any(brings_in_all),
        UseTree::Name(_) | UseTree::Rename(_) => false,
    }
}

/// The names that a block's items have.
fn names(item: &Item, names: &mut Vec<Ident>) {
    match item {
        Item::Const(item) => names.push(item.ident.clone()),
        Item::Enum(item) => names.push(item.ident.clone()),
        Item::Fn(item) => names.push(item.sig.ident.clone()),
        Item::Mod(item) => names.push(item.ident.clone()),
        Item::Static(item) => names.push(item.ident.clone()),
        Item::Struct(item) => names.push(item.ident.clone()),
        Item::Trait(item) => names.push(item.ident.clone()),
        Item::Type(item) => names.push(item.ident.clone()),
        Item::Union(item) => names.push(item.ident.clone()),
        Item::Use(item) => imported(&item.tree, names),
        _ => {}
    }
}

fn imported(tree: &UseTree, names: &mut Vec<Ident>) {
    match tree {
        UseTree::Path(path) => imported(&path.tree, names),
        UseTree::Group(group) => group.items.iter().for_each(|tree| imported(tree, names)),
        UseTree::Name(name) => names.push(name.ident.clone()),
        UseTree::Rename(rename) => names.push(rename.rename.clone()),
        UseTree::Glob(_) => {}
    }
}

/// How often each word stands in a text, also within what macros write out.
struct Words(HashMap<String, usize>);

impl Words {
    fn of(block: &Block) -> Self {
        let mut counts = HashMap::default();
        let text = block.to_token_stream().to_string();
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
            *counts.entry(word.to_string()).or_insert(0) += 1;
        }
        Words(counts)
    }

    fn count(&self, name: &Ident) -> usize {
        let name = name.to_string();
        let plain = name.trim_start_matches("r#");
        self.0.get(plain).copied().unwrap_or(0)
    }

    /// A name like this one that is nobody's, and not free any more.
    fn fresh(&mut self, name: &Ident) -> Ident {
        let plain = name.to_string();
        let plain = plain.trim_start_matches("r#");
        let mut candidates = (2..).map(|n| format!("{plain}_{n}"));
        let free = candidates.find(|candidate| !self.0.contains_key(candidate));
        let free = free.expect("numbers do not end");
        self.0.insert(free.clone(), 1);
        Ident::new(&free, name.span())
    }
}

/// The inner blocks.
struct Blocks<'t> {
    text: &'t mut Words,
}

impl VisitMut for Blocks<'_> {
    fn visit_item_mut(&mut self, _: &mut Item) {}

    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut own = Vec::new();
        items(block).for_each(|item| names(item, &mut own));
        if !own.is_empty() {
            let inside = Words::of(block);
            for name in own {
                if inside.count(&name) < self.text.count(&name) {
                    let new = self.text.fresh(&name);
                    Renamed { name, new }.within(block);
                }
            }
        }
        visit_mut::visit_block_mut(self, block);
    }
}

/// One name of a block's items, given another wherever the block mentions it. Variables called like the item are
/// given it, too.
struct Renamed {
    name: Ident,
    new: Ident,
}

impl Renamed {
    fn within(&self, block: &mut Block) {
        for stmt in &mut block.stmts {
            match stmt {
                Stmt::Item(Item::Use(import)) => self.import(&mut import.tree, true),
                stmt => self.stmt(stmt),
            }
        }
    }

    fn stmt(&self, stmt: &mut Stmt) {
        let tokens = self.tokens(stmt.to_token_stream());
        if let Ok(renamed) = Block::parse_within.parse2(tokens)
            && let Ok([renamed]) = <[Stmt; 1]>::try_from(renamed)
        {
            *stmt = renamed;
        }
    }

    /// `use consts::PI;` to `use consts::PI as PI_2;`, and `use Mode::Fast;` to `use Mode_2::Fast;`
    fn import(&self, tree: &mut UseTree, first: bool) {
        match tree {
            UseTree::Name(name) if name.ident == self.name => {
                *tree = UseTree::Rename(syn::UseRename {
                    ident: name.ident.clone(),
                    as_token: Default::default(),
                    rename: self.at(&name.ident),
                });
            }
            UseTree::Rename(as_named) if as_named.rename == self.name => {
                as_named.rename = self.at(&as_named.rename);
            }
            UseTree::Path(path) => {
                if first && path.ident == self.name {
                    path.ident = self.at(&path.ident);
                }
                self.import(&mut path.tree, false);
            }
            UseTree::Group(group) => group.items.iter_mut().for_each(|t| self.import(t, first)),
            UseTree::Name(_) | UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }

    fn at(&self, ident: &Ident) -> Ident {
        let mut new = self.new.clone();
        new.set_span(ident.span());
        new
    }

    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        tokens::map(tokens, &mut |trees, at| match &trees[at] {
            TokenTree::Ident(ident) if *ident == self.name && !tokens::is_part(trees, at) => {
                TokenTree::Ident(self.at(ident))
            }
            TokenTree::Literal(literal) => TokenTree::Literal(self.captures(literal)),
            other => other.clone(),
        })
    }

    /// `"{K}"`, written out with the new name.
    fn captures(&self, literal: &Literal) -> Literal {
        let text = literal.to_string();
        if !text.starts_with('"') {
            return literal.clone();
        }
        let mut renamed = text.clone();
        for end in ['}', ':'] {
            let (old, new) = (&self.name, &self.new);
            renamed = renamed.replace(&format!("{{{old}{end}"), &format!("{{{new}{end}"));
        }
        match renamed.parse::<Literal>() {
            Ok(mut new) if renamed != text => {
                new.set_span(literal.span());
                new
            }
            _ => literal.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn an_inner_constant_leaves_the_outer_one_alone() {
        assert_simplified(
            "fn f(a: f64) -> f64 { let v = a * K; { const K: f64 = 3.0; v * K } }",
            "fn f(a: f64) -> f64 { let v = a * K; { const K_2: f64 = 3.0; v * K_2 } }",
        );
    }

    #[test]
    fn imports_are_renamed_where_they_are_brought_in() {
        assert_simplified(
            "fn f(a: f64) -> f64 { let v = { use std::f64::consts::{E, PI}; a * PI * E }; v * PI }",
            "fn f(a: f64) -> f64 { let v = { use std::f64::consts::{E, PI as PI_2}; a * PI_2 * E }; v * PI }",
        );
    }

    #[test]
    fn names_that_mean_one_thing_stay() {
        let text = "fn f(a: f64) -> f64 { let v = { const K: f64 = 3.0; a * K }; v * a.K }";
        let renamed = "fn f(a: f64) -> f64 { let v = { const K_2: f64 = 3.0; a * K_2 }; v * a.K }";
        assert_simplified(text, renamed);
        let text = "fn f(a: f64) -> f64 { { const K: f64 = 3.0; a * K } }";
        assert_simplified(text, text);
    }
}
