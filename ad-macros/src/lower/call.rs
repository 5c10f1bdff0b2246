//! Calls of functions by path.

use super::Lowerer;
use super::elementary;
use super::infer::is_vec_constructor;
use crate::desugar::{build, stored};
use crate::diagnostics::catalog;
use crate::ir::{ty, *};
use proc_macro2::Ident;
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
            None if name == "from_f64" && matches!(ty, Ty::Float(Float::Param(_))) => {
                let number = Ty::Float(Float::F64);
                let value = self.scalar(call.args.first()?, Some(&number))?;
                let op = Op::Cast(value, float_type(path));
                return Some(Some(self.bind(op, ty, call.span())));
            }
            // Of a type that does not show: it may be one of the user's.
            None if name == "from" && call.args.iter().all(|a| self.is_unsaid(a)) => return None,
            None if name == "from" && call.args.len() == 1 => {
                let mut value = self.scalar(&call.args[0], None)?;
                if matches!(self.operand_ty(&value), Ty::Bool) {
                    // No cast leads from there to a float.
                    let number = Op::Cast(value, syn::parse_quote!(::core::primitive::u8));
                    value = self.bind(number, Ty::Int, call.span());
                }
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
