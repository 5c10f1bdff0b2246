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

use super::rename::Names;
use super::stored::tails;
use super::{build, iterated, pipeline};
use crate::segments;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Pat, ReturnType, Stmt, Type, TypeParamBound, parse_quote};

/// Makes a vector of the iterator that is returned; whether one is.
pub(crate) fn as_list(signature: &mut syn::Signature, body: &mut Block) -> bool {
    let Some((item, boxed)) = item(&signature.output) else {
        return false;
    };
    let Some(Stmt::Expr(tail, None)) = body.stmts.last() else {
        return false;
    };
    let (owned, adapted) = owned(&item);
    let collect = |items: &Expr| match &adapted {
        Some(adapt) => parse_quote!((#items).#adapt.collect::<::std::vec::Vec<#owned>>()),
        None => parse_quote!((#items).collect::<::std::vec::Vec<#owned>>()),
    };
    let Some(items) = in_each_branch(tail, boxed, &collect).filter(|_| !returns(body)) else {
        return false;
    };
    if let Some(last) = body.stmts.last_mut() {
        *last = Stmt::Expr(items, None);
    }
    signature.output = parse_quote!(-> ::std::vec::Vec<#owned>);
    true
}

/// What a value is with a list in the place of the iterator that each of its branches ends in, if all of these surely end.
fn in_each_branch(value: &Expr, boxed: bool, collect: &dyn Fn(&Expr) -> Expr) -> Option<Expr> {
    let (mut value, mut all) = (value.clone(), true);
    tails(&mut value, &mut |end| {
        let items = match boxed {
            true => unboxed(end),
            false => Some(&*end),
        };
        match items.filter(|items| pipeline::may_end(items)).map(collect) {
            Some(list) => *end = list,
            None => all = false,
        }
    });
    all.then_some(value)
}

/// The type of the items without the reference if they are some, and what makes them such.
fn owned(item: &Type) -> (Type, Option<TokenStream>) {
    match item {
        Type::Reference(r) => match &*r.elem {
            Type::Slice(s) => {
                let part = &s.elem;
                (
                    parse_quote!(::std::vec::Vec<#part>),
                    Some(quote!(map(|__part| __part.to_vec()))),
                )
            }
            behind => (behind.clone(), Some(quote!(cloned()))),
        },
        value => match iterated::owned(value) {
            Some(owned) => {
                let copy = owned.copy;
                (owned.ty, Some(quote!(map(#copy))))
            }
            None => (value.clone(), None),
        },
    }
}

/// Variables that hold one of several iterators in a box: a list of its items, as an iterator.
///
/// ```text
/// let it: Box<dyn Iterator<Item = &f64>> = if c { Box::new(xs.iter().rev()) } else { Box::new(xs.iter()) };
///
/// let items: Vec<&f64> = if c { xs.iter().rev().collect::<Vec<_>>() } else { xs.iter().collect::<Vec<_>>() };
/// let it = items.into_iter();
/// ```
pub(super) fn of_boxes(function: &mut syn::ItemFn, names: &mut Names) {
    Boxes(names).visit_block_mut(&mut function.block);
}

struct Boxes<'a>(&'a mut Names);

impl VisitMut for Boxes<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let Stmt::Local(local) = &mut stmt {
                block.stmts.extend(self.listed(local));
            }
            block.stmts.push(stmt);
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Boxes<'_> {
    /// The list of what the iterator in a box yields, which becomes that of the list.
    fn listed(&mut self, local: &mut syn::Local) -> Option<Stmt> {
        let Pat::Type(typed) = &local.pat else {
            return None;
        };
        let item = boxed_item(&typed.ty)?;
        let init = local.init.as_mut().filter(|i| i.diverge.is_none())?;
        let collect = |items: &Expr| parse_quote!((#items).collect::<::std::vec::Vec<_>>());
        let list = in_each_branch(&init.expr, true, &collect)?;
        let items = self.0.fresh(&Ident::new("items", local.let_token.span));
        let declared = parse_quote!(let #items: ::std::vec::Vec<#item> = #list;);
        *init.expr = parse_quote!(#items.into_iter());
        local.pat = (*typed.pat).clone();
        Some(declared)
    }
}

/// `T` of `Box<dyn Iterator<Item = T>>`.
fn boxed_item(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last().filter(|s| s.ident == "Box")?;
    match segments::type_argument(last)? {
        Type::TraitObject(object) => item_of(&object.bounds),
        _ => None,
    }
}

/// `T` of `impl Iterator<Item = T>`, or of `Box<dyn Iterator<Item = T>>`, and which of the two it is.
pub(crate) fn item(output: &ReturnType) -> Option<(Type, bool)> {
    let ReturnType::Type(_, ty) = output else {
        return None;
    };
    match &**ty {
        Type::ImplTrait(ty) => Some((item_of(&ty.bounds)?, false)),
        Type::Path(path) if of_std(path).is_some() => Some((of_std(path)?, false)),
        boxed => Some((boxed_item(boxed)?, true)),
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
