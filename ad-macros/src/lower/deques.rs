//! What deques hold, said where they are made.
//!
//! Receives a lowered function; promises one in which a `VecDeque` that is made without its type says what it
//! holds where that is a float. A loop takes out of a window before it puts in, and the rule of what it takes
//! out is found by its type, which rustc does not know there yet.
//!
//! ```text
//! window = `VecDeque::new()`            window = `VecDeque::new()`
//!                                       effect `let _: &VecDeque<f64> = &window`
//! for … {                               for … {
//!     t1 = call .pop_front(&mut window)     t1 = call .pop_front(&mut window)
//!     t2 = call .push_back(&mut window, v)  t2 = call .push_back(&mut window, v)
//! ```

use crate::desugar::build;
use crate::ir::*;
use crate::tables::HashMap;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, PathArguments};

pub(super) fn state(f: &mut Function) {
    let mut held = HashMap::default();
    f.body.walk(&mut |stmt| {
        if let Some((deque, item)) = put_in(f, stmt) {
            held.entry(deque).or_insert(item);
        }
    });
    if held.is_empty() {
        return;
    }
    let mut made = HashMap::default();
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let {
            dst,
            op: Op::Raw(raw),
        } => made.extend(made_by(&raw.tokens).map(|path| (*dst, path))),
        StmtKind::Let {
            dst,
            op: Op::Use(Operand::Local(from)),
        } => made.extend(made.get(from).cloned().map(|path| (*dst, path))),
        _ => {}
    });
    let mut body = std::mem::take(&mut f.body);
    say(&mut body, f, &|local| {
        let (path, item) = (made.get(&local)?, held.get(&local)?);
        Some(quote!(#path<#item>))
    });
    f.body = body;
}

/// The deque that a float is put in, and the float's type.
fn put_in(f: &Function, stmt: &Stmt) -> Option<(Local, TokenStream)> {
    let StmtKind::Let {
        op: Op::Call(call), ..
    } = &stmt.kind
    else {
        return None;
    };
    let (Callee::Method(name), [Arg::Ref { place, .. }, Arg::Value(item)]) =
        (&call.callee, call.args.as_slice())
    else {
        return None;
    };
    let puts = name == "push_back" || name == "push_front";
    if !puts || !place.path.is_empty() {
        return None;
    }
    let item = match f.ty(item.local()?) {
        Ty::Float(Float::F64) => quote!(::core::primitive::f64),
        Ty::Float(Float::F32) => quote!(::core::primitive::f32),
        Ty::Float(Float::Param(name)) => quote!(#name),
        _ => return None,
    };
    Some((place.root, item))
}

/// `VecDeque` of `VecDeque::new()`, `VecDeque::with_capacity(n)`.
fn made_by(tokens: &TokenStream) -> Option<syn::Path> {
    let expr: Expr = syn::parse2(tokens.clone()).ok()?;
    let Expr::Call(call) = build::peeled(&expr) else {
        return None;
    };
    let Expr::Path(function) = &*call.func else {
        return None;
    };
    let mut path = function.path.clone();
    let function = path.segments.pop()?.into_value().ident;
    path.segments.pop_punct();
    let makes = function == "new" || function == "with_capacity" || function == "default";
    let of = path.segments.last()?;
    let untold = matches!(of.arguments, PathArguments::None);
    (makes && of.ident == "VecDeque" && untold).then_some(path)
}

fn say(region: &mut Region, f: &Function, ty_of: &dyn Fn(Local) -> Option<TokenStream>) {
    let mut stmts = Vec::with_capacity(region.stmts.len());
    for mut stmt in std::mem::take(&mut region.stmts) {
        for inner in stmt.regions_mut() {
            say(inner, f, ty_of);
        }
        let said = match &stmt.kind {
            StmtKind::Let { dst, .. } => ty_of(*dst).map(|ty| (*dst, ty)),
            _ => None,
        };
        let span = stmt.span;
        stmts.push(stmt);
        if let Some((local, ty)) = said {
            let name = &f.info(local).name;
            let raw = Raw {
                tokens: quote!(let _: &#ty = &#name),
                reads: vec![local],
                volatile: false,
                cheap: true,
            };
            stmts.push(Stmt {
                id: 0,
                kind: StmtKind::Effect { raw },
                span,
            });
        }
    }
    region.stmts = stmts;
}
