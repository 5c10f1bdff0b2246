//! Bodies that end without the value that their function promises.
//!
//! Receives a function; promises that such a body, which rustc refuses in the user's own function, ends in a panic: what
//! stands here would make it say so once more.
//!
//! ```text
//! fn f(x: f64) -> f64 { x.sqrt(); }         fn f(x: f64) -> f64 { x.sqrt(); panic!() }
//! fn f(x: f64) -> f64 { if x > 0.0 { x } }  fn f(x: f64) -> f64 { if x > 0.0 { x } panic!() }
//! ```

use syn::{Expr, Stmt, Type, parse_quote};

pub(super) fn with_panics(function: &mut syn::ItemFn) {
    let syn::ReturnType::Type(_, ty) = &function.sig.output else {
        return;
    };
    let stmts = &mut function.block.stmts;
    if !is_value(ty) || !stmts.last().is_some_and(gives_nothing) {
        return;
    }
    if let Some(Stmt::Expr(_, semi @ None)) = stmts.last_mut() {
        *semi = Some(Default::default());
    }
    stmts.push(Stmt::Expr(parse_quote!(::core::panic!()), None));
}

/// Whether a type is certainly not `()`.
fn is_value(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last().map(|s| s.ident.to_string());
            let known = ["f64", "f32", "Vec", "Option"];
            last.is_some_and(|name| known.contains(&name.as_str()))
        }
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        Type::Array(_) => true,
        _ => false,
    }
}

/// Whether a statement goes on to the next one, and leaves no value; not if a look does not tell.
fn gives_nothing(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Local(_) => true,
        Stmt::Expr(expr, Some(_)) => matches!(
            expr,
            Expr::Assign(_) | Expr::Binary(_) | Expr::MethodCall(_) | Expr::Path(_) | Expr::Lit(_)
        ),
        Stmt::Expr(Expr::ForLoop(_), None) => true,
        Stmt::Expr(Expr::If(branch), None) => branch.else_branch.is_none(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn a_body_that_ends_without_its_value_ends_in_a_panic() {
        assert_simplified(
            "fn f(x: f64) -> f64 { x.sqrt(); }",
            "fn f(x: f64) -> f64 { x.sqrt(); ::core::panic!() }",
        );
        assert_simplified(
            "fn f(x: f64) -> Vec<f64> { let y = vec![x]; }",
            "fn f(x: f64) -> Vec<f64> { let y = vec![x]; ::core::panic!() }",
        );
    }

    #[test]
    fn one_that_promises_none_or_leaves_otherwise_does_not() {
        for source in [
            "fn f(x: &mut f64) { g(x); }",
            "fn f(x: f64) -> Own { g(x); }",
            "fn f(x: f64) -> f64 { return x; }",
            "fn f(x: f64) -> f64 { loop { g(x); } }",
            "fn f(x: f64) -> f64 { ::core::panic!(); }",
        ] {
            assert_simplified(source, source);
        }
    }
}
