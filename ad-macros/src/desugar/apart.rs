//! Collections that one pattern names.
//!
//! Receives a function whose local names are unique; promises that a variable which begins as an empty map, set or heap
//! is declared by itself, as what is done with collections is found by their declarations.
//!
//! ```text
//! let (mut sums, mut counts) = (HashMap::new(), HashMap::new());
//!                                 let mut sums = HashMap::new(); let mut counts = HashMap::new();
//! ```

use super::{build, maps};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Local, Pat, Stmt, Type};

pub(super) fn one_by_one(function: &mut syn::ItemFn) {
    Apart.visit_block_mut(&mut function.block);
}

struct Apart;

impl VisitMut for Apart {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let stmts = std::mem::take(&mut block.stmts);
        block.stmts = stmts.into_iter().flat_map(declared).collect();
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The declarations that a statement stands for.
fn declared(stmt: Stmt) -> Vec<Stmt> {
    let parts = match &stmt {
        Stmt::Local(local) => parts(local),
        _ => None,
    };
    parts.unwrap_or_else(|| vec![stmt])
}

fn parts(local: &Local) -> Option<Vec<Stmt>> {
    let init = local.init.as_ref().filter(|i| i.diverge.is_none())?;
    let Expr::Tuple(values) = build::peeled(&init.expr) else {
        return None;
    };
    let patterns = patterns(&local.pat)?;
    let apart = patterns.len() == values.elems.len()
        && values.elems.iter().any(makes_collection)
        && patterns.iter().all(|p| maps::variable(p).is_some());
    apart.then(|| {
        let parts = patterns.into_iter().zip(values.elems.clone());
        parts
            .map(|(pat, value)| build::let_(pat, value, local.span()))
            .collect()
    })
}

/// The patterns of a tuple, with their types where these are written.
fn patterns(pat: &Pat) -> Option<Vec<Pat>> {
    match pat {
        Pat::Tuple(tuple) => Some(tuple.elems.iter().cloned().collect()),
        Pat::Type(typed) => match (&*typed.pat, &*typed.ty) {
            (Pat::Tuple(tuple), Type::Tuple(types)) if tuple.elems.len() == types.elems.len() => {
                let parts = tuple.elems.iter().cloned().zip(types.elems.clone());
                Some(parts.map(|(pat, ty)| build::ascribed(pat, ty)).collect())
            }
            _ => None,
        },
        _ => None,
    }
}

/// `HashMap::new()`, `BTreeSet::default()`
pub(super) fn makes_collection(value: &Expr) -> bool {
    let Expr::Call(call) = build::peeled(value) else {
        return false;
    };
    let Expr::Path(function) = &*call.func else {
        return false;
    };
    let mut segments = function.path.segments.iter().rev();
    let (Some(makes), Some(owner)) = (segments.next(), segments.next()) else {
        return false;
    };
    let any = |names: &[&str], of: &syn::Ident| names.iter().any(|name| of == name);
    any(&["new", "default", "with_capacity"], &makes.ident)
        && any(
            &["HashMap", "BTreeMap", "HashSet", "BTreeSet", "BinaryHeap"],
            &owner.ident,
        )
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn each_is_declared_by_itself() {
        assert_simplified(
            "fn f(k: usize) -> usize {
                let (mut seen, mut n): (HashSet<usize>, usize) = (HashSet::new(), 0);
                seen.insert(k);
                n += 1;
                n
            }",
            "fn f(k: usize) -> usize {
                let mut seen: HashSet<usize> = HashSet::new();
                let mut n: usize = 0;
                seen.insert(k);
                n += 1;
                n
            }",
        );
    }
}
