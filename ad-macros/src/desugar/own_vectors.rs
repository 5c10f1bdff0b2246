//! Fields that are vectors, or maps.
//!
//! Receives the members of an `impl` block; promises the names of those fields of `Self` of which a constructor in
//! the block says that they are vectors, or maps or sets. Methods of other fields are called by rules, as the fields
//! may be of the user's own types.
//!
//! ```text
//! fn new(limit: usize) -> Self { Self { seen: Vec::new(), limit } }     seen
//! fn add(&mut self, x: f64) { self.seen.push(x); }                      what a vector does
//! ```

use super::build;
use crate::ir::ty::is_map;
use crate::lower::{is_vec_constructor, makes_map};
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, ImplItem, ImplItemFn, Member, Pat, Type};

/// What a field may be filled with.
pub(super) struct Sought {
    is_type: fn(&Type) -> bool,
    is_made: fn(&Expr) -> bool,
}

pub(super) const VECTORS: Sought = Sought {
    is_type: is_vec,
    is_made: makes_vec,
};

pub(super) const ARRAYS: Sought = Sought {
    is_type: |ty| matches!(ty, Type::Array(_)),
    is_made: |expr| matches!(build::peeled(expr), Expr::Array(_) | Expr::Repeat(_)),
};

pub(super) const MAPS: Sought = Sought {
    is_type: |ty| last_of(ty).is_some_and(is_map),
    is_made: makes_map,
};

/// The fields that constructors in a block fill with what is sought.
pub(super) fn fields_of(items: &[ImplItem], self_ty: &Type, sought: &Sought) -> Vec<Ident> {
    let mut found = Vec::new();
    for item in items {
        if let ImplItem::Fn(method) = item {
            let mut filled = Filled::of(method, self_ty, sought);
            filled.visit_block(&method.block);
            found.append(&mut filled.fields);
        }
    }
    found
}

struct Filled<'a> {
    sought: &'a Sought,
    owner: Option<&'a Ident>,
    /// The variables that hold what is sought.
    variables: HashSet<Ident>,
    fields: Vec<Ident>,
}

impl<'a> Filled<'a> {
    fn of(method: &ImplItemFn, self_ty: &'a Type, sought: &'a Sought) -> Self {
        let typed = method.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) if (sought.is_type)(&typed.ty) => name_of(&typed.pat),
            _ => None,
        });
        Filled {
            sought,
            owner: last_of(self_ty),
            variables: typed.cloned().collect(),
            fields: Vec::new(),
        }
    }

    fn is_sought(&self, expr: &Expr) -> bool {
        let variable = build::as_name(build::peeled(expr));
        (self.sought.is_made)(expr) || variable.is_some_and(|name| self.variables.contains(name))
    }

    fn makes_owner(&self, path: &syn::Path) -> bool {
        let last = path.segments.last().map(|s| &s.ident);
        last.is_some_and(|name| name == "Self" || Some(name) == self.owner)
    }
}

impl<'ast> Visit<'ast> for Filled<'_> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        let (pat, said) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, (self.sought.is_type)(&typed.ty)),
            pat => (pat, false),
        };
        let Some(name) = name_of(pat) else { return };
        let made = local.init.as_ref().is_some_and(|i| self.is_sought(&i.expr));
        if said || made {
            self.variables.insert(name.clone());
        } else {
            self.variables.remove(name);
        }
    }

    fn visit_expr_struct(&mut self, e: &'ast syn::ExprStruct) {
        visit::visit_expr_struct(self, e);
        if self.makes_owner(&e.path) {
            for field in &e.fields {
                if let (Member::Named(name), true) = (&field.member, self.is_sought(&field.expr)) {
                    self.fields.push(name.clone());
                }
            }
        }
    }
}

fn makes_vec(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Macro(m) => m.mac.path.is_ident("vec"),
        Expr::Call(call) => {
            matches!(&*call.func, Expr::Path(p) if is_vec_constructor(&p.path))
        }
        Expr::MethodCall(call) => call.method == "to_vec" && call.args.is_empty(),
        _ => false,
    }
}

fn name_of(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) => Some(&p.ident),
        _ => None,
    }
}

fn last_of(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(p) => p.path.segments.last().map(|s| &s.ident),
        _ => None,
    }
}

fn is_vec(ty: &Type) -> bool {
    last_of(ty).is_some_and(|name| name == "Vec")
}
