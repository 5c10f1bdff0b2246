//! Calls whose pullbacks must not show their types.
//!
//! Receives the calls; promises those that may be part of a recursion, whose residuals would contain each
//! other without end.
//!
//! ```text
//! fn power(x: f64, n: u32) -> f64 { if n == 0 { 1.0 } else { x * power(x, n - 1) } }
//! ```

use super::*;

impl<'a> Planner<'a> {
    /// A terminating recursion has a branch somewhere on its way, so no cycle of calls is left whose
    /// residuals contain each other.
    pub(super) fn erased(&self) -> HashSet<usize> {
        let mut erased = HashSet::new();
        self.a.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                op: Op::Call(call), ..
            } = &stmt.kind
            {
                let itself =
                    matches!(&call.callee, Callee::Path(p) if p.path.is_ident(&self.a.f.name));
                // The type of a function's rule is known only where the function is a value.
                let of_value = matches!(call.callee, Callee::Value) || !call.functions.is_empty();
                if of_value || cannot_recur(&call.callee) {
                    return;
                }
                if itself
                    || self.a.flow.parents[stmt.id]
                        .iter()
                        .any(|&p| !self.a.flow.is_loop[p])
                {
                    erased.insert(stmt.id);
                }
            }
        });
        erased
    }
}

/// Whether a rule is one of the crate's own, which calls none of the user's.
fn cannot_recur(callee: &Callee) -> bool {
    match callee {
        Callee::Operator(_) => true,
        Callee::Method(name) => name.to_string().starts_with("__"),
        Callee::Associated(path) if is_items(path) => true,
        Callee::Associated(path) => {
            let segments = path.path.segments.iter();
            let ty = match &path.qself {
                Some(qself) => match &*qself.ty {
                    syn::Type::Path(ty) => ty.path.segments.last(),
                    _ => None,
                },
                None => segments.rev().nth(1),
            };
            ty.is_some_and(|s| s.ident == "Vec" || s.ident == "VecDeque")
        }
        _ => false,
    }
}

/// The run time's `Items::of`.
pub(crate) fn is_items(path: &syn::ExprPath) -> bool {
    let mut segments = path.path.segments.iter().rev().skip(1);
    segments.next().is_some_and(|s| s.ident == "Items")
        && segments.next().is_some_and(|s| s.ident == "__private")
}
