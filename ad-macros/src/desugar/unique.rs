//! Calls that lend a part of their receiver uniquely, whatever their methods are called.
//!
//! Receives a function whose local names are unique, or a method; promises that where the way it is used, or the block
//! around it, shows that a call, or another one of the same method, gives a `&mut`, the call says so: an empty turbofish
//! means nothing to rustc. Methods whose names end in `_mut` need none. All such calls are places.
//!
//! ```text
//! *m.at(i, j) += x;                       *m.at::<>(i, j) += x;
//! let c = m.at(0, 0); *c = x;             let c = m.at::<>(0, 0); *c = x;
//! fn at(&mut self, i: usize) -> &mut f64 { … }
//! *self.at(i) + 1.0                       *self.at::<>(i) + 1.0
//! ```

use super::build;
use crate::ir::ty;
use crate::lower::{compound, elementary, is_structural};
use crate::projection::is_unique_by_name;
use crate::tables::HashSet;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, ImplItem, ImplItemFn, Pat, ReturnType, Type};

/// Whether a call gives a unique reference to a part of its receiver, by Rust's naming conventions or by its mark.
pub(crate) fn is_unique(call: &ExprMethodCall) -> bool {
    is_marked(call) || is_unique_by_name(&call.method)
}

fn is_marked(call: &ExprMethodCall) -> bool {
    call.turbofish.as_ref().is_some_and(|t| t.args.is_empty())
}

fn mark(call: &mut ExprMethodCall) {
    if call.turbofish.is_none() && !is_unique_by_name(&call.method) {
        call.turbofish = Some(syn::parse_quote!(::<>));
    }
}

/// Marks the calls whose results a function changes.
pub(crate) fn by_uses(function: &mut syn::ItemFn) {
    let mut uses = Uses::default();
    uses.visit_block_mut(&mut function.block);
    if !uses.changed.is_empty() {
        Held(&uses).visit_block_mut(&mut function.block);
    }
    let mut marked = Marked::default();
    marked.visit_block(&function.block);
    if !marked.0.is_empty() {
        Again(&marked.0).visit_block_mut(&mut function.block);
    }
}

/// Marks what is changed where it stands, and gathers the names through which something is changed.
#[derive(Default)]
struct Uses {
    changed: HashSet<Ident>,
    /// Those of them that are assigned to, as no option is.
    assigned: HashSet<Ident>,
}

impl Uses {
    /// What leads to a part that is changed, by an assignment or by a method.
    fn changed(&mut self, place: &mut Expr, assigned: bool) {
        match place {
            Expr::Paren(p) => self.changed(&mut p.expr, assigned),
            Expr::Unary(u) => self.changed(&mut u.expr, assigned),
            Expr::Field(f) => self.changed(&mut f.base, assigned),
            Expr::Index(i) => self.changed(&mut i.expr, assigned),
            Expr::MethodCall(call) => mark_own(call, assigned),
            other => {
                let name = build::as_name(other).cloned();
                self.assigned.extend(name.clone().filter(|_| assigned));
                self.changed.extend(name);
            }
        }
    }
}

impl VisitMut for Uses {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Assign(a) => self.changed(&mut a.left, true),
            Expr::Binary(b) if compound(&b.op).is_some() => self.changed(&mut b.left, true),
            Expr::MethodCall(call) if changes(call) => self.changed(&mut call.receiver, false),
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Marks what is given a name that is no variable and through which something is changed all the same.
struct Held<'a>(&'a Uses);

impl VisitMut for Held<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        let pat = match &local.pat {
            Pat::Type(typed) if matches!(&*typed.ty, Type::Reference(_)) => &*typed.pat,
            pat => pat,
        };
        let name = match pat {
            Pat::Ident(p) if p.mutability.is_none() && p.by_ref.is_none() => Some(&p.ident),
            _ => None,
        };
        let name = name.filter(|name| self.0.changed.contains(name));
        if let (Some(name), Some(init)) = (name, &mut local.init)
            && let Expr::MethodCall(call) = &mut *init.expr
        {
            mark_own(call, self.0.assigned.contains(name));
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The marked calls: of what, and by which method.
#[derive(Default)]
struct Marked(HashSet<(String, Ident)>);

impl<'ast> Visit<'ast> for Marked {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if is_marked(call) {
            self.0.insert(method_of(call));
        }
        visit::visit_expr_method_call(self, call);
    }
}

fn method_of(call: &ExprMethodCall) -> (String, Ident) {
    let receiver = call.receiver.to_token_stream().to_string();
    (receiver, call.method.clone())
}

/// Marks the other calls of the same methods of the same things: `*m.at(i) = x` tells what `*m.at(j) + 1.0` reads.
struct Again<'a>(&'a HashSet<(String, Ident)>);

impl VisitMut for Again<'_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        if self.0.contains(&method_of(call)) {
            mark(call);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// What of the collections gives an option of a reference: what is assigned to is none of theirs.
const OPTIONS: [&str; 5] = ["get_mut", "first_mut", "last_mut", "front_mut", "back_mut"];

/// Marks a call of a method of the user's whose receiver is a place.
fn mark_own(call: &mut ExprMethodCall, assigned: bool) {
    let name = call.method.to_string();
    let of_std = is_structural(&name) || elementary::find(&name).is_some() || lends(&name);
    let own = assigned && OPTIONS.contains(&name.as_str());
    if (own || !of_std) && is_place(&call.receiver) {
        mark(call);
    }
}

fn is_place(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Path(p) => p.qself.is_none() && p.path.get_ident().is_some(),
        Expr::Field(f) => is_place(&f.base),
        Expr::Index(i) => is_place(&i.expr),
        Expr::Unary(u) => is_place(&u.expr),
        Expr::MethodCall(call) => is_unique(call),
        _ => false,
    }
}

/// What std's collections and cells lend, which is no part by a choice of the user's.
fn lends(method: &str) -> bool {
    let by_entry = [
        "entry",
        "insert",
        "next",
        "next_back",
        "nth",
        "lock",
        "write",
        "borrow",
    ];
    method.starts_with("or_") || method.starts_with("get_or_") || by_entry.contains(&method)
}

/// Whether a method of slices and vectors changes what it is called on. `push` and the like may as well go on with
/// what a builder's method gives back, `b.push(x).push(y)`.
fn changes(call: &ExprMethodCall) -> bool {
    let follows = matches!(build::peeled(&call.receiver), Expr::MethodCall(_));
    match call.method.to_string().as_str() {
        "push" | "clear" | "truncate" => !follows,
        "iter_mut" | "swap" | "fill" | "copy_from_slice" | "extend_from_slice" => true,
        _ => false,
    }
}

/// The methods of a block that lend a part of their receiver uniquely.
pub(crate) fn given_by(items: &[ImplItem], given_back: &[Ident]) -> Vec<Ident> {
    let lends = |method: &&ImplItemFn| {
        let receiver = method.sig.receiver();
        let unique = receiver.is_some_and(|r| r.reference.is_some() && r.mutability.is_some());
        unique && gives_unique(&method.sig.output) && !given_back.contains(&method.sig.ident)
    };
    let methods = items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    methods.filter(lends).map(|m| m.sig.ident.clone()).collect()
}

fn gives_unique(output: &ReturnType) -> bool {
    matches!(output, ReturnType::Type(_, given) if matches!(&**given, Type::Reference(r)
        if r.mutability.is_some() && !ty::read(&r.elem, &|_| false).is_inert()))
}

/// Marks the calls of such methods of `self` in a method of their block.
pub(crate) fn of_self(method: &mut ImplItemFn, lending: &[Ident]) {
    if !lending.is_empty() {
        OfSelf(lending).visit_block_mut(&mut method.block);
    }
}

struct OfSelf<'a>(&'a [Ident]);

impl VisitMut for OfSelf<'_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        let of_self =
            matches!(build::peeled(&call.receiver), Expr::Path(p) if p.path.is_ident("self"));
        if of_self && self.0.contains(&call.method) {
            mark(call);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn what_is_changed_is_lent_uniquely() {
        assert_simplified(
            "fn f(m: &mut Mat, x: f64) {
                *m.at(0) += x;
                m.rows.row(1)[2] = x;
                let c = m.at(1);
                *c = x;
                let looked_at = m.at(2);
                let of_another = n.at(2);
                m.last().of(x);
            }",
            "fn f(m: &mut Mat, x: f64) {
                *m.at::<>(0) += x;
                m.rows.row::<>(1)[2] = x;
                let c = m.at::<>(1);
                *c = x;
                let looked_at = m.at::<>(2);
                let of_another = n.at(2);
                m.last().of(x);
            }",
        );
    }
}
