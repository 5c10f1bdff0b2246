//! Signatures: parameters, generics and what of them is active.

use super::constructed::{Constructed, RECEIVER};
use super::refused::unusable;
use super::{Lowerer, settle, stand_ins, unique};
use crate::desugar::functions;
use crate::desugar::own::Own;
use crate::diagnostics::{Sink, catalog};
use crate::emit::{mentions, pointee};
use crate::ir::*;
use crate::iterators::bound_says_operators;
use crate::tables::HashSet;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// What the signature says of its type and const parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generics {
    /// Type parameters that stand for floats.
    pub(crate) reals: Vec<Ident>,
    pub(crate) consts: Vec<String>,
    /// Type parameters that stand for function values.
    pub(crate) functions: Vec<Ident>,
}

impl Generics {
    /// A parameter that is a number by its bounds must be a `Real` (the emitted code says so).
    pub(crate) fn read(signature: &syn::Signature, constants: &[bool]) -> Self {
        let mut read = Generics {
            functions: functions::function_types(&signature.generics),
            ..Generics::default()
        };
        let generics = &signature.generics;
        let active = signature
            .inputs
            .iter()
            .zip(constants)
            .filter(|(_, constant)| !**constant);
        let tokens: TokenStream = active.map(|(input, _)| quote!(#input,)).collect();
        let used = |t: &Ident| names(tokens.clone(), t);
        for param in &generics.params {
            match param {
                syn::GenericParam::Const(c) => read.consts.push(c.ident.to_string()),
                syn::GenericParam::Type(t)
                    if bounds_of(generics, t).any(|b| is_trait(b, &["Real"])) =>
                {
                    read.reals.push(t.ident.clone())
                }
                syn::GenericParam::Type(t) if used(&t.ident) && is_number(signature, t) => {
                    read.reals.push(t.ident.clone())
                }
                _ => {}
            }
        }
        read
    }
}

/// The type parameters that stand for floats.
pub(crate) fn reals(signature: &syn::Signature) -> Vec<Ident> {
    Generics::read(signature, &vec![false; signature.inputs.len()]).reals
}

pub(crate) fn bounds_of<'a>(
    generics: &'a syn::Generics,
    param: &'a syn::TypeParam,
) -> impl Iterator<Item = &'a syn::TypeParamBound> {
    let clauses = generics.where_clause.iter().flat_map(|w| &w.predicates);
    let of_param = clauses.filter_map(move |p| match p {
        syn::WherePredicate::Type(t)
            if param.ident == t.bounded_ty.to_token_stream().to_string() =>
        {
            Some(&t.bounds)
        }
        _ => None,
    });
    param.bounds.iter().chain(of_param.flatten())
}

/// For each type parameter the first of its traits that is the user's own, as far as names tell.
fn traits_of_users(generics: &syn::Generics) -> Vec<OwnTrait> {
    let own = |bound: &syn::TypeParamBound| match bound {
        syn::TypeParamBound::Trait(t) => {
            let plain = t
                .path
                .segments
                .iter()
                .all(|s| is_plain(&s.arguments, generics));
            let said = matches!(t.modifier, syn::TraitBoundModifier::None);
            (plain && said && is_of_users(bound)).then(|| OwnTrait {
                path: t.path.clone(),
                consts: consts_of(&t.path, generics),
            })
        }
        _ => None,
    };
    let mut traits: Vec<OwnTrait> = Vec::new();
    for param in generics.type_params() {
        let found = bounds_of(generics, param).find_map(own);
        traits.extend(found.filter(|path| !traits.contains(path)));
    }
    traits
}

/// Whether a bound is a trait of the user's, as far as its name tells.
pub(crate) fn is_of_users(bound: &syn::TypeParamBound) -> bool {
    let known = is_standard(bound)
        || is_not_real(bound)
        || is_trait(bound, &["Real"])
        || is_trait(bound, &ITERATION);
    !known
}

/// Arguments of a trait that ask nothing of the parameters in them: `<2>`, `<N>`, `<f64>`, and not `<T>`.
fn is_plain(arguments: &syn::PathArguments, generics: &syn::Generics) -> bool {
    let params: Vec<&Ident> = generics.type_params().map(|p| &p.ident).collect();
    match arguments {
        syn::PathArguments::None => true,
        syn::PathArguments::AngleBracketed(given) => !mentions(given.to_token_stream(), &params),
        syn::PathArguments::Parenthesized(_) => false,
    }
}

fn consts_of(path: &syn::Path, generics: &syn::Generics) -> Vec<syn::ConstParam> {
    let mentioned = |p: &&syn::ConstParam| mentions(path.to_token_stream(), &[&p.ident]);
    let consts = generics.const_params().filter(mentioned);
    consts
        .map(|p| syn::ConstParam {
            eq_token: None,
            default: None,
            ..p.clone()
        })
        .collect()
}

/// Whether a parameter has a trait of the user's that may have `Real` as supertrait, and is a number
/// among others: then it stands for a float. Else it stands for anything differentiable.
pub(crate) fn is_number(signature: &syn::Signature, param: &syn::TypeParam) -> bool {
    let bounds = || bounds_of(&signature.generics, param);
    if bounds().any(is_not_real) || bounds().all(is_standard) {
        return false;
    }
    let this = |t: &syn::Type| matches!(t, syn::Type::Path(p) if p.path.is_ident(&param.ident));
    let among = |t: &syn::Type| match t {
        syn::Type::Slice(s) => this(&s.elem),
        syn::Type::Array(a) => this(&a.elem),
        syn::Type::Path(p) => {
            let last = p.path.segments.last();
            last.is_some_and(|s| matches!(&s.arguments, syn::PathArguments::AngleBracketed(a) if a.args.iter().any(|a| matches!(a, syn::GenericArgument::Type(t) if this(t)))))
        }
        _ => false,
    };
    let number = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(typed) => contains_type(&typed.ty, &among),
        syn::FnArg::Receiver(_) => false,
    });
    let given =
        matches!(&signature.output, syn::ReturnType::Type(_, ty) if contains_type(ty, &this));
    number || given
}

/// The type parameters that are taken for floats though their bounds do not say that they are.
pub(crate) fn supposed_numbers(signature: &syn::Signature) -> Vec<&syn::TypeParam> {
    let said = |t: &syn::TypeParam| {
        let mut bounds = bounds_of(&signature.generics, t);
        bounds.any(|b| is_trait(b, &["Real"]))
    };
    let params = signature.generics.type_params();
    params
        .filter(|t| !said(t) && is_number(signature, t))
        .collect()
}

/// Whether tokens name `ident`.
pub(crate) fn names(tokens: TokenStream, ident: &Ident) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(i) => i == *ident,
        TokenTree::Group(g) => names(g.stream(), ident),
        _ => false,
    })
}

fn is_not_real(bound: &syn::TypeParamBound) -> bool {
    is_trait(
        bound,
        &[
            "Differentiable",
            "Function",
            "Fn",
            "FnMut",
            "FnOnce",
            "MarksOnly",
        ],
    )
}

/// The traits of the operators on numbers.
pub(crate) const ARITHMETIC: [&str; 10] = [
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
];

/// The traits of what is gone over, the last one in the place of the others: lists have it, too, and rules of their own.
const ITERATION: [&str; 5] = [
    "IntoIterator",
    "Iterator",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "Iterated",
];

/// Whether a bound is one of these traits, by its name.
pub(crate) fn is_trait(bound: &syn::TypeParamBound, names: &[&str]) -> bool {
    let syn::TypeParamBound::Trait(t) = bound else {
        return false;
    };
    let last = t.path.segments.last();
    // One of the user's may be called so.
    let foreign = |s: &syn::PathSegment| s.ident != "Real" || !bound_says_operators(bound);
    last.is_some_and(|s| names.iter().any(|name| s.ident == name) && foreign(s))
}

/// The type parameters that stand for anything differentiable. One that only names functions, as in
/// `M::predict(p, x)`, need not be differentiable itself, nor one that only marks (`driver/members/markers.rs`).
pub(crate) fn opaque_parameters(signature: &syn::Signature) -> Vec<Ident> {
    let generics = &signature.generics;
    let passed = |t: &syn::TypeParam| {
        let mut named = NamedItself {
            parameter: &t.ident,
            found: false,
        };
        signature
            .inputs
            .iter()
            .for_each(|input| named.visit_fn_arg(input));
        named.visit_return_type(&signature.output);
        named.found
    };
    let opaque = |t: &&syn::TypeParam| {
        let bounds = || bounds_of(generics, t);
        let real = bounds().any(|b| is_trait(b, &["Real", "Fn", "FnMut", "FnOnce", "MarksOnly"]));
        let said = bounds().any(|b| is_trait(b, &["Differentiable"]));
        said || !real && passed(t) && !is_number(signature, t)
    };
    generics
        .type_params()
        .filter(opaque)
        .map(|t| t.ident.clone())
        .collect()
}

/// Looks for a type parameter that is passed by itself or as a part of something: of `&K::Params`, the type that `K`
/// names is.
struct NamedItself<'a> {
    parameter: &'a Ident,
    found: bool,
}

impl<'ast> Visit<'ast> for NamedItself<'_> {
    fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
        match &path.qself {
            Some(_) => visit::visit_path(self, &path.path),
            None => {
                self.found |= path.path.is_ident(self.parameter);
                visit::visit_type_path(self, path);
            }
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.found |= names(mac.tokens.clone(), self.parameter);
    }
}

/// The parameters that are of the receiver's type, or references to such.
fn of_receivers_type(signature: &syn::Signature) -> HashSet<Ident> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(name) => Some((&name.ident, pointee(&typed.ty))),
            _ => None,
        },
        syn::FnArg::Receiver(_) => None,
    });
    let typed: Vec<(&Ident, &syn::Type)> = typed.collect();
    match typed.first() {
        Some((first, own)) if *first == RECEIVER => typed
            .iter()
            .filter(|(_, ty)| ty == own)
            .map(|(name, _)| (*name).clone())
            .collect(),
        _ => HashSet::default(),
    }
}

pub(super) fn lower(item: &syn::ItemFn, constants: &[bool], own: &Own, sink: &Sink) -> Function {
    let mut lowerer = Lowerer {
        refilled: refilled(&item.block),
        of_own: of_receivers_type(&item.sig),
        ..Lowerer::new(
            sink,
            item.sig.ident.clone(),
            Generics::read(&item.sig, constants),
            Constructed::of(item, own),
            own,
        )
    };
    lowerer.ret = match &item.sig.output {
        syn::ReturnType::Default => Ty::Unit,
        syn::ReturnType::Type(_, ty) => lowerer.read_type(ty),
    };
    let inputs = item.sig.inputs.iter().zip(constants);
    let params: Vec<Param> = inputs
        .filter_map(|(input, &constant)| lowerer.param(input, constant))
        .collect();
    let mut body = lowerer.region(|this| {
        this.unpack_params(item, &params);
        let hint = this.ret.clone();
        this.block(&item.block, Some(&hint))
    });
    unique::mark(&mut body);
    let mut function = Function {
        name: item.sig.ident.clone(),
        params,
        ret: lowerer.ret,
        locals: lowerer.locals,
        body,
        items: lowerer.items,
        traits: traits_of_users(&item.sig.generics),
        consumed: Vec::new(),
    };
    stand_ins::by_name(&mut function);
    settle::floats(&mut function);
    super::whole::numbers(&mut function);
    stand_ins::refuse(&function, sink);
    super::precision::settle(&mut function);
    super::deques::state(&mut function);
    super::told::by_results(&mut function);
    super::led::through_copies(&mut function, sink);
    number(&mut function.body, &mut 0);
    super::refilled::copied(&mut function);
    function
}

/// Whether a path to a type leads to no collection of the standard library, as far as names tell.
pub(crate) fn names_user_type(path: &syn::Path) -> bool {
    let Some(last) = path.segments.last() else {
        return false;
    };
    let name = last.ident.to_string();
    let standard = name.starts_with("Vec") || name.ends_with("Heap");
    starts_upper(&last.ident) && !standard
}

/// The names of variables that are assigned to as a whole.
fn refilled(block: &syn::Block) -> HashSet<String> {
    struct Assigned(HashSet<String>);
    impl<'ast> syn::visit::Visit<'ast> for Assigned {
        fn visit_expr_assign(&mut self, node: &'ast syn::ExprAssign) {
            if let syn::Expr::Path(path) = &*node.left {
                self.0.extend(path.path.get_ident().map(Ident::to_string));
            }
            syn::visit::visit_expr_assign(self, node);
        }
    }
    let mut assigned = Assigned(HashSet::default());
    syn::visit::Visit::visit_block(&mut assigned, block);
    assigned.0
}

fn is_standard(bound: &syn::TypeParamBound) -> bool {
    let lifetime = matches!(bound, syn::TypeParamBound::Lifetime(_));
    lifetime
        || is_trait(bound, &ARITHMETIC)
        || is_trait(
            bound,
            &[
                "Copy",
                "Clone",
                "Debug",
                "Display",
                "PartialOrd",
                "PartialEq",
                "Ord",
                "Eq",
                "Hash",
                "Default",
                "Send",
                "Sync",
                "Sized",
                "RemAssign",
                "Sum",
                "Product",
                "From",
                "Into",
            ],
        )
}

/// Numbers the statements in program order.
pub(crate) fn number(region: &mut Region, next: &mut usize) {
    for stmt in &mut region.stmts {
        *next += 1;
        stmt.id = *next;
        let regions = stmt.regions_mut();
        regions.into_iter().for_each(|region| number(region, next));
    }
}

/// Whether something in a type is never differentiable.
fn has_no_rule(ty: &syn::Type) -> bool {
    contains_type(ty, &|t| {
        matches!(
            t,
            syn::Type::BareFn(_) | syn::Type::TraitObject(_) | syn::Type::Ptr(_)
        )
    })
}

/// Whether `ty` or a part of it satisfies `what`.
pub(crate) fn contains_type(ty: &syn::Type, what: &dyn Fn(&syn::Type) -> bool) -> bool {
    struct Search<'a>(&'a dyn Fn(&syn::Type) -> bool, bool);
    impl<'ast> syn::visit::Visit<'ast> for Search<'_> {
        fn visit_type(&mut self, ty: &'ast syn::Type) {
            self.1 |= (self.0)(ty);
            syn::visit::visit_type(self, ty);
        }
    }
    let mut search = Search(what, false);
    syn::visit::Visit::visit_type(&mut search, ty);
    search.1
}

/// The name of a parameter, and whether it is declared `mut`; one of our own where it has a pattern.
fn name_of_pattern(pat: &syn::Pat) -> (Ident, bool) {
    let own = |name: &str| Ident::new(name, pat.span().resolved_at(Span::mixed_site()));
    match pat {
        syn::Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => {
            (p.ident.clone(), p.mutability.is_some())
        }
        syn::Pat::Wild(_) => (own("unused"), false),
        _ => (own("argument"), false),
    }
}

impl Lowerer<'_> {
    fn param(&mut self, input: &syn::FnArg, constant: bool) -> Option<Param> {
        let syn::FnArg::Typed(typed) = input else {
            self.sink.refuse_at(input, catalog::METHOD);
            return None;
        };
        let ty = if functions::is_one_of(&typed.ty, &self.generics.functions) {
            Ty::Function
        } else {
            self.read_type(&typed.ty)
        };
        let (passing, pointee) = match &*typed.ty {
            syn::Type::Reference(r) if r.mutability.is_some() => (Passing::RefMut, &*r.elem),
            syn::Type::Reference(r) => (Passing::Ref, &*r.elem),
            other => (Passing::Value, other),
        };
        let unseen = constant && (ty.contains_unknown() || has_no_rule(&typed.ty));
        let ty = if unseen { inert_like(ty) } else { ty };
        let holds_none = ty::holds_none(&typed.ty);
        let foreign = unseen && !holds_none;
        let guessed = !constant && ty::is_guess(&typed.ty) || holds_none;
        let constant = constant || ty.is_inert();
        let message = unusable(&typed.ty).filter(|_| !constant);
        if let Some(message) = message {
            self.sink.refuse_at(&typed.ty, message);
        }
        let (name, mutable) = name_of_pattern(&typed.pat);
        let by_value_storage = mutable && passing != Passing::RefMut;
        let local = match &*typed.pat {
            syn::Pat::Ident(_) => self.named(&name, ty, by_value_storage),
            _ => self.new_local(
                Ident::new(&format!("{name}{}", self.locals.len()), name.span()),
                ty,
                false,
            ),
        };
        if mutable && passing == Passing::RefMut {
            self.sink.refuse_at(&typed.pat, catalog::MUT_REF_VARIABLE);
            self.poisoned.insert(local);
        }
        if message.is_some() {
            self.poisoned.insert(local);
        }
        if matches!(pointee, syn::Type::Path(p) if names_user_type(&p.path)) {
            self.named_types.insert(local);
        }
        let mut of_functions = self.generics.functions.iter();
        let names_one = of_functions.any(|f| names(typed.ty.to_token_stream(), f));
        if !constant && names_one && !matches!(self.ty(local), Ty::Function) {
            self.holders.insert(local);
        }
        if constant {
            self.constants.insert(local);
        }
        Some(Param {
            local,
            ty: (*typed.ty).clone(),
            passing,
            constant,
            foreign,
            mutable,
            unsure: false,
            askable: false,
            unread: false,
            guessed,
        })
    }

    /// A parameter declared `mut` is storage that starts with the argument.
    fn unpack_params(&mut self, item: &syn::ItemFn, params: &[Param]) {
        for (input, param) in item.sig.inputs.iter().zip(params) {
            match input {
                syn::FnArg::Typed(typed)
                    if !matches!(&*typed.pat, syn::Pat::Ident(_) | syn::Pat::Wild(_)) =>
                {
                    self.bind_pattern(&typed.pat, Operand::Local(param.local));
                }
                _ => {}
            }
        }
        for param in params
            .iter()
            .filter(|p| p.mutable && p.passing != Passing::RefMut)
        {
            let argument = param.local;
            let name = self.locals[argument.0].name.clone();
            let ty = self.ty(argument).clone().assignable();
            self.locals[argument.0].mutable = false;
            self.locals[argument.0].name = Ident::new(
                &format!("{}_argument", name.to_string().trim_start_matches("r#")),
                name.span().resolved_at(Span::mixed_site()),
            );
            let storage = self.named(&name, ty, true);
            self.emit(
                StmtKind::Let {
                    dst: storage,
                    op: Op::Use(Operand::Local(argument)),
                },
                name.span(),
            );
        }
    }
}

/// A constant's type, where what is not known of it is known to carry no derivative.
fn inert_like(ty: Ty) -> Ty {
    let inside = |t: Box<Ty>| Box::new(inert_like(*t));
    match ty {
        Ty::Ref(mutable, t) => Ty::Ref(mutable, inside(t)),
        Ty::Slice(t) => Ty::Slice(inside(t)),
        Ty::Array(t) => Ty::Array(inside(t)),
        Ty::Vec(t) => Ty::Vec(inside(t)),
        Ty::Tuple(parts) => Ty::Tuple(parts.into_iter().map(inert_like).collect()),
        Ty::Unknown | Ty::Function => Ty::Inert,
        known => known,
    }
}
