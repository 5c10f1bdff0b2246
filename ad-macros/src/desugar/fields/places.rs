//! Fields of arguments, and constants, as the text of a function names them.

use crate::desugar::build;
use crate::ir::ty;
use crate::tables::HashSet;
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, ItemFn, Member, Pat, Type};

/// A field of an argument, `p.left.weights`, or a constant of the user's beside them, `GRAVITY`.
#[derive(Clone, PartialEq)]
pub(super) enum Place {
    Field { root: Ident, path: Vec<Member> },
    Constant(syn::Path),
}

impl Place {
    pub(super) fn key(&self) -> String {
        match self {
            Place::Field { root, path } => quote!(#root #(.#path)*).to_string(),
            Place::Constant(path) => path.to_token_stream().to_string(),
        }
    }

    pub(super) fn is_of(&self, argument: &Ident) -> bool {
        matches!(self, Place::Field { root, .. } if root == argument)
    }

    /// Whether the other one is a field of this one.
    pub(super) fn holds(&self, other: &Place) -> bool {
        match (self, other) {
            (Place::Field { root, path }, Place::Field { root: of, path: to }) => {
                root == of && path.len() < to.len() && to.starts_with(path)
            }
            _ => false,
        }
    }
}

/// The arguments that may be structs, and whose names stand for nothing else.
pub(super) fn structs(function: &ItemFn, is_open: impl Fn(usize) -> bool) -> Structs {
    let mut structs = Structs {
        all: Vec::new(),
        variables: HashSet::default(),
        unchecked: function.sig.unsafety.is_some(),
    };
    structs.visit_signature(&function.sig);
    let inputs = function.sig.inputs.iter().enumerate();
    let open = inputs.filter(|(i, _)| is_open(*i));
    structs.all = open.filter_map(|(_, input)| Struct::of(input)).collect();
    structs.visit_block(&function.block);
    structs
}

/// An argument that may be a struct.
pub(super) struct Struct {
    pub(super) name: Ident,
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
    pub(super) all: Vec<Struct>,
    /// What is bound in the function.
    variables: HashSet<String>,
    /// Whether there is code in which a `static mut` may be named.
    unchecked: bool,
}

impl Structs {
    pub(super) fn named(&self, name: &Ident) -> Option<&Struct> {
        self.all.iter().find(|s| s.name == *name)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn is_unique(&self, place: &Place) -> bool {
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
    pub(super) fn constant(&self, expr: &syn::ExprPath) -> Option<Place> {
        let of_floats =
            |s: &syn::PathSegment| s.ident == "f64" || s.ident == "f32" || s.ident == "consts";
        let name = expr.path.segments.last()?.ident.to_string();
        let of_user = expr.qself.is_none() && !expr.path.segments.iter().any(of_floats);
        let is_constant =
            name.starts_with(char::is_uppercase) && !name.contains(char::is_lowercase);
        let free = !self.unchecked && !self.variables.contains(&name);
        (of_user && is_constant && free).then(|| Place::Constant(expr.path.clone()))
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

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.variables.insert(item.ident.to_string());
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.variables.insert(item.ident.to_string());
    }

    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.unchecked = true;
        visit::visit_expr_unsafe(self, block);
    }
}
