//! Calls: functions by path, methods known by name, methods with a rule.

use super::Lowerer;
use super::arguments::Arguments;
use super::elementary::{self, is_inert_query};
use super::infer::is_vec_constructor;
use crate::desugar::maps::KEY;
use crate::desugar::{build, builders, fluent, functions, stored};
use crate::diagnostics::catalog;
use crate::ir::{ty, *};
use crate::projection::{is_unique_by_name, unlike};
use proc_macro2::{Ident, Span};
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    pub(crate) fn call(&mut self, call: &syn::ExprCall, hint: Option<&Ty>) -> Option<Operand> {
        let Expr::Path(path) = &*call.func else {
            self.sink.refuse_at(&call.func, catalog::LOCAL_CALLED);
            return None;
        };
        if let Some(expr) = self.replacing_call(call) {
            return self.value(&expr, hint);
        }
        let name = path.path.segments.last()?.ident.clone();
        let local = path.path.get_ident();
        if let Some(local) = local.and_then(|i| self.lookup(&i.to_string())) {
            return self.call_of_local(local, path, call, hint);
        }
        if let Some(value) = self.associated_call(path, call) {
            return value;
        }
        if self.makes_interior(path, call) {
            self.sink.refuse_at(&call.func, catalog::INTERIOR);
            return None;
        }
        if let Some(made) = self.with_room(path, call) {
            return self.value(&made, hint);
        }
        let constructs = name
            .to_string()
            .chars()
            .next()
            .is_some_and(char::is_uppercase);
        if constructs || Construct::is_box(&path.path) {
            return self.constructor(&path.path, call);
        }
        let ty = match (self.infer(&Expr::Call(call.clone())), hint) {
            (Ty::Unknown, Some(hint)) if !matches!(hint, Ty::Ref(..)) => hint.clone(),
            (ty, _) => ty,
        };
        let mut args = self.arguments(call.args.iter())?;
        args.by_rule = stored::is_by_rule(&Expr::Call(call.clone()));
        let callee = if is_associated(path) {
            Callee::Associated(path.clone())
        } else {
            Callee::Path(path.clone())
        };
        self.call_with_rule(callee, args, ty, call.span())
    }

    /// `Vec::with_capacity(self.n)`: how much room there is carries no derivative, which what is of unknown type
    /// is checked for.
    fn with_room(&mut self, path: &syn::ExprPath, call: &syn::ExprCall) -> Option<Expr> {
        let [room] = call.args.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        if !is_vec_constructor(&path.path) || build::as_name(room).is_some_and(|n| self.is_int(n)) {
            return None;
        }
        let value = self.value(room, Some(&Ty::Int))?;
        let value = self.as_index(value, room.span());
        let [name, ..] = self.fresh_names(room.span());
        let dst = self.named(&name, Ty::Int, false);
        let op = Op::Use(value);
        self.emit(StmtKind::Let { dst, op }, room.span());
        let function = &call.func;
        Some(syn::parse_quote!(#function(#name)))
    }

    fn is_int(&self, name: &Ident) -> bool {
        let local = self.lookup(&name.to_string());
        local.is_some_and(|l| matches!(self.ty(l), Ty::Int))
    }

    /// A function that a variable holds. One without derivative has no rule either: that nothing with a
    /// derivative goes in is seen to by gate 2.
    fn call_of_local(
        &mut self,
        local: Local,
        path: &syn::ExprPath,
        call: &syn::ExprCall,
        hint: Option<&Ty>,
    ) -> Option<Operand> {
        if !self.constants.contains(&local) {
            self.sink.refuse_at(call, catalog::LOCAL_CALLED);
            return None;
        }
        let args = self.arguments(call.args.iter())?;
        if !args.functions.is_empty() {
            self.sink.refuse_at(call, catalog::LOCAL_CALLED);
            return None;
        }
        let ty = hint.filter(|ty| !matches!(ty, Ty::Ref(..))).cloned();
        let callee = Callee::Path(path.clone());
        self.call_with_rule(callee, args, ty.unwrap_or(Ty::Unknown), call.span())
    }

    /// `RefCell::new(x)`, but for what surely carries no derivative.
    fn makes_interior(&self, path: &syn::ExprPath, call: &syn::ExprCall) -> bool {
        let mut names = path.path.segments.iter().rev().map(|s| &s.ident);
        names.next().is_some_and(|name| name == "new")
            && names.next().is_some_and(ty::is_interior_name)
            && call.args.iter().any(|a| !self.infer(a).is_inert())
    }

    /// `f64::sin(x)`, `T::from_f64(c)`: functions of the float types, as paths.
    fn associated_call(
        &mut self,
        path: &syn::ExprPath,
        call: &syn::ExprCall,
    ) -> Option<Option<Operand>> {
        let name = &path.path.segments.last()?.ident;
        let ty = match &path.qself {
            Some(owner) if owner.position == 0 => self.read_type(&owner.ty),
            _ if path.path.segments.len() > 1 => self.infer_constant(&path.path),
            _ => return None,
        };
        if !matches!(ty, Ty::Float(_)) {
            return None;
        }
        if name == "sin_cos" {
            let value = self.scalar(call.args.first()?, Some(&ty));
            return Some(value.and_then(|v| self.sin_cos(v, call.span())));
        }
        let entry = match elementary::find(&name.to_string()) {
            Some(entry) => entry,
            // Of a type that does not show: it may be one of the user's.
            None if name == "from" && call.args.iter().all(|a| self.is_unsaid(a)) => return None,
            None if name == "from" && call.args.len() == 1 => {
                let value = self.scalar(&call.args[0], None)?;
                let syn::Type::Path(target) = float_type(path) else {
                    return None;
                };
                return Some(Some(self.bind(
                    Op::Cast(value, syn::Type::Path(target)),
                    ty,
                    call.span(),
                )));
            }
            None => return None,
        };
        let args: Option<Vec<Operand>> = call.args.iter().map(|a| self.value(a, None)).collect();
        Some(args.and_then(|args| self.elementary(name, &entry, args)))
    }

    fn is_unsaid(&self, expr: &Expr) -> bool {
        matches!(self.infer(expr).peeled(), Ty::Unknown)
    }

    /// One argument of a call that has a rule.
    pub(super) fn argument(&mut self, arg: &Expr) -> Option<Arg> {
        if let Expr::Reference(r) = arg {
            let place = if r.mutability.is_some() {
                self.place_or_variable(&r.expr)?
            } else {
                self.place_or_temp(&r.expr)?
            };
            return Some(self.borrow(place, r.mutability.is_some()));
        }
        let hint = self.is_converted_number(arg).then_some(&Ty::Int);
        let value = self.value(arg, hint)?;
        match self.operand_ty(&value) {
            // A reference passed on is a reborrow.
            Ty::Ref(mutable, _) => {
                let root = self.as_local(value, arg.span());
                if let Some(viewed) = self.scalar_views.get(&root).cloned() {
                    if mutable {
                        self.sink.refuse_at(arg, catalog::SCALAR_REFERENCE);
                        return None;
                    }
                    return Some(self.borrow(viewed, false));
                }
                Some(self.borrow(
                    Place {
                        root,
                        path: vec![Step::Deref],
                    },
                    mutable,
                ))
            }
            _ => Some(Arg::Value(value)),
        }
    }

    /// `n.into()` of a whole number: what it becomes only the callee says, but that is a number without a derivative.
    fn is_converted_number(&self, arg: &Expr) -> bool {
        matches!(build::peeled(arg), Expr::MethodCall(call)
            if call.method == "into" && matches!(self.infer(&call.receiver), Ty::Int))
    }

    fn borrow(&mut self, place: Place, mutable: bool) -> Arg {
        if mutable {
            self.note_write(place.root);
        } else if place.path.is_empty()
            && self.locals[place.root.0].mutable
            && is_scalar(self.ty(place.root))
        {
            // A scalar variable is lent as the value it holds now.
            let span = self.locals[place.root.0].span;
            if let Operand::Local(root) = self.load(place.clone(), span) {
                return Arg::Ref {
                    place: Place {
                        root,
                        path: Vec::new(),
                    },
                    mutable,
                };
            }
        }
        Arg::Ref { place, mutable }
    }

    pub(crate) fn rule_call(
        &mut self,
        callee: Callee,
        args: Vec<Arg>,
        ty: Ty,
        span: Span,
    ) -> Option<Operand> {
        self.call_with_rule(callee, Arguments::plain(args), ty, span)
    }

    pub(super) fn call_with_rule(
        &mut self,
        callee: Callee,
        args: Arguments,
        ty: Ty,
        span: Span,
    ) -> Option<Operand> {
        let Arguments {
            flat: args,
            functions,
            iterated,
            by_rule,
            given_back,
            changing,
            put_back,
        } = args;
        if !changing.is_empty() && !may_be_given_changing(&callee) {
            self.sink.refuse(span, catalog::CLOSURE_CHANGES);
            return None;
        }
        let again = args.iter().map(|arg| self.again(arg, span)).collect();
        let pullback = self.temp(Ty::Unknown, span);
        for arg in &args {
            if let Arg::Ref {
                place,
                mutable: true,
            } = arg
            {
                self.note_write(place.root);
            }
        }
        let after: Vec<Option<Local>> = args.iter().map(|a| self.after_call(a, span)).collect();
        let loads: Vec<(Local, Place)> = args
            .iter()
            .zip(&after)
            .filter_map(|(arg, after)| match arg {
                Arg::Ref { place, .. } => after.map(|l| (l, place.clone())),
                Arg::Value(_) => None,
            })
            .collect();
        let call = Call {
            callee,
            args,
            pullback,
            again,
            after,
            functions,
            iterated,
            by_rule,
            given_back,
            changing,
        };
        let by_path = matches!((&call.callee, &ty), (Callee::Path(_), Ty::Unknown));
        let result = self.bind(Op::Call(call), ty, span);
        self.returned.extend(result.local().filter(|_| by_path));
        for (dst, place) in loads {
            self.emit(
                StmtKind::Let {
                    dst,
                    op: Op::Load(place),
                },
                span,
            );
        }
        for stmt in &put_back {
            self.statement(stmt);
        }
        Some(result)
    }

    /// A local for what a scalar variable passed as `&mut` holds when the call is over.
    fn after_call(&mut self, arg: &Arg, span: Span) -> Option<Local> {
        match arg {
            Arg::Ref {
                place,
                mutable: true,
            } if place.path.is_empty() && is_scalar(self.ty(place.root)) => {
                let ty = self.ty(place.root).clone();
                Some(self.temp(ty, span))
            }
            _ => None,
        }
    }

    /// Whether it can be copied by name: what a pattern binds may be a reference.
    fn is_owned(&self, local: Local) -> bool {
        let info = &self.locals[local.0];
        info.part.is_none() || info.taken
    }

    /// By-value arguments that cannot simply be named again in the reverse sweep.
    fn again(&mut self, arg: &Arg, span: Span) -> Option<Local> {
        match arg {
            Arg::Value(value @ Operand::Local(l))
                if !self.ty(*l).is_copy() && !self.ty(*l).is_ref() && self.is_owned(*l) =>
            {
                self.bind(Op::Again(value.clone()), Ty::Unknown, span)
                    .local()
            }
            _ => None,
        }
    }

    pub(crate) fn call_statement(&mut self, call: &syn::ExprCall) {
        if let Expr::Path(path) = &*call.func {
            let names: Vec<String> = path
                .path
                .segments
                .iter()
                .map(|s| s.ident.to_string())
                .collect();
            if names.ends_with(&["mem".into(), "swap".into()]) && call.args.len() == 2 {
                return self.swap(call);
            }
        }
        let value = self.value(&Expr::Call(call.clone()), None);
        drop(value);
    }

    fn swap(&mut self, call: &syn::ExprCall) {
        let (Some(a), Some(b)) = (self.swapped(&call.args[0]), self.swapped(&call.args[1])) else {
            return self.sink.refuse_at(call, catalog::PLACE);
        };
        // The shadow of a local number is a variable, which no reference stands for.
        for (place, arg) in [&a, &b].into_iter().zip(&call.args) {
            if self.scalar_views.contains_key(&place.root) {
                return self.sink.refuse_at(arg, catalog::SCALAR_REFERENCE);
            }
        }
        self.exchange(a, b, call.span());
    }

    /// Two places get each other's contents.
    pub(super) fn exchange(&mut self, a: Place, b: Place, span: Span) {
        self.note_write(a.root);
        self.note_write(b.root);
        self.emit(StmtKind::Exchange { a, b }, span);
    }

    /// What `mem::swap` swaps: the place behind `&mut place`, or behind a unique reference.
    fn swapped(&mut self, arg: &Expr) -> Option<Place> {
        match arg {
            Expr::Reference(r) if r.mutability.is_some() => self.place(&r.expr),
            other => {
                let mut place = self.place(other)?;
                place.path.push(Step::Deref);
                Some(place)
            }
        }
    }

    pub(crate) fn method_statement(&mut self, call: &syn::ExprMethodCall) {
        if fluent::is_marker(&call.method) {
            return self.chain_marker(call);
        }
        if self.fluent(call) {
            return;
        }
        let name = call.method.to_string();
        let receiver = self.infer(&call.receiver);
        if !receiver.peeled().is_inert() && self.small_statement(call) {
            return;
        }
        let sequence = matches!(
            receiver.peeled(),
            Ty::Vec(_) | Ty::Slice(_) | Ty::Array(_) | Ty::Unknown
        );
        if receiver.peeled().is_inert() || !sequence || !self.may_be_of_sequence(call) {
            return self.plain_method_statement(call);
        }
        let Some(place) = self.place(&call.receiver) else {
            return self.plain_method_statement(call);
        };
        let span = call.span();
        let kind = match (name.as_str(), call.args.len()) {
            ("push", 1) if self.is_of_named_type(&place) => {
                return self.plain_method_statement(call);
            }
            ("push", 1) => self.push(place.clone(), &call.args[0]),
            ("swap", 2) => {
                let mut position = |at: &Expr| {
                    let position = self.value(at, Some(&Ty::Int))?;
                    Some(self.as_index(position, at.span()))
                };
                let i = position(&call.args[0]);
                let j = position(&call.args[1]);
                i.zip(j).map(|(i, j)| StmtKind::Swap {
                    place: place.clone(),
                    i,
                    j,
                })
            }
            ("fill", 1) => {
                let element = self.place_ty(&place).element();
                self.value(&call.args[0], Some(&element))
                    .map(|value| StmtKind::Fill {
                        place: place.clone(),
                        value,
                    })
            }
            ("copy_from_slice" | "clone_from_slice", 1) => {
                let from = match &call.args[0] {
                    Expr::Reference(r) => self.place_or_temp(&r.expr),
                    other => self.place_or_temp(other),
                };
                from.map(|from| StmtKind::CopyFrom {
                    place: place.clone(),
                    from,
                })
            }
            _ => return self.plain_method_statement(call),
        };
        if let Some(kind) = kind {
            self.emit(kind, span);
            self.note_write(place.root);
        }
    }

    fn is_of_named_type(&self, place: &Place) -> bool {
        let whole = place.path.iter().all(|s| matches!(s, Step::Deref));
        let unsaid = matches!(self.place_ty(place).peeled(), Ty::Unknown);
        whole && unsaid && self.named_types.contains(&place.root)
    }

    fn push(&mut self, place: Place, value: &Expr) -> Option<StmtKind> {
        let element = self.place_ty(&place).element();
        let value = self.value(value, Some(&element))?;
        let known = self.operand_ty(&value);
        if let (true, Ty::Vec(t)) = (place.path.is_empty(), &mut self.locals[place.root.0].ty)
            && matches!(**t, Ty::Unknown)
        {
            **t = known;
        }
        Some(StmtKind::Push { place, value })
    }

    pub(super) fn plain_method_statement(&mut self, call: &syn::ExprMethodCall) {
        // `m.scale_mut(2.0);` changes the whole of `m`, where `*m.at_mut(0) = 2.0` changes a part that it gives.
        let mut call = call.clone();
        if is_unique_by_name(&call.method) {
            call.method = unlike(&call.method);
        }
        let call = &call;
        let expr = Expr::MethodCall(call.clone());
        match self.raw(&expr).or_else(|| self.inert_change(call)) {
            // Inert state changes: a random generator's step, a counter in a map.
            Some(raw) => {
                if let Some(place) = self.place(&call.receiver) {
                    self.note_write(place.root);
                }
                self.emit(
                    StmtKind::Effect {
                        raw: Raw {
                            volatile: true,
                            ..raw
                        },
                    },
                    call.span(),
                );
            }
            None => drop(self.value(&expr, None)),
        }
    }

    /// A change of a value without derivative by what closures look at: `order.sort_by(|&i, &j| …)`.
    fn inert_change(&self, call: &syn::ExprMethodCall) -> Option<Raw> {
        let looks = |arg: &Expr| matches!(arg, Expr::Closure(_)) || self.raw(arg).is_some();
        let inert = self.infer(&call.receiver).peeled().is_inert();
        (inert && call.args.iter().all(looks))
            .then(|| self.payload(&Expr::MethodCall(call.clone())))
            .flatten()
    }

    pub(crate) fn method(
        &mut self,
        call: &syn::ExprMethodCall,
        hint: Option<&Ty>,
    ) -> Option<Operand> {
        let name = call.method.to_string();
        if name == functions::CALL {
            return self.call_of_value(call, hint);
        }
        if name == functions::LISTED {
            return self.listed(call, hint);
        }
        if name == KEY {
            let key = self.value(&call.receiver, None)?;
            return Some(self.as_key(key, call.span()));
        }
        if let Some(inserted) = self.inserted(call) {
            return self.method(&inserted, hint);
        }
        if let found @ Some(_) = self.looked_for(call) {
            return found;
        }
        if let Some(asking) = self.with_key(call) {
            return self.method(&asking, hint);
        }
        if let Some(value) = self.chain(call, hint) {
            return value;
        }
        if let ("unwrap" | "expect", Expr::MethodCall(inner)) = (name.as_str(), &*call.receiver)
            && inner.method == "pop"
            && inner.args.is_empty()
            && self.may_be_of_sequence(inner)
            && matches!(
                self.infer(&inner.receiver).peeled(),
                Ty::Vec(_) | Ty::Unknown
            )
            && self.place(&inner.receiver).is_some()
        {
            return self.pop(inner);
        }
        if let Some(value) = self.small_method(call, hint) {
            return value;
        }
        if name == "len" && call.args.is_empty() {
            return self.length_of_value(call);
        }
        if call.args.is_empty()
            && is_inert_query(&name)
            && of_call(&mut call.receiver.clone()).is_some()
        {
            return self.query_of_value(call, hint);
        }
        if matches!(name.as_str(), "total_cmp" | "partial_cmp" | "cmp") && call.args.len() == 1 {
            return self.compared(call, hint);
        }
        let receiver = self.infer(&call.receiver);
        let unsaid = matches!(receiver.peeled(), Ty::Unknown);
        if let Some(entry) = self.elementary_for(&name, &receiver).filter(|_| !unsaid) {
            let first = self.scalar(&call.receiver, hint)?;
            let rest: Option<Vec<Operand>> =
                call.args.iter().map(|a| self.value(a, None)).collect();
            let args = std::iter::once(first).chain(rest?).collect();
            return self.elementary(&call.method, &entry, args);
        }
        if name == "split_at"
            && let Some(parts) = self.two_parts(&Expr::MethodCall(call.clone()))
        {
            return self.value(&Expr::Tuple(parts), hint);
        }
        match (name.as_str(), call.args.len()) {
            ("sin_cos", 0) => {
                let value = self.scalar(&call.receiver, hint)?;
                self.sin_cos(value, call.span())
            }
            ("clone" | "to_owned" | "to_vec" | functions::COPIED, 0) => {
                self.clone_of(call, &receiver)
            }
            ("as_slice" | "as_mut_slice", 0) => {
                let place = self.place(&Expr::MethodCall(call.clone()))?;
                let mutable = name == "as_mut_slice";
                if mutable {
                    self.note_write(place.root);
                }
                Some(self.reference(place, mutable, call.span()))
            }
            _ => self.method_with_rule(call, &receiver, hint),
        }
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

    /// `v.pop().unwrap()`: the last element of a vector that is known to have one.
    fn pop(&mut self, call: &syn::ExprMethodCall) -> Option<Operand> {
        let place = self.place(&call.receiver)?;
        let (root, ty) = (place.root, self.place_ty(&place).element());
        let popped = self.bind(Op::Pop(place), ty, call.span());
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

    fn sin_cos(&mut self, value: Operand, span: Span) -> Option<Operand> {
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
        let name = call.method.to_string();
        let known = !matches!(receiver.peeled(), Ty::Unknown | Ty::Inert);
        if known && is_structural(&name) {
            self.sink
                .refuse(call.method.span(), catalog::no_method_rule(&name));
            return None;
        }
        let scalar = matches!(receiver.peeled(), Ty::Float(_) | Ty::Int);
        let receiver = if scalar {
            Arg::Value(self.scalar(&call.receiver, None)?)
        } else {
            self.receiver(call)?
        };
        let mut args = self.arguments_of_method(call)?;
        args.given_back = builders::is_given_back(call);
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
        let said = hint.filter(|t| !t.is_ref()).cloned();
        let ty = said
            .or_else(|| self.value_of_own(call))
            .unwrap_or(Ty::Unknown);
        self.call_with_rule(Callee::Method(call.method.clone()), args, ty, call.span())
    }

    /// The receiver of a method whose signature is not seen: it may be changed if it can be.
    fn receiver(&mut self, call: &syn::ExprMethodCall) -> Option<Arg> {
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

/// Whether a function may have a rule for functions that change what they captured: those of the run time
/// keep the functions that they are given.
fn may_be_given_changing(callee: &Callee) -> bool {
    match callee {
        Callee::Path(_) | Callee::Method(_) => true,
        Callee::Associated(path) => !path.path.segments.iter().any(|s| s.ident == "__private"),
        Callee::Operator(_) | Callee::Value => false,
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

/// Whether a function's path goes through a type: `Point::new`, `Self::helper`, `<T as Trait>::f`.
pub(crate) fn is_associated(path: &syn::ExprPath) -> bool {
    let mut before = path.path.segments.iter().rev().skip(1);
    let primitive =
        |s: &Ident| path.path.segments.len() == 2 && crate::ir::ty::is_primitive(&s.to_string());
    path.qself.is_some()
        || before
            .next()
            .is_some_and(|s| starts_upper(&s.ident) || primitive(&s.ident))
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

/// The call of whose result an expression is a field, or the result itself.
fn of_call(expr: &mut Expr) -> Option<&mut Expr> {
    match expr {
        Expr::Paren(p) => of_call(&mut p.expr),
        Expr::Field(f) => of_call(&mut f.base),
        Expr::Call(_) | Expr::MethodCall(_) => Some(expr),
        _ => None,
    }
}

fn is_scalar(ty: &Ty) -> bool {
    matches!(ty, Ty::Float(_) | Ty::Int | Ty::Bool)
}

/// `f64` of `f64::from`.
fn float_type(path: &syn::ExprPath) -> syn::Type {
    if let Some(owner) = &path.qself {
        return (*owner.ty).clone();
    }
    let mut ty = path.path.clone();
    ty.segments.pop();
    let ty = syn::Path {
        leading_colon: ty.leading_colon,
        segments: ty.segments.iter().cloned().collect(),
    };
    syn::parse_quote!(#ty)
}
