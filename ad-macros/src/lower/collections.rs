//! Methods of collections and options that stand for smaller Rust, by the types their receivers have.

use super::Lowerer;
use crate::desugar::{build, collections, matched, optional, retained};
use crate::ir::*;
use crate::segments;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// The expression a method call stands for, lowered; `None` if it stands for itself.
    pub(crate) fn small_method(
        &mut self,
        call: &syn::ExprMethodCall,
        hint: Option<&Ty>,
    ) -> Option<Option<Operand>> {
        let expr = self.smaller(call)?;
        Some(self.value(&expr, hint))
    }

    /// The same in statement position; whether it was one.
    pub(crate) fn small_statement(&mut self, call: &syn::ExprMethodCall) -> bool {
        if let Some(done) = self.sort(call) {
            return done;
        }
        match self.smaller(call) {
            Some(expr) => {
                self.effect(&expr);
                true
            }
            None => false,
        }
    }

    /// Whether the receiver of a call is a slice, an array or a vector, or may be one by its name.
    fn is_of_sequence(&self, call: &ExprMethodCall) -> bool {
        match self.infer(&call.receiver).peeled() {
            Ty::Vec(_) | Ty::Slice(_) | Ty::Array(_) => true,
            Ty::Unknown => is_named(&call.receiver) && self.may_be_of_sequence(call),
            _ => false,
        }
    }

    fn smaller(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let names = self.fresh_names(call.span());
        let is_sequence = |call: &ExprMethodCall| self.is_of_sequence(call);
        // A field may as well be an array, which has a `map`, too: the rule is found by its type.
        let by_name = optional::is_of_options(&call.method);
        let is_option = |e: &Expr| {
            let is_field = matches!(build::peeled(e), Expr::Field(_));
            // Of a position that may be none, a closure may make an element that may not be there.
            matches!(self.infer(e), Ty::Unknown | Ty::Inert) && (by_name || !is_field)
        };
        let may_be_bool = match self.infer(&call.receiver) {
            Ty::Bool => true,
            Ty::Unknown => optional::is_of_bools(call),
            _ => false,
        };
        if may_be_bool && let Some(expr) = optional::of_bool(call, &names[0]) {
            return Some(expr);
        }
        let kind_of = |name: &Ident| self.constructed.kind(name);
        let copied = self.of_what_it_refers_to(call);
        let call = copied.as_ref().unwrap_or(call);
        let rewritten = optional::rewritten(call, &is_sequence, &is_option, &kind_of, &names);
        if let Some(expr) = rewritten {
            return Some(expr);
        }
        if let Some(of) = optional::copied_option(call)
            && !self.may_be_of_sequence(of)
            && let Some(expr) = optional::copied_first(call, of, &names[0])
        {
            return Some(expr);
        }
        // Of a list whose type is not seen: it may change while the copy is there.
        // Maps are asked by references.
        let is_position = |at: &Expr| match self.infer(at) {
            Ty::Int => true,
            Ty::Unknown => matches!(build::peeled(at), Expr::Field(_) | Expr::Binary(_)),
            _ => false,
        };
        let element = optional::copied_element(call, &is_position);
        if let Some(of) = element.filter(|of| !is_sequence(of)) {
            return Some(optional::copied_out(of, &names[0]));
        }
        if let Some(expr) = optional::as_option(call, &is_sequence).filter(|_| call.method != "pop")
        {
            return Some(expr);
        }
        if call.method == "pop" && call.args.is_empty() && is_sequence(call) {
            return optional::as_option(call, &is_sequence);
        }
        let listed = call.method == "concat" && collections::listed(&call.receiver).is_some();
        (listed || is_sequence(call))
            .then(|| {
                collections::rewritten(call, &names).or_else(|| retained::rewritten(call, &names))
            })
            .flatten()
    }

    /// `i.and_then(…)` of a reference to a position that may be none: methods that consume it copy it first.
    fn of_what_it_refers_to(&self, call: &ExprMethodCall) -> Option<ExprMethodCall> {
        let of = build::peeled(&call.receiver);
        let refers = matches!(self.infer(of), Ty::Ref(_, to) if matches!(*to, Ty::Inert));
        (refers && call.method == "and_then" && build::as_name(of).is_some()).then(|| {
            let mut call = call.clone();
            call.receiver = syn::parse_quote!((*#of));
            call
        })
    }

    /// `v.sort_by(…)`: the order carries no derivative, and exchanges put the elements into it.
    fn sort(&mut self, call: &syn::ExprMethodCall) -> Option<bool> {
        if !self.may_be_of_sequence(call) {
            return None;
        }
        let names = self.fresh_names(call.span());
        let (indices, exchanges) = collections::sorted(call, &names)?;
        let raw = self.payload(&indices)?;
        let order = self.named(&names[0], Ty::Vec(Box::new(Ty::Int)), false);
        let kind = StmtKind::Let {
            dst: order,
            op: Op::Raw(raw),
        };
        self.emit(kind, call.span());
        self.effect(&exchanges);
        Some(true)
    }

    /// `match` on an element that may not be there.
    pub(crate) fn small_match(&self, e: &syn::ExprMatch) -> Option<Expr> {
        let is_sequence = |call: &ExprMethodCall| self.is_of_sequence(call);
        matched::rewritten(e, &is_sequence)
    }

    /// `*v.get(i).unwrap_or(&c)`.
    pub(crate) fn small_deref(&self, e: &Expr) -> Option<Expr> {
        let is_sequence = |call: &ExprMethodCall| self.is_of_sequence(call);
        optional::dereferenced(e, &is_sequence)
    }

    /// A place in an element that may not be there, `v.last_mut().unwrap().x`, by the element's index.
    pub(crate) fn indexed(&self, place: &Expr) -> Option<Expr> {
        let is_sequence = |call: &ExprMethodCall| self.is_of_sequence(call);
        let inside = |e: &Expr| self.indexed(e).map(Box::new);
        let mut place = place.clone();
        match &mut place {
            Expr::MethodCall(_) => return optional::place_behind(&place, &is_sequence),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                if let Some(element) = optional::place_behind(&u.expr, &is_sequence) {
                    return Some(element);
                }
                u.expr = inside(&u.expr)?;
            }
            Expr::Field(f) => f.base = inside(&f.base)?,
            Expr::Index(i) => i.expr = inside(&i.expr)?,
            Expr::Paren(p) => p.expr = inside(&p.expr)?,
            _ => return None,
        }
        Some(place)
    }

    /// `for x in v.last_mut().unwrap()`: the head by the element's index.
    pub(crate) fn indexed_head(&self, head: &Expr) -> Option<Expr> {
        let is_element = optional::is_element_unwrapped(head);
        let place = is_element.then(|| self.indexed(head)).flatten()?;
        Some(syn::parse_quote!(&mut #place))
    }

    /// A statement that changes an element that may not be there, as one that changes it by its index.
    pub(crate) fn indexed_statement(&self, statement: &Expr) -> Option<Expr> {
        let changed = match statement {
            Expr::Assign(a) => &a.left,
            Expr::Binary(b) => &b.left,
            Expr::MethodCall(call) => &call.receiver,
            _ => return None,
        };
        let place = Box::new(self.indexed(changed)?);
        let mut statement = statement.clone();
        match &mut statement {
            Expr::Assign(a) => a.left = place,
            Expr::Binary(b) => b.left = place,
            Expr::MethodCall(call) => call.receiver = place,
            _ => {}
        }
        Some(statement)
    }

    /// `mem::replace` and `mem::take`, and `mem::swap` where it is no statement of its own.
    pub(crate) fn replacing_call(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let names = segments::names(&path.path);
        let [.., module, name] = names.as_slice() else {
            return None;
        };
        let args: Vec<&Expr> = call.args.iter().collect();
        let [held, ..] = self.fresh_names(call.span());
        match (module.as_str(), name.as_str(), args.as_slice()) {
            ("mem", "swap", [a, b]) => Some(syn::parse_quote!({ ::core::mem::swap(#a, #b); })),
            ("mem", "replace", [place, value]) => Some(collections::replaced(place, value, &held)),
            ("mem", "take", [place]) => {
                let vector = matches!(self.infer(place).peeled(), Ty::Vec(_));
                let empty: Expr = if vector {
                    syn::parse_quote!(::std::vec::Vec::new())
                } else {
                    syn::parse_quote!(::core::default::Default::default())
                };
                Some(collections::replaced(place, &empty, &held))
            }
            _ => None,
        }
    }

    pub(super) fn fresh_names(&mut self, span: Span) -> [Ident; 3] {
        self.labels += 1;
        let id = self.labels;
        ["n", "k", "x"].map(|name| {
            Ident::new(
                &format!("__{name}_of{id}"),
                span.resolved_at(Span::mixed_site()),
            )
        })
    }
}

/// A variable or a field: a name may be that of a sequence.
pub(super) fn is_named(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Field(_) => true,
        Expr::Paren(p) => is_named(&p.expr),
        Expr::Index(i) => is_named(&i.expr),
        Expr::Unary(u) => is_named(&u.expr),
        _ => false,
    }
}
