//! What a closure changes of what it captured.
//!
//! Receives a closure that is passed to a function, and what it captures; promises its state as one argument
//! behind a unique reference, the closure in terms of that, and what puts the state back after the call. One
//! variable is the state itself; of several, copies are put together.
//!
//! ```text
//! each(xs, |x| { sum += k * x; n += 1; })
//!
//! let mut state = (sum, n);
//! each(xs, |state: &mut (f64, i32), x| { state.0 += k * x; state.1 += 1; }, &mut state);
//! let (sum_after, n_after) = state;
//! sum = sum_after; n = n_after;
//! ```

use super::Lowerer;
use super::captures::Capture;
use super::changes;
use crate::desugar::build;
use crate::desugar::functions;
use crate::ir::Ty;
use crate::tables::HashMap;
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprClosure, Stmt};

/// The state of a closure.
pub(super) struct State {
    /// What makes it, before the call.
    pub(super) before: Vec<Stmt>,
    /// The argument.
    pub(super) argument: Expr,
    /// Its type in the closure, of which it is the first parameter.
    pub(super) ty: Ty,
    /// What puts it back, after the call.
    pub(super) after: Vec<Stmt>,
}

impl Lowerer<'_> {
    /// Takes what the closure changes out of what it captures.
    pub(super) fn state_of(
        &self,
        closure: &mut ExprClosure,
        captures: &mut Vec<Capture>,
    ) -> Option<State> {
        let changes = changes::of(&closure.body);
        let possible = changes::possible(&closure.body);
        let is_changed = |c: &Capture| {
            let can_be = !c.by_value() && self.can_be_changed(c);
            changes.iter().any(|change| change.root == c.name)
                || can_be && possible.contains(&c.name)
        };
        let (changed, others) = std::mem::take(captures).into_iter().partition(is_changed);
        *captures = others;
        let changed: Vec<Capture> = changed;
        match &changed[..] {
            [] => None,
            [one] if !is_slice(&one.ty) && !self.is_own(closure, one) => Some(alone(closure, one)),
            _ => Some(self.together(closure, &changed)),
        }
    }

    /// Whether it is not behind a shared reference.
    fn can_be_changed(&self, capture: &Capture) -> bool {
        match self.ty(capture.root) {
            Ty::Ref(mutable, _) => *mutable,
            _ => self.locals[capture.root.0].mutable,
        }
    }

    /// Whether a `move` closure changes what it has taken, of which the variable outside knows nothing.
    fn is_own(&self, closure: &ExprClosure, capture: &Capture) -> bool {
        closure.capture.is_some() && !capture.ty.is_ref() && !self.ty(capture.root).is_ref()
    }

    /// Copies of several variables as one.
    fn together(&self, closure: &mut ExprClosure, changed: &[Capture]) -> State {
        let made_up = |text: String| Ident::new(&text, Span::mixed_site());
        let is_free = |id: &usize| self.lookup(&format!("__state_of{id}")).is_none();
        let id = (0..).find(is_free).unwrap_or_default();
        let state = made_up(format!("__state_of{id}"));
        let mut parts = HashMap::default();
        for (i, capture) in changed.iter().enumerate() {
            let index = syn::Index::from(i);
            let part = Part {
                place: syn::parse_quote!(#state.#index),
                by_value: capture.by_value(),
            };
            parts.insert(capture.name.to_string(), part);
        }
        Parts(parts).visit_expr_mut(&mut closure.body);
        closure
            .inputs
            .insert(0, build::name_pattern(state.clone(), false));
        let values = changed.iter().map(copied);
        let names: Vec<Ident> = (0..changed.len())
            .map(|i| made_up(format!("__after{i}_of{id}")))
            .collect();
        let mut after = vec![syn::parse_quote!(let (#(#names,)*) = #state;)];
        let lasting = changed
            .iter()
            .zip(&names)
            .filter(|(c, _)| !self.is_own(closure, c));
        after.extend(lasting.map(|(c, name)| put_back(c, name)));
        State {
            before: vec![syn::parse_quote!(let mut #state = (#(#values,)*);)],
            argument: syn::parse_quote!(&mut #state),
            ty: unique(Ty::Tuple(
                changed.iter().map(|c| copied_ty(&c.ty)).collect(),
            )),
            after,
        }
    }
}

/// One variable, which is the state itself.
fn alone(closure: &mut ExprClosure, changed: &Capture) -> State {
    let (name, place) = (&changed.name, &changed.place);
    if changed.by_value() {
        let part = Part {
            place: syn::parse_quote!((*#name)),
            by_value: true,
        };
        Parts(HashMap::from_iter([(name.to_string(), part)])).visit_expr_mut(&mut closure.body);
    }
    closure
        .inputs
        .insert(0, build::name_pattern(name.clone(), false));
    State {
        before: Vec::new(),
        argument: match changed.ty {
            Ty::Ref(..) => syn::parse_quote!(&mut *#place),
            _ => syn::parse_quote!(&mut #place),
        },
        ty: match &changed.ty {
            Ty::Ref(_, t) => Ty::Ref(true, t.clone()),
            ty => unique(ty.clone()),
        },
        after: Vec::new(),
    }
}

fn unique(ty: Ty) -> Ty {
    Ty::Ref(true, Box::new(ty))
}

fn is_slice(ty: &Ty) -> bool {
    matches!(ty, Ty::Ref(_, t) if matches!(**t, Ty::Slice(_)))
}

fn copied_ty(ty: &Ty) -> Ty {
    match ty {
        Ty::Ref(_, t) => match &**t {
            Ty::Slice(element) => Ty::Vec(element.clone()),
            pointee => pointee.clone(),
        },
        ty => ty.clone(),
    }
}

/// A copy of what is changed.
fn copied(capture: &Capture) -> Expr {
    let place = &capture.place;
    match &capture.ty {
        ty if is_slice(ty) => syn::parse_quote!(#place.to_vec()),
        Ty::Ref(_, t) if t.is_copy() => syn::parse_quote!(*#place),
        Ty::Ref(..) => functions::copied(&quote::quote!(*#place)),
        _ if capture.by_value() => place.clone(),
        _ => functions::copied(place),
    }
}

fn put_back(capture: &Capture, value: &Ident) -> Stmt {
    let place = &capture.place;
    match &capture.ty {
        ty if is_slice(ty) => syn::parse_quote!(#place.copy_from_slice(&#value);),
        Ty::Ref(..) => syn::parse_quote!(*#place = #value;),
        _ => syn::parse_quote!(#place = #value;),
    }
}

/// A part of the state that stands for a variable.
struct Part {
    place: Expr,
    /// Whether the variable's name is the value; else it is a reference to it.
    by_value: bool,
}

/// Writes parts of the state for variables.
struct Parts(HashMap<String, Part>);

impl Parts {
    fn of(&self, expr: &Expr) -> Option<&Part> {
        self.0.get(&build::as_name(expr)?.to_string())
    }

    /// What a place or a method's receiver is a part of: it is read through a reference.
    fn base(&mut self, base: &mut Expr) {
        match self.of(base) {
            Some(part) => *base = part.place.clone(),
            None => self.visit_expr_mut(base),
        }
    }
}

impl VisitMut for Parts {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(part) = self.of(expr) {
            let place = &part.place;
            *expr = match part.by_value {
                true => place.clone(),
                false => syn::parse_quote!(&mut #place),
            };
            return;
        }
        match expr {
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                match self
                    .of(build::peeled(&u.expr))
                    .filter(|part| !part.by_value)
                {
                    Some(part) => *expr = part.place.clone(),
                    None => self.visit_expr_mut(&mut u.expr),
                }
            }
            Expr::Field(f) => self.base(&mut f.base),
            Expr::Index(i) => {
                self.base(&mut i.expr);
                self.visit_expr_mut(&mut i.index);
            }
            Expr::MethodCall(call) => {
                self.base(&mut call.receiver);
                call.args
                    .iter_mut()
                    .for_each(|arg| self.visit_expr_mut(arg));
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
