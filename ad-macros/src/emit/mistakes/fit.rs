//! Whether a closure in a constant may stand for a function, to be told its mistakes.
//!
//! ```text
//! fn f(x: &[f64]) -> f64 { x[0] }            may
//! fn f<T: Real>(x: T) -> T { x * x }         may not: constants know nothing of `T`
//! fn f(x: &[f64]) -> f64 { x[0] = 1.0; … }   may not: of that rustc speaks in other words in a closure
//! ```

use crate::desugar::build;
use crate::ir::{Ty, ty};
use crate::lower::contains_type;
use proc_macro2::Ident;
use syn::visit::{self, Visit};

/// Whether a function pointer has the type of the function: nothing in it is a parameter of its own, and rustc completes the
/// lifetimes as it does in that of a function pointer.
pub(super) fn as_type(signature: &syn::Signature, owner: Option<&syn::Type>) -> bool {
    let output = match &signature.output {
        syn::ReturnType::Default => None,
        syn::ReturnType::Type(_, ty) => Some(&**ty),
    };
    let anonymous = |ty: &syn::Type| contains_type(ty, &|t| matches!(t, syn::Type::ImplTrait(_)));
    let borrows = |ty: &syn::Type| contains_type(ty, &|t| may_borrow(t) && Some(t) != owner);
    let mut others = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(t) => Some(&*t.ty),
        syn::FnArg::Receiver(_) => None,
    });
    let no_parameters =
        signature.generics.params.is_empty() && signature.generics.where_clause.is_none();
    // What comes back borrows from the receiver, which a function pointer does not have.
    let lifetimes_as_in_pointers = match signature.receiver() {
        Some(this) if this.colon_token.is_some() => false,
        Some(_) => !output.is_some_and(borrows) || !others.clone().any(borrows),
        None => true,
    };
    no_parameters
        && lifetimes_as_in_pointers
        && !others.any(anonymous)
        && !output.is_some_and(anonymous)
}

/// Whether there may be a lifetime in a type, which its name may leave out.
fn may_borrow(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(_) => true,
        syn::Type::Path(path) => match path.path.segments.last().map(|last| &last.arguments) {
            Some(syn::PathArguments::AngleBracketed(given)) => {
                let is_lifetime =
                    |a: &syn::GenericArgument| matches!(a, syn::GenericArgument::Lifetime(_));
                given.args.iter().any(is_lifetime)
            }
            _ => !path.path.is_ident("Self") && matches!(ty::read(ty, &|_| false), Ty::Unknown),
        },
        _ => false,
    }
}

/// Whether rustc says of a closure what it says of the function with this body.
pub(super) fn as_body(signature: &syn::Signature, block: &syn::Block) -> bool {
    let unchanging = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(t) => match &*t.pat {
            syn::Pat::Ident(p) if p.mutability.is_none() && !is_unique(&t.ty) => {
                Some(p.ident.clone())
            }
            _ => None,
        },
        syn::FnArg::Receiver(this) => this.mutability.is_none().then(|| this.self_token.into()),
    });
    let mut unfit = Unfit {
        unchanging: unchanging.collect(),
        bound: Vec::new(),
        in_own_pattern: false,
        found: is_without_value(signature, block),
    };
    unfit.visit_block(block);
    !unfit.found
}

/// What rustc says in other words of a closure, or would say of the rule beside it.
struct Unfit {
    /// The parameters that cannot be changed, the receiver among them.
    unchanging: Vec<Ident>,
    /// What patterns of the user's types bind.
    bound: Vec<Ident>,
    in_own_pattern: bool,
    found: bool,
}

impl Unfit {
    /// rustc says in other words of a closure's parameter that it cannot be changed.
    fn changes(&mut self, place: &syn::Expr) {
        self.found |= build::root(place).is_some_and(|name| self.unchanging.contains(name));
    }

    /// Patterns of what has no type bind no references, and rustc would say that there is none to read through.
    fn reads(&mut self, reference: &syn::Expr) {
        self.found |= build::as_name(reference).is_some_and(|name| self.bound.contains(name));
    }
}

impl Visit<'_> for Unfit {
    /// Items may have receivers of their own.
    fn visit_item(&mut self, _: &syn::Item) {
        self.found = true;
    }

    fn visit_pat(&mut self, pat: &syn::Pat) {
        let of_std = |path: &syn::Path| ["Some", "Ok", "Err"].iter().any(|v| path.is_ident(v));
        let before = self.in_own_pattern;
        self.in_own_pattern |= match pat {
            syn::Pat::Struct(_) => true,
            syn::Pat::TupleStruct(p) => !of_std(&p.path),
            _ => false,
        };
        if let (syn::Pat::Ident(bound), true) = (pat, self.in_own_pattern) {
            self.bound.push(bound.ident.clone());
        }
        visit::visit_pat(self, pat);
        self.in_own_pattern = before;
    }

    /// Texts may name the receiver.
    fn visit_macro(&mut self, invoked: &syn::Macro) {
        self.found |= invoked.tokens.to_string().contains("{self");
    }

    fn visit_expr(&mut self, expr: &syn::Expr) {
        if let Some(place) = build::assigned(expr) {
            self.changes(place);
        }
        match expr {
            syn::Expr::Reference(e) if e.mutability.is_some() => self.changes(&e.expr),
            syn::Expr::Unary(e) if matches!(e.op, syn::UnOp::Deref(_)) => self.reads(&e.expr),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

fn is_unique(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(r) if r.mutability.is_some())
}

/// A body that ends with a value that the function does not give, or without the one it gives: of that rustc speaks in
/// terms of what the function says that it gives.
fn is_without_value(signature: &syn::Signature, block: &syn::Block) -> bool {
    let gives = matches!(signature.output, syn::ReturnType::Type(..));
    match block.stmts.last() {
        Some(syn::Stmt::Expr(syn::Expr::Return(_), _)) => false,
        Some(syn::Stmt::Expr(
            syn::Expr::Binary(_) | syn::Expr::Path(_) | syn::Expr::Lit(_),
            None,
        )) => !gives,
        Some(syn::Stmt::Expr(syn::Expr::If(e), None)) => gives && is_without_else(e),
        Some(syn::Stmt::Expr(_, semicolon)) => gives && semicolon.is_some(),
        Some(syn::Stmt::Macro(m)) => gives && m.semi_token.is_some(),
        Some(syn::Stmt::Local(_) | syn::Stmt::Item(_)) | None => gives,
    }
}

fn is_without_else(branches: &syn::ExprIf) -> bool {
    match &branches.else_branch {
        Some((_, other)) => matches!(&**other, syn::Expr::If(e) if is_without_else(e)),
        None => true,
    }
}
