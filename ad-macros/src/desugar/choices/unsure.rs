//! Arguments that may only choose: nothing shows whether there are floats behind the names of their types.
//!
//! Receives a function; promises to say of which arguments rustc has to be asked. These are arguments of a type
//! that is but a name which are passed on and compared, and taken apart for indices and the like only; and lists of such
//! values, where the body names one of them.
//!
//! ```text
//! fn total(side: Side, x: f64) -> f64 { price(side, x) + fee(x) }
//! fn signed(sides: &[Side], xs: &[f64]) -> f64 { … if sides[i] == Side::Buy { … } … }
//! ```

use super::super::build;
use super::{Names, asked, declared, items, referent, renames_types};
use crate::ir::ty;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, GenericArgument, GenericParam, PathArguments, Type};

/// One answer for each argument of a function; `owner` is what `Self` stands for in it. Where types have
/// parameters, nothing can be asked.
pub(crate) fn unsure(function: &syn::ItemFn, owner: Option<&Type>) -> Vec<bool> {
    asked(function, |input| {
        Names { owner }.is_unsure(input, &function.block)
    })
}

/// The arguments of which rustc can be asked, if it turns out that the reverse sweep looks at none of their shadows.
pub(crate) fn askable(function: &syn::ItemFn, owner: Option<&Type>) -> Vec<bool> {
    asked(function, |input| Names { owner }.is_askable(input))
}

/// Which arguments are such, of a function of whose types rustc can be asked.
fn asked(function: &syn::ItemFn, is_such: impl Fn(&FnArg) -> bool) -> Vec<bool> {
    let is_type = |p: &GenericParam| matches!(p, GenericParam::Type(_));
    let generic = function.sig.generics.params.iter().any(is_type);
    let askable = !generic && !renames_types(&function.block);
    let inputs = function.sig.inputs.iter();
    inputs.map(|input| askable && is_such(input)).collect()
}

impl Names<'_> {
    /// Whether the type of an argument that stays as it is is a name, or has one such in it.
    fn is_askable(&self, input: &FnArg) -> bool {
        let (ty, _) = declared(input);
        let is_unique = matches!(ty, Type::Reference(r) if r.mutability.is_some());
        let names = self.names_within_result(referent(ty));
        !is_unique && !names.is_empty() && names.iter().all(|name| *name == names[0])
    }

    fn is_unsure(&self, input: &FnArg, body: &syn::Block) -> bool {
        let (ty, name) = declared(input);
        let (ty, parts) = match ty {
            Type::Reference(r) if r.mutability.is_some() => return false,
            // What its methods give of a model that is lent is no choice, as a rule.
            Type::Reference(_) => (referent(ty), Parts::Counted),
            ty => (ty, Parts::Asked),
        };
        let within = self.names_within(ty).unwrap_or_default();
        if within.iter().any(|name| self.is_named(name, body)) || !within.is_empty() && is_mixed(ty)
        {
            return true;
        }
        let Some(name) = name else {
            return false;
        };
        match listed_in(ty) {
            Some(item) => {
                let named = self
                    .unknown(item)
                    .is_some_and(|ty| self.is_named(&ty, body));
                let passed_on = || is_passed_on(&name, body) || items::are_passed_on(&name, body);
                named || self.unknown(item).is_some() && passed_on()
            }
            None => self.unknown(ty).is_some_and(|ty| {
                passed_on(&name, body, true, parts) || asked::only_asked(self, name, ty, body)
            }),
        }
    }

    /// The name of a type that is but a name, of which nothing is known.
    pub(super) fn unknown(&self, ty: &Type) -> Option<String> {
        let unknown = matches!(ty::read(ty, &|_| false), ty::Ty::Unknown);
        self.type_name(ty)
            .filter(|name| unknown && !name.starts_with("Self"))
    }

    /// The names of which nothing is known in a type that is more than a name and more than a list of these,
    /// `&[(Side, f64)]`, if it is made of such and of what is known.
    fn names_within(&self, ty: &Type) -> Option<Vec<String>> {
        let is_name = |ty: &Type| self.unknown(ty).is_some();
        let is_list = is_name(ty) || listed_in(ty).is_some_and(is_name);
        (!is_list).then(|| self.names_within_result(ty))
    }

    /// The same for whatever is more than a name.
    pub(super) fn names_within_result(&self, ty: &Type) -> Vec<String> {
        let mut names = Vec::new();
        match self.names_in(ty, &mut names) {
            true => names,
            false => Vec::new(),
        }
    }

    fn names_in(&self, ty: &Type, names: &mut Vec<String>) -> bool {
        if let Some(name) = self.unknown(ty) {
            names.push(name);
            return true;
        }
        match ty {
            Type::Tuple(tuple) => tuple.elems.iter().all(|ty| self.names_in(ty, names)),
            Type::Array(array) => self.names_in(&array.elem, names),
            Type::Slice(slice) => self.names_in(&slice.elem, names),
            Type::Path(path) => match held_by(path) {
                Some(item) => self.names_in(item, names),
                None => !ty::read(ty, &|_| false).contains_unknown(),
            },
            _ => false,
        }
    }

    /// Whether a body names a value of a type: `Side::Buy`.
    fn is_named(&self, ty: &str, body: &syn::Block) -> bool {
        let mut search = Named {
            names: self,
            ty,
            found: false,
        };
        search.visit_block(body);
        search.found
    }
}

/// What a list holds.
fn listed_in(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Slice(slice) => Some(&slice.elem),
        Type::Array(array) => Some(&array.elem),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            match &last.arguments {
                PathArguments::AngleBracketed(given) if last.ident == "Vec" => {
                    match given.args.first()? {
                        GenericArgument::Type(item) => Some(item),
                        _ => None,
                    }
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether there are tuples in a type: what is a part of one stands beside others.
fn is_mixed(ty: &Type) -> bool {
    match ty {
        Type::Tuple(_) => true,
        Type::Array(array) => is_mixed(&array.elem),
        Type::Slice(slice) => is_mixed(&slice.elem),
        Type::Path(path) => held_by(path).is_some_and(is_mixed),
        _ => false,
    }
}

/// What a type holds one or several of, if no derivative is in what else it holds.
fn held_by(path: &syn::TypePath) -> Option<&Type> {
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(given) = &last.arguments else {
        return None;
    };
    let arguments = match last.ident.to_string().as_str() {
        "Vec" | "VecDeque" | "Option" => 1,
        "Result" => 2,
        _ => return None,
    };
    match given.args.first()? {
        GenericArgument::Type(item) if given.args.len() == arguments => Some(item),
        _ => None,
    }
}

struct Named<'a> {
    names: &'a Names<'a>,
    ty: &'a str,
    found: bool,
}

impl Visit<'_> for Named<'_> {
    fn visit_expr_path(&mut self, path: &syn::ExprPath) {
        self.found |= self.names.type_of_variant(path).as_deref() == Some(self.ty);
    }
}

/// Whether all that is done with a variable is to hand it to functions and methods, as it is, to put it into what is
/// made or changed, to index by it, to compare it and to turn it into an integer.
fn is_passed_on(name: &str, body: &syn::Block) -> bool {
    passed_on(name, body, true, Parts::Taken)
}

/// The same for whatever has a name in a body.
pub(super) fn all_are_passed_on(name: &str, body: &syn::Block) -> bool {
    passed_on(name, body, false, Parts::Taken)
}

/// What may be done with the parts of a variable besides.
#[derive(Clone, Copy, PartialEq)]
enum Parts {
    /// Nothing: then it is taken apart.
    Taken,
    /// To index by them, to count up to them and to compare them.
    Counted,
    /// And to ask its methods for them.
    Asked,
}

fn passed_on(name: &str, body: &syn::Block, may_be_hidden: bool, parts: Parts) -> bool {
    let mut uses = Uses {
        name,
        may_be_hidden,
        parts,
        all: 0,
        passed: 0,
    };
    uses.visit_block(body);
    uses.passed > 0 && uses.passed == uses.all
}

/// The names that a pattern binds.
pub(super) fn bound_in(pat: &syn::Pat) -> Vec<String> {
    struct Bound(Vec<String>);
    impl Visit<'_> for Bound {
        fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
            self.0.push(pat.ident.to_string());
            visit::visit_pat_ident(self, pat);
        }
    }
    let mut bound = Bound(Vec::new());
    bound.visit_pat(pat);
    bound.0
}

/// Counts what is done with a variable.
struct Uses<'a> {
    name: &'a str,
    /// Whether other variables of this name are none of its business.
    may_be_hidden: bool,
    parts: Parts,
    all: usize,
    passed: usize,
}

impl Uses<'_> {
    fn is_it(&self, expr: &Expr) -> bool {
        match build::peeled(expr) {
            Expr::Reference(r) => r.mutability.is_none() && self.is_it(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.is_it(&u.expr),
            Expr::MethodCall(call) => call.method == "clone" && self.is_it(&call.receiver),
            Expr::Path(p) => p.path.is_ident(self.name),
            _ => false,
        }
    }

    /// Whether a pattern gives its name to something else.
    fn is_hidden_by(&self, pat: &syn::Pat) -> bool {
        self.may_be_hidden && bound_in(pat).iter().any(|name| name == self.name)
    }

    /// No derivative comes out of where an expression stands, whatever it takes the variable for.
    fn counted(&mut self, expr: &Expr) {
        if self.parts == Parts::Taken {
            self.passed([expr]);
            self.visit_expr(expr);
            return;
        }
        let (all, passed) = (self.all, self.passed);
        self.visit_expr(expr);
        self.passed = passed + self.all - all;
    }

    fn passed<'e>(&mut self, arguments: impl IntoIterator<Item = &'e Expr>) {
        let passed = arguments.into_iter().filter(|e| self.is_it(e)).count();
        self.passed += passed;
    }
}

impl Visit<'_> for Uses<'_> {
    fn visit_expr_closure(&mut self, closure: &syn::ExprClosure) {
        if !closure.inputs.iter().any(|pat| self.is_hidden_by(pat)) {
            visit::visit_expr_closure(self, closure);
        }
    }

    fn visit_expr_for_loop(&mut self, l: &syn::ExprForLoop) {
        self.visit_expr(&l.expr);
        if !self.is_hidden_by(&l.pat) {
            self.visit_block(&l.body);
        }
    }

    fn visit_arm(&mut self, arm: &syn::Arm) {
        if !self.is_hidden_by(&arm.pat) {
            visit::visit_arm(self, arm);
        }
    }

    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        self.passed(&call.args);
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        self.passed(&call.args);
        if self.parts == Parts::Asked && call.method != "clone" {
            self.passed([&*call.receiver]);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_struct(&mut self, made: &syn::ExprStruct) {
        self.passed(made.fields.iter().map(|field| &field.expr));
        visit::visit_expr_struct(self, made);
    }

    fn visit_expr_tuple(&mut self, made: &syn::ExprTuple) {
        self.passed(&made.elems);
        visit::visit_expr_tuple(self, made);
    }

    fn visit_expr_assign(&mut self, assigned: &syn::ExprAssign) {
        self.passed([&*assigned.right]);
        visit::visit_expr_assign(self, assigned);
    }

    fn visit_expr_index(&mut self, part: &syn::ExprIndex) {
        self.visit_expr(&part.expr);
        self.counted(&part.index);
    }

    fn visit_expr_range(&mut self, range: &syn::ExprRange) {
        let ends = range.start.iter().chain(&range.end);
        ends.for_each(|end| match self.parts {
            Parts::Taken => self.visit_expr(end),
            Parts::Counted | Parts::Asked => self.counted(end),
        });
    }

    fn visit_expr_binary(&mut self, binary: &syn::ExprBinary) {
        if asked::is_comparison(&binary.op) {
            self.counted(&binary.left);
            self.counted(&binary.right);
        } else {
            visit::visit_expr_binary(self, binary);
        }
    }

    fn visit_expr_cast(&mut self, cast: &syn::ExprCast) {
        match ty::read(&cast.ty, &|_| false).is_inert() {
            true => self.counted(&cast.expr),
            false => visit::visit_expr_cast(self, cast),
        }
    }

    fn visit_expr_path(&mut self, path: &syn::ExprPath) {
        self.all += usize::from(path.path.is_ident(self.name));
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        if let Some(build::Arguments::Repeated(value, len)) = build::Arguments::parse(&mac.tokens) {
            self.visit_expr(&value);
            self.counted(&len);
            return;
        }
        self.all += usize::from(mac.tokens.to_string().contains(self.name));
    }
}
