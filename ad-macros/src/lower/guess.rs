//! The type of a closure's parameter that none is written for, as far as its uses tell.
//!
//! Receives a name and the code that uses it; promises a type that rustc infers too, or none.
//!
//! ```text
//! |t, y| y[0] * t.sin()        t: a float; y: floats in a row
//! ```

use super::changes;
use super::elementary::find;
use crate::desugar::build;
use crate::ir::{Float, Ty};
use proc_macro2::Ident;
use syn::Expr;
use syn::visit_mut::{self, VisitMut};

/// The same for a parameter of a closure. What is not declared `mut` and changes is behind a reference, what is and does
/// is a value; what grows is no slice.
pub(crate) fn of_parameter(name: &syn::PatIdent, code: &Expr) -> Ty {
    let mut changes = changes::of(code);
    changes.retain(|c| c.root == name.ident);
    let pointee = match of_uses(&name.ident, code) {
        ty if changes.is_empty() => return ty,
        Ty::Ref(..) if name.mutability.is_some() => return Ty::Unknown,
        ty if name.mutability.is_some() => return ty,
        Ty::Ref(_, t) if changes.iter().any(|c| c.grows) && matches!(*t, Ty::Slice(_)) => {
            Ty::Unknown
        }
        Ty::Ref(_, t) => *t,
        ty => ty,
    };
    Ty::Ref(true, Box::new(pointee))
}

/// Methods that hand what is held to a closure, if their receiver is an option or a result.
pub(super) const HAND_OVER: [&str; 6] = [
    "map",
    "map_or",
    "map_or_else",
    "and_then",
    "is_some_and",
    "is_ok_and",
];

/// Whether a parameter of a closure is read like a row of numbers: as a slice, by reference.
pub(super) fn is_row(name: &syn::PatIdent, code: &Expr) -> bool {
    matches!(of_parameter(name, code), Ty::Ref(false, t) if matches!(*t, Ty::Slice(_)))
}

pub(super) fn of_uses(name: &Ident, code: &Expr) -> Ty {
    let mut uses = Uses {
        name,
        float: false,
        row: false,
        reference: false,
        row_of_others: false,
    };
    uses.visit_expr_mut(&mut code.clone());
    let float = || Box::new(Ty::Float(Float::Infer));
    match uses {
        Uses {
            row_of_others: true,
            ..
        } => Ty::Ref(false, Box::new(Ty::Slice(Box::new(Ty::Unknown)))),
        Uses { row: true, .. } => Ty::Ref(false, Box::new(Ty::Slice(float()))),
        Uses {
            reference: true, ..
        } => Ty::Ref(false, float()),
        Uses { float: true, .. } => *float(),
        _ => Ty::Unknown,
    }
}

/// The same as a type to be written, where it has to be: a float unless its uses tell something else.
pub(crate) fn type_by_uses(name: &Ident, code: &Expr) -> syn::Type {
    match of_uses(name, code) {
        Ty::Ref(_, t) if matches!(*t, Ty::Slice(_)) => syn::parse_quote!(&[f64]),
        Ty::Ref(..) => syn::parse_quote!(&f64),
        _ => syn::parse_quote!(f64),
    }
}

/// Whether its uses are those of a whole number: as an index, in a range, in a cast.
pub(crate) fn counts(name: &Ident, code: &Expr) -> bool {
    let mut counted = Counted(name, false);
    counted.visit_expr_mut(&mut code.clone());
    counted.1
}

struct Counted<'a>(&'a Ident, bool);

impl VisitMut for Counted<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let parts = match &*expr {
            Expr::Cast(cast) => vec![&cast.expr],
            Expr::Index(index) => vec![&index.index],
            Expr::Range(range) => range.start.iter().chain(&range.end).collect(),
            _ => Vec::new(),
        };
        self.1 |= parts.into_iter().any(|part| build::mentions(part, self.0));
        visit_mut::visit_expr_mut(self, expr);
    }
}

struct Uses<'a> {
    name: &'a Ident,
    float: bool,
    row: bool,
    reference: bool,
    row_of_others: bool,
}

impl Uses<'_> {
    fn is_name(&self, expr: &Expr) -> bool {
        build::as_name(expr).is_some_and(|n| n == self.name)
    }

    /// `y[i]`
    fn is_element(&self, expr: &Expr) -> bool {
        matches!(build::peeled(expr), Expr::Index(i) if self.is_name(&i.expr))
    }
}

impl VisitMut for Uses<'_> {
    fn visit_expr_index_mut(&mut self, index: &mut syn::ExprIndex) {
        self.row |= self.is_name(&index.expr);
        self.row_of_others |= self.is_element(&index.expr);
        visit_mut::visit_expr_index_mut(self, index);
    }

    fn visit_expr_field_mut(&mut self, field: &mut syn::ExprField) {
        self.row_of_others |= self.is_element(&field.base);
        visit_mut::visit_expr_field_mut(self, field);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        if self.is_name(&call.receiver) {
            let method = call.method.to_string();
            self.float |= find(&method).is_some();
            self.row |= matches!(
                method.as_str(),
                "len"
                    | "is_empty"
                    | "iter"
                    | "windows"
                    | "chunks"
                    | "chunks_exact"
                    | "rchunks"
                    | "rchunks_exact"
                    | "first"
                    | "last"
                    | "to_vec"
            );
        }
        self.row_of_others |=
            self.is_element(&call.receiver) && find(&call.method.to_string()).is_none();
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    fn visit_expr_unary_mut(&mut self, unary: &mut syn::ExprUnary) {
        self.reference |= matches!(unary.op, syn::UnOp::Deref(_)) && self.is_name(&unary.expr);
        visit_mut::visit_expr_unary_mut(self, unary);
    }

    fn visit_expr_for_loop_mut(&mut self, l: &mut syn::ExprForLoop) {
        self.row |= self.is_name(&l.expr);
        visit_mut::visit_expr_for_loop_mut(self, l);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
