//! Calls of what has a rule: their arguments, and what is kept so that the rule can be called again.

use super::Lowerer;
use super::arguments::Arguments;
use crate::desugar::build;
use crate::diagnostics::catalog;
use crate::ir::*;
use proc_macro2::Span;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
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
            chain,
            changing,
            generics,
            put_back,
        } = args;
        if !changing.is_empty() && !may_be_given_changing(&callee) {
            self.sink.refuse(span, catalog::CLOSURE_CHANGES);
            return None;
        }
        let again = args.iter().map(|arg| self.again(arg, span)).collect();
        let pullback = self.temp(Ty::Unknown, span);
        self.note_writes(&args);
        let after: Vec<Option<Local>> = args.iter().map(|a| self.after_call(a, span)).collect();
        let loads = loads(&args, &after);
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
            generics,
            chain,
        };
        let by_path = matches!((&call.callee, &ty), (Callee::Path(_), Ty::Unknown));
        let result = self.bind(Op::Call(call), ty, span);
        // The next method of the chain may change it.
        if let (true, Operand::Local(link)) = (chain.goes_on, &result) {
            self.locals[link.0].mutable = true;
        }
        self.returned.extend(result.local().filter(|_| by_path));
        for (dst, place) in loads {
            let op = Op::Load(place);
            self.emit(StmtKind::Let { dst, op }, span);
        }
        for stmt in &put_back {
            self.statement(stmt);
        }
        Some(result)
    }

    /// What is lent to be changed may be.
    fn note_writes(&mut self, args: &[Arg]) {
        for arg in args {
            if let Arg::Ref {
                place,
                mutable: true,
            } = arg
            {
                self.note_write(place.root);
            }
        }
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

    /// One argument of a call that has a rule.
    pub(super) fn argument(&mut self, arg: &Expr) -> Option<Arg> {
        if let Expr::Reference(r) = arg {
            let place = match self.lent_rows(&r.expr) {
                _ if r.mutability.is_some() => self.place_or_variable(&r.expr)?,
                Some(rows) => self.place_or_temp(&rows)?,
                None => self.place_or_temp(&r.expr)?,
            };
            return Some(self.borrow(place, r.mutability.is_some()));
        }
        let hint = self.is_converted_number(arg).then_some(&Ty::Int);
        let value = self.value(arg, hint)?;
        match self.operand_ty(&value) {
            // A reference passed on is a reborrow.
            Ty::Ref(mutable, _) => {
                let root = self.as_local(value, arg.span());
                let viewed = self.scalar_views.get(&root).filter(|_| !mutable);
                if let Some(viewed) = viewed.cloned() {
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

    /// `model.as_ref()` and `filter.as_mut()` of what may be a box: what it points to, or what an option holds, which
    /// the types tell.
    pub(super) fn looked_behind(&mut self, arg: &Expr) -> Option<Arg> {
        let Expr::MethodCall(call) = build::peeled(arg) else {
            return None;
        };
        let looks = call.method == "as_ref" || call.method == "as_mut";
        let unseen = matches!(self.infer(&call.receiver).peeled(), Ty::Unknown);
        if !looks || !call.args.is_empty() || !unseen || !self.is_place(&call.receiver) {
            return None;
        }
        if self.view(call).is_some() {
            return None;
        }
        let mut place = self.place(&call.receiver)?;
        place.path.push(Step::Project {
            method: call.method.clone(),
            args: Vec::new(),
            ty: Ty::Unknown,
        });
        Some(self.borrow(place, call.method == "as_mut"))
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
                    place: Place::of(root),
                    mutable,
                };
            }
        }
        Arg::Ref { place, mutable }
    }
}

fn is_scalar(ty: &Ty) -> bool {
    matches!(ty, Ty::Float(_) | Ty::Int | Ty::Bool)
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

/// The locals for what arguments hold after a call, with where they are.
fn loads(args: &[Arg], after: &[Option<Local>]) -> Vec<(Local, Place)> {
    let pairs = args.iter().zip(after);
    let loads = pairs.filter_map(|(arg, after)| match arg {
        Arg::Ref { place, .. } => after.map(|local| (local, place.clone())),
        Arg::Value(_) => None,
    });
    loads.collect()
}
