//! What a function does with fields, and which it therefore takes for numbers.

use super::places::{Place, Structs};
use super::{Field, Taken};
use crate::desugar::build;
use crate::lower::is_elementary;
use crate::tables::HashMap;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::format_ident;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Pat, UnOp, parse_quote};

/// What is done with a field.
struct Use {
    place: Place,
    /// It is calculated with.
    number: bool,
    /// Elements of it are asked for.
    list: bool,
    /// What only lists have is asked of it.
    sized: bool,
    /// What has nothing to do with numbers, or with their order in memory.
    other: bool,
    changed: bool,
    looped: bool,
}

impl Use {
    pub(super) fn of(place: Place) -> Self {
        Use {
            place,
            number: false,
            list: false,
            sized: false,
            other: false,
            changed: false,
            looped: false,
        }
    }
}

/// What a function does with the fields of its arguments.
pub(super) struct Uses {
    pub(super) structs: Structs,
    /// The fields whose items are lists.
    rows: Vec<Place>,
    /// By name, in the order they are found.
    found: Vec<Use>,
    numbered: HashMap<String, usize>,
    /// The arguments that stand as a whole.
    whole: Vec<Ident>,
    /// How many loops are around.
    loops: usize,
    /// Whether whole numbers are asked for.
    whole_numbers: usize,
}

impl Uses {
    pub(super) fn of(structs: Structs, rows: Vec<Place>) -> Self {
        Uses {
            structs,
            rows,
            found: Vec::new(),
            numbered: HashMap::default(),
            whole: Vec::new(),
            loops: 0,
            whole_numbers: 0,
        }
    }

    fn field(&self, expr: &Expr) -> Option<Place> {
        self.structs.field(expr)
    }

    fn element(&self, expr: &Expr) -> Option<Place> {
        self.structs.element(expr)
    }

    fn at(&mut self, place: Place) -> &mut Use {
        let next = self.found.len();
        let at = *self.numbered.entry(place.key()).or_insert(next);
        if at == next {
            self.found.push(Use::of(place));
        }
        let looped = self.loops > 0;
        let found = &mut self.found[at];
        found.looped |= looped;
        found
    }

    /// What may be asked for whole numbers is taken for none of floats.
    fn at_value(&mut self, place: Place) -> &mut Use {
        let counts = self.whole_numbers > 0;
        let found = self.at(place);
        found.other |= counts;
        found
    }

    /// The fields to take for numbers.
    pub(super) fn fields(&self) -> Option<Vec<Field>> {
        let taken = |u: &&Use| {
            let list = u.list && !u.number && matches!(u.place, Place::Field { .. });
            let number = u.number && !u.list && !u.sized && !u.changed;
            !u.other && (list || number)
        };
        let fields: Vec<&Use> = self.found.iter().filter(taken).collect();
        let fields = fields.iter().filter(|u| self.is_apart(u, &fields));
        let mut fields: Vec<&Use> = fields.copied().collect();
        // Numbers are read before lists are borrowed, as both may be behind one `DerefMut`.
        fields.sort_by_key(|u| u.list);
        let gains = |u: &&Use| u.looped && matches!(u.place, Place::Field { .. });
        if !fields.iter().any(gains) {
            return None;
        }
        let fields = fields.into_iter().enumerate().map(|(i, u)| Field {
            place: u.place.clone(),
            taken: match (u.list, self.rows.contains(&u.place)) {
                (false, _) => Taken::Number,
                (true, false) => Taken::Numbers,
                (true, true) => Taken::Vectors,
            },
            name: format_ident!("__field{i}", span = Span::mixed_site()),
        });
        Some(fields.collect())
    }

    /// None of what a function changes may be looked at in other ways while its fields are variables.
    fn is_apart(&self, of: &Use, taken: &[&Use]) -> bool {
        let Place::Field { root, .. } = &of.place else {
            return true;
        };
        let nested = |u: &Use| {
            let over = |o: &Use| o.place.holds(&u.place) || u.place.holds(&o.place);
            self.found.iter().any(over)
        };
        let mut beside = taken.iter().filter(|u| u.place.is_of(root));
        let unique = self.structs.is_unique(&of.place);
        !unique || !self.whole.contains(root) && !beside.any(|u| nested(u))
    }

    /// `let u: &mut [f64] = &mut *this.u.__numbers();`
    pub(super) fn view(&self, field: &Field, core: &TokenStream) -> syn::Stmt {
        let (place, name, marker) = (&field.place, &field.name, field.taken.marker());
        let of = match place {
            Place::Field { root, .. } => field.of(root),
            Place::Constant(path) => {
                return parse_quote!(let #name: f64 = *#core::View(&#path).#marker(););
            }
        };
        let changed =
            self.structs.is_unique(place) && self.found[self.numbered[&place.key()]].changed;
        match (field.taken, changed) {
            (Taken::Number, _) => parse_quote!(let #name = *#of.#marker();),
            (_, false) => parse_quote!(let #name = &*#of.#marker();),
            (_, true) => parse_quote!(let #name = &mut *#of.#marker();),
        }
    }

    /// An item of a field of which something is asked that no number can answer.
    fn asked_of_item(&mut self, place: Place) -> &mut Use {
        let is_row = self.rows.contains(&place);
        let found = self.at(place);
        found.list |= is_row;
        found.other |= !is_row;
        found
    }

    /// A place that is changed: the list that it is an element or a part of is.
    fn changes(&mut self, place: &Expr) {
        let mut place = build::peeled(place);
        while let Expr::Index(i) = place {
            place = build::peeled(&i.expr);
        }
        if let Some(place) = self.field(place) {
            self.at(place).changed = true;
        }
    }

    fn counting(&mut self, visit: impl FnOnce(&mut Self)) {
        self.whole_numbers += 1;
        visit(self);
        self.whole_numbers -= 1;
    }

    fn looping(&mut self, visit: impl FnOnce(&mut Self)) {
        self.loops += 1;
        visit(self);
        self.loops -= 1;
    }

    /// A variable that begins with a field and changes is a total more often than a counter.
    fn begins(&mut self, variable: &Pat, with: &Expr) {
        match (variable, with) {
            (Pat::Ident(name), with) if name.mutability.is_some() => {
                if let Some(place) = self.field(with) {
                    self.at(place).number = true;
                }
            }
            (Pat::Tuple(parts), Expr::Tuple(with)) => {
                let parts = parts.elems.iter().zip(&with.elems);
                parts.for_each(|(part, with)| self.begins(part, with));
            }
            _ => {}
        }
    }

    /// An operand of arithmetic.
    fn operand(&mut self, operand: &Expr, other: &Expr) {
        if let Some(place) = self.field(operand) {
            let counts = is_whole_number(other);
            let found = self.at_value(place);
            found.number = true;
            found.other |= counts;
        } else if let (Some(place), true) = (self.element(operand), is_whole_number(other)) {
            self.at(place).other = true;
        }
        self.visit_expr(operand);
    }

    fn method(&mut self, call: &syn::ExprMethodCall) {
        let name = call.method.to_string();
        if let Some(place) = self.field(&call.receiver) {
            let counts = self.whole_numbers > 0;
            let found = self.at(place);
            match name.as_str() {
                "iter" | "iter_mut" | "windows" | "chunks" | "chunks_exact" | "fill" | "swap" => {
                    found.list = true;
                    found.looped |= !matches!(name.as_str(), "swap");
                    found.changed |= matches!(name.as_str(), "iter_mut" | "fill" | "swap");
                }
                "len" | "is_empty" => found.sized = true,
                _ if is_elementary(&name) => {
                    found.number = true;
                    found.other |= counts;
                }
                _ => found.other = true,
            }
        } else if let (Some(place), false) = (self.element(&call.receiver), is_elementary(&name)) {
            let found = self.asked_of_item(place);
            found.changed |= matches!(name.as_str(), "iter_mut" | "fill" | "swap");
            self.visit_expr(&call.receiver);
        } else {
            self.visit_expr(&call.receiver);
        }
        match name.as_str() {
            "powi" | "take" | "skip" | "step_by" | "windows" | "chunks" | "chunks_exact"
            | "swap" => {
                self.counting(|this| call.args.iter().for_each(|arg| this.visit_expr(arg)));
            }
            "zip" | "chain" => call.args.iter().for_each(|arg| self.gone_over(arg)),
            _ => call.args.iter().for_each(|arg| self.visit_expr(arg)),
        }
    }

    /// What a loop or an iterator goes over.
    fn gone_over(&mut self, items: &Expr) {
        match items {
            Expr::Reference(r) if self.field(&r.expr).is_some() => {
                let place = self.field(&r.expr).expect("it is one");
                let found = self.at(place);
                found.list = true;
                found.changed |= r.mutability.is_some();
            }
            items => self.visit_expr(items),
        }
    }
}

fn is_whole_number(expr: &Expr) -> bool {
    matches!(build::peeled(expr), Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Int(_)))
}

fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_)
    )
}

fn is_changing(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | RemAssign(_)
    )
}

impl Uses {
    /// Notes a name that stands for an argument as a whole.
    fn stands(&mut self, name: &Ident) {
        if self.structs.named(name).is_some() {
            self.whole.push(name.clone());
        }
    }

    fn visit_tokens(&mut self, tokens: TokenStream) {
        for tree in tokens {
            match tree {
                TokenTree::Ident(name) => self.stands(&name),
                TokenTree::Group(group) => self.visit_tokens(group.stream()),
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Field(of) => match (self.field(expr), self.element(&of.base)) {
                (Some(place), _) => _ = self.at_value(place),
                (None, Some(place)) => self.at(place).other = true,
                (None, None) => visit::visit_expr(self, expr),
            },
            Expr::Index(i) => {
                match (self.field(&i.expr), self.element(&i.expr)) {
                    (Some(place), _) if self.rows.contains(&place) => self.at(place).list = true,
                    (Some(place), _) => self.at_value(place).list = true,
                    (None, Some(place)) => {
                        let counts = self.whole_numbers > 0;
                        self.asked_of_item(place).other |= counts;
                        self.visit_expr(&i.expr);
                    }
                    (None, None) => self.visit_expr(&i.expr),
                }
                self.counting(|this| this.visit_expr(&i.index));
            }
            Expr::Binary(b) if is_arithmetic(&b.op) => {
                self.operand(&b.left, &b.right);
                self.operand(&b.right, &b.left);
            }
            Expr::Binary(b) if is_changing(&b.op) => {
                self.changes(&b.left);
                self.visit_expr(&b.left);
                self.operand(&b.right, &b.left);
            }
            Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => self.operand(&u.expr, &u.expr),
            Expr::Unary(u) => {
                if let Some(place) = self.field(&u.expr).or_else(|| self.element(&u.expr)) {
                    self.at(place).other = true;
                }
                visit::visit_expr(self, expr);
            }
            Expr::Assign(a) => {
                self.changes(&a.left);
                visit::visit_expr(self, expr);
            }
            Expr::Reference(r) => {
                if let Some(place) = self.field(&r.expr) {
                    self.at(place).other = true;
                }
                if r.mutability.is_some() {
                    self.changes(&r.expr);
                }
                visit::visit_expr(self, expr);
            }
            Expr::MethodCall(call) => self.method(call),
            Expr::Range(_) | Expr::Cast(_) => self.counting(|this| visit::visit_expr(this, expr)),
            Expr::ForLoop(l) => self.looping(|this| {
                this.gone_over(&l.expr);
                this.visit_block(&l.body);
            }),
            Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) => {
                self.looping(|this| visit::visit_expr(this, expr));
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.begins(&local.pat, &init.expr);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let Some(place) = self.structs.constant(path) {
            self.at_value(place);
        } else if let Some(name) = path.path.get_ident() {
            self.stands(name);
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.visit_tokens(mac.tokens.clone());
    }
}
