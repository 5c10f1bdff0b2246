//! Fields of arguments that a function does nothing with but arithmetic.
//!
//! A macro does not see a struct, so what `self.rate` is only rustc knows, and passes over loops know nothing of
//! what its type is asked for. Receives a function; promises, where it loops over fields of its receiver or of other
//! structs that it borrows, the same function with the fields as variables, for the case that each is a float, or a list
//! of floats. Whether that is so is asked of rustc (`emit/known.rs`), and the function as it is stands beside it for the
//! case that it is not.
//!
//! ```text
//! for i in 1..n {                         let rate = *this.rate.__number();
//!     self.u[i] += self.rate * x[i];      let u = &mut *this.u.__numbers();
//! }                                       for i in 1..n { u[i] += rate * x[i]; }
//! ```

use super::build;
use super::rows;
use crate::ir::{NUMBER, NUMBERS, VECTORS, ty};
use crate::lower::is_elementary;
use crate::tables::{HashMap, HashSet};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, FnArg, ItemFn, Member, Pat, Type, UnOp, parse_quote};

/// A function with fields as variables.
pub(crate) struct Viewed {
    pub(crate) item: ItemFn,
    pub(crate) fields: Vec<Field>,
    /// The arguments whose fields were looked at.
    pub(crate) structs: Vec<Ident>,
}

/// A field that is taken for a number, or for a list of numbers or of vectors of such.
pub(crate) struct Field {
    place: Place,
    pub(crate) taken: Taken,
    name: Ident,
}

/// What a field is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    Number,
    /// A list of numbers.
    Numbers,
    /// A list of vectors of numbers.
    Vectors,
}

impl Taken {
    /// What lends it as that.
    fn marker(self) -> Ident {
        let name = match self {
            Taken::Number => NUMBER,
            Taken::Numbers => NUMBERS,
            Taken::Vectors => VECTORS,
        };
        Ident::new(name, Span::mixed_site())
    }
}

impl Field {
    /// Whether it is a field of an argument.
    pub(crate) fn is_of(&self, argument: &Ident) -> bool {
        self.place.is_of(argument)
    }

    /// The field of `of`.
    pub(crate) fn of(&self, of: &Ident) -> TokenStream {
        match &self.place {
            Place::Field { path, .. } => quote!(#of #(.#path)*),
            Place::Constant(path) => path.to_token_stream(),
        }
    }

    /// The constant, where it is one.
    pub(crate) fn constant(&self) -> Option<&syn::Path> {
        match &self.place {
            Place::Field { .. } => None,
            Place::Constant(path) => Some(path),
        }
    }
}

/// A field of an argument, `p.left.weights`, or a constant of the user's beside them, `GRAVITY`.
#[derive(Clone, PartialEq)]
pub(super) enum Place {
    Field { root: Ident, path: Vec<Member> },
    Constant(syn::Path),
}

impl Place {
    fn key(&self) -> String {
        match self {
            Place::Field { root, path } => quote!(#root #(.#path)*).to_string(),
            Place::Constant(path) => path.to_token_stream().to_string(),
        }
    }

    fn is_of(&self, argument: &Ident) -> bool {
        matches!(self, Place::Field { root, .. } if root == argument)
    }

    /// Whether the other one is a field of this one.
    fn holds(&self, other: &Place) -> bool {
        match (self, other) {
            (Place::Field { root, path }, Place::Field { root: of, path: to }) => {
                root == of && path.len() < to.len() && to.starts_with(path)
            }
            _ => false,
        }
    }
}

/// The function with fields as variables, if it goes over such fields in a loop. The arguments that `is_open` says are
/// looked at alone.
pub(crate) fn viewed(
    function: &ItemFn,
    core: &TokenStream,
    is_open: impl Fn(usize) -> bool,
) -> Option<Viewed> {
    let structs = structs(function, is_open);
    if structs.is_empty() {
        return None;
    }
    let rows = rows::rows(&structs, &function.block);
    let mut uses = Uses::of(structs, rows);
    uses.visit_block(&function.block);
    let fields = uses.fields()?;
    let mut item = function.clone();
    let views: Vec<syn::Stmt> = fields.iter().map(|f| uses.view(f, core)).collect();
    let replaced = Replaced {
        structs: &uses.structs,
        fields: &fields,
    };
    { replaced }.visit_block_mut(&mut item.block);
    item.block.stmts.splice(0..0, views);
    let structs = uses.structs.all.into_iter().map(|s| s.name).collect();
    Some(Viewed {
        item,
        fields,
        structs,
    })
}

/// The arguments that may be structs, and whose names stand for nothing else.
fn structs(function: &ItemFn, is_open: impl Fn(usize) -> bool) -> Structs {
    let mut structs = Structs {
        all: Vec::new(),
        variables: HashSet::default(),
    };
    structs.visit_signature(&function.sig);
    let inputs = function.sig.inputs.iter().enumerate();
    let open = inputs.filter(|(i, _)| is_open(*i));
    structs.all = open.filter_map(|(_, input)| Struct::of(input)).collect();
    structs.visit_block(&function.block);
    structs
}

/// An argument that may be a struct.
struct Struct {
    name: Ident,
    unique: bool,
}

impl Struct {
    fn of(input: &FnArg) -> Option<Struct> {
        let FnArg::Typed(typed) = input else {
            return None;
        };
        let (Pat::Ident(name), Type::Reference(lent)) = (&*typed.pat, &*typed.ty) else {
            return None;
        };
        let unseen = matches!(ty::read(&lent.elem, &|_| false), ty::Ty::Unknown);
        unseen.then(|| Struct {
            name: name.ident.clone(),
            unique: lent.mutability.is_some(),
        })
    }
}

pub(super) struct Structs {
    all: Vec<Struct>,
    /// What is bound in the function.
    variables: HashSet<String>,
}

impl Structs {
    fn named(&self, name: &Ident) -> Option<&Struct> {
        self.all.iter().find(|s| s.name == *name)
    }

    fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn is_unique(&self, place: &Place) -> bool {
        self.all.iter().any(|s| s.unique && place.is_of(&s.name))
    }

    /// The field that an expression is, or the constant.
    pub(super) fn field(&self, expr: &Expr) -> Option<Place> {
        let of = match build::peeled(expr) {
            Expr::Field(of) => of,
            Expr::Path(path) => return self.constant(path),
            _ => return None,
        };
        let (root, mut path) = match build::as_name(build::peeled(&of.base)) {
            Some(base) => (self.named(base)?.name.clone(), Vec::new()),
            None => match self.field(&of.base)? {
                Place::Field { root, path } => (root, path),
                Place::Constant(_) => return None,
            },
        };
        path.push(of.member.clone());
        Some(Place::Field { root, path })
    }

    /// `GRAVITY`, `Self::LIMIT`, `units::KELVIN`, as constants are called, but for those of floats.
    fn constant(&self, expr: &syn::ExprPath) -> Option<Place> {
        let of_floats =
            |s: &syn::PathSegment| s.ident == "f64" || s.ident == "f32" || s.ident == "consts";
        let name = expr.path.segments.last()?.ident.to_string();
        let of_user = expr.qself.is_none() && !expr.path.segments.iter().any(of_floats);
        let is_constant =
            name.starts_with(char::is_uppercase) && !name.contains(char::is_lowercase);
        (of_user && is_constant && !self.variables.contains(&name))
            .then(|| Place::Constant(expr.path.clone()))
    }

    /// The field whose element an expression is.
    pub(super) fn element(&self, expr: &Expr) -> Option<Place> {
        match build::peeled(expr) {
            Expr::Index(i) => self.field(&i.expr),
            _ => None,
        }
    }
}

/// Leaves those whose names are bound anew.
impl<'ast> Visit<'ast> for Structs {
    fn visit_pat_ident(&mut self, bound: &'ast syn::PatIdent) {
        self.all.retain(|s| s.name != bound.ident);
        self.variables.insert(bound.ident.to_string());
        visit::visit_pat_ident(self, bound);
    }
}

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
    fn of(place: Place) -> Self {
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
struct Uses {
    structs: Structs,
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
    fn of(structs: Structs, rows: Vec<Place>) -> Self {
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
    fn fields(&self) -> Option<Vec<Field>> {
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
    fn view(&self, field: &Field, core: &TokenStream) -> syn::Stmt {
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

/// Puts the variables in the place of the fields.
struct Replaced<'f> {
    structs: &'f Structs,
    fields: &'f [Field],
}

impl Replaced<'_> {
    fn name(&self, expr: &Expr) -> Option<Expr> {
        let place = self.structs.field(expr)?;
        let field = self.fields.iter().find(|f| f.place == place)?;
        let name = &field.name;
        Some(parse_quote!(#name))
    }
}

impl VisitMut for Replaced<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // A list is lent already.
        if let Expr::Reference(r) = expr
            && let Some(name) = self.name(&r.expr)
        {
            let mutability = r.mutability;
            *expr = parse_quote!(& #mutability *#name);
        } else if let Some(name) = self.name(expr) {
            *expr = name;
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statements of the method with fields as variables.
    fn with_variables(text: &str) -> Option<String> {
        let viewed = viewed(
            &syn::parse_str(text).expect("a function"),
            &quote!(core),
            |_| true,
        )?;
        let stmts = &viewed.item.block.stmts;
        Some(quote!(#(#stmts)*).to_string())
    }

    #[track_caller]
    fn assert_becomes(before: &str, after: TokenStream) {
        assert_eq!(with_variables(before), Some(after.to_string()));
    }

    #[test]
    fn fields_become_variables() {
        assert_becomes(
            "fn f(this: &mut S, x: &[f64]) { for i in 0..this.u.len() { this.u[i] += this.rate * x[i]; } }",
            quote! {
                let __field0 = *this.rate.__number();
                let __field1 = &mut *this.u.__numbers();
                for i in 0..__field1.len() { __field1[i] += __field0 * x[i]; }
            },
        );
        assert_becomes(
            "fn f(this: &S) -> f64 { let mut t = this.b; for (a, b) in this.u.iter().zip(&this.v) { t += a * b; } t }",
            quote! {
                let __field0 = *this.b.__number();
                let __field1 = &*this.u.__numbers();
                let __field2 = &*this.v.__numbers();
                let mut t = __field0;
                for (a, b) in __field1.iter().zip(&*__field2) { t += a * b; }
                t
            },
        );
    }

    #[test]
    fn whole_numbers_and_parts_of_elements_stay() {
        for text in [
            "fn f(this: &S) { for i in 0..this.n { g(i + this.n); } }",
            "fn f(this: &S) { for i in 0..9 { g(this.index[i] - 1); } }",
            "fn f(this: &S) { for i in 0..9 { g(x[this.index[i]]); } }",
            "fn f(this: &S) { for i in 0..9 { g(this.bodies[i].mass * 2.0); } }",
            "fn f(this: &S) { for i in 0..9 { g(x[this.grid[i][0]]); } }",
            "fn f(this: &S) { for i in 0..9 { g(this.rows[i].total()); } }",
            "fn f(this: &S) { for i in 0..9 { g(this.step as f64); } }",
        ] {
            assert_eq!(with_variables(text), None, "{text}");
        }
    }

    #[test]
    fn a_method_that_lends_its_receiver_while_it_changes_stays() {
        let text = "fn f(this: &mut S) { for i in 0..9 { this.u[i] *= this.k; this.check(); } }";
        assert_eq!(with_variables(text), None);
        let text = "fn f(this: &mut S) { for i in 0..9 { this.u[i] *= this.k; show!(this.u); } }";
        assert_eq!(with_variables(text), None);
        assert!(with_variables(&text.replace("&mut S", "&S")).is_some());
    }

    #[test]
    fn lists_of_lists_are_asked_for_as_such() {
        assert_becomes(
            "fn f(this: &mut S, x: &[f64]) { for i in 0..this.b.len() { for j in 0..this.w[i].len() { this.w[i][j] *= this.b[i]; } } }",
            quote! {
                let __field0 = &*this.b.__numbers();
                let __field1 = &mut *this.w.__vectors();
                for i in 0..__field0.len() { for j in 0..__field1[i].len() { __field1[i][j] *= __field0[i]; } }
            },
        );
        assert_becomes(
            "fn f(this: &S) -> f64 { this.w.iter().zip(&this.b).map(|(row, b)| row.iter().sum::<f64>() * b).sum() }",
            quote! {
                let __field0 = &*this.w.__vectors();
                let __field1 = &*this.b.__numbers();
                __field0.iter().zip(&*__field1).map(|(row, b)| row.iter().sum::<f64>() * b).sum()
            },
        );
        assert_becomes(
            "fn f(this: &S) -> f64 { let mut s = 0.0; for (i, row) in this.w.iter().enumerate() { let b = &this.b[i]; for v in row { s += v * b; } } s }",
            quote! {
                let __field0 = &*this.w.__vectors();
                let __field1 = &*this.b.__numbers();
                let mut s = 0.0;
                for (i, row) in __field0.iter().enumerate() { let b = &__field1[i]; for v in row { s += v * b; } }
                s
            },
        );
    }

    #[test]
    fn constants_are_asked_for_as_well() {
        assert_becomes(
            "fn f(p: &P, x: &[f64]) -> f64 { let mut t = 0.0; for i in 0..N { t += p.b * G * x[i] * PI; } t }",
            quote! {
                let __field0 = *p.b.__number();
                let __field1: f64 = *core::View(&G).__number();
                let __field2: f64 = *core::View(&PI).__number();
                let mut t = 0.0;
                for i in 0..N { t += __field0 * __field1 * x[i] * __field2; }
                t
            },
        );
    }

    #[test]
    fn what_is_bound_is_no_constant() {
        for text in [
            "fn f(p: &P, K: f64) -> f64 { let mut t = K; for i in 0..9 { t += p.b * K; } t }",
            "fn f(p: &P) -> f64 { let K = p.k; let mut t = 0.0; for i in 0..9 { t += p.b * K; } t }",
            "fn f(p: &P) -> f64 { (0..9).map(|K| p.b * K).sum() }",
        ] {
            let with = with_variables(text).expect("fields in a loop");
            assert!(!with.contains("View"), "{with}");
        }
    }

    #[test]
    fn without_a_loop_nothing_is_gained() {
        assert_eq!(
            with_variables("fn f(this: &S) -> f64 { this.k * this.u[0] }"),
            None
        );
    }
}
