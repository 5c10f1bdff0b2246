//! Collections and closures that one pattern names.
//!
//! Receives a function whose local names are unique; promises that a variable which begins as an empty map, set or heap,
//! or as what a closure gives, is declared by itself, as what is done with collections and closures is found by their
//! declarations.
//!
//! ```text
//! let (mut sums, mut counts) = (HashMap::new(), HashMap::new());
//!                                 let mut sums = HashMap::new(); let mut counts = HashMap::new();
//! let (near, far) = (shifted(0.1), shifted(k));
//!                                 let near = shifted(0.1); let far = shifted(k);
//! ```

use super::rename::Names;
use super::{build, maps};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Local, Pat, Stmt, Type};

pub(super) fn one_by_one(function: &mut syn::ItemFn, names: &Names) {
    Apart(names).visit_block_mut(&mut function.block);
}

struct Apart<'a>(&'a Names);

impl VisitMut for Apart<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let stmts = std::mem::take(&mut block.stmts).into_iter();
        block.stmts = stmts.flat_map(|stmt| self.declared(stmt)).collect();
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Apart<'_> {
    /// The declarations that a statement stands for.
    fn declared(&self, stmt: Stmt) -> Vec<Stmt> {
        let parts = match &stmt {
            Stmt::Local(local) => self.parts(local),
            _ => None,
        };
        parts.unwrap_or_else(|| vec![stmt])
    }

    fn parts(&self, local: &Local) -> Option<Vec<Stmt>> {
        let init = local.init.as_ref().filter(|i| i.diverge.is_none())?;
        let Expr::Tuple(values) = build::peeled(&init.expr) else {
            return None;
        };
        let patterns = patterns(&local.pat)?;
        let found = |value| makes_collection(value) || self.is_given_by_closure(value);
        let apart = patterns.len() == values.elems.len()
            && values.elems.iter().any(found)
            && patterns.iter().all(|p| maps::variable(p).is_some());
        apart.then(|| {
            let parts = patterns.into_iter().zip(values.elems.clone());
            parts
                .map(|(pat, value)| build::let_(pat, value, local.span()))
                .collect()
        })
    }

    /// `shifted(0.1)` of a local `shifted`.
    fn is_given_by_closure(&self, value: &Expr) -> bool {
        matches!(build::peeled(value), Expr::Call(call)
            if build::as_name(&call.func).is_some_and(|name| self.0.is_local(name)))
    }
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
