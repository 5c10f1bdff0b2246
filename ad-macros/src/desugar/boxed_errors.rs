//! Errors that are boxed where they are returned.
//!
//! Receives a function that returns a `Result` whose error is an object; promises that boxes become objects
//! where they are made: a value in a variable of its own is not converted any more.
//!
//! ```text
//! fn f(x: f64) -> Result<f64, Box<dyn Error>> {
//!     Err(Box::new(Negative))                         Err(Box::new(Negative) as Box<dyn Error>)
//! }
//! ```

use super::build;
use super::closures::is_box_new;
use super::stored::{tails, tails_of_block};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericArgument, PathArguments, ReturnType, Type};

pub(super) fn to_objects(function: &mut syn::ItemFn) {
    let Some(error) = error_object(&function.sig.output).cloned() else {
        return;
    };
    tails_of_block(&mut function.block, &mut |value| convert(value, &error));
    Returned(&error).visit_block_mut(&mut function.block);
}

/// `Box<dyn Error>` of `Result<T, Box<dyn Error>>`
fn error_object(output: &ReturnType) -> Option<&Type> {
    let ReturnType::Type(_, ty) = output else {
        return None;
    };
    let Type::Path(result) = &**ty else {
        return None;
    };
    let PathArguments::AngleBracketed(given) = &result.path.segments.last()?.arguments else {
        return None;
    };
    let [GenericArgument::Type(_), GenericArgument::Type(error)] =
        given.args.iter().collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let is_object =
        |e: &Type| matches!(e, Type::Path(p) if super::stored::types::is_object_pointer(p));
    is_object(error).then_some(error)
}

/// What the function returns on its way.
struct Returned<'a>(&'a Type);

impl VisitMut for Returned<'_> {
    fn visit_expr_return_mut(&mut self, r: &mut syn::ExprReturn) {
        visit_mut::visit_expr_return_mut(self, r);
        if let Some(value) = &mut r.expr {
            tails(value, &mut |value| convert(value, self.0));
        }
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {
        // It returns something else.
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }
}

/// Converts the box in `Err(Box::new(error))`.
fn convert(value: &mut Expr, object: &Type) {
    if let Expr::Call(call) = value
        && matches!(&*call.func, Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Err"))
        && let Some(given) = call.args.first_mut()
        && matches!(build::peeled(given), Expr::Call(made) if is_box_new(&made.func))
    {
        *given = syn::parse_quote!(#given as #object);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    fn converted(function: syn::ItemFn) -> String {
        let mut function = function;
        to_objects(&mut function);
        function.block.to_token_stream().to_string()
    }

    #[test]
    fn boxes_are_converted_wherever_the_function_returns_them() {
        let body = converted(syn::parse_quote! {
            fn f(x: f64) -> Result<f64, Box<dyn Error>> {
                if x < 0.0 { return Err(Box::new(Negative)); }
                let own = || { return Err(Box::new(Other)); };
                if x > 9.0 { return if x > 10.0 { Err(Box::new(Large)) } else { Ok(9.0) }; }
                match x { 0.0 => Err(Box::new(Zero)), _ => Ok(x) }
            }
        });
        assert!(body.contains("Err (Box :: new (Negative) as Box < dyn Error >)"));
        assert!(body.contains("Err (Box :: new (Zero) as Box < dyn Error >)"));
        assert!(body.contains("Err (Box :: new (Large) as Box < dyn Error >)"));
        assert!(body.contains("Err (Box :: new (Other))"));
    }

    #[test]
    fn boxes_of_types_that_are_named_stay() {
        let body = converted(syn::parse_quote! {
            fn f() -> Result<f64, Box<Negative>> { Err(Box::new(Negative)) }
        });
        assert!(!body.contains(" as "));
    }
}
