//! Fields of a receiver that a method does nothing with but arithmetic.
//!
//! A macro does not see a struct, so what `self.rate` is only rustc knows, and passes over loops know nothing of
//! what its type is asked for. Receives a method; promises, where it loops over such fields, the same method with the fields
//! as variables, for the case that each is a float, or a list of floats. Whether that is so is asked of rustc
//! (`emit/known.rs`), and the method as it is stands beside it for the case that it is not.
//!
//! ```text
//! for i in 1..n {                         let rate = *this.rate.__number();
//!     self.u[i] += self.rate * x[i];      let u = &mut *this.u.__numbers();
//! }                                       for i in 1..n { u[i] += rate * x[i]; }
//! ```

use super::build;
use super::methods::RECEIVER;
use crate::ir::{NUMBER, NUMBERS};
use crate::lower::is_elementary;
use crate::tables::HashMap;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ItemFn, Member, Pat, UnOp, parse_quote};

/// A method with fields as variables, and these fields.
pub(crate) struct Viewed {
    pub(crate) item: ItemFn,
    pub(crate) fields: Vec<Field>,
}

/// A field that is taken for a number, or for a list of numbers.
pub(crate) struct Field {
    path: Vec<Member>,
    pub(crate) is_list: bool,
    name: Ident,
}

impl Field {
    /// The field of `of`.
    pub(crate) fn of(&self, of: &Ident) -> TokenStream {
        let path = &self.path;
        quote!(#of #(.#path)*)
    }
}

/// The method with its fields as variables, if it goes over such fields in a loop.
pub(crate) fn viewed(function: &ItemFn) -> Option<Viewed> {
    let syn::FnArg::Typed(receiver) = function.sig.inputs.first()? else {
        return None;
    };
    let syn::Type::Reference(lent) = &*receiver.ty else {
        return None;
    };
    let unique = lent.mutability.is_some();
    let mut uses = Uses::default();
    uses.visit_block(&function.block);
    let fields = uses.fields(unique)?;
    let mut item = function.clone();
    let views = fields.iter().map(|f| uses.view(f, unique));
    let views: Vec<syn::Stmt> = views.collect();
    Replaced(&fields).visit_block_mut(&mut item.block);
    item.block.stmts.splice(0..0, views);
    Some(Viewed { item, fields })
}

/// The field of the receiver that an expression is.
fn field(expr: &Expr) -> Option<Vec<Member>> {
    let Expr::Field(of) = build::peeled(expr) else {
        return None;
    };
    let mut path = match build::as_name(build::peeled(&of.base)) {
        Some(base) if base == RECEIVER => Vec::new(),
        Some(_) => return None,
        None => field(&of.base)?,
    };
    path.push(of.member.clone());
    Some(path)
}

fn key(path: &[Member]) -> String {
    let parts: Vec<String> = path
        .iter()
        .map(|m| m.to_token_stream().to_string())
        .collect();
    parts.join(".")
}

/// What is done with a field.
#[derive(Default)]
struct Use {
    path: Vec<Member>,
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

/// What a method does with the fields of its receiver.
#[derive(Default)]
struct Uses {
    /// By name, in the order they are found.
    found: Vec<Use>,
    numbered: HashMap<String, usize>,
    /// The receiver as a whole.
    whole: bool,
    /// How many loops are around.
    loops: usize,
    /// Whether whole numbers are asked for.
    whole_numbers: usize,
}

impl Uses {
    fn of(&mut self, path: Vec<Member>) -> &mut Use {
        let next = self.found.len();
        let at = *self.numbered.entry(key(&path)).or_insert(next);
        if at == next {
            self.found.push(Use {
                path,
                ..Use::default()
            });
        }
        let looped = self.loops > 0;
        let found = &mut self.found[at];
        found.looped |= looped;
        found
    }

    /// What may be asked for whole numbers is taken for none of floats.
    fn of_value(&mut self, path: Vec<Member>) -> &mut Use {
        let counts = self.whole_numbers > 0;
        let found = self.of(path);
        found.other |= counts;
        found
    }

    /// The fields to take for numbers. None of what a method changes may be looked at in other ways meanwhile.
    fn fields(&self, unique: bool) -> Option<Vec<Field>> {
        let taken = |u: &&Use| {
            let list = u.list && !u.number;
            let number = u.number && !u.list && !u.sized && !u.changed;
            !u.other && (list || number)
        };
        let mut fields: Vec<&Use> = self.found.iter().filter(taken).collect();
        // Numbers are read before lists are borrowed, as both may be behind one `DerefMut`.
        fields.sort_by_key(|u| u.list);
        let within = |a: &Use, b: &Use| a.path.len() < b.path.len() && b.path.starts_with(&a.path);
        let nested = |u: &&Use| self.found.iter().any(|o| within(u, o) || within(o, u));
        let apart = !unique || !self.whole && !fields.iter().any(nested);
        if !apart || !fields.iter().any(|u| u.looped) {
            return None;
        }
        let fields = fields.into_iter().enumerate().map(|(i, u)| Field {
            path: u.path.clone(),
            is_list: u.list,
            name: format_ident!("__field{i}", span = Span::mixed_site()),
        });
        Some(fields.collect())
    }

    /// `let u: &mut [f64] = &mut *this.u.__numbers();`
    fn view(&self, field: &Field, unique: bool) -> syn::Stmt {
        let changed = unique && self.found[self.numbered[&key(&field.path)]].changed;
        let name = &field.name;
        let of = field.of(&Ident::new(RECEIVER, Span::mixed_site()));
        let [number, numbers] = [NUMBER, NUMBERS].map(|m| Ident::new(m, Span::mixed_site()));
        match (field.is_list, changed) {
            (false, _) => parse_quote!(let #name = *#of.#number();),
            (true, false) => parse_quote!(let #name = &*#of.#numbers();),
            (true, true) => parse_quote!(let #name = &mut *#of.#numbers();),
        }
    }

    /// A place that is changed: the list that it is an element or a part of is.
    fn changes(&mut self, place: &Expr) {
        let mut place = build::peeled(place);
        while let Expr::Index(i) = place {
            place = build::peeled(&i.expr);
        }
        if let Some(path) = field(place) {
            self.of(path).changed = true;
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

    /// An operand of arithmetic.
    fn operand(&mut self, operand: &Expr, other: &Expr) {
        if let Some(path) = field(operand) {
            let counts = is_whole_number(other);
            let found = self.of_value(path);
            found.number = true;
            found.other |= counts;
        } else if let (Some(path), true) = (element(operand), is_whole_number(other)) {
            self.of(path).other = true;
        }
        self.visit_expr(operand);
    }

    fn method(&mut self, call: &syn::ExprMethodCall) {
        let name = call.method.to_string();
        if let Some(path) = field(&call.receiver) {
            let counts = self.whole_numbers > 0;
            let found = self.of(path);
            match name.as_str() {
                "iter" | "iter_mut" | "windows" | "chunks" | "chunks_exact" | "fill" | "swap" => {
                    found.list = true;
                    found.changed |= matches!(name.as_str(), "iter_mut" | "fill" | "swap");
                }
                "len" | "is_empty" => found.sized = true,
                _ if is_elementary(&name) => {
                    found.number = true;
                    found.other |= counts;
                }
                _ => found.other = true,
            }
        } else if let (Some(path), false) = (element(&call.receiver), is_elementary(&name)) {
            self.of(path).other = true;
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
            Expr::Reference(r) if field(&r.expr).is_some() => {
                let path = field(&r.expr).expect("it is one");
                let found = self.of(path);
                found.list = true;
                found.changed |= r.mutability.is_some();
            }
            items => self.visit_expr(items),
        }
    }
}

/// The field of the receiver whose element an expression is.
fn element(expr: &Expr) -> Option<Vec<Member>> {
    match build::peeled(expr) {
        Expr::Index(i) => field(&i.expr),
        _ => None,
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

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Field(of) => match (field(expr), element(&of.base)) {
                (Some(path), _) => _ = self.of_value(path),
                (None, Some(path)) => self.of(path).other = true,
                (None, None) => visit::visit_expr(self, expr),
            },
            Expr::Index(i) => {
                match (field(&i.expr), element(&i.expr)) {
                    (Some(path), _) => self.of_value(path).list = true,
                    (None, Some(path)) => self.of(path).other = true,
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
                if let Some(path) = field(&u.expr).or_else(|| element(&u.expr)) {
                    self.of(path).other = true;
                }
                visit::visit_expr(self, expr);
            }
            Expr::Assign(a) => {
                self.changes(&a.left);
                visit::visit_expr(self, expr);
            }
            Expr::Reference(r) => {
                if let Some(path) = field(&r.expr) {
                    self.of(path).other = true;
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
        // A variable that begins with a field and changes is a total more often than a counter.
        let changes = matches!(&local.pat, Pat::Ident(name) if name.mutability.is_some());
        if let (true, Some(path)) = (changes, local.init.as_ref().and_then(|i| field(&i.expr))) {
            self.of(path).number = true;
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.whole |= path.path.is_ident(RECEIVER);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.whole |= mentions_receiver(mac.tokens.clone());
    }
}

fn mentions_receiver(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(name) => name == RECEIVER,
        TokenTree::Group(group) => mentions_receiver(group.stream()),
        _ => false,
    })
}

/// Puts the variables in the place of the fields.
struct Replaced<'f>(&'f [Field]);

impl Replaced<'_> {
    fn name(&self, expr: &Expr) -> Option<Expr> {
        let path = field(expr)?;
        let field = self.0.iter().find(|f| f.path == path)?;
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
        let viewed = viewed(&syn::parse_str(text).expect("a function"))?;
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
            "fn f(this: &S) { for i in 0..9 { g(this.grid[i][0] * 2.0); } }",
            "fn f(this: &S) { for i in 0..9 { g(this.rows[i].len()); } }",
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
    fn without_a_loop_nothing_is_gained() {
        assert_eq!(
            with_variables("fn f(this: &S) -> f64 { this.k * this.u[0] }"),
            None
        );
    }
}
