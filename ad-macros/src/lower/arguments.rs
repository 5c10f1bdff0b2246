//! Functions among the arguments of calls.
//!
//! Receives the arguments of a call that has a rule; promises them flat, what a closure captures in
//! its place, and the closure's body as a function of its own: of what it captures, then of what it is
//! called with.
//!
//! ```text
//! integrate(|x| k * x.sin(), 0.0, b)      args: k, 0.0, b; the first is captured by
//!                                         |k, x| k * x.sin()
//! ```

use super::Lowerer;
use super::captures::Capture;
use super::{changes, elementary, guess};
use crate::desugar::closures::ends_in_closure;
use crate::desugar::{build, changing};
use crate::ir::{ty, *};
use crate::tables::HashSet;
use proc_macro2::Ident;
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure};

/// The arguments of a call.
pub(super) struct Arguments {
    pub(super) flat: Vec<Arg>,
    pub(super) functions: Vec<FunctionArg>,
    /// `xs.iter()`: what is iterated over is passed.
    pub(super) iterated: Vec<usize>,
    /// Whether the call is made by the callee's rule also where nothing with a derivative goes in.
    pub(super) by_rule: bool,
    /// Whether a copy of the receiver stands for what the call gives if that is its receiver.
    pub(super) given_back: bool,
    /// The call's place in a chain of methods.
    pub(super) chain: Chain,
    /// The positions of the functions that change what they captured.
    pub(super) changing: Vec<usize>,
    /// What a method's own parameters are, where the call says so.
    pub(super) generics: Option<syn::AngleBracketedGenericArguments>,
    /// What puts back what they changed, when the call is over.
    pub(super) put_back: Vec<syn::Stmt>,
}

impl Arguments {
    /// These, without functions.
    pub(super) fn plain(flat: Vec<Arg>) -> Self {
        Arguments {
            flat,
            functions: Vec::new(),
            iterated: Vec::new(),
            by_rule: false,
            given_back: false,
            chain: Chain::default(),
            changing: Vec::new(),
            generics: None,
            put_back: Vec::new(),
        }
    }

    /// Puts the receiver before all others.
    pub(super) fn prepend(&mut self, receiver: Arg) {
        self.flat.insert(0, receiver);
        for function in &mut self.functions {
            function.at += 1;
            function.state = function.state.map(|at| at + 1);
        }
        self.iterated.iter_mut().for_each(|at| *at += 1);
    }
}

impl Lowerer<'_> {
    pub(super) fn arguments<'e>(
        &mut self,
        args: impl Iterator<Item = &'e Expr>,
    ) -> Option<Arguments> {
        self.arguments_knowing(args, &|_| Vec::new())
    }

    /// What a method is given. Those of options and results hand their closure what they hold: a list itself or a
    /// reference to it.
    pub(super) fn arguments_of_method(&mut self, call: &syn::ExprMethodCall) -> Option<Arguments> {
        let hands_over = guess::HAND_OVER.iter().any(|name| call.method == name);
        let known = |closure: &ExprClosure| match closure.inputs.first() {
            Some(syn::Pat::Ident(item)) if hands_over && guess::is_row(item, &closure.body) => {
                vec![Ty::Unknown]
            }
            _ => Vec::new(),
        };
        let mut args = self.arguments_knowing(call.args.iter(), &known)?;
        // The rules of totals have no parameter for what they give.
        let is_total = ["sum", "product"].iter().any(|name| call.method == name);
        args.generics = call.turbofish.clone().filter(|_| !is_total);
        Some(args)
    }

    /// Arguments, of which closures may have parameters of known types.
    fn arguments_knowing<'e>(
        &mut self,
        args: impl Iterator<Item = &'e Expr>,
        known: &dyn Fn(&ExprClosure) -> Vec<Ty>,
    ) -> Option<Arguments> {
        let mut lowered = Arguments::plain(Vec::new());
        let mut states = Vec::new();
        for (position, arg) in args.enumerate() {
            let made;
            let arg = match closure_made(arg) {
                Some(block) => {
                    made = self.made(block)?;
                    &made
                }
                None => arg,
            };
            let at = lowered.flat.len();
            let mut state = None;
            let value = match self.function_of(arg) {
                Some(Expr::Closure(closure)) => {
                    if let Some((function, of_function)) = changing::passed_on(&closure) {
                        lowered.flat.push(self.argument(&function)?);
                        lowered.changing.push(position);
                        states.push(self.argument(&of_function)?);
                        continue;
                    }
                    let (closure, arg) =
                        self.closure_passed(&closure, &known(&closure), &mut lowered)?;
                    if let Some(arg) = arg {
                        lowered.changing.push(position);
                        state = Some(states.len());
                        states.push(arg);
                    }
                    FunctionValue::Closure(Rc::new(closure))
                }
                Some(Expr::Path(path)) => FunctionValue::Item(path),
                _ => {
                    let argument = match self.iterated_over(arg) {
                        Some(place) => {
                            lowered.iterated.push(at);
                            self.argument(&syn::parse_quote!(&#place))
                        }
                        None => match self.looked_behind(arg) {
                            Some(behind) => Some(behind),
                            None => self.argument(arg),
                        },
                    };
                    lowered.flat.push(argument?);
                    continue;
                }
            };
            lowered.functions.push(FunctionArg {
                at,
                captures: lowered.flat.len() - at,
                position,
                value,
                state,
            });
        }
        let first = lowered.flat.len();
        for function in &mut lowered.functions {
            function.state = function.state.map(|number| first + number);
        }
        lowered.flat.extend(states);
        Some(lowered)
    }

    /// The closure that a block ends in, after what stands before it: `{ let k = 2.0 * a; move |x| k * x }`.
    fn made(&mut self, block: &syn::Block) -> Option<Expr> {
        let (last, before) = block.stmts.split_last()?;
        before.iter().for_each(|stmt| self.statement(stmt));
        let syn::Stmt::Expr(value, None) = last else {
            return None;
        };
        match build::peeled(value) {
            Expr::Block(inner) => self.made(&inner.block),
            closure => Some(closure.clone()),
        }
    }

    /// A closure as a function of what it captures, which joins the arguments, and what it changes of that.
    fn closure_passed(
        &mut self,
        closure: &ExprClosure,
        known: &[Ty],
        lowered: &mut Arguments,
    ) -> Option<(Function, Option<Arg>)> {
        let (mut captures, mut closure) = self.captures(closure, &HashSet::default());
        let state = self.state_of(&mut closure, &mut captures);
        for capture in &captures {
            lowered.flat.push(self.captured(capture)?);
        }
        let Some(state) = state else {
            return Some((self.closure_function(&closure, &captures, known), None));
        };
        for stmt in &state.before {
            self.statement(stmt);
        }
        lowered.put_back.extend(state.after);
        let function = self.closure_function(&closure, &captures, &[state.ty]);
        Some((function, Some(self.argument(&state.argument)?)))
    }

    /// A closure as the only argument. Its parameters have the `known` types, and `own` are variables
    /// of ours of which it has others of the same names; of what it captures it may change none.
    pub(super) fn closure_argument(
        &mut self,
        closure: &ExprClosure,
        own: &HashSet<Local>,
        known: &[Ty],
        message: &str,
    ) -> Option<Arguments> {
        self.refuse_changes(closure, own, message)?;
        let (captures, closure) = self.captures(closure, own);
        let flat: Option<Vec<Arg>> = captures.iter().map(|c| self.captured(c)).collect();
        let function = self.closure_function(&closure, &captures, known);
        let mut arguments = Arguments::plain(flat?);
        arguments.functions.push(FunctionArg {
            at: 0,
            captures: captures.len(),
            position: 0,
            value: FunctionValue::Closure(Rc::new(function)),
            state: None,
        });
        Some(arguments)
    }

    /// The place of `place.iter()`.
    fn iterated_over<'e>(&self, arg: &'e Expr) -> Option<&'e Expr> {
        match build::peeled(arg) {
            Expr::MethodCall(call) if call.method == "iter" && call.args.is_empty() => {
                let literal = matches!(build::peeled(&call.receiver), Expr::Array(_));
                (literal || self.is_place_of_local(&call.receiver)).then_some(&call.receiver)
            }
            _ => None,
        }
    }

    /// The closure or function that an argument is, or refers to.
    pub(super) fn function_of(&self, arg: &Expr) -> Option<Expr> {
        match build::peeled(arg) {
            Expr::Reference(r) => self.function_of(&r.expr),
            Expr::Closure(closure) => Some(Expr::Closure(closure.clone())),
            Expr::Path(path) => self.function_named(path),
            _ => None,
        }
    }

    /// A path that can only be a function's: constants and variants begin with a capital.
    fn function_named(&self, path: &syn::ExprPath) -> Option<Expr> {
        let last = &path.path.segments.last()?.ident;
        let local = path.path.get_ident().map(|i| self.lookup(&i.to_string()));
        let lowercase = last.to_string().chars().all(|c| !c.is_uppercase());
        if local.flatten().is_some()
            || !lowercase
            || self.generics.consts.contains(&last.to_string())
        {
            return None;
        }
        if !self.infer_constant(&path.path).is_float() {
            let of_primitive = path.path.segments.first();
            let of_primitive = of_primitive.is_some_and(|s| ty::is_primitive(&s.ident.to_string()));
            return (!of_primitive).then(|| Expr::Path(path.clone()));
        }
        let extra = elementary::find(&last.to_string())?.extra;
        let names = (0..=extra).map(|i| Ident::new(&format!("operand{i}"), path.span()));
        let (names, again): (Vec<Ident>, Vec<Ident>) = names.map(|n| (n.clone(), n)).unzip();
        let ty = path.path.segments.first()?;
        Some(syn::parse_quote!(|#(#names: #ty),*| #path(#(#again),*)))
    }

    /// A captured variable as an argument.
    fn captured(&mut self, capture: &Capture) -> Option<Arg> {
        let place = &capture.place;
        match capture.ty {
            _ if capture.by_value() => self.argument(place),
            Ty::Ref(..) => self.argument(&syn::parse_quote!(&*#place)),
            _ => self.argument(&syn::parse_quote!(&#place)),
        }
    }

    /// Refuses a closure that changes what is ours, but for its `own` variables of the same names.
    fn refuse_changes(
        &self,
        closure: &ExprClosure,
        own: &HashSet<Local>,
        message: &str,
    ) -> Option<()> {
        let is_ours = |name: &Ident| {
            let local = self.lookup(&name.to_string());
            local.is_some_and(|local| !own.contains(&local))
        };
        let changes = changes::of(&closure.body);
        if let Some(change) = changes.iter().find(|change| is_ours(&change.root)) {
            self.sink.refuse_at(&change.place, message);
            return None;
        }
        Some(())
    }

    /// The closure as a function of its captures and its parameters, whose types are guessed where
    /// they are not `known`.
    fn closure_function(
        &mut self,
        closure: &ExprClosure,
        captures: &[Capture],
        known: &[Ty],
    ) -> Function {
        let mut inner = Lowerer {
            of_own: self.of_own.clone(),
            ..Lowerer::new(
                self.sink,
                self.function_name.clone(),
                self.generics.clone(),
                self.constructed.clone(),
                self.own,
            )
        };
        if let syn::ReturnType::Type(_, ty) = &closure.output {
            inner.ret = inner.read_type(ty);
        }
        let captured = captures.iter().map(|c| (c, self.is_inert(c.root)));
        let mut params: Vec<Param> = captured.map(|(c, inert)| inner.capture(c, inert)).collect();
        let lent = captures.iter().zip(&params);
        let lent = lent.filter(|(c, _)| self.is_lent(&c.place));
        inner.lent_parts = lent.map(|(_, param)| param.local).collect();
        let known = known.iter().map(Some).chain(std::iter::repeat(None));
        params.extend(
            closure
                .inputs
                .iter()
                .zip(known)
                .map(|(pat, known)| inner.closure_param(pat, known, &closure.body)),
        );
        inner.finish_closure(closure, params, captures.len(), &closure.body)
    }

    /// The parameter that stands for a captured variable.
    fn capture(&mut self, capture: &Capture, inert: bool) -> Param {
        let local = self.named(&capture.name, capture.inner_ty(), false);
        if inert {
            self.constants.insert(local);
        }
        Param {
            local,
            ty: syn::parse_quote!(_),
            passing: match capture.by_value() {
                true => Passing::Value,
                false => Passing::Ref,
            },
            constant: inert,
            foreign: inert,
            mutable: false,
            unsure: false,
            askable: false,
            unread: false,
            guessed: false,
        }
    }

    /// A parameter of the closure itself; its pattern is taken apart in the body.
    fn closure_param(&mut self, pat: &syn::Pat, known: Option<&Ty>, body: &Expr) -> Param {
        let (ty, pat): (syn::Type, &syn::Pat) = match pat {
            syn::Pat::Type(t) => ((*t.ty).clone(), &t.pat),
            other => (syn::parse_quote!(_), other),
        };
        let read = match (known, &ty, pat) {
            (Some(known), ..) => known.clone(),
            (_, syn::Type::Infer(_), syn::Pat::Ident(name)) => guess::of_parameter(name, body),
            _ => self.read_type(&ty),
        };
        let passing = match read {
            Ty::Ref(true, _) => Passing::RefMut,
            Ty::Ref(false, _) => Passing::Ref,
            _ => Passing::Value,
        };
        let constant = read.is_inert();
        let local = match pat {
            syn::Pat::Ident(p) if is_plain_name(p) => self.named(&p.ident, read, false),
            other => self.temp(read, other.span()),
        };
        if constant {
            self.constants.insert(local);
        }
        if matches!(ty, syn::Type::Infer(_)) {
            self.unsaid_params.insert(local);
        }
        Param {
            local,
            ty,
            passing,
            constant,
            foreign: false,
            mutable: false,
            unsure: false,
            askable: false,
            unread: false,
            guessed: false,
        }
    }

    fn finish_closure(
        mut self,
        closure: &ExprClosure,
        params: Vec<Param>,
        captures: usize,
        body: &Expr,
    ) -> Function {
        let own: Vec<Local> = params[captures..].iter().map(|p| p.local).collect();
        let region = self.region(|this| {
            for (pat, &local) in closure.inputs.iter().zip(&own) {
                let pat = match pat {
                    syn::Pat::Type(t) => &t.pat,
                    other => other,
                };
                if !matches!(pat, syn::Pat::Ident(p) if is_plain_name(p)) {
                    this.bind_pattern(pat, Operand::Local(local));
                }
            }
            let hint = this.ret.clone();
            match body {
                // `|s, a| *s += a` gives nothing back.
                Expr::Assign(_) => this.value(&syn::parse_quote!({ #body; }), Some(&hint)),
                Expr::Binary(b) if super::compound(&b.op).is_some() => {
                    this.value(&syn::parse_quote!({ #body; }), Some(&hint))
                }
                body => this.value(body, Some(&hint)),
            }
        });
        let tail = region.value().map(|v| self.operand_ty(v));
        let ret = match (self.ret, tail) {
            (Ty::Unknown, Some(ty)) => ty,
            (ret, _) => ret,
        };
        let mut function = Function {
            name: self.function_name,
            params,
            ret,
            locals: self.locals,
            body: region,
            items: self.items,
            traits: Vec::new(),
            consumed: Vec::new(),
        };
        super::precision::settle(&mut function);
        super::led::through_copies(&mut function, self.sink);
        super::function::number(&mut function.body, &mut 0);
        function
    }

    /// `f.__call((x, y))`: a call of a function value.
    pub(super) fn call_of_value(
        &mut self,
        call: &syn::ExprMethodCall,
        hint: Option<&Ty>,
    ) -> Option<Operand> {
        let Some(Expr::Tuple(given)) = call.args.first() else {
            return None;
        };
        let function = self.place_or_temp(&call.receiver)?;
        let mut args = self.arguments(given.elems.iter())?;
        args.prepend(Arg::Ref {
            place: function,
            mutable: false,
        });
        let ty = hint.filter(|t| !t.is_ref()).cloned().unwrap_or(Ty::Unknown);
        self.call_with_rule(Callee::Value, args, ty, call.span())
    }
}

fn is_plain_name(pat: &syn::PatIdent) -> bool {
    pat.by_ref.is_none() && pat.subpat.is_none() && pat.mutability.is_none()
}

/// The block that an argument is, or refers to, if it ends in a closure.
fn closure_made(arg: &Expr) -> Option<&syn::Block> {
    match build::peeled(arg) {
        Expr::Reference(r) if r.mutability.is_none() => closure_made(&r.expr),
        Expr::Block(b) if b.label.is_none() && ends_in_closure(&b.block) => Some(&b.block),
        _ => None,
    }
}
