//! Methods: those known by name, and those whose rule is a method beside them.

use super::Lowerer;
use super::elementary::{self, is_inert_query};
use crate::desugar::maps::{KEY, NEW_KEY};
use crate::desugar::{build, builders, functions, own_methods, stored};
use crate::diagnostics::catalog;
use crate::ir::*;
use proc_macro2::{Ident, Span};
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    pub(crate) fn method(
        &mut self,
        call: &syn::ExprMethodCall,
        hint: Option<&Ty>,
    ) -> Option<Operand> {
        let told = self
            .marked(call, hint)
            .or_else(|| self.of_map(call, hint))
            .or_else(|| self.chain(call, hint))
            .or_else(|| self.popped(call))
            .or_else(|| self.small_method(call, hint))
            .or_else(|| self.asked_of_value(call, hint));
        if let Some(value) = told {
            return value;
        }
        let receiver = self.infer(&call.receiver);
        if let Some(value) = self.of_number(call, &receiver, hint) {
            return value;
        }
        let whole = || Expr::MethodCall(call.clone());
        if call.method == "split_at"
            && let Some(parts) = self.two_parts(&whole())
        {
            return self.value(&Expr::Tuple(parts), hint);
        }
        let name = call.method.to_string();
        match (name.as_str(), call.args.len()) {
            ("clone" | "to_owned" | "to_vec" | functions::COPIED, 0) => {
                self.clone_of(call, &receiver)
            }
            ("as_slice" | "as_mut_slice", 0) => {
                let place = self.place(&whole())?;
                let mutable = name == "as_mut_slice";
                if mutable {
                    self.note_write(place.root);
                }
                Some(self.reference(place, mutable, call.span()))
            }
            _ => self.method_with_rule(call, &receiver, hint),
        }
    }

    /// What earlier passes wrote as methods: calls of function values, items that are iterated over, keys.
    fn marked(&mut self, call: &syn::ExprMethodCall, hint: Option<&Ty>) -> Option<Option<Operand>> {
        match call.method.to_string().as_str() {
            functions::CALL => Some(self.call_of_value(call, hint)),
            functions::LISTED => Some(self.listed(call, hint)),
            KEY => {
                let key = self.value(&call.receiver, None);
                Some(key.map(|key| self.as_key(key, call.span())))
            }
            NEW_KEY => {
                let computed = self.raw(&call.receiver).is_none() && !self.is_given(&call.receiver);
                let key = self.value(&call.receiver, None);
                Some(key.map(|key| self.as_new_key(key, computed, call.span())))
            }
            _ => None,
        }
    }

    /// Methods that look something up in a map, which have names for their keys and for what they insert.
    fn of_map(&mut self, call: &syn::ExprMethodCall, hint: Option<&Ty>) -> Option<Option<Operand>> {
        if let Some(inserted) = self.inserted(call) {
            return Some(self.method(&inserted, hint));
        }
        if let found @ Some(_) = self.looked_for(call) {
            return Some(found);
        }
        let asking = self.with_key(call)?;
        Some(self.method(&asking, hint))
    }

    /// `v.pop().unwrap()`: the last element of a vector that is known to have one.
    fn popped(&mut self, call: &syn::ExprMethodCall) -> Option<Option<Operand>> {
        let Expr::MethodCall(inner) = &*call.receiver else {
            return None;
        };
        let pops = (call.method == "unwrap" || call.method == "expect")
            && inner.method == "pop"
            && inner.args.is_empty()
            && self.may_be_of_sequence(inner)
            && matches!(
                self.infer(&inner.receiver).peeled(),
                Ty::Vec(_) | Ty::Unknown
            )
            && self.place(&inner.receiver).is_some();
        pops.then(|| self.pop(inner))
    }

    /// What is asked of a value without being a part of it: its length, its state, how it compares.
    fn asked_of_value(
        &mut self,
        call: &syn::ExprMethodCall,
        hint: Option<&Ty>,
    ) -> Option<Option<Operand>> {
        let name = call.method.to_string();
        match (name.as_str(), call.args.len()) {
            ("len", 0) => Some(self.length_of_value(call)),
            (_, 0) if is_inert_query(&name) && of_call(&mut call.receiver.clone()).is_some() => {
                Some(self.query_of_value(call, hint))
            }
            ("total_cmp" | "partial_cmp" | "cmp", 1) => Some(self.compared(call, hint)),
            _ => None,
        }
    }

    /// The elementary functions of what is known to be a number.
    fn of_number(
        &mut self,
        call: &syn::ExprMethodCall,
        receiver: &Ty,
        hint: Option<&Ty>,
    ) -> Option<Option<Operand>> {
        let name = call.method.to_string();
        if name == "sin_cos" && call.args.is_empty() {
            let value = self.scalar(&call.receiver, hint);
            return Some(value.and_then(|v| self.sin_cos(v, call.span())));
        }
        if matches!(receiver.peeled(), Ty::Unknown) {
            return None;
        }
        // `Real`'s own.
        if name == "to_f64" && matches!(receiver.peeled(), Ty::Float(Float::Param(_))) {
            let (ty, target) = (Ty::Float(Float::F64), syn::parse_quote!(f64));
            let value = self.scalar(&call.receiver, None);
            return Some(value.map(|v| self.bind(Op::Cast(v, target), ty, call.span())));
        }
        let entry = self.elementary_for(&name, receiver)?;
        let first = self.scalar(&call.receiver, hint);
        let rest = call.args.iter().map(|a| self.value(a, None));
        let args: Option<Vec<Operand>> = std::iter::once(first).chain(rest).collect();
        Some(args.and_then(|args| self.elementary(&call.method, &entry, args)))
    }

    /// `m.row(i).len()`: the length of what a call returns, whose type is asked for.
    fn length_of_value(&mut self, call: &syn::ExprMethodCall) -> Option<Operand> {
        let span = call.span();
        let place = self.place_or_temp(&call.receiver)?;
        let length = self.bind(Op::Len(place, false), Ty::Unknown, span);
        Some(self.bind(Op::Inactive(length), Ty::Int, span))
    }

    /// `m.find(i).is_none()`, `m.part(i).rows.is_empty()`: what a call returns has a name where it is asked about.
    fn query_of_value(&mut self, call: &syn::ExprMethodCall, hint: Option<&Ty>) -> Option<Operand> {
        let [name, ..] = self.fresh_names(call.span());
        let mut query = call.clone();
        let asked = of_call(&mut query.receiver)?;
        let value = self.value(asked, None)?;
        self.bind_name(&name, false, value);
        *asked = build::name(name);
        self.value(&Expr::MethodCall(query), hint)
    }

    /// `self.cost(a).total_cmp(&self.cost(b))`: what calls return has names where it is compared.
    fn compared(&mut self, call: &syn::ExprMethodCall, hint: Option<&Ty>) -> Option<Operand> {
        let mut query = call.clone();
        let given = query.args.first_mut()?;
        let given = match given {
            Expr::Reference(r) => &mut *r.expr,
            other => other,
        };
        for compared in [&mut *query.receiver, given] {
            if self.raw(compared).is_none() {
                let [name, ..] = self.fresh_names(compared.span());
                let value = self.value(compared, None)?;
                self.bind_name(&name, false, value);
                *compared = build::name(name);
            }
        }
        let query = Expr::MethodCall(query);
        match self.raw(&query) {
            Some(_) => self.value(&query, hint),
            None => self.refuse_comparison(call),
        }
    }

    fn refuse_comparison(&mut self, call: &syn::ExprMethodCall) -> Option<Operand> {
        let name = call.method.to_string();
        self.sink
            .refuse(call.method.span(), catalog::no_method_rule(&name));
        None
    }

    fn pop(&mut self, call: &syn::ExprMethodCall) -> Option<Operand> {
        let place = self.place(&call.receiver)?;
        let (root, ty) = (place.root, self.place_ty(&place).element());
        // As of a reference that is loaded, emitted code asks what it is.
        let shared = matches!(ty, Ty::Ref(false, _));
        let ty = if shared { Ty::Unknown } else { ty };
        let popped = self.bind(Op::Pop(place), ty, call.span());
        if let (Operand::Local(l), true) = (&popped, shared) {
            self.referring.insert(*l);
        }
        self.note_write(root);
        Some(popped)
    }

    fn clone_of(&mut self, call: &syn::ExprMethodCall, receiver: &Ty) -> Option<Operand> {
        let peeled = receiver.peeled();
        if peeled.is_copy() && call.method != "to_vec" {
            return self.scalar(&call.receiver, None);
        }
        let ours = call.method == functions::COPIED;
        let ty = match peeled {
            Ty::Array(t) | Ty::Slice(t) if call.method != "clone" && !ours => Ty::Vec(t.clone()),
            Ty::Slice(t) => Ty::Vec(t.clone()),
            other => other.clone(),
        };
        let mut place = self.place_or_temp(&call.receiver)?;
        let unsaid = matches!(ty, Ty::Unknown);
        if unsaid && place.path.is_empty() && self.ty(place.root).is_ref() {
            place.path.push(Step::Deref);
        }
        Some(self.bind(
            Op::Clone(place, (!ours).then(|| call.method.clone())),
            ty,
            call.span(),
        ))
    }

    /// Whether an item that is iterated over is known to be a list.
    pub(super) fn is_listed_sequence(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::MethodCall(call)
            if call.method == functions::LISTED && self.is_sequence(&call.receiver))
    }

    /// What an item is iterated over as: itself, if it is known to be a list.
    fn listed(&mut self, call: &syn::ExprMethodCall, hint: Option<&Ty>) -> Option<Operand> {
        if self.is_sequence(&call.receiver) {
            return self.value(&call.receiver, hint);
        }
        let mut call = call.clone();
        call.method = Ident::new(functions::LIST, call.method.span());
        self.method(&call, hint)
    }

    pub(super) fn sin_cos(&mut self, value: Operand, span: Span) -> Option<Operand> {
        let sin = syn::Ident::new("sin", span);
        let cos = syn::Ident::new("cos", span);
        let entry = elementary::find("sin")?;
        let s = self.elementary(&sin, &entry, vec![value.clone()])?;
        let c = self.elementary(&cos, &entry, vec![value])?;
        let ty = Ty::Tuple(vec![self.operand_ty(&s), self.operand_ty(&c)]);
        Some(self.bind(Op::Tuple(vec![s, c]), ty, span))
    }

    /// A method the compiler does not know, whose rule is a method beside it.
    fn method_with_rule(
        &mut self,
        call: &syn::ExprMethodCall,
        receiver: &Ty,
        hint: Option<&Ty>,
    ) -> Option<Operand> {
        if self.projection(&Expr::MethodCall(call.clone())).is_some() {
            let unique = self.view(call).is_none();
            let place = self.place(&Expr::MethodCall(call.clone()))?;
            if unique {
                self.note_write(place.root);
            }
            return Some(self.reference(place, unique, call.span()));
        }
        if let Some(value) = self.linked(call, hint) {
            return value;
        }
        let name = call.method.to_string();
        if name == "try_fold" || name == "try_for_each" {
            self.sink.refuse(call.method.span(), catalog::TRY_FOLD);
            return None;
        }
        let known = !matches!(receiver.peeled(), Ty::Unknown | Ty::Inert);
        let of_array = name == "map" && matches!(receiver.peeled(), Ty::Array(_));
        if known && !of_array && is_structural(&name) {
            let message = match name.as_str() {
                "iter" | "iter_mut" | "into_iter" => catalog::KEPT_ITERATOR.to_string(),
                name => catalog::no_method_rule(name),
            };
            self.sink.refuse(call.method.span(), message);
            return None;
        }
        let scalar = matches!(receiver.peeled(), Ty::Float(_) | Ty::Int);
        let receiver = if scalar {
            Arg::Value(self.scalar(&call.receiver, None)?)
        } else {
            let receiver = self.receiver(call)?;
            self.pointed_to(receiver)
        };
        let mut args = self.arguments_of_method(call)?;
        args.given_back = builders::is_given_back(call);
        args.by_rule =
            self.asks_functions(call) || stored::is_by_rule(&Expr::MethodCall(call.clone()));
        // What an argument or a loop around borrows as well, the method does not change.
        let receiver = match receiver {
            Arg::Ref { place, .. }
                if args.flat.iter().any(|a| borrows(a, &place)) || self.is_held(&place) =>
            {
                Arg::Ref {
                    place,
                    mutable: false,
                }
            }
            other => other,
        };
        args.prepend(receiver);
        let ty = self.given_by(call, hint);
        self.call_with_rule(
            Callee::Method(own_methods::plain(&call.method)),
            args,
            ty,
            call.span(),
        )
    }

    /// Whether a method is one of the block, whose receiver holds functions, or of a parameter that holds such: only its rule
    /// knows how to call these, also where no derivative of what it gives is asked for.
    fn asks_functions(&self, call: &syn::ExprMethodCall) -> bool {
        let of_block = self.own.of_functions && self.value_of_own(call).is_some();
        let holder = || self.lookup(&build::as_name(build::peeled(&call.receiver))?.to_string());
        of_block || holder().is_some_and(|l| self.holders.contains(&l))
    }

    /// The receiver of `(*boxed).method()` as that of `boxed.method()`: rustc looks through the box for a method that is
    /// not the box's, and objects have their rules at what points to them.
    fn pointed_to(&self, receiver: Arg) -> Arg {
        let Arg::Ref { mut place, mutable } = receiver else {
            return receiver;
        };
        if let Some(Step::Deref) = place.path.last() {
            let through = place.path.pop();
            if place.ty(&self.locals).is_ref() {
                place.path.extend(through);
            }
        }
        Arg::Ref { place, mutable }
    }

    /// What a method with a rule gives.
    pub(super) fn given_by(&self, call: &syn::ExprMethodCall, hint: Option<&Ty>) -> Ty {
        let said = hint.filter(|t| !t.is_ref()).cloned();
        said.or_else(|| self.value_of_own(call))
            .unwrap_or(Ty::Unknown)
    }

    /// The receiver of a method whose signature is not seen: it may be changed if it can be.
    pub(super) fn receiver(&mut self, call: &syn::ExprMethodCall) -> Option<Arg> {
        let mut place = self.place_or_temp(&call.receiver)?;
        let behind_own = matches!(place.path.first(), Some(Step::Deref));
        let mutable = match self.ty(place.root) {
            Ty::Ref(mutable, _) => *mutable,
            // `(*length).sqrt()`: a type of the user's may lend a float by `Deref`, and not uniquely.
            _ if behind_own && elementary::find(&call.method.to_string()).is_some() => false,
            _ => self.locals[place.root.0].mutable,
        };
        if place.path.is_empty() && self.ty(place.root).is_ref() {
            place.path.push(Step::Deref);
        }
        Some(Arg::Ref { place, mutable })
    }
}

/// The call of whose result an expression is a field, or the result itself.
fn of_call(expr: &mut Expr) -> Option<&mut Expr> {
    match expr {
        Expr::Paren(p) => of_call(&mut p.expr),
        Expr::Field(f) => of_call(&mut f.base),
        Expr::Call(_) | Expr::MethodCall(_) => Some(expr),
        _ => None,
    }
}

/// Whether an argument borrows a receiver or a part of it: another field of a struct is none.
fn borrows(arg: &Arg, receiver: &Place) -> bool {
    let Arg::Ref { place, .. } = arg else {
        return false;
    };
    let pairs = place.path.iter().zip(&receiver.path);
    let apart = pairs.map_while(|(a, b)| match (a, b) {
        (Step::Field(a), Step::Field(b)) => Some(a != b),
        (Step::Deref, Step::Deref) => Some(false),
        _ => None,
    });
    place.root == receiver.root && !apart.into_iter().any(|apart| apart)
}

/// Methods of collections, iterators and options: refused by name rather than looked up as rules.
pub(crate) fn is_structural(name: &str) -> bool {
    matches!(
        name,
        "iter"
            | "iter_mut"
            | "into_iter"
            | "map"
            | "zip"
            | "filter"
            | "filter_map"
            | "flat_map"
            | "fold"
            | "sum"
            | "product"
            | "collect"
            | "pop"
            | "extend"
            | "get"
            | "get_mut"
            | "first_mut"
            | "last_mut"
            | "chunks_mut"
            | "chunks_exact_mut"
            | "rchunks_mut"
            | "rchunks_exact_mut"
            | "as_deref_mut"
            | "borrow_mut"
            | "make_mut"
            | "values_mut"
            | "back_mut"
            | "front_mut"
            | "as_mut_slice"
            | "split_first_mut"
            | "split_last_mut"
            | "peek_mut"
            | "unwrap"
            | "unwrap_or"
            | "expect"
            | "first"
            | "last"
            | "split_at"
            | "split_at_mut"
            | "as_ref"
            | "as_mut"
            | "retain"
            | "sort_by"
            | "reverse"
            | "rotate_left"
            | "rotate_right"
            | "max_by"
            | "min_by"
            | "reduce"
            | "scan"
            | "for_each"
            | "try_for_each"
            | "chain"
            | "concat"
            | "and_then"
            | "ok_or"
            | "max_by_key"
    )
}
