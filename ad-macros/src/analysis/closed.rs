//! Whether a function does nothing with fields that it takes for numbers but what numbers can do.
//!
//! A rule that takes fields for floats is compiled, too, where they are none, and then nothing in it may be an error. So
//! what it makes of them must not meet a value of unknown type. Receives a function with fields as variables
//! (`desugar/fields.rs`); promises that its rule has types whatever the fields are.
//!
//! ```text
//! s += rate * x[i]         closed: floats, and an element of a slice of floats
//! self.update(rate)        not closed: what `update` takes is not seen
//! rate * self.position     not closed
//! ```

use crate::desugar::build;
use crate::ir::*;
use crate::lower::float_arguments;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, UnOp};

/// Whether a function is closed of whose arguments these are `structs`.
pub(crate) fn is_closed(f: &Function, structs: &[Ident]) -> bool {
    let whole = Closed { f, structs };
    let mut closed = is_known(&f.ret) && f.items.is_empty();
    let mut inputs = f.params.iter().map(|p| p.local);
    closed &= inputs.all(|l| whole.is_struct(l) || is_known(f.ty(l)));
    f.body.walk(&mut |stmt| closed &= whole.statement(stmt));
    closed && f.body.value().is_none_or(|v| whole.gives(&f.ret, v))
}

/// Whether all of a type is seen, and the floats in it are those that fields are taken for.
fn is_known(ty: &Ty) -> bool {
    match ty {
        Ty::Float(Float::F64 | Float::Infer) | Ty::Int | Ty::Bool | Ty::Unit => true,
        Ty::Float(_) | Ty::Inert | Ty::Function | Ty::Unknown => false,
        Ty::Tuple(parts) => parts.iter().all(is_known),
        Ty::Array(t) | Ty::Slice(t) | Ty::Vec(t) | Ty::Ref(_, t) => is_known(t),
    }
}

/// Whether a variable of one type may be given a value of the other: the literals in both may become of one type.
fn is_alike(to: &Ty, from: &Ty) -> bool {
    match (to, from) {
        (Ty::Float(_), Ty::Float(_)) | (Ty::Int, Ty::Int) | (Ty::Bool, Ty::Bool) => true,
        (Ty::Tuple(to), Ty::Tuple(from)) => {
            to.len() == from.len() && to.iter().zip(from).all(|(to, from)| is_alike(to, from))
        }
        (Ty::Array(to), Ty::Array(from)) | (Ty::Vec(to), Ty::Vec(from)) => is_alike(to, from),
        _ => false,
    }
}

struct Closed<'f> {
    f: &'f Function,
    structs: &'f [Ident],
}

impl Closed<'_> {
    fn local(&self, local: Local) -> bool {
        is_known(self.f.ty(local))
    }

    fn ty(&self, operand: &Operand) -> Ty {
        match operand {
            Operand::Local(local) => self.f.ty(*local).clone(),
            Operand::Const(_, ty) => ty.clone(),
        }
    }

    /// What is chosen: a reference would lead to one of several fields.
    fn value(&self, local: Local) -> bool {
        self.local(local) && !self.f.ty(local).is_ref() && !self.f.ty(local).holds_references()
    }

    fn operand(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Local(local) => self.local(*local),
            Operand::Const(tokens, ty) => is_known(ty) && self.says(tokens, &[], ty),
        }
    }

    /// Whether what stays as written says itself that it is a float, where it has to be one: of the user's constants and
    /// functions nothing is seen.
    fn says(&self, tokens: &TokenStream, reads: &[Local], ty: &Ty) -> bool {
        !ty.any_float() || Written::of(self, reads).is(tokens, Written::float)
    }

    fn place(&self, place: &Place) -> bool {
        is_known(&place.ty(&self.f.locals)) && self.selects(place) && self.leads_on(place)
    }

    /// Whether only references are followed, and elements found by their numbers alone: `**x` leads further where the
    /// items of a field are boxes, and `x[(i, j)]` where it is a matrix.
    fn leads_on(&self, place: &Place) -> bool {
        let before = |at: usize| Place {
            root: place.root,
            path: place.path[..at].to_vec(),
        };
        let mut steps = place.path.iter().enumerate();
        steps.all(|(at, step)| match step {
            Step::Deref => before(at).ty(&self.f.locals).is_ref(),
            Step::Index(index) => matches!(self.ty(index), Ty::Int),
            _ => true,
        })
    }

    /// Whether an operand is of a kind that something of this type may become.
    fn gives(&self, to: &Ty, operand: &Operand) -> bool {
        self.operand(operand) && is_alike(to, &self.ty(operand))
    }

    /// A whole number, or what may be one: of a field that is taken for floats it is none.
    fn counts(&self, operand: &Operand) -> bool {
        !self.ty(operand).any_float()
    }

    /// The same, or what another field holds, of which nothing else is asked.
    fn is_length(&self, operand: &Operand) -> bool {
        self.counts(operand) || matches!(self.ty(operand), Ty::Unknown)
    }

    /// What `break` gives to the loop of a label.
    fn given_by(&self, label: Label) -> Option<Local> {
        let mut given = None;
        self.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Loop(looped) if looped.label == label => given = looped.dst,
            _ => {}
        });
        given
    }

    /// What selects an element stands as it is in the function's other rule.
    fn selects(&self, place: &Place) -> bool {
        let counted = place.selectors().into_iter().all(|s| self.counts(s));
        let unseen = |step: &Step| {
            matches!(step, Step::Chosen(_) | Step::Variant(_))
                || matches!(step, Step::Project { .. }) && !step.is_taken_for_numbers()
        };
        counted && !place.path.iter().any(unseen)
    }

    fn statement(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Let { dst, op } => self.op(*dst, op),
            StmtKind::Declare { dst } => self.value(*dst),
            StmtKind::Assign { place, value, .. } => {
                let to = place.ty(&self.f.locals);
                self.place(place) && self.gives(&to, value)
            }
            StmtKind::Fill { place, value } => {
                let to = place.ty(&self.f.locals).element();
                self.place(place) && self.gives(&to, value)
            }
            StmtKind::Swap { place, .. } => self.place(place),
            StmtKind::CopyFrom { place, from } => self.place(place) && self.place(from),
            StmtKind::Exchange { a, b } => self.place(a) && self.place(b),
            StmtKind::Effect { raw } | StmtKind::Panic { raw } => self.raw(raw),
            StmtKind::Branch(branch) => self.branch(branch),
            StmtKind::Loop(looped) => {
                let head = match &looped.kind {
                    LoopKind::Range { head, .. } => self.counts(&head.lo) && self.counts(&head.hi),
                    LoopKind::Forever => true,
                    LoopKind::While(_) | LoopKind::Items { .. } => false,
                };
                head && looped.dst.is_none_or(|dst| self.value(dst))
            }
            StmtKind::Exit { to, value } => {
                let ty = match to {
                    Exit::Return => self.f.ret.clone(),
                    Exit::Break(label) | Exit::Continue(label) => {
                        let given = self.given_by(*label);
                        given.map_or(Ty::Unit, |given| self.f.ty(given).clone())
                    }
                };
                value.as_ref().is_none_or(|v| self.gives(&ty, v))
            }
            StmtKind::Rest(_) => true,
            StmtKind::Push { place, value, .. } => {
                let to = place.ty(&self.f.locals).element();
                self.place(place) && self.gives(&to, value)
            }
        }
    }

    fn branch(&self, branch: &Branch) -> bool {
        let decides = match &branch.head {
            Head::If(condition) => matches!(self.ty(condition), Ty::Bool),
            Head::Match(raw) => {
                self.raw(raw) && !self.asks_floats(raw) && branch.arms.iter().all(is_plain_arm)
            }
            Head::Open(_) => false,
        };
        let gives = |dst: Local| {
            let values = branch.arms.iter().filter_map(|arm| arm.body.value());
            let mut values = values.map(|value| self.gives(self.f.ty(dst), value));
            self.value(dst) && values.all(|gives| gives)
        };
        decides && branch.dst.is_none_or(gives)
    }

    fn op(&self, dst: Local, op: &Op) -> bool {
        let makes = self.local(dst);
        let given = || op.operands().into_iter().all(|o| self.operand(o));
        match op {
            Op::Use(_) if self.f.ty(dst).is_ref() => false,
            Op::Binary(..) if !op.operands().iter().all(|o| self.ty(o).is_float()) => false,
            Op::Elementary { name, args, .. } => {
                let floats = float_arguments(&name.to_string());
                let mut args = args.iter().zip(floats);
                makes && given() && args.all(|(arg, float)| self.ty(arg).is_float() == *float)
            }
            Op::Use(_) | Op::Neg(_) | Op::Binary(..) | Op::Slope { .. } => makes && given(),
            Op::VecRepeat(item, n) => makes && self.operand(item) && self.is_length(n),
            Op::Tuple(_) | Op::Array(_) | Op::VecOf(_) if !self.value(dst) => false,
            Op::Array(items) | Op::VecOf(items) if !self.is_of_one_kind(items) => false,
            Op::Tuple(_) | Op::Array(_) | Op::Repeat(..) | Op::VecOf(_) => makes && given(),
            // A whole number that a field holds: it is what it is in the function's other rule.
            Op::Integer(..) | Op::Inactive(_) | Op::Selector(_) | Op::Key(_) => {
                op.operands().into_iter().all(|o| self.counts(o))
            }
            Op::Len(place, _) => self.selects(place),
            Op::Cast(..) => makes,
            Op::Load(place) if self.is_other_field(place) => true,
            Op::Load(place) | Op::Ref { place, .. } => makes && self.place(place),
            Op::Clone(place, Some(method)) => method == "to_vec" && makes && self.place(place),
            Op::Raw(raw) if self.is_empty_list(dst, raw) || is_constant(raw) => true,
            Op::Raw(raw) => self.raw(raw) && self.says(&raw.tokens, &raw.reads, self.f.ty(dst)),
            Op::Scalar(value) => makes && self.ty(value).is_float() && given(),
            Op::Clone(_, None) | Op::Choose { .. } | Op::Again(_) => false,
            Op::Construct(_) | Op::Pop(_) | Op::Call(_) => false,
        }
    }

    fn is_of_one_kind(&self, items: &[Operand]) -> bool {
        let first = items.first().map(|first| self.ty(first));
        first.is_none_or(|first| items.iter().all(|item| is_alike(&first, &self.ty(item))))
    }

    fn is_struct(&self, local: Local) -> bool {
        let is_param = self.f.params.iter().any(|p| p.local == local);
        is_param && self.structs.contains(&self.f.info(local).name)
    }

    /// A field that is not taken for numbers.
    fn is_other_field(&self, place: &Place) -> bool {
        self.is_struct(place.root)
            && place
                .path
                .iter()
                .all(|s| matches!(s, Step::Deref | Step::Field(_)))
    }

    /// Whether it asks floats for more than how many there are.
    fn asks_floats(&self, raw: &Raw) -> bool {
        Written::of(self, &raw.reads).asks(raw.tokens.clone())
    }

    /// `Vec::new()`, `Vec::with_capacity(n)`: what is pushed says of what it is.
    fn is_empty_list(&self, dst: Local, raw: &Raw) -> bool {
        let call = syn::parse2::<syn::ExprCall>(raw.tokens.clone());
        let of_vec = |call: syn::ExprCall| {
            let Expr::Path(function) = &*call.func else {
                return false;
            };
            let mut names = function.path.segments.iter().rev().map(|s| &s.ident);
            let makes = names
                .next()
                .is_some_and(|n| n == "new" || n == "with_capacity");
            makes && names.next().is_some_and(|n| n == "Vec")
        };
        matches!(self.f.ty(dst), Ty::Vec(of) if is_known(of))
            && !self.asks_floats(raw)
            && call.is_ok_and(of_vec)
    }

    /// What stays as written: it asks numbers for nothing, or compares them with each other.
    fn raw(&self, raw: &Raw) -> bool {
        let written = Written::of(self, &raw.reads);
        let either = |w: &Written, e: &Expr| w.truth(e) || w.float(e);
        !self.asks_floats(raw) || written.is(&raw.tokens, either)
    }
}

/// A constant that is taken for a number, `*View(&GRAVITY).__number()`.
fn is_constant(raw: &Raw) -> bool {
    let taken = |expr: Expr| match expr {
        Expr::Unary(u) => matches!(&*u.expr, Expr::MethodCall(call) if call.method == NUMBER),
        _ => false,
    };
    syn::parse2(raw.tokens.clone()).is_ok_and(taken)
}

fn is_plain_arm(arm: &Arm) -> bool {
    arm.binds.is_empty()
}

/// Expressions that stay as the user wrote them, and what they name.
struct Written<'f> {
    floats: Vec<&'f Ident>,
    lists: Vec<&'f Ident>,
    truths: Vec<&'f Ident>,
}

impl<'f> Written<'f> {
    fn of(closed: &Closed<'f>, reads: &[Local]) -> Self {
        let named = |is: &dyn Fn(&Ty) -> bool| {
            let infos = reads.iter().map(|l| closed.f.info(*l));
            let named = infos.filter(|info| is_known(&info.ty) && is(info.ty.peeled()));
            named.map(|info| &info.name).collect()
        };
        Written {
            floats: named(&Ty::is_float),
            lists: named(&|ty| !ty.is_float() && ty.any_float()),
            truths: named(&|ty| matches!(ty, Ty::Bool)),
        }
    }

    fn is(&self, tokens: &TokenStream, like: impl Fn(&Self, &Expr) -> bool) -> bool {
        syn::parse2::<Expr>(tokens.clone()).is_ok_and(|expr| like(self, &expr))
    }

    /// Whether floats are asked for more than how many there are.
    fn asks(&self, tokens: TokenStream) -> bool {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let sized = |at: usize| match trees.get(at + 2) {
            Some(TokenTree::Ident(name)) => name == "len" || name == "is_empty",
            _ => false,
        };
        trees.iter().enumerate().any(|(at, tree)| match tree {
            TokenTree::Ident(name) => {
                self.floats.contains(&name) || self.lists.contains(&name) && !sized(at)
            }
            TokenTree::Group(group) => self.asks(group.stream()),
            _ => false,
        })
    }

    /// Whether it is true or false, whatever the fields are.
    fn truth(&self, expr: &Expr) -> bool {
        use syn::BinOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        match expr {
            _ if !self.asks(expr.to_token_stream()) => true,
            Expr::Paren(p) => self.truth(&p.expr),
            Expr::Path(p) => p
                .path
                .get_ident()
                .is_some_and(|name| self.truths.contains(&name)),
            Expr::Unary(u) => matches!(u.op, UnOp::Not(_)) && self.truth(&u.expr),
            Expr::Binary(b) => match b.op {
                And(_) | Or(_) => self.truth(&b.left) && self.truth(&b.right),
                Lt(_) | Le(_) | Gt(_) | Ge(_) | Eq(_) | Ne(_) => {
                    self.float(&b.left) && self.float(&b.right)
                }
                _ => false,
            },
            Expr::MethodCall(call) => {
                let asked = ["is_nan", "is_finite", "is_infinite"];
                asked.iter().any(|name| call.method == name) && self.float(&call.receiver)
            }
            _ => false,
        }
    }

    /// Whether it is a float, whatever the fields are.
    fn float(&self, expr: &Expr) -> bool {
        use syn::BinOp::{Add, Div, Mul, Rem, Sub};
        match expr {
            Expr::Paren(p) => self.float(&p.expr),
            Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Float(_)),
            Expr::Path(p) => self.is_float_by_name(&p.path),
            Expr::Index(i) => {
                let counts = !self.asks(i.index.to_token_stream());
                let list = build::as_name(&i.expr).is_some_and(|name| self.lists.contains(&name));
                counts && list && !matches!(&*i.index, Expr::Range(_))
            }
            Expr::Unary(u) => !matches!(u.op, UnOp::Not(_)) && self.float(&u.expr),
            Expr::Binary(b) => {
                let arithmetic = matches!(b.op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_));
                arithmetic && self.float(&b.left) && self.float(&b.right)
            }
            Expr::MethodCall(call) => {
                let floats = float_arguments(&call.method.to_string());
                let given = std::iter::once(&*call.receiver).chain(&call.args);
                !floats.is_empty()
                    && floats.len() == call.args.len() + 1
                    && floats.iter().all(|float| *float)
                    && given.into_iter().all(|arg| self.float(arg))
            }
            Expr::Cast(cast) => {
                let to_float = cast.ty.to_token_stream().to_string() == "f64";
                to_float && (self.float(&cast.expr) || !self.asks(cast.expr.to_token_stream()))
            }
            _ => false,
        }
    }

    /// A variable, or `f64::MAX` and `std::f64::consts::PI`.
    fn is_float_by_name(&self, path: &syn::Path) -> bool {
        match path.get_ident() {
            Some(name) => self.floats.contains(&name),
            None => path.segments.iter().any(|segment| segment.ident == "f64"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::lowered;
    use quote::format_ident;

    /// Whether a method is closed with this body, in which `k` is taken for a number and `u` for a list.
    fn is_closed_with(body: &str) -> bool {
        let f = lowered(&format!(
            "fn f(this: &S, x: &[f64], n: usize) -> f64 {{
                let k = *this.k.__number();
                let u = &*this.u.__numbers();
                {body}
            }}"
        ));
        is_closed(&f, &[format_ident!("this")])
    }

    #[test]
    fn arithmetic_is_closed() {
        for body in [
            "let mut s = 0.0; for i in 0..u.len() { s += k * u[i] * x[i]; } s",
            "let mut s = k; for i in 0..this.m { if u[i] > 0.5 { s += u[i].exp(); } } s",
            "let mut y = [0.0; 3]; for i in 0..n { y[i] = k.max(x[i]); } y[0]",
            "let mut s = 0.0; for v in u { s += v * v; } s.sqrt()",
            "let mut s = 0.0; for i in 1..u.len() - 1 { s += u[i + 1]; } s / u.len() as f64",
            "let mut s = 0.0; for i in 0..x.len() { if u[i + 1] > x[i] { s += k; } } s",
            "let mut s = k; for i in 0..n { if i > 0 && (u[i] - u[i - 1]).abs() > 1e-3 || x[i].is_nan() { s += k; } } s",
            "let mut y = Vec::with_capacity(this.m); for i in 0..this.m * n { y.push(k * u[i].tanh()); } y[0]",
            "let mut y = vec![0.0; this.rows * this.columns]; for i in 0..n { y[i] = k; } y[n - 1]",
            "let row = &u[n * this.columns..(n + 1) * this.columns]; row[0] * k",
            "let g: f64 = *core::View(&GRAVITY).__number(); let mut s = 0.5 * g; for i in 0..n { s += k * g; } s",
            "let mut s = f64::MIN; for v in u { s = s.max(*v * std::f64::consts::PI); } s / n as f64",
        ] {
            assert!(is_closed_with(body), "{body}");
        }
    }

    #[test]
    fn what_meets_a_value_that_is_not_seen_is_not() {
        for body in [
            "k * this.other",
            "g(k)",
            "this.g() * k",
            "let p = P { x: k }; p.x",
            "let mut s = 0; for i in 0..n { s += u[i]; } k",
            "let mut s = 0.0; for v in u { if *v > 1 { s += k; } } s",
            "let mut s = 0.0; for v in u { if v.is_heavy() { s += k; } } s",
            "let mut s = 0.0; for v in u { s += v.mass; } s",
            "let mut s = 0.0; for v in u { s += **v; } s",
            "let mut s = 0.0; for i in 0..n { s += u[(i, i)]; } s",
            "let mut s = 0.0; for i in 0..n { s += this.w[i] * k; } s",
            "if k > this.limit { k } else { x[0] }",
            "if x[g(u[0])] > 0.5 { k } else { x[0] }",
            "let mut s = 0.0; for v in u { s += v * GRAVITY; } s",
            "let mut s = k; for v in u { s = make(0.5); } s",
            "let mut s = k; for v in u { s = None; } s",
            "let mut s = k; for i in 0..n { if u[i] > LIMIT { s += k; } } s",
            "let mut s = k; for i in 0..n { if u[i] > Self::LIMIT { s += k; } } s",
            "let mut s = k; for i in 0..n { if u[i] == i { s += k; } } s",
            "let mut s = k; for v in u { if *v && x[0] > 0.5 { s += k; } } s",
            "let mut s = k; for i in 0..n { if x[0] > 0.5 || !u[i] { s += k; } } s",
            "let mut s = 0.0; for v in u { s += x[0].powi(*v); } s",
            "let mut s = 0.0; for v in u { s += x[*v]; } s",
            "let mut s = 0.0; for v in u { if *v { s += k; } } s",
            "let mut s = 0.0; for v in u { match *v { 0 => s += k, _ => s -= k } } s",
            "let mut n = 0; for v in u { if x[0] > 1.0 { n = *v; } } x[n]",
        ] {
            assert!(!is_closed_with(body), "{body}");
        }
    }

    #[test]
    fn other_floats_than_those_of_fields_are_not() {
        let single = "fn f(this: &S, x: &[f32]) -> f32 { let k = *this.k.__number(); x[0] }";
        assert!(!is_closed(&lowered(single), &[format_ident!("this")]));
    }
}
