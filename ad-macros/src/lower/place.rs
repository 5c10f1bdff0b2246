//! Places: what can be assigned to, borrowed and read in part.

use super::{Lowerer, lookups};
use crate::desugar::own::Given;
use crate::desugar::{build, own_methods, unique};
use crate::ir::*;
use proc_macro2::Span;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    /// `expr` as a place. Index operands are lowered on the way.
    pub(crate) fn place(&mut self, expr: &Expr) -> Option<Place> {
        match expr {
            Expr::Path(p) => {
                let root = self.lookup(&p.path.get_ident()?.to_string())?;
                Some(whole(root))
            }
            Expr::Paren(p) => self.place(&p.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                if let Some(call) = self.projection(&u.expr) {
                    return self.project(call);
                }
                if let Some(call) = lookups::asks(&u.expr) {
                    let key = self.method(call, None)?;
                    let mut place = whole(self.as_local(key, u.span()));
                    place.path.push(Step::Deref);
                    return Some(place);
                }
                self.place_step(&u.expr, |_| Some(Step::Deref))
            }
            Expr::Field(f) => {
                let mut place = self.place(&f.base)?;
                // A number has no fields, as rustc says of the user's own function.
                if !matches!(self.place_ty(&place), Ty::Float(Float::F64 | Float::F32)) {
                    place.path.push(Step::Field(f.member.clone()));
                }
                Some(place)
            }
            Expr::Index(i) => {
                if let Some(found) = self.looked_up(expr) {
                    return Some(whole(self.as_local(found, i.span())));
                }
                let mut place = self.place(&i.expr)?;
                let step = match self.key_of_part(&i.expr, &i.index) {
                    Some(key) => Step::Index(key),
                    None => self.index(&i.index)?,
                };
                self.select(&mut place, step, i.span());
                Some(place)
            }
            Expr::MethodCall(c)
                if c.args.is_empty()
                    && matches!(c.method.to_string().as_str(), "as_slice" | "as_mut_slice") =>
            {
                self.place_step(&c.receiver, |_| Some(Step::Range(None, None, false)))
            }
            Expr::MethodCall(_) => {
                let call = self.projection(expr)?;
                self.project(call)
            }
            _ => None,
        }
    }

    fn place_step(
        &mut self,
        base: &Expr,
        step: impl FnOnce(&mut Self) -> Option<Step>,
    ) -> Option<Place> {
        let mut place = self.place(base)?;
        let step = step(self)?;
        place.path.push(step);
        Some(place)
    }

    /// Adds a selection; where the syntax does not show of what, its type tells which part that is.
    pub(crate) fn select(&mut self, place: &mut Place, step: Step, span: Span) {
        if matches!(self.place_ty(place).peeled(), Ty::Unknown) {
            if self.place_ty(place).is_ref() {
                place.path.push(Step::Deref);
            }
            let choice = self.temp(Ty::Inert, span);
            let op = Op::Choose {
                base: place.clone(),
                step: Box::new(step.clone()),
                unique: false,
            };
            self.emit(StmtKind::Let { dst: choice, op }, span);
            place.path.push(Step::Chosen(choice));
        }
        place.path.push(step);
    }

    /// A call of a method that returns a reference to a part of its receiver: one that the block says it is, or
    /// a unique reference, as its name or its use tells.
    pub(crate) fn projection<'e>(&self, expr: &'e Expr) -> Option<&'e syn::ExprMethodCall> {
        match expr {
            Expr::Paren(p) => self.projection(&p.expr),
            Expr::MethodCall(call) => {
                if self.view(call).is_some() || taken_for(call).is_some() {
                    return Some(call);
                }
                let unsaid = matches!(self.infer(&call.receiver).peeled(), Ty::Unknown);
                let named =
                    unique::is_unique(call) || call.method == crate::desugar::functions::REFERRED;
                (unsaid && named && self.is_place(&call.receiver)).then_some(call)
            }
            _ => None,
        }
    }

    /// The type of the part of `self` to which a method of the block returns a shared reference.
    pub(crate) fn view(&self, call: &syn::ExprMethodCall) -> Option<Ty> {
        // A place may be mentioned more than once.
        let same_again = call.args.iter().all(only_looks);
        same_again.then(|| self.given(&self.own.views, call))?
    }

    /// The type of what a method of the block returns for `self`.
    pub(crate) fn value_of_own(&self, call: &syn::ExprMethodCall) -> Option<Ty> {
        self.given(&self.own.values, call)
    }

    fn given(&self, methods: &[Given], call: &syn::ExprMethodCall) -> Option<Ty> {
        let receiver = build::as_name(build::peeled(&call.receiver))?;
        let method = own_methods::plain(&call.method);
        let given = methods.iter().find(|m| m.method == method)?;
        self.of_own
            .contains(receiver)
            .then(|| self.read_type(&given.ty))
    }

    /// Whether `expr` is a place; nothing is lowered.
    pub(crate) fn is_place(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(p) => {
                let name = p.path.get_ident();
                name.is_some_and(|name| self.lookup(&name.to_string()).is_some())
            }
            Expr::Paren(p) => self.is_place(&p.expr),
            Expr::Field(f) => self.is_place(&f.base),
            Expr::Index(i) => self.is_place(&i.expr),
            Expr::Unary(u) => self.is_place(&u.expr),
            Expr::MethodCall(_) => self.projection(expr).is_some(),
            _ => false,
        }
    }

    /// What the reference refers to that a method returns.
    fn project(&mut self, call: &syn::ExprMethodCall) -> Option<Place> {
        let mut place = self.place(&call.receiver)?;
        if let Some(ty) = taken_for(call) {
            let (method, args) = (call.method.clone(), Vec::new());
            place.path.push(Step::Project { method, args, ty });
            return Some(place);
        }
        let view = self.view(call);
        let args: Option<Vec<Operand>> = call
            .args
            .iter()
            .map(|arg| match &view {
                Some(_) => self.choosing(arg),
                None => self.value(arg, None),
            })
            .collect();
        let method = own_methods::plain(&call.method);
        let step = Step::Project {
            method,
            args: args?,
            ty: view.unwrap_or(Ty::Unknown),
        };
        self.select(&mut place, step, call.span());
        Some(place)
    }

    /// A number that chooses a part.
    pub(super) fn choosing(&mut self, index: &Expr) -> Option<Operand> {
        let unseen = matches!(self.infer(index), Ty::Unknown);
        let raw = unseen.then(|| self.raw_index(index)).flatten();
        let value = match raw {
            Some(raw) => self.bind(Op::Raw(raw), Ty::Unknown, index.span()),
            None => self.value(index, Some(&Ty::Int))?,
        };
        Some(self.as_index(value, index.span()))
    }

    fn index(&mut self, index: &Expr) -> Option<Step> {
        if let Expr::Range(r) = index {
            let lo = self.bound(r.start.as_deref())?;
            let hi = self.bound(r.end.as_deref())?;
            return Some(Step::Range(
                lo,
                hi,
                matches!(r.limits, syn::RangeLimits::Closed(_)),
            ));
        }
        let parts = match build::peeled(index) {
            Expr::Tuple(tuple) => &tuple.elems,
            Expr::Array(array) => &array.elems,
            _ => return self.index_once(build::peeled(index)).map(Step::Index),
        };
        if parts.iter().any(|part| self.is_of_unseen(part)) {
            return self.index_of_parts(index, parts);
        }
        self.index_once(build::peeled(index)).map(Step::Index)
    }

    fn is_of_unsaid_params(&self, part: &Expr) -> bool {
        let names = build::names_in(part);
        let mut locals = names.iter().filter_map(|n| self.lookup(&n.to_string()));
        locals.any(|l| self.unsaid_params.contains(&l))
    }

    /// Whether a part is made of something whose type is not seen: a parameter, a field.
    fn is_of_unseen(&self, part: &Expr) -> bool {
        let names = build::names_in(part);
        let mut locals = names.iter().filter_map(|n| self.lookup(&n.to_string()));
        locals.any(|l| {
            let unknown = matches!(self.ty(l).peeled(), Ty::Unknown);
            unknown || self.unsaid_params.contains(&l)
        })
    }

    /// `|x, y| image[(y, x)]`, `stiffness[[bar.from, bar.to]]`: what is made of values of unknown type to select
    /// an element is checked to carry no derivative.
    fn index_of_parts(
        &mut self,
        index: &Expr,
        parts: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
    ) -> Option<Step> {
        let values = parts.iter().map(|part| {
            let value = self.value(part, None)?;
            let unseen = matches!(self.operand_ty(&value), Ty::Unknown);
            Some(match unseen || self.is_of_unsaid_params(part) {
                true => self.as_index(value, part.span()),
                false => value,
            })
        });
        let values: Vec<Operand> = values.collect::<Option<_>>()?;
        let types = values.iter().map(|v| self.operand_ty(v));
        let (op, ty) = match build::peeled(index) {
            Expr::Array(_) => {
                let element = types.fold(Ty::Unknown, Ty::join);
                (Op::Array(values), Ty::Array(Box::new(element)))
            }
            _ => {
                let types = types.collect();
                (Op::Tuple(values), Ty::Tuple(types))
            }
        };
        Some(Step::Index(self.bind(op, ty, index.span())))
    }

    /// What selects carries no derivative; a value of unknown type is checked not to. Only an index of
    /// a sequence is a number: the index of a user's type stays what it is.
    pub(super) fn as_index(&mut self, value: Operand, span: Span) -> Operand {
        match (&value, self.operand_ty(&value)) {
            (Operand::Local(_), Ty::Unknown) => self.bind(Op::Selector(value), Ty::Int, span),
            (Operand::Local(_), Ty::Inert) => self.bind(Op::Use(value), Ty::Int, span),
            _ => value,
        }
    }

    /// What is put into a map as a key carries no derivative; a value of unknown type is checked not to.
    pub(super) fn as_key(&mut self, value: Operand, span: Span) -> Operand {
        match self.operand_ty(&value) {
            Ty::Ref(unique, behind) if lookups::is_unseen(&behind) => {
                // It stays a reference, which the pullback need not get again.
                let inert = Ty::Ref(unique, Box::new(Ty::Inert));
                self.bind(Op::Selector(value), inert, span)
            }
            ty if lookups::is_unseen(&ty) => self.bind(Op::Selector(value), Ty::Inert, span),
            _ => value,
        }
    }

    /// Whether a value is an argument of a type of the user's, a part of one or a copy: callers say that what is in it may be
    /// left without a derivative, and the derive says it of parts.
    pub(super) fn is_given(&self, value: &Expr) -> bool {
        match build::peeled(value) {
            Expr::MethodCall(call) if call.method == "clone" => self.is_given(&call.receiver),
            place => self
                .root_of(place)
                .is_some_and(|l| self.named_types.contains(&l) && !self.is_storage(l)),
        }
    }

    /// What becomes a key: one that is computed of what may carry a derivative must have no room for that.
    pub(super) fn as_new_key(&mut self, value: Operand, computed: bool, span: Span) -> Operand {
        match self.operand_ty(&value) {
            ty if computed && lookups::is_unseen(&ty) => self.bind(Op::Key(value), Ty::Inert, span),
            _ => self.as_key(value, span),
        }
    }

    /// An operand of arithmetic of integers: one of unknown type is checked to carry no derivative.
    pub(crate) fn as_inactive(&mut self, value: Operand, span: Span) -> Operand {
        match (&value, self.operand_ty(&value)) {
            (Operand::Local(_), Ty::Ref(_, behind)) if matches!(*behind, Ty::Unknown) => {
                let root = self.as_local(value, span);
                let place = Place {
                    root,
                    path: vec![Step::Deref],
                };
                let behind = self.load(place, span);
                self.as_inactive(behind, span)
            }
            _ => self.as_index(value, span),
        }
    }

    /// A whole number: arithmetic of fields that are not seen, `self.rows * self.columns`, is that of such.
    pub(super) fn counted(&mut self, expr: &Expr) -> Option<Operand> {
        match build::peeled(expr) {
            sum @ Expr::Binary(_) if self.is_of_unseen(sum) => self.index_once(sum),
            _ => self.value(expr, Some(&Ty::Int)),
        }
    }

    /// The outer `None` is a refusal, the inner one an open end.
    fn bound(&mut self, bound: Option<&Expr>) -> Option<Option<Operand>> {
        match bound {
            Some(e) => {
                let value = self.counted(e)?;
                Some(Some(self.as_index(value, e.span())))
            }
            None => Some(None),
        }
    }

    pub(crate) fn place_ty(&self, place: &Place) -> Ty {
        place.ty(&self.locals)
    }

    /// Reads a place by value. A load of storage that still holds is not repeated.
    pub(crate) fn load(&mut self, place: Place, span: Span) -> Operand {
        let ty = self.place_ty(&place);
        if place.path.is_empty() {
            return self.load_whole(place, ty, span);
        }
        let root = place.root;
        let key = self.place_key(&place);
        if let Some(&(_, held)) = self.loaded.get(&key) {
            return Operand::Local(held);
        }
        let copies = ty.is_copy();
        // A reference that is a part has a shadow that is none: what it is, emitted code asks.
        let shared = matches!(ty, Ty::Ref(false, _));
        let ty = if ty.is_ref() { ty.assignable() } else { ty };
        let ty = if ty.is_ref() { Ty::Unknown } else { ty };
        let of_error = place.is_inside_error(&self.locals) && !ty.is_inert();
        let loaded = self.bind(Op::Load(place), ty, span);
        if of_error {
            // Errors carry no derivative, and this is where it would be lost if they did.
            return self.bind(Op::Inactive(loaded), Ty::Inert, span);
        }
        if let (Operand::Local(l), true) = (&loaded, shared) {
            self.referring.insert(*l);
        }
        if let (Operand::Local(l), true) = (&loaded, copies) {
            self.loaded.insert(key, (root, *l));
        }
        loaded
    }

    fn load_whole(&mut self, place: Place, ty: Ty, span: Span) -> Operand {
        let root = place.root;
        // What is moved away to be given a new value leaves a copy: the old one's shape, and perhaps
        // its content, is wanted when the new one comes.
        let moves = matches!(ty, Ty::Vec(_) | Ty::Unknown) && self.locals[root.0].mutable;
        if moves
            && self
                .refilled
                .contains(&self.locals[root.0].name.to_string())
        {
            return self.bind(Op::Clone(place, None), ty, span);
        }
        // A value that never changes is its own load; one that cannot be copied is moved.
        if !self.locals[root.0].mutable || matches!(ty, Ty::Vec(_)) {
            return Operand::Local(root);
        }
        let key = self.place_key(&place);
        if let Some(&(_, held)) = self.loaded.get(&key) {
            return Operand::Local(held);
        }
        let copies = ty.is_copy();
        let loaded = self.bind(Op::Load(place), ty, span);
        if let (Operand::Local(l), true) = (&loaded, copies) {
            self.loaded.insert(key, (root, *l));
        }
        loaded
    }

    fn place_key(&self, place: &Place) -> String {
        crate::ir::print::place_text(&self.locals, place).to_string()
    }

    /// A reference to a place, as a view.
    pub(crate) fn reference(&mut self, place: Place, mutable: bool, span: Span) -> Operand {
        let ty = Ty::Ref(mutable, Box::new(self.place_ty(&place)));
        let scalar = place.path.is_empty() && self.ty(place.root).is_float();
        let viewed = scalar.then(|| place.clone());
        let view = self.bind(Op::Ref { place, mutable }, ty, span);
        if let (Some(viewed), Operand::Local(view)) = (viewed, &view) {
            self.scalar_views.insert(*view, viewed);
        }
        view
    }

    /// The same for a unique borrow: the temporary is a variable.
    pub(crate) fn place_or_variable(&mut self, expr: &Expr) -> Option<Place> {
        if let Some(place) = self.place(expr) {
            return Some(place);
        }
        let value = self.value(expr, None)?;
        let ty = self.operand_ty(&value);
        let root = self.temp(ty, expr.span());
        self.locals[root.0].mutable = true;
        self.emit(
            StmtKind::Let {
                dst: root,
                op: Op::Use(value),
            },
            expr.span(),
        );
        Some(Place {
            root,
            path: Vec::new(),
        })
    }

    /// A part of what is no place, `&m.row(i)[1..]`, `net.layer(0).weights`: it is looked at, not moved out.
    pub(crate) fn part_of_value(&mut self, expr: &Expr) -> Option<Place> {
        match expr {
            Expr::Field(f) => {
                let mut place = self.place_or_temp(&f.base)?;
                place.path.push(Step::Field(f.member.clone()));
                Some(place)
            }
            Expr::Index(i) => {
                let mut place = self.place_or_temp(&i.expr)?;
                let step = self.index(&i.index)?;
                self.select(&mut place, step, i.span());
                Some(place)
            }
            _ => None,
        }
    }

    /// A place to borrow: a place of the user's, or a temporary that holds the value.
    pub(crate) fn place_or_temp(&mut self, expr: &Expr) -> Option<Place> {
        if let Some(place) = self.place(expr) {
            return Some(place);
        }
        if matches!(build::peeled(expr), Expr::Index(_) | Expr::Field(_)) {
            return self.part_of_value(build::peeled(expr));
        }
        let value = self.value(expr, None)?;
        let (root, path) = match value {
            Operand::Local(l) => (l, Vec::new()),
            // A `static` can be borrowed, but not moved.
            Operand::Const(item, ty) if matches!(build::peeled(expr), Expr::Path(_)) => {
                let item = Operand::Const(syn::parse_quote!(&#item), Ty::Ref(false, Box::new(ty)));
                (self.as_local(item, expr.span()), vec![Step::Deref])
            }
            constant => (self.as_local(constant, expr.span()), Vec::new()),
        };
        Some(Place { root, path })
    }
}

/// Whether an expression gives the same again and changes nothing, as far as its form tells.
fn only_looks(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(p) => only_looks(&p.expr),
        Expr::Group(g) => only_looks(&g.expr),
        Expr::Cast(c) => only_looks(&c.expr),
        Expr::Field(f) => only_looks(&f.base),
        Expr::Unary(u) => only_looks(&u.expr),
        Expr::Index(i) => only_looks(&i.expr) && only_looks(&i.index),
        Expr::Binary(b) => {
            super::compound(&b.op).is_none() && only_looks(&b.left) && only_looks(&b.right)
        }
        Expr::MethodCall(c) => c.method == "len" && only_looks(&c.receiver),
        _ => false,
    }
}

/// A variable as a place.
fn whole(root: Local) -> Place {
    Place {
        root,
        path: Vec::new(),
    }
}

/// What a field is taken for, where rustc is asked whether it is that.
fn taken_for(call: &syn::ExprMethodCall) -> Option<Ty> {
    let float = Ty::Float(Float::F64);
    match call.method.to_string().as_str() {
        NUMBER => Some(float),
        NUMBERS => Some(Ty::Slice(Box::new(float))),
        VECTORS => Some(Ty::Slice(Box::new(Ty::Vec(Box::new(float))))),
        _ => None,
    }
}
