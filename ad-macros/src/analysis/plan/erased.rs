//! Calls whose pullbacks must not show their types.
//!
//! Receives the calls; promises those that may be part of a recursion, whose residuals would contain each
//! other without end.
//!
//! ```text
//! fn power(x: f64, n: u32) -> f64 { if n == 0 { 1.0 } else { x * power(x, n - 1) } }
//! ```
//!
//! To erase a type costs a block of memory and a call through a table. A short function that calls itself
//! has its rule several times, each holding the pullback of the next one as it is, and only the last of
//! them erases that of the first:
//!
//! ```text
//! rrule:   … let (t5, t4) = rrule_1(x, n - 1); …
//! rrule_1: … let (t5, t4) = rrule(x, n - 1); let t4 = Erased::new(t4); …
//! ```

use super::*;

/// The longest function whose rule is written more than once, in statements.
const SHORT: usize = 40;

/// The most pullbacks of a function that are held in one block.
const HELD: usize = 4;

/// How a function that calls itself is unrolled.
#[derive(Default)]
pub(crate) struct Recursion {
    /// Its calls of itself.
    calls: HashSet<usize>,
    /// How many times its rule is there besides the first one.
    pub(crate) levels: usize,
}

impl Recursion {
    /// At which level the callee of a call is, if its pullback is held as it is.
    pub(crate) fn below(&self, level: usize, call: usize) -> Option<usize> {
        (level < self.levels && self.calls.contains(&call)).then_some(level + 1)
    }
}

impl<'a> Planner<'a> {
    /// A terminating recursion has a branch somewhere on its way, so no cycle of calls is left whose
    /// residuals contain each other.
    pub(super) fn erased(&self) -> HashSet<usize> {
        let mut erased = HashSet::default();
        self.a.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                op: Op::Call(call), ..
            } = &stmt.kind
            {
                // The type of a function's rule is known only where the function is a value.
                let at_once = self.a.flow.at_once.contains(&stmt.id);
                let of_value = matches!(call.callee, Callee::Value) || !call.functions.is_empty();
                if at_once || of_value || cannot_recur(&call.callee) {
                    return;
                }
                if call.is_of(self.a.f)
                    || self.may_call_itself(call)
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

    /// A method of the same name may be this one, of a part of what it is called on, like the children of
    /// a node: a loop over none of them ends the recursion.
    fn may_call_itself(&self, call: &Call) -> bool {
        let name = &self.a.f.name;
        match &call.callee {
            Callee::Method(method) => method == name,
            Callee::Associated(path) => path.path.segments.last().is_some_and(|s| s.ident == *name),
            _ => false,
        }
    }

    /// What is declared in the body might have the function's name.
    pub(super) fn recursion(&self, erased: &HashSet<usize>) -> Recursion {
        if !self.a.passes.has(Pass::Recursion) || !self.a.f.items.is_empty() {
            return Recursion::default();
        }
        let (mut calls, mut length) = (HashSet::default(), 0);
        self.a.f.body.walk(&mut |stmt| {
            length += 1;
            match &stmt.kind {
                StmtKind::Let {
                    op: Op::Call(call), ..
                } if call.is_of(self.a.f)
                    && call.changing.is_empty()
                    && erased.contains(&stmt.id) =>
                {
                    calls.insert(stmt.id);
                }
                _ => {}
            }
        });
        let levels = match length <= SHORT {
            true => levels(calls.len()),
            false => 0,
        };
        Recursion { calls, levels }
    }
}

/// How deep a tree that branches this often may be, its root aside.
fn levels(branches: usize) -> usize {
    match branches {
        0 => 0,
        1 => HELD - 1,
        _ if branches < HELD => 1,
        _ => 0,
    }
}

/// `Object::<Box<dyn Trait>>::of(…)`, of the run time.
fn makes_object(path: &syn::ExprPath) -> bool {
    let mut from_last = path.path.segments.iter().rev().skip(1);
    let named = |s: Option<&syn::PathSegment>, name: &str| s.is_some_and(|s| s.ident == name);
    named(from_last.next(), "Object") && named(from_last.next(), "__private")
}

/// Whether a rule is one of the crate's own, which calls none of the user's.
fn cannot_recur(callee: &Callee) -> bool {
    match callee {
        Callee::Operator(_) => true,
        Callee::Method(name) => name.to_string().starts_with("__"),
        Callee::Associated(path) if is_items(path) || makes_object(path) => true,
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
