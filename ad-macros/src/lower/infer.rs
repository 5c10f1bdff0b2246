//! What type an expression has, as far as its syntax tells, without lowering it.

use super::Lowerer;
use super::elementary::{find, inert_query};
use crate::desugar::functions;
use crate::desugar::maps::{KEY, NEW_KEY};
use crate::ir::{Float, Ty};
use crate::segments;
use syn::{Expr, Lit};

impl Lowerer<'_> {
    pub(crate) fn infer(&self, expr: &Expr) -> Ty {
        match expr {
            Expr::Lit(lit) => literal(&lit.lit),
            Expr::Paren(p) => self.infer(&p.expr),
            Expr::Group(g) => self.infer(&g.expr),
            Expr::Path(path) => self.infer_path(path),
            Expr::Unary(u) => match u.op {
                syn::UnOp::Deref(_) => match self.infer(&u.expr) {
                    Ty::Ref(_, inner) => *inner,
                    other => other,
                },
                _ => self.infer(&u.expr).peeled().clone(),
            },
            Expr::Binary(b) => self.infer_binary(b),
            Expr::Cast(c) => self.read_type(&c.ty),
            Expr::Reference(r) => Ty::Ref(r.mutability.is_some(), Box::new(self.infer(&r.expr))),
            Expr::Index(i) => match &*i.index {
                Expr::Range(_) => Ty::Slice(Box::new(self.infer(&i.expr).element())),
                _ => self.infer(&i.expr).element(),
            },
            Expr::Field(f) => self.infer_field(f),
            Expr::MethodCall(call) => self.infer_method(call),
            Expr::Call(call) => self.infer_call(call),
            Expr::Tuple(t) if t.elems.is_empty() => Ty::Unit,
            Expr::Tuple(t) => Ty::Tuple(t.elems.iter().map(|e| self.infer(e)).collect()),
            Expr::Array(a) => Ty::Array(Box::new(
                a.elems.first().map_or(Ty::Unknown, |e| self.infer(e)),
            )),
            Expr::Repeat(r) => Ty::Array(Box::new(self.infer(&r.expr))),
            Expr::Block(b) => self.infer_block(&b.block),
            Expr::If(i) => {
                let then = self.infer_block(&i.then_branch);
                i.else_branch
                    .as_ref()
                    .map_or(Ty::Unit, |(_, e)| then.join(self.infer(e)))
            }
            Expr::Match(m) => m
                .arms
                .iter()
                .fold(Ty::Unknown, |ty, arm| ty.join(self.infer(&arm.body))),
            Expr::Range(r) => {
                let mut ends = r.start.iter().chain(&r.end);
                let positions = ends.all(|end| matches!(self.infer(end), Ty::Int));
                if positions { Ty::Inert } else { Ty::Unknown }
            }
            Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) => Ty::Unit,
            Expr::Macro(m) => self.infer_macro(&m.mac),
            _ => Ty::Unknown,
        }
    }

    fn infer_macro(&self, mac: &syn::Macro) -> Ty {
        let name = segments::last(&mac.path);
        match name.as_str() {
            "matches" => Ty::Bool,
            "format" | "stringify" | "concat" => Ty::Inert,
            "println" | "eprintln" | "print" | "eprint" | "assert" | "assert_eq"
            | "debug_assert" => Ty::Unit,
            _ => Ty::Unknown,
        }
    }

    fn infer_block(&self, block: &syn::Block) -> Ty {
        match block.stmts.last() {
            Some(syn::Stmt::Expr(e, None)) => self.infer(e),
            _ => Ty::Unknown,
        }
    }

    fn infer_path(&self, path: &syn::ExprPath) -> Ty {
        if let Some(local) = path
            .path
            .get_ident()
            .and_then(|i| self.lookup(&i.to_string()))
        {
            return self.ty(local).clone();
        }
        self.infer_constant(&path.path)
    }

    /// Constants of the primitive types and of their modules; const generic parameters.
    pub(crate) fn infer_constant(&self, path: &syn::Path) -> Ty {
        let names = segments::names(path);
        if let [name] = names.as_slice()
            && self.generics.consts.contains(name)
        {
            return Ty::Int;
        }
        for name in &names[..names.len() - 1] {
            match name.as_str() {
                "f64" => return Ty::Float(Float::F64),
                "f32" => return Ty::Float(Float::F32),
                "usize" | "u64" | "u32" | "i64" | "i32" | "u8" | "isize" => return Ty::Int,
                _ => {}
            }
            if let Some(p) = self.generics.reals.iter().find(|p| *p == name) {
                return Ty::Float(Float::Param(p.clone()));
            }
        }
        Ty::Unknown
    }

    pub(super) fn infer_binary(&self, b: &syn::ExprBinary) -> Ty {
        use syn::BinOp::*;
        match b.op {
            Eq(_) | Lt(_) | Le(_) | Ne(_) | Ge(_) | Gt(_) | And(_) | Or(_) => Ty::Bool,
            Shl(_) | Shr(_) => self.infer(&b.left).peeled().clone(),
            Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | BitAnd(_) | BitOr(_) | BitXor(_) => {
                let (l, r) = (self.infer(&b.left), self.infer(&b.right));
                let unsaid = |t: &Ty| matches!(t.peeled(), Ty::Unknown);
                if unsaid(&l) || unsaid(&r) {
                    return Ty::Unknown;
                }
                l.peeled().clone().join(r.peeled().clone())
            }
            _ => Ty::Unit,
        }
    }

    fn infer_field(&self, f: &syn::ExprField) -> Ty {
        self.infer(&f.base).field(&f.member)
    }

    fn infer_method(&self, call: &syn::ExprMethodCall) -> Ty {
        let name = call.method.to_string();
        if self.is_inert_call(call) {
            return inert_query(&name).map_or(Ty::Unknown, |(_, gives)| gives);
        }
        if let Some(part) = self.view(call) {
            return Ty::Ref(false, Box::new(part));
        }
        if let Some(value) = self.value_of_own(call) {
            return value;
        }
        let receiver = self.infer(&call.receiver);
        match (receiver.peeled(), name.as_str()) {
            (t @ Ty::Float(_), "sin_cos") => Ty::Tuple(vec![t.clone(), t.clone()]),
            (t @ Ty::Float(_), _) if find(&name).is_some() => t.clone(),
            (Ty::Int, _) if is_integer_method(&name) => Ty::Int,
            // What carries no derivative itself may be given what does: `kind.apply(x)`.
            (Ty::Inert, _) if call.args.iter().all(|a| self.is_without_derivative(a)) => Ty::Inert,
            (
                t @ (Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_)),
                "to_vec" | "to_owned" | "clone" | functions::COPIED,
            ) => match t {
                Ty::Array(_) if name == "clone" || name == functions::COPIED => t.clone(),
                _ => Ty::Vec(Box::new(t.element())),
            },
            (t, "clone" | functions::COPIED) => t.clone(),
            (Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_), functions::LISTED) => receiver,
            (_, KEY | NEW_KEY) => Ty::Inert,
            (t @ (Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_)), "as_slice") => {
                Ty::Ref(false, Box::new(Ty::Slice(Box::new(t.element()))))
            }
            (t @ (Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_)), "as_mut_slice") => {
                Ty::Ref(true, Box::new(Ty::Slice(Box::new(t.element()))))
            }
            _ => Ty::Unknown,
        }
    }

    fn infer_call(&self, call: &syn::ExprCall) -> Ty {
        let Expr::Path(path) = &*call.func else {
            return Ty::Unknown;
        };
        let last = segments::last(&path.path);
        match (self.infer_constant(&path.path), last.as_str()) {
            (t @ Ty::Float(_), "sin_cos") => Ty::Tuple(vec![t.clone(), t]),
            (t @ Ty::Float(_), name)
                if find(name).is_some() || name.starts_with("from") || name == "default" =>
            {
                t
            }
            (Ty::Int, name) if is_integer_method(name) => Ty::Int,
            (Ty::Unknown, _) if is_vec_constructor(&path.path) => Ty::Vec(Box::new(Ty::Unknown)),
            // Keys are asked whether they carry a derivative, where they are put in.
            (Ty::Unknown, "new" | "with_capacity") if is_of_set(&path.path) => Ty::Inert,
            (Ty::Unknown, _) if path.path.is_ident(&self.function_name) => self.ret.clone(),
            _ => Ty::Unknown,
        }
    }
}

/// `BTreeSet::new`
fn is_of_set(path: &syn::Path) -> bool {
    let of = path.segments.iter().rev().nth(1);
    of.is_some_and(|s| s.ident == "BTreeSet" || s.ident == "HashSet")
}

pub(crate) fn is_vec_constructor(path: &syn::Path) -> bool {
    let n = path.segments.len();
    n >= 2
        && path.segments[n - 2].ident == "Vec"
        && matches!(
            path.segments[n - 1].ident.to_string().as_str(),
            "new" | "with_capacity"
        )
}

pub(crate) fn literal(lit: &Lit) -> Ty {
    match lit {
        Lit::Float(f) => Ty::Float(float_suffix(f.suffix())),
        Lit::Int(i) if matches!(i.suffix(), "f64" | "f32") => Ty::Float(float_suffix(i.suffix())),
        Lit::Int(_) | Lit::Byte(_) => Ty::Int,
        Lit::Bool(_) => Ty::Bool,
        _ => Ty::Inert,
    }
}

fn float_suffix(suffix: &str) -> Float {
    match suffix {
        "f64" => Float::F64,
        "f32" => Float::F32,
        _ => Float::Infer,
    }
}

/// Methods of integers that yield integers.
fn is_integer_method(name: &str) -> bool {
    let families = [
        "wrapping_",
        "saturating_",
        "count_",
        "leading_",
        "trailing_",
        "rotate_",
    ];
    matches!(
        name,
        "pow"
            | "min"
            | "max"
            | "clamp"
            | "rem_euclid"
            | "div_euclid"
            | "div_ceil"
            | "signum"
            | "next_power_of_two"
            | "clone"
            | "unsigned_abs"
    ) || families.iter().any(|prefix| name.starts_with(prefix))
        || matches!(name, "abs" | "abs_diff" | "isqrt" | "ilog2" | "ilog10")
}
