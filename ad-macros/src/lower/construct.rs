//! Values of users' types, from their parts.
//!
//! ```text
//! Point { x: a * b, ..p }          t1 = a * b
//!                                  t2 = Point { x: t1, ..p }
//! ```

use super::Lowerer;
use crate::desugar::{build, choices, functions, optional};
use crate::emit::is_box;
use crate::ir::*;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Token};

impl Lowerer<'_> {
    pub(crate) fn struct_expression(&mut self, s: &syn::ExprStruct) -> Option<Operand> {
        let (mut fields, mut collected, mut lists) = (Vec::new(), Vec::new(), Lists::default());
        for f in &s.fields {
            if let (Some(boxes), None) = (listed_boxes(&f.expr), &s.rest) {
                self.list_items(&f.member, boxes, &mut fields, &mut lists)?;
                continue;
            }
            let list = items_of_collection(&f.expr);
            let value = self.field_value(list.unwrap_or(&f.expr))?;
            collected.extend(list.and_then(|_| value.local()));
            fields.push((f.member.clone(), value));
        }
        let base = match &s.rest {
            // What is taken from it can be copied, the rest of it need not be.
            Some(base)
                if is_part(base) || self.varies(&fields) && build::as_name(base).is_some() =>
            {
                Some(self.part_value(&functions::copied(base))?)
            }
            Some(base) => Some(self.part_value(base)?),
            None => None,
        };
        let construct = Construct {
            path: s.path.clone(),
            fields,
            base,
            braces: true,
            collected,
            lists: lists.all,
            arrays: lists.arrays,
        };
        Some(self.updated(construct, s.span()))
    }

    /// What a field takes the place of may have had another shape than it, `Some` where it is `None`, and that
    /// shape is the shadow's again before `base` takes it back. Assignments do that, so such a field is assigned:
    ///
    /// ```text
    /// Robot { gain: k, tool: t, ..base }     t1 = Robot { gain: k, ..base }
    ///                                        t1.tool = t
    /// ```
    fn updated(&mut self, mut construct: Construct, span: proc_macro2::Span) -> Operand {
        let mut assigned = Vec::new();
        if construct.base.is_some() {
            let fields = std::mem::take(&mut construct.fields);
            (assigned, construct.fields) = fields
                .into_iter()
                .partition(|(_, value)| self.has_varying_shape(value));
        }
        let whole = self.bind(Op::Construct(construct), Ty::Unknown, span);
        let Some(root) = whole.local().filter(|_| !assigned.is_empty()) else {
            return whole;
        };
        self.locals[root.0].mutable = true;
        for (member, value) in assigned {
            let path = vec![Step::Field(member)];
            self.store(Place { root, path }, value, Assign::Set, span);
        }
        let path = Vec::new();
        self.load(Place { root, path }, span)
    }

    fn varies(&self, fields: &[(syn::Member, Operand)]) -> bool {
        let mut values = fields.iter().map(|(_, value)| value);
        values.any(|value| self.has_varying_shape(value))
    }

    fn has_varying_shape(&self, value: &Operand) -> bool {
        let Some(local) = value.local() else {
            return false;
        };
        let ty = self.ty(local);
        !self.is_inert(local) && !ty.is_float() && !matches!(ty, Ty::Array(..))
    }

    /// `Pair(a, b)`, `Shape::Disc(r)`, `Some(x)`.
    pub(crate) fn constructor(
        &mut self,
        path: &syn::Path,
        call: &syn::ExprCall,
    ) -> Option<Operand> {
        let (mut fields, mut lists) = (Vec::new(), Lists::default());
        let error = self.error_payload(path, call);
        for (i, arg) in call.args.iter().enumerate() {
            let member = syn::Member::Unnamed(syn::Index {
                index: i as u32,
                span: call.span(),
            });
            let value = match &error {
                Some(payload) => payload.clone(),
                None if Construct::names_std(path) => self.part_value(arg)?,
                None => match listed_boxes(arg) {
                    Some(boxes) => {
                        self.list_items(&member, boxes, &mut fields, &mut lists)?;
                        continue;
                    }
                    None => self.field_value(arg)?,
                },
            };
            fields.push((member, value));
        }
        let construct = Construct {
            path: path.clone(),
            fields,
            base: None,
            braces: false,
            collected: Vec::new(),
            lists: lists.all,
            arrays: lists.arrays,
        };
        Some(self.bind(Op::Construct(construct), Ty::Unknown, call.span()))
    }

    /// `Err(e)`: an error carries no derivative, so what makes it stays as written.
    fn error_payload(&mut self, path: &syn::Path, call: &syn::ExprCall) -> Option<Operand> {
        let error = path.segments.last().is_some_and(|s| s.ident == "Err");
        let payload = call
            .args
            .first()
            .filter(|_| error && call.args.len() == 1)?;
        let raw = self.payload(payload)?;
        Some(self.bind(Op::Raw(raw), Ty::Inert, payload.span()))
    }

    /// `layers: vec![Box::new(dense), Box::new(norm)]`: boxes of several types, which become objects of a trait there.
    fn list_items(
        &mut self,
        member: &syn::Member,
        boxes: Boxes,
        fields: &mut Vec<(syn::Member, Operand)>,
        lists: &mut Lists,
    ) -> Option<()> {
        lists.all.push(member.clone());
        lists.arrays.extend(boxes.in_array.then(|| member.clone()));
        for item in &boxes.items {
            fields.push((member.clone(), self.field_value(item)?));
        }
        Some(())
    }

    fn field_value(&mut self, expr: &Expr) -> Option<Operand> {
        if self.shows_a_whole_number(expr) {
            return self.choosing(build::peeled(expr));
        }
        match self.lent_number(expr) {
            Some(copy) => Some(copy),
            None => self.part_value(expr),
        }
    }

    /// Whether a part is the sum of a whole number and a field whose type is not seen, `NodeId(id.0 + 1)`, or what is left
    /// by a division: it is a whole number, which is checked as that of an index is.
    fn shows_a_whole_number(&self, expr: &Expr) -> bool {
        adds_a_whole_number(expr) && has_field(expr) && matches!(self.infer(expr), Ty::Unknown)
    }

    /// A variable does not change while a field borrows it. So the field may as well borrow a copy, which
    /// the reverse sweep has when the variable has changed.
    fn lent_number(&mut self, expr: &Expr) -> Option<Operand> {
        let Expr::Reference(borrow) = expr else {
            return None;
        };
        let variable = build::as_name(&borrow.expr).filter(|_| borrow.mutability.is_none())?;
        let root = self.lookup(&variable.to_string())?;
        if !self.locals[root.0].mutable || !self.ty(root).is_float() {
            return None;
        }
        let whole = |root| Place::of(root);
        let (ty, span) = (self.ty(root).clone(), expr.span());
        let copy = self.temp(ty, span);
        let op = Op::Load(whole(root));
        self.emit(StmtKind::Let { dst: copy, op }, span);
        Some(self.reference(whole(copy), false, span))
    }

    fn part_value(&mut self, expr: &Expr) -> Option<Operand> {
        self.value(expr, None)
    }
}

/// Whether arithmetic adds a whole number to something, or takes one from it. A factor tells less: a vector may be
/// multiplied by one.
fn adds_a_whole_number(expr: &Expr) -> bool {
    let Expr::Binary(e) = build::peeled(expr) else {
        return false;
    };
    let sum = matches!(e.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Rem(_));
    let shows = |e: &Expr| !matches!(build::peeled(e), Expr::Binary(_)) && choices::is_whole(e);
    sum && (shows(&e.left) || shows(&e.right))
        || adds_a_whole_number(&e.left)
        || adds_a_whole_number(&e.right)
}

/// Whether an operand of arithmetic is a field.
fn has_field(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Binary(e) => has_field(&e.left) || has_field(&e.right),
        Expr::Field(_) => true,
        _ => false,
    }
}

/// The fields that are lists of boxes.
#[derive(Default)]
struct Lists {
    all: Vec<syn::Member>,
    arrays: Vec<syn::Member>,
}

/// The items of such a list.
struct Boxes {
    items: Vec<Expr>,
    in_array: bool,
}

/// The items of `vec![Box::new(dense), Box::new(norm)]`, or of `[Box::new(dense), Box::new(norm)]`; they may also be
/// tuples with a box, `vec![(w, Box::new(dense)), (v, Box::new(norm))]`.
fn listed_boxes(field: &Expr) -> Option<Boxes> {
    let (items, in_array): (Vec<Expr>, bool) = match field {
        Expr::Array(array) => (array.elems.iter().cloned().collect(), true),
        Expr::Macro(list) if list.mac.path.is_ident("vec") => {
            let items = Punctuated::<Expr, Token![,]>::parse_terminated;
            let items = list.mac.parse_body_with(items).ok()?;
            (items.into_iter().collect(), false)
        }
        _ => return None,
    };
    let holds_box = |item: &Expr| match item {
        Expr::Tuple(parts) => parts.elems.iter().any(is_box),
        item => is_box(item),
    };
    let listed = !items.is_empty() && items.iter().all(holds_box);
    listed.then_some(Boxes { items, in_array })
}

/// The list that becomes what a field is: `items.__collected()`.
fn items_of_collection(field: &Expr) -> Option<&Expr> {
    match field {
        Expr::MethodCall(call) if call.method == functions::COLLECTED => Some(&call.receiver),
        _ => None,
    }
}

/// `*p`, `self.settings`: a place that may not be moved from.
fn is_part(base: &Expr) -> bool {
    match build::peeled(base) {
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)),
        part @ (Expr::Field(_) | Expr::Index(_)) => optional::is_place(part),
        _ => false,
    }
}
