//! Expressions as values.

use super::Lowerer;
use super::elementary::{self, Elementary};
use super::infer::{is_vec_constructor, literal};
use crate::diagnostics::catalog;
use crate::ir::*;
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, parse_quote_spanned};

impl Lowerer<'_> {
    /// The value of `expr`, or `None` if it has none or was refused. `hint` is the type the context
    /// asks for, where the syntax shows it.
    pub(crate) fn value(&mut self, expr: &Expr, hint: Option<&Ty>) -> Option<Operand> {
        match expr {
            Expr::Paren(p) => return self.value(&p.expr, hint),
            Expr::Group(g) => return self.value(&g.expr, hint),
            Expr::Lit(lit) => {
                return Some(Operand::Const(
                    lit.to_token_stream(),
                    self.literal_ty(&lit.lit, hint),
                ));
            }
            Expr::Path(path) => return self.path(path, hint),
            Expr::If(e) => return self.if_expression(e, hint),
            Expr::Match(e) => return self.match_expression(e, hint),
            _ => {}
        }
        if self.is_of_data(expr) {
            let datum = self.structured(expr, hint)?;
            self.constants.extend(datum.local());
            return Some(datum);
        }
        if let Some(operand) = self.verbatim(expr, hint) {
            return Some(operand);
        }
        self.structured(expr, hint)
    }

    fn literal_ty(&self, lit: &syn::Lit, hint: Option<&Ty>) -> Ty {
        match (literal(lit), hint) {
            (Ty::Float(Float::Infer), Some(Ty::Float(f))) => Ty::Float(f.clone()),
            (ty, _) => ty,
        }
    }

    /// An expression that carries no derivative stays as it is.
    fn verbatim(&mut self, expr: &Expr, hint: Option<&Ty>) -> Option<Operand> {
        let structured = matches!(
            expr,
            Expr::Macro(_)
                | Expr::Array(_)
                | Expr::Repeat(_)
                | Expr::Tuple(_)
                | Expr::Reference(_)
                | Expr::Closure(_)
        );
        let constructor = matches!(expr, Expr::Call(c) if matches!(&*c.func, Expr::Path(p) if is_vec_constructor(&p.path)));
        let inferred = self.infer(expr);
        if structured && !inferred.is_inert() {
            return None;
        }
        let raw = self.raw(expr)?;
        let ty = match (&inferred, hint) {
            (Ty::Unknown, Some(hint)) => hint.clone(),
            _ => inferred,
        };
        if constructor {
            return Some(self.bind(Op::Raw(raw), ty, expr.span()));
        }
        if raw.reads.is_empty() && raw.cheap {
            return Some(Operand::Const(expr.to_token_stream(), ty));
        }
        let inert = raw.reads.iter().all(|&l| self.is_inert(l));
        let value = self.bind(Op::Raw(raw), ty, expr.span());
        if let (true, Operand::Local(local)) = (inert, &value) {
            self.constants.insert(*local);
        }
        Some(value)
    }

    fn path(&mut self, path: &syn::ExprPath, hint: Option<&Ty>) -> Option<Operand> {
        let local = path
            .path
            .get_ident()
            .and_then(|i| self.lookup(&i.to_string()));
        match local {
            Some(root) => Some(self.load(Place::of(root), path.span())),
            None => {
                let ty = match (self.infer_constant(&path.path), hint) {
                    (Ty::Unknown, Some(hint)) => hint.clone(),
                    (ty, _) => ty,
                };
                Some(Operand::Const(path.to_token_stream(), ty))
            }
        }
    }

    fn structured(&mut self, expr: &Expr, hint: Option<&Ty>) -> Option<Operand> {
        match expr {
            Expr::Binary(b) => self.binary(b, hint),
            Expr::Unary(u) => self.unary(u, hint),
            Expr::Index(_) | Expr::Field(_) => match self.looked_up(expr) {
                None => self.read_place(expr),
                found => found,
            },
            Expr::Cast(c) => self.cast(c),
            Expr::Reference(r) => {
                let place = if r.mutability.is_some() {
                    self.place_or_variable(&r.expr)?
                } else {
                    self.place_or_temp(&r.expr)?
                };
                if r.mutability.is_some() {
                    self.note_write(place.root);
                }
                Some(self.reference(place, r.mutability.is_some(), expr.span()))
            }
            Expr::MethodCall(call) => self.method(call, hint),
            Expr::Call(call) => self.call(call, hint),
            Expr::Tuple(t) => self.aggregate(t.elems.iter(), expr.span(), Shape::Tuple),
            Expr::Array(a) => {
                self.aggregate(self.as_rows(&a.elems).iter(), expr.span(), Shape::Array)
            }
            Expr::Repeat(r) => {
                let value = self.value(&r.expr, None)?;
                let ty = Ty::Array(Box::new(self.operand_ty(&value)));
                Some(self.bind(Op::Repeat(value, r.len.to_token_stream()), ty, expr.span()))
            }
            Expr::Macro(m) => {
                let value = self.macro_value(&m.mac);
                if value.is_none() {
                    self.sink.refuse_at(&m.mac, catalog::MACRO);
                }
                value
            }
            Expr::Block(b) if b.label.is_none() => self.block(&b.block, hint),
            Expr::Struct(s) => self.struct_expression(s),
            Expr::Range(r) if self.is_interval(r) => {
                let (start, end, span) = (&r.start, &r.end, expr.span());
                self.struct_expression(&parse_quote_spanned! {span=>
                    ::core::ops::Range { start: #start, end: #end }
                })
            }
            Expr::Loop(l) => self.forever(l),
            Expr::Return(_)
            | Expr::Break(_)
            | Expr::Continue(_)
            | Expr::Assign(_)
            | Expr::ForLoop(_)
            | Expr::While(_) => {
                self.effect(expr);
                None
            }
            other => self.refuse_expression(other),
        }
    }

    /// `a..b` of floats.
    fn is_interval(&self, range: &syn::ExprRange) -> bool {
        let is_float = |end: &Expr| self.infer(end).is_float();
        let ends = [&range.start, &range.end].map(|end| end.as_deref().map(is_float));
        let half_open = matches!(range.limits, syn::RangeLimits::HalfOpen(_));
        half_open && matches!(ends, [Some(a), Some(b)] if a || b)
    }

    fn refuse_expression(&mut self, expr: &Expr) -> Option<Operand> {
        let message = match expr {
            Expr::Closure(_) => catalog::CLOSURE,
            Expr::Try(_) => catalog::QUESTION,
            Expr::Await(_) | Expr::Async(_) => catalog::AWAIT,
            Expr::Unsafe(_) => catalog::UNSAFE,
            Expr::Let(_) => catalog::IF_LET,
            Expr::Block(_) => catalog::BREAK_BLOCK,
            _ => catalog::EXPRESSION,
        };
        self.sink.refuse_at(expr, message);
        None
    }

    fn read_place(&mut self, expr: &Expr) -> Option<Operand> {
        if let Some(place) = self.place(expr) {
            return Some(self.load(place, expr.span()));
        }
        // A part of a value that is not a place: `f(x).0`, `[a, b][i]`.
        let place = self.part_of_value(expr)?;
        Some(self.load(place, expr.span()))
    }

    fn binary(&mut self, b: &syn::ExprBinary, hint: Option<&Ty>) -> Option<Operand> {
        let op = match b.op {
            syn::BinOp::Add(_) => BinOp::Add,
            syn::BinOp::Sub(_) => BinOp::Sub,
            syn::BinOp::Mul(_) => BinOp::Mul,
            syn::BinOp::Div(_) => BinOp::Div,
            syn::BinOp::Rem(_) => BinOp::Rem,
            syn::BinOp::And(_)
            | syn::BinOp::Or(_)
            | syn::BinOp::Eq(_)
            | syn::BinOp::Lt(_)
            | syn::BinOp::Le(_)
            | syn::BinOp::Ne(_)
            | syn::BinOp::Ge(_)
            | syn::BinOp::Gt(_) => {
                let small = self.step_by_step(b)?;
                return self.value(&small, Some(&Ty::Bool));
            }
            _ => return self.bitwise(b, hint),
        };
        self.arithmetic(op, b, hint)
    }

    /// The value of `expr` as an operand of arithmetic: references are read through, and a value of
    /// unknown type is taken as a scalar (emitted code checks that it is one).
    pub(crate) fn scalar(&mut self, expr: &Expr, hint: Option<&Ty>) -> Option<Operand> {
        let value = self.value(expr, hint)?;
        Some(self.as_scalar(value, expr.span()))
    }

    pub(crate) fn as_scalar(&mut self, value: Operand, span: Span) -> Operand {
        match self.operand_ty(&value) {
            ty @ Ty::Ref(..) => {
                let root = self.as_local(value, span);
                // All at once: what is behind one of two references is no part with a shadow of its own.
                let path = vec![Step::Deref; ty.depth_of_references()];
                let inner = self.load(Place { root, path }, span);
                self.as_scalar(inner, span)
            }
            Ty::Unknown => match value {
                Operand::Local(l) => {
                    let key = format!("scalar {}", l.0);
                    if let Some(&(_, held)) = self.loaded.get(&key) {
                        return Operand::Local(held);
                    }
                    let scalar = self.bind(Op::Scalar(value), Ty::Float(Float::Infer), span);
                    if let Operand::Local(s) = scalar {
                        self.loaded.insert(key, (l, s));
                    }
                    scalar
                }
                constant => constant,
            },
            _ => value,
        }
    }

    fn unary(&mut self, u: &syn::ExprUnary, hint: Option<&Ty>) -> Option<Operand> {
        match u.op {
            syn::UnOp::Neg(_) => self.negation(u, hint),
            syn::UnOp::Not(_) => self.complement(u, hint),
            syn::UnOp::Deref(_) => {
                if let Some(smaller) = self.small_deref(&u.expr) {
                    return self.value(&smaller, hint);
                }
                if let found @ Some(_) = self.looked_up(&u.expr) {
                    return found;
                }
                let whole = Expr::Unary(u.clone());
                if let Some(place) = self.place(&whole) {
                    return Some(self.load(place, u.span()));
                }
                let value = self.value(&u.expr, None)?;
                let root = self.as_local(value, u.span());
                Some(self.load(
                    Place {
                        root,
                        path: vec![Step::Deref],
                    },
                    u.span(),
                ))
            }
            _ => {
                self.sink.refuse_at(u, catalog::EXPRESSION);
                None
            }
        }
    }

    fn cast(&mut self, c: &syn::ExprCast) -> Option<Operand> {
        let value = self.read_through(&c.expr, None)?;
        let ty = self.read_type(&c.ty);
        Some(self.bind(Op::Cast(value, (*c.ty).clone()), ty, c.span()))
    }

    fn aggregate<'e>(
        &mut self,
        elems: impl Iterator<Item = &'e Expr>,
        span: Span,
        shape: Shape,
    ) -> Option<Operand> {
        let values: Option<Vec<Operand>> = elems.map(|e| self.value(e, None)).collect();
        let values = values?;
        let types: Vec<Ty> = values.iter().map(|v| self.operand_ty(v)).collect();
        let element = types.iter().cloned().fold(Ty::Unknown, Ty::join);
        let (op, ty) = match shape {
            Shape::Tuple => (Op::Tuple(values), Ty::Tuple(types)),
            Shape::Array => (Op::Array(values), Ty::Array(Box::new(element))),
            Shape::Vec => (Op::VecOf(values), Ty::Vec(Box::new(element))),
        };
        Some(self.bind(op, ty, span))
    }

    /// A macro with a value: `vec!`, or one that carries no derivative.
    pub(crate) fn macro_value(&mut self, mac: &syn::Macro) -> Option<Operand> {
        let name = mac.path.segments.last()?.ident.to_string();
        if name != "vec" && self.is_changed_by(mac) {
            self.sink.refuse_at(mac, catalog::MACRO_CHANGES);
            return Some(Operand::Const(mac.to_token_stream(), Ty::Unit));
        }
        match name.as_str() {
            "vec" => self.vec_macro(mac),
            "panic" | "unreachable" | "todo" | "unimplemented" => {
                self.macro_statement(mac);
                Some(Operand::Const(mac.to_token_stream(), Ty::Unit))
            }
            "matches" | "format" | "stringify" | "concat" | "file" | "line" | "column" | "env"
            | "cfg" | "println" | "eprintln" | "print" | "eprint" | "write" | "writeln"
            | "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq"
            | "debug_assert_ne" => {
                let raw = Raw {
                    tokens: mac.to_token_stream(),
                    ..self.raw_tokens(mac.tokens.clone())
                };
                let ty = if name == "matches" {
                    Ty::Bool
                } else {
                    Ty::Inert
                };
                Some(self.bind(Op::Raw(raw), ty, mac.span()))
            }
            _ => None,
        }
    }

    fn vec_macro(&mut self, mac: &syn::Macro) -> Option<Operand> {
        use syn::parse::Parser;
        type List = syn::punctuated::Punctuated<Expr, syn::Token![,]>;
        if let Ok(list) = List::parse_terminated.parse2(mac.tokens.clone()) {
            return self.aggregate(list.iter(), mac.span(), Shape::Vec);
        }
        let (value, len) = parse_repeat.parse2(mac.tokens.clone()).ok()?;
        let value = self.value(&value, None)?;
        let mut len = self.counted(&len)?;
        let item = self.operand_ty(&value);
        // How many there are carries no derivative, which what is of unknown type is checked for.
        if item.is_inert() {
            len = self.as_index(len, mac.span());
        }
        let ty = Ty::Vec(Box::new(item));
        Some(self.bind(Op::VecRepeat(value, len), ty, mac.span()))
    }

    pub(crate) fn elementary(
        &mut self,
        name: &syn::Ident,
        entry: &Elementary,
        args: Vec<Operand>,
    ) -> Option<Operand> {
        if args.len() != entry.extra + 1 {
            self.sink.refuse(
                name.span(),
                catalog::elementary_arity(&name.to_string(), entry.extra),
            );
            return None;
        }
        let span = name.span();
        let args: Vec<Operand> = args
            .into_iter()
            .zip(entry.floats)
            .map(|(arg, float)| {
                if *float {
                    self.as_scalar(arg, span)
                } else {
                    arg
                }
            })
            .collect();
        let floats = args.iter().zip(entry.floats).filter(|(_, f)| **f);
        let ty = floats
            .map(|(a, _)| self.operand_ty(a))
            .fold(Ty::Float(Float::Infer), Ty::join);
        let args = args.into_iter().zip(entry.floats);
        let args = args.map(|(arg, float)| match float {
            true => self.float_beside(arg, &ty, span),
            false => arg,
        });
        let args = args.collect();
        self.elementary_op(&name.to_string(), args, entry.floats, ty, span)
    }

    pub(crate) fn elementary_op(
        &mut self,
        name: &str,
        args: Vec<Operand>,
        floats: &[bool],
        ty: Ty,
        span: Span,
    ) -> Option<Operand> {
        let partials = floats
            .iter()
            .map(|&float| float.then(|| self.temp(ty.clone(), span)))
            .collect();
        let name = syn::Ident::new(name, span);
        Some(self.bind(
            Op::Elementary {
                name,
                args,
                partials,
                told: None,
            },
            ty,
            span,
        ))
    }

    /// The elementary function of that name, unless the receiver is known not to be a float.
    pub(crate) fn elementary_for(&self, name: &str, receiver: &Ty) -> Option<Elementary> {
        let scalar = matches!(receiver.peeled(), Ty::Float(_) | Ty::Unknown);
        elementary::find(name).filter(|_| scalar)
    }
}

#[derive(Clone, Copy)]
enum Shape {
    Tuple,
    Array,
    Vec,
}

fn parse_repeat(input: syn::parse::ParseStream) -> syn::Result<(Expr, Expr)> {
    let value = input.parse()?;
    input.parse::<syn::Token![;]>()?;
    Ok((value, input.parse()?))
}
