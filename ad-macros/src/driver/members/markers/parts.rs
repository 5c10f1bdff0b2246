//! Markers of an implementation that leaves it to constructors to write the `PhantomData`.
//!
//! ```text
//! impl<U> Add for Length<U> {
//!     fn add(self, other: Self) -> Self { Self::new(self.value + other.value) }
//! }
//! ```
//!
//! Nothing can be calculated with a parameter that has no bounds. So where what a body takes out of values is calculated
//! with, or is all that a method gives, there is no value of the parameter in it. In an operator, one that is bound by a
//! trait of the user's may stand for numbers, which `Real` above the trait says to be differentiable already; a trait that
//! says operators is of no marker.

use super::{mark, passes, signature};
use crate::emit;
use crate::ir::ty;
use crate::iterators::bound_says_operators;
use crate::lower::{bounds_of, is_of_users, is_trait};
use crate::segments;
use proc_macro2::{Ident, TokenStream};
use syn::visit::{self, Visit};
use syn::{Expr, ImplItem, Type};

/// Bounds the markers of an implementation.
pub(super) fn bound(item: &mut syn::ItemImpl, core: &TokenStream) {
    let signatures: Vec<syn::Signature> = item.items.iter().filter_map(signature).collect();
    let operates = item.trait_.as_ref().is_some_and(|(_, path, _)| {
        let name = segments::last(path);
        emit::operator_rule(&name).is_some()
    });
    let of_numbers = |bound: &syn::TypeParamBound| {
        operates && is_of_users(bound) && !bound_says_operators(bound)
    };
    let may_mark = |bound: &syn::TypeParamBound| is_bare(bound) || of_numbers(bound);
    let bare = |param: &&syn::TypeParam| {
        bounds_of(&item.generics, param).all(may_mark) && !passes(&signatures, &param.ident)
    };
    let params = item.generics.type_params().filter(bare);
    let markers: Vec<Ident> = params.map(|p| p.ident.clone()).collect();
    if !markers.is_empty() && !item.items.iter().any(moves_parts) {
        mark(&mut item.generics, &markers, core);
    }
}

/// Whether a method shows all that is in a value: its own parameters, of types that are known.
///
/// ```text
/// fn new(value: f64) -> Self { Length { value, unit: PhantomData } }
/// ```
pub(super) fn are_shown(item: &syn::ItemImpl) -> bool {
    let Type::Path(own) = &*item.self_ty else {
        return false;
    };
    let own = segments::last(&own.path);
    item.items.iter().any(|member| match member {
        ImplItem::Fn(method) => match method.block.stmts.as_slice() {
            [syn::Stmt::Expr(made, None)] => shows(&method.sig, made, &own),
            _ => false,
        },
        _ => false,
    })
}

fn shows(signature: &syn::Signature, made: &Expr, own: &str) -> bool {
    let is_own = |path: &syn::Path| path.is_ident("Self") || path.is_ident(own);
    let known = |part: &Expr| is_phantom(part) || is_known(signature, part);
    match made {
        Expr::Struct(s) => {
            is_own(&s.path) && s.rest.is_none() && s.fields.iter().all(|f| known(&f.expr))
        }
        Expr::Call(call) => {
            matches!(&*call.func, Expr::Path(p) if is_own(&p.path)) && call.args.iter().all(known)
        }
        _ => false,
    }
}

fn is_phantom(part: &Expr) -> bool {
    matches!(part, Expr::Path(path) if segments::last(&path.path) == "PhantomData")
}

/// Whether an expression is a parameter of a type without type parameters.
fn is_known(signature: &syn::Signature, part: &Expr) -> bool {
    let Expr::Path(path) = part else {
        return false;
    };
    signature.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(typed) => {
            let named =
                matches!(&*typed.pat, syn::Pat::Ident(name) if path.path.is_ident(&name.ident));
            named && !ty::read(&typed.ty, &|_| false).contains_unknown()
        }
        syn::FnArg::Receiver(_) => false,
    })
}

/// Whether a bound lets nothing be done with a value but passing it on.
fn is_bare(bound: &syn::TypeParamBound) -> bool {
    let marks = ["Copy", "Clone", "Debug", "Send", "Sync", "Sized"];
    matches!(bound, syn::TypeParamBound::Lifetime(_)) || is_trait(bound, &marks)
}

/// Whether a method passes on what is in a value, without a look at it.
fn moves_parts(member: &ImplItem) -> bool {
    let ImplItem::Fn(method) = member else {
        return false;
    };
    let mut parts = Parts { moved: false };
    parts.visit_block(&method.block);
    parts.moved && makes_values(&method.sig)
}

/// Whether a result may hold what the receiver holds.
fn makes_values(signature: &syn::Signature) -> bool {
    match &signature.output {
        syn::ReturnType::Default => true,
        syn::ReturnType::Type(_, ty) => ty::read(ty, &|_| false).contains_unknown(),
    }
}

/// Looks for parts of values, `self.tag`, that are not calculated with.
struct Parts {
    moved: bool,
}

impl Parts {
    fn visit_operand(&mut self, operand: &Expr) {
        match operand {
            Expr::Field(field) => self.visit_operand(&field.base),
            Expr::Paren(inner) => self.visit_operand(&inner.expr),
            other => self.visit_expr(other),
        }
    }
}

impl Visit<'_> for Parts {
    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Field(_) => self.moved = true,
            Expr::Binary(binary) => {
                self.visit_operand(&binary.left);
                self.visit_operand(&binary.right);
            }
            Expr::Assign(assign) => {
                self.visit_operand(&assign.left);
                self.visit_expr(&assign.right);
            }
            Expr::Unary(unary) => self.visit_operand(&unary.expr),
            Expr::Cast(cast) => self.visit_operand(&cast.expr),
            Expr::Index(index) => {
                self.visit_operand(&index.expr);
                self.visit_operand(&index.index);
            }
            Expr::MethodCall(call) if call.method != "clone" => {
                self.visit_operand(&call.receiver);
                call.args.iter().for_each(|arg| self.visit_expr(arg));
            }
            Expr::Struct(_) => self.moved = true,
            other => visit::visit_expr(self, other),
        }
    }

    /// What a pattern takes apart, it may pass on.
    fn visit_pat(&mut self, pattern: &syn::Pat) {
        let apart = matches!(
            pattern,
            syn::Pat::Struct(_) | syn::Pat::TupleStruct(_) | syn::Pat::Tuple(_)
        );
        self.moved |= apart;
        visit::visit_pat(self, pattern);
    }

    fn visit_macro(&mut self, _: &syn::Macro) {
        self.moved = true;
    }
}
