//! Small methods of the block, in the place of their calls.
//!
//! What a method calls is seen by its callee's rule alone, and loops over calls are not seen through. Receives a
//! method with the methods and functions of its block; promises the same method in which calls of those that are but an
//! expression are that expression. Only the form in which fields are taken for numbers is written so (`fields.rs`).
//!
//! ```text
//! fn at(&self, i: usize, j: usize) -> f64 { self.data[i * self.cols + j] }
//!
//! s += this.at(i, j + 1);                 s += this.data[i * this.cols + (j + 1)];
//! s += this.at(i, index(j));              s += { let argument: usize = index(j); this.data[i * this.cols + argument] };
//! ```

use super::build::{self, Bound};
use super::methods::{Around, RECEIVER, standalone};
use crate::tables::HashMap;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, BinOp, Expr, FnArg, ImplItem, ImplItemFn, ItemFn, Pat, Stmt, Type, parse_quote,
};

/// How deep calls in what stands for calls are followed.
const DEPTH: usize = 4;
/// How many calls in one method are.
const CALLS: usize = 64;
/// How many tokens a small method has at most.
const TOKENS: usize = 80;

/// A method or a function that is but an expression.
pub(crate) struct Small {
    name: Ident,
    of_receiver: bool,
    params: Vec<(Ident, Type)>,
    value: Expr,
    /// What is bound in it.
    own: Bound,
}

/// The small methods and functions among the items of a block.
pub(crate) fn small(items: &[ImplItem], around: &Around) -> Vec<Small> {
    let functions = items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Small::of(function, around),
        _ => None,
    });
    functions.collect()
}

/// The method with what its calls of small ones give.
pub(crate) fn inlined(method: &ItemFn, small: &[Small]) -> ItemFn {
    let mut item = method.clone();
    let mut calls = Calls {
        small,
        bound: Bound::of(method),
        depth: 0,
        calls: 0,
        arguments: 0,
    };
    calls.visit_block_mut(&mut item.block);
    item
}

impl Small {
    fn of(function: &ImplItemFn, around: &Around) -> Option<Small> {
        let plain = function.sig.generics.params.is_empty()
            && function.attrs.iter().all(is_of_no_effect)
            && function.sig.asyncness.is_none()
            && function.sig.unsafety.is_none();
        let lent = |r: &syn::Receiver| r.reference.is_some() && r.mutability.is_none();
        if !plain || !function.sig.receiver().is_none_or(lent) {
            return None;
        }
        let of_receiver = function.sig.receiver().is_some();
        let ItemFn { sig, block, .. } = standalone(around, function);
        let params = sig.inputs.iter().skip(usize::from(of_receiver));
        let short = build::size(block.to_token_stream()) <= TOKENS;
        let own = Bound::of_block(&block);
        (short && is_value(&sig.output) && is_expression(&block)).then_some(Small {
            name: sig.ident.clone(),
            of_receiver,
            params: params.map(param).collect::<Option<_>>()?,
            value: of_block(*block),
            own,
        })
    }
}

/// `{ value }` is `value`.
fn of_block(block: syn::Block) -> Expr {
    match block.stmts.as_slice() {
        [Stmt::Expr(value, None)] => value.clone(),
        _ => parse_quote!(#block),
    }
}

fn is_of_no_effect(attribute: &Attribute) -> bool {
    let names = ["doc", "inline", "must_use", "allow", "expect"];
    names.iter().any(|name| attribute.path().is_ident(name))
}

fn param(input: &FnArg) -> Option<(Ident, Type)> {
    let FnArg::Typed(typed) = input else {
        return None;
    };
    match &*typed.pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() => {
            let plain = typed.attrs.is_empty() && may_be_written(typed.ty.to_token_stream());
            plain.then(|| (name.ident.clone(), (*typed.ty).clone()))
        }
        _ => None,
    }
}

/// Whether a variable of another method may have a type as it is written: it has no lifetime of its own, and names it all.
fn may_be_written(ty: TokenStream) -> bool {
    ty.into_iter().all(|tree| match tree {
        TokenTree::Ident(name) => name != "impl",
        TokenTree::Punct(punct) => punct.as_char() != '\'',
        TokenTree::Group(group) => may_be_written(group.stream()),
        TokenTree::Literal(_) => true,
    })
}

/// Whether a function returns a number.
fn is_value(output: &syn::ReturnType) -> bool {
    use crate::ir::{Ty, ty};
    match output {
        syn::ReturnType::Default => false,
        syn::ReturnType::Type(_, ty) => {
            matches!(ty::read(ty, &|_| false), Ty::Float(_) | Ty::Int | Ty::Bool)
        }
    }
}

/// Whether a body is an expression, with names for parts of it, that always comes to its end.
fn is_expression(body: &syn::Block) -> bool {
    struct Plain(bool);
    impl<'ast> Visit<'ast> for Plain {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 &= matches!(
                expr,
                Expr::Path(_)
                    | Expr::Lit(_)
                    | Expr::Field(_)
                    | Expr::Index(_)
                    | Expr::Binary(_)
                    | Expr::Unary(_)
                    | Expr::Paren(_)
                    | Expr::Group(_)
                    | Expr::Cast(_)
                    | Expr::Call(_)
                    | Expr::MethodCall(_)
                    | Expr::Reference(_)
                    | Expr::Tuple(_)
            );
            visit::visit_expr(self, expr);
        }

        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 &= name.mutability.is_none() && name.by_ref.is_none();
        }
    }
    let Some((Stmt::Expr(_, None), names)) = body.stmts.split_last() else {
        return false;
    };
    let is_name = |stmt: &Stmt| matches!(stmt, Stmt::Local(local) if local.init.as_ref().is_some_and(|i| i.diverge.is_none()));
    let mut plain = Plain(names.iter().all(is_name));
    plain.visit_block(body);
    plain.0
}

struct Calls<'s> {
    small: &'s [Small],
    /// What means something else in the method than in what it calls.
    bound: Bound,
    depth: usize,
    calls: usize,
    /// How many arguments have names.
    arguments: usize,
}

impl<'s> Calls<'s> {
    /// What a call of a small method or function gives.
    fn given(&mut self, expr: &Expr) -> Option<Expr> {
        let (small, args) = self.called(expr)?;
        if small.params.len() != args.len() || !self.means_the_same(small) {
            return None;
        }
        let (before, given) = self.arguments(small, &args);
        let mut value = small.value.clone();
        Given(&given).visit_expr_mut(&mut value);
        Some(match before.is_empty() {
            true => parse_quote!((#value)),
            false => build::with_statements(before, value),
        })
    }

    /// Whether the names in a small method stand for the same in the method that calls it.
    fn means_the_same(&self, small: &Small) -> bool {
        let is_param = |name: &Ident| small.params.iter().any(|(param, _)| param == name);
        let is_own =
            |name: &Ident| name == RECEIVER || small.own.0.contains(name) || is_param(name);
        let of_block = |name: &Ident| is_own(name) || !self.bound.0.contains(name);
        !small.own.0.iter().any(is_param) && build::names_in(&small.value).iter().all(of_block)
    }

    /// What stands for the parameters, and the statements that evaluate what may not stand there itself.
    fn arguments(&mut self, small: &Small, args: &[&Expr]) -> (Vec<Stmt>, HashMap<String, Expr>) {
        let may_stand = |ty: &Type, arg: &Expr| {
            build::as_name(arg).is_some() || is_count(ty) && only_counts(arg)
        };
        let params = || small.params.iter().zip(args);
        let evaluated = params().filter(|((_, ty), arg)| !may_stand(ty, arg));
        // What an argument may change, and what has another meaning in the method, is not read in its place.
        let mut taken: Vec<Ident> = evaluated
            .flat_map(|(_, arg)| build::names_in(arg))
            .collect();
        taken.extend(small.own.0.iter().cloned());
        let (mut before, mut given) = (Vec::new(), HashMap::default());
        for ((param, ty), arg) in params() {
            let names = build::names_in(arg);
            let apart = names.iter().all(|name| !taken.contains(name));
            let value = match may_stand(ty, arg) && apart {
                true => (*arg).clone(),
                false => {
                    let name = self.argument();
                    before.push(parse_quote!(let #name: #ty = #arg;));
                    parse_quote!(#name)
                }
            };
            given.insert(param.to_string(), value);
        }
        (before, given)
    }

    fn argument(&mut self) -> Ident {
        let number = self.arguments;
        self.arguments += 1;
        format_ident!("__argument{number}", span = Span::mixed_site())
    }

    fn called<'e>(&self, expr: &'e Expr) -> Option<(&'s Small, Vec<&'e Expr>)> {
        let (name, of_receiver, args) = match expr {
            Expr::MethodCall(call) if build::as_name(&call.receiver)? == RECEIVER => {
                (&call.method, true, &call.args)
            }
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => {
                    let mut names = path.path.segments.iter();
                    let (of, name) = (names.next()?, names.next()?);
                    let plain = names.next().is_none() && path.qself.is_none();
                    (plain && of.ident == "Self").then_some((&name.ident, false, &call.args))?
                }
                _ => return None,
            },
            _ => return None,
        };
        let meant = |small: &&Small| small.name == *name && small.of_receiver == of_receiver;
        let small = self.small.iter().find(meant)?;
        Some((small, args.iter().collect()))
    }
}

impl VisitMut for Calls<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.depth < DEPTH
            && self.calls < CALLS
            && let Some(given) = self.given(expr)
        {
            *expr = given;
            self.calls += 1;
            self.depth += 1;
            self.visit_expr_mut(expr);
            self.depth -= 1;
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // An item's receiver is another one.
    }
}

fn is_count(ty: &Type) -> bool {
    ty.to_token_stream().to_string() == "usize"
}

/// Whether an expression is arithmetic of names and whole numbers, which may stand wherever its value may.
fn only_counts(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(p) => only_counts(&p.expr),
        Expr::Group(g) => only_counts(&g.expr),
        Expr::Path(_) => build::as_name(expr).is_some(),
        Expr::Binary(b) => {
            let plain = matches!(b.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_));
            let side = |e: &Expr| only_counts(e) || is_written_out(e);
            plain
                && side(&b.left)
                && side(&b.right)
                && !(is_written_out(&b.left) && is_written_out(&b.right))
        }
        _ => false,
    }
}

fn is_written_out(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Int(_)))
}

/// Puts arguments in the place of parameters.
struct Given<'g>(&'g HashMap<String, Expr>);

impl VisitMut for Given<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let given = build::as_name(expr).and_then(|name| self.0.get(&name.to_string()));
        match given {
            Some(name @ Expr::Path(_)) => *expr = name.clone(),
            Some(value) => *expr = parse_quote!((#value)),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    /// The statements of the first method of a block, with what its calls of small ones give.
    #[track_caller]
    fn assert_becomes(block: &str, after: TokenStream) {
        let block: syn::ItemImpl =
            syn::parse_str(&format!("impl S {{ {block} }}")).expect("a block");
        let around = Around {
            generics: &block.generics,
            self_ty: Some(&block.self_ty),
            own: crate::desugar::own::Own::NOTHING,
            mistakes: None,
        };
        let ImplItem::Fn(first) = &block.items[0] else {
            panic!("no method");
        };
        let method = inlined(&standalone(&around, first), &small(&block.items, &around));
        let stmts = &method.block.stmts;
        assert_eq!(quote!(#(#stmts)*).to_string(), after.to_string());
    }

    #[test]
    fn what_a_method_gives_stands_for_its_call() {
        assert_becomes(
            "fn sum(&self, n: usize) -> f64 { self.at(n, n + 1) + Self::sq(self.k) }
             fn at(&self, i: usize, j: usize) -> f64 { self.data[self.index(i, j)] }
             fn index(&self, i: usize, j: usize) -> usize { i * self.cols + j }
             fn sq(x: f64) -> f64 { x * x }",
            quote! {
                (this.data[(n * this.cols + ((n + 1)))])
                    + { let __argument0: f64 = this.k; __argument0 * __argument0 }
            },
        );
    }

    #[test]
    fn names_mean_what_they_do_where_they_stand() {
        assert_becomes(
            "fn sum(&self, d: f64) -> f64 { let helper = 1.0; self.bent(d) + self.helped(d) + helper }
             fn bent(&self, x: f64) -> f64 { let d = x - self.k; d * d }
             fn helped(&self, x: f64) -> f64 { helper(x) }",
            quote! {
                let helper = 1.0;
                ({ let __argument0: f64 = d; { let d = __argument0 - this.k; d * d } })
                    + this.helped(d) + helper
            },
        );
    }

    #[test]
    fn arguments_are_read_before_what_stands_beside_them_changes_them() {
        assert_becomes(
            "fn sum(&self, mut x: f64) -> f64 { self.times(x, { x += 1.0; x }) }
             fn times(&self, a: f64, b: f64) -> f64 { a * b }",
            quote! {{
                let __argument0: f64 = x;
                let __argument1: f64 = { x += 1.0; x };
                __argument0 * __argument1
            }},
        );
    }

    #[test]
    fn what_is_more_than_an_expression_stays_a_call() {
        for other in [
            "fn g(&self) -> f64 { let mut s = 0.0; for v in &self.u { s += v; } s }",
            "fn g(&self) -> f64 { if self.k > 0.0 { return 1.0; } self.k }",
            "fn g(&self) -> f64 { self.try_it()? }",
            "fn g(&self) -> f64 { [self.k].iter().map(|x| x * x).sum() }",
            "fn g(&mut self) -> f64 { self.k }",
            "fn g(&self) -> &[f64] { &self.u }",
            "fn g<'a>(&self) -> f64 { self.k }",
            "#[cfg(unix)] fn g(&self) -> f64 { self.k }",
        ] {
            let block = format!("fn f(&self) -> f64 {{ self.g() }} {other}");
            assert_becomes(&block, quote!(this.g()));
        }
    }

    #[test]
    fn types_that_name_more_than_they_write_are_not_written_again() {
        for ty in ["impl Fn(f64) -> f64", "&'a [f64]", "Option<&'a f64>"] {
            let block = format!(
                "fn f(&self) -> f64 {{ self.g(self.k) }} fn g(&self, x: {ty}) -> f64 {{ 1.0 }}"
            );
            assert_becomes(&block, quote!(this.g(this.k)));
        }
    }

    #[test]
    fn what_calls_itself_is_followed_for_a_while() {
        let block = "fn f(&self) -> f64 { self.g() } fn g(&self) -> f64 { self.g() * 2.0 }";
        assert_becomes(block, quote!(((((this.g() * 2.0) * 2.0) * 2.0) * 2.0)));
    }
}
