//! Gives every local binding of a function a name of its own.
//!
//! Receives a parsed function; promises that no two bindings share a name, so that later passes may
//! forget scopes and the reverse sweep may hold a shadowed value beside the one that shadows it.
//!
//! ```text
//! let x = x * 2.0;             let x_2 = x * 2.0;
//! let x = x.sin();             let x_3 = x_2.sin();
//! ```

use super::build::Arguments;
use super::methods::RECEIVER;
use crate::tables::{HashMap, HashSet};
use crate::tokens;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Lifetime;
use syn::visit_mut::{self, VisitMut};

/// Renames in place, parameters first. The names given are returned, for passes that need more.
pub(crate) fn unique_names(function: &mut syn::ItemFn) -> Names {
    // `let area = area(r);`: a local must not take the name of what is not one.
    let mut scratch = Names::default();
    scratch.rename_function(&mut function.clone());
    let mut names = Names {
        outer: scratch.outer,
        ..Names::default()
    };
    names.rename_function(function);
    names
}

/// Renames in place, so that nothing of the function's is called so.
pub(crate) fn leave_free(function: &mut syn::ItemFn, name: &str) {
    let mut scratch = Names::default();
    scratch.rename_function(&mut function.clone());
    let mut names = Names {
        outer: scratch.outer,
        ..Names::default()
    };
    names.take(name);
    names.rename_function(function);
}

/// The names and labels of a function that are taken.
#[derive(Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
    /// The last number that a name was given, so that none before it is tried again.
    last: HashMap<String, usize>,
    /// Names of functions and constants, which are no locals.
    outer: HashSet<String>,
    labels: usize,
}

impl Names {
    /// `ident` where it is still free, or a name like it, at its place.
    pub(crate) fn fresh(&mut self, ident: &Ident) -> Ident {
        let name = ident.to_string();
        let plain = name.trim_start_matches("r#");
        if self.take(&name) {
            return ident.clone();
        }
        let mut n = self.last.get(plain).copied().unwrap_or(1);
        let candidate = loop {
            n += 1;
            let candidate = format!("{plain}_{n}");
            if self.take(&candidate) {
                break candidate;
            }
        };
        self.last.insert(plain.to_string(), n);
        Ident::new(&candidate, ident.span())
    }

    /// Whether a name was free, which it is no more.
    fn take(&mut self, name: &str) -> bool {
        !self.outer.contains(name) && self.taken.insert(name.to_string())
    }

    /// A label that no loop of the user's can have.
    pub(crate) fn label(&mut self, span: Span) -> Lifetime {
        self.labels += 1;
        Lifetime::new(&format!("'__exit{}", self.labels), span)
    }

    /// Whether a local has this name.
    pub(crate) fn is_local(&self, ident: &Ident) -> bool {
        self.taken.contains(&ident.to_string())
    }

    /// Gives a copy of a closure local names of its own, and what it captures the names said.
    pub(crate) fn renew(&mut self, closure: &mut syn::ExprClosure, captures: &[(Ident, Ident)]) {
        self.rename(|renamer| {
            for (old, new) in captures {
                renamer.scopes[0].insert(key(old), new.clone());
            }
            renamer.visit_expr_closure_mut(closure);
        });
    }

    /// Gives a copy of an arm local names of its own.
    pub(crate) fn renew_arm(&mut self, arm: &mut syn::Arm) {
        self.rename(|renamer| renamer.visit_arm_mut(arm));
    }

    fn rename_function(&mut self, function: &mut syn::ItemFn) {
        self.rename(|renamer| {
            for input in &mut function.sig.inputs {
                if let syn::FnArg::Typed(typed) = input {
                    renamer.bind(&mut typed.pat);
                }
            }
            renamer.visit_block_mut(&mut function.block);
        });
    }

    fn rename(&mut self, body: impl FnOnce(&mut Renamer)) {
        body(&mut Renamer {
            scopes: vec![HashMap::default()],
            in_macro: false,
            names: self,
        });
    }
}

struct Renamer<'a> {
    scopes: Vec<HashMap<String, Ident>>,
    /// Whether what is visited are a macro's arguments, whose texts may name locals.
    in_macro: bool,
    names: &'a mut Names,
}

impl Renamer<'_> {
    fn scoped(&mut self, body: impl FnOnce(&mut Self)) {
        self.scopes.push(HashMap::default());
        body(self);
        self.scopes.pop();
    }

    fn lookup(&self, ident: &Ident) -> Option<&Ident> {
        let key = key(ident);
        self.scopes.iter().rev().find_map(|scope| scope.get(&key))
    }

    /// Binds the names of a pattern in the innermost scope. The alternatives of an or-pattern bind
    /// the same names, so a name met twice in one pattern is one binding.
    fn bind(&mut self, pattern: &mut syn::Pat) {
        let mut bound = HashMap::default();
        self.bind_into(pattern, &mut bound);
        self.scopes
            .last_mut()
            .expect("a scope is open")
            .extend(bound);
    }

    fn bind_into(&mut self, pattern: &mut syn::Pat, bound: &mut HashMap<String, Ident>) {
        Binder {
            renamer: self,
            bound,
        }
        .visit_pat_mut(pattern);
    }

    /// The arguments of a macro: its expressions, which bind names too, as all expressions, and what
    /// else there is by its tokens.
    fn arguments(&mut self, mut arguments: Arguments) -> TokenStream {
        let outside = std::mem::replace(&mut self.in_macro, true);
        for expr in arguments.exprs_mut() {
            self.visit_expr_mut(expr);
        }
        self.in_macro = outside;
        if let Arguments::First(_, rest) = &mut arguments {
            *rest = self.visit_macro_tokens(std::mem::take(rest));
        }
        arguments.to_token_stream()
    }

    fn visit_macro_tokens(&self, tokens: TokenStream) -> TokenStream {
        tokens::map(tokens, &mut |trees, place| match &trees[place] {
            TokenTree::Ident(ident) if !tokens::is_part(trees, place) => {
                let new = self.lookup(ident).map(|new| at(new, ident.span()));
                TokenTree::Ident(new.unwrap_or_else(|| ident.clone()))
            }
            TokenTree::Literal(literal) => {
                TokenTree::Literal(self.rename_captures(literal.clone()))
            }
            other => other.clone(),
        })
    }

    /// Inline captures of format strings: `"{x}"` names the local `x`.
    fn rename_captures(&self, literal: Literal) -> Literal {
        let text = literal.to_string();
        if !text.starts_with('"') || !text.contains('{') {
            return literal;
        }
        let mut renamed = text.clone();
        // Innermost first, as names are looked up.
        for (old, new) in self.scopes.iter().rev().flatten() {
            let old = old.split('#').next().unwrap_or(old);
            for end in ['}', ':'] {
                renamed = renamed.replace(&format!("{{{old}{end}"), &format!("{{{new}{end}"));
            }
        }
        if renamed == text {
            return literal;
        }
        match syn::parse_str::<syn::LitStr>(&renamed) {
            Ok(parsed) => {
                let mut new = parsed.token();
                new.set_span(literal.span());
                new
            }
            Err(_) => literal,
        }
    }
}

/// A name together with its hygiene: `y` of a user's `macro_rules!` and `y` of the macro's caller are
/// two variables. What the compiler knows of it shows only in how it prints a span, `#context bytes(…)`.
fn key(ident: &Ident) -> String {
    let span = format!("{:?}", ident.span());
    let context = span
        .split(' ')
        .next()
        .filter(|c| c.starts_with('#'))
        .unwrap_or_default();
    format!("{ident}{context}")
}

/// The same name at another place.
fn at(ident: &Ident, span: proc_macro2::Span) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(span);
    ident
}

struct Binder<'a, 'n> {
    renamer: &'a mut Renamer<'n>,
    bound: &'a mut HashMap<String, Ident>,
}

impl VisitMut for Binder<'_, '_> {
    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
        if is_constant_name(&pat.ident)
            && pat.by_ref.is_none()
            && pat.mutability.is_none()
            && pat.subpat.is_none()
        {
            return;
        }
        let key = key(&pat.ident);
        if !self.bound.contains_key(&key) {
            let fresh = self.renamer.names.fresh(&pat.ident);
            self.bound.insert(key.clone(), fresh);
        }
        pat.ident = at(&self.bound[&key], pat.ident.span());
        if let Some((_, sub)) = &mut pat.subpat {
            self.visit_pat_mut(sub);
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if field.colon_token.is_none() {
            field.colon_token = Some(Default::default());
        }
        self.visit_pat_mut(&mut field.pat);
    }

    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        self.renamer.visit_expr_mut(expr);
    }
}

/// Names that a pattern matches instead of binding, by Rust's naming convention.
fn is_constant_name(ident: &Ident) -> bool {
    let name = ident.to_string();
    name.chars().next().is_some_and(char::is_uppercase)
}

impl VisitMut for Renamer<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.scoped(|this| visit_mut::visit_block_mut(this, block));
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(init) = &mut local.init {
            self.visit_expr_mut(&mut init.expr);
            if let Some((_, diverge)) = &mut init.diverge {
                self.visit_expr_mut(diverge);
            }
        }
        self.bind(&mut local.pat);
    }

    fn visit_expr_for_loop_mut(&mut self, node: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut node.expr);
        self.scoped(|this| {
            this.bind(&mut node.pat);
            this.visit_block_mut(&mut node.body);
        });
    }

    fn visit_expr_if_mut(&mut self, node: &mut syn::ExprIf) {
        self.scoped(|this| {
            this.visit_expr_mut(&mut node.cond);
            this.visit_block_mut(&mut node.then_branch);
        });
        if let Some((_, alternative)) = &mut node.else_branch {
            self.visit_expr_mut(alternative);
        }
    }

    fn visit_expr_while_mut(&mut self, node: &mut syn::ExprWhile) {
        self.scoped(|this| {
            this.visit_expr_mut(&mut node.cond);
            this.visit_block_mut(&mut node.body);
        });
    }

    /// `if let` and `while let`: the bindings reach to the end of the enclosing `if` or `while`.
    fn visit_expr_let_mut(&mut self, node: &mut syn::ExprLet) {
        self.visit_expr_mut(&mut node.expr);
        self.bind(&mut node.pat);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.scoped(|this| {
            this.bind(&mut arm.pat);
            if let Some((_, guard)) = &mut arm.guard {
                this.visit_expr_mut(guard);
            }
            this.visit_expr_mut(&mut arm.body);
        });
    }

    fn visit_expr_closure_mut(&mut self, node: &mut syn::ExprClosure) {
        self.scoped(|this| {
            for input in &mut node.inputs {
                this.bind(input);
            }
            this.visit_expr_mut(&mut node.body);
        });
    }

    fn visit_expr_path_mut(&mut self, node: &mut syn::ExprPath) {
        if let Some(ident) = node.path.get_ident() {
            match self.lookup(ident) {
                Some(new) => node.path = at(new, ident.span()).into(),
                // What stands in for a receiver is given its name where it is one.
                None if ident == RECEIVER || ident == "self" => {}
                None => drop(self.names.outer.insert(ident.to_string())),
            }
        }
        visit_mut::visit_expr_path_mut(self, node);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        if field.colon_token.is_none() {
            field.colon_token = Some(Default::default());
        }
        self.visit_expr_mut(&mut field.expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let tokens = std::mem::take(&mut mac.tokens);
        mac.tokens = match Arguments::parse(&tokens) {
            Some(arguments) => self.arguments(arguments),
            None => self.visit_macro_tokens(tokens),
        };
    }

    fn visit_lit_mut(&mut self, lit: &mut syn::Lit) {
        if let (true, syn::Lit::Str(text)) = (self.in_macro, &lit) {
            *lit = syn::Lit::new(self.rename_captures(text.token()));
        }
    }
}
