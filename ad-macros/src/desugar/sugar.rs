//! Control flow by patterns, all of it as `match`.
//!
//! Receives a function whose local names are unique; promises one without `if let`, `while let`,
//! `let … else` and, where the return type says which, or what a closure is given to or ends in, `?`. Patterns stay the user's. What follows a
//! binding that may fail goes into the arm where it succeeds, so that no reference has to be chosen.
//!
//! ```text
//! let Some(x) = first else { return 0.0 };        match first {
//! x * x                                               Some(x) => { x * x },
//!                                                     _ => { return 0.0 },
//!                                                 }
//! ```

use super::build;
use super::rename::Names;
use crate::diagnostics::{Sink, catalog};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::mem;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, Pat, ReturnType, Stmt, Type};

/// An `else` of so many tokens may be written several times.
const SHORT: usize = 12;

pub(crate) fn to_match(function: &mut syn::ItemFn, names: &mut Names, sink: &Sink) {
    let mut sugar = Sugar {
        names,
        sink,
        family: Family::of(&function.sig.output).or_else(|| Family::of_body(&function.block)),
        expected: None,
        generic: function.sig.generics.type_params().next().is_some(),
    };
    sugar.visit_block_mut(&mut function.block);
}

struct Sugar<'a> {
    names: &'a mut Names,
    sink: &'a Sink,
    /// Of what the function or closure around returns.
    family: Option<Family>,
    /// Of what the closure that comes next returns, by what it is given to.
    expected: Option<Family>,
    /// Whether there are type parameters, and what is behind a reference may be anything.
    generic: bool,
}

/// What `?` unpacks.
#[derive(Clone, Copy)]
enum Family {
    Option,
    Result,
}

impl Family {
    /// As far as the name of the type says: `io::Result<T>` is a `Result` too.
    fn of(output: &ReturnType) -> Option<Self> {
        let ReturnType::Type(_, ty) = output else {
            return None;
        };
        let Type::Path(path) = &**ty else {
            return None;
        };
        let name = path.path.segments.last()?.ident.to_string();
        if name == "Option" {
            Some(Family::Option)
        } else {
            name.ends_with("Result").then_some(Family::Result)
        }
    }
}

impl Family {
    /// As far as the variant shows that the value ends in.
    fn of_value(value: &Expr) -> Option<Self> {
        let last = |block: &Block| match block.stmts.last()? {
            Stmt::Expr(value, None) => Family::of_value(value),
            _ => None,
        };
        let name = match build::peeled(value) {
            Expr::Block(b) => return last(&b.block),
            Expr::If(e) => {
                let otherwise = |(_, e): &(_, Box<Expr>)| Family::of_value(e);
                return last(&e.then_branch).or_else(|| e.else_branch.as_ref().and_then(otherwise));
            }
            Expr::Match(e) => return e.arms.iter().find_map(|arm| Family::of_value(&arm.body)),
            Expr::Call(call) => match &*call.func {
                Expr::Path(variant) => &variant.path.segments.last()?.ident,
                _ => return None,
            },
            Expr::Path(variant) => &variant.path.segments.last()?.ident,
            Expr::MethodCall(call) => return Family::given_by(&call.method),
            _ => return None,
        };
        match name.to_string().as_str() {
            "Some" | "None" => Some(Family::Option),
            "Ok" | "Err" => Some(Family::Result),
            _ => None,
        }
    }

    /// Of what a method gives that only one of both gives, or that only gives one of both.
    fn given_by(method: &Ident) -> Option<Self> {
        let name = method.to_string();
        match name.as_str() {
            "ok" | "err" | "then" | "then_some" | "first" | "last" | "first_mut" | "last_mut"
            | "pop" | "pop_front" | "pop_back" | "next" | "next_back" | "find_map" => {
                Some(Family::Option)
            }
            "ok_or" | "ok_or_else" | "map_err" | "parse" => Some(Family::Result),
            _ => name.starts_with("checked_").then_some(Family::Option),
        }
    }

    /// Of what a closure returns that a method is given.
    fn wanted_by(method: &Ident) -> Option<Self> {
        let of_options = ["filter_map", "find_map", "map_while", "scan"];
        let wants = of_options.iter().any(|name| method == name);
        wants.then_some(Family::Option)
    }

    /// Where the type is another name, `Fit<T>`: as far as what the body ends in shows, or what it leaves with.
    fn of_body(body: &Block) -> Option<Self> {
        struct Returned(Option<Family>);
        impl<'ast> Visit<'ast> for Returned {
            fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
            fn visit_item(&mut self, _: &'ast syn::Item) {}
            fn visit_expr_return(&mut self, left: &'ast syn::ExprReturn) {
                let value = left.expr.as_deref();
                self.0 = self.0.or_else(|| value.and_then(Family::of_value));
                visit::visit_expr_return(self, left);
            }
        }
        let body = build::block_expression(body.stmts.clone());
        let mut returned = Returned(Family::of_value(&body));
        returned.visit_expr(&body);
        returned.0.or_else(|| Family::of_questions(&body))
    }

    /// As far as what `?` asks shows: `i.checked_sub(1)?`, not in a closure within.
    fn of_questions(body: &Expr) -> Option<Self> {
        struct Questions(Option<Family>);
        impl<'ast> Visit<'ast> for Questions {
            fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
            fn visit_item(&mut self, _: &'ast syn::Item) {}
            fn visit_expr_try(&mut self, question: &'ast syn::ExprTry) {
                self.0 = self.0.or_else(|| Family::of_value(&question.expr));
                visit::visit_expr_try(self, question);
            }
        }
        let mut questions = Questions(None);
        questions.visit_expr(body);
        questions.0
    }
}

impl Sugar<'_> {
    /// The statements up to the first binding that may fail, which becomes a `match` with all that
    /// follows in one of its arms.
    fn nested(&mut self, mut stmts: Vec<Stmt>) -> Vec<Stmt> {
        let Some(at) = stmts.iter().position(|s| self.may_fail(s)) else {
            return stmts;
        };
        let rest = stmts.split_off(at + 1);
        if let Some(Stmt::Local(local)) = stmts.pop() {
            stmts.extend(self.bound_or_left(local, rest));
        }
        stmts
    }

    fn may_fail(&self, stmt: &Stmt) -> bool {
        let Stmt::Local(local) = stmt else {
            return false;
        };
        let Some(init) = &local.init else {
            return false;
        };
        init.diverge.is_some() || self.family.is_some() && matches!(*init.expr, Expr::Try(_))
    }

    /// `let P = e else { D };` or `let P = e?;`, and what follows.
    fn bound_or_left(&mut self, local: syn::Local, rest: Vec<Stmt>) -> Vec<Stmt> {
        let span = local.let_token.span;
        let Some(init) = local.init else {
            return rest;
        };
        match (init.diverge, *init.expr) {
            (Some((_, otherwise)), value) => {
                self.bound_or_else(local.pat, value, *otherwise, rest, span)
            }
            (None, Expr::Try(question)) => {
                vec![Stmt::Expr(
                    self.bound_or_returned(local.pat, question, rest),
                    None,
                )]
            }
            (None, _) => rest,
        }
    }

    fn bound_or_else(
        &mut self,
        pat: Pat,
        value: Expr,
        otherwise: Expr,
        rest: Vec<Stmt>,
        span: Span,
    ) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let (pat, value) = match pat {
            Pat::Type(typed) => {
                let name = self.names.fresh(&Ident::new("value", value.span()));
                let held = build::ascribed(build::name_pattern(name.clone(), false), *typed.ty);
                stmts.push(build::let_(held, value, span));
                (*typed.pat, build::name(name))
            }
            pat => (pat, value),
        };
        let arms = vec![
            build::arm(pat, None, build::block_expression(rest)),
            build::arm(build::wildcard(otherwise.span()), None, otherwise),
        ];
        stmts.push(Stmt::Expr(build::match_(value, arms, span), None));
        stmts
    }

    /// `let P = e?;` and what follows.
    fn bound_or_returned(&mut self, pat: Pat, question: syn::ExprTry, mut rest: Vec<Stmt>) -> Expr {
        // What is kept for the parts is the value alone: the error need not be one of which there are copies.
        let apart = matches!(
            pat,
            Pat::Slice(_) | Pat::Tuple(_) | Pat::TupleStruct(_) | Pat::Struct(_)
        ) && matches!(self.family, Some(Family::Result))
            && !self.generic;
        let pat = match pat {
            pat if apart || matches!(pat, Pat::Type(_)) => {
                let name = self.names.fresh(&Ident::new("value", question.expr.span()));
                let span = pat.span();
                rest.insert(0, build::let_(pat, build::name(name.clone()), span));
                build::name_pattern(name, false)
            }
            pat => pat,
        };
        self.unpacked(question, pat, build::block_expression(rest))
    }

    /// `e?` with its value bound to `pat` in `body`; refused where no return type says what `?` is.
    fn unpacked(&mut self, question: syn::ExprTry, pat: Pat, body: Expr) -> Expr {
        let span = question.question_token.span;
        let (success, failure) = match self.family {
            None => {
                self.sink.refuse_at(&question, catalog::QUESTION);
                return Expr::Try(question);
            }
            Some(Family::Option) => {
                let none = variant("option", "Option", "None", span);
                let left = build::return_(Expr::Path(none.clone()), span);
                (
                    variant("option", "Option", "Some", span),
                    (Pat::Path(none), left),
                )
            }
            Some(Family::Result) => {
                let error = self.names.fresh(&Ident::new("error", span));
                let err = variant("result", "Result", "Err", span);
                let left = left_with(build::name(error.clone()), span);
                let pat = payload(err, build::name_pattern(error, false), span);
                (variant("result", "Result", "Ok", span), (pat, left))
            }
        };
        let arms = vec![
            build::arm(payload(success, pat, span), None, body),
            build::arm(failure.0, None, failure.1),
        ];
        build::match_(*question.expr, arms, span)
    }

    fn question(&mut self, question: syn::ExprTry) -> Expr {
        // `Err(e)?` has no value whose type could be told.
        if let (Some(Family::Result), Some(error)) = (self.family, error_of(&question.expr)) {
            return left_with(error.clone(), question.question_token.span);
        }
        let name = self.names.fresh(&Ident::new("value", question.expr.span()));
        let pat = build::name_pattern(name.clone(), false);
        self.unpacked(question, pat, build::name(name))
    }

    /// `if` with patterns among its conditions: its outermost condition or pattern, the rest within.
    fn if_let(&mut self, e: syn::ExprIf) -> Expr {
        let span = e.if_token.span;
        let otherwise = e.else_branch.map(|(_, otherwise)| *otherwise);
        let mut conditions = Vec::new();
        flatten(*e.cond, &mut conditions);
        let copies = copies(&conditions);
        let long = |e: &Expr| build::size(e.to_token_stream()) > SHORT;
        if copies > 1 && otherwise.as_ref().is_some_and(long) {
            return self.either(conditions, e.then_branch, otherwise, span);
        }
        peel(conditions, e.then_branch, otherwise, span)
    }

    /// `'l: { if conditions { break 'l { … } } otherwise }`: `otherwise` written once.
    fn either(
        &mut self,
        conditions: Vec<Expr>,
        mut then: Block,
        otherwise: Option<Expr>,
        span: Span,
    ) -> Expr {
        let label = self.names.label(span);
        let value = match then.stmts.pop() {
            Some(Stmt::Expr(value, None)) => Some(Box::new(value)),
            last => {
                then.stmts.extend(last);
                None
            }
        };
        let left = build::break_(Some(label.clone()), value, span);
        then.stmts.push(build::semi(left));
        let mut stmts = vec![Stmt::Expr(peel(conditions, then, None, span), None)];
        stmts.extend(otherwise.map(build::into_stmts).unwrap_or_default());
        build::labelled_block(label, stmts)
    }

    /// One layer of sugar off `expr`.
    fn unsugared(&mut self, expr: Expr) -> Expr {
        match expr {
            Expr::If(e) if contains_let(&e.cond) => self.if_let(e),
            Expr::While(e) if contains_let(&e.cond) => build::looped(e),
            Expr::Try(e) => self.question(e),
            Expr::Assign(a) if self.changes_behind(&a.left) => self.changed_behind(Expr::Assign(a)),
            Expr::Binary(b) if is_compound(&b) && self.changes_behind(&b.left) => {
                self.changed_behind(Expr::Binary(b))
            }
            Expr::Binary(mut b) if crate::lower::compound(&b.op).is_none() => {
                self.looked_at(&mut b.left);
                self.looked_at(&mut b.right);
                Expr::Binary(b)
            }
            other => other,
        }
    }

    fn changes_behind(&self, place: &Expr) -> bool {
        self.family.is_some() && asked(&mut place.clone()).is_some()
    }

    /// `*e? *= value`: the value comes first, as it does for numbers, and the place is bound by a pattern.
    fn changed_behind(&mut self, mut statement: Expr) -> Expr {
        let (place, value) = match &mut statement {
            Expr::Assign(a) => (&mut *a.left, &mut *a.right),
            Expr::Binary(b) => (&mut *b.left, &mut *b.right),
            _ => return statement,
        };
        let span = value.span();
        let held = self.names.fresh(&Ident::new("value", span));
        let value = mem::replace(value, build::name(held.clone()));
        let behind = self.names.fresh(&Ident::new("place", place.span()));
        let Some(question) =
            asked(place).and_then(|e| match mem::replace(e, build::name(behind.clone())) {
                Expr::Try(question) => Some(question),
                _ => None,
            })
        else {
            return statement;
        };
        let pat = build::name_pattern(behind, false);
        let unpacked = self.unpacked(question, pat, statement);
        let held = build::let_(build::name_pattern(held, false), value, span);
        build::block_expression(vec![held, Stmt::Expr(unpacked, None)])
    }

    /// `*e?` as an operand: its value is taken where the pattern binds it, so that no reference has to be
    /// chosen.
    fn looked_at(&mut self, operand: &mut Expr) {
        let Expr::Unary(u) = build::peeled(operand) else {
            return;
        };
        if let (syn::UnOp::Deref(_), Expr::Try(question)) = (u.op, build::peeled(&u.expr))
            && self.family.is_some()
        {
            let question = question.clone();
            let name = self.names.fresh(&Ident::new("value", question.span()));
            let pat = build::name_pattern(name.clone(), false);
            *operand = self.unpacked(question, pat, syn::parse_quote!(*#name));
        }
    }
}

fn is_compound(b: &syn::ExprBinary) -> bool {
    crate::lower::compound(&b.op).is_some()
}

/// What `?` asks in a place: `e?` in `*e?`, `e?.x`, `e?[i]`.
fn asked(place: &mut Expr) -> Option<&mut Expr> {
    match place {
        Expr::Try(_) => Some(place),
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => asked(&mut u.expr),
        Expr::Field(f) => asked(&mut f.base),
        Expr::Index(i) => asked(&mut i.expr),
        Expr::Paren(p) => asked(&mut p.expr),
        _ => None,
    }
}

/// How often the `else` of these conditions would be written.
fn copies(conditions: &[Expr]) -> usize {
    let lets = conditions.iter().filter(|c| matches!(c, Expr::Let(_)));
    lets.count() + usize::from(!matches!(conditions.first(), Some(Expr::Let(_))))
}

/// The outermost condition as `if`, or the outermost pattern as `match` with the conditions that
/// follow it as its guard.
fn peel(mut conditions: Vec<Expr>, then: Block, otherwise: Option<Expr>, span: Span) -> Expr {
    let first = conditions.remove(0);
    let pattern = conditions.iter().position(|c| matches!(c, Expr::Let(_)));
    let after = conditions.split_off(pattern.unwrap_or(conditions.len()));
    let plain = conditions;
    let inside = match and(after, span) {
        Some(cond) => Expr::If(syn::ExprIf {
            attrs: Vec::new(),
            if_token: syn::Token![if](span),
            cond: Box::new(cond),
            then_branch: then,
            else_branch: otherwise
                .clone()
                .map(|e| (syn::Token![else](span), Box::new(e))),
        }),
        None => build::block_as_expression(then),
    };
    match first {
        Expr::Let(e) => {
            let otherwise = otherwise.unwrap_or_else(|| build::block_expression(Vec::new()));
            let rest = build::wildcard(otherwise.span());
            let arms = vec![
                build::arm(*e.pat, and(plain, span), inside),
                build::arm(rest, None, otherwise),
            ];
            build::match_(*e.expr, arms, span)
        }
        first => {
            let mut all = vec![first];
            all.extend(plain);
            let cond = and(all, span).unwrap_or_else(|| unreachable!("one condition at least"));
            build::if_(cond, build::into_block(inside), otherwise, span)
        }
    }
}

/// `a && b && c` as a list.
fn flatten(cond: Expr, conditions: &mut Vec<Expr>) {
    match cond {
        Expr::Binary(b)
            if matches!(b.op, BinOp::And(_)) && contains_let(&Expr::Binary(b.clone())) =>
        {
            flatten(*b.left, conditions);
            flatten(*b.right, conditions);
        }
        other => conditions.push(other),
    }
}

fn and(conditions: Vec<Expr>, span: Span) -> Option<Expr> {
    conditions.into_iter().reduce(|left, right| {
        Expr::Binary(syn::ExprBinary {
            attrs: Vec::new(),
            left: Box::new(left),
            op: BinOp::And(syn::Token![&&](span)),
            right: Box::new(right),
        })
    })
}

fn contains_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(b) if matches!(b.op, BinOp::And(_)) => {
            contains_let(&b.left) || contains_let(&b.right)
        }
        _ => false,
    }
}

/// `::core::module::Type::name`, whatever names the user's scope has.
fn variant(module: &str, ty: &str, name: &str, span: Span) -> syn::ExprPath {
    let segments = ["core", module, ty, name].map(|s| syn::PathSegment::from(Ident::new(s, span)));
    syn::ExprPath {
        attrs: Vec::new(),
        qself: None,
        path: syn::Path {
            leading_colon: Some(syn::Token![::](span)),
            segments: segments.into_iter().collect(),
        },
    }
}

/// `return Err(From::from(error))`
fn left_with(error: Expr, span: Span) -> Expr {
    let from = variant("convert", "From", "from", span);
    let err = variant("result", "Result", "Err", span);
    build::return_(call(err, call(from, error, span), span), span)
}

/// The error of `Err(error)`.
fn error_of(value: &Expr) -> Option<&Expr> {
    match build::peeled(value) {
        Expr::Call(call) => {
            let is_error = matches!(&*call.func, Expr::Path(p) if p.path.is_ident("Err"));
            call.args.first().filter(|_| is_error)
        }
        _ => None,
    }
}

/// `Variant(pat)`
fn payload(variant: syn::ExprPath, pat: Pat, span: Span) -> Pat {
    Pat::TupleStruct(syn::PatTupleStruct {
        attrs: Vec::new(),
        qself: None,
        path: variant.path,
        paren_token: syn::token::Paren(span),
        elems: [pat].into_iter().collect(),
    })
}

fn call(function: syn::ExprPath, arg: Expr, span: Span) -> Expr {
    Expr::Call(syn::ExprCall {
        attrs: Vec::new(),
        func: Box::new(Expr::Path(function)),
        paren_token: syn::token::Paren(span),
        args: [arg].into_iter().collect(),
    })
}

impl VisitMut for Sugar<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts = self.nested(mem::take(&mut block.stmts));
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let whole = mem::replace(expr, Expr::Verbatim(Default::default()));
        *expr = self.unsugared(whole);
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let family = Family::of(&closure.output)
            .or(self.expected.take())
            .or_else(|| Family::of_value(&closure.body))
            .or_else(|| Family::of_questions(&closure.body));
        let outer = mem::replace(&mut self.family, family);
        visit_mut::visit_expr_closure_mut(self, closure);
        self.family = outer;
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        self.visit_expr_mut(&mut call.receiver);
        for arg in &mut call.args {
            if matches!(arg, Expr::Closure(_)) {
                self.expected = Family::wanted_by(&call.method);
            }
            self.visit_expr_mut(arg);
        }
    }

    fn visit_expr_async_mut(&mut self, block: &mut syn::ExprAsync) {
        let outer = self.family.take();
        visit_mut::visit_expr_async_mut(self, block);
        self.family = outer;
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
