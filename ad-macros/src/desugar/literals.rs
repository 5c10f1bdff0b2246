//! What numbers are that a queue begins with.
//!
//! Receives a function; promises that the floats that a queue is made of say of which size they are, where no type does
//! and the function mentions floats of one size alone. What is taken out of the queue is asked for rules before anything
//! else tells rustc, for which a number without a type is none yet.
//!
//! ```text
//! let mut queue = VecDeque::from([(start, 1.0)]);     let mut queue = VecDeque::from([(start, 1.0f64)]);
//! ```

use super::{build, maps};
use crate::segments;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Type};

pub(super) fn of_queues(function: &mut syn::ItemFn) {
    if let Some(Type::Path(float)) = maps::float_of(function)
        && let Some(last) = float.path.segments.last()
    {
        let suffix = last.ident.to_string();
        Queues { suffix }.visit_block_mut(&mut function.block);
    }
}

struct Queues {
    suffix: String,
}

impl VisitMut for Queues {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Ident(_), Some(init)) = (&local.pat, &mut local.init)
            && let Expr::Call(call) = &mut *init.expr
            && is_from(&call.func)
        {
            call.args.iter_mut().for_each(|items| self.items(items));
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Queues {
    /// `[item, …]`, `vec![item, …]`
    fn items(&self, items: &mut Expr) {
        match items {
            Expr::Array(list) => list.elems.iter_mut().for_each(|item| self.item(item)),
            Expr::Repeat(list) => self.item(&mut list.expr),
            Expr::Macro(list) if list.mac.path.is_ident("vec") => {
                if let Some(mut items) = build::Arguments::parse(&list.mac.tokens) {
                    items
                        .exprs_mut()
                        .into_iter()
                        .for_each(|item| self.item(item));
                    list.mac.tokens = items.to_token_stream();
                }
            }
            _ => {}
        }
    }

    /// A number, or a tuple with some.
    fn item(&self, item: &mut Expr) {
        match item {
            Expr::Tuple(parts) => parts.elems.iter_mut().for_each(|part| self.item(part)),
            Expr::Lit(literal) => {
                if let syn::Lit::Float(number) = &mut literal.lit
                    && number.suffix().is_empty()
                {
                    let told = format!("{}{}", number.base10_digits(), self.suffix);
                    *number = syn::LitFloat::new(&told, number.span());
                }
            }
            _ => {}
        }
    }
}

/// `VecDeque::from`
fn is_from(function: &Expr) -> bool {
    match function {
        Expr::Path(path) => {
            segments::names(&path.path).ends_with(&["VecDeque".to_string(), "from".to_string()])
        }
        _ => false,
    }
}
