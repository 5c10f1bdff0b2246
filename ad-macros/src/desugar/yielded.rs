//! Functions that return iterators.
//!
//! Receives a function; promises one that returns the items as a vector, if the iterator surely ends. What
//! an iterator is made of has no shadow of its own, so that its rule gives callers the items; the user's
//! own function is not touched.
//!
//! ```text
//! fn steps(&self) -> impl Iterator<Item = f64> + '_ { self.x.windows(2).map(|w| w[1] - w[0]) }
//!
//! fn steps(&self) -> Vec<f64> { self.x.windows(2).map(|w| w[1] - w[0]).collect::<Vec<f64>>() }
//! ```

use super::build;
use super::pipeline;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ReturnType, Stmt, Type, TypeParamBound, parse_quote};

/// Makes a vector of the iterator that is returned; whether one is.
pub(crate) fn as_list(signature: &mut syn::Signature, body: &mut Block) -> bool {
    let Some((item, boxed)) = item(&signature.output) else {
        return false;
    };
    let Some(Stmt::Expr(tail, None)) = body.stmts.last_mut() else {
        return false;
    };
    let items = match boxed {
        true => unboxed(tail),
        false => Some(&*tail),
    };
    let Some(items) = items.filter(|items| pipeline::may_end(items)).cloned() else {
        return false;
    };
    if returns(body) {
        return false;
    }
    let (owned, items) = collected(&item, items);
    if let Some(last) = body.stmts.last_mut() {
        *last = Stmt::Expr(items, None);
    }
    signature.output = parse_quote!(-> ::std::vec::Vec<#owned>);
    true
}

/// The type of the items, without the reference if they are some, and the expression that collects them.
fn collected(item: &Type, items: Expr) -> (Type, Expr) {
    let items = build::paren(items);
    let (owned, items): (Type, Expr) = match item {
        Type::Reference(r) => match &*r.elem {
            Type::Slice(s) => {
                let part = &s.elem;
                (
                    parse_quote!(::std::vec::Vec<#part>),
                    parse_quote!(#items.map(|__part| __part.to_vec())),
                )
            }
            behind => (behind.clone(), parse_quote!(#items.cloned())),
        },
        value => (value.clone(), items),
    };
    let items = parse_quote!(#items.collect::<::std::vec::Vec<#owned>>());
    (owned, items)
}

/// `T` of `impl Iterator<Item = T>`, or of `Box<dyn Iterator<Item = T>>`, and which of the two it is.
pub(super) fn item(output: &ReturnType) -> Option<(Type, bool)> {
    let ReturnType::Type(_, ty) = output else {
        return None;
    };
    match &**ty {
        Type::ImplTrait(ty) => Some((item_of(&ty.bounds)?, false)),
        Type::Path(path) if of_std(path).is_some() => Some((of_std(path)?, false)),
        Type::Path(path) => {
            let last = path.path.segments.last().filter(|s| s.ident == "Box")?;
            let syn::PathArguments::AngleBracketed(args) = &last.arguments else {
                return None;
            };
            match args.args.first()? {
                syn::GenericArgument::Type(Type::TraitObject(ty)) => {
                    Some((item_of(&ty.bounds)?, true))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The items of `slice::Iter<'_, T>`, of `slice::IterMut<'_, T>` and of `vec::IntoIter<T>`.
fn of_std(path: &syn::TypePath) -> Option<Type> {
    let mut segments = path.path.segments.iter().rev();
    let (last, module) = (segments.next()?, segments.next()?);
    let by_ref = last.ident == "Iter" && module.ident == "slice";
    let by_mut = last.ident == "IterMut" && module.ident == "slice";
    let by_value = last.ident == "IntoIter" && module.ident == "vec";
    let syn::PathArguments::AngleBracketed(args) = &last.arguments else {
        return None;
    };
    match args.args.last()? {
        syn::GenericArgument::Type(item) if by_ref => Some(parse_quote!(&#item)),
        syn::GenericArgument::Type(item) if by_mut => Some(parse_quote!(&mut #item)),
        syn::GenericArgument::Type(item) if by_value => Some(item.clone()),
        _ => None,
    }
}

fn item_of<'b>(bounds: impl IntoIterator<Item = &'b TypeParamBound>) -> Option<Type> {
    bounds.into_iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        let last = bound.path.segments.last()?;
        let names = ["Iterator", "DoubleEndedIterator", "ExactSizeIterator"];
        let syn::PathArguments::AngleBracketed(args) = &last.arguments else {
            return None;
        };
        names.iter().find(|name| last.ident == **name)?;
        args.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::AssocType(item) if item.ident == "Item" => Some(item.ty.clone()),
            _ => None,
        })
    })
}

/// `items` of `Box::new(items)`.
fn unboxed(boxed: &Expr) -> Option<&Expr> {
    match build::peeled(boxed) {
        Expr::Call(call) if call.args.len() == 1 => match &*call.func {
            Expr::Path(p) if p.path.segments.last()?.ident == "new" => call.args.first(),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a body leaves before its end with another iterator.
fn returns(body: &Block) -> bool {
    struct Returns(bool);
    impl<'ast> Visit<'ast> for Returns {
        fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
            self.0 = true;
        }

        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut found = Returns(false);
    visit::visit_block(&mut found, body);
    found.0
}
