//! Functions that are given functions which change what they captured.
//!
//! Receives a function with `FnMut` parameters; promises the same function once more for each way to call it,
//! in which what such a parameter changes is an argument of its own, and the parameter changes nothing else.
//!
//! ```text
//! fn each<F: FnMut(f64)>(xs: &[f64], mut f: F) { for x in xs { f(*x); } }
//!
//! fn each<F: Fn(&mut S, f64), S>(xs: &[f64], f: F, s: &mut S) { for x in xs { f(&mut *s, *x); } }
//! ```

use super::build;
use super::functions;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprClosure, FnArg, Pat, Signature, Type};

/// A function whose parameters at `positions`, not counting the receiver, have their state beside them.
pub(crate) struct Variant {
    pub(crate) positions: Vec<usize>,
    pub(crate) signature: Signature,
    pub(crate) block: Block,
}

/// A variant for each set of `FnMut` parameters, or for each of them and for all if there are many.
pub(crate) fn variants(signature: &Signature, block: &Block, constants: &[bool]) -> Vec<Variant> {
    let skipped = usize::from(signature.receiver().is_some());
    let inputs = signature.inputs.iter().zip(constants).enumerate();
    let changing: Vec<usize> = inputs
        .skip(skipped)
        .filter(|(_, (input, constant))| !**constant && may_change(input, &signature.generics))
        .map(|(i, _)| i - skipped)
        .collect();
    let sets: Vec<Vec<usize>> = match changing[..] {
        [] => Vec::new(),
        [one] => vec![vec![one]],
        [one, other] => vec![vec![one], vec![other], vec![one, other]],
        _ => changing
            .iter()
            .map(|&p| vec![p])
            .chain([changing.clone()])
            .collect(),
    };
    let variant = |positions| with_states(signature, block, skipped, positions);
    sets.into_iter().filter_map(variant).collect()
}

fn may_change(input: &FnArg, generics: &syn::Generics) -> bool {
    let FnArg::Typed(typed) = input else {
        return false;
    };
    functions::callable(&typed.ty, generics).is_some_and(|written| written.may_change)
}

fn with_states(
    signature: &Signature,
    block: &Block,
    skipped: usize,
    positions: Vec<usize>,
) -> Option<Variant> {
    let (mut signature, mut block) = (signature.clone(), block.clone());
    for &position in &positions {
        let FnArg::Typed(typed) = signature.inputs[position + skipped].clone() else {
            return None;
        };
        let Pat::Ident(name) = &*typed.pat else {
            return None;
        };
        let state = Ident::new(&format!("__state{position}"), Span::mixed_site());
        let state_type = state_type(position);
        let inputs = give_state(&mut signature, position + skipped, &typed.ty, &state_type)?;
        signature
            .inputs
            .push(syn::parse_quote!(#state: &mut #state_type));
        if binds(&block, &name.ident) {
            return None;
        }
        let name = name.ident.clone();
        Threaded {
            name,
            state,
            inputs,
        }
        .visit_block_mut(&mut block);
    }
    Some(Variant {
        positions,
        signature,
        block,
    })
}

/// The type of the state of a function.
pub(crate) fn state_type(position: usize) -> Ident {
    Ident::new(&format!("__State{position}"), Span::mixed_site())
}

/// Has the function at `index` take its state first; how many arguments it took before.
fn give_state(signature: &mut Signature, index: usize, ty: &Type, state: &Ident) -> Option<usize> {
    let written = functions::callable(ty, &signature.generics)?;
    let (inputs, output) = (&written.inputs, &written.output);
    let bound = quote!(::core::ops::Fn(&mut #state, #(#inputs),*) -> #output);
    match &written.name {
        Some(name) => {
            let others = signature
                .inputs
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != index);
            let others = others.map(|(_, input)| input.to_token_stream()).collect();
            if crate::lower::names(others, name) {
                return None;
            }
            functions::bind_alone(&mut signature.generics, name, &bound);
        }
        None => {
            if let FnArg::Typed(typed) = &mut signature.inputs[index] {
                *typed.ty = syn::parse_quote!(impl #bound);
            }
        }
    }
    signature.generics.params.push(syn::parse_quote!(#state));
    Some(inputs.len())
}

/// Whether something else in the body has the name.
fn binds(block: &Block, name: &Ident) -> bool {
    struct Bound<'a>(&'a Ident, bool);
    impl<'ast> Visit<'ast> for Bound<'_> {
        fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
            self.1 |= pat.ident == *self.0;
            visit::visit_pat_ident(self, pat);
        }
    }
    let mut bound = Bound(name, false);
    bound.visit_block(block);
    bound.1
}

/// Gives a function its state in every call, and wherever it is passed on.
struct Threaded {
    name: Ident,
    state: Ident,
    inputs: usize,
}

impl Threaded {
    /// `f`, `&mut f`, `*f`, `(f)`
    fn is_function(&self, expr: &Expr) -> bool {
        match build::peeled(expr) {
            Expr::Reference(r) => self.is_function(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.is_function(&u.expr),
            other => build::as_name(other).is_some_and(|name| *name == self.name),
        }
    }

    fn passed_on(&self) -> Expr {
        let (name, state) = (&self.name, &self.state);
        let given = |i| Ident::new(&format!("__given{i}"), Span::mixed_site());
        let given: Vec<Ident> = (0..self.inputs).map(given).collect();
        syn::parse_quote!(#[__passed_on] |#(#given),*| #name(&mut *#state, #(#given),*))
    }
}

impl VisitMut for Threaded {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) if self.is_function(&call.func) => {
                call.args
                    .iter_mut()
                    .for_each(|arg| self.visit_expr_mut(arg));
                let state = &self.state;
                call.args.insert(0, syn::parse_quote!(&mut *#state));
                *call.func = build::name(self.name.clone());
            }
            other if self.is_function(other) => *other = self.passed_on(),
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// The function and its state, if a closure stands for a function that is passed on as it is.
pub(crate) fn passed_on(closure: &ExprClosure) -> Option<(Expr, Expr)> {
    let marked = closure
        .attrs
        .iter()
        .any(|a| a.path().is_ident("__passed_on"));
    match build::peeled(&closure.body) {
        Expr::Call(call) if marked => Some(((*call.func).clone(), call.args.first()?.clone())),
        Expr::MethodCall(call) if marked => match call.args.first()? {
            Expr::Tuple(given) => Some(((*call.receiver).clone(), given.elems.first()?.clone())),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::variants;
    use quote::{ToTokens, quote};

    #[test]
    fn states_are_arguments_wherever_functions_go() {
        let function: syn::ItemFn = syn::parse_quote! {
            fn walk<F: FnMut(f64)>(xs: &[f64], f: &mut F) {
                f(xs[0]);
                walk(&xs[1..], f);
            }
        };
        let found = variants(&function.sig, &function.block, &[false, false]);
        let [variant] = &found[..] else {
            panic!("one function may change");
        };
        let signature = quote! {
            fn walk<F: ::core::ops::Fn(&mut __State1, f64) -> (), __State1>(xs: &[f64], f: &mut F, __state1: &mut __State1)
        };
        let block = quote! {
            {
                f(&mut *__state1, xs[0]);
                walk(&xs[1..], #[__passed_on] |__given0| f(&mut *__state1, __given0));
            }
        };
        assert_eq!(variant.positions, [1]);
        assert_eq!(
            variant.signature.to_token_stream().to_string(),
            signature.to_string()
        );
        assert_eq!(
            variant.block.to_token_stream().to_string(),
            block.to_string()
        );
    }

    #[test]
    fn functions_that_may_be_another_of_the_name_are_left_alone() {
        let function: syn::ItemFn = syn::parse_quote! {
            fn shadowed(mut f: impl FnMut(f64), x: f64) {
                let f = |y: f64| f(y);
                f(x);
            }
        };
        assert!(variants(&function.sig, &function.block, &[false, false]).is_empty());
        let function: syn::ItemFn = syn::parse_quote! {
            fn changes_nothing(f: impl Fn(f64), x: f64) {
                f(x);
            }
        };
        assert!(variants(&function.sig, &function.block, &[false, false]).is_empty());
    }
}
