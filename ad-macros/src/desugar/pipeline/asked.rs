//! What is asked of items that is no number.
//!
//! Receives `count`, `any` and `all` of a pipeline; promises loops where closures on the way do more than look, a list with a
//! name of its own where a method of the user's gave the items, and that everything else stays as it is: it carries no
//! derivative, and is run as the user wrote it.
//!
//! ```text
//! self.rows().iter().any(|r| r.is_empty())     { let items = self.rows(); items.iter().any(|r| r.is_empty()) }
//! x.iter().filter(|v| stats.add(**v)).count()  { let mut count = 0; for v in x.iter() { if stats.add(*v) { count += 1; } } count }
//! x.iter().any(|v| v.is_nan())                 as it is
//! ```

use super::Pipelines;
use super::changes;
use super::read::Pipeline;
use crate::desugar::{build, closures, sequence};
use crate::lower::{is_structural, looks_only};
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, Stmt, parse_quote};

/// Whether a call asks for what is no number.
pub(super) fn is_question(call: &ExprMethodCall) -> bool {
    match call.args.len() {
        0 => call.method == "count",
        1 => call.method == "any" || call.method == "all",
        _ => false,
    }
}

impl Pipelines<'_> {
    pub(super) fn asked_of_items(
        &mut self,
        pipeline: &Pipeline,
        call: &ExprMethodCall,
    ) -> Option<Expr> {
        let mut asked = call.clone();
        let given = list_given(&mut asked.receiver);
        let given_away = matches!(given, Some((_, true)));
        let loops = given_away || asks_captured(call);
        match call.args.first() {
            None if loops || changes::may_change_any_of(&self.variables, &call.receiver) => {
                self.count(pipeline, call)
            }
            Some(f) if loops => self.any_or_all(pipeline, f, call),
            _ => {
                let (list, _) = given?;
                let name = self.fresh("items", list.span());
                let list = std::mem::replace(list, build::name(name.clone()));
                Some(parse_quote!({ let #name = #list; #asked }))
            }
        }
    }

    /// What is asked of the items that a function of the user's gave, and is no number.
    pub(super) fn asked_of_list(
        &mut self,
        pipeline: &Pipeline,
        call: &ExprMethodCall,
    ) -> Option<Expr> {
        let items = self.collect_vec(pipeline, None, call.method.span())?;
        let list = self.fresh("items", call.method.span());
        let asked: Expr = match call.args.first() {
            Some(f) => {
                let method = &call.method;
                parse_quote!(#list.iter().cloned().#method(#f))
            }
            None => parse_quote!(#list.len()),
        };
        Some(parse_quote!({ let #list = #items; #asked }))
    }

    /// How many items there are, where the closures on their way do more than look: `x.iter().filter(|v| stats.add(**v)).count()`.
    fn count(&mut self, pipeline: &Pipeline, call: &ExprMethodCall) -> Option<Expr> {
        let count = self.fresh("count", call.method.span());
        let mut stmts: Vec<Stmt> = vec![parse_quote!(let mut #count = 0usize;)];
        stmts.extend(self.run(pipeline, &mut |this, item| {
            let mut counted = Vec::new();
            this.held(item, &mut counted);
            counted.push(parse_quote!(#count += 1;));
            Some(counted)
        })?);
        stmts.push(Stmt::Expr(build::name(count), None));
        Some(build::block_expression(stmts))
    }

    /// Whether one of the items, or each, is as asked for by methods of what is captured.
    fn any_or_all(&mut self, pipeline: &Pipeline, f: &Expr, call: &ExprMethodCall) -> Option<Expr> {
        let (found, label) = (
            self.fresh("found", call.method.span()),
            self.names.label(call.method.span()),
        );
        let any = call.method == "any";
        let stmts = self.run(pipeline, &mut |this, item| {
            let asked = this.applied(f, vec![item]);
            Some(vec![match any {
                true => parse_quote!(if #asked { #found = true; break #label; }),
                false => parse_quote!(if !(#asked) { #found = false; break #label; }),
            }])
        })?;
        let start = !any;
        let stmts: Vec<Stmt> = vec![
            parse_quote!(let mut #found = #start;),
            build::semi(build::labelled_block(label, stmts)),
            Stmt::Expr(build::name(found), None),
        ];
        Some(build::block_expression(stmts))
    }
}

/// The list that a method of the user's gave, behind what goes over it and adaptors, and whether it gives its items away.
fn list_given(items: &mut Expr) -> Option<(&mut Expr, bool)> {
    let Expr::MethodCall(call) = items else {
        return None;
    };
    let name = call.method.to_string();
    let goes_over = matches!(name.as_str(), "iter" | "into_iter" | "windows");
    if !goes_over && !sequence::is_chunks(&name) {
        return match closures::is_adaptor(&call.method) {
            true => list_given(&mut call.receiver),
            false => None,
        };
    }
    let is_given = matches!(build::peeled(&call.receiver), Expr::MethodCall(given)
        if !is_structural(&given.method.to_string()) && !closures::is_adaptor(&given.method));
    is_given.then_some((&mut *call.receiver, name == "into_iter"))
}

/// Whether closures call methods of what they captured that may be the user's: `(0..n).any(|i| rows.is_active(i))`.
fn asks_captured(call: &ExprMethodCall) -> bool {
    #[derive(Default)]
    struct Asked {
        closures: usize,
        parameters: Vec<Ident>,
        found: bool,
    }
    impl<'ast> Visit<'ast> for Asked {
        fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
            let outer = self.parameters.len();
            let names = closure.inputs.iter().flat_map(build::bound_names);
            self.parameters.extend(names);
            self.closures += 1;
            self.visit_expr(&closure.body);
            self.closures -= 1;
            self.parameters.truncate(outer);
        }

        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            let captured = build::root(&call.receiver)
                .is_some_and(|name| self.closures > 0 && !self.parameters.contains(name));
            self.found |= captured && !looks_only(&call.method.to_string());
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut asked = Asked::default();
    asked.visit_expr_method_call(call);
    asked.found
}
