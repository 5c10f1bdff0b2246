//! Conditions that do something.
//!
//! Receives a function in which inlined closures may have left assignments and exits inside of
//! conditions; promises these outside of comparisons and of `while`, where each is a statement.
//!
//! ```text
//! while { n += 1.0; n } < x { s *= n }
//!     loop { if { let left = { n += 1.0; n }; let right = x; left < right } { s *= n } else { break; } }
//! ```

use super::build;
use super::rename::Names;
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ExprBinary, Stmt};

pub(crate) fn separate_effects(function: &mut syn::ItemFn, names: &mut Names) {
    Conditions { names }.visit_block_mut(&mut function.block);
}

struct Conditions<'a> {
    names: &'a mut Names,
}

impl Conditions<'_> {
    /// `{ let left = a; let right = b; left < right }`
    fn compared(&mut self, e: ExprBinary) -> Expr {
        let mut stmts = Vec::new();
        let mut held = |this: &mut Self, side: Expr, name: &str| {
            let span = side.span();
            let name = this.names.fresh(&Ident::new(name, span));
            let pattern = build::name_pattern(name.clone(), false);
            stmts.push(build::let_(pattern, side, span));
            Box::new(build::name(name))
        };
        let left = held(self, *e.left, "left");
        let right = held(self, *e.right, "right");
        let comparison = ExprBinary { left, right, ..e };
        stmts.push(Stmt::Expr(Expr::Binary(comparison), None));
        build::block_expression(stmts)
    }

    fn separated(&mut self, expr: Expr) -> Expr {
        match expr {
            Expr::Binary(e) if acts(&e.left) || acts(&e.right) => match e.op {
                BinOp::Lt(_)
                | BinOp::Le(_)
                | BinOp::Gt(_)
                | BinOp::Ge(_)
                | BinOp::Eq(_)
                | BinOp::Ne(_) => self.compared(e),
                BinOp::And(_) => chosen(*e.left, Some(*e.right), None),
                BinOp::Or(_) => chosen(*e.left, None, Some(*e.right)),
                _ => Expr::Binary(e),
            },
            Expr::Unary(e) if matches!(e.op, syn::UnOp::Not(_)) && acts(&e.expr) => {
                let span = e.span();
                let [yes, no] = [false, true].map(|b| build::into_block(boolean(b, span)));
                build::if_(*e.expr, yes, Some(build::block_as_expression(no)), span)
            }
            Expr::While(e) if acts(&e.cond) => build::looped(e),
            other => other,
        }
    }
}

/// `if cond { yes } else { no }`, where what is not given is the condition's own value.
fn chosen(cond: Expr, yes: Option<Expr>, no: Option<Expr>) -> Expr {
    let span = cond.span();
    let yes = yes.unwrap_or_else(|| boolean(true, span));
    let no = no.unwrap_or_else(|| boolean(false, span));
    build::if_(cond, build::into_block(yes), Some(no), span)
}

fn boolean(value: bool, span: proc_macro2::Span) -> Expr {
    Expr::Lit(syn::ExprLit {
        attrs: Vec::new(),
        lit: syn::Lit::Bool(syn::LitBool::new(value, span)),
    })
}

/// Whether `expr` assigns to what lives outside of it, or leaves it.
fn acts(expr: &Expr) -> bool {
    let mut acts = Acts::default();
    acts.visit_expr(expr);
    acts.acts
        || acts
            .assigned
            .iter()
            .any(|name| !acts.declared.contains(name))
}

#[derive(Default)]
struct Acts {
    declared: HashSet<String>,
    assigned: Vec<String>,
    /// Labels of the loops around, inside of the expression.
    loops: Vec<Option<Ident>>,
    acts: bool,
}

impl Acts {
    /// What is changed through a reference or an element may live outside.
    fn assign(&mut self, target: &Expr) {
        match build::as_name(target) {
            Some(name) => self.assigned.push(name.to_string()),
            None => self.acts = true,
        }
    }

    fn exit(&mut self, label: Option<&syn::Lifetime>) {
        self.acts |= match label {
            None => self.loops.is_empty(),
            Some(label) => !self.loops.contains(&Some(label.ident.clone())),
        };
    }

    fn inside(&mut self, label: Option<&syn::Label>, body: impl FnOnce(&mut Self)) {
        self.loops.push(label.map(|l| l.name.ident.clone()));
        body(self);
        self.loops.pop();
    }
}

impl<'ast> Visit<'ast> for Acts {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.declared.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_expr_assign(&mut self, e: &'ast syn::ExprAssign) {
        self.assign(&e.left);
        visit::visit_expr_assign(self, e);
    }

    fn visit_expr_binary(&mut self, e: &'ast ExprBinary) {
        if crate::lower::compound(&e.op).is_some() {
            self.assign(&e.left);
        }
        visit::visit_expr_binary(self, e);
    }

    fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
        self.acts = true;
    }

    fn visit_expr_break(&mut self, e: &'ast syn::ExprBreak) {
        self.exit(e.label.as_ref());
        visit::visit_expr_break(self, e);
    }

    fn visit_expr_continue(&mut self, e: &'ast syn::ExprContinue) {
        self.exit(e.label.as_ref());
    }

    fn visit_expr_for_loop(&mut self, e: &'ast syn::ExprForLoop) {
        self.inside(e.label.as_ref(), |this| visit::visit_expr_for_loop(this, e));
    }

    fn visit_expr_while(&mut self, e: &'ast syn::ExprWhile) {
        self.inside(e.label.as_ref(), |this| visit::visit_expr_while(this, e));
    }

    fn visit_expr_loop(&mut self, e: &'ast syn::ExprLoop) {
        self.inside(e.label.as_ref(), |this| visit::visit_expr_loop(this, e));
    }

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

impl VisitMut for Conditions<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let whole = std::mem::replace(expr, Expr::Verbatim(Default::default()));
        *expr = self.separated(whole);
    }
}
