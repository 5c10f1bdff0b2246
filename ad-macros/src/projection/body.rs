//! Which part a projection's body chooses.
//!
//! Receives the body of a function that returns a reference; promises the same body with a choice in
//! place of the reference, and for each way out of it the part of the shadow that the choice stands for.
//!
//! ```text
//! if i < self.n { &self.a[i] } else { &self.b }
//!
//! if i < self.n { Branch::Here((choice of i in self.a,)) } else { Branch::Else(()) }
//! ```

use super::place::{Part, Reader, looked_for, looking};
use crate::desugar::{alternatives, build};
use crate::diagnostics::{Sink, catalog};
use crate::emit::names;
use crate::lower::grows;
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote};

/// What a projection's body says.
pub(super) struct Body {
    /// The body, its value a choice.
    pub(super) choosing: TokenStream,
    /// The part of each way out, in the order of the ways.
    pub(super) parts: Vec<Part>,
}

impl Body {
    /// What stands in for a body that chooses no part.
    pub(super) fn refused() -> Self {
        Body {
            choosing: quote!(()),
            parts: Vec::new(),
        }
    }
}

/// Reads a body; one that does more than choose is refused, and has no ways out.
pub(super) fn read(block: &syn::Block, reader: Reader, sink: &Sink) -> Body {
    let core = reader.core.clone();
    let mut ways = Ways {
        reader,
        sink,
        parts: Vec::new(),
        complete: true,
    };
    let mut block = block.clone();
    if ways.reader.unique {
        looking(&mut block);
    }
    ways.block(&mut block);
    let label = names::lifetime("choice", 0);
    if !ways.complete || ways.parts.is_empty() {
        return Body::refused();
    }
    Body {
        choosing: block_with_ways(&block, &label, &core, ways.parts.len()),
        parts: ways.parts,
    }
}

/// Ways are numbered as they are found, and only then is it known which one is the last.
fn block_with_ways(
    block: &syn::Block,
    label: &syn::Lifetime,
    core: &TokenStream,
    count: usize,
) -> TokenStream {
    struct Number<'a>(&'a TokenStream, &'a syn::Lifetime, usize);
    impl VisitMut for Number<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            visit_mut::visit_expr_mut(self, expr);
            if let Some((leaves, index, choice)) = way(expr) {
                let wrapped = wrap(self.0, index, self.2, &choice);
                let label = self.1;
                *expr = if leaves {
                    parse_quote!(break #label { #wrapped })
                } else {
                    parse_quote!(#wrapped)
                };
            }
        }
    }
    let mut block = block.clone();
    Number(core, label, count).visit_block_mut(&mut block);
    quote!(#label: #block)
}

/// A placeholder for a way out: `__way!(leaves, index, choice)`.
fn placeholder(leaves: bool, index: usize, choice: &TokenStream) -> Expr {
    parse_quote!(__way!(#leaves, #index, #choice))
}

fn way(expr: &Expr) -> Option<(bool, usize, TokenStream)> {
    let Expr::Macro(mac) = expr else { return None };
    if !mac.mac.path.is_ident("__way") {
        return None;
    }
    mac.mac
        .parse_body_with(|input: syn::parse::ParseStream| {
            let leaves: syn::LitBool = input.parse()?;
            input.parse::<syn::Token![,]>()?;
            let index: syn::LitInt = input.parse()?;
            input.parse::<syn::Token![,]>()?;
            Ok((leaves.value, index.base10_parse()?, input.parse()?))
        })
        .ok()
}

/// The choice of way `index` of `count`: the first is `Here`, the others nest in `Else`.
pub(super) fn wrap(
    core: &TokenStream,
    index: usize,
    count: usize,
    choice: &TokenStream,
) -> TokenStream {
    let last = index + 1 == count;
    let inner = if last {
        choice.clone()
    } else {
        quote!(#core::Branch::Here(#choice))
    };
    (0..index).fold(inner, |inner, _| quote!(#core::Branch::Else(#inner)))
}

struct Ways<'a> {
    reader: Reader<'a>,
    sink: &'a Sink,
    parts: Vec<Part>,
    complete: bool,
}

impl Ways<'_> {
    fn block(&mut self, block: &mut syn::Block) {
        let outside = self.reader.bound.len();
        inline_last(block);
        let last = block.stmts.pop();
        self.stmts(&mut block.stmts);
        if let Some(mut last) = last {
            match &mut last {
                syn::Stmt::Expr(expr, None) => self.tail(expr),
                other => self.visit_stmt_mut(other),
            }
            block.stmts.push(last);
        }
        self.reader.bound.truncate(outside);
    }

    fn stmts(&mut self, stmts: &mut Vec<syn::Stmt>) {
        for mut stmt in std::mem::take(stmts) {
            self.visit_stmt_mut(&mut stmt);
            if let syn::Stmt::Local(local) = &mut stmt {
                stmts.extend(self.reader.learn(local));
            }
            stmts.push(stmt);
        }
    }

    /// What an arm binds is known in it only.
    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = self.reader.bound.len();
        visit(self);
        self.reader.bound.truncate(outside);
    }

    fn learn_conditions(&mut self, cond: &mut Expr) {
        match cond {
            Expr::Let(e) => {
                self.visit_expr_mut(&mut e.expr);
                self.reader.learn_pattern(&e.pat, &e.expr);
            }
            Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_)) => {
                self.learn_conditions(&mut b.left);
                self.learn_conditions(&mut b.right);
            }
            other => self.visit_expr_mut(other),
        }
    }

    fn tail(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Block(b) if b.label.is_none() => self.block(&mut b.block),
            Expr::Paren(p) => self.tail(&mut p.expr),
            Expr::If(e) => {
                self.inside(|this| {
                    this.learn_conditions(&mut e.cond);
                    this.block(&mut e.then_branch);
                });
                if let Some((_, otherwise)) = &mut e.else_branch {
                    self.tail(otherwise);
                }
            }
            Expr::Match(e) => {
                self.visit_expr_mut(&mut e.expr);
                alternatives::apart(&mut e.arms);
                for arm in &mut e.arms {
                    self.inside(|this| {
                        this.reader.learn_pattern(&arm.pat, &e.expr);
                        this.tail(&mut arm.body);
                    });
                }
            }
            Expr::Macro(m) if super::diverges(&m.mac) => {}
            Expr::Return(_) => self.visit_expr_mut(expr),
            other => match with_default(other) {
                Some(matched) => {
                    *other = matched;
                    self.tail(other);
                }
                None => self.way(other, false),
            },
        }
    }

    fn way(&mut self, expr: &mut Expr, leaves: bool) {
        let returned = match &*expr {
            Expr::Return(r) => r.expr.as_deref().cloned(),
            other => Some(other.clone()),
        };
        match returned.and_then(|e| self.reader.reference(&e)) {
            Some((part, choice)) => {
                *expr = placeholder(leaves, self.parts.len(), &choice);
                self.parts.push(part);
            }
            None => {
                self.sink.refuse_at(&*expr, catalog::PROJECTION);
                self.complete = false;
            }
        }
    }
}

/// `self.rows.get(i).unwrap_or(&self.last)` as `match`: both ways out of it are the function's.
fn with_default(chosen: &Expr) -> Option<Expr> {
    let Expr::MethodCall(call) = build::peeled(chosen) else {
        return None;
    };
    let default = match (call.method.to_string().as_str(), call.args.first()?) {
        ("unwrap_or", default) => default,
        ("unwrap_or_else", Expr::Closure(c)) if c.inputs.is_empty() => &c.body,
        _ => return None,
    };
    let Expr::MethodCall(looking) = build::peeled(&call.receiver) else {
        return None;
    };
    looked_for(looking)?;
    let found = names::plain("found");
    Some(parse_quote!(match #looking {
        ::core::option::Option::Some(#found) => #found,
        ::core::option::Option::None => #default,
    }))
}

/// `let part = …; part` as `…`, so that each way out of it is one of the function's.
fn inline_last(block: &mut syn::Block) {
    let [.., syn::Stmt::Local(local), syn::Stmt::Expr(last, None)] = &*block.stmts else {
        return;
    };
    let chooses = |e: &Expr| matches!(e, Expr::If(_) | Expr::Match(_) | Expr::Block(_));
    let syn::Pat::Ident(name) = (match &local.pat {
        syn::Pat::Type(typed) => &*typed.pat,
        pat => pat,
    }) else {
        return;
    };
    let init = local
        .init
        .as_ref()
        .filter(|i| i.diverge.is_none() && chooses(&i.expr));
    if let (Some(init), true) = (init, build::as_name(last) == Some(&name.ident)) {
        let chosen = (*init.expr).clone();
        block.stmts.truncate(block.stmts.len() - 2);
        block.stmts.push(syn::Stmt::Expr(chosen, None));
    }
}

impl VisitMut for Ways<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Return(_) => self.way(expr, true),
            Expr::Closure(_) => {}
            Expr::Assign(a) if self.reader.stays_element(&a.left, &a.right) == Some(true) => {}
            Expr::Assign(a) if self.reader.is_part(&a.left) => {
                self.sink.refuse_at(&*expr, catalog::PROJECTION_CHANGES);
                self.complete = false;
            }
            Expr::Binary(b)
                if crate::lower::compound(&b.op).is_some() && self.reader.is_part(&b.left) =>
            {
                self.sink.refuse_at(&*expr, catalog::PROJECTION_CHANGES);
                self.complete = false;
            }
            Expr::MethodCall(call)
                if grows(&call.method.to_string()) && self.reader.is_part(&call.receiver) =>
            {
                self.sink.refuse_at(&*expr, catalog::PROJECTION_CHANGES);
                self.complete = false;
            }
            Expr::If(e) => self.inside(|this| {
                let outside = this.reader.bound.len();
                this.learn_conditions(&mut e.cond);
                this.visit_block_mut(&mut e.then_branch);
                this.reader.bound.truncate(outside);
                if let Some((_, otherwise)) = &mut e.else_branch {
                    this.visit_expr_mut(otherwise);
                }
            }),
            Expr::ForLoop(e) => self.inside(|this| {
                this.visit_expr_mut(&mut e.expr);
                this.reader.learn_loop(&e.pat, &e.expr);
                this.visit_block_mut(&mut e.body);
            }),
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.inside(|this| {
            this.reader.forget(&arm.pat);
            visit_mut::visit_arm_mut(this, arm);
        });
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.inside(|this| this.stmts(&mut block.stmts));
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
