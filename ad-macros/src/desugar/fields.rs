//! Fields of arguments that a function does nothing with but arithmetic.
//!
//! A macro does not see a struct, so what `self.rate` is only rustc knows, and passes over loops know nothing of
//! what its type is asked for. Receives a function; promises, where it loops over fields of its receiver or of other
//! structs that it borrows, the same function with the fields as variables, for the case that each is a float, or a list
//! of floats. Whether that is so is asked of rustc (`emit/known.rs`), and the function as it is stands beside it for the
//! case that it is not.
//!
//! ```text
//! for i in 1..n {                         let rate = *this.rate.__number();
//!     self.u[i] += self.rate * x[i];      let u = &mut *this.u.__numbers();
//! }                                       for i in 1..n { u[i] += rate * x[i]; }
//! ```

mod places;
mod rows;
mod uses;

use crate::ir::{NUMBER, NUMBERS, VECTORS};
use places::{Place, Structs, structs};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ItemFn, parse_quote};
use uses::Uses;

/// A function with fields as variables.
pub(crate) struct Viewed {
    pub(crate) item: ItemFn,
    pub(crate) fields: Vec<Field>,
    /// The arguments whose fields were looked at.
    pub(crate) structs: Vec<Ident>,
}

/// A field that is taken for a number, or for a list of numbers or of vectors of such.
pub(crate) struct Field {
    place: Place,
    pub(crate) taken: Taken,
    name: Ident,
}

/// What a field is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    Number,
    /// A list of numbers.
    Numbers,
    /// A list of vectors of numbers.
    Vectors,
}

impl Taken {
    /// What lends it as that.
    fn marker(self) -> Ident {
        let name = match self {
            Taken::Number => NUMBER,
            Taken::Numbers => NUMBERS,
            Taken::Vectors => VECTORS,
        };
        Ident::new(name, Span::mixed_site())
    }
}

impl Field {
    /// Whether it is a field of an argument.
    pub(crate) fn is_of(&self, argument: &Ident) -> bool {
        self.place.is_of(argument)
    }

    /// The field of `of`.
    pub(crate) fn of(&self, of: &Ident) -> TokenStream {
        match &self.place {
            Place::Field { path, .. } => quote!(#of #(.#path)*),
            Place::Constant(path) => path.to_token_stream(),
        }
    }

    /// The constant, where it is one.
    pub(crate) fn constant(&self) -> Option<&syn::Path> {
        match &self.place {
            Place::Field { .. } => None,
            Place::Constant(path) => Some(path),
        }
    }
}

/// The function with fields as variables, if it goes over such fields in a loop. The arguments that `is_open` says are
/// looked at alone.
pub(crate) fn viewed(
    function: &ItemFn,
    core: &TokenStream,
    is_open: impl Fn(usize) -> bool,
) -> Option<Viewed> {
    let structs = structs(function, is_open);
    if structs.is_empty() {
        return None;
    }
    let rows = rows::rows(&structs, &function.block);
    let mut uses = Uses::of(structs, rows);
    uses.visit_block(&function.block);
    let fields = uses.fields()?;
    let mut item = function.clone();
    let views: Vec<syn::Stmt> = fields.iter().map(|f| uses.view(f, core)).collect();
    let mut replaced = Replaced {
        structs: &uses.structs,
        fields: &fields,
    };
    replaced.visit_block_mut(&mut item.block);
    item.block.stmts.splice(0..0, views);
    let structs = uses.structs.all.into_iter().map(|s| s.name).collect();
    Some(Viewed {
        item,
        fields,
        structs,
    })
}

/// Puts the variables in the place of the fields.
struct Replaced<'f> {
    structs: &'f Structs,
    fields: &'f [Field],
}

impl Replaced<'_> {
    fn name(&self, expr: &Expr) -> Option<Expr> {
        let place = self.structs.field(expr)?;
        let field = self.fields.iter().find(|f| f.place == place)?;
        let name = &field.name;
        Some(parse_quote!(#name))
    }
}

impl VisitMut for Replaced<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // A list is lent already.
        if let Expr::Reference(r) = expr
            && let Some(name) = self.name(&r.expr)
        {
            let mutability = r.mutability;
            *expr = parse_quote!(& #mutability *#name);
        } else if let Some(name) = self.name(expr) {
            *expr = name;
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statements of the method with fields as variables.
    fn with_variables(text: &str) -> Option<String> {
        let viewed = viewed(
            &syn::parse_str(text).expect("a function"),
            &quote!(core),
            |_| true,
        )?;
        let stmts = &viewed.item.block.stmts;
        Some(quote!(#(#stmts)*).to_string())
    }

    #[track_caller]
    fn assert_becomes(before: &str, after: TokenStream) {
        assert_eq!(with_variables(before), Some(after.to_string()));
    }

    #[test]
    fn fields_become_variables() {
        assert_becomes(
            "fn f(this: &mut S, x: &[f64]) { for i in 0..this.u.len() { this.u[i] += this.rate * x[i]; } }",
            quote! {
                let __field0 = *this.rate.__number();
                let __field1 = &mut *this.u.__numbers();
                for i in 0..__field1.len() { __field1[i] += __field0 * x[i]; }
            },
        );
        assert_becomes(
            "fn f(this: &S) -> f64 { let mut t = this.b; for (a, b) in this.u.iter().zip(&this.v) { t += a * b; } t }",
            quote! {
                let __field0 = *this.b.__number();
                let __field1 = &*this.u.__numbers();
                let __field2 = &*this.v.__numbers();
                let mut t = __field0;
                for (a, b) in __field1.iter().zip(&*__field2) { t += a * b; }
                t
            },
        );
    }

    #[test]
    fn whole_numbers_and_parts_of_elements_stay() {
        for text in [
            "fn f(this: &S) { for i in 0..this.n { g(i + this.n); } }",
            "fn f(this: &S) { for i in 0..9 { g(this.index[i] - 1); } }",
            "fn f(this: &S) { for i in 0..9 { g(x[this.index[i]]); } }",
            "fn f(this: &S) { for i in 0..9 { g(this.bodies[i].mass * 2.0); } }",
            "fn f(this: &S) { for i in 0..9 { g(x[this.grid[i][0]]); } }",
            "fn f(this: &S) { for i in 0..9 { g(this.rows[i].total()); } }",
            "fn f(this: &S) { for i in 0..9 { g(this.step as f64); } }",
        ] {
            assert_eq!(with_variables(text), None, "{text}");
        }
    }

    #[test]
    fn a_method_that_lends_its_receiver_while_it_changes_stays() {
        let text = "fn f(this: &mut S) { for i in 0..9 { this.u[i] *= this.k; this.check(); } }";
        assert_eq!(with_variables(text), None);
        let text = "fn f(this: &mut S) { for i in 0..9 { this.u[i] *= this.k; show!(this.u); } }";
        assert_eq!(with_variables(text), None);
        assert!(with_variables(&text.replace("&mut S", "&S")).is_some());
    }

    #[test]
    fn lists_of_lists_are_asked_for_as_such() {
        assert_becomes(
            "fn f(this: &mut S, x: &[f64]) { for i in 0..this.b.len() { for j in 0..this.w[i].len() { this.w[i][j] *= this.b[i]; } } }",
            quote! {
                let __field0 = &*this.b.__numbers();
                let __field1 = &mut *this.w.__vectors();
                for i in 0..__field0.len() { for j in 0..__field1[i].len() { __field1[i][j] *= __field0[i]; } }
            },
        );
        assert_becomes(
            "fn f(this: &S) -> f64 { this.w.iter().zip(&this.b).map(|(row, b)| row.iter().sum::<f64>() * b).sum() }",
            quote! {
                let __field0 = &*this.w.__vectors();
                let __field1 = &*this.b.__numbers();
                __field0.iter().zip(&*__field1).map(|(row, b)| row.iter().sum::<f64>() * b).sum()
            },
        );
        assert_becomes(
            "fn f(this: &S) -> f64 { let mut s = 0.0; for (i, row) in this.w.iter().enumerate() { let b = &this.b[i]; for v in row { s += v * b; } } s }",
            quote! {
                let __field0 = &*this.w.__vectors();
                let __field1 = &*this.b.__numbers();
                let mut s = 0.0;
                for (i, row) in __field0.iter().enumerate() { let b = &__field1[i]; for v in row { s += v * b; } }
                s
            },
        );
    }

    #[test]
    fn constants_are_asked_for_as_well() {
        assert_becomes(
            "fn f(p: &P, x: &[f64]) -> f64 { let mut t = 0.0; for i in 0..N { t += p.b * G * x[i] * PI; } t }",
            quote! {
                let __field0 = *p.b.__number();
                let __field1: f64 = *core::View(&G).__number();
                let __field2: f64 = *core::View(&PI).__number();
                let mut t = 0.0;
                for i in 0..N { t += __field0 * __field1 * x[i] * __field2; }
                t
            },
        );
    }

    #[test]
    fn what_is_bound_is_no_constant() {
        for text in [
            "fn f(p: &P, K: f64) -> f64 { let mut t = K; for i in 0..9 { t += p.b * K; } t }",
            "fn f(p: &P) -> f64 { let K = p.k; let mut t = 0.0; for i in 0..9 { t += p.b * K; } t }",
            "fn f(p: &P) -> f64 { (0..9).map(|K| p.b * K).sum() }",
            "fn f(p: &P) -> f64 { let mut t = 0.0; for i in 0..9 { const K: f64 = 2.0; t += p.b * K; } t }",
            "fn f(p: &P) -> f64 { let mut t = 0.0; for i in 0..9 { t += p.b * unsafe { K * 2.0 }; } t }",
        ] {
            let with = with_variables(text).expect("fields in a loop");
            assert!(!with.contains("View"), "{with}");
        }
    }

    #[test]
    fn without_a_loop_nothing_is_gained() {
        assert_eq!(
            with_variables("fn f(this: &S) -> f64 { this.k * this.u[0] }"),
            None
        );
    }
}
